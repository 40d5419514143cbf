// heddle_dats: issues the nodes of dependency graphs within a bound of levels.
//
// Preset tiny: no sizes to choose.
// Rising edge of clock; reset is synchronous, active high; outputs depend on state only.
//
// Pins of the Dependency-Aware Thread block Scheduler (DATS).
//
// A *node* of a graph is a TB, or a barrier without one; its *ID* is its place in the graph's node
// array. Nodes are numbered level by level, the level of a node being the longest path to it. The
// *header* of a graph is eight words in memory: 0 nodes, 1 edges, 2 base of the node array, 3 base
// of
// the edge array, 4 level bound (bits 15..0) and policy (bit 16: 0 LRR, 1 LVL), 5 width of the TB
// index in x (bits 7..0) and y (15..8), 6 nodes that have a TB (at least 1), 7 unused.
//
// 1. `graph` takes the address of a header, whose words 0 to 6 are then read, each once, in order.
//    `graph_ready` is high after reset, and again after the last node with a TB of the graph taken
//    before has been issued.
// 2. Then words 0 to 3 are offered to the DGB by `start`, until it is free and takes them. So the
// header of
//    a graph may be read while barriers of the one before are left in the DGB.
// 3. `limit_level` is set when `start` is taken: to 0xFFFF, which bounds nothing, under LRR, and to
// the
//    level bound under LVL. From then on, under LVL, it is the most that `tail_level` and the bound
//    have
//    added up to, at most 0xFFFF, one cycle later. It does not fall while a graph lives. The oldest
//    node
//    that is not done is never above it, and that node's parents are done: so a bound, also of 0,
//    delays
//    nodes but stops none for ever.
// 4. `node` takes what the DGB offers into two places, first in, first out. A node whose `node_tb`
// is
//    not `BARRIER` is offered by `issue` with its TB index unpacked: x in the lowest bits of
//    `node_tb`, y in the next, z in the rest. `issue_last` marks the last one of the graph.
// 5. A barrier, when it comes first, is given back by `done` as soon as that is free.
// 6. `end` takes the node of an ended TB, and `done` tells the DGB. There is one place for both; an
//    end goes before a barrier.
// 7. Nothing here waits in a circle. An end waits only for the DGB to take the `done` before it,
// which
//    needs no node to be issued. A barrier waits for that too, and for the ends of the TBs that
//    run,
//    which are finitely many while it is in the way of other nodes. A node waits for room on an
//    SMX,
//    which comes with ends.
// 8. Memory port: a stream of reads; responses in request order, always accepted.
module heddle_dats (
    input wire clock,
    input wire reset,

    // SMX scheduler
    // A graph is offered (rule 1).
    input wire graph_valid,
    // Address of its header.
    input wire [31:0] graph_header,
    // The issued node is taken.
    input wire issue_ready,
    // A node whose TB has ended is offered (rule 6).
    input wire end_valid,
    // The node.
    input wire [31:0] end_node,

    // DGB
    // The graph is taken, which says that no other lives.
    input wire start_ready,
    // A ready node is offered (rule 4).
    input wire node_valid,
    // The node.
    input wire [31:0] node_id,
    // Its packed TB index, or `BARRIER`.
    input wire [31:0] node_tb,
    // Its level; the DGB compares it with `limit_level`.
    input wire [15:0] node_level,
    // The done node is taken.
    input wire done_ready,
    // Level of the oldest node that is not done; never falls while a graph lives, else 0.
    input wire [15:0] tail_level,

    // Memory
    // The request is taken.
    input wire mem_req_ready,
    // A read's data.
    input wire mem_resp_valid,
    // The word.
    input wire [31:0] mem_resp_data,

    // SMX scheduler
    // The graph is taken.
    output wire graph_ready,
    // A node is issued; the fields below are zero while low.
    output wire issue_valid,
    // The node.
    output wire [31:0] issue_node,
    // Its TB index x.
    output wire [31:0] issue_block_x,
    // Its TB index y (low half) and z.
    output wire [31:0] issue_block_yz,
    // It is the graph's last with a TB.
    output wire issue_last,
    // The node whose TB has ended is taken.
    output wire end_ready,

    // DGB
    // A graph is started; the fields below are zero while low.
    output wire start_valid,
    // Its nodes.
    output wire [31:0] start_nodes,
    // Its edges.
    output wire [31:0] start_edges,
    // Address of its node array.
    output wire [31:0] start_node_base,
    // Address of its edge array.
    output wire [31:0] start_edge_base,
    // Nodes of a higher level are not to be offered (rule 3).
    output wire [15:0] limit_level,
    // The ready node is taken.
    output wire node_ready,
    // A node is done.
    output wire done_valid,
    // The node; zero while low.
    output wire [31:0] done_node,

    // Memory
    // A read is offered.
    output wire mem_req_valid,
    // Byte address of the word; zero while low.
    output wire [31:0] mem_req_addr,

    // Status
    // Nothing to do until an input comes.
    output wire idle
);

    localparam [1:0] STATE_READY = 2'd0, STATE_FETCH = 2'd1, STATE_START = 2'd2, STATE_ISSUE = 2'd3;

    reg [1:0] state_q;
    wire header_complete, header_bounded, ids_out_valid, ids_idle, tbs_in_ready, tbs_out_valid,
        tbs_idle;
    wire [31:0] header_nodes, header_edges, header_node_base, header_edge_base, unpack_x, unpack_yz,
        ids_out_data, tbs_out_data;
    wire [15:0] header_level_bound;
    wire [4:0] header_x_bits, header_y_bits;
    reg [15:0] bound_q, limit_q;
    reg [31:0] left_q, done_id_q;
    reg done_full_q;

    wire taken = (state_q == STATE_READY) & graph_valid;
    wire [16:0] ahead = {1'b0, tail_level} + {1'b0, bound_q};
    wire starts = start_valid & start_ready;
    wire barrier = &tbs_out_data;
    wire last = left_q == 32'd1;
    wire [15:0] capped = ahead[16] ? 16'hffff : ahead[15:0];
    wire issuing = ids_out_valid & ~barrier;
    wire barrier_moves = barrier & ~done_full_q;
    wire issued = issuing & issue_ready;
    wire leaves = issued | (barrier_moves & ~end_valid);

    heddle_dats_header u_header (
        .clock(clock), .reset(reset), .load(taken), .address(graph_header),
        .reading(state_q == STATE_FETCH), .request_ready(mem_req_ready),
        .word_valid(mem_resp_valid), .word(mem_resp_data), .request(mem_req_valid),
        .request_address(mem_req_addr), .complete(header_complete), .nodes(header_nodes),
        .edges(header_edges), .node_base(header_node_base), .edge_base(header_edge_base),
        .level_bound(header_level_bound), .bounded(header_bounded), .x_bits(header_x_bits),
        .y_bits(header_y_bits)
    );

    heddle_dats_unpack u_unpack (
        .tb(tbs_out_data), .x_bits(header_x_bits), .y_bits(header_y_bits), .x(unpack_x),
        .yz(unpack_yz)
    );

    heddle_dats_ids u_ids (
        .clock(clock), .reset(reset), .in_valid(node_valid), .in_data(node_id), .out_ready(leaves),
        .in_ready(node_ready), .out_valid(ids_out_valid), .out_data(ids_out_data), .idle(ids_idle)
    );

    heddle_dats_tbs u_tbs (
        .clock(clock), .reset(reset), .in_valid(node_valid), .in_data(node_tb), .out_ready(leaves),
        .in_ready(tbs_in_ready), .out_valid(tbs_out_valid), .out_data(tbs_out_data), .idle(tbs_idle)
    );

    assign start_valid = state_q == STATE_START;
    assign start_edge_base = start_valid ? header_edge_base : 32'd0;
    assign start_edges = start_valid ? header_edges : 32'd0;
    assign start_node_base = start_valid ? header_node_base : 32'd0;
    assign start_nodes = start_valid ? header_nodes : 32'd0;
    assign limit_level = limit_q;
    assign issue_valid = issuing;
    assign issue_block_x = issuing ? unpack_x : 32'd0;
    assign issue_block_yz = issuing ? unpack_yz : 32'd0;
    assign issue_last = issuing ? last : 1'b0;
    assign issue_node = issuing ? ids_out_data : 32'd0;
    assign end_ready = ~done_full_q;
    assign done_valid = done_full_q;
    assign done_node = done_full_q ? done_id_q : 32'd0;
    assign graph_ready = state_q == STATE_READY;
    assign idle = (state_q != STATE_FETCH) & ~barrier_moves;

    always @(posedge clock)
        if (reset) begin
            state_q <= STATE_READY;
            {bound_q, limit_q, left_q, done_full_q, done_id_q} <= 0;
        end else begin
            if (header_complete) left_q <= mem_resp_data;
            if (capped > limit_q) limit_q <= capped;
            if (starts) begin
                bound_q <= 16'd0;
                limit_q <= 16'hffff;
                if (header_bounded) begin
                    bound_q <= header_level_bound;
                    limit_q <= header_level_bound;
                end
            end
            if (issued) left_q <= left_q - 32'd1;
            if (done_full_q) begin
                done_full_q <= ~done_ready;
            end else begin
                done_full_q <= end_valid | barrier;
                done_id_q <= ids_out_data;
                if (end_valid) done_id_q <= end_node;
            end
            if (taken) state_q <= STATE_FETCH;
            if (header_complete) state_q <= STATE_START;
            if (starts) state_q <= STATE_ISSUE;
            if ((state_q == STATE_ISSUE) & issued & last) state_q <= STATE_READY;
        end

    // Bits that nothing reads.
    wire unused_ok = &{1'b0, node_level, ids_idle, tbs_in_ready, tbs_out_valid, tbs_idle, 1'b0};
endmodule
