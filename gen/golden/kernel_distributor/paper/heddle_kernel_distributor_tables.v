// heddle_kernel_distributor_tables: tables of heddle_kernel_distributor.
module heddle_kernel_distributor_tables (
    input wire clock,
    input wire write,
    input wire [4:0] write_kdei,
    input wire [31:0] pc,
    input wire [31:0] grid_x,
    input wire [31:0] grid_yz,
    input wire [31:0] shape,
    input wire [31:0] need,
    input wire [31:0] param,
    input wire [5:0] tag,
    input wire [31:0] desc,
    input wire [4:0] head_kdei,
    input wire [5:0] scan_kdei,
    input wire [4:0] retire_kdei,
    output wire [31:0] head_pc,
    output wire [31:0] head_grid_x,
    output wire [31:0] head_grid_yz,
    output wire [31:0] head_shape,
    output wire [31:0] head_need,
    output wire [31:0] head_param,
    output wire [31:0] scan_pc,
    output wire [31:0] scan_shape,
    output wire [31:0] scan_need,
    output wire [5:0] retire_tag,
    output wire [31:0] retire_desc
);

    wire [15:0] head_pc_words_read_addr;
    wire [31:0] head_pc_words_read_data;
    wire head_pc_words_write_enable;
    wire [15:0] head_pc_words_write_addr;
    wire [31:0] head_pc_words_write_data;
    wire [15:0] head_grid_x_words_read_addr;
    wire [31:0] head_grid_x_words_read_data;
    wire head_grid_x_words_write_enable;
    wire [15:0] head_grid_x_words_write_addr;
    wire [31:0] head_grid_x_words_write_data;
    wire [15:0] head_grid_yz_words_read_addr;
    wire [31:0] head_grid_yz_words_read_data;
    wire head_grid_yz_words_write_enable;
    wire [15:0] head_grid_yz_words_write_addr;
    wire [31:0] head_grid_yz_words_write_data;
    wire [15:0] head_shape_words_read_addr;
    wire [31:0] head_shape_words_read_data;
    wire head_shape_words_write_enable;
    wire [15:0] head_shape_words_write_addr;
    wire [31:0] head_shape_words_write_data;
    wire [15:0] head_need_words_read_addr;
    wire [31:0] head_need_words_read_data;
    wire head_need_words_write_enable;
    wire [15:0] head_need_words_write_addr;
    wire [31:0] head_need_words_write_data;
    wire [15:0] head_param_words_read_addr;
    wire [31:0] head_param_words_read_data;
    wire head_param_words_write_enable;
    wire [15:0] head_param_words_write_addr;
    wire [31:0] head_param_words_write_data;
    wire [15:0] scan_pc_words_read_addr;
    wire [31:0] scan_pc_words_read_data;
    wire scan_pc_words_write_enable;
    wire [15:0] scan_pc_words_write_addr;
    wire [31:0] scan_pc_words_write_data;
    wire [15:0] scan_shape_words_read_addr;
    wire [31:0] scan_shape_words_read_data;
    wire scan_shape_words_write_enable;
    wire [15:0] scan_shape_words_write_addr;
    wire [31:0] scan_shape_words_write_data;
    wire [15:0] scan_need_words_read_addr;
    wire [31:0] scan_need_words_read_data;
    wire scan_need_words_write_enable;
    wire [15:0] scan_need_words_write_addr;
    wire [31:0] scan_need_words_write_data;
    wire [15:0] retire_tag_words_read_addr;
    wire [5:0] retire_tag_words_read_data;
    wire retire_tag_words_write_enable;
    wire [15:0] retire_tag_words_write_addr;
    wire [5:0] retire_tag_words_write_data;
    wire [15:0] retire_desc_words_read_addr;
    wire [31:0] retire_desc_words_read_data;
    wire retire_desc_words_write_enable;
    wire [15:0] retire_desc_words_write_addr;
    wire [31:0] retire_desc_words_write_data;

    heddle_sram_macro #(.WIDTH(32), .ENTRIES(32)) u_head_pc_words (
        .clock(clock),
        .read_addr(head_pc_words_read_addr[4:0]),
        .read_data(head_pc_words_read_data),
        .write_enable(head_pc_words_write_enable),
        .write_addr(head_pc_words_write_addr[4:0]),
        .write_data(head_pc_words_write_data)
    );

    heddle_sram_macro #(.WIDTH(32), .ENTRIES(32)) u_head_grid_x_words (
        .clock(clock),
        .read_addr(head_grid_x_words_read_addr[4:0]),
        .read_data(head_grid_x_words_read_data),
        .write_enable(head_grid_x_words_write_enable),
        .write_addr(head_grid_x_words_write_addr[4:0]),
        .write_data(head_grid_x_words_write_data)
    );

    heddle_sram_macro #(.WIDTH(32), .ENTRIES(32)) u_head_grid_yz_words (
        .clock(clock),
        .read_addr(head_grid_yz_words_read_addr[4:0]),
        .read_data(head_grid_yz_words_read_data),
        .write_enable(head_grid_yz_words_write_enable),
        .write_addr(head_grid_yz_words_write_addr[4:0]),
        .write_data(head_grid_yz_words_write_data)
    );

    heddle_sram_macro #(.WIDTH(32), .ENTRIES(32)) u_head_shape_words (
        .clock(clock),
        .read_addr(head_shape_words_read_addr[4:0]),
        .read_data(head_shape_words_read_data),
        .write_enable(head_shape_words_write_enable),
        .write_addr(head_shape_words_write_addr[4:0]),
        .write_data(head_shape_words_write_data)
    );

    heddle_sram_macro #(.WIDTH(32), .ENTRIES(32)) u_head_need_words (
        .clock(clock),
        .read_addr(head_need_words_read_addr[4:0]),
        .read_data(head_need_words_read_data),
        .write_enable(head_need_words_write_enable),
        .write_addr(head_need_words_write_addr[4:0]),
        .write_data(head_need_words_write_data)
    );

    heddle_sram_macro #(.WIDTH(32), .ENTRIES(32)) u_head_param_words (
        .clock(clock),
        .read_addr(head_param_words_read_addr[4:0]),
        .read_data(head_param_words_read_data),
        .write_enable(head_param_words_write_enable),
        .write_addr(head_param_words_write_addr[4:0]),
        .write_data(head_param_words_write_data)
    );

    heddle_sram_macro #(.WIDTH(32), .ENTRIES(32)) u_scan_pc_words (
        .clock(clock),
        .read_addr(scan_pc_words_read_addr[4:0]),
        .read_data(scan_pc_words_read_data),
        .write_enable(scan_pc_words_write_enable),
        .write_addr(scan_pc_words_write_addr[4:0]),
        .write_data(scan_pc_words_write_data)
    );

    heddle_sram_macro #(.WIDTH(32), .ENTRIES(32)) u_scan_shape_words (
        .clock(clock),
        .read_addr(scan_shape_words_read_addr[4:0]),
        .read_data(scan_shape_words_read_data),
        .write_enable(scan_shape_words_write_enable),
        .write_addr(scan_shape_words_write_addr[4:0]),
        .write_data(scan_shape_words_write_data)
    );

    heddle_sram_macro #(.WIDTH(32), .ENTRIES(32)) u_scan_need_words (
        .clock(clock),
        .read_addr(scan_need_words_read_addr[4:0]),
        .read_data(scan_need_words_read_data),
        .write_enable(scan_need_words_write_enable),
        .write_addr(scan_need_words_write_addr[4:0]),
        .write_data(scan_need_words_write_data)
    );

    heddle_sram_macro #(.WIDTH(6), .ENTRIES(32)) u_retire_tag_words (
        .clock(clock),
        .read_addr(retire_tag_words_read_addr[4:0]),
        .read_data(retire_tag_words_read_data),
        .write_enable(retire_tag_words_write_enable),
        .write_addr(retire_tag_words_write_addr[4:0]),
        .write_data(retire_tag_words_write_data)
    );

    heddle_sram_macro #(.WIDTH(32), .ENTRIES(32)) u_retire_desc_words (
        .clock(clock),
        .read_addr(retire_desc_words_read_addr[4:0]),
        .read_data(retire_desc_words_read_data),
        .write_enable(retire_desc_words_write_enable),
        .write_addr(retire_desc_words_write_addr[4:0]),
        .write_data(retire_desc_words_write_data)
    );

    assign head_pc_words_write_enable = write;
    assign head_pc_words_write_addr = {11'd0, write_kdei};
    assign head_pc_words_write_data = pc;
    assign head_pc_words_read_addr = {11'd0, head_kdei};
    assign head_pc = head_pc_words_read_data;
    assign head_grid_x_words_write_enable = write;
    assign head_grid_x_words_write_addr = {11'd0, write_kdei};
    assign head_grid_x_words_write_data = grid_x;
    assign head_grid_x_words_read_addr = {11'd0, head_kdei};
    assign head_grid_x = head_grid_x_words_read_data;
    assign head_grid_yz_words_write_enable = write;
    assign head_grid_yz_words_write_addr = {11'd0, write_kdei};
    assign head_grid_yz_words_write_data = grid_yz;
    assign head_grid_yz_words_read_addr = {11'd0, head_kdei};
    assign head_grid_yz = head_grid_yz_words_read_data;
    assign head_shape_words_write_enable = write;
    assign head_shape_words_write_addr = {11'd0, write_kdei};
    assign head_shape_words_write_data = shape;
    assign head_shape_words_read_addr = {11'd0, head_kdei};
    assign head_shape = head_shape_words_read_data;
    assign head_need_words_write_enable = write;
    assign head_need_words_write_addr = {11'd0, write_kdei};
    assign head_need_words_write_data = need;
    assign head_need_words_read_addr = {11'd0, head_kdei};
    assign head_need = head_need_words_read_data;
    assign head_param_words_write_enable = write;
    assign head_param_words_write_addr = {11'd0, write_kdei};
    assign head_param_words_write_data = param;
    assign head_param_words_read_addr = {11'd0, head_kdei};
    assign head_param = head_param_words_read_data;
    assign scan_pc_words_write_enable = write;
    assign scan_pc_words_write_addr = {11'd0, write_kdei};
    assign scan_pc_words_write_data = pc;
    assign scan_pc_words_read_addr = {10'd0, scan_kdei};
    assign scan_pc = scan_pc_words_read_data;
    assign scan_shape_words_write_enable = write;
    assign scan_shape_words_write_addr = {11'd0, write_kdei};
    assign scan_shape_words_write_data = shape;
    assign scan_shape_words_read_addr = {10'd0, scan_kdei};
    assign scan_shape = scan_shape_words_read_data;
    assign scan_need_words_write_enable = write;
    assign scan_need_words_write_addr = {11'd0, write_kdei};
    assign scan_need_words_write_data = need;
    assign scan_need_words_read_addr = {10'd0, scan_kdei};
    assign scan_need = scan_need_words_read_data;
    assign retire_tag_words_write_enable = write;
    assign retire_tag_words_write_addr = {11'd0, write_kdei};
    assign retire_tag_words_write_data = tag;
    assign retire_tag_words_read_addr = {11'd0, retire_kdei};
    assign retire_tag = retire_tag_words_read_data;
    assign retire_desc_words_write_enable = write;
    assign retire_desc_words_write_addr = {11'd0, write_kdei};
    assign retire_desc_words_write_data = desc;
    assign retire_desc_words_read_addr = {11'd0, retire_kdei};
    assign retire_desc = retire_desc_words_read_data;

    // Bits that nothing reads.
    wire unused_ok;
    assign unused_ok = &{
        1'b0,
        head_pc_words_read_addr[15:5],
        head_pc_words_write_addr[15:5],
        head_grid_x_words_read_addr[15:5],
        head_grid_x_words_write_addr[15:5],
        head_grid_yz_words_read_addr[15:5],
        head_grid_yz_words_write_addr[15:5],
        head_shape_words_read_addr[15:5],
        head_shape_words_write_addr[15:5],
        head_need_words_read_addr[15:5],
        head_need_words_write_addr[15:5],
        head_param_words_read_addr[15:5],
        head_param_words_write_addr[15:5],
        scan_pc_words_read_addr[15:5],
        scan_pc_words_write_addr[15:5],
        scan_shape_words_read_addr[15:5],
        scan_shape_words_write_addr[15:5],
        scan_need_words_read_addr[15:5],
        scan_need_words_write_addr[15:5],
        retire_tag_words_read_addr[15:5],
        retire_tag_words_write_addr[15:5],
        retire_desc_words_read_addr[15:5],
        retire_desc_words_write_addr[15:5],
        1'b0
    };
endmodule
