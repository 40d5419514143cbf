// heddle_dgb_seeker, inside heddle_dgb.
//
// The search and what it has found.
module heddle_dgb_seeker (
    // Rising edge.
    input wire clock,
    // Synchronous reset.
    input wire reset,
    // A node is ready.
    input wire any,
    // The word of the smallest.
    input wire [4:0] word,
    // Bits of which it is the lowest.
    input wire [31:0] word_bits,
    // A node becomes ready.
    input wire wakes,
    // The levels are read for someone else.
    input wire held,
    // The tail.
    input wire [31:0] tail,
    // Level of the node at `place` a cycle ago.
    input wire [15:0] level,
    // Its TB index.
    input wire [31:0] tb,
    // The highest level that may be offered.
    input wire [15:0] limit,
    // The offered node is taken.
    input wire node_ready,
    // Where to read level and TB.
    output wire [15:0] place,
    // A ready node is taken up to be offered.
    output reg take,
    // Where it is.
    output wire [15:0] taken,
    // A node is offered; the fields below are zero while low.
    output reg node_valid,
    // The node.
    output reg [31:0] node_id,
    // Its TB index, all ones for none.
    output reg [31:0] node_tb,
    // Its level.
    output reg [15:0] node_level,
    // Nothing is found until an input comes.
    output wire waits
);

    localparam [31:0] MASK = 32'h7f;
    localparam [31:0] NO_TB = 32'hffff;
    localparam [2:0] SEEK_WORD = 3'd0;
    localparam [2:0] SEEK_LOOK = 3'd1;
    localparam [2:0] SEEK_LOAD = 3'd2;
    localparam [2:0] SEEK_BLOCKED = 3'd3;
    localparam [2:0] SEEK_OFFER = 3'd4;

    wire [15:0] found;
    wire [31:0] ahead;
    wire fits_load;
    wire fits_blocked;
    reg [2:0] state_d;
    reg [2:0] state_q;
    reg fresh_d;
    reg fresh_q;
    reg [4:0] word_found_d;
    reg [4:0] word_found_q;
    reg [31:0] bits_found_d;
    reg [31:0] bits_found_q;
    reg [15:0] slot_d;
    reg [15:0] slot_q;
    reg [31:0] offer_node_d;
    reg [31:0] offer_node_q;
    reg [31:0] offer_tb_d;
    reg [31:0] offer_tb_q;
    reg [15:0] offer_level_d;
    reg [15:0] offer_level_q;
    wire [31:0] lowest_request;
    wire [4:0] lowest_last;
    wire lowest_any;
    wire [4:0] lowest_winner;

    heddle_round_robin u_lowest (
        .request(lowest_request),
        .last(lowest_last),
        .any(lowest_any),
        .winner(lowest_winner)
    );

    always @(*) begin
        state_d = state_q;
        word_found_d = word_found_q;
        bits_found_d = bits_found_q;
        slot_d = slot_q;
        offer_node_d = offer_node_q;
        offer_tb_d = offer_tb_q;
        offer_level_d = offer_level_q;
        take = 1'b0;
        case (state_q)
            SEEK_WORD: begin
                word_found_d = word;
                bits_found_d = word_bits;
                if (any) begin
                    state_d = SEEK_LOOK;
                end
            end
            SEEK_LOOK: begin
                slot_d = found;
                if (~held) begin
                    state_d = SEEK_LOAD;
                end
            end
            SEEK_LOAD: begin
                offer_tb_d = tb;
                offer_level_d = level;
                offer_node_d = tail + (ahead & MASK);
                state_d = SEEK_BLOCKED;
                if (fits_load) begin
                    take = 1'b1;
                    state_d = SEEK_OFFER;
                end
            end
            SEEK_BLOCKED: begin
                if (fresh_q) begin
                    state_d = SEEK_WORD;
                end else if (fits_blocked) begin
                    take = 1'b1;
                    state_d = SEEK_OFFER;
                end
            end
            SEEK_OFFER: begin
                state_d = SEEK_OFFER;
                if (node_ready) begin
                    state_d = SEEK_WORD;
                end
            end
            default: ;
        endcase
    end

    always @(*) begin
        fresh_d = fresh_q;
        if (state_q == SEEK_WORD) begin
            fresh_d = 1'b0;
        end
        if (wakes) begin
            fresh_d = 1'b1;
        end
    end

    assign lowest_request = bits_found_q;
    assign lowest_last = 5'd31;
    assign found = ({11'd0, word_found_q} << 5) | {11'd0, lowest_winner};
    assign ahead = {16'd0, slot_q} - tail;
    assign fits_load = level <= limit;
    assign fits_blocked = offer_level_q <= limit;
    assign place = found;
    assign taken = slot_q;

    always @(*) begin
        node_valid = 1'b0;
        node_id = 32'd0;
        node_tb = 32'd0;
        node_level = 16'd0;
        if (state_q == SEEK_OFFER) begin
            node_valid = 1'b1;
            node_id = offer_node_q;
            node_tb = offer_tb_q;
            if (offer_tb_q == NO_TB) begin
                node_tb = 32'hffffffff;
            end
            node_level = offer_level_q;
        end
    end

    assign waits = ((state_q == SEEK_WORD) & ~any) | ((state_q == SEEK_BLOCKED) & ~fresh_q);

    always @(posedge clock) begin
        if (reset) begin
            state_q <= SEEK_WORD;
            fresh_q <= 1'b0;
            word_found_q <= 5'd0;
            bits_found_q <= 32'd0;
            slot_q <= 16'd0;
            offer_node_q <= 32'd0;
            offer_tb_q <= 32'd0;
            offer_level_q <= 16'd0;
        end else begin
            state_q <= state_d;
            fresh_q <= fresh_d;
            word_found_q <= word_found_d;
            bits_found_q <= bits_found_d;
            slot_q <= slot_d;
            offer_node_q <= offer_node_d;
            offer_tb_q <= offer_tb_d;
            offer_level_q <= offer_level_d;
        end
    end

    // Bits that nothing reads.
    wire unused_ok;
    assign unused_ok = &{
        1'b0,
        lowest_any,
        1'b0
    };
endmodule
