// heddle_dgb_states, inside heddle_dgb.
//
// The bits, in words of 32. Places are those of nodes in the LNA.
module heddle_dgb_states (
    // Rising edge.
    input wire clock,
    // Synchronous reset.
    input wire reset,
    // Where the tail is.
    input wire [15:0] tail,
    // The tail moves on: it is no longer done.
    input wire pass,
    // A child becomes ready.
    input wire wake_child,
    // Where it is.
    input wire [15:0] child,
    // The youngest becomes ready.
    input wire wake_youngest,
    // Where it is.
    input wire [15:0] youngest,
    // A ready node is offered.
    input wire take,
    // Where it is.
    input wire [15:0] taken,
    // A node is done.
    input wire finish,
    // Where it is.
    input wire [15:0] finished,
    // The tail is done.
    output wire tail_done,
    // A node is ready.
    output wire any,
    // The word of the smallest.
    output reg [4:0] word,
    // The bits of that word it is the lowest of.
    output reg [31:0] word_bits
);

    localparam integer WORDS = 4;

    wire [31:0] tail_word;
    reg [31:0] child_word;
    reg [31:0] youngest_word;
    reg [31:0] taken_word;
    reg [31:0] finished_word;
    wire [31:0] tail_bit;
    wire [31:0] child_bit;
    wire [31:0] youngest_bit;
    wire [31:0] taken_bit;
    wire [31:0] finished_bit;
    reg [31:0] new_ready;
    reg [31:0] new_done;
    reg [31:0] summary;
    reg [31:0] tail_ready;
    reg [31:0] tail_dones;
    wire [31:0] from_tail;
    wire [31:0] other;
    reg [31:0] other_bits;
    reg [WORDS*32-1:0] ready_d;
    reg [WORDS*32-1:0] ready_q;
    reg [WORDS*32-1:0] done_d;
    reg [WORDS*32-1:0] done_q;
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

    assign tail_word = 32'd1 << tail[9:5];
    assign tail_bit = 32'd1 << tail[4:0];

    always @(*) begin
        child_word = 32'd0;
        if (wake_child) begin
            child_word = 32'd1 << child[9:5];
        end
    end

    assign child_bit = 32'd1 << child[4:0];

    always @(*) begin
        youngest_word = 32'd0;
        if (wake_youngest) begin
            youngest_word = 32'd1 << youngest[9:5];
        end
    end

    assign youngest_bit = 32'd1 << youngest[4:0];

    always @(*) begin
        taken_word = 32'd0;
        if (take) begin
            taken_word = 32'd1 << taken[9:5];
        end
    end

    assign taken_bit = 32'd1 << taken[4:0];

    always @(*) begin
        finished_word = 32'd0;
        if (finish) begin
            finished_word = 32'd1 << finished[9:5];
        end
    end

    assign finished_bit = 32'd1 << finished[4:0];

    always @(*) begin : for_summary
        integer i;
        summary = 32'd0;
        for (i = 0; i < WORDS; i = i + 1) begin
            if (|ready_q[i*32 +: 32]) begin
                summary[i] = 1'b1;
            end
        end
    end

    always @(*) begin : for_tail_ready
        integer i;
        tail_ready = 32'd0;
        tail_dones = 32'd0;
        for (i = 0; i < WORDS; i = i + 1) begin
            if (tail_word[i]) begin
                tail_ready = ready_q[i*32 +: 32];
                tail_dones = done_q[i*32 +: 32];
            end
        end
    end

    always @(*) begin : for_other_bits
        integer i;
        other_bits = 32'd0;
        for (i = 0; i < WORDS; i = i + 1) begin
            if (other[i]) begin
                other_bits = ready_q[i*32 +: 32];
            end
        end
    end

    assign other = 32'd1 << choice_winner;

    always @(*) begin : for_new_ready
        integer i;
        for (i = 0; i < WORDS; i = i + 1) begin
            new_ready = ready_q[i*32 +: 32];
            if (taken_word[i]) begin
                new_ready = new_ready & ~taken_bit;
            end
            if (child_word[i]) begin
                new_ready = new_ready | child_bit;
            end
            if (youngest_word[i]) begin
                new_ready = new_ready | youngest_bit;
            end
            ready_d[i*32 +: 32] = new_ready;
        end
    end

    always @(*) begin : for_new_done
        integer i;
        for (i = 0; i < WORDS; i = i + 1) begin
            new_done = done_q[i*32 +: 32];
            if (pass & tail_word[i]) begin
                new_done = new_done & ~tail_bit;
            end
            if (finished_word[i]) begin
                new_done = new_done | finished_bit;
            end
            done_d[i*32 +: 32] = new_done;
        end
    end

    assign tail_done = |(tail_dones & tail_bit);
    assign choice_request = summary;
    assign choice_last = tail[9:5];
    assign from_tail = tail_ready & (32'hffffffff << tail[4:0]);
    assign any = |summary;

    always @(*) begin
        word = choice_winner;
        word_bits = other_bits;
        if (|from_tail) begin
            word = tail[9:5];
            word_bits = from_tail;
        end
    end

    always @(posedge clock) begin
        if (reset) begin
            ready_q <= {WORDS{32'd0}};
            done_q <= {WORDS{32'd0}};
        end else begin
            ready_q <= ready_d;
            done_q <= done_d;
        end
    end

    // Bits that nothing reads.
    wire unused_ok;
    assign unused_ok = &{
        1'b0,
        tail[15:10],
        child[15:10],
        youngest[15:10],
        taken[15:10],
        finished[15:10],
        choice_any,
        1'b0
    };
endmodule
