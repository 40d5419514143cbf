// heddle_kmu_queues, inside heddle_kmu.
//
// Ends of a list of each level of each cluster. One list at a time is looked at, and changed in a
// later cycle.
module heddle_kmu_queues (
    // Rising edge.
    input wire clock,
    // Synchronous reset, active high.
    input wire reset,
    // Cluster looked at.
    input wire [4:0] cluster,
    // Level looked at, counted from 0.
    input wire [2:0] rank,
    // A kernel joins the list, which was looked at in the cycle before too.
    input wire joins,
    // Address of its descriptor.
    input wire [31:0] new_desc,
    // The cluster `next_cluster` is taken.
    input wire take,
    // The first kernel of the list leaves, which was looked at in the cycle before too.
    input wire leaves,
    // Address of its descriptor.
    input wire [31:0] old_desc,
    // Its link.
    input wire [31:0] link,
    // The list looked at, of the cluster looked at in the cycle before, has a kernel.
    output wire listed,
    // Highest level that has a kernel, of the cluster looked at in the cycle before.
    output wire [2:0] top_rank,
    // First kernel of the list looked at in the cycle before.
    output wire [31:0] first,
    // Last kernel of the list looked at in the cycle before.
    output wire [31:0] last,
    // Some list has a kernel.
    output wire any,
    // The cluster that is next in turn.
    output wire [4:0] next_cluster,
    // Kernels in the lists.
    output wire [31:0] count
);

    localparam [15:0] LEVEL_BITS = 16'd1;
    localparam [31:0] ALL_CLUSTERS = 32'd7;

    wire [31:0] tails_read_data;
    wire [7:0] levels_read_data;
    wire [4:0] turn_winner;
    reg [31:0] filled_q, kernels_q;
    reg [4:0] taken_q;

    wire [15:0] list = ({11'd0, cluster} << LEVEL_BITS) | {13'd0, rank};
    wire [31:0] cluster_bit = 32'd1 << cluster;
    wire [7:0] rank_bit = 8'd1 << rank;
    // What the memory has of a cluster without kernels means nothing. The mask is for synthesis,
    // which removes all of this from a unit without clusters.
    wire [31:0] held = filled_q & ALL_CLUSTERS;
    wire ends = leaves & (tails_read_data == old_desc);
    wire [15:0] levels_read_addr = {11'd0, cluster};
    wire [15:0] levels_write_addr = {11'd0, cluster};
    wire [7:0] known = (|(held & cluster_bit)) ? levels_read_data : 8'd0;
    wire [7:0] others = known & ~rank_bit;

    heddle_sram_macro #(.WIDTH(32), .ENTRIES(6)) u_heads (
        .clock(clock), .read_addr(list[2:0]), .read_data(first),
        .write_enable((joins & ~listed) | leaves), .write_addr(list[2:0]),
        .write_data(leaves ? link : new_desc)
    );

    heddle_sram_macro #(.WIDTH(32), .ENTRIES(6)) u_tails (
        .clock(clock), .read_addr(list[2:0]), .read_data(tails_read_data), .write_enable(joins),
        .write_addr(list[2:0]), .write_data(new_desc)
    );

    heddle_sram_macro #(.WIDTH(8), .ENTRIES(3)) u_levels (
        .clock(clock), .read_addr(levels_read_addr[1:0]), .read_data(levels_read_data),
        .write_enable(joins | ends), .write_addr(levels_write_addr[1:0]),
        .write_data(ends ? others : known | rank_bit)
    );

    heddle_kmu_queues_highest u_highest (
        .levels(known), .rank(top_rank)
    );

    heddle_round_robin u_turn (
        .request(held), .last(taken_q), .any(any), .winner(turn_winner)
    );

    assign listed = |(known & rank_bit);
    assign last = tails_read_data;
    assign next_cluster = turn_winner;
    assign count = kernels_q;

    always @(posedge clock)
        if (reset) begin
            taken_q <= 5'd31;
            {filled_q, kernels_q} <= 0;
        end else begin
            if (take) taken_q <= turn_winner;
            if (joins) begin
                filled_q <= filled_q | cluster_bit;
                kernels_q <= kernels_q + 32'd1;
            end
            if (leaves) kernels_q <= kernels_q - 32'd1;
            if (ends & ~(|others)) filled_q <= filled_q & ~cluster_bit;
        end

    // Bits that nothing reads.
    wire unused_ok = &{1'b0, list[15:3], levels_read_addr[15:2], levels_write_addr[15:2], 1'b0};
endmodule
