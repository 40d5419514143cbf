// heddle_laperm_clusters, inside heddle_laperm.
//
// Words of the clusters, and the links between entries: of a queue from its head on, and of
// free ones.
module heddle_laperm_clusters (
    // Clock of all ports; they act on the rising edge.
    input wire clock,
    // Number of the cluster to read at this edge.
    input wire [15:0] read_cluster,
    // Number of the cluster to write at this edge.
    input wire [15:0] write_cluster,
    // Number of the region to read at this edge.
    input wire [15:0] read_region,
    // Number of the region to write at this edge.
    input wire [15:0] write_region,
    // The levels are written.
    input wire write_levels,
    // The levels in memory are written.
    input wire write_away,
    // The free entries that have been used are written.
    input wire write_spare,
    // The entries that have not been used are written.
    input wire write_fresh,
    // A bit for each level that has anything on chip, to write.
    input wire [7:0] new_levels,
    // A bit for each level that has groups in memory, to write.
    input wire [7:0] new_away,
    // Address of the first free entry that has been used, to write.
    input wire [15:0] new_spare,
    // How many there are, to write.
    input wire [15:0] new_spares,
    // Address of the first entry that has not been used, to write.
    input wire [15:0] new_fresh,
    // How many there are, to write.
    input wire [15:0] new_left,
    // A bit for each level that has anything on chip, of the cluster read at the last edge.
    output wire [7:0] levels,
    // A bit for each level that has groups in memory.
    output wire [7:0] away,
    // Address of the first free entry that has been used, of the region read at the last edge.
    output wire [15:0] spare,
    // How many there are.
    output wire [15:0] spares,
    // Address of the first entry that has not been used, of the region read at the last edge.
    output wire [15:0] fresh,
    // How many there are.
    output wire [15:0] left,
    // Address of the entry whose link is read at this edge.
    input wire [15:0] read_entry,
    // Address of the entry whose link is written at this edge.
    input wire [15:0] write_entry,
    // The link is written.
    input wire write_link,
    // Address of the entry that follows, to write.
    input wire [15:0] new_link,
    // Address of the entry that follows the one read at the last edge.
    output wire [15:0] link
);

    wire [15:0] region_spare_read_data, region_spares_read_data, region_fresh_read_data,
        region_left_read_data, entry_link_read_data;

    heddle_sram_macro #(.WIDTH(8), .ENTRIES(4)) u_cluster_levels (
        .clock(clock), .read_addr(read_cluster[1:0]), .read_data(levels),
        .write_enable(write_levels), .write_addr(write_cluster[1:0]), .write_data(new_levels)
    );

    heddle_sram_macro #(.WIDTH(8), .ENTRIES(4)) u_cluster_away (
        .clock(clock), .read_addr(read_cluster[1:0]), .read_data(away), .write_enable(write_away),
        .write_addr(write_cluster[1:0]), .write_data(new_away)
    );

    heddle_sram_macro #(.WIDTH(4), .ENTRIES(4)) u_region_spare (
        .clock(clock), .read_addr(read_region[1:0]), .read_data(region_spare_read_data[3:0]),
        .write_enable(write_spare), .write_addr(write_region[1:0]), .write_data(new_spare[3:0])
    );
    assign region_spare_read_data[15:4] = 12'd0;

    heddle_sram_macro #(.WIDTH(4), .ENTRIES(4)) u_region_spares (
        .clock(clock), .read_addr(read_region[1:0]), .read_data(region_spares_read_data[3:0]),
        .write_enable(write_spare), .write_addr(write_region[1:0]), .write_data(new_spares[3:0])
    );
    assign region_spares_read_data[15:4] = 12'd0;

    heddle_sram_macro #(.WIDTH(4), .ENTRIES(4)) u_region_fresh (
        .clock(clock), .read_addr(read_region[1:0]), .read_data(region_fresh_read_data[3:0]),
        .write_enable(write_fresh), .write_addr(write_region[1:0]), .write_data(new_fresh[3:0])
    );
    assign region_fresh_read_data[15:4] = 12'd0;

    heddle_sram_macro #(.WIDTH(4), .ENTRIES(4)) u_region_left (
        .clock(clock), .read_addr(read_region[1:0]), .read_data(region_left_read_data[3:0]),
        .write_enable(write_fresh), .write_addr(write_region[1:0]), .write_data(new_left[3:0])
    );
    assign region_left_read_data[15:4] = 12'd0;

    heddle_sram_macro #(.WIDTH(4), .ENTRIES(16)) u_entry_link (
        .clock(clock), .read_addr(read_entry[3:0]), .read_data(entry_link_read_data[3:0]),
        .write_enable(write_link), .write_addr(write_entry[3:0]), .write_data(new_link[3:0])
    );
    assign entry_link_read_data[15:4] = 12'd0;

    assign spare = region_spare_read_data;
    assign spares = region_spares_read_data;
    assign fresh = region_fresh_read_data;
    assign left = region_left_read_data;
    assign link = entry_link_read_data;

    // Bits that nothing reads.
    wire unused_ok = &{1'b0, read_cluster[15:2], write_cluster[15:2], read_region[15:2],
        write_region[15:2], new_spare[15:4], new_spares[15:4], new_fresh[15:4], new_left[15:4],
        read_entry[15:4], write_entry[15:4], new_link[15:4], 1'b0};
endmodule
