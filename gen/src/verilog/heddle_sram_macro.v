// Memory, one read and one write port, read latency 1. Reading and writing one word at the same
// edge reads the old word. Contents are unknown at power-up. Addresses must be below ENTRIES.
module heddle_sram_macro #(
    parameter WIDTH = 32,
    parameter ENTRIES = 2
) (
    input wire clock,
    // Address bits above those ENTRIES needs are zero by contract and not read.
    /* verilator lint_off UNUSEDSIGNAL */
    input wire [15:0] read_addr,
    /* verilator lint_on UNUSEDSIGNAL */
    output reg [WIDTH-1:0] read_data,
    input wire write_enable,
    /* verilator lint_off UNUSEDSIGNAL */
    input wire [15:0] write_addr,
    /* verilator lint_on UNUSEDSIGNAL */
    input wire [WIDTH-1:0] write_data
);
    localparam INDEX = (ENTRIES > 1) ? $clog2(ENTRIES) : 1;

    reg [WIDTH-1:0] words [0:ENTRIES-1];

    always @(posedge clock) begin
        read_data <= words[read_addr[INDEX-1:0]];
        if (write_enable) words[write_addr[INDEX-1:0]] <= write_data;
    end
endmodule
