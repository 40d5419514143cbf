//! Compares buffers of device memory as typed elements.

use half::{bf16, f16};

/// An element of a buffer.
pub trait Element: Copy {
    /// Bytes of the element in device memory; its bits are in the low bytes.
    const BYTES: usize;
    /// Returns the little-endian bits.
    fn bits(self) -> u64;
    /// Formats these bits for an error message.
    fn show(bits: u64) -> String;
    /// Returns how many representable values are between the two. It is 0 only for equal bits, and for any two
    /// NaNs.
    fn distance(found: u64, expected: u64) -> u64 {
        u64::from(found != expected)
    }
}

macro_rules! integers {
    ($($ty:ty as $unsigned:ty),*) => {$(
        impl Element for $ty {
            const BYTES: usize = size_of::<$ty>();
            fn bits(self) -> u64 {
                u64::from(self as $unsigned)
            }
            fn show(bits: u64) -> String {
                format!("{} ({bits:#x})", bits as $ty)
            }
        }
    )*};
}

integers!(
    u8 as u8, u16 as u16, u32 as u32, u64 as u64, i8 as u8, i16 as u16, i32 as u32, i64 as u64
);

macro_rules! floats {
    ($($ty:ty, $bits:ty),*) => {$(
        impl Element for $ty {
            const BYTES: usize = size_of::<$ty>();
            fn bits(self) -> u64 {
                u64::from(self.to_bits())
            }
            fn show(bits: u64) -> String {
                format!("{:e} ({bits:#x})", <$ty>::from_bits(bits as $bits))
            }
            fn distance(found: u64, expected: u64) -> u64 {
                if found == expected {
                    return 0;
                }
                let (found, expected) = (found as $bits, expected as $bits);
                match (<$ty>::from_bits(found).is_nan(), <$ty>::from_bits(expected).is_nan()) {
                    (true, true) => return 0,
                    (false, false) => {}
                    _ => return u64::MAX,
                }
                // Magnitudes have the order of their bits; negative numbers are below zero.
                let rank = |bits: $bits| {
                    let magnitude = i128::from(bits << 1 >> 1);
                    if bits >> (<$bits>::BITS - 1) == 0 { magnitude } else { -magnitude }
                };
                // Zeros of unlike sign are one apart, not equal.
                (rank(found) - rank(expected)).unsigned_abs().max(1) as u64
            }
        }
    )*};
}

floats!(f32, u32, f64, u64, f16, u16, bf16, u16);

/// Returns the elements as bytes of device memory.
pub fn bytes_of<E: Element>(elements: &[E]) -> Vec<u8> {
    let images = elements.iter().map(|element| element.bits().to_le_bytes());
    images.flat_map(|image| image.into_iter().take(E::BYTES)).collect()
}

/// Returns where the found bytes differ from the expected elements by more than `ulps` representable values. The
/// tolerances apply in turn, one per column.
pub fn difference<E: Element>(found: &[u8], expected: &[E], ulps: &[u64]) -> Option<String> {
    let pairs = found.chunks_exact(E::BYTES).zip(expected).zip(ulps.iter().cycle());
    for (index, ((bytes, expected), ulps)) in pairs.enumerate() {
        let mut image = [0; 8];
        image[..E::BYTES].copy_from_slice(bytes);
        let (found, expected) = (u64::from_le_bytes(image), expected.bits());
        let distance = E::distance(found, expected);
        if distance > *ulps {
            let (found, expected) = (E::show(found), E::show(expected));
            return Some(format!(
                "element {index}: expected {expected}, found {found}, {distance} apart, {ulps} allowed"
            ));
        }
    }
    None
}
