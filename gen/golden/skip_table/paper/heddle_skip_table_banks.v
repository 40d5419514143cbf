// heddle_skip_table_banks, inside heddle_skip_table.
//
// The two bits of an entry's kind: 0 over, 1 gathers, 2 is followed, 3 is executed privately. An
// entry that is over and written back is free.
module heddle_skip_table_banks (
    // Rising edge.
    input wire clock,
    // Synchronous reset, active high.
    input wire reset,
    // Lanes whose asks are looked up in the next cycle.
    input wire [3:0] served,
    // A writeback is done in the next cycle.
    input wire writes_back,
    // Slot of either, without the bit that says the bank.
    input wire [3:0] row,
    // PC of either.
    input wire [31:0] pc,
    // The instruction there is a load.
    input wire load,
    // Low bit of the register for its result.
    input wire register_low,
    // High bit of the register for its result.
    input wire register_high,
    // Warp that asked in lane 0 in the last cycle, one-hot.
    input wire [31:0] warp0,
    // Warp that asked in lane 1 in the last cycle.
    input wire [31:0] warp1,
    // Warp that asked in lane 2 in the last cycle.
    input wire [31:0] warp2,
    // Warp that asked in lane 3 in the last cycle.
    input wire [31:0] warp3,
    // Slots of which a TB starts.
    input wire [15:0] starts,
    // Slots of which all warps meet.
    input wire [15:0] restores,
    // Slots of which warps leave the mask.
    input wire [15:0] leaves,
    // The new mask, or the warps that leave it.
    input wire [31:0] path_warps,
    // Slots of which the TB stores.
    input wire [15:0] stores,
    // Lanes that were looked up.
    output wire [3:0] told,
    // Lanes that lead.
    output wire [3:0] leads,
    // Lanes that skip.
    output wire [3:0] skips,
    // Lanes that execute.
    output reg [3:0] executes,
    // An ask or a writeback is carried out.
    output wire busy
);

    localparam integer ROWS = 16, WAYS = 8;
    localparam [15:0] ALL_ROWS = 16'hffff;
    localparam [7:0] ALL_WAYS = 8'd255;
    localparam [31:0] ALL_WARPS = 32'hffffffff;

    reg [31:0] way_pc, way_passed, hit_passed, found_passed, comes, leader, at_pc_q, last_pc_q,
        last_passed_q;
    reg [7:0] same, covered, new_low, new_high, last_low_q, last_high_q, last_loads_q,
        last_written_q, last_made_q, last_changed_q;
    reg [3:0] on_path, to_pass, lanes_q, at_row_q;
    reg [ROWS*32-1:0] majorities_q;
    reg [15:0] known_q, restored_q, stored_q;
    reg [WAYS*16-1:0] pcs_read_addr, pcs_write_addr, passed_read_addr, passed_write_addr;
    wire [WAYS*32-1:0] pcs_read_data, passed_read_data;
    reg [WAYS-1:0] pcs_write_enable, passed_write_enable;
    reg [WAYS*32-1:0] pcs_write_data, passed_write_data;
    wire [7:0] kinds_low_read_data, kinds_high_read_data, loads_read_data, written_read_data;
    reg wrote_q, is_load_q, overwrites_q, without_q, again_q;

    // What is carried out in the next cycle: its entries are read at this edge.
    wire works = (|lanes_q) | wrote_q;
    // The slot, its mask, and what has been noted of it.
    wire [15:0] row_bit = 16'd1 << at_row_q;
    // Slots that the bank does not have are no flip-flops.
    wire [31:0] majority = majorities_q[{at_row_q, 5'd0} +: 32];
    // The entries as they were read or have just been written.
    wire [7:0] was_high = again_q ? last_high_q : kinds_high_read_data;
    wire [7:0] was_load = again_q ? last_loads_q : loads_read_data;
    wire [7:0] was_low = again_q ? last_low_q : kinds_low_read_data;
    wire [7:0] was_written = again_q ? last_written_q : written_read_data;
    // The warps that have come.
    wire any_on_path = |on_path;
    wire [3:0] below_first = on_path - 4'd1;
    wire [31:0] arrived = hit_passed | comes;
    wire [15:0] next_row = {12'd0, row};
    wire [15:0] this_row = {12'd0, at_row_q};
    wire [15:0] done = works ? row_bit : 16'd0;
    wire is_known = |(known_q & row_bit);
    wire is_restored = |(restored_q & row_bit);
    wire is_stored = |(stored_q & row_bit);
    wire [3:0] first = on_path & ~below_first;
    wire all_here = ~(|(majority & ~arrived));
    // What has happened to the slot since they were written.
    wire [7:0] over = is_restored ? ALL_WAYS : was_high & covered;
    wire [7:0] is_written = (~is_known) ? ALL_WAYS : was_written;
    wire [7:0] left_high = (~is_known) ? 8'd0 : was_high & ~over;
    wire [7:0] left_low = (~is_known) ? 8'd0 : was_low & ~over;
    wire [7:0] low = is_stored ? left_low | (left_high & was_load) : left_low;
    wire [7:0] free_s = is_written & ~(left_low | left_high) & ALL_WAYS;
    // The entry that is asked for, or a free one.
    wire [7:0] hit = same & ~free_s & ALL_WAYS;
    wire [7:0] below_free = free_s - 8'd1;
    wire room = |free_s;
    wire found = |hit;
    // What they are told.
    wire follows = |(hit & left_high & ~low);
    wire has_led = |(hit & is_written);
    wire [7:0] target = found ? hit : free_s & ~below_free;
    wire makes = any_on_path & room & ~found;
    wire gathers = makes ? overwrites_q : |(hit & low & ~left_high);
    wire is_private = makes ? without_q : |(hit & left_high & low);
    // The entries from now on.
    wire [7:0] made = makes ? target : 8'd0;
    wire lead = (any_on_path & gathers & all_here) ? 1'b1 : makes ? ~overwrites_q & ~without_q
        : 1'b0;
    wire changes = any_on_path & (makes | gathers | is_private | (follows & has_led));
    wire [7:0] new_loads = (makes & is_load_q) ? was_load | made : was_load & ~made;
    wire [7:0] changed = changes ? target : 8'd0;
    wire [31:0] new_passed = lead ? leader : arrived;
    wire [7:0] new_written = wrote_q ? is_written | hit : lead ? is_written & ~target : is_written;

    genvar g_pcs;
    generate
        for (g_pcs = 0; g_pcs < WAYS; g_pcs = g_pcs + 1) begin : gen_pcs
            heddle_sram_macro #(.WIDTH(32), .ENTRIES(16)) u_pcs (
                .clock(clock), .read_addr(pcs_read_addr[g_pcs*16 +: 4]),
                .read_data(pcs_read_data[g_pcs*32 +: 32]), .write_enable(pcs_write_enable[g_pcs]),
                .write_addr(pcs_write_addr[g_pcs*16 +: 4]),
                .write_data(pcs_write_data[g_pcs*32 +: 32])
            );
        end
    endgenerate

    genvar g_passed;
    generate
        for (g_passed = 0; g_passed < WAYS; g_passed = g_passed + 1) begin : gen_passed
            heddle_sram_macro #(.WIDTH(32), .ENTRIES(16)) u_passed (
                .clock(clock), .read_addr(passed_read_addr[g_passed*16 +: 4]),
                .read_data(passed_read_data[g_passed*32 +: 32]),
                .write_enable(passed_write_enable[g_passed]),
                .write_addr(passed_write_addr[g_passed*16 +: 4]),
                .write_data(passed_write_data[g_passed*32 +: 32])
            );
        end
    endgenerate

    heddle_sram_macro #(.WIDTH(8), .ENTRIES(16)) u_kinds_low (
        .clock(clock), .read_addr(next_row[3:0]), .read_data(kinds_low_read_data),
        .write_enable(works), .write_addr(this_row[3:0]), .write_data(new_low)
    );

    heddle_sram_macro #(.WIDTH(8), .ENTRIES(16)) u_kinds_high (
        .clock(clock), .read_addr(next_row[3:0]), .read_data(kinds_high_read_data),
        .write_enable(works), .write_addr(this_row[3:0]), .write_data(new_high)
    );

    heddle_sram_macro #(.WIDTH(8), .ENTRIES(16)) u_loads (
        .clock(clock), .read_addr(next_row[3:0]), .read_data(loads_read_data), .write_enable(works),
        .write_addr(this_row[3:0]), .write_data(new_loads)
    );

    heddle_sram_macro #(.WIDTH(8), .ENTRIES(16)) u_written (
        .clock(clock), .read_addr(next_row[3:0]), .read_data(written_read_data),
        .write_enable(works), .write_addr(this_row[3:0]), .write_data(new_written)
    );

    always @(*) begin : for_same
        integer i;
        same = 8'd0;
        for (i = 0; i < WAYS; i = i + 1) begin
            way_pc = pcs_read_data[i*32 +: 32];
            if (again_q & last_made_q[i]) way_pc = last_pc_q;
            if (way_pc == at_pc_q) same[i] = 1'b1;
        end
    end

    always @(*) begin : for_covered
        integer i;
        covered = 8'd0;
        for (i = 0; i < WAYS; i = i + 1) begin
            way_passed = passed_read_data[i*32 +: 32];
            if (again_q & last_changed_q[i]) way_passed = last_passed_q;
            if (~(|(majority & ~way_passed))) covered[i] = 1'b1;
        end
    end

    always @(*) begin : for_hit_passed
        integer i;
        hit_passed = 32'd0;
        for (i = 0; i < WAYS; i = i + 1) begin
            found_passed = passed_read_data[i*32 +: 32];
            if (again_q & last_changed_q[i]) found_passed = last_passed_q;
            if (hit[i]) hit_passed = hit_passed | found_passed;
        end
    end

    always @(*) begin
        on_path = 4'd0;
        to_pass = 4'd0;
        comes = 32'd0;
        if (lanes_q[0] & (|(warp0 & majority))) begin
            on_path[0] = 1'b1;
            comes = comes | warp0;
            if (~(|(warp0 & hit_passed))) to_pass[0] = 1'b1;
        end
        if (lanes_q[1] & (|(warp1 & majority))) begin
            on_path[1] = 1'b1;
            comes = comes | warp1;
            if (~(|(warp1 & hit_passed))) to_pass[1] = 1'b1;
        end
        if (lanes_q[2] & (|(warp2 & majority))) begin
            on_path[2] = 1'b1;
            comes = comes | warp2;
            if (~(|(warp2 & hit_passed))) to_pass[2] = 1'b1;
        end
        if (lanes_q[3] & (|(warp3 & majority))) begin
            on_path[3] = 1'b1;
            comes = comes | warp3;
            if (~(|(warp3 & hit_passed))) to_pass[3] = 1'b1;
        end
    end

    always @(*) begin
        leader = 32'd0;
        if (first[0]) leader = warp0;
        if (first[1]) leader = warp1;
        if (first[2]) leader = warp2;
        if (first[3]) leader = warp3;
    end

    always @(*) begin
        executes = lanes_q & ~on_path;
        if (is_private) executes = executes | to_pass;
    end

    always @(*) begin
        new_low = low;
        new_high = left_high;
        if (changes) begin
            new_low = low & ~target;
            new_high = left_high & ~target;
            if ((gathers & ~lead) | is_private) new_low = low | target;
            if (lead | follows | is_private) new_high = left_high | target;
        end
    end

    always @(*) begin : for_pcs_read_addr
        integer i;
        for (i = 0; i < WAYS; i = i + 1) pcs_read_addr[i*16 +: 16] = next_row;
    end

    always @(*) begin : for_pcs_write_addr
        integer i;
        for (i = 0; i < WAYS; i = i + 1) pcs_write_addr[i*16 +: 16] = this_row;
    end

    always @(*) begin : for_pcs_write_data
        integer i;
        for (i = 0; i < WAYS; i = i + 1) pcs_write_data[i*32 +: 32] = at_pc_q;
    end

    always @(*) begin : for_pcs_write_enable
        integer i;
        for (i = 0; i < WAYS; i = i + 1) pcs_write_enable[i] = made[i];
    end

    always @(*) begin : for_passed_read_addr
        integer i;
        for (i = 0; i < WAYS; i = i + 1) passed_read_addr[i*16 +: 16] = next_row;
    end

    always @(*) begin : for_passed_write_addr
        integer i;
        for (i = 0; i < WAYS; i = i + 1) passed_write_addr[i*16 +: 16] = this_row;
    end

    always @(*) begin : for_passed_write_data
        integer i;
        for (i = 0; i < WAYS; i = i + 1) passed_write_data[i*32 +: 32] = new_passed;
    end

    always @(*) begin : for_passed_write_enable
        integer i;
        for (i = 0; i < WAYS; i = i + 1) passed_write_enable[i] = changed[i];
    end

    assign told = lanes_q;
    assign leads = lead ? first : 4'd0;
    assign skips = (follows & has_led) ? to_pass : 4'd0;
    assign busy = works;

    always @(posedge clock) begin : registers
        integer i;
        if (reset) {majorities_q, known_q, restored_q, stored_q, lanes_q, wrote_q, again_q} <= 0;
        else begin
            lanes_q <= served;
            wrote_q <= writes_back;
            at_row_q <= row;
            at_pc_q <= pc;
            is_load_q <= load;
            overwrites_q <= register_low & ~register_high;
            without_q <= register_high;
            again_q <= works & (row == at_row_q);
            known_q <= (known_q | done) & ~starts & ALL_ROWS;
            restored_q <= ((restored_q & ~done) | restores) & ALL_ROWS;
            stored_q <= ((stored_q & ~done) | stores) & ALL_ROWS;
            for (i = 0; i < ROWS; i = i + 1) begin
                if (starts[i] | restores[i]) majorities_q[i*32 +: 32] <= path_warps & ALL_WARPS;
                if (leaves[i]) majorities_q[i*32 +: 32] <= majorities_q[i*32 +: 32] & ~path_warps;
            end
            last_low_q <= new_low;
            last_high_q <= new_high;
            last_loads_q <= new_loads;
            last_written_q <= new_written;
            last_pc_q <= at_pc_q;
            last_passed_q <= new_passed;
            last_made_q <= made;
            last_changed_q <= changed;
        end
    end

    // Bits that nothing reads.
    wire unused_ok = &{1'b0, pcs_read_addr, pcs_write_addr, passed_read_addr, passed_write_addr,
        1'b0};
endmodule
