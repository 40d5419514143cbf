// heddle_kernel_distributor_fcfs, inside heddle_kernel_distributor.
//
// Ring of entry numbers, a place for one taken kernel to wait in while links push, and whether
// the front's payload has been read.
module heddle_kernel_distributor_fcfs (
    // Rising edge.
    input wire clock,
    // Synchronous reset.
    input wire reset,
    // A kernel is taken; never while one is waiting.
    input wire take,
    // Its entry.
    input wire [4:0] take_kdei,
    // A link marks a kernel again.
    input wire mark,
    // Its entry.
    input wire [4:0] mark_kdei,
    // The front is unmarked.
    input wire pop,
    // A taken kernel waits to be pushed.
    output wire waiting,
    // Front of the queue; of no meaning while it is empty.
    output reg [4:0] head_kdei,
    // The payload read with `head_kdei` in the last cycle is that of the front.
    output wire head_shown,
    // Nothing will change unless told to.
    output wire settled
);

    localparam [4:0] LAST_SLOT = 5'd3;
    localparam integer ENTRIES = 4;

    wire push;
    reg [4:0] push_kdei;
    reg [31:0] push_select;
    wire [31:0] front_select;
    reg [ENTRIES*5-1:0] slots_d;
    reg [ENTRIES*5-1:0] slots_q;
    reg [4:0] head_d;
    reg [4:0] head_q;
    reg [4:0] tail_d;
    reg [4:0] tail_q;
    reg [5:0] count_d;
    reg [5:0] count_q;
    wire shown_d;
    reg shown_q;
    reg taken_d;
    reg taken_q;
    reg [4:0] taken_kdei_d;
    reg [4:0] taken_kdei_q;

    always @(*) begin
        head_d = head_q;
        if (pop) begin
            head_d = head_q + 5'd1;
            if (head_q == LAST_SLOT) begin
                head_d = 5'd0;
            end
        end
    end

    always @(*) begin
        tail_d = tail_q;
        push_select = 32'd0;
        if (push) begin
            push_select = 32'd1 << tail_q;
            tail_d = tail_q + 5'd1;
            if (tail_q == LAST_SLOT) begin
                tail_d = 5'd0;
            end
        end
    end

    always @(*) begin
        count_d = count_q;
        if (push & ~pop) begin
            count_d = count_q + 6'd1;
        end
        if (pop & ~push) begin
            count_d = count_q - 6'd1;
        end
    end

    assign shown_d = (count_q != 6'd0) & ~pop;

    always @(*) begin
        taken_d = taken_q;
        taken_kdei_d = taken_kdei_q;
        if (~mark) begin
            taken_d = 1'b0;
        end
        if (take) begin
            taken_d = 1'b1;
            taken_kdei_d = take_kdei;
        end
    end

    assign push = mark | taken_q;

    always @(*) begin
        push_kdei = taken_kdei_q;
        if (mark) begin
            push_kdei = mark_kdei;
        end
    end

    assign front_select = 32'd1 << head_q;

    always @(*) begin : for_head_kdei
        integer i;
        head_kdei = 5'd0;
        for (i = 0; i < ENTRIES; i = i + 1) begin
            if (front_select[i]) begin
                head_kdei = slots_q[i*5 +: 5];
            end
        end
    end

    always @(*) begin : for_slots_d
        integer i;
        for (i = 0; i < ENTRIES; i = i + 1) begin
            slots_d[i*5 +: 5] = slots_q[i*5 +: 5];
            if (push_select[i]) begin
                slots_d[i*5 +: 5] = push_kdei;
            end
        end
    end

    assign waiting = taken_q;
    assign head_shown = shown_q;
    assign settled = ~taken_q & (shown_q == (count_q != 6'd0));

    always @(posedge clock) begin
        if (reset) begin
            slots_q <= {ENTRIES{5'd0}};
            head_q <= 5'd0;
            tail_q <= 5'd0;
            count_q <= 6'd0;
            shown_q <= 1'b0;
            taken_q <= 1'b0;
            taken_kdei_q <= 5'd0;
        end else begin
            slots_q <= slots_d;
            head_q <= head_d;
            tail_q <= tail_d;
            count_q <= count_d;
            shown_q <= shown_d;
            taken_q <= taken_d;
            taken_kdei_q <= taken_kdei_d;
        end
    end
endmodule
