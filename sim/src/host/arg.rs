//! The arguments of a kernel, as the host passes them.

use crate::ptx::ValueKind;

/// A kernel argument. Its width must match the parameter's.
#[derive(Clone, Debug, PartialEq)]
pub enum Arg {
    /// 32-bit integer.
    U32(u32),
    /// 64-bit integer or device pointer.
    U64(u64),
    /// Single-precision float.
    F32(f32),
    /// Double-precision float.
    F64(f64),
    /// A structure by value, or a number of 8 or 16 bits, as stored in memory.
    Bytes(Vec<u8>),
}

impl Arg {
    /// Returns the bytes of the argument in a parameter block.
    pub fn image(&self) -> Vec<u8> {
        match self {
            Arg::U32(value) => value.to_le_bytes().to_vec(),
            Arg::F32(value) => value.to_le_bytes().to_vec(),
            Arg::U64(value) => value.to_le_bytes().to_vec(),
            Arg::F64(value) => value.to_le_bytes().to_vec(),
            Arg::Bytes(image) => image.clone(),
        }
    }

    /// Returns what the argument is. Narrow integers and structures are just bytes.
    pub fn kind(&self) -> ValueKind {
        match self {
            Arg::U32(_) | Arg::U64(_) => ValueKind::Integer,
            Arg::F32(_) | Arg::F64(_) => ValueKind::Float,
            Arg::Bytes(_) => ValueKind::Bits,
        }
    }

    /// Returns the argument's alignment in a structure. Plain bytes have none, because their writer lays them out.
    pub fn align(&self) -> usize {
        match self {
            Arg::Bytes(image) if !matches!(image.len(), 1 | 2) => 1,
            arg => arg.image().len(),
        }
    }

    /// Returns a structure of these fields in C layout: each aligned to its size, the whole to the largest
    /// alignment.
    pub fn structure(fields: &[Arg]) -> Arg {
        let mut image = Vec::new();
        for field in fields {
            image.resize(image.len().next_multiple_of(field.align()), 0);
            image.extend(field.image());
        }
        let align = fields.iter().map(Arg::align).max().unwrap_or(1);
        image.resize(image.len().next_multiple_of(align), 0);
        Arg::Bytes(image)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_of_a_structure_are_aligned_to_their_sizes_and_plain_bytes_are_not() {
        let fields = [
            Arg::Bytes(vec![1]),
            Arg::Bytes(vec![2, 3]),
            Arg::U32(4),
            Arg::Bytes(vec![5]),
            Arg::Bytes(vec![6; 3]),
        ];
        let expected = [1, 0, 2, 3, 4, 0, 0, 0, 5, 6, 6, 6];
        assert_eq!(Arg::structure(&fields), Arg::Bytes(expected.to_vec()));
    }
}
