// heddle_skip_table: tells the warps of a TB which of them executes a redundant instruction
// for all.
//
// Preset paper: tbs: 32, entries: 8, warps: 32.
// Rising edge of clock; reset is synchronous, active high; outputs depend on state only.
//
// Pins of the skip table. A TB has a *majority mask*: a bit for each of its warps that is on the
// path which most of them take. All warps of the mask execute the same redundant instructions in
// the same order, so at an instruction each is the *leader*, which executes it, or follows: it
// *skips* it, or executes it *privately*, for itself alone.
//
// 1. In each of four lanes a warp may ask what to do with the redundant instruction at its PC. The
//    answer is there in the next cycle, once. A lane that asks the same TB and PC as another has
//    another warp and the same `load` and `register`.
// 2. Slots with even and odd numbers have a bank each. In one cycle a bank serves one TB and PC:
//    those of the first lane that asks it, beginning behind the lane that was first the last time,
//    or with lane 0 after a reset. All lanes with this TB and PC are served with it. The others are
//    told `retry`, as are all lanes of a bank to which a writeback comes. So a warp that keeps
//    asking in its lane is served after three others at most.
// 3. A warp that is not in the mask of its TB is told `execute`, and changes nothing. The rest is
//    about those in the mask.
// 4. If there is no entry of this TB and PC and a free one, the entry is made. With register 0 the
//    warp in the lowest lane is told `lead`, and the others `wait`. With register 1, where none is
//    free and the last version must be overwritten, all warps of the mask must arrive first: each
//    is told `wait`, but in the cycle in which all have arrived the one in the lowest lane is told
//    `lead`. With register 2, where there is no version either, all are told `execute`.
// 5. If there is no free entry they are told `wait`.
// 6. A leader has passed its entry. A follower is told `skip` if the leader has written back, and
//    has passed then. It is told `wait` if the leader has not, and also if it has passed: then it
//    has come to the PC again, ahead of others. The followers of an entry that is executed
//    privately are told `execute`, and have passed then.
// 7. `wb` says that the leader of an entry has written back. A TB and PC without an entry of which
//    this is due may be told too, and changes nothing.
// 8. An entry is free as soon as all warps of the mask have passed and the leader, if it has one,
//    has written back.
// 9. A store of a TB, or a fence, which is that of all TBs, takes effect before the asks of its
//    cycle: followers of loads that have a leader execute them privately from then on.
// 10. `path` sets masks, before the asks of its cycle. `start` (0) is of a new TB: its mask is
//     `path_warps`, and all entries of its slot are free. `restore` (1) is of a TB whose warps are
//     all at a barrier of the whole TB, and so at no instruction that is asked: its mask is
//     `path_warps`, and nobody passes its entries any more; they are free when their leaders have
//     written back. `leave` (2) takes `path_warps` out of the mask: they diverged or exited.
// 11. The warp that is told `lead` writes back. A TB starts in a slot when all leaders of the TB
//     before have written back.
module heddle_skip_table (
    input wire clock,
    input wire reset,

    // Fetch
    // The warp in lane 0 asks (rule 1).
    input wire ask0_valid,
    // TB slot of the warp in lane 0.
    input wire [4:0] ask0_tb,
    // Number of the warp in lane 0 in its TB.
    input wire [4:0] ask0_warp,
    // PC of the warp in lane 0.
    input wire [31:0] ask0_pc,
    // The instruction at the PC of lane 0 is a load.
    input wire ask0_load,
    // Register for the result in lane 0: 0 a free one, 1 the last version, 2 none (rule 4).
    input wire [1:0] ask0_register,
    // The warp in lane 1 asks.
    input wire ask1_valid,
    // TB slot of the warp in lane 1.
    input wire [4:0] ask1_tb,
    // Number of the warp in lane 1 in its TB.
    input wire [4:0] ask1_warp,
    // PC of the warp in lane 1.
    input wire [31:0] ask1_pc,
    // The instruction at the PC of lane 1 is a load.
    input wire ask1_load,
    // Register for the result in lane 1.
    input wire [1:0] ask1_register,
    // The warp in lane 2 asks.
    input wire ask2_valid,
    // TB slot of the warp in lane 2.
    input wire [4:0] ask2_tb,
    // Number of the warp in lane 2 in its TB.
    input wire [4:0] ask2_warp,
    // PC of the warp in lane 2.
    input wire [31:0] ask2_pc,
    // The instruction at the PC of lane 2 is a load.
    input wire ask2_load,
    // Register for the result in lane 2.
    input wire [1:0] ask2_register,
    // The warp in lane 3 asks.
    input wire ask3_valid,
    // TB slot of the warp in lane 3.
    input wire [4:0] ask3_tb,
    // Number of the warp in lane 3 in its TB.
    input wire [4:0] ask3_warp,
    // PC of the warp in lane 3.
    input wire [31:0] ask3_pc,
    // The instruction at the PC of lane 3 is a load.
    input wire ask3_load,
    // Register for the result in lane 3.
    input wire [1:0] ask3_register,
    // What the warp of lane 0 is told: 0 nothing, 1 retry, 2 lead, 3 skip, 4 wait, 5 execute.
    output reg [2:0] answer0,
    // What the warp of lane 1 is told.
    output reg [2:0] answer1,
    // What the warp of lane 2 is told.
    output reg [2:0] answer2,
    // What the warp of lane 3 is told.
    output reg [2:0] answer3,

    // Writeback
    // A leader has written back (rule 7).
    input wire wb_valid,
    // TB slot of that leader.
    input wire [4:0] wb_tb,
    // PC at which it was told to lead.
    input wire [31:0] wb_pc,

    // Memory
    // A TB stores (rule 9).
    input wire store_valid,
    // TB slot of the store.
    input wire [4:0] store_tb,
    // A global atomic operation or a fence is executed: a store of all TBs.
    input wire fence,

    // Path
    // A mask changes (rule 10).
    input wire path_valid,
    // How: 0 start, 1 restore, 2 leave.
    input wire [1:0] path_what,
    // TB slot of the mask.
    input wire [4:0] path_tb,
    // The new mask, or the warps that leave it.
    input wire [31:0] path_warps,

    // Status
    // High while no ask and no writeback is carried out.
    output wire idle
);

    localparam integer BANK_COUNT = 2;
    localparam [1:0] ODD_BANK = 2'd2;

    reg [3:0] asks, odd_lanes, loads, registers_low, registers_high, told, leads, skips, executes,
        asked_q;
    reg [1:0] wb_bank;
    reg [4:0] slot, warp0_q, warp1_q, warp2_q, warp3_q;
    reg busy;
    reg [BANK_COUNT*4-1:0] coalescers_asks, coalescers_loads, coalescers_registers_low,
        coalescers_registers_high, banks_served, banks_row;
    reg [BANK_COUNT-1:0] coalescers_busy, banks_writes_back, banks_load, banks_register_low,
        banks_register_high;
    reg [BANK_COUNT*5-1:0] coalescers_tb0, coalescers_tb1, coalescers_tb2, coalescers_tb3;
    reg [BANK_COUNT*32-1:0] coalescers_pc0, coalescers_pc1, coalescers_pc2, coalescers_pc3,
        banks_pc, banks_warp0, banks_warp1, banks_warp2, banks_warp3, banks_path_warps;
    wire [BANK_COUNT*5-1:0] coalescers_tb;
    wire [BANK_COUNT*32-1:0] coalescers_pc;
    wire [BANK_COUNT-1:0] coalescers_load, coalescers_register_low, coalescers_register_high,
        banks_busy;
    wire [BANK_COUNT*4-1:0] coalescers_served, banks_told, banks_leads, banks_skips, banks_executes;
    reg [BANK_COUNT*16-1:0] banks_starts, banks_restores, banks_leaves, banks_stores;

    // What happens to slots, by the bits of the slots of a bank.
    wire [4:0] path_row = path_tb >> 1;
    wire [4:0] store_row = store_tb >> 1;
    wire [15:0] stores_of_all = fence ? 16'hffff : 16'd0;
    // Of which bank each is.
    wire [1:0] path_bank = path_tb[0] ? 2'd2 : 2'd1;
    wire [1:0] store_bank = store_tb[0] ? 2'd2 : 2'd1;
    wire [3:0] others = leads | skips | executes;
    wire [3:0] retries = asked_q & ~told;
    wire [15:0] path_bit = 16'd1 << path_row;
    wire [15:0] store_bit = 16'd1 << store_row;
    wire [3:0] waits = told & ~others;
    wire [15:0] leaves = (path_valid & path_what[1]) ? path_bit : 16'd0;
    wire [15:0] restores = (path_valid & (~path_what[1] & path_what[0])) ? path_bit : 16'd0;
    wire [15:0] starts = (path_valid & (~path_what[1] & ~path_what[0])) ? path_bit : 16'd0;
    wire [15:0] stores = store_valid ? store_bit : 16'd0;

    genvar g_coalescers;
    generate
        for (g_coalescers = 0; g_coalescers < BANK_COUNT; g_coalescers = g_coalescers + 1) begin
            : gen_coalescers
            heddle_skip_table_coalescers u_coalescers (
                .clock(clock), .reset(reset), .asks(coalescers_asks[g_coalescers*4 +: 4]),
                .busy(coalescers_busy[g_coalescers]), .tb0(coalescers_tb0[g_coalescers*5 +: 5]),
                .tb1(coalescers_tb1[g_coalescers*5 +: 5]),
                .tb2(coalescers_tb2[g_coalescers*5 +: 5]),
                .tb3(coalescers_tb3[g_coalescers*5 +: 5]),
                .pc0(coalescers_pc0[g_coalescers*32 +: 32]),
                .pc1(coalescers_pc1[g_coalescers*32 +: 32]),
                .pc2(coalescers_pc2[g_coalescers*32 +: 32]),
                .pc3(coalescers_pc3[g_coalescers*32 +: 32]),
                .loads(coalescers_loads[g_coalescers*4 +: 4]),
                .registers_low(coalescers_registers_low[g_coalescers*4 +: 4]),
                .registers_high(coalescers_registers_high[g_coalescers*4 +: 4]),
                .tb(coalescers_tb[g_coalescers*5 +: 5]), .pc(coalescers_pc[g_coalescers*32 +: 32]),
                .load(coalescers_load[g_coalescers]),
                .register_low(coalescers_register_low[g_coalescers]),
                .register_high(coalescers_register_high[g_coalescers]),
                .served(coalescers_served[g_coalescers*4 +: 4])
            );
        end
    endgenerate

    genvar g_banks;
    generate
        for (g_banks = 0; g_banks < BANK_COUNT; g_banks = g_banks + 1) begin : gen_banks
            heddle_skip_table_banks u_banks (
                .clock(clock), .reset(reset), .served(banks_served[g_banks*4 +: 4]),
                .writes_back(banks_writes_back[g_banks]), .row(banks_row[g_banks*4 +: 4]),
                .pc(banks_pc[g_banks*32 +: 32]), .load(banks_load[g_banks]),
                .register_low(banks_register_low[g_banks]),
                .register_high(banks_register_high[g_banks]), .warp0(banks_warp0[g_banks*32 +: 32]),
                .warp1(banks_warp1[g_banks*32 +: 32]), .warp2(banks_warp2[g_banks*32 +: 32]),
                .warp3(banks_warp3[g_banks*32 +: 32]), .starts(banks_starts[g_banks*16 +: 16]),
                .restores(banks_restores[g_banks*16 +: 16]),
                .leaves(banks_leaves[g_banks*16 +: 16]),
                .path_warps(banks_path_warps[g_banks*32 +: 32]),
                .stores(banks_stores[g_banks*16 +: 16]), .told(banks_told[g_banks*4 +: 4]),
                .leads(banks_leads[g_banks*4 +: 4]), .skips(banks_skips[g_banks*4 +: 4]),
                .executes(banks_executes[g_banks*4 +: 4]), .busy(banks_busy[g_banks])
            );
        end
    endgenerate

    // The lanes, side by side.
    always @(*) begin
        asks = 4'd0;
        if (ask0_valid) asks[0] = 1'b1;
        if (ask1_valid) asks[1] = 1'b1;
        if (ask2_valid) asks[2] = 1'b1;
        if (ask3_valid) asks[3] = 1'b1;
    end

    always @(*) begin
        odd_lanes = 4'd0;
        if (ask0_tb[0]) odd_lanes[0] = 1'b1;
        if (ask1_tb[0]) odd_lanes[1] = 1'b1;
        if (ask2_tb[0]) odd_lanes[2] = 1'b1;
        if (ask3_tb[0]) odd_lanes[3] = 1'b1;
    end

    always @(*) begin
        loads = 4'd0;
        if (ask0_load) loads[0] = 1'b1;
        if (ask1_load) loads[1] = 1'b1;
        if (ask2_load) loads[2] = 1'b1;
        if (ask3_load) loads[3] = 1'b1;
    end

    always @(*) begin
        registers_low = 4'd0;
        if (ask0_register[0]) registers_low[0] = 1'b1;
        if (ask1_register[0]) registers_low[1] = 1'b1;
        if (ask2_register[0]) registers_low[2] = 1'b1;
        if (ask3_register[0]) registers_low[3] = 1'b1;
    end

    always @(*) begin
        registers_high = 4'd0;
        if (ask0_register[1]) registers_high[0] = 1'b1;
        if (ask1_register[1]) registers_high[1] = 1'b1;
        if (ask2_register[1]) registers_high[2] = 1'b1;
        if (ask3_register[1]) registers_high[3] = 1'b1;
    end

    always @(*) begin
        wb_bank = 2'd0;
        if (wb_valid) begin
            wb_bank = 2'd1;
            if (wb_tb[0]) wb_bank = 2'd2;
        end
    end

    always @(*) begin : for_told
        integer i;
        told = 4'd0;
        for (i = 0; i < BANK_COUNT; i = i + 1) told = told | banks_told[i*4 +: 4];
    end

    always @(*) begin : for_leads
        integer i;
        leads = 4'd0;
        for (i = 0; i < BANK_COUNT; i = i + 1) leads = leads | banks_leads[i*4 +: 4];
    end

    always @(*) begin : for_skips
        integer i;
        skips = 4'd0;
        for (i = 0; i < BANK_COUNT; i = i + 1) skips = skips | banks_skips[i*4 +: 4];
    end

    always @(*) begin : for_executes
        integer i;
        executes = 4'd0;
        for (i = 0; i < BANK_COUNT; i = i + 1) executes = executes | banks_executes[i*4 +: 4];
    end

    always @(*) begin : for_busy
        integer i;
        busy = 1'b0;
        for (i = 0; i < BANK_COUNT; i = i + 1) begin
            if (banks_busy[i]) busy = 1'b1;
        end
    end

    always @(*) begin : for_coalescers_asks
        integer i;
        for (i = 0; i < BANK_COUNT; i = i + 1) begin
            coalescers_asks[i*4 +: 4] = asks & ~odd_lanes;
            if (ODD_BANK[i]) coalescers_asks[i*4 +: 4] = asks & odd_lanes;
        end
    end

    always @(*) begin : for_coalescers_busy
        integer i;
        for (i = 0; i < BANK_COUNT; i = i + 1) coalescers_busy[i] = wb_bank[i];
    end

    always @(*) begin : for_coalescers_tb0
        integer i;
        for (i = 0; i < BANK_COUNT; i = i + 1) coalescers_tb0[i*5 +: 5] = ask0_tb;
    end

    always @(*) begin : for_coalescers_tb1
        integer i;
        for (i = 0; i < BANK_COUNT; i = i + 1) coalescers_tb1[i*5 +: 5] = ask1_tb;
    end

    always @(*) begin : for_coalescers_tb2
        integer i;
        for (i = 0; i < BANK_COUNT; i = i + 1) coalescers_tb2[i*5 +: 5] = ask2_tb;
    end

    always @(*) begin : for_coalescers_tb3
        integer i;
        for (i = 0; i < BANK_COUNT; i = i + 1) coalescers_tb3[i*5 +: 5] = ask3_tb;
    end

    always @(*) begin : for_coalescers_pc0
        integer i;
        for (i = 0; i < BANK_COUNT; i = i + 1) coalescers_pc0[i*32 +: 32] = ask0_pc;
    end

    always @(*) begin : for_coalescers_pc1
        integer i;
        for (i = 0; i < BANK_COUNT; i = i + 1) coalescers_pc1[i*32 +: 32] = ask1_pc;
    end

    always @(*) begin : for_coalescers_pc2
        integer i;
        for (i = 0; i < BANK_COUNT; i = i + 1) coalescers_pc2[i*32 +: 32] = ask2_pc;
    end

    always @(*) begin : for_coalescers_pc3
        integer i;
        for (i = 0; i < BANK_COUNT; i = i + 1) coalescers_pc3[i*32 +: 32] = ask3_pc;
    end

    always @(*) begin : for_coalescers_loads
        integer i;
        for (i = 0; i < BANK_COUNT; i = i + 1) coalescers_loads[i*4 +: 4] = loads;
    end

    always @(*) begin : for_coalescers_registers_low
        integer i;
        for (i = 0; i < BANK_COUNT; i = i + 1) coalescers_registers_low[i*4 +: 4] = registers_low;
    end

    always @(*) begin : for_coalescers_registers_high
        integer i;
        for (i = 0; i < BANK_COUNT; i = i + 1) coalescers_registers_high[i*4 +: 4] = registers_high;
    end

    always @(*) begin : for_banks_served
        integer i;
        for (i = 0; i < BANK_COUNT; i = i + 1) banks_served[i*4 +: 4] = coalescers_served[i*4 +: 4];
    end

    always @(*) begin : for_banks_writes_back
        integer i;
        for (i = 0; i < BANK_COUNT; i = i + 1) banks_writes_back[i] = wb_bank[i];
    end

    always @(*) begin : for_slot
        integer i;
        for (i = 0; i < BANK_COUNT; i = i + 1) begin
            slot = coalescers_tb[i*5 +: 5];
            banks_pc[i*32 +: 32] = coalescers_pc[i*32 +: 32];
            if (wb_bank[i]) begin
                slot = wb_tb;
                banks_pc[i*32 +: 32] = wb_pc;
            end
            banks_row[i*4 +: 4] = slot[4:1];
        end
    end

    always @(*) begin : for_banks_load
        integer i;
        for (i = 0; i < BANK_COUNT; i = i + 1) banks_load[i] = coalescers_load[i];
    end

    always @(*) begin : for_banks_register_low
        integer i;
        for (i = 0; i < BANK_COUNT; i = i + 1) banks_register_low[i] = coalescers_register_low[i];
    end

    always @(*) begin : for_banks_register_high
        integer i;
        for (i = 0; i < BANK_COUNT; i = i + 1) banks_register_high[i] = coalescers_register_high[i];
    end

    always @(*) begin : for_banks_warp0
        integer i;
        for (i = 0; i < BANK_COUNT; i = i + 1) banks_warp0[i*32 +: 32] = 32'd1 << warp0_q;
    end

    always @(*) begin : for_banks_warp1
        integer i;
        for (i = 0; i < BANK_COUNT; i = i + 1) banks_warp1[i*32 +: 32] = 32'd1 << warp1_q;
    end

    always @(*) begin : for_banks_warp2
        integer i;
        for (i = 0; i < BANK_COUNT; i = i + 1) banks_warp2[i*32 +: 32] = 32'd1 << warp2_q;
    end

    always @(*) begin : for_banks_warp3
        integer i;
        for (i = 0; i < BANK_COUNT; i = i + 1) banks_warp3[i*32 +: 32] = 32'd1 << warp3_q;
    end

    always @(*) begin : for_banks_path_warps
        integer i;
        for (i = 0; i < BANK_COUNT; i = i + 1) banks_path_warps[i*32 +: 32] = path_warps;
    end

    always @(*) begin : for_banks_starts
        integer i;
        for (i = 0; i < BANK_COUNT; i = i + 1) begin
            banks_starts[i*16 +: 16] = 16'd0;
            banks_restores[i*16 +: 16] = 16'd0;
            banks_leaves[i*16 +: 16] = 16'd0;
            if (path_bank[i]) begin
                banks_starts[i*16 +: 16] = starts;
                banks_restores[i*16 +: 16] = restores;
                banks_leaves[i*16 +: 16] = leaves;
            end
        end
    end

    always @(*) begin : for_banks_stores
        integer i;
        for (i = 0; i < BANK_COUNT; i = i + 1) begin
            banks_stores[i*16 +: 16] = stores_of_all;
            if (store_bank[i]) banks_stores[i*16 +: 16] = stores | stores_of_all;
        end
    end

    always @(*) begin
        answer0 = 3'd0;
        if (retries[0]) answer0 = 3'd1;
        if (leads[0]) answer0 = 3'd2;
        if (skips[0]) answer0 = 3'd3;
        if (waits[0]) answer0 = 3'd4;
        if (executes[0]) answer0 = 3'd5;
    end

    always @(*) begin
        answer1 = 3'd0;
        if (retries[1]) answer1 = 3'd1;
        if (leads[1]) answer1 = 3'd2;
        if (skips[1]) answer1 = 3'd3;
        if (waits[1]) answer1 = 3'd4;
        if (executes[1]) answer1 = 3'd5;
    end

    always @(*) begin
        answer2 = 3'd0;
        if (retries[2]) answer2 = 3'd1;
        if (leads[2]) answer2 = 3'd2;
        if (skips[2]) answer2 = 3'd3;
        if (waits[2]) answer2 = 3'd4;
        if (executes[2]) answer2 = 3'd5;
    end

    always @(*) begin
        answer3 = 3'd0;
        if (retries[3]) answer3 = 3'd1;
        if (leads[3]) answer3 = 3'd2;
        if (skips[3]) answer3 = 3'd3;
        if (waits[3]) answer3 = 3'd4;
        if (executes[3]) answer3 = 3'd5;
    end

    // A bank that is asked is busy, and one that is not served writes back.
    assign idle = ~busy;

    always @(posedge clock)
        if (reset) asked_q <= 0;
        else begin
            asked_q <= asks;
            warp0_q <= ask0_warp;
            warp1_q <= ask1_warp;
            warp2_q <= ask2_warp;
            warp3_q <= ask3_warp;
        end

    // Bits that nothing reads.
    wire unused_ok = &{1'b0, slot[0], 1'b0};
endmodule
