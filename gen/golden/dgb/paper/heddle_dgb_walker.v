// heddle_dgb_walker, inside heddle_dgb.
//
// Completes one node: visits its edges and counts down the parents of its children.
module heddle_dgb_walker (
    // Clock of the block; it acts on the rising edge.
    input wire clock,
    // Synchronous reset, active high.
    input wire reset,
    // A completed node arrives.
    input wire done,
    // Global number of the completed node that arrives.
    input wire [31:0] done_node,
    // Number of nodes of the graph.
    input wire [31:0] nodes,
    // Global number of the tail, the oldest node of the window.
    input wire [31:0] tail,
    // Global number of the node after the youngest of the window.
    input wire [31:0] head,
    // Number of the oldest edge that is still needed.
    input wire [31:0] edge_tail,
    // Number of the edge after the last one loaded.
    input wire [31:0] edge_head,
    // The tail's edges are streamed.
    input wire streams,
    // Number of the edge after the last streamed one.
    input wire [31:0] stream_end,
    // The LNA entry of the tail has not been read.
    input wire tail_unread,
    // A node is inserted in this cycle.
    input wire insert,
    // The loader cannot insert a node before a completion (rule 7).
    input wire stuck,
    // The Pending Update Buffer is full.
    input wire pub_full,
    // First node of the chunk after the one in the NIB.
    input wire [31:0] next_chunk,
    // The memory port has no room for a request.
    input wire requesting,
    // Memory answers the word that was requested.
    input wire answered,
    // Word that memory answers.
    input wire [31:0] answer,
    // Edge start of the node that `start_of` named one cycle ago.
    input wire [15:0] start,
    // Child of the edge that `place` named one cycle ago.
    input wire [31:0] edge_child,
    // Number of parents of the child of the last edge read.
    input wire [15:0] parents,
    // No completion is under way.
    output wire resting,
    // The engine is between the read of a child and its update.
    output wire at_child,
    // The engine reads an edge start.
    output wire reads_starts,
    // Global number of the node whose edge start is read.
    output wire [31:0] start_of,
    // LEA entry of the edge to read.
    output wire [15:0] place,
    // Global number of the child to count down.
    output wire [31:0] child,
    // The child is in the LNA and has `fewer` parents now.
    output wire count_down,
    // New number of parents of the child in the LNA.
    output wire [15:0] fewer,
    // The child is put into the Pending Update Buffer.
    output wire append,
    // The child is in the insertion register and has one parent fewer.
    output wire count_hand,
    // The child is in the NIB and has one parent fewer.
    output wire patch,
    // The child's word is to be read from memory.
    output wire wants_read,
    // The child's word is to be written to memory.
    output wire wants_write,
    // Word to write to memory.
    output wire [31:0] word,
    // The completion is final.
    output wire finish,
    // Global number of the node being completed.
    output wire [31:0] node,
    // The LEA entry of a streamed edge is freed.
    output wire streamed,
    // The completed node was streamed.
    output wire streaming
);

    localparam [15:0] EDGE_MASK = 16'h1ff;
    localparam [3:0] WALK_FREE = 4'd0, WALK_FIND = 4'd1, WALK_BOUNDS = 4'd2, WALK_SPAN = 4'd3,
        WALK_EDGE = 4'd4, WALK_CHILD = 4'd5, WALK_PATCH = 4'd6, WALK_READ = 4'd7, WALK_AWAIT = 4'd8,
        WALK_WRITE = 4'd9;

    reg [3:0] state_q;
    reg [31:0] current_q, target_q, patched_q;
    reg [15:0] from_q, until_q;
    reg fetched_q, stream_q;

    wire would_stream = streams & (current_q == tail);
    wire [31:0] after = current_q + 32'd1;
    wire [15:0] next_from = from_q + 16'd1;
    wire [31:0] next_tail = edge_tail + 32'd1;
    wire arrived = ~stream_q | (edge_tail != edge_head);
    // Where the child is counted down, and whether the engine moves to the next edge.
    wire in_child = state_q == WALK_CHILD;
    wire waits = would_stream & tail_unread;
    wire inside_s = in_child & (target_q < head);
    wire beyond = in_child & (target_q >= head);
    wire last = stream_q ? next_tail == stream_end : (next_from & EDGE_MASK) == until_q;
    wire childless = (after == nodes) ? 1'b1 : stream_q ? edge_tail == stream_end : start == from_q;
    wire refused = beyond & pub_full & stuck;
    wire hand = refused & (target_q == head);
    wire advance = inside_s | (beyond & ~pub_full) | hand | (state_q == WALK_PATCH)
        | ((state_q == WALK_WRITE) & ~requesting);
    wire ends = (advance & last) | ((state_q == WALK_SPAN) & childless);

    assign resting = state_q == WALK_FREE;
    assign at_child = in_child | (state_q == WALK_PATCH) | (state_q == WALK_READ)
        | (state_q == WALK_AWAIT) | (state_q == WALK_WRITE);
    assign reads_starts = ((state_q == WALK_FIND) & ~waits) | (state_q == WALK_BOUNDS);
    assign start_of = (state_q == WALK_BOUNDS) ? after : current_q;
    assign place = advance ? next_from & EDGE_MASK : from_q;
    assign child = target_q;
    assign count_down = inside_s;
    assign fewer = parents - 16'd1;
    assign append = beyond & ~pub_full;
    assign count_hand = hand;
    assign patch = state_q == WALK_PATCH;
    assign wants_read = state_q == WALK_READ;
    assign wants_write = state_q == WALK_WRITE;
    assign word = patched_q;
    assign finish = ends;
    assign node = current_q;
    assign streamed = advance & stream_q;
    assign streaming = stream_q;

    always @(posedge clock)
        if (reset) begin
            state_q <= WALK_FREE;
            {current_q, from_q, until_q, fetched_q, stream_q, target_q, patched_q} <= 0;
        end else begin
            case (state_q)
                WALK_FREE: begin
                    current_q <= done_node;
                    if (done) state_q <= WALK_FIND;
                end
                WALK_FIND: begin
                    stream_q <= would_stream;
                    if (~waits) state_q <= WALK_BOUNDS;
                end
                WALK_BOUNDS: begin
                    from_q <= start;
                    state_q <= WALK_SPAN;
                end
                WALK_SPAN: begin
                    until_q <= start;
                    fetched_q <= arrived;
                    state_q <= WALK_EDGE;
                end
                WALK_EDGE: begin
                    target_q <= edge_child;
                    if (insert | ~fetched_q) begin
                        fetched_q <= arrived;
                    end else begin
                        state_q <= WALK_CHILD;
                    end
                end
                WALK_CHILD: begin
                    fetched_q <= 1'b1;
                    state_q <= WALK_EDGE;
                    if (refused) begin
                        state_q <= WALK_READ;
                        if (target_q < next_chunk) state_q <= WALK_PATCH;
                    end
                end
                WALK_READ: begin
                    state_q <= WALK_READ;
                    if (~requesting) state_q <= WALK_AWAIT;
                end
                WALK_AWAIT: begin
                    patched_q <= answer - 32'd1;
                    if (answered) state_q <= WALK_WRITE;
                end
                default: ;
            endcase
            if (advance) begin
                from_q <= next_from & EDGE_MASK;
                fetched_q <= ~stream_q | (next_tail != edge_head);
                state_q <= WALK_EDGE;
            end
            if (ends) state_q <= WALK_FREE;
        end
endmodule
