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

    reg [31:0] above, asked, right, digit_0, digit_1, digit_2, digit_3;

    wire [31:0] digit_4 = right;

    always @(*) begin
        above = (32'hfffffffe << last) & request;
        asked = request;
        right = ~above & ((above >> 1) | (~asked & (asked >> 1)));
        digit_0 = right;
        above = above | (above >> 1);
        asked = asked | (asked >> 1);
        right = ~above & ((above >> 2) | (~asked & (asked >> 2)));
        digit_0 = (right & (digit_0 >> 2)) | (~right & digit_0);
        digit_1 = right;
        above = above | (above >> 2);
        asked = asked | (asked >> 2);
        right = ~above & ((above >> 4) | (~asked & (asked >> 4)));
        digit_0 = (right & (digit_0 >> 4)) | (~right & digit_0);
        digit_1 = (right & (digit_1 >> 4)) | (~right & digit_1);
        digit_2 = right;
        above = above | (above >> 4);
        asked = asked | (asked >> 4);
        right = ~above & ((above >> 8) | (~asked & (asked >> 8)));
        digit_0 = (right & (digit_0 >> 8)) | (~right & digit_0);
        digit_1 = (right & (digit_1 >> 8)) | (~right & digit_1);
        digit_2 = (right & (digit_2 >> 8)) | (~right & digit_2);
        digit_3 = right;
        above = above | (above >> 8);
        asked = asked | (asked >> 8);
        right = ~above & ((above >> 16) | (~asked & (asked >> 16)));
        digit_0 = (right & (digit_0 >> 16)) | (~right & digit_0);
        digit_1 = (right & (digit_1 >> 16)) | (~right & digit_1);
        digit_2 = (right & (digit_2 >> 16)) | (~right & digit_2);
        digit_3 = (right & (digit_3 >> 16)) | (~right & digit_3);
    end

    always @(*) begin
        winner = 5'd0;
        winner[0] = digit_0[0];
        winner[1] = digit_1[0];
        winner[2] = digit_2[0];
        winner[3] = digit_3[0];
        winner[4] = digit_4[0];
    end

    assign any = |request;

    // Bits that nothing reads.
    wire unused_ok = &{1'b0, digit_4[31:1], 1'b0};
endmodule
