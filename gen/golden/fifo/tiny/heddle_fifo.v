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
    // The FIFO has room for an element.
    output wire in_ready,
    // Element offered to the FIFO.
    input wire [31:0] in_data,

    // Consumer
    // The FIFO offers its oldest element.
    output wire out_valid,
    // The consumer takes the oldest element.
    input wire out_ready,
    // Oldest element of the FIFO; zero while `out_valid` is low.
    output reg [31:0] out_data,

    // Status
    // High while the FIFO is empty.
    output wire idle
);

    localparam [4:0] MASK = 5'd1;
    localparam integer ELEMENTS = 2;

    reg [ELEMENTS*32-1:0] slots_q;
    reg [4:0] head_q, tail_q;
    reg [5:0] count_q;
    reg full_q, occupied_q;

    wire room = ~full_q;
    wire pop = out_ready & occupied_q;
    wire [31:0] head_select = occupied_q ? 32'd1 << head_q : 32'd0;
    wire [31:0] tail_select = 32'd1 << tail_q;
    wire push = in_valid & room;

    // The slot behind the last element takes what is on the pins whether valid or not: only a push
    // counts it, and `in_valid`, which may come late, does not go to every slot. One slot at most
    // is selected to be read, so that the words may be ORed.
    always @(*) begin : for_out_data
        integer i;
        out_data = 32'd0;
        for (i = 0; i < ELEMENTS; i = i + 1) begin
            if (head_select[i]) out_data = out_data | slots_q[i*32 +: 32];
        end
    end

    assign in_ready = room;
    assign out_valid = occupied_q;
    assign idle = ~occupied_q;

    always @(posedge clock) begin : registers
        integer i;
        if (reset) {head_q, tail_q, count_q, full_q, occupied_q} <= 0;
        else begin
            for (i = 0; i < ELEMENTS; i = i + 1) begin
                if (room & tail_select[i]) slots_q[i*32 +: 32] <= in_data;
            end
            if (push) tail_q <= (tail_q + 5'd1) & MASK;
            if (pop) head_q <= (head_q + 5'd1) & MASK;
            if (push & ~pop) count_q <= count_q + 6'd1;
            if (pop & ~push) count_q <= count_q - 6'd1;
            // What both sides ask of the count is kept beside it.
            if (push & ~pop) begin
                full_q <= (count_q == {1'b0, MASK});
                occupied_q <= 1'b1;
            end
            if (pop & ~push) begin
                full_q <= 1'b0;
                occupied_q <= (count_q != 6'd1);
            end
        end
    end
endmodule
