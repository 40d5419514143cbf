    // Plan: k=1 cover_within=10
    // Rules of hw/src/residency/pins.rs. Beside the unit runs a ledger of the TBs that the pins have
    // started and ended.

    localparam integer F_SMXS = 2;
    localparam integer F_SLOTS = 2;
    localparam integer F_PLACES = F_SMXS * F_SLOTS;
    (* hierconn *) wire [F_SMXS*32-1:0] \u_counts.free_q ;
    (* hierconn *) wire [F_SMXS*12-1:0] \u_counts.threads_q ;
    (* hierconn *) wire [F_SMXS*9-1:0] \u_counts.registers_q ;
    (* hierconn *) wire [F_SMXS*9-1:0] \u_counts.shared_q ;
    (* hierconn *) wire [31:0] \u_counts.asked_q ;
    (* hierconn *) wire \u_completions.full_q ;
    (* hierconn *) wire \u_completions.held_for_agt_q ;
    (* hierconn *) wire \u_completions.held_for_dats_q ;
    (* hierconn *) wire [31:0] \u_completions.held_group_q ;
    (* hierconn *) wire [31:0] \u_completions.held_item_q ;
    (* hierconn *) wire [31:0] \u_tbcrs.u_demand_words.words[0] ;
    (* hierconn *) wire [31:0] \u_tbcrs.u_demand_words.words[1] ;
    (* hierconn *) wire [31:0] \u_tbcrs.u_demand_words.words[2] ;
    (* hierconn *) wire [31:0] \u_tbcrs.u_demand_words.words[3] ;
    (* hierconn *) wire [4:0] \u_tbcrs.u_kdei_words.words[0] ;
    (* hierconn *) wire [4:0] \u_tbcrs.u_kdei_words.words[1] ;
    (* hierconn *) wire [4:0] \u_tbcrs.u_kdei_words.words[2] ;
    (* hierconn *) wire [4:0] \u_tbcrs.u_kdei_words.words[3] ;
    (* hierconn *) wire [31:0] \u_tbcrs.u_group_words.words[0] ;
    (* hierconn *) wire [31:0] \u_tbcrs.u_group_words.words[1] ;
    (* hierconn *) wire [31:0] \u_tbcrs.u_group_words.words[2] ;
    (* hierconn *) wire [31:0] \u_tbcrs.u_group_words.words[3] ;
    (* hierconn *) wire [31:0] \u_tbcrs.u_item_words.words[0] ;
    (* hierconn *) wire [31:0] \u_tbcrs.u_item_words.words[1] ;
    (* hierconn *) wire [31:0] \u_tbcrs.u_item_words.words[2] ;
    (* hierconn *) wire [31:0] \u_tbcrs.u_item_words.words[3] ;
    // A TBCR: kernel's entry, group, item, whom to tell and demand, from the highest bits down.
    wire [F_PLACES*101-1:0] f_tbcr_words = {
        \u_tbcrs.u_kdei_words.words[3] , \u_tbcrs.u_group_words.words[3] ,
        \u_tbcrs.u_item_words.words[3] , \u_tbcrs.u_demand_words.words[3] ,
        \u_tbcrs.u_kdei_words.words[2] , \u_tbcrs.u_group_words.words[2] ,
        \u_tbcrs.u_item_words.words[2] , \u_tbcrs.u_demand_words.words[2] ,
        \u_tbcrs.u_kdei_words.words[1] , \u_tbcrs.u_group_words.words[1] ,
        \u_tbcrs.u_item_words.words[1] , \u_tbcrs.u_demand_words.words[1] ,
        \u_tbcrs.u_kdei_words.words[0] , \u_tbcrs.u_group_words.words[0] ,
        \u_tbcrs.u_item_words.words[0] , \u_tbcrs.u_demand_words.words[0]
    };

    // The ledger, by place: SMX times slots plus slot. A TB runs from the cycle after its start to the
    // one in which its end is taken; then it has ended until the KD is told.
    reg [F_PLACES-1:0] f_runs;
    reg [F_PLACES-1:0] f_ended;
    reg [100:0] f_tbcr [0:F_PLACES-1];
    reg [F_PLACES-1:0] f_starts;
    reg [F_PLACES-1:0] f_ends;
    // What was asked last.
    reg [1:0] f_asked;
    reg [29:0] f_demand;
    // The grant of the last cycle, and who held a slot then.
    reg [1:0] f_granted;
    reg [F_PLACES-1:0] f_held_slots;
    // Who is still to be told of the end that the KD has been told of.
    reg f_owed_agt;
    reg f_owed_dats;
    reg [31:0] f_owed_group;
    reg [31:0] f_owed_item;
    // Cycles in which all whom residency tells are ready, while an end is offered and not taken, and
    // while an end that was taken is not told.
    reg [2:0] f_untaken;
    reg [2:0] f_untold;
    integer f_p;
    integer f_m;

    always @(*) begin
        for (f_p = 0; f_p < F_PLACES; f_p = f_p + 1) begin
            f_starts[f_p] = start_valid & start_smx == f_p / F_SLOTS & start_slot == f_p % F_SLOTS;
            f_ends[f_p] = end_valid & end_smx == f_p / F_SLOTS & end_slot == f_p % F_SLOTS;
        end
    end

    // What is booked, and what that leaves.
    wire [F_PLACES-1:0] f_booked = f_runs | f_starts | f_ended;
    reg [100:0] f_ended_tbcr;
    reg [29:0] f_booked_demand;
    reg [13:0] f_threads;
    reg [13:0] f_registers;
    reg [13:0] f_shared;
    reg [1:0] f_room;
    reg f_never_overbooked;
    reg f_counts_agree;
    reg f_tbcrs_agree;
    always @(*) begin
        f_never_overbooked = 1'b1;
        f_counts_agree = 1'b1;
        f_tbcrs_agree = 1'b1;
        f_ended_tbcr = 101'd0;
        f_booked_demand = 30'd0;
        f_room = 2'd0;
        for (f_m = 0; f_m < F_SMXS; f_m = f_m + 1) begin
            f_threads = 14'd0;
            f_registers = 14'd0;
            f_shared = 14'd0;
            for (f_p = f_m * F_SLOTS; f_p < (f_m + 1) * F_SLOTS; f_p = f_p + 1) begin
                f_booked_demand = f_starts[f_p] ? f_demand : f_tbcr[f_p][29:0];
                if (f_booked[f_p]) begin
                    f_threads = f_threads + {2'd0, f_booked_demand[11:0]};
                    f_registers = f_registers + {5'd0, f_booked_demand[20:12]};
                    f_shared = f_shared + {5'd0, f_booked_demand[29:21]};
                end
                f_tbcrs_agree = f_tbcrs_agree & (~(f_runs[f_p] | f_ended[f_p])
                    | f_tbcr_words[f_p*101 +: 101] == f_tbcr[f_p]);
                if (f_ended[f_p]) begin
                    f_ended_tbcr = f_tbcr[f_p];
                end
            end
            f_room[f_m] = f_asked[f_m] & ~(&f_booked[f_m*F_SLOTS +: F_SLOTS])
                & f_threads + {2'd0, f_demand[11:0]} <= 14'd256
                & f_registers + {5'd0, f_demand[20:12]} <= 14'd64
                & f_shared + {5'd0, f_demand[29:21]} <= 14'd32;
            f_never_overbooked = f_never_overbooked & f_threads <= 14'd256
                & f_registers <= 14'd64 & f_shared <= 14'd32;
            f_counts_agree = f_counts_agree
                & \u_counts.threads_q [f_m*12 +: 12] + f_threads[11:0] == 12'd256
                & \u_counts.registers_q [f_m*9 +: 9] + f_registers[8:0] == 9'd64
                & \u_counts.shared_q [f_m*9 +: 9] + f_shared[8:0] == 9'd32
                & \u_counts.free_q [f_m*32 +: 32] == {30'd0, ~f_booked[f_m*F_SLOTS +: F_SLOTS]};
        end
    end

    wire f_owes = f_owed_agt | f_owed_dats;
    wire f_fair = (~told_agt_valid | told_agt_ready) & (~told_dats_valid | told_dats_ready);
    wire f_reports = (|f_ended) & ~f_owes;
    wire f_tells_agt = f_owed_agt | (f_reports & f_ended_tbcr[30]);
    wire f_tells_dats = f_owed_dats | (f_reports & f_ended_tbcr[31]);

    always @(posedge clock) begin
        f_granted <= grant_smxs[1:0];
        f_untaken <= (reset | ~end_valid | end_ready) ? 3'd0 : f_untaken + {2'd0, f_fair};
        f_untold <= (reset | kd_end_valid | ~|f_ended) ? 3'd0 : f_untold + {2'd0, f_fair};
        f_held_slots <= f_booked;
        if (ask_valid) begin
            f_asked <= ask_smxs[1:0];
            f_demand <= ask_demand;
        end
        if (f_reports) begin
            f_ended <= 4'd0;
            f_owed_group <= f_ended_tbcr[95:64];
            f_owed_item <= f_ended_tbcr[63:32];
        end
        f_owed_agt <= f_tells_agt & ~told_agt_ready;
        f_owed_dats <= f_tells_dats & ~told_dats_ready;
        for (f_p = 0; f_p < F_PLACES; f_p = f_p + 1) begin
            if (end_ready & f_ends[f_p]) begin
                f_runs[f_p] <= 1'b0;
                f_ended[f_p] <= 1'b1;
            end
            if (f_starts[f_p]) begin
                f_runs[f_p] <= 1'b1;
                f_tbcr[f_p] <= {tb_kdei, tb_group, tb_item, tb_tell_dats, tb_tell_agt, f_demand};
            end
        end
        if (reset) begin
            f_runs <= 4'd0;
            f_ended <= 4'd0;
            f_asked <= 2'd0;
            f_demand <= 30'd0;
            f_granted <= 2'd0;
            f_owed_agt <= 1'b0;
            f_owed_dats <= 1'b0;
        end
    end

    // What the neighbours must keep.
    always @(*) begin
        rule_3_a_grant_has_room: assume ((grant_smxs & ~room_smxs) == 32'd0);
        rule_3_one_smx_is_granted: assume ((grant_smxs & (grant_smxs - 32'd1)) == 32'd0);
        rule_3_no_grant_meets_an_ask: assume (~ask_valid | grant_smxs == 32'd0);
        rule_4_a_tb_comes_with_its_start: assume (tb_valid == start_valid);
        rule_5_only_a_tb_that_runs_ends: assume (~end_valid | (f_ends & f_runs) != 4'd0);
    end

    always @(*) begin
        if (f_alive) begin
            rule_2_room_is_exact: assert (room_smxs == {30'd0, f_room});
            rule_3_no_smx_is_overbooked: assert (f_never_overbooked);
            rule_4_every_grant_starts: assert (start_valid == (|f_granted)
                & (~start_valid | f_granted == (2'd1 << start_smx)));
            rule_4_a_tb_starts_in_the_lowest_free_slot: assert (~start_valid
                | ((f_starts & ~f_held_slots) != 4'd0
                & (start_slot == 5'd0 | f_held_slots[{start_smx[0], 1'b0}])));
            rule_5_two_ends_wait_at_most: assert (end_ready == ~((|f_ended) & f_owes));
            rule_5_an_end_is_taken_when_all_are_told_who_wait: assert (f_untaken <= 3'd1);
            rule_6_an_end_is_told_when_all_are_told_who_wait: assert (f_untold <= 3'd1);
            rule_6_an_end_is_reported_once_and_not_before_the_last_is_told: assert (
                kd_end_valid == f_reports & kd_end_kdei == (f_reports ? f_ended_tbcr[100:96] : 5'd0));
            rule_6_the_agt_is_told_once_of_what_concerns_it: assert (told_agt_valid == f_tells_agt
                & (~told_agt_valid
                | told_agt_agei == (f_owes ? f_owed_group : f_ended_tbcr[95:64])));
            rule_6_dats_is_told_once_of_what_concerns_it: assert (told_dats_valid == f_tells_dats
                & (~told_dats_valid
                | told_dats_item == (f_owes ? f_owed_item : f_ended_tbcr[63:32])));
            rule_7_residents_hold_slots: assert (resident == {10'd0, f_booked[0]}
                + {10'd0, f_booked[1]} + {10'd0, f_booked[2]} + {10'd0, f_booked[3]});

            helper_a_fair_cycle_ends_the_wait: assert (~f_owes
                | (f_untaken == 3'd0 & f_untold == 3'd0));
            helper_counts: assert (f_counts_agree);
            helper_tbcrs: assert (f_tbcrs_agree);
            helper_asked: assert (counts_demand == f_demand & \u_counts.asked_q == {30'd0, f_asked});
            helper_places: assert ((f_runs & f_starts) == 4'd0 & (f_ended & (f_runs | f_starts)) == 4'd0
                & (f_ended & (f_ended - 4'd1)) == 4'd0);
            helper_the_place_read_is_that_of_the_tb: assert (\u_completions.full_q == (|f_ended)
                & (~(|f_ended) | (completions_smx <= 5'd1 & completions_slot <= 5'd1
                & f_ended == (4'd1 << {completions_smx[0], completions_slot[0]}))));
            helper_the_tbcr_read_is_that_of_the_tb: assert (~(|f_ended) | {tbcrs_ended_kdei,
                tbcrs_ended_group, tbcrs_ended_item, tbcrs_ended_tell_dats, tbcrs_ended_tell_agt,
                tbcrs_ended_demand} == f_ended_tbcr);
            helper_what_is_owed_is_held: assert (\u_completions.held_for_agt_q == f_owed_agt
                & \u_completions.held_for_dats_q == f_owed_dats
                & (~f_owes | (\u_completions.held_group_q == f_owed_group
                & \u_completions.held_item_q == f_owed_item)));
        end
    end

    always @(*) begin
        if (f_alive & ~reset) begin
            all_slots_are_taken: cover (&f_runs);
            a_grant_meets_a_release: cover (kd_end_valid & (|(grant_smxs & (32'd1 << completions_smx))));
            an_end_waits_behind_another: cover ((|f_ended) & f_owes);
            a_slot_runs_while_its_end_waits_to_be_told: cover (f_owes & start_valid & f_owed_item == 32'd5
                & f_starts == 4'd1 & tb_item == 32'd6);
        end
    end
