    // Plan: k=1 cover_within=14
    // Rules of hw/src/dats/pins.rs.

    (* hierconn *) wire [63:0] \u_held.u_tbs.slots_q ;
    (* hierconn *) wire [4:0] \u_held.u_tbs.head_q ;
    (* hierconn *) wire [4:0] \u_held.u_tbs.tail_q ;
    (* hierconn *) wire [5:0] \u_held.u_tbs.count_q ;
    (* hierconn *) wire \u_held.u_tbs.full_q ;
    (* hierconn *) wire \u_held.u_tbs.occupied_q ;
    (* hierconn *) wire [63:0] \u_held.u_ids.slots_q ;
    (* hierconn *) wire [4:0] \u_held.u_ids.head_q ;
    (* hierconn *) wire [4:0] \u_held.u_ids.tail_q ;
    (* hierconn *) wire [5:0] \u_held.u_ids.count_q ;
    (* hierconn *) wire \u_held.u_ids.full_q ;
    (* hierconn *) wire \u_held.u_ids.occupied_q ;
    (* hierconn *) wire \u_held.first_wants_q ;
    (* hierconn *) wire \u_held.first_barrier_q ;
    (* hierconn *) wire \u_held.second_wants_q ;
    (* hierconn *) wire \u_held.second_barrier_q ;
    (* hierconn *) wire [31:0] \u_header.next_address_q ;
    (* hierconn *) wire [2:0] \u_header.requested_q ;
    (* hierconn *) wire [2:0] \u_header.received_q ;

    // The header being read: its address, words asked for and answered, and the words.
    reg [31:0] f_header;
    reg [2:0] f_asked;
    reg [2:0] f_answered;
    reg [31:0] f_word [0:5];
    // A graph is in hand: its header is read, it waits for the DGB, or it lacks a TB.
    reg f_reads;
    reg f_waits;
    reg f_sends;
    // The graph kernel in hand.
    reg [4:0] f_kdei;
    reg [31:0] f_pc;
    reg [31:0] f_param;
    reg [28:0] f_shape;
    reg [31:0] f_grid_x;
    reg [31:0] f_grid_yz;
    // Nodes with a TB: of the header, not yet offered by the DGB, not yet
    // granted.
    reg [31:0] f_tbs;
    reg [31:0] f_to_come;
    reg [31:0] f_to_send;
    // Ends and barriers that have come, less the nodes given back.
    reg [2:0] f_owed;
    // A graph lives in the DGB.
    reg f_lives;
    reg f_started;
    // What was granted and taken in the last cycle.
    reg f_granted;
    reg f_granted_last;
    reg [31:0] f_granted_node;
    reg [31:0] f_granted_tb;
    reg f_took;
    reg [29:0] f_demand;
    reg [15:0] f_limit;
    reg [15:0] f_tail;
    // The level bound of the graph that lives, and the most that the tail's level and it have added up to.
    reg f_bounded;
    reg [15:0] f_bound;
    reg [15:0] f_reached;
    // The node to give back, and whether an end or a barrier has come to be given back.
    reg f_returns;
    reg [31:0] f_returned;
    // Any bit of a TB's index in x, y or z.
    (* anyconst *) wire [4:0] f_bit;
    // Cycles in which the DGB is ready, while a barrier comes first and no TB ends.
    reg [2:0] f_kept;
    // One node of all that come is followed: chosen, in its place, gone; and what is ahead of it.
    (* anyseq *) wire f_choose;
    reg f_following;
    reg f_gone;
    reg [31:0] f_node;
    reg f_second;

    wire f_barrier_comes = node_valid & node_ready & (&node_tb);
    wire f_tb_comes = node_valid & node_ready & ~(&node_tb);
    wire [16:0] f_sum = {1'b0, tail_level} + {1'b0, f_bound};
    wire f_starts = start_valid & start_ready;
    wire f_grants = |grant_smxs;

    always @(posedge clock) begin
        f_started <= f_starts & ~reset;
        f_granted <= f_grants & ~reset;
        f_granted_last <= f_grants & ~reset & f_to_send == 32'd1;
        f_granted_node <= f_first_id;
        f_granted_tb <= f_first;
        f_took <= graph_valid & graph_ready & ~reset;
        f_demand <= graph_demand;
        f_limit <= limit_level;
        f_tail <= reset ? 16'd0 : tail_level;
        if (graph_valid & graph_ready) begin
            f_header <= graph_header;
            f_asked <= 3'd0;
            f_answered <= 3'd0;
            f_kdei <= graph_kdei;
            f_pc <= graph_pc;
            f_param <= graph_param;
            f_shape <= graph_shape;
            f_grid_x <= graph_grid_x;
            f_grid_yz <= graph_grid_yz;
        end
        f_reads <= (f_reads | (graph_valid & graph_ready))
            & ~(mem_resp_valid & f_answered == 3'd6);
        f_waits <= (f_waits | (mem_resp_valid & f_answered == 3'd6)) & ~f_starts;
        f_sends <= (f_sends | f_starts) & ~(f_grants & f_to_send == 32'd1);
        if (f_starts) begin
            f_bounded <= f_word[4][16];
            f_bound <= f_word[4][15:0];
            f_reached <= f_word[4][16] ? f_word[4][15:0] : 16'hffff;
        end else if (f_bounded & f_sum > {1'b0, f_reached}) begin
            f_reached <= f_sum[16] ? 16'hffff : f_sum[15:0];
        end
        f_returns <= (end_valid & end_ready) | f_barrier_goes | (done_valid & ~done_ready);
        if (end_valid & end_ready) begin
            f_returned <= end_item;
        end else if (f_barrier_goes) begin
            f_returned <= f_first_id;
        end
        f_kept <= (reset | ~f_first_is_barrier | leaves | end_valid) ? 3'd0
            : f_kept + {2'd0, done_ready};
        if (mem_req_valid & mem_req_ready) begin
            f_asked <= f_asked + 3'd1;
        end
        if (mem_resp_valid) begin
            f_answered <= f_answered + 3'd1;
            if (f_answered < 3'd6) begin
                f_word[f_answered] <= mem_resp_data;
            end
            if (f_answered == 3'd6) begin
                f_tbs <= mem_resp_data;
            end
        end
        if (f_starts) begin
            f_lives <= 1'b1;
            f_to_come <= f_tbs;
            f_to_send <= f_tbs;
        end else begin
            f_lives <= f_lives & ~start_ready;
            f_to_come <= f_to_come - {31'd0, f_tb_comes};
            f_to_send <= f_to_send - {31'd0, f_grants};
        end
        f_owed <= f_owed + {2'd0, f_barrier_comes} + {2'd0, end_valid & end_ready}
            - {2'd0, done_valid & done_ready};
        if (f_choose & ~f_following & ~f_gone & node_valid & node_ready) begin
            f_following <= 1'b1;
            f_node <= node_id;
            f_second <= f_one & ~leaves;
        end else if (f_following & leaves) begin
            f_second <= 1'b0;
            f_following <= f_second;
            f_gone <= ~f_second;
        end
        if (reset) begin
            f_asked <= 3'd0;
            f_answered <= 3'd0;
            f_to_come <= 32'd0;
            f_to_send <= 32'd0;
            f_owed <= 3'd0;
            f_lives <= 1'b0;
            f_following <= 1'b0;
            f_gone <= 1'b0;
            f_reads <= 1'b0;
            f_waits <= 1'b0;
            f_sends <= 1'b0;
            f_bounded <= 1'b0;
            f_returns <= 1'b0;
        end
    end

    // What the neighbours must keep.
    always @(*) begin
        rule_6_a_grant_is_wanted: assume ((grant_smxs & ~want_smxs) == 32'd0
            & (grant_smxs & (grant_smxs - 32'd1)) == 32'd0);
        rule_11_the_memory_answers_only_what_was_asked: assume (~mem_resp_valid
            | f_answered < f_asked);
        a_header_has_at_least_one_node_with_a_tb: assume (~(mem_resp_valid & f_answered == 3'd6)
            | mem_resp_data != 32'd0);
        a_tb_index_in_x_and_y_has_fewer_than_32_bits: assume (~(mem_resp_valid & f_answered == 3'd5)
            | {1'b0, mem_resp_data[7:0]} + {1'b0, mem_resp_data[15:8]} < 9'd32);
        rule_5_no_more_tbs_come_than_the_header_has: assume (~(node_valid & ~(&node_tb))
            | (f_to_come != 32'd0));
        the_dgb_is_free_only_after_all_tbs_have_come: assume (~start_ready | f_to_come == 32'd0);
        tail_level_falls_to_zero_only: assume (tail_level == 16'd0 | tail_level >= f_tail);
        tail_level_is_zero_when_the_dgb_is_free: assume (~start_ready | tail_level == 16'd0);
    end

    // Nodes in the two places.
    wire f_one = \u_held.u_ids.count_q != 6'd0;
    wire f_two = \u_held.u_ids.count_q == 6'd2;
    wire [63:0] f_tb_words = \u_held.u_tbs.slots_q ;
    wire [63:0] f_id_words = \u_held.u_ids.slots_q ;
    wire f_head = \u_held.u_ids.head_q [0];
    wire [31:0] f_first = f_head ? f_tb_words[63:32] : f_tb_words[31:0];
    wire [31:0] f_first_id = f_head ? f_id_words[63:32] : f_id_words[31:0];
    wire [31:0] f_other = f_head ? f_tb_words[31:0] : f_tb_words[63:32];
    wire [31:0] f_other_id = f_head ? f_id_words[31:0] : f_id_words[63:32];
    wire f_first_is_barrier = f_one & (&f_first);
    wire [1:0] f_barriers = {1'b0, f_first_is_barrier} + {1'b0, f_two & (&f_other)};
    // A barrier goes to the DGB, which no end precedes.
    wire f_barrier_goes = f_first_is_barrier & ~end_valid & end_ready;
    wire [1:0] f_waiting_tbs = \u_held.u_ids.count_q [1:0] - f_barriers;

    // Bits of the TB sent: of x and y as the header says, of z from there on.
    wire [5:0] f_x_bits = {1'b0, f_word[5][4:0]};
    wire [5:0] f_y_bits = {1'b0, f_word[5][12:8]};
    wire [63:0] f_packed = {32'd0, f_granted_tb};
    wire f_in_x = {1'b0, f_bit} < f_x_bits;
    wire f_in_y = {2'd0, f_bit[3:0]} < f_y_bits;
    wire [5:0] f_bit_in_y = {2'd0, f_bit[3:0]} + f_x_bits;
    wire [6:0] f_bit_in_z = {1'b0, f_bit_in_y} + {1'b0, f_y_bits};

    always @(*) begin
        if (f_alive) begin
            rule_1_header_words_are_read_once_in_order: assert (~mem_req_valid
                | (f_asked < 3'd7 & mem_req_addr == f_header + {27'd0, f_asked, 2'd0}));
            rule_1_a_graph_is_taken_when_the_last_is_granted: assert (~graph_ready
                | f_to_send == 32'd0);
            rule_1_a_word_is_asked_in_every_cycle_until_all_are: assert (mem_req_valid
                == (f_reads & f_asked < 3'd7));
            rule_1_a_graph_is_taken_at_once_when_none_is_in_hand: assert (graph_ready
                == ~(f_reads | f_waits | f_sends));
            rule_3_the_dgb_is_started_as_soon_as_the_header_is_read: assert (start_valid == f_waits);
            rule_3_the_dgb_is_told_what_the_header_says: assert (~start_valid
                | (start_nodes == f_word[0] & start_edges == f_word[1]
                & start_node_base == f_word[2] & start_edge_base == f_word[3]));
            rule_4_the_limit_never_falls_while_a_graph_lives: assert (~f_lives | f_started
                | limit_level >= f_limit);
            rule_4_the_oldest_node_is_never_above_the_limit: assert (limit_level >= f_tail);
            rule_4_the_limit_is_the_most_that_tail_and_bound_have_added_up_to: assert (~f_lives
                | limit_level == f_reached);
            rule_4_the_unit_is_not_idle_when_the_limit_has_risen: assert (~idle | f_started
                | limit_level <= f_limit);
            rule_5_a_node_is_taken_when_a_place_is_free: assert (node_ready == ~f_two);
            rule_5_nodes_leave_in_the_order_they_came: assert (~(f_following & f_one
                & ~f_second) | f_first_id == f_node);
            rule_5_no_node_is_lost: assert (~f_following | f_one);
            rule_6_every_tb_is_granted_once: assert (f_to_send
                == f_to_come + {30'd0, f_waiting_tbs});
            rule_2_the_demand_is_asked_once: assert (ask_valid == f_took
                & (~ask_valid | (ask_smxs == ALL_SMXS & ask_demand == f_demand)));
            rule_5_a_node_with_a_tb_is_wanted: assert (want_smxs
                == (ALL_SMXS & {32{f_one & ~(&f_first)}}));
            rule_6_a_granted_tb_is_sent: assert (tb_valid == f_granted & tb_tell_dats == f_granted
                & (~tb_valid | tb_item == f_granted_node));
            rule_6_a_tb_has_the_work_of_its_kernel: assert (~tb_valid | (tb_kdei == f_kdei
                & tb_pc == f_pc & tb_param == f_param & tb_shape == f_shape
                & tb_grid_x == f_grid_x & tb_grid_yz == f_grid_yz));
            rule_6_a_tb_has_the_index_that_is_packed_in_its_node: assert (~tb_valid
                | (tb_block_x[f_bit] == (f_in_x & f_packed[f_bit])
                & tb_block_yz[{1'b0, f_bit[3:0]}] == (f_in_y & f_packed[f_bit_in_y])
                & tb_block_yz[{1'b1, f_bit[3:0]}] == f_packed[f_bit_in_z[5:0]]));
            rule_7_the_last_tb_is_told: assert (graph_done == f_granted_last);
            rule_8_a_barrier_is_given_back_when_the_dgb_is_ready_and_no_tb_ends: assert (
                f_kept <= 3'd1);
            rule_9_what_has_ended_is_given_back_in_the_next_cycle: assert (done_valid == f_returns
                & (~done_valid | done_node == f_returned) & end_ready == ~done_valid);
            rule_9_every_end_and_barrier_is_given_back_once: assert (f_owed
                == {2'd0, done_valid} + {1'b0, f_barriers});

            helper_what_a_node_is_has_been_found_as_it_came: assert (
                \u_held.first_wants_q == (f_one & ~(&f_first))
                & \u_held.first_barrier_q == f_first_is_barrier
                & \u_held.second_wants_q == (f_two & ~(&f_other))
                & \u_held.second_barrier_q == (f_two & (&f_other)));
            helper_two_places: assert (\u_held.u_ids.count_q <= 6'd2 & \u_held.u_tbs.count_q == \u_held.u_ids.count_q
                & \u_held.u_ids.head_q <= 5'd1 & \u_held.u_tbs.head_q == \u_held.u_ids.head_q
                & \u_held.u_ids.tail_q == ((\u_held.u_ids.head_q + \u_held.u_ids.count_q [4:0]) & 5'd1)
                & \u_held.u_tbs.tail_q == \u_held.u_ids.tail_q );
            helper_full_and_occupied_agree_with_the_counts: assert (
                \u_held.u_ids.full_q == f_two & \u_held.u_ids.occupied_q == f_one
                & \u_held.u_tbs.full_q == f_two & \u_held.u_tbs.occupied_q == f_one);
            helper_a_followed_node_is_in_its_place: assert (~f_following
                | (f_second ? (f_two & f_other_id == f_node) : f_first_id == f_node));
            helper_header: assert (state_q != STATE_FETCH | (f_asked == \u_header.requested_q
                & f_answered == \u_header.received_q & f_answered <= f_asked
                & f_answered != 3'd7
                & \u_header.next_address_q == f_header + {27'd0, f_asked, 2'd0}));
            helper_all_words_are_answered: assert (state_q == STATE_FETCH | f_asked == f_answered);
            helper_the_state_is_what_the_graph_waits_for: assert (f_reads == (state_q == STATE_FETCH)
                & f_waits == (state_q == STATE_START) & f_sends == (state_q == STATE_SEND));
            helper_the_kernel: assert (~(f_reads | f_waits | f_sends | f_granted)
                | (kdei_q == f_kdei & pc_q == f_pc & param_q == f_param & shape_q == f_shape
                & grid_x_q == f_grid_x & grid_yz_q == f_grid_yz));
            helper_a_tb_that_is_sent: assert (~f_granted | (sent_tb_q == f_granted_tb
                & f_answered == 3'd7));
            helper_all_words_come_before_the_start: assert (~(f_waits | f_sends)
                | f_answered == 3'd7);
            helper_fields: assert ((f_answered <= 3'd4 | (header_bounded == f_word[4][16]
                & header_level_bound == f_word[4][15:0]))
                & (f_answered <= 3'd5 | (header_x_bits == f_word[5][4:0]
                & header_y_bits == f_word[5][12:8]
                & {1'b0, f_word[5][7:0]} + {1'b0, f_word[5][15:8]} < 9'd32)));
            helper_the_bound: assert (~f_lives | (bound_q == (f_bounded ? f_bound : 16'd0)
                & (f_bounded | f_reached == 16'hffff)));
            helper_what_is_given_back: assert (done_full_q == f_returns
                & (~f_returns | done_id_q == f_returned) & f_kept <= {2'd0, ~done_valid});
            helper_words: assert (state_q != STATE_FETCH
                | ((f_answered <= 3'd0 | header_nodes == f_word[0])
                & (f_answered <= 3'd1 | header_edges == f_word[1])
                & (f_answered <= 3'd2 | header_node_base == f_word[2])
                & (f_answered <= 3'd3 | header_edge_base == f_word[3])));
            helper_started_words: assert (state_q != STATE_START | (header_nodes == f_word[0]
                & header_edges == f_word[1] & header_node_base == f_word[2]
                & header_edge_base == f_word[3] & left_q == f_tbs & f_tbs != 32'd0));
            helper_left: assert (state_q == STATE_SEND ? (left_q == f_to_send
                & f_to_send != 32'd0) : f_to_send == 32'd0);
            helper_no_more_come_than_are_granted: assert (f_to_come <= f_to_send);
            helper_the_limit_follows: assert (~f_started | f_tail == 16'd0);
        end
    end

    always @(*) begin
        if (f_alive & ~reset) begin
            a_bounded_graph_is_started: cover (f_started & limit_level == 16'd3);
            the_last_node_is_granted_behind_a_barrier: cover (f_grants & f_to_send == 32'd1 & f_gone);
            an_end_goes_before_a_barrier: cover (barrier_moves & end_valid & end_ready);
        end
    end
