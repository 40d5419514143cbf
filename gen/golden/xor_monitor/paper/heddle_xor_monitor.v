// heddle_xor_monitor: predicts what data a child kernel reuses, with a hash of lines that does
// not multiply.
//
// Preset paper: words: 55, count_bits: 30.
// Rising edge of clock; reset is synchronous, active high; outputs depend on state only.
//
// Pins of the XOR monitor. It has the three Bloom filters of the reuse monitor and its rules, with
// another hash of the lines, which takes no cycle of its own.
//
// 1. A read that comes in cycle t is looked up in t+1. Its `result` is there in t+2, and is counted
//    in t+3.
// 2. The reads of children count for the parent-child and the sibling filter, and those of parents
//    too if `cfg_parents_count` is high. For the own filter the reads of children count if
//    `cfg_own_children` is high, those of parents if `cfg_own_parents` is. The straps are those of
//    the cycle in which the read is looked up. A child may be a parent too.
// 3. A line that a parent reads enters the parent-child filter, one that a child reads the sibling
//    filter, and one whose read counts for the own filter enters that.
// 4. A read hits in a filter if all four places of its line are set there by lines that entered at
//    earlier reads. So a line that has entered is always found; another one is found if its places
//    are set by others, which is a false positive.
// 5. The places are those of two hashes of the line, a word of 32 bits. With `<<<` for a rotation
//    to the left, they are made in five steps: a = line ^ line <<< 17 ^ line <<< 25, b = a ^ (a <<<
//    10 & ~(a <<< 3)), c = b ^ b <<< 6 ^ b <<< 16, d = c ^ (c <<< 21 & ~(c <<< 4)). The first hash
//    is d ^ d <<< 11 ^ d <<< 12, the second d ^ d <<< 3 ^ d <<< 10. The lanes take a half of a hash
//    each, low before high. The upper ten bits of a half choose one of the words, `bits * words /
//    1024`, and the lower six one of the 22 bits of a word, `bits * 22 / 64`.
// 6. `clear` empties the filters and leaves the counts. `clearing` is high in the `words + 1`
//    cycles after it. What is looked up meanwhile misses and does not enter. Another `clear` begins
//    again. A reset clears too.
// 7. A filter counts hits and misses up to the greatest number of `count_bits` bits. When one of
//    the two has reached it, the filter counts no more, so that its hit rate stays what it was.
// 8. `predicted` is of the counts of the cycle before: the filter whose hits are more than its
//    misses, and whose hit rate is greater than those of the others, else none. A filter that has
//    counted nothing has a hit rate of zero. `high_priority` is high if it is the parent-child or
//    the sibling filter.
module heddle_xor_monitor (
    input wire clock,
    input wire reset,

    // Configuration
    // The reads of parents count for the parent-child and the sibling filter too (rule 2).
    input wire cfg_parents_count,
    // The reads of parents count for the own filter.
    input wire cfg_own_parents,
    // The reads of children count for the own filter.
    input wire cfg_own_children,

    // Read
    // A line is read (rule 1).
    input wire read_valid,
    // Number of the line: its address without the bits inside a line.
    input wire [31:0] read_line,
    // A child reads.
    input wire read_child,
    // A parent reads.
    input wire read_parent,

    // Clear
    // Empties the filters (rule 6).
    input wire clear,

    // Result
    // A read counts for some filter (rule 2).
    output wire result_valid,
    // It hits in the parent-child filter, and counts for it.
    output wire result_parent_child,
    // It hits in the sibling filter, and counts for it.
    output wire result_sibling,
    // It hits in the own filter, and counts for it.
    output wire result_own,

    // Counts
    // Hits in the parent-child filter.
    output wire [31:0] parent_child_hits,
    // Misses in the parent-child filter.
    output wire [31:0] parent_child_misses,
    // Hits in the sibling filter.
    output wire [31:0] sibling_hits,
    // Misses in the sibling filter.
    output wire [31:0] sibling_misses,
    // Hits in the own filter.
    output wire [31:0] own_hits,
    // Misses in the own filter.
    output wire [31:0] own_misses,

    // Prediction
    // Reuse of a child: 0 none, 1 parent-child, 2 sibling, 3 own (rule 8).
    output wire [1:0] predicted,
    // A child has priority.
    output wire high_priority,

    // Status
    // The filters are cleared (rule 6).
    output wire clearing,
    // High while no read is on its way, counts and prediction agree, and nothing is cleared.
    output wire idle
);

    localparam [6:0] WORDS = 7'd55, SWEPT = 7'd56;
    localparam integer LANE_COUNT = 4;

    reg [63:0] left;
    reg [2:0] counts, finds, counted_q, found_q;
    reg child_q, parent_q, settles_q;
    reg [LANE_COUNT*16-1:0] lanes_half;
    reg [LANE_COUNT-1:0] lanes_enter_parents, lanes_enter_siblings, lanes_enter_own, lanes_sweep;
    reg [LANE_COUNT*7-1:0] lanes_sweep_word;
    wire [LANE_COUNT-1:0] lanes_in_parents, lanes_in_siblings, lanes_in_own;
    reg [6:0] sweep_q;
    wire [31:0] of_parents_hits, of_parents_misses, of_siblings_hits, of_siblings_misses,
        of_own_hits, of_own_misses;
    wire of_parents_more_hits, of_parents_more_misses, of_parents_most, of_parents_nothing,
        of_siblings_more_hits, of_siblings_more_misses, of_siblings_most, of_siblings_nothing,
        of_own_more_hits, of_own_more_misses, of_own_most, of_own_nothing,
        parents_or_siblings_first_is_greater, parents_or_siblings_second_is_greater,
        parents_or_own_first_is_greater, parents_or_own_second_is_greater,
        siblings_or_own_first_is_greater, siblings_or_own_second_is_greater;

    // The hash: a rotation is no gate (rule 5).
    wire [31:0] spread = read_line ^ ((read_line << 17) | (read_line >> 15))
        ^ ((read_line << 25) | (read_line >> 7));
    // The line is looked up (rules 2 and 3).
    wire child_reads = child_q;
    wire parent_reads = parent_q;
    wire clears = sweep_q != SWEPT;
    wire parents_best = of_parents_most
        & (parents_or_siblings_first_is_greater | of_siblings_nothing)
        & (parents_or_own_first_is_greater | of_own_nothing);
    wire siblings_best = of_siblings_most
        & (parents_or_siblings_second_is_greater | of_parents_nothing)
        & (siblings_or_own_first_is_greater | of_own_nothing);
    wire own_best = of_own_most & (parents_or_own_second_is_greater | of_parents_nothing)
        & (siblings_or_own_second_is_greater | of_siblings_nothing);
    wire [31:0] mixed = spread
        ^ (((spread << 10) | (spread >> 22)) & ~((spread << 3) | (spread >> 29)));
    wire counts_related = child_reads | (parent_reads & cfg_parents_count);
    wire counts_own = (child_reads & cfg_own_children) | (parent_reads & cfg_own_parents);
    wire [31:0] spread_again = mixed ^ ((mixed << 6) | (mixed >> 26))
        ^ ((mixed << 16) | (mixed >> 16));
    wire [31:0] mixed_again = spread_again ^ (((spread_again << 21) | (spread_again >> 11))
        & ~((spread_again << 4) | (spread_again >> 28)));
    wire [31:0] first_hash = mixed_again ^ ((mixed_again << 11) | (mixed_again >> 21))
        ^ ((mixed_again << 12) | (mixed_again >> 20));
    wire [31:0] second_hash = mixed_again ^ ((mixed_again << 3) | (mixed_again >> 29))
        ^ ((mixed_again << 10) | (mixed_again >> 22));
    wire [63:0] halves = {32'd0, first_hash} | ({32'd0, second_hash} << 32);

    genvar g_lanes;
    generate
        for (g_lanes = 0; g_lanes < LANE_COUNT; g_lanes = g_lanes + 1) begin : gen_lanes
            heddle_xor_monitor_lanes u_lanes (
                .clock(clock), .reset(reset), .half(lanes_half[g_lanes*16 +: 16]),
                .enter_parents(lanes_enter_parents[g_lanes]),
                .enter_siblings(lanes_enter_siblings[g_lanes]),
                .enter_own(lanes_enter_own[g_lanes]), .sweep(lanes_sweep[g_lanes]),
                .sweep_word(lanes_sweep_word[g_lanes*7 +: 7]),
                .in_parents(lanes_in_parents[g_lanes]), .in_siblings(lanes_in_siblings[g_lanes]),
                .in_own(lanes_in_own[g_lanes])
            );
        end
    endgenerate

    heddle_xor_monitor_of_parents u_of_parents (
        .clock(clock), .reset(reset), .counts(counted_q[0]), .hit(found_q[0]),
        .hits(of_parents_hits), .misses(of_parents_misses), .more_hits(of_parents_more_hits),
        .more_misses(of_parents_more_misses), .most(of_parents_most), .nothing(of_parents_nothing)
    );

    heddle_xor_monitor_of_siblings u_of_siblings (
        .clock(clock), .reset(reset), .counts(counted_q[1]), .hit(found_q[1]),
        .hits(of_siblings_hits), .misses(of_siblings_misses), .more_hits(of_siblings_more_hits),
        .more_misses(of_siblings_more_misses), .most(of_siblings_most),
        .nothing(of_siblings_nothing)
    );

    heddle_xor_monitor_of_own u_of_own (
        .clock(clock), .reset(reset), .counts(counted_q[2]), .hit(found_q[2]), .hits(of_own_hits),
        .misses(of_own_misses), .more_hits(of_own_more_hits), .more_misses(of_own_more_misses),
        .most(of_own_most), .nothing(of_own_nothing)
    );

    heddle_xor_monitor_parents_or_siblings u_parents_or_siblings (
        .clock(clock), .reset(reset), .first_hits(of_parents_hits),
        .first_misses(of_parents_misses), .first_hit(of_parents_more_hits),
        .first_miss(of_parents_more_misses), .second_hits(of_siblings_hits),
        .second_misses(of_siblings_misses), .second_hit(of_siblings_more_hits),
        .second_miss(of_siblings_more_misses),
        .first_is_greater(parents_or_siblings_first_is_greater),
        .second_is_greater(parents_or_siblings_second_is_greater)
    );

    heddle_xor_monitor_parents_or_own u_parents_or_own (
        .clock(clock), .reset(reset), .first_hits(of_parents_hits),
        .first_misses(of_parents_misses), .first_hit(of_parents_more_hits),
        .first_miss(of_parents_more_misses), .second_hits(of_own_hits),
        .second_misses(of_own_misses), .second_hit(of_own_more_hits),
        .second_miss(of_own_more_misses), .first_is_greater(parents_or_own_first_is_greater),
        .second_is_greater(parents_or_own_second_is_greater)
    );

    heddle_xor_monitor_siblings_or_own u_siblings_or_own (
        .clock(clock), .reset(reset), .first_hits(of_siblings_hits),
        .first_misses(of_siblings_misses), .first_hit(of_siblings_more_hits),
        .first_miss(of_siblings_more_misses), .second_hits(of_own_hits),
        .second_misses(of_own_misses), .second_hit(of_own_more_hits),
        .second_miss(of_own_more_misses), .first_is_greater(siblings_or_own_first_is_greater),
        .second_is_greater(siblings_or_own_second_is_greater)
    );

    always @(*) begin
        counts = 3'd0;
        if (counts_related) counts = 3'd3;
        if (counts_own) counts = counts | 3'd4;
    end

    always @(*) begin : for_finds
        integer i;
        finds = counts;
        if (clears) finds = 3'd0;
        for (i = 0; i < LANE_COUNT; i = i + 1) begin
            if (~lanes_in_parents[i]) finds = finds & 3'd6;
            if (~lanes_in_siblings[i]) finds = finds & 3'd5;
            if (~lanes_in_own[i]) finds = finds & 3'd3;
        end
    end

    always @(*) begin : for_left
        integer i;
        left = halves;
        for (i = 0; i < LANE_COUNT; i = i + 1) begin
            lanes_half[i*16 +: 16] = left[15:0];
            left = left >> 16;
        end
    end

    always @(*) begin : for_lanes_enter_parents
        integer i;
        for (i = 0; i < LANE_COUNT; i = i + 1) lanes_enter_parents[i] = parent_reads & ~clears;
    end

    always @(*) begin : for_lanes_enter_siblings
        integer i;
        for (i = 0; i < LANE_COUNT; i = i + 1) lanes_enter_siblings[i] = child_reads & ~clears;
    end

    always @(*) begin : for_lanes_enter_own
        integer i;
        for (i = 0; i < LANE_COUNT; i = i + 1) lanes_enter_own[i] = counts_own & ~clears;
    end

    always @(*) begin : for_lanes_sweep
        integer i;
        for (i = 0; i < LANE_COUNT; i = i + 1) lanes_sweep[i] = clears & (sweep_q != WORDS);
    end

    always @(*) begin : for_lanes_sweep_word
        integer i;
        for (i = 0; i < LANE_COUNT; i = i + 1) lanes_sweep_word[i*7 +: 7] = sweep_q;
    end

    // What is found is counted, and rates are compared.
    assign result_valid = |counted_q;
    assign result_parent_child = found_q[0];
    assign result_sibling = found_q[1];
    assign result_own = found_q[2];
    assign parent_child_hits = of_parents_hits;
    assign parent_child_misses = of_parents_misses;
    assign sibling_hits = of_siblings_hits;
    assign sibling_misses = of_siblings_misses;
    assign own_hits = of_own_hits;
    assign own_misses = of_own_misses;
    assign predicted = parents_best ? 2'd1 : siblings_best ? 2'd2 : own_best ? 2'd3 : 2'd0;
    assign high_priority = parents_best | siblings_best;
    assign clearing = clears;
    assign idle = ~clears & ~child_q & ~parent_q & ~(|counted_q) & ~settles_q;

    always @(posedge clock)
        if (reset) {child_q, parent_q, sweep_q, counted_q, found_q, settles_q} <= 0;
        else begin
            // Who reads.
            child_q <= read_valid & read_child;
            parent_q <= read_valid & read_parent;
            counted_q <= counts;
            found_q <= finds;
            if (clears) sweep_q <= sweep_q + 7'd1;
            if (clear) sweep_q <= 7'd0;
            settles_q <= |counted_q;
        end
endmodule
