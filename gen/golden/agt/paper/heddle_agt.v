// heddle_agt: table of the aggregated groups that wait for or are in execution.
//
// Preset paper: entries: 1024, organisation: Hash.
// Rising edge of clock; reset is synchronous, active high; outputs depend on state only.
//
// Pins of the Aggregated Group Table. AGEI encoding as in `kernel_distributor::pins`.
//
// An entry (AGE) is 160 bits: AggDim x 32, y 16, z 16, Param 32, Next 32, ExeBL 32. ExeBL's top
// two bits hold valid (31) and distributed (30). A *record* is the same five words in memory at a
// 32-byte aligned address (x, yz, Param, Next, ExeBL); the device runtime writes it before the
// group is offered, with Next none.
//
// 1. After reset the table clears itself, one entry a cycle; meanwhile every ready is low.
// 2. `alloc`: the home of a group is entry `alloc_hw_tid` & (entries - 1). The entries it may have,
//    in this order: *hash*, its home; *linear probing*, its home and those after it, 8 or all if
//    there are fewer; *two-way*, its home and the other entry of its set, entries / 2 further on.
//    Behind the last entry comes the first. The first free one takes the group and the AGEI is its
//    index; if none is free the group stays in its record and the AGEI is `SPILLED | record / 32`.
//    Then `link` offers kernel and AGEI to the KD.
// 3. `next` writes the Next field of `next_prev`, in the table or in its record.
// 4. `take` reads a group: `group_valid` is high for one cycle with dimensions, Param and Next.
//    A record is read through the memory port, at whatever latency that has.
// 5. `done` says that all `done_count` TBs of a group in the table have been distributed; `end`
//    that one of them has ended. ExeBL counts ends down from 0 before `done` and is settled by it
//    (modulo 2^30), so ends may come first. The entry is freed when both agree. Neither is sent for
//    spilled groups, whose record is freed by the runtime.
// 6. Every request is a stream with one buffer: ready is high while the buffer is empty. One
//    request is carried out at a time, `end` before `done` before `next` before `take` before
//    `alloc`: every one of the first four belongs to a group that was let in by an earlier
//    `alloc`, so alloc waits for bounded work. `alloc` also waits while `link` is not taken.
// 7. Memory port: request stream; responses in request order, always accepted; writes have none.
// 8. `alloc_hw_tid` is the hardware thread index in its SMX, as in the source, or `with_smx` of
//    it: the SMX number laid over the uppermost bits of the home. That is a matter of the
//    wires that lead here; the table takes any value, and its choice changes no result.
module heddle_agt (
    input wire clock,
    input wire reset,

    // SMXs
    // A group to allocate is offered (rule 2).
    input wire alloc_valid,
    // Hardware thread index of the launching thread in its SMX.
    input wire [15:0] alloc_hw_tid,
    // The matched kernel's entry.
    input wire [4:0] alloc_kdei,
    // AggDim x.
    input wire [31:0] alloc_grid_x,
    // AggDim y (low half) and z.
    input wire [31:0] alloc_grid_yz,
    // Parameter address.
    input wire [31:0] alloc_param,
    // Address of the group's record.
    input wire [31:0] alloc_record,

    // Kernel Distributor
    // The link is taken.
    input wire link_ready,
    // A Next field to write is offered (rule 3).
    input wire next_valid,
    // Group to write to.
    input wire [31:0] next_prev,
    // Group it is followed by.
    input wire [31:0] next_agei,

    // SMX scheduler
    // A group to read is offered (rule 4).
    input wire take_valid,
    // The group.
    input wire [31:0] take_agei,
    // A fully distributed group is offered (rule 5).
    input wire done_valid,
    // The group.
    input wire [31:0] done_agei,
    // How many TBs it had.
    input wire [29:0] done_count,
    // An ended TB is offered (rule 5).
    input wire end_valid,
    // Its group.
    input wire [31:0] end_agei,

    // Memory
    // The request is taken.
    input wire mem_req_ready,
    // A read's data.
    input wire mem_resp_valid,
    // The word.
    input wire [31:0] mem_resp_data,

    // SMXs
    // The group is taken.
    output wire alloc_ready,

    // Kernel Distributor
    // A group to link is offered; the fields below are zero while low.
    output wire link_valid,
    // Its kernel's entry.
    output reg [4:0] link_kdei,
    // The group.
    output reg [31:0] link_agei,
    // The Next field to write is taken.
    output wire next_ready,

    // SMX scheduler
    // The group to read is taken.
    output wire take_ready,
    // A group has been read; the fields below are zero while low.
    output wire group_valid,
    // AggDim x.
    output reg [31:0] group_grid_x,
    // AggDim y (low half) and z.
    output reg [31:0] group_grid_yz,
    // Parameter address.
    output reg [31:0] group_param,
    // The group after it, or none.
    output reg [31:0] group_next,
    // The distributed group is taken.
    output wire done_ready,
    // The ended TB is taken.
    output wire end_ready,

    // Memory
    // A request is offered; the fields below are zero while low.
    output wire mem_req_valid,
    // It is a write.
    output wire mem_req_write,
    // Byte address of the word.
    output reg [31:0] mem_req_addr,
    // Word to write; zero for reads.
    output reg [31:0] mem_req_data,

    // Status
    // Occupied entries.
    output wire [12:0] occupied,
    // Nothing to do until an input comes.
    output wire idle
);

    localparam [15:0] MASK = 16'h3ff;
    localparam [15:0] STRIDE = 16'd0;
    localparam [2:0] LAST_LOOK = 3'd0;
    localparam [3:0] STATE_SWEEP = 4'd0;
    localparam [3:0] STATE_PICK = 4'd1;
    localparam [3:0] STATE_END = 4'd2;
    localparam [3:0] STATE_DONE = 4'd3;
    localparam [3:0] STATE_NEXT = 4'd4;
    localparam [3:0] STATE_TAKE = 4'd5;
    localparam [3:0] STATE_ALLOC = 4'd6;
    localparam [3:0] STATE_WRITE = 4'd7;
    localparam [3:0] STATE_FETCH = 4'd8;

    wire awake;
    reg [3:0] operation;
    reg [15:0] chosen;
    wire [15:0] entry;
    wire probing;
    wire [15:0] following;
    wire looks_on;
    reg [31:0] delta;
    wire [31:0] moved;
    wire [31:0] remaining;
    wire distributed;
    wire finished;
    wire requesting;
    reg [31:0] record;
    reg [31:0] offset;
    wire [31:0] spilled;
    reg [15:0] ages_read_entry;
    wire [15:0] ages_write_entry;
    reg ages_write_group;
    reg ages_write_next;
    reg ages_write_exebl;
    wire [31:0] ages_new_x;
    wire [31:0] ages_new_yz;
    wire [31:0] ages_new_param;
    reg [31:0] ages_new_next;
    reg [31:0] ages_new_exebl;
    wire [31:0] ages_x;
    wire [31:0] ages_yz;
    wire [31:0] ages_param;
    wire [31:0] ages_following;
    wire [31:0] ages_exebl;
    reg [3:0] state_d;
    reg [3:0] state_q;
    reg [15:0] sweep_d;
    reg [15:0] sweep_q;
    reg [12:0] count_d;
    reg [12:0] count_q;
    reg end_full_d;
    reg end_full_q;
    reg [15:0] end_entry_d;
    reg [15:0] end_entry_q;
    reg done_full_d;
    reg done_full_q;
    reg [15:0] done_entry_d;
    reg [15:0] done_entry_q;
    reg [29:0] done_total_d;
    reg [29:0] done_total_q;
    reg next_full_d;
    reg next_full_q;
    reg [31:0] next_to_d;
    reg [31:0] next_to_q;
    reg [31:0] next_value_d;
    reg [31:0] next_value_q;
    reg take_full_d;
    reg take_full_q;
    reg [31:0] take_group_d;
    reg [31:0] take_group_q;
    reg alloc_full_d;
    reg alloc_full_q;
    reg [15:0] alloc_entry_d;
    reg [15:0] alloc_entry_q;
    reg [4:0] alloc_kernel_d;
    reg [4:0] alloc_kernel_q;
    reg [31:0] alloc_x_d;
    reg [31:0] alloc_x_q;
    reg [31:0] alloc_yz_d;
    reg [31:0] alloc_yz_q;
    reg [31:0] alloc_address_d;
    reg [31:0] alloc_address_q;
    reg [31:0] alloc_spill_d;
    reg [31:0] alloc_spill_q;
    reg link_full_d;
    reg link_full_q;
    reg [4:0] link_kernel_d;
    reg [4:0] link_kernel_q;
    reg [31:0] link_group_d;
    reg [31:0] link_group_q;
    reg group_full_d;
    reg group_full_q;
    reg [31:0] group_x_d;
    reg [31:0] group_x_q;
    reg [31:0] group_yz_d;
    reg [31:0] group_yz_q;
    reg [31:0] group_address_d;
    reg [31:0] group_address_q;
    reg [31:0] group_follower_d;
    reg [31:0] group_follower_q;
    reg [2:0] requested_d;
    reg [2:0] requested_q;
    reg [2:0] received_d;
    reg [2:0] received_q;
    reg [2:0] looked_d;
    reg [2:0] looked_q;

    heddle_agt_ages u_ages (
        .clock(clock),
        .read_entry(ages_read_entry),
        .write_entry(ages_write_entry),
        .write_group(ages_write_group),
        .write_next(ages_write_next),
        .write_exebl(ages_write_exebl),
        .new_x(ages_new_x),
        .new_yz(ages_new_yz),
        .new_param(ages_new_param),
        .new_next(ages_new_next),
        .new_exebl(ages_new_exebl),
        .x(ages_x),
        .yz(ages_yz),
        .param(ages_param),
        .following(ages_following),
        .exebl(ages_exebl)
    );

    always @(*) begin
        state_d = state_q;
        sweep_d = sweep_q;
        count_d = count_q;
        requested_d = requested_q;
        received_d = received_q;
        looked_d = looked_q;
        end_full_d = end_full_q;
        end_entry_d = end_entry_q;
        done_full_d = done_full_q;
        done_entry_d = done_entry_q;
        done_total_d = done_total_q;
        next_full_d = next_full_q;
        next_to_d = next_to_q;
        next_value_d = next_value_q;
        take_full_d = take_full_q;
        take_group_d = take_group_q;
        alloc_full_d = alloc_full_q;
        alloc_entry_d = alloc_entry_q;
        alloc_kernel_d = alloc_kernel_q;
        alloc_x_d = alloc_x_q;
        alloc_yz_d = alloc_yz_q;
        alloc_address_d = alloc_address_q;
        alloc_spill_d = alloc_spill_q;
        link_full_d = link_full_q;
        link_kernel_d = link_kernel_q;
        link_group_d = link_group_q;
        group_x_d = group_x_q;
        group_yz_d = group_yz_q;
        group_address_d = group_address_q;
        group_follower_d = group_follower_q;
        ages_write_group = 1'b0;
        ages_write_next = 1'b0;
        ages_write_exebl = 1'b0;
        ages_new_next = next_value_q;
        ages_new_exebl = 32'd0;
        group_full_d = 1'b0;
        if (link_full_q & link_ready) begin
            link_full_d = 1'b0;
        end
        case (state_q)
            STATE_SWEEP: begin
                ages_write_exebl = 1'b1;
                sweep_d = sweep_q + 16'd1;
                if (sweep_q == MASK) begin
                    state_d = STATE_PICK;
                end
            end
            STATE_PICK: begin
                state_d = operation;
            end
            STATE_END: begin
                ages_write_exebl = 1'b1;
                end_full_d = 1'b0;
                state_d = STATE_PICK;
            end
            STATE_DONE: begin
                ages_write_exebl = 1'b1;
                done_full_d = 1'b0;
                state_d = STATE_PICK;
            end
            STATE_NEXT: begin
                ages_write_next = 1'b1;
                next_full_d = 1'b0;
                state_d = STATE_PICK;
            end
            STATE_TAKE: begin
                group_x_d = ages_x;
                group_yz_d = ages_yz;
                group_address_d = ages_param;
                group_follower_d = ages_following;
                group_full_d = 1'b1;
                take_full_d = 1'b0;
                state_d = STATE_PICK;
            end
            STATE_ALLOC: begin
                link_full_d = 1'b1;
                link_kernel_d = alloc_kernel_q;
                link_group_d = spilled | 32'h80000000;
                if (~ages_exebl[31]) begin
                    link_group_d = {16'd0, entry};
                    ages_write_group = 1'b1;
                    ages_write_next = 1'b1;
                    ages_new_next = 32'hffffffff;
                    ages_write_exebl = 1'b1;
                    ages_new_exebl = 32'h80000000;
                    count_d = count_q + 13'd1;
                end
                alloc_full_d = 1'b0;
                looked_d = 3'd0;
                state_d = STATE_PICK;
                if (looks_on) begin
                    link_full_d = 1'b0;
                    alloc_full_d = 1'b1;
                    alloc_entry_d = following;
                    looked_d = looked_q + 3'd1;
                    state_d = STATE_ALLOC;
                end
            end
            STATE_WRITE: begin
                next_full_d = ~mem_req_ready;
                if (mem_req_ready) begin
                    state_d = STATE_PICK;
                end
            end
            STATE_FETCH: begin
                if (requesting & mem_req_ready) begin
                    requested_d = requested_q + 3'd1;
                end
                if (mem_resp_valid) begin
                    received_d = received_q + 3'd1;
                    if (received_q == 3'd0) begin
                        group_x_d = mem_resp_data;
                    end
                    if (received_q == 3'd1) begin
                        group_yz_d = mem_resp_data;
                    end
                    if (received_q == 3'd2) begin
                        group_address_d = mem_resp_data;
                    end
                    if (received_q == 3'd3) begin
                        group_follower_d = mem_resp_data;
                        group_full_d = 1'b1;
                        requested_d = 3'd0;
                        received_d = 3'd0;
                        take_full_d = 1'b0;
                        state_d = STATE_PICK;
                    end
                end
            end
            default: ;
        endcase
        if ((state_q == STATE_END) | (state_q == STATE_DONE)) begin
            if (finished) begin
                count_d = count_q - 13'd1;
            end else begin
                ages_new_exebl = remaining | 32'h80000000;
                if (distributed) begin
                    ages_new_exebl = remaining | 32'hc0000000;
                end
            end
        end
        if (end_valid & awake & ~end_full_q) begin
            end_full_d = 1'b1;
            end_entry_d = end_agei[15:0];
        end
        if (done_valid & awake & ~done_full_q) begin
            done_full_d = 1'b1;
            done_entry_d = done_agei[15:0];
            done_total_d = done_count;
        end
        if (next_valid & awake & ~next_full_q) begin
            next_full_d = 1'b1;
            next_to_d = next_prev;
            next_value_d = next_agei;
        end
        if (take_valid & awake & ~take_full_q) begin
            take_full_d = 1'b1;
            take_group_d = take_agei;
        end
        if (alloc_valid & awake & ~alloc_full_q) begin
            alloc_full_d = 1'b1;
            alloc_entry_d = alloc_hw_tid;
            alloc_kernel_d = alloc_kdei;
            alloc_x_d = alloc_grid_x;
            alloc_yz_d = alloc_grid_yz;
            alloc_address_d = alloc_param;
            alloc_spill_d = alloc_record;
        end
    end

    assign awake = state_q != STATE_SWEEP;

    always @(*) begin
        operation = state_q;
        if (state_q == STATE_PICK) begin
            if (alloc_full_q & ~link_full_q) begin
                operation = STATE_ALLOC;
            end
            if (take_full_q) begin
                operation = STATE_TAKE;
                if (take_group_q[31]) begin
                    operation = STATE_FETCH;
                end
            end
            if (next_full_q) begin
                operation = STATE_NEXT;
                if (next_to_q[31]) begin
                    operation = STATE_WRITE;
                end
            end
            if (done_full_q) begin
                operation = STATE_DONE;
            end
            if (end_full_q) begin
                operation = STATE_END;
            end
        end
    end

    always @(*) begin
        chosen = alloc_entry_q;
        case (operation)
            STATE_SWEEP: begin
                chosen = sweep_q;
            end
            STATE_END: begin
                chosen = end_entry_q;
            end
            STATE_DONE: begin
                chosen = done_entry_q;
            end
            STATE_NEXT: begin
                chosen = next_to_q[15:0];
            end
            STATE_TAKE: begin
                chosen = take_group_q[15:0];
            end
            default: ;
        endcase
    end

    assign entry = chosen & MASK;
    assign probing = (state_q == STATE_ALLOC) & (|LAST_LOOK);
    assign following = alloc_entry_q + STRIDE;
    assign looks_on = probing & ages_exebl[31] & (looked_q != LAST_LOOK);

    always @(*) begin
        delta = 32'hffffffff;
        if (state_q == STATE_DONE) begin
            delta = {2'd0, done_total_q};
        end
    end

    assign moved = ages_exebl + delta;
    assign remaining = moved & 32'h3fffffff;
    assign distributed = ages_exebl[30] | (state_q == STATE_DONE);
    assign finished = distributed & ~(|remaining);
    assign ages_write_entry = entry;

    always @(*) begin
        ages_read_entry = entry;
        if (probing) begin
            ages_read_entry = following & MASK;
        end
    end

    assign ages_new_x = alloc_x_q;
    assign ages_new_yz = alloc_yz_q;
    assign ages_new_param = alloc_address_q;
    assign requesting = (state_q == STATE_WRITE)
        | ((state_q == STATE_FETCH) & (requested_q != 3'd4));

    always @(*) begin
        record = take_group_q << 5;
        offset = {29'd0, requested_q} << 2;
        if (state_q == STATE_WRITE) begin
            record = next_to_q << 5;
            offset = 32'hc;
        end
    end

    assign mem_req_valid = requesting;
    assign mem_req_write = state_q == STATE_WRITE;

    always @(*) begin
        mem_req_addr = 32'd0;
        if (requesting) begin
            mem_req_addr = record | offset;
        end
    end

    always @(*) begin
        mem_req_data = 32'd0;
        if (state_q == STATE_WRITE) begin
            mem_req_data = next_value_q;
        end
    end

    assign spilled = alloc_spill_q >> 5;
    assign end_ready = awake & ~end_full_q;
    assign done_ready = awake & ~done_full_q;
    assign next_ready = awake & ~next_full_q;
    assign take_ready = awake & ~take_full_q;
    assign alloc_ready = awake & ~alloc_full_q;
    assign link_valid = link_full_q;

    always @(*) begin
        link_kdei = 5'd0;
        link_agei = 32'd0;
        if (link_full_q) begin
            link_kdei = link_kernel_q;
            link_agei = link_group_q;
        end
    end

    assign group_valid = group_full_q;

    always @(*) begin
        group_grid_x = 32'd0;
        group_grid_yz = 32'd0;
        group_param = 32'd0;
        group_next = 32'd0;
        if (group_full_q) begin
            group_grid_x = group_x_q;
            group_grid_yz = group_yz_q;
            group_param = group_address_q;
            group_next = group_follower_q;
        end
    end

    assign occupied = count_q;
    assign idle = (state_q == STATE_PICK) & ~end_full_q & ~done_full_q & ~next_full_q & ~take_full_q
        & ~alloc_full_q & ~link_full_q & ~group_full_q;

    always @(posedge clock) begin
        if (reset) begin
            state_q <= STATE_SWEEP;
            sweep_q <= 16'd0;
            count_q <= 13'd0;
            end_full_q <= 1'b0;
            end_entry_q <= 16'd0;
            done_full_q <= 1'b0;
            done_entry_q <= 16'd0;
            done_total_q <= 30'd0;
            next_full_q <= 1'b0;
            next_to_q <= 32'd0;
            next_value_q <= 32'd0;
            take_full_q <= 1'b0;
            take_group_q <= 32'd0;
            alloc_full_q <= 1'b0;
            alloc_entry_q <= 16'd0;
            alloc_kernel_q <= 5'd0;
            alloc_x_q <= 32'd0;
            alloc_yz_q <= 32'd0;
            alloc_address_q <= 32'd0;
            alloc_spill_q <= 32'd0;
            link_full_q <= 1'b0;
            link_kernel_q <= 5'd0;
            link_group_q <= 32'd0;
            group_full_q <= 1'b0;
            group_x_q <= 32'd0;
            group_yz_q <= 32'd0;
            group_address_q <= 32'd0;
            group_follower_q <= 32'd0;
            requested_q <= 3'd0;
            received_q <= 3'd0;
            looked_q <= 3'd0;
        end else begin
            state_q <= state_d;
            sweep_q <= sweep_d;
            count_q <= count_d;
            end_full_q <= end_full_d;
            end_entry_q <= end_entry_d;
            done_full_q <= done_full_d;
            done_entry_q <= done_entry_d;
            done_total_q <= done_total_d;
            next_full_q <= next_full_d;
            next_to_q <= next_to_d;
            next_value_q <= next_value_d;
            take_full_q <= take_full_d;
            take_group_q <= take_group_d;
            alloc_full_q <= alloc_full_d;
            alloc_entry_q <= alloc_entry_d;
            alloc_kernel_q <= alloc_kernel_d;
            alloc_x_q <= alloc_x_d;
            alloc_yz_q <= alloc_yz_d;
            alloc_address_q <= alloc_address_d;
            alloc_spill_q <= alloc_spill_d;
            link_full_q <= link_full_d;
            link_kernel_q <= link_kernel_d;
            link_group_q <= link_group_d;
            group_full_q <= group_full_d;
            group_x_q <= group_x_d;
            group_yz_q <= group_yz_d;
            group_address_q <= group_address_d;
            group_follower_q <= group_follower_d;
            requested_q <= requested_d;
            received_q <= received_d;
            looked_q <= looked_d;
        end
    end

    // Bits that nothing reads.
    wire unused_ok;
    assign unused_ok = &{
        1'b0,
        done_agei[31:16],
        end_agei[31:16],
        1'b0
    };
endmodule
