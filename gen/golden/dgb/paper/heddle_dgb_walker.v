// heddle_dgb_walker, inside heddle_dgb.
//
// The node being completed and where its walk is.
module heddle_dgb_walker (
    // Rising edge.
    input wire clock,
    // Synchronous reset.
    input wire reset,
    // A node is done.
    input wire done,
    // The node.
    input wire [31:0] done_node,
    // Nodes of the graph.
    input wire [31:0] nodes,
    // The oldest node of the window.
    input wire [31:0] tail,
    // The node after its youngest.
    input wire [31:0] head,
    // The oldest edge needed.
    input wire [31:0] edge_tail,
    // The edge after the last loaded.
    input wire [31:0] edge_head,
    // The tail's edges are streamed.
    input wire streams,
    // The edge after its last.
    input wire [31:0] stream_end,
    // The entry of the tail has not been read.
    input wire tail_unread,
    // A node is inserted.
    input wire insert,
    // The loader cannot insert before a completion.
    input wire stuck,
    // The PUB is full.
    input wire pub_full,
    // First node of the chunk after the one in the NIB.
    input wire [31:0] next_chunk,
    // The memory port has no room for a request.
    input wire requesting,
    // A word that was asked for is answered.
    input wire answered,
    // The word.
    input wire [31:0] answer,
    // Where the edges of the node `start_of` named a cycle ago start.
    input wire [15:0] start,
    // The edge at `place` a cycle ago.
    input wire [31:0] edge_child,
    // Parents of the child of the last edge.
    input wire [15:0] parents,
    // No completion is under way.
    output wire resting,
    // Between the look at a child and its update.
    output wire at_child,
    // The edge starts are read.
    output wire reads_starts,
    // Of this node.
    output reg [31:0] start_of,
    // The edge to read.
    output reg [15:0] place,
    // The child to count for.
    output wire [31:0] child,
    // It is in the LNA and has `fewer` parents now.
    output wire count_down,
    // Its parents.
    output wire [15:0] fewer,
    // It is put into the PUB.
    output wire append,
    // It is the node at hand.
    output wire count_hand,
    // It is in the NIB.
    output wire patch,
    // Its word is to be read.
    output wire wants_read,
    // Its word is to be written.
    output wire wants_write,
    // The word to write.
    output wire [31:0] word,
    // The completion is final.
    output wire finish,
    // The node.
    output wire [31:0] node,
    // An edge's place in the LEA is given back.
    output wire streamed,
    // The node was streamed.
    output wire streaming
);

    localparam [15:0] EDGE_MASK = 16'h1ff;
    localparam [3:0] WALK_FREE = 4'd0;
    localparam [3:0] WALK_FIND = 4'd1;
    localparam [3:0] WALK_BOUNDS = 4'd2;
    localparam [3:0] WALK_SPAN = 4'd3;
    localparam [3:0] WALK_EDGE = 4'd4;
    localparam [3:0] WALK_CHILD = 4'd5;
    localparam [3:0] WALK_PATCH = 4'd6;
    localparam [3:0] WALK_READ = 4'd7;
    localparam [3:0] WALK_AWAIT = 4'd8;
    localparam [3:0] WALK_WRITE = 4'd9;

    wire would_stream;
    wire waits;
    wire [31:0] after;
    wire [15:0] next_from;
    wire [31:0] next_tail;
    wire arrived;
    reg childless;
    wire in_child;
    wire inside_s;
    wire beyond;
    wire refused;
    wire hand;
    wire advance;
    reg last;
    wire ends;
    reg [3:0] state_d;
    reg [3:0] state_q;
    reg [31:0] current_d;
    reg [31:0] current_q;
    reg [15:0] from_d;
    reg [15:0] from_q;
    reg [15:0] until_d;
    reg [15:0] until_q;
    reg fetched_d;
    reg fetched_q;
    reg stream_d;
    reg stream_q;
    reg [31:0] target_d;
    reg [31:0] target_q;
    reg [31:0] patched_d;
    reg [31:0] patched_q;

    always @(*) begin
        state_d = state_q;
        current_d = current_q;
        from_d = from_q;
        until_d = until_q;
        fetched_d = fetched_q;
        stream_d = stream_q;
        target_d = target_q;
        patched_d = patched_q;
        case (state_q)
            WALK_FREE: begin
                current_d = done_node;
                if (done) begin
                    state_d = WALK_FIND;
                end
            end
            WALK_FIND: begin
                stream_d = would_stream;
                if (~waits) begin
                    state_d = WALK_BOUNDS;
                end
            end
            WALK_BOUNDS: begin
                from_d = start;
                state_d = WALK_SPAN;
            end
            WALK_SPAN: begin
                until_d = start;
                fetched_d = arrived;
                state_d = WALK_EDGE;
            end
            WALK_EDGE: begin
                target_d = edge_child;
                if (insert | ~fetched_q) begin
                    fetched_d = arrived;
                end else begin
                    state_d = WALK_CHILD;
                end
            end
            WALK_CHILD: begin
                fetched_d = 1'b1;
                state_d = WALK_EDGE;
                if (refused) begin
                    state_d = WALK_READ;
                    if (target_q < next_chunk) begin
                        state_d = WALK_PATCH;
                    end
                end
            end
            WALK_READ: begin
                state_d = WALK_READ;
                if (~requesting) begin
                    state_d = WALK_AWAIT;
                end
            end
            WALK_AWAIT: begin
                patched_d = answer - 32'd1;
                if (answered) begin
                    state_d = WALK_WRITE;
                end
            end
            default: ;
        endcase
        if (advance) begin
            from_d = next_from & EDGE_MASK;
            fetched_d = ~stream_q | (next_tail != edge_head);
            state_d = WALK_EDGE;
        end
        if (ends) begin
            state_d = WALK_FREE;
        end
    end

    assign would_stream = streams & (current_q == tail);
    assign waits = would_stream & tail_unread;
    assign after = current_q + 32'd1;
    assign next_from = from_q + 16'd1;
    assign next_tail = edge_tail + 32'd1;
    assign arrived = ~stream_q | (edge_tail != edge_head);
    assign in_child = state_q == WALK_CHILD;
    assign inside_s = in_child & (target_q < head);
    assign beyond = in_child & (target_q >= head);
    assign refused = beyond & pub_full & stuck;
    assign hand = refused & (target_q == head);
    assign advance = inside_s | (beyond & ~pub_full) | hand | (state_q == WALK_PATCH)
        | ((state_q == WALK_WRITE) & ~requesting);

    always @(*) begin
        last = (next_from & EDGE_MASK) == until_q;
        childless = start == from_q;
        if (stream_q) begin
            last = next_tail == stream_end;
            childless = edge_tail == stream_end;
        end
        if (after == nodes) begin
            childless = 1'b1;
        end
    end

    assign ends = (advance & last) | ((state_q == WALK_SPAN) & childless);
    assign resting = state_q == WALK_FREE;
    assign at_child = in_child | (state_q == WALK_PATCH) | (state_q == WALK_READ)
        | (state_q == WALK_AWAIT) | (state_q == WALK_WRITE);
    assign reads_starts = ((state_q == WALK_FIND) & ~waits) | (state_q == WALK_BOUNDS);

    always @(*) begin
        start_of = current_q;
        if (state_q == WALK_BOUNDS) begin
            start_of = after;
        end
    end

    always @(*) begin
        place = from_q;
        if (advance) begin
            place = next_from & EDGE_MASK;
        end
    end

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

    always @(posedge clock) begin
        if (reset) begin
            state_q <= WALK_FREE;
            current_q <= 32'd0;
            from_q <= 16'd0;
            until_q <= 16'd0;
            fetched_q <= 1'b0;
            stream_q <= 1'b0;
            target_q <= 32'd0;
            patched_q <= 32'd0;
        end else begin
            state_q <= state_d;
            current_q <= current_d;
            from_q <= from_d;
            until_q <= until_d;
            fetched_q <= fetched_d;
            stream_q <= stream_d;
            target_q <= target_d;
            patched_q <= patched_d;
        end
    end
endmodule
