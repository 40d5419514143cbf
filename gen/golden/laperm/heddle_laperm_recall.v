// heddle_laperm_recall, inside heddle_laperm.
//
// Goes round the clusters that have groups in memory and a free entry.
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

    // The first after the one taken last; before any is taken, the first of all. x & -x leaves the
    // lowest bit.
    wire [31:0] due = away & vacant;
    wire [31:0] up_to_taken = taken_bit_q | (taken_bit_q - 32'd1);
    wire [31:0] above = due & ~up_to_taken;
    wire [31:0] chosen = (|above) ? above & ((~above) + 32'd1) : due & ((~due) + 32'd1);

    heddle_laperm_recall_number u_number (
        .one_hot(chosen), .number(number_number)
    );

    assign any = |due;
    assign next_cluster = {11'd0, number_number};
    assign cluster = taken_q;

    always @(posedge clock)
        if (reset) {taken_q, taken_bit_q} <= 0;
        else begin
            if (take) begin
                taken_q <= next_cluster;
                taken_bit_q <= chosen;
            end
        end
endmodule
