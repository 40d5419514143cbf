// heddle_smx_scheduler_walk: walk of heddle_smx_scheduler.
module heddle_smx_scheduler_walk (
    input wire clock,
    input wire reset,
    input wire [31:0] grid_x,
    input wire [31:0] grid_yz,
    input wire restart,
    input wire advance,
    output wire [31:0] next_bl,
    output wire [31:0] x,
    output wire [31:0] yz,
    output wire last
);

    wire [31:0] x_after;
    wire [31:0] yz_after;
    wire [31:0] plane_after;
    wire [31:0] rows_left;
    wire [31:0] planes_left;
    wire row_ends;
    wire plane_ends;
    reg [31:0] next_bl_count_d;
    reg [31:0] next_bl_count_q;
    reg [31:0] block_x_d;
    reg [31:0] block_x_q;
    reg [31:0] block_yz_d;
    reg [31:0] block_yz_q;

    always @(*) begin
        next_bl_count_d = next_bl_count_q;
        block_x_d = block_x_q;
        block_yz_d = block_yz_q;
        if (advance) begin
            next_bl_count_d = next_bl_count_q + 32'd1;
            block_x_d = x_after;
            if (row_ends) begin
                block_x_d = 32'd0;
                block_yz_d = yz_after;
            end
            if (plane_ends) begin
                block_yz_d = plane_after;
            end
        end
        if (restart) begin
            next_bl_count_d = 32'd0;
            block_x_d = 32'd0;
            block_yz_d = 32'd0;
        end
    end

    assign next_bl = next_bl_count_q;
    assign x = block_x_q;
    assign yz = block_yz_q;
    assign x_after = block_x_q + 32'd1;
    assign yz_after = block_yz_q + 32'd1;
    assign plane_after = (block_yz_q & 32'hffff0000) + 32'h10000;
    assign rows_left = (yz_after ^ grid_yz) & 32'hffff;
    assign planes_left = (plane_after ^ grid_yz) & 32'hffff0000;
    assign row_ends = x_after == grid_x;
    assign plane_ends = row_ends & ~(|rows_left);
    assign last = plane_ends & ~(|planes_left);

    always @(posedge clock) begin
        if (reset) begin
            next_bl_count_q <= 32'd0;
            block_x_q <= 32'd0;
            block_yz_q <= 32'd0;
        end else begin
            next_bl_count_q <= next_bl_count_d;
            block_x_q <= block_x_d;
            block_yz_q <= block_yz_d;
        end
    end
endmodule
