// heddle_dats_header, inside heddle_dats.
//
// Reads the words one after another and keeps all but the last, which it shows as it comes.
module heddle_dats_header (
    // Rising edge.
    input wire clock,
    // Synchronous reset, active high.
    input wire reset,
    // The header to be read is at `address`.
    input wire load,
    // Its address.
    input wire [31:0] address,
    // It is being read.
    input wire reading,
    // Memory takes the request.
    input wire request_ready,
    // A word comes.
    input wire word_valid,
    // The word.
    input wire [31:0] word,
    // A read is offered.
    output wire request,
    // Its address; zero while low.
    output wire [31:0] request_address,
    // The last word, the number of TBs, comes.
    output wire complete,
    // Word 0.
    output wire [31:0] nodes,
    // Word 1.
    output wire [31:0] edges,
    // Word 2.
    output wire [31:0] node_base,
    // Word 3.
    output wire [31:0] edge_base,
    // Level bound of word 4.
    output wire [15:0] level_bound,
    // Policy of word 4.
    output wire bounded,
    // Width of x in a TB index, from word 5.
    output wire [4:0] x_bits,
    // Width of y, from word 5.
    output wire [4:0] y_bits
);

    reg [31:0] next_address_q, nodes_word_q, edges_word_q, node_base_word_q, edge_base_word_q;
    reg [2:0] requested_q, received_q;
    reg [15:0] level_bound_field_q;
    reg bounded_field_q;
    reg [4:0] x_bits_field_q, y_bits_field_q;

    wire comes = reading & word_valid;

    assign request = reading & (requested_q != 3'd7);
    assign request_address = request ? next_address_q : 32'd0;
    assign complete = comes & (received_q == 3'd6);
    assign nodes = nodes_word_q;
    assign edges = edges_word_q;
    assign node_base = node_base_word_q;
    assign edge_base = edge_base_word_q;
    assign level_bound = level_bound_field_q;
    assign bounded = bounded_field_q;
    assign x_bits = x_bits_field_q;
    assign y_bits = y_bits_field_q;

    always @(posedge clock)
        if (reset) begin
            {next_address_q, requested_q, received_q, nodes_word_q, edges_word_q, node_base_word_q,
                edge_base_word_q, level_bound_field_q, bounded_field_q, x_bits_field_q,
                y_bits_field_q} <= 0;
        end else begin
            if (load) begin
                next_address_q <= address;
                requested_q <= 3'd0;
                received_q <= 3'd0;
            end
            if (request & request_ready) begin
                next_address_q <= next_address_q + 32'd4;
                requested_q <= requested_q + 3'd1;
            end
            if (comes) begin
                received_q <= received_q + 3'd1;
                if (received_q == 3'd0) nodes_word_q <= word;
                if (received_q == 3'd1) edges_word_q <= word;
                if (received_q == 3'd2) node_base_word_q <= word;
                if (received_q == 3'd3) edge_base_word_q <= word;
                if (received_q == 3'd4) begin
                    level_bound_field_q <= word[15:0];
                    bounded_field_q <= word[16];
                end
                if (received_q == 3'd5) begin
                    x_bits_field_q <= word[4:0];
                    y_bits_field_q <= word[12:8];
                end
            end
        end
endmodule
