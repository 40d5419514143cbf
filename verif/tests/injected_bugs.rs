//! Tests that specifications catch bugs. One line of each unit's Verilog is changed. The
//! specification must catch the change, shrink it to a short counterexample, and write a recording
//! that replays and a waveform. The stored counterexample (`verif/regressions`) must show the bug
//! too; `HEDDLE_BLESS=1` stores the one found now.

use heddle_gen::units::for_unit;
use heddle_gen::verilated::{verilator_available, Compiled};
use heddle_gen::verilog::emit;
use heddle_hw::kit::trial::{search, Checker, Plan};
use heddle_hw::kit::unit::UnitVisitor;
use heddle_hw::kit::{Class, Spec};
use heddle_verif::regressions;
use heddle_verif::replay::Recording;
use heddle_verif::report::{failures_dir, Failed};
use heddle_verif::tools::present;

/// Most cycles of a counterexample that was shrunk.
const SHORT: usize = 50;

/// Stimuli among which one must show the bug.
const PLAN: Plan = Plan { cases: 400, seed: 1 };

/// Seed of the power-up state.
const POWER_UP: u32 = 7;

/// One line of a unit's Verilog at a preset, and its replacement.
struct Bug {
    /// Name of the stored counterexample.
    kept: &'static str,
    preset: &'static str,
    line: &'static str,
    instead: &'static str,
}

impl UnitVisitor for Bug {
    type Output = ();

    fn visit<R: Spec>(self) {
        let params = R::preset(self.preset).expect("the unit has the preset");
        let mut verilog = emit::<R>(&params).expect("the unit can be printed");
        let found = verilog.complete().matches(self.line).count();
        assert_eq!(found, 1, "{}: `{}` occurs {found} times in its Verilog", R::NAME, self.line);
        let healthy =
            Compiled::<R::In, R::Out>::from_verilog(&verilog, Class::Narrow).expect("it compiles");
        for module in &mut verilog.modules {
            module.text = module.text.replace(self.line, self.instead);
        }
        let broken =
            Compiled::<R::In, R::Out>::from_verilog(&verilog, Class::Narrow).expect("it compiles");

        for check in [Checker::Spec, Checker::Model] {
            let found = search::<R, _>(&params, PLAN, check, || broken.unit(POWER_UP))
                .expect_err("the bug is caught");
            let failed = Failed {
                preset: self.preset,
                backend: "verilated",
                stimulus_seed: PLAN.seed,
                power_up_seed: POWER_UP,
                found: &found,
            };
            let artifacts = failed
                .write::<R, _>(&failures_dir().join("seeded"), broken.unit(POWER_UP))
                .expect("artifacts can be written");
            println!("{check:?}: {}\n", artifacts.message);
            let cycles = artifacts.recording.inputs.len();
            assert!(cycles <= SHORT, "{}: {cycles} cycles are not short", R::NAME);

            let text = std::fs::read_to_string(&artifacts.file).expect("a recording was left");
            let recording: Recording = serde_json::from_str(&text).expect("it reads back");
            assert_eq!(recording, artifacts.recording);
            assert_eq!(artifacts.waves.len(), 3, "VCD, FST and a GTKWave file");
            for wave in &artifacts.waves {
                let length = std::fs::metadata(wave).expect("a waveform was left").len();
                assert!(length > 0, "{} is empty", wave.display());
            }
            let command = format!("heddle replay {} --backend verilated", artifacts.file.display());
            assert!(artifacts.message.contains(&command));

            let again = recording.replay::<R, _>(broken.unit(POWER_UP)).expect("it replays");
            assert_eq!(again.difference, artifacts.replayed.difference);
            assert!(again.difference.is_some(), "the broken unit differs from its model");
            if check == Checker::Model {
                assert_eq!(again.difference, found.difference);
            }
            let cured = recording.replay::<R, _>(healthy.unit(POWER_UP)).expect("it replays");
            assert_eq!(cured.difference, None, "without the bug there is no difference");
            if check == Checker::Model && heddle_verif::page::blessing() {
                regressions::keep(&recording, self.kept).expect("the folder is writable");
            }
        }
        let kept = regressions::load(&regressions::file(R::NAME, self.kept)).expect("it is kept");
        let shown = kept.replay::<R, _>(broken.unit(POWER_UP)).expect("it replays");
        assert!(shown.difference.is_some(), "{}: the kept counterexample shows the bug", R::NAME);
    }
}

fn caught(unit: &str, kept: &'static str, line: &'static str, instead: &'static str) {
    caught_at("tiny", unit, kept, line, instead);
}

fn caught_at(
    preset: &'static str,
    unit: &str,
    kept: &'static str,
    line: &'static str,
    instead: &'static str,
) {
    if !present(verilator_available()) {
        return;
    }
    for_unit(unit, Bug { kept, preset, line, instead }).expect("the unit exists");
}

#[test]
fn a_fifo_that_counts_a_push_beside_a_pop_is_caught() {
    caught("fifo", "push-beside-pop", "if (push & ~pop) count_q", "if (push) count_q");
}

#[test]
fn a_kmu_that_lets_a_queue_run_ahead_of_its_head_is_caught() {
    caught(
        "kmu",
        "queue-ahead-of-its-head",
        "blocked_q <= (blocked_q | chosen_select) & ~done_select;",
        "blocked_q <= blocked_q & ~done_select;",
    );
}

#[test]
fn a_distributor_that_forgets_a_group_spent_beside_a_hit_is_caught() {
    caught(
        "kernel_distributor",
        "spent-beside-a-hit",
        "references_q[i*24 +: 24] <= references_q[i*24 +: 24] + groups_but_one;",
        "references_q[i*24 +: 24] <= references_q[i*24 +: 24] + groups;",
    );
}

#[test]
fn a_source_that_does_not_capture_a_link_beside_the_take_is_caught() {
    caught(
        "fcfs",
        "link-beside-the-take",
        "wire starts = (|(without_q & select)) | captured;",
        "wire starts = |(without_q & select);",
    );
}

#[test]
fn an_agt_that_keeps_a_finished_group_valid_is_caught() {
    caught(
        "agt",
        "finished-group-stays",
        "(distributed & ~finished) ? remaining | 32'hc0000000",
        "distributed ? remaining | 32'hc0000000",
    );
}

#[test]
fn a_probing_agt_that_gives_up_after_two_entries_is_caught() {
    caught_at(
        "tiny-linear-probing",
        "agt",
        "second-look-only",
        "looked_q != LAST_LOOK",
        "looked_q != 3'd1",
    );
}

#[test]
fn a_probing_agt_that_writes_the_entry_it_found_occupied_is_caught() {
    caught_at(
        "tiny-linear-probing",
        "agt",
        "write-of-an-occupied-entry",
        "alloc_entry_q <= following;",
        "alloc_entry_q <= alloc_entry_q;",
    );
}

#[test]
fn a_two_way_agt_that_steps_over_the_other_way_is_caught() {
    caught_at(
        "tiny-two-way",
        "agt",
        "other-way-missed",
        "following = alloc_entry_q + STRIDE;",
        "following = alloc_entry_q + STRIDE + 16'd1;",
    );
}

#[test]
fn a_dats_that_bounds_a_graph_by_the_header_of_the_next_is_caught() {
    caught("dats", "bound-of-the-next-graph", "{1'b0, bound_q}", "{1'b0, header_level_bound}");
}

#[test]
fn a_dependency_graph_buffer_that_does_not_count_parents_is_caught() {
    caught(
        "dgb",
        "parents-not-counted",
        "youngest_ready_q <= (loader_parents == 16'd0);",
        "youngest_ready_q <= 1'b1;",
    );
}

#[test]
fn a_laperm_that_serves_the_lowest_level_first_is_caught() {
    // All SMXs are of one cluster, so two levels soon meet.
    caught_at(
        "tiny-any",
        "laperm",
        "lowest-level-first",
        ".levels(clusters_levels), .rank(highest_rank)",
        ".levels(clusters_levels & (~clusters_levels + 8'd1)), .rank(highest_rank)",
    );
}

#[test]
fn a_laperm_that_forgets_what_has_been_granted_of_a_head_it_puts_aside_is_caught() {
    caught(
        "laperm",
        "granted-and-forgotten",
        ".new_item(fetches ? next_item_q : 32'd0)",
        ".new_item(32'd0)",
    );
}

#[test]
fn a_residency_that_does_not_release_threads_is_caught() {
    caught(
        "residency",
        "threads-not-released",
        "released_threads = release_demand[11:0];",
        "released_threads = 12'd0;",
    );
}

#[test]
fn a_residency_that_tells_dats_again_until_the_agt_takes_too_is_caught() {
    caught(
        "residency",
        "dats-told-again",
        "held_for_dats_q <= dats_valid & ~dats_ready;",
        "held_for_dats_q <= dats_valid & ~(dats_ready & agt_ready);",
    );
}

#[test]
fn a_round_robin_that_forgets_whom_it_passed_is_caught() {
    caught_at(
        "paper",
        "placement_rr",
        "begins-again-at-0",
        "(|above) ? lowest_above : lowest",
        "lowest",
    );
}

#[test]
fn a_dats_that_drops_a_barrier_beside_an_end_is_caught() {
    caught(
        "dats",
        "barrier-beside-an-end",
        "leaves = granted | (barrier_moves & ~end_valid);",
        "leaves = granted | barrier_moves;",
    );
}

#[test]
fn a_monitor_whose_hash_rotates_by_another_number_of_places_is_caught() {
    caught("xor_monitor", "other-rotation", "(spread >> 29)", "(spread >> 28)");
}

#[test]
fn a_skip_table_that_loses_a_store_beside_a_lookup_is_caught() {
    caught(
        "skip_table",
        "store-beside-a-lookup",
        "(stored_q & ~done) | stores",
        "(stored_q | stores) & ~done",
    );
}

#[test]
fn a_rename_unit_that_forgets_who_is_to_come_when_changes_follow_each_other_is_caught() {
    caught(
        "rename",
        "change-behind-an-alloc",
        "if (again & awaited_q) coming_now = coming_now | last_warps;",
        "if (again & awaited_q) coming_now = coming_now;",
    );
}
