//! Buffers and scalars that kernels get, before device memory exists.

use super::Arg;
use crate::inputs::npy::{Dtype, NpyArray};
use crate::mem::{GlobalMemory, MemoryFault};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Largest buffer, in bytes; device memory bounds the sum.
const MAX_BUFFER_BYTES: u64 = 1 << 32;

/// `count` elements of `size` bytes, in bytes.
fn bytes_of(count: u64, size: u64) -> Result<u64, String> {
    let bytes = count.checked_mul(size).filter(|&bytes| bytes <= MAX_BUFFER_BYTES);
    bytes.ok_or_else(|| format!("a buffer holds at most {MAX_BUFFER_BYTES} bytes"))
}

/// Zeros; 32-bit integers if `bytes` is a whole number of them.
pub(super) fn zero(bytes: u64) -> Result<NpyArray, String> {
    let bytes = vec![0; bytes_of(bytes, 1)? as usize];
    let dtype = if bytes.len() % 4 == 0 { Dtype::U4 } else { Dtype::U1 };
    Ok(NpyArray::flat(dtype, bytes))
}

/// `count` times the 32-bit word `word`.
pub(super) fn fill(count: u64, word: u32) -> Result<NpyArray, String> {
    let words = bytes_of(count, 4)? as usize / 4;
    Ok(NpyArray::flat(Dtype::U4, word.to_le_bytes().repeat(words)))
}

/// The 32-bit integers 0, 1, 2, ...
pub(super) fn iota(count: u64) -> Result<NpyArray, String> {
    let words = 0..(bytes_of(count, 4)? / 4) as u32;
    Ok(NpyArray::flat(Dtype::U4, words.flat_map(u32::to_le_bytes).collect()))
}

/// `count` single-precision floats in 0 .. 1, always the same for the same seed.
pub(super) fn random(count: u64, seed: u64) -> Result<NpyArray, String> {
    let bytes = bytes_of(count, 4)?;
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let floats = (0..bytes / 4).map(|_| random.random::<f32>());
    Ok(NpyArray::flat(Dtype::F4, floats.flat_map(f32::to_le_bytes).collect()))
}

/// The bytes of the file `path`, whatever they mean.
pub(super) fn binary(path: &str) -> Result<NpyArray, String> {
    let bytes = std::fs::read(path).map_err(|error| format!("cannot read {path}: {error}"))?;
    Ok(NpyArray::flat(Dtype::U1, bytes))
}

/// The array in the `.npy` file `path`.
pub(super) fn npy(path: &str) -> Result<NpyArray, String> {
    NpyArray::read(path).map_err(|error| error.to_string())
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
pub(super) fn buffer(kind: &str, value: &str) -> Option<Result<NpyArray, String>> {
    let number = |text: &str, what: &str| -> Result<u64, String> {
        text.parse().map_err(|_| format!("`{text}` is not {what}"))
    };
    Some(match kind {
        "zero" => number(value, "a number of bytes").and_then(zero),
        "iota" => number(value, "a number of words").and_then(iota),
        "random" => match value.split_once(':') {
            Some((count, seed)) => number(count, "a number of floats")
                .and_then(|count| random(count, number(seed, "a seed")?)),
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

/// Copies `array` into device memory and returns its address.
pub(super) fn place(array: &NpyArray, memory: &mut GlobalMemory) -> Result<u64, MemoryFault> {
    let length = array.bytes.len() as u64;
    let addr = memory.alloc(length, 256)?;
    memory.slice_mut(addr, length)?.copy_from_slice(&array.bytes);
    Ok(addr)
}
