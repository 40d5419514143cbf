// heddle_smx_scheduler_tbcrs, inside heddle_smx_scheduler.
//
// KDEI, AGEI, BLKID and demand of the TB in every slot of every SMX.
module heddle_smx_scheduler_tbcrs (
    // Rising edge.
    input wire clock,
    // A TB starts.
    input wire write,
    // On this SMX.
    input wire [4:0] smx,
    // In this slot.
    input wire [4:0] slot,
    // Its kernel's entry.
    input wire [4:0] kdei,
    // Its group, or none.
    input wire [31:0] agei,
    // Its index in kernel or group, counted x fastest, or its node.
    input wire [31:0] blkid,
    // Its resources.
    input wire [31:0] need,
    // SMX of the slot to read.
    input wire [4:0] read_smx,
    // Slot to read.
    input wire [4:0] read_slot,
    // Kernel's entry in the slot last read.
    output wire [4:0] ended_kdei,
    // Group in the slot last read.
    output wire [31:0] ended_agei,
    // BLKID in the slot last read.
    output wire [31:0] ended_blkid,
    // Resources in the slot last read.
    output wire [31:0] ended_need
);

    localparam [15:0] SLOT_BITS = 16'd1;

    wire [15:0] wide_smx = {11'd0, smx};
    wire [15:0] wide_read_smx = {11'd0, read_smx};
    wire [15:0] base = wide_smx << SLOT_BITS;
    wire [15:0] read_base = wide_read_smx << SLOT_BITS;
    wire [15:0] address = base | {11'd0, slot};
    wire [15:0] read_address = read_base | {11'd0, read_slot};

    heddle_sram_macro #(.WIDTH(5), .ENTRIES(4)) u_kdei_words (
        .clock(clock), .read_addr(read_address[1:0]), .read_data(ended_kdei), .write_enable(write),
        .write_addr(address[1:0]), .write_data(kdei)
    );

    heddle_sram_macro #(.WIDTH(32), .ENTRIES(4)) u_agei_words (
        .clock(clock), .read_addr(read_address[1:0]), .read_data(ended_agei), .write_enable(write),
        .write_addr(address[1:0]), .write_data(agei)
    );

    heddle_sram_macro #(.WIDTH(32), .ENTRIES(4)) u_blkid_words (
        .clock(clock), .read_addr(read_address[1:0]), .read_data(ended_blkid), .write_enable(write),
        .write_addr(address[1:0]), .write_data(blkid)
    );

    heddle_sram_macro #(.WIDTH(32), .ENTRIES(4)) u_need_words (
        .clock(clock), .read_addr(read_address[1:0]), .read_data(ended_need), .write_enable(write),
        .write_addr(address[1:0]), .write_data(need)
    );

    // Bits that nothing reads.
    wire unused_ok = &{1'b0, address[15:2], read_address[15:2], 1'b0};
endmodule
