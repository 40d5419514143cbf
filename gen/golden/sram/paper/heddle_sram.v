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
    // The memory writes at this edge.
    input wire write_enable,
    // Address of the word to write.
    input wire [15:0] write_addr,
    // Value to write.
    input wire [31:0] write_data,

    // Read port
    // A word has been read: `read_enable` was high in the previous cycle.
    output wire read_valid,
    // The memory reads at this edge.
    input wire read_enable,
    // Address of the word to read; zero while `read_enable` is low.
    input wire [15:0] read_addr,
    // Word that was read; zero while `read_valid` is low.
    output wire [31:0] read_data,

    // Status
    // High while no word that was read is on the pins.
    output wire idle
);

    wire [31:0] block_read_data;
    reg valid_q;

    heddle_sram_macro #(.WIDTH(32), .ENTRIES(1024)) u_block (
        .clock(clock), .read_addr(read_addr[9:0]), .read_data(block_read_data),
        .write_enable(write_enable), .write_addr(write_addr[9:0]), .write_data(write_data)
    );

    assign read_valid = valid_q;
    assign read_data = valid_q ? block_read_data : 32'd0;
    assign idle = ~valid_q;

    always @(posedge clock)
        if (reset) valid_q <= 0;
        else begin
            valid_q <= read_enable;
        end

    // Bits that nothing reads.
    wire unused_ok = &{1'b0, write_addr[15:10], read_addr[15:10], 1'b0};
endmodule
