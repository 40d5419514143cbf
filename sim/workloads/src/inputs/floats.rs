//! Reads arrays of floats in `.npy` files.

use super::npy::{Dtype, NpyArray, NpyError};
use half::f16;

/// Returns the shape and the floats of `array`, which errors call `file`. Doubles are rounded to single precision,
/// halves are exact in it. Every number must be finite.
pub(super) fn floats(file: &str, array: NpyArray) -> Result<(Vec<u64>, Vec<f32>), NpyError> {
    let refuse = |what: String| Err(NpyError { file: file.to_owned(), what });
    let values: Vec<f32> = match array.dtype {
        Dtype::F2 => {
            let (words, _) = array.bytes.as_chunks();
            words.iter().map(|&word| f16::from_le_bytes(word).to_f32()).collect()
        }
        Dtype::F4 => {
            let (words, _) = array.bytes.as_chunks();
            words.iter().map(|&word| f32::from_le_bytes(word)).collect()
        }
        Dtype::F8 => {
            let (words, _) = array.bytes.as_chunks();
            words.iter().map(|&word| f64::from_le_bytes(word) as f32).collect()
        }
        other => return refuse(format!("dtype `{}` holds no floats; store f4", other.name())),
    };
    match values.iter().position(|value| !value.is_finite()) {
        Some(index) => {
            refuse(format!("element {} is not a finite 32-bit float", array.place(index)))
        }
        None => Ok((array.shape, values)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_of_anything_but_finite_floats_is_refused() {
        let read = |dtype, bytes: Vec<u8>| {
            floats("a.npy", NpyArray::flat(dtype, bytes)).map_err(|error| error.what)
        };
        let doubles: Vec<u8> = [1.5f64, 1e-3].iter().flat_map(|v| v.to_le_bytes()).collect();
        assert_eq!(read(Dtype::F8, doubles), Ok((vec![2], vec![1.5, 1e-3])));
        assert_eq!(read(Dtype::F2, vec![0x00, 0xbe]), Ok((vec![1], vec![-1.5])));
        let expected = "dtype `<i4` holds no floats; store f4";
        assert_eq!(read(Dtype::I4, vec![0; 8]), Err(expected.to_owned()));
        let floats: Vec<u8> = [1.0, f32::NAN].iter().flat_map(|v| v.to_le_bytes()).collect();
        let expected = "element 1 is not a finite 32-bit float";
        assert_eq!(read(Dtype::F4, floats), Err(expected.to_owned()));
        let expected = "element 0 is not a finite 32-bit float";
        assert_eq!(read(Dtype::F8, 1e300f64.to_le_bytes().to_vec()), Err(expected.to_owned()));
    }
}
