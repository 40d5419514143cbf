// heddle_xor_monitor_parents_or_siblings, inside heddle_xor_monitor.
//
// Keeps hits_1 misses_2 - hits_2 misses_1, which is positive if the rate of the first filter
// is greater. It follows the counts one cycle later, in two steps: by how much it changes, and
// the sum.
module heddle_xor_monitor_parents_or_siblings (
    // Rising edge.
    input wire clock,
    // Synchronous reset, active high.
    input wire reset,
    // Hits of the first filter.
    input wire [31:0] first_hits,
    // Its misses.
    input wire [31:0] first_misses,
    // Its hits grow at this edge.
    input wire first_hit,
    // Its misses grow at this edge.
    input wire first_miss,
    // Hits of the second filter.
    input wire [31:0] second_hits,
    // Its misses.
    input wire [31:0] second_misses,
    // Its hits grow at this edge.
    input wire second_hit,
    // Its misses grow at this edge.
    input wire second_miss,
    // The rate of the first is greater.
    output wire first_is_greater,
    // The rate of the second is greater.
    output wire second_is_greater
);

    localparam [31:0] CHANGE_BITS = 32'h1f, CHANGE_SIGN = 32'h10;
    localparam [63:0] CHANGE_ABOVE = 64'h60, DIFFERENCE_BITS = 64'h7f, DIFFERENCE_SIGN = 64'h40;

    reg [31:0] change_q;
    reg [63:0] difference_q;

    // What is subtracted is complemented here, and the one that it then lacks is added below. Where
    // both counts grow, their product has one more, or one less: that is the same one.
    wire [31:0] of_first = first_miss ? ~second_hits : first_hit ? second_misses : 32'd0;
    wire [31:0] of_second = second_hit ? ~first_misses : second_miss ? first_hits : 32'd0;
    wire [31:0] one = (first_miss | second_hit | (first_hit & second_miss)) ? 32'd1 : 32'd0;
    wire [63:0] extended = (|(change_q & CHANGE_SIGN)) ? {32'd0, change_q} | CHANGE_ABOVE
        : {32'd0, change_q};
    wire negative = |(difference_q & DIFFERENCE_SIGN);

    assign first_is_greater = ~negative & (|difference_q);
    assign second_is_greater = negative;

    always @(posedge clock)
        if (reset) {change_q, difference_q} <= 0;
        else begin
            change_q <= (of_first + of_second + one) & CHANGE_BITS;
            difference_q <= (difference_q + extended) & DIFFERENCE_BITS;
        end
endmodule
