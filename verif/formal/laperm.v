    // Plan: k=1 cover_within=60
    // Deep: a_group_comes_back_and_one_is_behind_it
    // Late: k=15 rule_9_it_looks_at_the_next_smx_or_appends_or_reads_within_fourteen_cycles
    // Rules of hw/src/laperm/pins.rs. What is in the memories is arbitrary, but for what the unit has written there. Of
    // the lists in memory one is watched, which may be any: a queue with up to four groups there.

    localparam [15:0] F_SMXS = 16'd3;
    (* hierconn *) wire [15:0] \u_round.smx_q ;
    (* hierconn *) wire [15:0] \u_round.place_q ;
    (* hierconn *) wire [15:0] \u_round.home_q ;
    (* hierconn *) wire [31:0] \u_round.home_bit_q ;
    (* hierconn *) wire [7:0] \u_clusters.u_cluster_levels.words[0] ;
    (* hierconn *) wire [7:0] \u_clusters.u_cluster_levels.words[1] ;
    (* hierconn *) wire [7:0] \u_clusters.u_cluster_levels.words[2] ;
    (* hierconn *) wire [7:0] \u_clusters.u_cluster_levels.words[3] ;
    // Words: f_kept_x u_heads.u_queue_x
    // Words: f_kept_yz u_heads.u_queue_yz
    // Words: f_kept_item u_heads.u_queue_item
    // Words: f_backups u_round.u_backups
    (* hierconn *) wire [15:0] \u_round.backups_read_data ;
    (* hierconn *) wire [15:0] \u_recall.taken_q ;
    (* hierconn *) wire [31:0] \u_recall.taken_bit_q ;
    (* hierconn *) wire [2:0] \u_back.requested_q ;
    (* hierconn *) wire [2:0] \u_back.received_q ;
    (* hierconn *) wire [26:0] \u_back.record_q ;
    // Words: f_aways u_clusters.u_cluster_away
    // Words: f_firsts u_heads.u_queue_first
    // Words: f_lasts u_heads.u_queue_last

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
    reg [27:0] f_held;
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
    wire [15:0] f_changed = state_q == STATE_REMOVE ? hand_queue_q >> 1 : placed_home;
    wire [7:0] f_changed_levels = f_changed == 16'd0 ? \u_clusters.u_cluster_levels.words[0]
        : f_changed == 16'd1 ? \u_clusters.u_cluster_levels.words[1]
        : f_changed == 16'd2 ? \u_clusters.u_cluster_levels.words[2] : \u_clusters.u_cluster_levels.words[3] ;
    wire f_event = (|grant_smxs) | places | end_valid;
    wire f_last = next_x_q == hand_x_q - 32'd1 & next_yz_q[15:0] == hand_yz_q[15:0] - 16'd1
        & next_yz_q[31:16] == hand_yz_q[31:16] - 16'd1;
    // The kernel in its buffer, as it came: its queue.
    reg [15:0] f_kernel_queue;
    // The group in its buffer, as it came.
    reg [31:0] f_record;
    reg [31:0] f_kernel;
    // Words asked of memory and not answered.
    reg [2:0] f_unanswered;

    // The watched queue, and the records of its groups in memory; the one that began to be read last, and the one behind it.
    (* anyconst *) wire [15:0] f_any_queue;
    wire [2:0] f_queue = f_any_queue[2:0] < 3'd6 ? f_any_queue[2:0] : 3'd0;
    reg [2:0] f_n;
    reg [26:0] f_list [0:3];
    reg [26:0] f_read;
    reg [26:0] f_behind;
    wire [26:0] f_first = f_firsts[f_queue * 27 +: 27];
    wire [26:0] f_last_record = f_lasts[f_queue * 27 +: 27];
    wire f_listed = f_aways[f_queue[2:1] * 8 + f_queue[0]];
    wire [26:0] f_tail = f_list[f_n[1:0] - 2'd1];
    wire f_ours = placed_queue == {13'd0, f_queue};
    wire f_joins = spilled & f_ours;
    wire f_leaves = state_q == STATE_BEGIN & recall_queue == {13'd0, f_queue};
    wire f_comes = back_busy & back_queue == {13'd0, f_queue};
    wire f_new_is_ours = {13'd0, alloc_cluster[1:0], alloc_level == 3'd2} == {13'd0, f_queue};
    wire f_held_is_ours = {alloc_home_q[1:0], alloc_rank_q[0]} == f_queue;
    integer f_i;
    reg f_new_is_listed;
    reg f_held_is_listed;
    reg f_twice;
    always @(*) begin
        f_new_is_listed = 1'b0;
        f_held_is_listed = 1'b0;
        for (f_i = 0; f_i < 4; f_i = f_i + 1) begin
            f_new_is_listed = f_new_is_listed | (f_i < f_n & alloc_record[31:5] == f_list[f_i]);
            f_held_is_listed = f_held_is_listed | (f_i < f_n & alloc_number_q == f_list[f_i]);
        end
        f_twice = (f_n > 3'd1 & f_list[0] == f_list[1])
            | (f_n > 3'd2 & (f_list[2] == f_list[0] | f_list[2] == f_list[1]))
            | (f_n > 3'd3 & (f_list[3] == f_list[0] | f_list[3] == f_list[1] | f_list[3] == f_list[2]));
    end
    always @(posedge clock) begin
        if (enter_valid & enter_ready) begin
            f_kernel_queue <= enter_level == 3'd0 ? 16'd6 : {11'd0, enter_cluster[3:0], enter_level == 3'd2};
        end
        if (alloc_valid & alloc_ready) begin
            f_record <= alloc_record;
            f_kernel <= {27'd0, alloc_kdei};
        end
        f_unanswered <= reset ? 3'd0 : f_unanswered + {2'd0, mem_req_valid & mem_req_ready & ~mem_req_write}
            - {2'd0, mem_resp_valid};
        f_n <= reset ? 3'd0 : f_n + {2'd0, f_joins} - {2'd0, f_leaves};
        if (f_joins) begin
            f_list[f_n[1:0]] <= alloc_number_q;
        end
        if (f_leaves) begin
            f_read <= f_list[0];
            f_behind <= f_list[1];
            for (f_i = 0; f_i < 3; f_i = f_i + 1) begin
                f_list[f_i] <= f_list[f_i + 1];
            end
        end
    end

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
        f_held <= reset ? 28'd0 : f_held + {27'd0, enter_valid & enter_ready} + {27'd0, alloc_valid & alloc_ready}
            - {27'd0, spent_valid};
        f_looked <= reset ? F_SMXS[7:0] : f_event ? 8'd0 : f_looked + {7'd0, advances};
        // It does not count while memory has to take a word, or to answer.
        f_still <= (reset | ~awake | advances | places | (spills & ~written) | spilled | state_q == STATE_BEGIN | idle
            | (state_q == STATE_LOOK & ~(request | recalls | (|rounds_q)))) ? 4'd0 : f_still + 4'd1;
    end

    // The next TB of each queue's head; the backup of each SMX, plus one.
    reg [255:0] f_next_x;
    reg [255:0] f_next_yz;
    reg [255:0] f_next_item;
    reg [47:0] f_backup;
    integer f_q;
    wire [2:0] f_hand = hand_queue_q[2:0];
    wire [31:0] f_hand_x = f_next_x[f_hand*32 +: 32];
    wire [31:0] f_hand_yz = f_next_yz[f_hand*32 +: 32];
    wire f_row_ends = f_hand_x + 32'd1 == hand_x_q;
    wire f_plane_ends = f_hand_yz[15:0] + 16'd1 == hand_yz_q[15:0];
    // The cluster to which a group came back last, as if of the last one before any did; those to which one may come; and
    // the first of these after it.
    reg [1:0] f_turn;
    wire [2:0] f_due = away_q[2:0] & vacant_q[2:0];
    // The record behind that of the group is in its line, and the cluster has gone on fewer than three times.
    reg f_same;
    reg [1:0] f_went_on;
    (* hierconn *) wire \u_recall.same_q ;
    (* hierconn *) wire [1:0] \u_recall.went_on_q ;
    (* hierconn *) wire \u_back.others_q ;
    (* hierconn *) wire [26:0] \u_back.next_record_q ;
    wire f_goes_on = f_same & f_due[f_turn];
    wire f_back_placed = places & back_placed_q;
    always @(posedge clock) begin
        if (recall_take) {f_same, f_went_on} <= {1'b0, f_goes_on ? f_went_on + 2'd1 : 2'd0};
        else if (f_back_placed) f_same <= \u_back.others_q & f_went_on != 2'd3
            & \u_back.record_q [26:2] == \u_back.next_record_q [26:2];
        if (reset) {f_same, f_went_on} <= 3'd0;
    end
    wire [1:0] f_turn_next = f_goes_on ? f_turn : f_turn == 2'd0 ? (f_due[1] ? 2'd1 : f_due[2] ? 2'd2 : 2'd0)
        : f_turn == 2'd1 ? (f_due[2] ? 2'd2 : f_due[0] ? 2'd0 : 2'd1)
        : (f_due[0] ? 2'd0 : f_due[1] ? 2'd1 : 2'd2);
    always @(posedge clock) f_turn <= reset ? 2'd2 : recall_take ? recall_next_cluster[1:0] : f_turn;
    // What a cluster and level, or level 0, is queued as, and whether it holds anything: level 0 is queue 6.
    wire [7:0] f_holds = {1'b0, |\u_clusters.u_cluster_levels.words[3] , \u_clusters.u_cluster_levels.words[2] [1:0],
        \u_clusters.u_cluster_levels.words[1] [1:0], \u_clusters.u_cluster_levels.words[0] [1:0]};
    wire [1:0] f_viewed_levels = f_levels[1:0];
    wire [2:0] f_candidate = f_viewed_levels[1] ? {viewed[1:0], 1'b1} : f_viewed_levels[0] ? {viewed[1:0], 1'b0} : 3'd6;
    // The backup to choose: the one of before while it holds anything, else the first cluster after the SMX's own.
    wire [15:0] f_before = f_backup[ \u_round.smx_q [1:0]*16 +: 16];
    wire [1:0] f_near = \u_round.smx_q == 16'd2 ? 2'd0 : \u_round.smx_q [1:0] + 2'd1;
    wire [1:0] f_far = f_near == 2'd2 ? 2'd0 : f_near + 2'd1;
    wire [1:0] f_new_backup = (f_before != 16'd0 & f_filled[f_before[1:0] - 2'd1]) ? f_before[1:0] - 2'd1
        : f_filled[f_near] ? f_near : f_filled[f_far] ? f_far : \u_round.smx_q [1:0];
    reg f_next_is_kept;
    always @(*) begin
        f_next_is_kept = 1'b1;
        for (f_q = 0; f_q < 7; f_q = f_q + 1) begin
            f_next_is_kept = f_next_is_kept & (~f_holds[f_q] | (hand_valid_q & hand_queue_q == {13'd0, f_q[2:0]}
                & state_q != STATE_HEAD & state_q != STATE_ENTRY)
                | (f_kept_x[f_q*32 +: 32] == f_next_x[f_q*32 +: 32]
                & f_kept_yz[f_q*32 +: 32] == f_next_yz[f_q*32 +: 32]
                & f_kept_item[f_q*32 +: 32] == f_next_item[f_q*32 +: 32]));
        end
    end
    always @(posedge clock) begin
        if (|grant_smxs) begin
            f_next_item[f_hand*32 +: 32] <= f_next_item[f_hand*32 +: 32] + 32'd1;
            f_next_x[f_hand*32 +: 32] <= f_row_ends ? 32'd0 : f_hand_x + 32'd1;
            if (f_row_ends) begin
                f_next_yz[f_hand*32 +: 32] <= f_plane_ends ? {f_hand_yz[31:16] + 16'd1, 16'd0} : f_hand_yz + 32'd1;
            end
        end
        if (places & begins) begin
            f_next_x[placed_queue[2:0]*32 +: 32] <= 32'd0;
            f_next_yz[placed_queue[2:0]*32 +: 32] <= 32'd0;
            f_next_item[placed_queue[2:0]*32 +: 32] <= 32'd0;
        end
        if (state_q == STATE_REMOVE) begin
            f_next_x[f_hand*32 +: 32] <= 32'd0;
            f_next_yz[f_hand*32 +: 32] <= 32'd0;
            f_next_item[f_hand*32 +: 32] <= 32'd0;
        end
        if (seeks) begin
            f_backup[ \u_round.smx_q [1:0]*16 +: 16] <= {14'd0, f_new_backup} + 16'd1;
        end
        if (reset) begin
            f_backup <= 48'd0;
        end
    end

    always @(*) begin
        rule_2_a_kernel_is_of_a_cluster_that_there_is: assume (~enter_valid | enter_level == 3'd0 | enter_cluster < 5'd3);
        rule_2_a_kernel_is_of_a_level_that_there_is: assume (~enter_valid | enter_level <= 3'd2);
        rule_3_a_group_is_of_a_cluster_that_there_is: assume (~alloc_valid | alloc_cluster < 5'd3);
        rule_3_a_group_comes_with_a_level_that_there_is: assume (~alloc_valid | alloc_level == 3'd1 | alloc_level == 3'd2);
        rule_7_a_grant_is_wanted: assume ((grant_smxs & ~want_smxs) == 32'd0);
        rule_11_a_record_is_of_one_group_at_a_time: assume (~(alloc_valid & f_new_is_ours & f_new_is_listed));
        rule_13_the_memory_answers_only_what_was_asked: assume (~mem_resp_valid | f_unanswered != 3'd0);
        rule_13_the_memory_answers_the_next_that_was_last_written: assume (~(mem_resp_valid & f_comes & back_more
            & \u_back.received_q == 3'd3) | mem_resp_data[26:0] == f_behind);
        four_groups_of_the_watched_queue_are_in_memory: assume (~(f_joins & f_n == 3'd4));
    end

    always @(*) begin
        if (f_alive) begin
            rule_1_nothing_is_taken_before_the_unit_is_clear: assert (awake | ~(enter_ready | alloc_ready));
            rule_2_a_kernel_is_appended_to_the_queue_of_its_level_and_cluster: assert (~(places & kernel_placed_q)
                | placed_queue == f_kernel_queue);
            rule_3_a_tb_has_a_level_that_there_is: assert (tb_level <= 3'd2);
            rule_4_no_group_overtakes_those_of_its_queue_in_memory: assert (~(places & ~kernel_placed_q & ~back_placed_q
                & f_ours) | (f_n == 3'd0 & ~f_comes));
            rules_3_and_4_what_comes_is_held_until_its_last_tb: assert (f_held == count_q + {27'd0, enter_full_q}
                + {27'd0, alloc_full_q} - {27'd0, state_q == STATE_REMOVE});
            rule_5_one_smx_is_looked_at_at_a_time: assert (round_one_hot == 32'd1 << \u_round.smx_q
                & \u_round.smx_q < F_SMXS);
            rule_5_the_highest_level_is_wanted: assert (~(|want_smxs) | hand_queue_q == {13'd0, f_candidate});
            rule_5_a_backup_is_kept_while_it_holds_anything: assert (~seeks | round_backup == {14'd0, f_new_backup});
            rule_5_only_an_smx_without_a_candidate_has_a_backup: assert (~seeks | (f_viewed_levels == 2'd0
                & ~root_any_q & ~other_q));
            rule_6_only_the_smx_looked_at_is_wanted_and_not_with_an_ask: assert (
                (want_smxs & ~round_one_hot) == 32'd0 & ~((|want_smxs) & ask_valid));
            rule_6_the_demand_of_the_hand_is_asked_before_it_is_wanted: assert (~(|want_smxs)
                | (f_any & f_asked == asked_q));
            rule_7_every_grant_is_answered_and_nothing_else: assert (tb_valid == f_granted);
            rule_7_the_tbs_of_a_head_follow_each_other: assert (~(|want_smxs) | (next_x_q == f_hand_x
                & next_yz_q == f_hand_yz & next_item_q == f_next_item[f_hand*32 +: 32]));
            rule_7_the_tb_that_was_next_is_sent: assert (~tb_valid | (tb_block_x == f_x & tb_block_yz == f_yz
                & tb_item == f_item));
            rule_8_the_last_tb_of_a_grid_is_told: assert (spent_valid == f_granted_last);
            rule_9_the_unit_rests_when_it_has_looked_at_all_smxs: assert (f_looked <= F_SMXS[7:0]
                & rounds_q == F_SMXS[7:0] - f_looked);
            rule_9_it_looks_at_the_next_smx_or_appends_or_reads_within_fourteen_cycles: assert (f_still < 4'd14);
            rule_11_a_group_that_goes_to_memory_has_its_kernel_in_its_record: assert (~(mem_req_write & state_q == STATE_SPILL)
                | (mem_req_addr == {f_record[31:5], 5'd16} & mem_req_data == f_kernel));
            rule_11_the_record_before_it_has_its_agei: assert (~(mem_req_write & state_q == STATE_CHAIN & f_ours)
                | (f_n != 3'd0 & mem_req_addr == {f_tail, 5'd12} & mem_req_data == {5'h10, f_record[31:5]}));
            rule_12_the_clusters_take_turns: assert (~recall_take | recall_next_cluster == {14'd0, f_turn_next});
            rule_12_the_first_of_a_queue_comes_back: assert (~(back_reads & f_comes) | (~mem_req_write
                & mem_req_addr[31:5] == f_read & mem_req_addr[4:0] == {\u_back.requested_q , 2'd0}));
            rule_12_no_higher_level_is_in_memory: assert (~(state_q == STATE_BEGIN
                & recall_queue[2:1] == f_queue[2:1] & f_n != 3'd0) | recall_queue[0] | ~f_queue[0]);
            rule_13_five_words_are_asked_at_most: assert (f_unanswered <= 3'd5);

            helper_next: assert (~awake | f_next_is_kept & (state_q == STATE_HEAD | (~hand_valid_q & state_q != STATE_ENTRY)
                | (hand_queue_q < 16'd7 & next_x_q == f_hand_x & next_yz_q == f_hand_yz
                & next_item_q == f_next_item[f_hand*32 +: 32])));
            helper_fetched: assert (state_q == STATE_HEAD ? fetched_q == {13'd0, f_candidate} & f_holds[f_candidate]
                & heads_x == f_next_x[f_candidate*32 +: 32] & heads_yz == f_next_yz[f_candidate*32 +: 32]
                & heads_item == f_next_item[f_candidate*32 +: 32]
                : (state_q != STATE_ENTRY & state_q != STATE_ASK)
                | (hand_queue_q == {13'd0, f_candidate} & f_holds[f_candidate]));
            helper_the_hand_is_queued: assert (~hand_valid_q | f_holds[f_hand]);
            helper_levels: assert (~awake | ( \u_clusters.u_cluster_levels.words[0] < 8'd4
                & \u_clusters.u_cluster_levels.words[1] < 8'd4 & \u_clusters.u_cluster_levels.words[2] < 8'd4
                & \u_clusters.u_cluster_levels.words[3] < 8'd2));
            helper_backups: assert (f_backup[15:0] < 16'd4 & f_backup[31:16] < 16'd4 & f_backup[47:32] < 16'd4
                & (awake ? f_backups == f_backup & (other_q | \u_round.backups_read_data == f_before)
                : f_backup == 48'd0 & (sweep_q < 16'd1 | f_backups[15:0] == 16'd0)
                & (sweep_q < 16'd2 | f_backups[31:16] == 16'd0) & (sweep_q < 16'd3 | f_backups[47:32] == 16'd0)));
            helper_states: assert (state_q <= STATE_BEGIN);
            helper_back: assert (\u_back.received_q <= \u_back.requested_q & \u_back.requested_q <= 3'd5
                & (back_busy ? f_unanswered == \u_back.requested_q - \u_back.received_q : f_unanswered == 3'd0)
                & (~back_busy | back_queue < 16'd6));
            helper_turn: assert (f_turn < 2'd3 & \u_recall.same_q == f_same & \u_recall.went_on_q == f_went_on
                & (~(f_same | back_busy | state_q == STATE_RECALL | state_q == STATE_BEGIN)
                    | \u_recall.taken_bit_q != 32'd0) & (\u_recall.taken_bit_q == 32'd1 << f_turn
                | (\u_recall.taken_bit_q == 32'd0 & f_turn == 2'd2)));
            helper_recall: assert (~(state_q == STATE_RECALL | state_q == STATE_BEGIN)
                | (\u_recall.taken_q < 16'd3 & ~back_busy & f_aways[\u_recall.taken_q [1:0] * 8 +: 8] != 8'd0
                & clusters_away == f_aways[\u_recall.taken_q [1:0] * 8 +: 8]));
            helper_aways: assert (~awake ? away_q == 32'd0 & f_n == 3'd0 & ~back_busy & ~alloc_full_q & ~enter_full_q
                : away_q == {29'd0, |f_aways[23:16], |f_aways[15:8], |f_aways[7:0]}
                & f_aways[31:26] == 6'd0 & f_aways[23:18] == 6'd0 & f_aways[15:10] == 6'd0 & f_aways[7:2] == 6'd0);
            helper_swept: assert (awake | ((sweep_q == 16'd0 | f_aways[7:0] == 8'd0)
                & (sweep_q <= 16'd1 | f_aways[15:8] == 8'd0) & (sweep_q <= 16'd2 | f_aways[23:16] == 8'd0)));
            helper_placed: assert (~(state_q == STATE_PLACE | state_q == STATE_SPILL | state_q == STATE_CHAIN)
                | (clusters_away == f_aways[placed_home[1:0] * 8 +: 8]));
            helper_heads: assert ((~(state_q == STATE_SPILL | state_q == STATE_CHAIN)
                | heads_last == f_lasts[placed_queue[2:0] * 27 +: 27])
                & (~f_leaves | (heads_first == f_first & heads_last == f_last_record)));
            helper_listed: assert (~awake | (f_listed == (f_n != 3'd0) & f_n <= 3'd4 & ~f_twice));
            helper_ends: assert (f_n == 3'd0 | (f_last_record == f_tail
                & (f_comes & back_more ? f_behind == f_list[0] : f_first == f_list[0])));
            helper_behind: assert (~(f_comes & back_more) | (f_n != 3'd0
                & (\u_back.received_q <= 3'd3 | back_follower == f_behind)));
            helper_read: assert (~f_comes | \u_back.record_q == f_read);
            helper_held: assert (~alloc_full_q | (alloc_rank_q < 3'd2 & f_record[31:5] == alloc_number_q
                & f_kernel == {27'd0, alloc_kernel_q} & ~(f_held_is_ours & f_held_is_listed)));
            helper_spills: assert (~(state_q == STATE_SPILL | state_q == STATE_CHAIN)
                | (alloc_full_q & ~kernel_placed_q & ~back_placed_q & ~other_q & (state_q == STATE_SPILL | listed)));
            helper_round: assert (\u_round.home_q == \u_round.smx_q & \u_round.place_q == 16'd0
                & \u_round.home_bit_q == round_one_hot);
            helper_asked: assert (asked_any_q == (f_any | state_q == STATE_ASK)
                & (~f_any | state_q == STATE_ASK | f_asked == asked_q) & (~hand_valid_q | asked_any_q));
            helper_filled: assert (awake ? f_filled == f_told : f_told == 4'd0 & (f_filled & f_swept) == 4'd0
                & sweep_q <= 16'd3);
            helper_no_other_clusters: assert ((~alloc_full_q | (alloc_home_q < 16'd3 & alloc_rank_q < 3'd2)) & filled_q[31:3] == 29'd0 & (~other_q | other_cluster_q < 16'd3));
            helper_looked_at: assert (state_q != STATE_LOOK | clusters_levels == f_levels);
            helper_no_other_while_queues_change: assert (~other_q | (rounds_q != 8'd0 & (state_q == STATE_LOOK
                | state_q == STATE_HEAD | state_q == STATE_ENTRY | state_q == STATE_ASK | state_q == STATE_PLACE
                | state_q == STATE_RECALL | state_q == STATE_BEGIN)));
            helper_levels_of_the_queue_that_changes: assert ((state_q != STATE_PLACE & state_q != STATE_REMOVE)
                | clusters_levels == f_changed_levels);
            helper_other: assert (~other_q | ~(state_q == STATE_LOOK | state_q == STATE_HEAD | state_q == STATE_ENTRY
                | state_q == STATE_ASK) | (|f_levels));
            helper_a_sweep_begins_empty: assert (awake | ~(hand_valid_q | other_q | enter_full_q | alloc_full_q));
            helper_the_head_that_leaves_is_in_the_hand: assert ((state_q != STATE_FOLLOW & state_q != STATE_REMOVE)
                | hand_valid_q);
            helper_spent: assert (sent_last_q == (state_q == STATE_FOLLOW));
            helper_enter: assert (~enter_full_q | (enter_home_q == f_kernel_queue >> 1 & enter_rank_q == {2'd0, f_kernel_queue[0]}
                & f_kernel_queue < 16'd7));
            helper_requests: assert (state_q != STATE_PLACE
                | (kernel_placed_q ? enter_full_q & ~back_placed_q : back_placed_q ? back_done : alloc_full_q & ~recalls));
        end
    end

    always @(*) begin
        if (f_alive & ~reset) begin
            a_tb_of_the_highest_level_starts: cover (tb_valid & tb_level == 3'd2);
            a_backup_gives_a_tb: cover (other_q & |grant_smxs);
            a_group_goes_to_memory: cover (spilled);
            a_group_comes_back_and_one_is_behind_it: cover (places & back_placed_q & back_more & f_comes);
            a_kernel_is_spent: cover (spent_valid & tb_level == 3'd0);
            a_launched_kernel_is_appended: cover (places & kernel_placed_q & placed_home != 16'd3);
        end
    end
`ifdef COVER
    // Runs with grids of one TB that all ask for the same, and a memory that does not wait: there are fewer to search.
    always @(*) begin
        assume (kde_grid_x == 32'd1 & kde_grid_yz == 32'h10001 & ~|kde_pc & ~|kde_param & ~|kde_shape & ~|kde_demand
            & mem_req_ready & (~alloc_valid | (alloc_grid_x == 32'd1 & alloc_grid_yz == 32'h10001 & ~|alloc_param))
            & (~mem_resp_valid | mem_resp_data < 32'h20000));
    end
`endif
