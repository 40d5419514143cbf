    // Plan: k=1 cover_within=90
    // Late: k=15 chip_what_schedules_moves_in_14_cycles_or_rests_or_waits_for_memory
    // The theorem of a chip with graphs: DATS and a DGB of four nodes. What runs beside the chip follows its boundary only; helpers also name units' registers and
    // what runs beside the units.
    // Given: kmu.rule_1_the_host_offers_only_to_an_empty_slot
    // Given: kmu.rule_3_only_a_held_kernel_is_resumed
    // Given: kmu.rule_3_there_are_three_kinds_of_commands
    // Given: kmu.rule_3_a_kernel_of_the_pool_gets_no_command
    // Given: kmu.descriptors_of_commands_are_aligned
    // Given: kmu.rule_3_fewer_than_2_to_the_31_kernels_are_held
    // Given: kmu.rule_7_the_memory_answers_only_what_was_asked
    // Given: kmu.rule_7_the_memory_answers_what_was_last_written
    // Given: kmu.rule_8_done_names_a_queue
    // Given: kmu.straps_stay_while_the_unit_runs
    // Given: kernel_distributor.rule_2_a_command_is_for_1_to_32_groups
    // Given: dats.rule_11_the_memory_answers_only_what_was_asked
    // Given: dats.a_header_has_at_least_one_node_with_a_tb
    // Given: dats.a_tb_index_in_x_and_y_has_fewer_than_32_bits
    // Given: dgb.rule_2_the_memory_answers_only_what_was_asked
    // Given: dgb.edges_lead_to_later_nodes_of_the_graph
    // Given: dgb.no_more_edges_lead_to_a_node_than_it_has_parents
    // Given: dgb.a_graph_has_no_edges_from_its_last_node_so_all_are_read_by_then
    // Given: dgb.nodes_have_16_bit_numbers
    // Given: dgb.both_arrays_fit_in_the_address_space
    // Given: dgb.both_arrays_are_at_multiples_of_128
    // Given: residency.rule_5_only_a_tb_that_runs_ends

    (* hierconn *) wire [2:0] \u_fcfs.f_in ;
    (* hierconn *) wire \u_residency.f_owed_agt ;
    (* hierconn *) wire \u_residency.f_owed_dats ;
    (* hierconn *) wire [31:0] \u_residency.f_owed_item ;
    (* hierconn *) wire \u_fcfs.f_graph_taken ;
    (* hierconn *) wire \u_fcfs.f_unspent ;
    (* hierconn *) wire \u_fcfs.f_held ;
    (* hierconn *) wire [4:0] \u_fcfs.sscr_kdei_q ;
    (* hierconn *) wire [1:0] \u_dats.state_q ;
    (* hierconn *) wire [4:0] \u_dats.kdei_q ;
    (* hierconn *) wire [29:0] \u_dats.demand_q ;
    (* hierconn *) wire \u_dats.f_reads ;
    (* hierconn *) wire \u_dats.f_waits ;
    (* hierconn *) wire \u_dats.f_sends ;
    (* hierconn *) wire \u_dats.f_took ;
    (* hierconn *) wire \u_dats.f_lives ;
    (* hierconn *) wire [2:0] \u_dats.f_answered ;
    (* hierconn *) wire [31:0] \u_dats.f_tbs ;
    (* hierconn *) wire [31:0] \u_dats.f_to_come ;
    (* hierconn *) wire [31:0] \u_dats.f_to_send ;
    (* hierconn *) wire \u_dats.f_granted ;
    (* hierconn *) wire \u_dats.f_granted_last ;
    (* hierconn *) wire [31:0] \u_dats.f_granted_node ;
    (* hierconn *) wire [31:0] \u_dats.sent_id_q ;
    (* hierconn *) wire [15:0] \u_dats.f_tail ;
    (* hierconn *) wire \u_dats.f_returns ;
    (* hierconn *) wire [31:0] \u_dats.f_returned ;
    (* hierconn *) wire \u_dats.f_one ;
    (* hierconn *) wire \u_dats.f_two ;
    (* hierconn *) wire [31:0] \u_dats.f_first_id ;
    (* hierconn *) wire [31:0] \u_dats.f_other_id ;
    (* hierconn *) wire \u_dgb.live_q ;
    (* hierconn *) wire [31:0] \u_dgb.tail_q ;
    (* hierconn *) wire [31:0] \u_dgb.head_q ;
    (* hierconn *) wire [31:0] \u_dgb.nodes_q ;
    (* hierconn *) wire [31:0] \u_dgb.count ;
    (* hierconn *) wire \u_dgb.stale_q ;
    (* hierconn *) wire \u_dgb.reading_q ;
    (* hierconn *) wire [15:0] \u_dgb.level_q ;
    (* hierconn *) wire \u_dgb.insert ;
    (* hierconn *) wire \u_dgb.want_edges ;
    (* hierconn *) wire \u_dgb.loader_settled ;
    (* hierconn *) wire \u_dgb.loader_at_hand ;
    (* hierconn *) wire \u_dgb.ring_turned ;
    (* hierconn *) wire \u_dgb.insertable ;
    (* hierconn *) wire \u_dgb.youngest_ready_q ;
    (* hierconn *) wire \u_dgb.all_in ;
    (* hierconn *) wire \u_dgb.walker_resting ;
    (* hierconn *) wire \u_dgb.u_walker.stream_q ;
    (* hierconn *) wire [31:0] \u_dgb.edge_tail_q ;
    (* hierconn *) wire [31:0] \u_dgb.edge_head_q ;
    (* hierconn *) wire [31:0] \u_dgb.edges_q ;
    (* hierconn *) wire \u_dgb.walker_finish ;
    (* hierconn *) wire \u_dgb.states_tail_done ;
    (* hierconn *) wire \u_dgb.over ;
    (* hierconn *) wire [2:0] \u_dats.f_asked ;
    (* hierconn *) wire [31:0] \u_dgb.loader_tb ;
    (* hierconn *) wire [15:0] \u_dgb.loader_level ;
    (* hierconn *) wire [15:0] \u_dgb.lna_level_read_data ;
    (* hierconn *) wire [31:0] \u_dgb.lna_tb_read_data ;
    (* hierconn *) wire [3:0] \u_dgb.f_out ;
    (* hierconn *) wire [3:0] \u_dgb.f_walked ;
    (* hierconn *) wire [3:0] \u_dgb.f_done ;
    (* hierconn *) wire [3:0] \u_dgb.f_in_window ;
    (* hierconn *) wire [63:0] \u_dgb.f_levels ;
    (* hierconn *) wire [63:0] \u_dgb.f_parents_left ;
    (* hierconn *) wire [15:0] \u_dgb.f_limit ;
    (* hierconn *) wire [3:0] \u_dgb.f_edges_due ;
    (* hierconn *) wire [3:0] \u_dgb.f_others_due ;
    (* hierconn *) wire [1:0] \u_dgb.f_slot ;
    (* hierconn *) wire [2:0] \u_dgb.u_seeker.state_q ;
    (* hierconn *) wire [31:0] \u_dgb.u_seeker.offer_tb_q ;
    (* hierconn *) wire [15:0] \u_dgb.u_seeker.offer_level_q ;
    (* hierconn *) wire [15:0] \u_dgb.u_lna_tb.words[0] ;
    (* hierconn *) wire [15:0] \u_dgb.u_lna_tb.words[1] ;
    (* hierconn *) wire [15:0] \u_dgb.u_lna_tb.words[2] ;
    (* hierconn *) wire [15:0] \u_dgb.u_lna_tb.words[3] ;
    (* hierconn *) wire [6:0] \u_dgb.u_ring.count_q ;
    (* hierconn *) wire [6:0] \u_dgb.u_ring.front_q ;
    (* hierconn *) wire [6:0] \u_dgb.u_ring.unvisited_q ;
    (* hierconn *) wire \u_dgb.u_ring.visiting_q ;
    (* hierconn *) wire [31:0] \u_dgb.u_ring.memory_read_data ;
    (* hierconn *) wire [15:0] \u_dgb.u_ring.u_memory.words[0] ;
    (* hierconn *) wire [15:0] \u_dgb.u_ring.u_memory.words[1] ;
    (* hierconn *) wire \u_dgb.u_loader.hand_q ;
    (* hierconn *) wire \u_dgb.u_loader.full_q ;
    (* hierconn *) wire \u_dgb.u_loader.ask_nodes_q ;
    (* hierconn *) wire \u_dgb.u_loader.answers_nodes ;
    (* hierconn *) wire \u_dgb.u_loader.requesting ;
    (* hierconn *) wire \u_dgb.loader_word_answered ;
    (* hierconn *) wire [31:0] \u_dgb.u_loader.chunk_q ;
    (* hierconn *) wire [4:0] \u_dgb.u_loader.filled_q ;
    (* hierconn *) wire [15:0] \u_dgb.u_loader.hand_parents_q ;
    (* hierconn *) wire [31:0] \u_dgb.u_loader.nib_read_data ;
    (* hierconn *) wire [31:0] \u_dgb.u_loader.u_nib.words[1] ;
    (* hierconn *) wire [31:0] \u_dgb.u_loader.u_nib.words[2] ;
    (* hierconn *) wire [31:0] \u_dgb.u_loader.u_nib.words[6] ;
    (* hierconn *) wire [31:0] \u_dgb.u_loader.u_nib.words[5] ;
    (* hierconn *) wire [3:0] \u_dgb.u_walker.state_q ;
    (* hierconn *) wire [31:0] \u_dgb.u_walker.target_q ;
    (* hierconn *) wire [31:0] \u_dgb.u_walker.patched_q ;
    (* hierconn *) wire \u_dgb.u_walker.advance ;
    (* hierconn *) wire [1:0] \u_dgb.u_loader.step_q ;

    // Any node of a graph.
    (* anyconst *) wire [15:0] f_v;
    wire [31:0] f_node = {16'd0, f_v};

    // Words answered of a header; TBs of the graph that have not started, and those of nodes that memory has not answered.
    reg [2:0] f_answered;
    reg [31:0] f_header_tbs;
    reg [31:0] f_graph_left;
    reg [31:0] f_tbs_left;
    // The level of the node that memory answered last of a graph. Levels of the oldest node, two cycles ago.
    reg [15:0] f_last_level;
    reg [15:0] f_level_before;
    // The last TB of a graph started in the last cycle.
    reg f_graph_over;
    wire f_last_node = dats_tb_valid & f_graph_left == 32'd1;
    assign f_tb_kdei = fcfs_tb_kdei | dats_tb_kdei;
    assign f_last_native = f_last_tb | f_last_node;
    assign f_graphs = 1'b1;
    wire f_graph_starts = dats_start_valid & dgb_start_ready;
    // Memory answers the level of a node, with the number of its parents.
    wire f_answers_level = \u_dgb.u_loader.answers_nodes & \u_dgb.u_loader.filled_q [1:0] == 2'd1
        & (\u_dgb.u_loader.chunk_q | {31'd0, \u_dgb.u_loader.filled_q [2]}) < \u_dgb.nodes_q ;
    // Memory answers the TB of a node.
    wire f_answers_tb = \u_dgb.u_loader.answers_nodes & \u_dgb.u_loader.filled_q [1:0] == 2'd2
        & (\u_dgb.u_loader.chunk_q | {31'd0, \u_dgb.u_loader.filled_q [2]}) < \u_dgb.nodes_q
        & dgb_mem_resp_data[15:0] != 16'hffff;
    always @(posedge clock) begin
        f_graph_over <= ~reset & f_last_node;
        f_level_before <= reset ? 16'd0 : \u_dats.f_tail ;
        if (dats_mem_resp_valid) begin
            f_answered <= f_answered == 3'd6 ? 3'd0 : f_answered + 3'd1;
        end
        if (dats_mem_resp_valid & f_answered == 3'd6) begin
            f_header_tbs <= dats_mem_resp_data;
            f_graph_left <= dats_mem_resp_data;
        end else begin
            f_graph_left <= f_graph_left - {31'd0, dats_tb_valid};
        end
        if (f_graph_starts) begin
            f_tbs_left <= f_header_tbs;
            f_last_level <= 16'd0;
        end else begin
            f_tbs_left <= f_tbs_left - {31'd0, f_answers_tb};
            if (f_answers_level) begin
                f_last_level <= dgb_mem_resp_data[31:16];
            end
        end
        if (reset) begin
            f_answered <= 3'd0;
            f_graph_left <= 32'd0;
            f_tbs_left <= 32'd0;
            f_last_level <= 16'd0;
        end
    end

    wire f_memory_owes = \u_dgb.f_edges_due != 4'd0 | \u_dgb.f_others_due != 4'd0;
    // DATS or the DGB waits for memory. The units between KMU and SMXs have nothing to do. Something moves between them, in and
    // out of them, or in the DGB: a node or edge of its graph, of which there are finitely many. Cycles since it has, while it
    // could.
    wire f_waits = (dats_mem_req_valid & ~dats_mem_req_ready) | \u_dats.f_asked != \u_dats.f_answered
        | (dgb_mem_req_valid & ~dgb_mem_req_ready) | f_memory_owes;
    // The DGB has nothing to do but to offer a node that DATS has no place for, until an SMX has room.
    wire f_dgb_rests = dgb_idle | (dgb_node_valid & ~dats_node_ready & ~ \u_dgb.states_tail_done & ~ \u_dgb.stale_q
        & ~ \u_dgb.reading_q & ~ \u_dgb.want_edges & \u_dgb.loader_settled & ~(\u_dgb.loader_at_hand & ~ \u_dgb.ring_turned )
        & ~ \u_dgb.insertable & ~(\u_dgb.youngest_ready_q & \u_dgb.all_in ) & \u_dgb.walker_resting
        & \u_dgb.tail_q != \u_dgb.nodes_q );
    wire f_wants = (fcfs_want_smxs | dats_want_smxs) != 32'd0;
    wire f_rests = f_schedulers_rest & dats_idle & f_dgb_rests & (dats_want_smxs & residency_room_smxs) == 32'd0
        & ~f_graph_starts & ~(dgb_node_valid & dats_node_ready) & ~(dats_done_valid & dgb_done_ready);
    wire f_moves = f_schedulers_move | dats_tb_valid | (fcfs_graph_valid & dats_graph_ready) | f_graph_starts
        | (dgb_node_valid & dats_node_ready) | (dats_done_valid & dgb_done_ready)
        | (residency_told_dats_valid & dats_end_ready) | dats_mem_req_valid | dats_mem_resp_valid | dgb_mem_req_valid
        | dgb_mem_resp_valid | \u_dgb.insert | \u_dgb.u_walker.advance | \u_dgb.walker_finish | \u_dgb.states_tail_done
        | \u_dgb.over ;
    reg [4:0] f_still;
    always @(posedge clock) begin
        f_still <= (reset | f_waits | f_rests | f_moves) ? 5'd0 : f_still + 5'd1;
    end

    always @(*) begin
        no_groups_are_launched: assume (~kernel_distributor_match_valid);
        a_tb_fits_an_empty_smx: assume (~kmu_disp_valid | f_fits(kmu_disp_demand[30:0]));
        a_graph_in_memory_has_as_many_nodes_with_a_tb_as_its_header_says: assume ((~f_answers_tb | f_tbs_left != 32'd0)
            & (~(\u_dgb.live_q & \u_dgb.u_loader.chunk_q >= \u_dgb.nodes_q ) | f_tbs_left == 32'd0));
        levels_in_memory_do_not_fall_from_node_to_node: assume (~f_answers_level | dgb_mem_resp_data[31:16] >= f_last_level);
        no_more_edges_lead_to_a_node_that_was_read_than_it_has_parents: assume (\u_dgb.u_walker.state_q != 4'd6
            | \u_dgb.u_loader.nib_read_data [15:0] != 16'd0);
    end

    reg [3:0] h_owed;
    reg [3:0] h_native;
    reg h_place_graph;
    always @(*) begin
        h_place_graph = 1'b1;
        for (f_p = 0; f_p < 4; f_p = f_p + 1) begin
            h_place_graph = h_place_graph & (~(\u_residency.f_runs [f_p] | \u_residency.f_ended [f_p])
                | ~h_tbcr[f_p][30]);
        end
        for (f_e = 0; f_e < 4; f_e = f_e + 1) begin
            h_owed[f_e] = h_kd_owed[f_e] == {20'd0, h_fcfs_owed[f_e]} + {23'd0, kernel_distributor_live[f_e] & ~ \u_kernel_distributor.f_entered [f_e]}
                & h_kd_owed[f_e] <= 24'd1 & (~ \u_kernel_distributor.f_entered [f_e] | \u_fcfs.f_live [f_e]);
            h_native[f_e] = (f_native_now[f_e] == ((\u_fcfs.f_native [f_e] & ~(f_graph_over & \u_fcfs.sscr_kdei_q == f_e)) | (kernel_distributor_live[f_e] & ~ \u_kernel_distributor.f_entered [f_e])))
               & (~ \u_fcfs.f_native [f_e] | h_fcfs_owed[f_e] == 4'd1);
        end
    end

    // The PUB, from the front: each child in it is of a node to come; those that have been compared are not the one at hand.
    wire [15:0] h_pub_first = \u_dgb.u_ring.front_q [0] ? \u_dgb.u_ring.u_memory.words[1] : \u_dgb.u_ring.u_memory.words[0] ;
    wire [15:0] h_pub_second = \u_dgb.u_ring.front_q [0] ? \u_dgb.u_ring.u_memory.words[0] : \u_dgb.u_ring.u_memory.words[1] ;
    wire h_pub_has_one = \u_dgb.u_ring.count_q != 7'd0;
    wire h_pub_has_two = \u_dgb.u_ring.count_q > 7'd1;

    // Edges to the node that have not been visited, as the number of its parents in memory at the start of its graph says;
    // and that number as memory holds it.
    (* anyseq *) wire [15:0] f_any;
    reg [15:0] f_unvisited;
    reg [15:0] f_in_memory;
    wire h_at_v = \u_dgb.u_walker.target_q == f_node;
    always @(posedge clock) begin
        if (f_graph_starts) begin
            f_unvisited <= f_any;
            f_in_memory <= f_any;
        end else begin
            if (\u_dgb.u_walker.advance & h_at_v) begin
                f_unvisited <= f_unvisited - 16'd1;
            end
            if (\u_dgb.u_walker.state_q == 4'd9 & ~ \u_dgb.u_loader.requesting & h_at_v) begin
                f_in_memory <= \u_dgb.u_walker.patched_q [15:0];
            end
        end
    end
    wire [1:0] h_pub_names = {1'b0, h_pub_has_one & h_pub_first == f_v} + {1'b0, h_pub_has_two & h_pub_second == f_v};
    wire [15:0] h_due = f_unvisited + {14'd0, h_pub_names};
    wire h_v_in_window = f_node - \u_dgb.tail_q < \u_dgb.count ;
    wire h_v_at_hand = \u_dgb.u_loader.hand_q & f_node == \u_dgb.head_q ;
    wire h_v_chunk = \u_dgb.u_loader.ask_nodes_q & {f_node[31:1], 1'b0} == \u_dgb.u_loader.chunk_q ;
    wire h_v_answered = h_v_chunk & \u_dgb.u_loader.filled_q > {2'd0, f_v[0], 2'd1};
    wire h_v_read = f_node < \u_dgb.u_loader.chunk_q ;
    wire [15:0] h_v_nib = f_v[0] ? \u_dgb.u_loader.u_nib.words[5] [15:0] : \u_dgb.u_loader.u_nib.words[1] [15:0];
    wire [31:0] h_head_nib = \u_dgb.head_q [0] ? \u_dgb.u_loader.u_nib.words[5] : \u_dgb.u_loader.u_nib.words[1] ;
    wire [31:0] h_target_nib = \u_dgb.u_walker.target_q [0] ? \u_dgb.u_loader.u_nib.words[5] : \u_dgb.u_loader.u_nib.words[1] ;
    wire h_patches_memory = \u_dgb.u_walker.state_q >= 4'd7;
    always @(*) begin
        the_memory_answers_the_parents_last_written: assume ((~(\u_dgb.u_loader.answers_nodes & h_v_chunk
            & \u_dgb.u_loader.filled_q == {2'd0, f_v[0], 2'd1}) | dgb_mem_resp_data[15:0] == f_in_memory)
            & (~(\u_dgb.loader_word_answered & h_at_v) | dgb_mem_resp_data[15:0] == f_in_memory));
        a_streamed_edge_is_in_the_array_of_edges: assume (~(\u_dgb.u_walker.state_q == 4'd4 & \u_dgb.u_walker.stream_q
            & \u_dgb.edge_tail_q == \u_dgb.edge_head_q ) | \u_dgb.edge_head_q < \u_dgb.edges_q );
        a_node_has_as_many_edges_to_it_as_parents: assume (~(\u_dgb.count != 32'd0 & \u_dgb.tail_q == f_node)
            | f_unvisited == 16'd0);
    end

    // Nodes of the DGB by place: whether each has a TB and has not been offered; how often each is held by DATS, by a TB, or
    // by residency; each is of the window.
    wire [63:0] h_tbs = { \u_dgb.u_lna_tb.words[3] , \u_dgb.u_lna_tb.words[2] , \u_dgb.u_lna_tb.words[1] ,
        \u_dgb.u_lna_tb.words[0] };
    wire [31:0] h_next = \u_dgb.head_q + {31'd0, \u_dgb.u_loader.hand_q };
    wire [31:0] h_first_in_nib = \u_dgb.u_loader.full_q ? \u_dgb.u_loader.chunk_q - 32'd2 : \u_dgb.u_loader.chunk_q ;
    wire [1:0] h_in_nib = {(\u_dgb.u_loader.full_q | (\u_dgb.u_loader.ask_nodes_q & \u_dgb.u_loader.filled_q > 5'd6))
        & h_first_in_nib + 32'd1 >= h_next & h_first_in_nib + 32'd1 < \u_dgb.nodes_q ,
        (\u_dgb.u_loader.full_q | (\u_dgb.u_loader.ask_nodes_q & \u_dgb.u_loader.filled_q > 5'd2))
        & h_first_in_nib >= h_next & h_first_in_nib < \u_dgb.nodes_q };
    wire [1:0] h_level_in_nib = {(\u_dgb.u_loader.full_q | (\u_dgb.u_loader.ask_nodes_q & \u_dgb.u_loader.filled_q > 5'd5))
        & h_first_in_nib + 32'd1 >= h_next & h_first_in_nib + 32'd1 < \u_dgb.nodes_q ,
        (\u_dgb.u_loader.full_q | (\u_dgb.u_loader.ask_nodes_q & \u_dgb.u_loader.filled_q > 5'd1))
        & h_first_in_nib >= h_next & h_first_in_nib < \u_dgb.nodes_q };
    reg [2:0] h_to_come;
    reg [3:0] h_held [0:3];
    reg h_out;
    reg h_of_window;
    function f_within(input [31:0] node, input [31:0] tail, input [31:0] count);
        f_within = node - tail < count;
    endfunction
    reg h_levels;
    reg [1:0] h_s;
    reg [15:0] h_level;
    integer f_s;
    always @(*) begin
        h_to_come = 3'd0;
        h_out = 1'b1;
        h_levels = 1'b1;
        h_s = 2'd0;
        h_of_window = (~ \u_dats.f_one | f_within(\u_dats.f_first_id , \u_dgb.tail_q , \u_dgb.count ))
            & (~ \u_dats.f_two | f_within(\u_dats.f_other_id , \u_dgb.tail_q , \u_dgb.count ))
            & (~ \u_dats.f_granted | f_within(\u_dats.f_granted_node , \u_dgb.tail_q , \u_dgb.count ))
            & (~ \u_dats.f_returns | f_within(\u_dats.f_returned , \u_dgb.tail_q , \u_dgb.count ))
            & (~ \u_residency.f_owed_dats | f_within(\u_residency.f_owed_item , \u_dgb.tail_q , \u_dgb.count ));
        for (f_p = 0; f_p < 4; f_p = f_p + 1) begin
            h_of_window = h_of_window & (~(\u_residency.f_runs [f_p] | \u_residency.f_ended [f_p]) | ~h_tbcr[f_p][31]
                | f_within(h_tbcr[f_p][63:32], \u_dgb.tail_q , \u_dgb.count ));
        end
        // A node at hand, and nodes in the NIB: of the chunk that is read, or as far as it has been answered.
        if (\u_dgb.u_loader.hand_q & \u_dgb.loader_tb [15:0] != 16'hffff) begin
            h_to_come = h_to_come + 3'd1;
        end
        if (h_in_nib[0] & \u_dgb.u_loader.u_nib.words[2] [15:0] != 16'hffff) begin
            h_to_come = h_to_come + 3'd1;
        end
        if (h_in_nib[1] & \u_dgb.u_loader.u_nib.words[6] [15:0] != 16'hffff) begin
            h_to_come = h_to_come + 3'd1;
        end
        for (f_s = 0; f_s < 4; f_s = f_s + 1) begin
            if (\u_dgb.f_in_window [f_s] & ~ \u_dgb.f_out [f_s] & ~ \u_dgb.f_walked [f_s] & ~ \u_dgb.f_done [f_s]
                & h_tbs[f_s*16 +: 16] != 16'hffff) begin
                h_to_come = h_to_come + 3'd1;
            end
            h_held[f_s] = {3'd0, \u_dats.f_one & \u_dats.f_first_id [1:0] == f_s}
                + {3'd0, \u_dats.f_two & \u_dats.f_other_id [1:0] == f_s}
                + {3'd0, \u_dats.f_granted & \u_dats.f_granted_node [1:0] == f_s}
                + {3'd0, \u_dats.f_returns & \u_dats.f_returned [1:0] == f_s}
                + {3'd0, \u_residency.f_owed_dats & \u_residency.f_owed_item [1:0] == f_s};
            for (f_p = 0; f_p < 4; f_p = f_p + 1) begin
                if ((\u_residency.f_runs [f_p] | \u_residency.f_ended [f_p]) & h_tbcr[f_p][31]
                    & h_tbcr[f_p][33:32] == f_s) begin
                    h_held[f_s] = h_held[f_s] + 4'd1;
                end
            end
            h_out = h_out & h_held[f_s] == {3'd0, \u_dgb.f_out [f_s]};
        end
        // From the oldest node on, those of the window, at hand and in the NIB: levels do not fall.
        h_level = \u_dgb.level_q ;
        for (f_s = 0; f_s < 4; f_s = f_s + 1) begin
            h_s = \u_dgb.tail_q [1:0] + f_s[1:0];
            if ({30'd0, f_s[1:0]} < \u_dgb.count ) begin
                h_levels = h_levels & h_level <= \u_dgb.f_levels [h_s*16 +: 16];
                h_level = \u_dgb.f_levels [h_s*16 +: 16];
            end
        end
        if (\u_dgb.u_loader.hand_q ) begin
            h_levels = h_levels & h_level <= \u_dgb.loader_level ;
            h_level = \u_dgb.loader_level ;
        end
        if (h_level_in_nib[0]) begin
            h_levels = h_levels & h_level <= \u_dgb.u_loader.u_nib.words[1] [31:16];
            h_level = \u_dgb.u_loader.u_nib.words[1] [31:16];
        end
        if (h_level_in_nib[1]) begin
            h_levels = h_levels & h_level <= \u_dgb.u_loader.u_nib.words[5] [31:16];
            h_level = \u_dgb.u_loader.u_nib.words[5] [31:16];
        end
        h_levels = h_levels & h_level <= f_last_level;
    end
    wire [15:0] h_tail_level = \u_dgb.f_levels [ \u_dgb.tail_q [1:0]*16 +: 16];
    function f_to_come(input [15:0] node, input [31:0] head, input [31:0] nodes);
        f_to_come = {16'd0, node} >= head & {16'd0, node} < nodes;
    endfunction

    always @(*) begin
        if (f_alive) begin
            chip_idle_with_no_tb_running_owes_only_heads_that_wait: assert (~idle | f_runs != 4'd0
                | f_memory_owes | (\u_dgb.count != 32'd0 & \u_dgb.tail_q != f_node)
                | (f_owed == f_heads
                    & kernel_distributor_live == 32'd0 & kmu_pending == 32'd0 & residency_resident == 11'd0
                    & ~ \u_dgb.live_q & \u_dgb.count == 32'd0 & dgb_pub_used == 16'd0 & ~ \u_dats.f_one & \u_dats.state_q == 2'd0
                    & f_graph_left == 32'd0));
            chip_a_kernel_retires_when_its_tbs_have_started_and_ended: assert (
                (f_retired & (f_native | f_runs_of)) == 4'd0
                & (f_retired != 4'd0) == kernel_distributor_retire_valid);
            chip_what_retires_was_owed: assert (~kernel_distributor_retire_valid | f_owed != 36'd0);
            chip_a_tb_starts_in_a_free_slot: assert ((f_starts & f_runs) == 4'd0);

            chip_what_schedules_moves_in_14_cycles_or_rests_or_waits_for_memory: assert (f_still < 5'd14
                | (\u_dgb.count != 32'd0 & \u_dgb.tail_q != f_node));

            chip_where_a_tb_finds_no_room_another_has_it: assert (~f_wants
                | ((fcfs_want_smxs | dats_want_smxs) & residency_room_smxs) != 32'd0 | residency_resident != 11'd0);

            helper_kernels: assert (f_owed == f_in_kmu + f_in_kd);
            helper_runs: assert (f_runs == \u_residency.f_runs & h_place_kdei & h_place_graph);
            helper_owed: assert (&h_owed & &h_entered);
            helper_running: assert (&h_running);
            helper_fits: assert (&h_fits);
            helper_spent: assert (&h_spent);
            helper_native: assert (&h_native);
            helper_seen_fits: assert ((\u_fcfs.state_q != 4'd1 | f_fits(\u_kernel_distributor.kdes_look_demand ))
                & f_fits({1'b0, \u_fcfs.work_demand_q }) & f_fits({1'b0, \u_dats.demand_q })
                & f_fits({1'b0, \u_residency.f_demand }));
            helper_states: assert (\u_fcfs.state_q <= 4'd5 | \u_fcfs.state_q == 4'd7);
            helper_want: assert (\u_fcfs.state_q != 4'd5 | \u_residency.f_asked == 2'd3);
            helper_granted: assert ((\u_fcfs.f_granted | \u_dats.f_granted ) == (\u_residency.f_granted != 2'd0)
                & ~(\u_fcfs.f_granted & \u_dats.f_granted ) & ~ \u_residency.f_owed_agt );
            helper_retired: assert ((f_was_live & ~kernel_distributor_live[3:0]) == \u_kernel_distributor.f_retiring );
            helper_search: assert (~ \u_kernel_distributor.search_searching & ~kernel_distributor_match_done );
            helper_last: assert (fcfs_spent_valid == (f_last_tb | f_graph_over) & ~(f_last_tb & f_graph_over));
            helper_no_groups: assert (\u_fcfs.f_in == 3'd0 & ~ \u_fcfs.f_held & ~ \u_fcfs.f_unspent );
            helper_none: assert (\u_fcfs.state_q == 4'd0 | \u_fcfs.state_q == 4'd1 | (& \u_fcfs.sscr_agei_q ));

            helper_graph: assert (\u_fcfs.f_graph_taken == (\u_dats.state_q != 2'd0 | \u_dats.f_granted_last )
                & (~ \u_fcfs.f_graph_taken | \u_dats.kdei_q == \u_fcfs.sscr_kdei_q ));
            helper_graph_over: assert (~f_graph_over | \u_fcfs.state_q == 4'd4);
            helper_graph_granted: assert ((~ \u_dats.f_granted_last | (\u_dats.state_q == 2'd0 & \u_dats.f_granted ))
                & (~ \u_dats.f_granted | ((\u_dats.f_sends | \u_dats.f_granted_last )
                & \u_dats.f_granted_node == \u_dats.sent_id_q )));
            helper_graph_asked: assert ((~ \u_dats.f_took | (\u_dats.f_reads & \u_dats.f_answered == 3'd0))
                & (~((\u_dats.f_reads & ~ \u_dats.f_took ) | \u_dats.f_waits | \u_dats.f_sends )
                    | \u_residency.f_asked == 2'd3));
            helper_graph_header: assert (f_answered == (\u_dats.f_reads ? \u_dats.f_answered : 3'd0)
                & (~ \u_dats.f_waits | f_header_tbs == \u_dats.f_tbs ));
            helper_graph_left: assert (\u_dats.f_reads | f_graph_left == (\u_dats.f_waits ? \u_dats.f_tbs
                : \u_dats.f_to_send + {31'd0, \u_dats.f_granted }));
            helper_graph_last: assert (f_last_node == dats_graph_done);

            helper_lives: assert (~ \u_dgb.live_q | \u_dats.f_lives );
            helper_to_come: assert (\u_dats.f_to_come == (\u_dgb.live_q ? f_tbs_left + {29'd0, h_to_come} : 32'd0)
                & (~ \u_dgb.live_q | f_tbs_left <= \u_dats.f_to_come ));
            helper_offered_tb: assert (\u_dgb.u_seeker.state_q == 3'd4
                ? \u_dgb.u_seeker.offer_tb_q == {16'd0, h_tbs[ \u_dgb.f_slot *16 +: 16]}
                : \u_dgb.u_seeker.state_q == 3'd3 ? \u_dgb.u_seeker.offer_tb_q == {16'd0, h_tbs[ \u_dgb.f_slot *16 +: 16]}
                : \u_dgb.u_seeker.state_q != 3'd2
                | \u_dgb.lna_tb_read_data == {16'd0, h_tbs[ \u_dgb.f_slot *16 +: 16]});
            helper_out: assert (h_out & h_of_window);
            helper_levels: assert (h_levels & \u_dgb.level_q <= f_last_level
                & (~ \u_dgb.reading_q | (\u_dgb.level_q <= \u_dgb.lna_level_read_data
                & \u_dgb.lna_level_read_data <= h_tail_level & \u_dgb.lna_level_read_data <= f_last_level)));
            helper_tail_level: assert (\u_dgb.live_q ? \u_dgb.count == 32'd0 | \u_dgb.stale_q
                | (\u_dgb.reading_q ? \u_dgb.lna_level_read_data == h_tail_level : \u_dgb.level_q == h_tail_level)
                : \u_dgb.level_q == 16'd0);
            helper_blocked: assert (\u_dgb.u_seeker.state_q != 3'd3 | \u_dgb.u_seeker.offer_level_q > \u_dgb.f_limit );
            helper_limit_before: assert (\u_dgb.f_limit >= f_level_before);
            helper_pub: assert (\u_dgb.live_q ? (~h_pub_has_one | f_to_come(h_pub_first, \u_dgb.head_q , \u_dgb.nodes_q ))
                & (~h_pub_has_two | f_to_come(h_pub_second, \u_dgb.head_q , \u_dgb.nodes_q )) : ~h_pub_has_one);
            helper_pub_compared: assert (~ \u_dgb.u_loader.hand_q
                ? \u_dgb.u_loader.step_q == 2'd0 | \u_dgb.u_ring.unvisited_q == \u_dgb.u_ring.count_q
                : (~h_pub_has_one | \u_dgb.u_ring.unvisited_q > 7'd0 | {16'd0, h_pub_first} != \u_dgb.head_q )
                & (~h_pub_has_two | \u_dgb.u_ring.unvisited_q > 7'd1 | {16'd0, h_pub_second} != \u_dgb.head_q ));
            helper_parents: assert (~ \u_dgb.live_q | f_node < \u_dgb.tail_q | h_due == (h_v_in_window
                ? \u_dgb.f_parents_left [f_v[1:0]*16 +: 16]
                : h_v_at_hand ? \u_dgb.u_loader.hand_parents_q
                : (h_v_read | h_v_answered) ? h_v_nib : f_in_memory));
            helper_parents_at_hand: assert (\u_dgb.u_loader.hand_q | ((\u_dgb.u_loader.step_q != 2'd2
                | \u_dgb.u_loader.nib_read_data == h_head_nib)
                & (\u_dgb.u_loader.step_q != 2'd3 | ({\u_dgb.loader_level , \u_dgb.u_loader.hand_parents_q } == h_head_nib
                & \u_dgb.u_loader.nib_read_data [15:0] == (\u_dgb.head_q [0] ? \u_dgb.u_loader.u_nib.words[6] [15:0]
                    : \u_dgb.u_loader.u_nib.words[2] [15:0])))));
            helper_patch: assert (\u_dgb.u_walker.state_q != 4'd6 | (\u_dgb.u_loader.hand_q
                & \u_dgb.u_loader.nib_read_data == h_target_nib & \u_dgb.u_walker.target_q > \u_dgb.head_q
                & \u_dgb.u_walker.target_q < \u_dgb.u_loader.chunk_q & \u_dgb.u_loader.full_q ));
            helper_patches_memory: assert (~h_patches_memory | (\u_dgb.u_walker.target_q >= \u_dgb.u_loader.chunk_q
                & (\u_dgb.u_walker.state_q != 4'd9 | ~h_at_v | \u_dgb.u_walker.patched_q [15:0] == f_in_memory - 16'd1)));
            helper_pub_read: assert (~ \u_dgb.u_ring.visiting_q
                | \u_dgb.u_ring.memory_read_data == {16'd0, h_pub_first});
        end
    end

    // The words of a descriptor of a graph kernel.
    function [31:0] f_word(input [3:0] n);
        f_word = n == 4'd1 ? 32'd1 : n == 4'd2 ? 32'h10001 : n == 4'd4 ? 32'h40000000 : 32'd0;
    endfunction
    // The words of a header: three nodes, one edge, three nodes with a TB, and a level bound of 0.
    function [31:0] f_header_word(input [2:0] n);
        f_header_word = n == 3'd0 ? 32'd3 : n == 3'd1 ? 32'd1 : n == 3'd4 ? 32'h10000
            : n == 3'd5 ? 32'h808 : n == 3'd6 ? 32'd3 : 32'd0;
    endfunction
    // The words of its nodes, two to a chunk: two of level 0, and one of level 1, a child of the first.
    function [31:0] f_node_word(input second, input [2:0] n);
        f_node_word = second ? (n == 3'd0 ? 32'd1 : n == 3'd1 ? 32'h10001 : n == 3'd2 ? 32'd2 : 32'd0)
            : n == 3'd4 | n == 3'd6 ? 32'd1 : 32'd0;
    endfunction
`ifdef NARROW
    // One reset, and one kernel from the host, of that graph. Memory answers at once.
    reg f_host_came;
    always @(posedge clock) begin
        f_host_came <= ~reset & (f_host_came | kmu_host_valid);
    end
    always @(*) begin
        assume (reset == ~f_alive & ~|kmu_cfg_dispatch_cycles & ~kmu_cmd_valid & ~|kmu_host_desc & ~|kmu_host_hwq
            & kmu_mem_req_ready & kmu_mem_resp_valid == (\u_kmu.f_unanswered != 4'd0)
            & kmu_mem_resp_data == f_word(\u_kmu.f_answers ));
        assume (dats_mem_req_ready & dats_mem_resp_valid == (\u_dats.f_asked != \u_dats.f_answered )
            & dats_mem_resp_data == f_header_word(f_answered));
        assume (dgb_mem_req_ready & dgb_mem_resp_valid == f_memory_owes
            & dgb_mem_resp_data == ( \u_dgb.u_loader.answers_nodes
                ? f_node_word( \u_dgb.u_loader.chunk_q [1], \u_dgb.u_loader.filled_q [2:0]) : 32'd2));
        assume (~f_alive | kmu_host_valid == ~f_host_came);
    end
`endif

    // Since reset, a node has been given back, and a graph has ended.
    reg f_some_done;
    reg f_some_graph;
    always @(posedge clock) begin
        f_some_done <= ~reset & (f_some_done | (dats_done_valid & dgb_done_ready));
        f_some_graph <= ~reset & (f_some_graph | f_graph_over);
    end
    always @(*) begin
        if (f_alive & ~reset) begin
            a_last_tb_starts_after_a_node_was_done: cover (f_some_done & f_last_node);
            a_kernel_retires_after_its_graph: cover (f_some_graph & kernel_distributor_retire_valid);
            nothing_is_owed_after_a_graph: cover (f_some_graph & idle & f_owed == 36'd0);
        end
    end
