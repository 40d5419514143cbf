// heddle_shifting_queue_items, inside heddle_shifting_queue.
//
// Stores a kernel or group in each entry: 24 bytes, with entries of the Kernel Distributor of
// five bits.
module heddle_shifting_queue_items (
    // Clock of all ports; they act on the rising edge.
    input wire clock,
    // Address of the entry to read at this edge.
    input wire [15:0] read_entry,
    // Address of the entry to write at this edge.
    input wire [15:0] write_entry,
    // The entry is written.
    input wire write,
    // Entry of the kernel, to write.
    input wire [4:0] new_kdei,
    // Entry PC to write.
    input wire [31:0] new_pc,
    // Parameter address to write.
    input wire [31:0] new_param,
    // TB shape to write.
    input wire [28:0] new_shape,
    // Resources of one TB, to write.
    input wire [29:0] new_demand,
    // Grid x to write.
    input wire [31:0] new_x,
    // Grid y and z to write.
    input wire [31:0] new_yz,
    // Entry of the kernel, of what was read at the last edge.
    output wire [4:0] kdei,
    // Entry PC of what was read at the last edge.
    output wire [31:0] pc,
    // Parameter address of what was read at the last edge.
    output wire [31:0] param,
    // TB shape of what was read at the last edge.
    output wire [28:0] shape,
    // Resources of one TB of what was read at the last edge.
    output wire [29:0] demand,
    // Grid x of what was read at the last edge.
    output wire [31:0] x,
    // Grid y and z of what was read at the last edge.
    output wire [31:0] yz
);

    heddle_sram_macro #(.WIDTH(5), .ENTRIES(128)) u_item_kdei (
        .clock(clock), .read_addr(read_entry[6:0]), .read_data(kdei), .write_enable(write),
        .write_addr(write_entry[6:0]), .write_data(new_kdei)
    );

    heddle_sram_macro #(.WIDTH(32), .ENTRIES(128)) u_item_pc (
        .clock(clock), .read_addr(read_entry[6:0]), .read_data(pc), .write_enable(write),
        .write_addr(write_entry[6:0]), .write_data(new_pc)
    );

    heddle_sram_macro #(.WIDTH(32), .ENTRIES(128)) u_item_param (
        .clock(clock), .read_addr(read_entry[6:0]), .read_data(param), .write_enable(write),
        .write_addr(write_entry[6:0]), .write_data(new_param)
    );

    heddle_sram_macro #(.WIDTH(29), .ENTRIES(128)) u_item_shape (
        .clock(clock), .read_addr(read_entry[6:0]), .read_data(shape), .write_enable(write),
        .write_addr(write_entry[6:0]), .write_data(new_shape)
    );

    heddle_sram_macro #(.WIDTH(30), .ENTRIES(128)) u_item_demand (
        .clock(clock), .read_addr(read_entry[6:0]), .read_data(demand), .write_enable(write),
        .write_addr(write_entry[6:0]), .write_data(new_demand)
    );

    heddle_sram_macro #(.WIDTH(32), .ENTRIES(128)) u_item_x (
        .clock(clock), .read_addr(read_entry[6:0]), .read_data(x), .write_enable(write),
        .write_addr(write_entry[6:0]), .write_data(new_x)
    );

    heddle_sram_macro #(.WIDTH(32), .ENTRIES(128)) u_item_yz (
        .clock(clock), .read_addr(read_entry[6:0]), .read_data(yz), .write_enable(write),
        .write_addr(write_entry[6:0]), .write_data(new_yz)
    );

    // Bits that nothing reads.
    wire unused_ok = &{1'b0, read_entry[15:7], write_entry[15:7], 1'b0};
endmodule
