// heddle_arbiter: round-robin arbiter over 32 requesters.
//
// Presets tiny, paper: no sizes to choose.
// Rising edge of clock; reset is synchronous, active high; outputs depend on state only.
//
// Pins of the round-robin arbiter.
//
// Rule 1: `grant_valid` follows a cycle with a request, and only that. Rule 2: the winner is the
// first requester above the last winner, wrapping at 32. Rule 3 (fairness): a requester that keeps
// requesting wins within 32 grants.
module heddle_arbiter (
    input wire clock,
    input wire reset,

    // Requesters
    // One bit per requester: the requester asks for the grant.
    input wire [31:0] request,
    // A requester is granted: there was a request in the previous cycle.
    output wire grant_valid,
    // Number of the winner; zero while `grant_valid` is low.
    output wire [4:0] grant,

    // Status
    // High while no grant is on the pins; stepping without requests changes nothing.
    output wire idle
);

    reg [4:0] last_q;
    reg valid_q;
    wire choice_any;
    wire [4:0] choice_winner;

    heddle_round_robin u_choice (
        .request(request), .last(last_q), .any(choice_any), .winner(choice_winner)
    );

    assign grant_valid = valid_q;
    assign grant = valid_q ? last_q : 5'd0;
    assign idle = ~valid_q;

    always @(posedge clock)
        if (reset) {last_q, valid_q} <= 0;
        else begin
            valid_q <= choice_any;
            if (choice_any) last_q <= choice_winner;
        end
endmodule
