// heddle_kernel_distributor_search, inside heddle_kernel_distributor.
//
// The command, the position and the result.
module heddle_kernel_distributor_search (
    // Rising edge.
    input wire clock,
    // Synchronous reset.
    input wire reset,
    // A command is offered; taken while not searching.
    input wire match_valid,
    // Entry PC to look for.
    input wire [31:0] match_pc,
    // Shape to look for.
    input wire [31:0] match_shape,
    // Demand to look for.
    input wire [31:0] match_demand,
    // Number of groups.
    input wire [5:0] match_count,
    // Entry PC of the entry addressed in the last cycle; garbage if that was never written.
    input wire [31:0] pc,
    // Its shape.
    input wire [31:0] shape,
    // Its demand.
    input wire [31:0] demand,
    // Entries that may be hit: live, and entered.
    input wire [31:0] eligible,
    // An entry retires at this edge, and cannot be hit any more.
    input wire retiring,
    // That entry.
    input wire [4:0] retiring_kdei,
    // A search runs.
    output wire searching,
    // Entry to read in this cycle.
    output wire [5:0] scan_kdei,
    // Groups of the command.
    output wire [15:0] groups,
    // The search has ended.
    output wire done,
    // With a hit.
    output wire done_hit,
    // The entry; zero without a hit.
    output wire [4:0] done_kdei
);

    localparam [5:0] ENTRIES = 6'd32;

    reg running_q, found_q, found_hit_q;
    reg [5:0] scan_q, want_count_q;
    reg [31:0] want_pc_q, want_shape_q, want_demand_q;
    reg [4:0] found_kdei_q;

    wire [5:0] scan_less_one = scan_q - 6'd1;
    wire [4:0] compared = scan_less_one[4:0];
    wire [31:0] compare_select = 32'd1 << compared;
    wire same = running_q & (scan_q != 6'd0) & (pc == want_pc_q) & (shape == want_shape_q)
        & (demand == want_demand_q) & (|(compare_select & eligible));
    // Which entry retires is known late, so it is compared with the one entry that matters.
    wire hit = same & ~(retiring & (retiring_kdei == compared));

    assign searching = running_q;
    assign scan_kdei = scan_q;
    assign groups = {10'd0, want_count_q};
    assign done = found_q;
    assign done_hit = found_hit_q;
    assign done_kdei = found_kdei_q;

    always @(posedge clock)
        if (reset) begin
            {running_q, scan_q, want_pc_q, want_shape_q, want_demand_q, want_count_q, found_q,
                found_hit_q, found_kdei_q} <= 0;
        end else begin
            found_q <= 1'b0;
            found_hit_q <= 1'b0;
            found_kdei_q <= 5'd0;
            if (running_q) begin
                scan_q <= scan_q + 6'd1;
                if (hit | (scan_q == ENTRIES)) begin
                    running_q <= 1'b0;
                    found_q <= 1'b1;
                end
                if (hit) begin
                    found_hit_q <= 1'b1;
                    found_kdei_q <= compared;
                end
            end
            if (match_valid & ~running_q) begin
                running_q <= 1'b1;
                scan_q <= 6'd0;
                want_pc_q <= match_pc;
                want_shape_q <= match_shape;
                want_demand_q <= match_demand;
                want_count_q <= match_count;
            end
        end

    // Bits that nothing reads.
    wire unused_ok = &{1'b0, scan_less_one[5], 1'b0};
endmodule
