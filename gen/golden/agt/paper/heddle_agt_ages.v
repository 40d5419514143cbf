// heddle_agt_ages, inside heddle_agt.
//
// Stores the fields of all AGEs. A read of an entry that is written at the same edge returns the
// old words.
module heddle_agt_ages (
    // Clock of all ports; they act on the rising edge.
    input wire clock,
    // Index of the entry to read at this edge.
    input wire [15:0] read_entry,
    // Index of the entry to write at this edge.
    input wire [15:0] write_entry,
    // AggDim and Param of the entry are written.
    input wire write_group,
    // The Next field of the entry is written.
    input wire write_next,
    // The ExeBL field of the entry is written.
    input wire write_exebl,
    // AggDim x to write.
    input wire [31:0] new_x,
    // AggDim y and z to write.
    input wire [31:0] new_yz,
    // Param to write.
    input wire [31:0] new_param,
    // Next to write.
    input wire [31:0] new_next,
    // ExeBL to write.
    input wire [31:0] new_exebl,
    // AggDim x of the entry read at the last edge.
    output wire [31:0] x,
    // AggDim y and z of the entry read at the last edge.
    output wire [31:0] yz,
    // Param of the entry read at the last edge.
    output wire [31:0] param,
    // Next of the entry read at the last edge.
    output wire [31:0] following,
    // ExeBL of the entry read at the last edge.
    output wire [31:0] exebl
);

    heddle_sram_macro #(.WIDTH(32), .ENTRIES(1024)) u_age_x (
        .clock(clock), .read_addr(read_entry[9:0]), .read_data(x), .write_enable(write_group),
        .write_addr(write_entry[9:0]), .write_data(new_x)
    );

    heddle_sram_macro #(.WIDTH(32), .ENTRIES(1024)) u_age_yz (
        .clock(clock), .read_addr(read_entry[9:0]), .read_data(yz), .write_enable(write_group),
        .write_addr(write_entry[9:0]), .write_data(new_yz)
    );

    heddle_sram_macro #(.WIDTH(32), .ENTRIES(1024)) u_age_param (
        .clock(clock), .read_addr(read_entry[9:0]), .read_data(param), .write_enable(write_group),
        .write_addr(write_entry[9:0]), .write_data(new_param)
    );

    heddle_sram_macro #(.WIDTH(32), .ENTRIES(1024)) u_age_next (
        .clock(clock), .read_addr(read_entry[9:0]), .read_data(following),
        .write_enable(write_next), .write_addr(write_entry[9:0]), .write_data(new_next)
    );

    heddle_sram_macro #(.WIDTH(32), .ENTRIES(1024)) u_age_exebl (
        .clock(clock), .read_addr(read_entry[9:0]), .read_data(exebl), .write_enable(write_exebl),
        .write_addr(write_entry[9:0]), .write_data(new_exebl)
    );

    // Bits that nothing reads.
    wire unused_ok = &{1'b0, read_entry[15:10], write_entry[15:10], 1'b0};
endmodule
