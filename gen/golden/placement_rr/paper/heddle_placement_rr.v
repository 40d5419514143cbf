// heddle_placement_rr: gives the SMXs with room their turns, round robin.
//
// Preset paper: smxs: 13, consecutive: 1.
// Rising edge of clock; reset is synchronous, active high; outputs depend on state only.
//
// Pins of placement by round robin.
//
// 1. `turn_smxs` is one-hot or zero, and follows `room_smxs`, `mask_smxs` and `grant_smxs` one
//    cycle later. An SMX is a *candidate* in a cycle in which it has room and is not masked.
// 2. The turn stays with its SMX while that is a candidate, until it is granted.
// 3. When it has been granted `consecutive` times, or is not a candidate any more, the turn goes to
//    the first candidate after it, the SMXs in circular order; it comes last itself. Without a
//    candidate no SMX has the turn, and the next one is sought after the SMX that had it last.
//    After reset SMX 0 comes first.
// 4. So each SMX that stays a candidate has its turn within N turns, N being the number of SMXs.
// 5. `grant_smxs` is zero or the SMX of `turn_smxs`.
// 6. A turn is a hint: it may name an SMX that has no room any more, which then is not granted.
// 7. `mask_smxs` may change in any cycle. If nothing drives it, it is tied to ones.
module heddle_placement_rr (
    input wire clock,
    input wire reset,

    // Residency
    // SMXs with room for one more TB.
    input wire [31:0] room_smxs,

    // Grant
    // SMX on which a TB is committed, one-hot or zero (rule 5).
    input wire [31:0] grant_smxs,
    // SMX that is next, one-hot or zero (rules 2 and 3).
    output wire [31:0] turn_smxs,

    // Mask
    // SMXs that may be used (rule 7).
    input wire [31:0] mask_smxs,

    // Status
    // Nothing to do until an input comes or changes: always.
    output wire idle
);

    localparam [31:0] ALL_SMXS = 32'h1fff;
    localparam [4:0] LAST_OF_ROW = 5'd0, ROW_BITS = 5'd0;

    reg [31:0] last_q;
    reg in_turn_q;
    reg [4:0] row_q;

    wire [31:0] candidates = room_smxs & mask_smxs & ALL_SMXS;
    // The first after the last in turn, else the first of all; x & -x leaves the lowest bit.
    wire [31:0] up_to_last = last_q | (last_q - 32'd1);
    wire granted = |grant_smxs;
    wire [31:0] above = candidates & ~up_to_last;
    wire [31:0] lowest = candidates & ((~candidates) + 32'd1);
    wire ends_row = granted & (row_q == LAST_OF_ROW);
    wire [31:0] lowest_above = above & ((~above) + 32'd1);
    wire stays = in_turn_q & (|(candidates & last_q)) & ~ends_row;
    wire [31:0] chosen = (|above) ? lowest_above : lowest;

    assign turn_smxs = in_turn_q ? last_q : 32'd0;
    assign idle = 1'b1;

    always @(posedge clock)
        if (reset) begin
            last_q <= 32'h1000;
            {in_turn_q, row_q} <= 0;
        end else begin
            if (granted) row_q <= (row_q + 5'd1) & ROW_BITS;
            if (~stays) begin
                row_q <= 5'd0;
                in_turn_q <= |candidates;
                if (|candidates) last_q <= chosen;
            end
        end
endmodule
