    // Plan: k=1 cover_within=18
    // Point: entries=4 organisation=two-way
    // Point: entries=4 organisation=linear-probing cover_within=28 full=true
    // Point: entries=4 class=wide full=true
    // Point: organisation=two-way cover_within=30 full=true
    // Rules of hw/src/agt/pins.rs. The counts of the neighbours run beside the table; they depend on
    // the pins only, never on the contents of the table. What needs the data of an entry is proved of one that may be
    // any.

    localparam integer F_ENTRIES = MASK + 1;
    // Words: f_exebl u_ages.u_age_exebl
    // Words: f_words_x u_ages.u_age_x
    // Words: f_words_yz u_ages.u_age_yz
    // Words: f_words_param u_ages.u_age_param
    // Words: f_words_next u_ages.u_age_next

    // State of an entry: a group has been linked with it; the group's `done` has been taken; its TBs
    // minus those that have completed, or before `done` zero minus the latter. Groups have fewer
    // than 8 TBs here, which keeps the arithmetic small enough for the solver.
    reg [F_ENTRIES-1:0] f_linked;
    reg [F_ENTRIES-1:0] f_done;
    reg [4:0] f_left [0:F_ENTRIES-1];
    // Reads that have not been answered.
    reg [2:0] f_unanswered;
    // The last request, and whether its link has been seen.
    reg [15:0] f_home;
    reg [31:0] f_record;
    reg f_offered;
    reg [95:0] f_group;
    reg [$bits(alloc_kdei)-1:0] f_kernel;

    // The watched entry: whether a group has been in it, its fields, and its Next as last written.
    (* anyconst *) wire [15:0] f_any;
    wire [15:0] f_w = f_any & MASK;
    reg f_known;
    reg [95:0] f_fields;
    reg [31:0] f_next;
    // In the first cycle of a link its group is in the table.
    wire f_fills = link_valid & ~f_offered & link_agei == {16'd0, f_w};

    // Requests in their buffers, as the pins show it: one is carried out when ready is high again.
    wire f_end_held = awake & ~end_ready;
    wire f_done_held = awake & ~done_ready;
    wire f_next_held = awake & ~next_ready;
    wire f_take_held = awake & ~take_ready;
    wire f_alloc_held = awake & ~alloc_ready;
    reg f_next_owed;
    reg [31:0] f_prev;
    reg [31:0] f_value;
    reg f_written;
    wire f_next_done = f_next_owed & next_ready;
    wire f_writes = f_next_done & ~f_prev[31] & (f_prev[15:0] & MASK) == f_w;
    reg f_take_owed;
    reg [31:0] f_take;
    wire f_take_is_w = ~f_take[31] & (f_take[15:0] & MASK) == f_w;
    // Fields of the watched entry in this cycle.
    wire f_known_now = f_known | f_fills;
    wire [95:0] f_fields_now = f_fills ? f_group : f_fields;
    wire [31:0] f_next_now = f_fills ? 32'hffffffff : f_writes ? f_value : f_next;
    wire [127:0] f_read_now = {ages_x, ages_yz, ages_param, ages_following};
    // Words of the record that is read: asked for, answered, and one of them.
    reg [2:0] f_requests;
    reg [2:0] f_answers;
    (* anyconst *) wire [1:0] f_n;
    reg [31:0] f_answer;
    wire [127:0] f_read_group = {group_follower_q, group_address_q, group_yz_q, group_x_q};

    // What was held in the last cycle, if an operation was chosen in it.
    reg f_picked;
    reg f_end_was_held;
    reg f_done_was_held;
    reg f_next_was_held;
    reg f_take_was_held;
    // Own cycles that a request has been held, besides those in which one goes before it: not those in which memory
    // has to act.
    wire f_memory = (mem_req_valid & ~mem_req_ready)
        | (~mem_req_valid & f_unanswered != 3'd0 & ~mem_resp_valid);
    reg [4:0] f_end_waits;
    reg [4:0] f_done_waits;
    reg [4:0] f_next_waits;
    reg [4:0] f_take_waits;
    reg [4:0] f_alloc_waits;
    wire f_alloc_counts = state_q == STATE_ALLOC | ~(f_end_held | f_done_held | f_next_held
        | f_take_held | link_valid);
    // Cycles since reset before the table is clear.
    reg [16:0] f_asleep;

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
            f_home <= alloc_hw_tid & MASK;
            f_group <= {alloc_grid_x, alloc_grid_yz, alloc_param};
            f_kernel <= alloc_kdei;
            f_record <= alloc_record;
        end
        f_unanswered <= f_unanswered + {2'd0, mem_req_valid & mem_req_ready & ~mem_req_write}
            - {2'd0, mem_resp_valid};
        if (f_fills) begin
            f_known <= 1'b1;
        end
        f_fields <= f_fields_now;
        f_next <= f_next_now;
        f_next_owed <= (f_next_owed & ~next_ready) | (next_valid & next_ready);
        f_take_owed <= (f_take_owed & ~take_ready) | (take_valid & take_ready);
        if (mem_req_valid & mem_req_ready & mem_req_write) begin
            f_written <= 1'b1;
        end
        if (next_valid & next_ready) begin
            f_prev <= next_prev;
            f_value <= next_agei;
            f_written <= 1'b0;
        end
        f_requests <= f_requests + {2'd0, mem_req_valid & mem_req_ready & ~mem_req_write};
        f_answers <= f_answers + {2'd0, mem_resp_valid};
        if (mem_resp_valid & f_answers == {1'b0, f_n}) begin
            f_answer <= mem_resp_data;
        end
        if (take_valid & take_ready) begin
            f_take <= take_agei;
            f_requests <= 3'd0;
            f_answers <= 3'd0;
        end
        f_picked <= state_q == STATE_PICK & ~reset;
        f_end_was_held <= f_end_held;
        f_done_was_held <= f_done_held;
        f_next_was_held <= f_next_held;
        f_take_was_held <= f_take_held;
        f_end_waits <= f_end_held ? f_end_waits + {4'd0, ~f_memory} : 5'd0;
        f_done_waits <= f_done_held ? f_done_waits + {4'd0, ~f_memory & ~f_end_held} : 5'd0;
        f_next_waits <= f_next_held
            ? f_next_waits + {4'd0, ~f_memory & ~f_end_held & ~f_done_held} : 5'd0;
        f_take_waits <= f_take_held ? f_take_waits
            + {4'd0, ~f_memory & ~f_end_held & ~f_done_held & ~f_next_held} : 5'd0;
        f_alloc_waits <= f_alloc_held ? f_alloc_waits + {4'd0, f_alloc_counts} : 5'd0;
        f_asleep <= awake ? f_asleep : f_asleep + 17'd1;
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
            f_linked <= 0;
            f_done <= 0;
            f_unanswered <= 3'd0;
            f_known <= 1'b0;
            f_next_owed <= 1'b0;
            f_take_owed <= 1'b0;
            f_end_waits <= 5'd0;
            f_done_waits <= 5'd0;
            f_next_waits <= 5'd0;
            f_take_waits <= 5'd0;
            f_alloc_waits <= 5'd0;
            f_asleep <= 17'd0;
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
    reg [7:0] f_number;
    reg [31:0] f_word;
    reg [4:0] f_rest;
    always @(*) begin
        f_words_agree = 1'b1;
        f_no_end_is_uncounted = 1'b1;
        f_balance = 1'b1;
        f_number = 8'd0;
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
            f_number = f_number + {7'd0, f_occupied[f_i]};
        end
    end

    reg [7:0] f_alive_groups;
    // The first free entry of those that the group may have, if there is one; whether those looked up are occupied.
    wire [F_ENTRIES-1:0] f_busy = f_live | (f_linked & (f_ending | f_settling));
    reg f_has_free;
    reg [15:0] f_free;
    reg [15:0] f_candidate;
    reg f_looked_up;
    // Own cycles until the request that is carried out is over.
    wire [4:0] f_fetches = 5'd8 - {2'd0, f_requests} - {2'd0, f_answers};
    wire [4:0] f_of_alloc = (state_q == STATE_ALLOC) ? {2'd0, LAST_LOOK - looked_q} + 5'd1 : 5'd0;
    wire [4:0] f_of_take = (state_q == STATE_FETCH) ? f_fetches
        : {4'd0, state_q == STATE_TAKE} + f_of_alloc;
    wire [4:0] f_of_next = {4'd0, state_q == STATE_NEXT | state_q == STATE_WRITE} + f_of_take;
    wire [4:0] f_of_done = {4'd0, state_q == STATE_DONE} + f_of_next;
    integer f_j;
    always @(*) begin
        f_has_free = 1'b0;
        f_free = 16'd0;
        f_looked_up = 1'b1;
        f_candidate = 16'd0;
        for (f_j = 7; f_j >= 0; f_j = f_j - 1) begin
            f_candidate = (f_home + f_j * STRIDE) & MASK;
            if (f_j <= LAST_LOOK & ~f_busy[f_candidate]) begin
                f_has_free = 1'b1;
                f_free = f_candidate;
                f_looked_up = f_looked_up & f_j >= looked_q;
            end
        end
    end

    reg [31:0] f_read;
    always @(*) begin
        f_alive_groups = 8'd0;
        f_read = 32'd0;
        for (f_i = 0; f_i < F_ENTRIES; f_i = f_i + 1) begin
            f_alive_groups = f_alive_groups + {7'd0, f_live[f_i]};
            if (entry == f_i) begin
                f_read = f_exebl[f_i*32 +: 32];
            end
        end
    end

    always @(*) begin
        if (f_alive) begin
            rule_1_nothing_is_taken_before_the_table_is_clear: assert (awake
                | ~(end_ready | done_ready | next_ready | take_ready | alloc_ready));
            rule_1_the_table_is_clear_after_as_many_cycles_as_entries: assert (awake
                | f_asleep < F_ENTRIES);
            rule_2_a_live_entry_is_not_handed_out: assert ((f_linking & f_live) == 0);
            rule_2_a_group_takes_the_first_free_entry_of_those_it_may_have: assert (~link_valid
                | f_offered | link_agei[31] | (f_has_free & link_agei == {16'd0, f_free}));
            rule_2_a_group_is_spilled_only_when_all_of_them_are_occupied: assert (~link_valid
                | f_offered | ~link_agei[31] | ~f_has_free);
            rule_2_a_group_is_linked_to_its_kernel: assert (~link_valid | f_offered
                | link_kdei == f_kernel);
            rule_2_a_spilled_group_is_named_by_its_record: assert (~link_valid | f_offered
                | ~link_agei[31] | link_agei == {5'h10, f_record[31:5]});
            rule_3_the_next_of_a_spilled_group_is_written_once_into_its_record: assert (
                (~(mem_req_valid & mem_req_write) | (f_next_held & f_prev[31] & ~f_written
                    & mem_req_addr == {f_prev[26:0], 5'hc} & mem_req_data == f_value))
                & (~(f_next_done & f_prev[31]) | f_written));
            rule_3_nothing_is_written_for_a_group_in_the_table: assert (~(f_next_done & ~f_prev[31])
                | ~f_written);
            rule_4_a_take_is_answered_once: assert (group_valid == (f_take_owed & take_ready));
            rules_3_and_4_a_group_in_the_table_is_read_as_it_was_written: assert (~(group_valid
                & f_take_is_w & f_known_now) | {group_grid_x, group_grid_yz, group_param, group_next}
                    == {f_fields_now, f_next_now});
            rule_4_a_record_is_read_word_by_word: assert (~(mem_req_valid & ~mem_req_write)
                | (f_take_held & f_take[31] & f_requests < 3'd4
                    & mem_req_addr == {f_take[26:0], 1'b0, f_requests[1:0], 2'd0}));
            rule_4_a_spilled_group_is_what_its_record_has: assert (~(group_valid & f_take[31])
                | (f_answers == 3'd4 & f_read_group[f_n*32 +: 32] == f_answer));
            rule_6_an_end_goes_first: assert (~f_picked | state_q == STATE_PICK
                | state_q == STATE_END | ~f_end_was_held);
            rule_6_a_done_goes_before_what_the_source_asks: assert (~f_picked
                | state_q <= STATE_DONE | ~f_done_was_held);
            rule_6_a_next_goes_before_a_take: assert (~f_picked | ~(state_q == STATE_TAKE
                | state_q == STATE_FETCH | state_q == STATE_ALLOC) | ~f_next_was_held);
            rule_6_a_take_goes_before_an_alloc: assert (~f_picked | state_q != STATE_ALLOC
                | ~f_take_was_held);
            rule_6_no_group_is_allocated_while_a_link_waits: assert (state_q != STATE_ALLOC
                | ~link_valid);
            rule_6_an_end_is_carried_out_in_10_own_cycles: assert (~f_end_held
                | f_end_waits < 5'd10);
            rule_6_a_done_is_carried_out_in_10_own_cycles: assert (~f_done_held
                | f_done_waits < 5'd10);
            rule_6_a_next_is_carried_out_in_10_own_cycles: assert (~f_next_held
                | f_next_waits < 5'd10);
            rule_6_a_take_is_answered_in_17_own_cycles: assert (~f_take_held
                | f_take_waits < 5'd17);
            rule_6_an_alloc_is_carried_out_in_2_own_cycles_and_its_lookups: assert (~f_alloc_held
                | f_alloc_waits <= {2'd0, LAST_LOOK} + 5'd1);
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
                ((f_ending | f_settling) & ~f_linked) == 0);
            helper_buffered_requests_are_of_entries: assert ((~end_full_q | end_entry_q <= MASK)
                & (~done_full_q | done_entry_q <= MASK)
                & (~link_full_q | link_group_q[31] | link_group_q <= MASK));
            helper_done_in_the_buffer_has_been_seen: assert ((f_settling & ~f_done) == 0);
            helper_no_request_is_for_an_entry_being_linked: assert (
                (f_linking & f_linked & (f_ending | f_settling)) == 0);
            helper_the_request_is_the_last_one_taken: assert (~alloc_full_q
                | ((alloc_entry_q & MASK) == ((f_home + looked_q * STRIDE) & MASK)
                & alloc_spill_q == f_record & alloc_kernel_q == f_kernel
                & {alloc_x_q, alloc_yz_q, alloc_address_q} == f_group));
            helper_link: assert (~link_valid | f_offered | (link_kernel_q == f_kernel
                & (link_group_q[31] | link_group_q <= MASK)));
            helper_what_was_looked_up_is_occupied: assert (state_q != STATE_ALLOC | f_looked_up);
            helper_buffers: assert (f_next_owed >= next_full_q & f_take_owed >= take_full_q
                & (~next_full_q | (next_to_q == f_prev & next_value_q == f_value & ~f_written))
                & (~take_full_q | take_group_q == f_take));
            helper_fields: assert (~f_known_now | ({f_words_x[f_w*32 +: 32],
                f_words_yz[f_w*32 +: 32], f_words_param[f_w*32 +: 32]} == f_fields_now
                & f_words_next[f_w*32 +: 32] == f_next_now));
            helper_the_group_read_is_that_of_the_entry: assert (~(state_q == STATE_TAKE
                & f_take_is_w & f_known) | f_read_now == {f_fields, f_next});
            helper_nothing_has_just_been_written: assert (state_q == STATE_PICK
                | ~(f_fills | f_next_done));
            helper_answers: assert (state_q != STATE_FETCH | f_answers <= {1'b0, f_n}
                | f_read_group[f_n*32 +: 32] == f_answer);
            helper_requests: assert (state_q == STATE_FETCH ? (f_requests == requested_q
                & f_answers == received_q) : (~take_full_q | (f_requests == 3'd0
                & f_answers == 3'd0)));
            helper_asleep: assert (awake | f_asleep == sweep_q);
            helper_waits: assert ((state_q == STATE_END ? f_end_waits <= 5'd9
                    : ~f_end_held | f_end_waits + f_of_done <= 5'd8)
                & (state_q == STATE_DONE ? f_done_waits <= 5'd9
                    : ~f_done_held | f_done_waits + f_of_next <= 5'd8)
                & (state_q == STATE_NEXT | state_q == STATE_WRITE ? f_next_waits <= 5'd9
                    : ~f_next_held | f_next_waits + f_of_take <= 5'd8)
                & (state_q == STATE_TAKE ? f_take_waits <= 5'd9
                    : state_q == STATE_FETCH ? f_take_waits + f_fetches <= 5'd17
                    : ~f_take_held | f_take_waits + f_of_alloc <= 5'd8)
                & (~f_alloc_held | f_alloc_waits <= (state_q == STATE_ALLOC ? 5'd1 + looked_q
                    : 5'd0)));
            helper_a_sweep_is_of_an_empty_table: assert (awake | (sweep_q <= MASK
                & f_linked == 0 & ~f_next_owed & ~f_take_owed & ~f_known & ~(end_full_q | done_full_q | next_full_q | take_full_q
                | alloc_full_q | link_full_q)));
            helper_an_end_in_the_buffer_has_been_counted: assert (f_no_end_is_uncounted);
            helper_what_is_left_is_within_bounds: assert (f_balance & (~done_full_q
                | done_total_q < 30'd8));
            helper_looks: assert (looked_q == 3'd0 | (state_q == STATE_ALLOC & looked_q <= LAST_LOOK));
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
