// heddle_dgb: window on the dependency graph of a kernel, ready nodes first.
//
// Preset tiny: nodes: 4, edges: 16, pub_entries: 2, chunk_bytes: 32, id_bits: 16.
// Rising edge of clock; reset is synchronous, active high; outputs depend on state only.
//
// Pins of the Dependency Graph Buffer.
//
// A graph is stored in memory as two arrays. Node v has 16 bytes at node_base + 16 v: where its
// edges start; its number of parents (low half) and its level; its TB index; zero. Its edges are
// the words of the edge array from its start to that of node v + 1: children, each once and each
// above v. Levels do not fall from node to node. Both arrays begin at a multiple of 128 bytes and
// are padded to one.
//
// 1. The *window* is the contents of the Local Node Array (LNA): the nodes from the tail, the
//    oldest that is not completed, to the youngest. Node v is in the entry v modulo the LNA's
//    entries, edge e in the entry e modulo those of the Local Edge Array (LEA).
// 2. Memory port: request stream. `mem_req_chunk` reads `chunk_bytes` from an aligned address,
//    answered by that many words in order; without it one word is read, or written. Requests are
//    carried out in order and answers come in order, always accepted. At most one node chunk and
//    one edge chunk are under way. A chunk of nodes waits in the Node Insertion Buffer (NIB). The
//    next is requested when the last node of the chunk has been read from there. A chunk of edges
//    is requested when the LEA has room for all of it. Each chunk of either array is read once.
// 3. The next node is inserted when the LNA has room and all edges before its start are in the LEA.
//    The LEA then holds fewer than |LEA| edges of the window, so that equal starts mean no
//    children. The next node is also inserted if the window is the tail alone. The tail's edges are
//    then *streamed*: its completion frees their entries in the LEA one by one. So a node may have
//    any number of children.
// 4. `node` offers the smallest ready node, if its level is at most `limit_level`. The youngest of
//    the window is not ready before the next is inserted, since only the next node says where its
//    edges end; the last node of the graph has no edges. An offered node stays offered, though a
//    smaller node may become ready meanwhile. A node without a TB has `node_tb` all ones.
// 5. `done` completes a node. Each child in the window has one parent fewer, and is ready without
//    parents; a child beyond the window goes to the Pending Update Buffer (PUB). One node is
//    completed at a time. The tail moves past completed nodes, one per cycle.
// 6. Before a node is inserted, the PUB is turned once: each entry that names the node is removed
//    and counts as a completed parent.
// 7. With the PUB full, a completion waits while the loader can still insert nodes, since
//    insertions empty the PUB. The loader cannot insert if the LNA is full, or if the next node's
//    edges are missing and the LEA has no room for their chunk. Then the update is made where the
//    child's number of parents still is: in the NIB, or by a read and a write of its word in
//    memory. No node chunk is under way or requested between the two. The completion is final with
//    its last write on the pins: later requests are carried out later.
// 8. `tail_level` follows the level of the tail and never falls while a graph is active.
//    `limit_level` does not fall while a graph is active, and is not below `tail_level` for long.
//    Both are levels, not streams: who raises one keeps its own `idle` low in the cycle in which it
//    has risen. Who reads it is not idle from the next on, if there is anything to do.
// 9. When the last node is completed and no answer is missing, the graph is over: `start_ready` is
//    high again and `tail_level` zero. A graph without nodes is over at once.
//
// Progress. The tail always makes progress. All its parents are older than the window, hence
// completed and counted, so it is ready. Rule 3 inserts its successor at the latest when the tail
// is alone, so it is offered, as its level is `tail_level`. Its completion, or one it waits behind,
// has finitely many edges and waits for three events only. First, a streamed edge: the completion
// itself makes the room for its chunk, as |LEA| is at least two chunks. Second, an entry of the
// PUB: either the loader inserts, which without a completion it can do only until the LNA is full,
// or it cannot, and rule 7 ends the wait. Third, memory, which answers.
//
// Without rule 7 some graphs deadlock. Take four nodes without parents, the first of which is the
// parent of 4, 5 and 6, an LNA of four and a PUB of two. Nodes 4 and 5 fill the PUB. The completion
// of node 0 waits for a PUB entry, the PUB entries wait for the insertion of node 4, and this
// insertion waits for the LNA entry of node 0.
module heddle_dgb (
    input wire clock,
    input wire reset,

    // DATS
    // A graph is offered.
    input wire start_valid,
    // No graph is active; the DGB takes the offered graph.
    output wire start_ready,
    // Number of nodes of the graph offered.
    input wire [31:0] start_nodes,
    // Number of edges of the graph offered.
    input wire [31:0] start_edges,
    // Address of the node array of the graph offered.
    input wire [31:0] start_node_base,
    // Address of the edge array of the graph offered.
    input wire [31:0] start_edge_base,
    // Highest level of a node that may be offered (rule 8).
    input wire [15:0] limit_level,
    // A completed node is offered (rule 5).
    input wire done_valid,
    // The DGB takes the completed node.
    output wire done_ready,
    // Global number of the completed node.
    input wire [31:0] done_node,
    // A ready node is offered (rule 4); all `node_*` fields are zero while low.
    output wire node_valid,
    // DATS takes the offered node.
    input wire node_ready,
    // Global number of the node offered.
    output wire [31:0] node_id,
    // Packed TB index of the node offered; all ones for a node without a TB.
    output wire [31:0] node_tb,
    // Level of the node offered.
    output wire [15:0] node_level,
    // Level of the tail, the oldest incomplete node; zero without a graph (rule 8).
    output wire [15:0] tail_level,

    // Memory
    // Memory answers a word.
    input wire mem_resp_valid,
    // Word that memory answers.
    input wire [31:0] mem_resp_data,
    // The DGB offers a request to memory; all `mem_req_*` fields are zero while low.
    output wire mem_req_valid,
    // Memory takes the request.
    input wire mem_req_ready,
    // The memory request is a write of a word.
    output wire mem_req_write,
    // The memory request is a read of a chunk.
    output wire mem_req_chunk,
    // Byte address of the word or chunk.
    output wire [31:0] mem_req_addr,
    // Word to write; zero for reads.
    output wire [31:0] mem_req_data,

    // Status
    // Number of entries of the Pending Update Buffer in use.
    output wire [15:0] pub_used,
    // Nothing to do until an input comes or `limit_level` rises.
    output wire idle
);

    localparam [15:0] NODE_MASK = 16'd3;
    localparam [31:0] EDGE_MASK = 32'hf, NODE_PLACES = 32'd4, EDGE_PLACES = 32'h10,
        CHUNK_WORDS = 32'd8;

    wire states_tail_done, states_any, ring_full, ring_turned, ring_found, loader_requesting,
        loader_edge_answered, loader_word_answered, loader_nodes_due, loader_edges_asked,
        loader_settled, loader_at_hand, seeker_take, seeker_waits, walker_resting, walker_at_child,
        walker_reads_starts, walker_count_down, walker_append, walker_count_hand, walker_patch,
        walker_wants_read, walker_wants_write, walker_finish, walker_streamed, walker_streaming;
    wire [4:0] states_word;
    wire [31:0] states_word_bits, loader_next_chunk, loader_start, loader_tb, walker_start_of,
        walker_child, walker_word, walker_node, lna_tb_read_data, lea_read_data;
    wire [6:0] ring_used;
    wire [15:0] loader_parents, loader_level, seeker_place, seeker_taken, walker_place,
        walker_fewer, lna_start_read_data, lna_parents_read_data, lna_level_read_data;
    reg live_q, stale_q, reading_q, read_q, streams_q, youngest_ready_q;
    reg [31:0] nodes_q, edges_q, node_base_q, edge_base_q, tail_q, head_q, edge_tail_q, edge_head_q,
        stream_end_q;
    reg [15:0] level_q;

    wire begins = start_valid & ~live_q;
    wire [15:0] tail_place = tail_q[15:0] & NODE_MASK;
    wire [15:0] head_place = head_q[15:0] & NODE_MASK;
    wire [15:0] child_place = walker_child[15:0] & NODE_MASK;
    wire [31:0] edge_place = edge_head_q & EDGE_MASK;
    // Whether the node in the insertion register may be inserted, and whether a chunk of edges may
    // be loaded (rules 2, 3, 7).
    wire [31:0] count = head_q - tail_q;
    wire [31:0] span = loader_start - edge_tail_q;
    wire [31:0] loaded = edge_head_q - edge_tail_q;
    wire turned = loader_at_hand & ring_turned;
    // The tail moves, and the entry of the new one is read (rules 5 and 8).
    wire [31:0] following = tail_q + 32'd1;
    wire read_tail = stale_q & ~states_tail_done & ~walker_reads_starts;
    wire [31:0] passed = {16'd0, lna_start_read_data} - edge_tail_q;
    // Insertion. The youngest is ready only when the end of its edges is known (rule 4).
    wire all_in = head_q == nodes_q;
    wire [31:0] youngest = head_q - 32'd1;
    wire counted_out = walker_count_down & (walker_fewer == 16'd0);
    // The memories.
    wire [15:0] lna_start_write_data = loader_start[15:0] & 16'hf;
    wire [15:0] lna_parents_read_addr = lea_read_data[15:0] & NODE_MASK;
    // A graph begins or ends (rule 9).
    wire over = live_q & (tail_q == nodes_q) & ~reading_q & ~loader_requesting & ~loader_nodes_due
        & ~loader_edges_asked;
    wire [31:0] would_load = loaded + CHUNK_WORDS;
    wire room = count < NODE_PLACES;
    wire fits = (loader_start <= edge_head_q) & (span < EDGE_PLACES);
    wire wake_child = counted_out & (walker_child != youngest);
    wire [15:0] lna_start_read_addr = walker_reads_starts ? walker_start_of[15:0] & NODE_MASK
        : tail_place;
    wire [15:0] lna_level_read_addr = read_tail ? tail_place : seeker_place;
    wire [15:0] lea_write_addr = edge_place[15:0];
    wire enters = fits | (count <= 32'd1);
    wire want_edges = live_q & ~loader_edges_asked & (edge_head_q < edges_q)
        & (would_load <= EDGE_PLACES);
    wire insertable = turned & room & enters;
    wire walker_stuck = turned & ~loader_nodes_due & ~states_tail_done & ~stale_q & ~reading_q
        & (~room | (~enters & ~loader_edges_asked & ~want_edges));
    wire insert = insertable & ~walker_at_child;
    wire wake_youngest = youngest_ready_q & (insert | all_in);
    wire [15:0] lna_parents_write_addr = insert ? head_place : child_place;

    heddle_dgb_states u_states (
        .clock(clock), .reset(reset), .tail(tail_place), .pass(states_tail_done),
        .wake_child(wake_child), .child(child_place), .wake_youngest(wake_youngest),
        .youngest(youngest[15:0] & NODE_MASK), .take(seeker_take), .taken(seeker_taken),
        .finish(walker_finish), .finished(walker_node[15:0] & NODE_MASK),
        .tail_done(states_tail_done), .any(states_any), .word(states_word),
        .word_bits(states_word_bits)
    );

    heddle_dgb_ring u_ring (
        .clock(clock), .reset(reset), .at_hand(loader_at_hand), .node(head_q),
        .append(walker_append), .child(walker_child), .used(ring_used), .full(ring_full),
        .turned(ring_turned), .found(ring_found)
    );

    heddle_dgb_loader u_loader (
        .clock(clock), .reset(reset), .begins(begins), .live(live_q), .nodes(nodes_q),
        .node_base(node_base_q), .edge_base(edge_base_q), .head(head_q), .edge_head(edge_head_q),
        .want_edges(want_edges), .insert(insert), .count_hand(ring_found | walker_count_hand),
        .child(walker_child), .patch(walker_patch), .wants_read(walker_wants_read),
        .wants_write(walker_wants_write), .word(walker_word), .mem_req_ready(mem_req_ready),
        .mem_resp_valid(mem_resp_valid), .mem_resp_data(mem_resp_data),
        .mem_req_valid(mem_req_valid), .mem_req_write(mem_req_write), .mem_req_chunk(mem_req_chunk),
        .mem_req_addr(mem_req_addr), .mem_req_data(mem_req_data), .requesting(loader_requesting),
        .edge_answered(loader_edge_answered), .word_answered(loader_word_answered),
        .nodes_due(loader_nodes_due), .edges_asked(loader_edges_asked), .settled(loader_settled),
        .next_chunk(loader_next_chunk), .at_hand(loader_at_hand), .start(loader_start),
        .parents(loader_parents), .level(loader_level), .tb(loader_tb)
    );

    heddle_dgb_seeker u_seeker (
        .clock(clock), .reset(reset), .any(states_any), .word(states_word),
        .word_bits(states_word_bits), .wakes(wake_child | wake_youngest), .held(read_tail),
        .tail(tail_q), .level(lna_level_read_data), .tb(lna_tb_read_data), .limit(limit_level),
        .node_ready(node_ready), .place(seeker_place), .take(seeker_take), .taken(seeker_taken),
        .node_valid(node_valid), .node_id(node_id), .node_tb(node_tb), .node_level(node_level),
        .waits(seeker_waits)
    );

    heddle_dgb_walker u_walker (
        .clock(clock), .reset(reset), .done(done_valid & live_q), .done_node(done_node),
        .nodes(nodes_q), .tail(tail_q), .head(head_q), .edge_tail(edge_tail_q),
        .edge_head(edge_head_q), .streams(streams_q), .stream_end(stream_end_q),
        .tail_unread(stale_q | reading_q), .insert(insert), .stuck(walker_stuck),
        .pub_full(ring_full), .next_chunk(loader_next_chunk), .requesting(loader_requesting),
        .answered(loader_word_answered), .answer(mem_resp_data), .start(lna_start_read_data),
        .edge_child(lea_read_data), .parents(lna_parents_read_data), .resting(walker_resting),
        .at_child(walker_at_child), .reads_starts(walker_reads_starts), .start_of(walker_start_of),
        .place(walker_place), .child(walker_child), .count_down(walker_count_down),
        .fewer(walker_fewer), .append(walker_append), .count_hand(walker_count_hand),
        .patch(walker_patch), .wants_read(walker_wants_read), .wants_write(walker_wants_write),
        .word(walker_word), .finish(walker_finish), .node(walker_node), .streamed(walker_streamed),
        .streaming(walker_streaming)
    );

    heddle_sram_macro #(.WIDTH(4), .ENTRIES(4)) u_lna_start (
        .clock(clock), .read_addr(lna_start_read_addr[1:0]), .read_data(lna_start_read_data[3:0]),
        .write_enable(insert), .write_addr(head_place[1:0]), .write_data(lna_start_write_data[3:0])
    );
    assign lna_start_read_data[15:4] = 12'd0;

    heddle_sram_macro #(.WIDTH(16), .ENTRIES(4)) u_lna_parents (
        .clock(clock), .read_addr(lna_parents_read_addr[1:0]), .read_data(lna_parents_read_data),
        .write_enable(insert | walker_count_down), .write_addr(lna_parents_write_addr[1:0]),
        .write_data(insert ? loader_parents : walker_fewer)
    );

    heddle_sram_macro #(.WIDTH(16), .ENTRIES(4)) u_lna_level (
        .clock(clock), .read_addr(lna_level_read_addr[1:0]), .read_data(lna_level_read_data),
        .write_enable(insert), .write_addr(head_place[1:0]), .write_data(loader_level)
    );

    heddle_sram_macro #(.WIDTH(16), .ENTRIES(4)) u_lna_tb (
        .clock(clock), .read_addr(seeker_place[1:0]), .read_data(lna_tb_read_data[15:0]),
        .write_enable(insert), .write_addr(head_place[1:0]), .write_data(loader_tb[15:0])
    );
    assign lna_tb_read_data[31:16] = 16'd0;

    heddle_sram_macro #(.WIDTH(16), .ENTRIES(16)) u_lea (
        .clock(clock), .read_addr(walker_place[3:0]), .read_data(lea_read_data[15:0]),
        .write_enable(loader_edge_answered), .write_addr(lea_write_addr[3:0]),
        .write_data(mem_resp_data[15:0])
    );
    assign lea_read_data[31:16] = 16'd0;

    // The pins.
    assign start_ready = ~live_q;
    assign done_ready = live_q & walker_resting;
    assign tail_level = level_q;
    assign pub_used = {9'd0, ring_used};
    assign idle = ~live_q | (~states_tail_done & ~stale_q & ~reading_q & ~read_q & ~want_edges
        & loader_settled & ~(loader_at_hand & ~ring_turned) & ~insertable
        & ~(youngest_ready_q & all_in) & walker_resting & seeker_waits & (tail_q != nodes_q));

    always @(posedge clock)
        if (reset) begin
            {live_q, nodes_q, edges_q, node_base_q, edge_base_q, tail_q, head_q, edge_tail_q,
                edge_head_q, level_q, stale_q, reading_q, read_q, streams_q, stream_end_q,
                youngest_ready_q} <= 0;
        end else begin
            if (walker_streamed) edge_tail_q <= edge_tail_q + 32'd1;
            if (reading_q) begin
                edge_tail_q <= edge_tail_q + (passed & EDGE_MASK);
                level_q <= lna_level_read_data;
            end
            reading_q <= read_tail;
            read_q <= reading_q;
            if (read_tail) stale_q <= 1'b0;
            if (states_tail_done) begin
                tail_q <= following;
                stale_q <= (following != head_q);
            end
            if (wake_youngest) youngest_ready_q <= 1'b0;
            if (counted_out & (walker_child == youngest)) youngest_ready_q <= 1'b1;
            if (walker_finish & walker_streaming) streams_q <= 1'b0;
            if (insert) begin
                head_q <= head_q + 32'd1;
                youngest_ready_q <= (loader_parents == 16'd0);
                if (count == 32'd0) begin
                    stale_q <= 1'b1;
                end else if (~fits) begin
                    streams_q <= 1'b1;
                    stream_end_q <= loader_start;
                end
            end
            if (loader_edge_answered) edge_head_q <= edge_head_q + 32'd1;
            if (over) begin
                live_q <= 1'b0;
                level_q <= 16'd0;
            end
            if (begins) begin
                live_q <= 1'b1;
                nodes_q <= start_nodes;
                edges_q <= start_edges;
                node_base_q <= start_node_base;
                edge_base_q <= start_edge_base;
                tail_q <= 32'd0;
                head_q <= 32'd0;
                edge_tail_q <= 32'd0;
                edge_head_q <= 32'd0;
            end
        end

    // Bits that nothing reads.
    wire unused_ok = &{1'b0, edge_place[31:16], loader_tb[31:16], walker_start_of[31:16],
        walker_place[15:4], walker_node[31:16], lna_start_read_addr[15:2],
        lna_start_write_data[15:4], lna_parents_read_addr[15:2], lna_parents_write_addr[15:2],
        lna_level_read_addr[15:2], lea_write_addr[15:4], 1'b0};
endmodule
