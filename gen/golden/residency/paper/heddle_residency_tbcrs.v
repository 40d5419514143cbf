// heddle_residency_tbcrs, inside heddle_residency.
//
// What the TB in every slot of every SMX belongs to, what it takes, and who is told of its end.
module heddle_residency_tbcrs (
    // Rising edge.
    input wire clock,
    // A TB starts.
    input wire write,
    // SMX on which it starts.
    input wire [4:0] smx,
    // Slot in which it starts.
    input wire [4:0] slot,
    // Entry of its kernel.
    input wire [4:0] kdei,
    // Group of the TB, or none.
    input wire [31:0] group,
    // Index or node of the TB.
    input wire [31:0] item,
    // Resources of the TB.
    input wire [29:0] demand,
    // The AGT is told of its end.
    input wire tell_agt,
    // DATS is told of its end.
    input wire tell_dats,
    // SMX of the slot to read.
    input wire [4:0] read_smx,
    // Slot to read.
    input wire [4:0] read_slot,
    // Kernel's entry in the slot last read.
    output wire [4:0] ended_kdei,
    // Group in the slot last read.
    output wire [31:0] ended_group,
    // Index or node in the slot last read.
    output wire [31:0] ended_item,
    // Resources in the slot last read.
    output wire [29:0] ended_demand,
    // The AGT is told of the end of the TB in the slot last read.
    output wire ended_tell_agt,
    // DATS is told of the end of the TB in the slot last read.
    output wire ended_tell_dats
);

    localparam [15:0] SLOT_BITS = 16'd4;

    reg [31:0] demand_word;
    wire [31:0] ended_word;

    wire [15:0] wide_smx = {11'd0, smx};
    wire [15:0] wide_read_smx = {11'd0, read_smx};
    wire [15:0] base = wide_smx << SLOT_BITS;
    wire [15:0] read_base = wide_read_smx << SLOT_BITS;
    wire [15:0] address = base | {11'd0, slot};
    wire [15:0] read_address = read_base | {11'd0, read_slot};

    heddle_sram_macro #(.WIDTH(5), .ENTRIES(208)) u_kdei_words (
        .clock(clock), .read_addr(read_address[7:0]), .read_data(ended_kdei), .write_enable(write),
        .write_addr(address[7:0]), .write_data(kdei)
    );

    heddle_sram_macro #(.WIDTH(32), .ENTRIES(208)) u_group_words (
        .clock(clock), .read_addr(read_address[7:0]), .read_data(ended_group), .write_enable(write),
        .write_addr(address[7:0]), .write_data(group)
    );

    heddle_sram_macro #(.WIDTH(32), .ENTRIES(208)) u_item_words (
        .clock(clock), .read_addr(read_address[7:0]), .read_data(ended_item), .write_enable(write),
        .write_addr(address[7:0]), .write_data(item)
    );

    heddle_sram_macro #(.WIDTH(32), .ENTRIES(208)) u_demand_words (
        .clock(clock), .read_addr(read_address[7:0]), .read_data(ended_word), .write_enable(write),
        .write_addr(address[7:0]), .write_data(demand_word)
    );

    always @(*) begin
        demand_word = {2'd0, demand};
        if (tell_agt) demand_word = demand_word | 32'h40000000;
        if (tell_dats) demand_word = demand_word | 32'h80000000;
    end

    assign ended_demand = ended_word[29:0];
    assign ended_tell_agt = ended_word[30];
    assign ended_tell_dats = ended_word[31];

    // Bits that nothing reads.
    wire unused_ok = &{1'b0, address[15:8], read_address[15:8], 1'b0};
endmodule
