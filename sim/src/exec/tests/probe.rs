//! Runs a few instructions on many sets of operands at once.

use super::super::{run_functional, Launch};
use crate::host::Arg;
use crate::mem::GlobalMemory;
use crate::ptx::Program;
use crate::runtime::params::{write_params, ParameterHeap};
use rand::Rng;
use rand_chacha::rand_core::SeedableRng;
use rand_chacha::ChaCha8Rng;

const OPERANDS: [&str; 4] = ["%a", "%b", "%c", "%e"];

fn kernel(body: &str, result: &str, operands: &[&str]) -> String {
    let bits = |ty: &str| ty.trim_start_matches(|c: char| !c.is_ascii_digit()).to_string();
    let mut text = format!(
        ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 in, .param .u64 out)\n{{\n\
        .reg .b64 %in, %out, %at; .reg .b32 %t, %n; .reg .pred %p, %q; .reg .{result} %d;\n\
        mov.u32 %t, %tid.x; mov.u32 %n, %ctaid.x; mad.lo.u32 %t, %n, 32, %t;\n\
        ld.param.u64 %in, [in]; mad.wide.u32 %in, %t, 32, %in;\n\
        ld.param.u64 %out, [out]; mad.wide.u32 %out, %t, 8, %out;\n"
    );
    for (index, ty) in operands.iter().enumerate() {
        let name = OPERANDS[index];
        let ld = format!("ld.global.b{} {name}, [%in+{}];\n", bits(ty), 8 * index);
        text += &format!(".reg .{ty} {name}; {ld}");
    }
    text + &format!("{body}\nst.global.b{} [%out], %d;\nret;\n}}\n", bits(result))
}

/// Returns what `body` leaves in `%d`, a register of type `result`, for each set of operands. `%a`, `%b`, `%c` and
/// `%e` have the given register types. The body may use two predicates, `%p` and `%q`.
pub(super) fn run(body: &str, result: &str, operands: &[&str], sets: &[[u64; 4]]) -> Vec<u64> {
    let text = kernel(body, result, operands);
    let program = Program::parse("probe.ptx", &text).unwrap_or_else(|error| panic!("{error}"));
    let mut memory = GlobalMemory::new(1 << 26);
    let mut heap = ParameterHeap::new();
    let blocks = sets.len().div_ceil(32);
    let input = memory.alloc(1024 * blocks as u64, 256).unwrap();
    let output = memory.alloc(256 * blocks as u64, 256).unwrap();
    let bytes: Vec<u8> = sets.iter().flatten().flat_map(|value| value.to_le_bytes()).collect();
    memory.slice_mut(input, bytes.len() as u64).unwrap().copy_from_slice(&bytes);
    let (function, kernel) = program.function_by_name("k").unwrap();
    let args = [Arg::U64(input), Arg::U64(output)];
    let param_base = write_params(kernel, &args, &mut heap, &mut memory).unwrap();
    let grid = [blocks as u32, 1, 1];
    let launch = Launch { function, param_base, grid, block: [32, 1, 1], shared_bytes: 0 };
    run_functional(&program, &mut memory, &mut heap, launch)
        .unwrap_or_else(|fault| panic!("{fault}"));
    let bytes = memory.slice(output, 8 * sets.len() as u64).unwrap();
    bytes.chunks(8).map(|chunk| u64::from_le_bytes(chunk.try_into().unwrap())).collect()
}

/// Returns the error of a body that the front end must refuse.
pub(super) fn refused(body: &str, operands: &[&str]) -> String {
    let text = kernel(&format!("{body}\nmov.b32 %d, 0;"), "b32", operands);
    match Program::parse("probe.ptx", &text) {
        Ok(_) => panic!("accepted: {body}"),
        Err(error) => error.to_string(),
    }
}

/// Compares the result of `body` with that of `expected` for every set.
pub(super) fn check(
    body: &str,
    result: &str,
    operands: &[&str],
    sets: &[[u64; 4]],
    expected: impl Fn([u64; 4]) -> u64,
) {
    let found = run(body, result, operands, sets);
    for (set, found) in sets.iter().zip(found) {
        let expected = expected(*set);
        assert_eq!(found, expected, "{body} of {set:#x?}: {found:#x}, expected {expected:#x}");
    }
}

/// Returns sets of operands: all combinations of `interesting` values for two operands, each with others picked at
/// random, then as many random ones. Operands are cut to `bits`.
pub(super) fn sets(bits: u32, interesting: &[u64], seed: u64) -> Vec<[u64; 4]> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mask = u64::MAX >> (64 - bits);
    let mut sets = Vec::new();
    for a in interesting {
        for b in interesting {
            for c in [interesting[rng.random_range(0..interesting.len())], rng.random()] {
                sets.push([*a & mask, *b & mask, c & mask, rng.random::<u64>() & mask]);
            }
        }
    }
    for _ in 0..sets.len().min(1000) {
        sets.push([(); 4].map(|()| rng.random::<u64>() & mask));
    }
    sets
}
