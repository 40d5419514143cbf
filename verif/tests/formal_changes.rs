//! Tests that the properties of what a unit is for can fail: for each, a changed line of the exported Verilog that
//! refutes it from power-up, alone, without the help of any other. Every check tries some of each unit, and the full
//! check (`HEDDLE_POINTS=all`) all of them.

use heddle_verif::formal::{all_points, available, breaks, plan_of, properties, Begin, Change};
use heddle_verif::tools::present;

/// Changes of a unit that every check tries: those that are found in the fewest cycles.
const TRIED: usize = 4;
/// Most cycles of a run that every check looks for.
const QUICK: u32 = 5;

/// A changed line, the property that it refutes, and the cycles within which it does.
type Refutation = (Change<'static>, &'static str, u32);

const KERNEL_DISTRIBUTOR: &[Refutation] = &[
    // A second kernel may come while the first waits to enter, and goes before it.
    (
        (
            "room = free_any & ~search_searching & ~entering_q;",
            "room = free_any & ~search_searching;",
        ),
        "rule_1_kernels_are_offered_in_the_order_of_their_dispatch",
        4,
    ),
    (
        (".request(ALL & ~lives_q), .last(LAST_KDEI)", ".request(ALL & ~lives_q), .last(5'd0)"),
        "rule_1_a_kernel_is_taken_into_the_lowest_free_entry",
        4,
    ),
    (
        ("entering_level_q <= disp_level;", "entering_level_q <= disp_level & 3'd3;"),
        "rule_1_level_and_cluster_of_a_kernel_are_offered_as_they_came",
        4,
    ),
    (
        ("entering_cluster_q <= 5'd0;", "entering_cluster_q <= entering_cluster_q;"),
        "rule_1_nothing_is_offered_without_a_kernel",
        5,
    ),
    (
        ("room = free_any & ~search_searching & ~entering_q;", "room = ~(|lives_q) & ~entering_q;"),
        "rule_1_a_dispatch_waits_for_one_search_at_most",
        12,
    ),
    (
        ("(shape == want_shape_q)", "((shape == want_shape_q) | ~want_shape_q[0])"),
        "rule_2_a_hit_is_equal_live_and_has_entered",
        7,
    ),
    (
        ("(pc == want_pc_q)", "((pc == want_pc_q) | ~want_pc_q[0])"),
        "rule_2_a_hit_is_equal_live_and_has_entered",
        7,
    ),
    (
        (".eligible(lives_q & ~enter_select)", ".eligible(lives_q)"),
        "rule_2_a_hit_is_equal_live_and_has_entered",
        7,
    ),
    (
        (".retiring(retiring_any),", ".retiring(1'b0),"),
        "rule_2_a_hit_is_equal_live_and_has_entered",
        5,
    ),
    // Of a run of live entries it finds the highest.
    (
        (
            ".eligible(lives_q & ~enter_select)",
            ".eligible(lives_q & ~enter_select & ~(lives_q >> 1))",
        ),
        "rule_2_a_hit_is_the_lowest",
        12,
    ),
    (
        ("if (hit | (scan_q == ENTRIES))", "if (hit | (scan_q == ENTRIES - 6'd3))"),
        "rule_2_a_miss_is_only_if_there_is_none",
        10,
    ),
    (
        ("match_ready = ~search_searching;", "match_ready = ~search_searching & ~entering_q;"),
        "rule_2_a_command_waits_for_one_search_at_most",
        12,
    ),
    (
        ("if (hit | (scan_q == ENTRIES))", "if (hit | (scan_q == ENTRIES + 6'd1))"),
        "rule_2_a_search_is_over_in_time",
        8,
    ),
    (
        ("look_now = look_valid ? look_kdei : looked_kdei_q;", "look_now = looked_kdei_q;"),
        "rule_5_the_entry_looked_at_is_shown",
        7,
    ),
    (
        ("kde_pc = looked_q ? kdes_look_pc : 32'd0;", "kde_pc = kdes_look_pc;"),
        "rule_5_nothing_is_shown_before_a_look",
        3,
    ),
    (
        (".retire_kdei(retiring_winner)", ".retire_kdei(free_winner)"),
        "rule_7_a_kernel_retires_with_its_tag_and_descriptor",
        8,
    ),
    (
        (".request(lives_q & ~busy)", ".request(lives_q & ~busy & {32{~entering_q}})"),
        "rule_7_a_kernel_with_nothing_left_retires_in_twice_as_many_cycles_as_entries",
        17,
    ),
];

const KMU: &[Refutation] = &[
    (
        ("if (mem_req_ready) settled = 1'b1;", "if (mem_req_ready & ~cmd_valid) settled = 1'b1;"),
        "rule_3_a_command_is_decided_in_20_own_cycles_or_22_with_lists",
        28,
    ),
    (
        ("mem_req_data = 32'hfffffffe;", "mem_req_data = 32'hffffffff;"),
        "rule_3_what_is_written_is_a_mark_or_a_link",
        5,
    ),
    (
        ("mem_req_addr = pool_tail_q | 32'h1c;", "mem_req_addr = pool_head_q | 32'h1c;"),
        "rule_3_what_is_written_is_a_mark_or_a_link",
        30,
    ),
    (
        ("if (mem_req_ready) joined = 1'b1;", "joined = 1'b1;"),
        "rule_3_a_kernel_joins_by_its_link",
        20,
    ),
    (
        ("if (mem_req_ready) settled = 1'b1;", "settled = 1'b1;"),
        "rule_3_a_suspended_kernel_is_marked",
        5,
    ),
    (("refused_q <= 1'b1;", "refused_q <= 1'b0;"), "rule_4_a_command_joins_or_is_refused", 5),
    // Fixed priority.
    (
        ("last_queue_q <= choice_winner;", "last_queue_q <= 5'd31;"),
        "rule_5_the_next_queue_is_the_first_behind_the_last",
        20,
    ),
    (
        ("last_queue_q <= choice_winner;", "last_queue_q <= 5'd31;"),
        "rule_5_a_queue_with_a_head_is_passed_by_each_other_queue_once",
        34,
    ),
    // Last in, first out.
    (
        ("if (~root_any) pool_head_q <= target_q;", "pool_head_q <= target_q;"),
        "rule_5_kernels_of_the_pool_leave_in_the_order_they_joined",
        26,
    ),
    (
        ("pool_count_q <= pool_count_q + 32'd1;", "pool_count_q <= 32'd1;"),
        "rule_5_the_pool_loses_no_kernel",
        24,
    ),
    (
        (
            "(pool_any | choice_any)) begin\n                    choosing = 1'b1;",
            "(pool_any | choice_any)) begin\n                    choosing = ~done_valid;",
        ),
        "rule_5_a_choice_is_made_in_2_own_cycles_or_3_with_lists",
        8,
    ),
    (
        ("state_q <= STATE_FETCH;", "state_q <= STATE_LOAD;"),
        "rule_5_a_kernel_is_read_in_17_own_cycles_or_18_with_lists",
        24,
    ),
    (
        (
            "if (offset == 6'd4) grid_x_word_q <= word;",
            "if (offset == 6'd8) grid_x_word_q <= word;",
        ),
        "rule_6_a_dispatch_has_the_words_that_memory_answered",
        16,
    ),
    (
        ("mem_req_addr = desc_q | {26'd0, sent_q};", "mem_req_addr = desc_q;"),
        "rule_6_words_are_read_in_order",
        5,
    ),
    (
        ("disp_desc = offered_q ? desc_q : 32'd0;", "disp_desc = offered_q ? pool_head_q : 32'd0;"),
        "rule_6_the_kernel_offered_is_the_one_read",
        16,
    ),
    (
        ("(timer_next >= cfg_dispatch_cycles)", "(timer_next > cfg_dispatch_cycles)"),
        "rule_6_a_kernel_is_offered_when_it_is_read_and_its_time_has_come",
        20,
    ),
    // The lowest level of two goes first.
    (
        ("taken_rank_q <= queues_top_rank;", "taken_rank_q <= 3'd0;"),
        "rule_10_the_highest_level_of_a_cluster_goes_first",
        30,
    ),
    // Every kernel becomes the first of its list.
    (
        (
            ".write_enable((joins & ~listed) | leaves), .write_addr(list[2:0])",
            ".write_enable(joins | leaves), .write_addr(list[2:0])",
        ),
        "rule_10_the_first_of_its_list_is_read",
        34,
    ),
    // Clusters come before level 0 whenever they have a kernel.
    (
        ("queues_turn_q <= ~from_queues_next;", "queues_turn_q <= 1'b1;"),
        "rule_10_level_0_and_the_clusters_take_turns",
        34,
    ),
];

const AGT: &[Refutation] = &[
    (
        ("if ((sweep_q & MASK) == MASK)", "if (sweep_q == 16'd11)"),
        "rule_1_the_table_is_clear_after_as_many_cycles_as_entries",
        11,
    ),
    (
        ("link_group_q <= {16'd0, entry};", "link_group_q <= {16'd0, entry ^ 16'd1};"),
        "rule_2_a_group_takes_the_first_free_entry_of_those_it_may_have",
        15,
    ),
    (
        (
            "occupies = (state_q == STATE_ALLOC) & ~ages_exebl[31];",
            "occupies = (state_q == STATE_ALLOC) & ~ages_exebl[31] & ~alloc_spill_q[5];",
        ),
        "rule_2_a_group_is_spilled_only_when_all_of_them_are_occupied",
        15,
    ),
    (
        ("link_kernel_q <= alloc_kernel_q;", "link_kernel_q <= 5'd0;"),
        "rule_2_a_group_is_linked_to_its_kernel",
        15,
    ),
    (
        ("offset = (state_q == STATE_WRITE) ? 32'hc", "offset = (state_q == STATE_WRITE) ? 32'h8"),
        "rule_3_the_next_of_a_spilled_group_is_written_once_into_its_record",
        14,
    ),
    (
        ("if (next_to_q[31]) operation = STATE_WRITE;", "operation = STATE_WRITE;"),
        "rule_3_nothing_is_written_for_a_group_in_the_table",
        15,
    ),
    (
        (".write_next((state_q == STATE_NEXT) | occupies)", ".write_next(occupies)"),
        "rules_3_and_4_a_group_in_the_table_is_read_as_it_was_written",
        22,
    ),
    (
        ("group_full_q <= 1'b0;", "group_full_q <= group_full_q & link_ready;"),
        "rule_4_a_take_is_answered_once",
        16,
    ),
    (
        ("{29'd0, requested_q} << 2;", "{29'd0, requested_q} << 3;"),
        "rule_4_a_record_is_read_word_by_word",
        15,
    ),
    (
        ("if (received_q == 3'd1) group_yz_q", "if (received_q == 3'd2) group_yz_q"),
        "rule_4_a_spilled_group_is_what_its_record_has",
        19,
    ),
    (
        (
            "if (end_full_q) operation = STATE_END;",
            "if (end_full_q & ~take_full_q) operation = STATE_END;",
        ),
        "rule_6_an_end_goes_first",
        18,
    ),
    (
        (
            "if (done_full_q) operation = STATE_DONE;",
            "if (done_full_q & ~take_full_q) operation = STATE_DONE;",
        ),
        "rule_6_a_done_goes_before_what_the_source_asks",
        18,
    ),
    (
        ("if (next_full_q) begin", "if (next_full_q & ~take_full_q) begin"),
        "rule_6_a_next_goes_before_a_take",
        13,
    ),
    (
        ("if (take_full_q) begin", "if (take_full_q & ~alloc_full_q) begin"),
        "rule_6_a_take_goes_before_an_alloc",
        13,
    ),
    (
        ("if (alloc_full_q & ~link_full_q)", "if (alloc_full_q)"),
        "rule_6_no_group_is_allocated_while_a_link_waits",
        17,
    ),
    (
        (
            "if (end_full_q) operation = STATE_END;",
            "if (end_full_q & ~next_full_q) operation = STATE_END;",
        ),
        "rule_6_an_end_is_carried_out_in_10_own_cycles",
        40,
    ),
    (
        ("if (next_full_q) begin", "if (next_full_q & ~link_ready) begin"),
        "rule_6_a_next_is_carried_out_in_10_own_cycles",
        24,
    ),
    (
        ("if (take_full_q) begin", "if (take_full_q & ~link_ready) begin"),
        "rule_6_a_take_is_answered_in_17_own_cycles",
        31,
    ),
    (
        ("if (alloc_full_q & ~link_full_q)", "if (alloc_full_q & ~link_ready)"),
        "rule_6_an_alloc_is_carried_out_in_2_own_cycles_and_its_lookups",
        15,
    ),
];

const SKIP_TABLE: &[Refutation] = &[
    (
        ("if (waits[0]) answer0 = 3'd4;", "if (waits[0]) answer0 = 3'd0;"),
        "rule_1_a_warp_is_answered_exactly_if_it_asked",
        4,
    ),
    // Lanes are merged by their PCs alone.
    (
        ("if ((tb1 == tb) & (pc1 == pc)) same[1] = 1'b1;", "if (pc1 == pc) same[1] = 1'b1;"),
        "rule_2_a_bank_serves_those_who_ask_for_what_its_first_lane_asks",
        4,
    ),
    (
        ("wire [3:0] later = asks & behind_q;", "wire [3:0] later = asks & behind_q & 4'd1;"),
        "rule_2_a_lane_that_asks_is_passed_over_three_times_at_most",
        6,
    ),
    (
        ("executes = lanes_q & ~on_path;", "executes = 4'd0;"),
        "rule_3_a_warp_off_the_path_executes",
        4,
    ),
    // All that come to a new entry lead.
    (
        ("assign leads = lead ? first : 4'd0;", "assign leads = lead ? on_path : 4'd0;"),
        "rule_4_an_entry_has_one_leader",
        5,
    ),
    // The last one that arrives is not seen, and nobody leads.
    (
        (
            "wire all_here = ~(|(majority & ~arrived));",
            "wire all_here = ~(|(majority & ~hit_passed));",
        ),
        "rule_4_when_all_have_arrived_the_lowest_lane_leads",
        5,
    ),
    // Entries stay when all have passed.
    (
        (
            "wire [7:0] over = is_restored ? ALL_WAYS : was_high & covered;",
            "wire [7:0] over = is_restored ? ALL_WAYS : 8'd0;",
        ),
        "rule_5_there_is_no_room_only_where_every_entry_is_in_use",
        5,
    ),
    (
        ("assign skips = (follows & has_led) ? to_pass", "assign skips = follows ? to_pass"),
        "rule_6_no_warp_skips_before_the_leader_has_written_back",
        5,
    ),
    // A leader counts as back at once.
    (
        ("lead ? is_written & ~target", "lead ? is_written"),
        "rule_6_no_warp_skips_before_the_leader_has_written_back",
        5,
    ),
    // The entry of a leader that has not written back at a barrier is followed behind it.
    (
        ("(restored_q & ~done) | restores", "restored_q & ~done"),
        "rule_6_a_follower_skips_behind_its_leader_once",
        5,
    ),
    // A warp skips what it has skipped before.
    (
        (
            "assign skips = (follows & has_led) ? to_pass",
            "assign skips = (follows & has_led) ? on_path",
        ),
        "rule_6_a_follower_skips_behind_its_leader_once",
        5,
    ),
    (
        ("executes = executes | to_pass;", "executes = executes | on_path;"),
        "rule_6_a_warp_executes_what_is_private",
        5,
    ),
    (
        ("(stored_q & ~done) | stores", "(stored_q | stores) & ~done"),
        "rule_9_nobody_skips_a_load_after_a_store",
        5,
    ),
    (
        ("if (banks_busy[i]) busy = 1'b1;", "if (i == 0 & banks_busy[i]) busy = 1'b1;"),
        "the_unit_is_idle_unless_something_is_carried_out",
        4,
    ),
];

const RENAME: &[Refutation] = &[
    (
        ("assign result_valid = works_q;", "assign result_valid = works_q & ~clears;"),
        "rule_1_a_change_is_answered_in_the_next_cycle",
        4,
    ),
    (
        ("assign place_valid = looks_q;", "assign place_valid = looks_q & ~works_q;"),
        "rule_1_a_look_is_answered_in_the_next_cycle",
        4,
    ),
    // A TB that starts keeps what the one before has left.
    (
        ("wire clears_next = change_what == 3'd0;", "wire clears_next = 1'b0;"),
        "rule_2_a_tb_that_starts_has_all_registers_free",
        5,
    ),
    // Only what is read counts as needed.
    (
        ("wire is_live = |(readers_now | coming_now);", "wire is_live = |readers_now;"),
        "rule_3_no_version_is_made_in_what_a_warp_needs",
        5,
    ),
    // Both halves of a wide version are put into one.
    (
        ("wire [31:0] other_free = unused & below_free;", "wire [31:0] other_free = unused;"),
        "rule_3_a_version_is_refused_only_where_too_few_are_free",
        6,
    ),
    (
        ("sum2 = empty - ((empty >> 1) & 32'h55555555);", "sum2 = empty;"),
        "rule_3_what_is_free_is_counted",
        5,
    ),
    // What warps that leave were to come for stays.
    (
        ("dropped = leaves ? ALL_ENTRIES", "dropped = leaves ? 32'd0"),
        "rule_3_what_no_warp_needs_is_free",
        5,
    ),
    (
        ("(overwrites & ~(|(same & is_read & is_kept)))", "overwrites"),
        "rule_4_what_another_warp_reads_is_not_overwritten",
        5,
    ),
    // All versions of the register are overwritten.
    (
        ("& is_kept))) ? same & is_read", "& is_kept))) ? same"),
        "rule_4_a_version_is_overwritten_where_it_is_read",
        7,
    ),
    // The newest version is taken.
    (
        ("greatest = ages32 & ~(ages32 >> 1);", "greatest = ages & ~(ages - 32'd1);"),
        "rule_5_a_warp_takes_the_version_that_is_next_in_its_order",
        5,
    ),
    (
        ("greatest = ages32 & ~(ages32 >> 1);", "greatest = ages & ~(ages - 32'd1);"),
        "rule_5_a_warp_takes_no_version_before_those_that_are_older",
        5,
    ),
    // A version that has just been taken is not seen.
    (
        (
            "if (look_again & read_q) look_readers_now = look_readers_now | last_warps;",
            "if (look_again & read_q) look_readers_now = look_readers_now;",
        ),
        "rule_5_a_look_finds_what_the_warp_reads",
        5,
    ),
    // The first warp that takes a version takes it from the others.
    (
        ("coming_next = drops ? coming_now & ~warps", "coming_next = drops ? 32'd0"),
        "rule_6_a_version_is_there_to_be_passed",
        6,
    ),
    // All that a warp reads is copied in one cycle.
    (
        ("copied = copies ? is_read & ~below_read", "copied = copies ? is_read"),
        "rule_8_what_a_warp_copies_is_what_it_reads",
        6,
    ),
    // High halves are not copied.
    (
        (
            "copied = copies ? is_read & ~below_read",
            "copied = copies ? is_read & ~has_high & ~below_read",
        ),
        "rule_8_a_warp_has_copied_all_when_it_is_told_so",
        6,
    ),
    (
        ("assign idle = ~works_q & ~looks_q;", "assign idle = ~works_q;"),
        "the_unit_is_idle_unless_it_answers",
        4,
    ),
];

/// Each change refutes its property.
fn are_refuted(unit: &str, refutations: &[Refutation]) {
    if !present(available()) {
        return;
    }
    let plan = plan_of(unit).unwrap_or_else(|error| panic!("{error}"));
    let proved = properties(unit).expect("they are readable").proved;
    let stale = |property: &str| !proved.iter().any(|known| known == property);
    let stale: Vec<_> = refutations.iter().filter(|(_, property, _)| stale(property)).collect();
    assert!(stale.is_empty(), "{unit}: not proved: {stale:?}");
    let mut tried = refutations.to_vec();
    if !all_points() {
        tried.sort_by_key(|(_, _, cycles)| *cycles);
        tried.truncate(TRIED);
        tried.retain(|(_, _, cycles)| *cycles <= QUICK);
    }
    let mut missed = Vec::new();
    for (change, property, cycles) in tried {
        let found = breaks(&plan, change, property, Begin::PowerUp, cycles);
        match found.expect("the tools can tell") {
            Some(found) => println!(
                "{unit}: {:?} fails in cycle {:?}: {}",
                found.properties, found.cycle, change.1
            ),
            None => missed.push(format!("{unit}: `{}` does not refute {property}", change.1)),
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}

#[test]
fn changes_of_the_kernel_distributor_refute_what_it_is_for() {
    are_refuted("kernel_distributor", KERNEL_DISTRIBUTOR);
}

#[test]
fn changes_of_the_kmu_refute_what_it_is_for() {
    are_refuted("kmu", KMU);
}

#[test]
fn changes_of_the_agt_refute_what_it_is_for() {
    are_refuted("agt", AGT);
}

#[test]
fn changes_of_the_skip_table_refute_what_it_is_for() {
    are_refuted("skip_table", SKIP_TABLE);
}

#[test]
fn changes_of_the_rename_unit_refute_what_it_is_for() {
    are_refuted("rename", RENAME);
}
