// heddle_xor_monitor_of_own, inside heddle_xor_monitor.
//
// Two counts, which stop together.
module heddle_xor_monitor_of_own (
    // Rising edge.
    input wire clock,
    // Synchronous reset, active high.
    input wire reset,
    // A read counts for the filter.
    input wire counts,
    // It hits; low while `counts` is.
    input wire hit,
    // Hits.
    output wire [31:0] hits,
    // Misses.
    output wire [31:0] misses,
    // The hits grow at this edge.
    output wire more_hits,
    // The misses grow at this edge.
    output wire more_misses,
    // There were more hits than misses before the last edge.
    output wire most,
    // Nothing was counted before the last edge.
    output wire nothing
);

    localparam [31:0] GREATEST = 32'h3fffffff;

    reg [31:0] hit_count_q, miss_count_q;
    reg mostly_q, untouched_q;

    wire full = (hit_count_q == GREATEST) | (miss_count_q == GREATEST);

    assign more_hits = hit & ~full;
    assign more_misses = counts & ~hit & ~full;
    assign nothing = untouched_q;
    assign hits = hit_count_q;
    assign misses = miss_count_q;
    assign most = mostly_q;

    always @(posedge clock)
        if (reset) begin
            untouched_q <= 1'b1;
            {hit_count_q, miss_count_q, mostly_q} <= 0;
        end else begin
            if (hit & ~full) hit_count_q <= (hit_count_q + 32'd1) & GREATEST;
            if (counts & ~hit & ~full) miss_count_q <= (miss_count_q + 32'd1) & GREATEST;
            mostly_q <= (hit_count_q > miss_count_q);
            untouched_q <= ~(|hit_count_q) & ~(|miss_count_q);
        end
endmodule
