    // Plan: k=15 cover_within=24
    // Rules of hw/src/laperm/pins.rs. What is in the memories is arbitrary, but for what the unit has written there.

    localparam [15:0] F_SMXS = 16'd3;
    (* hierconn *) wire [15:0] \u_round.smx_q ;
    (* hierconn *) wire [15:0] \u_round.place_q ;
    (* hierconn *) wire [15:0] \u_round.home_q ;
    (* hierconn *) wire [31:0] \u_round.home_bit_q ;
    (* hierconn *) wire [7:0] \u_clusters.u_cluster_levels.words[0] ;
    (* hierconn *) wire [7:0] \u_clusters.u_cluster_levels.words[1] ;
    (* hierconn *) wire [7:0] \u_clusters.u_cluster_levels.words[2] ;
    (* hierconn *) wire [7:0] \u_clusters.u_cluster_levels.words[3] ;

    // A TB was granted in the last cycle, and whether it was the last of its grid; which it was.
    reg f_granted;
    reg f_granted_last;
    reg [31:0] f_x;
    reg [31:0] f_yz;
    reg [31:0] f_item;
    // The demand asked last, and whether one has been.
    reg f_any;
    reg [29:0] f_asked;
    // Kernels and groups that have come and are not spent.
    reg [15:0] f_held;
    // SMXs looked at since a grant, an end, or a kernel or group was appended.
    reg [7:0] f_looked;
    // Cycles since an SMX has been looked at to the end, or a kernel or group was appended, while the unit does not rest.
    reg [3:0] f_still;
    // By cluster, and last of level 0: it holds something, as the memory and as a register says; and what the memory shows.
    wire [3:0] f_filled = {|\u_clusters.u_cluster_levels.words[3] , |\u_clusters.u_cluster_levels.words[2] ,
        |\u_clusters.u_cluster_levels.words[1] , |\u_clusters.u_cluster_levels.words[0] };
    wire [3:0] f_told = {root_any_q, filled_q[2:0]};
    wire [3:0] f_swept = 4'd15 >> (16'd4 - sweep_q);
    wire [7:0] f_levels = viewed == 16'd0 ? \u_clusters.u_cluster_levels.words[0]
        : viewed == 16'd1 ? \u_clusters.u_cluster_levels.words[1]
        : viewed == 16'd2 ? \u_clusters.u_cluster_levels.words[2] : \u_clusters.u_cluster_levels.words[3] ;
    wire f_event = (|grant_smxs) | places | end_valid;
    wire f_last = next_x_q == hand_x_q - 32'd1 & next_yz_q[15:0] == hand_yz_q[15:0] - 16'd1
        & next_yz_q[31:16] == hand_yz_q[31:16] - 16'd1;
    always @(posedge clock) begin
        f_granted <= ~reset & (|grant_smxs);
        f_granted_last <= ~reset & (|grant_smxs) & f_last;
        f_x <= next_x_q;
        f_yz <= next_yz_q;
        f_item <= next_item_q;
        f_any <= ~reset & (f_any | ask_valid);
        if (ask_valid) begin
            f_asked <= ask_demand;
        end
        f_held <= reset ? 16'd0 : f_held + {15'd0, enter_valid & enter_ready} + {15'd0, alloc_valid & alloc_ready}
            - {15'd0, spent_valid};
        f_looked <= reset ? F_SMXS[7:0] : f_event ? 8'd0 : f_looked + {7'd0, advances};
        // The entry that there is for each kernel is in the memories.
        f_still <= (reset | ~awake | advances | places | idle | (state_q == STATE_PLACE & kernel_placed_q)) ? 4'd0
            : f_still + 4'd1;
    end

    always @(*) begin
        rule_3_a_group_is_of_a_cluster_that_there_is: assume (~alloc_valid | alloc_cluster < 5'd3);
        rule_7_a_grant_is_wanted: assume ((grant_smxs & ~want_smxs) == 32'd0);
    end

    always @(*) begin
        if (f_alive) begin
            rule_1_nothing_is_taken_before_the_unit_is_clear: assert (awake | ~(enter_ready | alloc_ready));
            rule_3_a_group_has_a_level_that_there_is: assert (tb_level <= 3'd2);
            rules_3_and_4_what_comes_is_held_until_its_last_tb: assert (f_held == count_q + {15'd0, enter_full_q}
                + {15'd0, alloc_full_q} - {15'd0, state_q == STATE_REMOVE});
            rule_5_one_smx_is_looked_at_at_a_time: assert (round_one_hot == 32'd1 << \u_round.smx_q
                & \u_round.smx_q < F_SMXS);
            rule_6_only_the_smx_looked_at_is_wanted_and_not_with_an_ask: assert (
                (want_smxs & ~round_one_hot) == 32'd0 & ~((|want_smxs) & ask_valid));
            rule_6_the_demand_of_the_hand_is_asked_before_it_is_wanted: assert (~(|want_smxs)
                | (f_any & f_asked == asked_q));
            rule_7_every_grant_is_answered_and_nothing_else: assert (tb_valid == f_granted);
            rule_7_the_tb_that_was_next_is_sent: assert (~tb_valid | (tb_block_x == f_x & tb_block_yz == f_yz
                & tb_item == f_item));
            rule_8_the_last_tb_of_a_grid_is_told: assert (spent_valid == f_granted_last);
            rule_9_the_unit_rests_when_it_has_looked_at_all_smxs: assert (f_looked <= F_SMXS[7:0]
                & rounds_q == F_SMXS[7:0] - f_looked);
            rule_9_it_looks_at_the_next_smx_or_appends_within_fourteen_cycles: assert (f_still < 4'd14);

            helper_states: assert (state_q <= STATE_REMOVE);
            helper_round: assert (\u_round.home_q == \u_round.smx_q & \u_round.place_q == 16'd0
                & \u_round.home_bit_q == round_one_hot);
            helper_asked: assert (asked_any_q == (f_any | state_q == STATE_ASK)
                & (~f_any | state_q == STATE_ASK | f_asked == asked_q) & (~hand_valid_q | asked_any_q));
            helper_filled: assert (awake ? f_filled == f_told : f_told == 4'd0 & (f_filled & f_swept) == 4'd0
                & sweep_q <= 16'd3);
            helper_no_other_clusters: assert ((~alloc_full_q | alloc_home_q < 16'd3) & filled_q[31:3] == 29'd0 & (~other_q | other_cluster_q < 16'd3));
            helper_looked_at: assert (state_q != STATE_LOOK | clusters_levels == f_levels);
            helper_other: assert (~other_q | ~(state_q == STATE_LOOK | state_q == STATE_HEAD | state_q == STATE_ENTRY
                | state_q == STATE_ASK) | (|f_levels));
            helper_spent: assert (sent_last_q == (state_q == STATE_FOLLOW));
            helper_requests: assert (state_q != STATE_PLACE
                | (kernel_placed_q ? enter_full_q : alloc_full_q & ~full_q));
            helper_full: assert (~full_q | alloc_full_q);
        end
    end

    always @(*) begin
        if (f_alive & ~reset) begin
            a_tb_of_the_highest_level_starts: cover (tb_valid & tb_level == 3'd2);
            a_backup_gives_a_tb: cover (other_q & |grant_smxs);
            a_kernel_is_spent: cover (spent_valid & tb_level == 3'd0);
        end
    end
