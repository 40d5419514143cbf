// heddle_agt_ages, inside heddle_agt.
//
// The fields of all AGEs. A read of an entry that is written at the same edge gives the old words.
module heddle_agt_ages (
    // Rising edge of all ports.
    input wire clock,
    // Entry to read at this edge.
    input wire [15:0] read_entry,
    // Entry to write at this edge.
    input wire [15:0] write_entry,
    // Write AggDim and Param.
    input wire write_group,
    // Write Next.
    input wire write_next,
    // Write ExeBL.
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
    // AggDim y and z of that entry.
    output wire [31:0] yz,
    // Param of that entry.
    output wire [31:0] param,
    // Next of that entry.
    output wire [31:0] following,
    // ExeBL of that entry.
    output wire [31:0] exebl
);

    wire [15:0] age_x_read_addr;
    wire [31:0] age_x_read_data;
    wire age_x_write_enable;
    wire [15:0] age_x_write_addr;
    wire [31:0] age_x_write_data;
    wire [15:0] age_yz_read_addr;
    wire [31:0] age_yz_read_data;
    wire age_yz_write_enable;
    wire [15:0] age_yz_write_addr;
    wire [31:0] age_yz_write_data;
    wire [15:0] age_param_read_addr;
    wire [31:0] age_param_read_data;
    wire age_param_write_enable;
    wire [15:0] age_param_write_addr;
    wire [31:0] age_param_write_data;
    wire [15:0] age_next_read_addr;
    wire [31:0] age_next_read_data;
    wire age_next_write_enable;
    wire [15:0] age_next_write_addr;
    wire [31:0] age_next_write_data;
    wire [15:0] age_exebl_read_addr;
    wire [31:0] age_exebl_read_data;
    wire age_exebl_write_enable;
    wire [15:0] age_exebl_write_addr;
    wire [31:0] age_exebl_write_data;

    heddle_sram_macro #(.WIDTH(32), .ENTRIES(1024)) u_age_x (
        .clock(clock),
        .read_addr(age_x_read_addr[9:0]),
        .read_data(age_x_read_data),
        .write_enable(age_x_write_enable),
        .write_addr(age_x_write_addr[9:0]),
        .write_data(age_x_write_data)
    );

    heddle_sram_macro #(.WIDTH(32), .ENTRIES(1024)) u_age_yz (
        .clock(clock),
        .read_addr(age_yz_read_addr[9:0]),
        .read_data(age_yz_read_data),
        .write_enable(age_yz_write_enable),
        .write_addr(age_yz_write_addr[9:0]),
        .write_data(age_yz_write_data)
    );

    heddle_sram_macro #(.WIDTH(32), .ENTRIES(1024)) u_age_param (
        .clock(clock),
        .read_addr(age_param_read_addr[9:0]),
        .read_data(age_param_read_data),
        .write_enable(age_param_write_enable),
        .write_addr(age_param_write_addr[9:0]),
        .write_data(age_param_write_data)
    );

    heddle_sram_macro #(.WIDTH(32), .ENTRIES(1024)) u_age_next (
        .clock(clock),
        .read_addr(age_next_read_addr[9:0]),
        .read_data(age_next_read_data),
        .write_enable(age_next_write_enable),
        .write_addr(age_next_write_addr[9:0]),
        .write_data(age_next_write_data)
    );

    heddle_sram_macro #(.WIDTH(32), .ENTRIES(1024)) u_age_exebl (
        .clock(clock),
        .read_addr(age_exebl_read_addr[9:0]),
        .read_data(age_exebl_read_data),
        .write_enable(age_exebl_write_enable),
        .write_addr(age_exebl_write_addr[9:0]),
        .write_data(age_exebl_write_data)
    );

    assign age_x_read_addr = read_entry;
    assign age_x_write_addr = write_entry;
    assign age_x_write_data = new_x;
    assign age_x_write_enable = write_group;
    assign x = age_x_read_data;
    assign age_yz_read_addr = read_entry;
    assign age_yz_write_addr = write_entry;
    assign age_yz_write_data = new_yz;
    assign age_yz_write_enable = write_group;
    assign yz = age_yz_read_data;
    assign age_param_read_addr = read_entry;
    assign age_param_write_addr = write_entry;
    assign age_param_write_data = new_param;
    assign age_param_write_enable = write_group;
    assign param = age_param_read_data;
    assign age_next_read_addr = read_entry;
    assign age_next_write_addr = write_entry;
    assign age_next_write_data = new_next;
    assign age_next_write_enable = write_next;
    assign following = age_next_read_data;
    assign age_exebl_read_addr = read_entry;
    assign age_exebl_write_addr = write_entry;
    assign age_exebl_write_data = new_exebl;
    assign age_exebl_write_enable = write_exebl;
    assign exebl = age_exebl_read_data;

    // Bits that nothing reads.
    wire unused_ok;
    assign unused_ok = &{
        1'b0,
        age_x_read_addr[15:10],
        age_x_write_addr[15:10],
        age_yz_read_addr[15:10],
        age_yz_write_addr[15:10],
        age_param_read_addr[15:10],
        age_param_write_addr[15:10],
        age_next_read_addr[15:10],
        age_next_write_addr[15:10],
        age_exebl_read_addr[15:10],
        age_exebl_write_addr[15:10],
        1'b0
    };
endmodule
