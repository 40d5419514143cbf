    // Plan: k=1 cover_within=11
    // Rules of hw/src/fcfs/pins.rs. Beside the unit run the AGT's Next fields, the chains as the pins have
    // made them, and the work that is owed.

    (* hierconn *) wire [ENTRIES*32-1:0] \u_chains.nagei_q ;
    (* hierconn *) wire [31:0] \u_chains.without_q ;
    (* hierconn *) wire [ENTRIES*32-1:0] \u_chains.lagei_q ;
    (* hierconn *) wire [ENTRIES*5-1:0] \u_queue.slots_q ;
    (* hierconn *) wire [4:0] \u_queue.head_q ;
    (* hierconn *) wire [4:0] \u_queue.tail_q ;
    (* hierconn *) wire [5:0] \u_queue.count_q ;

    localparam integer ENTRIES = 4;
    // Groups that may be in a chain; whether each is a record, which is part of its AGEI.
    localparam integer F_GROUPS = 3;
    (* anyconst *) wire [F_GROUPS-1:0] f_record;
    // Of a kernel: whether it has entered and is not retired, its native TBs are not spent, work that is
    // owed, groups in its chain.
    reg [ENTRIES-1:0] f_live;
    reg [ENTRIES-1:0] f_native;
    reg [3:0] f_owed [0:ENTRIES-1];
    reg [2:0] f_depth [0:ENTRIES-1];
    // Of a group: whether it is in a chain, in whose, behind how many, and its Next field in the AGT.
    reg [F_GROUPS-1:0] f_in;
    reg [1:0] f_owner [0:F_GROUPS-1];
    reg [2:0] f_place [0:F_GROUPS-1];
    reg [31:0] f_next [0:F_GROUPS-1];
    // A group is in hand, from its first offer until `done` is taken or its last TB is granted, and not spent.
    reg f_held;
    reg f_unspent;
    reg [1:0] f_hand;
    // Work of a kernel was spent in the last cycle.
    reg [ENTRIES-1:0] f_spent;
    // The demand has been asked since the last look or graph.
    reg f_asked;
    reg f_granted;
    reg f_take_answered;
    reg f_graph_taken;

    wire f_links = link_valid & link_ready;
    wire [1:0] f_kdei = sscr_kdei_q[1:0];
    wire f_in_hand = state_q != STATE_IDLE;
    wire f_grants = |grant_smxs;
    wire f_native_spent = spent_valid & ~f_unspent;

    // The AGEI of a group.
    function [31:0] f_agei(input [1:0] group);
        f_agei = {f_record[group], 29'd0, group};
    endfunction

    integer f_e;
    integer f_g;
    integer f_h;

    always @(posedge clock) begin
        for (f_e = 0; f_e < ENTRIES; f_e = f_e + 1) begin
            f_owed[f_e] <= f_owed[f_e] + {3'd0, f_links & link_kdei == f_e}
                - {3'd0, spent_valid & spent_kdei == f_e};
            f_depth[f_e] <= f_depth[f_e] + {2'd0, f_links & link_kdei == f_e}
                - {2'd0, takes & f_kdei == f_e};
            f_spent[f_e] <= spent_valid & spent_kdei == f_e;
            if (f_native_spent & spent_kdei == f_e) begin
                f_native[f_e] <= 1'b0;
            end
            if (enter_valid & enter_kdei == f_e) begin
                f_native[f_e] <= 1'b1;
                f_live[f_e] <= 1'b1;
                f_owed[f_e] <= 4'd1;
            end
            if (reset) begin
                f_owed[f_e] <= 4'd0;
                f_depth[f_e] <= 3'd0;
                f_native[f_e] <= 1'b0;
                f_live[f_e] <= 1'b0;
                f_spent[f_e] <= 1'b0;
            end
        end
        for (f_g = 0; f_g < F_GROUPS; f_g = f_g + 1) begin
            if (takes & f_in[f_g] & f_owner[f_g] == f_kdei) begin
                f_place[f_g] <= f_place[f_g] - 3'd1;
                if (f_place[f_g] == 3'd0) begin
                    f_in[f_g] <= 1'b0;
                    f_hand <= f_g;
                    f_held <= 1'b1;
                    f_unspent <= 1'b1;
                end
            end
            if (next_valid & next_ready & next_prev[1:0] == f_g) begin
                f_next[f_g] <= next_agei;
            end
            if (f_links & link_agei[1:0] == f_g) begin
                f_in[f_g] <= 1'b1;
                f_owner[f_g] <= link_kdei[1:0];
                f_place[f_g] <= f_depth[link_kdei[1:0]]
                    - {2'd0, takes & f_kdei == link_kdei[1:0]};
                f_next[f_g] <= NONE;
            end
            if (reset) begin
                f_in[f_g] <= 1'b0;
            end
        end
        if (told | (last & sscr_agei_q[31])) begin
            f_held <= 1'b0;
        end
        if (spent_valid & ~takes) begin
            f_unspent <= 1'b0;
        end
        if (look_valid | (graph_valid & graph_ready)) begin
            f_asked <= 1'b0;
        end
        if (ask_valid) begin
            f_asked <= 1'b1;
        end
        f_granted <= f_grants & ~reset;
        f_take_answered <= (f_take_answered | (take_valid & take_ready)) & ~group_valid;
        f_graph_taken <= (f_graph_taken | (graph_valid & graph_ready)) & ~graph_done;
        if (reset) begin
            f_held <= 1'b0;
            f_unspent <= 1'b0;
            f_asked <= 1'b0;
            f_take_answered <= 1'b0;
            f_graph_taken <= 1'b0;
        end
    end

    // The work in hand as the pins gave it, its next TB, and the TB granted last.
    reg f_looked;
    reg [31:0] f_pc;
    reg [31:0] f_param;
    reg [28:0] f_shape;
    reg [29:0] f_demand;
    reg [31:0] f_grid_x;
    reg [31:0] f_grid_yz;
    reg [31:0] f_x;
    reg [31:0] f_yz;
    reg [31:0] f_item;
    reg [31:0] f_tb_x;
    reg [31:0] f_tb_yz;
    reg [31:0] f_tb_item;
    // All TBs of it are out.
    reg f_out;
    wire f_row_ends = f_x == f_grid_x - 32'd1;
    wire f_plane_ends = f_row_ends & f_yz[15:0] == f_grid_yz[15:0] - 16'd1;
    wire f_last = f_plane_ends & f_yz[31:16] == f_grid_yz[31:16] - 16'd1;
    always @(posedge clock) begin
        f_looked <= look_valid & ~reset;
        if (f_grants) begin
            f_tb_x <= f_x;
            f_tb_yz <= f_yz;
            f_tb_item <= f_item;
            f_item <= f_item + 32'd1;
            f_x <= f_row_ends ? 32'd0 : f_x + 32'd1;
            if (f_row_ends) begin
                f_yz <= f_plane_ends ? {f_yz[31:16] + 16'd1, 16'd0} : f_yz + 32'd1;
            end
            f_out <= f_last;
        end
        if (graph_done) begin
            f_out <= 1'b1;
        end
        if (f_looked | group_valid) begin
            f_param <= f_looked ? kde_param : group_param;
            f_grid_x <= f_looked ? kde_grid_x : group_grid_x;
            f_grid_yz <= f_looked ? kde_grid_yz : group_grid_yz;
            f_x <= 32'd0;
            f_yz <= 32'd0;
            f_item <= 32'd0;
            f_out <= 1'b0;
        end
        if (f_looked) begin
            f_pc <= kde_pc;
            f_shape <= kde_shape;
            f_demand <= kde_demand;
        end
    end

    // What the neighbours must keep.
    wire [1:0] f_linked = link_agei[1:0];
    always @(*) begin
        rule_1_an_entry_enters_again_two_cycles_after_all_is_spent: assume (~enter_valid
            | (enter_kdei < ENTRIES & f_owed[enter_kdei[1:0]] == 4'd0 & ~f_spent[enter_kdei[1:0]]));
        rule_2_a_group_is_linked_to_a_kernel_that_has_entered: assume (~link_valid
            | (link_kdei < ENTRIES & f_live[link_kdei[1:0]]));
        rule_1_a_kernel_that_groups_are_linked_to_does_not_enter: assume (~(enter_valid & link_valid)
            | enter_kdei != link_kdei);
        rule_2_a_group_in_a_chain_or_in_hand_is_not_linked_again: assume (~link_valid
            | (f_linked < F_GROUPS & link_agei == f_agei(f_linked) & ~f_in[f_linked]
            & ~(f_held & f_hand == f_linked)));
        rule_6_a_grant_is_one_smx_that_is_wanted: assume ((grant_smxs & ~want_smxs) == 32'd0
            & (grant_smxs & (grant_smxs - 32'd1)) == 32'd0);
        rule_7_a_graph_is_done_once_after_it_is_taken: assume (~graph_done | f_graph_taken);
        rule_8_a_group_is_read_once_after_it_is_taken_with_its_next: assume (~group_valid
            | (f_take_answered & group_next == f_next[f_hand]));
    end

    // The queue: how often each kernel stands in it.
    reg f_queued_once;
    reg f_slots_name_entries;
    reg f_owed_is_queued;
    reg f_firsts_agree;
    reg f_leaves_in_time;
    reg [2:0] f_times;
    always @(*) begin
        f_queued_once = 1'b1;
        f_slots_name_entries = 1'b1;
        f_owed_is_queued = 1'b1;
        f_firsts_agree = 1'b1;
        f_leaves_in_time = 1'b1;
        for (f_e = 0; f_e < ENTRIES; f_e = f_e + 1) begin
            f_times = {2'd0, f_in_hand & sscr_kdei_q == f_e};
            for (f_g = 0; f_g < ENTRIES; f_g = f_g + 1) begin
                if (\u_queue.slots_q [f_g*5 +: 5] == f_e
                    & ((f_g + ENTRIES - \u_queue.head_q ) & 2'd3) < \u_queue.count_q ) begin
                    f_times = f_times + 3'd1;
                end
            end
            f_queued_once = f_queued_once & f_times == {2'd0, queued_q[f_e]};
            f_slots_name_entries = f_slots_name_entries & \u_queue.slots_q [f_e*5 +: 5] < ENTRIES;
            // What is owed: native TBs, the chain, the group in hand.
            f_owed_is_queued = f_owed_is_queued & f_owed[f_e] == {3'd0, f_native[f_e]}
                + {1'b0, f_depth[f_e]} + {3'd0, f_unspent & f_kdei == f_e}
                & (queued_q[f_e] | f_owed[f_e] == 4'd0) & (f_live[f_e] | f_owed[f_e] == 4'd0)
                & (f_live[f_e] | ~queued_q[f_e]);
            f_leaves_in_time = f_leaves_in_time & (~queued_q[f_e] | f_owed[f_e] != 4'd0
                | (f_spent[f_e] & state_q == STATE_CHAIN & f_kdei == f_e));
            f_firsts_agree = f_firsts_agree & firsts_q[f_e]
                == (f_native[f_e] & ~(f_native_spent & spent_kdei == f_e));
        end
    end

    // One kernel that is queued is followed: how many stand ahead of it.
    (* anyseq *) wire f_choose;
    reg f_following;
    reg [4:0] f_followed;
    reg [5:0] f_ahead;
    always @(posedge clock) begin
        if (f_following & look_valid) begin
            f_ahead <= f_ahead - 6'd1;
            if (f_ahead == 6'd0) begin
                f_following <= 1'b0;
            end
        end
        if (~f_following & f_choose & enter_valid) begin
            f_following <= 1'b1;
            f_followed <= enter_kdei;
            f_ahead <= \u_queue.count_q + {5'd0, queue_mark} - {5'd0, looks};
        end
        if (~f_following & f_choose & ~enter_valid & queue_mark) begin
            f_following <= 1'b1;
            f_followed <= link_kdei;
            f_ahead <= \u_queue.count_q - {5'd0, looks};
        end
        if (reset) begin
            f_following <= 1'b0;
        end
    end
    wire [1:0] f_slot = \u_queue.head_q [1:0] + f_ahead[1:0];

    // Cycles in which work is owed, no kernel is looked at, and no neighbour is asked or waited for.
    reg f_owes;
    always @(*) begin
        f_owes = 1'b0;
        for (f_e = 0; f_e < ENTRIES; f_e = f_e + 1) begin
            f_owes = f_owes | f_owed[f_e] != 4'd0;
        end
    end
    wire f_asks = look_valid | graph_valid | f_graph_taken | (|want_smxs) | take_valid
        | f_take_answered | done_valid | next_valid;
    reg [3:0] f_rests;
    always @(posedge clock) begin
        f_rests <= (reset | ~f_owes | f_asks) ? 4'd0 : f_rests + 4'd1;
    end

    // The chains.
    wire [31:0] f_lagei_in_hand = \u_chains.lagei_q [f_kdei*32 +: 32];
    // The Next of the group in hand is written and not read.
    wire f_unread = next_known_q & (state_q == STATE_TAKE | state_q == STATE_WAIT);
    reg f_ends_of_chains;
    reg f_empty_means_none;
    reg f_complete;
    reg f_distinct;
    reg f_counted;
    reg f_next_of_hand;
    reg [2:0] f_members;
    always @(*) begin
        f_ends_of_chains = 1'b1;
        f_empty_means_none = 1'b1;
        f_complete = 1'b1;
        f_distinct = 1'b1;
        f_counted = 1'b1;
        f_next_of_hand = 1'b1;
        for (f_e = 0; f_e < ENTRIES; f_e = f_e + 1) begin
            f_empty_means_none = f_empty_means_none & (~f_live[f_e]
                | (\u_chains.nagei_q [f_e*32 +: 32] == NONE) == (f_depth[f_e] == 3'd0))
                & (~f_live[f_e] | \u_chains.without_q [f_e] == (f_depth[f_e] == 3'd0));
            f_members = 3'd0;
            for (f_g = 0; f_g < F_GROUPS; f_g = f_g + 1) begin
                if (f_in[f_g] & f_owner[f_g] == f_e) begin
                    f_members = f_members + 3'd1;
                    f_ends_of_chains = f_ends_of_chains & f_live[f_e] & (f_place[f_g] != 3'd0
                        | \u_chains.nagei_q [f_e*32 +: 32] == (f_unread & f_kdei == f_e
                        ? sscr_agei_q : f_agei(f_g)))
                        & (f_place[f_g] + 3'd1 != f_depth[f_e]
                        | \u_chains.lagei_q [f_e*32 +: 32] == f_agei(f_g));
                    f_counted = f_counted & f_place[f_g] < f_depth[f_e];
                    f_next_of_hand = f_next_of_hand & (~(f_unread & f_kdei == f_e
                        & f_place[f_g] == 3'd0) | f_next[f_hand] == f_agei(f_g));
                end
            end
            f_counted = f_counted & f_members == f_depth[f_e];
        end
        for (f_g = 0; f_g < F_GROUPS; f_g = f_g + 1) begin
            for (f_h = 0; f_h < F_GROUPS; f_h = f_h + 1) begin
                if (f_in[f_g] & f_in[f_h] & f_owner[f_h] == f_owner[f_g]) begin
                    f_complete = f_complete & (f_place[f_h] != f_place[f_g] + 3'd1
                        | f_next[f_g] == f_agei(f_h)
                        | (next_valid & next_prev == f_agei(f_g) & next_agei == f_agei(f_h)));
                    f_distinct = f_distinct & (f_g == f_h | f_place[f_h] != f_place[f_g]);
                end
            end
        end
    end

    wire [1:0] f_prev = next_prev[1:0];
    wire [1:0] f_added = next_agei[1:0];

    always @(*) begin
        if (f_alive) begin
            rule_2_the_chain_is_complete: assert (f_complete & f_counted & f_distinct);
            rule_1_a_kernel_that_enters_is_taken_at_once: assert (enter_ready);
            rule_3_a_link_waits_for_nothing_but_a_next: assert (link_ready == ~next_valid);
            rule_4_owed_work_rests_for_two_cycles_at_most_before_a_neighbour_is_asked: assert (
                f_rests <= 4'd2);
            rule_2_nagei_and_lagei_are_the_ends_of_the_chain: assert (f_ends_of_chains);
            rules_2_and_3_the_follower_is_unknown_iff_the_last_group_is_in_hand: assert (~f_held
                | (f_depth[f_kdei] == 3'd0) == (f_lagei_in_hand == sscr_agei_q));
            rule_3_the_next_of_the_group_in_hand_is_never_written: assert (~(next_valid & f_held)
                | next_prev != sscr_agei_q);
            rule_3_the_next_that_is_read_is_final: assert (f_next_of_hand);
            rule_4_kernels_are_looked_at_first_come_first_served: assert (
                ~(f_following & look_valid) | (f_ahead == 6'd0) == (look_kdei == f_followed));
            rule_4_every_kernel_with_work_is_queued_or_in_hand_once: assert (f_queued_once);
            rule_5_a_demand_is_asked_before_a_want_and_not_with_one: assert ((want_smxs == 32'd0
                | f_asked) & ~(ask_valid & want_smxs != 32'd0));
            rule_5_all_smxs_are_wanted_or_none: assert (want_smxs == 32'd0 | want_smxs == ALL_SMXS);
            rule_6_every_grant_is_answered_by_a_tb_and_nothing_else_is: assert (
                tb_valid == f_granted);
            rule_6_a_tb_of_a_group_is_of_the_group_in_hand: assert (~tb_valid | (&tb_group)
                | (f_unspent & tb_group == f_agei(f_hand)));
            rule_6_tbs_are_sent_x_fastest_then_y_then_z: assert (~tb_valid
                | (tb_block_x == f_tb_x & tb_block_yz == f_tb_yz & tb_item == f_tb_item));
            rule_6_a_tb_has_the_work_of_its_kernel_or_group: assert (~tb_valid
                | (tb_kdei == sscr_kdei_q & tb_pc == f_pc & tb_param == f_param
                & tb_shape == f_shape & tb_grid_x == f_grid_x & tb_grid_yz == f_grid_yz));
            rule_6_all_tbs_and_no_more_are_granted: assert ((want_smxs == 32'd0 | ~f_out)
                & (~done_valid | (f_out & done_count == f_item[29:0])) & (~spent_valid | f_out));
            rule_5_the_demand_asked_is_that_of_the_kernel: assert (~ask_valid
                | ask_demand == f_demand);
            rule_7_a_graph_is_offered_as_the_kernel_says: assert (~graph_valid
                | (graph_kdei == sscr_kdei_q & graph_pc == f_pc & graph_param == f_param
                & graph_shape == f_shape & graph_demand == f_demand & graph_grid_x == f_grid_x
                & graph_grid_yz == f_grid_yz & graph_header == f_param - 32'd32));
            rule_8_native_tbs_come_first: assert (~take_valid | ~f_native[f_kdei]
                | f_native_spent);
            rule_9_what_is_owed_is_native_tbs_the_chain_and_the_group_in_hand: assert (
                f_owed_is_queued);
            rule_9_what_is_spent_was_owed: assert (~spent_valid
                | (f_owed[spent_kdei[1:0]] != 4'd0
                & (f_unspent | f_native[spent_kdei[1:0]])));
            rule_9_a_kernel_leaves_at_most_one_cycle_after_all_is_spent: assert (f_leaves_in_time);
            group_in_hand_is_the_group_taken_and_not_done: assert (group_in_hand
                == (f_held & ~take_valid ? f_agei(f_hand) : NONE));

            helper_a_kernel_is_seen_after_its_look: assert (f_looked == (state_q == STATE_KDE));
            helper_tbs_are_left_in_the_states_that_send_them: assert (~f_out
                | ~(state_q == STATE_DISTRIBUTE | state_q == STATE_GRAPH | state_q == STATE_NODES
                | (state_q == STATE_ASK & first)));
            helper_all_tbs_are_out_when_work_is_done: assert (f_out
                | ~(state_q == STATE_DONE | spent_q));
            helper_the_work_is_kept: assert (work_pc_q == f_pc & work_param_q == f_param
                & work_shape_q == f_shape & work_demand_q == f_demand
                & work_grid_x_q == f_grid_x & work_grid_yz_q == f_grid_yz
                | state_q == STATE_IDLE | state_q == STATE_KDE);
            helper_the_walk_is_at_the_next_tb: assert (walk_x == f_x & walk_yz == f_yz
                & walk_next_bl == f_item | state_q == STATE_IDLE | state_q == STATE_KDE);
            helper_rests: assert (state_q == STATE_KDE | state_q == STATE_NODES ? f_rests == 4'd0
                : state_q <= STATE_ASK ? f_rests <= 4'd1
                : (state_q == STATE_CHAIN & ~spent_valid) | state_q == STATE_DISTRIBUTE
                | f_rests == 4'd0);
            helper_first_time_is_native_tbs_left: assert (f_firsts_agree);
            helper_an_empty_chain_is_none: assert (f_empty_means_none);
            helper_the_kernel_in_hand_is_decoded: assert (hand_q == 32'd1 << sscr_kdei_q);
            helper_the_queue_is_a_ring: assert (\u_queue.head_q < ENTRIES
                & \u_queue.count_q <= ENTRIES & \u_queue.tail_q
                == ((\u_queue.head_q + \u_queue.count_q ) & 5'd3));
            helper_the_queue_names_entries: assert (f_slots_name_entries & sscr_kdei_q < ENTRIES);
            helper_the_followed_is_in_its_slot: assert (~f_following | (f_ahead < \u_queue.count_q
                & \u_queue.slots_q [f_slot*5 +: 5] == f_followed));
            helper_only_entries_are_queued: assert ((queued_q & ~32'd15) == 32'd0
                & (firsts_q & ~32'd15) == 32'd0);
            helper_states: assert (state_q <= STATE_WAIT);
            helper_a_group_is_in_hand_in_its_states: assert (f_held == (state_q == STATE_TAKE
                | state_q == STATE_WAIT | state_q == STATE_DONE
                | (state_q == STATE_DISTRIBUTE & ~(&sscr_agei_q))));
            helper_the_sscr_names_the_group_in_hand: assert (~f_unspent
                | (f_hand < F_GROUPS & sscr_agei_q == f_agei(f_hand)));
            helper_a_group_held_is_not_spent: assert (~f_held | (f_unspent & ~f_in[f_hand]
                & ~spent_valid & ~f_native[f_kdei]));
            helper_a_group_not_held_is_spent_now: assert (~(f_unspent & ~f_held) | (spent_valid
                & state_q == STATE_CHAIN));
            helper_spent_is_in_chain_or_ask: assert (~spent_valid | state_q == STATE_CHAIN
                | (state_q == STATE_ASK & ~f_unspent));
            helper_native_states: assert (~(state_q == STATE_GRAPH | state_q == STATE_NODES
                | (state_q == STATE_DISTRIBUTE & (&sscr_agei_q))) | f_native[f_kdei]);
            helper_native_tbs_are_out: assert (~(state_q == STATE_CHAIN) | ~f_native[f_kdei]
                | f_native_spent);
            helper_asked: assert (f_asked | ~(state_q == STATE_DISTRIBUTE | state_q == STATE_CHAIN
                | state_q == STATE_TAKE | state_q == STATE_WAIT | state_q == STATE_DONE));
            helper_answers: assert (f_take_answered == (state_q == STATE_WAIT)
                & f_graph_taken == (state_q == STATE_NODES));
            helper_the_sscr_is_none_or_a_group: assert (~(state_q == STATE_ASK
                | state_q == STATE_GRAPH | state_q == STATE_NODES) | (&sscr_agei_q));
            helper_next: assert (~next_valid | (f_prev < F_GROUPS & f_added < F_GROUPS
                & f_prev != f_added & next_prev == f_agei(f_prev) & next_agei == f_agei(f_added)
                & f_in[f_prev] & f_in[f_added] & f_owner[f_prev] == f_owner[f_added]
                & f_place[f_added] == f_place[f_prev] + 3'd1));
            helper_no_next_while_a_group_is_first_offered: assert (~takes | ~next_valid);
            helper_what_is_known: assert (~f_unread | f_depth[f_kdei] != 3'd0);
            helper_what_is_not_known: assert (~((state_q == STATE_TAKE | state_q == STATE_WAIT)
                & ~next_known_q) | f_depth[f_kdei] == 3'd0
                | f_lagei_in_hand != sscr_agei_q);
            helper_a_tb_that_starts_is_of_the_sscr: assert (~start_q | state_q == STATE_DISTRIBUTE
                | state_q == STATE_DONE | (state_q == STATE_CHAIN & spent_valid));
        end
    end

`ifdef COVER
    // Data do not matter to what is covered.
    always @(*) begin
        assume (~|kde_pc & ~|kde_param & ~|kde_shape & ~|kde_demand & kde_grid_x == 32'd1
            & kde_grid_yz == 32'h10001 & ~|group_param & (~group_valid | (group_grid_x == 32'd1
            & group_grid_yz == 32'h10001)));
    end
`endif

    always @(*) begin
        if (f_alive & ~reset) begin
            a_group_is_captured: cover (f_links & f_held & link_kdei == sscr_kdei_q
                & f_depth[f_kdei] == 3'd0);
            a_group_is_read_with_its_next: cover (group_valid & group_next != NONE);
            a_kernel_is_queued_again_as_it_leaves: cover (f_links & leaves
                & link_kdei == sscr_kdei_q);
            a_group_is_done: cover (done_valid & done_ready);
        end
    end
