// heddle_laperm_recall, inside heddle_laperm.
//
// Goes round the clusters that have groups in memory and a free entry. One whose next record is in
// the line that was read goes on, three times at most.
module heddle_laperm_recall (
    // Rising edge.
    input wire clock,
    // Synchronous reset, active high.
    input wire reset,
    // One bit per cluster that has groups in memory.
    input wire [31:0] away,
    // One bit per cluster that has a free entry.
    input wire [31:0] vacant,
    // The next cluster is taken.
    input wire take,
    // A group that came back is appended.
    input wire placed,
    // The record behind its own is in the same line.
    input wire same_line,
    // There is a next cluster.
    output wire any,
    // The next cluster.
    output wire [15:0] next_cluster,
    // The cluster that was taken last.
    output wire [15:0] cluster
);

    wire [4:0] number_number;
    reg [15:0] taken_q;
    reg [31:0] taken_bit_q;
    reg same_q;
    reg [1:0] went_on_q;

    // The first after the one taken last; before any is taken, the first of all. x & -x leaves the
    // lowest bit.
    wire [31:0] due = away & vacant;
    wire [31:0] up_to_taken = taken_bit_q | (taken_bit_q - 32'd1);
    wire [31:0] above = due & ~up_to_taken;
    wire goes_on = same_q & (|(due & taken_bit_q));
    wire [31:0] chosen = goes_on ? taken_bit_q : (|above) ? above & ((~above) + 32'd1)
        : due & ((~due) + 32'd1);

    heddle_laperm_recall_number u_number (
        .one_hot(chosen), .number(number_number)
    );

    assign any = |due;
    assign next_cluster = {11'd0, number_number};
    assign cluster = taken_q;

    always @(posedge clock)
        if (reset) {taken_q, taken_bit_q, same_q, went_on_q} <= 0;
        else begin
            if (take) begin
                taken_q <= next_cluster;
                taken_bit_q <= chosen;
                same_q <= 1'b0;
                went_on_q <= 2'd0;
                if (goes_on) went_on_q <= went_on_q + 2'd1;
            end
            if (placed) same_q <= same_line & (went_on_q != 2'd3);
        end
endmodule
