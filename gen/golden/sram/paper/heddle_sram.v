// heddle_sram: memory block, one read and one write port, read latency 1.
//
// Preset paper: entries: 1024.
// Rising edge of clock; reset is synchronous, active high; outputs depend on state only.
//
// Pins of the SRAM block.
//
// Rule 1: addresses are below the number of entries. Rule 2: `read_data` is the word at the
// `read_addr` of the previous cycle, as it was before that cycle's write, and zero if that cycle
// had no `read_enable`. Rule 3: a word is not read before it has been written.
module heddle_sram (
    input wire clock,
    input wire reset,

    // Write port
    // Write at this edge.
    input wire write_enable,
    // Word to write.
    input wire [15:0] write_addr,
    // Value to write.
    input wire [31:0] write_data,

    // Read port
    // Read at this edge.
    input wire read_enable,
    // Word to read; zero without `read_enable`.
    input wire [15:0] read_addr,
    // There was a `read_enable` in the previous cycle.
    output wire read_valid,
    // The word read; zero without `read_valid`.
    output reg [31:0] read_data,

    // Status
    // No read is on its way out.
    output wire idle
);

    wire [15:0] block_read_addr;
    wire [31:0] block_read_data;
    wire block_write_enable;
    wire [15:0] block_write_addr;
    wire [31:0] block_write_data;
    wire valid_d;
    reg valid_q;

    heddle_sram_macro #(.WIDTH(32), .ENTRIES(1024)) u_block (
        .clock(clock),
        .read_addr(block_read_addr[9:0]),
        .read_data(block_read_data),
        .write_enable(block_write_enable),
        .write_addr(block_write_addr[9:0]),
        .write_data(block_write_data)
    );

    assign valid_d = read_enable;
    assign block_read_addr = read_addr;
    assign block_write_enable = write_enable;
    assign block_write_addr = write_addr;
    assign block_write_data = write_data;
    assign read_valid = valid_q;

    always @(*) begin
        read_data = 32'd0;
        if (valid_q) begin
            read_data = block_read_data;
        end
    end

    assign idle = ~valid_q;

    always @(posedge clock) begin
        if (reset) begin
            valid_q <= 1'b0;
        end else begin
            valid_q <= valid_d;
        end
    end

    // Bits that nothing reads.
    wire unused_ok;
    assign unused_ok = &{
        1'b0,
        block_read_addr[15:10],
        block_write_addr[15:10],
        1'b0
    };
endmodule
