// heddle_sram_macro: memory, one read and one write port, read latency 1. Reading and writing one
// word at the same edge reads the old word. Contents are unknown at power-up. Addresses must be
// below ENTRIES. Silicon replaces the body by a macro; synthesis infers a memory from it.
module heddle_sram_macro #(
    parameter integer WIDTH = 32,
    parameter integer ENTRIES = 2,
    // Follows from ENTRIES: not to be set.
    parameter integer ADDRESS = (ENTRIES > 1) ? $clog2(ENTRIES) : 1
) (
    input wire clock,
    // Address of the word to read at this edge.
    input wire [ADDRESS-1:0] read_addr,
    // Word that was read at the last edge.
    output reg [WIDTH-1:0] read_data,
    // The memory writes at this edge.
    input wire write_enable,
    // Address of the word to write.
    input wire [ADDRESS-1:0] write_addr,
    // Value to write.
    input wire [WIDTH-1:0] write_data
);
    reg [WIDTH-1:0] words [0:ENTRIES-1];

    always @(posedge clock) begin
        read_data <= words[read_addr];
        if (write_enable) begin
            words[write_addr] <= write_data;
        end
    end
endmodule
