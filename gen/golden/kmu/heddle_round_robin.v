// heddle_round_robin, a cell of the kit.
//
// Chooses the first requester above `last`, wrapping around. It has no state.
module heddle_round_robin (
    // One bit per requester: the requester asks for the grant.
    input wire [31:0] request,
    // Number of the last winner.
    input wire [4:0] last,
    // At least one requester asks for the grant.
    output wire any,
    // Number of the winner; zero without a request.
    output reg [4:0] winner
);

    wire [31:0] above = (32'hfffffffe << last) & request;
    wire [31:0] candidates = (|above) ? above : request;
    wire [31:0] one_hot = candidates & ((~candidates) + 32'd1);

    always @(*) begin
        winner = 5'd0;
        if (|(one_hot & 32'haaaaaaaa)) winner = winner | 5'd1;
        if (|(one_hot & 32'hcccccccc)) winner = winner | 5'd2;
        if (|(one_hot & 32'hf0f0f0f0)) winner = winner | 5'd4;
        if (|(one_hot & 32'hff00ff00)) winner = winner | 5'd8;
        if (|(one_hot & 32'hffff0000)) winner = winner | 5'd16;
    end

    assign any = |request;
endmodule
