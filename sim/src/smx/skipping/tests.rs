//! What a TB has the rename unit do, on the model of the unit.

use super::renames::{Change, Look, LookFor, Renames};
use super::tb::{Room, Sharing, Start};
use crate::ptx::{Instr, Program};
use heddle_hw::kit::unit::Unit;
use heddle_hw::kit::Clocked;
use heddle_hw::rename::pins::{change, In, Out, Params};
use heddle_hw::rename::{model::Model, Rename};

/// An instruction that writes a register of 32 bits, and one that writes two of 64.
const KERNEL: &str =
    ".version 6.5\n.target sm_35\n.address_size 64\n.visible .entry k(.param .u64 p) {\n.reg .b32 %r<3>;\n\
     .reg .b64 %d<4>;\nmov.u32 %r1, %ctaid.x;\nld.param.u64 %d1, [p];\nld.global.v2.u64 {%d2, %d3}, [%d1];\n\
     st.global.u32 [%d2], %r1;\nst.global.u64 [%d1], %d3;\nret;\n}\n";

/// A TB in slot 1 with warps 0 and 1, and its unit of so many registers.
struct Bench {
    program: Program,
    sharing: Sharing,
    renames: Renames,
    unit: Model,
    now: u64,
}

impl Bench {
    fn new(registers: u32) -> Self {
        let program = Program::parse("k.ptx", KERNEL).unwrap();
        let params = Params { tbs: 2, registers, ..Rename::paper() };
        let mut renames = Renames::default();
        let (block, warps) = ([32, 2, 1], &[(0, 4), (1, 5)]);
        let start = Start { slot: 1, function: 0, block, full: 3, warps };
        let sharing = Sharing::new(&start, 0, &mut renames);
        let unit = Rename::model(&params);
        let mut bench = Self { program, sharing, renames, unit, now: 0 };
        bench.settle();
        bench
    }

    /// The first instruction with so many results.
    fn instr(&self, results: usize) -> Instr {
        let mut instrs = self.program.functions[0].instrs.iter();
        instrs.find(|instr| instr.writes().len() == results).expect("there is one").clone()
    }

    /// Makes all changes. Returns those that are made, and whether they are refused.
    fn settle(&mut self) -> Vec<(u32, u32, bool)> {
        let mut made = Vec::new();
        loop {
            let said: Out = self.unit.out();
            if let Some(change) = self.renames.answered(self.now).and_then(|flight| flight.change) {
                self.sharing.hear(&change, said.result_done, said.result_free);
                made.push((change.pins.what, change.pins.warps, said.result_done));
            }
            let pins = self.renames.take_pins().unwrap_or_default();
            let change = pins.change.unwrap_or_default();
            self.unit.step(&In {
                change_valid: pins.change.is_some(),
                change_what: change.what,
                change_tb: change.tb,
                change_register: change.register,
                change_wide: change.wide,
                change_warps: change.warps,
                ..In::default()
            });
            if self.renames.next_event(self.now) == u64::MAX {
                return made;
            }
            self.renames.choose(self.now);
            self.now += 1;
        }
    }

    fn lead(&mut self, results: usize, needs: u32) -> (u64, bool) {
        let instr = self.instr(results);
        self.sharing.lead((results as u32, 0), &instr, (needs, 0), 0, &mut self.renames)
    }

    fn pass(&mut self, led: Option<u64>, warp: u32, results: usize, takes: bool) {
        let instr = self.instr(results);
        self.sharing.pass((led, warp), instr.writes(), takes, 0, &mut self.renames);
    }
}

#[test]
fn warps_that_skip_together_take_a_version_in_one_change() {
    let mut bench = Bench::new(4);
    let (led, waits) = bench.lead(1, 1);
    assert!(!waits, "there is room");
    bench.pass(Some(led), 0, 1, true);
    bench.pass(Some(led), 1, 1, true);
    assert_eq!(bench.settle(), [(change::ALLOC, 3, true), (change::TAKE, 3, true)]);
    assert_eq!(bench.sharing.room(&bench.instr(1), 3, 0), Room::Free);
    assert_eq!(bench.sharing.room(&bench.instr(1), 4, 0), Room::None, "one of four is taken");
}

#[test]
fn a_warp_that_executes_for_itself_passes_a_version_that_is_there_and_else_writes_what_it_shares() {
    let mut bench = Bench::new(4);
    let (led, _) = bench.lead(1, 1);
    bench.pass(Some(led), 0, 1, true);
    bench.pass(Some(led), 1, 1, false);
    bench.settle();
    // The same instruction again, without a leader: only the first warp reads a version.
    bench.pass(None, 0, 1, false);
    bench.pass(None, 1, 1, false);
    assert_eq!(bench.settle(), [(change::WRITE, 1, true)]);
    assert_eq!(bench.sharing.room(&bench.instr(1), 4, 0), Room::Free);
}

#[test]
fn a_leader_without_room_overwrites_what_all_read_and_is_refused_what_a_warp_has_yet_to_copy() {
    let mut bench = Bench::new(4);
    let (first, _) = bench.lead(2, 2);
    bench.pass(Some(first), 0, 2, true);
    bench.pass(Some(first), 1, 2, true);
    bench.settle();
    assert_eq!(bench.sharing.room(&bench.instr(2), 2, 0), Room::Overwrites);
    let (second, waits) = bench.lead(2, 2);
    assert!(waits);
    let both = [(change::OVERWRITE, 3, true), (change::OVERWRITE, 3, true)];
    assert_eq!(bench.settle(), both);
    assert!(!bench.sharing.is_refused(second));
    bench.pass(Some(second), 0, 2, true);
    bench.pass(Some(second), 1, 2, true);
    bench.settle();
    let copies = bench.sharing.leave(2, &mut bench.renames);
    assert_eq!(copies, [(1, 4)]);
    let (third, _) = bench.lead(2, 2);
    let refused = [(change::OVERWRITE, 1, false), (change::OVERWRITE, 1, false)];
    assert_eq!(bench.settle(), refused, "nobody is to come, so nobody tells the unit of the leave");
    assert!(bench.sharing.is_refused(third));
    bench.pass(Some(third), 0, 2, false);
    assert_eq!(bench.settle(), [(change::WRITE, 1, true), (change::WRITE, 1, true)]);
}

#[test]
fn changes_of_a_tb_keep_their_order_and_a_warp_looks_behind_its_own() {
    let mut renames = Renames::default();
    let of = |tb, what, warps, from| {
        let pins = super::VersionChange { what, tb, register: 7, wide: false, warps };
        Change { pins, instance: 1, from, copier: None }
    };
    renames.change(of(1, change::TAKE, 1, 5));
    renames.change(of(1, change::LEAVE, 1, 0));
    renames.change(of(0, change::TAKE, 2, 0));
    let pins = Look { tb: 1, warp: 0, registers: [7; 4] };
    renames.look(LookFor { w: 0, fetch: 1, from: 0, pins, count: 1, last: true });
    let mut shown = Vec::new();
    for now in 0..9 {
        renames.choose(now);
        let pins = renames.take_pins().unwrap_or_default();
        let change = pins.change.map(|change| (change.tb, change.what));
        shown.extend((pins != super::RenamePins::default()).then_some((now, change, pins.look)));
    }
    let all = [
        (0, Some((0, change::TAKE)), None),
        (5, Some((1, change::TAKE)), None),
        (6, Some((1, change::LEAVE)), Some(pins)),
    ];
    assert_eq!(shown, all);
}

#[test]
fn nobody_leads_while_many_changes_wait() {
    let mut renames = Renames::default();
    for register in 0..32 {
        assert!(!renames.is_full(), "{register} wait");
        let pins = super::VersionChange { what: change::WRITE, register, ..Default::default() };
        renames.change(Change { pins, instance: 0, from: 0, copier: None });
    }
    assert!(renames.is_full());
    renames.choose(0);
    assert!(!renames.is_full());
}
