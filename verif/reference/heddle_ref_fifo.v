// Stream buffer of 32-bit words, written by hand from the rules of the unit `fifo`.
module heddle_ref_fifo #(
    parameter DEPTH = 32,
    parameter INDEX = $clog2(DEPTH)
) (
    input wire clock,
    input wire reset,
    input wire in_valid,
    input wire [31:0] in_data,
    input wire out_ready,
    output wire in_ready,
    output wire out_valid,
    output wire [31:0] out_data,
    output wire idle
);
    reg [31:0] slots [0:DEPTH-1];
    reg [INDEX-1:0] head, tail;
    reg [INDEX:0] count;

    wire push = in_valid & in_ready;
    wire pop = out_ready & out_valid;

    always @(posedge clock)
        if (reset) begin
            {head, tail} <= 0;
            count <= 0;
        end else begin
            if (push) tail <= tail + 1'b1;
            if (pop) head <= head + 1'b1;
            if (push & ~pop) count <= count + 1'b1;
            if (pop & ~push) count <= count - 1'b1;
        end

    always @(posedge clock)
        if (push) slots[tail] <= in_data;

    assign in_ready = ~count[INDEX];
    assign out_valid = |count;
    assign out_data = out_valid ? slots[head] : 32'd0;
    assign idle = ~out_valid;
endmodule
