// heddle_dgb_ring, inside heddle_dgb.
//
// The entries and how far they have been turned.
module heddle_dgb_ring (
    // Rising edge.
    input wire clock,
    // Synchronous reset.
    input wire reset,
    // There is a node to compare with.
    input wire at_hand,
    // The node.
    input wire [31:0] node,
    // A child is put in; never while full.
    input wire append,
    // The child.
    input wire [31:0] child,
    // Entries in use.
    output wire [6:0] used,
    // None is free.
    output wire full,
    // The node at hand has been compared with all.
    output wire turned,
    // An entry names the node at hand and is taken out.
    output wire found
);

    localparam [6:0] ENTRIES = 7'd64;
    localparam [6:0] LAST = 7'd63;

    wire visit;
    wire names;
    reg [6:0] after;
    reg [6:0] in_front;
    wire [6:0] sum;
    reg [6:0] back;
    wire [6:0] left;
    reg [15:0] memory_read_addr;
    wire [31:0] memory_read_data;
    reg memory_write_enable;
    reg [15:0] memory_write_addr;
    reg [31:0] memory_write_data;
    reg [6:0] front_d;
    reg [6:0] front_q;
    reg [6:0] count_d;
    reg [6:0] count_q;
    reg [6:0] unvisited_d;
    reg [6:0] unvisited_q;
    reg visiting_d;
    reg visiting_q;

    heddle_sram_macro #(.WIDTH(16), .ENTRIES(64)) u_memory (
        .clock(clock),
        .read_addr(memory_read_addr[5:0]),
        .read_data(memory_read_data[15:0]),
        .write_enable(memory_write_enable),
        .write_addr(memory_write_addr[5:0]),
        .write_data(memory_write_data[15:0])
    );
    assign memory_read_data[31:16] = 16'd0;

    always @(*) begin
        front_d = front_q;
        count_d = count_q;
        unvisited_d = unvisited_q;
        memory_read_addr = {9'd0, front_q};
        memory_write_enable = 1'b0;
        memory_write_addr = {9'd0, back};
        memory_write_data = memory_read_data;
        visiting_d = at_hand & (|unvisited_q);
        if (visit) begin
            memory_read_addr = {9'd0, after};
            memory_write_enable = ~names;
            front_d = after;
            unvisited_d = left;
            visiting_d = |left;
            if (names) begin
                count_d = count_q - 7'd1;
            end
        end
        if (append) begin
            memory_write_enable = 1'b1;
            memory_write_addr = {9'd0, in_front};
            memory_write_data = child;
            front_d = in_front;
            count_d = count_q + 7'd1;
            unvisited_d = unvisited_q + 7'd1;
            visiting_d = 1'b0;
            if (~at_hand) begin
                unvisited_d = count_q + 7'd1;
            end
        end
        if (~at_hand & ~append) begin
            unvisited_d = count_q;
        end
    end

    assign visit = visiting_q & ~append;
    assign names = memory_read_data == node;

    always @(*) begin
        after = front_q + 7'd1;
        if (front_q == LAST) begin
            after = 7'd0;
        end
    end

    always @(*) begin
        in_front = front_q - 7'd1;
        if (front_q == 7'd0) begin
            in_front = LAST;
        end
    end

    assign sum = front_q + count_q;

    always @(*) begin
        back = sum;
        if (sum >= ENTRIES) begin
            back = sum - ENTRIES;
        end
    end

    assign left = unvisited_q - 7'd1;
    assign used = count_q;
    assign full = count_q == ENTRIES;
    assign turned = ~(|unvisited_q);
    assign found = visit & names;

    always @(posedge clock) begin
        if (reset) begin
            front_q <= 7'd0;
            count_q <= 7'd0;
            unvisited_q <= 7'd0;
            visiting_q <= 1'b0;
        end else begin
            front_q <= front_d;
            count_q <= count_d;
            unvisited_q <= unvisited_d;
            visiting_q <= visiting_d;
        end
    end

    // Bits that nothing reads.
    wire unused_ok;
    assign unused_ok = &{
        1'b0,
        memory_read_addr[15:6],
        memory_write_addr[15:6],
        memory_write_data[31:16],
        1'b0
    };
endmodule
