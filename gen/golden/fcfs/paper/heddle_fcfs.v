// heddle_fcfs: offers TBs of kernels and aggregated groups, first come, first served.
//
// Preset paper: kdes: 32, smxs: 13.
// Rising edge of clock; reset is synchronous, active high; outputs depend on state only.
//
// Pins of the FCFS TB source. Encodings as in `heddle_kernel_distributor`; `shape` and `demand`
// without their unused upper bits, the graph bit on a pin of its own.
//
// A *kernel* is a KDE of the Kernel Distributor. Its *work* is its native TBs and the groups
// linked to it, in that order; its *chain* is the groups that are linked and not yet taken. A
// kernel is *in hand* from its `look` until it leaves (rule 8), a group from the first cycle of
// its `take` on.
//
// 1. `enter` queues a new kernel: first-time, with an empty chain. It is always taken. An
//    entry enters again only after all its work has been spent, two cycles or more after the
//    last `spent`.
// 2. `link` appends a group to the chain of a kernel that has entered. If the chain holds a group,
//    `next` tells the AGT to write the Next field of the last one; if it is empty, nothing is
//    written, also when the group before is still in hand: it is *captured*. A kernel that is
//    neither queued nor in hand is queued again. At one edge a link queues before an `enter`.
// 3. `link_ready` is low while a `next` waits, and no group is offered by `take` first then. So
//    what the AGT reads of a group in hand, which does `next` before `take`, is final: Next is
//    never read again.
// 4. Kernels are looked at in the order of the queue, one in hand at a time. `kde_*` are the fields
//    of the KDE looked at, from the cycle after `look` until the next `look`.
// 5. `ask` names all SMXs and the demand of the kernel in hand. From the next cycle on
//    `want_smxs`, all ones or zero, is high while a TB of the native grid or of the group read
//    waits to be granted.
// 6. A bit of `grant_smxs`, high only where `want_smxs` is, commits the next TB in order of its
//    index, x fastest. `tb` is high in the next cycle: every grant is answered, nothing else is.
//    `tb_item` is its index in the grid; `tb_tell_agt` is set for a group in the table, whose end
//    the AGT is told of.
// 7. The native TBs of a first-time graph kernel come from DATS: `graph` offers the kernel once,
//    and `graph_done`, one cycle or more after it is taken and not before the cycle of the last
//    node's TB, says that all nodes are out. Meanwhile nothing is asked or wanted here. Then `ask`
//    comes anew.
// 8. After the native TBs the groups are taken one by one. `take` offers the next; `group`
//    answers, once, in a later cycle than the transfer. A group in the table is `done` when its
//    last TB is out, a spilled one is not. Then, and after the native TBs, there is one cycle to
//    go on: if the chain holds a group, it is taken as soon as no `next` waits; else the kernel
//    leaves, and the next is looked at in the same cycle. A group linked at the end of that cycle
//    queues the kernel again.
// 9. `spent` is high once for the native TBs of a kernel and once for each of its groups: in the
//    cycle of the last `tb`, of a group in the table one cycle after `done` is taken, and one cycle
//    after `graph_done`. So the work of a kernel in hand is not all spent before the cycle in which
//    it leaves or, after `graph_done`, the one before.
// 10. Grid dimensions are at least 1.
module heddle_fcfs (
    input wire clock,
    input wire reset,

    // Kernel Distributor
    // A new kernel is offered (rule 1).
    input wire enter_valid,
    // The new kernel is taken; always high.
    output wire enter_ready,
    // Entry of the new kernel.
    input wire [4:0] enter_kdei,
    // Entry PC of the KDE looked at (rule 4).
    input wire [31:0] kde_pc,
    // Parameter address of the KDE looked at.
    input wire [31:0] kde_param,
    // TB shape of the KDE looked at.
    input wire [28:0] kde_shape,
    // Resources of one TB of the KDE looked at.
    input wire [29:0] kde_demand,
    // The KDE looked at holds a graph kernel.
    input wire kde_graph,
    // Grid x in TBs of the KDE looked at.
    input wire [31:0] kde_grid_x,
    // Grid y (low half) and z of the KDE looked at.
    input wire [31:0] kde_grid_yz,
    // A KDE is looked at (rule 4).
    output wire look_valid,
    // Entry looked at; zero while `look_valid` is low.
    output wire [4:0] look_kdei,
    // The native TBs or one group of a kernel are all out (rule 9).
    output wire spent_valid,
    // Entry of that kernel; zero while `spent_valid` is low.
    output wire [4:0] spent_kdei,

    // AGT
    // A group to link is offered (rule 2).
    input wire link_valid,
    // The link is taken.
    output wire link_ready,
    // Entry of the kernel the group is linked to.
    input wire [4:0] link_kdei,
    // AGEI of the group to link.
    input wire [31:0] link_agei,
    // The group taken last has been read (rule 8).
    input wire group_valid,
    // AggDim x of the group read.
    input wire [31:0] group_grid_x,
    // AggDim y (low half) and z of the group read.
    input wire [31:0] group_grid_yz,
    // Parameter address of the group read.
    input wire [31:0] group_param,
    // AGEI of the group after the one read, or none.
    input wire [31:0] group_next,
    // A Next field must be written; the fields below are zero while low.
    output wire next_valid,
    // The Next field to write is taken.
    input wire next_ready,
    // AGEI of the group to write to.
    output wire [31:0] next_prev,
    // AGEI of the group it is followed by.
    output wire [31:0] next_agei,
    // A group to read is offered.
    output reg take_valid,
    // The group to read is taken.
    input wire take_ready,
    // AGEI of the group to read; zero while `take_valid` is low.
    output reg [31:0] take_agei,
    // A fully distributed group is offered; the fields below are zero while low.
    output reg done_valid,
    // The distributed group is taken.
    input wire done_ready,
    // AGEI of the distributed group.
    output reg [31:0] done_agei,
    // TBs of the distributed group.
    output reg [29:0] done_count,

    // DATS
    // A graph kernel is offered (rule 7); the fields below are zero while low.
    output reg graph_valid,
    // The graph kernel is taken.
    input wire graph_ready,
    // All nodes of the graph kernel in hand are out (rule 7).
    input wire graph_done,
    // Entry of the graph kernel.
    output reg [4:0] graph_kdei,
    // Entry PC of the graph kernel.
    output reg [31:0] graph_pc,
    // Parameter address of the graph kernel.
    output reg [31:0] graph_param,
    // TB shape of the graph kernel.
    output reg [28:0] graph_shape,
    // Resources of one TB of the graph kernel.
    output reg [29:0] graph_demand,
    // Grid x of the graph kernel.
    output reg [31:0] graph_grid_x,
    // Grid y (low half) and z of the graph kernel.
    output reg [31:0] graph_grid_yz,
    // Address of the graph's header, `HEADER_BYTES` below the parameters.
    output reg [31:0] graph_header,

    // Grant
    // The SMX that gets the next TB, one-hot, or zero (rule 6).
    input wire [31:0] grant_smxs,

    // Residency
    // A demand is asked (rule 5); the fields below are zero while low.
    output reg ask_valid,
    // One bit per SMX it is asked of: all.
    output reg [31:0] ask_smxs,
    // Resources of one TB.
    output reg [29:0] ask_demand,
    // One bit per SMX for which a TB waits (rule 5).
    output reg [31:0] want_smxs,
    // A TB starts (rule 6); all `tb_*` fields are zero while low.
    output wire tb_valid,
    // Entry of the TB's kernel.
    output wire [4:0] tb_kdei,
    // AGEI of the TB's group, or none for a native TB.
    output wire [31:0] tb_group,
    // Index of the TB in its grid.
    output wire [31:0] tb_item,
    // The AGT is to be told when the TB completes.
    output wire tb_tell_agt,
    // Entry PC of the TB.
    output wire [31:0] tb_pc,
    // Parameter address of the TB.
    output wire [31:0] tb_param,
    // Shape of the TB.
    output wire [28:0] tb_shape,
    // Grid or AggDim x of the TB.
    output wire [31:0] tb_grid_x,
    // Grid or AggDim y (low half) and z of the TB.
    output wire [31:0] tb_grid_yz,
    // TB index x.
    output wire [31:0] tb_block_x,
    // TB index y (low half) and z.
    output wire [31:0] tb_block_yz,

    // Status
    // AGEI of the group taken and not done, or none; a spilled group is done with its last grant.
    output reg [31:0] group_in_hand,
    // Nothing to do until an input comes.
    output wire idle
);

    localparam [31:0] ALL_SMXS = 32'h1fff, NONE = 32'hffffffff;
    localparam [3:0] STATE_IDLE = 4'd0, STATE_KDE = 4'd1, STATE_GRAPH = 4'd2, STATE_NODES = 4'd3,
        STATE_ASK = 4'd4, STATE_DISTRIBUTE = 4'd5, STATE_DONE = 4'd6, STATE_CHAIN = 4'd7,
        STATE_TAKE = 4'd8, STATE_WAIT = 4'd9;

    reg grid_changed, waits, next_known_q, start_q, spent_q;
    wire queue_any, chains_settled, chains_empty, chains_followed, walk_last;
    wire [4:0] queue_front;
    wire [31:0] chains_link_select, chains_nagei_in_hand, walk_next_bl, walk_x, walk_yz;
    reg [3:0] state_q;
    reg [4:0] sscr_kdei_q;
    reg [31:0] hand_q, sscr_agei_q, work_pc_q, work_param_q, work_grid_x_q, work_grid_yz_q,
        queued_q, firsts_q, start_x_q, start_yz_q, start_item_q;
    reg [28:0] work_shape_q;
    reg [29:0] work_demand_q;

    wire first = |(firsts_q & hand_q);
    wire [31:0] header = work_param_q - 32'h20;
    // What is decided in this cycle.
    wire chain = state_q == STATE_CHAIN;
    wire issue = (state_q == STATE_DISTRIBUTE) & (|grant_smxs);
    wire read = (state_q == STATE_WAIT) & group_valid;
    wire told = (state_q == STATE_DONE) & done_ready;
    // Bit vectors.
    wire [31:0] enter_select = enter_valid ? 32'd1 << enter_kdei : 32'd0;
    // The TB that starts: the SSCR still holds its kernel and group.
    wire quiet = ~start_q & ~spent_q & chains_settled;
    wire leaves = chain & chains_empty;
    wire takes = chain & ~chains_empty & chains_settled;
    wire last = issue & walk_last;
    wire looks = ((state_q == STATE_IDLE) | leaves) & queue_any;
    wire natives_out = (last & (&sscr_agei_q)) | ((state_q == STATE_NODES) & graph_done);
    wire [31:0] leave_select = leaves ? hand_q : 32'd0;
    wire [31:0] unfirst_select = natives_out ? hand_q : 32'd0;
    wire queue_mark = |(chains_link_select & (leave_select | ~queued_q));

    heddle_fcfs_queue u_queue (
        .clock(clock), .reset(reset), .mark(queue_mark), .mark_kdei(link_kdei), .enter(enter_valid),
        .enter_kdei(enter_kdei), .pop(looks), .any(queue_any), .front(queue_front)
    );

    heddle_fcfs_chains u_chains (
        .clock(clock), .reset(reset), .enter(enter_valid), .enter_kdei(enter_kdei),
        .link(link_valid), .link_kdei(link_kdei), .link_agei(link_agei), .next_ready(next_ready),
        .kdei(sscr_kdei_q), .hand(hand_q), .take(takes), .read(read & next_known_q),
        .read_agei(group_next), .settled(chains_settled), .link_select(chains_link_select),
        .next_prev(next_prev), .next_agei(next_agei), .nagei_in_hand(chains_nagei_in_hand),
        .empty(chains_empty), .followed(chains_followed)
    );

    heddle_fcfs_walk u_walk (
        .clock(clock), .reset(reset), .grid_x(work_grid_x_q), .grid_yz(work_grid_yz_q),
        .restart(grid_changed), .advance(issue), .next_bl(walk_next_bl), .x(walk_x), .yz(walk_yz),
        .last(walk_last)
    );

    always @(*) begin
        graph_valid = 1'b0;
        graph_kdei = 5'd0;
        graph_pc = 32'd0;
        graph_param = 32'd0;
        graph_shape = 29'd0;
        graph_demand = 30'd0;
        graph_grid_x = 32'd0;
        graph_grid_yz = 32'd0;
        graph_header = 32'd0;
        ask_valid = 1'b0;
        ask_smxs = 32'd0;
        ask_demand = 30'd0;
        want_smxs = 32'd0;
        take_valid = 1'b0;
        take_agei = 32'd0;
        done_valid = 1'b0;
        done_agei = 32'd0;
        done_count = 30'd0;
        group_in_hand = NONE;
        grid_changed = 1'b0;
        waits = 1'b0;
        case (state_q)
            STATE_IDLE: waits = ~queue_any;
            STATE_KDE: grid_changed = 1'b1;
            STATE_GRAPH: begin
                graph_valid = 1'b1;
                graph_kdei = sscr_kdei_q;
                graph_pc = work_pc_q;
                graph_param = work_param_q;
                graph_shape = work_shape_q;
                graph_demand = work_demand_q;
                graph_grid_x = work_grid_x_q;
                graph_grid_yz = work_grid_yz_q;
                graph_header = header;
            end
            STATE_NODES: waits = 1'b1;
            STATE_ASK: begin
                ask_valid = 1'b1;
                ask_smxs = ALL_SMXS;
                ask_demand = work_demand_q;
            end
            STATE_DISTRIBUTE: begin
                waits = 1'b1;
                want_smxs = ALL_SMXS;
                group_in_hand = sscr_agei_q;
            end
            STATE_DONE: begin
                done_valid = 1'b1;
                done_agei = sscr_agei_q;
                done_count = walk_next_bl[29:0];
                group_in_hand = sscr_agei_q;
            end
            STATE_CHAIN: if (takes) begin
                take_valid = 1'b1;
                take_agei = chains_nagei_in_hand;
            end
            STATE_TAKE: begin
                take_valid = 1'b1;
                take_agei = sscr_agei_q;
            end
            STATE_WAIT: begin
                waits = 1'b1;
                group_in_hand = sscr_agei_q;
                if (group_valid) grid_changed = 1'b1;
            end
            default: ;
        endcase
    end

    assign enter_ready = 1'b1;
    assign look_valid = looks;
    assign look_kdei = looks ? queue_front : 5'd0;
    assign spent_valid = spent_q;
    assign spent_kdei = spent_q ? sscr_kdei_q : 5'd0;
    assign link_ready = chains_settled;
    assign next_valid = ~chains_settled;
    assign tb_valid = start_q;
    assign tb_block_x = start_q ? start_x_q : 32'd0;
    assign tb_block_yz = start_q ? start_yz_q : 32'd0;
    assign tb_grid_x = start_q ? work_grid_x_q : 32'd0;
    assign tb_grid_yz = start_q ? work_grid_yz_q : 32'd0;
    assign tb_group = start_q ? sscr_agei_q : 32'd0;
    assign tb_item = start_q ? start_item_q : 32'd0;
    assign tb_kdei = start_q ? sscr_kdei_q : 5'd0;
    assign tb_param = start_q ? work_param_q : 32'd0;
    assign tb_pc = start_q ? work_pc_q : 32'd0;
    assign tb_shape = start_q ? work_shape_q : 29'd0;
    assign tb_tell_agt = start_q ? ~sscr_agei_q[31] : 1'b0;
    assign idle = waits & quiet;

    always @(posedge clock)
        if (reset) begin
            state_q <= STATE_IDLE;
            hand_q <= 32'd1;
            {sscr_kdei_q, sscr_agei_q, work_pc_q, work_param_q, work_shape_q, work_demand_q,
                work_grid_x_q, work_grid_yz_q, queued_q, firsts_q, next_known_q, start_q, start_x_q,
                start_yz_q, start_item_q, spent_q} <= 0;
        end else begin
            // None, the AGEI of native TBs, looks spilled.
            spent_q <= (last & sscr_agei_q[31]) | natives_out | told;
            // The TB that starts.
            start_q <= issue;
            start_x_q <= walk_x;
            start_yz_q <= walk_yz;
            start_item_q <= walk_next_bl;
            // Decoded here, as what is left of its chain decides early whether it is let go.
            case (state_q)
                STATE_KDE: begin
                    sscr_agei_q <= NONE;
                    work_pc_q <= kde_pc;
                    work_param_q <= kde_param;
                    work_shape_q <= kde_shape;
                    work_demand_q <= kde_demand;
                    work_grid_x_q <= kde_grid_x;
                    work_grid_yz_q <= kde_grid_yz;
                    state_q <= STATE_ASK;
                    if (first & kde_graph) state_q <= STATE_GRAPH;
                end
                STATE_GRAPH: if (graph_ready) state_q <= STATE_NODES;
                STATE_NODES: if (graph_done) state_q <= STATE_ASK;
                STATE_ASK: begin
                    state_q <= STATE_CHAIN;
                    if (first) state_q <= STATE_DISTRIBUTE;
                end
                STATE_DISTRIBUTE: if (last) begin
                    state_q <= STATE_DONE;
                    if (sscr_agei_q[31]) state_q <= STATE_CHAIN;
                end
                STATE_DONE: if (done_ready) state_q <= STATE_CHAIN;
                STATE_CHAIN: begin
                    if (takes) begin
                        sscr_agei_q <= chains_nagei_in_hand;
                        next_known_q <= chains_followed;
                        state_q <= STATE_TAKE;
                        if (take_ready) state_q <= STATE_WAIT;
                    end
                    if (leaves) state_q <= STATE_IDLE;
                end
                STATE_TAKE: if (take_ready) state_q <= STATE_WAIT;
                STATE_WAIT: if (group_valid) begin
                    work_param_q <= group_param;
                    work_grid_x_q <= group_grid_x;
                    work_grid_yz_q <= group_grid_yz;
                    state_q <= STATE_DISTRIBUTE;
                end
                default: ;
            endcase
            if (looks) begin
                sscr_kdei_q <= queue_front;
                hand_q <= 32'd1 << queue_front;
                state_q <= STATE_KDE;
            end
            queued_q <= (queued_q & ~leave_select) | chains_link_select | enter_select;
            firsts_q <= (firsts_q & ~unfirst_select) | enter_select;
        end
endmodule
