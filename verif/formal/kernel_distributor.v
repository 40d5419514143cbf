    // Rules of hw/src/kernel_distributor/pins.rs. Beside the unit run the counts of its neighbours:
    // what they were told on the pins, never what the unit has in its registers.

    (* hierconn *) wire [ENTRIES*5-1:0] \u_fcfs.slots_q ;
    (* hierconn *) wire [4:0] \u_fcfs.head_q ;
    (* hierconn *) wire [4:0] \u_fcfs.tail_q ;
    (* hierconn *) wire [5:0] \u_fcfs.count_q ;
    (* hierconn *) wire \u_fcfs.taken_q ;
    (* hierconn *) wire [4:0] \u_fcfs.taken_kdei_q ;
    (* hierconn *) wire [5:0] \u_search.scan_q ;

    // Groups that may be in a chain: the AGEIs 0 to 2.
    localparam integer F_GROUPS = 3;
    // Of an entry: TBs that run; links that are owed for matches (rule 3); groups in its chain.
    reg [15:0] f_running [0:ENTRIES-1];
    reg [15:0] f_owed [0:ENTRIES-1];
    reg [2:0] f_depth [0:ENTRIES-1];
    // Of a group: whether it is in a chain, in whose, behind how many, and its Next field in the AGT.
    reg [F_GROUPS-1:0] f_in;
    reg [1:0] f_owner [0:F_GROUPS-1];
    reg [2:0] f_place [0:F_GROUPS-1];
    reg [31:0] f_next [0:F_GROUPS-1];
    // Groups of the match command taken last.
    reg [5:0] f_matched;

    wire f_links = link_valid & link_ready;
    // Rule 7, by the length of the chain.
    wire f_advances = advance_valid & ((advance_next != NONE)
        | ((f_depth[head_kdei[1:0]] == 3'd1) & ~(f_links & link_kdei == head_kdei)));

    integer f_e;
    integer f_g;
    integer f_h;

    always @(posedge clock) begin
        if (match_valid & match_ready) begin
            f_matched <= match_count;
        end
        for (f_e = 0; f_e < ENTRIES; f_e = f_e + 1) begin
            if ((start_valid & head_kdei == f_e) & ~(end_valid & end_kdei == f_e)) begin
                f_running[f_e] <= f_running[f_e] + 16'd1;
            end
            if ((end_valid & end_kdei == f_e) & ~(start_valid & head_kdei == f_e)) begin
                f_running[f_e] <= f_running[f_e] - 16'd1;
            end
            f_owed[f_e] <= f_owed[f_e]
                + ((match_done & match_hit & match_kdei == f_e) ? {10'd0, f_matched} : 16'd0)
                - {15'd0, f_links & link_kdei == f_e};
            f_depth[f_e] <= f_depth[f_e] + {2'd0, f_links & link_kdei == f_e}
                - {2'd0, f_advances & head_kdei == f_e};
            if (reset) begin
                f_running[f_e] <= 16'd0;
                f_owed[f_e] <= 16'd0;
                f_depth[f_e] <= 3'd0;
            end
        end
        for (f_g = 0; f_g < F_GROUPS; f_g = f_g + 1) begin
            if (f_advances & f_in[f_g] & f_owner[f_g] == head_kdei) begin
                f_place[f_g] <= f_place[f_g] - 3'd1;
                if (f_place[f_g] == 3'd0) begin
                    f_in[f_g] <= 1'b0;
                end
            end
            if (next_valid & next_ready & next_prev == f_g) begin
                f_next[f_g] <= next_agei;
            end
            if (f_links & link_agei == f_g) begin
                f_in[f_g] <= 1'b1;
                f_owner[f_g] <= link_kdei[1:0];
                f_place[f_g] <= f_depth[link_kdei[1:0]]
                    - {2'd0, f_advances & head_kdei == link_kdei};
                f_next[f_g] <= NONE;
            end
            if (reset) begin
                f_in[f_g] <= 1'b0;
            end
        end
    end

    // What the neighbours must keep.
    reg f_owed_is_bounded;
    always @(*) begin
        f_owed_is_bounded = 1'b1;
        for (f_e = 0; f_e < ENTRIES; f_e = f_e + 1) begin
            f_owed_is_bounded = f_owed_is_bounded & (f_owed[f_e] <= 16'd65472)
                & (f_running[f_e] <= 16'd1024);
        end
        rule_2_a_command_is_for_1_to_32_groups: assume (~match_valid
            | (match_count >= 6'd1 & match_count <= 6'd32));
        rule_3_a_group_is_linked_to_a_kernel_that_was_matched_for_it: assume (~link_valid
            | (link_kdei < ENTRIES & f_owed[link_kdei[1:0]] != 16'd0));
        rule_4_a_group_in_a_chain_is_not_linked_again: assume (~link_valid
            | (link_agei < F_GROUPS & ~f_in[link_agei[1:0]]));
        rule_7_the_scheduler_advances_to_the_next_field_or_to_none: assume (~advance_valid
            | (head_valid & f_depth[head_kdei[1:0]] != 3'd0 & (advance_next == NONE
            | advance_next == f_next[head_nagei[1:0]])));
        rule_9_a_tb_is_started_for_the_head: assume (~start_valid | head_valid);
        rule_9_only_a_tb_that_runs_ends: assume (~end_valid
            | (end_kdei < ENTRIES & f_running[end_kdei[1:0]] != 16'd0));
        no_more_than_1024_tbs_run_and_65472_groups_wait_to_be_linked: assume (f_owed_is_bounded);
    end

    // Entries with TBs, with owed links, with a chain; how often each stands in the queue.
    reg [31:0] f_runs;
    reg [31:0] f_owes;
    reg [31:0] f_chained;
    reg f_exebl_counts;
    reg f_holds_count;
    reg f_queued_once;
    reg [2:0] f_times;
    reg f_slots_name_entries;
    reg f_empty_means_none;
    always @(*) begin
        f_runs = 32'd0;
        f_owes = 32'd0;
        f_chained = 32'd0;
        f_exebl_counts = 1'b1;
        f_holds_count = 1'b1;
        f_queued_once = 1'b1;
        f_slots_name_entries = 1'b1;
        f_empty_means_none = 1'b1;
        f_times = 3'd0;
        for (f_e = 0; f_e < ENTRIES; f_e = f_e + 1) begin
            f_runs[f_e] = f_running[f_e] != 16'd0;
            f_owes[f_e] = f_owed[f_e] != 16'd0 | (match_done & match_hit & match_kdei == f_e);
            f_chained[f_e] = f_depth[f_e] != 3'd0;
            f_exebl_counts = f_exebl_counts & exebl_q[f_e*16 +: 16] == f_running[f_e];
            f_holds_count = f_holds_count & hold_q[f_e*16 +: 16] == f_owed[f_e]
                + ((match_done & match_hit & match_kdei == f_e) ? {10'd0, f_matched} : 16'd0);
            f_empty_means_none = f_empty_means_none & (~lives_q[f_e]
                | (nagei_q[f_e*32 +: 32] == NONE) == (f_depth[f_e] == 3'd0));
            f_times = {2'd0, \u_fcfs.taken_q & \u_fcfs.taken_kdei_q == f_e};
            for (f_g = 0; f_g < ENTRIES; f_g = f_g + 1) begin
                if (\u_fcfs.slots_q [f_g*5 +: 5] == f_e
                    & ((f_g + ENTRIES - \u_fcfs.head_q ) & 2'd3) < \u_fcfs.count_q ) begin
                    f_times = f_times + 3'd1;
                end
            end
            f_queued_once = f_queued_once & f_times == {2'd0, marks_q[f_e]};
            f_slots_name_entries = f_slots_name_entries & \u_fcfs.slots_q [f_e*5 +: 5] < ENTRIES;
        end
    end

    // The chains.
    reg f_ends_of_chains;
    reg f_in_order;
    reg f_complete;
    reg f_acyclic;
    reg f_distinct;
    reg f_counted;
    reg [2:0] f_members;
    reg f_owned_by_the_living;
    always @(*) begin
        f_ends_of_chains = 1'b1;
        f_complete = 1'b1;
        f_acyclic = 1'b1;
        f_distinct = 1'b1;
        f_counted = 1'b1;
        f_owned_by_the_living = 1'b1;
        for (f_e = 0; f_e < ENTRIES; f_e = f_e + 1) begin
            f_members = 3'd0;
            for (f_g = 0; f_g < F_GROUPS; f_g = f_g + 1) begin
                if (f_in[f_g] & f_owner[f_g] == f_e) begin
                    f_members = f_members + 3'd1;
                    f_owned_by_the_living = f_owned_by_the_living & lives_q[f_e];
                    f_ends_of_chains = f_ends_of_chains
                        & (f_place[f_g] != 3'd0 | nagei_q[f_e*32 +: 32] == f_g)
                        & (f_place[f_g] + 3'd1 != f_depth[f_e] | lagei_q[f_e*32 +: 32] == f_g);
                    f_counted = f_counted & f_place[f_g] < f_depth[f_e];
                end
            end
            f_counted = f_counted & f_members == f_depth[f_e];
        end
        for (f_g = 0; f_g < F_GROUPS; f_g = f_g + 1) begin
            if (f_in[f_g]) begin
                f_acyclic = f_acyclic & (f_next[f_g] < F_GROUPS | f_next[f_g] == NONE);
                for (f_h = 0; f_h < F_GROUPS; f_h = f_h + 1) begin
                    if (f_in[f_h] & f_owner[f_h] == f_owner[f_g]
                        & f_place[f_h] == f_place[f_g] + 3'd1) begin
                        f_complete = f_complete & (f_next[f_g] == f_h
                            | (next_valid & next_prev == f_g & next_agei == f_h));
                    end else begin
                        f_acyclic = f_acyclic & f_next[f_g] != f_h;
                    end
                    if (f_h < f_g & f_in[f_h] & f_owner[f_h] == f_owner[f_g]) begin
                        f_distinct = f_distinct & f_place[f_h] != f_place[f_g];
                    end
                end
            end
        end
    end

    // The head of the last cycle, while nothing honoured has moved it.
    reg f_kept_head;
    reg [4:0] f_head;
    always @(posedge clock) begin
        f_kept_head <= head_valid & ~unmark & ~reset;
        f_head <= head_kdei;
    end

    always @(*) begin
        if (f_alive) begin
            rule_1_a_kernel_is_taken_into_one_free_entry: assert (~(disp_valid & disp_ready)
                | ((take_select & live) == 32'd0 & (take_select & ALL) != 32'd0
                & (take_select & (take_select - 32'd1)) == 32'd0));
            rule_3_a_kernel_with_owed_links_is_live: assert ((f_owes & ~live) == 32'd0);
            rule_3_holds_are_the_links_that_are_owed: assert (f_holds_count);
            rule_4_nagei_and_lagei_are_the_ends_of_the_chain: assert (f_ends_of_chains);
            rule_4_the_chain_is_complete: assert (f_complete & f_counted);
            rule_4_the_chain_is_acyclic: assert (f_acyclic & f_distinct);
            rule_4_a_kernel_with_a_chain_is_marked: assert ((f_chained & ~marks_q) == 32'd0);
            rule_5_the_head_stays_until_it_is_unmarked: assert (~f_kept_head
                | (head_valid & head_kdei == f_head));
            rule_5_the_head_is_marked: assert (~head_valid | marks_q[head_kdei]);
            rule_5_every_marked_kernel_is_queued_once_and_no_other: assert (f_queued_once);
            rule_9_exebl_is_the_number_of_tbs_that_run: assert (f_exebl_counts);
            rule_10_a_kernel_with_running_tbs_is_live: assert ((f_runs & ~live) == 32'd0);
            rule_10_a_marked_kernel_is_live: assert ((marks_q & ~live) == 32'd0);
            results_of_a_search_are_zero_without_done: assert (match_done
                | (~match_hit & match_kdei == 5'd0));

            helper_only_entries_live: assert ((lives_q & ~ALL) == 32'd0);
            helper_an_empty_chain_is_none: assert (f_empty_means_none);
            helper_groups_belong_to_living_kernels: assert (f_owned_by_the_living);
            helper_the_queue_is_a_ring: assert (\u_fcfs.head_q < ENTRIES
                & \u_fcfs.count_q <= ENTRIES & \u_fcfs.tail_q
                == ((\u_fcfs.head_q + \u_fcfs.count_q ) & 5'd3));
            helper_the_queue_names_entries: assert (f_slots_name_entries
                & \u_fcfs.taken_kdei_q < ENTRIES);
            helper_what_is_shown_is_queued: assert (~head_valid | \u_fcfs.count_q != 6'd0);
            helper_a_search_ends_with_the_last_entry: assert (~search_searching
                | \u_search.scan_q <= ENTRIES);
            helper_what_is_found_is_an_entry: assert (match_kdei < ENTRIES);
            helper_a_command_is_remembered: assert (~(search_searching | match_done)
                | search_groups == f_matched);
            helper_a_command_is_for_1_to_32_groups: assert (~(search_searching | match_done)
                | (f_matched >= 6'd1 & f_matched <= 6'd32));
            helper_a_next_command_joins_two_neighbours: assert (~next_valid
                | (next_prev < F_GROUPS & next_agei < F_GROUPS & next_prev != next_agei
                & f_in[next_prev[1:0]] & f_in[next_agei[1:0]]
                & f_owner[next_prev[1:0]] == f_owner[next_agei[1:0]]
                & f_place[next_agei[1:0]] == f_place[next_prev[1:0]] + 3'd1
                & f_next[next_prev[1:0]] == NONE));
        end
    end

`ifdef COVER
    // Data do not matter to what is covered.
    always @(*) begin
        assume (~|disp_pc & ~|disp_grid_x & ~|disp_grid_yz & ~|disp_shape & ~|disp_need
            & ~|disp_param & ~|disp_tag & ~|disp_desc & ~|match_pc & ~|match_shape
            & ~|match_need);
    end
`endif

    always @(*) begin
        if (f_alive & ~reset) begin
            all_entries_are_live: cover (live == ALL);
            a_chain_has_three_groups: cover (f_depth[0] == 3'd3);
            a_group_is_linked_to_a_kernel_without_tbs: cover (f_links & ~f_runs[link_kdei]
                & ~marks_q[link_kdei]);
            a_kernel_retires: cover (retire_valid);
        end
    end
