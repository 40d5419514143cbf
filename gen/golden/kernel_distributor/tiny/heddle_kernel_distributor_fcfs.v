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

    reg [ENTRIES*5-1:0] slots_q;
    reg [4:0] head_q, tail_q, taken_kdei_q;
    reg [5:0] count_q;
    reg shown_q, taken_q;

    wire push = mark | taken_q;
    wire [4:0] push_kdei = mark ? mark_kdei : taken_kdei_q;
    wire [31:0] front_select = 32'd1 << head_q;
    wire [31:0] push_select = push ? 32'd1 << tail_q : 32'd0;

    always @(*) begin : for_head_kdei
        integer i;
        head_kdei = 5'd0;
        for (i = 0; i < ENTRIES; i = i + 1) begin
            if (front_select[i]) head_kdei = slots_q[i*5 +: 5];
        end
    end

    assign waiting = taken_q;
    assign head_shown = shown_q;
    assign settled = ~taken_q & (shown_q == (count_q != 6'd0));

    always @(posedge clock) begin : registers
        integer i;
        if (reset) {slots_q, head_q, tail_q, count_q, shown_q, taken_q, taken_kdei_q} <= 0;
        else begin
            if (~mark) taken_q <= 1'b0;
            if (take) begin
                taken_q <= 1'b1;
                taken_kdei_q <= take_kdei;
            end
            if (push) begin
                tail_q <= tail_q + 5'd1;
                if (tail_q == LAST_SLOT) tail_q <= 5'd0;
            end
            if (pop) begin
                head_q <= head_q + 5'd1;
                if (head_q == LAST_SLOT) head_q <= 5'd0;
            end
            if (push & ~pop) count_q <= count_q + 6'd1;
            if (pop & ~push) count_q <= count_q - 6'd1;
            shown_q <= (count_q != 6'd0) & ~pop;
            for (i = 0; i < ENTRIES; i = i + 1) begin
                if (push_select[i]) slots_q[i*5 +: 5] <= push_kdei;
            end
        end
    end
endmodule
