    // Plan: k=1 cover_within=10 incremental=false
    // Rules of hw/src/kernel_distributor/pins.rs. Beside the unit run the counts of its neighbours: what they were told
    // on the pins, never what the unit has in its registers.

    (* hierconn *) wire [5:0] \u_search.scan_q ;

    // Of an entry: TBs that run; work owed, which is 1 plus the groups matched less what is spent; whether
    // it has entered.
    reg [15:0] f_running [0:ENTRIES-1];
    reg [23:0] f_owed [0:ENTRIES-1];
    reg [ENTRIES-1:0] f_entered;
    // Groups of the match command taken last.
    reg [5:0] f_matched;
    // The entry that was to retire in the last cycle.
    reg [31:0] f_retiring;

    wire f_hits = match_done & match_hit;
    wire [31:0] f_over;
    reg [31:0] f_runs;
    reg [31:0] f_owes;
    assign f_over = live & ~f_runs & ~f_owes;

    integer f_e;

    always @(posedge clock) begin
        if (match_valid & match_ready) begin
            f_matched <= match_count;
        end
        // The lowest of them.
        f_retiring <= reset ? 32'd0 : f_over & ~(f_over - 32'd1);
        for (f_e = 0; f_e < ENTRIES; f_e = f_e + 1) begin
            f_running[f_e] <= f_running[f_e] + {15'd0, start_valid & start_kdei == f_e}
                - {15'd0, end_valid & end_kdei == f_e};
            f_owed[f_e] <= f_owed[f_e] + ((f_hits & match_kdei == f_e) ? {18'd0, f_matched} : 24'd0)
                - {23'd0, spent_valid & spent_kdei == f_e};
            if (enter_valid & enter_ready & enter_kdei == f_e) begin
                f_entered[f_e] <= 1'b1;
            end
            if (take_select[f_e]) begin
                f_owed[f_e] <= 24'd1;
                f_entered[f_e] <= 1'b0;
            end
            if (reset) begin
                f_running[f_e] <= 16'd0;
                f_owed[f_e] <= 24'd0;
                f_entered[f_e] <= 1'b0;
            end
        end
    end

    // What the neighbours must keep.
    reg f_counts_are_bounded;
    always @(*) begin
        f_counts_are_bounded = 1'b1;
        for (f_e = 0; f_e < ENTRIES; f_e = f_e + 1) begin
            f_counts_are_bounded = f_counts_are_bounded & (f_owed[f_e] <= 24'hffff00)
                & (f_running[f_e] <= 16'd1024);
        end
        rule_2_a_command_is_for_1_to_32_groups: assume (~match_valid
            | (match_count >= 6'd1 & match_count <= 6'd32));
        rule_3_only_owed_work_of_an_entered_kernel_is_spent: assume (~spent_valid
            | (spent_kdei < ENTRIES & f_owed[spent_kdei[1:0]] != 24'd0
            & f_entered[spent_kdei[1:0]]));
        rule_6_a_tb_starts_no_later_than_its_work_is_spent: assume (~start_valid
            | (start_kdei < ENTRIES & f_owed[start_kdei[1:0]] != 24'd0
            & f_entered[start_kdei[1:0]]));
        rule_6_only_a_tb_that_runs_ends: assume (~end_valid
            | (end_kdei < ENTRIES & f_running[end_kdei[1:0]] != 16'd0));
        rule_5_an_entry_that_is_looked_at_is_live: assume (~look_valid
            | (look_kdei < ENTRIES & live[look_kdei]));
        no_more_than_1024_tbs_run_and_16776960_groups_are_owed: assume (f_counts_are_bounded);
    end

    reg f_exebl_counts;
    reg f_references_count;
    reg f_exebl_bounded;
    reg f_offered;
    reg f_new;
    always @(*) begin
        f_runs = 32'd0;
        f_owes = 32'd0;
        f_exebl_counts = 1'b1;
        f_references_count = 1'b1;
        f_exebl_bounded = 1'b1;
        f_offered = 1'b1;
        f_new = 1'b1;
        for (f_e = 0; f_e < ENTRIES; f_e = f_e + 1) begin
            f_runs[f_e] = f_running[f_e] != 16'd0;
            f_owes[f_e] = f_owed[f_e] != 24'd0 | (f_hits & match_kdei == f_e);
            // What came at the last edge is counted at the next.
            f_exebl_counts = f_exebl_counts & exebl_q[f_e*16 +: 16]
                + {15'd0, starting_q & starting_kdei_q == f_e}
                - {15'd0, ending_q & ending_kdei_q == f_e} == f_running[f_e];
            f_references_count = f_references_count & references_q[f_e*24 +: 24]
                - {23'd0, spending_q & spending_kdei_q == f_e} == f_owed[f_e]
                + ((f_hits & match_kdei == f_e) ? {18'd0, f_matched} : 24'd0);
            f_exebl_bounded = f_exebl_bounded & exebl_q[f_e*16 +: 16] <= 16'd1024;
            f_offered = f_offered & (live[f_e] & ~f_entered[f_e])
                == (enter_valid & enter_kdei == f_e);
            f_new = f_new & (~live[f_e] | f_entered[f_e] | f_owed[f_e] == 24'd1);
        end
    end

    always @(*) begin
        if (f_alive) begin
            rule_1_a_kernel_is_taken_into_one_free_entry: assert (~(disp_valid & disp_ready)
                | ((take_select & live) == 32'd0 & (take_select & ALL) != 32'd0
                & (take_select & (take_select - 32'd1)) == 32'd0));
            rule_1_a_live_kernel_is_offered_until_it_enters_and_no_other: assert (f_offered);
            rule_3_references_are_1_and_the_groups_matched_less_what_is_spent: assert (
                f_references_count);
            rules_3_and_7_a_kernel_with_references_or_tbs_is_live: assert (
                ((f_owes | f_runs) & ~live) == 32'd0);
            rule_4_a_kernel_that_is_found_has_entered_and_is_live: assert (~f_hits
                | (live[match_kdei] & f_entered[match_kdei[1:0]]));
            rule_6_exebl_is_the_number_of_tbs_that_run: assert (f_exebl_counts);
            rule_7_the_lowest_kernel_with_nothing_left_retires_and_no_other: assert (
                retire_valid == (f_retiring != 32'd0) & (f_retiring & live) == 32'd0);
            results_of_a_search_are_zero_without_done: assert (match_done
                | (~match_hit & match_kdei == 5'd0));

            helper_exebl_is_bounded: assert (f_exebl_bounded);
            helper_a_kernel_that_has_not_entered_owes_its_native_tbs: assert (f_new);
            helper_only_entries_live: assert ((lives_q & ~ALL) == 32'd0);
            helper_only_entries_enter: assert (entering_kdei_q < ENTRIES);
            helper_a_search_ends_with_the_last_entry: assert (~search_searching
                | \u_search.scan_q <= ENTRIES);
            helper_what_is_found_is_an_entry: assert (match_kdei < ENTRIES);
            helper_a_command_is_remembered: assert (~(search_searching | match_done)
                | search_groups == f_matched);
            helper_a_command_is_for_1_to_32_groups: assert (~(search_searching | match_done)
                | (f_matched >= 6'd1 & f_matched <= 6'd32));
        end
    end

`ifdef COVER
    // Data do not matter to what is covered.
    always @(*) begin
        assume (~|disp_pc & ~|disp_grid_x & ~|disp_grid_yz & ~|disp_shape & ~|disp_demand
            & ~|disp_param & ~|disp_tag & ~|disp_desc & ~|match_pc & ~|match_shape
            & ~|match_demand);
    end
`endif

    always @(*) begin
        if (f_alive & ~reset) begin
            all_entries_are_live: cover (live == ALL);
            a_kernel_lives_by_a_matched_group_alone: cover (f_hits & ~f_runs[match_kdei]
                & f_owed[match_kdei[1:0]] == 24'd0);
            a_kernel_retires: cover (retire_valid);
        end
    end
