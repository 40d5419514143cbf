// heddle_fifo: stream buffer of 32-bit words; depth 2 is a skid buffer.
//
// Preset tiny: depth: 2.
// Rising edge of clock; reset is synchronous, active high; outputs depend on state only.
//
// Pins of the FIFO, and the stream rules of every unit.
//
// Stream rules: (1) a transfer happens at an edge with valid and ready both high; (2) valid and
// payload stay until the transfer; (3) payload is zero while valid is low; (4) ready may rise and
// fall freely and never waits for valid, nor valid for ready. Rule 5: elements leave in the order
// of their arrival, each once.
module heddle_fifo (
    input wire clock,
    input wire reset,

    // Producer
    // An element is offered to the FIFO.
    input wire in_valid,
    // Element offered to the FIFO.
    input wire [31:0] in_data,

    // Consumer
    // The consumer takes the oldest element.
    input wire out_ready,

    // Producer
    // The FIFO has room for an element.
    output wire in_ready,

    // Consumer
    // The FIFO offers its oldest element.
    output wire out_valid,
    // Oldest element of the FIFO; zero while `out_valid` is low.
    output reg [31:0] out_data,

    // Status
    // High while the FIFO is empty.
    output wire idle
);

    localparam [5:0] DEPTH = 6'd2;
    localparam [4:0] MASK = 5'd1;
    localparam integer ELEMENTS = 2;

    reg [ELEMENTS*32-1:0] slots_q;
    reg [4:0] head_q, tail_q;
    reg [5:0] count_q;

    wire push = in_valid & (count_q != DEPTH);
    wire pop = out_ready & (count_q != 6'd0);
    wire [31:0] head_select = 32'd1 << head_q;
    wire [31:0] tail_select = 32'd1 << tail_q;

    always @(*) begin : for_out_data
        integer i;
        out_data = 32'd0;
        for (i = 0; i < ELEMENTS; i = i + 1) begin
            if (head_select[i] & (count_q != 6'd0)) out_data = slots_q[i*32 +: 32];
        end
    end

    assign in_ready = count_q != DEPTH;
    assign out_valid = count_q != 6'd0;
    assign idle = count_q == 6'd0;

    always @(posedge clock) begin : registers
        integer i;
        if (reset) {slots_q, head_q, tail_q, count_q} <= 0;
        else begin
            for (i = 0; i < ELEMENTS; i = i + 1) begin
                if (push & tail_select[i]) slots_q[i*32 +: 32] <= in_data;
            end
            if (push) tail_q <= (tail_q + 5'd1) & MASK;
            if (pop) head_q <= (head_q + 5'd1) & MASK;
            if (push & ~pop) count_q <= count_q + 6'd1;
            if (pop & ~push) count_q <= count_q - 6'd1;
        end
    end
endmodule
