    // Plan: k=1 cover_within=18 incremental=false
    // Rules of hw/src/agt/pins.rs. The counts of the neighbours run beside the table; they depend on
    // the pins only, never on the contents of the table.

    localparam integer F_ENTRIES = 8;
    (* hierconn *) wire [31:0] \u_ages.u_age_exebl.words[0] ;
    (* hierconn *) wire [31:0] \u_ages.u_age_exebl.words[1] ;
    (* hierconn *) wire [31:0] \u_ages.u_age_exebl.words[2] ;
    (* hierconn *) wire [31:0] \u_ages.u_age_exebl.words[3] ;
    (* hierconn *) wire [31:0] \u_ages.u_age_exebl.words[4] ;
    (* hierconn *) wire [31:0] \u_ages.u_age_exebl.words[5] ;
    (* hierconn *) wire [31:0] \u_ages.u_age_exebl.words[6] ;
    (* hierconn *) wire [31:0] \u_ages.u_age_exebl.words[7] ;
    wire [F_ENTRIES*32-1:0] f_exebl = {
        \u_ages.u_age_exebl.words[7] , \u_ages.u_age_exebl.words[6] ,
        \u_ages.u_age_exebl.words[5] , \u_ages.u_age_exebl.words[4] ,
        \u_ages.u_age_exebl.words[3] , \u_ages.u_age_exebl.words[2] ,
        \u_ages.u_age_exebl.words[1] , \u_ages.u_age_exebl.words[0]
    };

    // State of an entry: a group has been linked with it; the group's `done` has been taken; its TBs
    // minus those that have completed, or before `done` zero minus the latter. Groups have fewer
    // than 8 TBs here, which keeps the arithmetic small enough for the solver.
    reg [F_ENTRIES-1:0] f_linked;
    reg [F_ENTRIES-1:0] f_done;
    reg [4:0] f_left [0:F_ENTRIES-1];
    // Reads that have not been answered.
    reg [2:0] f_unanswered;
    // The last request, and whether its link has been seen.
    reg [2:0] f_home;
    reg [31:0] f_record;
    reg f_offered;

    // The entry's group is linked, and not all its TBs have completed.
    reg [F_ENTRIES-1:0] f_live;
    // The entry's group is in the buffer of `end` or `done`, or of `link`.
    reg [F_ENTRIES-1:0] f_ending;
    reg [F_ENTRIES-1:0] f_settling;
    reg [F_ENTRIES-1:0] f_linking;
    // Entries that must be occupied.
    wire [F_ENTRIES-1:0] f_occupied = f_live | (f_linked & (f_ending | f_settling)) | f_linking;
    integer f_i;

    always @(*) begin
        for (f_i = 0; f_i < F_ENTRIES; f_i = f_i + 1) begin
            f_live[f_i] = f_linked[f_i] & ~(f_done[f_i] & f_left[f_i] == 5'd0);
            f_ending[f_i] = end_full_q & end_entry_q == f_i;
            f_settling[f_i] = done_full_q & done_entry_q == f_i;
            f_linking[f_i] = link_valid & link_agei == f_i;
        end
    end

    always @(posedge clock) begin
        f_offered <= link_valid & ~reset;
        if (alloc_valid & alloc_ready) begin
            f_home <= alloc_hw_tid[2:0];
            f_record <= alloc_record;
        end
        f_unanswered <= f_unanswered + {2'd0, mem_req_valid & mem_req_ready & ~mem_req_write}
            - {2'd0, mem_resp_valid};
        for (f_i = 0; f_i < F_ENTRIES; f_i = f_i + 1) begin
            f_left[f_i] <= f_left[f_i]
                + ((done_valid & done_ready & done_agei == f_i) ? done_count[4:0] : 5'd0)
                - {4'd0, end_valid & end_ready & end_agei == f_i};
            if (done_valid & done_ready & done_agei == f_i) begin
                f_done[f_i] <= 1'b1;
            end
            if (link_ready & f_linking[f_i]) begin
                f_linked[f_i] <= 1'b1;
                f_done[f_i] <= 1'b0;
                f_left[f_i] <= 5'd0;
            end
        end
        if (reset) begin
            f_linked <= 8'd0;
            f_done <= 8'd0;
            f_unanswered <= 3'd0;
        end
    end

    // Assumptions about the neighbours: a group has as many completions as `done` says, and none
    // before it was linked. (`f_left` counts down from zero before `done`, so its negative is the
    // number of completions.)
    reg f_end_is_of_a_live_group;
    reg f_done_is_of_a_live_group;
    reg f_done_counts_what_has_ended;
    always @(*) begin
        f_end_is_of_a_live_group = 1'b0;
        f_done_is_of_a_live_group = 1'b0;
        f_done_counts_what_has_ended = 1'b0;
        for (f_i = 0; f_i < F_ENTRIES; f_i = f_i + 1) begin
            if (end_agei == f_i & f_live[f_i] & (f_done[f_i] | f_left[f_i] != 5'h19)) begin
                f_end_is_of_a_live_group = 1'b1;
            end
            if (done_agei == f_i & f_live[f_i] & ~f_done[f_i]) begin
                f_done_is_of_a_live_group = 1'b1;
                f_done_counts_what_has_ended = done_count != 30'd0
                    & done_count[4:0] >= 5'd0 - f_left[f_i]
                    & ~(end_valid & end_agei == done_agei
                        & done_count[4:0] == 5'd0 - f_left[f_i]);
            end
        end
        rule_5_a_tb_that_ends_is_of_a_linked_group_that_has_tbs_left: assume (~end_valid
            | f_end_is_of_a_live_group);
        rule_5_done_comes_once_for_a_linked_group: assume (~done_valid
            | f_done_is_of_a_live_group);
        rule_5_done_counts_no_fewer_tbs_than_have_ended: assume (~done_valid
            | f_done_counts_what_has_ended);
        a_group_has_fewer_than_8_tbs: assume (done_count < 30'd8);
        rule_7_the_memory_answers_only_what_was_asked: assume (~mem_resp_valid
            | f_unanswered != 3'd0);
    end

    reg f_words_agree;
    reg f_no_end_is_uncounted;
    reg f_balance;
    reg [3:0] f_number;
    reg [31:0] f_word;
    reg [4:0] f_rest;
    always @(*) begin
        f_words_agree = 1'b1;
        f_no_end_is_uncounted = 1'b1;
        f_balance = 1'b1;
        f_number = 4'd0;
        f_word = 32'd0;
        f_rest = 5'd0;
        for (f_i = 0; f_i < F_ENTRIES; f_i = f_i + 1) begin
            f_word = 32'd0;
            if (f_linking[f_i]) begin
                f_word = 32'h80000000;
            end else if (f_occupied[f_i]) begin
                f_rest = f_left[f_i] + {4'd0, f_ending[f_i]}
                    - (f_settling[f_i] ? done_total_q[4:0] : 5'd0);
                f_word = {1'b1, f_done[f_i] & ~f_settling[f_i], {25{f_rest[4]}}, f_rest};
            end
            f_words_agree = f_words_agree & (f_exebl[f_i*32 +: 32] == f_word
                | (~awake & f_i >= sweep_q));
            f_no_end_is_uncounted = f_no_end_is_uncounted & ~(f_ending[f_i]
                & f_left[f_i] == (f_done[f_i] ? 5'd7 : 5'd0));
            f_balance = f_balance & (~f_linked[f_i] | (f_done[f_i] ? f_left[f_i] <= 5'd7
                : (f_left[f_i] == 5'd0 | f_left[f_i] >= 5'h19)));
            f_number = f_number + {3'd0, f_occupied[f_i]};
        end
    end

    reg [3:0] f_alive_groups;
    reg [31:0] f_read;
    always @(*) begin
        f_alive_groups = 4'd0;
        f_read = 32'd0;
        for (f_i = 0; f_i < F_ENTRIES; f_i = f_i + 1) begin
            f_alive_groups = f_alive_groups + {3'd0, f_live[f_i]};
            if (entry == f_i) begin
                f_read = f_exebl[f_i*32 +: 32];
            end
        end
    end

    always @(*) begin
        if (f_alive) begin
            rule_1_nothing_is_taken_before_the_table_is_clear: assert (awake
                | ~(end_ready | done_ready | next_ready | take_ready | alloc_ready));
            rule_2_a_live_entry_is_not_handed_out: assert ((f_linking & f_live) == 8'd0);
            rule_2_a_group_in_the_table_is_in_its_home: assert (~link_valid | f_offered
                | link_agei[31] | link_agei == {29'd0, f_home});
            rule_2_a_group_is_spilled_only_when_its_home_is_occupied: assert (~link_valid
                | f_offered | ~link_agei[31] | f_occupied[f_home]);
            rule_2_a_spilled_group_is_named_by_its_record: assert (~link_valid | f_offered
                | ~link_agei[31] | link_agei == {5'h10, f_record[31:5]});
            rule_5_exebl_counts_what_is_left: assert (f_words_agree);
            rule_5_occupied_entries_are_the_groups_not_yet_settled: assert (occupied == f_number);
            rule_5_no_entry_is_lost_once_idle: assert (~idle | occupied == f_alive_groups);
            rule_7_four_words_are_read_of_a_record: assert (f_unanswered <= 3'd4);

            helper_states: assert (state_q <= STATE_FETCH);
            helper_a_request_is_carried_out_from_its_buffer: assert (
                (state_q != STATE_END | end_full_q) & (state_q != STATE_DONE | done_full_q)
                & (state_q != STATE_NEXT | (next_full_q & ~next_to_q[31]))
                & (state_q != STATE_WRITE | (next_full_q & next_to_q[31]))
                & (state_q != STATE_TAKE | (take_full_q & ~take_group_q[31]))
                & (state_q != STATE_FETCH | (take_full_q & take_group_q[31]))
                & (state_q != STATE_ALLOC | (alloc_full_q & ~link_full_q)));
            helper_the_word_read_is_that_of_the_entry: assert (~(state_q == STATE_END
                | state_q == STATE_DONE | state_q == STATE_ALLOC) | ages_exebl == f_read);
            helper_buffered_requests_are_of_linked_groups: assert (
                ((f_ending | f_settling) & ~f_linked) == 8'd0);
            helper_buffered_requests_are_of_entries: assert ((~end_full_q | end_entry_q < 16'd8)
                & (~done_full_q | done_entry_q < 16'd8)
                & (~link_full_q | link_group_q[31] | link_group_q < 32'd8));
            helper_done_in_the_buffer_has_been_seen: assert ((f_settling & ~f_done) == 8'd0);
            helper_no_request_is_for_an_entry_being_linked: assert (
                (f_linking & f_linked & (f_ending | f_settling)) == 8'd0);
            helper_the_request_is_the_last_one_taken: assert (~alloc_full_q
                | (alloc_entry_q[2:0] == f_home & alloc_spill_q == f_record));
            helper_a_sweep_is_of_an_empty_table: assert (awake | (sweep_q <= MASK
                & f_linked == 8'd0 & ~(end_full_q | done_full_q | next_full_q | take_full_q
                | alloc_full_q | link_full_q)));
            helper_an_end_in_the_buffer_has_been_counted: assert (f_no_end_is_uncounted);
            helper_what_is_left_is_within_bounds: assert (f_balance & (~done_full_q
                | done_total_q < 30'd8));
            helper_looks: assert (looked_q == 3'd0);
            helper_reads_under_way_are_of_a_fetch: assert (state_q == STATE_FETCH
                ? (requested_q <= 3'd4 & received_q <= requested_q & received_q != 3'd4
                    & f_unanswered == requested_q - received_q)
                : (requested_q == 3'd0 & received_q == 3'd0 & f_unanswered == 3'd0));
        end
    end

`ifdef COVER
    // The covers do not depend on data, and entries 2 and 3 are enough.
    always @(*) begin
        assume (~|alloc_grid_x & ~|alloc_grid_yz & ~|alloc_param & ~|alloc_record & ~|alloc_kdei
            & ~|mem_resp_data & ~|next_agei & (~alloc_valid | alloc_hw_tid[15:1] == 15'd1)
            & ~next_valid);
    end
`endif

    always @(*) begin
        if (f_alive & ~reset) begin
            a_group_is_spilled: cover (link_valid & link_agei[31]);
            a_tb_ends_before_its_group_is_done: cover (f_live[2] & ~f_done[2]
                & f_left[2] == 5'h1f);
        end
    end
