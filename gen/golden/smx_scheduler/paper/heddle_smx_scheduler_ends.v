// heddle_smx_scheduler_ends: ends of heddle_smx_scheduler.
module heddle_smx_scheduler_ends (
    input wire clock,
    input wire reset,
    input wire valid,
    input wire [4:0] at_smx,
    input wire [4:0] at_slot,
    input wire [4:0] tbcr_kdei,
    input wire [31:0] tbcr_agei,
    input wire agt_ready,
    output wire ready,
    output wire report,
    output reg [4:0] kdei,
    output wire [4:0] smx,
    output wire [4:0] slot,
    output wire agt_valid,
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
