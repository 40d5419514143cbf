// heddle_kmu: Kernel Management Unit: HWQ heads and the pool of pending kernels.
//
// Preset paper: hwqs: 32, clusters: 0, levels: 1.
// Rising edge of clock; reset is synchronous, active high; outputs depend on state only.
//
// Pins of the Kernel Management Unit.
//
// A *kernel descriptor* is eight words in device memory, 32-byte aligned. All pins name a kernel by
// the address of its descriptor. The words are: 0 entry PC, 1 grid x, 2 grid y (low half) and z, 3
// TB shape (see `heddle_kernel_distributor`), 4 resource demand, 5 parameter address, 6 tag in bits
// 7..0, cluster in 15..8 and level in 18..16, 7 next.
//
// 1. The host offers a kernel for a hardware work queue (HWQ) only while that queue's bit of
//    `hwq_ready` is high; the head slot then holds the kernel. Offers last a single cycle.
// 2. Head blocking: after a queue's head is dispatched, the queue is not inspected again until
//    `done` names it. The next head may wait in the slot meanwhile.
// 3. Device commands are a stream. Kind 0 launches a kernel: it joins the pending pool, linked
//    lists in memory through word 7. Kind 1 suspends a kernel: its word 7 is set to `SUSPENDED` and
//    it is held, not pending. Kind 2 resumes a held kernel: it joins the pool.
// 4. A launch or resume while `cfg_pending_limit` kernels are pending is refused: `overflow` is
//    high for one cycle after the decision, and the kernel is not kept.
// 5. There is one dispatch at a time. The choice is round-robin over unblocked heads. It strictly
//    alternates between heads and the pool while both have a kernel. A list of the pool is first
//    in, first out.
// 6. A dispatch is offered when its descriptor has been read and at least `cfg_dispatch_cycles`
//    cycles have passed since the choice.
// 7. The memory port is a request stream. Responses come in request order, at least one cycle after
//    the request, and are always accepted. Writes have no response.
// 8. `done` lasts a single cycle and is always accepted, also at the edge of any other event.
// 9. Without clusters the pool is one list, and level and cluster of a command mean nothing. With
//    clusters it has a list for level 0, and one for each other level of each cluster. A launch or
//    resume names the list that its kernel joins: `cmd_level` is at most `levels`, and
//    `cmd_cluster` below `clusters` unless the level is 0.
// 10. With clusters the pool's choice strictly alternates between level 0 and the clusters while
//     both have a kernel. Among the clusters it is round-robin over those that have one, so each
//     other one goes at most once before a cluster that has one. Of the cluster the first kernel
//     of its highest level goes. Nothing bounds how many of higher levels go before one of a
//     lower level.
// 11. A list of a cluster is looked at for a cycle: between the decision on a kernel and its write
//     or joining, and between its choice and the first read. With level 0 there is no such cycle.
module heddle_kmu (
    input wire clock,
    input wire reset,

    // Configuration
    // Least cycles from the choice of a kernel to its offer (rule 6).
    input wire [15:0] cfg_dispatch_cycles,
    // Most kernels that may be pending in the pool (rule 4).
    input wire [31:0] cfg_pending_limit,

    // Host
    // The host offers a kernel for the head slot of a queue (rule 1).
    input wire host_valid,
    // Number of the hardware work queue of the host's kernel.
    input wire [4:0] host_hwq,
    // Address of the descriptor of the host's kernel.
    input wire [31:0] host_desc,
    // Queues whose head slot is empty, one bit per queue; bits beyond the last are low.
    output wire [31:0] hwq_ready,

    // SMXs
    // A device command is offered (rule 3).
    input wire cmd_valid,
    // The KMU takes the device command.
    output wire cmd_ready,
    // Kind of the device command: 0 launch, 1 suspend, 2 resume.
    input wire [1:0] cmd_kind,
    // Address of the descriptor of the command's kernel.
    input wire [31:0] cmd_desc,
    // Level of the command's kernel: 0 for one of the host (rule 9).
    input wire [2:0] cmd_level,
    // Cluster of the SMX that launched the command's kernel, if its level is not 0 (rule 9).
    input wire [4:0] cmd_cluster,
    // A launch or resume was refused (rule 4).
    output wire overflow,

    // Kernel Distributor
    // A kernel that came from a hardware work queue has completed (rule 8).
    input wire done_valid,
    // Number of the queue of the completed kernel.
    input wire [4:0] done_hwq,
    // A kernel is offered for dispatch; all `disp_*` fields are zero while low.
    output wire disp_valid,
    // The Kernel Distributor takes the offered kernel.
    input wire disp_ready,
    // Entry PC of the offered kernel (descriptor word 0).
    output wire [31:0] disp_pc,
    // Grid x of the offered kernel in TBs (descriptor word 1).
    output wire [31:0] disp_grid_x,
    // Grid y (low half) and z of the offered kernel (descriptor word 2).
    output wire [31:0] disp_grid_yz,
    // TB shape of the offered kernel (descriptor word 3).
    output wire [31:0] disp_shape,
    // Resource demand of one TB of the offered kernel (descriptor word 4).
    output wire [31:0] disp_demand,
    // Parameter address of the offered kernel (descriptor word 5).
    output wire [31:0] disp_param,
    // Tag: the uppermost bit marks a kernel from the host, the others are its queue; zero for
    // others.
    output wire [5:0] disp_tag,
    // Level of the offered kernel: above that of the TB that launched it, 0 for one of the host.
    output wire [2:0] disp_level,
    // Cluster of the SMX that launched the offered kernel.
    output wire [4:0] disp_cluster,
    // Address of the descriptor of the offered kernel.
    output wire [31:0] disp_desc,

    // Memory
    // Memory answers a read (rule 7).
    input wire mem_resp_valid,
    // Word that memory answers.
    input wire [31:0] mem_resp_data,
    // The KMU offers a request to memory.
    output reg mem_req_valid,
    // Memory takes the request.
    input wire mem_req_ready,
    // The memory request is a write.
    output reg mem_req_write,
    // Byte address of the word to read or write.
    output reg [31:0] mem_req_addr,
    // Word to write; zero for reads.
    output reg [31:0] mem_req_data,

    // Status
    // Number of kernels in the pending pool.
    output wire [31:0] pending,
    // Number of kernels that are held suspended.
    output wire [31:0] suspended,
    // Nothing to do until an input comes.
    output wire idle
);

    localparam [31:0] ALL_QUEUES = 32'hffffffff;
    localparam HAS_QUEUES = 1'b0;
    localparam [2:0] STATE_PICK = 3'd0, STATE_LOOK = 3'd1, STATE_APPEND = 3'd2,
        STATE_SUSPEND = 3'd3, STATE_SEEK = 3'd4, STATE_LOAD = 3'd5, STATE_FETCH = 3'd6;

    reg joined, settled, word_valid, choosing, cmd_full_q, in_queues_q, refused_q, queues_turn_q,
        pool_turn_q, busy_q, fetched_q, offered_q, from_pool_q, from_queues_q;
    wire [31:0] heads_read_data, queues_first, queues_last, queues_count;
    reg [31:0] full_q, blocked_q, target_q, pool_head_q, pool_tail_q, pool_count_q,
        suspended_count_q, desc_q;
    reg [4:0] last_queue_q, target_cluster_q, taken_cluster_q;
    wire choice_any, queues_listed, queues_any;
    wire [4:0] choice_winner, queues_next_cluster;
    reg [1:0] kind_q;
    reg [2:0] target_rank_q, state_q, taken_rank_q;
    wire [2:0] queues_top_rank;
    reg [15:0] timer_q;
    reg [5:0] sent_q, received_q;

    // The kernels to choose from.
    wire root_any = |pool_count_q;
    wire [31:0] pending_count = pool_count_q + queues_count;
    wire is_suspend = kind_q == 2'd1;
    // Time since the choice.
    wire [15:0] timer_next = (&timer_q) ? timer_q : timer_q + 16'd1;
    // Bytes to read; word 7 of a pool kernel is the link to the next one.
    wire [5:0] read_end = from_pool_q ? 6'd32 : 6'd28;
    wire [5:0] received_next = received_q + 6'd4;
    // The lists of clusters: a command looks at its own, a choice at the cluster's highest level.
    wire command_looks = (state_q == STATE_LOOK) | (state_q == STATE_APPEND)
        | ((state_q == STATE_PICK) & cmd_full_q);
    wire queues_leaves = word_valid & (received_q == 6'd28) & from_queues_q;
    // Head slots.
    wire [31:0] host_select = host_valid ? 32'd1 << host_hwq : 32'd0;
    wire [31:0] done_select = done_valid ? 32'd1 << done_hwq : 32'd0;
    wire [15:0] heads_read_addr = {11'd0, choice_winner};
    wire [15:0] heads_write_addr = {11'd0, host_hwq};
    wire pool_any = root_any | queues_any;
    wire from_queues_next = queues_any & (queues_turn_q | ~root_any);
    // A word of the descriptor.
    wire fetch_ends = word_valid & (received_next == read_end);
    wire [4:0] queues_cluster = command_looks ? target_cluster_q
        : (state_q == STATE_PICK) ? queues_next_cluster : taken_cluster_q;
    wire [2:0] queues_rank = command_looks ? target_rank_q
        : (state_q == STATE_SEEK) ? queues_top_rank : taken_rank_q;
    wire from_pool_next = pool_any & (pool_turn_q | ~choice_any);
    // A kernel is chosen.
    wire [31:0] chosen_select = (choosing & ~from_pool_next) ? 32'd1 << choice_winner : 32'd0;
    wire queues_take = choosing & from_pool_next & from_queues_next;

    heddle_sram_macro #(.WIDTH(32), .ENTRIES(32)) u_heads (
        .clock(clock), .read_addr(heads_read_addr[4:0]), .read_data(heads_read_data),
        .write_enable(host_valid), .write_addr(heads_write_addr[4:0]), .write_data(host_desc)
    );

    heddle_round_robin u_choice (
        .request(full_q & ~blocked_q), .last(last_queue_q), .any(choice_any), .winner(choice_winner)
    );

    heddle_kmu_queues u_queues (
        .clock(clock), .reset(reset), .cluster(queues_cluster), .rank(queues_rank),
        .joins(joined & in_queues_q), .new_desc(target_q), .take(queues_take),
        .leaves(queues_leaves), .old_desc(desc_q), .link(mem_resp_data), .listed(queues_listed),
        .top_rank(queues_top_rank), .first(queues_first), .last(queues_last), .any(queues_any),
        .next_cluster(queues_next_cluster), .count(queues_count)
    );

    heddle_kmu_words u_words (
        .clock(clock), .reset(reset), .write(word_valid), .offset(received_q), .word(mem_resp_data),
        .show(offered_q), .pc(disp_pc), .grid_x(disp_grid_x), .grid_yz(disp_grid_yz),
        .shape(disp_shape), .demand(disp_demand), .param(disp_param), .tag(disp_tag),
        .level(disp_level), .cluster(disp_cluster)
    );

    always @(*) begin
        mem_req_valid = 1'b0;
        mem_req_write = 1'b0;
        mem_req_addr = 32'd0;
        mem_req_data = 32'd0;
        joined = 1'b0;
        settled = 1'b0;
        choosing = 1'b0;
        word_valid = 1'b0;
        case (state_q)
            STATE_PICK: begin
                if (cmd_full_q) begin
                    if (~is_suspend) begin
                        if (pending_count >= cfg_pending_limit) begin
                            settled = 1'b1;
                        end else if (~in_queues_q & ~root_any) begin
                            joined = 1'b1;
                        end
                    end
                end else if (~busy_q & (pool_any | choice_any)) begin
                    choosing = 1'b1;
                end
            end
            STATE_LOOK: if (~queues_listed) joined = 1'b1;
            STATE_APPEND: begin
                mem_req_valid = 1'b1;
                mem_req_write = 1'b1;
                mem_req_addr = pool_tail_q | 32'h1c;
                if (in_queues_q) mem_req_addr = queues_last | 32'h1c;
                mem_req_data = target_q;
                if (mem_req_ready) joined = 1'b1;
            end
            STATE_SUSPEND: begin
                mem_req_valid = 1'b1;
                mem_req_write = 1'b1;
                mem_req_addr = target_q | 32'h1c;
                mem_req_data = 32'hfffffffe;
                if (mem_req_ready) settled = 1'b1;
            end
            STATE_FETCH: begin
                if (sent_q != read_end) begin
                    mem_req_valid = 1'b1;
                    mem_req_addr = desc_q | {26'd0, sent_q};
                end
                word_valid = mem_resp_valid;
            end
            default: ;
        endcase
    end

    // Outputs.
    assign hwq_ready = ~full_q & ALL_QUEUES;
    assign cmd_ready = ~cmd_full_q;
    assign overflow = refused_q;
    assign pending = pending_count;
    assign suspended = suspended_count_q;
    assign disp_valid = offered_q;
    assign disp_desc = offered_q ? desc_q : 32'd0;
    assign idle = (state_q == STATE_PICK) & ~cmd_full_q & ~refused_q & (offered_q | ~busy_q)
        & (busy_q | (~choice_any & ~pool_any));

    always @(posedge clock)
        if (reset) begin
            last_queue_q <= 5'd31;
            state_q <= STATE_PICK;
            {full_q, blocked_q, cmd_full_q, kind_q, target_q, in_queues_q, target_cluster_q,
                target_rank_q, refused_q, pool_head_q, pool_tail_q, pool_count_q, queues_turn_q,
                suspended_count_q, pool_turn_q, busy_q, fetched_q, offered_q, from_pool_q,
                from_queues_q, taken_cluster_q, taken_rank_q, timer_q, desc_q, sent_q,
                received_q} <= 0;
        end else begin
            if (busy_q & ~offered_q) timer_q <= timer_next;
            refused_q <= 1'b0;
            // A command finishes. A resumed kernel is no longer held, even if it was refused.
            case (state_q)
                STATE_PICK: begin
                    if (cmd_full_q) begin
                        if (is_suspend) begin
                            state_q <= STATE_SUSPEND;
                        end else if (pending_count >= cfg_pending_limit) begin
                            refused_q <= 1'b1;
                        end else if (in_queues_q) begin
                            state_q <= STATE_LOOK;
                        end else if (root_any) begin
                            state_q <= STATE_APPEND;
                        end
                    end else if (~busy_q & (pool_any | choice_any)) begin
                        state_q <= STATE_LOAD;
                        if (from_pool_next & from_queues_next) state_q <= STATE_SEEK;
                    end
                end
                STATE_LOOK: begin
                    if (queues_listed) begin
                        state_q <= STATE_APPEND;
                    end else begin
                        state_q <= STATE_PICK;
                    end
                end
                STATE_APPEND: if (mem_req_ready) state_q <= STATE_PICK;
                STATE_SUSPEND: if (mem_req_ready) begin
                    suspended_count_q <= suspended_count_q + 32'd1;
                    state_q <= STATE_PICK;
                end
                STATE_SEEK: begin
                    taken_rank_q <= queues_top_rank;
                    state_q <= STATE_LOAD;
                end
                STATE_LOAD: begin
                    desc_q <= heads_read_data;
                    if (from_pool_q) desc_q <= pool_head_q;
                    if (from_queues_q) desc_q <= queues_first;
                    state_q <= STATE_FETCH;
                end
                STATE_FETCH: if ((sent_q != read_end) & mem_req_ready) sent_q <= sent_q + 6'd4;
                default: ;
            endcase
            if (word_valid) begin
                received_q <= received_next;
                if ((received_q == 6'd28) & ~from_queues_q) begin
                    pool_head_q <= mem_resp_data;
                    pool_count_q <= pool_count_q - 32'd1;
                end
            end
            if (fetch_ends) begin
                fetched_q <= 1'b1;
                state_q <= STATE_PICK;
            end
            if (busy_q & (fetched_q | fetch_ends) & (timer_next >= cfg_dispatch_cycles)) begin
                offered_q <= 1'b1;
            end
            if (offered_q & disp_ready) begin
                busy_q <= 1'b0;
                fetched_q <= 1'b0;
                offered_q <= 1'b0;
            end
            if (joined & ~in_queues_q) begin
                pool_tail_q <= target_q;
                pool_count_q <= pool_count_q + 32'd1;
                if (~root_any) pool_head_q <= target_q;
            end
            if (joined | settled) begin
                cmd_full_q <= 1'b0;
                if (kind_q == 2'd2) suspended_count_q <= suspended_count_q - 32'd1;
            end
            if (cmd_valid & ~cmd_full_q) begin
                cmd_full_q <= 1'b1;
                kind_q <= cmd_kind;
                target_q <= cmd_desc;
                in_queues_q <= 1'b0;
                target_cluster_q <= 5'd0;
                target_rank_q <= 3'd0;
                if (HAS_QUEUES & (|cmd_level)) begin
                    in_queues_q <= 1'b1;
                    target_cluster_q <= cmd_cluster;
                    target_rank_q <= cmd_level - 3'd1;
                end
            end
            if (choosing) begin
                busy_q <= 1'b1;
                timer_q <= 16'd1;
                sent_q <= 6'd0;
                received_q <= 6'd0;
                from_pool_q <= from_pool_next;
                from_queues_q <= from_pool_next & from_queues_next;
                pool_turn_q <= ~from_pool_next;
                if (from_pool_next) queues_turn_q <= ~from_queues_next;
                taken_cluster_q <= queues_next_cluster;
                if (~from_pool_next) last_queue_q <= choice_winner;
            end
            full_q <= (full_q & ~chosen_select) | host_select;
            blocked_q <= (blocked_q | chosen_select) & ~done_select;
        end

    // Bits that nothing reads.
    wire unused_ok = &{1'b0, heads_read_addr[15:5], heads_write_addr[15:5], 1'b0};
endmodule
