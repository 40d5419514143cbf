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

    wire [31:0] above_x = 32'd1 << x_bits;
    wire [31:0] above_y = 32'd1 << y_bits;
    wire [31:0] y = tb >> x_bits;
    wire [4:0] xy_bits = x_bits + y_bits;
    wire [31:0] x_mask = above_x - 32'd1;
    wire [31:0] y_mask = above_y - 32'd1;
    wire [31:0] above_xy = tb >> xy_bits;
    wire [31:0] z = above_xy << 16;

    assign x = tb & x_mask;
    assign yz = (y & y_mask & 32'hffff) | z;
endmodule
