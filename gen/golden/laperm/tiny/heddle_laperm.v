// heddle_laperm: offers launched TBs before others, on the SMXs of those that launched them.
//
// Preset tiny: smxs: 3, cluster: 1, levels: 2, entries: 4, kdes: 4, adaptive: true.
// Rising edge of clock; reset is synchronous, active high; outputs depend on state only.
//
// Pins of the LaPerm TB source. Encodings as in `heddle_kernel_distributor`; `shape` and `demand`
// without their unused upper bits.
//
// A *cluster* is SMXs with consecutive numbers that share their queues. The unit has a queue for
// the kernels of the host, of level 0, and for each cluster one of every level from 1 up, in which
// the groups and kernels that TBs launched there wait. What a TB launches is one level above it, at
// most of the highest.
//
// 1. After reset the unit clears itself, one word per cycle; meanwhile `enter_ready` and
//    `alloc_ready` are low.
// 2. `enter` appends a kernel to the queue of its level, and of its cluster unless that is level 0.
//    Its other fields are read from the KDE by `look`. There is an entry for each KDE, which only
//    kernels use, of whatever queue.
// 3. `alloc` appends a group to the queue of its cluster and level, which is 1 or higher. A queue
//    is kernels and groups *on chip*, and behind them groups *in memory*. A cluster has `entries`
//    for each of its SMXs, and groups of any of its levels may use them. The group gets a free
//    entry, unless a group of its queue is in memory or comes back: then it goes to memory. If
//    another queue of the cluster has a group in memory or one comes back to it, the last free
//    entry is kept for that. A group without an entry goes to memory.
// 4. A queue is first in, first out, but that a kernel does not wait for groups in memory. The
//    *head* is on chip. It leaves when its last TB is granted.
// 5. One SMX is looked at at a time, in circular order. Its *candidate* is the head of the highest
//    level of its cluster that has one on chip; else that of level 0; else, if the unit is
//    *adaptive*, that of the highest level of its *backup*: another cluster, which stays the SMX's
//    backup while it has any on chip. A new backup is the first cluster after its own, in circular
//    order, that has any.
// 6. The *hand* holds what the unit knows of one head. If it is the candidate, `want_smxs` names
//    the SMX in that one cycle, and the next SMX is looked at in the next one. Otherwise the
//    candidate is fetched first, and its demand is asked of all SMXs if it is not the one asked
//    last. What has been granted of a head is kept while another is in the hand.
// 7. `grant_smxs` is `want_smxs` or zero. It commits the next TB of the hand in order of its index,
//    x fastest. `tb` is high in the next cycle: every grant is answered, nothing else is.
// 8. `spent` is high once for each kernel and group, in the cycle of its last `tb`.
// 9. The unit *rests* when it has looked at all SMXs without a grant. It begins anew when a kernel
//    or group has got an entry, and when a TB ends.
// 10. Grid dimensions are at least 1.
// 11. A group in memory is a *record*, as of the AGT: five words at a 32-byte aligned address (grid
//     x, grid y and z, Param, Next, kernel). Software has written it, and it is the group's until
//     its last TB is granted. The unit writes the entry of the group's kernel to the last word, and
//     then, if the queue has others in memory, the record's AGEI to Next of the one before it.
// 12. One group *comes back* at a time, when a cluster with groups in memory has a free entry: the
//     first such cluster after that of the group before it, in circular order, and there the first
//     group in memory of the highest level. But if the record behind that of the group before it is
//     in the same 128-byte line, which memory gives at once, the cluster goes on, with four groups
//     in a row at most. The record is read, and the group is appended on chip, with the fields of
//     its KDE by `look`. A kernel goes before a group that has been read, that before the next one
//     to read, and that before `alloc`.
// 13. Memory port: request stream, carried out in order; responses in request order, always
//     accepted; writes have none.
module heddle_laperm (
    input wire clock,
    input wire reset,

    // Kernel Distributor
    // A new kernel is offered (rule 2).
    input wire enter_valid,
    // The new kernel is taken.
    output wire enter_ready,
    // Entry of the new kernel.
    input wire [4:0] enter_kdei,
    // Level of the new kernel: 0 for one of the host.
    input wire [2:0] enter_level,
    // Cluster of the SMX that launched the new kernel, if its level is not 0.
    input wire [4:0] enter_cluster,
    // Entry PC of the KDE looked at.
    input wire [31:0] kde_pc,
    // Parameter address of the KDE looked at.
    input wire [31:0] kde_param,
    // TB shape of the KDE looked at.
    input wire [28:0] kde_shape,
    // Resources of one TB of the KDE looked at.
    input wire [29:0] kde_demand,
    // Grid x in TBs of the KDE looked at.
    input wire [31:0] kde_grid_x,
    // Grid y (low half) and z of the KDE looked at.
    input wire [31:0] kde_grid_yz,
    // A KDE is looked at.
    output wire look_valid,
    // Entry looked at; zero while `look_valid` is low.
    output reg [4:0] look_kdei,
    // A kernel or group is all out (rule 8).
    output wire spent_valid,
    // Entry of that kernel; zero while `spent_valid` is low.
    output wire [4:0] spent_kdei,

    // SMXs
    // A group is offered (rule 3).
    input wire alloc_valid,
    // The group is taken.
    output wire alloc_ready,
    // Entry of its kernel in the Kernel Distributor.
    input wire [4:0] alloc_kdei,
    // Cluster of the SMX that launched the group.
    input wire [4:0] alloc_cluster,
    // Level of the group, 1 or higher.
    input wire [2:0] alloc_level,
    // AggDim x of the group.
    input wire [31:0] alloc_grid_x,
    // AggDim y (low half) and z of the group.
    input wire [31:0] alloc_grid_yz,
    // Parameter address of the group.
    input wire [31:0] alloc_param,
    // Address of the group's record, a multiple of 32.
    input wire [31:0] alloc_record,

    // Residency
    // A TB has ended, so that some SMX may have room from the next cycle on (rule 9).
    input wire end_valid,
    // A demand is asked (rule 6); the fields below are zero while low.
    output wire ask_valid,
    // One bit per SMX it is asked of: all.
    output wire [31:0] ask_smxs,
    // Resources of one TB.
    output wire [29:0] ask_demand,
    // The SMX looked at, one-hot, if a TB waits for it (rule 6), or zero.
    output wire [31:0] want_smxs,
    // A TB starts (rule 7); all `tb_*` fields are zero while low.
    output wire tb_valid,
    // Entry of the TB's kernel.
    output wire [4:0] tb_kdei,
    // Index of the TB in its grid or group.
    output wire [31:0] tb_item,
    // Level of the TB, 0 for one of the host's kernels.
    output wire [2:0] tb_level,
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

    // Grant
    // The SMX that gets the next TB, one-hot, or zero (rule 7).
    input wire [31:0] grant_smxs,

    // Memory
    // Memory answers a read.
    input wire mem_resp_valid,
    // Word that memory answers.
    input wire [31:0] mem_resp_data,
    // A request is offered to memory; all `mem_req_*` fields are zero while low.
    output wire mem_req_valid,
    // Memory takes the request.
    input wire mem_req_ready,
    // The memory request is a write.
    output wire mem_req_write,
    // Byte address of the word to read or write.
    output reg [31:0] mem_req_addr,
    // Word to write; zero for reads.
    output reg [31:0] mem_req_data,

    // Status
    // Kernels and groups in the queues, on chip and in memory.
    output wire [27:0] queued,
    // Nothing to do until an input comes.
    output wire idle
);

    localparam [31:0] ALL_SMXS = 32'd7;
    localparam [7:0] SMXS = 8'd3;
    localparam [15:0] ROOT = 16'd3, LAST_SWEPT = 16'd3, LAST_SMX = 16'd2, HOME_ENTRIES = 16'd4,
        ROOT_ENTRIES = 16'd4, FIRST_OF_KERNELS = 16'hc, LEVEL_BITS = 16'd1;
    localparam ADAPTIVE = 1'b1;
    localparam [3:0] STATE_SWEEP = 4'd0, STATE_TURN = 4'd1, STATE_LOOK = 4'd2, STATE_HEAD = 4'd3,
        STATE_ENTRY = 4'd4, STATE_ASK = 4'd5, STATE_PLACE = 4'd6, STATE_POP = 4'd7,
        STATE_FOLLOW = 4'd8, STATE_REMOVE = 4'd9, STATE_SPILL = 4'd10, STATE_CHAIN = 4'd11,
        STATE_RECALL = 4'd12, STATE_BEGIN = 4'd13;

    reg [15:0] looked_cluster, placed_home, placed_region, clusters_write_region, clusters_new_left,
        sweep_q, sweep_base_q, enter_home_q, alloc_home_q, other_cluster_q, fetched_q, hand_queue_q,
        hand_entry_q;
    reg [31:0] changed_bit, alloc_x_q, alloc_yz_q, alloc_address_q, filled_d, filled_q, away_d,
        away_q, vacant_d, vacant_q, hand_pc_q, hand_param_q, hand_x_q, hand_yz_q, next_x_q,
        next_yz_q, next_item_q, sent_x_q, sent_yz_q, sent_item_q;
    wire [4:0] items_kdei, back_kdei;
    wire [31:0] items_pc, items_param, items_x, items_yz, heads_x, heads_yz, heads_item,
        round_one_hot, walk_x_next, walk_yz_next, back_address, back_x, back_yz, back_param;
    wire [28:0] items_shape;
    wire [29:0] items_demand;
    wire [15:0] heads_head, heads_tail, clusters_spare, clusters_spares, clusters_fresh,
        clusters_left, clusters_link, round_cluster, round_cluster_next, round_backup,
        recall_next_cluster, recall_cluster, back_queue;
    wire [26:0] heads_first, heads_last, back_follower;
    wire [7:0] clusters_levels, clusters_away;
    wire walk_last, recall_any, back_busy, back_reads, back_done, back_more, back_same_line;
    wire [2:0] highest_rank, highest_away_rank;
    reg [3:0] state_q;
    reg enter_full_q, alloc_full_q, kernel_placed_q, back_placed_q, other_q, root_any_q,
        hand_valid_q, asked_any_q, sent_q, sent_last_q;
    reg [4:0] enter_kernel_q, alloc_kernel_q, hand_kdei_q;
    reg [2:0] enter_rank_q, alloc_rank_q;
    reg [26:0] alloc_number_q;
    reg [7:0] rounds_q;
    reg [27:0] count_q;
    reg [28:0] hand_shape_q;
    reg [29:0] asked_q;

    wire awake = state_q != STATE_SWEEP;
    // What is done before an SMX is looked at (rule 12).
    wire recalls = ~enter_full_q & ~back_busy & recall_any;
    // The candidate of the SMX looked at (rule 5).
    wire [15:0] viewed = other_q ? other_cluster_q : round_cluster;
    wire [15:0] root_queue = ROOT << LEVEL_BITS;
    wire any = (|clusters_levels) | root_any_q;
    // What is done about it (rules 5, 6 and 9).
    wire round_clear = (state_q == STATE_SWEEP) & (sweep_q <= LAST_SMX);
    // Where a kernel or group is appended, and with which entry (rules 2 and 3).
    wire back_goes = (state_q == STATE_LOOK) ? back_done : back_placed_q;
    wire kernel_goes = (state_q == STATE_LOOK) ? enter_full_q : kernel_placed_q;
    wire [15:0] back_home = back_queue >> LEVEL_BITS;
    wire [15:0] placed_lowest = placed_home << LEVEL_BITS;
    wire reuses = |clusters_spares;
    // A kernel, and a group that comes back, always have one.
    wire [15:0] vacancies = clusters_spares + clusters_left;
    // The head that is all out. The entries of kernels are behind all others.
    wire [15:0] hand_home = hand_queue_q >> LEVEL_BITS;
    wire hand_is_kernel = hand_entry_q >= FIRST_OF_KERNELS;
    wire [2:0] hand_rank = hand_queue_q[2:0] & 3'd1;
    wire ends = heads_tail == hand_entry_q;
    // A group that goes to memory: what is written.
    wire spills = (state_q == STATE_SPILL) | (state_q == STATE_CHAIN);
    wire [31:0] record = (state_q == STATE_CHAIN) ? {5'd0, heads_last} << 5
        : {5'd0, alloc_number_q} << 5;
    wire [31:0] agei = {5'd0, alloc_number_q} | 32'h80000000;
    // A group that comes back: the first record of the highest level of the cluster taken.
    wire [15:0] recall_lowest = recall_cluster << LEVEL_BITS;
    wire [7:0] recall_bit = 8'd1 << highest_away_rank;
    wire begins_reading = state_q == STATE_BEGIN;
    // The memories.
    wire [26:0] heads_new_first = back_placed_q ? back_follower : alloc_number_q;
    wire [15:0] clusters_new_fresh = (state_q == STATE_SWEEP) ? sweep_base_q
        : clusters_fresh + 16'd1;
    wire [15:0] clusters_new_spare = (state_q == STATE_REMOVE) ? hand_entry_q : clusters_link;
    wire [15:0] clusters_new_spares = (state_q == STATE_REMOVE) ? clusters_spares + 16'd1
        : (state_q == STATE_SWEEP) ? 16'd0 : clusters_spares - 16'd1;
    wire [15:0] clusters_write_entry = (state_q == STATE_REMOVE) ? hand_entry_q : heads_tail;
    wire clusters_write_spare = (state_q == STATE_REMOVE) ? 1'b1
        : (state_q == STATE_SWEEP) ? sweep_q <= ROOT : state_q == STATE_POP;
    wire request = enter_full_q | back_done | (alloc_full_q & ~recalls);
    wire recall_take = (state_q == STATE_LOOK) & recalls;
    wire [15:0] lowest_queue = viewed << LEVEL_BITS;
    wire [2:0] placed_rank = kernel_goes ? enter_rank_q : back_goes ? back_queue[2:0] & 3'd1
        : alloc_rank_q;
    wire [15:0] slot = reuses ? clusters_spare : clusters_fresh;
    wire kept = (|clusters_away) | (back_busy & (back_home == placed_home));
    wire several = |(vacancies >> 1);
    wire [7:0] hand_bit = 8'd1 << hand_rank;
    wire writing = spills & ~back_reads;
    wire [15:0] recall_queue = recall_lowest | {13'd0, highest_away_rank};
    wire [7:0] recall_left = clusters_away & ~recall_bit;
    wire empties = begins_reading & (heads_first == heads_last);
    wire [15:0] clusters_write_cluster = (state_q == STATE_REMOVE) ? hand_home
        : (state_q == STATE_SWEEP) ? sweep_q : begins_reading ? recall_cluster : placed_home;
    wire [4:0] items_new_kdei = kernel_goes ? enter_kernel_q : back_goes ? back_kdei
        : alloc_kernel_q;
    wire [31:0] items_new_param = kernel_goes ? kde_param : back_goes ? back_param
        : alloc_address_q;
    wire [31:0] items_new_x = kernel_goes ? kde_grid_x : back_goes ? back_x : alloc_x_q;
    wire [31:0] items_new_yz = kernel_goes ? kde_grid_yz : back_goes ? back_yz : alloc_yz_q;
    wire [15:0] candidate = (|clusters_levels) ? lowest_queue | {13'd0, highest_rank} : root_queue;
    wire active = (state_q == STATE_LOOK) & ~request & ~recalls & (|rounds_q);
    wire [15:0] placed_queue = placed_lowest | {13'd0, placed_rank};
    wire [7:0] placed_bit = 8'd1 << placed_rank;
    wire [7:0] levels_left = ends ? clusters_levels & ~hand_bit : clusters_levels;
    wire written = writing & mem_req_ready;
    wire [15:0] looked_region = ((state_q == STATE_FOLLOW) & hand_is_kernel) ? ROOT
        : ((state_q == STATE_PLACE) | ((state_q == STATE_LOOK) & request)) ? placed_region
        : looked_cluster;
    wire [15:0] clusters_read_entry = (state_q == STATE_FOLLOW) ? hand_entry_q : slot;
    wire [15:0] clusters_new_link = (state_q == STATE_REMOVE) ? clusters_spare : slot;
    wire [15:0] heads_new_head = (state_q == STATE_REMOVE) ? clusters_link : slot;
    wire in_hand = hand_valid_q & (candidate == hand_queue_q);
    wire seeks = active & ~any & ADAPTIVE & (|filled_q);
    wire listed = |(clusters_away & placed_bit);
    wire begins = ~(|(clusters_levels & placed_bit));
    wire [15:0] looked_queue = (state_q == STATE_FOLLOW) ? hand_queue_q
        : (state_q == STATE_RECALL) ? recall_queue : (request | spills) ? placed_queue : candidate;
    wire [7:0] clusters_new_away = (state_q == STATE_SWEEP) ? 8'd0 : begins_reading ? recall_left
        : clusters_away | placed_bit;
    wire [7:0] clusters_new_levels = (state_q == STATE_REMOVE) ? levels_left
        : (state_q == STATE_SWEEP) ? 8'd0 : clusters_levels | placed_bit;
    wire wants = active & any & in_hand;
    wire fetches = active & any & ~in_hand;
    wire behind = listed | (back_busy & (back_queue == placed_queue));
    wire spilled = written & ((state_q == STATE_CHAIN) | ~listed);
    wire advances = wants | (active & ~any & ~seeks);
    wire granted = wants & (|grant_smxs);
    wire takes = kernel_placed_q | back_placed_q | (~behind & (several | ((|vacancies) & ~kept)));
    wire clusters_write_away = (state_q == STATE_SWEEP) ? sweep_q <= ROOT : spilled | empties;
    wire [15:0] heads_write_queue = fetches ? hand_queue_q
        : (state_q == STATE_REMOVE) ? hand_queue_q : placed_queue;
    wire places = (state_q == STATE_PLACE) & takes;
    wire back_placed = places & back_placed_q;
    wire clusters_write_fresh = (state_q == STATE_SWEEP) ? sweep_q <= ROOT : places & ~reuses;
    wire clusters_write_levels = (state_q == STATE_REMOVE) ? 1'b1
        : (state_q == STATE_SWEEP) ? sweep_q <= ROOT : places;
    wire clusters_write_link = (state_q == STATE_REMOVE) ? 1'b1 : places & ~begins;
    wire heads_write_head = (state_q == STATE_REMOVE) ? ~ends : places & begins;
    wire heads_write_next = fetches ? hand_valid_q : (state_q == STATE_REMOVE) ? 1'b1
        : places & begins;
    wire heads_write_first = (spilled & ~listed) | (back_placed & back_more);

    heddle_laperm_items u_items (
        .clock(clock), .read_entry(heads_head), .write_entry(slot), .write(places),
        .new_kdei(items_new_kdei), .new_pc(kde_pc), .new_param(items_new_param),
        .new_shape(kde_shape), .new_demand(kde_demand), .new_x(items_new_x), .new_yz(items_new_yz),
        .kdei(items_kdei), .pc(items_pc), .param(items_param), .shape(items_shape),
        .demand(items_demand), .x(items_x), .yz(items_yz)
    );

    heddle_laperm_heads u_heads (
        .clock(clock), .read_queue(looked_queue), .write_queue(heads_write_queue),
        .write_head(heads_write_head), .write_tail(places), .write_next(heads_write_next),
        .write_first(heads_write_first), .write_last(spilled), .new_head(heads_new_head),
        .new_tail(slot), .new_x(fetches ? next_x_q : 32'd0), .new_yz(fetches ? next_yz_q : 32'd0),
        .new_item(fetches ? next_item_q : 32'd0), .new_first(heads_new_first),
        .new_last(alloc_number_q), .head(heads_head), .tail(heads_tail), .x(heads_x), .yz(heads_yz),
        .item(heads_item), .first(heads_first), .last(heads_last)
    );

    heddle_laperm_clusters u_clusters (
        .clock(clock), .read_cluster(looked_cluster), .write_cluster(clusters_write_cluster),
        .read_region(looked_region), .write_region(clusters_write_region),
        .write_levels(clusters_write_levels), .write_away(clusters_write_away),
        .write_spare(clusters_write_spare), .write_fresh(clusters_write_fresh),
        .new_levels(clusters_new_levels), .new_away(clusters_new_away),
        .new_spare(clusters_new_spare), .new_spares(clusters_new_spares),
        .new_fresh(clusters_new_fresh), .new_left(clusters_new_left), .levels(clusters_levels),
        .away(clusters_away), .spare(clusters_spare), .spares(clusters_spares),
        .fresh(clusters_fresh), .left(clusters_left), .read_entry(clusters_read_entry),
        .write_entry(clusters_write_entry), .write_link(clusters_write_link),
        .new_link(clusters_new_link), .link(clusters_link)
    );

    heddle_laperm_round u_round (
        .clock(clock), .reset(reset), .advance(advances), .clear(round_clear), .sweep(sweep_q),
        .filled(filled_q), .choose(seeks), .one_hot(round_one_hot), .cluster(round_cluster),
        .cluster_next(round_cluster_next), .backup(round_backup)
    );

    heddle_laperm_walk u_walk (
        .grid_x(hand_x_q), .grid_yz(hand_yz_q), .x(next_x_q), .yz(next_yz_q), .x_next(walk_x_next),
        .yz_next(walk_yz_next), .last(walk_last)
    );

    heddle_laperm_highest u_highest (
        .levels(clusters_levels), .rank(highest_rank)
    );

    heddle_laperm_highest_away u_highest_away (
        .levels(clusters_away), .rank(highest_away_rank)
    );

    heddle_laperm_recall u_recall (
        .clock(clock), .reset(reset), .away(away_q), .vacant(vacant_q), .take(recall_take),
        .placed(back_placed), .same_line(back_same_line), .any(recall_any),
        .next_cluster(recall_next_cluster), .cluster(recall_cluster)
    );

    heddle_laperm_back u_back (
        .clock(clock), .reset(reset), .starts(begins_reading), .new_queue(recall_queue),
        .new_record(heads_first), .new_more(~empties), .placed(back_placed),
        .req_ready(mem_req_ready), .resp_valid(mem_resp_valid), .resp_data(mem_resp_data),
        .busy(back_busy), .reads(back_reads), .address(back_address), .done(back_done),
        .queue(back_queue), .more(back_more), .x(back_x), .yz(back_yz), .param(back_param),
        .follower(back_follower), .same_line(back_same_line), .kdei(back_kdei)
    );

    // The state machine.
    always @(*) begin
        filled_d = filled_q;
        away_d = away_q;
        vacant_d = vacant_q;
        changed_bit = 32'd1 << placed_home;
        case (state_q)
            STATE_PLACE: if (places) begin
                if (~kernel_placed_q & ~several) vacant_d = vacant_q & ~changed_bit;
                if (~(placed_home == ROOT)) filled_d = filled_q | changed_bit;
            end
            STATE_REMOVE: begin
                changed_bit = 32'd1 << hand_home;
                if (~hand_is_kernel) vacant_d = vacant_q | changed_bit;
                if (~(|levels_left) & ~(hand_home == ROOT)) filled_d = filled_q & ~changed_bit;
            end
            STATE_BEGIN: begin
                changed_bit = 32'd1 << recall_cluster;
                if (empties & ~(|recall_left)) away_d = away_q & ~changed_bit;
            end
            default: ;
        endcase
        if (spilled) away_d = away_q | changed_bit;
    end

    always @(*) begin
        placed_home = alloc_home_q;
        if (back_goes) placed_home = back_home;
        placed_region = placed_home;
        if (kernel_goes) begin
            placed_home = enter_home_q;
            placed_region = ROOT;
        end
    end

    always @(*) begin
        looked_cluster = round_cluster_next;
        if ((state_q == STATE_ENTRY) | (state_q == STATE_ASK)) looked_cluster = viewed;
        if (seeks) looked_cluster = round_backup;
        if ((state_q == STATE_PLACE) | spills | ((state_q == STATE_LOOK) & request)) begin
            looked_cluster = placed_home;
        end
        if (recall_take) looked_cluster = recall_next_cluster;
        if (state_q == STATE_RECALL) looked_cluster = recall_cluster;
        if (state_q == STATE_FOLLOW) looked_cluster = hand_home;
    end

    always @(*) begin
        clusters_write_region = placed_region;
        clusters_new_left = clusters_left - 16'd1;
        if (state_q == STATE_SWEEP) begin
            clusters_write_region = sweep_q;
            clusters_new_left = HOME_ENTRIES;
            if (sweep_q == ROOT) clusters_new_left = ROOT_ENTRIES;
        end
        if (state_q == STATE_REMOVE) begin
            clusters_write_region = hand_home;
            if (hand_is_kernel) clusters_write_region = ROOT;
        end
    end

    // The pins.
    always @(*) begin
        look_kdei = 5'd0;
        if (look_valid) begin
            look_kdei = alloc_kernel_q;
            if (back_done) look_kdei = back_kdei;
            if (enter_full_q) look_kdei = enter_kernel_q;
        end
    end

    always @(*) begin
        mem_req_addr = 32'd0;
        mem_req_data = 32'd0;
        if (back_reads) mem_req_addr = back_address;
        if (writing) begin
            mem_req_addr = record | 32'h10;
            mem_req_data = {27'd0, alloc_kernel_q};
            if (state_q == STATE_CHAIN) begin
                mem_req_addr = record | 32'hc;
                mem_req_data = agei;
            end
        end
    end

    // The request buffers.
    assign enter_ready = awake & ~enter_full_q;
    assign alloc_ready = awake & ~alloc_full_q;
    assign look_valid = (state_q == STATE_LOOK) & request;
    assign ask_valid = state_q == STATE_ASK;
    assign ask_demand = (state_q == STATE_ASK) ? asked_q : 30'd0;
    assign ask_smxs = (state_q == STATE_ASK) ? ALL_SMXS : 32'd0;
    assign want_smxs = wants ? round_one_hot : 32'd0;
    assign tb_valid = sent_q;
    assign spent_valid = sent_last_q;
    assign spent_kdei = sent_last_q ? hand_kdei_q : 5'd0;
    assign tb_block_x = sent_q ? sent_x_q : 32'd0;
    assign tb_block_yz = sent_q ? sent_yz_q : 32'd0;
    assign tb_grid_x = sent_q ? hand_x_q : 32'd0;
    assign tb_grid_yz = sent_q ? hand_yz_q : 32'd0;
    assign tb_item = sent_q ? sent_item_q : 32'd0;
    assign tb_kdei = sent_q ? hand_kdei_q : 5'd0;
    assign tb_level = (sent_q & (hand_home != ROOT)) ? hand_rank + 3'd1 : 3'd0;
    assign tb_param = sent_q ? hand_param_q : 32'd0;
    assign tb_pc = sent_q ? hand_pc_q : 32'd0;
    assign tb_shape = sent_q ? hand_shape_q : 29'd0;
    assign mem_req_valid = back_reads | writing;
    assign mem_req_write = writing;
    assign queued = count_q;
    assign idle = (state_q == STATE_LOOK) & ~(|rounds_q) & ~request & ~recalls & ~back_busy;

    always @(posedge clock)
        if (reset) begin
            state_q <= STATE_SWEEP;
            vacant_q <= 32'd7;
            {sweep_q, sweep_base_q, enter_full_q, enter_kernel_q, enter_home_q, enter_rank_q,
                alloc_full_q, alloc_kernel_q, alloc_home_q, alloc_rank_q, alloc_x_q, alloc_yz_q,
                alloc_address_q, alloc_number_q, kernel_placed_q, back_placed_q, rounds_q, other_q,
                other_cluster_q, filled_q, root_any_q, away_q, count_q, fetched_q, hand_valid_q,
                hand_queue_q, hand_entry_q, hand_kdei_q, hand_pc_q, hand_param_q, hand_shape_q,
                hand_x_q, hand_yz_q, next_x_q, next_yz_q, next_item_q, asked_q, asked_any_q, sent_q,
                sent_last_q, sent_x_q, sent_yz_q, sent_item_q} <= 0;
        end else begin
            filled_q <= filled_d;
            away_q <= away_d;
            vacant_q <= vacant_d;
            if (advances) begin
                other_q <= 1'b0;
                rounds_q <= rounds_q - 8'd1;
            end
            sent_q <= granted;
            sent_last_q <= granted & walk_last;
            sent_x_q <= next_x_q;
            sent_yz_q <= next_yz_q;
            sent_item_q <= next_item_q;
            case (state_q)
                STATE_SWEEP: begin
                    sweep_q <= sweep_q + 16'd1;
                    sweep_base_q <= sweep_base_q + HOME_ENTRIES;
                    if (sweep_q == LAST_SWEPT) state_q <= STATE_TURN;
                end
                STATE_TURN: state_q <= STATE_LOOK;
                STATE_LOOK: begin
                    kernel_placed_q <= enter_full_q;
                    back_placed_q <= ~enter_full_q & back_done;
                    fetched_q <= candidate;
                    if (request) state_q <= STATE_PLACE;
                    if (recalls) state_q <= STATE_RECALL;
                    if (fetches) state_q <= STATE_HEAD;
                    if (seeks) begin
                        other_q <= 1'b1;
                        other_cluster_q <= round_backup;
                    end
                    if (granted) begin
                        next_x_q <= walk_x_next;
                        next_yz_q <= walk_yz_next;
                        next_item_q <= next_item_q + 32'd1;
                        if (walk_last) state_q <= STATE_FOLLOW;
                    end
                end
                STATE_HEAD: begin
                    hand_queue_q <= fetched_q;
                    hand_entry_q <= heads_head;
                    next_x_q <= heads_x;
                    next_yz_q <= heads_yz;
                    next_item_q <= heads_item;
                    state_q <= STATE_ENTRY;
                end
                STATE_ENTRY: begin
                    hand_valid_q <= 1'b1;
                    hand_kdei_q <= items_kdei;
                    hand_pc_q <= items_pc;
                    hand_param_q <= items_param;
                    hand_shape_q <= items_shape;
                    hand_x_q <= items_x;
                    hand_yz_q <= items_yz;
                    asked_q <= items_demand;
                    asked_any_q <= 1'b1;
                    state_q <= STATE_ASK;
                    if (asked_any_q & (items_demand == asked_q)) state_q <= STATE_LOOK;
                end
                STATE_ASK: state_q <= STATE_LOOK;
                STATE_PLACE: begin
                    other_q <= 1'b0;
                    state_q <= STATE_SPILL;
                    if (places) begin
                        state_q <= STATE_TURN;
                        if (reuses) state_q <= STATE_POP;
                        if (kernel_placed_q) begin
                            enter_full_q <= 1'b0;
                        end else begin
                            alloc_full_q <= back_placed_q & alloc_full_q;
                        end
                        if (placed_home == ROOT) root_any_q <= 1'b1;
                    end
                end
                STATE_POP: state_q <= STATE_TURN;
                STATE_FOLLOW: state_q <= STATE_REMOVE;
                STATE_REMOVE: begin
                    hand_valid_q <= 1'b0;
                    if (~(|levels_left) & (hand_home == ROOT)) root_any_q <= 1'b0;
                    state_q <= STATE_TURN;
                end
                STATE_SPILL: if (written) state_q <= STATE_CHAIN;
                STATE_RECALL: state_q <= STATE_BEGIN;
                STATE_BEGIN: begin
                    other_q <= 1'b0;
                    state_q <= STATE_TURN;
                end
                default: ;
            endcase
            if (spilled) begin
                alloc_full_q <= 1'b0;
                state_q <= STATE_TURN;
            end
            if ((places & ~back_placed_q) | spilled) count_q <= count_q + 28'd1;
            if (state_q == STATE_REMOVE) count_q <= count_q - 28'd1;
            if (granted | places | end_valid) rounds_q <= SMXS;
            if (enter_valid & awake & ~enter_full_q) begin
                enter_full_q <= 1'b1;
                enter_kernel_q <= enter_kdei;
                enter_home_q <= {11'd0, enter_cluster};
                enter_rank_q <= enter_level - 3'd1;
                if (~(|enter_level)) begin
                    enter_home_q <= ROOT;
                    enter_rank_q <= 3'd0;
                end
            end
            if (alloc_valid & awake & ~alloc_full_q) begin
                alloc_full_q <= 1'b1;
                alloc_kernel_q <= alloc_kdei;
                alloc_home_q <= {11'd0, alloc_cluster};
                alloc_rank_q <= alloc_level - 3'd1;
                alloc_x_q <= alloc_grid_x;
                alloc_yz_q <= alloc_grid_yz;
                alloc_address_q <= alloc_param;
                alloc_number_q <= alloc_record[31:5];
            end
        end

    // Bits that nothing reads.
    wire unused_ok = &{1'b0, alloc_record[4:0], 1'b0};
endmodule
