// heddle_fcfs_queue, inside heddle_fcfs.
//
// Ring of entry numbers. A link pushes before a kernel that enters at the same edge.
module heddle_fcfs_queue (
    // Rising edge.
    input wire clock,
    // Synchronous reset.
    input wire reset,
    // A link queues its kernel.
    input wire mark,
    // Entry of the linked kernel.
    input wire [4:0] mark_kdei,
    // A kernel enters.
    input wire enter,
    // Entry of the kernel that enters.
    input wire [4:0] enter_kdei,
    // The front is looked at and leaves the queue.
    input wire pop,
    // A kernel is queued.
    output wire any,
    // Front of the queue; of no meaning while it is empty.
    output wire [4:0] front
);

    localparam [4:0] LAST_SLOT = 5'd31;
    localparam integer ENTRIES = 32;

    reg [4:0] after_mark, after_enter, head_q, tail_q;
    reg [5:0] pushed, count_q;
    reg [ENTRIES*5-1:0] slots_q;

    wire [31:0] mark_select = mark ? 32'd1 << tail_q : 32'd0;
    wire [31:0] enter_select = enter ? 32'd1 << after_mark : 32'd0;
    wire [5:0] popped = pop ? 6'd1 : 6'd0;

    always @(*) begin
        pushed = 6'd0;
        after_mark = tail_q;
        if (mark) begin
            pushed = 6'd1;
            after_mark = tail_q + 5'd1;
            if (tail_q == LAST_SLOT) after_mark = 5'd0;
        end
        after_enter = after_mark;
        if (enter) begin
            pushed = 6'd1;
            if (mark) pushed = 6'd2;
            after_enter = after_mark + 5'd1;
            if (after_mark == LAST_SLOT) after_enter = 5'd0;
        end
    end

    assign front = slots_q[head_q*5 +: 5];
    assign any = count_q != 6'd0;

    always @(posedge clock) begin : registers
        integer i;
        if (reset) {slots_q, head_q, tail_q, count_q} <= 0;
        else begin
            tail_q <= after_enter;
            if (pop) begin
                head_q <= head_q + 5'd1;
                if (head_q == LAST_SLOT) head_q <= 5'd0;
            end
            count_q <= (count_q + pushed) - popped;
            for (i = 0; i < ENTRIES; i = i + 1) begin
                if (mark_select[i]) slots_q[i*5 +: 5] <= mark_kdei;
                if (enter_select[i]) slots_q[i*5 +: 5] <= enter_kdei;
            end
        end
    end
endmodule
