// heddle_fcfs_walk, inside heddle_fcfs.
//
// Walks through a grid, x fastest.
module heddle_fcfs_walk (
    // Rising edge.
    input wire clock,
    // Synchronous reset, active high.
    input wire reset,
    // Grid x.
    input wire [31:0] grid_x,
    // Grid y (low half) and z.
    input wire [31:0] grid_yz,
    // Go to the first TB.
    input wire restart,
    // Go to the next TB.
    input wire advance,
    // TBs walked past.
    output wire [31:0] next_bl,
    // Index x of the next TB.
    output wire [31:0] x,
    // Index y (low half) and z of the next TB.
    output wire [31:0] yz,
    // The next TB is the last.
    output wire last
);

    reg [31:0] next_bl_count_q, block_x_q, block_yz_q;

    wire [31:0] x_after = block_x_q + 32'd1;
    wire [31:0] yz_after = block_yz_q + 32'd1;
    wire [31:0] plane_after = (block_yz_q & 32'hffff0000) + 32'h10000;
    wire [31:0] rows_left = (yz_after ^ grid_yz) & 32'hffff;
    wire [31:0] planes_left = (plane_after ^ grid_yz) & 32'hffff0000;
    wire row_ends = x_after == grid_x;
    wire plane_ends = row_ends & ~(|rows_left);

    assign next_bl = next_bl_count_q;
    assign x = block_x_q;
    assign yz = block_yz_q;
    assign last = plane_ends & ~(|planes_left);

    always @(posedge clock)
        if (reset) {next_bl_count_q, block_x_q, block_yz_q} <= 0;
        else begin
            if (advance) begin
                next_bl_count_q <= next_bl_count_q + 32'd1;
                block_x_q <= x_after;
                if (row_ends) begin
                    block_x_q <= 32'd0;
                    block_yz_q <= yz_after;
                end
                if (plane_ends) block_yz_q <= plane_after;
            end
            if (restart) begin
                next_bl_count_q <= 32'd0;
                block_x_q <= 32'd0;
                block_yz_q <= 32'd0;
            end
        end
endmodule
