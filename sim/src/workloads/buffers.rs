//! Buffers and scalars that kernels get, before device memory exists.

use super::Arg;
use crate::inputs::npy::{Dtype, NpyArray};
use crate::mem::{GlobalMemory, MemoryFault};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::io::Read;
use std::path::Path;

/// Largest buffer, in bytes; device memory bounds the sum.
const MAX_BUFFER_BYTES: u64 = 1 << 31;

/// What a buffer holds at first, or in the end. Patterns are made only when device memory has taken
/// their size.
#[derive(Clone, Debug)]
pub(super) enum Contents {
    /// From a file, or as it was after the run.
    Array(NpyArray),
    /// `bytes` bytes of elements of type `dtype`.
    Pattern { dtype: Dtype, bytes: u64, pattern: Pattern },
}

/// How to fill a buffer.
#[derive(Clone, Copy, Debug)]
pub(super) enum Pattern {
    Zero,
    /// The same 32-bit word everywhere.
    Fill(u32),
    /// The 32-bit integers 0, 1, 2, ...
    Iota,
    /// Single-precision floats in 0 .. 1, always the same for the same seed.
    Random(u64),
}

impl Contents {
    /// Size in bytes.
    pub(super) fn size(&self) -> u64 {
        match self {
            Self::Array(array) => array.bytes.len() as u64,
            Self::Pattern { bytes, .. } => *bytes,
        }
    }

    /// Allocates and fills device memory that faults call `name`; returns its address.
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
    fn fill(&self, target: &mut [u8]) {
        let pattern = match self {
            Self::Array(array) => return target.copy_from_slice(&array.bytes),
            Self::Pattern { pattern, .. } => *pattern,
        };
        let words = target.chunks_exact_mut(4);
        match pattern {
            Pattern::Zero => {}
            Pattern::Fill(value) => {
                words.for_each(|word| word.copy_from_slice(&value.to_le_bytes()));
            }
            Pattern::Iota => {
                words.zip(0_u32..).for_each(|(word, i)| word.copy_from_slice(&i.to_le_bytes()));
            }
            Pattern::Random(seed) => {
                let mut random = ChaCha8Rng::seed_from_u64(seed);
                words.for_each(|word| word.copy_from_slice(&random.random::<f32>().to_le_bytes()));
            }
        }
    }

    /// Takes what device memory holds at `addr` after the run.
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

    /// The array, once it was read from a file or collected.
    pub(super) fn array(&self) -> Option<&NpyArray> {
        match self {
            Self::Array(array) => Some(array),
            Self::Pattern { .. } => None,
        }
    }
}

/// `count` elements of type `dtype` by `pattern`.
pub(super) fn pattern(dtype: Dtype, count: u64, pattern: Pattern) -> Result<Contents, String> {
    let bytes = count.checked_mul(dtype.bytes() as u64).filter(|&b| b <= MAX_BUFFER_BYTES);
    let bytes = bytes.ok_or_else(|| format!("a buffer holds at most {MAX_BUFFER_BYTES} bytes"))?;
    Ok(Contents::Pattern { dtype, bytes, pattern })
}

/// Zeros; 32-bit integers if `bytes` is a whole number of them.
fn zero(bytes: u64) -> Result<Contents, String> {
    match bytes % 4 {
        0 => pattern(Dtype::U4, bytes / 4, Pattern::Zero),
        _ => pattern(Dtype::U1, bytes, Pattern::Zero),
    }
}

/// The bytes of the file or pipe `path`, whatever they mean; at most what a buffer may hold.
pub(super) fn binary(path: &str) -> Result<Contents, String> {
    let mut bytes = Vec::new();
    let file = std::fs::File::open(path);
    let read = file.and_then(|file| file.take(MAX_BUFFER_BYTES + 1).read_to_end(&mut bytes));
    read.map_err(|error| format!("cannot read {path}: {error}"))?;
    if bytes.len() as u64 > MAX_BUFFER_BYTES {
        return Err(format!("{path} is too long: a buffer holds at most {MAX_BUFFER_BYTES} bytes"));
    }
    Ok(Contents::Array(NpyArray::flat(Dtype::U1, bytes)))
}

/// The array in the `.npy` file `path`.
pub(super) fn npy(path: &str) -> Result<Contents, String> {
    NpyArray::read(path).map(Contents::Array).map_err(|error| error.to_string())
}

/// Refuses before a long run what could not be written after it.
pub(super) fn check_writable(path: &str) -> Result<(), String> {
    let dir = Path::new(path).parent().filter(|dir| !dir.as_os_str().is_empty());
    if path.is_empty() || Path::new(path).is_dir() || dir.is_some_and(|dir| !dir.is_dir()) {
        return Err(format!("cannot write to `{path}`; give a file in a directory that exists"));
    }
    Ok(())
}

/// The scalar `value` of type `kind`; none if no scalar type is called that.
pub(super) fn scalar(kind: &str, value: &str) -> Option<Result<Arg, String>> {
    let bad = |what: &str| format!("`{value}` is not {what}");
    Some(match kind {
        "u32" => value.parse().map(Arg::U32).map_err(|_| bad("a 32-bit number")),
        "i32" => match value.parse::<i32>() {
            Ok(number) => Ok(Arg::U32(number as u32)),
            Err(_) => Err(bad("a signed 32-bit number")),
        },
        "u64" => value.parse().map(Arg::U64).map_err(|_| bad("a 64-bit number")),
        "f32" => value.parse().map(Arg::F32).map_err(|_| bad("a number")),
        "f64" => value.parse().map(Arg::F64).map_err(|_| bad("a number")),
        _ => return None,
    })
}

/// A buffer as a command line writes it: `zero:BYTES iota:COUNT random:COUNT:SEED npy:PATH bin:PATH`;
/// none if no kind of buffer is called that.
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
        "npy" => npy(value),
        "bin" => binary(value),
        _ => return None,
    })
}

/// Writes `array` to `path`: as a `.npy` file if the name ends so, its bare bytes otherwise.
pub(super) fn write(path: &str, array: &NpyArray) -> Result<(), String> {
    let written = if path.ends_with(".npy") {
        std::fs::write(path, array.encode())
    } else {
        std::fs::write(path, &array.bytes)
    };
    written.map_err(|error| format!("cannot write {path}: {error}"))
}
