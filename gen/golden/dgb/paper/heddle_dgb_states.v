// heddle_dgb_states, inside heddle_dgb.
//
// Stores the bits, in words of 32. Indices are entries of the LNA.
module heddle_dgb_states (
    // Clock of the block; it acts on the rising edge.
    input wire clock,
    // Synchronous reset, active high.
    input wire reset,
    // LNA entry of the tail.
    input wire [15:0] tail,
    // The tail moves on, and the bits of its entry are cleared.
    input wire pass,
    // A child becomes ready.
    input wire wake_child,
    // LNA entry of the child that becomes ready.
    input wire [15:0] child,
    // The youngest node of the window becomes ready.
    input wire wake_youngest,
    // LNA entry of the youngest node of the window.
    input wire [15:0] youngest,
    // A ready node is chosen for the offer.
    input wire take,
    // LNA entry of the node chosen for the offer.
    input wire [15:0] taken,
    // A node is completed.
    input wire finish,
    // LNA entry of the completed node.
    input wire [15:0] finished,
    // The tail is completed.
    output wire tail_done,
    // At least one node is ready.
    output wire any,
    // Number of the word with the smallest ready node.
    output wire [4:0] word,
    // Ready bits of that word; the lowest is the smallest ready node.
    output wire [31:0] word_bits
);

    localparam integer WORDS = 4;

    reg [31:0] new_ready, new_done, summary;
    reg [WORDS*32-1:0] ready_d, ready_q, done_d, done_q;
    wire choice_any;
    wire [4:0] choice_winner;

    wire [31:0] tail_word = 32'd1 << tail[9:5];
    wire [31:0] tail_bit = 32'd1 << tail[4:0];
    wire [31:0] child_bit = 32'd1 << child[4:0];
    wire [31:0] child_word = wake_child ? 32'd1 << child[9:5] : 32'd0;
    wire [31:0] youngest_bit = 32'd1 << youngest[4:0];
    wire [31:0] youngest_word = wake_youngest ? 32'd1 << youngest[9:5] : 32'd0;
    wire [31:0] taken_bit = 32'd1 << taken[4:0];
    wire [31:0] taken_word = take ? 32'd1 << taken[9:5] : 32'd0;
    wire [31:0] finished_bit = 32'd1 << finished[4:0];
    wire [31:0] finished_word = finish ? 32'd1 << finished[9:5] : 32'd0;
    wire [31:0] tail_dones = (tail[9:7] == 3'd0) ? done_q[{tail[6:5], 5'd0} +: 32] : 32'd0;
    wire [31:0] tail_ready = (tail[9:7] == 3'd0) ? ready_q[{tail[6:5], 5'd0} +: 32] : 32'd0;
    wire [31:0] other_bits = (choice_winner[4:2] == 3'd0)
        ? ready_q[{choice_winner[1:0], 5'd0} +: 32] : 32'd0;
    // The search order: the tail's word from the tail on, the other words, then the rest of the
    // tail's word.
    wire [31:0] from_tail = tail_ready & (32'hffffffff << tail[4:0]);

    heddle_round_robin u_choice (
        .request(summary), .last(tail[9:5]), .any(choice_any), .winner(choice_winner)
    );

    always @(*) begin : for_summary
        integer i;
        summary = 32'd0;
        for (i = 0; i < WORDS; i = i + 1) begin
            if (|ready_q[i*32 +: 32]) summary[i] = 1'b1;
        end
    end

    always @(*) begin : for_new_ready
        integer i;
        for (i = 0; i < WORDS; i = i + 1) begin
            new_ready = ready_q[i*32 +: 32];
            if (taken_word[i]) new_ready = new_ready & ~taken_bit;
            if (child_word[i]) new_ready = new_ready | child_bit;
            if (youngest_word[i]) new_ready = new_ready | youngest_bit;
            ready_d[i*32 +: 32] = new_ready;
        end
    end

    always @(*) begin : for_new_done
        integer i;
        for (i = 0; i < WORDS; i = i + 1) begin
            new_done = done_q[i*32 +: 32];
            if (pass & tail_word[i]) new_done = new_done & ~tail_bit;
            if (finished_word[i]) new_done = new_done | finished_bit;
            done_d[i*32 +: 32] = new_done;
        end
    end

    assign tail_done = |(tail_dones & tail_bit);
    assign any = |summary;
    assign word = (|from_tail) ? tail[9:5] : choice_winner;
    assign word_bits = (|from_tail) ? from_tail : other_bits;

    always @(posedge clock)
        if (reset) {ready_q, done_q} <= 0;
        else begin
            ready_q <= ready_d;
            done_q <= done_d;
        end

    // Bits that nothing reads.
    wire unused_ok = &{1'b0, tail[15:10], child[15:10], youngest[15:10], taken[15:10],
        finished[15:10], choice_any, 1'b0};
endmodule
