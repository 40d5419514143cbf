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
    // The demand of its TB, one cycle after it is taken.
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
    output wire [4:0] kdei,
    // SMX of the reported end.
    output wire [4:0] smx,
    // Slot of the reported end.
    output wire [4:0] slot,
    // An end is offered to the AGT.
    output wire agt_valid,
    // Its group; zero while low.
    output wire [31:0] agt_agei,
    // An end is offered to DATS.
    output wire node_valid,
    // Its node; zero while low.
    output wire [31:0] node_id
);

    localparam [1:0] ENDING_READY = 2'd0, ENDING_REPORT = 2'd1, ENDING_HOLD = 2'd2;

    reg [31:0] word, held_word_q;
    reg for_dats, held_for_agt_q, held_for_dats_q;
    reg [1:0] ending_q;
    reg [4:0] from_smx_q, from_slot_q;

    wire for_agt = report ? ~tbcr_agei[31] : held_for_agt_q;
    wire agt_waits = agt_valid & ~agt_ready;
    wire dats_waits = node_valid & ~node_ready;

    always @(*) begin
        word = held_word_q;
        for_dats = held_for_dats_q;
        if (report) begin
            for_dats = (&tbcr_agei) & tbcr_need[30];
            word = tbcr_agei;
            if (for_dats) word = tbcr_blkid;
        end
    end

    assign ready = ending_q == ENDING_READY;
    assign report = ending_q == ENDING_REPORT;
    assign smx = from_smx_q;
    assign slot = from_slot_q;
    assign kdei = report ? tbcr_kdei : 5'd0;
    assign agt_valid = ~ready & for_agt;
    assign agt_agei = agt_valid ? word : 32'd0;
    assign node_valid = ~ready & for_dats;
    assign node_id = node_valid ? word : 32'd0;

    always @(posedge clock)
        if (reset) begin
            ending_q <= ENDING_READY;
            {from_smx_q, from_slot_q, held_word_q, held_for_agt_q, held_for_dats_q} <= 0;
        end else begin
            held_word_q <= word;
            held_for_agt_q <= for_agt;
            held_for_dats_q <= for_dats;
            if (ready) begin
                from_smx_q <= at_smx;
                from_slot_q <= at_slot;
                if (valid) ending_q <= ENDING_REPORT;
            end else begin
                ending_q <= ENDING_HOLD;
                if (~agt_waits & ~dats_waits) ending_q <= ENDING_READY;
            end
        end

    // Bits that nothing reads.
    wire unused_ok = &{1'b0, tbcr_need[31], tbcr_need[29:0], 1'b0};
endmodule
