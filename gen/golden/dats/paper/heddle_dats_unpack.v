// heddle_dats_unpack, inside heddle_dats.
//
// x from the lowest bits, y from the next, z from the rest.
module heddle_dats_unpack (
    // The packed index.
    input wire [31:0] tb,
    // Width of x.
    input wire [4:0] x_bits,
    // Width of y.
    input wire [4:0] y_bits,
    // x.
    output wire [31:0] x,
    // y (low half) and z.
    output wire [31:0] yz
);

    wire [4:0] xy_bits;
    wire [31:0] above_x;
    wire [31:0] above_y;
    wire [31:0] x_mask;
    wire [31:0] y_mask;
    wire [31:0] y;
    wire [31:0] above_xy;
    wire [31:0] z;

    assign above_x = 32'd1 << x_bits;
    assign x_mask = above_x - 32'd1;
    assign x = tb & x_mask;
    assign above_y = 32'd1 << y_bits;
    assign y_mask = above_y - 32'd1;
    assign y = tb >> x_bits;
    assign xy_bits = x_bits + y_bits;
    assign above_xy = tb >> xy_bits;
    assign z = above_xy << 16;
    assign yz = (y & y_mask & 32'hffff) | z;
endmodule
