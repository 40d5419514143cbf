// heddle_skip_table_coalescers, inside heddle_skip_table.
//
// Chooses one TB and PC among the lanes that ask a bank, by turns, and merges the lanes that ask
// for it.
module heddle_skip_table_coalescers (
    // Rising edge.
    input wire clock,
    // Synchronous reset, active high.
    input wire reset,
    // Lanes that ask this bank.
    input wire [3:0] asks,
    // The bank does something else.
    input wire busy,
    // TB slot of lane 0.
    input wire [4:0] tb0,
    // TB slot of lane 1.
    input wire [4:0] tb1,
    // TB slot of lane 2.
    input wire [4:0] tb2,
    // TB slot of lane 3.
    input wire [4:0] tb3,
    // PC of lane 0.
    input wire [31:0] pc0,
    // PC of lane 1.
    input wire [31:0] pc1,
    // PC of lane 2.
    input wire [31:0] pc2,
    // PC of lane 3.
    input wire [31:0] pc3,
    // Loads, by lane.
    input wire [3:0] loads,
    // Low bits of the registers, by lane.
    input wire [3:0] registers_low,
    // High bits of the registers, by lane.
    input wire [3:0] registers_high,
    // TB slot that is served.
    output wire [4:0] tb,
    // PC that is served.
    output wire [31:0] pc,
    // The instruction there is a load.
    output wire load,
    // Low bit of the register for its result.
    output wire register_low,
    // High bit of the register for its result.
    output wire register_high,
    // Lanes that are served; zero while the bank does something else.
    output wire [3:0] served
);

    reg [3:0] same, behind_q;

    wire [3:0] later = asks & behind_q;
    wire [3:0] candidates = (|later) ? later : asks;
    wire [3:0] below = candidates - 4'd1;
    wire [3:0] first = candidates & ~below;
    wire [3:0] up_to_first = first | (first - 4'd1);

    always @(*) begin
        same = 4'd0;
        if ((tb0 == tb) & (pc0 == pc)) same[0] = 1'b1;
        if ((tb1 == tb) & (pc1 == pc)) same[1] = 1'b1;
        if ((tb2 == tb) & (pc2 == pc)) same[2] = 1'b1;
        if ((tb3 == tb) & (pc3 == pc)) same[3] = 1'b1;
    end

    assign pc = first[3] ? pc3 : first[2] ? pc2 : first[1] ? pc1 : pc0;
    assign tb = first[3] ? tb3 : first[2] ? tb2 : first[1] ? tb1 : tb0;
    assign load = |(first & loads);
    assign register_low = |(first & registers_low);
    assign register_high = |(first & registers_high);
    assign served = (~busy) ? asks & same : 4'd0;

    always @(posedge clock)
        if (reset) behind_q <= 0;
        else begin
            if (~busy & (|asks)) behind_q <= ~up_to_first;
        end
endmodule
