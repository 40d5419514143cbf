//! Compares a buffer with a reference from a `.npy` file.

use crate::inputs::npy::{Dtype, NpyArray};
use half::f16;

/// The expected contents of a buffer after the run.
#[derive(Clone, Debug)]
pub(super) struct Reference {
    path: String,
    array: NpyArray,
    tolerance: f64,
}

impl Reference {
    /// Reads the array in the file `path`. A float may differ from it by `tolerance`, or by `tolerance` times the
    /// expected value. Integers must be equal, and have no tolerance.
    pub(super) fn read(path: &str, tolerance: Option<f64>) -> Result<Self, String> {
        let array = NpyArray::read(path).map_err(|error| error.to_string())?;
        Self::new(path, array, tolerance)
    }

    /// Creates a reference like [`Reference::read`], from an array that was already read from `path`.
    pub(super) fn new(path: &str, array: NpyArray, tolerance: Option<f64>) -> Result<Self, String> {
        if let Some(tolerance) = tolerance {
            if !(tolerance >= 0.0 && tolerance.is_finite()) {
                return Err(format!("the tolerance {tolerance} is not a number of at least 0"));
            }
            if !array.dtype.is_float() {
                let name = array.dtype.name();
                return Err(format!(
                    "{path} holds integers ({name}), which are compared exactly; leave the tolerance out"
                ));
            }
        }
        Ok(Self { path: path.to_owned(), array, tolerance: tolerance.unwrap_or(0.0) })
    }

    /// Returns the file of the array.
    pub(super) fn path(&self) -> &str {
        &self.path
    }

    /// Checks whether a buffer of `bytes` bytes can be compared.
    pub(super) fn check_size(&self, bytes: usize) -> Result<(), String> {
        let expected = self.array.bytes.len();
        if bytes == expected {
            return Ok(());
        }
        Err(format!("the buffer has {bytes} bytes, {} has {expected}", self.path))
    }

    /// Compares `actual`, interpreted as elements of the reference's type. The error says where `buffer` differs
    /// first.
    pub(super) fn compare(&self, buffer: &str, actual: &[u8]) -> Result<(), String> {
        self.check_size(actual.len())?;
        let size = self.array.dtype.bytes();
        let pairs = actual.chunks_exact(size).zip(self.array.bytes.chunks_exact(size));
        let mut differences =
            pairs.enumerate().filter(|(_, (actual, expected))| !self.agree(actual, expected));
        let Some((index, (found, expected))) = differences.next() else { return Ok(()) };
        Err(format!(
            "{buffer}: element {} is {}, {} says {} ({} of {} elements differ)",
            self.array.place(index),
            text(self.array.dtype, found),
            self.path,
            text(self.array.dtype, expected),
            1 + differences.count(),
            actual.len() / size
        ))
    }

    fn agree(&self, actual: &[u8], expected: &[u8]) -> bool {
        let (Some(actual), Some(expected)) =
            (float(self.array.dtype, actual), float(self.array.dtype, expected))
        else {
            return actual == expected;
        };
        let difference = (actual - expected).abs();
        // The first comparison covers infinities, whose difference is not a number.
        actual == expected
            || (actual.is_nan() && expected.is_nan())
            || (expected.is_finite()
                && (difference <= self.tolerance || difference <= self.tolerance * expected.abs()))
    }
}

/// Returns the first `N` bytes of an element of at least that size.
fn head<const N: usize>(bytes: &[u8]) -> [u8; N] {
    std::array::from_fn(|i| bytes[i])
}

/// Returns the exact value of a float; `None` for other types.
fn float(dtype: Dtype, bytes: &[u8]) -> Option<f64> {
    match dtype {
        Dtype::F2 => Some(f16::from_le_bytes(head(bytes)).to_f64()),
        Dtype::F4 => Some(f64::from(f32::from_le_bytes(head(bytes)))),
        Dtype::F8 => Some(f64::from_le_bytes(head(bytes))),
        _ => None,
    }
}

/// Formats an element for people.
fn text(dtype: Dtype, bytes: &[u8]) -> String {
    match dtype {
        Dtype::F2 => format!("{:?}", f16::from_le_bytes(head(bytes))),
        Dtype::F4 => format!("{:?}", f32::from_le_bytes(head(bytes))),
        Dtype::F8 => format!("{:?}", f64::from_le_bytes(head(bytes))),
        Dtype::I1 => i8::from_le_bytes(head(bytes)).to_string(),
        Dtype::I2 => i16::from_le_bytes(head(bytes)).to_string(),
        Dtype::I4 => i32::from_le_bytes(head(bytes)).to_string(),
        Dtype::I8 => i64::from_le_bytes(head(bytes)).to_string(),
        Dtype::U1 | Dtype::B1 => bytes[0].to_string(),
        Dtype::U2 => u16::from_le_bytes(head(bytes)).to_string(),
        Dtype::U4 => u32::from_le_bytes(head(bytes)).to_string(),
        Dtype::U8 => u64::from_le_bytes(head(bytes)).to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn floats(values: &[f32]) -> Vec<u8> {
        values.iter().flat_map(|value| value.to_le_bytes()).collect()
    }

    fn reference(values: &[f32], tolerance: f64) -> Reference {
        Reference {
            path: "r.npy".into(),
            array: NpyArray::flat(Dtype::F4, floats(values)),
            tolerance,
        }
    }

    #[test]
    fn a_tolerance_holds_absolutely_near_zero_and_relatively_far_from_it() {
        let near = reference(&[0.0, 1e6, -1e6], 0.01);
        assert_eq!(near.compare("y", &floats(&[0.009, 1.009e6, -0.991e6])), Ok(()));
        let expected = "y: element 1 is 1011000.0, r.npy says 1000000.0 (1 of 3 elements differ)";
        assert_eq!(near.compare("y", &floats(&[0.0, 1.011e6, -1e6])), Err(expected.into()));
        assert!(near.compare("y", &floats(&[0.011, 1e6, -1e6])).is_err());
    }

    #[test]
    fn infinities_and_nan_agree_only_with_themselves() {
        let odd = [f32::INFINITY, f32::NEG_INFINITY, f32::NAN];
        assert_eq!(reference(&odd, 0.5).compare("y", &floats(&odd)), Ok(()));
        for wrong in [1.0, f32::NEG_INFINITY, f32::NAN] {
            let found = reference(&odd, 0.5).compare("y", &floats(&[wrong, odd[1], odd[2]]));
            assert!(found.unwrap_err().contains("element 0"));
        }
        assert!(reference(&[1.0], 0.5).compare("y", &floats(&[f32::NAN])).is_err());
    }

    #[test]
    fn halves_are_compared_by_value() {
        let halves = |values: &[f32]| -> Vec<u8> {
            values.iter().flat_map(|&value| f16::from_f32(value).to_le_bytes()).collect()
        };
        let array = NpyArray::flat(Dtype::F2, halves(&[1.0, -0.5, f32::INFINITY]));
        let reference = Reference::new("r.npy", array, Some(0.01)).unwrap();
        assert_eq!(reference.compare("y", &halves(&[1.0078125, -0.5, f32::INFINITY])), Ok(()));
        let expected = "y: element 0 is 1.25, r.npy says 1.0 (1 of 3 elements differ)";
        let found = reference.compare("y", &halves(&[1.25, -0.5, f32::INFINITY]));
        assert_eq!(found, Err(expected.into()));
    }

    #[test]
    fn without_a_tolerance_floats_are_equal_or_differ() {
        assert_eq!(reference(&[0.0], 0.0).compare("y", &floats(&[-0.0])), Ok(()));
        assert!(reference(&[1.0], 0.0).compare("y", &floats(&[1.0000001])).is_err());
    }

    #[test]
    fn the_bytes_are_interpreted_by_the_references_type_and_shape() {
        let array = NpyArray { dtype: Dtype::I2, shape: vec![2, 2], bytes: vec![0; 8] };
        let reference = Reference { path: "r.npy".into(), array, tolerance: 0.0 };
        let expected = "y: element [1, 0] is -1, r.npy says 0 (2 of 4 elements differ)";
        let found = reference.compare("y", &[0, 0, 0, 0, 255, 255, 1, 0]);
        assert_eq!(found, Err(expected.into()));
        let expected = "the buffer has 6 bytes, r.npy has 8";
        assert_eq!(reference.compare("y", &[0; 6]), Err(expected.into()));
    }

    #[test]
    fn a_tolerance_for_integers_or_below_zero_is_refused() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("r.npy");
        std::fs::write(&path, NpyArray::flat(Dtype::U8, vec![0; 8]).encode()).unwrap();
        let path = path.to_str().unwrap();
        assert!(Reference::read(path, None).is_ok());
        assert!(Reference::read(path, Some(0.1)).unwrap_err().contains("compared exactly"));
        assert!(Reference::read(path, Some(f64::NAN)).unwrap_err().contains("at least 0"));
        assert!(Reference::read(path, Some(-1.0)).unwrap_err().contains("at least 0"));
    }
}
