//! Buffers of device memory as typed elements, and their comparison.

use half::{bf16, f16};

/// An element of a buffer.
pub trait Element: Copy {
    /// The element as it lies in device memory, in the low bytes.
    const BYTES: usize;
    /// Little-endian bits.
    fn bits(self) -> u64;
    /// How an error message shows these bits.
    fn show(bits: u64) -> String;
    /// How many representable values lie between the two; 0 only for equal bits, and for any two NaNs.
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
                // Magnitudes are ordered as their bits are; negative ones lie below zero.
                let place = |bits: $bits| {
                    let magnitude = i128::from(bits << 1 >> 1);
                    if bits >> (<$bits>::BITS - 1) == 0 { magnitude } else { -magnitude }
                };
                // Zeros of unlike sign are one apart, not equal.
                (place(found) - place(expected)).unsigned_abs().max(1) as u64
            }
        }
    )*};
}

floats!(f32, u32, f64, u64, f16, u16, bf16, u16);

/// The elements as bytes of device memory.
pub fn bytes_of<E: Element>(elements: &[E]) -> Vec<u8> {
    let images = elements.iter().map(|element| element.bits().to_le_bytes());
    images.flat_map(|image| image.into_iter().take(E::BYTES)).collect()
}

/// Says where the found bytes are further from the expected elements than so many representable values; the
/// tolerances apply in turn, one a column.
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
