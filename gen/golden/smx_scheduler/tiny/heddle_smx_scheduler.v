// heddle_smx_scheduler: distributes TBs of kernels and aggregated groups to the SMXs.
//
// Preset tiny: smxs: 2, slots: 2, threads: 256, registers: 64, shared: 32.
// Rising edge of clock; reset is synchronous, active high; outputs depend on state only.
//
// Pins of the SMX scheduler (TB distributor). Encodings as in `kernel_distributor::pins`.
//
// SSCR holds KDEI, AGEI and NextBL of what is being distributed; TBCR (one per SMX and TB slot)
// holds KDEI, AGEI, BLKID and demand of what runs there.
//
// 1. The scheduler takes the kernel at `head_*`. First time: its native TBs, then `native_done`,
//    then its groups from NAGEI on; later times its groups directly.
// 2. TBs go out in order of their index, x fastest, at most one a cycle, to the next SMX after
//    the last one chosen that has a free TB slot, threads, registers and shared memory for it,
//    into its lowest free slot. `tb_valid` is high for one cycle a TB; the SMX always accepts.
// 3. A group is read from the AGT by `take`. When its last TB is out, the scheduler advances the
//    kernel to the group's Next: none if the group is LAGEI, else the Next field, which it
//    reads again until it is written. Only after the advance is seen to be honoured is the group
//    `done` (spilled groups are not). With no next group it sends `unmark`, and goes back to
//    `head_*`.
// 4. An ended TB is a stream, one every two cycles at most: its slot and resources are free one
//    cycle after it is taken; `kd_end` is high for one cycle, `agt_end` is a stream (not for native
//    or
//    spilled TBs), and so is `node_end` (only for TBs of nodes). The next end is taken when this
//    one
//    has been: AGT and DATS take one whatever becomes of other TBs.
// 5. A TB whose need exceeds an empty SMX never starts; the host refuses such kernels.
// 6. Grid dimensions are at least 1.
// 7. A kernel whose need has the `GRAPH` bit is a graph kernel. First time, `graph` offers once the
//    address of its header, `HEADER_BYTES` below its parameters. Then each native TB is a node
//    taken from `node`, in the order of that stream: its index is the node's, its BLKID the
//    node's ID, and where it starts is said by rule 2. `node_ready` is high while an SMX has room.
//    The TB of the node with `node_last` is the last native TB. When a node's TB has ended,
//    `node_end`
//    tells its ID. Groups chained to the kernel are as those of any other.
// 8. A graph kernel is the head until its last node is taken, so its TBs must not wait for work
//    that they launch: that would wait for the head in turn.
module heddle_smx_scheduler (
    input wire clock,
    input wire reset,

    // Kernel Distributor
    // A marked kernel is at the head.
    input wire head_valid,
    // Its entry.
    input wire [4:0] head_kdei,
    // Its native TBs have not been distributed.
    input wire head_first,
    // Entry PC.
    input wire [31:0] head_pc,
    // Grid x in TBs.
    input wire [31:0] head_grid_x,
    // Grid y (low half) and z.
    input wire [31:0] head_grid_yz,
    // TB shape.
    input wire [31:0] head_shape,
    // Resources of one TB.
    input wire [31:0] head_need,
    // Parameter address.
    input wire [31:0] head_param,
    // The next group to distribute, or none.
    input wire [31:0] head_nagei,
    // The last group linked.
    input wire [31:0] head_lagei,

    // AGT
    // The group to read is taken.
    input wire take_ready,
    // A group has been read.
    input wire group_valid,
    // AggDim x.
    input wire [31:0] group_grid_x,
    // AggDim y (low half) and z.
    input wire [31:0] group_grid_yz,
    // Parameter address.
    input wire [31:0] group_param,
    // The group after it, or none.
    input wire [31:0] group_next,
    // The distributed group is taken.
    input wire done_ready,
    // The ended TB is taken.
    input wire agt_end_ready,

    // DATS
    // The graph is taken.
    input wire graph_ready,
    // A node is offered (rule 7).
    input wire node_valid,
    // The node.
    input wire [31:0] node_id,
    // Its TB index x.
    input wire [31:0] node_block_x,
    // Its TB index y (low half) and z.
    input wire [31:0] node_block_yz,
    // It is the graph's last with a TB.
    input wire node_last,
    // The node whose TB has ended is taken.
    input wire node_end_ready,

    // SMXs
    // A TB has ended.
    input wire end_valid,
    // Where it ran.
    input wire [4:0] end_smx,
    // In which slot.
    input wire [4:0] end_slot,

    // Kernel Distributor
    // All native TBs of the head are out.
    output reg native_done,
    // Advance the head's NAGEI.
    output reg advance_valid,
    // To this group, or none; zero while `advance_valid` is low.
    output reg [31:0] advance_next,
    // The head has nothing left.
    output reg unmark,
    // A TB has ended.
    output wire kd_end_valid,
    // Its kernel's entry; zero while low.
    output wire [4:0] kd_end_kdei,

    // AGT
    // A group to read is offered.
    output reg take_valid,
    // The group; zero while low.
    output reg [31:0] take_agei,
    // A fully distributed group is offered.
    output reg done_valid,
    // The group; zero while low.
    output reg [31:0] done_agei,
    // How many TBs it had; zero while low.
    output reg [29:0] done_count,
    // An ended TB is offered.
    output wire agt_end_valid,
    // Its group; zero while low.
    output wire [31:0] agt_end_agei,

    // DATS
    // A graph is offered (rule 7).
    output reg graph_valid,
    // Address of its header; zero while low.
    output reg [31:0] graph_header,
    // The node is taken.
    output reg node_ready,
    // A node whose TB has ended is offered.
    output wire node_end_valid,
    // The node; zero while low.
    output wire [31:0] node_end_id,

    // SMXs
    // A TB starts; all `tb_*` fields are zero while low. Also the KD's `start`.
    output wire tb_valid,
    // On this SMX.
    output wire [4:0] tb_smx,
    // In this slot.
    output wire [4:0] tb_slot,
    // Its kernel's entry.
    output wire [4:0] tb_kdei,
    // Its group, or none for a native TB.
    output wire [31:0] tb_agei,
    // Entry PC.
    output wire [31:0] tb_pc,
    // Parameter address.
    output wire [31:0] tb_param,
    // TB shape.
    output wire [31:0] tb_shape,
    // Grid or AggDim x.
    output wire [31:0] tb_grid_x,
    // Grid or AggDim y (low half) and z.
    output wire [31:0] tb_grid_yz,
    // TB index x (BLKID).
    output wire [31:0] tb_block_x,
    // TB index y (low half) and z.
    output wire [31:0] tb_block_yz,
    // The ended TB is taken.
    output wire end_ready,

    // Status
    // Nothing to do until an input comes.
    output wire idle
);

    localparam [3:0] STATE_IDLE = 4'd0, STATE_DISTRIBUTE = 4'd1, STATE_GRAPH = 4'd2,
        STATE_NODES = 4'd3, STATE_NATIVE_DONE = 4'd4, STATE_CHAIN = 4'd5, STATE_TAKE = 4'd6,
        STATE_WAIT = 4'd7, STATE_AFTER = 4'd8, STATE_ADVANCE = 4'd9, STATE_SETTLE = 4'd10,
        STATE_DONE = 4'd11, STATE_UNMARK = 4'd12;

    reg grid_changed, waits, fresh_q, start_q;
    reg [3:0] state_q;
    reg [4:0] sscr_kdei_q, start_smx_q, start_slot_q;
    reg [31:0] sscr_agei_q, work_pc_q, work_param_q, work_shape_q, work_need_q, work_grid_x_q,
        work_grid_yz_q, follower_q, start_x_q, start_yz_q, start_blkid_q;
    wire [31:0] walk_next_bl, walk_x, walk_yz, tbcrs_ended_agei, tbcrs_ended_blkid,
        tbcrs_ended_need;
    wire walk_last, ends_ready, ends_report, smxs_any;
    wire [4:0] tbcrs_ended_kdei, ends_smx, ends_slot, smxs_smx, smxs_slot;

    wire issue = (state_q == STATE_DISTRIBUTE) & smxs_any;
    wire issue_node = (state_q == STATE_NODES) & node_valid & smxs_any;
    wire [31:0] header = work_param_q - 32'h20;

    heddle_smx_scheduler_walk u_walk (
        .clock(clock), .reset(reset), .grid_x(work_grid_x_q), .grid_yz(work_grid_yz_q),
        .restart(grid_changed), .advance(issue), .next_bl(walk_next_bl), .x(walk_x), .yz(walk_yz),
        .last(walk_last)
    );

    heddle_smx_scheduler_tbcrs u_tbcrs (
        .clock(clock), .write(start_q), .smx(start_smx_q), .slot(start_slot_q), .kdei(sscr_kdei_q),
        .agei(sscr_agei_q), .blkid(start_blkid_q), .need(work_need_q), .read_smx(end_smx),
        .read_slot(end_slot), .ended_kdei(tbcrs_ended_kdei), .ended_agei(tbcrs_ended_agei),
        .ended_blkid(tbcrs_ended_blkid), .ended_need(tbcrs_ended_need)
    );

    heddle_smx_scheduler_ends u_ends (
        .clock(clock), .reset(reset), .valid(end_valid), .at_smx(end_smx), .at_slot(end_slot),
        .tbcr_kdei(tbcrs_ended_kdei), .tbcr_agei(tbcrs_ended_agei), .tbcr_blkid(tbcrs_ended_blkid),
        .tbcr_need(tbcrs_ended_need), .agt_ready(agt_end_ready), .node_ready(node_end_ready),
        .ready(ends_ready), .report(ends_report), .kdei(kd_end_kdei), .smx(ends_smx),
        .slot(ends_slot), .agt_valid(agt_end_valid), .agt_agei(agt_end_agei),
        .node_valid(node_end_valid), .node_id(node_end_id)
    );

    heddle_smx_scheduler_smxs u_smxs (
        .clock(clock), .reset(reset), .need(work_need_q), .place(issue | issue_node),
        .give(ends_report), .give_smx(ends_smx), .give_slot(ends_slot),
        .give_need(tbcrs_ended_need), .any(smxs_any), .smx(smxs_smx), .slot(smxs_slot)
    );

    always @(*) begin
        graph_valid = 1'b0;
        graph_header = 32'd0;
        node_ready = 1'b0;
        native_done = 1'b0;
        advance_valid = 1'b0;
        advance_next = 32'd0;
        unmark = 1'b0;
        take_valid = 1'b0;
        take_agei = 32'd0;
        done_valid = 1'b0;
        done_agei = 32'd0;
        done_count = 30'd0;
        waits = 1'b0;
        grid_changed = 1'b0;
        case (state_q)
            STATE_IDLE: begin
                waits = 1'b1;
                if (head_valid) grid_changed = 1'b1;
            end
            STATE_GRAPH: begin
                graph_valid = 1'b1;
                graph_header = header;
            end
            STATE_NODES: begin
                waits = 1'b1;
                node_ready = smxs_any;
            end
            STATE_DISTRIBUTE: waits = ~smxs_any;
            STATE_NATIVE_DONE: native_done = 1'b1;
            STATE_TAKE: begin
                take_valid = 1'b1;
                take_agei = sscr_agei_q;
            end
            STATE_WAIT: begin
                waits = 1'b1;
                if (group_valid & fresh_q) grid_changed = 1'b1;
            end
            STATE_ADVANCE: begin
                advance_valid = 1'b1;
                advance_next = follower_q;
            end
            STATE_DONE: begin
                done_valid = 1'b1;
                done_agei = sscr_agei_q;
                done_count = walk_next_bl[29:0];
            end
            STATE_UNMARK: unmark = 1'b1;
            default: ;
        endcase
    end

    assign tb_valid = start_q;
    assign tb_agei = start_q ? sscr_agei_q : 32'd0;
    assign tb_block_x = start_q ? start_x_q : 32'd0;
    assign tb_block_yz = start_q ? start_yz_q : 32'd0;
    assign tb_grid_x = start_q ? work_grid_x_q : 32'd0;
    assign tb_grid_yz = start_q ? work_grid_yz_q : 32'd0;
    assign tb_kdei = start_q ? sscr_kdei_q : 5'd0;
    assign tb_param = start_q ? work_param_q : 32'd0;
    assign tb_pc = start_q ? work_pc_q : 32'd0;
    assign tb_shape = start_q ? work_shape_q : 32'd0;
    assign tb_slot = start_q ? start_slot_q : 5'd0;
    assign tb_smx = start_q ? start_smx_q : 5'd0;
    assign end_ready = ends_ready;
    assign kd_end_valid = ends_report;
    assign idle = waits & ~start_q & ends_ready;

    always @(posedge clock)
        if (reset) begin
            state_q <= STATE_IDLE;
            {sscr_kdei_q, sscr_agei_q, work_pc_q, work_param_q, work_shape_q, work_need_q,
                work_grid_x_q, work_grid_yz_q, fresh_q, follower_q, start_q, start_smx_q,
                start_slot_q, start_x_q, start_yz_q, start_blkid_q} <= 0;
        end else begin
            start_q <= issue | issue_node;
            start_smx_q <= smxs_smx;
            start_slot_q <= smxs_slot;
            start_x_q <= walk_x;
            start_yz_q <= walk_yz;
            start_blkid_q <= walk_next_bl;
            if (issue_node) begin
                start_x_q <= node_block_x;
                start_yz_q <= node_block_yz;
                start_blkid_q <= node_id;
            end
            case (state_q)
                STATE_IDLE: if (head_valid) begin
                    sscr_kdei_q <= head_kdei;
                    sscr_agei_q <= 32'hffffffff;
                    work_pc_q <= head_pc;
                    work_param_q <= head_param;
                    work_shape_q <= head_shape;
                    work_need_q <= head_need;
                    work_grid_x_q <= head_grid_x;
                    work_grid_yz_q <= head_grid_yz;
                    state_q <= STATE_CHAIN;
                    if (head_first) begin
                        state_q <= STATE_DISTRIBUTE;
                        if (head_need[30]) state_q <= STATE_GRAPH;
                    end
                end
                STATE_GRAPH: if (graph_ready) state_q <= STATE_NODES;
                STATE_NODES: if (issue_node & node_last) state_q <= STATE_NATIVE_DONE;
                STATE_DISTRIBUTE: if (issue & walk_last) begin
                    state_q <= STATE_AFTER;
                    if (&sscr_agei_q) state_q <= STATE_NATIVE_DONE;
                end
                STATE_NATIVE_DONE: state_q <= STATE_CHAIN;
                STATE_CHAIN: begin
                    state_q <= STATE_UNMARK;
                    if (~(&head_nagei)) begin
                        sscr_agei_q <= head_nagei;
                        follower_q <= 32'hffffffff;
                        fresh_q <= 1'b1;
                        state_q <= STATE_TAKE;
                    end
                end
                STATE_TAKE: if (take_ready) state_q <= STATE_WAIT;
                STATE_WAIT: if (group_valid) begin
                    follower_q <= group_next;
                    state_q <= STATE_AFTER;
                    if (fresh_q) begin
                        fresh_q <= 1'b0;
                        work_param_q <= group_param;
                        work_grid_x_q <= group_grid_x;
                        work_grid_yz_q <= group_grid_yz;
                        state_q <= STATE_DISTRIBUTE;
                    end
                end
                STATE_AFTER: begin
                    state_q <= STATE_ADVANCE;
                    if ((&follower_q) & (head_lagei != sscr_agei_q)) state_q <= STATE_TAKE;
                end
                STATE_ADVANCE: state_q <= STATE_SETTLE;
                STATE_SETTLE: begin
                    state_q <= STATE_DONE;
                    if (sscr_agei_q[31]) state_q <= STATE_CHAIN;
                    if (head_nagei == sscr_agei_q) state_q <= STATE_AFTER;
                end
                STATE_DONE: if (done_ready) state_q <= STATE_CHAIN;
                STATE_UNMARK: state_q <= STATE_IDLE;
                default: ;
            endcase
        end
endmodule
