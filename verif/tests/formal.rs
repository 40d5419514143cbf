//! Proves every unit's properties over its exported Verilog, and tests that a changed line makes
//! them fail. `HEDDLE_BLESS=1 cargo test -p heddle-verif formal::` rewrites the book's page.
//! With `HEDDLE_TOOLS=required`, as in `scripts/check`, a missing tool is a failure.

use heddle_gen::units::UNITS;
use heddle_verif::formal::{
    all_points, available, bench_of, breaks, gaps, guarantees, page, plan_of, plans_of, promises,
    properties, prove, refute, Begin, Change, Machine, Plan, Properties, Proved, MACHINES,
    MEASURED,
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
    let theorem = |machine: &Machine| {
        (machine.name.to_string(), machine.properties().expect("they are readable"))
    };
    UNITS.iter().map(of).chain(MACHINES.iter().map(theorem)).collect()
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
    for machine in &MACHINES {
        let mut more = known.clone();
        more.get_mut(machine.name).expect("a machine").assumed.push("memory_is_fast".into());
        let said = format!("{}: memory_is_fast has no guarantor", machine.name);
        assert_eq!(told(gaps(&rows, &more, &texts)), said);
    }
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
    // An answer that is kept has none.
    if let Some(waveform) = refuted.waveform {
        let length = std::fs::metadata(&waveform).expect("a waveform was left").len();
        assert!(length > 0, "{} is empty", waveform.display());
    }
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
    breaks_alone("arbiter", change, "rule_2_no_requester_is_passed_over", Begin::PowerUp, 4);
}

#[test]
fn a_fifo_that_counts_a_push_beside_a_pop_is_refuted() {
    let change = ("if (push & ~pop) count_q", "if (push) count_q");
    bites("fifo", change, "helper_pointers_agree_with_the_count", Some(4));
}

#[test]
fn a_distributor_that_retires_a_kernel_with_references_is_refuted() {
    let change = ("(references_q[i*24 +: 24] != 24'd0)", "1'b0");
    let property = "rules_3_and_7_a_kernel_with_references_or_tbs_is_live";
    breaks_alone("kernel_distributor", change, property, Begin::PowerUp, 6);
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
#[ignore = "takes long; scripts/check --full runs it"]
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
    let property = "rule_6_all_tbs_and_no_more_are_granted";
    breaks_alone("fcfs", change, property, Begin::AnyGoodState, 3);
}

#[test]
fn a_dependency_graph_buffer_that_inserts_without_room_is_refuted() {
    let change = ("wire room = count < NODE_PLACES;", "wire room = count <= NODE_PLACES;");
    bites("dgb", change, "rule_1_the_window_fits_the_lna", None);
}

#[test]
fn a_dependency_graph_buffer_that_asks_for_edges_late_is_refuted() {
    let change = ("& (would_load <= EDGE_PLACES)", "& (would_load < EDGE_PLACES)");
    bites("dgb", change, "rule_2_edges_are_asked_for_as_soon_as_there_is_room", None);
}

#[test]
fn a_dependency_graph_buffer_that_keeps_half_an_edge_start_is_refuted() {
    let change =
        ("hand_start_q <= nib_read_data;", "hand_start_q <= {16'd0, nib_read_data[15:0]};");
    bites("dgb", change, "helper_the_hand_is_filled_in_steps", None);
}

#[test]
#[ignore = "takes long; scripts/check --full runs it"]
fn a_laperm_that_forgets_backups_is_refuted() {
    let change = ("(|backups_read_data) & kept_bit[0]", "(&backups_read_data) & kept_bit[0]");
    bites("laperm", change, "rule_5_a_backup_is_kept_while_it_holds_anything", None);
}

#[test]
#[ignore = "takes long; scripts/check --full runs it"]
fn a_laperm_that_wants_the_lowest_level_is_refuted() {
    let change = (
        ".levels(clusters_levels), .rank(highest_rank)",
        ".levels(clusters_levels & (~clusters_levels + 8'd1)), .rank(highest_rank)",
    );
    bites("laperm", change, "helper_fetched", None);
}

#[test]
fn a_residency_that_does_not_release_shared_memory_is_refuted() {
    let change = ("left_shared = left_shared + released_shared;", "left_shared = left_shared;");
    bites("residency", change, "helper_counts", None);
}

#[test]
fn a_round_robin_that_stays_after_its_row_is_refuted() {
    let change = ("& ~ends_row;", ";");
    let property = "rule_3_a_grant_moves_it_on_if_another_can_have_it";
    bites("placement_rr", change, property, Some(6));
}

#[test]
fn a_dats_that_forgets_the_last_tb_is_refuted() {
    let change = ("sent_last_q <= granted & last;", "sent_last_q <= 1'b0;");
    bites("dats", change, "rule_7_the_last_tb_is_told", None);
}

/// The changed unit breaks `property` within `cycles` cycles.
fn breaks_alone(unit: &str, change: Change<'_>, property: &str, begin: Begin, cycles: u32) {
    if !present(available()) {
        return;
    }
    let plan = plan_of(unit).unwrap_or_else(|error| panic!("{error}"));
    let broken = breaks(&plan, change, property, begin, cycles).expect("the tools can tell");
    let broken = broken.unwrap_or_else(|| panic!("{unit}: {property} holds"));
    println!("{broken}");
    assert_eq!(broken.properties, [property]);
}

/// Tests whose names are what the changed unit does.
macro_rules! changed {
    ($($(#[$attribute:meta])* $name:ident: $unit:literal, $line:expr, $instead:expr, $property:literal, $begin:ident, $cycles:literal;)*) => { $(
        #[test]
        $(#[$attribute])*
        fn $name() {
            breaks_alone($unit, ($line, $instead), $property, Begin::$begin, $cycles);
        }
    )* };
}

changed! {
    a_turn_that_begins_at_the_highest_smx_is_refuted: "placement_rr",
        "last_q <= 32'd2;",
        "last_q <= 32'd1;",
        "rule_3_the_turn_passes_over_no_candidate_above_the_last", PowerUp, 4;
    a_turn_that_restarts_at_smx_0_after_a_pause_is_refuted: "placement_rr",
        "if (|candidates) last_q <= chosen;",
        "last_q <= (|candidates) ? chosen : 32'd2;",
        "rule_3_the_turn_passes_over_no_candidate_above_the_last", PowerUp, 6;
    a_row_that_ends_with_its_first_tb_is_refuted: "placement_rr",
        "granted & (row_q == LAST_OF_ROW)",
        "granted",
        "rule_3_it_stays_until_its_row_ends", PowerUp, 5;
    a_row_that_goes_on_after_a_turn_without_room_is_refuted: "placement_rr",
        "if (~stays) begin\n                row_q <= 5'd0;",
        "if (~stays) begin\n                row_q <= row_q;",
        "rule_3_it_stays_until_its_row_ends", PowerUp, 8;
    a_tb_in_the_highest_free_slot_is_refuted: "residency",
        "without_lowest = free_q[i*32 +: 32] & (free_q[i*32 +: 32] - 32'd1);",
        "without_lowest = (&free_q[i*32 +: 2]) ? 32'd1 : free_q[i*32 +: 32] & (free_q[i*32 +: 32] - 32'd1);",
        "rule_4_a_tb_starts_in_the_lowest_free_slot", PowerUp, 4;
    an_end_that_dats_hears_of_instead_of_the_agt_is_refuted: "residency",
        "assign dats_valid = report ? tbcr_tell_dats : held_for_dats_q;",
        "assign dats_valid = report ? tbcr_tell_agt : held_for_dats_q;",
        "rule_6_dats_is_told_once_of_what_concerns_it", PowerUp, 6;
    an_end_that_is_not_taken_although_all_are_ready_is_refuted: "residency",
        "held_for_agt_q <= agt_valid & ~agt_ready;",
        "held_for_agt_q <= agt_valid & ~(agt_ready & dats_valid);",
        "rule_5_an_end_is_taken_when_all_are_told_who_wait", PowerUp, 9;
    an_end_that_is_not_told_although_all_are_ready_is_refuted: "residency",
        "held_for_agt_q <= agt_valid & ~agt_ready;",
        "held_for_agt_q <= agt_valid & ~(agt_ready & dats_valid);",
        "rule_6_an_end_is_told_when_all_are_told_who_wait", PowerUp, 9;
    a_header_that_is_read_a_word_at_a_time_is_refuted: "dats",
        "assign request = reading & (requested_q != 3'd7);",
        "assign request = reading & (requested_q != 3'd7) & (requested_q == received_q);",
        "rule_1_a_word_is_asked_in_every_cycle_until_all_are", PowerUp, 5;
    a_graph_that_waits_for_a_node_to_be_given_back_is_refuted: "dats",
        "assign graph_ready = state_q == STATE_READY;",
        "assign graph_ready = (state_q == STATE_READY) & ~done_full_q;",
        "rule_1_a_graph_is_taken_at_once_when_none_is_in_hand", PowerUp, 4;
    a_start_that_waits_for_a_node_to_be_given_back_is_refuted: "dats",
        "assign start_valid = state_q == STATE_START;",
        "assign start_valid = (state_q == STATE_START) & ~done_full_q;",
        "rule_3_the_dgb_is_started_as_soon_as_the_header_is_read", PowerUp, 12;
    a_limit_without_the_bound_is_refuted: "dats",
        "if (rises) limit_q <= capped;",
        "if (tail_level > limit_q) limit_q <= tail_level;",
        "rule_4_the_limit_is_the_most_that_tail_and_bound_have_added_up_to", PowerUp, 13;
    a_laperm_that_queues_launched_kernels_with_those_of_the_host_is_refuted: "laperm",
        "placed_home = enter_home_q;",
        "placed_home = ROOT;",
        "rule_2_a_kernel_is_appended_to_the_queue_of_its_level_and_cluster", AnyGoodState, 3;
    a_laperm_that_tells_every_tb_as_the_last_is_refuted: "laperm",
        "sent_last_q <= granted & walk_last;",
        "sent_last_q <= granted;",
        "rule_8_the_last_tb_of_a_grid_is_told", AnyGoodState, 3;
    a_laperm_that_does_not_ask_another_demand_is_refuted: "laperm",
        "if (asked_any_q & (items_demand == asked_q)) state_q <= STATE_LOOK;",
        "if (asked_any_q) state_q <= STATE_LOOK;",
        "rule_6_the_demand_of_the_hand_is_asked_before_it_is_wanted", AnyGoodState, 5;
    a_laperm_that_rests_after_two_smxs_is_refuted: "laperm",
        "if (granted | places | end_valid) rounds_q <= SMXS;",
        "if (granted | places | end_valid) rounds_q <= 8'd2;",
        "rule_9_the_unit_rests_when_it_has_looked_at_all_smxs", AnyGoodState, 3;
    a_laperm_whose_groups_overtake_one_that_comes_back_is_refuted: "laperm",
        "wire behind = listed | (back_busy & (back_queue == placed_queue));",
        "wire behind = listed;",
        "rule_4_no_group_overtakes_those_of_its_queue_in_memory", AnyGoodState, 3;
    #[ignore = "takes long; scripts/check --full runs it"]
    a_laperm_that_forgets_the_group_behind_one_that_comes_back_is_refuted: "laperm",
        "wire heads_write_first = (spilled & ~listed) | (back_placed & back_more);",
        "wire heads_write_first = spilled & ~listed;",
        "rule_12_the_first_of_a_queue_comes_back", AnyGoodState, 8;
    a_laperm_to_which_the_lowest_level_comes_back_is_refuted: "laperm",
        ".levels(clusters_away), .rank(highest_away_rank)",
        ".levels(clusters_away & (~clusters_away + 8'd1)), .rank(highest_away_rank)",
        "rule_12_no_higher_level_is_in_memory", AnyGoodState, 3;
    a_laperm_whose_clusters_do_not_take_turns_is_refuted: "laperm",
        "wire [31:0] up_to_taken = taken_bit_q | (taken_bit_q - 32'd1);",
        "wire [31:0] up_to_taken = taken_bit_q;",
        "rule_12_the_clusters_take_turns", AnyGoodState, 3;
    a_laperm_in_which_a_cluster_goes_on_after_four_groups_is_refuted: "laperm",
        "same_q <= same_line & (went_on_q != 2'd3);",
        "same_q <= same_line | (went_on_q == 2'd3);",
        "rule_12_the_clusters_take_turns", AnyGoodState, 4;
    a_shifting_queue_that_puts_an_item_before_its_level_is_refuted: "shifting_queue",
        "wire [7:0] upper = level_bit >> 2;",
        "wire [7:0] upper = level_bit >> 1;",
        "rule_1_an_item_leaves_in_its_turn", PowerUp, 8;
    a_shifting_queue_whose_new_head_is_where_the_old_one_was_is_refuted: "shifting_queue",
        "if (pop & ~(|ahead)) place_q <= (base_q + 9'd1) & MASK;",
        "if (pop & ~(|ahead)) place_q <= base_q & MASK;",
        "rule_1_an_item_leaves_in_its_turn", PowerUp, 8;
    a_reuse_monitor_that_does_not_see_what_was_just_written_is_refuted: "reuse_monitor",
        "wire [21:0] siblings_now = (again & siblings_entered_q) ? siblings_last_q : siblings_read_data;",
        "wire [21:0] siblings_now = siblings_read_data;",
        "rule_4_a_line_that_has_entered_is_found", AnyGoodState, 3;
    a_reuse_monitor_that_clears_a_word_too_few_is_refuted: "reuse_monitor",
        "wire clears = sweep_q != SWEPT;",
        "wire clears = sweep_q != WORDS;",
        "rule_6_clearing_takes_a_cycle_for_each_word_and_one_more", PowerUp, 6;
    a_reuse_monitor_that_prefers_siblings_to_parents_is_refuted: "reuse_monitor",
        "assign predicted = parents_best ? 2'd1 : siblings_best ? 2'd2 : own_best ? 2'd3 : 2'd0;",
        "assign predicted = of_siblings_most ? 2'd2 : parents_best ? 2'd1 : own_best ? 2'd3 : 2'd0;",
        "rule_8_the_greatest_hit_rate_above_one_half_is_predicted", AnyGoodState, 2;
    an_xor_monitor_whose_second_hash_is_the_first_is_refuted: "xor_monitor",
        "({32'd0, second_hash} << 32);",
        "({32'd0, first_hash} << 32);",
        "rule_5_a_line_is_looked_up_in_the_places_of_its_hash", AnyGoodState, 2;
    an_xor_monitor_that_does_not_see_what_was_just_written_is_refuted: "xor_monitor",
        "wire [21:0] parents_now = (again & parents_entered_q) ? parents_last_q : parents_read_data;",
        "wire [21:0] parents_now = parents_read_data;",
        "rule_4_a_line_that_has_entered_is_found", AnyGoodState, 3;
    an_xor_monitor_that_is_idle_with_a_result_is_refuted: "xor_monitor",
        "& ~(|counted_q) & ~settles_q;",
        "& ~settles_q;",
        "an_idle_unit_tells_the_same_until_it_is_asked", AnyGoodState, 2;
    an_idle_that_hides_a_raised_limit_is_refuted: "dats",
        "& ~sent_q & ~raised_q;",
        "& ~sent_q;",
        "rule_4_the_unit_is_not_idle_when_the_limit_has_risen", AnyGoodState, 4;
    a_node_that_waits_for_the_one_before_is_refuted: "dats",
        "assign ready = ids_in_ready;",
        "assign ready = ids_in_ready & ~one;",
        "rule_5_a_node_is_taken_when_a_place_is_free", PowerUp, 5;
    a_node_tb_whose_z_begins_where_y_should_is_refuted: "dats",
        "wire [31:0] above_xy = tb >> xy_bits;",
        "wire [31:0] above_xy = tb >> y_bits;",
        "rule_6_a_tb_has_the_index_that_is_packed_in_its_node", PowerUp, 14;
    a_node_tb_with_the_pc_for_its_parameters_is_refuted: "dats",
        "tb_param = sent_q ? param_q",
        "tb_param = sent_q ? pc_q",
        "rule_6_a_tb_has_the_work_of_its_kernel", PowerUp, 14;
    a_barrier_that_stays_is_refuted: "dats",
        "wire barrier_moves = held_barrier & ~done_full_q;",
        "wire barrier_moves = held_barrier & ~done_full_q & sent_q;",
        "rule_8_a_barrier_is_given_back_when_the_dgb_is_ready_and_no_tb_ends", PowerUp, 8;
    an_end_that_gives_back_a_barrier_is_refuted: "dats",
        "if (end_valid) done_id_q <= end_item;",
        "if (end_valid & ~held_barrier) done_id_q <= end_item;",
        "rule_9_what_has_ended_is_given_back_in_the_next_cycle", PowerUp, 5;
    a_kernel_that_enters_and_is_not_taken_is_refuted: "fcfs",
        "assign enter_ready = 1'b1;",
        "assign enter_ready = queued_q != 32'd15;",
        "rule_1_a_kernel_that_enters_is_taken_at_once", PowerUp, 7;
    a_link_that_waits_for_a_tb_is_refuted: "fcfs",
        "assign link_ready = chains_settled;",
        "assign link_ready = chains_settled & ~start_q;",
        "rule_3_a_link_waits_for_nothing_but_a_next", PowerUp, 7;
    a_kernel_that_waits_for_another_to_be_queued_is_refuted: "fcfs",
        "assign any = count_q != 6'd0;",
        "assign any = count_q > 6'd1;",
        "rule_4_owed_work_rests_for_two_cycles_at_most_before_a_neighbour_is_asked", PowerUp, 7;
    a_walk_that_never_leaves_the_first_plane_is_refuted: "fcfs",
        "if (plane_ends) block_yz_q <= plane_after;",
        "if (plane_ends) block_yz_q <= yz_after;",
        "rule_6_tbs_are_sent_x_fastest_then_y_then_z", PowerUp, 9;
    a_group_that_is_done_with_a_tb_too_many_is_refuted: "fcfs",
        "done_count = walk_next_bl[29:0];",
        "done_count = walk_next_bl[29:0] + 30'd1;",
        "rule_6_all_tbs_and_no_more_are_granted", PowerUp, 12;
    groups_before_native_tbs_are_refuted: "fcfs",
        "if (first) state_q <= STATE_DISTRIBUTE;",
        "if (first & chains_empty) state_q <= STATE_DISTRIBUTE;",
        "rule_8_native_tbs_come_first", PowerUp, 8;
    a_node_with_the_largest_number_first_is_refuted: "dgb",
        "{11'd0, lowest_winner};",
        "bits_found_q[3] ? 16'd3 : bits_found_q[2] ? 16'd2 : {11'd0, lowest_winner};",
        "rule_4_no_smaller_node_that_is_ready_is_passed_over", AnyGoodState, 4;
    an_idle_that_hides_a_new_level_of_the_tail_is_refuted: "dgb",
        "& ~reading_q & ~read_q & ~want_edges",
        "& ~reading_q & ~want_edges",
        "rule_8_the_unit_is_not_idle_when_the_level_of_the_tail_has_risen", AnyGoodState, 4;
    a_node_that_is_offered_one_parent_early_is_refuted: "dgb",
        "wire counted_out = walker_count_down & (walker_fewer == 16'd0);",
        "wire counted_out = walker_count_down & (walker_fewer <= 16'd1);",
        "rule_4_a_node_is_offered_only_without_parents_left", AnyGoodState, 5;
    #[ignore = "takes long; scripts/check --full runs it"]
    a_node_above_the_limit_that_is_never_reconsidered_is_refuted: "dgb",
        "if (wakes) fresh_q <= 1'b1;",
        "if (wakes & (state_q != SEEK_BLOCKED)) fresh_q <= 1'b1;",
        "rule_4_the_smallest_ready_node_is_offered_in_time", AnyGoodState, 11;
    #[ignore = "takes long; scripts/check --full runs it"]
    a_risen_limit_that_is_not_noticed_is_refuted: "dgb",
        "end else if (fits_blocked) begin",
        "end else if (fits_blocked & (offer_level_q == 16'd0)) begin",
        "rule_4_the_smallest_ready_node_is_offered_in_time", AnyGoodState, 10;
    a_node_that_is_offered_twice_is_refuted: "dgb",
        "if (taken_word[i]) new_ready = new_ready & ~taken_bit;",
        "if (taken_word[i] & ~tail_bit[0]) new_ready = new_ready & ~taken_bit;",
        "rule_4_a_node_is_offered_once", AnyGoodState, 3;
    a_node_above_the_limit_that_is_offered_is_refuted: "dgb",
        "wire fits_load = level <= limit;",
        "wire fits_load = level <= limit + 16'd1;",
        "rule_4_a_node_above_the_limit_is_not_offered", AnyGoodState, 3;
    an_edge_too_many_is_refuted: "dgb",
        "wire last = stream_q ? next_tail == stream_end : (next_from & EDGE_MASK) == until_q;",
        "wire last = stream_q ? next_tail == stream_end : from_q == until_q;",
        "rule_5_a_completion_ends_with_the_last_of_its_edges", AnyGoodState, 4;
    an_edge_that_is_skipped_is_refuted: "dgb",
        "from_q <= next_from & EDGE_MASK;",
        "from_q <= (next_from + 16'd1) & EDGE_MASK;",
        "rule_5_a_completion_visits_its_edges_one_after_the_other", AnyGoodState, 4;
    a_node_that_does_not_become_ready_while_another_is_chosen_is_refuted: "dgb",
        "wire wake_child = counted_out & (walker_child != youngest);",
        "wire wake_child = counted_out & (walker_child != youngest) & ~seeker_take;",
        "rule_5_a_node_without_parents_left_is_ready", AnyGoodState, 3;
    a_node_that_becomes_ready_one_parent_early_is_refuted: "dgb",
        "wire counted_out = walker_count_down & (walker_fewer == 16'd0);",
        "wire counted_out = walker_count_down & (walker_fewer <= 16'd1);",
        "rule_5_a_ready_node_has_no_parents_left", AnyGoodState, 3;
    an_offer_that_waits_for_dats_is_refuted: "dgb",
        "if (~held) state_q <= SEEK_LOAD;",
        "if (~held & node_ready) state_q <= SEEK_LOAD;",
        "rule_4_the_smallest_ready_node_is_offered_in_time", AnyGoodState, 6;
    a_completion_that_waits_for_a_request_of_the_loader_is_refuted: "dgb",
        "if (insert | ~fetched_q) begin",
        "if (insert | ~fetched_q | requesting) begin",
        "rule_5_a_completion_visits_an_edge_in_six_cycles_if_it_waits_for_nobody", AnyGoodState, 7;
    a_graph_that_is_over_only_when_a_node_may_be_taken_is_refuted: "dgb",
        "wire over = live_q & (tail_q == nodes_q)",
        "wire over = node_ready & live_q & (tail_q == nodes_q)",
        "rule_9_a_graph_is_over_when_its_last_node_is_completed_and_answered", AnyGoodState, 4;
    nodes_that_are_asked_after_edges_are_refuted: "dgb",
        "wire want_nodes = live & ~full_q & ~ask_nodes_q & (chunk_q < nodes);",
        "wire want_nodes = live & ~full_q & ~ask_nodes_q & (chunk_q < nodes) & (ask_edges_q | hand_q);",
        "rule_2_the_first_nodes_are_asked_two_cycles_after_a_graph_is_taken", AnyGoodState, 4;
}
