// heddle_laperm_walk, inside heddle_laperm.
//
// The TB after one in a grid, x fastest.
module heddle_laperm_walk (
    // Grid x.
    input wire [31:0] grid_x,
    // Grid y (low half) and z.
    input wire [31:0] grid_yz,
    // Index x of the TB.
    input wire [31:0] x,
    // Index y (low half) and z of the TB.
    input wire [31:0] yz,
    // Index x of the TB after it.
    output wire [31:0] x_next,
    // Index y and z of the TB after it.
    output wire [31:0] yz_next,
    // The TB is the last.
    output wire last
);

    wire [31:0] x_after = x + 32'd1;
    wire [31:0] yz_after = yz + 32'd1;
    wire [31:0] plane_after = (yz & 32'hffff0000) + 32'h10000;
    wire [31:0] rows_left = (yz_after ^ grid_yz) & 32'hffff;
    wire [31:0] planes_left = (plane_after ^ grid_yz) & 32'hffff0000;
    wire row_ends = x_after == grid_x;
    wire plane_ends = row_ends & ~(|rows_left);

    assign last = plane_ends & ~(|planes_left);
    assign x_next = row_ends ? 32'd0 : x_after;
    assign yz_next = plane_ends ? plane_after : row_ends ? yz_after : yz;
endmodule
