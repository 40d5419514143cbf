//! Buffers and scalars passed to kernels, before device memory exists.

use super::host_program::Open;
use crate::inputs::npy::{Dtype, NpyArray};
use half::f16;
use heddle_sim::host::Arg;
use heddle_sim::mem::{GlobalMemory, MemoryFault};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::io::Read;
use std::path::Path;

/// Largest buffer, in bytes; device memory bounds the sum.
const MAX_BUFFER_BYTES: u64 = 1 << 31;

/// The contents of a buffer before or after the run. Patterns are generated only after device memory has accepted
/// their size.
#[derive(Clone, Debug)]
pub(super) enum Contents {
    /// An array from a file, or the contents after the run.
    Array(NpyArray),
    /// `bytes` bytes of elements of type `dtype`.
    Pattern { dtype: Dtype, bytes: u64, pattern: Pattern },
}

/// The patterns that fill a buffer.
#[derive(Clone, Copy, Debug)]
pub(super) enum Pattern {
    Zero,
    /// The same element everywhere, stored in the first bytes.
    Fill([u8; 8]),
    /// The numbers 0, 1, 2, ..., wrapping around.
    Iota,
    /// Floats in 0 .. 1, integers of any value; the same seed always gives the same values.
    Random(u64),
}

impl Contents {
    /// Returns the size in bytes.
    pub(super) fn size(&self) -> u64 {
        match self {
            Self::Array(array) => array.bytes.len() as u64,
            Self::Pattern { bytes, .. } => *bytes,
        }
    }

    /// Allocates and fills device memory that faults call `name`. Returns its address.
    pub(super) fn place(
        &self,
        name: String,
        memory: &mut GlobalMemory,
    ) -> Result<u64, MemoryFault> {
        let addr = memory.alloc_named(name, self.size(), 256)?;
        self.fill(memory.slice_mut(addr, self.size())?);
        Ok(addr)
    }

    /// Fills zeroed device memory of the right size.
    pub(super) fn fill(&self, target: &mut [u8]) {
        let (dtype, pattern) = match self {
            Self::Array(array) => return target.copy_from_slice(&array.bytes),
            Self::Pattern { dtype, pattern, .. } => (*dtype, *pattern),
        };
        let size = dtype.bytes();
        match pattern {
            Pattern::Zero => {}
            Pattern::Fill(element) => repeat(&element[..size], target),
            Pattern::Iota => {
                for (element, i) in target.chunks_exact_mut(size).zip(0_u64..) {
                    element.copy_from_slice(&counted(dtype, i)[..size]);
                }
            }
            Pattern::Random(seed) => {
                let mut random = ChaCha8Rng::seed_from_u64(seed);
                for element in target.chunks_exact_mut(size) {
                    element.copy_from_slice(&drawn(dtype, &mut random)[..size]);
                }
            }
        }
    }

    /// Returns the type of the elements.
    pub(super) fn dtype(&self) -> Dtype {
        match self {
            Self::Array(array) => array.dtype,
            Self::Pattern { dtype, .. } => *dtype,
        }
    }

    /// Copies the contents of device memory at `addr` after the run.
    pub(super) fn collect(&mut self, addr: u64, memory: &GlobalMemory) -> Result<(), MemoryFault> {
        let found = memory.slice(addr, self.size())?;
        match self {
            Self::Array(array) => array.bytes.copy_from_slice(found),
            Self::Pattern { dtype, .. } => {
                *self = Self::Array(NpyArray::flat(*dtype, found.to_vec()));
            }
        }
        Ok(())
    }

    /// Returns the array, once it was read from a file or collected.
    pub(super) fn array(&self) -> Option<&NpyArray> {
        match self {
            Self::Array(array) => Some(array),
            Self::Pattern { .. } => None,
        }
    }
}

/// Fills `target` with copies of `element`.
pub(super) fn repeat(element: &[u8], target: &mut [u8]) {
    target.chunks_exact_mut(element.len()).for_each(|place| place.copy_from_slice(element));
}

/// Returns the number `i` as an element, in the first bytes.
fn counted(dtype: Dtype, i: u64) -> [u8; 8] {
    let bits = match dtype {
        Dtype::F2 => u64::from(f16::from_f64(i as f64).to_bits()),
        Dtype::F4 => u64::from((i as f32).to_bits()),
        Dtype::F8 => (i as f64).to_bits(),
        Dtype::B1 => i & 1,
        _ => i,
    };
    bits.to_le_bytes()
}

/// Returns the next random element, in the first bytes.
fn drawn(dtype: Dtype, random: &mut ChaCha8Rng) -> [u8; 8] {
    let bits = match dtype {
        // A multiple of 2^-11, all of which are halves.
        Dtype::F2 => {
            let number = f64::from(random.random::<u16>() >> 5) / 2048.0;
            u64::from(f16::from_f64(number).to_bits())
        }
        Dtype::F4 => u64::from(random.random::<f32>().to_bits()),
        Dtype::F8 => random.random::<f64>().to_bits(),
        Dtype::B1 => u64::from(random.random::<bool>()),
        _ => random.random::<u64>(),
    };
    bits.to_le_bytes()
}

/// Returns `count` elements of type `dtype` by `pattern`.
pub(super) fn pattern(dtype: Dtype, count: u64, pattern: Pattern) -> Result<Contents, String> {
    let bytes = count.checked_mul(dtype.bytes() as u64).filter(|&b| b <= MAX_BUFFER_BYTES);
    let bytes = bytes.ok_or_else(|| format!("a buffer holds at most {MAX_BUFFER_BYTES} bytes"))?;
    Ok(Contents::Pattern { dtype, bytes, pattern })
}

/// Returns zeros: 32-bit integers if `bytes` is a multiple of their size.
fn zero(bytes: u64) -> Result<Contents, String> {
    match bytes % 4 {
        0 => pattern(Dtype::U4, bytes / 4, Pattern::Zero),
        _ => pattern(Dtype::U1, bytes, Pattern::Zero),
    }
}

/// Reads the file or pipe `path`, at most as many bytes as a buffer may hold.
pub(super) fn read(path: &str) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    heddle_files::open(path)?.take(MAX_BUFFER_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAX_BUFFER_BYTES {
        let what = format!("it is longer than the {MAX_BUFFER_BYTES} bytes that a buffer holds");
        return Err(std::io::Error::other(what));
    }
    Ok(bytes)
}

/// Returns the bytes that `open` reads from `path`, without interpretation.
pub(super) fn binary(path: &str, open: &Open) -> Result<Contents, String> {
    let bytes = open(path).map_err(|error| format!("cannot read {path}: {error}"))?;
    Ok(Contents::Array(NpyArray::flat(Dtype::U1, bytes)))
}

/// Returns the array in the `.npy` file that `open` reads from `path`.
pub(super) fn npy_array(path: &str, open: &Open) -> Result<NpyArray, String> {
    let bytes = open(path).map_err(|error| format!("{path}: cannot read the file: {error}"))?;
    NpyArray::parse(path, &bytes).map_err(|error| error.to_string())
}

/// Refuses an output path before a long run if it could not be written after it.
pub(super) fn check_writable(path: &str) -> Result<(), String> {
    let dir = Path::new(path).parent().filter(|dir| !dir.as_os_str().is_empty());
    if path.is_empty() || Path::new(path).is_dir() || dir.is_some_and(|dir| !dir.is_dir()) {
        return Err(format!("cannot write to `{path}`; give a file in a directory that exists"));
    }
    Ok(())
}

/// The kinds of scalar.
pub(super) const SCALARS: &str = "u8, i8, u16, i16, u32, i32, u64, i64, f32, f64, bytes";

/// Parses the scalar `value` of type `kind`; `None` if there is no such scalar type.
pub(super) fn scalar(kind: &str, value: &str) -> Option<Result<Arg, String>> {
    fn number<T: std::str::FromStr>(value: &str, what: &str) -> Result<T, String> {
        value.parse().map_err(|_| format!("`{value}` is not {what}"))
    }
    Some(match kind {
        "u8" => number::<u8>(value, "an 8-bit number").map(|n| Arg::Bytes(vec![n])),
        "i8" => number::<i8>(value, "a signed 8-bit number")
            .map(|n| Arg::Bytes(n.to_le_bytes().to_vec())),
        "u16" => {
            number::<u16>(value, "a 16-bit number").map(|n| Arg::Bytes(n.to_le_bytes().to_vec()))
        }
        "i16" => number::<i16>(value, "a signed 16-bit number")
            .map(|n| Arg::Bytes(n.to_le_bytes().to_vec())),
        "u32" => number(value, "a 32-bit number").map(Arg::U32),
        "i32" => number::<i32>(value, "a signed 32-bit number").map(|n| Arg::U32(n as u32)),
        "u64" => number(value, "a 64-bit number").map(Arg::U64),
        "i64" => number::<i64>(value, "a signed 64-bit number").map(|n| Arg::U64(n as u64)),
        "f32" => number(value, "a number").map(Arg::F32),
        "f64" => number(value, "a number").map(Arg::F64),
        "bytes" => bytes(value).map(Arg::Bytes),
        _ => return None,
    })
}

/// Parses bytes in hexadecimal, the lowest address first.
fn bytes(digits: &str) -> Result<Vec<u8>, String> {
    let pairs = digits.as_bytes().chunks(2).map(|pair| {
        let text = std::str::from_utf8(pair).ok().filter(|text| text.len() == 2)?;
        let hexadecimal = text.bytes().all(|digit| digit.is_ascii_hexdigit());
        hexadecimal.then(|| u8::from_str_radix(text, 16).ok())?
    });
    let bytes: Option<Vec<u8>> = pairs.collect();
    bytes.filter(|bytes| !bytes.is_empty()).ok_or_else(|| {
        format!("`{digits}` is not bytes in hexadecimal, two digits each, such as 0a00ff")
    })
}

/// Parses a buffer as written on a command line: `zero:BYTES iota:COUNT random:COUNT:SEED npy:PATH bin:PATH`.
/// Returns `None` if there is no such kind of buffer.
pub(super) fn buffer(kind: &str, value: &str) -> Option<Result<Contents, String>> {
    let number = |text: &str, what: &str| -> Result<u64, String> {
        text.parse().map_err(|_| format!("`{text}` is not {what}"))
    };
    Some(match kind {
        "zero" => number(value, "a number of bytes").and_then(zero),
        "iota" => number(value, "a number of words")
            .and_then(|count| pattern(Dtype::U4, count, Pattern::Iota)),
        "random" => match value.split_once(':') {
            Some((count, seed)) => number(count, "a number of floats").and_then(|count| {
                pattern(Dtype::F4, count, Pattern::Random(number(seed, "a seed")?))
            }),
            None => Err("it is not of the form random:COUNT:SEED".to_owned()),
        },
        "npy" => npy_array(value, &read).map(Contents::Array),
        "bin" => binary(value, &read),
        _ => return None,
    })
}

/// Writes `array` to `path`: as a `.npy` file if the name ends with that, as plain bytes otherwise.
pub(super) fn write(path: &str, array: &NpyArray) -> Result<(), String> {
    let written = if path.ends_with(".npy") {
        heddle_files::write(path, array.encode())
    } else {
        heddle_files::write(path, &array.bytes)
    };
    written.map_err(|error| format!("cannot write {path}: {error}"))
}
