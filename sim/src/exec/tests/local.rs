//! Where the timing model has local memory.

use super::super::{TbContext, Warp, MAX_LOCAL_BYTES};
use crate::ptx::Program;

/// Bytes of one word of all lanes, which is a line of a cache.
const LINE: u64 = 128;

fn tb(program: &Program, smx: u32, slot: u32) -> TbContext {
    let mut tb = TbContext::new(program, 0, [1; 3], [1024, 1, 1], [0; 3], 0, 0);
    (tb.smx_id, tb.slot) = (smx, slot);
    tb
}

fn program() -> Program {
    let text = ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k()\n{\nret;\n}\n";
    Program::parse("k.ptx", text).unwrap()
}

#[test]
fn the_words_that_the_lanes_have_at_one_address_are_one_line() {
    let program = program();
    let warp = Warp::new(&program.functions[0], 5, &tb(&program, 3, 2));
    let first = warp.local_address(0, 0);
    assert_eq!(first % LINE, 0, "the lines of the cache");
    for lane in 0..32 {
        for byte in 0..80 {
            let at = warp.local_address(byte, lane) - first;
            let found = (at / LINE, at % LINE / 4, at % 4);
            assert_eq!(found, (byte / 4, lane as u64, byte % 4), "byte {byte} of lane {lane}");
        }
    }
}

#[test]
fn the_local_memory_of_warps_that_are_on_the_gpu_together_does_not_overlap() {
    let program = program();
    let mut firsts = Vec::new();
    for (smx, slot) in (0..3).flat_map(|smx| (0..32).map(move |slot| (smx, slot))) {
        for index in 0..32 {
            let warp = Warp::new(&program.functions[0], index, &tb(&program, smx, slot));
            let mut moved = Warp::new(&program.functions[0], index, &tb(&program, 9, 9));
            moved.moved(&tb(&program, smx, slot));
            firsts.push(warp.local_address(0, 0));
            assert_eq!(moved.local_address(0, 0), firsts[firsts.len() - 1], "a TB that comes back");
        }
    }
    firsts.sort_unstable();
    let most = u64::from(MAX_LOCAL_BYTES) / 4 * LINE;
    assert!(firsts.windows(2).all(|pair| pair[0] + most <= pair[1]));
}
