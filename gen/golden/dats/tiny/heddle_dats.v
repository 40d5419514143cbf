// heddle_dats: issues the nodes of dependency graphs within a bound of levels.
//
// Preset tiny: Params.
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
    output reg [31:0] issue_node,
    // Its TB index x.
    output reg [31:0] issue_block_x,
    // Its TB index y (low half) and z.
    output reg [31:0] issue_block_yz,
    // It is the graph's last with a TB.
    output reg issue_last,
    // The node whose TB has ended is taken.
    output wire end_ready,

    // DGB
    // A graph is started; the fields below are zero while low.
    output wire start_valid,
    // Its nodes.
    output reg [31:0] start_nodes,
    // Its edges.
    output reg [31:0] start_edges,
    // Address of its node array.
    output reg [31:0] start_node_base,
    // Address of its edge array.
    output reg [31:0] start_edge_base,
    // Nodes of a higher level are not to be offered (rule 3).
    output wire [15:0] limit_level,
    // The ready node is taken.
    output wire node_ready,
    // A node is done.
    output wire done_valid,
    // The node; zero while low.
    output reg [31:0] done_node,

    // Memory
    // A read is offered.
    output wire mem_req_valid,
    // Byte address of the word; zero while low.
    output wire [31:0] mem_req_addr,

    // Status
    // Nothing to do until an input comes.
    output wire idle
);

    localparam [1:0] STATE_READY = 2'd0;
    localparam [1:0] STATE_FETCH = 2'd1;
    localparam [1:0] STATE_START = 2'd2;
    localparam [1:0] STATE_ISSUE = 2'd3;

    wire taken;
    wire starts;
    wire [16:0] ahead;
    reg [15:0] capped;
    wire barrier;
    wire issuing;
    wire issued;
    wire last;
    wire barrier_moves;
    wire leaves;
    reg [1:0] state_d;
    reg [1:0] state_q;
    wire header_load;
    wire [31:0] header_address;
    wire header_reading;
    wire header_request_ready;
    wire header_word_valid;
    wire [31:0] header_word;
    wire header_request;
    wire [31:0] header_request_address;
    wire header_complete;
    wire [31:0] header_nodes;
    wire [31:0] header_edges;
    wire [31:0] header_node_base;
    wire [31:0] header_edge_base;
    wire [15:0] header_level_bound;
    wire header_bounded;
    wire [4:0] header_x_bits;
    wire [4:0] header_y_bits;
    wire [31:0] unpack_tb;
    wire [4:0] unpack_x_bits;
    wire [4:0] unpack_y_bits;
    wire [31:0] unpack_x;
    wire [31:0] unpack_yz;
    wire ids_in_valid;
    wire [31:0] ids_in_data;
    wire ids_out_ready;
    wire ids_in_ready;
    wire ids_out_valid;
    wire [31:0] ids_out_data;
    wire ids_idle;
    wire tbs_in_valid;
    wire [31:0] tbs_in_data;
    wire tbs_out_ready;
    wire tbs_in_ready;
    wire tbs_out_valid;
    wire [31:0] tbs_out_data;
    wire tbs_idle;
    reg [15:0] bound_d;
    reg [15:0] bound_q;
    reg [15:0] limit_d;
    reg [15:0] limit_q;
    reg [31:0] left_d;
    reg [31:0] left_q;
    reg done_full_d;
    reg done_full_q;
    reg [31:0] done_id_d;
    reg [31:0] done_id_q;

    heddle_dats_header u_header (
        .clock(clock),
        .reset(reset),
        .load(header_load),
        .address(header_address),
        .reading(header_reading),
        .request_ready(header_request_ready),
        .word_valid(header_word_valid),
        .word(header_word),
        .request(header_request),
        .request_address(header_request_address),
        .complete(header_complete),
        .nodes(header_nodes),
        .edges(header_edges),
        .node_base(header_node_base),
        .edge_base(header_edge_base),
        .level_bound(header_level_bound),
        .bounded(header_bounded),
        .x_bits(header_x_bits),
        .y_bits(header_y_bits)
    );

    heddle_dats_unpack u_unpack (
        .tb(unpack_tb),
        .x_bits(unpack_x_bits),
        .y_bits(unpack_y_bits),
        .x(unpack_x),
        .yz(unpack_yz)
    );

    heddle_dats_ids u_ids (
        .clock(clock),
        .reset(reset),
        .in_valid(ids_in_valid),
        .in_data(ids_in_data),
        .out_ready(ids_out_ready),
        .in_ready(ids_in_ready),
        .out_valid(ids_out_valid),
        .out_data(ids_out_data),
        .idle(ids_idle)
    );

    heddle_dats_tbs u_tbs (
        .clock(clock),
        .reset(reset),
        .in_valid(tbs_in_valid),
        .in_data(tbs_in_data),
        .out_ready(tbs_out_ready),
        .in_ready(tbs_in_ready),
        .out_valid(tbs_out_valid),
        .out_data(tbs_out_data),
        .idle(tbs_idle)
    );

    always @(*) begin
        state_d = state_q;
        if (taken) begin
            state_d = STATE_FETCH;
        end
        if (header_complete) begin
            state_d = STATE_START;
        end
        if (starts) begin
            state_d = STATE_ISSUE;
        end
        if ((state_q == STATE_ISSUE) & issued & last) begin
            state_d = STATE_READY;
        end
    end

    always @(*) begin
        bound_d = bound_q;
        limit_d = limit_q;
        if (capped > limit_q) begin
            limit_d = capped;
        end
        if (starts) begin
            bound_d = 16'd0;
            limit_d = 16'hffff;
            if (header_bounded) begin
                bound_d = header_level_bound;
                limit_d = header_level_bound;
            end
        end
    end

    always @(*) begin
        left_d = left_q;
        if (header_complete) begin
            left_d = mem_resp_data;
        end
        if (issued) begin
            left_d = left_q - 32'd1;
        end
    end

    always @(*) begin
        done_full_d = done_full_q;
        done_id_d = done_id_q;
        if (done_full_q) begin
            done_full_d = ~done_ready;
        end else begin
            done_full_d = end_valid | barrier;
            done_id_d = ids_out_data;
            if (end_valid) begin
                done_id_d = end_node;
            end
        end
    end

    assign taken = (state_q == STATE_READY) & graph_valid;
    assign header_load = taken;
    assign header_address = graph_header;
    assign header_reading = state_q == STATE_FETCH;
    assign header_request_ready = mem_req_ready;
    assign header_word_valid = mem_resp_valid;
    assign header_word = mem_resp_data;
    assign mem_req_valid = header_request;
    assign mem_req_addr = header_request_address;
    assign start_valid = state_q == STATE_START;

    always @(*) begin
        start_nodes = 32'd0;
        start_edges = 32'd0;
        start_node_base = 32'd0;
        start_edge_base = 32'd0;
        if (start_valid) begin
            start_nodes = header_nodes;
            start_edges = header_edges;
            start_node_base = header_node_base;
            start_edge_base = header_edge_base;
        end
    end

    assign ahead = {1'b0, tail_level} + {1'b0, bound_q};

    always @(*) begin
        capped = ahead[15:0];
        if (ahead[16]) begin
            capped = 16'hffff;
        end
    end

    assign starts = start_valid & start_ready;
    assign limit_level = limit_q;
    assign ids_in_valid = node_valid;
    assign ids_in_data = node_id;
    assign tbs_in_valid = node_valid;
    assign tbs_in_data = node_tb;
    assign node_ready = ids_in_ready;
    assign barrier = &tbs_out_data;
    assign issuing = ids_out_valid & ~barrier;
    assign issued = issuing & issue_ready;
    assign barrier_moves = barrier & ~done_full_q;
    assign leaves = issued | (barrier_moves & ~end_valid);
    assign ids_out_ready = leaves;
    assign tbs_out_ready = leaves;
    assign unpack_tb = tbs_out_data;
    assign unpack_x_bits = header_x_bits;
    assign unpack_y_bits = header_y_bits;
    assign last = left_q == 32'd1;
    assign issue_valid = issuing;

    always @(*) begin
        issue_node = 32'd0;
        issue_block_x = 32'd0;
        issue_block_yz = 32'd0;
        issue_last = 1'b0;
        if (issuing) begin
            issue_node = ids_out_data;
            issue_block_x = unpack_x;
            issue_block_yz = unpack_yz;
            issue_last = last;
        end
    end

    assign end_ready = ~done_full_q;
    assign done_valid = done_full_q;

    always @(*) begin
        done_node = 32'd0;
        if (done_full_q) begin
            done_node = done_id_q;
        end
    end

    assign graph_ready = state_q == STATE_READY;
    assign idle = (state_q != STATE_FETCH) & ~barrier_moves;

    always @(posedge clock) begin
        if (reset) begin
            state_q <= STATE_READY;
            bound_q <= 16'd0;
            limit_q <= 16'd0;
            left_q <= 32'd0;
            done_full_q <= 1'b0;
            done_id_q <= 32'd0;
        end else begin
            state_q <= state_d;
            bound_q <= bound_d;
            limit_q <= limit_d;
            left_q <= left_d;
            done_full_q <= done_full_d;
            done_id_q <= done_id_d;
        end
    end

    // Bits that nothing reads.
    wire unused_ok;
    assign unused_ok = &{
        1'b0,
        node_level,
        ids_idle,
        tbs_in_ready,
        tbs_out_valid,
        tbs_idle,
        1'b0
    };
endmodule
