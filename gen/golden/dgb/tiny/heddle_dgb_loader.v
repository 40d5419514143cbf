// heddle_dgb_loader, inside heddle_dgb.
//
// Loads nodes and edges: memory requests, answers under way, and the next node.
module heddle_dgb_loader (
    // Clock of the block; it acts on the rising edge.
    input wire clock,
    // Synchronous reset, active high.
    input wire reset,
    // A graph begins in this cycle.
    input wire begins,
    // A graph is active.
    input wire live,
    // Number of nodes of the graph.
    input wire [31:0] nodes,
    // Address of the node array.
    input wire [31:0] node_base,
    // Address of the edge array.
    input wire [31:0] edge_base,
    // Global number of the node to read into the insertion register.
    input wire [31:0] head,
    // Number of the next edge to load.
    input wire [31:0] edge_head,
    // The LEA has room for a chunk of edges, and the graph has more.
    input wire want_edges,
    // The node in the insertion register is inserted.
    input wire insert,
    // The node in the insertion register has one parent fewer.
    input wire count_hand,
    // Global number of the child that a completion counts down.
    input wire [31:0] child,
    // The child is in the NIB and has one parent fewer.
    input wire patch,
    // The child's word is to be read from memory.
    input wire wants_read,
    // The child's word is to be written to memory.
    input wire wants_write,
    // Word of the child to write to memory.
    input wire [31:0] word,
    // Memory answers a word.
    input wire mem_resp_valid,
    // Word that memory answers.
    input wire [31:0] mem_resp_data,
    // A memory request is offered; all `mem_req_*` fields are zero while low.
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
    // A memory request is offered.
    output wire requesting,
    // Memory answers an edge.
    output wire edge_answered,
    // Memory answers a child's word.
    output wire word_answered,
    // A chunk of nodes is to be requested, or is requested.
    output wire nodes_due,
    // A chunk of edges is requested.
    output wire edges_asked,
    // The next node waits in the NIB, or there is no next node.
    output wire settled,
    // First node of the chunk after the one in the NIB.
    output wire [31:0] next_chunk,
    // The insertion register holds a node.
    output wire at_hand,
    // Edge start of the node in the insertion register.
    output wire [31:0] start,
    // Number of parents of the node in the insertion register.
    output wire [15:0] parents,
    // Level of the node in the insertion register.
    output wire [15:0] level,
    // TB index of the node in the insertion register.
    output wire [31:0] tb
);

    localparam [4:0] LAST_WORD = 5'd7;
    localparam [31:0] LAST_NODE = 32'd1, CHUNK_NODES = 32'd2, ID_MASK = 32'hffff;
    localparam [2:0] REQUEST_NONE = 3'd0, REQUEST_NODES = 3'd1, REQUEST_EDGES = 3'd2,
        REQUEST_READ = 3'd3, REQUEST_WRITE = 3'd4;

    wire [31:0] nib_read_data;
    reg [2:0] request_q;
    reg [31:0] addr_q, data_q, chunk_q, hand_start_q, hand_tb_q;
    reg ask_nodes_q, ask_edges_q, edges_under_way_q, other_under_way_q, edges_first_q, full_q,
        hand_q;
    reg [4:0] filled_q;
    reg [1:0] step_q;
    reg [15:0] hand_parents_q, hand_level_q;

    wire want_nodes = live & ~full_q & ~ask_nodes_q & (chunk_q < nodes);
    wire answers_edges = edges_under_way_q & (~other_under_way_q | edges_first_q);
    // The NIB, and the insertion register that is filled from it. A patch of the next node changes
    // the insertion register.
    wire [31:0] head_word = (head & LAST_NODE) << 2;
    wire [31:0] child_word = (child & LAST_NODE) << 2;
    wire [31:0] nib_write_data = patch ? nib_read_data - 32'd1 : mem_resp_data;
    wire [31:0] after = head + 32'd1;
    // Requests: completions before nodes, nodes before edges.
    wire [31:0] child_offset = child << 4;
    wire [31:0] chunk_offset = chunk_q << 4;
    wire [31:0] edge_offset = edge_head << 2;
    wire answers_nodes = mem_resp_valid & ~answers_edges & ask_nodes_q;
    wire [31:0] nib_place = hand_q ? child_word | 32'd1 : head_word | {30'd0, step_q};
    wire [15:0] nib_read_addr = nib_place[15:0];
    wire [15:0] nib_write_addr = patch ? nib_place[15:0] : {11'd0, filled_q};

    heddle_sram_macro #(.WIDTH(32), .ENTRIES(8)) u_nib (
        .clock(clock), .read_addr(nib_read_addr[2:0]), .read_data(nib_read_data),
        .write_enable(answers_nodes | patch), .write_addr(nib_write_addr[2:0]),
        .write_data(nib_write_data)
    );

    assign mem_req_valid = request_q != REQUEST_NONE;
    assign mem_req_write = request_q == REQUEST_WRITE;
    assign mem_req_chunk = (request_q == REQUEST_NODES) | (request_q == REQUEST_EDGES);
    assign mem_req_addr = (request_q != REQUEST_NONE) ? addr_q : 32'd0;
    assign mem_req_data = (request_q != REQUEST_NONE) ? data_q : 32'd0;
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

    always @(posedge clock)
        if (reset) begin
            request_q <= REQUEST_NONE;
            {addr_q, data_q, ask_nodes_q, ask_edges_q, edges_under_way_q, other_under_way_q,
                edges_first_q, filled_q, full_q, chunk_q, step_q, hand_q, hand_start_q,
                hand_parents_q, hand_level_q, hand_tb_q} <= 0;
        end else begin
            if (insert) hand_q <= 1'b0;
            if (count_hand) hand_parents_q <= hand_parents_q - 16'd1;
            // Answers.
            if (full_q & ~hand_q) begin
                step_q <= step_q + 2'd1;
                if (step_q == 2'd1) hand_start_q <= nib_read_data;
                if (step_q == 2'd2) begin
                    hand_parents_q <= nib_read_data[15:0];
                    hand_level_q <= nib_read_data[31:16];
                end
                if (step_q == 2'd3) begin
                    hand_tb_q <= nib_read_data & ID_MASK;
                    hand_q <= 1'b1;
                    full_q <= (|(after & LAST_NODE)) & (after != nodes);
                end
            end
            if (answers_nodes) begin
                filled_q <= filled_q + 5'd1;
                if (filled_q == LAST_WORD) begin
                    filled_q <= 5'd0;
                    ask_nodes_q <= 1'b0;
                    full_q <= 1'b1;
                    chunk_q <= chunk_q + CHUNK_NODES;
                end
            end
            if (mem_resp_valid) begin
                if (answers_edges) begin
                    if ((edge_head[4:0] & LAST_WORD) == LAST_WORD) begin
                        ask_edges_q <= 1'b0;
                        edges_under_way_q <= 1'b0;
                    end
                end else if (~ask_nodes_q | (filled_q == LAST_WORD)) begin
                    other_under_way_q <= 1'b0;
                end
            end
            if (request_q == REQUEST_NONE) begin
                data_q <= 32'd0;
                if (want_edges) begin
                    request_q <= REQUEST_EDGES;
                    addr_q <= edge_base + edge_offset;
                end
                if (want_nodes) begin
                    request_q <= REQUEST_NODES;
                    addr_q <= node_base + chunk_offset;
                end
                if (wants_read) begin
                    request_q <= REQUEST_READ;
                    addr_q <= node_base + (child_offset | 32'd4);
                end
                if (wants_write) begin
                    request_q <= REQUEST_WRITE;
                    addr_q <= node_base + (child_offset | 32'd4);
                    data_q <= word;
                end
                if (~wants_read & ~wants_write) begin
                    if (want_nodes) begin
                        ask_nodes_q <= 1'b1;
                    end else if (want_edges) begin
                        ask_edges_q <= 1'b1;
                    end
                end
            end else if (mem_req_ready) begin
                request_q <= REQUEST_NONE;
                if (request_q == REQUEST_EDGES) begin
                    edges_under_way_q <= 1'b1;
                    edges_first_q <= ~other_under_way_q;
                end
                if ((request_q == REQUEST_NODES) | (request_q == REQUEST_READ)) begin
                    other_under_way_q <= 1'b1;
                    edges_first_q <= edges_under_way_q;
                end
            end
            if (begins) chunk_q <= 32'd0;
        end

    // Bits that nothing reads.
    wire unused_ok = &{1'b0, nib_place[31:16], nib_read_addr[15:3], nib_write_addr[15:3], 1'b0};
endmodule
