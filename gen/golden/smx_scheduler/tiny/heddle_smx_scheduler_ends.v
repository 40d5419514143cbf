// heddle_smx_scheduler_ends, inside heddle_smx_scheduler.
//
// Takes an ended TB, reports it in the next cycle, and waits for AGT or DATS if one of them must
// know.
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
    // Its node, one cycle after it is taken.
    input wire [31:0] tbcr_blkid,
    // The need of its TB, one cycle after it is taken.
    input wire [31:0] tbcr_need,
    // The AGT takes the end.
    input wire agt_ready,
    // DATS takes the end.
    input wire node_ready,
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
    output reg [31:0] agt_agei,
    // An end is offered to DATS.
    output wire node_valid,
    // Its node; zero while low.
    output reg [31:0] node_id
);

    localparam [1:0] ENDING_READY = 2'd0;
    localparam [1:0] ENDING_REPORT = 2'd1;
    localparam [1:0] ENDING_HOLD = 2'd2;

    reg [31:0] word;
    reg for_agt;
    reg for_dats;
    wire agt_waits;
    wire dats_waits;
    reg [1:0] ending_d;
    reg [1:0] ending_q;
    reg [4:0] from_smx_d;
    reg [4:0] from_smx_q;
    reg [4:0] from_slot_d;
    reg [4:0] from_slot_q;
    wire [31:0] held_word_d;
    reg [31:0] held_word_q;
    wire held_for_agt_d;
    reg held_for_agt_q;
    wire held_for_dats_d;
    reg held_for_dats_q;

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
            if (~agt_waits & ~dats_waits) begin
                ending_d = ENDING_READY;
            end
        end
    end

    assign held_word_d = word;
    assign held_for_agt_d = for_agt;
    assign held_for_dats_d = for_dats;
    assign ready = ending_q == ENDING_READY;
    assign report = ending_q == ENDING_REPORT;
    assign smx = from_smx_q;
    assign slot = from_slot_q;

    always @(*) begin
        kdei = 5'd0;
        word = held_word_q;
        for_agt = held_for_agt_q;
        for_dats = held_for_dats_q;
        if (report) begin
            kdei = tbcr_kdei;
            for_agt = ~tbcr_agei[31];
            for_dats = (&tbcr_agei) & tbcr_need[30];
            word = tbcr_agei;
            if (for_dats) begin
                word = tbcr_blkid;
            end
        end
    end

    assign agt_valid = ~ready & for_agt;

    always @(*) begin
        agt_agei = 32'd0;
        if (agt_valid) begin
            agt_agei = word;
        end
    end

    assign node_valid = ~ready & for_dats;

    always @(*) begin
        node_id = 32'd0;
        if (node_valid) begin
            node_id = word;
        end
    end

    assign agt_waits = agt_valid & ~agt_ready;
    assign dats_waits = node_valid & ~node_ready;

    always @(posedge clock) begin
        if (reset) begin
            ending_q <= ENDING_READY;
            from_smx_q <= 5'd0;
            from_slot_q <= 5'd0;
            held_word_q <= 32'd0;
            held_for_agt_q <= 1'b0;
            held_for_dats_q <= 1'b0;
        end else begin
            ending_q <= ending_d;
            from_smx_q <= from_smx_d;
            from_slot_q <= from_slot_d;
            held_word_q <= held_word_d;
            held_for_agt_q <= held_for_agt_d;
            held_for_dats_q <= held_for_dats_d;
        end
    end

    // Bits that nothing reads.
    wire unused_ok;
    assign unused_ok = &{
        1'b0,
        tbcr_need[31],
        tbcr_need[29:0],
        1'b0
    };
endmodule
