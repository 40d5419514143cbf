    // Plan: k=1 cover_within=24
    // Rules of hw/src/shifting_queue/pins.rs. The properties follow one arbitrary item at a time.

    // Words: f_kdeis u_items.u_item_kdei
    // Words: f_pcs u_items.u_item_pc
    // Words: f_params u_items.u_item_param
    // Words: f_shapes u_items.u_item_shape
    // Words: f_demands u_items.u_item_demand
    // Words: f_xs u_items.u_item_x
    // Words: f_yzs u_items.u_item_yz

    // Any item may be the followed one.
    (* anyseq *) wire f_choose;
    reg f_following;
    reg [191:0] f_item;
    reg [2:0] f_level;
    // Items that leave before it.
    reg [8:0] f_ahead;
    // Items of each level.
    reg [8:0] f_one;
    reg [8:0] f_two;
    reg [8:0] f_three;
    // Cycles until the items have moved.
    reg [8:0] f_closed;

    wire f_pop = take & head_valid;
    wire f_push = insert_valid & insert_ready;
    wire [8:0] f_all = f_one + f_two + f_three;
    // When the head has left.
    wire [8:0] f_three_left = f_three - {8'd0, f_pop & f_three != 9'd0};
    wire [8:0] f_two_left = f_two - {8'd0, f_pop & f_three == 9'd0 & f_two != 9'd0};
    wire [8:0] f_one_left = f_one - {8'd0, f_pop & f_three == 9'd0 & f_two == 9'd0};
    wire [8:0] f_below = insert_level == 3'd1 ? 9'd0 : insert_level == 3'd2 ? f_one_left : f_one_left + f_two_left;
    wire [8:0] f_before = f_one_left + f_two_left + f_three_left - f_below;

    always @(posedge clock) begin
        if (reset) begin
            f_following <= 1'b0;
            {f_ahead, f_one, f_two, f_three, f_closed} <= 45'd0;
        end else begin
            f_one <= f_one_left + {8'd0, f_push & insert_level == 3'd1};
            f_two <= f_two_left + {8'd0, f_push & insert_level == 3'd2};
            f_three <= f_three_left + {8'd0, f_push & insert_level == 3'd3};
            f_closed <= f_push ? f_below + 9'd2 : f_closed == 9'd0 ? 9'd0 : f_closed - 9'd1;
            if (~f_following & f_push & f_choose) begin
                f_following <= 1'b1;
                f_item <= {insert_kdei, insert_pc, insert_param, insert_shape, insert_demand, insert_grid_x,
                    insert_grid_yz};
                f_level <= insert_level;
                f_ahead <= f_before;
            end else if (f_following) begin
                f_following <= ~(f_pop & f_ahead == 9'd0);
                f_ahead <= f_ahead - {8'd0, f_pop} + {8'd0, f_push & insert_level > f_level};
            end
        end
    end

    // Places behind the head: of the new item, of the item that moves next, and of the followed one in the memory.
    wire [1:0] f_new_place = place_q[1:0] - base_q[1:0];
    wire [1:0] f_hole_place = hole_q[1:0] - base_q[1:0];
    wire f_is_new = state_q == STATE_SHIFT & f_ahead == {7'd0, f_new_place};
    wire f_has_to_move = state_q == STATE_SHIFT & f_ahead > {7'd0, f_new_place} & f_ahead <= {7'd0, f_hole_place};
    wire [1:0] f_at = base_q[1:0] + f_ahead[1:0] - {1'b0, f_has_to_move};
    // The words of the followed one, of the head, and of the item that moves next.
    wire [1:0] f_moved = hole_q[1:0] - 2'd1;
    wire [191:0] f_word = {f_kdeis[f_at * 5 +: 5], f_pcs[f_at * 32 +: 32], f_params[f_at * 32 +: 32],
        f_shapes[f_at * 29 +: 29], f_demands[f_at * 30 +: 30], f_xs[f_at * 32 +: 32], f_yzs[f_at * 32 +: 32]};
    wire [1:0] f_shown = state_q == STATE_SHIFT ? f_moved : base_q[1:0];
    wire [191:0] f_shown_word = {f_kdeis[f_shown * 5 +: 5], f_pcs[f_shown * 32 +: 32], f_params[f_shown * 32 +: 32],
        f_shapes[f_shown * 29 +: 29], f_demands[f_shown * 30 +: 30], f_xs[f_shown * 32 +: 32],
        f_yzs[f_shown * 32 +: 32]};
    wire [191:0] f_read = {items_kdei, items_pc, items_param, items_shape, items_demand, items_x, items_yz};
    wire [191:0] f_new = {new_kdei_q, new_pc_q, new_param_q, new_shape_q, new_demand_q, new_x_q, new_yz_q};
    wire f_reads = state_q == STATE_SHIFT ? hole_q != place_q : state_q == STATE_REST & f_all != 9'd0;

    always @(*) begin
        rule_1_an_item_is_of_a_level_that_there_is: assume (~insert_valid
            | (insert_level != 3'd0 & insert_level <= 3'd3));
        rule_3_the_head_is_taken_from_the_pins: assume (~take | head_valid);
        if (f_alive) begin
            rule_1_an_item_leaves_in_its_turn: assert (~f_following | f_ahead != 9'd0 | ~head_valid
                | {head_kdei, head_pc, head_param, head_shape, head_demand, head_grid_x, head_grid_yz} == f_item);
            rule_1_no_item_is_lost: assert (~f_following | f_ahead < queued);
            rule_2_the_head_is_shown_unless_items_move: assert (head_valid == (f_closed == 9'd0 & f_all != 9'd0));
            rule_4_an_item_is_taken_if_there_is_room_and_none_moves: assert (insert_ready
                == (f_closed == 9'd0 & f_all != 9'd4));
            rule_4_items_move_for_no_longer_than_there_are_entries: assert (f_closed <= 9'd5);
            queued_counts_the_items: assert (queued == f_all & idle == (f_all == 9'd0));

            helper_counts: assert (f_one <= 9'd4 & f_two <= 9'd4 & f_three <= 9'd4 & f_all <= 9'd4 & count_q == f_all
                & ends_q[8:0] == f_two + f_three & ends_q[17:9] == f_three);
            helper_places: assert (base_q <= 9'd3 & place_q <= 9'd3 & hole_q <= 9'd3);
            helper_level: assert (~f_following | (f_level != 3'd0 & f_level <= 3'd3 & f_ahead < f_all));
            helper_turn: assert (~f_following | (f_level == 3'd1 ? f_ahead >= f_two + f_three
                : f_level == 3'd2 ? f_ahead >= f_three & f_ahead < f_two + f_three : f_ahead < f_three));
            helper_state: assert (state_q == STATE_REST ? f_closed == 9'd0 : state_q == STATE_READ ? f_closed == 9'd1
                : state_q == STATE_SHIFT & f_closed == {7'd0, f_hole_place - f_new_place} + 9'd2
                    & f_new_place <= f_hole_place & {7'd0, f_hole_place} < f_all);
            helper_read: assert (~f_reads | f_read == f_shown_word);
            helper_item: assert (~f_following | (f_is_new ? f_new == f_item : f_word == f_item));
        end
    end

    always @(*) begin
        it_is_full: cover (f_alive & f_all == 9'd4);
        all_others_move: cover (f_alive & f_closed == 9'd5);
        the_followed_one_leaves_after_one_that_came_later: cover (f_alive & f_following & f_pop & f_ahead == 9'd0
            & f_level == 3'd1 & f_one == 9'd2 & base_q == 9'd2);
        one_comes_as_the_only_one_leaves: cover (f_alive & ~reset & f_push & f_pop & f_all == 9'd1);
    end
