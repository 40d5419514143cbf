//! Accounts that can be worked out by hand: each kernel loses its slots to one reason, by a known number.

mod events;
mod memory;
mod operands;
mod policy;
mod rule;
mod units;

use super::bench::Bench;
use super::microbench::unhindered;
use crate::config::GpuConfig;
use crate::ptx::Program;
use crate::smx::{Counts, Reason, Smx, SmxAccount, TbStart};

/// Cycles between runs: beyond everything booked ahead, and a multiple of every number of schedulers.
const LATER: u64 = 1 << 12;

/// A machine of one instruction per warp and cycle, whose front end never delays one.
fn machine(schedulers: u32) -> GpuConfig {
    let mut config = unhindered(&GpuConfig::preset("tiny").unwrap());
    config.set("smx.issue_per_warp", "1").unwrap();
    config.set("smx.schedulers", &schedulers.to_string()).unwrap();
    config
}

fn with(mut config: GpuConfig, settings: &[(&str, &str)]) -> GpuConfig {
    for (key, value) in settings {
        config.set(key, value).unwrap();
    }
    config
}

/// The bench with the kernel of `text`, whose parameters are `out` and `fresh`. `%rd1` and `%rd2` point to them,
/// `%r8` to shared memory, `%r9` is the thread number.
fn bench(config: &GpuConfig, text: &str) -> Bench {
    let text = format!(
        ".version 7.0\n.target sm_35\n.address_size 64\n\
        .const .align 256 .b32 c[128];\n\
        .extern .func (.param .b64 r) cudaGetParameterBuffer(.param .b64 a, .param .b64 b);\n\
        .visible .entry k(.param .u64 out, .param .u64 fresh)\n{{\n\
        .reg .b32 %r<240>;\n.reg .b64 %rd<240>;\n.reg .f32 %f<240>;\n.reg .f64 %d<240>;\n.reg .pred %p<9>;\n\
        .shared .align 128 .b8 s[8192];\n\
        ld.param.u64 %rd1, [out];\nld.param.u64 %rd2, [fresh];\nmov.u32 %r8, s;\nmov.u32 %r9, %tid.x;\n\
        add.s64 %rd1, %rd1, 0;\nadd.s64 %rd2, %rd2, 0;\nadd.s64 %rd2, %rd2, 0;\n\
        {text}\nret;\n}}\n"
    );
    // Each register of the text maps to one register of the machine, so none waits for another to be written.
    Bench::on(config.clone(), Program::parse_unshared("test.ptx", &text).unwrap())
}

/// The start of a TB of `warps` warps.
fn start(bench: &mut Bench, warps: u32) -> TbStart {
    let out = bench.words(&[0; 8192]);
    let start = bench.start([1, 1, 1], [32 * warps, 1, 1], &[out, 0]);
    refresh(bench, &start);
    start
}

/// Lets `fresh` point to memory that no run has touched. The parameters themselves stay where they are.
fn refresh(bench: &mut Bench, start: &TbStart) {
    let fresh = bench.words(&[0; 8192]);
    bench.memory.write_u32s(start.param_base + 8, &[fresh as u32, (fresh >> 32) as u32]).unwrap();
}

/// Returns the account of a TB of `warps` warps, and its cycles, on an SMX that has run the same before.
fn account(config: &GpuConfig, warps: u32, text: &str) -> (Counts, u64) {
    account_by(config, warps, text, |_| {})
}

/// The same of an SMX that is prepared.
fn account_by(config: &GpuConfig, warps: u32, text: &str, prepare: fn(&mut Smx)) -> (Counts, u64) {
    let mut bench = bench(config, text);
    prepare(&mut bench.smx);
    let start = start(&mut bench, warps);
    bench.run_grid(&start, 1, true);
    refresh(&mut bench, &start);
    let begin = (bench.now / LATER + 2) * LATER;
    bench.now = begin;
    bench.smx.open_account(begin, false);
    bench.timing.tell_refusals();
    let end = bench.run_grid(&start, 1, true);
    let account = bench.smx.account(end).expect("it has been opened");
    (account.sum(), end - begin)
}

/// Slots by reason; reasons without any are left out.
fn slots(counts: &Counts) -> Vec<(Reason, u64)> {
    let all = Reason::ALL.iter().map(|&reason| (reason, counts.slots.of(reason)));
    all.filter(|&(_, slots)| slots > 0).collect()
}

/// What `part`, repeated `count` times more, adds to the account of a TB, and to its cycles. The stretches come
/// after `before`.
fn added(
    config: &GpuConfig,
    warps: u32,
    before: &str,
    part: impl Fn(usize) -> String,
    count: usize,
) -> (Vec<(Reason, u64)>, u64) {
    let text = |parts: usize| format!("{before}\n{}", (0..parts).map(&part).collect::<String>());
    let [(short, least), (long, most)] =
        [count, 2 * count].map(|parts| account(config, warps, &text(parts)));
    let difference = Reason::ALL.iter().map(|&reason| {
        let [short, long] = [&short, &long].map(|counts| counts.slots.of(reason));
        (reason, long.checked_sub(short).unwrap_or_else(|| panic!("less {reason:?} in more code")))
    });
    (difference.filter(|&(_, slots)| slots > 0).collect(), most - least)
}

/// The account of a whole run of several TBs, as it is kept and as it is determined anew in every cycle.
fn kept_and_anew(
    config: &GpuConfig,
    warps: u32,
    text: &str,
    prepare: fn(&mut Smx),
) -> [SmxAccount; 3] {
    [(true, false), (false, false), (false, true)].map(|(skip, anew)| {
        let mut bench = bench(config, text);
        prepare(&mut bench.smx);
        let start = start(&mut bench, warps);
        bench.smx.open_account(0, false);
        bench.timing.tell_refusals();
        if anew {
            bench.after_step = Smx::forget_nearest;
        }
        let start = TbStart { grid: [5, 1, 1], ..start };
        let end = bench.run_grid(&start, 2, skip);
        bench.smx.account(end).expect("it has been opened")
    })
}
