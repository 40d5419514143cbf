//! Tests one rule at a time, to the cycle, in model and circuit. Memory answers in the next cycle.

use super::descriptor::{offset, Descriptor, Home};
use super::pins::{In, Out, Params, LAUNCH, RESUME, SUSPEND, SUSPENDED};
use super::Kmu;
use crate::kit::{Clocked, Rtl, Synthesizable, Unit};
use std::collections::BTreeMap;

mod clusters;

type Backend = Box<dyn Clocked<In = In, Out = Out>>;

struct Bench {
    unit: Backend,
    memory: BTreeMap<u32, u32>,
    response: Option<u32>,
    straps: In,
    now: u32,
}

/// Runs `test` on the model and on the circuit with two queues, three clusters and two levels.
fn both(dispatch_cycles: u32, pending_limit: u32, test: impl Fn(Bench)) {
    both_with(&Kmu::tiny(), dispatch_cycles, pending_limit, test);
}

/// The same with these sizes.
fn both_with(params: &Params, dispatch_cycles: u32, pending_limit: u32, test: impl Fn(Bench)) {
    let backends: [Backend; 2] =
        [Box::new(Kmu::model(params)), Box::new(Rtl::new(Kmu::circuit(params)))];
    for unit in backends {
        let straps = In {
            cfg_dispatch_cycles: dispatch_cycles,
            cfg_pending_limit: pending_limit,
            ..In::default()
        };
        test(Bench { unit, memory: BTreeMap::new(), response: None, straps, now: 0 });
    }
}

impl Bench {
    fn out(&self) -> Out {
        self.unit.out()
    }

    /// One cycle with the straps, the memory, and what `set` adds.
    fn step(&mut self, set: impl FnOnce(&mut In)) {
        let out = self.unit.out();
        let mut input = In { mem_req_ready: true, ..self.straps };
        if let Some(word) = self.response.take() {
            (input.mem_resp_valid, input.mem_resp_data) = (true, word);
        }
        set(&mut input);
        if out.mem_req_valid && out.mem_req_write && input.mem_req_ready {
            self.memory.insert(out.mem_req_addr, out.mem_req_data);
        } else if out.mem_req_valid && input.mem_req_ready {
            self.response = Some(self.memory.get(&out.mem_req_addr).copied().unwrap_or(0));
        }
        self.unit.step(&input);
        self.now += 1;
    }

    fn host(&mut self, hwq: u32, desc: u32) {
        assert!(self.out().hwq_ready.has(hwq), "rule 1");
        self.memory.insert(desc + 24, 32 | hwq);
        self.step(|i| (i.host_valid, i.host_hwq, i.host_desc) = (true, hwq, desc));
    }

    fn command(&mut self, kind: u32, desc: u32) {
        assert!(self.out().cmd_ready);
        self.step(|i| (i.cmd_valid, i.cmd_kind, i.cmd_desc) = (true, kind, desc));
    }

    /// A launch by a TB of a cluster, when the KMU takes one.
    fn launch(&mut self, cluster: u32, level: u32, desc: u32) {
        self.until(|out| out.cmd_ready);
        self.step(|i| {
            (i.cmd_valid, i.cmd_kind, i.cmd_desc) = (true, LAUNCH, desc);
            (i.cmd_level, i.cmd_cluster) = (level, cluster);
        });
    }

    /// Steps until `holds` and returns the cycle.
    fn until(&mut self, holds: impl Fn(&Out) -> bool) -> u32 {
        for _ in 0..1000 {
            if holds(&self.out()) {
                return self.now;
            }
            self.step(|_| {});
        }
        panic!("nothing after 1000 cycles: {:?}", self.out());
    }

    /// Waits for an offer and takes it.
    fn take(&mut self) -> Out {
        self.until(|out| out.disp_valid);
        let out = self.out();
        self.step(|i| i.disp_ready = true);
        out
    }
}

#[test]
fn rule_6_a_head_is_offered_ten_cycles_after_its_choice_with_all_its_words() {
    both(0, 8, |mut bench| {
        for word in 0..6 {
            bench.memory.insert(0x40 + word * 4, 100 + word);
        }
        bench.host(1, 0x40);
        // Chosen in cycle 1: the slot is free again in cycle 2, the first read is offered in 3.
        assert_eq!(bench.until(|out| out.hwq_ready == 3), 2);
        assert_eq!(bench.until(|out| out.mem_req_valid), 3);
        assert_eq!(bench.until(|out| out.disp_valid), 11);
        let out = bench.out();
        assert_eq!([out.disp_pc, out.disp_grid_x, out.disp_grid_yz], [100, 101, 102]);
        assert_eq!([out.disp_shape, out.disp_demand, out.disp_param], [103, 104, 105]);
        assert_eq!((out.disp_tag, out.disp_desc), (33, 0x40));
        assert_eq!((out.disp_level, out.disp_cluster), (0, 0));
    });
}

#[test]
fn rule_6_level_and_cluster_of_a_launched_kernel_are_those_of_its_descriptor() {
    both(0, 8, |mut bench| {
        let home = Home { level: 5, cluster: 19 };
        let grid = [1; 3];
        let words =
            Descriptor { pc: 1, grid, shape: 1, demand: 1, param: 0, tag: 0, home, next: 0 }.pack();
        let words = words.into_iter().enumerate();
        bench.memory.extend(words.map(|(word, value)| (0x40 + offset(word), value)));
        bench.command(LAUNCH, 0x40);
        let out = bench.take();
        assert_eq!((out.disp_level, out.disp_cluster, out.disp_tag), (5, 19, 0));
        assert_eq!((bench.out().disp_level, bench.out().disp_cluster), (0, 0));
    });
}

#[test]
fn rule_6_an_offer_is_made_exactly_when_its_time_has_come() {
    for dispatch_cycles in [10, 11, 40, 283] {
        both(dispatch_cycles, 8, |mut bench| {
            bench.host(0, 0x40);
            assert_eq!(bench.until(|out| out.disp_valid), 1 + dispatch_cycles);
        });
    }
}

#[test]
fn rule_6_a_pool_kernel_needs_one_word_more() {
    both(0, 8, |mut bench| {
        bench.command(LAUNCH, 0x40);
        assert_eq!(bench.until(|out| out.pending == 1), 2);
        // Chosen in cycle 2; it counts as pending until it has been read.
        assert_eq!(bench.until(|out| out.pending == 0), 13);
        assert!(bench.out().disp_valid);
        assert_eq!((bench.out().disp_desc, bench.out().disp_tag), (0x40, 0));
    });
}

#[test]
fn rule_2_a_next_head_waits_until_done_names_its_queue() {
    both(0, 8, |mut bench| {
        bench.host(0, 0x40);
        bench.step(|_| {});
        bench.host(0, 0x80);
        assert_eq!(bench.take().disp_desc, 0x40);
        for _ in 0..50 {
            assert!(bench.out().idle && !bench.out().mem_req_valid);
            bench.step(|_| {});
        }
        bench.step(|i| (i.done_valid, i.done_hwq) = (true, 0));
        let chosen = bench.now;
        assert_eq!(bench.until(|out| out.hwq_ready == 3), chosen + 1);
        assert_eq!(bench.take().disp_desc, 0x80);
    });
}

#[test]
fn rule_8_done_counts_also_at_the_edge_at_which_the_next_head_comes() {
    both(0, 8, |mut bench| {
        bench.host(0, 0x40);
        bench.take();
        bench.step(|i| {
            (i.done_valid, i.done_hwq) = (true, 0);
            (i.host_valid, i.host_hwq, i.host_desc) = (true, 0, 0x80);
        });
        assert_eq!(bench.take().disp_desc, 0x80);
    });
}

#[test]
fn rule_4_a_launch_beyond_the_limit_raises_overflow_for_one_cycle_and_is_not_kept() {
    both(100, 1, |mut bench| {
        bench.host(0, 0x40);
        bench.step(|_| {});
        bench.command(LAUNCH, 0x80);
        bench.until(|out| out.pending == 1);
        bench.command(LAUNCH, 0xC0);
        let decided = bench.now;
        assert!(!bench.out().overflow && !bench.out().cmd_ready);
        assert_eq!(bench.until(|out| out.overflow), decided + 1);
        assert_eq!((bench.out().pending, bench.out().cmd_ready), (1, true));
        bench.step(|_| {});
        assert!(!bench.out().overflow);
        assert_eq!([bench.take().disp_desc, bench.take().disp_desc], [0x40, 0x80]);
        bench.until(|out| out.idle);
        assert_eq!(bench.out().pending, 0);
    });
}

#[test]
fn rule_4_every_bit_of_the_limit_counts() {
    for limit in (0..32).map(|bit| 1 << bit).chain([0, u32::MAX]) {
        both(100, limit, |mut bench| {
            // A head keeps the dispatch busy, so that no kernel leaves the pool.
            bench.host(0, 0x40);
            bench.step(|_| {});
            for launches in 1..=3 {
                bench.command(LAUNCH, 0x80 + launches * 0x20);
                bench.until(|out| out.cmd_ready);
                let (pending, wanted) = (bench.out().pending, launches.min(limit));
                assert!(
                    pending == wanted,
                    "rule 4: {pending} of {launches} launches are pending, not {wanted}, at a limit of {limit:#x}"
                );
            }
        });
    }
}

#[test]
fn rule_5_heads_and_pool_take_turns_and_the_pool_is_first_in_first_out() {
    both(60, 8, |mut bench| {
        bench.host(1, 0x100);
        bench.until(|out| out.hwq_ready == 3);
        for desc in [0x40, 0x60, 0x80] {
            bench.until(|out| out.cmd_ready);
            bench.command(LAUNCH, desc);
        }
        bench.host(0, 0x120);
        let order: Vec<u32> = (0..5).map(|_| bench.take().disp_desc).collect();
        assert_eq!(order, [0x100, 0x40, 0x120, 0x60, 0x80]);
    });
}

#[test]
fn rule_3_a_suspended_host_kernel_comes_back_through_the_pool_with_its_queue() {
    both(0, 8, |mut bench| {
        bench.host(1, 0x40);
        bench.take();
        bench.command(SUSPEND, 0x40);
        // Decided in the next cycle, written in the one after, then counted.
        let taken = bench.now;
        assert_eq!(bench.until(|out| out.suspended == 1), taken + 2);
        assert_eq!(bench.memory[&0x5C], SUSPENDED);
        assert_eq!((bench.out().pending, bench.out().idle), (0, true));
        bench.command(RESUME, 0x40);
        assert_eq!(bench.until(|out| out.pending == 1), taken + 4);
        assert_eq!(bench.out().suspended, 0);
        let out = bench.take();
        assert_eq!((out.disp_desc, out.disp_tag), (0x40, 33));
    });
}

#[test]
fn stream_rule_2_a_write_waits_for_memory_and_commands_wait_for_the_write() {
    both(100, 8, |mut bench| {
        bench.host(0, 0x40);
        for _ in 0..20 {
            bench.step(|_| {});
        }
        bench.command(LAUNCH, 0x80);
        bench.until(|out| out.cmd_ready);
        bench.command(LAUNCH, 0xC0);
        bench.step(|_| {});
        for _ in 0..5 {
            let out = bench.out();
            assert!(out.mem_req_valid && out.mem_req_write && !out.cmd_ready);
            assert_eq!((out.mem_req_addr, out.mem_req_data, out.pending), (0x9C, 0xC0, 1));
            bench.step(|i| i.mem_req_ready = false);
        }
        bench.step(|_| {});
        assert_eq!((bench.out().pending, bench.out().cmd_ready), (2, true));
    });
}

#[test]
fn contract_3_after_a_reset_in_the_middle_nothing_is_left() {
    both(0, 8, |mut bench| {
        let fresh = bench.out();
        bench.host(0, 0x40);
        bench.host(1, 0x60);
        bench.command(LAUNCH, 0x80);
        bench.step(|_| {});
        bench.unit.reset();
        (bench.now, bench.response) = (0, None);
        assert_eq!(bench.out(), fresh);
        assert!(fresh.idle);
        bench.host(1, 0xC0);
        assert_eq!(bench.until(|out| out.disp_valid), 11);
        assert_eq!(bench.out().disp_desc, 0xC0);
    });
}
