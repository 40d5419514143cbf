//! What is true of every run of an SMX, by mechanism: random programs run, and checkers that share nothing with the
//! pipeline judge their event logs.

mod counters;
mod fences;
mod scoreboard;
mod warp_schedulers;

use super::bench::Bench;
use crate::config::GpuConfig;
use crate::log::{record, Event};
use crate::mem::MemoryStats;
use crate::ptx::{Instr, Program};
use crate::smx::{Smx, SmxStats, TbStart};
use proptest::prelude::*;

/// What instructions are drawn from. `A` to `C` stand for general registers, `P` for a predicate and `O` for a multiple
/// of 16.
const INSTRUCTIONS: &[&str] = &[
    "add.s32 %r1A, %r1B, %r1C;",
    "mad.lo.s32 %r1A, %r1B, %r1C, %r1A;",
    "mul.lo.s32 %r1A, %r1B, 3;",
    "xor.b32 %r1A, %r1A, %r1C;",
    "div.u32 %r1A, %r1B, %r1C;",
    "setp.lt.u32 %pP, %r1A, %r1B;",
    "@%pP add.s32 %r1A, %r1A, %r1B;",
    "selp.b32 %r1A, %r1B, %r1C, %pP;",
    "sin.approx.f32 %fA, %fB;",
    "fma.rn.f32 %fA, %fB, %fC, %fA;",
    "fma.rn.f64 %dA, %dB, %dC, %dA;",
    "cvt.rn.f32.s32 %fA, %r1B;",
    "shfl.bfly.b32 %r1A, %r1B, 1, 31;",
    "ld.global.u32 %r1A, [%rd4+O];",
    "ld.global.u32 %r1A, [%rd5+O];",
    "@%pP ld.global.u32 %r1A, [%rd5+O];",
    "ld.global.v2.u32 {%r1A, %r1B}, [%rd6+O];",
    "ld.volatile.global.u32 %r1A, [%rd4+O];",
    "ld.global.f32 %fA, [%rd4+O];",
    "st.global.u32 [%rd4+O], %r1A;",
    "@%pP st.global.u32 [%rd5+O], %r1A;",
    "atom.global.add.u32 %r1A, [%rd4+O], %r1B;",
    "red.global.add.u32 [%rd5+O], %r1A;",
    "ld.shared.u32 %r1A, [%r8+O];",
    "st.shared.u32 [%r7+O], %r1A;",
    "atom.shared.add.u32 %r1A, [%r8+O], %r1B;",
    "ld.local.u32 %r1A, [l+O];",
    "st.local.u32 [l+O], %r1A;",
    "ld.const.u32 %r1A, [c+O];",
    "membar.gl;",
    "membar.cta;",
    "mov.u32 %r1A, %clock;",
];

/// An instruction of [`INSTRUCTIONS`] with its registers, predicate and offset, or the end of a loop or of a path.
#[derive(Clone, Debug)]
enum Line {
    Plain(usize, [u32; 3], u32, u32),
    /// The lines run a number of times, which differs by lane if the flag is set.
    Loop(Vec<Line>, u32, bool),
    /// The lines run in some lanes only.
    Branch(Vec<Line>),
}

/// A random program.
#[derive(Clone)]
struct Body(Vec<Line>);

impl std::fmt::Debug for Body {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text())
    }
}

impl Body {
    fn text(&self) -> String {
        let mut text = String::new();
        write(&self.0, 0, &mut 0, &mut text);
        text
    }
}

fn body() -> impl Strategy<Value = Body> {
    let plain = (0..INSTRUCTIONS.len(), prop::array::uniform3(0u32..4), 0u32..2, 0u32..16);
    let plain = plain.prop_map(|(which, registers, p, o)| Line::Plain(which, registers, p, 16 * o));
    let part = plain.prop_recursive(2, 24, 8, |inner| {
        let lines = || prop::collection::vec(inner.clone(), 1..8);
        prop_oneof![
            (lines(), 1u32..4, any::<bool>()).prop_map(|(lines, n, own)| Line::Loop(lines, n, own)),
            lines().prop_map(Line::Branch),
        ]
    });
    prop::collection::vec(part, 1..40).prop_map(Body)
}

/// Writes lines; `labels` counts those that are used, and `depth` the loops around.
fn write(lines: &[Line], depth: u32, labels: &mut u32, text: &mut String) {
    for line in lines {
        match line {
            &Line::Plain(which, [a, b, c], p, o) => {
                let names = [("A", a), ("B", b), ("C", c), ("P", p), ("O", o)];
                let mut plain = INSTRUCTIONS[which].to_string();
                for (name, number) in names {
                    plain = plain.replace(name, &number.to_string());
                }
                *text += &(plain + "\n");
            }
            Line::Loop(inner, turns, own) => {
                let (label, counter) = (*labels, format!("%r{}", 20 + depth));
                *labels += 1;
                let begin = match own {
                    true => format!("and.b32 {counter}, %r9, 3;\n"),
                    false => format!("mov.u32 {counter}, 0;\n"),
                };
                *text += &format!("{begin}L{label}:\n");
                write(inner, depth + 1, labels, text);
                *text += &format!(
                    "add.u32 {counter}, {counter}, 1;\nsetp.lt.u32 %p5, {counter}, {turns};\n@%p5 bra L{label};\n"
                );
            }
            Line::Branch(inner) => {
                let label = *labels;
                *labels += 1;
                *text +=
                    &format!("and.b32 %r6, %r9, {};\nsetp.ne.u32 %p5, %r6, 0;\n", 1 << (label % 6));
                *text += &format!("@%p5 bra L{label};\n");
                write(inner, depth, labels, text);
                *text += &format!("L{label}:\n");
            }
        }
    }
}

/// A machine: the scheduler, and what is narrow in it.
fn machine() -> impl Strategy<Value = GpuConfig> {
    let schedulers = prop::sample::select(vec!["gto", "lrr", "two-level", "grouped", "owl"]);
    let narrow = prop::collection::vec(any::<bool>(), 6);
    (schedulers, narrow, 1u32..3).prop_map(|(scheduler, narrow, per_warp)| {
        let mut config = GpuConfig::preset("tiny").unwrap();
        config.set("warp.scheduler", scheduler).unwrap();
        config.set("warp.active", "2").unwrap();
        config.set("smx.issue_per_warp", &per_warp.to_string()).unwrap();
        let settings = [
            ("registers.ports", "1"),
            ("registers.load_store_collectors", "1"),
            ("l1.mshr_entries", "2"),
            ("smx.wait_for_atomics", "true"),
            ("fetch.warps_per_cycle", "1"),
            ("smx.schedulers", "1"),
        ];
        for ((key, value), _) in settings.iter().zip(narrow).filter(|(_, narrow)| *narrow) {
            config.set(key, value).unwrap();
        }
        config
    })
}

/// Runs `tbs` TBs, two at a time. As in the machine, a TB starts before its SMX steps.
fn run_tbs(bench: &mut Bench, start: &TbStart, tbs: u32) {
    let (mut free, mut ended) = (vec![1, 0], 0);
    let mut waiting = 0..tbs;
    while ended < tbs {
        if let Some(slot) = free.pop() {
            match waiting.next() {
                Some(x) => {
                    // The first and the last are one family.
                    let family = (x % 2).into();
                    let block_idx = [x, 0, 0];
                    bench.launch(&TbStart { slot, block_idx, family, ..start.clone() });
                }
                None => free.push(slot),
            }
        }
        bench.step().unwrap();
        bench.now += 1;
        assert!(bench.now < 1_000_000, "the kernel does not complete");
        for tb in bench.events.tb_ended.drain(..) {
            free.push(tb.slot);
            ended += 1;
        }
    }
}

/// A run, and all that happened in it.
struct Run {
    program: Program,
    log: Vec<Event>,
    counts: (SmxStats, MemoryStats),
}

impl Run {
    /// Runs three TBs of two and a half warps each, two at a time.
    fn new(config: &GpuConfig, body: &Body) -> Self {
        Self::of_text(config, &body.text(), [80, 3])
    }

    /// Runs TBs of `threads` threads, two at a time. `%rd4` is an address of each thread, `%rd5` one for lines of its
    /// own, and `%rd6` one of aligned pairs. `%r8` is the address of shared memory, `%r7` one of each thread there, and
    /// `%r9` the number of the thread.
    fn of_text(config: &GpuConfig, body: &str, shape: [u32; 2]) -> Self {
        Self::by(config, body, shape, |_| {})
    }

    /// The same on an SMX that is prepared.
    fn by(
        config: &GpuConfig,
        body: &str,
        [threads, tbs]: [u32; 2],
        prepare: impl FnOnce(&mut Smx),
    ) -> Self {
        let text = format!(
            ".version 7.0\n.target sm_35\n.address_size 64\n.const .align 256 .b32 c[128];\n\
            .visible .entry k(.param .u64 out)\n{{\n\
            .reg .b32 %r<40>;\n.reg .b64 %rd<10>;\n.reg .f32 %f<10>;\n.reg .f64 %d<10>;\n.reg .pred %p<9>;\n\
            .shared .align 128 .b8 s[8192];\n.local .align 16 .b8 l[512];\n\
            ld.param.u64 %rd1, [out];\nmov.u32 %r8, s;\nmov.u32 %r9, %tid.x;\nmad.lo.u32 %r7, %r9, 4, %r8;\n\
            mad.wide.u32 %rd4, %r9, 4, %rd1;\nmad.wide.u32 %rd5, %r9, 144, %rd1;\nmad.wide.u32 %rd6, %r9, 8, %rd1;\n\
            {body}\nret;\n}}\n"
        );
        // Each register of the text is one of the machine, so that hazards are where the text has them.
        let program = Program::parse_unshared("test.ptx", &text).unwrap();
        let mut bench = Bench::on(config.clone(), program);
        prepare(&mut bench.smx);
        let out = bench.words(&[0; 16384]);
        let start = bench.start([tbs, 1, 1], [threads, 1, 1], &[out]);
        let (counts, log) = record(|| {
            run_tbs(&mut bench, &start, tbs);
            // Lines of instructions may still be on their way.
            bench.timing.advance(u64::MAX);
            bench.counts()
        });
        Self { program: bench.program, log, counts }
    }

    /// The instruction at a place.
    fn instr(&self, (function, index): (u32, u32)) -> &Instr {
        &self.program.functions[function as usize].instrs[index as usize]
    }
}
