// heddle_fcfs_chains, inside heddle_fcfs.
//
// NAGEI and LAGEI. The chain of a kernel ends with its LAGEI; it is empty if its NAGEI is none,
// which a bit beside it says sooner.
module heddle_fcfs_chains (
    // Rising edge.
    input wire clock,
    // Synchronous reset.
    input wire reset,
    // A kernel enters.
    input wire enter,
    // Entry of the kernel that enters.
    input wire [4:0] enter_kdei,
    // A group to link is offered.
    input wire link,
    // Entry of the kernel it is linked to.
    input wire [4:0] link_kdei,
    // AGEI of the group to link.
    input wire [31:0] link_agei,
    // The Next field to write is taken.
    input wire next_ready,
    // Entry of the kernel in hand.
    input wire [4:0] kdei,
    // The same, one-hot.
    input wire [31:0] hand,
    // The next group of the kernel in hand is first offered by `take` in this cycle.
    input wire take,
    // The Next of the group in hand, which has one, is read.
    input wire read,
    // AGEI in that Next.
    input wire [31:0] read_agei,
    // No Next field waits to be written: a link is taken, a group may be offered.
    output wire settled,
    // Kernel that is linked to, one-hot.
    output wire [31:0] link_select,
    // Group to write to; zero while `settled`.
    output wire [31:0] next_prev,
    // Group it is followed by; zero while `settled`.
    output wire [31:0] next_agei,
    // NAGEI of the kernel in hand.
    output reg [31:0] nagei_in_hand,
    // The chain of the kernel in hand is empty.
    output wire empty,
    // The next group of the kernel in hand has another behind it.
    output wire followed
);

    localparam [31:0] NONE = 32'hffffffff;
    localparam integer ENTRIES = 32;

    reg [31:0] lagei_in_hand, without_q, prev_q, agei_q;
    reg [ENTRIES*32-1:0] nagei_q, lagei_q;
    reg chained_q;

    wire linked = link & ~chained_q;
    wire [31:0] enter_select = enter ? 32'd1 << enter_kdei : 32'd0;
    // A link starts a chain if there is none, or if the last of it is just offered.
    wire last_taken = take & ~followed;
    wire [31:0] select = linked ? 32'd1 << link_kdei : 32'd0;
    // One kernel is in hand, so that the words of all may be ORed.
    wire [31:0] lagei_of_linked = linked ? lagei_q[{link_kdei, 5'd0} +: 32] : 32'd0;
    wire captured = last_taken & (link_kdei == kdei);
    wire [31:0] emptied = last_taken ? hand : 32'd0;
    wire starts = (|(without_q & select)) | captured;

    always @(*) begin : for_nagei_in_hand
        integer i;
        nagei_in_hand = 32'd0;
        lagei_in_hand = 32'd0;
        for (i = 0; i < ENTRIES; i = i + 1) begin
            if (hand[i]) begin
                nagei_in_hand = nagei_in_hand | nagei_q[i*32 +: 32];
                lagei_in_hand = lagei_in_hand | lagei_q[i*32 +: 32];
            end
        end
    end

    assign link_select = select;
    assign empty = |(without_q & hand);
    assign followed = nagei_in_hand != lagei_in_hand;
    assign settled = ~chained_q;
    assign next_prev = prev_q;
    assign next_agei = agei_q;

    always @(posedge clock) begin : registers
        integer i;
        if (reset) {nagei_q, lagei_q, without_q, chained_q, prev_q, agei_q} <= 0;
        else begin
            without_q <= ((without_q | emptied) & ~select) | enter_select;
            if (next_ready) begin
                chained_q <= 1'b0;
                prev_q <= 32'd0;
                agei_q <= 32'd0;
            end
            if (linked & ~starts) begin
                chained_q <= 1'b1;
                prev_q <= lagei_of_linked;
                agei_q <= link_agei;
            end
            for (i = 0; i < ENTRIES; i = i + 1) begin
                if (last_taken & hand[i]) nagei_q[i*32 +: 32] <= NONE;
                if (read & hand[i]) nagei_q[i*32 +: 32] <= read_agei;
                if (select[i]) begin
                    lagei_q[i*32 +: 32] <= link_agei;
                    if (starts) nagei_q[i*32 +: 32] <= link_agei;
                end
                if (enter_select[i]) begin
                    nagei_q[i*32 +: 32] <= NONE;
                    lagei_q[i*32 +: 32] <= NONE;
                end
            end
        end
    end
endmodule
