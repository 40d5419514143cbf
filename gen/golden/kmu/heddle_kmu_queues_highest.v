// heddle_kmu_queues_highest, inside heddle_kmu_queues.
//
// The number of the highest bit that is set, or zero.
module heddle_kmu_queues_highest (
    // A bit for each level.
    input wire [7:0] levels,
    // The highest that is set.
    output reg [2:0] rank
);

    always @(*) begin
        rank = 3'd0;
        if (levels[1]) rank = 3'd1;
        if (levels[2]) rank = 3'd2;
        if (levels[3]) rank = 3'd3;
        if (levels[4]) rank = 3'd4;
        if (levels[5]) rank = 3'd5;
        if (levels[6]) rank = 3'd6;
    end

    // Bits that nothing reads.
    wire unused_ok = &{1'b0, levels[7], levels[0], 1'b0};
endmodule
