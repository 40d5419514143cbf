// heddle_kernel_distributor_tables, inside heddle_kernel_distributor.
//
// Payload for the head of the queue, for the search, and for retirement.
module heddle_kernel_distributor_tables (
    // Rising edge.
    input wire clock,
    // A kernel is taken.
    input wire write,
    // Its entry.
    input wire [4:0] write_kdei,
    // Entry PC.
    input wire [31:0] pc,
    // Grid x.
    input wire [31:0] grid_x,
    // Grid y and z.
    input wire [31:0] grid_yz,
    // TB shape.
    input wire [31:0] shape,
    // Resources of one TB.
    input wire [31:0] need,
    // Parameter address.
    input wire [31:0] param,
    // Tag.
    input wire [5:0] tag,
    // Address of the descriptor.
    input wire [31:0] desc,
    // Entry to read for the head.
    input wire [4:0] head_kdei,
    // Entry to read for the search.
    input wire [5:0] scan_kdei,
    // Entry to read for retirement.
    input wire [4:0] retire_kdei,
    // Entry PC at the last `head_kdei`.
    output wire [31:0] head_pc,
    // Grid x at the last `head_kdei`.
    output wire [31:0] head_grid_x,
    // Grid y and z at the last `head_kdei`.
    output wire [31:0] head_grid_yz,
    // TB shape at the last `head_kdei`.
    output wire [31:0] head_shape,
    // Resources of one TB at the last `head_kdei`.
    output wire [31:0] head_need,
    // Parameter address at the last `head_kdei`.
    output wire [31:0] head_param,
    // Entry PC at the last `scan_kdei`.
    output wire [31:0] scan_pc,
    // TB shape at the last `scan_kdei`.
    output wire [31:0] scan_shape,
    // Resources of one TB at the last `scan_kdei`.
    output wire [31:0] scan_need,
    // Tag at the last `retire_kdei`.
    output wire [5:0] retire_tag,
    // Address of the descriptor at the last `retire_kdei`.
    output wire [31:0] retire_desc
);

    wire [15:0] head_pc_words_write_addr = {11'd0, write_kdei};
    wire [15:0] head_pc_words_read_addr = {11'd0, head_kdei};
    wire [15:0] head_grid_x_words_write_addr = {11'd0, write_kdei};
    wire [15:0] head_grid_x_words_read_addr = {11'd0, head_kdei};
    wire [15:0] head_grid_yz_words_write_addr = {11'd0, write_kdei};
    wire [15:0] head_grid_yz_words_read_addr = {11'd0, head_kdei};
    wire [15:0] head_shape_words_write_addr = {11'd0, write_kdei};
    wire [15:0] head_shape_words_read_addr = {11'd0, head_kdei};
    wire [15:0] head_need_words_write_addr = {11'd0, write_kdei};
    wire [15:0] head_need_words_read_addr = {11'd0, head_kdei};
    wire [15:0] head_param_words_write_addr = {11'd0, write_kdei};
    wire [15:0] head_param_words_read_addr = {11'd0, head_kdei};
    wire [15:0] scan_pc_words_write_addr = {11'd0, write_kdei};
    wire [15:0] scan_pc_words_read_addr = {10'd0, scan_kdei};
    wire [15:0] scan_shape_words_write_addr = {11'd0, write_kdei};
    wire [15:0] scan_shape_words_read_addr = {10'd0, scan_kdei};
    wire [15:0] scan_need_words_write_addr = {11'd0, write_kdei};
    wire [15:0] scan_need_words_read_addr = {10'd0, scan_kdei};
    wire [15:0] retire_tag_words_write_addr = {11'd0, write_kdei};
    wire [15:0] retire_tag_words_read_addr = {11'd0, retire_kdei};
    wire [15:0] retire_desc_words_write_addr = {11'd0, write_kdei};
    wire [15:0] retire_desc_words_read_addr = {11'd0, retire_kdei};

    heddle_sram_macro #(.WIDTH(32), .ENTRIES(4)) u_head_pc_words (
        .clock(clock), .read_addr(head_pc_words_read_addr[1:0]), .read_data(head_pc),
        .write_enable(write), .write_addr(head_pc_words_write_addr[1:0]), .write_data(pc)
    );

    heddle_sram_macro #(.WIDTH(32), .ENTRIES(4)) u_head_grid_x_words (
        .clock(clock), .read_addr(head_grid_x_words_read_addr[1:0]), .read_data(head_grid_x),
        .write_enable(write), .write_addr(head_grid_x_words_write_addr[1:0]), .write_data(grid_x)
    );

    heddle_sram_macro #(.WIDTH(32), .ENTRIES(4)) u_head_grid_yz_words (
        .clock(clock), .read_addr(head_grid_yz_words_read_addr[1:0]), .read_data(head_grid_yz),
        .write_enable(write), .write_addr(head_grid_yz_words_write_addr[1:0]), .write_data(grid_yz)
    );

    heddle_sram_macro #(.WIDTH(32), .ENTRIES(4)) u_head_shape_words (
        .clock(clock), .read_addr(head_shape_words_read_addr[1:0]), .read_data(head_shape),
        .write_enable(write), .write_addr(head_shape_words_write_addr[1:0]), .write_data(shape)
    );

    heddle_sram_macro #(.WIDTH(32), .ENTRIES(4)) u_head_need_words (
        .clock(clock), .read_addr(head_need_words_read_addr[1:0]), .read_data(head_need),
        .write_enable(write), .write_addr(head_need_words_write_addr[1:0]), .write_data(need)
    );

    heddle_sram_macro #(.WIDTH(32), .ENTRIES(4)) u_head_param_words (
        .clock(clock), .read_addr(head_param_words_read_addr[1:0]), .read_data(head_param),
        .write_enable(write), .write_addr(head_param_words_write_addr[1:0]), .write_data(param)
    );

    heddle_sram_macro #(.WIDTH(32), .ENTRIES(4)) u_scan_pc_words (
        .clock(clock), .read_addr(scan_pc_words_read_addr[1:0]), .read_data(scan_pc),
        .write_enable(write), .write_addr(scan_pc_words_write_addr[1:0]), .write_data(pc)
    );

    heddle_sram_macro #(.WIDTH(32), .ENTRIES(4)) u_scan_shape_words (
        .clock(clock), .read_addr(scan_shape_words_read_addr[1:0]), .read_data(scan_shape),
        .write_enable(write), .write_addr(scan_shape_words_write_addr[1:0]), .write_data(shape)
    );

    heddle_sram_macro #(.WIDTH(32), .ENTRIES(4)) u_scan_need_words (
        .clock(clock), .read_addr(scan_need_words_read_addr[1:0]), .read_data(scan_need),
        .write_enable(write), .write_addr(scan_need_words_write_addr[1:0]), .write_data(need)
    );

    heddle_sram_macro #(.WIDTH(6), .ENTRIES(4)) u_retire_tag_words (
        .clock(clock), .read_addr(retire_tag_words_read_addr[1:0]), .read_data(retire_tag),
        .write_enable(write), .write_addr(retire_tag_words_write_addr[1:0]), .write_data(tag)
    );

    heddle_sram_macro #(.WIDTH(32), .ENTRIES(4)) u_retire_desc_words (
        .clock(clock), .read_addr(retire_desc_words_read_addr[1:0]), .read_data(retire_desc),
        .write_enable(write), .write_addr(retire_desc_words_write_addr[1:0]), .write_data(desc)
    );

    // Bits that nothing reads.
    wire unused_ok = &{1'b0, head_pc_words_read_addr[15:2], head_pc_words_write_addr[15:2],
        head_grid_x_words_read_addr[15:2], head_grid_x_words_write_addr[15:2],
        head_grid_yz_words_read_addr[15:2], head_grid_yz_words_write_addr[15:2],
        head_shape_words_read_addr[15:2], head_shape_words_write_addr[15:2],
        head_need_words_read_addr[15:2], head_need_words_write_addr[15:2],
        head_param_words_read_addr[15:2], head_param_words_write_addr[15:2],
        scan_pc_words_read_addr[15:2], scan_pc_words_write_addr[15:2],
        scan_shape_words_read_addr[15:2], scan_shape_words_write_addr[15:2],
        scan_need_words_read_addr[15:2], scan_need_words_write_addr[15:2],
        retire_tag_words_read_addr[15:2], retire_tag_words_write_addr[15:2],
        retire_desc_words_read_addr[15:2], retire_desc_words_write_addr[15:2], 1'b0};
endmodule
