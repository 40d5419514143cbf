// heddle_dats_tbs, inside heddle_dats.
//
// stream buffer of 32-bit words; depth 2 is a skid
module heddle_dats_tbs (
    input wire clock,
    input wire reset,

    // Producer
    // An element is offered.
    input wire in_valid,
    // The element.
    input wire [31:0] in_data,

    // Consumer
    // The oldest element is taken.
    input wire out_ready,

    // Producer
    // There is room.
    output wire in_ready,

    // Consumer
    // There is an element.
    output wire out_valid,
    // The oldest element.
    output reg [31:0] out_data,

    // Status
    // Empty.
    output wire idle
);

    localparam [5:0] DEPTH = 6'd2;
    localparam [5:0] MASK = 6'd1;
    localparam integer ELEMENTS = 2;

    wire push;
    wire pop;
    wire [31:0] head_select;
    wire [31:0] tail_select;
    reg [ELEMENTS*32-1:0] slots_d;
    reg [ELEMENTS*32-1:0] slots_q;
    reg [5:0] head_d;
    reg [5:0] head_q;
    reg [5:0] tail_d;
    reg [5:0] tail_q;
    reg [5:0] count_d;
    reg [5:0] count_q;

    always @(*) begin
        head_d = head_q;
        if (pop) begin
            head_d = (head_q + 6'd1) & MASK;
        end
    end

    always @(*) begin
        tail_d = tail_q;
        if (push) begin
            tail_d = (tail_q + 6'd1) & MASK;
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

    assign in_ready = count_q != DEPTH;
    assign out_valid = count_q != 6'd0;
    assign idle = count_q == 6'd0;
    assign push = in_valid & (count_q != DEPTH);
    assign pop = out_ready & (count_q != 6'd0);
    assign head_select = 32'd1 << head_q;
    assign tail_select = 32'd1 << tail_q;

    always @(*) begin : for_out_data
        integer i;
        out_data = 32'd0;
        for (i = 0; i < ELEMENTS; i = i + 1) begin
            if (head_select[i] & (count_q != 6'd0)) begin
                out_data = slots_q[i*32 +: 32];
            end
        end
    end

    always @(*) begin : for_slots_d
        integer i;
        for (i = 0; i < ELEMENTS; i = i + 1) begin
            slots_d[i*32 +: 32] = slots_q[i*32 +: 32];
            if (push & tail_select[i]) begin
                slots_d[i*32 +: 32] = in_data;
            end
        end
    end

    always @(posedge clock) begin
        if (reset) begin
            slots_q <= {ELEMENTS{32'd0}};
            head_q <= 6'd0;
            tail_q <= 6'd0;
            count_q <= 6'd0;
        end else begin
            slots_q <= slots_d;
            head_q <= head_d;
            tail_q <= tail_d;
            count_q <= count_d;
        end
    end
endmodule
