//! Residency and round robin wired together by the AND of want, room and turn, with a source that always
//! wants: what the path of a TB takes, and that no SMX is ever overbooked.

use heddle_hw::kernel_distributor::pins::encode_demand;
use heddle_hw::kit::{Clocked, Mask, Rtl, Synthesizable, Unit};
use heddle_hw::placement_rr::{self, RoundRobin};
use heddle_hw::residency::{self, Residency};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use std::collections::BTreeMap;

type Units = (
    Box<dyn Clocked<In = residency::pins::In, Out = residency::pins::Out>>,
    Box<dyn Clocked<In = placement_rr::pins::In, Out = placement_rr::pins::Out>>,
);

/// SMXs and slots; threads, registers and shared memory are those of the thesis.
fn on_both(smxs: u32, slots: u32, test: impl Fn(Bench)) {
    let sizes = residency::pins::Params { smxs, slots, ..Residency::paper() };
    let placement = placement_rr::pins::Params { smxs, consecutive: 1 };
    let models: Units =
        (Box::new(Residency::model(&sizes)), Box::new(RoundRobin::model(&placement)));
    test(Bench::new(sizes.clone(), models));
    let circuits = (Residency::circuit(&sizes), RoundRobin::circuit(&placement));
    let circuits: Units = (Box::new(Rtl::new(circuits.0)), Box::new(Rtl::new(circuits.1)));
    test(Bench::new(sizes, circuits));
}

/// A TB and when it ends, if it does.
#[derive(Clone, Copy)]
struct Resident {
    demand: u32,
    ends: Option<u64>,
}

/// The two units, a source that always wants one more TB of the demand asked, and the SMXs.
struct Bench {
    params: residency::pins::Params,
    units: Units,
    cycle: u64,
    demand: u32,
    /// How long a TB that is granted now runs after its start; forever without a number.
    runs: Option<u64>,
    mask: Mask,
    /// The TB granted in the last cycle, to be sent in this one.
    granted: bool,
    residents: BTreeMap<(u32, u32), Resident>,
    /// Cycle, SMX and slot of every start.
    starts: Vec<(u64, u32, u32)>,
    /// Cycle, SMX and slot of every end taken.
    ended: Vec<(u64, u32, u32)>,
}

impl Bench {
    fn new(params: residency::pins::Params, units: Units) -> Self {
        Self {
            params,
            units,
            cycle: 0,
            demand: 0,
            runs: None,
            mask: !Mask::NONE,
            granted: false,
            residents: BTreeMap::new(),
            starts: Vec::new(),
            ended: Vec::new(),
        }
    }

    /// One cycle; asks `ask` if there is one.
    fn step(&mut self, ask: Option<u32>) {
        let (residency, placement) = (self.units.0.out(), self.units.1.out());
        if residency.start_valid {
            let (smx, slot) = (residency.start_smx, residency.start_slot);
            let resident =
                Resident { demand: self.demand, ends: self.runs.map(|runs| self.cycle + runs) };
            let before = self.residents.insert((smx, slot), resident);
            assert!(before.is_none(), "slot {slot} of SMX {smx} is taken");
            self.starts.push((self.cycle, smx, slot));
            self.check_capacity(smx);
        }
        // Want is low in the cycle of an ask.
        let all = Mask::first(self.params.smxs);
        let want = if ask.is_some() { Mask::NONE } else { all };
        let grant = want & residency.room_smxs & placement.turn_smxs;
        assert!(grant.count() <= 1, "one TB per cycle");
        let due = |r: &Resident| r.ends.is_some_and(|ends| ends < self.cycle);
        let end = self.residents.iter().find(|(_, r)| due(r)).map(|(&seat, _)| seat);
        let (end_smx, end_slot) = end.unwrap_or((0, 0));
        self.units.0.step(&residency::pins::In {
            ask_valid: ask.is_some(),
            ask_smxs: if ask.is_some() { all } else { Mask::NONE },
            ask_demand: ask.unwrap_or(0),
            tb_valid: self.granted,
            tb_item: if self.granted { self.starts.len() as u32 } else { 0 },
            tb_tell_agt: self.granted,
            grant_smxs: grant,
            end_valid: end.is_some(),
            end_smx,
            end_slot,
            told_agt_ready: true,
            ..Default::default()
        });
        self.units.1.step(&placement_rr::pins::In {
            room_smxs: residency.room_smxs,
            grant_smxs: grant,
            mask_smxs: self.mask,
        });
        if let Some(seat) = end.filter(|_| residency.end_ready) {
            self.residents.remove(&seat);
            self.ended.push((self.cycle, seat.0, seat.1));
        }
        self.granted = grant != 0;
        self.demand = ask.unwrap_or(self.demand);
        self.cycle += 1;
    }

    fn run(&mut self, cycles: u64) {
        (0..cycles).for_each(|_| self.step(None));
    }

    fn check_capacity(&self, smx: u32) {
        let residents: Vec<_> = self.residents.range((smx, 0)..(smx + 1, 0)).collect();
        let sum = |shift: u32, mask: u32| -> u32 {
            residents.iter().map(|(_, r)| r.demand >> shift & mask).sum()
        };
        assert!(sum(0, 0xFFF) <= self.params.threads, "threads of SMX {smx} are overbooked");
        assert!(sum(12, 0x1FF) <= self.params.registers, "registers of SMX {smx} are overbooked");
        assert!(sum(21, 0x1FF) <= self.params.shared, "shared memory of SMX {smx} is overbooked");
        assert!(residents.len() as u32 <= self.params.slots);
    }

    fn cycles_of_starts(&self) -> Vec<u64> {
        self.starts.iter().map(|&(cycle, ..)| cycle).collect()
    }
}

#[test]
fn the_first_tb_starts_three_cycles_after_the_ask_and_208_fill_13_smxs_in_208_cycles() {
    on_both(13, 16, |mut bench| {
        bench.step(Some(encode_demand(128, 16 * 256, 0)));
        bench.run(300);
        // Asked in 0, room in 1, turn and grant in 2, TB in 3.
        assert_eq!(bench.cycles_of_starts(), (3..211).collect::<Vec<_>>());
        let smxs: Vec<_> = bench.starts.iter().map(|&(_, smx, _)| smx).collect();
        assert_eq!(smxs, (0..208).map(|tb| tb % 13).collect::<Vec<_>>());
    });
}

#[test]
fn a_turn_that_stands_makes_the_first_tb_start_two_cycles_after_the_ask() {
    on_both(13, 16, |mut bench| {
        bench.step(Some(encode_demand(128, 0, 0)));
        bench.run(4);
        bench.step(Some(encode_demand(64, 0, 0)));
        bench.run(4);
        // Asked in 5, granted in 6, TB in 7.
        assert_eq!(bench.cycles_of_starts(), [3, 4, 5, 7, 8, 9]);
    });
}

#[test]
fn sixteen_tbs_fill_a_single_smx_in_16_cycles() {
    on_both(1, 16, |mut bench| {
        bench.step(Some(encode_demand(128, 0, 0)));
        bench.run(60);
        assert_eq!(bench.cycles_of_starts(), (3..19).collect::<Vec<_>>());
    });
}

#[test]
fn a_slot_runs_another_tb_four_cycles_after_its_end_was_taken() {
    on_both(3, 2, |mut bench| {
        bench.step(Some(0));
        bench.runs = Some(20);
        bench.run(12);
        bench.runs = None;
        bench.run(30);
        let again: Vec<_> =
            bench.ended.iter().map(|&(cycle, smx, slot)| (cycle + 4, smx, slot)).collect();
        assert_eq!(again.len(), 6);
        assert_eq!(bench.starts[6..], again);
    });
}

#[test]
fn a_tb_ends_and_another_starts_in_every_cycle_of_a_full_machine() {
    on_both(13, 16, |mut bench| {
        bench.runs = Some(205);
        bench.step(Some(0));
        bench.run(2_000);
        // From the first end on, none is missed: 205 cycles and some for the next TB in the slot.
        let rate =
            |cycles: Vec<u64>| cycles.iter().filter(|&&c| (1_000..1_500).contains(&c)).count();
        let ended = rate(bench.ended.iter().map(|&(cycle, ..)| cycle).collect());
        let started = rate(bench.cycles_of_starts());
        assert!(ended >= 480 && started >= 480, "{started} starts, {ended} ends in 500 cycles");
    });
}

#[test]
fn masked_smxs_get_no_tb_from_two_cycles_later_on_and_the_others_lose_no_cycle() {
    on_both(4, 8, |mut bench| {
        bench.step(Some(0));
        bench.run(5);
        bench.mask = Mask::from(0b0101u32);
        let sampled = bench.cycle;
        bench.run(30);
        // Granted in the cycle of the sample at the latest, as a turn follows one cycle later.
        let late = bench
            .starts
            .iter()
            .filter(|&&(cycle, smx, _)| cycle > sampled + 1 && 0b0101 >> smx & 1 == 0);
        assert_eq!(late.count(), 0);
        let cycles = bench.cycles_of_starts();
        assert_eq!(cycles, (3..3 + cycles.len() as u64).collect::<Vec<_>>());
    });
}

#[test]
fn random_demands_never_overbook_an_smx_and_every_one_of_them_is_served() {
    let share = |capacity: u32| prop_oneof![0..=capacity / 8, 0..=capacity, Just(capacity)];
    let params = Residency::paper();
    let demand = (share(params.threads), share(params.registers), share(params.shared))
        .prop_map(|(threads, registers, shared)| threads | registers << 12 | shared << 21);
    let phases = prop::collection::vec((demand, 0..40u64, 1..60u64), 1..12);
    let mut runner =
        TestRunner::new(Config { cases: 24, failure_persistence: None, ..Config::default() });
    let outcome = runner.run(&(phases, 1..14u32, 1..17u32), |(phases, smxs, slots)| {
        on_both(smxs, slots, |mut bench| {
            for &(demand, runs, cycles) in &phases {
                bench.runs = Some(runs);
                bench.step(Some(demand));
                let before = bench.starts.len();
                bench.run(cycles);
                // Room comes when those before have ended, one per cycle at worst after another.
                let mut waits = 0;
                while bench.starts.len() == before {
                    bench.run(1);
                    waits += 1;
                    assert!(waits < 500, "demand {demand:#x} starves");
                }
            }
        });
        Ok(())
    });
    outcome.expect("no SMX is overbooked");
}
