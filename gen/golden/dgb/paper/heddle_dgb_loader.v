// heddle_dgb_loader, inside heddle_dgb.
//
// Requests, answers under way, and the next node.
module heddle_dgb_loader (
    // Rising edge.
    input wire clock,
    // Synchronous reset.
    input wire reset,
    // A graph begins.
    input wire begins,
    // A graph lives.
    input wire live,
    // Its nodes.
    input wire [31:0] nodes,
    // Address of the node array.
    input wire [31:0] node_base,
    // Address of the edge array.
    input wire [31:0] edge_base,
    // The node to have at hand.
    input wire [31:0] head,
    // The edge to load.
    input wire [31:0] edge_head,
    // There is room for a chunk of edges.
    input wire want_edges,
    // The node at hand is inserted.
    input wire insert,
    // The node at hand has one parent less.
    input wire count_hand,
    // The child a completion counts for.
    input wire [31:0] child,
    // It has one parent less in the NIB.
    input wire patch,
    // Its word is to be read.
    input wire wants_read,
    // Its word is to be written.
    input wire wants_write,
    // The word to write.
    input wire [31:0] word,
    // Memory takes the request.
    input wire mem_req_ready,
    // Memory answers.
    input wire mem_resp_valid,
    // The word answered.
    input wire [31:0] mem_resp_data,
    // A request is offered; the fields below are zero while low.
    output wire mem_req_valid,
    // It is a write.
    output wire mem_req_write,
    // It is a read of a chunk.
    output wire mem_req_chunk,
    // Byte address.
    output reg [31:0] mem_req_addr,
    // Word to write.
    output reg [31:0] mem_req_data,
    // A request is offered.
    output wire requesting,
    // An edge is answered.
    output wire edge_answered,
    // A child's word is answered.
    output wire word_answered,
    // A chunk of nodes is wanted, or asked for.
    output wire nodes_due,
    // A chunk of edges is asked for.
    output wire edges_asked,
    // The next node waits in the NIB, or there is none.
    output wire settled,
    // First node of the chunk after the one in the NIB.
    output wire [31:0] next_chunk,
    // A node is at hand.
    output wire at_hand,
    // Where its edges start.
    output wire [31:0] start,
    // Its parents.
    output wire [15:0] parents,
    // Its level.
    output wire [15:0] level,
    // Its TB index.
    output wire [31:0] tb
);

    localparam [4:0] LAST_WORD = 5'd31;
    localparam [31:0] LAST_NODE = 32'd7;
    localparam [31:0] CHUNK_NODES = 32'd8;
    localparam [31:0] ID_MASK = 32'hffff;
    localparam [2:0] REQUEST_NONE = 3'd0;
    localparam [2:0] REQUEST_NODES = 3'd1;
    localparam [2:0] REQUEST_EDGES = 3'd2;
    localparam [2:0] REQUEST_READ = 3'd3;
    localparam [2:0] REQUEST_WRITE = 3'd4;

    wire want_nodes;
    wire answers_edges;
    wire answers_nodes;
    wire [31:0] child_offset;
    wire [31:0] chunk_offset;
    wire [31:0] edge_offset;
    wire [31:0] after;
    wire [31:0] head_word;
    wire [31:0] child_word;
    reg [31:0] nib_place;
    wire [15:0] nib_read_addr;
    wire [31:0] nib_read_data;
    wire nib_write_enable;
    reg [15:0] nib_write_addr;
    reg [31:0] nib_write_data;
    reg [2:0] request_d;
    reg [2:0] request_q;
    reg [31:0] addr_d;
    reg [31:0] addr_q;
    reg [31:0] data_d;
    reg [31:0] data_q;
    reg ask_nodes_d;
    reg ask_nodes_q;
    reg ask_edges_d;
    reg ask_edges_q;
    reg edges_under_way_d;
    reg edges_under_way_q;
    reg other_under_way_d;
    reg other_under_way_q;
    reg edges_first_d;
    reg edges_first_q;
    reg [4:0] filled_d;
    reg [4:0] filled_q;
    reg full_d;
    reg full_q;
    reg [31:0] chunk_d;
    reg [31:0] chunk_q;
    reg [1:0] step_d;
    reg [1:0] step_q;
    reg hand_d;
    reg hand_q;
    reg [31:0] hand_start_d;
    reg [31:0] hand_start_q;
    reg [15:0] hand_parents_d;
    reg [15:0] hand_parents_q;
    reg [15:0] hand_level_d;
    reg [15:0] hand_level_q;
    reg [31:0] hand_tb_d;
    reg [31:0] hand_tb_q;

    heddle_sram_macro #(.WIDTH(32), .ENTRIES(32)) u_nib (
        .clock(clock),
        .read_addr(nib_read_addr[4:0]),
        .read_data(nib_read_data),
        .write_enable(nib_write_enable),
        .write_addr(nib_write_addr[4:0]),
        .write_data(nib_write_data)
    );

    always @(*) begin
        request_d = request_q;
        addr_d = addr_q;
        data_d = data_q;
        ask_nodes_d = ask_nodes_q;
        ask_edges_d = ask_edges_q;
        edges_under_way_d = edges_under_way_q;
        other_under_way_d = other_under_way_q;
        edges_first_d = edges_first_q;
        filled_d = filled_q;
        full_d = full_q;
        chunk_d = chunk_q;
        step_d = step_q;
        hand_d = hand_q;
        hand_start_d = hand_start_q;
        hand_parents_d = hand_parents_q;
        hand_level_d = hand_level_q;
        hand_tb_d = hand_tb_q;
        if (insert) begin
            hand_d = 1'b0;
        end
        if (count_hand) begin
            hand_parents_d = hand_parents_q - 16'd1;
        end
        if (full_q & ~hand_q) begin
            step_d = step_q + 2'd1;
            if (step_q == 2'd1) begin
                hand_start_d = nib_read_data;
            end
            if (step_q == 2'd2) begin
                hand_parents_d = nib_read_data[15:0];
                hand_level_d = nib_read_data[31:16];
            end
            if (step_q == 2'd3) begin
                hand_tb_d = nib_read_data & ID_MASK;
                hand_d = 1'b1;
                full_d = (|(after & LAST_NODE)) & (after != nodes);
            end
        end
        if (answers_nodes) begin
            filled_d = filled_q + 5'd1;
            if (filled_q == LAST_WORD) begin
                filled_d = 5'd0;
                ask_nodes_d = 1'b0;
                full_d = 1'b1;
                chunk_d = chunk_q + CHUNK_NODES;
            end
        end
        if (mem_resp_valid) begin
            if (answers_edges) begin
                if ((edge_head[4:0] & LAST_WORD) == LAST_WORD) begin
                    ask_edges_d = 1'b0;
                    edges_under_way_d = 1'b0;
                end
            end else if (~ask_nodes_q | (filled_q == LAST_WORD)) begin
                other_under_way_d = 1'b0;
            end
        end
        if (request_q == REQUEST_NONE) begin
            data_d = 32'd0;
            if (want_edges) begin
                request_d = REQUEST_EDGES;
                addr_d = edge_base + edge_offset;
            end
            if (want_nodes) begin
                request_d = REQUEST_NODES;
                addr_d = node_base + chunk_offset;
            end
            if (wants_read) begin
                request_d = REQUEST_READ;
                addr_d = node_base + (child_offset | 32'd4);
            end
            if (wants_write) begin
                request_d = REQUEST_WRITE;
                addr_d = node_base + (child_offset | 32'd4);
                data_d = word;
            end
            if (~wants_read & ~wants_write) begin
                if (want_nodes) begin
                    ask_nodes_d = 1'b1;
                end else if (want_edges) begin
                    ask_edges_d = 1'b1;
                end
            end
        end else if (mem_req_ready) begin
            request_d = REQUEST_NONE;
            if (request_q == REQUEST_EDGES) begin
                edges_under_way_d = 1'b1;
                edges_first_d = ~other_under_way_q;
            end
            if ((request_q == REQUEST_NODES) | (request_q == REQUEST_READ)) begin
                other_under_way_d = 1'b1;
                edges_first_d = edges_under_way_q;
            end
        end
        if (begins) begin
            chunk_d = 32'd0;
        end
    end

    assign want_nodes = live & ~full_q & ~ask_nodes_q & (chunk_q < nodes);
    assign answers_edges = edges_under_way_q & (~other_under_way_q | edges_first_q);
    assign answers_nodes = mem_resp_valid & ~answers_edges & ask_nodes_q;
    assign head_word = (head & LAST_NODE) << 2;
    assign child_word = (child & LAST_NODE) << 2;

    always @(*) begin
        nib_place = head_word | {30'd0, step_q};
        if (hand_q) begin
            nib_place = child_word | 32'd1;
        end
    end

    assign nib_read_addr = nib_place[15:0];
    assign nib_write_enable = answers_nodes | patch;

    always @(*) begin
        nib_write_addr = {11'd0, filled_q};
        nib_write_data = mem_resp_data;
        if (patch) begin
            nib_write_addr = nib_place[15:0];
            nib_write_data = nib_read_data - 32'd1;
        end
    end

    assign after = head + 32'd1;
    assign child_offset = child << 4;
    assign chunk_offset = chunk_q << 4;
    assign edge_offset = edge_head << 2;
    assign mem_req_valid = request_q != REQUEST_NONE;
    assign mem_req_write = request_q == REQUEST_WRITE;
    assign mem_req_chunk = (request_q == REQUEST_NODES) | (request_q == REQUEST_EDGES);

    always @(*) begin
        mem_req_addr = 32'd0;
        mem_req_data = 32'd0;
        if (request_q != REQUEST_NONE) begin
            mem_req_addr = addr_q;
            mem_req_data = data_q;
        end
    end

    assign requesting = request_q != REQUEST_NONE;
    assign edge_answered = mem_resp_valid & answers_edges;
    assign word_answered = mem_resp_valid & ~answers_edges & ~ask_nodes_q;
    assign nodes_due = want_nodes | ask_nodes_q;
    assign edges_asked = ask_edges_q;
    assign settled = (request_q == REQUEST_NONE) & ~want_nodes & (hand_q | ~full_q);
    assign next_chunk = chunk_q;
    assign at_hand = hand_q;
    assign start = hand_start_q;
    assign parents = hand_parents_q;
    assign level = hand_level_q;
    assign tb = hand_tb_q;

    always @(posedge clock) begin
        if (reset) begin
            request_q <= REQUEST_NONE;
            addr_q <= 32'd0;
            data_q <= 32'd0;
            ask_nodes_q <= 1'b0;
            ask_edges_q <= 1'b0;
            edges_under_way_q <= 1'b0;
            other_under_way_q <= 1'b0;
            edges_first_q <= 1'b0;
            filled_q <= 5'd0;
            full_q <= 1'b0;
            chunk_q <= 32'd0;
            step_q <= 2'd0;
            hand_q <= 1'b0;
            hand_start_q <= 32'd0;
            hand_parents_q <= 16'd0;
            hand_level_q <= 16'd0;
            hand_tb_q <= 32'd0;
        end else begin
            request_q <= request_d;
            addr_q <= addr_d;
            data_q <= data_d;
            ask_nodes_q <= ask_nodes_d;
            ask_edges_q <= ask_edges_d;
            edges_under_way_q <= edges_under_way_d;
            other_under_way_q <= other_under_way_d;
            edges_first_q <= edges_first_d;
            filled_q <= filled_d;
            full_q <= full_d;
            chunk_q <= chunk_d;
            step_q <= step_d;
            hand_q <= hand_d;
            hand_start_q <= hand_start_d;
            hand_parents_q <= hand_parents_d;
            hand_level_q <= hand_level_d;
            hand_tb_q <= hand_tb_d;
        end
    end

    // Bits that nothing reads.
    wire unused_ok;
    assign unused_ok = &{
        1'b0,
        nib_place[31:16],
        nib_read_addr[15:5],
        nib_write_addr[15:5],
        1'b0
    };
endmodule
