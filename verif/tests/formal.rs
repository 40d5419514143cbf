//! Proves every unit's properties over its exported Verilog, and tests that a changed line makes
//! them fail. `HEDDLE_BLESS=1 cargo test -p heddle-verif formal::` rewrites the book's page.
//! With `HEDDLE_TOOLS=required`, as in `scripts/check`, a missing tool is a failure.

use heddle_gen::units::UNITS;
use heddle_verif::formal::{
    all_points, available, bench_of, gaps, guarantees, page, plan_of, plans_of, promises,
    properties, prove, refute, Change, Plan, Properties, Proved, MEASURED,
};
use heddle_verif::page::check_whole;
use heddle_verif::tools::present;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Mutex;

/// Returns the plans of a unit and their proofs, which are made once for all tests. Points that take
/// long are left to the full check.
fn proved(unit: &str) -> Vec<(Plan, Proved)> {
    static ONE_AT_A_TIME: [Mutex<()>; UNITS.len()] = [const { Mutex::new(()) }; UNITS.len()];
    let plans = plans_of(unit).unwrap_or_else(|error| panic!("{error}"));
    let place = UNITS.iter().position(|known| *known == unit).expect("it is one of them");
    let _guard = ONE_AT_A_TIME[place].lock();
    let wanted = plans.into_iter().filter(|plan| !plan.full || all_points());
    let prove = |plan: Plan| match prove(&plan) {
        Ok(proved) => (plan, proved),
        Err(error) => panic!("{error}"),
    };
    wanted.map(prove).collect()
}

macro_rules! proofs {
    ($($name:ident: $unit:ty,)*) => { $( mod $name {
        #[test]
        fn is_proved() {
            if super::present(super::available()) {
                super::proved(stringify!($name));
            }
        }
    } )* };
}

heddle_hw::each_unit! { proofs }

/// The page is compared up to its measured part.
#[test]
fn the_page_of_proofs_is_what_was_proved() {
    if !present(available()) {
        return;
    }
    let proofs: Vec<(Plan, Proved)> = UNITS.iter().flat_map(|unit| proved(unit)).collect();
    let text = page(&proofs).expect("properties are readable");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/src/verification/formal.md");
    let command = "HEDDLE_BLESS=1 cargo test -p heddle-verif formal::";
    check_whole(&path, &text, Some(MEASURED), command).unwrap_or_else(|stale| panic!("{stale}"));
}

/// Sizes of a point that no check proves today are refused today.
#[test]
fn every_point_is_of_sizes_that_its_unit_has() {
    for plan in UNITS.iter().flat_map(|unit| plans_of(unit).expect("it is readable")) {
        if let Err(error) = bench_of(&plan, None) {
            panic!("{error}");
        }
    }
    let mut plan = plan_of("fifo").expect("it is readable");
    plan.sizes = vec!["depth=0".into()];
    let error = bench_of(&plan, None).expect_err("there is no such FIFO").to_string();
    assert!(
        error.starts_with("verif/formal/fifo.v, at a point: fifo: depth=0: it must be"),
        "{error}"
    );
}

fn all_properties() -> BTreeMap<String, Properties> {
    let of = |unit: &&str| (unit.to_string(), properties(unit).expect("they are readable"));
    UNITS.iter().map(of).collect()
}

fn all_promises() -> BTreeMap<String, String> {
    UNITS.iter().map(|unit| (unit.to_string(), promises(unit))).collect()
}

#[test]
fn every_assumption_of_a_proof_is_guaranteed_by_somebody() {
    let gaps = gaps(&guarantees().expect("it is readable"), &all_properties(), &all_promises());
    assert!(gaps.is_empty(), "verif/formal/guarantees.toml:\n{}", gaps.join("\n"));
}

#[test]
fn an_assumption_without_a_guarantor_or_with_one_that_is_not_there_is_a_gap() {
    let (rows, known, texts) =
        (guarantees().expect("it is readable"), all_properties(), all_promises());
    let told = |gaps: Vec<String>| gaps.join("\n");
    let mut more = known.clone();
    more.get_mut("dgb").expect("a unit").assumed.push("memory_is_fast".into());
    assert_eq!(told(gaps(&rows, &more, &texts)), "dgb: memory_is_fast has no guarantor");
    let mut fewer = known.clone();
    fewer.get_mut("fcfs").expect("a unit").proved.retain(|name| !name.contains("spent_was_owed"));
    let missing =
        "kernel_distributor: fcfs.rule_9_what_is_spent_was_owed is not proved of a neighbour";
    assert_eq!(told(gaps(&rows, &fewer, &texts)), missing);
    let mut unwatched = texts.clone();
    unwatched.insert("placement_rr".into(), String::new());
    let rule = "placement_rr: `rule 5: an SMX is granted` is not watched once";
    assert_eq!(told(gaps(&rows, &known, &unwatched)), rule);
    let mut empty = rows.clone();
    let row = empty.get_mut("agt").and_then(|rows| rows.get_mut("a_group_has_fewer_than_8_tbs"));
    row.expect("a row").bound = None;
    let said = "agt: a_group_has_fewer_than_8_tbs has no guarantor";
    assert_eq!(told(gaps(&empty, &known, &texts)), said);
    let mut own = rows.clone();
    let row = own.get_mut("agt").and_then(|rows| rows.get_mut("a_group_has_fewer_than_8_tbs"));
    row.expect("a row").proved = vec!["agt.rule_2_a_live_entry_is_not_handed_out".into()];
    assert!(told(gaps(&own, &known, &texts)).contains("is not proved of a neighbour"));
}

/// The changed unit fails `property`: from power-up within `cycles`, or, with none, in the
/// induction step.
fn bites(unit: &str, change: Change<'_>, property: &str, cycles: Option<u32>) {
    if !present(available()) {
        return;
    }
    let plan = plan_of(unit).unwrap_or_else(|error| panic!("{error}"));
    let refuted = refute(&plan, change, cycles.unwrap_or(plan.k)).expect("the tools can tell");
    let refuted = refuted.expect("the changed unit is not proved");
    println!("{refuted}");
    assert!(refuted.properties.iter().any(|found| found == property), "{refuted}");
    assert_eq!(refuted.cycle.is_some(), cycles.is_some(), "{refuted}");
    let length = std::fs::metadata(&refuted.waveform).expect("a waveform was left").len();
    assert!(length > 0, "{} is empty", refuted.waveform.display());
}

#[test]
fn a_register_that_ignores_enable_is_refuted() {
    let property = "rules_1_and_2_it_holds_what_was_last_enabled";
    bites("register", ("if (enable) value_q <= d;", "value_q <= d;"), property, Some(3));
}

#[test]
fn a_sram_that_takes_a_write_for_a_read_is_refuted() {
    let change = ("valid_q <= read_enable;", "valid_q <= read_enable | write_enable;");
    bites("sram", change, "rule_2_data_come_with_every_read_and_only_then", Some(3));
}

#[test]
fn an_arbiter_that_forgets_the_last_winner_is_refuted() {
    let change = ("last_q <= choice_winner;", "last_q <= last_q;");
    bites("arbiter", change, "rule_1_the_winner_had_requested", Some(4));
}

#[test]
fn a_fifo_that_counts_a_push_beside_a_pop_is_refuted() {
    let change = ("if (push & ~pop) count_q", "if (push) count_q");
    bites("fifo", change, "helper_pointers_agree_with_the_count", Some(4));
}

#[test]
fn a_distributor_that_retires_a_kernel_with_references_is_refuted() {
    let change = ("(references_q[i*24 +: 24] != 24'd0)", "1'b0");
    bites(
        "kernel_distributor",
        change,
        "rules_3_and_7_a_kernel_with_references_or_tbs_is_live",
        Some(6),
    );
}

#[test]
fn an_fcfs_source_that_does_not_capture_a_link_beside_the_take_is_refuted() {
    let change = (
        "wire starts = (|(without_q & select)) | captured;",
        "wire starts = |(without_q & select);",
    );
    bites("fcfs", change, "rule_3_the_next_of_the_group_in_hand_is_never_written", None);
}

#[test]
fn an_agt_that_hands_out_a_live_entry_is_refuted() {
    let change = ("(state_q == STATE_ALLOC) & ~ages_exebl[31];", "(state_q == STATE_ALLOC);");
    bites("agt", change, "rule_2_a_live_entry_is_not_handed_out", None);
}

#[test]
fn a_kmu_that_lets_a_queue_run_ahead_of_its_head_is_refuted() {
    let change = (
        "blocked_q <= (blocked_q | chosen_select) & ~done_select;",
        "blocked_q <= blocked_q & ~done_select;",
    );
    bites("kmu", change, "helper_slots", Some(6));
}

/// No stimulus waits so long.
#[test]
fn a_kmu_whose_timer_wraps_is_refuted() {
    let change = ("(&timer_q) ? timer_q : timer_q + 16'd1;", "timer_q + 16'd1;");
    bites("kmu", change, "helper_timer", None);
}

/// Few stimuli have 16,384 rows.
#[test]
fn a_walk_that_ends_a_plane_without_the_uppermost_bits_of_its_rows_is_refuted() {
    let change = (
        "wire [31:0] rows_left = (yz_after ^ grid_yz) & 32'hffff;",
        "wire [31:0] rows_left = (yz_after ^ grid_yz) & 32'h3fff;",
    );
    bites("fcfs", change, "rule_6_all_tbs_and_no_more_are_granted", None);
}

#[test]
fn a_dependency_graph_buffer_that_inserts_without_room_is_refuted() {
    let change = ("wire room = count < NODE_PLACES;", "wire room = count <= NODE_PLACES;");
    bites("dgb", change, "rule_1_the_window_fits_the_lna", None);
}

#[test]
fn a_residency_that_does_not_release_shared_memory_is_refuted() {
    let change = ("left_shared = left_shared + released_shared;", "left_shared = left_shared;");
    bites("residency", change, "helper_counts", None);
}

#[test]
fn a_round_robin_that_stays_after_a_grant_is_refuted() {
    let change = ("& ~(|grant_smxs);", ";");
    let property = "rule_3_a_grant_moves_it_on_if_another_can_have_it";
    bites("placement_rr", change, property, Some(5));
}

#[test]
fn a_dats_that_forgets_the_last_tb_is_refuted() {
    let change = ("sent_last_q <= granted & last;", "sent_last_q <= 1'b0;");
    bites("dats", change, "rule_7_the_last_tb_is_told", None);
}
