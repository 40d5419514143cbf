// heddle_smx_scheduler_tbcrs, inside heddle_smx_scheduler.
//
// KDEI, AGEI, BLKID and need of the TB in every slot of every SMX.
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

    localparam [15:0] SLOT_BITS = 16'd4;

    wire [15:0] wide_smx;
    wire [15:0] base;
    wire [15:0] address;
    wire [15:0] wide_read_smx;
    wire [15:0] read_base;
    wire [15:0] read_address;
    wire [15:0] kdei_words_read_addr;
    wire [4:0] kdei_words_read_data;
    wire kdei_words_write_enable;
    wire [15:0] kdei_words_write_addr;
    wire [4:0] kdei_words_write_data;
    wire [15:0] agei_words_read_addr;
    wire [31:0] agei_words_read_data;
    wire agei_words_write_enable;
    wire [15:0] agei_words_write_addr;
    wire [31:0] agei_words_write_data;
    wire [15:0] blkid_words_read_addr;
    wire [31:0] blkid_words_read_data;
    wire blkid_words_write_enable;
    wire [15:0] blkid_words_write_addr;
    wire [31:0] blkid_words_write_data;
    wire [15:0] need_words_read_addr;
    wire [31:0] need_words_read_data;
    wire need_words_write_enable;
    wire [15:0] need_words_write_addr;
    wire [31:0] need_words_write_data;

    heddle_sram_macro #(.WIDTH(5), .ENTRIES(208)) u_kdei_words (
        .clock(clock),
        .read_addr(kdei_words_read_addr[7:0]),
        .read_data(kdei_words_read_data),
        .write_enable(kdei_words_write_enable),
        .write_addr(kdei_words_write_addr[7:0]),
        .write_data(kdei_words_write_data)
    );

    heddle_sram_macro #(.WIDTH(32), .ENTRIES(208)) u_agei_words (
        .clock(clock),
        .read_addr(agei_words_read_addr[7:0]),
        .read_data(agei_words_read_data),
        .write_enable(agei_words_write_enable),
        .write_addr(agei_words_write_addr[7:0]),
        .write_data(agei_words_write_data)
    );

    heddle_sram_macro #(.WIDTH(32), .ENTRIES(208)) u_blkid_words (
        .clock(clock),
        .read_addr(blkid_words_read_addr[7:0]),
        .read_data(blkid_words_read_data),
        .write_enable(blkid_words_write_enable),
        .write_addr(blkid_words_write_addr[7:0]),
        .write_data(blkid_words_write_data)
    );

    heddle_sram_macro #(.WIDTH(32), .ENTRIES(208)) u_need_words (
        .clock(clock),
        .read_addr(need_words_read_addr[7:0]),
        .read_data(need_words_read_data),
        .write_enable(need_words_write_enable),
        .write_addr(need_words_write_addr[7:0]),
        .write_data(need_words_write_data)
    );

    assign wide_smx = {11'd0, smx};
    assign base = wide_smx << SLOT_BITS;
    assign address = base | {11'd0, slot};
    assign wide_read_smx = {11'd0, read_smx};
    assign read_base = wide_read_smx << SLOT_BITS;
    assign read_address = read_base | {11'd0, read_slot};
    assign kdei_words_write_enable = write;
    assign kdei_words_write_addr = address;
    assign kdei_words_write_data = kdei;
    assign kdei_words_read_addr = read_address;
    assign ended_kdei = kdei_words_read_data;
    assign agei_words_write_enable = write;
    assign agei_words_write_addr = address;
    assign agei_words_write_data = agei;
    assign agei_words_read_addr = read_address;
    assign ended_agei = agei_words_read_data;
    assign blkid_words_write_enable = write;
    assign blkid_words_write_addr = address;
    assign blkid_words_write_data = blkid;
    assign blkid_words_read_addr = read_address;
    assign ended_blkid = blkid_words_read_data;
    assign need_words_write_enable = write;
    assign need_words_write_addr = address;
    assign need_words_write_data = need;
    assign need_words_read_addr = read_address;
    assign ended_need = need_words_read_data;

    // Bits that nothing reads.
    wire unused_ok;
    assign unused_ok = &{
        1'b0,
        kdei_words_read_addr[15:8],
        kdei_words_write_addr[15:8],
        agei_words_read_addr[15:8],
        agei_words_write_addr[15:8],
        blkid_words_read_addr[15:8],
        blkid_words_write_addr[15:8],
        need_words_read_addr[15:8],
        need_words_write_addr[15:8],
        1'b0
    };
endmodule
