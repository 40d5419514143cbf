// heddle_arbiter: round-robin arbiter over 32 requesters.
//
// Preset tiny: Params.
// Rising edge of clock; reset is synchronous, active high; outputs depend on state only.
//
// Pins of the round-robin arbiter.
//
// Rule 1: `grant_valid` follows a cycle with a request, and only that. Rule 2: the winner is the
// first requester above the last winner, wrapping at 32. Rule 3 (fairness): a requester that
// keeps requesting wins within 32 grants.
module heddle_arbiter (
    input wire clock,
    input wire reset,

    // Requesters
    // One bit a requester.
    input wire [31:0] request,
    // There was a request in the previous cycle.
    output wire grant_valid,
    // The winner; zero without `grant_valid`.
    output reg [4:0] grant,

    // Status
    // No grant is on its way out.
    output wire idle
);

    reg [4:0] last_d;
    reg [4:0] last_q;
    wire valid_d;
    reg valid_q;
    wire [31:0] choice_request;
    wire [4:0] choice_last;
    wire choice_any;
    wire [4:0] choice_winner;

    heddle_round_robin u_choice (
        .request(choice_request),
        .last(choice_last),
        .any(choice_any),
        .winner(choice_winner)
    );

    always @(*) begin
        last_d = last_q;
        if (choice_any) begin
            last_d = choice_winner;
        end
    end

    assign valid_d = choice_any;
    assign choice_request = request;
    assign choice_last = last_q;
    assign grant_valid = valid_q;

    always @(*) begin
        grant = 5'd0;
        if (valid_q) begin
            grant = last_q;
        end
    end

    assign idle = ~valid_q;

    always @(posedge clock) begin
        if (reset) begin
            last_q <= 5'd0;
            valid_q <= 1'b0;
        end else begin
            last_q <= last_d;
            valid_q <= valid_d;
        end
    end
endmodule
