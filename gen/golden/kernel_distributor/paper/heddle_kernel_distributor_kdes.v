// heddle_kernel_distributor_kdes, inside heddle_kernel_distributor.
//
// Payload for the TB source's look, for the search, and for retirement.
module heddle_kernel_distributor_kdes (
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
    // Resources of one TB, and the graph bit.
    input wire [31:0] demand,
    // Parameter address.
    input wire [31:0] param,
    // Tag.
    input wire [5:0] tag,
    // Address of the descriptor.
    input wire [31:0] desc,
    // Entry to read for the TB source.
    input wire [4:0] look_kdei,
    // Entry to read for the search.
    input wire [5:0] scan_kdei,
    // Entry to read for retirement.
    input wire [4:0] retire_kdei,
    // Entry PC at the last `look_kdei`.
    output wire [31:0] look_pc,
    // Grid x at the last `look_kdei`.
    output wire [31:0] look_grid_x,
    // Grid y and z at the last `look_kdei`.
    output wire [31:0] look_grid_yz,
    // TB shape at the last `look_kdei`.
    output wire [28:0] look_shape,
    // Resources of one TB, and the graph bit, at the last `look_kdei`.
    output wire [30:0] look_demand,
    // Parameter address at the last `look_kdei`.
    output wire [31:0] look_param,
    // Entry PC at the last `scan_kdei`.
    output wire [31:0] scan_pc,
    // TB shape at the last `scan_kdei`.
    output wire [31:0] scan_shape,
    // Resources of one TB at the last `scan_kdei`.
    output wire [31:0] scan_demand,
    // Tag at the last `retire_kdei`.
    output wire [5:0] retire_tag,
    // Address of the descriptor at the last `retire_kdei`.
    output wire [31:0] retire_desc
);

    wire [15:0] look_pc_words_write_addr = {11'd0, write_kdei};
    wire [15:0] look_pc_words_read_addr = {11'd0, look_kdei};
    wire [15:0] look_grid_x_words_write_addr = {11'd0, write_kdei};
    wire [15:0] look_grid_x_words_read_addr = {11'd0, look_kdei};
    wire [15:0] look_grid_yz_words_write_addr = {11'd0, write_kdei};
    wire [15:0] look_grid_yz_words_read_addr = {11'd0, look_kdei};
    wire [15:0] look_shape_words_write_addr = {11'd0, write_kdei};
    wire [15:0] look_shape_words_read_addr = {11'd0, look_kdei};
    wire [15:0] look_demand_words_write_addr = {11'd0, write_kdei};
    wire [15:0] look_demand_words_read_addr = {11'd0, look_kdei};
    wire [15:0] look_param_words_write_addr = {11'd0, write_kdei};
    wire [15:0] look_param_words_read_addr = {11'd0, look_kdei};
    wire [15:0] scan_pc_words_write_addr = {11'd0, write_kdei};
    wire [15:0] scan_pc_words_read_addr = {10'd0, scan_kdei};
    wire [15:0] scan_shape_words_write_addr = {11'd0, write_kdei};
    wire [15:0] scan_shape_words_read_addr = {10'd0, scan_kdei};
    wire [15:0] scan_demand_words_write_addr = {11'd0, write_kdei};
    wire [15:0] scan_demand_words_read_addr = {10'd0, scan_kdei};
    wire [15:0] retire_tag_words_write_addr = {11'd0, write_kdei};
    wire [15:0] retire_tag_words_read_addr = {11'd0, retire_kdei};
    wire [15:0] retire_desc_words_write_addr = {11'd0, write_kdei};
    wire [15:0] retire_desc_words_read_addr = {11'd0, retire_kdei};

    heddle_sram_macro #(.WIDTH(32), .ENTRIES(32)) u_look_pc_words (
        .clock(clock), .read_addr(look_pc_words_read_addr[4:0]), .read_data(look_pc),
        .write_enable(write), .write_addr(look_pc_words_write_addr[4:0]), .write_data(pc)
    );

    heddle_sram_macro #(.WIDTH(32), .ENTRIES(32)) u_look_grid_x_words (
        .clock(clock), .read_addr(look_grid_x_words_read_addr[4:0]), .read_data(look_grid_x),
        .write_enable(write), .write_addr(look_grid_x_words_write_addr[4:0]), .write_data(grid_x)
    );

    heddle_sram_macro #(.WIDTH(32), .ENTRIES(32)) u_look_grid_yz_words (
        .clock(clock), .read_addr(look_grid_yz_words_read_addr[4:0]), .read_data(look_grid_yz),
        .write_enable(write), .write_addr(look_grid_yz_words_write_addr[4:0]), .write_data(grid_yz)
    );

    heddle_sram_macro #(.WIDTH(29), .ENTRIES(32)) u_look_shape_words (
        .clock(clock), .read_addr(look_shape_words_read_addr[4:0]), .read_data(look_shape),
        .write_enable(write), .write_addr(look_shape_words_write_addr[4:0]),
        .write_data(shape[28:0])
    );

    heddle_sram_macro #(.WIDTH(31), .ENTRIES(32)) u_look_demand_words (
        .clock(clock), .read_addr(look_demand_words_read_addr[4:0]), .read_data(look_demand),
        .write_enable(write), .write_addr(look_demand_words_write_addr[4:0]),
        .write_data(demand[30:0])
    );

    heddle_sram_macro #(.WIDTH(32), .ENTRIES(32)) u_look_param_words (
        .clock(clock), .read_addr(look_param_words_read_addr[4:0]), .read_data(look_param),
        .write_enable(write), .write_addr(look_param_words_write_addr[4:0]), .write_data(param)
    );

    heddle_sram_macro #(.WIDTH(32), .ENTRIES(32)) u_scan_pc_words (
        .clock(clock), .read_addr(scan_pc_words_read_addr[4:0]), .read_data(scan_pc),
        .write_enable(write), .write_addr(scan_pc_words_write_addr[4:0]), .write_data(pc)
    );

    heddle_sram_macro #(.WIDTH(32), .ENTRIES(32)) u_scan_shape_words (
        .clock(clock), .read_addr(scan_shape_words_read_addr[4:0]), .read_data(scan_shape),
        .write_enable(write), .write_addr(scan_shape_words_write_addr[4:0]), .write_data(shape)
    );

    heddle_sram_macro #(.WIDTH(32), .ENTRIES(32)) u_scan_demand_words (
        .clock(clock), .read_addr(scan_demand_words_read_addr[4:0]), .read_data(scan_demand),
        .write_enable(write), .write_addr(scan_demand_words_write_addr[4:0]), .write_data(demand)
    );

    heddle_sram_macro #(.WIDTH(6), .ENTRIES(32)) u_retire_tag_words (
        .clock(clock), .read_addr(retire_tag_words_read_addr[4:0]), .read_data(retire_tag),
        .write_enable(write), .write_addr(retire_tag_words_write_addr[4:0]), .write_data(tag)
    );

    heddle_sram_macro #(.WIDTH(32), .ENTRIES(32)) u_retire_desc_words (
        .clock(clock), .read_addr(retire_desc_words_read_addr[4:0]), .read_data(retire_desc),
        .write_enable(write), .write_addr(retire_desc_words_write_addr[4:0]), .write_data(desc)
    );

    // Bits that nothing reads.
    wire unused_ok = &{1'b0, look_pc_words_read_addr[15:5], look_pc_words_write_addr[15:5],
        look_grid_x_words_read_addr[15:5], look_grid_x_words_write_addr[15:5],
        look_grid_yz_words_read_addr[15:5], look_grid_yz_words_write_addr[15:5],
        look_shape_words_read_addr[15:5], look_shape_words_write_addr[15:5],
        look_demand_words_read_addr[15:5], look_demand_words_write_addr[15:5],
        look_param_words_read_addr[15:5], look_param_words_write_addr[15:5],
        scan_pc_words_read_addr[15:5], scan_pc_words_write_addr[15:5],
        scan_shape_words_read_addr[15:5], scan_shape_words_write_addr[15:5],
        scan_demand_words_read_addr[15:5], scan_demand_words_write_addr[15:5],
        retire_tag_words_read_addr[15:5], retire_tag_words_write_addr[15:5],
        retire_desc_words_read_addr[15:5], retire_desc_words_write_addr[15:5], 1'b0};
endmodule
