    // Plan: k=1 cover_within=25
    // Point: clusters=0 levels=1 cover_within=15
    // Point: hwqs=5 full=true
    // Point: class=wide full=true
    // Rules of hw/src/kmu/pins.rs. What holds for every queue, and for every kernel of the list of level 0, is
    // proved of one that may be any. Of the lists of clusters one is watched, which may be any, with up to four
    // kernels.

    localparam integer F_QUEUES = $clog2(ALL_QUEUES + 1);
    localparam integer F_HWQ = $bits(host_hwq);
    localparam [F_HWQ-1:0] F_LAST = {F_HWQ{1'b1}};
    localparam integer F_SMXS = $bits(disp_cluster) == 8 ? 144 : 32;
    // The last cluster that there may be.
    localparam [$bits(disp_cluster)-1:0] F_LAST_CLUSTER = F_SMXS - 1;
    // Bits of word 6 that are kept: tag, cluster and level.
    localparam [31:0] F_WORD_6 = 32'h70000 | (((32'd1 << $bits(disp_cluster)) - 32'd1) << 8)
        | ((32'd1 << $bits(disp_tag)) - 32'd1);
    // Words: f_heads u_heads
    (* hierconn *) wire [31:0] \u_words.pc_word_q ;
    (* hierconn *) wire [31:0] \u_words.grid_x_word_q ;
    (* hierconn *) wire [31:0] \u_words.grid_yz_word_q ;
    (* hierconn *) wire [31:0] \u_words.shape_word_q ;
    (* hierconn *) wire [31:0] \u_words.demand_word_q ;
    (* hierconn *) wire [31:0] \u_words.param_word_q ;
    (* hierconn *) wire [$bits(disp_tag)-1:0] \u_words.tag_word_q ;
    (* hierconn *) wire [2:0] \u_words.level_word_q ;
    (* hierconn *) wire [$bits(disp_cluster)-1:0] \u_words.cluster_word_q ;
    wire [31:0] f_kept_6 = {13'd0, \u_words.level_word_q , 16'd0}
        | {{24-$bits(disp_cluster){1'b0}}, \u_words.cluster_word_q , 8'd0}
        | {{32-$bits(disp_tag){1'b0}}, \u_words.tag_word_q };
    wire [31:0] f_shown_6 = {13'd0, disp_level, 16'd0} | {{24-$bits(disp_cluster){1'b0}}, disp_cluster, 8'd0}
        | {{32-$bits(disp_tag){1'b0}}, disp_tag};
    // The words that are kept, and those that are shown.
    wire [223:0] f_kept = {f_kept_6, \u_words.param_word_q ,
        \u_words.demand_word_q , \u_words.shape_word_q , \u_words.grid_yz_word_q ,
        \u_words.grid_x_word_q , \u_words.pc_word_q };
    wire [223:0] f_all_shown = {f_shown_6, disp_param, disp_demand, disp_shape,
        disp_grid_yz, disp_grid_x, disp_pc};

    // The watched queue.
    (* anyconst *) wire [F_HWQ-1:0] f_any;
    wire [F_HWQ-1:0] f_w = f_any < F_QUEUES ? f_any : {F_HWQ{1'b0}};
    wire [F_QUEUES-1:0] f_w_bit = {{F_QUEUES-1{1'b0}}, 1'b1} << f_w;

    // State of a queue: a head waits in its slot, and one of its kernels runs; of the watched one, the descriptor of
    // its head.
    reg [F_QUEUES-1:0] f_full;
    reg [F_QUEUES-1:0] f_blocked;
    reg [31:0] f_desc;
    wire [F_QUEUES-1:0] f_chosen_now = chosen_select[F_QUEUES-1:0];
    wire f_chooses = |f_chosen_now;
    // The queue chosen last, and heads chosen while the watched one could have been.
    reg [F_HWQ-1:0] f_last;
    reg [F_HWQ:0] f_passed;
    // Queues from behind the one chosen last up to the watched one.
    wire [F_HWQ:0] f_ahead = f_last == F_LAST ? f_w : f_last < f_w ? f_w - f_last - 1
        : f_w + F_QUEUES - f_last - 1;
    wire f_could = |(f_full & ~f_blocked & f_w_bit);

    // The command taken last: whether it waits, its kind and kernel, and own cycles since; the kernel that joined last.
    reg f_cmd;
    reg [1:0] f_kind;
    reg [31:0] f_target;
    reg [5:0] f_cmd_waits;
    reg [31:0] f_tail;
    // It is for a list of a cluster, as the pins say.
    reg f_bound;
    reg [$bits(disp_cluster)-1:0] f_cluster;
    reg [2:0] f_rank;
    // A kernel joins the list of level 0.
    wire f_joins = joined & ~f_bound;
    reg f_refused;
    // How many have joined the list of level 0 and not been read from it; and the same of the lists of clusters.
    reg [31:0] f_in_pool;
    reg [31:0] f_in_lists;

    // A kernel of the list of level 0 is followed: whether it is in it, which it is, the kernel behind it, and the
    // link that was written for it.
    (* anyseq *) wire f_follow;
    reg f_watched;
    reg [31:0] f_kernel;
    reg f_has_next;
    reg [31:0] f_next;
    reg f_linked;
    reg [31:0] f_link;
    // The kernel that must be the next from the pool, if it is known: the first of an empty pool, or the one behind
    // the followed kernel.
    reg f_expects;
    reg [31:0] f_expected;
    reg f_expected_chosen;

    // Of the descriptor that is read: requests taken and answers that came, and its address as asked; one of its words.
    reg [3:0] f_requests;
    reg [3:0] f_answers;
    reg [31:0] f_asked;
    (* anyconst *) wire [2:0] f_n;
    reg [31:0] f_word;
    wire [31:0] f_shown = f_all_shown[f_n*32 +: 32];
    wire [31:0] f_word_kept = f_kept[f_n*32 +: 32];
    wire f_asks = mem_req_valid & mem_req_ready;
    // Memory has to act, not the unit: it does not take a request, or has not answered.
    wire f_memory = (mem_req_valid & ~mem_req_ready)
        | (~mem_req_valid & f_unanswered != 4'd0 & ~mem_resp_valid);
    // Own cycles since a choice could be made, and from the choice until the descriptor has been read.
    reg [5:0] f_choice_waits;
    reg [5:0] f_read_waits;

    // The last choice: whether from the pool, its descriptor if not, and cycles since.
    reg f_from_pool;
    reg [31:0] f_chosen_desc;
    reg [15:0] f_since;
    reg f_chosen;
    // It is of the watched queue; the kernel that the pool had to give.
    reg f_of_w;
    reg [31:0] f_chosen_pool;
    // Reads that have not been answered.
    reg [3:0] f_unanswered;
    // The last word of a kernel of level 0 comes, or of one of a cluster.
    wire f_leaves = mem_resp_valid & f_answers == 4'd7 & ~f_from_lists;
    wire f_leaves_a_list = mem_resp_valid & f_answers == 4'd7 & f_from_lists;

    // The last choice from the pool was of a cluster; the last of a cluster.
    reg f_from_lists;
    reg f_turn;
    reg [$bits(disp_cluster)-1:0] f_last_cluster;
    // The watched list, and its kernels from the first on.
    (* hierconn *) wire [F_SMXS-1:0] \u_queues.filled_q ;
    // Words: f_heads_of u_queues.u_heads
    // Words: f_tails_of u_queues.u_tails
    // Words: f_levels_of u_queues.u_levels
    (* hierconn *) wire [7:0] \u_queues.levels_read_data ;
    (* hierconn *) wire [15:0] \u_queues.list ;
    (* anyconst *) wire [2:0] f_any_list;
    wire [2:0] f_l = HAS_QUEUES & f_any_list < 3'd6 ? f_any_list : 3'd0;
    reg [2:0] f_n_listed;
    reg [31:0] f_list [0:3];
    wire f_cmd_is_ours = f_bound & {f_cluster[1:0], f_rank[0]} == f_l;
    wire f_read_is_ours = f_from_lists & {taken_cluster_q[1:0], taken_rank_q[0]} == f_l;
    // A kernel waits to be chosen.
    wire f_waits = |(f_full & ~f_blocked) | f_in_pool != 32'd0 | f_n_listed != 3'd0;
    wire f_joins_ours = joined & f_cmd_is_ours;
    wire f_leaves_ours = f_leaves_a_list & f_read_is_ours;
    wire [31:0] f_last_listed = f_list[f_n_listed[1:0] - 2'd1];
    wire [31:0] f_first_of = f_heads_of[f_l*32 +: 32];
    wire [31:0] f_last_of = f_tails_of[f_l*32 +: 32];
    wire [2:0] f_has = {\u_queues.filled_q [2:0]};
    wire f_l_has = f_has[f_l[2:1]] & f_levels_of[f_l[2:1]*8 + f_l[0]];
    wire [1:0] f_looked = (state_q == STATE_LOOK | state_q == STATE_APPEND) ? target_cluster_q[1:0]
        : taken_cluster_q[1:0];
    integer f_i;
    reg f_new_is_listed;
    reg f_target_is_listed;
    reg f_twice;
    reg f_clusters;
    // A descriptor is the last of some list of a cluster: that of a new command, of the command taken, of the followed
    // kernel.
    reg f_new_is_last;
    reg f_target_is_last;
    reg f_kernel_is_last;
    reg f_aligned;
    // Clusters that were taken while that of the watched list had a kernel; and those from behind the last up to it.
    wire f_takes = choosing & from_pool_next & from_queues_next;
    reg [1:0] f_passed_list;
    wire [2:0] f_ahead_of_list = f_last_cluster == F_LAST_CLUSTER ? {1'b0, f_l[2:1]}
        : f_last_cluster < {3'd0, f_l[2:1]} ? {1'b0, f_l[2:1]} - f_last_cluster[2:0] - 3'd1
        : {1'b0, f_l[2:1]} + 3'd2 - f_last_cluster[2:0];
    (* hierconn *) wire [$bits(disp_cluster)-1:0] \u_queues.taken_q ;
    always @(*) begin
        f_new_is_listed = 1'b0;
        f_target_is_listed = 1'b0;
        f_clusters = 1'b1;
        f_new_is_last = 1'b0;
        f_target_is_last = 1'b0;
        f_kernel_is_last = 1'b0;
        f_aligned = 1'b1;
        for (f_i = 0; f_i < 6; f_i = f_i + 1) begin
            if (HAS_QUEUES) begin
                if (f_has[f_i / 2] & f_levels_of[(f_i / 2) * 8 + f_i % 2]) begin
                    f_new_is_last = f_new_is_last | cmd_desc == f_tails_of[f_i*32 +: 32];
                    f_target_is_last = f_target_is_last | f_target == f_tails_of[f_i*32 +: 32];
                    f_aligned = f_aligned & f_tails_of[f_i*32 +: 5] == 5'd0;
                    f_kernel_is_last = f_kernel_is_last | f_kernel == f_tails_of[f_i*32 +: 32];
                end
            end
        end
        for (f_i = 0; f_i < 4; f_i = f_i + 1) begin
            f_new_is_listed = f_new_is_listed | (f_i < f_n_listed & cmd_desc == f_list[f_i]);
            f_target_is_listed = f_target_is_listed | (f_i < f_n_listed & f_target == f_list[f_i]);
        end
        for (f_i = 0; f_i < 3; f_i = f_i + 1) begin
            if (HAS_QUEUES) begin
                f_clusters = f_clusters & (~f_has[f_i]
                    | (f_levels_of[f_i*8 +: 8] != 8'd0 & f_levels_of[f_i*8 +: 8] < 8'd4));
            end
        end
        f_twice = (f_n_listed > 3'd1 & f_list[0] == f_list[1])
            | (f_n_listed > 3'd2 & (f_list[2] == f_list[0] | f_list[2] == f_list[1]))
            | (f_n_listed > 3'd3 & (f_list[3] == f_list[0] | f_list[3] == f_list[1] | f_list[3] == f_list[2]));
    end
    always @(posedge clock) begin
        if (cmd_valid & cmd_ready) begin
            f_bound <= HAS_QUEUES & cmd_level != 3'd0;
            f_cluster <= cmd_cluster;
            f_rank <= cmd_level - 3'd1;
        end
        if (choosing) begin
            f_from_lists <= from_pool_next & from_queues_next;
            if (from_pool_next) begin
                f_turn <= ~from_queues_next;
            end
            if (from_pool_next & from_queues_next) begin
                f_last_cluster <= queues_next_cluster;
            end
        end
        f_passed_list <= (f_n_listed != 3'd0 & ~(f_takes & queues_next_cluster == f_l[2:1]))
            ? f_passed_list + f_takes : 2'd0;
        f_in_lists <= f_in_lists + {31'd0, joined & f_bound} - {31'd0, f_leaves_a_list};
        f_n_listed <= f_n_listed + {2'd0, f_joins_ours} - {2'd0, f_leaves_ours};
        if (f_joins_ours) begin
            f_list[f_n_listed[1:0]] <= f_target;
        end
        if (f_leaves_ours) begin
            for (f_i = 0; f_i < 3; f_i = f_i + 1) begin
                f_list[f_i] <= f_list[f_i + 1];
            end
        end
        if (reset) begin
            f_from_lists <= 1'b0;
            f_turn <= 1'b0;
            f_last_cluster <= F_LAST_CLUSTER;
            f_in_lists <= 32'd0;
            f_n_listed <= 3'd0;
            f_passed_list <= 2'd0;
        end
    end
    // The straps in the last cycle, and whether the pool was full then.
    reg [15:0] f_dispatch_cycles;
    reg [31:0] f_pending_limit;
    reg f_running;
    reg f_was_full;

    always @(posedge clock) begin
        f_running <= ~reset;
        f_dispatch_cycles <= cfg_dispatch_cycles;
        f_pending_limit <= cfg_pending_limit;
        f_was_full <= pending >= cfg_pending_limit;
        f_unanswered <= f_unanswered + {3'd0, mem_req_valid & mem_req_ready & ~mem_req_write}
            - {3'd0, mem_resp_valid};
        if (host_valid & host_hwq == f_w) begin
            f_desc <= host_desc;
        end
        f_full <= (f_full & ~f_chosen_now) | ({{F_QUEUES-1{1'b0}}, host_valid} << host_hwq);
        f_blocked <= (f_blocked | f_chosen_now) & ~({{F_QUEUES-1{1'b0}}, done_valid} << done_hwq);
        f_passed <= (f_could & ~|(f_chosen_now & f_w_bit)) ? f_passed + f_chooses : 0;
        if (f_chooses) begin
            f_last <= choice_winner;
        end
        if (choosing) begin
            f_from_pool <= from_pool_next;
            f_chosen <= 1'b1;
            f_of_w <= ~from_pool_next & choice_winner == f_w;
            f_chosen_desc <= f_desc;
            f_since <= 16'd1;
        end else if (~&f_since) begin
            f_since <= f_since + 16'd1;
        end

        f_cmd <= (f_cmd & ~joined & ~settled) | (cmd_valid & cmd_ready);
        if (cmd_valid & cmd_ready) begin
            f_kind <= cmd_kind;
            f_target <= cmd_desc;
        end
        f_cmd_waits <= (cmd_valid & cmd_ready) ? 6'd0 : f_cmd_waits + {5'd0, f_cmd & ~f_memory};
        f_choice_waits <= (choosing | busy_q | ~f_waits) ? 6'd0
            : f_choice_waits + {5'd0, ~f_memory};
        f_read_waits <= choosing ? 6'd0 : f_read_waits + {5'd0, busy_q & ~fetched_q & ~f_memory};

        // The pool.
        f_in_pool <= f_in_pool + {31'd0, f_joins} - {31'd0, f_leaves};
        if (f_joins) begin
            f_tail <= f_target;
            if (f_watched & ~f_has_next) begin
                f_has_next <= 1'b1;
                f_next <= f_target;
            end
            if (f_in_pool == 32'd0) begin
                f_watched <= 1'b0;
                f_expects <= 1'b1;
                f_expected <= f_target;
            end
            if (f_follow & ~(f_watched & f_in_pool != 32'd0)) begin
                f_watched <= 1'b1;
                f_kernel <= f_target;
                f_has_next <= 1'b0;
                f_linked <= 1'b0;
            end
        end
        f_refused <= settled & f_kind != 2'd1 & ~reset;
        if (f_asks & mem_req_write & f_watched & mem_req_addr == (f_kernel | 32'h1c)) begin
            f_linked <= 1'b1;
            f_link <= mem_req_data;
        end
        if (f_leaves) begin
            f_expects <= f_watched & f_asked == f_kernel & f_has_next & f_in_pool != 32'd1;
            f_expected <= f_next;
            if (f_asked == f_kernel) begin
                f_watched <= 1'b0;
            end
        end
        if (choosing) begin
            f_expected_chosen <= f_expects;
            f_chosen_pool <= f_expected;
        end

        // What is read.
        if (choosing) begin
            f_requests <= 4'd0;
            f_answers <= 4'd0;
        end else begin
            f_requests <= f_requests + {3'd0, f_asks & ~mem_req_write & busy_q & ~fetched_q};
            f_answers <= f_answers + {3'd0, mem_resp_valid};
        end
        if (f_asks & ~mem_req_write & f_requests == 4'd0) begin
            f_asked <= mem_req_addr;
        end
        if (mem_resp_valid & f_answers == {1'b0, f_n}) begin
            f_word <= mem_resp_data;
        end
        if (reset) begin
            f_cmd <= 1'b0;
            f_watched <= 1'b0;
            f_expects <= 1'b0;
            f_in_pool <= 32'd0;
            f_requests <= 4'd0;
            f_answers <= 4'd0;
            f_cmd_waits <= 6'd0;
            f_read_waits <= 6'd0;
            f_last <= F_LAST;
            f_passed <= 0;
            f_choice_waits <= 6'd0;
            f_full <= 0;
            f_blocked <= 0;
            f_chosen <= 1'b0;
            f_from_pool <= 1'b1;
            f_unanswered <= 4'd0;
        end
    end

    // Assumptions about the neighbours.
    always @(*) begin
        rule_1_the_host_offers_only_to_an_empty_slot: assume (~host_valid
            | (host_hwq < F_QUEUES & hwq_ready[host_hwq]));
        rule_3_only_a_held_kernel_is_resumed: assume (~(cmd_valid & cmd_kind == 2'd2)
            | suspended > {31'd0, cmd_full_q & kind_q == 2'd2});
        rule_3_there_are_three_kinds_of_commands: assume (~cmd_valid | cmd_kind != 2'd3);
        rule_3_a_kernel_of_the_pool_gets_no_command: assume (~(cmd_valid & f_watched)
            | cmd_desc != f_kernel);
        descriptors_of_commands_are_aligned: assume (~cmd_valid | ~|cmd_desc[4:0]);
        rule_3_fewer_than_2_to_the_31_kernels_are_held: assume (suspended < 32'h80000000);
        rule_7_the_memory_answers_only_what_was_asked: assume (~mem_resp_valid
            | f_unanswered != 4'd0);
        rule_3_a_kernel_of_the_watched_list_gets_no_command: assume (~(cmd_valid & f_new_is_listed));
        rule_3_a_kernel_that_is_last_in_its_list_gets_no_command: assume (~(cmd_valid & f_new_is_last));
        rule_9_a_command_is_for_a_list_that_there_is: assume (~cmd_valid | ~HAS_QUEUES | cmd_level == 3'd0
            | (cmd_level <= 3'd2 & cmd_cluster < 3));
        rule_7_the_memory_answers_the_link_of_the_watched_list: assume (~(f_leaves_ours & f_n_listed > 3'd1)
            | mem_resp_data == f_list[1]);
        four_kernels_of_the_watched_list_are_pending: assume (~(f_joins_ours & f_n_listed == 3'd4));
        what_leaves_a_list_is_in_one: assume (~f_leaves_a_list | f_in_lists != 32'd0);
        rule_7_the_memory_answers_what_was_last_written: assume (~(f_leaves & f_watched & f_linked
            & f_asked == f_kernel) | mem_resp_data == f_link);
        rule_8_done_names_a_queue: assume (~done_valid | done_hwq < F_QUEUES);
        straps_stay_while_the_unit_runs: assume (~f_running
            | (cfg_dispatch_cycles == f_dispatch_cycles & cfg_pending_limit == f_pending_limit));
    end

    always @(*) begin
        if (f_alive) begin
            rule_1_a_slot_is_ready_when_its_head_has_been_chosen: assert (hwq_ready
                == {{$bits(hwq_ready)-F_QUEUES{1'b0}}, ~f_full});
            rule_2_a_queue_is_not_inspected_while_its_kernel_runs: assert (
                ~|(f_chosen_now & f_blocked));
            rule_2_only_a_head_that_waits_is_chosen: assert (
                ~|(f_chosen_now & ~f_full) & chosen_select == f_chosen_now);
            rule_3_a_command_is_decided_in_20_own_cycles_or_22_with_lists: assert (~f_cmd
                | f_cmd_waits < (HAS_QUEUES ? 6'd22 : 6'd20));
            rule_3_what_is_written_is_a_mark_or_a_link: assert (~(mem_req_valid & mem_req_write)
                | (f_cmd & (f_kind == 2'd1
                    ? mem_req_addr == (f_target | 32'h1c) & mem_req_data == 32'hfffffffe
                    : mem_req_data == f_target & (f_bound ? ~f_cmd_is_ours | (f_n_listed != 3'd0
                        & mem_req_addr == (f_last_listed | 32'h1c)) : mem_req_addr == (f_tail | 32'h1c)))));
            rule_3_a_kernel_joins_by_its_link: assert (~(f_joins & f_in_pool != 32'd0
                | f_joins_ours & f_n_listed != 3'd0) | (f_asks & mem_req_write));
            rule_3_a_suspended_kernel_is_marked: assert (~(settled & f_kind == 2'd1)
                | (f_asks & mem_req_write));
            rule_4_no_more_are_pending_than_the_limit: assert (pending <= cfg_pending_limit);
            rule_4_a_command_is_refused_only_at_the_limit: assert (~overflow | f_was_full);
            rule_5_heads_and_pool_take_turns: assert (~(choosing & choice_any & pool_any)
                | from_pool_next != f_from_pool);
            rule_5_one_dispatch_at_a_time: assert (~(choosing & (busy_q | disp_valid)));
            rule_5_the_head_dispatched_is_the_one_chosen: assert (~disp_valid | f_from_pool
                | ~f_of_w | disp_desc == f_chosen_desc);
            rule_5_a_queue_with_a_head_is_passed_by_each_other_queue_once: assert (
                f_passed < F_QUEUES);
            rule_5_the_next_queue_is_the_first_behind_the_last: assert (~|f_chosen_now | ~f_could
                | (choice_winner - f_last - 1'b1) <= (f_w - f_last - 1'b1));
            rule_5_kernels_of_the_pool_leave_in_the_order_they_joined: assert (
                ~(mem_req_valid & ~mem_req_write & f_requests == 4'd0 & f_from_pool & ~f_from_lists
                    & f_expected_chosen) | mem_req_addr == f_chosen_pool);
            rule_4_a_command_joins_or_is_refused: assert (overflow == f_refused);
            rule_5_the_pool_loses_no_kernel: assert (pending == f_in_pool + f_in_lists);
            rule_5_a_choice_is_made_in_2_own_cycles_or_3_with_lists: assert (
                f_choice_waits < (HAS_QUEUES ? 6'd4 : 6'd3));
            rule_5_a_kernel_is_read_in_17_own_cycles_or_18_with_lists: assert (~busy_q
                | f_read_waits <= (HAS_QUEUES ? 6'd18 : 6'd17));
            rule_6_a_dispatch_has_the_words_that_memory_answered: assert (~disp_valid
                | f_n == 3'd7 | f_shown == (f_n == 3'd6 ? f_word & F_WORD_6 : f_word));
            rule_6_words_are_read_in_order: assert (~(mem_req_valid & ~mem_req_write)
                | f_requests == 4'd0 | (f_requests < 4'd8
                    & mem_req_addr == (f_asked | {26'd0, f_requests, 2'd0})));
            rule_6_the_kernel_offered_is_the_one_read: assert (~disp_valid | disp_desc == f_asked);
            rule_6_a_kernel_is_offered_when_it_is_read_and_its_time_has_come: assert (
                ~(busy_q & fetched_q & ~disp_valid) | f_since < cfg_dispatch_cycles);
            rule_6_a_dispatch_is_not_offered_before_its_time: assert (~disp_valid
                | f_since >= cfg_dispatch_cycles);
            rule_9_a_kernel_joins_the_list_of_its_level_and_cluster: assert (~joined | (in_queues_q == f_bound
                & (~f_bound | (queues_cluster == f_cluster & queues_rank == f_rank))));
            rule_10_level_0_and_the_clusters_take_turns: assert (~(choosing & from_pool_next & root_any & queues_any)
                | from_queues_next == f_turn);
            rule_10_the_first_of_its_list_is_read: assert (~(mem_req_valid & ~mem_req_write & f_requests == 4'd0
                & f_read_is_ours) | (f_n_listed != 3'd0 & mem_req_addr == f_list[0]));
            rule_10_the_highest_level_of_a_cluster_goes_first: assert (~(
                (state_q == STATE_LOAD | state_q == STATE_FETCH) & f_from_lists & taken_cluster_q == f_l[2:1]
                    & f_n_listed != 3'd0) | taken_rank_q[0] | ~f_l[0]);
            rule_10_a_cluster_with_a_kernel_is_passed_by_each_other_one_once: assert (
                ~HAS_QUEUES | f_passed_list < 2'd3);
            a_list_that_is_looked_at_is_one_that_there_is: assert (~HAS_QUEUES | \u_queues.list < 16'd6);
            the_pool_never_underflows: assert (~(word_valid & received_q == 6'd28)
                | (f_from_lists ? ~f_read_is_ours | f_n_listed != 3'd0 : pool_count_q != 32'd0));
            no_more_are_resumed_than_held: assert (~((joined | settled) & kind_q == 2'd2)
                | suspended != 32'd0);

            helper_states: assert (state_q == STATE_PICK | state_q == STATE_APPEND
                | (HAS_QUEUES & (state_q == STATE_LOOK | state_q == STATE_SEEK)) | state_q == STATE_SUSPEND
                | state_q == STATE_LOAD | state_q == STATE_FETCH);
            helper_slots: assert (full_q == f_full & blocked_q == f_blocked);
            helper_heads: assert (~|(f_full & f_w_bit)
                | f_heads[f_w*32 +: 32] == f_desc);
            helper_turns: assert (pool_turn_q == ~f_from_pool);
            helper_what_is_read_is_what_was_chosen: assert (
                ~(state_q == STATE_SEEK | state_q == STATE_LOAD | state_q == STATE_FETCH) | (busy_q & ~fetched_q));
            helper_the_chosen: assert (~busy_q | (f_chosen & from_pool_q == f_from_pool));
            helper_the_head_read: assert (state_q != STATE_LOAD | f_from_pool
                | ~f_of_w | heads_read_data == f_chosen_desc);
            helper_the_head_kept: assert (~(busy_q & state_q != STATE_LOAD) | f_from_pool
                | ~f_of_w | desc_q == f_chosen_desc);
            helper_an_offer_has_been_read: assert (~offered_q | (busy_q & fetched_q));
            helper_what_has_been_read_is_busy: assert (~fetched_q | busy_q);
            helper_busy_and_unread_is_being_read: assert (~(busy_q & ~fetched_q)
                | state_q == STATE_SEEK | state_q == STATE_LOAD | state_q == STATE_FETCH);
            helper_commands: assert (~(state_q == STATE_LOOK | state_q == STATE_APPEND | state_q == STATE_SUSPEND)
                | cmd_full_q);
            helper_a_pool_with_a_tail: assert ((state_q != STATE_APPEND & state_q != STATE_LOOK)
                | (~is_suspend & pending < cfg_pending_limit));
            helper_a_suspension: assert (state_q != STATE_SUSPEND | is_suspend);
            helper_a_resumption_is_of_one_held: assert (~(cmd_full_q & kind_q == 2'd2)
                | suspended != 32'd0);
            helper_the_pool_has_what_is_read: assert (~((state_q == STATE_LOAD
                | state_q == STATE_FETCH) & from_pool_q & ~from_queues_q) | pool_count_q != 32'd0);
            helper_reads: assert (state_q == STATE_FETCH
                ? (sent_q <= read_end & received_q <= sent_q & received_q < read_end
                    & sent_q[1:0] == 2'd0 & received_q[1:0] == 2'd0
                    & {2'd0, f_unanswered} == ((sent_q - received_q) >> 2))
                : f_unanswered == 4'd0);
            helper_load: assert ((state_q != STATE_LOAD & state_q != STATE_SEEK)
                | (sent_q == 6'd0 & received_q == 6'd0));
            helper_what_was_chosen_has_been_read: assert (state_q == STATE_SEEK | state_q == STATE_LOAD
                | state_q == STATE_FETCH
                | (f_chosen ? sent_q == read_end & received_q == read_end : (sent_q == 6'd0 & desc_q == 32'd0)));
            helper_the_last_queue: assert (last_queue_q == f_last
                & (f_last < F_QUEUES | f_last == F_LAST));
            helper_passed: assert (f_passed + f_ahead < F_QUEUES);
            helper_the_command: assert (cmd_full_q == f_cmd
                & (~f_cmd | (kind_q == f_kind & target_q == f_target & kind_q != 2'd3)));
            helper_the_command_waits: assert (~f_cmd | (state_q == STATE_SEEK ? f_cmd_waits == 6'd0
                : state_q == STATE_LOAD ? f_cmd_waits <= {5'd0, f_from_lists}
                : state_q == STATE_FETCH ? f_cmd_waits <= 6'd1 + {5'd0, f_from_lists} + f_requests + f_answers
                : state_q == STATE_PICK ? f_cmd_waits <= 6'd17 + HAS_QUEUES
                : state_q == STATE_APPEND & f_bound ? f_cmd_waits <= 6'd20 : f_cmd_waits <= 6'd18 + HAS_QUEUES));
            helper_the_choice_waits: assert (f_choice_waits <= (state_q == STATE_APPEND & in_queues_q ? 6'd2
                : state_q != STATE_PICK ? 6'd1 : cmd_full_q ? 6'd0 : HAS_QUEUES ? 6'd3 : 6'd2)
                & (~busy_q | f_choice_waits == 6'd0));
            helper_the_read_waits: assert (~busy_q | (state_q == STATE_SEEK ? f_read_waits == 6'd0
                : state_q == STATE_LOAD ? f_read_waits <= {5'd0, f_from_lists}
                : state_q == STATE_FETCH ? f_read_waits <= 6'd1 + {5'd0, f_from_lists} + f_requests + f_answers
                : f_read_waits <= 6'd17 + HAS_QUEUES));
            helper_requests: assert (sent_q == {f_requests, 2'd0} & received_q == {f_answers, 2'd0});
            helper_asked: assert (f_requests == 4'd0 | f_asked == desc_q);
            helper_words: assert (~(busy_q & f_answers > {1'b0, f_n} & f_n != 3'd7)
                | f_word_kept == (f_n == 3'd6 ? f_word & F_WORD_6 : f_word));
            helper_the_tail: assert (f_in_pool == 32'd0 | pool_tail_q == f_tail);
            helper_the_followed_kernel: assert (~f_watched | f_in_pool == 32'd0
                | (f_has_next ? f_linked & f_link == f_next & f_tail != f_kernel : f_tail == f_kernel));
            helper_tails_are_aligned: assert (f_aligned & (f_in_pool == 32'd0 | ~|f_tail[4:0])
                & (~f_cmd | ~|f_target[4:0]) & (~f_watched | ~|f_kernel[4:0]));
            helper_no_command_is_of_the_followed_kernel: assert (~(f_cmd & f_watched)
                | f_target != f_kernel);
            helper_the_expected_kernel: assert (~f_expects | pool_head_q == f_expected);
            helper_the_expected_kernel_is_read: assert (~(busy_q & from_pool_q & ~from_queues_q & f_expected_chosen)
                | (state_q == STATE_LOAD ? pool_head_q : desc_q) == f_chosen_pool);
            helper_lists: assert (pool_count_q == f_in_pool & queues_count == f_in_lists & queues_turn_q == f_turn
                & (~f_cmd | (in_queues_q == f_bound & (~f_bound | (target_cluster_q == f_cluster
                    & target_rank_q == f_rank & f_cluster < 3 & f_rank < 3'd2))))
                & (f_chosen ? from_queues_q == f_from_lists : ~from_queues_q) & (~f_from_lists | f_from_pool)
                & (HAS_QUEUES | (~f_from_lists & f_in_lists == 32'd0 & f_n_listed == 3'd0 & f_has == 3'd0
                    & ~(f_cmd & f_bound))));
            helper_counts: assert ({1'b0, pool_count_q} + {1'b0, queues_count} <= {1'b0, cfg_pending_limit});
            helper_states_of_lists: assert ((state_q != STATE_LOOK | (f_bound & ~is_suspend))
                & (state_q != STATE_SEEK | f_from_lists));
            helper_clusters: assert (f_clusters & (\u_queues.filled_q >> 3) == 0 & (taken_cluster_q < 3)
                & taken_rank_q < 3'd2 & (target_cluster_q < 3) & target_rank_q < 3'd2);
            helper_levels_read: assert (~(state_q == STATE_LOOK | (state_q == STATE_APPEND & in_queues_q)
                | ((state_q == STATE_SEEK | state_q == STATE_LOAD | state_q == STATE_FETCH) & from_queues_q))
                | \u_queues.levels_read_data == f_levels_of[f_looked*8 +: 8]);
            helper_the_watched_list_has_what_is_followed: assert (~HAS_QUEUES | (f_l_has == (f_n_listed != 3'd0)
                & f_n_listed <= 3'd4));
            helper_the_watched_list_has_each_kernel_once: assert (~f_twice & ~(f_cmd & f_target_is_listed));
            helper_the_ends_of_the_watched_list: assert (~HAS_QUEUES | f_n_listed == 3'd0
                | (f_first_of == f_list[0] & f_last_of == f_last_listed));
            helper_the_last_of_the_list_looked_at: assert (
                ~((state_q == STATE_LOOK | state_q == STATE_APPEND) & in_queues_q)
                | queues_last == f_tails_of[{target_cluster_q[1:0], target_rank_q[0]}*32 +: 32]);
            helper_a_list_with_a_last_has_a_kernel: assert (~(state_q == STATE_APPEND & in_queues_q) | queues_listed);
            helper_the_last_of_each_list_is_in_no_other: assert (~(f_cmd & f_target_is_last)
                & ~(f_watched & f_in_pool != 32'd0 & f_kernel_is_last));
            helper_the_list_read: assert ((~(state_q == STATE_LOAD & f_read_is_ours)
                    | (f_n_listed != 3'd0 & queues_first == f_list[0] & queues_last == f_last_listed))
                & (~(state_q == STATE_FETCH & f_read_is_ours)
                    | (f_n_listed != 3'd0 & desc_q == f_list[0] & queues_last == f_last_listed))
                & (~(state_q == STATE_SEEK) | f_has[taken_cluster_q[1:0]])
                & (~((state_q == STATE_LOOK | state_q == STATE_APPEND) & f_cmd_is_ours & f_n_listed != 3'd0)
                    | queues_last == f_last_listed)
                & (~(state_q == STATE_APPEND & f_cmd_is_ours) | f_n_listed != 3'd0));
            helper_passed_list: assert (~HAS_QUEUES | (f_passed_list + f_ahead_of_list < 3'd3
                & \u_queues.taken_q == f_last_cluster & (f_last_cluster < 3 | f_last_cluster == F_LAST_CLUSTER)));
            helper_timer: assert (~(busy_q & ~offered_q) | timer_q == f_since);
        end
    end

    always @(*) begin
        if (f_alive & ~reset) begin
            a_head_waits_behind_its_running_kernel: cover (f_full[0] & f_blocked[0]
                & ~disp_valid & ~busy_q);
            a_kernel_from_the_pool_is_dispatched: cover (disp_valid & disp_ready & f_from_pool);
            a_command_is_refused: cover (overflow & pending == 32'd1);
            a_kernel_leaves_behind_the_followed_one: cover (disp_valid & f_from_pool
                & f_expected_chosen & f_linked);
            a_suspended_kernel_joins_the_pool: cover (joined & kind_q == 2'd2);
            a_kernel_of_a_cluster_is_dispatched_if_there_are_lists: cover (disp_valid & disp_ready & f_from_pool
                & f_from_lists == HAS_QUEUES);
            a_lower_level_is_passed_if_there_are_lists: cover (~HAS_QUEUES | (state_q == STATE_LOAD & f_from_lists
                & taken_rank_q == 3'd1 & taken_cluster_q == f_l[2:1] & ~f_l[0] & f_n_listed != 3'd0));
        end
    end
