    // Plan: k=1 cover_within=30
    // Rules of hw/src/dgb/pins.rs. There are no properties that depend on a valid graph in memory: the
    // words that memory answers are arbitrary.

    localparam [31:0] F_NODE_PLACES = 32'd4;
    localparam [31:0] F_EDGE_PLACES = 32'd16;
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
    (* hierconn *) wire \u_seeker.fresh_q ;
    (* hierconn *) wire [2:0] \u_seeker.state_q ;
    (* hierconn *) wire [31:0] \u_seeker.offer_node_q ;
    (* hierconn *) wire [15:0] \u_seeker.offer_level_q ;
    (* hierconn *) wire \u_seeker.fits_load ;
    (* hierconn *) wire [4:0] \u_seeker.lowest_winner ;
    (* hierconn *) wire [31:0] \u_walker.target_q ;
    (* hierconn *) wire \u_walker.advance ;
    (* hierconn *) wire \u_walker.inside_s ;
    (* hierconn *) wire [15:0] \u_lna_parents.words[0] ;
    (* hierconn *) wire [15:0] \u_lna_parents.words[1] ;
    (* hierconn *) wire [15:0] \u_lna_parents.words[2] ;
    (* hierconn *) wire [15:0] \u_lna_parents.words[3] ;
    (* hierconn *) wire [15:0] \u_lna_level.words[0] ;
    (* hierconn *) wire [15:0] \u_lna_level.words[1] ;
    (* hierconn *) wire [15:0] \u_lna_level.words[2] ;
    (* hierconn *) wire [15:0] \u_lna_level.words[3] ;
    (* hierconn *) wire [15:0] \u_walker.from_q ;
    (* hierconn *) wire [15:0] \u_walker.until_q ;
    (* hierconn *) wire \u_walker.stream_q ;
    (* hierconn *) wire \u_walker.fetched_q ;
    (* hierconn *) wire \u_walker.beyond ;
    (* hierconn *) wire [3:0] \u_lna_start.words[0] ;
    (* hierconn *) wire [3:0] \u_lna_start.words[1] ;
    (* hierconn *) wire [3:0] \u_lna_start.words[2] ;
    (* hierconn *) wire [3:0] \u_lna_start.words[3] ;
    (* hierconn *) wire [31:0] \u_seeker.offer_tb_q ;
    (* hierconn *) wire [31:0] \u_loader.nib_read_data ;
    // Words: f_nib_words u_loader.u_nib
    // Words: f_tbs u_lna_tb
    // Words: f_lea_words u_lea
    localparam [3:0] F_WALK_FIND = 4'd1;
    localparam [3:0] F_WALK_BOUNDS = 4'd2;
    localparam [3:0] F_WALK_SPAN = 4'd3;
    localparam [3:0] F_WALK_EDGE = 4'd4;
    localparam [3:0] F_WALK_CHILD = 4'd5;
    localparam [3:0] F_WALK_PATCH = 4'd6;
    localparam [2:0] F_SEEK_WORD = 3'd0;
    localparam [2:0] F_SEEK_LOOK = 3'd1;
    localparam [2:0] F_SEEK_LOAD = 3'd2;
    localparam [2:0] F_SEEK_BLOCKED = 3'd3;
    localparam [2:0] F_SEEK_OFFER = 3'd4;
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

    // What the edge array said and where its oldest edge was, a cycle ago.
    reg [31:0] f_edge_child;
    reg [31:0] f_edge_tail;
    always @(posedge clock) begin
        f_edge_child <= lea_read_data;
        f_edge_tail <= (reset | (start_valid & start_ready)) ? 32'd0 : edge_tail_q;
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

    // By LNA entry: a node that is out, which DATS has taken and has not given back; its distance from
    // the tail; parents left and level.
    reg [3:0] f_out;
    wire [63:0] f_parents_left = { \u_lna_parents.words[3] , \u_lna_parents.words[2] ,
        \u_lna_parents.words[1] , \u_lna_parents.words[0] };
    wire [63:0] f_levels = { \u_lna_level.words[3] , \u_lna_level.words[2] , \u_lna_level.words[1] ,
        \u_lna_level.words[0] };
    wire [3:0] f_ready = \u_states.ready_q [3:0];
    wire [3:0] f_done = \u_states.done_q [3:0];
    wire [1:0] f_slot = \u_seeker.slot_q [1:0];
    wire [31:0] f_from_tail_offer = \u_seeker.offer_node_q - tail_q;
    // Cycles for which each has been ready, up to 7.
    reg [2:0] f_age [0:3];
    reg f_offered;
    reg [15:0] f_limit;
    reg [15:0] f_tail_level;
    // Cycles in which nothing is offered, though the smallest ready node is allowed.
    reg [4:0] f_late;
    // Cycles since the finder looked for a ready node, up to 7, and what it has found.
    reg [2:0] f_since;
    wire [1:0] f_found = \u_seeker.state_q == F_SEEK_LOOK ? \u_seeker.lowest_winner [1:0] : f_slot;
    wire [1:0] f_found_rank = f_found - tail_q[1:0];
    reg f_found_first;
    // Nodes that have become ready: chosen for the offer, out, in completion, or done; and what follows.
    reg [3:0] f_in_window;
    reg [3:0] f_chosen;
    reg [3:0] f_walked;
    reg [3:0] f_released;
    reg [1:0] f_rank;
    reg [1:0] f_smallest;
    reg f_one_state;
    reg f_zero_when_ready;
    reg f_ready_when_zero;
    reg f_passed_over;
    wire [1:0] f_youngest = head_q[1:0] - 2'd1;
    always @(*) begin
        f_chosen = (\u_seeker.state_q == F_SEEK_OFFER) ? 4'd1 << f_slot : 4'd0;
        f_walked = f_walks ? 4'd1 << \u_walker.current_q [1:0] : 4'd0;
        f_released = f_ready | f_chosen | f_out | f_walked | f_done;
        f_smallest = tail_q[1:0] + 2'd3;
        f_one_state = ~|(f_ready & (f_chosen | f_out | f_walked | f_done))
            & ~|(f_chosen & (f_out | f_walked | f_done)) & ~|(f_out & (f_walked | f_done))
            & ~|(f_walked & f_done);
        f_zero_when_ready = 1'b1;
        f_ready_when_zero = 1'b1;
        f_passed_over = 1'b0;
        f_found_first = 1'b1;
        for (f_p = 3; f_p >= 0; f_p = f_p - 1) begin
            f_rank = f_p[1:0] - tail_q[1:0];
            f_in_window[f_p] = {30'd0, f_rank} < count;
            f_one_state = f_one_state & (~f_released[f_p] | f_in_window[f_p]);
            f_zero_when_ready = f_zero_when_ready & (~f_released[f_p]
                | f_parents_left[f_p*16 +: 16] == 16'd0);
            f_ready_when_zero = f_ready_when_zero & (~f_in_window[f_p] | f_released[f_p]
                | (youngest_ready_q & f_youngest == f_p[1:0]) | f_parents_left[f_p*16 +: 16] != 16'd0);
            f_found_first = f_found_first & ~(f_ready[f_p] & f_age[f_p] >= f_since
                & f_rank < f_found_rank);
            f_passed_over = f_passed_over | (f_ready[f_p] & f_age[f_p] > 3'd3
                & {30'd0, f_rank} < f_from_tail_offer);
            if (f_ready[tail_q[1:0] + f_p[1:0]]) begin
                f_smallest = tail_q[1:0] + f_p[1:0];
            end
        end
    end
    wire f_allowed = (|f_ready) & f_levels[f_smallest*16 +: 16] <= limit_level;
    always @(posedge clock) begin
        f_offered <= node_valid & ~reset;
        f_limit <= limit_level;
        f_tail_level <= reset ? 16'd0 : tail_level;
        f_since <= (reset | \u_seeker.state_q == F_SEEK_WORD) ? 3'd1
            : f_since == 3'd7 ? 3'd7 : f_since + 3'd1;
        f_late <= (reset | node_valid | ~f_allowed) ? 5'd0 : f_late + 5'd1;
        for (f_p = 0; f_p < 4; f_p = f_p + 1) begin
            f_age[f_p] <= ~f_ready[f_p] ? 3'd0 : f_age[f_p] == 3'd7 ? 3'd7 : f_age[f_p] + 3'd1;
        end
        if (node_valid & node_ready) begin
            f_out[node_id[1:0]] <= 1'b1;
        end
        if (done_valid & done_ready) begin
            f_out[done_node[1:0]] <= 1'b0;
        end
        if (reset) begin
            f_out <= 4'd0;
        end
    end

    // Edges of the node in completion that have been visited, by LEA entry.
    wire [15:0] f_starts = { \u_lna_start.words[3] , \u_lna_start.words[2] , \u_lna_start.words[1] ,
        \u_lna_start.words[0] };
    wire [1:0] f_current = \u_walker.current_q [1:0];
    wire [1:0] f_after = f_current + 2'd1;
    wire [1:0] f_tail = tail_q[1:0];
    wire [1:0] f_after_tail = f_tail + 2'd1;
    wire [3:0] f_from = f_starts[f_current*4 +: 4];
    wire [3:0] f_until = f_starts[f_after*4 +: 4];
    wire f_has_next = \u_walker.current_q + 32'd1 != nodes_q;
    wire [3:0] f_edges = f_until - f_from;
    reg [31:0] f_edges_visited;
    wire [31:0] f_edges_after = f_edges_visited + {31'd0, \u_walker.advance };
    wire f_at_edges = \u_walker.state_q >= F_WALK_EDGE;

    // A graph with nodes was taken in the last cycle, a graph was, and one with nodes in the cycle before. Cycles in which all nodes are
    // completed and memory is quiet, and in which a completion visits no edge and waits for nobody.
    reg f_begun;
    reg f_just_begun;
    reg f_first_due;
    reg [3:0] f_over;
    reg [3:0] f_idles;
    wire f_quiet = f_edges_due == 4'd0 & f_others_due == 4'd0 & ~mem_req_valid;
    wire f_excused = insert | ( \u_walker.state_q == F_WALK_FIND & (stale_q | reading_q))
        | ( \u_walker.state_q == F_WALK_EDGE & \u_walker.stream_q & edge_tail_q == edge_head_q)
        | ( \u_walker.beyond & ring_full) | \u_walker.state_q >= F_WALK_READ;
    always @(posedge clock) begin
        f_begun <= begins & ~reset & start_nodes != 32'd0;
        f_just_begun <= begins & ~reset;
        f_first_due <= f_begun & ~reset;
        f_over <= (reset | ~live_q | tail_q != nodes_q | ~f_quiet) ? 4'd0 : f_over + 4'd1;
        f_idles <= (reset | ~f_walks | f_excused | \u_walker.advance | walker_finish) ? 4'd0
            : f_idles + 4'd1;
        f_edges_visited <= f_walks ? f_edges_after : 32'd0;
    end

    // What the unit must know, kept a second time: the graph that was taken, the words of the NIB, the node in
    // the insertion register, LNA and LEA, and the word in memory that is counted down.
    reg [31:0] f_nodes;
    reg [31:0] f_edges_of_graph;
    reg [31:0] f_node_base;
    reg [31:0] f_edge_base;
    reg [255:0] f_nib;
    reg [31:0] f_hand_start;
    reg [31:0] f_hand_word;
    reg [31:0] f_hand_tb;
    reg [63:0] f_parents_kept;
    reg [63:0] f_levels_kept;
    reg [15:0] f_starts_kept;
    reg [63:0] f_tbs_kept;
    reg [255:0] f_lea;
    reg [15:0] f_lea_written;
    reg [31:0] f_edge_head;
    reg [31:0] f_edge_head_before;
    reg f_waited;
    reg [31:0] f_patched;
    reg [31:0] f_patch;
    reg [31:0] f_head;
    wire [2:0] f_nib_child = { \u_walker.target_q [0], 2'd1};
    wire [1:0] f_step_before = \u_loader.step_q - 2'd1;
    wire [2:0] f_word_start = {head_q[0], 2'd0};
    wire [2:0] f_word_parents = {head_q[0], 2'd1};
    wire [2:0] f_word_tb = {head_q[0], 2'd2};
    wire [2:0] f_word_read = {head_q[0], f_step_before};
    wire f_reads_hand = \u_loader.full_q & ~loader_at_hand;
    always @(posedge clock) begin
        if (start_valid & start_ready) begin
            f_nodes <= start_nodes;
            f_edges_of_graph <= start_edges;
            f_node_base <= start_node_base;
            f_edge_base <= start_edge_base;
        end
        if (f_answers_others & \u_loader.ask_nodes_q ) begin
            f_nib[(4'd8 - f_others_due)*32 +: 32] <= mem_resp_data;
        end
        if ( \u_walker.state_q == F_WALK_PATCH) begin
            f_nib[f_nib_child*32 +: 32] <= f_nib[f_nib_child*32 +: 32] - 32'd1;
        end
        if (f_reads_hand & \u_loader.step_q == 2'd3) begin
            f_hand_start <= f_nib[f_word_start*32 +: 32];
            f_hand_word <= f_nib[f_word_parents*32 +: 32];
            f_hand_tb <= f_nib[f_word_tb*32 +: 32];
        end
        if (ring_found | walker_count_hand) begin
            f_hand_word[15:0] <= f_hand_word[15:0] - 16'd1;
        end
        if (insert) begin
            f_parents_kept[head_q[1:0]*16 +: 16] <= f_hand_word[15:0];
            f_levels_kept[head_q[1:0]*16 +: 16] <= f_hand_word[31:16];
            f_starts_kept[head_q[1:0]*4 +: 4] <= f_hand_start[3:0];
            f_tbs_kept[head_q[1:0]*16 +: 16] <= f_hand_tb[15:0];
        end else if (walker_count_down) begin
            f_parents_kept[ \u_walker.target_q [1:0]*16 +: 16] <= f_parents_kept[ \u_walker.target_q [1:0]*16 +: 16] - 16'd1;
        end
        if (f_answers_edges) begin
            f_lea[f_edge_head[3:0]*16 +: 16] <= mem_resp_data[15:0];
            f_lea_written[f_edge_head[3:0]] <= 1'b1;
        end
        f_edge_head <= f_edge_head + {31'd0, f_answers_edges};
        f_edge_head_before <= f_edge_head;
        if ( \u_walker.state_q == F_WALK_READ & ~mem_req_valid) begin
            f_patched <= \u_walker.target_q ;
        end
        if (f_answers_others & \u_walker.state_q == F_WALK_AWAIT) begin
            f_patch <= mem_resp_data - 32'd1;
        end
        f_waited <= \u_walker.state_q == F_WALK_CHILD & ~\u_walker.advance & ~reset;
        f_head <= f_head + {31'd0, insert};
        if (reset | (start_valid & start_ready)) begin
            f_edge_head <= 32'd0;
            f_head <= 32'd0;
        end
        if (reset) begin
            f_lea_written <= 16'd0;
        end
    end
    reg f_nib_is_kept;
    reg f_lna_is_kept;
    reg f_lea_is_kept;
    always @(*) begin
        f_nib_is_kept = 1'b1;
        f_lna_is_kept = 1'b1;
        f_lea_is_kept = 1'b1;
        for (f_p = 0; f_p < 8; f_p = f_p + 1) begin
            f_nib_is_kept = f_nib_is_kept & (f_nib_words[f_p*32 +: 32] == f_nib[f_p*32 +: 32]
                | ~( \u_loader.full_q | ( \u_loader.ask_nodes_q & f_others_due != 4'd0
                & {1'b0, f_p[2:0]} < 4'd8 - f_others_due)));
        end
        for (f_p = 0; f_p < 4; f_p = f_p + 1) begin
            f_lna_is_kept = f_lna_is_kept & (~f_in_window[f_p]
                | (f_parents_left[f_p*16 +: 16] == f_parents_kept[f_p*16 +: 16]
                & f_levels[f_p*16 +: 16] == f_levels_kept[f_p*16 +: 16]
                & f_starts[f_p*4 +: 4] == f_starts_kept[f_p*4 +: 4]
                & f_tbs[f_p*16 +: 16] == f_tbs_kept[f_p*16 +: 16]));
        end
        for (f_p = 0; f_p < 16; f_p = f_p + 1) begin
            f_lea_is_kept = f_lea_is_kept & (~f_lea_written[f_p]
                | f_lea_words[f_p*16 +: 16] == f_lea[f_p*16 +: 16]);
        end
    end

    // Assumptions about the neighbours.
    always @(*) begin
        rule_2_the_memory_answers_only_what_was_asked: assume (~mem_resp_valid
            | f_edges_due != 4'd0 | f_others_due != 4'd0);
        rule_5_only_a_node_that_is_out_is_done: assume (~done_valid
            | (f_from_tail_done < count & f_out[done_node[1:0]]));
        rule_8_the_limit_does_not_fall_while_a_graph_lives: assume (~live_q | f_just_begun
            | limit_level >= f_limit);
        edges_lead_to_later_nodes_of_the_graph: assume (\u_walker.state_q != F_WALK_CHILD
            | ( \u_walker.target_q > \u_walker.current_q & \u_walker.target_q < nodes_q));
        no_more_edges_lead_to_a_node_than_it_has_parents: assume (~ \u_walker.inside_s
            | lna_parents_read_data != 16'd0);
        a_graph_has_no_edges_from_its_last_node_so_all_are_read_by_then: assume (
            ~(live_q & tail_q == nodes_q) | edge_head_q >= edges_q);
        nodes_have_16_bit_numbers: assume (~start_valid | start_nodes < 32'd65536);
        both_arrays_fit_in_the_address_space: assume (~start_valid
            | start_edges <= F_EDGES_LIMIT);
        both_arrays_are_at_multiples_of_128: assume (~start_valid
            | (~|start_node_base[6:0] & ~|start_edge_base[6:0]));
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
            rule_2_the_first_nodes_are_asked_two_cycles_after_a_graph_is_taken: assert (~f_first_due
                | (mem_req_valid & mem_req_chunk & ~mem_req_write & mem_req_addr == node_base_q));
            rule_2_an_answer_goes_to_the_oldest_request: assert (~mem_resp_valid
                | loader_edge_answered == f_answers_edges);
            rule_4_a_node_is_offered_only_without_parents_left: assert (~node_valid
                | (f_parents_left[node_id[1:0]*16 +: 16] == 16'd0 & node_id - tail_q < count));
            rule_4_a_node_is_offered_once: assert (~node_valid | ~(f_out[node_id[1:0]]
                | f_walked[node_id[1:0]] | f_done[node_id[1:0]] | f_ready[node_id[1:0]]));
            rule_4_a_node_above_the_limit_is_not_offered: assert (~node_valid | f_offered
                | node_level <= f_limit);
            rule_4_no_smaller_node_that_is_ready_is_passed_over: assert (~node_valid | f_offered
                | ~f_passed_over);
            rule_4_the_smallest_ready_node_is_offered_in_time: assert (f_late <= 5'd8);
            rule_5_a_completion_visits_its_edges_one_after_the_other: assert (
                \u_walker.state_q < F_WALK_CHILD
                | \u_walker.from_q == {12'd0, f_from + f_edges_visited[3:0]});
            rule_5_a_completion_visits_an_edge_in_six_cycles_if_it_waits_for_nobody: assert (
                f_idles <= 4'd5);
            rule_5_a_child_that_is_counted_down_is_the_one_that_the_edge_names: assert (
                \u_walker.state_q != F_WALK_CHILD | walker_child == f_edge_child);
            rule_3_fewer_edges_leave_at_a_time_than_there_are_places: assert (
                edge_tail_q - f_edge_tail < F_EDGE_PLACES);
            rule_5_a_completion_ends_with_the_last_of_its_edges: assert (~walker_finish
                | (f_has_next ? f_edges_after[3:0] == f_edges
                & (walker_streaming | f_edges_after < 32'd16) : f_edges_after == 32'd0));
            rule_5_a_node_without_parents_left_is_ready: assert (f_ready_when_zero);
            rule_5_a_ready_node_has_no_parents_left: assert (f_zero_when_ready);
            rule_5_the_node_that_is_completed_is_in_the_window: assert (~f_walks
                | (f_from_tail_walk < count & ~\u_states.done_q [ \u_walker.current_q [1:0]]));
            rule_6_the_pub_never_overflows: assert (pub_used <= {9'd0, F_PUB_ENTRIES}
                & ~(walker_append & ring_full));
            rule_6_the_pub_never_underflows: assert (~ring_found | pub_used != 16'd0);
            rule_7_no_chunk_of_nodes_between_a_read_and_its_write: assert (
                ~(\u_walker.state_q == F_WALK_READ | \u_walker.state_q == F_WALK_AWAIT
                | \u_walker.state_q == F_WALK_WRITE) | ~loader_nodes_due);
            rule_8_the_unit_is_not_idle_when_the_level_of_the_tail_has_risen: assert (~idle
                | tail_level <= f_tail_level);
            rule_1_the_graph_is_the_one_that_was_taken: assert (~live_q | (nodes_q == f_nodes
                & edges_q == f_edges_of_graph & node_base_q == f_node_base
                & edge_base_q == f_edge_base));
            rule_1_every_node_of_the_nib_enters_the_window_once: assert (head_q == f_head);
            rule_1_the_node_to_insert_is_as_memory_says: assert (~loader_at_hand
                | (loader_start == f_hand_start & loader_parents == f_hand_word[15:0]
                & loader_level == f_hand_word[31:16] & loader_tb[15:0] == f_hand_tb[15:0]));
            rule_1_the_window_has_the_nodes_that_were_inserted: assert (f_lna_is_kept);
            rule_2_edges_are_loaded_as_they_come: assert (edge_head_q == f_edge_head & f_lea_is_kept);
            rule_2_edges_are_asked_for_as_soon_as_there_is_room: assert (want_edges == (live_q
                & ~\u_loader.ask_edges_q & edge_head_q < edges_q
                & edge_head_q + {28'd0, F_CHUNK} - edge_tail_q <= F_EDGE_PLACES));
            rule_2_chunks_are_asked_for_in_order: assert (
                ( \u_loader.request_q != 3'd1 | mem_req_addr == node_base_q + ( \u_loader.chunk_q << 4))
                & ( \u_loader.request_q != 3'd2 | mem_req_addr == edge_base_q + (edge_head_q << 2)));
            rule_3_a_node_enters_if_its_first_edge_can_be_loaded_or_alone: assert (~loader_at_hand
                | enters == (count <= 32'd1
                | (f_hand_start <= edge_head_q & f_hand_start - edge_tail_q < F_EDGE_PLACES)));
            rule_4_a_node_is_offered_as_memory_described_it: assert (~node_valid
                | (node_level == f_levels_kept[node_id[1:0]*16 +: 16]
                & node_tb == (f_tbs_kept[node_id[1:0]*16 +: 16] == 16'hffff ? 32'hffffffff
                : {16'd0, f_tbs_kept[node_id[1:0]*16 +: 16]})));
            rule_7_the_word_of_the_child_is_read_and_written: assert (
                ( \u_loader.request_q != 3'd3 & \u_loader.request_q != 3'd4)
                | mem_req_addr == node_base_q + (f_patched << 4) + 32'd4);
            rule_7_the_word_of_the_child_has_one_parent_fewer: assert (
                \u_loader.request_q != 3'd4 | mem_req_data == f_patch);
            rule_9_a_graph_is_over_when_its_last_node_is_completed_and_answered: assert (
                f_over <= 4'd1);
            rule_9_no_answer_is_missing_when_a_graph_is_over: assert (~start_ready
                | (f_edges_due == 4'd0 & f_others_due == 4'd0 & ~mem_req_valid));

            helper_a_node_is_in_one_state: assert (f_one_state);
            helper_the_youngest: assert (~youngest_ready_q | (count != 32'd0
                & ~f_released[f_youngest] & f_parents_left[f_youngest*16 +: 16] == 16'd0));
            helper_the_youngest_of_part_of_the_graph: assert (count == 32'd0 | head_q == nodes_q
                | ~f_released[f_youngest]);
            helper_seeker_states: assert (\u_seeker.state_q <= F_SEEK_OFFER);
            helper_found: assert (\u_seeker.state_q == F_SEEK_LOOK
                ? ((|\u_seeker.bits_found_q ) & (\u_seeker.bits_found_q [3:0] & ~f_ready) == 4'd0)
                : (\u_seeker.state_q == F_SEEK_LOAD | \u_seeker.state_q == F_SEEK_BLOCKED)
                ? f_ready[f_slot] : 1'b1);
            helper_the_level_of_the_found: assert (\u_seeker.state_q == F_SEEK_LOAD
                ? lna_level_read_data == f_levels[f_slot*16 +: 16]
                : (\u_seeker.state_q == F_SEEK_BLOCKED | \u_seeker.state_q == F_SEEK_OFFER)
                ? \u_seeker.offer_level_q == f_levels[f_slot*16 +: 16] : 1'b1);
            helper_the_found_is_the_smallest_unless_another_is_ready_since: assert (
                \u_seeker.fresh_q | (\u_seeker.state_q == F_SEEK_LOOK
                ? \u_seeker.lowest_winner [1:0] == f_smallest
                : (\u_seeker.state_q == F_SEEK_LOAD | \u_seeker.state_q == F_SEEK_BLOCKED)
                ? f_slot == f_smallest : 1'b1));
            helper_the_offered: assert (\u_seeker.state_q < F_SEEK_BLOCKED
                | (f_from_tail_offer < count & \u_seeker.offer_node_q [1:0] == f_slot));
            helper_the_found_is_the_first_of_those_that_were_ready: assert (f_found_first
                | ~( \u_seeker.state_q == F_SEEK_LOOK | \u_seeker.state_q == F_SEEK_LOAD));
            helper_the_found_is_allowed_if_it_was: assert (f_late < {2'd0, f_since}
                | ~( \u_seeker.state_q == F_SEEK_LOOK | \u_seeker.state_q == F_SEEK_LOAD)
                | f_levels[f_found*16 +: 16] <= f_limit);
            helper_a_search: assert ( \u_seeker.state_q == F_SEEK_LOOK
                ? f_since == 3'd1 | (f_since == 3'd2 & ~stale_q)
                : \u_seeker.state_q == F_SEEK_LOAD ? f_since == 3'd2 | f_since == 3'd3 : 1'b1);
            helper_a_tail_to_read_is_in_the_window: assert (~stale_q | count != 32'd0);
            helper_late: assert ( \u_seeker.state_q == F_SEEK_WORD ? f_late <= 5'd4
                : \u_seeker.state_q == F_SEEK_LOOK | \u_seeker.state_q == F_SEEK_LOAD
                ? f_late <= 5'd4 + {2'd0, f_since}
                : \u_seeker.state_q != F_SEEK_BLOCKED
                | (f_late <= 5'd3 & (\u_seeker.fresh_q | f_late == 5'd0)));
            helper_the_child_read: assert (\u_walker.state_q != F_WALK_CHILD
                | lna_parents_read_data == f_parents_left[ \u_walker.target_q [1:0]*16 +: 16]);
            helper_a_graph_just_begun_has_no_window: assert (~f_just_begun | (live_q & count == 32'd0));
            helper_begun: assert ((~f_begun | (live_q & nodes_q != 32'd0 & ~ \u_loader.full_q
                & ~ \u_loader.ask_nodes_q & \u_loader.request_q == 3'd0
                & \u_loader.chunk_q == 32'd0 & ~f_walks)) & (~reading_q | count != 32'd0) & (~live_q | f_over == 4'd0));
            helper_idles: assert ( \u_walker.state_q == F_WALK_BOUNDS ? f_idles <= 4'd1
                : \u_walker.state_q == F_WALK_SPAN ? f_idles <= 4'd2
                : \u_walker.state_q == F_WALK_EDGE
                ? f_idles <= ( \u_walker.fetched_q ? 4'd4 : 4'd3)
                : \u_walker.state_q == F_WALK_CHILD | f_idles == 4'd0);
            helper_bounds: assert (\u_walker.state_q == F_WALK_BOUNDS
                ? lna_start_read_data[3:0] == f_from
                : \u_walker.state_q == F_WALK_SPAN ? \u_walker.from_q == {12'd0, f_from}
                & (~f_has_next | lna_start_read_data[3:0] == f_until)
                : ~f_at_edges | (f_has_next & \u_walker.until_q == {12'd0, f_until}
                & \u_walker.from_q == {12'd0, f_from + f_edges_visited[3:0]}));
            helper_edges_visited: assert (f_at_edges ? walker_streaming
                | f_edges_visited < {28'd0, f_edges} : ~f_walks | f_edges_visited == 32'd0);
            helper_the_next_of_a_completed_node_is_in_the_window: assert (~f_walks | ~f_has_next
                | f_from_tail_walk + 32'd1 < count);
            helper_the_oldest_edge: assert (count == 32'd0 | stale_q
                | (reading_q ? lna_start_read_data[3:0] == f_starts[f_tail*4 +: 4]
                : f_done[f_tail] | (f_walks & \u_walker.stream_q & f_at_edges)
                | edge_tail_q[3:0] == f_starts[f_tail*4 +: 4]));
            helper_streams: assert (~streams_q | (count >= 32'd2 & ~f_done[f_tail]
                & stream_end_q[3:0] == f_starts[f_after_tail*4 +: 4]
                & (~f_walks | \u_walker.current_q != tail_q
                | \u_walker.state_q < F_WALK_BOUNDS | \u_walker.stream_q )));
            helper_a_streamed_completion: assert (~(f_walks & \u_walker.stream_q
                & \u_walker.state_q >= F_WALK_BOUNDS) | (streams_q & ~stale_q & ~reading_q
                & \u_walker.current_q == tail_q
                & (~f_at_edges | edge_tail_q[3:0] == \u_walker.from_q [3:0])));
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
            helper_the_nib: assert (f_nib_is_kept
                & ( \u_walker.state_q != F_WALK_PATCH | (loader_at_hand & \u_loader.full_q
                & \u_loader.nib_read_data == f_nib[f_nib_child*32 +: 32])));
            helper_the_word_read_of_the_nib: assert (~f_reads_hand | \u_loader.step_q == 2'd0
                | \u_loader.nib_read_data == f_nib[f_word_read*32 +: 32]);
            helper_the_hand_is_filled_in_steps: assert (~f_reads_hand
                | (( \u_loader.step_q < 2'd2 | loader_start == f_nib[f_word_start*32 +: 32])
                & ( \u_loader.step_q < 2'd3 | {loader_level, loader_parents} == f_nib[f_word_parents*32 +: 32])));
            helper_the_word_of_the_child: assert (( \u_walker.state_q < F_WALK_AWAIT
                | \u_walker.target_q == f_patched)
                & ( \u_walker.state_q != F_WALK_WRITE | walker_word == f_patch)
                & (( \u_walker.state_q != F_WALK_AWAIT & \u_walker.state_q != F_WALK_WRITE)
                | \u_loader.request_q != 3'd4));
            helper_an_edge_that_streams_has_come: assert ( \u_walker.state_q != F_WALK_EDGE
                | \u_walker.fetched_q == (f_waited | ~\u_walker.stream_q
                | edge_tail_q != f_edge_head_before));
            helper_the_tb_of_the_found: assert ( \u_seeker.state_q == F_SEEK_LOAD
                ? lna_tb_read_data[15:0] == f_tbs[f_slot*16 +: 16]
                : \u_seeker.state_q < F_SEEK_BLOCKED | \u_seeker.offer_tb_q == {16'd0, f_tbs[f_slot*16 +: 16]});
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
            & mem_req_ready & ~|mem_resp_data & ~done_valid
            & mem_resp_valid == (f_edges_due != 4'd0 | f_others_due != 4'd0));
    end
`endif

    always @(*) begin
        if (f_alive & ~reset) begin
            a_node_is_in_the_window: cover (count == 32'd1);
            a_chunk_of_edges_comes: cover (loader_edge_answered);
            a_node_is_offered: cover (node_valid);
        end
    end
