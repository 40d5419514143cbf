// heddle_residency: counts which SMXs have room for a TB, and tells the ends of resident TBs.
//
// Preset tiny: smxs: 2, slots: 2, threads: 256, registers: 64, shared: 32.
// Rising edge of clock; reset is synchronous, active high; outputs depend on state only.
//
// Pins of residency. The demand of a TB is threads (12 bits), registers (9) and shared memory (9),
// from the lowest bit up; bits 30 and 31 of a demand word of the Kernel Distributor are left out.
//
// A TBCR (Thread Block Control Register), one per SMX and slot, holds KDEI, group, item, demand and
// `tell` bits of the TB that runs there. The item is the TB's index, or the node of a graph's TB.
//
// 1. `ask` takes effect at its edge. It replaces the demand asked before, also for SMXs that it
//    does not name. After reset nothing is asked.
// 2. `room_smxs[s]` is high if and only if the last `ask` named SMX s, and s has a free slot,
//    and threads, registers and shared memory for one more TB of that demand: counting every
//    grant up to the last edge and every release (rule 7). A demand that exceeds an empty SMX
//    never has room.
// 3. `grant_smxs` has at most one bit, one that `room_smxs` has too, and is zero in a cycle with
//    `ask_valid`. At its edge the TB takes the lowest free slot of that SMX and its resources.
// 4. `start` says the SMX and slot of a grant, one cycle after it. `tb_valid` is high in the same
//    cycles as `start_valid`, always: what it carries goes into the TBCR.
// 5. An `end` names a TB whose start was at least one cycle ago and that has not ended yet. Ends
//    are taken in their order, and up to two that have not been told wait inside.
// 6. `kd_end` tells each end once, one cycle after it is taken if no end before it waits to be
//    told. From that cycle on `told_agt` offers the TB's group if its `tell_agt` was set, and
//    `told_dats` its item if its `tell_dats` was. Each is taken in its own time. The next end is
//    not told, `kd_end` included, before all of these have been taken.
// 7. At the edge of `kd_end` slot and resources are released, also while a receiver has not taken
//    the completion.
module heddle_residency (
    input wire clock,
    input wire reset,

    // TB source
    // A demand is asked (rule 1).
    input wire ask_valid,
    // SMXs it is asked for, one bit per SMX.
    input wire [31:0] ask_smxs,
    // Resources of one TB.
    input wire [29:0] ask_demand,
    // The TB granted in the last cycle comes (rule 4).
    input wire tb_valid,
    // Entry of its kernel in the Kernel Distributor.
    input wire [4:0] tb_kdei,
    // Group of the TB, or none.
    input wire [31:0] tb_group,
    // Index or node of the TB.
    input wire [31:0] tb_item,
    // The AGT is told of its end.
    input wire tb_tell_agt,
    // DATS is told of its end.
    input wire tb_tell_dats,

    // Grant
    // SMX on which a TB is committed, one-hot or zero (rule 3).
    input wire [31:0] grant_smxs,

    // SMXs
    // A TB has ended.
    input wire end_valid,
    // The ended TB is taken.
    output wire end_ready,
    // SMX on which it ran.
    input wire [4:0] end_smx,
    // Slot in which it ran.
    input wire [4:0] end_slot,
    // A TB starts (rule 4).
    output wire start_valid,
    // SMX on which it starts; zero while `start_valid` is low.
    output wire [4:0] start_smx,
    // Slot in which it starts; zero while `start_valid` is low.
    output wire [4:0] start_slot,

    // AGT
    // The end of a group's TB is offered (rule 6).
    output wire told_agt_valid,
    // The AGT takes the group of the ended TB.
    input wire told_agt_ready,
    // The group; zero while `told_agt_valid` is low.
    output wire [31:0] told_agt_agei,

    // DATS
    // The end of a node's TB is offered (rule 6).
    output wire told_dats_valid,
    // DATS takes the node of the ended TB.
    input wire told_dats_ready,
    // The node; zero while `told_dats_valid` is low.
    output wire [31:0] told_dats_item,

    // Placement
    // SMXs with room for one more TB of the demand asked, exactly (rule 2).
    output wire [31:0] room_smxs,

    // Kernel Distributor
    // A TB has ended (rule 6).
    output wire kd_end_valid,
    // Entry of its kernel; zero while `kd_end_valid` is low.
    output wire [4:0] kd_end_kdei,

    // Status
    // TBs that hold a slot.
    output wire [10:0] resident,
    // Nothing to do until an input comes.
    output wire idle
);

    wire [29:0] counts_demand, tbcrs_ended_demand;
    wire counts_start, tbcrs_ended_tell_agt, tbcrs_ended_tell_dats, completions_report;
    wire [4:0] counts_start_smx, counts_start_slot, tbcrs_ended_kdei, completions_read_smx,
        completions_read_slot, completions_smx, completions_slot;
    wire [31:0] tbcrs_ended_group, tbcrs_ended_item;

    heddle_residency_counts u_counts (
        .clock(clock), .reset(reset), .ask(ask_valid), .ask_smxs(ask_smxs), .ask_demand(ask_demand),
        .grant(grant_smxs), .release_valid(completions_report), .release_smx(completions_smx),
        .release_slot(completions_slot), .release_demand(tbcrs_ended_demand),
        .demand(counts_demand), .room(room_smxs), .start(counts_start),
        .start_smx(counts_start_smx), .start_slot(counts_start_slot), .resident(resident)
    );

    heddle_residency_tbcrs u_tbcrs (
        .clock(clock), .write(tb_valid), .smx(counts_start_smx), .slot(counts_start_slot),
        .kdei(tb_kdei), .group(tb_group), .item(tb_item), .demand(counts_demand),
        .tell_agt(tb_tell_agt), .tell_dats(tb_tell_dats), .read_smx(completions_read_smx),
        .read_slot(completions_read_slot), .ended_kdei(tbcrs_ended_kdei),
        .ended_group(tbcrs_ended_group), .ended_item(tbcrs_ended_item),
        .ended_demand(tbcrs_ended_demand), .ended_tell_agt(tbcrs_ended_tell_agt),
        .ended_tell_dats(tbcrs_ended_tell_dats)
    );

    heddle_residency_completions u_completions (
        .clock(clock), .reset(reset), .valid(end_valid), .at_smx(end_smx), .at_slot(end_slot),
        .tbcr_kdei(tbcrs_ended_kdei), .tbcr_group(tbcrs_ended_group), .tbcr_item(tbcrs_ended_item),
        .tbcr_tell_agt(tbcrs_ended_tell_agt), .tbcr_tell_dats(tbcrs_ended_tell_dats),
        .agt_ready(told_agt_ready), .dats_ready(told_dats_ready), .ready(end_ready),
        .read_smx(completions_read_smx), .read_slot(completions_read_slot),
        .report(completions_report), .kdei(kd_end_kdei), .smx(completions_smx),
        .slot(completions_slot), .agt_valid(told_agt_valid), .agt_agei(told_agt_agei),
        .dats_valid(told_dats_valid), .dats_item(told_dats_item)
    );

    // What is left of the SMXs.
    assign start_valid = counts_start;
    assign start_smx = counts_start_smx;
    assign start_slot = counts_start_slot;
    // Ended TBs.
    assign kd_end_valid = completions_report;
    assign idle = ~counts_start & ~completions_report;
endmodule
