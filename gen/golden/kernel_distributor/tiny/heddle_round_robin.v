// heddle_round_robin, a cell of the kit.
//
// The first requester above `last`, wrapping at 32; no state of its own.
module heddle_round_robin (
    // One bit a requester.
    input wire [31:0] request,
    // The last winner.
    input wire [4:0] last,
    // Whether anyone requests.
    output wire any,
    // The winner; zero when nobody requests.
    output reg [4:0] winner
);

    wire [31:0] above;
    reg [31:0] candidates;
    wire [31:0] negated;
    wire [31:0] one_hot;

    assign above = (32'hfffffffe << last) & request;

    always @(*) begin
        candidates = request;
        if (|above) begin
            candidates = above;
        end
    end

    assign negated = (~candidates) + 32'd1;
    assign one_hot = candidates & negated;
    assign any = |request;

    always @(*) begin
        winner = 5'd0;
        if (|(one_hot & 32'haaaaaaaa)) begin
            winner = winner | 5'd1;
        end
        if (|(one_hot & 32'hcccccccc)) begin
            winner = winner | 5'd2;
        end
        if (|(one_hot & 32'hf0f0f0f0)) begin
            winner = winner | 5'd4;
        end
        if (|(one_hot & 32'hff00ff00)) begin
            winner = winner | 5'd8;
        end
        if (|(one_hot & 32'hffff0000)) begin
            winner = winner | 5'd16;
        end
    end
endmodule
