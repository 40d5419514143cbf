//! The timing table and what the queues are for, on model and circuit.

use super::super::pins::{In, Out, Params};
use super::super::Laperm;
use crate::agt::agei::Agei;
use crate::agt::record::{offset, Record, BYTES};
use crate::kernel_distributor::pins::decode_grid;
use crate::kit::{Clocked, Mask, Rtl, Synthesizable, Unit};
use std::collections::{BTreeMap, VecDeque};

type Source = dyn Clocked<In = In, Out = Out>;

const BOUND: Params =
    Params { smxs: 2, cluster: 1, levels: 2, entries: 128, kdes: 4, adaptive: false };

/// Runs `test` with the model and with the circuit, when they take requests.
fn on_both(params: &Params, test: impl Fn(&mut Source)) {
    let units: [Box<Source>; 2] =
        [Box::new(Laperm::model(params)), Box::new(Rtl::new(Laperm::circuit(params)))];
    for mut unit in units {
        unit.reset();
        while !unit.out().alloc_ready {
            unit.step(&In::default());
        }
        test(&mut *unit);
    }
}

/// Steps with the fields of some kernel looked at, and what else is said.
fn step(unit: &mut Source, input: In) -> Out {
    let (kde_grid_x, kde_grid_yz) = (3, 1 | 1 << 16);
    unit.step(&In { kde_pc: 8, kde_demand: 64, kde_grid_x, kde_grid_yz, ..input });
    unit.out()
}

fn settle(unit: &mut Source) {
    while !unit.out().idle {
        step(unit, In::default());
    }
}

/// Has a kernel of three TBs appended.
fn enter(unit: &mut Source) {
    step(unit, In { enter_valid: true, enter_kdei: 1, ..In::default() });
    settle(unit);
}

/// A group of `tbs` TBs, launched by a TB in `cluster`.
fn group(cluster: u32, level: u32, tbs: u32) -> In {
    In {
        alloc_valid: true,
        alloc_cluster: cluster,
        alloc_level: level,
        alloc_grid_x: tbs,
        alloc_grid_yz: 1 | 1 << 16,
        alloc_param: 0x100 * tbs,
        ..In::default()
    }
}

/// Grants whatever is wanted for `smxs`, until the unit rests; returns the SMX, level and grid x of each TB.
fn serve(unit: &mut Source, smxs: &[u32]) -> Vec<(u32, u32, u32)> {
    let mut sent = Vec::new();
    step(unit, In { end_valid: true, ..In::default() });
    while !unit.out().idle {
        let wanted = unit.out().want_smxs;
        let open = wanted.lowest().filter(|smx| smxs.contains(smx));
        let out =
            step(unit, In { grant_smxs: open.map_or(Mask::NONE, Mask::bit), ..In::default() });
        if let Some(smx) = open {
            assert!(out.tb_valid);
            sent.push((smx, out.tb_level, out.tb_grid_x));
        }
    }
    sent
}

#[test]
fn a_launched_group_goes_before_the_rest_of_the_kernel_and_a_deeper_one_before_it() {
    on_both(&BOUND, |unit| {
        enter(unit);
        for (level, tbs) in [(1, 1), (2, 2)] {
            step(unit, group(0, level, tbs));
            settle(unit);
        }
        let sent = serve(unit, &[0]);
        assert_eq!(sent, [(0, 2, 2), (0, 2, 2), (0, 1, 1), (0, 0, 3), (0, 0, 3), (0, 0, 3)]);
    });
}

#[test]
fn a_group_waits_for_the_smx_that_launched_it_while_others_have_room() {
    on_both(&BOUND, |unit| {
        step(unit, group(0, 1, 2));
        settle(unit);
        assert_eq!(serve(unit, &[1]), []);
        assert_eq!(serve(unit, &[0, 1]), [(0, 1, 2), (0, 1, 2)]);
    });
}

#[test]
fn a_launched_kernel_waits_in_the_queue_of_its_cluster_and_level_as_a_group_does() {
    on_both(&BOUND, |unit| {
        enter(unit);
        step(unit, group(1, 1, 1));
        settle(unit);
        let launched = In { enter_valid: true, enter_kdei: 2, ..In::default() };
        step(unit, In { enter_level: 2, enter_cluster: 0, ..launched });
        settle(unit);
        step(unit, In { enter_level: 1, enter_cluster: 1, ..launched });
        settle(unit);
        assert_eq!(serve(unit, &[0])[..4], [(0, 2, 3), (0, 2, 3), (0, 2, 3), (0, 0, 3)]);
        assert_eq!(serve(unit, &[1])[..4], [(1, 1, 1), (1, 1, 3), (1, 1, 3), (1, 1, 3)]);
    });
}

#[test]
fn a_kernel_has_an_entry_when_the_groups_of_its_cluster_have_all_theirs() {
    on_both(&Params { entries: 4, ..BOUND }, |unit| {
        let mut memory = overflown(unit, [1; 6]);
        let kernel = In { enter_valid: true, enter_level: 2, ..In::default() };
        memory.step(unit, In { enter_kdei: 1, ..kernel });
        memory.settle(unit);
        memory.step(unit, In { enter_kdei: 2, enter_level: 1, ..kernel });
        memory.settle(unit);
        assert_eq!(unit.out().queued, 8);
        // The kernel of level 1 is behind the four groups on chip, and before those in memory.
        let sent = memory.serve(unit);
        let levels: Vec<u32> = sent.iter().map(|(level, _)| *level).collect();
        assert_eq!(levels, [[2; 3].as_slice(), &[1; 9]].concat());
        let params: Vec<u32> = sent[3..].iter().map(|(_, param)| *param).collect();
        assert_eq!(params, [1, 2, 3, 4, 0, 0, 0, 5, 6]);
    });
}

#[test]
fn an_adaptive_source_gives_it_to_another_smx_when_that_has_nothing_else() {
    on_both(&Params { adaptive: true, ..BOUND }, |unit| {
        enter(unit);
        step(unit, group(0, 1, 2));
        settle(unit);
        let sent = serve(unit, &[1]);
        assert_eq!(sent, [(1, 0, 3), (1, 0, 3), (1, 0, 3), (1, 1, 2), (1, 1, 2)]);
    });
}

#[test]
fn one_cluster_of_all_smxs_gives_a_group_to_any() {
    on_both(&Params { cluster: 2, ..BOUND }, |unit| {
        enter(unit);
        step(unit, group(0, 1, 2));
        settle(unit);
        assert_eq!(serve(unit, &[1])[..2], [(1, 1, 2), (1, 1, 2)]);
    });
}

#[test]
fn a_group_is_appended_in_as_many_cycles_however_many_there_are() {
    on_both(&BOUND, |unit| {
        for number in 0..BOUND.entries {
            assert_eq!(unit.out().queued, number);
            step(unit, group(0, 1 + number % 2, 1));
            let mut cycles = 0;
            while unit.out().queued == number {
                step(unit, In::default());
                cycles += 1;
            }
            settle(unit);
            assert_eq!(cycles, 2, "of the group with {number} before it");
        }
    });
}

#[test]
fn timing_table_the_smxs_are_looked_at_in_turn_cycle_by_cycle() {
    on_both(&BOUND, |unit| {
        enter(unit);
        step(unit, In { end_valid: true, ..In::default() });
        let mut wants = Vec::new();
        for _ in 0..8 {
            wants.push(unit.out().want_smxs.lowest());
            let grant_smxs = unit.out().want_smxs;
            step(unit, In { grant_smxs, ..In::default() });
        }
        // The head is in the hand. Its third TB is the last.
        assert_eq!(wants[..3], [Some(0), Some(1), Some(0)]);
        assert!(wants[3..].iter().all(Option::is_none));
    });
}

#[test]
fn a_demand_is_asked_before_it_is_wanted_and_not_again() {
    on_both(&BOUND, |unit| {
        step(unit, In { enter_valid: true, ..In::default() });
        let (mut asks, mut wants) = (Vec::new(), Vec::new());
        for cycle in 1..20u64 {
            let out = unit.out();
            asks.extend(out.ask_valid.then_some(cycle));
            wants.extend(out.want_smxs.any().then_some(cycle));
            step(unit, In::default());
        }
        // Looked up in 1, appended in 2, looked at in 4 and fetched.
        assert_eq!((asks, wants), (vec![7], vec![8, 9]));
    });
}

/// A memory that takes requests at once and answers after `latency` cycles.
struct Memory {
    now: u64,
    latency: u64,
    words: BTreeMap<u32, u32>,
    answers: VecDeque<(u64, u32)>,
    /// Addresses and words that the unit has written.
    written: Vec<(u32, u32)>,
}

impl Memory {
    fn new(latency: u64) -> Self {
        Self { now: 0, latency, words: BTreeMap::new(), answers: VecDeque::new(), written: vec![] }
    }

    /// Writes the record of a group and returns the group with it.
    fn with_record(&mut self, number: u32, group: In) -> In {
        let alloc_record = BYTES * number;
        let grid = decode_grid([group.alloc_grid_x, group.alloc_grid_yz]);
        let words = Record { grid, param: group.alloc_param, next: Agei::NONE }.pack();
        let words = words.into_iter().enumerate();
        self.words.extend(words.map(|(word, value)| (alloc_record + offset(word), value)));
        In { alloc_record, ..group }
    }

    /// A cycle of the unit with this memory.
    fn step(&mut self, unit: &mut Source, input: In) -> Out {
        let out = unit.out();
        let answer = self.answers.front().copied().filter(|(at, _)| *at <= self.now);
        self.answers.drain(..usize::from(answer.is_some()));
        let input = In {
            mem_req_ready: true,
            mem_resp_valid: answer.is_some(),
            mem_resp_data: answer.map_or(0, |(_, word)| word),
            ..input
        };
        if out.mem_req_write {
            self.words.insert(out.mem_req_addr, out.mem_req_data);
            self.written.push((out.mem_req_addr, out.mem_req_data));
        } else if out.mem_req_valid {
            self.answers.push_back((self.now + self.latency, self.words[&out.mem_req_addr]));
        }
        self.now += 1;
        step(unit, input)
    }

    fn settle(&mut self, unit: &mut Source) {
        while !unit.out().idle {
            self.step(unit, In::default());
        }
    }

    /// Grants whatever is wanted for SMX 0 until the unit rests; returns level and parameter address of each TB.
    fn serve(&mut self, unit: &mut Source) -> Vec<(u32, u32)> {
        let mut sent = Vec::new();
        self.step(unit, In { end_valid: true, ..In::default() });
        while !unit.out().idle {
            let first = unit.out().want_smxs.has(0);
            let grant_smxs = if first { Mask::bit(0) } else { Mask::NONE };
            let out = self.step(unit, In { grant_smxs, ..In::default() });
            sent.extend(first.then_some((out.tb_level, out.tb_param)));
        }
        sent
    }
}

/// Four entries for the SMXs' groups, and six groups of one TB of SMX 0. The last two are in memory.
fn overflown(unit: &mut Source, levels: [u32; 6]) -> Memory {
    let mut memory = Memory::new(20);
    for (number, level) in (1..).zip(levels) {
        let group = In { alloc_param: number, alloc_kdei: 3, ..group(0, level, 1) };
        let group = memory.with_record(number, group);
        memory.step(unit, group);
        memory.settle(unit);
    }
    assert_eq!((unit.out().queued, unit.out().alloc_ready), (6, true));
    memory
}

#[test]
fn rule_11_a_group_in_memory_has_its_kernel_and_next_in_records() {
    on_both(&Params { entries: 4, ..BOUND }, |unit| {
        let memory = overflown(unit, [1; 6]);
        let next = Agei::spilled(6 * BYTES).word();
        let (of_5, of_6) = (5 * BYTES, 6 * BYTES);
        assert_eq!(memory.written, [(of_5 + 16, 3), (of_6 + 16, 3), (of_5 + 12, next)]);
    });
}

#[test]
fn rules_4_and_12_groups_come_back_in_their_order_the_highest_level_first() {
    on_both(&Params { entries: 4, ..BOUND }, |unit| {
        let mut memory = overflown(unit, [1; 6]);
        assert_eq!(memory.serve(unit), [1, 2, 3, 4, 5, 6].map(|number| (1, number)));
        assert_eq!(unit.out().queued, 0);
    });
    on_both(&Params { entries: 4, ..BOUND }, |unit| {
        // The first TB that leaves makes room for the sixth, which is above all others.
        let mut memory = overflown(unit, [1, 1, 1, 1, 1, 2]);
        let sent = memory.serve(unit);
        let place = |number| sent.iter().position(|(_, sent)| *sent == number);
        assert!(place(6) < place(5), "{sent:?}");
        assert_eq!(sent.len(), 6);
    });
}

#[test]
fn timing_table_a_record_is_asked_six_cycles_after_a_last_tb_and_its_group_is_appended_when_read() {
    on_both(&Params { entries: 4, ..BOUND }, |unit| {
        let mut memory = overflown(unit, [1; 6]);
        memory.step(unit, In { end_valid: true, ..In::default() });
        while !unit.out().want_smxs.has(0) {
            memory.step(unit, In::default());
        }
        memory.step(unit, In { grant_smxs: Mask::bit(0), ..In::default() });
        // Each of the five words comes 20 cycles after it is asked. Another head may be fetched meanwhile.
        let (mut asked, mut looked, mut cycles) = (None, None, 0);
        while looked.is_none() {
            let out = unit.out();
            asked = asked.or(out.mem_req_valid.then_some(cycles));
            looked = out.look_valid.then_some(cycles);
            memory.step(unit, In::default());
            cycles += 1;
        }
        let asked = asked.expect("words are asked");
        assert_eq!(asked, 6);
        assert!(
            looked.is_some_and(|looked| looked <= asked + 4 + 20 + 1 + 4),
            "{asked} {looked:?}"
        );
    });
}

#[test]
fn a_reset_forgets_what_is_in_memory() {
    on_both(&Params { entries: 4, ..BOUND }, |unit| {
        overflown(unit, [1; 6]);
        unit.reset();
        while !unit.out().alloc_ready {
            unit.step(&In::default());
        }
        assert_eq!(unit.out().queued, 0);
        let mut memory = overflown(unit, [2, 1, 2, 1, 2, 1]);
        assert_eq!(memory.serve(unit).len(), 6);
    });
}
