//! Memory instructions, and the addresses of a thread's data.

use super::arithmetic::add;
use super::softfloat::Rounding;
use super::types::{Reg, Ty};
use super::values;
use rand::seq::IndexedRandom;
use rand::Rng;
use rand_chacha::ChaCha8Rng;
use Ty::*;

/// Bytes of a thread's own area in each state space.
pub const AREA: usize = 64;
/// Bytes of a thread's record in the buffer: see the offsets below.
pub const RECORD: usize = 512;
/// Read-only values within a record.
pub const POOL: usize = 0;
/// Offset in the pool of the values of each width, and their number.
pub const POOLED: [(Ty, usize, usize); 3] = [(B16, 0, 4), (B32, 8, 6), (B64, 32, 4)];
/// Initial registers, 8 bytes each, and the mask of the warp's lanes.
pub const INITIAL: usize = 64;
/// The area in global memory.
pub const GLOBAL: usize = 320;
/// Offsets to which the areas in shared and local memory are copied at the end.
pub const LEFT: [usize; 2] = [384, 448];
/// Bytes of a thread's final registers, 8 each; they follow the records of all threads.
pub const FINAL: usize = 256;
/// Bytes of the cells that all threads update, before the records; then each TB's shared cells.
pub const CELLS: usize = 256;

/// A state space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // The PTX state spaces of these names.
pub enum Space {
    Global,
    Shared,
    Local,
}

impl Space {
    /// Returns its name in PTX.
    pub fn name(self) -> &'static str {
        match self {
            Space::Global => "global",
            Space::Shared => "shared",
            Space::Local => "local",
        }
    }
}

/// An address in a thread's own area.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// State space.
    pub space: Space,
    /// Addressed by a generic address.
    pub generic: bool,
    /// Bytes from the area's begin.
    pub offset: usize,
    /// A register whose bits under the mask are added.
    pub index: Option<(Reg, u64)>,
}

/// A memory instruction.
#[derive(Clone, Debug)]
#[allow(missing_docs)] // The fields are what the variant says.
pub enum Memory {
    /// Elements of type `ty` into registers, extended as the type says.
    Load { place: Place, words: &'static str, ty: Ty, dst: Vec<Reg> },
    /// Registers, cut to `ty`.
    Store { place: Place, words: &'static str, ty: Ty, src: Vec<Reg> },
    /// A value of the read-only pool.
    Pool { offset: usize, ty: Ty, dst: Reg, nc: bool },
    /// An atomic on the own area, with its old value.
    Atom { place: Place, name: &'static str, ty: Ty, dst: Reg, src: Vec<Reg> },
    /// A floating-point sum of two constants through memory.
    AtomFloat { place: Place, ty: Ty, dst: Reg, values: [u64; 2] },
    /// An update of a cell of all threads; a constant where a register would make order matter.
    Update { space: Space, cell: usize, src: Result<Reg, u64> },
    /// A word to another thread of the TB through shared memory, between barriers.
    Exchange { by: u32, dst: Reg, src: Reg },
}

/// The cells: operation and type of each; operations on one cell commute.
pub const UPDATES: [(&str, Ty); 17] = [
    ("add", U32),
    ("min", S32),
    ("max", U32),
    ("and", B32),
    ("or", B32),
    ("xor", B32),
    ("inc", U32),
    ("dec", U32),
    ("add", U64),
    ("min", U64),
    ("max", S64),
    ("and", B64),
    ("or", B64),
    ("xor", B64),
    ("add", F32),
    ("add", F64),
    ("add", S32),
];

/// Returns the value after an atomic: `a` is in memory, `b` and `c` are the operands.
pub fn atomic(name: &str, ty: Ty, a: u64, b: u64, c: u64) -> u64 {
    let less = ty.integer(b) < ty.integer(a);
    let result = match name {
        "add" => match ty.format() {
            Some(format) => add(format, Rounding::Near, a, b),
            None => a.wrapping_add(b),
        },
        "min" => {
            if less {
                b
            } else {
                a
            }
        }
        "max" => {
            if less {
                a
            } else {
                b
            }
        }
        "and" => a & b,
        "or" => a | b,
        "xor" => a ^ b,
        "exch" => b,
        "cas" => {
            if a == b {
                c
            } else {
                a
            }
        }
        "inc" => {
            if a >= b {
                0
            } else {
                a + 1
            }
        }
        _ => {
            if a == 0 || a > b {
                b
            } else {
                a - 1
            }
        }
    };
    result & ty.mask()
}

/// A memory instruction of one thread.
pub fn random(rng: &mut ChaCha8Rng) -> Memory {
    match rng.random_range(0..12) {
        0..=2 => load(rng),
        3..=5 => store(rng),
        6 | 7 => atom(rng),
        8 => atom_float(rng),
        9 | 10 => update(rng),
        _ => pool(rng, None),
    }
}

/// Loads `dst` from the pool, or any register.
pub fn pool(rng: &mut ChaCha8Rng, dst: Option<Reg>) -> Memory {
    let dst = dst.unwrap_or_else(|| {
        let ty = *[B16, B32, B64].choose(rng).expect("types");
        Reg::random(rng, ty)
    });
    let ty = match dst.mask() {
        0xffff => B16,
        0xffff_ffff => B32,
        _ => B64,
    };
    let (first, count) = POOLED.iter().find(|(t, ..)| *t == ty).map_or((0, 1), |p| (p.1, p.2));
    let offset = first + rng.random_range(0..count) * ty.bits() as usize / 8;
    Memory::Pool { offset, ty, dst, nc: rng.random() }
}

fn place(rng: &mut ChaCha8Rng, bytes: usize) -> Place {
    let space = *[Space::Global, Space::Shared, Space::Local].choose(rng).expect("spaces");
    let half = AREA / 2;
    let index = (rng.random_range(0..3) == 0)
        .then(|| (Reg::random(rng, U32), (half - 1) as u64 & !(bytes as u64 - 1)));
    let offset = rng.random_range(0..half / bytes) * bytes;
    let offset = if index.is_some() || rng.random() { offset } else { offset + half };
    Place { space, generic: rng.random_range(0..4) == 0, offset, index }
}

/// Element type, count and the type that registers must agree with.
fn elements(rng: &mut ChaCha8Rng) -> (Ty, usize, Ty) {
    let types = [B8, U8, S8, B16, U16, S16, B32, U32, S32, F32, B64, U64, S64, F64];
    let ty = *types.choose(rng).expect("types");
    let count = *[1, 1, 2, 4].choose(rng).expect("counts");
    let count = if ty.bits() == 64 { count.min(2) } else { count };
    // Registers may be wider than what is in memory.
    let register = match (ty.bits(), rng.random_range(0..4)) {
        (8, 0) => U64,
        (8, 1) => U16,
        (8, _) => U32,
        (16, 0) | (32, 0) if ty != F32 => U64,
        (16, 1) => U32,
        _ => ty,
    };
    (ty, count, register)
}

fn registers(rng: &mut ChaCha8Rng, ty: Ty, count: usize) -> Vec<Reg> {
    let mut chosen = Vec::new();
    while chosen.len() < count {
        let register = Reg::random(rng, ty);
        if !chosen.contains(&register) {
            chosen.push(register);
        }
    }
    chosen
}

/// Volatile accesses are to global and shared memory, cache operators are for global memory here.
fn modifier(rng: &mut ChaCha8Rng, space: Space, cache: [&'static str; 2]) -> &'static str {
    let words: &[&str] = match space {
        Space::Global => &["", "", ".volatile", cache[0], cache[1]],
        Space::Shared => &["", "", ".volatile"],
        Space::Local => &[""],
    };
    words.choose(rng).expect("words")
}

fn load(rng: &mut ChaCha8Rng) -> Memory {
    let (ty, count, register) = elements(rng);
    let place = place(rng, count * ty.bits() as usize / 8);
    let words = modifier(rng, place.space, [".ca", ".cg"]);
    Memory::Load { place, words, ty, dst: registers(rng, register, count) }
}

fn store(rng: &mut ChaCha8Rng) -> Memory {
    let (ty, count, register) = elements(rng);
    let place = place(rng, count * ty.bits() as usize / 8);
    let words = modifier(rng, place.space, [".wb", ".cs"]);
    Memory::Store { place, words, ty, src: registers(rng, register, count) }
}

fn atomic_place(rng: &mut ChaCha8Rng, ty: Ty) -> Place {
    let mut place = place(rng, ty.bits() as usize / 8);
    if place.space == Space::Local {
        place.space = Space::Shared;
    }
    place
}

fn atom(rng: &mut ChaCha8Rng) -> Memory {
    let choices: &[(&str, &[Ty])] = &[
        ("add", &[U32, S32, U64]),
        ("min", &[U32, S32, U64, S64]),
        ("max", &[U32, S32, U64, S64]),
        ("and", &[B32, B64]),
        ("or", &[B32, B64]),
        ("xor", &[B32, B64]),
        ("exch", &[B32, B64]),
        ("cas", &[B32, B64]),
        ("inc", &[U32]),
        ("dec", &[U32]),
    ];
    let (name, types) = *choices.choose(rng).expect("operations");
    let ty = *types.choose(rng).expect("types");
    let place = atomic_place(rng, ty);
    let src = (0..if name == "cas" { 2 } else { 1 }).map(|_| Reg::random(rng, ty)).collect();
    Memory::Atom { place, name, ty, dst: Reg::random(rng, ty), src }
}

/// Makes numbers whose sum is neither subnormal nor a NaN; for these the PTX ISA defines the
/// result.
fn atom_float(rng: &mut ChaCha8Rng) -> Memory {
    let ty = *[F32, F64].choose(rng).expect("types");
    let format = ty.format().expect("a float");
    let values = loop {
        let pair = [values::random(rng, ty), values::random(rng, ty)];
        let sum = add(format, Rounding::Near, pair[0], pair[1]);
        let plain = |bits: &u64| !format.is_nan(*bits) && !format.is_subnormal(*bits);
        if [pair[0], pair[1], sum].iter().all(plain) {
            break pair;
        }
    };
    Memory::AtomFloat { place: atomic_place(rng, ty), ty, dst: Reg::random(rng, ty), values }
}

fn update(rng: &mut ChaCha8Rng) -> Memory {
    let space = *[Space::Global, Space::Shared].choose(rng).expect("spaces");
    let cell = rng.random_range(0..UPDATES.len());
    let (name, ty) = UPDATES[cell];
    let src = match (name, ty) {
        // One bound for all, and sums that are exact.
        ("inc", _) => Err(17),
        ("dec", _) => Err(23),
        (_, F32) => Err(0x4040_0000),
        (_, F64) => Err(0x4014_0000_0000_0000),
        _ => Ok(Reg::random(rng, ty)),
    };
    Memory::Update { space, cell, src }
}
