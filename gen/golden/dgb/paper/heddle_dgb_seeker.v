// heddle_dgb_seeker, inside heddle_dgb.
//
// Finds the smallest ready node and offers it.
module heddle_dgb_seeker (
    // Clock of the block; it acts on the rising edge.
    input wire clock,
    // Synchronous reset, active high.
    input wire reset,
    // At least one node is ready.
    input wire any,
    // Number of the Node State Table's word with the smallest ready node.
    input wire [4:0] word,
    // Ready bits of that word; the lowest is the smallest ready node.
    input wire [31:0] word_bits,
    // A node becomes ready in this cycle.
    input wire wakes,
    // Another machine reads the levels in this cycle.
    input wire held,
    // Global number of the tail, the oldest node of the window.
    input wire [31:0] tail,
    // Level of the node in the LNA entry that `place` named one cycle ago.
    input wire [15:0] level,
    // TB index of the node in the LNA entry that `place` named one cycle ago.
    input wire [31:0] tb,
    // Highest level of a node that may be offered.
    input wire [15:0] limit,
    // LNA entry whose level and TB index are read.
    output wire [15:0] place,
    // A ready node is chosen for the offer.
    output reg take,
    // LNA entry of the node chosen for the offer.
    output wire [15:0] taken,
    // A node is offered; all `node_*` fields are zero while low.
    output wire node_valid,
    // The offered node is taken.
    input wire node_ready,
    // Global number of the node offered.
    output wire [31:0] node_id,
    // TB index of the node offered; all ones for a node without a TB.
    output reg [31:0] node_tb,
    // Level of the node offered.
    output wire [15:0] node_level,
    // No node can be found until an input comes.
    output wire waits
);

    localparam [31:0] MASK = 32'h7f, NO_TB = 32'hffff;
    localparam [2:0] SEEK_WORD = 3'd0, SEEK_LOOK = 3'd1, SEEK_LOAD = 3'd2, SEEK_BLOCKED = 3'd3,
        SEEK_OFFER = 3'd4;

    reg [2:0] state_q;
    reg fresh_q;
    reg [4:0] word_found_q;
    reg [31:0] bits_found_q, offer_node_q, offer_tb_q;
    reg [15:0] slot_q, offer_level_q;
    wire lowest_any;
    wire [4:0] lowest_winner;

    // With 31 as the last winner, the search begins at 0, so the lowest bit wins.
    wire [15:0] found = ({11'd0, word_found_q} << 5) | {11'd0, lowest_winner};
    wire [31:0] ahead = {16'd0, slot_q} - tail;
    wire fits_load = level <= limit;
    wire fits_blocked = offer_level_q <= limit;

    heddle_round_robin u_lowest (
        .request(bits_found_q), .last(5'd31), .any(lowest_any), .winner(lowest_winner)
    );

    always @(*) begin
        take = 1'b0;
        case (state_q)
            SEEK_LOAD: if (fits_load) take = 1'b1;
            SEEK_BLOCKED: if (~fresh_q & fits_blocked) take = 1'b1;
            default: ;
        endcase
    end

    always @(*) begin
        node_tb = 32'd0;
        if (state_q == SEEK_OFFER) begin
            node_tb = offer_tb_q;
            if (offer_tb_q == NO_TB) node_tb = 32'hffffffff;
        end
    end

    assign place = found;
    assign taken = slot_q;
    assign node_id = (state_q == SEEK_OFFER) ? offer_node_q : 32'd0;
    assign node_level = (state_q == SEEK_OFFER) ? offer_level_q : 16'd0;
    assign node_valid = (state_q == SEEK_OFFER) ? 1'b1 : 1'b0;
    assign waits = ((state_q == SEEK_WORD) & ~any) | ((state_q == SEEK_BLOCKED) & ~fresh_q);

    always @(posedge clock)
        if (reset) begin
            state_q <= SEEK_WORD;
            {fresh_q, word_found_q, bits_found_q, slot_q, offer_node_q, offer_tb_q,
                offer_level_q} <= 0;
        end else begin
            if (state_q == SEEK_WORD) fresh_q <= 1'b0;
            if (wakes) fresh_q <= 1'b1;
            case (state_q)
                SEEK_WORD: begin
                    word_found_q <= word;
                    bits_found_q <= word_bits;
                    if (any) state_q <= SEEK_LOOK;
                end
                SEEK_LOOK: begin
                    slot_q <= found;
                    if (~held) state_q <= SEEK_LOAD;
                end
                SEEK_LOAD: begin
                    offer_tb_q <= tb;
                    offer_level_q <= level;
                    offer_node_q <= tail + (ahead & MASK);
                    state_q <= SEEK_BLOCKED;
                    if (fits_load) state_q <= SEEK_OFFER;
                end
                SEEK_BLOCKED: begin
                    if (fresh_q) begin
                        state_q <= SEEK_WORD;
                    end else if (fits_blocked) begin
                        state_q <= SEEK_OFFER;
                    end
                end
                SEEK_OFFER: begin
                    state_q <= SEEK_OFFER;
                    if (node_ready) state_q <= SEEK_WORD;
                end
                default: ;
            endcase
        end

    // Bits that nothing reads.
    wire unused_ok = &{1'b0, lowest_any, 1'b0};
endmodule
