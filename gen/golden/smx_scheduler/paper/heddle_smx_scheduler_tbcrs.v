// heddle_smx_scheduler_tbcrs: tbcrs of heddle_smx_scheduler.
module heddle_smx_scheduler_tbcrs (
    input wire clock,
    input wire write,
    input wire [4:0] smx,
    input wire [4:0] slot,
    input wire [4:0] kdei,
    input wire [31:0] agei,
    input wire [31:0] blkid,
    input wire [31:0] need,
    input wire [4:0] read_smx,
    input wire [4:0] read_slot,
    output wire [4:0] ended_kdei,
    output wire [31:0] ended_agei,
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
        blkid_words_read_data,
        blkid_words_write_addr[15:8],
        need_words_read_addr[15:8],
        need_words_write_addr[15:8],
        1'b0
    };
endmodule
