    // Plan: k=1 cover_within=4
    // Rules of hw/src/kit/arbiter/pins.rs. The properties follow one arbitrary requester.

    (* anyconst *) wire [4:0] f_requester;
    // Grants to others since the followed requester began to request without interruption.
    reg [5:0] f_waited;
    // Distance of the followed requester above the last winner: zero for the one right above.
    wire [4:0] f_distance = f_requester - last_q - 5'd1;
    // Whether there was a request in the last cycle, the requests, and the winner before them.
    reg f_any;
    reg [31:0] f_request;
    reg [4:0] f_last;

    always @(posedge clock) begin
        f_any <= |request & ~reset;
        f_request <= request;
        f_last <= last_q;
        if (reset | ~request[f_requester] | choice_winner == f_requester) begin
            f_waited <= 6'd0;
        end else begin
            f_waited <= f_waited + 6'd1;
        end
    end

    // Distances of the new winner and of the followed requester above the last winner.
    wire [4:0] f_winner_distance = grant - f_last - 5'd1;
    wire [4:0] f_followed_distance = f_requester - f_last - 5'd1;

    always @(*) begin
        if (f_alive) begin
            rule_1_a_grant_follows_a_request_and_only_that: assert (grant_valid == f_any);
            rule_1_the_winner_had_requested: assert (~grant_valid | f_request[grant]);
            rule_2_no_requester_is_passed_over: assert (~grant_valid | ~f_request[f_requester]
                | f_winner_distance <= f_followed_distance);
            rule_3_a_steady_requester_wins_within_32_grants: assert (f_waited < 6'd32);
            helper_every_grant_to_another_comes_nearer: assert (f_waited + {1'b0, f_distance}
                <= 6'd31);
        end
    end

    always @(*) begin
        a_requester_wins_after_another: cover (f_alive & ~reset & f_waited == 6'd1
            & choice_winner == f_requester & request[f_requester]);
        requesters_wrap: cover (f_alive & grant_valid & grant < f_last);
    end
