    // Plan: k=1 cover_within=15 incremental=true
    // Rules of hw/src/kmu/pins.rs.

    localparam integer F_QUEUES = 2;
    (* hierconn *) wire [31:0] \u_heads.words[0] ;
    (* hierconn *) wire [31:0] \u_heads.words[1] ;

    // State of a queue: a head waits in its slot, its descriptor, and one of its kernels runs.
    reg [F_QUEUES-1:0] f_full;
    reg [F_QUEUES-1:0] f_blocked;
    reg [31:0] f_desc_0;
    reg [31:0] f_desc_1;
    // The last choice: whether from the pool, its descriptor if not, and cycles since.
    reg f_from_pool;
    reg [31:0] f_chosen_desc;
    reg [15:0] f_since;
    reg f_chosen;
    // Reads that have not been answered.
    reg [3:0] f_unanswered;
    // The straps in the last cycle, and whether the pool was full then.
    reg [15:0] f_dispatch_cycles;
    reg [31:0] f_pending_limit;
    reg f_running;
    reg f_was_full;

    wire f_takes_head = choosing & ~from_pool_next;

    always @(posedge clock) begin
        f_running <= ~reset;
        f_dispatch_cycles <= cfg_dispatch_cycles;
        f_pending_limit <= cfg_pending_limit;
        f_was_full <= pending >= cfg_pending_limit;
        f_unanswered <= f_unanswered + {3'd0, mem_req_valid & mem_req_ready & ~mem_req_write}
            - {3'd0, mem_resp_valid};
        if (host_valid & host_hwq == 5'd0) begin
            f_desc_0 <= host_desc;
        end
        if (host_valid & host_hwq == 5'd1) begin
            f_desc_1 <= host_desc;
        end
        f_full <= (f_full & ~chosen_select[1:0])
            | {host_valid & host_hwq == 5'd1, host_valid & host_hwq == 5'd0};
        f_blocked <= (f_blocked | chosen_select[1:0])
            & ~{done_valid & done_hwq == 5'd1, done_valid & done_hwq == 5'd0};
        if (choosing) begin
            f_from_pool <= from_pool_next;
            f_chosen <= 1'b1;
            f_chosen_desc <= choice_winner == 5'd0 ? f_desc_0 : f_desc_1;
            f_since <= 16'd1;
        end else if (~&f_since) begin
            f_since <= f_since + 16'd1;
        end
        if (reset) begin
            f_full <= 2'd0;
            f_blocked <= 2'd0;
            f_chosen <= 1'b0;
            f_from_pool <= 1'b1;
            f_unanswered <= 4'd0;
        end
    end

    // Assumptions about the neighbours.
    always @(*) begin
        rule_1_the_host_offers_only_to_an_empty_slot: assume (~host_valid
            | (host_hwq < F_QUEUES & hwq_ready[host_hwq]));
        rule_3_only_a_held_kernel_is_resumed: assume (~(cmd_valid & cmd_kind == 2'd2)
            | suspended > {31'd0, cmd_full_q & kind_q == 2'd2});
        rule_3_fewer_than_2_to_the_31_kernels_are_held: assume (suspended < 32'h80000000);
        rule_7_the_memory_answers_only_what_was_asked: assume (~mem_resp_valid
            | f_unanswered != 4'd0);
        rule_8_done_names_a_queue: assume (~done_valid | done_hwq < F_QUEUES);
        straps_stay_while_the_unit_runs: assume (~f_running
            | (cfg_dispatch_cycles == f_dispatch_cycles & cfg_pending_limit == f_pending_limit));
    end

    always @(*) begin
        if (f_alive) begin
            rule_1_a_slot_is_ready_when_its_head_has_been_chosen: assert (hwq_ready
                == {30'd0, ~f_full});
            rule_2_a_queue_is_not_inspected_while_its_kernel_runs: assert (
                (chosen_select & {30'd0, f_blocked}) == 32'd0);
            rule_2_only_a_head_that_waits_is_chosen: assert (
                (chosen_select & ~{30'd0, f_full}) == 32'd0);
            rule_4_no_more_are_pending_than_the_limit: assert (pending <= cfg_pending_limit);
            rule_4_a_command_is_refused_only_at_the_limit: assert (~overflow | f_was_full);
            rule_5_heads_and_pool_take_turns: assert (~(choosing & choice_any & pool_any)
                | from_pool_next != f_from_pool);
            rule_5_one_dispatch_at_a_time: assert (~(choosing & (busy_q | disp_valid)));
            rule_5_the_head_dispatched_is_the_one_chosen: assert (~disp_valid | f_from_pool
                | disp_desc == f_chosen_desc);
            rule_6_a_dispatch_is_not_offered_before_its_time: assert (~disp_valid
                | f_since >= cfg_dispatch_cycles);
            the_pool_never_underflows: assert (~(word_valid & received_q == 6'd28)
                | pending != 32'd0);
            no_more_are_resumed_than_held: assert (~((joined | settled) & kind_q == 2'd2)
                | suspended != 32'd0);

            helper_states: assert (state_q == STATE_PICK | state_q == STATE_APPEND
                | state_q == STATE_SUSPEND | state_q == STATE_LOAD | state_q == STATE_FETCH);
            helper_slots: assert (full_q == {30'd0, f_full} & blocked_q == {30'd0, f_blocked});
            helper_heads: assert ((~f_full[0] | \u_heads.words[0] == f_desc_0)
                & (~f_full[1] | \u_heads.words[1] == f_desc_1));
            helper_turns: assert (pool_turn_q == ~f_from_pool);
            helper_what_is_read_is_what_was_chosen: assert (
                ~(state_q == STATE_LOAD | state_q == STATE_FETCH) | (busy_q & ~fetched_q));
            helper_the_chosen: assert (~busy_q | (f_chosen & from_pool_q == f_from_pool));
            helper_the_head_read: assert (state_q != STATE_LOAD | f_from_pool
                | heads_read_data == f_chosen_desc);
            helper_the_head_kept: assert (~(busy_q & state_q != STATE_LOAD) | f_from_pool
                | desc_q == f_chosen_desc);
            helper_an_offer_has_been_read: assert (~offered_q | (busy_q & fetched_q));
            helper_what_has_been_read_is_busy: assert (~fetched_q | busy_q);
            helper_busy_and_unread_is_being_read: assert (~(busy_q & ~fetched_q)
                | state_q == STATE_LOAD | state_q == STATE_FETCH);
            helper_commands: assert (~(state_q == STATE_APPEND | state_q == STATE_SUSPEND)
                | cmd_full_q);
            helper_a_pool_with_a_tail: assert (state_q != STATE_APPEND
                | (~is_suspend & pending < cfg_pending_limit));
            helper_a_suspension: assert (state_q != STATE_SUSPEND | is_suspend);
            helper_a_resumption_is_of_one_held: assert (~(cmd_full_q & kind_q == 2'd2)
                | suspended != 32'd0);
            helper_the_pool_has_what_is_read: assert (~((state_q == STATE_LOAD
                | state_q == STATE_FETCH) & from_pool_q) | pending != 32'd0);
            helper_reads: assert (state_q == STATE_FETCH
                ? (sent_q <= read_end & received_q <= sent_q & received_q < read_end
                    & sent_q[1:0] == 2'd0 & received_q[1:0] == 2'd0
                    & {2'd0, f_unanswered} == ((sent_q - received_q) >> 2))
                : f_unanswered == 4'd0);
            helper_load: assert (state_q != STATE_LOAD | (sent_q == 6'd0 & received_q == 6'd0));
            helper_what_was_chosen_has_been_read: assert (state_q == STATE_LOAD
                | state_q == STATE_FETCH
                | (f_chosen ? sent_q == read_end : (sent_q == 6'd0 & desc_q == 32'd0)));
            helper_timer: assert (~(busy_q & ~offered_q) | timer_q == f_since);
        end
    end

    always @(*) begin
        if (f_alive & ~reset) begin
            a_head_waits_behind_its_running_kernel: cover (f_full[0] & f_blocked[0]
                & ~disp_valid & ~busy_q);
            a_kernel_from_the_pool_is_dispatched: cover (disp_valid & disp_ready & f_from_pool);
            a_command_is_refused: cover (overflow & pending == 32'd1);
            a_suspended_kernel_joins_the_pool: cover (joined & kind_q == 2'd2);
        end
    end
