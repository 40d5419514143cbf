    // Plan: k=1 cover_within=22 incremental=false
    // Rules of hw/src/dgb/pins.rs. There are no properties that depend on a valid graph in memory: the
    // words that memory answers are arbitrary.

    localparam [31:0] F_NODE_PLACES = 32'd4;
    localparam [6:0] F_PUB_ENTRIES = 7'd2;
    localparam [3:0] F_CHUNK = 4'd8;
    localparam [31:0] F_EDGES_LIMIT = 32'h3fffffe0;
    (* hierconn *) wire [31:0] \u_states.done_q ;
    (* hierconn *) wire [31:0] \u_states.ready_q ;
    (* hierconn *) wire [4:0] \u_seeker.word_found_q ;
    (* hierconn *) wire [31:0] \u_seeker.bits_found_q ;
    (* hierconn *) wire [15:0] \u_seeker.slot_q ;
    (* hierconn *) wire [6:0] \u_ring.count_q ;
    (* hierconn *) wire [6:0] \u_ring.front_q ;
    (* hierconn *) wire [6:0] \u_ring.unvisited_q ;
    (* hierconn *) wire \u_ring.visiting_q ;
    (* hierconn *) wire [3:0] \u_walker.state_q ;
    (* hierconn *) wire [31:0] \u_walker.current_q ;
    (* hierconn *) wire [2:0] \u_loader.request_q ;
    (* hierconn *) wire \u_loader.ask_nodes_q ;
    (* hierconn *) wire \u_loader.ask_edges_q ;
    (* hierconn *) wire \u_loader.edges_under_way_q ;
    (* hierconn *) wire \u_loader.other_under_way_q ;
    (* hierconn *) wire \u_loader.edges_first_q ;
    (* hierconn *) wire [4:0] \u_loader.filled_q ;
    (* hierconn *) wire \u_loader.full_q ;
    (* hierconn *) wire [1:0] \u_loader.step_q ;
    (* hierconn *) wire [31:0] \u_loader.chunk_q ;
    localparam [3:0] F_WALK_FREE = 4'd0;
    localparam [3:0] F_WALK_READ = 4'd7;
    localparam [3:0] F_WALK_AWAIT = 4'd8;
    localparam [3:0] F_WALK_WRITE = 4'd9;

    // Words that memory has still to answer: of edges, and of nodes or a single one; which comes first.
    reg [3:0] f_edges_due;
    reg [3:0] f_others_due;
    reg f_edges_first;
    wire f_asks = mem_req_valid & mem_req_ready & ~mem_req_write;
    wire f_asks_edges = f_asks & \u_loader.request_q == 3'd2;
    wire f_answers_edges = mem_resp_valid & f_edges_due != 4'd0
        & (f_others_due == 4'd0 | f_edges_first);
    wire f_answers_others = mem_resp_valid & ~f_answers_edges;

    always @(posedge clock) begin
        f_edges_due <= f_edges_due + (f_asks_edges ? F_CHUNK : 4'd0) - {3'd0, f_answers_edges};
        f_others_due <= f_others_due
            + ((f_asks & ~f_asks_edges) ? (mem_req_chunk ? F_CHUNK : 4'd1) : 4'd0)
            - {3'd0, f_answers_others};
        if (f_asks_edges) begin
            f_edges_first <= f_others_due == 4'd0;
        end else if (f_asks) begin
            f_edges_first <= f_edges_due != 4'd0;
        end
        if (reset) begin
            f_edges_due <= 4'd0;
            f_others_due <= 4'd0;
        end
    end

    // The window, and the LNA entry of a node in it.
    wire [31:0] f_from_tail_done = done_node - tail_q;
    wire [31:0] f_from_tail_walk = \u_walker.current_q - tail_q;
    wire f_walks = \u_walker.state_q != F_WALK_FREE;
    reg f_dones_are_in_the_window;
    integer f_p;
    always @(*) begin
        f_dones_are_in_the_window = ~|\u_states.done_q [31:4];
        for (f_p = 0; f_p < 4; f_p = f_p + 1) begin
            f_dones_are_in_the_window = f_dones_are_in_the_window
                & (~\u_states.done_q [f_p] | {30'd0, f_p[1:0] - tail_q[1:0]} < count);
        end
    end

    // Assumptions about the neighbours.
    always @(*) begin
        rule_2_the_memory_answers_only_what_was_asked: assume (~mem_resp_valid
            | f_edges_due != 4'd0 | f_others_due != 4'd0);
        rule_5_a_node_of_the_window_is_done_once: assume (~done_valid
            | (f_from_tail_done < count & ~\u_states.done_q [done_node[1:0]]));
        a_graph_has_no_edges_from_its_last_node_so_all_are_read_by_then: assume (
            ~(live_q & tail_q == nodes_q) | edge_head_q >= edges_q);
        nodes_have_16_bit_numbers: assume (~start_valid | start_nodes < 32'd65536);
        both_arrays_fit_in_the_address_space: assume (~start_valid
            | start_edges <= F_EDGES_LIMIT);
    end

    // The edge after the last chunk of the array.
    wire [31:0] f_padded_edges = (edges_q + 32'd7) & ~32'd7;

    // The next node to read into the insertion register.
    wire [31:0] f_next = head_q + {31'd0, loader_at_hand};

    always @(*) begin
        if (f_alive) begin
            rule_1_the_window_fits_the_lna: assert (count <= F_NODE_PLACES);
            rule_1_only_nodes_of_the_window_are_done: assert (f_dones_are_in_the_window);
            rule_1_no_node_beyond_the_graph_is_inserted: assert (~live_q | head_q <= nodes_q);
            rule_2_at_most_a_chunk_of_each_array_is_under_way: assert (f_edges_due <= F_CHUNK
                & f_others_due <= F_CHUNK);
            rule_2_an_answer_goes_to_the_oldest_request: assert (~mem_resp_valid
                | loader_edge_answered == f_answers_edges);
            rule_5_the_node_that_is_completed_is_in_the_window: assert (~f_walks
                | (f_from_tail_walk < count & ~\u_states.done_q [ \u_walker.current_q [1:0]]));
            rule_6_the_pub_never_overflows: assert (pub_used <= {9'd0, F_PUB_ENTRIES}
                & ~(walker_append & ring_full));
            rule_6_the_pub_never_underflows: assert (~ring_found | pub_used != 16'd0);
            rule_7_no_chunk_of_nodes_between_a_read_and_its_write: assert (
                ~(\u_walker.state_q == F_WALK_READ | \u_walker.state_q == F_WALK_AWAIT
                | \u_walker.state_q == F_WALK_WRITE) | ~loader_nodes_due);
            rule_9_no_answer_is_missing_when_a_graph_is_over: assert (~start_ready
                | (f_edges_due == 4'd0 & f_others_due == 4'd0 & ~mem_req_valid));

            helper_walker_states: assert (\u_walker.state_q <= F_WALK_WRITE);
            helper_requests: assert (\u_loader.request_q <= 3'd4);
            helper_nothing_walks_without_a_graph: assert (live_q | (~f_walks & count == 32'd0
                & ~loader_at_hand & ~\u_loader.full_q ));
            helper_turns_of_the_pub: assert (\u_ring.unvisited_q <= \u_ring.count_q
                & (~\u_ring.visiting_q | (loader_at_hand & \u_ring.unvisited_q != 7'd0))
                & \u_ring.front_q < F_PUB_ENTRIES);
            helper_due_edges: assert (\u_loader.edges_under_way_q == (f_edges_due != 4'd0)
                & edge_head_q[2:0] == (4'd8 - f_edges_due & 4'd7));
            helper_asked_edges: assert (\u_loader.ask_edges_q
                == (\u_loader.request_q == 3'd2 | f_edges_due != 4'd0)
                & ~(\u_loader.request_q == 3'd2 & f_edges_due != 4'd0));
            helper_due_nodes: assert (\u_loader.other_under_way_q == (f_others_due != 4'd0)
                & (\u_loader.ask_nodes_q == (\u_loader.request_q == 3'd1
                    | (f_others_due != 4'd0 & \u_walker.state_q != F_WALK_AWAIT)))
                & (~(\u_loader.ask_nodes_q & f_others_due != 4'd0)
                    | \u_loader.filled_q == {1'b0, 4'd8 - f_others_due})
                & ((\u_loader.ask_nodes_q & f_others_due != 4'd0) | \u_loader.filled_q == 5'd0)
                & ~(\u_loader.request_q == 3'd1 & f_others_due != 4'd0));
            helper_the_older: assert (f_edges_due == 4'd0 | f_others_due == 4'd0
                | \u_loader.edges_first_q == f_edges_first);
            helper_a_read_is_awaited: assert (\u_walker.state_q == F_WALK_AWAIT
                ? ((\u_loader.request_q == 3'd3 & f_others_due == 4'd0)
                    | (\u_loader.request_q != 3'd3 & f_others_due == 4'd1))
                : \u_loader.request_q != 3'd3);
            helper_no_chunk_while_a_child_is_patched: assert (
                ~(\u_walker.state_q == F_WALK_READ | \u_walker.state_q == F_WALK_AWAIT
                | \u_walker.state_q == F_WALK_WRITE) | (loader_at_hand & ~\u_loader.ask_nodes_q ));
            helper_asked_nodes: assert (~\u_loader.ask_nodes_q | (live_q & ~\u_loader.full_q
                & \u_loader.chunk_q < nodes_q));
            helper_the_next_node: assert (~live_q | (nodes_q < 32'd65536
                & ~\u_loader.chunk_q [0] & \u_loader.chunk_q <= nodes_q + 32'd1
                & (\u_loader.full_q
                ? (f_next < nodes_q & f_next < \u_loader.chunk_q
                    & f_next + 32'd2 >= \u_loader.chunk_q )
                : (f_next == \u_loader.chunk_q | (f_next == nodes_q
                    & nodes_q < \u_loader.chunk_q )))));
            helper_steps: assert ((\u_loader.full_q & ~loader_at_hand)
                | \u_loader.step_q == 2'd0);
            helper_numbers_of_nodes: assert (nodes_q < 32'd65536 & head_q <= nodes_q
                & tail_q <= head_q & \u_loader.chunk_q <= nodes_q + 32'd1);
            helper_only_places_of_the_lna_are_ready: assert (~|\u_states.ready_q [31:4]
                & ~|\u_seeker.bits_found_q [31:4] & ~|\u_seeker.word_found_q
                & {16'd0, \u_seeker.slot_q } < F_NODE_PLACES);
            helper_only_edges_of_the_array_are_read: assert (edges_q <= F_EDGES_LIMIT
                & edge_head_q <= f_padded_edges
                & (f_edges_due == 4'd0 | edge_head_q < f_padded_edges)
                & (\u_loader.request_q != 3'd2 | edge_head_q < edges_q));
            helper_the_hand: assert (~loader_at_hand | (live_q & head_q < nodes_q));
        end
    end

`ifdef COVER
    // A graph of two nodes without parents, from a memory that answers at once, is enough.
    always @(*) begin
        assume (start_nodes == (start_valid ? 32'd2 : 32'd0) & ~|start_node_base
            & ~|start_edge_base & start_edges == (start_valid ? 32'd1 : 32'd0) & ~|limit_level
            & mem_req_ready & ~|mem_resp_data
            & mem_resp_valid == (f_edges_due != 4'd0 | f_others_due != 4'd0));
    end
`endif

    always @(*) begin
        if (f_alive & ~reset) begin
            a_node_is_in_the_window: cover (count == 32'd1);
            a_chunk_of_edges_comes: cover (loader_edge_answered);
        end
    end
