// heddle_kmu: Kernel Management Unit: HWQ heads and the pool of pending kernels.
//
// Preset paper: hwqs: 32.
// Rising edge of clock; reset is synchronous, active high; outputs depend on state only.
//
// Pins of the Kernel Management Unit.
//
// A *kernel descriptor* is eight words in device memory, 32-byte aligned; its address is the
// kernel's name on all pins. Word by word: 0 entry PC, 1 grid x, 2 grid y (low half) and z, 3 TB
// shape (see `kernel_distributor::pins`), 4 resource need, 5 parameter address, 6 tag, 7 next.
//
// 1. The host offers a kernel for a hardware work queue (HWQ) only while that queue's bit of
//    `hwq_ready` is high; the head slot then holds it. Offers are single-cycle.
// 2. Head blocking: after a queue's head is dispatched, the queue is not inspected again until
//    `done` names it. A next head may wait in the slot meanwhile.
// 3. Device commands are a stream. Kind 0 launches a kernel: it joins the pending pool, a linked
//    list in memory through word 7. Kind 1 suspends a kernel: its word 7 is marked
//    `SUSPENDED` and it is held, not pending. Kind 2 resumes a held kernel: it joins the pool.
// 4. A launch or resume while `cfg_pending_limit` kernels are pending is refused: `overflow` is
//    high for the one cycle after it was decided and the kernel is not kept.
// 5. One dispatch at a time. The choice is round-robin over unblocked heads, and strictly
//    alternates between heads and the pool while both have something. The pool is first in,
//    first out.
// 6. A dispatch is offered when its descriptor has been read and at least
//    `cfg_dispatch_cycles` cycles have passed since it was chosen.
// 7. The memory port is a request stream; responses come in request order, at least one cycle
//    after the request, and are always accepted. Writes have no response.
// 8. `done` is single-cycle and always accepted, also at the edge of any other event.
module heddle_kmu (
    input wire clock,
    input wire reset,

    // Configuration
    // Cycles from choosing a kernel to offering it.
    input wire [15:0] cfg_dispatch_cycles,
    // Most kernels that may be pending in the pool.
    input wire [31:0] cfg_pending_limit,

    // Host
    // A kernel for a queue's head slot (rule 1).
    input wire host_valid,
    // The queue.
    input wire [4:0] host_hwq,
    // Address of the kernel's descriptor.
    input wire [31:0] host_desc,

    // SMXs
    // A device command is offered (rule 3).
    input wire cmd_valid,
    // 0 launch, 1 suspend, 2 resume.
    input wire [1:0] cmd_kind,
    // Address of the kernel's descriptor.
    input wire [31:0] cmd_desc,

    // Kernel Distributor
    // The offered kernel is taken.
    input wire disp_ready,
    // A kernel that came from an HWQ has completed (rule 8).
    input wire done_valid,
    // Its queue.
    input wire [4:0] done_hwq,

    // Memory
    // The request is taken.
    input wire mem_req_ready,
    // A read's data (rule 7).
    input wire mem_resp_valid,
    // The word.
    input wire [31:0] mem_resp_data,

    // Host
    // Queues whose head slot is empty; bits at and above the number of queues are low.
    output wire [31:0] hwq_ready,

    // SMXs
    // The device command is taken.
    output wire cmd_ready,
    // A launch or resume was refused (rule 4).
    output wire overflow,

    // Kernel Distributor
    // A kernel is offered; all fields below are zero while low.
    output wire disp_valid,
    // Descriptor word 0.
    output wire [31:0] disp_pc,
    // Descriptor word 1.
    output wire [31:0] disp_grid_x,
    // Descriptor word 2.
    output wire [31:0] disp_grid_yz,
    // Descriptor word 3.
    output wire [31:0] disp_shape,
    // Descriptor word 4.
    output wire [31:0] disp_need,
    // Descriptor word 5.
    output wire [31:0] disp_param,
    // Bit 5: from the host, and then bits 4..0 the HWQ; zero for device kernels.
    output wire [5:0] disp_tag,
    // Address of the descriptor.
    output reg [31:0] disp_desc,

    // Memory
    // A request is offered.
    output reg mem_req_valid,
    // It is a write.
    output reg mem_req_write,
    // Byte address of the word.
    output reg [31:0] mem_req_addr,
    // Word to write; zero for reads.
    output reg [31:0] mem_req_data,

    // Status
    // Kernels in the pending pool.
    output wire [31:0] pending,
    // Kernels held suspended.
    output wire [31:0] suspended,
    // Nothing to do until an input comes.
    output wire idle
);

    localparam [31:0] QUEUES = 32'hffffffff;
    localparam [2:0] STATE_PICK = 3'd0;
    localparam [2:0] STATE_APPEND = 3'd1;
    localparam [2:0] STATE_SUSPEND = 3'd2;
    localparam [2:0] STATE_LOAD = 3'd3;
    localparam [2:0] STATE_FETCH = 3'd4;

    reg [31:0] host_select;
    reg [31:0] done_select;
    reg [31:0] chosen_select;
    wire is_suspend;
    reg joined;
    reg settled;
    wire pool_any;
    wire from_pool_next;
    reg [15:0] timer_next;
    reg [5:0] read_end;
    wire [5:0] received_next;
    reg word_valid;
    wire fetch_ends;
    reg choosing;
    wire [15:0] heads_read_addr;
    wire [31:0] heads_read_data;
    wire heads_write_enable;
    wire [15:0] heads_write_addr;
    wire [31:0] heads_write_data;
    wire [31:0] full_d;
    reg [31:0] full_q;
    wire [31:0] blocked_d;
    reg [31:0] blocked_q;
    reg [4:0] last_queue_d;
    reg [4:0] last_queue_q;
    wire [31:0] choice_request;
    wire [4:0] choice_last;
    wire choice_any;
    wire [4:0] choice_winner;
    reg cmd_full_d;
    reg cmd_full_q;
    reg [1:0] kind_d;
    reg [1:0] kind_q;
    reg [31:0] target_d;
    reg [31:0] target_q;
    reg refused_d;
    reg refused_q;
    reg [31:0] pool_head_d;
    reg [31:0] pool_head_q;
    reg [31:0] pool_tail_d;
    reg [31:0] pool_tail_q;
    reg [31:0] pending_count_d;
    reg [31:0] pending_count_q;
    reg [31:0] suspended_count_d;
    reg [31:0] suspended_count_q;
    reg pool_turn_d;
    reg pool_turn_q;
    reg [2:0] state_d;
    reg [2:0] state_q;
    reg busy_d;
    reg busy_q;
    reg fetched_d;
    reg fetched_q;
    reg offered_d;
    reg offered_q;
    reg from_pool_d;
    reg from_pool_q;
    reg [15:0] timer_d;
    reg [15:0] timer_q;
    reg [31:0] desc_d;
    reg [31:0] desc_q;
    reg [5:0] sent_d;
    reg [5:0] sent_q;
    reg [5:0] received_d;
    reg [5:0] received_q;
    wire words_write;
    wire [5:0] words_offset;
    wire [31:0] words_word;
    wire words_show;
    wire [31:0] words_pc;
    wire [31:0] words_grid_x;
    wire [31:0] words_grid_yz;
    wire [31:0] words_shape;
    wire [31:0] words_need;
    wire [31:0] words_param;
    wire [5:0] words_tag;

    heddle_sram_macro #(.WIDTH(32), .ENTRIES(32)) u_heads (
        .clock(clock),
        .read_addr(heads_read_addr[4:0]),
        .read_data(heads_read_data),
        .write_enable(heads_write_enable),
        .write_addr(heads_write_addr[4:0]),
        .write_data(heads_write_data)
    );

    heddle_round_robin u_choice (
        .request(choice_request),
        .last(choice_last),
        .any(choice_any),
        .winner(choice_winner)
    );

    heddle_kmu_words u_words (
        .clock(clock),
        .reset(reset),
        .write(words_write),
        .offset(words_offset),
        .word(words_word),
        .show(words_show),
        .pc(words_pc),
        .grid_x(words_grid_x),
        .grid_yz(words_grid_yz),
        .shape(words_shape),
        .need(words_need),
        .param(words_param),
        .tag(words_tag)
    );

    assign full_d = (full_q & ~chosen_select) | host_select;
    assign blocked_d = (blocked_q | chosen_select) & ~done_select;

    always @(*) begin
        last_queue_d = last_queue_q;
        cmd_full_d = cmd_full_q;
        kind_d = kind_q;
        target_d = target_q;
        pool_head_d = pool_head_q;
        pool_tail_d = pool_tail_q;
        pending_count_d = pending_count_q;
        suspended_count_d = suspended_count_q;
        pool_turn_d = pool_turn_q;
        state_d = state_q;
        busy_d = busy_q;
        fetched_d = fetched_q;
        offered_d = offered_q;
        from_pool_d = from_pool_q;
        timer_d = timer_q;
        desc_d = desc_q;
        sent_d = sent_q;
        received_d = received_q;
        if (busy_q & ~offered_q) begin
            timer_d = timer_next;
        end
        mem_req_valid = 1'b0;
        mem_req_write = 1'b0;
        mem_req_addr = 32'd0;
        mem_req_data = 32'd0;
        joined = 1'b0;
        settled = 1'b0;
        choosing = 1'b0;
        word_valid = 1'b0;
        refused_d = 1'b0;
        case (state_q)
            STATE_PICK: begin
                if (cmd_full_q) begin
                    if (is_suspend) begin
                        state_d = STATE_SUSPEND;
                    end else if (pending_count_q >= cfg_pending_limit) begin
                        refused_d = 1'b1;
                        settled = 1'b1;
                    end else if (pool_any) begin
                        state_d = STATE_APPEND;
                    end else begin
                        joined = 1'b1;
                    end
                end else if (~busy_q & (pool_any | choice_any)) begin
                    choosing = 1'b1;
                    state_d = STATE_LOAD;
                end
            end
            STATE_APPEND: begin
                mem_req_valid = 1'b1;
                mem_req_write = 1'b1;
                mem_req_addr = pool_tail_q | 32'h1c;
                mem_req_data = target_q;
                if (mem_req_ready) begin
                    joined = 1'b1;
                    state_d = STATE_PICK;
                end
            end
            STATE_SUSPEND: begin
                mem_req_valid = 1'b1;
                mem_req_write = 1'b1;
                mem_req_addr = target_q | 32'h1c;
                mem_req_data = 32'hfffffffe;
                if (mem_req_ready) begin
                    suspended_count_d = suspended_count_q + 32'd1;
                    settled = 1'b1;
                    state_d = STATE_PICK;
                end
            end
            STATE_LOAD: begin
                desc_d = heads_read_data;
                if (from_pool_q) begin
                    desc_d = pool_head_q;
                end
                state_d = STATE_FETCH;
            end
            STATE_FETCH: begin
                if (sent_q != read_end) begin
                    mem_req_valid = 1'b1;
                    mem_req_addr = desc_q | {26'd0, sent_q};
                    if (mem_req_ready) begin
                        sent_d = sent_q + 6'd4;
                    end
                end
                word_valid = mem_resp_valid;
            end
            default: ;
        endcase
        if (word_valid) begin
            received_d = received_next;
            if (received_q == 6'd28) begin
                pool_head_d = mem_resp_data;
                pending_count_d = pending_count_q - 32'd1;
            end
        end
        if (fetch_ends) begin
            fetched_d = 1'b1;
            state_d = STATE_PICK;
        end
        if (busy_q & (fetched_q | fetch_ends) & (timer_next >= cfg_dispatch_cycles)) begin
            offered_d = 1'b1;
        end
        if (offered_q & disp_ready) begin
            busy_d = 1'b0;
            fetched_d = 1'b0;
            offered_d = 1'b0;
        end
        if (joined) begin
            pool_tail_d = target_q;
            pending_count_d = pending_count_q + 32'd1;
            if (~pool_any) begin
                pool_head_d = target_q;
            end
        end
        if (joined | settled) begin
            cmd_full_d = 1'b0;
            if (kind_q == 2'd2) begin
                suspended_count_d = suspended_count_q - 32'd1;
            end
        end
        if (cmd_valid & ~cmd_full_q) begin
            cmd_full_d = 1'b1;
            kind_d = cmd_kind;
            target_d = cmd_desc;
        end
        chosen_select = 32'd0;
        if (choosing) begin
            busy_d = 1'b1;
            timer_d = 16'd1;
            sent_d = 6'd0;
            received_d = 6'd0;
            from_pool_d = from_pool_next;
            pool_turn_d = ~from_pool_next;
            if (~from_pool_next) begin
                last_queue_d = choice_winner;
                chosen_select = 32'd1 << choice_winner;
            end
        end
    end

    assign choice_request = full_q & ~blocked_q;
    assign choice_last = last_queue_q;
    assign pool_any = |pending_count_q;
    assign from_pool_next = pool_any & (pool_turn_q | ~choice_any);
    assign is_suspend = kind_q == 2'd1;

    always @(*) begin
        timer_next = timer_q + 16'd1;
        if (&timer_q) begin
            timer_next = timer_q;
        end
    end

    always @(*) begin
        read_end = 6'd28;
        if (from_pool_q) begin
            read_end = 6'd32;
        end
    end

    assign received_next = received_q + 6'd4;
    assign words_write = word_valid;
    assign words_offset = received_q;
    assign words_word = mem_resp_data;
    assign words_show = offered_q;
    assign fetch_ends = word_valid & (received_next == read_end);

    always @(*) begin
        host_select = 32'd0;
        if (host_valid) begin
            host_select = 32'd1 << host_hwq;
        end
    end

    always @(*) begin
        done_select = 32'd0;
        if (done_valid) begin
            done_select = 32'd1 << done_hwq;
        end
    end

    assign heads_read_addr = {11'd0, choice_winner};
    assign heads_write_enable = host_valid;
    assign heads_write_addr = {11'd0, host_hwq};
    assign heads_write_data = host_desc;
    assign hwq_ready = ~full_q & QUEUES;
    assign cmd_ready = ~cmd_full_q;
    assign overflow = refused_q;
    assign pending = pending_count_q;
    assign suspended = suspended_count_q;
    assign disp_valid = offered_q;
    assign disp_pc = words_pc;
    assign disp_grid_x = words_grid_x;
    assign disp_grid_yz = words_grid_yz;
    assign disp_shape = words_shape;
    assign disp_need = words_need;
    assign disp_param = words_param;
    assign disp_tag = words_tag;

    always @(*) begin
        disp_desc = 32'd0;
        if (offered_q) begin
            disp_desc = desc_q;
        end
    end

    assign idle = (state_q == STATE_PICK) & ~cmd_full_q & ~refused_q & (offered_q | ~busy_q)
        & (busy_q | (~choice_any & ~pool_any));

    always @(posedge clock) begin
        if (reset) begin
            full_q <= 32'd0;
            blocked_q <= 32'd0;
            last_queue_q <= 5'd31;
            cmd_full_q <= 1'b0;
            kind_q <= 2'd0;
            target_q <= 32'd0;
            refused_q <= 1'b0;
            pool_head_q <= 32'd0;
            pool_tail_q <= 32'd0;
            pending_count_q <= 32'd0;
            suspended_count_q <= 32'd0;
            pool_turn_q <= 1'b0;
            state_q <= STATE_PICK;
            busy_q <= 1'b0;
            fetched_q <= 1'b0;
            offered_q <= 1'b0;
            from_pool_q <= 1'b0;
            timer_q <= 16'd0;
            desc_q <= 32'd0;
            sent_q <= 6'd0;
            received_q <= 6'd0;
        end else begin
            full_q <= full_d;
            blocked_q <= blocked_d;
            last_queue_q <= last_queue_d;
            cmd_full_q <= cmd_full_d;
            kind_q <= kind_d;
            target_q <= target_d;
            refused_q <= refused_d;
            pool_head_q <= pool_head_d;
            pool_tail_q <= pool_tail_d;
            pending_count_q <= pending_count_d;
            suspended_count_q <= suspended_count_d;
            pool_turn_q <= pool_turn_d;
            state_q <= state_d;
            busy_q <= busy_d;
            fetched_q <= fetched_d;
            offered_q <= offered_d;
            from_pool_q <= from_pool_d;
            timer_q <= timer_d;
            desc_q <= desc_d;
            sent_q <= sent_d;
            received_q <= received_d;
        end
    end

    // Bits that nothing reads.
    wire unused_ok;
    assign unused_ok = &{
        1'b0,
        heads_read_addr[15:5],
        heads_write_addr[15:5],
        1'b0
    };
endmodule
