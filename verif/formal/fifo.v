    // Plan: k=1 cover_within=4
    // Rules of hw/src/kit/fifo/pins.rs. The properties follow one arbitrary element.

    // Any element may be the followed one.
    (* anyseq *) wire f_choose;
    reg f_following;
    reg f_gone;
    reg [31:0] f_element;
    // Elements that leave before the followed one.
    reg [5:0] f_ahead;

    wire f_leaves = f_following & out_valid & out_ready & (f_ahead == 6'd0);

    always @(posedge clock) begin
        if (reset) begin
            f_following <= 1'b0;
            f_gone <= 1'b0;
            f_element <= 32'd0;
            f_ahead <= 6'd0;
        end else if (f_choose & ~f_following & ~f_gone & in_valid & in_ready) begin
            f_following <= 1'b1;
            f_element <= in_data;
            f_ahead <= count_q - {5'd0, pop};
        end else if (f_leaves) begin
            f_following <= 1'b0;
            f_gone <= 1'b1;
        end else if (f_following & out_valid & out_ready) begin
            f_ahead <= f_ahead - 6'd1;
        end
    end

    always @(*) begin
        if (f_alive) begin
            no_more_elements_than_places: assert (count_q <= ELEMENTS);
            ready_says_that_there_is_room: assert (in_ready == (count_q != ELEMENTS));
            rule_5_an_element_leaves_in_its_turn: assert (~f_leaves | out_data == f_element);
            rule_5_no_element_is_lost: assert (~f_following | out_valid);
            an_element_waits_for_those_before_it_only: assert (~f_following | f_ahead < ELEMENTS);

            helper_full_and_occupied_agree_with_the_count: assert (full_q == (count_q == ELEMENTS)
                & occupied_q == (count_q != 6'd0));
            helper_pointers_are_in_range: assert (head_q <= MASK & tail_q <= MASK);
            helper_pointers_agree_with_the_count: assert (tail_q == ((head_q + count_q) & MASK));
            helper_it_is_among_the_elements: assert (~f_following | f_ahead < count_q);
            helper_it_sits_where_its_turn_says: assert (~f_following
                | ((head_q[0] ^ f_ahead[0]) ? slots_q[63:32] : slots_q[31:0]) == f_element);
        end
    end

    always @(*) begin
        it_is_full: cover (f_alive & count_q == ELEMENTS);
        a_followed_element_leaves_behind_another: cover (f_alive & f_gone & out_valid);
        it_is_pushed_and_popped_at_one_edge: cover (f_alive & ~reset & push & pop);
    end
