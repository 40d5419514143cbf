    // Plan: k=1 cover_within=24
    // Late: k=1 helper_places
    // Late: k=1 helper_entered
    // Late: k=1 rule_5_a_line_is_looked_up_in_the_places_of_its_hash
    // Late: k=1 rule_4_a_read_hits_exactly_where_all_its_places_are_set
    // Late: k=1 rule_4_a_line_that_has_entered_is_found
    // Rules of hw/src/xor_monitor/pins.rs. The properties follow one arbitrary line: where it is, and whether its places
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

    // The hash of the followed line, and its places.
    (* anyconst *) wire [31:0] f_line;
    wire [31:0] f_a = f_line ^ {f_line[14:0], f_line[31:15]} ^ {f_line[6:0], f_line[31:7]};
    wire [31:0] f_b = f_a ^ ({f_a[21:0], f_a[31:22]} & ~{f_a[28:0], f_a[31:29]});
    wire [31:0] f_c = f_b ^ {f_b[25:0], f_b[31:26]} ^ {f_b[15:0], f_b[31:16]};
    wire [31:0] f_d = f_c ^ ({f_c[10:0], f_c[31:11]} & ~{f_c[27:0], f_c[31:28]});
    wire [31:0] f_first = f_d ^ {f_d[20:0], f_d[31:21]} ^ {f_d[19:0], f_d[31:20]};
    wire [31:0] f_second = f_d ^ {f_d[28:0], f_d[31:29]} ^ {f_d[21:0], f_d[31:22]};
    wire [63:0] f_halves = {f_second, f_first};
    reg [23:0] f_word;
    reg [87:0] f_bit;
    always @(*) begin : places
        integer l;
        for (l = 0; l < 4; l = l + 1) begin
            f_word[l * 6 +: 6] = ({22'd0, f_halves[l * 16 + 6 +: 10]} * {25'd0, WORDS}) / 32'd1024;
            f_bit[l * 22 +: 22] = 22'd1 << (({26'd0, f_halves[l * 16 +: 6]} * 32'd22) / 32'd64);
        end
    end

    // Who reads the line, or another one, in the cycle before a lookup.
    reg f_child;
    reg f_parent;
    reg f_is;
    wire f_related = f_child | (f_parent & cfg_parents_count);
    wire f_own = (f_child & cfg_own_children) | (f_parent & cfg_own_parents);
    // Cycles for which the filters are still cleared.
    reg [7:0] f_left;
    wire [2:0] f_counts = {f_own, f_related, f_related};
    wire [2:0] f_enters = {f_own, f_child, f_parent} & {3{f_left == 8'd0}};
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
            {f_child, f_parent, f_is, f_set, f_entered, f_was_it, f_was_cleared, f_counted, f_had, f_had_entered} <= 28'd0;
            {f_parents, f_siblings, f_owns, f_parents_before, f_siblings_before, f_owns_before} <= 36'd0;
            f_left <= {1'b0, WORDS} + 8'd1;
        end else begin
            f_child <= read_valid & read_child;
            f_parent <= read_valid & read_parent;
            f_is <= read_line == f_line;
            f_left <= clear ? {1'b0, WORDS} + 8'd1 : f_left == 8'd0 ? 8'd0 : f_left - 8'd1;
            for (f = 0; f < 3; f = f + 1) begin
                for (l = 0; l < 4; l = l + 1)
                    f_set[f * 4 + l] <= ~clear & (f_set[f * 4 + l] | (f_enters[f] & f_shares[l]));
                f_entered[f] <= ~clear & (f_entered[f] | (f_enters[f] & f_is));
            end
            f_was_it <= f_is;
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
        if (f_alive) begin
            rule_1_a_read_has_its_result_after_two_cycles: assert (result_valid == (f_counted != 3'd0));
            rule_2_it_hits_only_where_it_counts: assert ((f_results & ~f_counted) == 3'd0);
            rule_4_a_read_hits_exactly_where_all_its_places_are_set: assert (~f_was_it
                | f_results == (f_had & f_counted));
            rule_4_a_line_that_has_entered_is_found: assert (~f_was_it
                | (f_had_entered & f_counted & ~f_results) == 3'd0);
            rule_5_a_line_is_looked_up_in_the_places_of_its_hash: assert (~f_is | ~(f_child | f_parent)
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

            helper_places: assert (~f_is | (f_word_at == f_word & f_bit_at == f_bit));
            helper_words: assert (~(f_child | f_parent) | f_is_a_word == 4'hf);
            helper_readers: assert (child_q == f_child & parent_q == f_parent);
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
    // Two lines are enough.
    always @(*) begin
        assume (read_line <= 32'd1 & f_line == 32'd1);
    end
`endif
    always @(*) begin
        a_line_is_found_by_the_read_after_the_one_with_which_it_entered: cover (f_alive & f_was_it & f_is & f_child
            & f_results == 3'd0 & f_counted != 3'd0 & f_has[1]);
        reuse_of_parents_is_predicted: cover (f_alive & predicted == 2'd1);
        reuse_of_siblings_is_predicted: cover (f_alive & predicted == 2'd2);
        reuse_of_own_lines_is_predicted: cover (f_alive & predicted == 2'd3);
        two_filters_have_the_same_hit_rate: cover (f_alive & of_parents_most & of_siblings_most & predicted == 2'd0);
        a_line_that_entered_before_a_clear_misses_after_it: cover (f_alive & f_was_it & ~f_was_cleared & f_forgotten
            & f_counted[1] & ~result_sibling);
        it_is_cleared_while_it_is_cleared: cover (f_alive & ~reset & clear & f_left == 8'd1);
    end
