// heddle_smx_scheduler: distributes TBs of kernels and aggregated groups to the SMXs.
//
// Preset paper: smxs: 13, slots: 16, threads: 2048, registers: 256, shared: 192.
// Rising edge of clock; reset is synchronous, active high; outputs depend on state only.
//
// Pins of the SMX scheduler (TB distributor). Encodings as in `kernel_distributor::pins`.
//
// SSCR holds KDEI, AGEI and NextBL of what is being distributed; TBCR (one per SMX and TB slot)
// holds KDEI, AGEI, BLKID and need of what runs there.
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
    output reg [4:0] tb_smx,
    // In this slot.
    output reg [4:0] tb_slot,
    // Its kernel's entry.
    output reg [4:0] tb_kdei,
    // Its group, or none for a native TB.
    output reg [31:0] tb_agei,
    // Entry PC.
    output reg [31:0] tb_pc,
    // Parameter address.
    output reg [31:0] tb_param,
    // TB shape.
    output reg [31:0] tb_shape,
    // Grid or AggDim x.
    output reg [31:0] tb_grid_x,
    // Grid or AggDim y (low half) and z.
    output reg [31:0] tb_grid_yz,
    // TB index x (BLKID).
    output reg [31:0] tb_block_x,
    // TB index y (low half) and z.
    output reg [31:0] tb_block_yz,
    // The ended TB is taken.
    output wire end_ready,

    // Status
    // Nothing to do until an input comes.
    output wire idle
);

    localparam [3:0] STATE_IDLE = 4'd0;
    localparam [3:0] STATE_DISTRIBUTE = 4'd1;
    localparam [3:0] STATE_GRAPH = 4'd2;
    localparam [3:0] STATE_NODES = 4'd3;
    localparam [3:0] STATE_NATIVE_DONE = 4'd4;
    localparam [3:0] STATE_CHAIN = 4'd5;
    localparam [3:0] STATE_TAKE = 4'd6;
    localparam [3:0] STATE_WAIT = 4'd7;
    localparam [3:0] STATE_AFTER = 4'd8;
    localparam [3:0] STATE_ADVANCE = 4'd9;
    localparam [3:0] STATE_SETTLE = 4'd10;
    localparam [3:0] STATE_DONE = 4'd11;
    localparam [3:0] STATE_UNMARK = 4'd12;

    wire issue;
    wire issue_node;
    wire [31:0] header;
    reg grid_changed;
    reg waits;
    reg [3:0] state_d;
    reg [3:0] state_q;
    reg [4:0] sscr_kdei_d;
    reg [4:0] sscr_kdei_q;
    reg [31:0] sscr_agei_d;
    reg [31:0] sscr_agei_q;
    reg [31:0] work_pc_d;
    reg [31:0] work_pc_q;
    reg [31:0] work_param_d;
    reg [31:0] work_param_q;
    reg [31:0] work_shape_d;
    reg [31:0] work_shape_q;
    reg [31:0] work_need_d;
    reg [31:0] work_need_q;
    reg [31:0] work_grid_x_d;
    reg [31:0] work_grid_x_q;
    reg [31:0] work_grid_yz_d;
    reg [31:0] work_grid_yz_q;
    reg fresh_d;
    reg fresh_q;
    reg [31:0] follower_d;
    reg [31:0] follower_q;
    wire start_d;
    reg start_q;
    wire [4:0] start_smx_d;
    reg [4:0] start_smx_q;
    wire [4:0] start_slot_d;
    reg [4:0] start_slot_q;
    reg [31:0] start_x_d;
    reg [31:0] start_x_q;
    reg [31:0] start_yz_d;
    reg [31:0] start_yz_q;
    reg [31:0] start_blkid_d;
    reg [31:0] start_blkid_q;
    wire [31:0] walk_grid_x;
    wire [31:0] walk_grid_yz;
    wire walk_restart;
    wire walk_advance;
    wire [31:0] walk_next_bl;
    wire [31:0] walk_x;
    wire [31:0] walk_yz;
    wire walk_last;
    wire tbcrs_write;
    wire [4:0] tbcrs_smx;
    wire [4:0] tbcrs_slot;
    wire [4:0] tbcrs_kdei;
    wire [31:0] tbcrs_agei;
    wire [31:0] tbcrs_blkid;
    wire [31:0] tbcrs_need;
    wire [4:0] tbcrs_read_smx;
    wire [4:0] tbcrs_read_slot;
    wire [4:0] tbcrs_ended_kdei;
    wire [31:0] tbcrs_ended_agei;
    wire [31:0] tbcrs_ended_blkid;
    wire [31:0] tbcrs_ended_need;
    wire ends_valid;
    wire [4:0] ends_at_smx;
    wire [4:0] ends_at_slot;
    wire [4:0] ends_tbcr_kdei;
    wire [31:0] ends_tbcr_agei;
    wire [31:0] ends_tbcr_blkid;
    wire [31:0] ends_tbcr_need;
    wire ends_agt_ready;
    wire ends_node_ready;
    wire ends_ready;
    wire ends_report;
    wire [4:0] ends_kdei;
    wire [4:0] ends_smx;
    wire [4:0] ends_slot;
    wire ends_agt_valid;
    wire [31:0] ends_agt_agei;
    wire ends_node_valid;
    wire [31:0] ends_node_id;
    wire [31:0] smxs_need;
    wire smxs_place;
    wire smxs_give;
    wire [4:0] smxs_give_smx;
    wire [4:0] smxs_give_slot;
    wire [31:0] smxs_give_need;
    wire smxs_any;
    wire [4:0] smxs_smx;
    wire [4:0] smxs_slot;

    heddle_smx_scheduler_walk u_walk (
        .clock(clock),
        .reset(reset),
        .grid_x(walk_grid_x),
        .grid_yz(walk_grid_yz),
        .restart(walk_restart),
        .advance(walk_advance),
        .next_bl(walk_next_bl),
        .x(walk_x),
        .yz(walk_yz),
        .last(walk_last)
    );

    heddle_smx_scheduler_tbcrs u_tbcrs (
        .clock(clock),
        .write(tbcrs_write),
        .smx(tbcrs_smx),
        .slot(tbcrs_slot),
        .kdei(tbcrs_kdei),
        .agei(tbcrs_agei),
        .blkid(tbcrs_blkid),
        .need(tbcrs_need),
        .read_smx(tbcrs_read_smx),
        .read_slot(tbcrs_read_slot),
        .ended_kdei(tbcrs_ended_kdei),
        .ended_agei(tbcrs_ended_agei),
        .ended_blkid(tbcrs_ended_blkid),
        .ended_need(tbcrs_ended_need)
    );

    heddle_smx_scheduler_ends u_ends (
        .clock(clock),
        .reset(reset),
        .valid(ends_valid),
        .at_smx(ends_at_smx),
        .at_slot(ends_at_slot),
        .tbcr_kdei(ends_tbcr_kdei),
        .tbcr_agei(ends_tbcr_agei),
        .tbcr_blkid(ends_tbcr_blkid),
        .tbcr_need(ends_tbcr_need),
        .agt_ready(ends_agt_ready),
        .node_ready(ends_node_ready),
        .ready(ends_ready),
        .report(ends_report),
        .kdei(ends_kdei),
        .smx(ends_smx),
        .slot(ends_slot),
        .agt_valid(ends_agt_valid),
        .agt_agei(ends_agt_agei),
        .node_valid(ends_node_valid),
        .node_id(ends_node_id)
    );

    heddle_smx_scheduler_smxs u_smxs (
        .clock(clock),
        .reset(reset),
        .need(smxs_need),
        .place(smxs_place),
        .give(smxs_give),
        .give_smx(smxs_give_smx),
        .give_slot(smxs_give_slot),
        .give_need(smxs_give_need),
        .any(smxs_any),
        .smx(smxs_smx),
        .slot(smxs_slot)
    );

    always @(*) begin
        state_d = state_q;
        sscr_kdei_d = sscr_kdei_q;
        sscr_agei_d = sscr_agei_q;
        work_pc_d = work_pc_q;
        work_param_d = work_param_q;
        work_shape_d = work_shape_q;
        work_need_d = work_need_q;
        work_grid_x_d = work_grid_x_q;
        work_grid_yz_d = work_grid_yz_q;
        fresh_d = fresh_q;
        follower_d = follower_q;
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
                if (head_valid) begin
                    sscr_kdei_d = head_kdei;
                    sscr_agei_d = 32'hffffffff;
                    work_pc_d = head_pc;
                    work_param_d = head_param;
                    work_shape_d = head_shape;
                    work_need_d = head_need;
                    work_grid_x_d = head_grid_x;
                    work_grid_yz_d = head_grid_yz;
                    grid_changed = 1'b1;
                    state_d = STATE_CHAIN;
                    if (head_first) begin
                        state_d = STATE_DISTRIBUTE;
                        if (head_need[30]) begin
                            state_d = STATE_GRAPH;
                        end
                    end
                end
            end
            STATE_GRAPH: begin
                graph_valid = 1'b1;
                graph_header = header;
                if (graph_ready) begin
                    state_d = STATE_NODES;
                end
            end
            STATE_NODES: begin
                waits = 1'b1;
                node_ready = smxs_any;
                if (issue_node & node_last) begin
                    state_d = STATE_NATIVE_DONE;
                end
            end
            STATE_DISTRIBUTE: begin
                waits = ~smxs_any;
                if (issue & walk_last) begin
                    state_d = STATE_AFTER;
                    if (&sscr_agei_q) begin
                        state_d = STATE_NATIVE_DONE;
                    end
                end
            end
            STATE_NATIVE_DONE: begin
                native_done = 1'b1;
                state_d = STATE_CHAIN;
            end
            STATE_CHAIN: begin
                state_d = STATE_UNMARK;
                if (~(&head_nagei)) begin
                    sscr_agei_d = head_nagei;
                    follower_d = 32'hffffffff;
                    fresh_d = 1'b1;
                    state_d = STATE_TAKE;
                end
            end
            STATE_TAKE: begin
                take_valid = 1'b1;
                take_agei = sscr_agei_q;
                if (take_ready) begin
                    state_d = STATE_WAIT;
                end
            end
            STATE_WAIT: begin
                waits = 1'b1;
                if (group_valid) begin
                    follower_d = group_next;
                    state_d = STATE_AFTER;
                    if (fresh_q) begin
                        fresh_d = 1'b0;
                        work_param_d = group_param;
                        work_grid_x_d = group_grid_x;
                        work_grid_yz_d = group_grid_yz;
                        grid_changed = 1'b1;
                        state_d = STATE_DISTRIBUTE;
                    end
                end
            end
            STATE_AFTER: begin
                state_d = STATE_ADVANCE;
                if ((&follower_q) & (head_lagei != sscr_agei_q)) begin
                    state_d = STATE_TAKE;
                end
            end
            STATE_ADVANCE: begin
                advance_valid = 1'b1;
                advance_next = follower_q;
                state_d = STATE_SETTLE;
            end
            STATE_SETTLE: begin
                state_d = STATE_DONE;
                if (sscr_agei_q[31]) begin
                    state_d = STATE_CHAIN;
                end
                if (head_nagei == sscr_agei_q) begin
                    state_d = STATE_AFTER;
                end
            end
            STATE_DONE: begin
                done_valid = 1'b1;
                done_agei = sscr_agei_q;
                done_count = walk_next_bl[29:0];
                if (done_ready) begin
                    state_d = STATE_CHAIN;
                end
            end
            STATE_UNMARK: begin
                unmark = 1'b1;
                state_d = STATE_IDLE;
            end
            default: ;
        endcase
    end

    assign start_d = issue | issue_node;
    assign start_smx_d = smxs_smx;
    assign start_slot_d = smxs_slot;

    always @(*) begin
        start_x_d = walk_x;
        start_yz_d = walk_yz;
        start_blkid_d = walk_next_bl;
        if (issue_node) begin
            start_x_d = node_block_x;
            start_yz_d = node_block_yz;
            start_blkid_d = node_id;
        end
    end

    assign smxs_need = work_need_q;
    assign issue = (state_q == STATE_DISTRIBUTE) & smxs_any;
    assign issue_node = (state_q == STATE_NODES) & node_valid & smxs_any;
    assign smxs_place = issue | issue_node;
    assign header = work_param_q - 32'h20;
    assign walk_grid_x = work_grid_x_q;
    assign walk_grid_yz = work_grid_yz_q;
    assign walk_restart = grid_changed;
    assign walk_advance = issue;
    assign tb_valid = start_q;

    always @(*) begin
        tb_smx = 5'd0;
        tb_slot = 5'd0;
        tb_kdei = 5'd0;
        tb_agei = 32'd0;
        tb_pc = 32'd0;
        tb_param = 32'd0;
        tb_shape = 32'd0;
        tb_grid_x = 32'd0;
        tb_grid_yz = 32'd0;
        tb_block_x = 32'd0;
        tb_block_yz = 32'd0;
        if (start_q) begin
            tb_smx = start_smx_q;
            tb_slot = start_slot_q;
            tb_kdei = sscr_kdei_q;
            tb_agei = sscr_agei_q;
            tb_pc = work_pc_q;
            tb_param = work_param_q;
            tb_shape = work_shape_q;
            tb_grid_x = work_grid_x_q;
            tb_grid_yz = work_grid_yz_q;
            tb_block_x = start_x_q;
            tb_block_yz = start_yz_q;
        end
    end

    assign tbcrs_write = start_q;
    assign tbcrs_smx = start_smx_q;
    assign tbcrs_slot = start_slot_q;
    assign tbcrs_kdei = sscr_kdei_q;
    assign tbcrs_agei = sscr_agei_q;
    assign tbcrs_blkid = start_blkid_q;
    assign tbcrs_need = work_need_q;
    assign tbcrs_read_smx = end_smx;
    assign tbcrs_read_slot = end_slot;
    assign ends_valid = end_valid;
    assign ends_at_smx = end_smx;
    assign ends_at_slot = end_slot;
    assign ends_tbcr_kdei = tbcrs_ended_kdei;
    assign ends_tbcr_agei = tbcrs_ended_agei;
    assign ends_tbcr_blkid = tbcrs_ended_blkid;
    assign ends_tbcr_need = tbcrs_ended_need;
    assign ends_agt_ready = agt_end_ready;
    assign ends_node_ready = node_end_ready;
    assign end_ready = ends_ready;
    assign kd_end_valid = ends_report;
    assign kd_end_kdei = ends_kdei;
    assign agt_end_valid = ends_agt_valid;
    assign agt_end_agei = ends_agt_agei;
    assign node_end_valid = ends_node_valid;
    assign node_end_id = ends_node_id;
    assign smxs_give = ends_report;
    assign smxs_give_smx = ends_smx;
    assign smxs_give_slot = ends_slot;
    assign smxs_give_need = tbcrs_ended_need;
    assign idle = waits & ~start_q & ends_ready;

    always @(posedge clock) begin
        if (reset) begin
            state_q <= STATE_IDLE;
            sscr_kdei_q <= 5'd0;
            sscr_agei_q <= 32'd0;
            work_pc_q <= 32'd0;
            work_param_q <= 32'd0;
            work_shape_q <= 32'd0;
            work_need_q <= 32'd0;
            work_grid_x_q <= 32'd0;
            work_grid_yz_q <= 32'd0;
            fresh_q <= 1'b0;
            follower_q <= 32'd0;
            start_q <= 1'b0;
            start_smx_q <= 5'd0;
            start_slot_q <= 5'd0;
            start_x_q <= 32'd0;
            start_yz_q <= 32'd0;
            start_blkid_q <= 32'd0;
        end else begin
            state_q <= state_d;
            sscr_kdei_q <= sscr_kdei_d;
            sscr_agei_q <= sscr_agei_d;
            work_pc_q <= work_pc_d;
            work_param_q <= work_param_d;
            work_shape_q <= work_shape_d;
            work_need_q <= work_need_d;
            work_grid_x_q <= work_grid_x_d;
            work_grid_yz_q <= work_grid_yz_d;
            fresh_q <= fresh_d;
            follower_q <= follower_d;
            start_q <= start_d;
            start_smx_q <= start_smx_d;
            start_slot_q <= start_slot_d;
            start_x_q <= start_x_d;
            start_yz_q <= start_yz_d;
            start_blkid_q <= start_blkid_d;
        end
    end
endmodule
