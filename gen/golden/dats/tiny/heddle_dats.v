// heddle_dats: sends the nodes of dependency graphs within a bound of levels.
//
// Preset tiny: smxs: 2.
// Rising edge of clock; reset is synchronous, active high; outputs depend on state only.
//
// Pins of the Dependency-Aware Thread block Scheduler (DATS) as a TB source.
//
// A *node* of a graph is a TB, or a barrier without one; its *ID* is its place in the graph's node
// array. Nodes are numbered level by level, the level of a node being the longest path to it. The
// *header* of a graph is eight words in memory: 0 nodes, 1 edges, 2 base of the node array, 3 base
// of the edge array, 4 level bound (bits 15..0) and policy (bit 16: 0 LRR, 1 LVL), 5 width of the
// TB index in x (bits 7..0) and y (15..8), 6 nodes that have a TB (at least 1), 7 unused.
//
// 1. `graph` takes a graph kernel: its entry and work, and the address of a header, whose words 0
//    to 6 are then read, each once, in order. `graph_ready` is high after reset, and again from the
//    cycle of `graph_done` on.
// 2. `ask` asks the demand of the kernel's TBs for all SMXs, in the cycle after `graph` is taken.
// 3. Words 0 to 3 are offered to the DGB by `start`, until it is free and takes them. So the header
//    of a graph may be read while barriers of the one before are left in the DGB.
// 4. `limit_level` is set when `start` is taken: to 0xFFFF, which bounds nothing, under LRR, and to
//    the level bound under LVL. From then on, under LVL, it is the most that `tail_level` and the
//    bound have added up to, at most 0xFFFF, one cycle later. It does not fall while a graph lives.
//    The oldest node that is not done is never above it, and that node's parents are done: so a
//    bound, also of 0, delays nodes but stops none forever.
// 5. `node` takes what the DGB offers into two places, first in, first out. While the first of them
//    has a TB, its `node_tb` not being `BARRIER`, `want_smxs` names all SMXs; else it is zero.
// 6. `grant_smxs` has at most one bit, one that `want_smxs` has too. The node leaves its place, and
//    its TB is sent in the next cycle, always: with the kernel's work and the TB index unpacked, x
//    in the lowest bits of `node_tb`, y in the next, z in the rest. The item is the node's ID.
// 7. `graph_done` is high for one cycle, in that of the TB of the graph's last node with one.
//    Barriers may be left then.
// 8. A barrier, when it comes first, is given back by `done` as soon as that is free.
// 9. `end` takes the node of an ended TB, and `done` tells the DGB. There is one place for both; an
//    end goes before a barrier.
// 10. Nothing here waits for itself. An end waits only for the DGB to take the `done` before it,
//     which needs no node to be sent. A barrier waits for that too, and for the ends of the TBs
//     that run, which are finitely many while it is in the way of other nodes. A node waits for
//     room on an SMX, which comes with ends: a full machine lowers `room` and not `want`, so no TB
//     is bound meanwhile.
// 11. Memory port: a stream of reads; responses in request order, always accepted.
module heddle_dats (
    input wire clock,
    input wire reset,

    // FCFS
    // A graph kernel is offered (rule 1).
    input wire graph_valid,
    // The graph kernel is taken.
    output wire graph_ready,
    // Entry of the kernel in the Kernel Distributor.
    input wire [4:0] graph_kdei,
    // Entry PC.
    input wire [31:0] graph_pc,
    // Parameter address.
    input wire [31:0] graph_param,
    // TB shape.
    input wire [28:0] graph_shape,
    // Resources of one TB.
    input wire [29:0] graph_demand,
    // Grid x in TBs.
    input wire [31:0] graph_grid_x,
    // Grid y (low half) and z.
    input wire [31:0] graph_grid_yz,
    // Address of the graph's header.
    input wire [31:0] graph_header,
    // The last node's TB is sent (rule 7).
    output wire graph_done,

    // Grant
    // SMX on which the wanted TB is committed, one-hot or zero (rule 6).
    input wire [31:0] grant_smxs,
    // SMXs that a TB is there for (rule 5).
    output wire [31:0] want_smxs,

    // Residency
    // A node whose TB has ended is offered (rule 9).
    input wire end_valid,
    // The node whose TB has ended is taken.
    output wire end_ready,
    // The node whose TB has ended.
    input wire [31:0] end_item,
    // A demand is asked (rule 2).
    output wire ask_valid,
    // SMXs it is asked for; zero while `ask_valid` is low.
    output wire [31:0] ask_smxs,
    // Resources of one TB; zero while `ask_valid` is low.
    output wire [29:0] ask_demand,

    // DGB
    // A ready node is offered (rule 5).
    input wire node_valid,
    // The ready node is taken.
    output wire node_ready,
    // ID of the node offered.
    input wire [31:0] node_id,
    // Packed TB index of the node offered, or `BARRIER`.
    input wire [31:0] node_tb,
    // Level of the node offered; the DGB compares it with `limit_level`.
    input wire [15:0] node_level,
    // Level of the oldest node that is not done; never falls while a graph lives, else 0.
    input wire [15:0] tail_level,
    // A graph is started; the fields below are zero while low.
    output wire start_valid,
    // The graph is taken, which says that no other lives.
    input wire start_ready,
    // Nodes of the graph.
    output wire [31:0] start_nodes,
    // Edges of the graph.
    output wire [31:0] start_edges,
    // Address of the graph's node array.
    output wire [31:0] start_node_base,
    // Address of the graph's edge array.
    output wire [31:0] start_edge_base,
    // Nodes of a higher level are not to be offered (rule 4).
    output wire [15:0] limit_level,
    // A node is done.
    output wire done_valid,
    // The done node is taken.
    input wire done_ready,
    // The done node; zero while `done_valid` is low.
    output wire [31:0] done_node,

    // Memory
    // Data of a read come.
    input wire mem_resp_valid,
    // The word that was read.
    input wire [31:0] mem_resp_data,
    // A read is offered.
    output wire mem_req_valid,
    // The request is taken.
    input wire mem_req_ready,
    // Byte address of the word; zero while `mem_req_valid` is low.
    output wire [31:0] mem_req_addr,

    // SMXs
    // The TB granted in the last cycle; all `tb_*` fields are zero while low (rule 6).
    output wire tb_valid,
    // Entry of its kernel in the Kernel Distributor.
    output wire [4:0] tb_kdei,
    // Node of the TB.
    output wire [31:0] tb_item,
    // DATS is to be told when the TB completes; as `tb_valid`.
    output wire tb_tell_dats,
    // Entry PC.
    output wire [31:0] tb_pc,
    // Parameter address.
    output wire [31:0] tb_param,
    // TB shape.
    output wire [28:0] tb_shape,
    // Grid x in TBs.
    output wire [31:0] tb_grid_x,
    // Grid y (low half) and z.
    output wire [31:0] tb_grid_yz,
    // TB index x.
    output wire [31:0] tb_block_x,
    // TB index y (low half) and z.
    output wire [31:0] tb_block_yz,

    // Status
    // Nothing to do until an input comes.
    output wire idle
);

    localparam [31:0] ALL_SMXS = 32'd3;
    localparam [1:0] STATE_READY = 2'd0, STATE_FETCH = 2'd1, STATE_START = 2'd2, STATE_SEND = 2'd3;

    reg [1:0] state_q;
    reg [4:0] kdei_q;
    reg [31:0] pc_q, param_q, grid_x_q, grid_yz_q, sent_id_q, sent_tb_q, left_q, done_id_q;
    reg [28:0] shape_q;
    reg [29:0] demand_q;
    reg asks_q, sent_q, sent_last_q, raised_q, done_full_q;
    wire header_complete, header_bounded, held_wants, held_barrier;
    wire [31:0] header_nodes, header_edges, header_node_base, header_edge_base, unpack_x, unpack_yz,
        held_first_id, held_first_tb;
    wire [15:0] header_level_bound;
    wire [4:0] header_x_bits, header_y_bits;
    reg [15:0] bound_q, limit_q;

    // The kernel and the header of its graph.
    wire taken = (state_q == STATE_READY) & graph_valid;
    // The limit never falls but for a new graph, whatever `tail_level` is then (rule 3).
    wire [16:0] ahead = {1'b0, tail_level} + {1'b0, bound_q};
    wire starts = start_valid & start_ready;
    // Nodes on their way: to an SMX, or to `done` if they are barriers.
    wire granted = |grant_smxs;
    wire barrier_moves = held_barrier & ~done_full_q;
    wire last = left_q == 32'd1;
    wire [15:0] capped = ahead[16] ? 16'hffff : ahead[15:0];
    wire leaves = granted | (barrier_moves & ~end_valid);
    wire rises = capped > limit_q;

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
        .tb(sent_tb_q), .x_bits(header_x_bits), .y_bits(header_y_bits), .x(unpack_x), .yz(unpack_yz)
    );

    heddle_dats_held u_held (
        .clock(clock), .reset(reset), .valid(node_valid), .id(node_id), .tb(node_tb),
        .leaves(leaves), .ready(node_ready), .wants(held_wants), .barrier(held_barrier),
        .first_id(held_first_id), .first_tb(held_first_tb)
    );

    assign ask_valid = asks_q;
    assign ask_demand = asks_q ? demand_q : 30'd0;
    assign ask_smxs = asks_q ? ALL_SMXS : 32'd0;
    assign start_valid = state_q == STATE_START;
    assign start_edge_base = start_valid ? header_edge_base : 32'd0;
    assign start_edges = start_valid ? header_edges : 32'd0;
    assign start_node_base = start_valid ? header_node_base : 32'd0;
    assign start_nodes = start_valid ? header_nodes : 32'd0;
    assign limit_level = limit_q;
    assign want_smxs = held_wants ? ALL_SMXS : 32'd0;
    // The TB that was granted at the last edge.
    assign graph_done = sent_last_q;
    assign tb_valid = sent_q;
    assign tb_tell_dats = sent_q;
    assign tb_block_x = sent_q ? unpack_x : 32'd0;
    assign tb_block_yz = sent_q ? unpack_yz : 32'd0;
    assign tb_grid_x = sent_q ? grid_x_q : 32'd0;
    assign tb_grid_yz = sent_q ? grid_yz_q : 32'd0;
    assign tb_item = sent_q ? sent_id_q : 32'd0;
    assign tb_kdei = sent_q ? kdei_q : 5'd0;
    assign tb_param = sent_q ? param_q : 32'd0;
    assign tb_pc = sent_q ? pc_q : 32'd0;
    assign tb_shape = sent_q ? shape_q : 29'd0;
    // The done node: an end before a barrier (rule 6).
    assign end_ready = ~done_full_q;
    assign done_valid = done_full_q;
    assign done_node = done_full_q ? done_id_q : 32'd0;
    assign graph_ready = state_q == STATE_READY;
    assign idle = (state_q != STATE_FETCH) & ~barrier_moves & ~sent_q & ~raised_q;

    always @(posedge clock)
        if (reset) begin
            state_q <= STATE_READY;
            {kdei_q, pc_q, param_q, shape_q, demand_q, grid_x_q, grid_yz_q, asks_q, sent_q,
                sent_last_q, sent_id_q, sent_tb_q, bound_q, limit_q, raised_q, left_q, done_full_q,
                done_id_q} <= 0;
        end else begin
            asks_q <= taken;
            if (taken) begin
                kdei_q <= graph_kdei;
                pc_q <= graph_pc;
                param_q <= graph_param;
                shape_q <= graph_shape;
                demand_q <= graph_demand;
                grid_x_q <= graph_grid_x;
                grid_yz_q <= graph_grid_yz;
            end
            if (header_complete) left_q <= mem_resp_data;
            raised_q <= rises;
            if (rises) limit_q <= capped;
            if (starts) begin
                bound_q <= 16'd0;
                limit_q <= 16'hffff;
                if (header_bounded) begin
                    bound_q <= header_level_bound;
                    limit_q <= header_level_bound;
                end
            end
            if (granted) left_q <= left_q - 32'd1;
            sent_q <= granted;
            sent_last_q <= granted & last;
            sent_id_q <= held_first_id;
            sent_tb_q <= held_first_tb;
            if (done_full_q) begin
                done_full_q <= ~done_ready;
            end else begin
                done_full_q <= end_valid | held_barrier;
                done_id_q <= held_first_id;
                if (end_valid) done_id_q <= end_item;
            end
            if (taken) state_q <= STATE_FETCH;
            if (header_complete) state_q <= STATE_START;
            if (starts) state_q <= STATE_SEND;
            if ((state_q == STATE_SEND) & granted & last) state_q <= STATE_READY;
        end

    // Bits that nothing reads.
    wire unused_ok = &{1'b0, node_level, 1'b0};
endmodule
