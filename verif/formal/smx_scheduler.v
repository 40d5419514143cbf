    // Rules of hw/src/smx_scheduler/pins.rs. Beside the unit runs a ledger of the TBs that the pins
    // have started and ended, with the demand of the head that they belong to.

    localparam integer F_SMXS = 2;
    localparam integer F_SLOTS = 2;
    localparam integer F_PLACES = F_SMXS * F_SLOTS;
    (* hierconn *) wire [F_SMXS*32-1:0] \u_smxs.free_q ;
    (* hierconn *) wire [F_SMXS*12-1:0] \u_smxs.threads_q ;
    (* hierconn *) wire [F_SMXS*9-1:0] \u_smxs.registers_q ;
    (* hierconn *) wire [F_SMXS*9-1:0] \u_smxs.shared_q ;
    (* hierconn *) wire [1:0] \u_ends.ending_q ;
    (* hierconn *) wire \u_ends.held_for_agt_q ;
    (* hierconn *) wire \u_ends.held_for_dats_q ;
    (* hierconn *) wire [31:0] \u_tbcrs.u_need_words.words[0] ;
    (* hierconn *) wire [31:0] \u_tbcrs.u_need_words.words[1] ;
    (* hierconn *) wire [31:0] \u_tbcrs.u_need_words.words[2] ;
    (* hierconn *) wire [31:0] \u_tbcrs.u_need_words.words[3] ;
    (* hierconn *) wire [4:0] \u_tbcrs.u_kdei_words.words[0] ;
    (* hierconn *) wire [4:0] \u_tbcrs.u_kdei_words.words[1] ;
    (* hierconn *) wire [4:0] \u_tbcrs.u_kdei_words.words[2] ;
    (* hierconn *) wire [4:0] \u_tbcrs.u_kdei_words.words[3] ;
    (* hierconn *) wire [31:0] \u_tbcrs.u_agei_words.words[0] ;
    (* hierconn *) wire [31:0] \u_tbcrs.u_agei_words.words[1] ;
    (* hierconn *) wire [31:0] \u_tbcrs.u_agei_words.words[2] ;
    (* hierconn *) wire [31:0] \u_tbcrs.u_agei_words.words[3] ;
    wire [F_PLACES*32-1:0] f_need_words = {
        \u_tbcrs.u_need_words.words[3] , \u_tbcrs.u_need_words.words[2] ,
        \u_tbcrs.u_need_words.words[1] , \u_tbcrs.u_need_words.words[0]
    };
    wire [F_PLACES*5-1:0] f_kdei_words = {
        \u_tbcrs.u_kdei_words.words[3] , \u_tbcrs.u_kdei_words.words[2] ,
        \u_tbcrs.u_kdei_words.words[1] , \u_tbcrs.u_kdei_words.words[0]
    };

    wire [F_PLACES*32-1:0] f_agei_words = {
        \u_tbcrs.u_agei_words.words[3] , \u_tbcrs.u_agei_words.words[2] ,
        \u_tbcrs.u_agei_words.words[1] , \u_tbcrs.u_agei_words.words[0]
    };

    // The encoding: an entry of the AGT, a record's address divided by 32, or none.
    function f_is_an_agei(input [31:0] word);
        f_is_an_agei = ~word[31] | (&word) | word[30:27] == 4'd0;
    endfunction

    // The ledger, by place: SMX times slots plus slot.
    reg [F_PLACES-1:0] f_runs;
    reg [31:0] f_need [0:F_PLACES-1];
    reg [4:0] f_kdei [0:F_PLACES-1];
    reg f_ended;
    reg [F_PLACES-1:0] f_ended_place;
    reg [F_PLACES-1:0] f_starts;
    reg [F_PLACES-1:0] f_ends;
    integer f_p;
    integer f_m;

    always @(*) begin
        for (f_p = 0; f_p < F_PLACES; f_p = f_p + 1) begin
            f_starts[f_p] = tb_valid & tb_smx == f_p / F_SLOTS & tb_slot == f_p % F_SLOTS;
            f_ends[f_p] = end_valid & end_smx == f_p / F_SLOTS & end_slot == f_p % F_SLOTS;
        end
    end

    // The head in the last cycle, and cycles in which nobody is to be waited for.
    reg f_had_head;
    reg f_had_first;
    reg [4:0] f_had_kdei;
    reg [31:0] f_had_need;
    reg [31:0] f_had_nagei;
    reg [31:0] f_had_lagei;
    reg f_advanced;
    reg [31:0] f_advanced_to;
    reg [3:0] f_quiet;
    // A TB is given a place.
    wire f_places = issue | issue_node;
    wire f_waits_for_a_neighbour = state_q == STATE_IDLE | state_q == STATE_TAKE
        | state_q == STATE_WAIT | state_q == STATE_GRAPH | state_q == STATE_DONE
        | (state_q == STATE_NODES & ~(node_valid & smxs_any))
        | (state_q == STATE_DISTRIBUTE & ~smxs_any);

    always @(posedge clock) begin
        f_had_head <= head_valid & ~unmark & ~reset;
        f_had_first <= head_first & ~native_done;
        f_had_kdei <= head_kdei;
        f_had_need <= head_need;
        f_had_nagei <= head_nagei;
        f_had_lagei <= head_lagei;
        f_advanced <= advance_valid & ~reset;
        f_advanced_to <= advance_next;
        if (reset | f_waits_for_a_neighbour | f_places) begin
            f_quiet <= 4'd0;
        end else begin
            f_quiet <= f_quiet + 4'd1;
        end

        f_ended <= end_valid & end_ready & ~reset;
        f_ended_place <= f_ends;
        for (f_p = 0; f_p < F_PLACES; f_p = f_p + 1) begin
            if (end_ready & f_ends[f_p]) begin
                f_runs[f_p] <= 1'b0;
            end
            if (f_starts[f_p]) begin
                f_runs[f_p] <= 1'b1;
                f_need[f_p] <= head_need;
                f_kdei[f_p] <= tb_kdei;
            end
        end
        if (reset) begin
            f_runs <= 4'd0;
        end
    end

    // What the neighbours must keep; KD rules are those of hw/src/kernel_distributor/pins.rs.
    always @(*) begin
        kd_rule_5_the_head_stays_until_it_is_unmarked: assume (~f_had_head | (head_valid
            & head_kdei == f_had_kdei & head_need == f_had_need));
        kd_rule_6_it_is_first_until_its_native_tbs_are_out: assume (~f_had_head
            | head_first == f_had_first);
        kd_rule_7_an_advance_to_a_group_is_honoured: assume (~(f_had_head & f_advanced
            & ~(&f_advanced_to)) | head_nagei == f_advanced_to);
        kd_rule_7_an_advance_to_none_is_ignored_if_a_group_was_linked: assume (~(f_had_head
            & f_advanced & (&f_advanced_to)) | (f_had_nagei == f_had_lagei
            ? (&head_nagei | (head_nagei == f_had_nagei & head_lagei != f_had_lagei))
            : head_nagei == f_had_nagei));
        kd_rule_4_nagei_moves_only_from_none_or_by_an_advance: assume (~(f_had_head & ~f_advanced)
            | (&f_had_nagei) | head_nagei == f_had_nagei);
        kd_rule_4_a_group_in_a_chain_is_not_linked_again: assume (~f_had_head
            | f_had_nagei == f_had_lagei | head_nagei != f_had_nagei | head_lagei != head_nagei);
        the_encoding_of_ageis_is_kept_by_the_kd: assume (f_is_an_agei(head_nagei));
        agt_rule_4_the_next_of_a_group_is_another: assume (~group_valid
            | (group_next != sscr_agei_q));
        rule_4_only_a_tb_that_runs_ends: assume (~end_valid | (f_ends & f_runs) != 4'd0);
    end

    // What is booked: from the cycle of `tb_valid` to the one after the end has been taken.
    reg [F_PLACES-1:0] f_booked;
    reg [31:0] f_booked_need;
    reg [13:0] f_threads;
    reg [13:0] f_registers;
    reg [13:0] f_shared;
    reg f_never_overbooked;
    reg f_books_agree;
    reg f_tbcrs_agree;
    reg f_tbcrs_hold_ageis;
    reg [4:0] f_ended_kdei;
    reg [31:0] f_ended_need;
    always @(*) begin
        f_booked = f_runs | f_starts | (f_ended ? f_ended_place : 4'd0);
        f_never_overbooked = 1'b1;
        f_books_agree = 1'b1;
        f_tbcrs_agree = 1'b1;
        f_tbcrs_hold_ageis = 1'b1;
        f_ended_kdei = 5'd0;
        f_ended_need = 32'd0;
        f_booked_need = 32'd0;
        for (f_m = 0; f_m < F_SMXS; f_m = f_m + 1) begin
            f_threads = 14'd0;
            f_registers = 14'd0;
            f_shared = 14'd0;
            for (f_p = f_m * F_SLOTS; f_p < (f_m + 1) * F_SLOTS; f_p = f_p + 1) begin
                f_booked_need = f_starts[f_p] ? head_need : f_need[f_p];
                if (f_booked[f_p]) begin
                    f_threads = f_threads + {2'd0, f_booked_need[11:0]};
                    f_registers = f_registers + {5'd0, f_booked_need[20:12]};
                    f_shared = f_shared + {5'd0, f_booked_need[29:21]};
                end
                f_tbcrs_agree = f_tbcrs_agree & (~f_runs[f_p]
                    | (f_need_words[f_p*32 +: 32] == f_need[f_p]
                    & f_kdei_words[f_p*5 +: 5] == f_kdei[f_p]));
                f_tbcrs_hold_ageis = f_tbcrs_hold_ageis & (~f_runs[f_p]
                    | f_is_an_agei(f_agei_words[f_p*32 +: 32]));
                if (f_ended & f_ended_place[f_p]) begin
                    f_ended_kdei = f_kdei[f_p];
                    f_ended_need = f_need[f_p];
                end
            end
            f_never_overbooked = f_never_overbooked & f_threads <= 14'd256
                & f_registers <= 14'd64 & f_shared <= 14'd32;
            f_books_agree = f_books_agree
                & \u_smxs.threads_q [f_m*12 +: 12] + f_threads[11:0] == 12'd256
                & \u_smxs.registers_q [f_m*9 +: 9] + f_registers[8:0] == 9'd64
                & \u_smxs.shared_q [f_m*9 +: 9] + f_shared[8:0] == 9'd32
                & \u_smxs.free_q [f_m*32 +: 32] == {30'd0, ~f_booked[f_m*F_SLOTS +: F_SLOTS]};
        end
    end

    always @(*) begin
        if (f_alive) begin
            rule_2_no_smx_is_overbooked: assert (f_never_overbooked);
            rule_2_a_tb_starts_in_a_free_slot: assert (~tb_valid
                | ((f_starts & ~f_runs) != 4'd0 & (~f_ended | (f_starts & f_ended_place) == 4'd0)));
            rule_2_a_tb_is_of_the_head: assert (~tb_valid | (head_valid & tb_kdei == head_kdei));
            rule_3_a_kernel_is_unmarked_only_when_it_had_no_group_left: assert (~unmark
                | &f_had_nagei);
            rule_3_a_kernel_is_not_unmarked_before_its_native_tbs_are_out: assert (~unmark
                | ~head_first);
            rule_4_an_end_is_reported_once: assert (kd_end_valid == f_ended);
            rule_4_an_end_names_the_kernel_of_its_tb: assert (kd_end_kdei == f_ended_kdei);
            a_marked_kernel_waits_for_neighbours_or_for_room_or_at_most_5_cycles: assert (
                f_quiet <= 4'd5);

            helper_states: assert (state_q <= STATE_UNMARK & \u_ends.ending_q <= 2'd2);
            helper_books: assert (f_books_agree);
            helper_tbcrs: assert (f_tbcrs_agree);
            helper_ageis_keep_their_encoding: assert (f_is_an_agei(sscr_agei_q)
                & f_tbcrs_hold_ageis & (~f_ended | f_is_an_agei(tbcrs_ended_agei)));
            helper_the_need_read_is_that_of_the_tb: assert (~f_ended | (tbcrs_ended_need
                == f_ended_need & (f_starts & f_ended_place) == 4'd0));
            helper_the_place_read_is_that_of_the_tb: assert (~f_ended | ((ends_smx == 5'd0
                | ends_smx == 5'd1) & (ends_slot == 5'd0 | ends_slot == 5'd1)
                & f_ended_place == (4'd1 << {ends_smx[0], ends_slot[0]})
                & (f_runs & f_ended_place) == 4'd0));
            helper_work_is_that_of_the_head: assert (state_q == STATE_IDLE | (head_valid
                & f_had_head & sscr_kdei_q == head_kdei & work_need_q == head_need));
            helper_a_tb_that_starts_is_of_a_kernel_taken: assert (~tb_valid
                | state_q != STATE_IDLE);
            helper_one_stream_of_ends_at_a_time: assert (\u_ends.ending_q != 2'd2
                | ~(\u_ends.held_for_agt_q & \u_ends.held_for_dats_q ));
            helper_native_tbs_come_first: assert (~head_first | state_q == STATE_IDLE
                | state_q == STATE_GRAPH | state_q == STATE_NODES | state_q == STATE_NATIVE_DONE
                | (state_q == STATE_DISTRIBUTE & (&sscr_agei_q)));
            helper_the_group_is_the_next_of_the_head: assert (~(state_q == STATE_TAKE
                | state_q == STATE_WAIT | state_q == STATE_AFTER | state_q == STATE_ADVANCE
                | (state_q == STATE_DISTRIBUTE & ~(&sscr_agei_q)))
                | (head_nagei == sscr_agei_q & ~(&sscr_agei_q)));
            helper_a_group_is_not_its_own_next: assert (~(state_q == STATE_AFTER
                | state_q == STATE_ADVANCE | state_q == STATE_SETTLE
                | (state_q == STATE_DISTRIBUTE & ~(&sscr_agei_q)))
                | follower_q != sscr_agei_q);
            helper_settling_follows_an_advance: assert (state_q != STATE_SETTLE
                | (f_advanced & f_advanced_to == follower_q & f_had_nagei == sscr_agei_q));
            helper_quiet_cycles: assert (
                (state_q != STATE_NATIVE_DONE | f_quiet == 4'd0)
                & (state_q != STATE_AFTER | f_quiet == 4'd0
                    | (f_quiet == 4'd3 & (&follower_q) & head_lagei != sscr_agei_q))
                & (state_q != STATE_ADVANCE | f_quiet == 4'd1)
                & (state_q != STATE_SETTLE | f_quiet == 4'd2)
                & (state_q != STATE_CHAIN | f_quiet <= 4'd3)
                & (state_q != STATE_UNMARK | f_quiet <= 4'd4)
                & (~f_waits_for_a_neighbour | f_quiet <= 4'd5)
                & (~f_places | f_quiet <= 4'd5));
            helper_the_chain_was_empty: assert (state_q != STATE_UNMARK | &f_had_nagei);
        end
    end

    always @(*) begin
        if (f_alive & ~reset) begin
            all_slots_are_taken: cover (&f_runs);
            a_tb_starts_where_one_has_ended: cover (f_ended & f_places & smxs_smx == ends_smx);
            a_group_is_done: cover (done_valid & done_ready);
            an_advance_is_refused: cover (state_q == STATE_SETTLE & head_nagei == sscr_agei_q);
            a_node_of_a_graph_ends: cover (node_end_valid & node_end_ready);
        end
    end
