    // Plan: k=1 cover_within=6
    // Rules of hw/src/placement_rr/pins.rs. One SMX, any, is followed.

    localparam integer F_SMXS = 2;
    // Two of the unit alone, one in a chip.
    localparam [5:0] F_CONSECUTIVE = {1'b0, LAST_OF_ROW} + 6'd1;
    (* anyconst *) wire f_smx;
    // Candidates, turn and grant of the last cycle, unless it was one of reset.
    reg f_ran;
    reg [31:0] f_candidates;
    reg [31:0] f_turn;
    reg f_granted;
    // TBs that the SMX in turn has got in its turn, with that of the last cycle.
    reg [5:0] f_row;
    wire [5:0] f_row_now = f_row + {5'd0, f_granted};
    // Number of the SMX that had the turn last; after reset the highest, so that SMX 0 comes first.
    reg f_last;
    // Turns of others since the SMX has been a candidate without a break.
    reg [5:0] f_waited;
    // How many come before it.
    wire [5:0] f_distance = {5'd0, f_smx ^ ~last_q[1]};
    wire f_next_is_its = stays ? last_q[f_smx] : chosen[f_smx];

    always @(posedge clock) begin
        f_ran <= ~reset;
        f_candidates <= room_smxs & mask_smxs & {{(32-F_SMXS){1'b0}}, {F_SMXS{1'b1}}};
        f_turn <= turn_smxs;
        f_granted <= |grant_smxs;
        f_row <= (reset | ~f_ran | ~f_stays) ? 6'd0 : f_row_now;
        f_last <= (reset | turn_smxs[1]) | (f_last & ~turn_smxs[0]);
        if (reset | ~candidates[f_smx] | f_next_is_its) begin
            f_waited <= 6'd0;
        end else if (~stays) begin
            f_waited <= f_waited + 6'd1;
        end
    end

    // How far the SMX in turn, and the followed one, are above the one that had the turn before.
    wire f_steps = turn_smxs[1] - f_last - 1'b1;
    wire f_steps_to_followed = f_smx - f_last - 1'b1;
    wire f_stays = |(f_turn & f_candidates) & f_row_now < F_CONSECUTIVE;

    always @(*) begin
        rule_5_a_grant_has_the_turn: assume ((grant_smxs & ~turn_smxs) == 32'd0);
    end

    always @(*) begin
        if (f_alive) begin
            rule_1_one_smx_or_none_has_the_turn: assert ((turn_smxs & (turn_smxs - 32'd1)) == 32'd0);
            rule_1_the_turn_is_of_a_candidate: assert (f_ran ? (turn_smxs & ~f_candidates) == 32'd0
                : turn_smxs == 32'd0);
            rule_2_it_stays_until_it_is_granted: assert (~f_ran | f_granted
                | (f_turn & f_candidates) == 32'd0 | turn_smxs == f_turn);
            rule_3_it_stays_until_its_row_ends: assert (~f_ran | f_row_now >= F_CONSECUTIVE
                | (f_turn & f_candidates) == 32'd0 | turn_smxs == f_turn);
            rule_3_a_grant_moves_it_on_if_another_can_have_it: assert (~f_ran | ~f_granted
                | f_row_now < F_CONSECUTIVE
                | (f_candidates & ~f_turn) == 32'd0 | turn_smxs != f_turn);
            rule_3_the_turn_passes_over_no_candidate_above_the_last: assert (~f_ran | f_stays
                | ~|turn_smxs | ~f_candidates[f_smx] | f_steps <= f_steps_to_followed);
            rule_3_nobody_has_it_only_without_candidates: assert (~f_ran
                | (|turn_smxs) == (|f_candidates));
            rule_4_a_steady_candidate_waits_for_less_than_all_others: assert (f_waited
                < F_SMXS[5:0]);

            helper_the_row: assert (row_q == ((f_ran & f_stays) ? f_row_now[4:0] : 5'd0));
            helper_the_row_has_not_ended: assert (f_row < F_CONSECUTIVE);
            helper_one_is_last: assert (last_q == 32'd1 | last_q == 32'd2);
            helper_the_last: assert (last_q == (|turn_smxs ? turn_smxs : (32'd1 << f_last)));
            helper_every_turn_of_another_comes_nearer: assert (f_waited + f_distance
                < F_SMXS[5:0]);
        end
    end

    always @(*) begin
        if (f_alive & ~reset) begin
            the_turn_wraps: cover (f_ran & f_turn == 32'd2 & turn_smxs == 32'd1);
            an_smx_is_granted_again: cover (f_ran & f_granted & turn_smxs == f_turn);
            a_row_goes_on_before_another_candidate: cover (f_ran & f_granted & turn_smxs == f_turn
                & (f_candidates & ~f_turn) != 32'd0);
            an_smx_waits_for_its_turn: cover (f_waited == 6'd1 & f_next_is_its);
            the_turn_is_masked_away: cover (f_ran & |f_turn & ~f_granted & ~|turn_smxs);
        end
    end
