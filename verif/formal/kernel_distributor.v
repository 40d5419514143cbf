    // Plan: k=1 cover_within=10
    // Point: entries=3
    // Point: class=wide full=true
    // Rules of hw/src/kernel_distributor/pins.rs. Beside the unit run the counts of its neighbours: what they were told
    // on the pins, never what the unit has in its registers. What holds for every entry, and needs its data, is proved
    // of one that may be any.

    localparam integer F_KDEI = $bits(enter_kdei);
    localparam integer F_TAG = $bits(disp_tag);
    localparam [ENTRIES-1:0] F_ALL = {ENTRIES{1'b1}};
    (* hierconn *) wire [F_KDEI:0] \u_search.scan_q ;
    // Words: f_look_pc u_kdes.u_look_pc_words
    // Words: f_look_grid_x u_kdes.u_look_grid_x_words
    // Words: f_look_grid_yz u_kdes.u_look_grid_yz_words
    // Words: f_look_shape u_kdes.u_look_shape_words
    // Words: f_look_demand u_kdes.u_look_demand_words
    // Words: f_look_param u_kdes.u_look_param_words
    // Words: f_scan_pc u_kdes.u_scan_pc_words
    // Words: f_scan_shape u_kdes.u_scan_shape_words
    // Words: f_scan_demand u_kdes.u_scan_demand_words
    // Words: f_retire_tag u_kdes.u_retire_tag_words
    // Words: f_retire_desc u_kdes.u_retire_desc_words
    (* hierconn *) wire [31:0] \u_search.want_pc_q ;
    (* hierconn *) wire [31:0] \u_search.want_shape_q ;
    (* hierconn *) wire [31:0] \u_search.want_demand_q ;

    // The watched entry, and as a mask.
    (* anyconst *) wire [F_KDEI-1:0] f_any;
    wire [F_KDEI-1:0] f_w = f_any < ENTRIES ? f_any : {F_KDEI{1'b0}};
    wire [ENTRIES-1:0] f_w_bit = {{ENTRIES-1{1'b0}}, 1'b1} << f_w;
    wire [ENTRIES-1:0] f_below_w = f_w_bit - {{ENTRIES-1{1'b0}}, 1'b1};

    // Of an entry: TBs that run; work owed, which is 1 plus the groups matched less what is spent; whether
    // it has entered.
    reg [15:0] f_running [0:ENTRIES-1];
    reg [23:0] f_owed [0:ENTRIES-1];
    reg [ENTRIES-1:0] f_entered;
    // Groups of the match command taken last.
    reg [5:0] f_matched;
    // The entry that was to retire in the last cycle.
    reg [ENTRIES-1:0] f_retiring;

    wire [ENTRIES-1:0] f_live = live[ENTRIES-1:0];
    wire [ENTRIES-1:0] f_take = take_select[ENTRIES-1:0];
    wire f_hits = match_done & match_hit;
    wire [ENTRIES-1:0] f_over;
    wire [ENTRIES-1:0] f_lowest_over;
    reg [ENTRIES-1:0] f_runs;
    reg [ENTRIES-1:0] f_has_work;
    reg [ENTRIES-1:0] f_owes;
    assign f_over = f_live & ~f_runs & ~f_owes;
    assign f_lowest_over = f_over & (~f_over + {{ENTRIES-1{1'b0}}, 1'b1});

    // Order of dispatch: how many kernels were taken and how many have entered; of the entry, how many were taken
    // before its kernel.
    reg [7:0] f_taken_kernels;
    reg [7:0] f_entered_kernels;
    reg [7:0] f_number;

    // The watched entry's kernel: whether there was one, and its fields, which the memories show a cycle later.
    reg f_known;
    reg [223:0] f_fields;
    reg [223:0] f_fields_before;
    reg [F_TAG-1:0] f_tag;
    reg [2:0] f_level;
    reg [$bits(disp_cluster)-1:0] f_cluster;
    wire [223:0] f_disp = {disp_pc, disp_grid_x, disp_grid_yz, disp_shape, disp_demand, disp_param,
        disp_desc};
    // Whether an entry has been looked at, and which.
    reg f_looked;
    reg [F_KDEI-1:0] f_look;

    // The search: cycles since the command was taken, zero without one; its fields; whether the watched entry was
    // eligible and equal when its turn came.
    reg [F_KDEI+1:0] f_at;
    reg [95:0] f_wanted;
    reg f_found;
    wire f_takes_match = match_valid & match_ready;
    // Rules 2 and 4: live, entered and not retiring at this edge.
    wire f_eligible = f_live[f_w] & f_entered[f_w] & ~f_lowest_over[f_w];
    wire f_equal = {f_fields[223:192], f_fields[127:64]} == f_wanted;
    wire f_compares = f_at == f_w + 2;

    // Cycles that somebody has waited: a match command; a dispatch, while an entry is free and none waits to enter;
    // a kernel with nothing left.
    reg [F_KDEI+1:0] f_match_waits;
    reg [F_KDEI+1:0] f_disp_waits;
    reg [F_KDEI+2:0] f_over_waits;

    integer f_e;

    always @(posedge clock) begin
        if (f_takes_match) begin
            f_matched <= match_count;
            f_wanted <= {match_pc, match_shape, match_demand};
            f_found <= 1'b0;
        end else if (f_compares) begin
            f_found <= f_eligible & f_equal;
        end
        f_at <= f_takes_match ? 1 : (f_at != 0 & ~match_done) ? f_at + 1 : 0;
        f_match_waits <= (match_valid & ~match_ready) ? f_match_waits + 1 : 0;
        f_disp_waits <= (disp_valid & ~disp_ready & f_live != F_ALL & ~enter_valid)
            ? f_disp_waits + 1 : 0;
        f_over_waits <= (f_over[f_w] & ~f_lowest_over[f_w]) ? f_over_waits + 1 : 0;
        f_retiring <= reset ? {ENTRIES{1'b0}} : f_lowest_over;
        if (f_take != 0) begin
            f_taken_kernels <= f_taken_kernels + 8'd1;
        end
        if (enter_valid & enter_ready) begin
            f_entered_kernels <= f_entered_kernels + 8'd1;
        end
        f_fields_before <= f_fields;
        if (f_take[f_w]) begin
            f_number <= f_taken_kernels;
            f_known <= 1'b1;
            f_fields <= f_disp;
            f_tag <= disp_tag;
            f_level <= disp_level;
            f_cluster <= disp_cluster;
        end
        if (look_valid) begin
            f_looked <= 1'b1;
            f_look <= look_kdei;
        end
        if (reset) begin
            f_at <= 0;
            f_match_waits <= 0;
            f_disp_waits <= 0;
            f_over_waits <= 0;
            f_taken_kernels <= 8'd0;
            f_entered_kernels <= 8'd0;
            f_known <= 1'b0;
            f_looked <= 1'b0;
        end
        for (f_e = 0; f_e < ENTRIES; f_e = f_e + 1) begin
            f_running[f_e] <= f_running[f_e] + {15'd0, start_valid & start_kdei == f_e}
                - {15'd0, end_valid & end_kdei == f_e};
            f_owed[f_e] <= f_owed[f_e] + ((f_hits & match_kdei == f_e) ? {18'd0, f_matched} : 24'd0)
                - {23'd0, spent_valid & spent_kdei == f_e};
            if (enter_valid & enter_ready & enter_kdei == f_e) begin
                f_entered[f_e] <= 1'b1;
            end
            if (f_take[f_e]) begin
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

    // What the neighbours must keep. A kernel has entered from the cycle on in which its `enter` is taken.
    wire f_enters = enter_valid & enter_ready;
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
            | (spent_kdei < ENTRIES & f_has_work[spent_kdei]
            & (f_entered[spent_kdei] | (f_enters & enter_kdei == spent_kdei))));
        rule_6_a_tb_starts_no_later_than_its_work_is_spent: assume (~start_valid
            | (start_kdei < ENTRIES & f_has_work[start_kdei]
            & (f_entered[start_kdei] | (f_enters & enter_kdei == start_kdei))));
        rule_6_only_a_tb_that_runs_ends: assume (~end_valid
            | (end_kdei < ENTRIES & f_runs[end_kdei]));
        rule_5_an_entry_that_is_looked_at_is_live: assume (~look_valid
            | (look_kdei < ENTRIES & f_live[look_kdei]));
        no_more_than_1024_tbs_run_and_16776960_groups_are_owed: assume (f_counts_are_bounded);
    end

    reg f_exebl_counts;
    reg f_references_count;
    reg f_exebl_bounded;
    reg f_offered;
    reg f_new;
    // Live entries below the watched one.
    reg [F_KDEI+2:0] f_live_below;
    always @(*) begin
        f_runs = 0;
        f_has_work = 0;
        f_owes = 0;
        f_exebl_counts = 1'b1;
        f_references_count = 1'b1;
        f_exebl_bounded = 1'b1;
        f_offered = 1'b1;
        f_new = 1'b1;
        f_live_below = 0;
        for (f_e = 0; f_e < ENTRIES; f_e = f_e + 1) begin
            f_runs[f_e] = f_running[f_e] != 16'd0;
            f_has_work[f_e] = f_owed[f_e] != 24'd0;
            f_owes[f_e] = f_owed[f_e] != 24'd0 | (f_hits & match_kdei == f_e);
            // What came at the last edge is counted at the next.
            f_exebl_counts = f_exebl_counts & exebl_q[f_e*16 +: 16]
                + {15'd0, starting_q & starting_kdei_q == f_e}
                - {15'd0, ending_q & ending_kdei_q == f_e} == f_running[f_e];
            f_references_count = f_references_count & references_q[f_e*24 +: 24]
                - {23'd0, spending_q & spending_kdei_q == f_e} == f_owed[f_e];
            f_exebl_bounded = f_exebl_bounded & exebl_q[f_e*16 +: 16] <= 16'd1024;
            f_offered = f_offered & (f_live[f_e] & ~f_entered[f_e])
                == (enter_valid & enter_kdei == f_e);
            f_new = f_new & (~f_live[f_e] | f_entered[f_e] | f_owed[f_e] == 24'd1);
            f_live_below = f_live_below + (f_live[f_e] & f_below_w[f_e]);
        end
    end

    wire f_w_shown = f_looked & f_look == f_w & f_known;
    wire [223:0] f_kept = {f_look_pc[f_w*32 +: 32], f_look_grid_x[f_w*32 +: 32],
        f_look_grid_yz[f_w*32 +: 32], f_scan_shape[f_w*32 +: 32], f_scan_demand[f_w*32 +: 32],
        f_look_param[f_w*32 +: 32], f_retire_desc[f_w*32 +: 32]};

    always @(*) begin
        if (f_alive) begin
            rule_1_a_kernel_is_taken_into_one_free_entry: assert (~(disp_valid & disp_ready)
                | ((f_take & f_live) == 0 & f_take != 0 & (take_select & ~ALL) == 0
                & (f_take & (f_take - 1'b1)) == 0));
            rule_1_a_kernel_is_taken_into_the_lowest_free_entry: assert (~f_take[f_w]
                | (f_below_w & ~f_live) == 0);
            rule_1_a_live_kernel_is_offered_until_it_enters_and_no_other: assert (f_offered);
            rule_1_kernels_are_offered_in_the_order_of_their_dispatch: assert (
                ~(enter_valid & enter_kdei == f_w) | f_number == f_entered_kernels);
            rule_1_level_and_cluster_of_a_kernel_are_offered_as_they_came: assert (
                ~(enter_valid & enter_kdei == f_w) | (enter_level == f_level & enter_cluster == f_cluster));
            rule_1_nothing_is_offered_without_a_kernel: assert (enter_valid
                | (enter_kdei == 0 & enter_level == 3'd0 & enter_cluster == 0));
            rule_1_a_dispatch_waits_for_one_search_at_most: assert (f_disp_waits <= ENTRIES + 1);
            rule_2_a_hit_is_equal_live_and_has_entered: assert (~(f_hits & match_kdei == f_w)
                | f_found);
            rule_2_a_hit_is_the_lowest: assert (~(f_hits & match_kdei > f_w) | ~f_found);
            rule_2_a_miss_is_only_if_there_is_none: assert (~(match_done & ~match_hit) | ~f_found);
            rule_2_a_command_waits_for_one_search_at_most: assert (f_match_waits <= ENTRIES + 1);
            rule_2_a_search_is_over_in_time: assert (match_done
                ? f_at == (match_hit ? match_kdei + 3 : ENTRIES + 2) : f_at <= ENTRIES + 1);
            rule_3_references_are_1_and_the_groups_matched_less_what_is_spent: assert (
                f_references_count);
            rules_3_and_7_a_kernel_with_references_or_tbs_is_live: assert (
                ((f_owes | f_runs) & ~f_live) == 0);
            rule_4_a_kernel_that_is_found_has_entered_and_is_live: assert (~f_hits
                | (match_kdei < ENTRIES & f_live[match_kdei] & f_entered[match_kdei]));
            rule_5_the_entry_looked_at_is_shown: assert (~f_w_shown
                | {kde_pc, kde_grid_x, kde_grid_yz, 3'd0, kde_shape, 1'b0, kde_graph, kde_demand,
                    kde_param} == (f_fields_before[223:32]
                        & {96'hffffffffffffffffffffffff, 32'h1fffffff, 32'h7fffffff,
                            32'hffffffff}));
            rule_5_nothing_is_shown_before_a_look: assert (f_looked | ~(|kde_pc | |kde_grid_x
                | |kde_grid_yz | |kde_shape | kde_graph | |kde_demand | |kde_param));
            rule_6_exebl_is_the_number_of_tbs_that_run: assert (f_exebl_counts);
            rule_7_the_lowest_kernel_with_nothing_left_retires_and_no_other: assert (
                retire_valid == (f_retiring != 0) & (f_retiring & f_live) == 0);
            rule_7_a_kernel_retires_with_its_tag_and_descriptor: assert (~f_retiring[f_w]
                | (retire_tag == f_tag & retire_desc == f_fields[31:0]));
            rule_7_a_kernel_with_nothing_left_retires_in_twice_as_many_cycles_as_entries: assert (
                f_over_waits <= 2 * ENTRIES - 1);
            results_of_a_search_are_zero_without_done: assert (match_done
                | (~match_hit & match_kdei == 0));

            helper_exebl_is_bounded: assert (f_exebl_bounded);
            helper_a_kernel_that_has_not_entered_owes_its_native_tbs: assert (f_new);
            helper_only_entries_live: assert ((lives_q & ~ALL) == 0);
            helper_only_entries_enter: assert (entering_kdei_q < ENTRIES);
            helper_a_search_ends_with_the_last_entry: assert (~search_searching
                | \u_search.scan_q <= ENTRIES);
            helper_what_is_found_is_an_entry: assert (match_kdei < ENTRIES);
            helper_a_command_is_remembered: assert (~(search_searching | match_done)
                | search_groups == f_matched);
            helper_a_command_is_for_1_to_32_groups: assert (~(search_searching | match_done)
                | (f_matched >= 6'd1 & f_matched <= 6'd32));
            helper_order: assert (f_taken_kernels == f_entered_kernels + {7'd0, enter_valid});
            helper_position: assert (search_searching ? f_at == \u_search.scan_q + 1
                & ~match_done : match_done == (f_at != 0));
            helper_wanted: assert (~search_searching | f_wanted
                == {\u_search.want_pc_q , \u_search.want_shape_q , \u_search.want_demand_q });
            helper_found: assert (~search_searching | ~f_found);
            helper_the_word_compared: assert (~(f_compares & f_live[f_w])
                | {kdes_scan_pc, kdes_scan_shape, kdes_scan_demand}
                    == {f_fields[223:192], f_fields[127:64]});
            helper_fields_are_kept: assert (~f_known | (f_kept == f_fields
                & f_scan_pc[f_w*32 +: 32] == f_fields[223:192]
                & f_look_shape[f_w*29 +: 29] == f_fields[124:96]
                & f_look_demand[f_w*31 +: 31] == f_fields[94:64]
                & f_retire_tag[f_w*F_TAG +: F_TAG] == f_tag));
            helper_a_live_entry_has_had_a_kernel: assert (f_known | ~f_live[f_w]);
            helper_looked: assert (looked_q == f_looked & (~f_looked | looked_kdei_q == f_look));
            helper_what_is_looked_at_has_had_a_kernel: assert (f_known
                | ~(f_looked & f_look == f_w));
            helper_waits: assert (search_searching
                ? f_match_waits < f_at & f_disp_waits < f_at : f_match_waits <= f_at & f_disp_waits <= f_at);
            helper_over: assert (f_over_waits == 0
                | f_over_waits + 2 * f_live_below <= 2 * ENTRIES - 2 + enter_valid);
        end
    end

`ifdef COVER
    // Data do not matter to what is covered.
    always @(*) begin
        assume (~|disp_pc & ~|disp_grid_x & ~|disp_grid_yz & ~|disp_shape & ~|disp_demand
            & ~|disp_param & ~|disp_tag & ~|disp_desc & ~|disp_level & ~|disp_cluster & ~|match_pc & ~|match_shape
            & ~|match_demand);
    end
`endif

    always @(*) begin
        if (f_alive & ~reset) begin
            all_entries_are_live: cover (f_live == F_ALL);
            a_kernel_lives_by_a_matched_group_alone: cover (f_hits & ~f_runs[match_kdei]
                & ~f_has_work[match_kdei]);
            a_search_misses_a_kernel_that_waits_to_enter: cover (match_done & ~match_hit
                & enter_valid);
            a_kernel_retires: cover (retire_valid);
        end
    end
