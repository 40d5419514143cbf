// heddle_residency_completions, inside heddle_residency.
//
// Two places for ended TBs: one whose TBCR has been read, and one that AGT or DATS has not taken.
module heddle_residency_completions (
    // Rising edge.
    input wire clock,
    // Synchronous reset, active high.
    input wire reset,
    // A TB has ended.
    input wire valid,
    // SMX on which it ran.
    input wire [4:0] at_smx,
    // Slot in which it ran.
    input wire [4:0] at_slot,
    // Kernel's entry in the TBCR addressed in the last cycle.
    input wire [4:0] tbcr_kdei,
    // Group in the TBCR addressed in the last cycle.
    input wire [31:0] tbcr_group,
    // Index or node in the TBCR addressed in the last cycle.
    input wire [31:0] tbcr_item,
    // The AGT is told of the end of the TB in the TBCR addressed in the last cycle.
    input wire tbcr_tell_agt,
    // DATS is told of the end of the TB in the TBCR addressed in the last cycle.
    input wire tbcr_tell_dats,
    // The ended TB is taken.
    output wire ready,
    // SMX of the TBCR to read.
    output wire [4:0] read_smx,
    // Slot of the TBCR to read.
    output wire [4:0] read_slot,
    // An end is told to the Kernel Distributor, and its resources are released.
    output wire report,
    // Kernel's entry of that end; zero while `report` is low.
    output wire [4:0] kdei,
    // SMX of that end.
    output wire [4:0] smx,
    // Slot of that end.
    output wire [4:0] slot,
    // An end is offered to the AGT.
    output wire agt_valid,
    // The AGT takes what it is told.
    input wire agt_ready,
    // Group of the end offered to the AGT; zero while `agt_valid` is low.
    output wire [31:0] agt_agei,
    // An end is offered to DATS.
    output wire dats_valid,
    // DATS takes what it is told.
    input wire dats_ready,
    // Node of the end offered to DATS; zero while `dats_valid` is low.
    output wire [31:0] dats_item
);

    reg full_q, held_for_agt_q, held_for_dats_q;
    reg [4:0] from_smx_q, from_slot_q;
    reg [31:0] held_group_q, held_item_q;

    wire held = held_for_agt_q | held_for_dats_q;
    wire [31:0] group = report ? tbcr_group : held_group_q;
    wire [31:0] item = report ? tbcr_item : held_item_q;

    assign ready = ~full_q | ~held;
    assign read_slot = ready ? at_slot : from_slot_q;
    assign read_smx = ready ? at_smx : from_smx_q;
    assign report = full_q & ~held;
    assign smx = from_smx_q;
    assign slot = from_slot_q;
    assign agt_valid = report ? tbcr_tell_agt : held_for_agt_q;
    assign dats_valid = report ? tbcr_tell_dats : held_for_dats_q;
    assign kdei = report ? tbcr_kdei : 5'd0;
    assign agt_agei = agt_valid ? group : 32'd0;
    assign dats_item = dats_valid ? item : 32'd0;

    always @(posedge clock)
        if (reset) begin
            {full_q, from_smx_q, from_slot_q, held_for_agt_q, held_for_dats_q, held_group_q,
                held_item_q} <= 0;
        end else begin
            if (ready) full_q <= valid;
            from_smx_q <= read_smx;
            from_slot_q <= read_slot;
            held_group_q <= group;
            held_item_q <= item;
            held_for_agt_q <= agt_valid & ~agt_ready;
            held_for_dats_q <= dats_valid & ~dats_ready;
        end
endmodule
