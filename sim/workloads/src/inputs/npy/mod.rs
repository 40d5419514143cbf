//! NumPy's array file `.npy`, versions 1 to 3, in which a kernel's buffers are exchanged with other programs. It
//! holds little-endian numbers in C order. Anything else is refused with advice what to do.

mod header;

use std::io::Read;
use thiserror::Error;

/// Largest file that is read, in bytes: more than simulated device memory holds.
const MAX_FILE_BYTES: u64 = 1 << 31;

/// A `.npy` file that cannot be used.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{file}: {what}")]
pub struct NpyError {
    /// The file as named by the caller.
    pub file: String,
    /// What is wrong with it and what to do.
    pub what: String,
}

/// The type of an array's elements; all are stored little-endian.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dtype {
    /// Half-precision float.
    F2,
    /// Single-precision float.
    F4,
    /// Double-precision float.
    F8,
    /// Signed, 8 bits.
    I1,
    /// Signed, 16 bits.
    I2,
    /// Signed, 32 bits.
    I4,
    /// Signed, 64 bits.
    I8,
    /// Unsigned, 8 bits.
    U1,
    /// Unsigned, 16 bits.
    U2,
    /// Unsigned, 32 bits.
    U4,
    /// Unsigned, 64 bits.
    U8,
    /// A byte that is 0 or 1.
    B1,
}

impl Dtype {
    /// Every type with NumPy's name for it.
    pub const ALL: [(Self, &'static str); 12] = [
        (Self::F2, "<f2"),
        (Self::F4, "<f4"),
        (Self::F8, "<f8"),
        (Self::I1, "|i1"),
        (Self::I2, "<i2"),
        (Self::I4, "<i4"),
        (Self::I8, "<i8"),
        (Self::U1, "|u1"),
        (Self::U2, "<u2"),
        (Self::U4, "<u4"),
        (Self::U8, "<u8"),
        (Self::B1, "|b1"),
    ];

    /// Returns NumPy's name, byte order included.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(dtype, _)| *dtype == self).map_or("", |(_, name)| name)
    }

    /// Returns the bytes of one element.
    pub fn bytes(self) -> usize {
        match self {
            Self::I1 | Self::U1 | Self::B1 => 1,
            Self::F2 | Self::I2 | Self::U2 => 2,
            Self::F4 | Self::I4 | Self::U4 => 4,
            Self::F8 | Self::I8 | Self::U8 => 8,
        }
    }

    /// Returns whether elements are floats.
    pub fn is_float(self) -> bool {
        matches!(self, Self::F2 | Self::F4 | Self::F8)
    }
}

/// An array in the form of a `.npy` file and of device memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NpyArray {
    /// Type of the elements.
    pub dtype: Dtype,
    /// Elements along each dimension, the slowest first; none for a single number.
    pub shape: Vec<u64>,
    /// The elements in C order.
    pub bytes: Vec<u8>,
}

impl NpyArray {
    /// Builds a one-dimensional array of all whole elements in `bytes`.
    pub fn flat(dtype: Dtype, bytes: Vec<u8>) -> Self {
        Self { dtype, shape: vec![(bytes.len() / dtype.bytes()) as u64], bytes }
    }

    /// Reads the file `path`.
    pub fn read(path: &str) -> Result<Self, NpyError> {
        let refuse = |what: String| NpyError { file: path.to_owned(), what };
        let mut bytes = Vec::new();
        heddle_files::open(path)
            .and_then(|file| file.take(MAX_FILE_BYTES + 1).read_to_end(&mut bytes))
            .map_err(|error| refuse(format!("cannot read the file: {error}")))?;
        if bytes.len() as u64 > MAX_FILE_BYTES {
            return Err(refuse(format!("the file is larger than {MAX_FILE_BYTES} bytes")));
        }
        Self::parse(path, &bytes)
    }

    /// Parses the contents of a file that errors call `file`.
    pub fn parse(file: &str, bytes: &[u8]) -> Result<Self, NpyError> {
        let parsed = header::split(bytes).and_then(|(header, data)| Self::from_parts(header, data));
        parsed.map_err(|what| NpyError { file: file.to_owned(), what })
    }

    fn from_parts(header: header::Header, data: &[u8]) -> Result<Self, String> {
        let header::Header { dtype, shape } = header;
        let elements = shape.iter().try_fold(1_u64, |product, &n| product.checked_mul(n));
        let wanted = elements.and_then(|n| n.checked_mul(dtype.bytes() as u64));
        if wanted != Some(data.len() as u64) {
            let wanted = wanted.map_or("more than 2^64".to_owned(), |bytes| bytes.to_string());
            return Err(format!(
                "the header promises {wanted} bytes of data (shape {shape:?}, dtype {}), the file has {}",
                dtype.name(),
                data.len()
            ));
        }
        if dtype == Dtype::B1 {
            if let Some(index) = data.iter().position(|&byte| byte > 1) {
                return Err(format!("element {index} is {}, not a boolean 0 or 1", data[index]));
            }
        }
        Ok(Self { dtype, shape, bytes: data.to_vec() })
    }

    /// Returns the contents of a `.npy` file of version 1.
    pub fn encode(&self) -> Vec<u8> {
        let mut file = header::encode(self.dtype, &self.shape);
        file.extend(&self.bytes);
        file
    }

    /// Returns the position of element `index` of the flat array, for messages: `7`, or `[1, 3]` if there is more
    /// than one dimension.
    pub fn place(&self, index: usize) -> String {
        if self.shape.len() < 2 {
            return index.to_string();
        }
        let mut rest = index as u64;
        let mut place = vec![0; self.shape.len()];
        for (coordinate, &size) in place.iter_mut().zip(&self.shape).rev() {
            *coordinate = rest % size.max(1);
            rest /= size.max(1);
        }
        format!("{place:?}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn file(version: [u8; 2], header: &str, data: &[u8]) -> Vec<u8> {
        let mut file = b"\x93NUMPY".to_vec();
        file.extend(version);
        let length = (header.len() as u32).to_le_bytes();
        file.extend(&length[..if version[0] == 1 { 2 } else { 4 }]);
        file.extend(header.as_bytes());
        file.extend(data);
        file
    }

    fn message(header: &str, data: &[u8]) -> String {
        NpyArray::parse("a.npy", &file([1, 0], header, data)).unwrap_err().to_string()
    }

    #[test]
    fn every_version_reads_alike() {
        let header = "{'descr': '<u2', 'fortran_order': False, 'shape': (2, 1), }   \n";
        for version in [1, 2, 3] {
            let array = NpyArray::parse("a", &file([version, 0], header, &[1, 0, 2, 0])).unwrap();
            let expected =
                NpyArray { dtype: Dtype::U2, shape: vec![2, 1], bytes: vec![1, 0, 2, 0] };
            assert_eq!(array, expected);
        }
        let error = NpyArray::parse("a", &file([4, 0], header, &[])).unwrap_err().to_string();
        assert_eq!(error, "a: version 4.0 of the format is not known; versions 1 to 3 are");
    }

    #[test]
    fn what_is_written_is_aligned_and_reads_back() {
        for (dtype, _) in Dtype::ALL {
            for shape in [vec![], vec![3], vec![2, 3], vec![0, 5], vec![1; 64]] {
                let elements: u64 = shape.iter().product();
                let bytes = vec![1; elements as usize * dtype.bytes()];
                let array = NpyArray { dtype, shape, bytes };
                let file = array.encode();
                assert_eq!((file.len() - array.bytes.len()) % 64, 0);
                assert_eq!(NpyArray::parse("a", &file), Ok(array));
            }
        }
    }

    #[test]
    fn a_written_file_is_byte_for_byte_what_numpy_writes() {
        let file = NpyArray::flat(Dtype::F4, 1f32.to_le_bytes().to_vec()).encode();
        let mut expected = b"\x93NUMPY\x01\x00\x76\x00".to_vec();
        expected.extend(b"{'descr': '<f4', 'fortran_order': False, 'shape': (1,), }");
        expected.resize(127, b' ');
        expected.extend(b"\n\x00\x00\x80\x3f");
        assert_eq!(file, expected);
    }

    #[test]
    fn what_is_not_understood_is_refused_with_file_and_reason() {
        let header = |descr, order, shape| {
            format!("{{'descr': {descr}, 'fortran_order': {order}, 'shape': {shape}, }}")
        };
        for (text, data, expected) in [
            (header("'>f4'", "False", "(1,)"), 4, "astype"),
            (header("'<c8'", "False", "(1,)"), 8, "dtype `<c8` is not supported"),
            (header("[('a', '<f4')]", "False", "(1,)"), 4, "structured"),
            (header("'<f4'", "True", "(2, 2)"), 16, "ascontiguousarray"),
            (header("'<f4'", "False", "(2)"), 8, "shape"),
            (header("'<f4'", "False", "(2, -1)"), 8, "shape"),
            (header("'<f4'", "False", "(3,)"), 8, "promises 12 bytes"),
            (header("'<f4'", "False", "(1,)"), 8, "the file has 8"),
            (header("'<f4'", "False", "(18446744073709551615, 9)"), 8, "more than 2^64"),
            (header("'<f4'", "maybe", "(2,)"), 8, "fortran_order"),
            (header("'|b1'", "False", "(2,)"), 2, "element 0 is 9"),
            ("{'descr': '<f4', 'shape': (2,), }".into(), 8, "fortran_order"),
            ("{'descr': '<f4', 'descr': '<f4', }".into(), 8, "twice"),
            ("{'order': 1}".into(), 8, "order"),
            ("".into(), 8, "header"),
        ] {
            let message = message(&text, &vec![9; data]);
            assert!(message.starts_with("a.npy: ") && message.contains(expected), "{message}");
        }
        let error = NpyArray::parse("t.npy", b"%!PS").unwrap_err().to_string();
        assert_eq!(error, "t.npy: this is not a .npy file; write one with numpy.save");
        let error = NpyArray::read("/no/such.npy").unwrap_err().to_string();
        assert!(error.starts_with("/no/such.npy: cannot read the file: "), "{error}");
    }

    #[test]
    fn an_element_of_a_matrix_is_named_by_row_and_column() {
        let matrix = NpyArray { dtype: Dtype::U1, shape: vec![2, 3], bytes: vec![0; 6] };
        assert_eq!((matrix.place(0), matrix.place(5)), ("[0, 0]".into(), "[1, 2]".into()));
        assert_eq!(NpyArray::flat(Dtype::U1, vec![0; 6]).place(5), "5");
    }

    proptest! {
        #[test]
        fn no_bytes_make_the_reader_panic(
            cut in 0usize..200, at in 0usize..200, byte: u8, noise in prop::collection::vec(any::<u8>(), 0..90),
        ) {
            let mut bytes = NpyArray::flat(Dtype::I4, vec![0; 40]).encode();
            if let Some(changed) = bytes.get_mut(at) {
                *changed = byte;
            }
            bytes.truncate(cut);
            let _ = NpyArray::parse("a", &bytes);
            let _ = NpyArray::parse("a", &noise);
            let _ = NpyArray::parse("a", &file([1, 0], &String::from_utf8_lossy(&noise), &[]));
        }
    }
}
