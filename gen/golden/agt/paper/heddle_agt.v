// heddle_agt: table of the aggregated groups that wait for or are in execution.
//
// Preset paper: entries: 1024, organisation: Hash.
// Rising edge of clock; reset is synchronous, active high; outputs depend on state only.
//
// Pins of the Aggregated Group Table. AGEI encoding as in `heddle_kernel_distributor`.
//
// An entry (AGE) is 160 bits: AggDim x 32, y 16, z 16, Param 32, Next 32, ExeBL 32. ExeBL's top two
// bits hold valid (31) and distributed (30). A *record* is the same five words in memory at a
// 32-byte aligned address (x, yz, Param, Next, ExeBL); the device runtime writes it before the
// group is offered, with Next none.
//
// 1. After reset the table clears itself, one entry per cycle; meanwhile every ready is low.
// 2. `alloc`: the home of a group is entry `alloc_hw_tid` & (entries - 1). The entries it may have,
//    in this order: *hash*, its home; *linear probing*, its home and those after it, 8 or all if
//    there are fewer; *two-way*, its home and the other entry of its set, entries / 2 further on.
//    The table wraps: the first entry follows the last. The first free entry takes the group and
//    the AGEI is its index. If none is free, the group stays in its record and the AGEI is `SPILLED
//    | record / 32`. Then `link` offers kernel and AGEI to the TB source.
// 3. `next` writes the Next field of the group `next_prev`, in the table or in its record.
// 4. `take` reads a group: `group_valid` is high for one cycle with dimensions, Param and Next. A
//    record is read through the memory port, at any latency.
// 5. `done` says that all `done_count` TBs of a group in the table have been distributed. `end`
//    says that one of them has completed. ExeBL counts completions down from 0, and `done` adds
//    `done_count` (modulo 2^30), so completions may come first. The entry is freed when ExeBL is 0
//    after `done`. Neither is sent for spilled groups, whose record is freed by the runtime.
// 6. Every request is a stream with one buffer: ready is high while the buffer is empty. One
//    request is carried out at a time, `end` before `done` before `next` before `take` before
//    `alloc`. Each of the first four belongs to a group that was admitted by an earlier `alloc`, so
//    `alloc` waits for bounded work. `alloc` also waits while `link` is not taken.
// 7. Memory port: request stream; responses in request order, always accepted; writes have none.
// 8. `alloc_hw_tid` is the hardware thread index in its SMX, as in the thesis, or `with_smx` of it:
//    the SMX number XORed into the uppermost bits of the home. The wiring outside the unit decides
//    this. The table takes any value, and the choice changes no result.
module heddle_agt (
    input wire clock,
    input wire reset,

    // SMXs
    // A group is offered for an entry (rule 2).
    input wire alloc_valid,
    // The AGT takes the group to allocate.
    output wire alloc_ready,
    // Hardware thread index of the launching thread in its SMX (rule 8).
    input wire [15:0] alloc_hw_tid,
    // Index of the matched kernel's entry in the Kernel Distributor (KDEI).
    input wire [4:0] alloc_kdei,
    // AggDim x of the group to allocate, in TBs.
    input wire [31:0] alloc_grid_x,
    // AggDim y (low half) and z of the group to allocate.
    input wire [31:0] alloc_grid_yz,
    // Parameter address of the group to allocate.
    input wire [31:0] alloc_param,
    // Address of the record of the group to allocate.
    input wire [31:0] alloc_record,

    // TB source
    // A Next field to write is offered (rule 3).
    input wire next_valid,
    // The AGT takes the Next field to write.
    output wire next_ready,
    // AGEI of the group whose Next field is written.
    input wire [31:0] next_prev,
    // AGEI to write into the Next field.
    input wire [31:0] next_agei,
    // A group to read is offered (rule 4).
    input wire take_valid,
    // The AGT takes the group to read.
    output wire take_ready,
    // AGEI of the group to read.
    input wire [31:0] take_agei,
    // A group whose TBs have all been distributed is offered (rule 5).
    input wire done_valid,
    // The AGT takes the distributed group.
    output wire done_ready,
    // AGEI of the group that has been distributed.
    input wire [31:0] done_agei,
    // Number of TBs of the group that has been distributed.
    input wire [29:0] done_count,
    // A group to link is offered; all `link_*` fields are zero while low.
    output wire link_valid,
    // The source takes the link.
    input wire link_ready,
    // KDEI of the kernel of the group to link.
    output wire [4:0] link_kdei,
    // AGEI of the group to link.
    output wire [31:0] link_agei,
    // A group has been read; all `group_*` fields are zero while low.
    output wire group_valid,
    // AggDim x of the group that was read, in TBs.
    output wire [31:0] group_grid_x,
    // AggDim y (low half) and z of the group that was read.
    output wire [31:0] group_grid_yz,
    // Parameter address of the group that was read.
    output wire [31:0] group_param,
    // AGEI of the group after the one that was read, or none.
    output wire [31:0] group_next,

    // Residency
    // A completed TB of a group is offered (rule 5).
    input wire end_valid,
    // The AGT takes the completed TB.
    output wire end_ready,
    // AGEI of the group of the completed TB.
    input wire [31:0] end_agei,

    // Memory
    // Memory answers a read.
    input wire mem_resp_valid,
    // Word that memory answers.
    input wire [31:0] mem_resp_data,
    // The AGT offers a request to memory; all `mem_req_*` fields are zero while low.
    output wire mem_req_valid,
    // Memory takes the request.
    input wire mem_req_ready,
    // The memory request is a write.
    output wire mem_req_write,
    // Byte address of the word to read or write.
    output wire [31:0] mem_req_addr,
    // Word to write; zero for reads.
    output wire [31:0] mem_req_data,

    // Status
    // Number of occupied entries.
    output wire [12:0] occupied,
    // Nothing to do until an input comes.
    output wire idle
);

    localparam [15:0] MASK = 16'h3ff, STRIDE = 16'd0;
    localparam [2:0] LAST_LOOK = 3'd0;
    localparam [3:0] STATE_SWEEP = 4'd0, STATE_PICK = 4'd1, STATE_END = 4'd2, STATE_DONE = 4'd3,
        STATE_NEXT = 4'd4, STATE_TAKE = 4'd5, STATE_ALLOC = 4'd6, STATE_WRITE = 4'd7,
        STATE_FETCH = 4'd8;

    reg [3:0] operation, state_q;
    reg [15:0] chosen, sweep_q, end_entry_q, done_entry_q, alloc_entry_q;
    wire [31:0] ages_x, ages_yz, ages_param, ages_following, ages_exebl;
    reg [12:0] count_q;
    reg end_full_q, done_full_q, next_full_q, take_full_q, alloc_full_q, link_full_q, group_full_q;
    reg [29:0] done_total_q;
    reg [31:0] next_to_q, next_value_q, take_group_q, alloc_x_q, alloc_yz_q, alloc_address_q,
        alloc_spill_q, link_group_q, group_x_q, group_yz_q, group_address_q, group_follower_q;
    reg [4:0] alloc_kernel_q, link_kernel_q;
    reg [2:0] requested_q, received_q, looked_q;

    wire awake = state_q != STATE_SWEEP;
    // The choice, lowest rank first so that later assignments win (rule 6).
    wire [15:0] entry = chosen & MASK;
    // An alloc reads the next entry in advance and continues with it if its entry is occupied (rule
    // 2). By the last term, synthesis removes the next entry and the count for a hash.
    wire probing = (state_q == STATE_ALLOC) & (|LAST_LOOK);
    wire [15:0] following = alloc_entry_q + STRIDE;
    wire occupies = (state_q == STATE_ALLOC) & ~ages_exebl[31];
    // ExeBL after an end or a done (rule 5).
    wire settles = (state_q == STATE_END) | (state_q == STATE_DONE);
    wire [31:0] delta = (state_q == STATE_DONE) ? {2'd0, done_total_q} : 32'hffffffff;
    wire distributed = ages_exebl[30] | (state_q == STATE_DONE);
    // The direction of the count is known long before the decision to count.
    wire [12:0] counted = (state_q == STATE_ALLOC) ? count_q + 13'd1 : count_q - 13'd1;
    wire [31:0] ages_new_next = (state_q == STATE_ALLOC) ? 32'hffffffff : next_value_q;
    // The memory port.
    wire requesting = (state_q == STATE_WRITE) | ((state_q == STATE_FETCH) & (requested_q != 3'd4));
    wire [31:0] offset = (state_q == STATE_WRITE) ? 32'hc : {29'd0, requested_q} << 2;
    wire [31:0] record = (state_q == STATE_WRITE) ? next_to_q << 5 : take_group_q << 5;
    wire [31:0] spilled = alloc_spill_q >> 5;
    wire looks_on = probing & ages_exebl[31] & (looked_q != LAST_LOOK);
    wire [31:0] moved = ages_exebl + delta;
    wire ages_write_exebl = (state_q == STATE_SWEEP) | settles | occupies;
    wire [31:0] remaining = moved & 32'h3fffffff;
    wire finished = distributed & ~(|remaining);
    // A finished group's count is zero.
    wire [31:0] settled = (distributed & ~finished) ? remaining | 32'hc0000000
        : (~finished) ? remaining | 32'h80000000 : remaining;
    wire [31:0] ages_new_exebl = settles ? settled : (state_q == STATE_ALLOC) ? 32'h80000000
        : 32'd0;

    heddle_agt_ages u_ages (
        .clock(clock), .read_entry(probing ? following & MASK : entry), .write_entry(entry),
        .write_group(occupies), .write_next((state_q == STATE_NEXT) | occupies),
        .write_exebl(ages_write_exebl), .new_x(alloc_x_q), .new_yz(alloc_yz_q),
        .new_param(alloc_address_q), .new_next(ages_new_next), .new_exebl(ages_new_exebl),
        .x(ages_x), .yz(ages_yz), .param(ages_param), .following(ages_following), .exebl(ages_exebl)
    );

    always @(*) begin
        operation = state_q;
        if (state_q == STATE_PICK) begin
            if (alloc_full_q & ~link_full_q) operation = STATE_ALLOC;
            if (take_full_q) begin
                operation = STATE_TAKE;
                if (take_group_q[31]) operation = STATE_FETCH;
            end
            if (next_full_q) begin
                operation = STATE_NEXT;
                if (next_to_q[31]) operation = STATE_WRITE;
            end
            if (done_full_q) operation = STATE_DONE;
            if (end_full_q) operation = STATE_END;
        end
    end

    always @(*) begin
        chosen = alloc_entry_q;
        case (operation)
            STATE_SWEEP: chosen = sweep_q;
            STATE_END: chosen = end_entry_q;
            STATE_DONE: chosen = done_entry_q;
            STATE_NEXT: chosen = next_to_q[15:0];
            STATE_TAKE: chosen = take_group_q[15:0];
            default: ;
        endcase
    end

    assign mem_req_valid = requesting;
    assign mem_req_write = state_q == STATE_WRITE;
    assign mem_req_addr = requesting ? record | offset : 32'd0;
    assign mem_req_data = (state_q == STATE_WRITE) ? next_value_q : 32'd0;
    // The request buffers; a buffer that is being emptied is full, so it takes nothing at that
    // edge.
    assign end_ready = awake & ~end_full_q;
    assign done_ready = awake & ~done_full_q;
    assign next_ready = awake & ~next_full_q;
    assign take_ready = awake & ~take_full_q;
    assign alloc_ready = awake & ~alloc_full_q;
    assign link_valid = link_full_q;
    assign link_agei = link_full_q ? link_group_q : 32'd0;
    assign link_kdei = link_full_q ? link_kernel_q : 5'd0;
    assign group_valid = group_full_q;
    assign group_grid_x = group_full_q ? group_x_q : 32'd0;
    assign group_grid_yz = group_full_q ? group_yz_q : 32'd0;
    assign group_next = group_full_q ? group_follower_q : 32'd0;
    assign group_param = group_full_q ? group_address_q : 32'd0;
    assign occupied = count_q;
    assign idle = (state_q == STATE_PICK) & ~end_full_q & ~done_full_q & ~next_full_q & ~take_full_q
        & ~alloc_full_q & ~link_full_q & ~group_full_q;

    always @(posedge clock)
        if (reset) begin
            state_q <= STATE_SWEEP;
            {sweep_q, count_q, end_full_q, end_entry_q, done_full_q, done_entry_q, done_total_q,
                next_full_q, next_to_q, next_value_q, take_full_q, take_group_q, alloc_full_q,
                alloc_entry_q, alloc_kernel_q, alloc_x_q, alloc_yz_q, alloc_address_q,
                alloc_spill_q, link_full_q, link_kernel_q, link_group_q, group_full_q, group_x_q,
                group_yz_q, group_address_q, group_follower_q, requested_q, received_q,
                looked_q} <= 0;
        end else begin
            if (occupies | (settles & finished)) count_q <= counted;
            group_full_q <= 1'b0;
            if (link_full_q & link_ready) link_full_q <= 1'b0;
            case (state_q)
                STATE_SWEEP: begin
                    sweep_q <= sweep_q + 16'd1;
                    if ((sweep_q & MASK) == MASK) state_q <= STATE_PICK;
                end
                STATE_PICK: state_q <= operation;
                STATE_END: begin
                    end_full_q <= 1'b0;
                    state_q <= STATE_PICK;
                end
                STATE_DONE: begin
                    done_full_q <= 1'b0;
                    state_q <= STATE_PICK;
                end
                STATE_NEXT: begin
                    next_full_q <= 1'b0;
                    state_q <= STATE_PICK;
                end
                STATE_TAKE: begin
                    group_x_q <= ages_x;
                    group_yz_q <= ages_yz;
                    group_address_q <= ages_param;
                    group_follower_q <= ages_following;
                    group_full_q <= 1'b1;
                    take_full_q <= 1'b0;
                    state_q <= STATE_PICK;
                end
                STATE_ALLOC: begin
                    link_full_q <= 1'b1;
                    link_kernel_q <= alloc_kernel_q;
                    link_group_q <= spilled | 32'h80000000;
                    if (occupies) link_group_q <= {16'd0, entry};
                    alloc_full_q <= 1'b0;
                    looked_q <= 3'd0;
                    state_q <= STATE_PICK;
                    if (looks_on) begin
                        link_full_q <= 1'b0;
                        alloc_full_q <= 1'b1;
                        alloc_entry_q <= following;
                        looked_q <= looked_q + 3'd1;
                        state_q <= STATE_ALLOC;
                    end
                end
                STATE_WRITE: begin
                    next_full_q <= ~mem_req_ready;
                    if (mem_req_ready) state_q <= STATE_PICK;
                end
                STATE_FETCH: begin
                    if (requesting & mem_req_ready) requested_q <= requested_q + 3'd1;
                    if (mem_resp_valid) begin
                        received_q <= received_q + 3'd1;
                        if (received_q == 3'd0) group_x_q <= mem_resp_data;
                        if (received_q == 3'd1) group_yz_q <= mem_resp_data;
                        if (received_q == 3'd2) group_address_q <= mem_resp_data;
                        if (received_q == 3'd3) begin
                            group_follower_q <= mem_resp_data;
                            group_full_q <= 1'b1;
                            requested_q <= 3'd0;
                            received_q <= 3'd0;
                            take_full_q <= 1'b0;
                            state_q <= STATE_PICK;
                        end
                    end
                end
                default: ;
            endcase
            if (end_valid & awake & ~end_full_q) begin
                end_full_q <= 1'b1;
                end_entry_q <= end_agei[15:0];
            end
            if (done_valid & awake & ~done_full_q) begin
                done_full_q <= 1'b1;
                done_entry_q <= done_agei[15:0];
                done_total_q <= done_count;
            end
            if (next_valid & awake & ~next_full_q) begin
                next_full_q <= 1'b1;
                next_to_q <= next_prev;
                next_value_q <= next_agei;
            end
            if (take_valid & awake & ~take_full_q) begin
                take_full_q <= 1'b1;
                take_group_q <= take_agei;
            end
            if (alloc_valid & awake & ~alloc_full_q) begin
                alloc_full_q <= 1'b1;
                alloc_entry_q <= alloc_hw_tid;
                alloc_kernel_q <= alloc_kdei;
                alloc_x_q <= alloc_grid_x;
                alloc_yz_q <= alloc_grid_yz;
                alloc_address_q <= alloc_param;
                alloc_spill_q <= alloc_record;
            end
        end

    // Bits that nothing reads.
    wire unused_ok = &{1'b0, done_agei[31:16], end_agei[31:16], 1'b0};
endmodule
