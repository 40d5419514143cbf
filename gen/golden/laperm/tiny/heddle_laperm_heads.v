// heddle_laperm_heads, inside heddle_laperm.
//
// Seven memories that share their addresses.
module heddle_laperm_heads (
    // Clock of all ports; they act on the rising edge.
    input wire clock,
    // Number of the queue to read at this edge.
    input wire [15:0] read_queue,
    // Number of the queue to write at this edge.
    input wire [15:0] write_queue,
    // The head is written.
    input wire write_head,
    // The tail is written.
    input wire write_tail,
    // The next TB is written.
    input wire write_next,
    // The first record is written.
    input wire write_first,
    // The last record is written.
    input wire write_last,
    // Address of the head, to write.
    input wire [15:0] new_head,
    // Address of the tail, to write.
    input wire [15:0] new_tail,
    // Index x of the next TB, to write.
    input wire [31:0] new_x,
    // Index y and z of the next TB, to write.
    input wire [31:0] new_yz,
    // Number of the next TB, to write.
    input wire [31:0] new_item,
    // Number of the first record in memory, to write.
    input wire [26:0] new_first,
    // Number of the last record in memory, to write.
    input wire [26:0] new_last,
    // Address of the head of the queue read at the last edge.
    output wire [15:0] head,
    // Address of its tail.
    output wire [15:0] tail,
    // Index x of its next TB.
    output wire [31:0] x,
    // Index y and z of its next TB.
    output wire [31:0] yz,
    // Number of its next TB.
    output wire [31:0] item,
    // Number of its first record in memory.
    output wire [26:0] first,
    // Number of its last record in memory.
    output wire [26:0] last
);

    wire [15:0] queue_head_read_data, queue_tail_read_data;

    heddle_sram_macro #(.WIDTH(4), .ENTRIES(8)) u_queue_head (
        .clock(clock), .read_addr(read_queue[2:0]), .read_data(queue_head_read_data[3:0]),
        .write_enable(write_head), .write_addr(write_queue[2:0]), .write_data(new_head[3:0])
    );
    assign queue_head_read_data[15:4] = 12'd0;

    heddle_sram_macro #(.WIDTH(4), .ENTRIES(8)) u_queue_tail (
        .clock(clock), .read_addr(read_queue[2:0]), .read_data(queue_tail_read_data[3:0]),
        .write_enable(write_tail), .write_addr(write_queue[2:0]), .write_data(new_tail[3:0])
    );
    assign queue_tail_read_data[15:4] = 12'd0;

    heddle_sram_macro #(.WIDTH(32), .ENTRIES(8)) u_queue_x (
        .clock(clock), .read_addr(read_queue[2:0]), .read_data(x), .write_enable(write_next),
        .write_addr(write_queue[2:0]), .write_data(new_x)
    );

    heddle_sram_macro #(.WIDTH(32), .ENTRIES(8)) u_queue_yz (
        .clock(clock), .read_addr(read_queue[2:0]), .read_data(yz), .write_enable(write_next),
        .write_addr(write_queue[2:0]), .write_data(new_yz)
    );

    heddle_sram_macro #(.WIDTH(32), .ENTRIES(8)) u_queue_item (
        .clock(clock), .read_addr(read_queue[2:0]), .read_data(item), .write_enable(write_next),
        .write_addr(write_queue[2:0]), .write_data(new_item)
    );

    heddle_sram_macro #(.WIDTH(27), .ENTRIES(8)) u_queue_first (
        .clock(clock), .read_addr(read_queue[2:0]), .read_data(first), .write_enable(write_first),
        .write_addr(write_queue[2:0]), .write_data(new_first)
    );

    heddle_sram_macro #(.WIDTH(27), .ENTRIES(8)) u_queue_last (
        .clock(clock), .read_addr(read_queue[2:0]), .read_data(last), .write_enable(write_last),
        .write_addr(write_queue[2:0]), .write_data(new_last)
    );

    assign head = queue_head_read_data;
    assign tail = queue_tail_read_data;

    // Bits that nothing reads.
    wire unused_ok = &{1'b0, read_queue[15:3], write_queue[15:3], new_head[15:4], new_tail[15:4],
        1'b0};
endmodule
