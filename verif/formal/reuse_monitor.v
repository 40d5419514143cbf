    // Plan: k=1 cover_within=24
    // What follows from the hash is proved step by step: alone each of these is easy, and together they are not.
    // Late: k=0 helper_sums_of_the_line
    // Late: k=1 helper_sum_of_the_line
    // Late: k=0 helper_product_of_the_line
    // Late: k=0 helper_sums_of_the_key
    // Late: k=1 helper_sum_of_the_key
    // Late: k=0 helper_product_of_the_key
    // Late: k=0 helper_sums_of_the_first
    // Late: k=1 helper_sum_of_the_first
    // Late: k=0 helper_product_of_the_first
    // Late: k=0 helper_sums_of_the_second
    // Late: k=1 helper_sum_of_the_second
    // Late: k=0 helper_product_of_the_second
    // Late: k=1 helper_key
    // Late: k=1 helper_mixed
    // Late: k=1 helper_hashes
    // Late: k=1 helper_places
    // Late: k=1 helper_entered
    // Late: k=1 rule_5_a_line_is_looked_up_in_the_places_of_its_published_hash
    // Late: k=1 rule_4_a_read_hits_exactly_where_all_its_places_are_set
    // Late: k=1 rule_4_a_line_that_has_entered_is_found
    // Rules of hw/src/reuse_monitor/pins.rs. The properties follow one arbitrary line: where it is, and whether its places
    // are set. Lanes and filters lie side by side in vectors, lane 0 and the parent-child filter lowest.

    // Words: f_parents_0 gen_lanes[0].u_lanes.u_parents
    // Words: f_parents_1 gen_lanes[1].u_lanes.u_parents
    // Words: f_parents_2 gen_lanes[2].u_lanes.u_parents
    // Words: f_parents_3 gen_lanes[3].u_lanes.u_parents
    // Words: f_siblings_0 gen_lanes[0].u_lanes.u_siblings
    // Words: f_siblings_1 gen_lanes[1].u_lanes.u_siblings
    // Words: f_siblings_2 gen_lanes[2].u_lanes.u_siblings
    // Words: f_siblings_3 gen_lanes[3].u_lanes.u_siblings
    // Words: f_own_0 gen_lanes[0].u_lanes.u_own
    // Words: f_own_1 gen_lanes[1].u_lanes.u_own
    // Words: f_own_2 gen_lanes[2].u_lanes.u_own
    // Words: f_own_3 gen_lanes[3].u_lanes.u_own
    (* hierconn *) wire [5:0] \gen_lanes[0].u_lanes.word_q ;
    (* hierconn *) wire [5:0] \gen_lanes[1].u_lanes.word_q ;
    (* hierconn *) wire [5:0] \gen_lanes[2].u_lanes.word_q ;
    (* hierconn *) wire [5:0] \gen_lanes[3].u_lanes.word_q ;
    (* hierconn *) wire [21:0] \gen_lanes[0].u_lanes.place_q ;
    (* hierconn *) wire [21:0] \gen_lanes[1].u_lanes.place_q ;
    (* hierconn *) wire [21:0] \gen_lanes[2].u_lanes.place_q ;
    (* hierconn *) wire [21:0] \gen_lanes[3].u_lanes.place_q ;
    (* hierconn *) wire [21:0] \gen_lanes[0].u_lanes.parents_now ;
    (* hierconn *) wire [21:0] \gen_lanes[1].u_lanes.parents_now ;
    (* hierconn *) wire [21:0] \gen_lanes[2].u_lanes.parents_now ;
    (* hierconn *) wire [21:0] \gen_lanes[3].u_lanes.parents_now ;
    (* hierconn *) wire [21:0] \gen_lanes[0].u_lanes.siblings_now ;
    (* hierconn *) wire [21:0] \gen_lanes[1].u_lanes.siblings_now ;
    (* hierconn *) wire [21:0] \gen_lanes[2].u_lanes.siblings_now ;
    (* hierconn *) wire [21:0] \gen_lanes[3].u_lanes.siblings_now ;
    (* hierconn *) wire [21:0] \gen_lanes[0].u_lanes.own_now ;
    (* hierconn *) wire [21:0] \gen_lanes[1].u_lanes.own_now ;
    (* hierconn *) wire [21:0] \gen_lanes[2].u_lanes.own_now ;
    (* hierconn *) wire [21:0] \gen_lanes[3].u_lanes.own_now ;
    (* hierconn *) wire [31:0] \u_parents_or_siblings.change_q ;
    (* hierconn *) wire [63:0] \u_parents_or_siblings.difference_q ;
    (* hierconn *) wire [31:0] \u_parents_or_own.change_q ;
    (* hierconn *) wire [63:0] \u_parents_or_own.difference_q ;
    (* hierconn *) wire [31:0] \u_siblings_or_own.change_q ;
    (* hierconn *) wire [63:0] \u_siblings_or_own.difference_q ;
    wire [23:0] f_word_at =
        {\gen_lanes[3].u_lanes.word_q , \gen_lanes[2].u_lanes.word_q , \gen_lanes[1].u_lanes.word_q , \gen_lanes[0].u_lanes.word_q };
    wire [87:0] f_bit_at =
        {\gen_lanes[3].u_lanes.place_q , \gen_lanes[2].u_lanes.place_q , \gen_lanes[1].u_lanes.place_q , \gen_lanes[0].u_lanes.place_q };
    // The words at these places, as the lookup sees them, and the memories.
    wire [263:0] f_seen = {
        {\gen_lanes[3].u_lanes.own_now , \gen_lanes[2].u_lanes.own_now , \gen_lanes[1].u_lanes.own_now , \gen_lanes[0].u_lanes.own_now },
        {\gen_lanes[3].u_lanes.siblings_now , \gen_lanes[2].u_lanes.siblings_now , \gen_lanes[1].u_lanes.siblings_now , \gen_lanes[0].u_lanes.siblings_now },
        {\gen_lanes[3].u_lanes.parents_now , \gen_lanes[2].u_lanes.parents_now , \gen_lanes[1].u_lanes.parents_now , \gen_lanes[0].u_lanes.parents_now }};
    wire [527:0] f_stored = {f_own_3, f_own_2, f_own_1, f_own_0, f_siblings_3, f_siblings_2, f_siblings_1, f_siblings_0, f_parents_3, f_parents_2, f_parents_1, f_parents_0};

    (* hierconn *) wire [31:0] \u_times_line.sum_low ;
    (* hierconn *) wire [31:0] \u_times_line.sum_middle ;
    (* hierconn *) wire [31:0] \u_times_line.sum_high ;
    (* hierconn *) wire [31:0] \u_times_line.taken ;
    wire [31:0] f_word_line = read_line;
    (* hierconn *) wire [31:0] \u_times_key.sum_low ;
    (* hierconn *) wire [31:0] \u_times_key.sum_middle ;
    (* hierconn *) wire [31:0] \u_times_key.sum_high ;
    (* hierconn *) wire [31:0] \u_times_key.taken ;
    wire [31:0] f_word_key = key_q ^ (key_q >> 24);
    (* hierconn *) wire [31:0] \u_times_first.sum_low ;
    (* hierconn *) wire [31:0] \u_times_first.sum_middle ;
    (* hierconn *) wire [31:0] \u_times_first.sum_high ;
    (* hierconn *) wire [31:0] \u_times_first.taken ;
    wire [31:0] f_word_first = first_mixed ^ (first_mixed >> 13);
    (* hierconn *) wire [31:0] \u_times_second.sum_low ;
    (* hierconn *) wire [31:0] \u_times_second.sum_middle ;
    (* hierconn *) wire [31:0] \u_times_second.sum_high ;
    (* hierconn *) wire [31:0] \u_times_second.taken ;
    wire [31:0] f_word_second = second_mixed ^ (second_mixed >> 13);

    // MurmurHash2 of the followed line, as published, and its places.
    localparam [31:0] F_M = 32'h5bd1e995;
    (* anyconst *) wire [31:0] f_line;
    wire [31:0] f_key = f_line * F_M;
    wire [31:0] f_mixed = (f_key ^ (f_key >> 24)) * F_M;
    wire [31:0] f_first_begun = ((32'd0 ^ 32'd4) * F_M) ^ f_mixed;
    wire [31:0] f_second_begun = ((32'd1 ^ 32'd4) * F_M) ^ f_mixed;
    wire [31:0] f_first = (f_first_begun ^ (f_first_begun >> 13)) * F_M;
    wire [31:0] f_second = (f_second_begun ^ (f_second_begun >> 13)) * F_M;
    wire [63:0] f_halves = {f_second ^ (f_second >> 15), f_first ^ (f_first >> 15)};
    reg [23:0] f_word;
    reg [87:0] f_bit;
    always @(*) begin : places
        integer l;
        for (l = 0; l < 4; l = l + 1) begin
            f_word[l * 6 +: 6] = ({22'd0, f_halves[l * 16 + 6 +: 10]} * {25'd0, WORDS}) / 32'd1024;
            f_bit[l * 22 +: 22] = 22'd1 << (({26'd0, f_halves[l * 16 +: 6]} * 32'd22) / 32'd64);
        end
    end

    // Who reads the line, or another one, in each of the four cycles before a lookup.
    reg [3:0] f_child;
    reg [3:0] f_parent;
    reg [3:0] f_is;
    wire f_related = f_child[3] | (f_parent[3] & cfg_parents_count);
    wire f_own = (f_child[3] & cfg_own_children) | (f_parent[3] & cfg_own_parents);
    // Cycles for which the filters are still cleared.
    reg [7:0] f_left;
    wire [2:0] f_counts = {f_own, f_related, f_related};
    wire [2:0] f_enters = {f_own, f_child[3], f_parent[3]} & {3{f_left == 8'd0}};
    // In which filters each of its places is set, and in which it has entered since they were cleared.
    reg [11:0] f_set;
    reg [2:0] f_entered;
    // The places of what is looked up that it shares, and those of which it shares the word.
    reg [3:0] f_shares;
    reg [3:0] f_shares_word;
    // Whether its bits are set in the memories and in what the lookup sees, and whether its words have been cleared.
    reg [11:0] f_is_stored;
    reg [11:0] f_is_seen;
    reg [3:0] f_swept;
    reg [3:0] f_is_a_word;
    always @(*) begin : shared
        integer l, f;
        for (l = 0; l < 4; l = l + 1) begin
            f_shares_word[l] = f_word_at[l * 6 +: 6] == f_word[l * 6 +: 6];
            f_shares[l] = f_shares_word[l] & |(f_bit_at[l * 22 +: 22] & f_bit[l * 22 +: 22]);
            f_is_a_word[l] = {1'b0, f_word_at[l * 6 +: 6]} < WORDS;
            f_swept[l] = {1'b0, f_word[l * 6 +: 6]} < sweep_q;
            for (f = 0; f < 3; f = f + 1) begin
                f_is_stored[f * 4 + l] =
                    |(f_stored[(f * 4 + l) * 44 + f_word[l * 6] * 22 +: 22] & f_bit[l * 22 +: 22]);
                f_is_seen[f * 4 + l] = |(f_seen[(f * 4 + l) * 22 +: 22] & f_bit[l * 22 +: 22]);
            end
        end
    end
    wire [2:0] f_has = {f_set[11:8] == 4'hf, f_set[7:4] == 4'hf, f_set[3:0] == 4'hf};

    // The lookup of the last cycle.
    reg f_was_it;
    reg f_was_cleared;
    reg [2:0] f_counted;
    reg [2:0] f_had;
    reg [2:0] f_had_entered;
    // Counts, and those of the cycle before: hits and misses, of 3 bits.
    reg [5:0] f_parents;
    reg [5:0] f_siblings;
    reg [5:0] f_owns;
    reg [5:0] f_parents_before;
    reg [5:0] f_siblings_before;
    reg [5:0] f_owns_before;
    function [5:0] f_tally(input [5:0] tally, input counts, input hit);
        f_tally = ~counts | (&tally[5:3]) | (&tally[2:0]) ? tally : hit ? tally + 6'd8 : tally + 6'd1;
    endfunction
    // hits_1 misses_2 - hits_2 misses_1, of 7 bits.
    function [6:0] f_difference(input [5:0] one, input [5:0] two);
        f_difference = {4'd0, one[5:3]} * {4'd0, two[2:0]} - {4'd0, two[5:3]} * {4'd0, one[2:0]};
    endfunction
    // Whether the hit rate of one is greater, where nothing counted is a rate of zero.
    function f_exceeds(input [5:0] one, input [5:0] two);
        f_exceeds = two == 6'd0 ? one[5:3] != 3'd0
            : {5'd0, one[5:3]} * ({5'd0, two[5:3]} + {5'd0, two[2:0]})
                > {5'd0, two[5:3]} * ({5'd0, one[5:3]} + {5'd0, one[2:0]});
    endfunction
    function f_best(input [5:0] it, input [5:0] two, input [5:0] three);
        f_best = it[5:3] > it[2:0] & f_exceeds(it, two) & f_exceeds(it, three);
    endfunction
    // All outputs but the results and the state of clearing, and whether nothing was asked of an idle unit.
    wire [194:0] f_told = {predicted, high_priority, parent_child_hits, parent_child_misses, sibling_hits,
        sibling_misses, own_hits, own_misses};
    reg [194:0] f_told_before;
    reg f_quiet;
    // Counts may have changed at the last edge.
    reg f_settles;
    // The line had entered the sibling filter before it was cleared.
    reg f_forgotten;

    always @(posedge clock) begin : follow
        integer l, f;
        f_told_before <= f_told;
        f_settles <= ~reset & result_valid;
        f_forgotten <= ~reset & (f_forgotten | (clear & f_entered[1]));
        f_quiet <= idle & ~read_valid & ~clear & ~reset;
        if (reset) begin
            {f_child, f_parent, f_is, f_set, f_entered, f_was_it, f_was_cleared, f_counted, f_had, f_had_entered} <= 37'd0;
            {f_parents, f_siblings, f_owns, f_parents_before, f_siblings_before, f_owns_before} <= 36'd0;
            f_left <= {1'b0, WORDS} + 8'd1;
        end else begin
            f_child <= {f_child[2:0], read_valid & read_child};
            f_parent <= {f_parent[2:0], read_valid & read_parent};
            f_is <= {f_is[2:0], read_line == f_line};
            f_left <= clear ? {1'b0, WORDS} + 8'd1 : f_left == 8'd0 ? 8'd0 : f_left - 8'd1;
            for (f = 0; f < 3; f = f + 1) begin
                for (l = 0; l < 4; l = l + 1)
                    f_set[f * 4 + l] <= ~clear & (f_set[f * 4 + l] | (f_enters[f] & f_shares[l]));
                f_entered[f] <= ~clear & (f_entered[f] | (f_enters[f] & f_is[3]));
            end
            f_was_it <= f_is[3];
            f_was_cleared <= f_left != 8'd0;
            f_counted <= f_counts;
            f_had <= f_has & {3{f_left == 8'd0}};
            f_had_entered <= f_entered;
            f_parents <= f_tally(f_parents, f_counted[0], result_parent_child);
            f_siblings <= f_tally(f_siblings, f_counted[1], result_sibling);
            f_owns <= f_tally(f_owns, f_counted[2], result_own);
            {f_parents_before, f_siblings_before, f_owns_before} <= {f_parents, f_siblings, f_owns};
        end
    end
    wire [2:0] f_results = {result_own, result_sibling, result_parent_child};
    wire f_best_parents = f_best(f_parents_before, f_siblings_before, f_owns_before);
    wire f_best_siblings = f_best(f_siblings_before, f_parents_before, f_owns_before);
    wire f_best_own = f_best(f_owns_before, f_parents_before, f_siblings_before);

    always @(*) begin
        // Products hold of any word, before a reset too. The constant is 21 + 22'h20a00 + 32'h80100000 - 32'h24402080.
        helper_sums_of_the_line: assert (\u_times_line.sum_low == f_word_line * 32'd21
            & \u_times_line.sum_middle == f_word_line * 32'h20a00 & \u_times_line.sum_high == f_word_line * 32'h80100000
            & \u_times_line.taken == f_word_line * 32'h24402080);
        helper_sum_of_the_line: assert (times_line_product == f_word_line * 32'd21 + f_word_line * 32'h20a00
            + (f_word_line * 32'h80100000 - f_word_line * 32'h24402080));
        helper_product_of_the_line: assert (f_word_line * 32'd21 + f_word_line * 32'h20a00
            + (f_word_line * 32'h80100000 - f_word_line * 32'h24402080) == f_word_line * F_M);
        helper_sums_of_the_key: assert (\u_times_key.sum_low == f_word_key * 32'd21
            & \u_times_key.sum_middle == f_word_key * 32'h20a00 & \u_times_key.sum_high == f_word_key * 32'h80100000
            & \u_times_key.taken == f_word_key * 32'h24402080);
        helper_sum_of_the_key: assert (times_key_product == f_word_key * 32'd21 + f_word_key * 32'h20a00
            + (f_word_key * 32'h80100000 - f_word_key * 32'h24402080));
        helper_product_of_the_key: assert (f_word_key * 32'd21 + f_word_key * 32'h20a00
            + (f_word_key * 32'h80100000 - f_word_key * 32'h24402080) == f_word_key * F_M);
        helper_sums_of_the_first: assert (\u_times_first.sum_low == f_word_first * 32'd21
            & \u_times_first.sum_middle == f_word_first * 32'h20a00 & \u_times_first.sum_high == f_word_first * 32'h80100000
            & \u_times_first.taken == f_word_first * 32'h24402080);
        helper_sum_of_the_first: assert (times_first_product == f_word_first * 32'd21 + f_word_first * 32'h20a00
            + (f_word_first * 32'h80100000 - f_word_first * 32'h24402080));
        helper_product_of_the_first: assert (f_word_first * 32'd21 + f_word_first * 32'h20a00
            + (f_word_first * 32'h80100000 - f_word_first * 32'h24402080) == f_word_first * F_M);
        helper_sums_of_the_second: assert (\u_times_second.sum_low == f_word_second * 32'd21
            & \u_times_second.sum_middle == f_word_second * 32'h20a00 & \u_times_second.sum_high == f_word_second * 32'h80100000
            & \u_times_second.taken == f_word_second * 32'h24402080);
        helper_sum_of_the_second: assert (times_second_product == f_word_second * 32'd21 + f_word_second * 32'h20a00
            + (f_word_second * 32'h80100000 - f_word_second * 32'h24402080));
        helper_product_of_the_second: assert (f_word_second * 32'd21 + f_word_second * 32'h20a00
            + (f_word_second * 32'h80100000 - f_word_second * 32'h24402080) == f_word_second * F_M);
        if (f_alive) begin
            rule_1_a_read_has_its_result_after_five_cycles: assert (result_valid == (f_counted != 3'd0));
            rule_2_it_hits_only_where_it_counts: assert ((f_results & ~f_counted) == 3'd0);
            rule_4_a_read_hits_exactly_where_all_its_places_are_set: assert (~f_was_it
                | f_results == (f_had & f_counted));
            rule_4_a_line_that_has_entered_is_found: assert (~f_was_it
                | (f_had_entered & f_counted & ~f_results) == 3'd0);
            rule_5_a_line_is_looked_up_in_the_places_of_its_published_hash: assert (~f_is[3] | ~(f_child[3] | f_parent[3])
                | (f_word_at == f_word & f_bit_at == f_bit));
            rule_6_clearing_takes_a_cycle_for_each_word_and_one_more: assert (clearing == (f_left != 8'd0));
            rule_6_nothing_is_found_meanwhile: assert (~f_was_cleared | f_results == 3'd0);
            rule_7_hits_and_misses_are_counted_until_one_is_full: assert (
                parent_child_hits == {29'd0, f_parents[5:3]} & parent_child_misses == {29'd0, f_parents[2:0]}
                & sibling_hits == {29'd0, f_siblings[5:3]} & sibling_misses == {29'd0, f_siblings[2:0]}
                & own_hits == {29'd0, f_owns[5:3]} & own_misses == {29'd0, f_owns[2:0]});
            rule_8_the_greatest_hit_rate_above_one_half_is_predicted: assert (predicted
                == (f_best_parents ? 2'd1 : f_best_siblings ? 2'd2 : f_best_own ? 2'd3 : 2'd0));
            rule_8_children_of_parents_and_siblings_have_priority: assert (high_priority
                == (predicted == 2'd1 | predicted == 2'd2));
            an_idle_unit_tells_the_same_until_it_is_asked: assert (~f_quiet
                | (idle & f_told == f_told_before & ~result_valid & ~clearing));

            helper_key: assert (~f_is[0] | key_q == f_key);
            helper_mixed: assert (~f_is[1] | mixed_q == f_mixed);
            helper_hashes: assert (~f_is[2] | (first_hash_q == f_first & second_hash_q == f_second));
            helper_places: assert (~f_is[3] | (f_word_at == f_word & f_bit_at == f_bit));
            helper_words: assert (~(f_child[3] | f_parent[3]) | f_is_a_word == 4'hf);
            helper_readers: assert (children_q == f_child & parents_q == f_parent);
            helper_sweep: assert (sweep_q <= SWEPT & f_left == {1'b0, SWEPT - sweep_q});
            helper_cleared: assert (f_left == 8'd0 | (f_set == 12'd0 & f_entered == 3'd0));
            helper_stored: assert (f_left != 8'd0 | f_is_stored == f_set);
            helper_swept: assert (f_left == 8'd0 | (f_is_stored & {3{f_swept}}) == 12'd0);
            helper_seen: assert (f_left != 8'd0 | ((f_is_seen ^ f_set) & {3{f_shares_word}}) == 12'd0);
            helper_entered: assert ((f_entered & ~f_has) == 3'd0 & (f_had_entered & ~f_had) == 3'd0);
            helper_results: assert (counted_q == f_counted & found_q == f_results & settles_q == f_settles);
            helper_ever: assert ((of_parents_most == (f_parents_before[5:3] > f_parents_before[2:0]))
                & (of_siblings_most == (f_siblings_before[5:3] > f_siblings_before[2:0]))
                & (of_own_most == (f_owns_before[5:3] > f_owns_before[2:0]))
                & (of_parents_nothing == (f_parents_before == 6'd0))
                & (of_siblings_nothing == (f_siblings_before == 6'd0))
                & (of_own_nothing == (f_owns_before == 6'd0)));
            helper_before: assert (f_settles | {f_parents, f_siblings, f_owns}
                == {f_parents_before, f_siblings_before, f_owns_before});
            helper_difference_of_parents_or_siblings: assert (\u_parents_or_siblings.difference_q
                == {57'd0, f_difference(f_parents_before, f_siblings_before)});
            helper_change_of_parents_or_siblings: assert (\u_parents_or_siblings.change_q [31:5] == 27'd0
                & f_difference(f_parents_before, f_siblings_before) + {{2{\u_parents_or_siblings.change_q [4]}}, \u_parents_or_siblings.change_q [4:0]}
                    == f_difference(f_parents, f_siblings));
            helper_difference_of_parents_or_own: assert (\u_parents_or_own.difference_q
                == {57'd0, f_difference(f_parents_before, f_owns_before)});
            helper_change_of_parents_or_own: assert (\u_parents_or_own.change_q [31:5] == 27'd0
                & f_difference(f_parents_before, f_owns_before) + {{2{\u_parents_or_own.change_q [4]}}, \u_parents_or_own.change_q [4:0]}
                    == f_difference(f_parents, f_owns));
            helper_difference_of_siblings_or_own: assert (\u_siblings_or_own.difference_q
                == {57'd0, f_difference(f_siblings_before, f_owns_before)});
            helper_change_of_siblings_or_own: assert (\u_siblings_or_own.change_q [31:5] == 27'd0
                & f_difference(f_siblings_before, f_owns_before) + {{2{\u_siblings_or_own.change_q [4]}}, \u_siblings_or_own.change_q [4:0]}
                    == f_difference(f_siblings, f_owns));
        end
    end
`ifdef COVER
    // Two lines are enough, and a solver takes long to invert a hash.
    always @(*) begin
        assume (read_line <= 32'd1 & f_line == 32'd1);
    end
`endif
    always @(*) begin
        a_line_is_found_by_the_read_after_the_one_with_which_it_entered: cover (f_alive & f_was_it & f_is[3] & f_child[3]
            & f_results == 3'd0 & f_counted != 3'd0 & f_has[1]);
        reuse_of_parents_is_predicted: cover (f_alive & predicted == 2'd1);
        reuse_of_siblings_is_predicted: cover (f_alive & predicted == 2'd2);
        reuse_of_own_lines_is_predicted: cover (f_alive & predicted == 2'd3);
        two_filters_have_the_same_hit_rate: cover (f_alive & of_parents_most & of_siblings_most & predicted == 2'd0);
        a_line_that_entered_before_a_clear_misses_after_it: cover (f_alive & f_was_it & ~f_was_cleared & f_forgotten
            & f_counted[1] & ~result_sibling);
        it_is_cleared_while_it_is_cleared: cover (f_alive & ~reset & clear & f_left == 8'd1);
    end
