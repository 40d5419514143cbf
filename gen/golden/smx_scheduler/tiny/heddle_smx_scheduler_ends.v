// heddle_smx_scheduler_ends, inside heddle_smx_scheduler.
//
// Takes an ended TB, reports it in the next cycle, and waits for the AGT if that must know.
module heddle_smx_scheduler_ends (
    // Rising edge.
    input wire clock,
    // Synchronous reset, active high.
    input wire reset,
    // A TB has ended.
    input wire valid,
    // Where it ran.
    input wire [4:0] at_smx,
    // In which slot.
    input wire [4:0] at_slot,
    // Its kernel's entry, one cycle after it is taken.
    input wire [4:0] tbcr_kdei,
    // Its group, one cycle after it is taken.
    input wire [31:0] tbcr_agei,
    // The AGT takes the end.
    input wire agt_ready,
    // The ended TB is taken; nothing is under way.
    output wire ready,
    // An end is reported, and its resources given back.
    output wire report,
    // Kernel's entry of the reported end; zero while low.
    output reg [4:0] kdei,
    // SMX of the reported end.
    output wire [4:0] smx,
    // Slot of the reported end.
    output wire [4:0] slot,
    // An end is offered to the AGT.
    output wire agt_valid,
    // Its group; zero while low.
    output reg [31:0] agt_agei
);

    localparam [1:0] ENDING_READY = 2'd0;
    localparam [1:0] ENDING_REPORT = 2'd1;
    localparam [1:0] ENDING_HOLD = 2'd2;

    reg [31:0] agei;
    reg [1:0] ending_d;
    reg [1:0] ending_q;
    reg [4:0] from_smx_d;
    reg [4:0] from_smx_q;
    reg [4:0] from_slot_d;
    reg [4:0] from_slot_q;
    wire [31:0] held_agei_d;
    reg [31:0] held_agei_q;

    always @(*) begin
        ending_d = ending_q;
        from_smx_d = from_smx_q;
        from_slot_d = from_slot_q;
        if (ready) begin
            from_smx_d = at_smx;
            from_slot_d = at_slot;
            if (valid) begin
                ending_d = ENDING_REPORT;
            end
        end else begin
            ending_d = ENDING_HOLD;
            if (agt_ready | ~agt_valid) begin
                ending_d = ENDING_READY;
            end
        end
    end

    assign held_agei_d = agei;
    assign ready = ending_q == ENDING_READY;
    assign report = ending_q == ENDING_REPORT;
    assign smx = from_smx_q;
    assign slot = from_slot_q;

    always @(*) begin
        kdei = 5'd0;
        agei = held_agei_q;
        if (report) begin
            kdei = tbcr_kdei;
            agei = tbcr_agei;
        end
    end

    assign agt_valid = ~ready & ~agei[31];

    always @(*) begin
        agt_agei = 32'd0;
        if (agt_valid) begin
            agt_agei = agei;
        end
    end

    always @(posedge clock) begin
        if (reset) begin
            ending_q <= ENDING_READY;
            from_smx_q <= 5'd0;
            from_slot_q <= 5'd0;
            held_agei_q <= 32'd0;
        end else begin
            ending_q <= ending_d;
            from_smx_q <= from_smx_d;
            from_slot_q <= from_slot_d;
            held_agei_q <= held_agei_d;
        end
    end
endmodule
