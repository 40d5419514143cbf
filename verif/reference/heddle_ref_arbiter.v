// Round-robin arbiter over 32 requesters, written by hand from the rules of the unit `arbiter`.
module heddle_ref_arbiter (
    input wire clock,
    input wire reset,
    input wire [31:0] request,
    output wire grant_valid,
    output wire [4:0] grant,
    output wire idle
);
    reg [4:0] last;
    reg valid;

    // Requesters above the last winner go before the others.
    wire [31:0] above = request & (32'hfffffffe << last);
    wire [31:0] candidates = |above ? above : request;
    wire [31:0] first = candidates & -candidates;
    wire [4:0] winner = {
        |first[31:16],
        |(first & 32'hff00ff00),
        |(first & 32'hf0f0f0f0),
        |(first & 32'hcccccccc),
        |(first & 32'haaaaaaaa)
    };

    always @(posedge clock)
        if (reset) {valid, last} <= 6'd0;
        else begin
            valid <= |request;
            if (|request) last <= winner;
        end

    assign grant_valid = valid;
    assign grant = valid ? last : 5'd0;
    assign idle = ~valid;
endmodule
