// Aggregated Group Table, written by hand from the rules of the unit `agt`.
module heddle_ref_agt #(
    parameter ENTRIES = 1024,
    // From one entry looked at to the next, and further entries looked at.
    parameter [15:0] STRIDE = 0,
    parameter [2:0] FURTHER = 0,
    parameter INDEX = $clog2(ENTRIES)
) (
    input wire clock,
    input wire reset,
    input wire alloc_valid,
    input wire [15:0] alloc_hw_tid,
    input wire [4:0] alloc_kdei,
    input wire [31:0] alloc_grid_x,
    input wire [31:0] alloc_grid_yz,
    input wire [31:0] alloc_param,
    input wire [31:0] alloc_record,
    input wire link_ready,
    input wire next_valid,
    input wire [31:0] next_prev,
    input wire [31:0] next_agei,
    input wire take_valid,
    input wire [31:0] take_agei,
    input wire done_valid,
    input wire [31:0] done_agei,
    input wire [29:0] done_count,
    input wire end_valid,
    input wire [31:0] end_agei,
    input wire mem_req_ready,
    input wire mem_resp_valid,
    input wire [31:0] mem_resp_data,
    output wire alloc_ready,
    output wire link_valid,
    output wire [4:0] link_kdei,
    output wire [31:0] link_agei,
    output wire next_ready,
    output wire take_ready,
    output wire group_valid,
    output wire [31:0] group_grid_x,
    output wire [31:0] group_grid_yz,
    output wire [31:0] group_param,
    output wire [31:0] group_next,
    output wire done_ready,
    output wire end_ready,
    output wire mem_req_valid,
    output wire mem_req_write,
    output wire [31:0] mem_req_addr,
    output wire [31:0] mem_req_data,
    output wire [12:0] occupied,
    output wire idle
);
    localparam [3:0] SWEEP = 0, PICK = 1, END = 2, DONE = 3, NEXT = 4, TAKE = 5, ALLOC = 6, WRITE = 7,
        FETCH = 8;

    reg [3:0] state, chosen;
    reg [INDEX-1:0] sweep, index;
    reg [2:0] requested, received, looked;
    reg [12:0] count;

    // A buffer for every request (rule 6).
    reg end_full, done_full, next_full, take_full, alloc_full, link_full, group_full;
    reg [INDEX-1:0] end_entry, done_entry, alloc_entry;
    reg [29:0] done_total;
    reg [31:0] next_to, next_value;
    reg take_spilled;
    reg [26:0] take_group;
    reg [4:0] alloc_kernel, link_kernel;
    reg [95:0] alloc_group;
    reg [26:0] alloc_spill;
    reg link_spilled;
    reg [26:0] link_group;
    reg [127:0] group;

    wire awake = state != SWEEP;
    assign end_ready = awake & ~end_full;
    assign done_ready = awake & ~done_full;
    assign next_ready = awake & ~next_full;
    assign take_ready = awake & ~take_full;
    assign alloc_ready = awake & ~alloc_full;

    // The first held request in the order of rule 6, and its entry.
    always @(*) begin
        chosen = state;
        if (state == PICK) begin
            if (end_full) chosen = END;
            else if (done_full) chosen = DONE;
            else if (next_full) chosen = next_to[31] ? WRITE : NEXT;
            else if (take_full) chosen = take_spilled ? FETCH : TAKE;
            else if (alloc_full & ~link_full) chosen = ALLOC;
        end
        case (chosen)
            SWEEP: index = sweep;
            END: index = end_entry;
            DONE: index = done_entry;
            NEXT: index = next_to[INDEX-1:0];
            TAKE: index = take_group[INDEX-1:0];
            default: index = alloc_entry;
        endcase
    end

    // The entries: three words that only alloc writes, Next, and ExeBL.
    wire [95:0] age_group;
    wire [31:0] age_next, exebl;
    wire [INDEX-1:0] following = alloc_entry + STRIDE[INDEX-1:0];
    wire probing = state == ALLOC && FURTHER != 0;
    wire free = ~exebl[31];
    wire look_on = probing & ~free & looked != FURTHER;
    wire [INDEX-1:0] read_entry = probing ? following : index;
    wire write_group = state == ALLOC & free;
    wire write_next = state == NEXT | write_group;
    wire settle = state == END | state == DONE;
    wire write_exebl = state == SWEEP | settle | write_group;

    // ExeBL after an end or a done (rule 5).
    wire [29:0] remaining = exebl[29:0] + (state == DONE ? done_total : 30'h3fffffff);
    wire distributed = exebl[30] | state == DONE;
    wire finished = distributed & ~|remaining;
    // Which way to count is known long before whether to.
    wire [12:0] counted = state == ALLOC ? count + 1'b1 : count - 1'b1;
    reg [31:0] new_exebl;
    always @(*) begin
        new_exebl = 32'd0;
        if (state == ALLOC) new_exebl = 32'h80000000;
        if (settle & ~finished) new_exebl = {1'b1, distributed, remaining};
    end

    genvar word;
    generate
        for (word = 0; word < 3; word = word + 1) begin : ages
            heddle_sram_macro #(.WIDTH(32), .ENTRIES(ENTRIES)) age (
                .clock(clock),
                .read_addr(read_entry),
                .read_data(age_group[32*word +: 32]),
                .write_enable(write_group),
                .write_addr(index),
                .write_data(alloc_group[32*word +: 32])
            );
        end
    endgenerate
    heddle_sram_macro #(.WIDTH(32), .ENTRIES(ENTRIES)) nexts (
        .clock(clock),
        .read_addr(read_entry),
        .read_data(age_next),
        .write_enable(write_next),
        .write_addr(index),
        .write_data(state == ALLOC ? 32'hffffffff : next_value)
    );
    heddle_sram_macro #(.WIDTH(32), .ENTRIES(ENTRIES)) exebls (
        .clock(clock),
        .read_addr(read_entry),
        .read_data(exebl),
        .write_enable(write_exebl),
        .write_addr(index),
        .write_data(new_exebl)
    );

    // The memory port: Next of a record, or its first four words (rules 3 and 4).
    wire fetching = state == FETCH & ~requested[2];
    assign mem_req_valid = state == WRITE | fetching;
    assign mem_req_write = state == WRITE;
    assign mem_req_addr = state == WRITE ? {next_to[26:0], 5'd12}
        : fetching ? {take_group, 1'b0, requested[1:0], 2'b00} : 32'd0;
    assign mem_req_data = state == WRITE ? next_value : 32'd0;
    wire fetched = state == FETCH & mem_resp_valid & received == 3;

    always @(posedge clock)
        if (reset) begin
            state <= SWEEP;
            {sweep, requested, received, looked, count} <= 0;
            {end_full, done_full, next_full, take_full, alloc_full, link_full, group_full} <= 0;
        end else begin
            state <= chosen;
            if (state == SWEEP) begin
                sweep <= sweep + 1'b1;
                if (&sweep) state <= PICK;
            end
            if (settle | state == NEXT | state == TAKE | state == ALLOC & ~look_on | fetched
                | state == WRITE & mem_req_ready) state <= PICK;
            if (state == ALLOC) looked <= look_on ? looked + 1'b1 : 3'd0;
            if (write_group | settle & finished) count <= counted;

            if (fetching & mem_req_ready) requested <= requested + 1'b1;
            if (state == FETCH & mem_resp_valid) received <= received + 1'b1;
            if (fetched) {requested, received} <= 6'd0;

            end_full <= end_full ? state != END : end_valid & awake;
            done_full <= done_full ? state != DONE : done_valid & awake;
            next_full <= next_full ? state != NEXT & ~(state == WRITE & mem_req_ready)
                : next_valid & awake;
            take_full <= take_full ? state != TAKE & ~fetched : take_valid & awake;
            alloc_full <= alloc_full ? state != ALLOC | look_on : alloc_valid & awake;
            link_full <= link_full ? ~link_ready : state == ALLOC & ~look_on;
            group_full <= state == TAKE | fetched;
        end

    // What a buffer holds means something only while it is full: no reset.
    always @(posedge clock) begin
        if (end_ready) end_entry <= end_agei[INDEX-1:0];
        if (done_ready) {done_entry, done_total} <= {done_agei[INDEX-1:0], done_count};
        if (next_ready) {next_to, next_value} <= {next_prev, next_agei};
        if (take_ready) {take_spilled, take_group} <= {take_agei[31], take_agei[26:0]};
        if (look_on) alloc_entry <= following;
        if (alloc_ready) begin
            {alloc_entry, alloc_kernel} <= {alloc_hw_tid[INDEX-1:0], alloc_kdei};
            alloc_group <= {alloc_param, alloc_grid_yz, alloc_grid_x};
            alloc_spill <= alloc_record[31:5];
        end
        if (state == ALLOC) begin
            link_kernel <= alloc_kernel;
            link_spilled <= ~free;
            link_group <= free ? {{27-INDEX{1'b0}}, alloc_entry} : alloc_spill;
        end
        if (state == TAKE) group <= {age_next, age_group};
        if (state == FETCH & mem_resp_valid) group[{received[1:0], 5'd0} +: 32] <= mem_resp_data;
    end

    assign link_valid = link_full;
    assign link_kdei = link_full ? link_kernel : 5'd0;
    assign link_agei = link_full ? {link_spilled, 4'd0, link_group} : 32'd0;
    assign group_valid = group_full;
    assign {group_next, group_param, group_grid_yz, group_grid_x} = group_full ? group : 128'd0;
    assign occupied = count;
    assign idle = state == PICK
        & ~(end_full | done_full | next_full | take_full | alloc_full | link_full | group_full);
endmodule
