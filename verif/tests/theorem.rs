//! The theorem of the chip, and faults between units that break it.

use heddle_verif::formal::{
    available, chip_page, prove_chip, violate, Change, Machine, Runs, Theorem, GRAPHS, GROUPS,
    KERNELS, MACHINES, MEASURED,
};
use heddle_verif::page::{blessing, check_whole};
use heddle_verif::tools::present;
use std::path::Path;

/// Proves the theorems of machines at one time: this test is the last one, and the longest.
fn theorems(machines: &[Machine]) -> Vec<(Machine, Theorem)> {
    std::thread::scope(|scope| {
        let prove = |machine: &Machine| {
            let machine = *machine;
            scope.spawn(move || (machine, prove_chip(&machine)))
        };
        let running: Vec<_> = machines.iter().map(prove).collect();
        running
            .into_iter()
            .map(|proof| proof.join().expect("a proof that ends"))
            .collect::<Vec<_>>()
    })
    .into_iter()
    .map(|(machine, theorem)| (machine, theorem.unwrap_or_else(|error| panic!("{error}"))))
    .collect()
}

/// The page is compared up to its measured part, which alone needs the theorems that take long.
#[test]
fn theorem_of_the_chip_is_proved_and_its_page_says_of_what() {
    if !present(available()) {
        return;
    }
    let machines = if blessing() { &MACHINES[..] } else { &[KERNELS][..] };
    let text = chip_page(&theorems(machines)).expect("properties are readable");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/src/verification/theorem.md");
    let command = "HEDDLE_BLESS=1 cargo test -p heddle-verif theorem::";
    check_whole(&path, &text, Some(MEASURED), command).unwrap_or_else(|stale| panic!("{stale}"));
}

#[test]
#[ignore = "takes long; scripts/check --full runs it"]
fn theorems_of_groups_and_of_graphs_are_proved() {
    if present(available()) {
        theorems(&[GROUPS, GRAPHS]);
    }
}

const IDLE: &str = "chip_idle_with_no_tb_running_owes_only_heads_that_wait";
const RETIRED: &str = "chip_a_kernel_retires_when_its_tbs_have_started_and_ended";
const SLOTS: &str = "chip_a_tb_starts_in_a_free_slot";

/// A run of the chip with changed lines breaks `property`.
fn breaks(changes: &[Change<'_>], property: &str) {
    breaks_in(&KERNELS, changes, property, Runs::Any);
}

fn breaks_in(machine: &Machine, changes: &[Change<'_>], property: &str, runs: Runs) {
    if !present(available()) {
        return;
    }
    let cycle =
        violate(machine, changes, property, 90, runs).unwrap_or_else(|error| panic!("{error}"));
    let cycle = cycle.unwrap_or_else(|| panic!("{property} holds for 64 cycles with {changes:?}"));
    println!("{property} does not hold in cycle {cycle} after power-up with {changes:?}");
}

/// Lines that declare a register of one bit and five between two units.
const REGISTER: &str = "reg [5:0] late_q;\n    always @(posedge clock) late_q <= reset ? 6'd0 : ";

#[test]
#[ignore = "takes long; scripts/check --full runs it"]
fn theorem_of_the_chip_is_broken_by_a_register_between_tb_and_start() {
    let register = format!("{REGISTER}{{fcfs_tb_valid, fcfs_tb_kdei}};\n    assign idle = ");
    let changes = [
        (".start_valid(fcfs_tb_valid)", ".start_valid(late_q[5])"),
        (".start_kdei(fcfs_tb_kdei)", ".start_kdei(late_q[4:0])"),
        ("assign idle = ", register.as_str()),
    ];
    breaks(&changes, RETIRED);
}

/// The TB is in the register, and runs nowhere.
#[test]
#[ignore = "takes long; scripts/check --full runs it"]
fn theorem_of_the_chip_is_broken_by_a_register_between_start_and_the_smxs() {
    let register = "wire early_valid;\n    wire [4:0] early_smx, early_slot;\n    reg [10:0] late_q;\n    \
        always @(posedge clock) late_q <= reset ? 11'd0 : {early_valid, early_smx, early_slot};\n    \
        assign {residency_start_valid, residency_start_smx, residency_start_slot} = late_q;\n    \
        assign idle = ";
    let changes = [
        (".start_valid(residency_start_valid)", ".start_valid(early_valid)"),
        (".start_smx(residency_start_smx)", ".start_smx(early_smx)"),
        (".start_slot(residency_start_slot)", ".start_slot(early_slot)"),
        ("assign idle = ", register),
    ];
    breaks(&changes, IDLE);
}

#[test]
#[ignore = "takes long; scripts/check --full runs it"]
fn theorem_of_the_chip_is_broken_by_grants_that_come_to_the_wrong_smx() {
    let grant = "fcfs_want_smxs & residency_room_smxs & placement_rr_turn_smxs";
    let before = format!(".tb_tell_dats(1'd0),\n        .grant_smxs({grant})");
    let after = ".tb_tell_dats(1'd0),\n        .grant_smxs({30'd0, granted[0], granted[1]})";
    let wire = format!("wire [31:0] granted = {grant};\n    assign idle = ");
    breaks(&[(before.as_str(), after), ("assign idle = ", wire.as_str())], SLOTS);
}

#[test]
#[ignore = "takes long; scripts/check --full runs it"]
fn theorem_of_the_chip_is_broken_by_an_end_that_is_lost_when_a_tb_starts() {
    let end = ".end_valid(residency_kd_end_valid)";
    breaks(&[(end, ".end_valid(residency_kd_end_valid & ~fcfs_tb_valid)")], IDLE);
}

#[test]
#[ignore = "takes long; scripts/check --full runs it"]
fn theorem_of_the_chip_is_broken_by_ends_tied_off() {
    breaks(&[(".end_valid(residency_kd_end_valid)", ".end_valid(1'b0)")], IDLE);
}

/// A unit is idle while it waits, also in the cycle in which it gets what it waits for.
#[test]
#[ignore = "takes long; scripts/check --full runs it"]
fn theorem_of_the_chip_is_broken_by_an_idle_that_is_only_that_of_the_units() {
    let passes = "\n        & ~(kmu_disp_valid & kernel_distributor_disp_ready)";
    breaks(&[(passes, "")], IDLE);
}

const MOVES: &str = "chip_what_schedules_moves_in_6_cycles_or_rests";

/// The turn comes two cycles later.
#[test]
#[ignore = "takes long; scripts/check --full runs it"]
fn theorem_of_the_chip_is_broken_by_registers_behind_placement() {
    let late = "wire [31:0] early;\n    reg [63:0] late_q;\n    \
        always @(posedge clock) late_q <= reset ? 64'd0 : {late_q[31:0], early};\n    \
        assign placement_rr_turn_smxs = late_q[63:32];\n    assign idle = ";
    let turn = (".turn_smxs(placement_rr_turn_smxs)", ".turn_smxs(early)");
    breaks_in(&KERNELS, &[turn, ("assign idle = ", late)], MOVES, Runs::Narrow);
}

const GROUPS_IDLE: &str =
    "chip_idle_with_no_tb_running_keeps_kernels_only_for_groups_to_be_offered";
const GROUPS_RETIRED: &str =
    "chip_a_kernel_retires_when_its_tbs_and_those_of_its_groups_have_started_and_ended";

/// The AGT's entry is never free again.
#[test]
#[ignore = "takes long; scripts/check --full runs it"]
fn theorem_of_groups_is_broken_by_a_done_that_is_lost_between_source_and_agt() {
    // As the AGT has it.
    let done = |and| {
        format!(
            ".done_valid(fcfs_done_valid{and}),\n        .done_agei(fcfs_done_agei),\n        \
             .done_count(fcfs_done_count),\n        .end_valid("
        )
    };
    breaks_in(
        &GROUPS,
        &[
            (&done(""), &done(" & 1'b0")),
            (".done_ready(fcfs_done_valid & agt_done_ready)", ".done_ready(fcfs_done_valid)"),
        ],
        GROUPS_IDLE,
        Runs::Narrow,
    );
}

/// The TB has ended, and the AGT waits for it.
#[test]
#[ignore = "takes long; scripts/check --full runs it"]
fn theorem_of_groups_is_broken_by_an_end_that_the_agt_is_not_told() {
    // As the AGT has it, and as residency has it.
    let told = (".end_valid(residency_told_agt_valid)", ".end_valid(1'b0)");
    let taken =
        (".told_agt_ready(residency_told_agt_valid & agt_end_ready)", ".told_agt_ready(1'b1)");
    breaks_in(&GROUPS, &[told, taken], GROUPS_IDLE, Runs::Narrow);
}

/// The group is in the table, and in no chain.
#[test]
#[ignore = "takes long; scripts/check --full runs it"]
fn theorem_of_groups_is_broken_by_a_link_that_is_lost() {
    // As the source has it.
    let link = |valid| {
        format!(".kde_grid_yz(kernel_distributor_kde_grid_yz),\n        .link_valid({valid})")
    };
    breaks_in(&GROUPS, &[(&link("agt_link_valid"), &link("1'b0"))], GROUPS_IDLE, Runs::Narrow);
}

/// The reference of a group is gone with the native TBs.
#[test]
#[ignore = "takes long; scripts/check --full runs it"]
fn theorem_of_groups_is_broken_by_work_that_is_spent_twice() {
    // As the Kernel Distributor has it.
    let spent = |or| {
        format!(
            ".spent_valid(fcfs_spent_valid{or}),\n        .spent_kdei(fcfs_spent_kdei),\n        \
             .start_valid("
        )
    };
    breaks_in(&GROUPS, &[(&spent(""), &spent(" | agt_link_valid"))], GROUPS_RETIRED, Runs::Narrow);
}

/// The tail's level has risen, and what follows from it is in the register.
#[test]
#[ignore = "takes long; scripts/check --full runs it"]
fn theorem_of_graphs_is_broken_by_a_register_between_the_limit_and_the_dgb() {
    let late = "reg [15:0] late_q;\n    \
        always @(posedge clock) late_q <= reset ? 16'd0 : dats_limit_level;\n    assign idle = ";
    // As the DGB has it.
    let limit = |level| format!(".limit_level({level}),\n        .node_ready(dgb_node_valid");
    let (now, then) = (limit("dats_limit_level"), limit("late_q"));
    let changes = [(now.as_str(), then.as_str()), ("assign idle = ", late)];
    breaks_in(&GRAPHS, &changes, IDLE, Runs::Narrow);
}

/// The DGB waits for the node forever.
#[test]
#[ignore = "takes long; scripts/check --full runs it"]
fn theorem_of_graphs_is_broken_by_a_node_whose_end_is_lost() {
    let told = (".end_valid(residency_told_dats_valid)", ".end_valid(1'b0)");
    let taken =
        (".told_dats_ready(residency_told_dats_valid & dats_end_ready)", ".told_dats_ready(1'b1)");
    breaks_in(&GRAPHS, &[told, taken], IDLE, Runs::Narrow);
}
