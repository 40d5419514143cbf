// heddle_rename: maps the registers of a TB's warps to the versions that they share.
//
// Preset paper: tbs: 32, registers: 32, warps: 32.
// Rising edge of clock; reset is synchronous, active high; outputs depend on state only.
//
// Pins of the rename unit. A *version* is one value of a named register that the warps of a TB
// share. It is in one vector register of the TB's bank, its *physical register*, or in two if the
// value has 64 bits: the low and the high half. A warp is *to come* for a version until it has
// passed the instruction that makes it. It *reads* a version from then on until it has another
// value of that register.
//
// 1. In each cycle there may be one change, of one TB, and a look at four registers of one warp.
//    Both are always taken and answered in the next cycle, once. A look sees the changes of earlier
//    cycles, and so does a change.
// 2. `clear` (0) is for a TB that starts or has completed: it has no versions. So has a TB after
//    a reset.
// 3. `alloc` (1) is a leader's. The register gets a new version in the lowest physical register
//    that is free, and with `wide` in the two lowest, the low half first. The warps, of which the
//    leader is one, are to come for it. It is refused if fewer are free. A physical register is
//    free if no warp reads what is in it or is to come for it.
// 4. `overwrite` (2) is in place of `alloc` where none is free and all warps of the mask have
//    arrived at the instruction. What one of them reads as this register becomes the new version,
//    in the same place, for which they are to come. It is refused if there is no such version, or
//    if another warp reads it, which has left the mask and not copied it yet.
// 5. `take` (3) is of warps that skip, or of the leader as it executes. Of the versions of the
//    register for which they are to come, the oldest is the one that they read from now on, in
//    place of any other.
// 6. `pass` (4) is of warps that execute the instruction for themselves: they are no longer to come
//    for the oldest, and read no version of the register. `write` (5) is of warps that execute an
//    instruction that makes no version: they read no version of the register either, and nothing
//    else changes.
// 7. `leave` (6) is of warps that leave the mask: they are not to come for any version. What they
//    read they copy.
// 8. `copy` (7) is of one warp, and for one vector register in a cycle: it no longer reads the
//    lowest of those physical registers that it reads, and is told which register and half to copy
//    it to.
// 9. Whoever changes versions keeps order. `alloc` and `overwrite` name all warps of the mask, and
//    so all that are to come for any version of the TB. Those of an `overwrite` are to come for no
//    version of the register, and all that read one read the same, both halves if it is wide: a
//    warp that has left copies all before it is in the mask again. The warps of a `take` or `pass`
//    are to come for the same version next. A change is made when the instructions before it have
//    read their operands, since what it frees may be written.
module heddle_rename (
    input wire clock,
    input wire reset,

    // Renaming
    // Versions of a TB change (rule 1).
    input wire change_valid,
    // How: 0 clear, 1 alloc, 2 overwrite, 3 take, 4 pass, 5 write, 6 leave, 7 copy (rules 2 to 8).
    input wire [2:0] change_what,
    // TB slot of the change.
    input wire [4:0] change_tb,
    // Named register of the change; not for `clear`, `leave` and `copy`.
    input wire [7:0] change_register,
    // The new version has 64 bits and takes two physical registers (rule 3).
    input wire change_wide,
    // Warps of the change, a bit for each by its number in the TB; not for `clear`.
    input wire [31:0] change_warps,
    // The change of the last cycle is made or refused.
    output wire result_valid,
    // It is made: not refused, and there was a version to take, to pass or to copy.
    output wire result_done,
    // Physical register of the version that is made or taken, or that is to be copied; of a wide
    // one, its low half.
    output wire [4:0] result_low,
    // Physical register of the high half of a wide version that is made or taken; else zero.
    output wire [4:0] result_high,
    // Named register that is to be copied; else zero.
    output wire [7:0] result_register,
    // The high half of it is to be copied.
    output wire result_half,
    // Physical registers of the TB that are free after the change.
    output wire [5:0] result_free,

    // Operands
    // A warp looks where its registers are (rule 1).
    input wire look_valid,
    // TB slot of the warp that looks.
    input wire [4:0] look_tb,
    // Number of the warp that looks in its TB.
    input wire [4:0] look_warp,
    // First register looked at.
    input wire [7:0] look_register0,
    // Second register looked at.
    input wire [7:0] look_register1,
    // Third register looked at.
    input wire [7:0] look_register2,
    // Fourth register looked at.
    input wire [7:0] look_register3,
    // The look of the last cycle is answered.
    output wire place_valid,
    // Registers that the warp reads from a version, a bit for each.
    output wire [3:0] place_shared,
    // Registers of which a warp of the TB reads a version.
    output wire [3:0] place_read,
    // Physical register of the first register or of its low half, if that is shared; else zero.
    output wire [4:0] place_low0,
    // Physical register of the high half of the first register, if it is wide; else zero.
    output wire [4:0] place_high0,
    // Physical register of the second register or of its low half.
    output wire [4:0] place_low1,
    // Physical register of the high half of the second register.
    output wire [4:0] place_high1,
    // Physical register of the third register or of its low half.
    output wire [4:0] place_low2,
    // Physical register of the high half of the third register.
    output wire [4:0] place_high2,
    // Physical register of the fourth register or of its low half.
    output wire [4:0] place_low3,
    // Physical register of the high half of the fourth register.
    output wire [4:0] place_high3,

    // Status
    // High while neither a change nor a look is answered.
    output wire idle
);

    localparam integer ENTRY_COUNT = 32;
    localparam [31:0] ALL_ENTRIES = 32'hffffffff, ALL_SLOTS = 32'hffffffff;

    reg [31:0] live, same, comes, is_read, is_kept, has_high, ages, age_bit, oldest, empty, lows0,
        highs0, lows1, highs1, lows2, highs2, lows3, highs3, known_q, warps_q, last_warps_q;
    reg [7:0] copied_name, register_q, last_register_q, look_register0_of_q, look_register1_of_q,
        look_register2_of_q, look_register3_of_q;
    reg [3:0] any_reads, shared;
    reg [ENTRY_COUNT*16-1:0] entries_next_row, entries_row, entries_look_row;
    reg [ENTRY_COUNT-1:0] entries_works, entries_filled, entries_again, entries_look_filled,
        entries_look_again, entries_makes, entries_makes_high, entries_awaits, entries_ages,
        entries_unreads, entries_reads, entries_drops;
    reg [ENTRY_COUNT*8-1:0] entries_named, entries_last_named;
    reg [ENTRY_COUNT*32-1:0] entries_warps, entries_last_warps, entries_looker;
    wire [ENTRY_COUNT-1:0] entries_live, entries_same, entries_comes, entries_is_read,
        entries_is_kept, entries_high, entries_left, entries_look_high, entries_look_read,
        entries_look_shared;
    wire [ENTRY_COUNT*8-1:0] entries_name, entries_look_name;
    wire [ENTRY_COUNT*5-1:0] entries_age;
    reg [10*32-1:0] places_marks;
    wire [10*5-1:0] places_index;
    reg works_q, wide_q, filled_q, again_q, looks_q, look_filled_q, look_again_q;
    reg [2:0] what_q;
    reg [4:0] slot_q, looker_q;

    // The change and the look that are answered in the next cycle: their words are read at this
    // edge. They count if the TB has had a change, which is not just being cleared.
    wire clears = what_q == 3'd0;
    wire [31:0] slot_bit = 32'd1 << slot_q;
    wire [31:0] next_bit = 32'd1 << change_tb;
    wire [31:0] look_bit = 32'd1 << look_tb;
    wire same_slot = works_q & (change_tb == slot_q);
    wire look_same_slot = works_q & (look_tb == slot_q);
    wire clears_next = change_what == 3'd0;
    // The change.
    wire allocs = what_q == 3'd1;
    wire overwrites = what_q == 3'd2;
    wire takes = what_q == 3'd3;
    wire passes = what_q == 3'd4;
    wire writes = what_q == 3'd5;
    wire leaves = what_q == 3'd6;
    wire copies = what_q == 3'd7;
    // The oldest version for which the warps are to come: all ages up to the greatest, and the last
    // of them.
    wire [31:0] ages2 = ages | (ages >> 1);
    // The entries for a new version.
    wire [31:0] unused = ALL_ENTRIES & ~live;
    wire [31:0] below_read = is_read - 32'd1;
    // How many are free then: sums of neighbouring bits, pairs, and so on.
    wire [31:0] sum2 = empty - ((empty >> 1) & 32'h55555555);
    wire [31:0] ages4 = ages2 | (ages2 >> 2);
    wire [31:0] below_free = unused - 32'd1;
    wire [31:0] overwritten = (overwrites & ~(|(same & is_read & is_kept))) ? same & is_read
        : 32'd0;
    wire [31:0] copied = copies ? is_read & ~below_read : 32'd0;
    // Who reads what, and is to come for what, after the change.
    wire [31:0] read = takes ? oldest : 32'd0;
    wire [31:0] dropped = leaves ? ALL_ENTRIES : (takes | passes) ? oldest : 32'd0;
    wire [31:0] sum4 = (sum2 & 32'h33333333) + ((sum2 >> 2) & 32'h33333333);
    wire [31:0] ages8 = ages4 | (ages4 >> 4);
    wire [31:0] first_free = unused & ~below_free;
    wire [31:0] other_free = unused & below_free;
    wire [31:0] unread = (takes | passes | writes) ? same : copied;
    wire [31:0] sum8 = (sum4 & 32'hf0f0f0f) + ((sum4 >> 4) & 32'hf0f0f0f);
    wire [31:0] ages16 = ages8 | (ages8 >> 8);
    wire [31:0] below_other = other_free - 32'd1;
    wire [31:0] sum16 = sum8 + (sum8 >> 8);
    wire [31:0] ages32 = ages16 | (ages16 >> 16);
    wire [31:0] second_free = other_free & ~below_other;
    wire [31:0] sum32 = sum16 + (sum16 >> 16);
    wire [31:0] greatest = ages32 & ~(ages32 >> 1);
    wire [31:0] made = (allocs & wide_q & (|second_free)) ? first_free | second_free
        : (allocs & ~wide_q) ? first_free : 32'd0;
    wire [31:0] made_high = (allocs & wide_q & (|second_free)) ? second_free : 32'd0;
    // What it says of itself.
    wire [31:0] told = made | overwritten | read | copied;

    genvar g_entries;
    generate
        for (g_entries = 0; g_entries < ENTRY_COUNT; g_entries = g_entries + 1) begin : gen_entries
            heddle_rename_entries u_entries (
                .clock(clock), .reset(reset), .next_row(entries_next_row[g_entries*16 +: 16]),
                .row(entries_row[g_entries*16 +: 16]),
                .look_row(entries_look_row[g_entries*16 +: 16]), .works(entries_works[g_entries]),
                .filled(entries_filled[g_entries]), .again(entries_again[g_entries]),
                .look_filled(entries_look_filled[g_entries]),
                .look_again(entries_look_again[g_entries]), .named(entries_named[g_entries*8 +: 8]),
                .warps(entries_warps[g_entries*32 +: 32]),
                .last_named(entries_last_named[g_entries*8 +: 8]),
                .last_warps(entries_last_warps[g_entries*32 +: 32]),
                .looker(entries_looker[g_entries*32 +: 32]), .makes(entries_makes[g_entries]),
                .makes_high(entries_makes_high[g_entries]), .awaits(entries_awaits[g_entries]),
                .ages(entries_ages[g_entries]), .unreads(entries_unreads[g_entries]),
                .reads(entries_reads[g_entries]), .drops(entries_drops[g_entries]),
                .live(entries_live[g_entries]), .same(entries_same[g_entries]),
                .comes(entries_comes[g_entries]), .is_read(entries_is_read[g_entries]),
                .is_kept(entries_is_kept[g_entries]), .high(entries_high[g_entries]),
                .name(entries_name[g_entries*8 +: 8]), .age(entries_age[g_entries*5 +: 5]),
                .left(entries_left[g_entries]), .look_name(entries_look_name[g_entries*8 +: 8]),
                .look_high(entries_look_high[g_entries]), .look_read(entries_look_read[g_entries]),
                .look_shared(entries_look_shared[g_entries])
            );
        end
    endgenerate

    genvar g_places;
    generate
        for (g_places = 0; g_places < 10; g_places = g_places + 1) begin : gen_places
            heddle_rename_places u_places (
                .marks(places_marks[g_places*32 +: 32]), .index(places_index[g_places*5 +: 5])
            );
        end
    endgenerate

    // What is in the entries.
    always @(*) begin : for_live
        integer i;
        live = 32'd0;
        for (i = 0; i < ENTRY_COUNT; i = i + 1) begin
            if (entries_live[i]) live[i] = 1'b1;
        end
    end

    always @(*) begin : for_same
        integer i;
        same = 32'd0;
        for (i = 0; i < ENTRY_COUNT; i = i + 1) begin
            if (entries_same[i]) same[i] = 1'b1;
        end
    end

    always @(*) begin : for_comes
        integer i;
        comes = 32'd0;
        ages = 32'd0;
        for (i = 0; i < ENTRY_COUNT; i = i + 1) begin
            if (entries_comes[i]) begin
                comes[i] = 1'b1;
                ages = ages | (32'd1 << entries_age[i*5 +: 5]);
            end
        end
    end

    always @(*) begin : for_is_read
        integer i;
        is_read = 32'd0;
        for (i = 0; i < ENTRY_COUNT; i = i + 1) begin
            if (entries_is_read[i]) is_read[i] = 1'b1;
        end
    end

    always @(*) begin : for_is_kept
        integer i;
        is_kept = 32'd0;
        for (i = 0; i < ENTRY_COUNT; i = i + 1) begin
            if (entries_is_kept[i]) is_kept[i] = 1'b1;
        end
    end

    always @(*) begin : for_has_high
        integer i;
        has_high = 32'd0;
        for (i = 0; i < ENTRY_COUNT; i = i + 1) begin
            if (entries_high[i]) has_high[i] = 1'b1;
        end
    end

    always @(*) begin : for_oldest
        integer i;
        oldest = 32'd0;
        for (i = 0; i < ENTRY_COUNT; i = i + 1) begin
            age_bit = 32'd1 << entries_age[i*5 +: 5];
            if (entries_comes[i] & (|(age_bit & greatest))) oldest[i] = 1'b1;
        end
    end

    always @(*) begin : for_copied_name
        integer i;
        copied_name = 8'd0;
        for (i = 0; i < ENTRY_COUNT; i = i + 1) begin
            if (copied[i]) copied_name = copied_name | entries_name[i*8 +: 8];
        end
    end

    // An entry does not know yet which half it gets.
    always @(*) begin
        places_marks[31:0] = 32'd0;
        places_marks[63:32] = 32'd0;
        if (works_q) begin
            places_marks[31:0] = told & ~has_high;
            places_marks[63:32] = told & has_high;
            if (allocs) begin
                places_marks[31:0] = made & ~made_high;
                places_marks[63:32] = made_high;
            end
            if (copies) begin
                places_marks[31:0] = copied;
                places_marks[63:32] = 32'd0;
            end
        end
        places_marks[95:64] = 32'd0;
        places_marks[127:96] = 32'd0;
        places_marks[159:128] = 32'd0;
        places_marks[191:160] = 32'd0;
        places_marks[223:192] = 32'd0;
        places_marks[255:224] = 32'd0;
        places_marks[287:256] = 32'd0;
        places_marks[319:288] = 32'd0;
        if (looks_q) begin
            places_marks[95:64] = lows0;
            places_marks[127:96] = highs0;
            places_marks[159:128] = lows1;
            places_marks[191:160] = highs1;
            places_marks[223:192] = lows2;
            places_marks[255:224] = highs2;
            places_marks[287:256] = lows3;
            places_marks[319:288] = highs3;
        end
    end

    always @(*) begin : for_empty
        integer i;
        empty = 32'd0;
        for (i = 0; i < ENTRY_COUNT; i = i + 1) begin
            if (~entries_left[i]) empty[i] = 1'b1;
        end
    end

    always @(*) begin : for_entries_next_row
        integer i;
        for (i = 0; i < ENTRY_COUNT; i = i + 1) entries_next_row[i*16 +: 16] = {11'd0, change_tb};
    end

    always @(*) begin : for_entries_row
        integer i;
        for (i = 0; i < ENTRY_COUNT; i = i + 1) entries_row[i*16 +: 16] = {11'd0, slot_q};
    end

    always @(*) begin : for_entries_look_row
        integer i;
        for (i = 0; i < ENTRY_COUNT; i = i + 1) entries_look_row[i*16 +: 16] = {11'd0, look_tb};
    end

    always @(*) begin : for_entries_works
        integer i;
        for (i = 0; i < ENTRY_COUNT; i = i + 1) entries_works[i] = works_q;
    end

    always @(*) begin : for_entries_filled
        integer i;
        for (i = 0; i < ENTRY_COUNT; i = i + 1) entries_filled[i] = filled_q;
    end

    always @(*) begin : for_entries_again
        integer i;
        for (i = 0; i < ENTRY_COUNT; i = i + 1) entries_again[i] = again_q;
    end

    always @(*) begin : for_entries_look_filled
        integer i;
        for (i = 0; i < ENTRY_COUNT; i = i + 1) entries_look_filled[i] = look_filled_q;
    end

    always @(*) begin : for_entries_look_again
        integer i;
        for (i = 0; i < ENTRY_COUNT; i = i + 1) entries_look_again[i] = look_again_q;
    end

    always @(*) begin : for_entries_named
        integer i;
        for (i = 0; i < ENTRY_COUNT; i = i + 1) entries_named[i*8 +: 8] = register_q;
    end

    always @(*) begin : for_entries_warps
        integer i;
        for (i = 0; i < ENTRY_COUNT; i = i + 1) entries_warps[i*32 +: 32] = warps_q;
    end

    always @(*) begin : for_entries_last_named
        integer i;
        for (i = 0; i < ENTRY_COUNT; i = i + 1) entries_last_named[i*8 +: 8] = last_register_q;
    end

    always @(*) begin : for_entries_last_warps
        integer i;
        for (i = 0; i < ENTRY_COUNT; i = i + 1) entries_last_warps[i*32 +: 32] = last_warps_q;
    end

    always @(*) begin : for_entries_looker
        integer i;
        for (i = 0; i < ENTRY_COUNT; i = i + 1) entries_looker[i*32 +: 32] = 32'd1 << looker_q;
    end

    always @(*) begin : for_entries_makes
        integer i;
        for (i = 0; i < ENTRY_COUNT; i = i + 1) entries_makes[i] = works_q & made[i];
    end

    always @(*) begin : for_entries_makes_high
        integer i;
        for (i = 0; i < ENTRY_COUNT; i = i + 1) entries_makes_high[i] = made_high[i];
    end

    always @(*) begin : for_entries_awaits
        integer i;
        for (i = 0; i < ENTRY_COUNT; i = i + 1) entries_awaits[i] = made[i] | overwritten[i];
    end

    always @(*) begin : for_entries_ages
        integer i;
        for (i = 0; i < ENTRY_COUNT; i = i + 1) entries_ages[i] = (|made) & same[i];
    end

    always @(*) begin : for_entries_unreads
        integer i;
        for (i = 0; i < ENTRY_COUNT; i = i + 1) entries_unreads[i] = unread[i];
    end

    always @(*) begin : for_entries_reads
        integer i;
        for (i = 0; i < ENTRY_COUNT; i = i + 1) entries_reads[i] = read[i];
    end

    always @(*) begin : for_entries_drops
        integer i;
        for (i = 0; i < ENTRY_COUNT; i = i + 1) entries_drops[i] = dropped[i];
    end

    // The look.
    always @(*) begin : for_any_reads
        integer i;
        any_reads = 4'd0;
        lows0 = 32'd0;
        highs0 = 32'd0;
        lows1 = 32'd0;
        highs1 = 32'd0;
        lows2 = 32'd0;
        highs2 = 32'd0;
        lows3 = 32'd0;
        highs3 = 32'd0;
        for (i = 0; i < ENTRY_COUNT; i = i + 1) begin
            if (entries_look_read[i] & (entries_look_name[i*8 +: 8] == look_register0_of_q)) begin
                any_reads[0] = 1'b1;
                if (entries_look_shared[i] & entries_look_high[i]) highs0[i] = 1'b1;
                if (entries_look_shared[i] & ~entries_look_high[i]) lows0[i] = 1'b1;
            end
            if (entries_look_read[i] & (entries_look_name[i*8 +: 8] == look_register1_of_q)) begin
                any_reads[1] = 1'b1;
                if (entries_look_shared[i] & entries_look_high[i]) highs1[i] = 1'b1;
                if (entries_look_shared[i] & ~entries_look_high[i]) lows1[i] = 1'b1;
            end
            if (entries_look_read[i] & (entries_look_name[i*8 +: 8] == look_register2_of_q)) begin
                any_reads[2] = 1'b1;
                if (entries_look_shared[i] & entries_look_high[i]) highs2[i] = 1'b1;
                if (entries_look_shared[i] & ~entries_look_high[i]) lows2[i] = 1'b1;
            end
            if (entries_look_read[i] & (entries_look_name[i*8 +: 8] == look_register3_of_q)) begin
                any_reads[3] = 1'b1;
                if (entries_look_shared[i] & entries_look_high[i]) highs3[i] = 1'b1;
                if (entries_look_shared[i] & ~entries_look_high[i]) lows3[i] = 1'b1;
            end
        end
    end

    always @(*) begin
        shared = 4'd0;
        if (|(lows0 | highs0)) shared[0] = 1'b1;
        if (|(lows1 | highs1)) shared[1] = 1'b1;
        if (|(lows2 | highs2)) shared[2] = 1'b1;
        if (|(lows3 | highs3)) shared[3] = 1'b1;
    end

    assign result_done = works_q ? (|told) | (passes & (|oldest)) | clears | writes | leaves : 1'b0;
    assign result_half = works_q ? |(copied & has_high) : 1'b0;
    assign result_register = works_q ? copied_name : 8'd0;
    assign result_valid = works_q;
    assign result_low = places_index[4:0];
    assign result_high = places_index[9:5];
    assign result_free = works_q ? sum32[5:0] : 6'd0;
    assign place_valid = looks_q;
    assign place_read = looks_q ? any_reads : 4'd0;
    assign place_shared = looks_q ? shared : 4'd0;
    assign place_low0 = places_index[14:10];
    assign place_high0 = places_index[19:15];
    assign place_low1 = places_index[24:20];
    assign place_high1 = places_index[29:25];
    assign place_low2 = places_index[34:30];
    assign place_high2 = places_index[39:35];
    assign place_low3 = places_index[44:40];
    assign place_high3 = places_index[49:45];
    assign idle = ~works_q & ~looks_q;

    always @(posedge clock)
        if (reset) {known_q, works_q, looks_q} <= 0;
        else begin
            works_q <= change_valid;
            what_q <= change_what;
            slot_q <= change_tb;
            register_q <= change_register;
            wide_q <= change_wide;
            warps_q <= change_warps;
            again_q <= same_slot & ~clears_next;
            filled_q <= (|(known_q & next_bit)) & ~(same_slot & clears) & ~clears_next;
            last_register_q <= register_q;
            last_warps_q <= warps_q;
            looks_q <= look_valid;
            looker_q <= look_warp;
            look_register0_of_q <= look_register0;
            look_register1_of_q <= look_register1;
            look_register2_of_q <= look_register2;
            look_register3_of_q <= look_register3;
            look_again_q <= look_same_slot;
            look_filled_q <= (|(known_q & look_bit)) & ~(look_same_slot & clears);
            // Slots that there are not are no flip-flops.
            if (works_q) known_q <= (known_q | slot_bit) & ALL_SLOTS;
        end

    // Bits that nothing reads.
    wire unused_ok = &{1'b0, comes, sum32[31:6], 1'b0};
endmodule
