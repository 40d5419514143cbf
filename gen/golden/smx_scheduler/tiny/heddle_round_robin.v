// heddle_round_robin: the first requester above the last winner, wrapping at 32; no state of its
// own.
module heddle_round_robin (
    input wire [31:0] request,
    input wire [4:0] last,
    output wire any,
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
