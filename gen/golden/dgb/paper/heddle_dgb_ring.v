// heddle_dgb_ring, inside heddle_dgb.
//
// Stores the pending updates, and compares them with the node in the insertion register.
module heddle_dgb_ring (
    // Clock of the block; it acts on the rising edge.
    input wire clock,
    // Synchronous reset, active high.
    input wire reset,
    // The insertion register holds a node to compare with.
    input wire at_hand,
    // Global number of the node in the insertion register.
    input wire [31:0] node,
    // A child is added to the buffer; never while it is full.
    input wire append,
    // Global number of the child that is added.
    input wire [31:0] child,
    // Number of entries in use.
    output wire [6:0] used,
    // No entry is free.
    output wire full,
    // All entries have been compared with the node in the insertion register.
    output wire turned,
    // An entry names the node in the insertion register and is removed.
    output wire found
);

    localparam [6:0] ENTRIES = 7'd64, LAST = 7'd63;

    wire [31:0] memory_read_data;
    reg [6:0] front_q, count_q, unvisited_q;
    reg visiting_q;

    wire visit = visiting_q & ~append;
    wire names = memory_read_data == node;
    wire [6:0] after = (front_q == LAST) ? 7'd0 : front_q + 7'd1;
    wire [6:0] in_front = (front_q == 7'd0) ? LAST : front_q - 7'd1;
    wire [6:0] sum = front_q + count_q;
    wire [6:0] left = unvisited_q - 7'd1;
    wire [31:0] memory_write_data = append ? child : memory_read_data;
    wire [6:0] back = (sum >= ENTRIES) ? sum - ENTRIES : sum;
    wire [15:0] memory_read_addr = visit ? {9'd0, after} : {9'd0, front_q};
    wire [15:0] memory_write_addr = append ? {9'd0, in_front} : {9'd0, back};

    heddle_sram_macro #(.WIDTH(16), .ENTRIES(64)) u_memory (
        .clock(clock), .read_addr(memory_read_addr[5:0]), .read_data(memory_read_data[15:0]),
        .write_enable(append ? 1'b1 : visit ? ~names : 1'b0), .write_addr(memory_write_addr[5:0]),
        .write_data(memory_write_data[15:0])
    );
    assign memory_read_data[31:16] = 16'd0;

    assign used = count_q;
    assign full = count_q == ENTRIES;
    assign turned = ~(|unvisited_q);
    assign found = visit & names;

    always @(posedge clock)
        if (reset) {front_q, count_q, unvisited_q, visiting_q} <= 0;
        else begin
            visiting_q <= at_hand & (|unvisited_q);
            if (visit) begin
                front_q <= after;
                unvisited_q <= left;
                visiting_q <= |left;
                if (names) count_q <= count_q - 7'd1;
            end
            if (append) begin
                front_q <= in_front;
                count_q <= count_q + 7'd1;
                unvisited_q <= unvisited_q + 7'd1;
                visiting_q <= 1'b0;
                if (~at_hand) unvisited_q <= count_q + 7'd1;
            end
            if (~at_hand & ~append) unvisited_q <= count_q;
        end

    // Bits that nothing reads.
    wire unused_ok = &{1'b0, memory_read_addr[15:6], memory_write_addr[15:6],
        memory_write_data[31:16], 1'b0};
endmodule
