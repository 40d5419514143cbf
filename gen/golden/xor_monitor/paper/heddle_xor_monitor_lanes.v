// heddle_xor_monitor_lanes, inside heddle_xor_monitor.
//
// Words of the three filters, which are looked up at one place.
module heddle_xor_monitor_lanes (
    // Rising edge.
    input wire clock,
    // Synchronous reset, active high.
    input wire reset,
    // Half of the hash of the line that is looked up in the next cycle.
    input wire [15:0] half,
    // The line looked up enters the parent-child filter.
    input wire enter_parents,
    // It enters the sibling filter.
    input wire enter_siblings,
    // It enters the own filter.
    input wire enter_own,
    // A word of each filter is emptied; nothing enters.
    input wire sweep,
    // Its address.
    input wire [6:0] sweep_word,
    // The place of the line looked up is set in the parent-child filter.
    output wire in_parents,
    // It is set in the sibling filter.
    output wire in_siblings,
    // It is set in the own filter.
    output wire in_own
);

    reg [16:0] product;
    wire [21:0] parents_read_data, siblings_read_data, own_read_data;
    reg [5:0] word_q, last_word_q;
    reg [21:0] place_q, parents_last_q, siblings_last_q, own_last_q;
    reg parents_entered_q, siblings_entered_q, own_entered_q;

    // The word is a product with a constant (rule 5).
    wire [16:0] choice = {1'b0, half >> 6};
    wire [16:0] chosen = product >> 10;
    wire [10:0] bit_choice = half[10:0] & 11'h3f;
    wire again = last_word_q == word_q;
    wire [15:0] written = sweep ? {9'd0, sweep_word} : {10'd0, word_q};
    wire [10:0] bit_product = (bit_choice << 1) + (bit_choice << 2) + (bit_choice << 4);
    wire [21:0] parents_now = (again & parents_entered_q) ? parents_last_q : parents_read_data;
    wire [21:0] siblings_now = (again & siblings_entered_q) ? siblings_last_q : siblings_read_data;
    wire [21:0] own_now = (again & own_entered_q) ? own_last_q : own_read_data;
    wire [15:0] parents_read_addr = chosen[15:0];
    wire [15:0] siblings_read_addr = chosen[15:0];
    wire [15:0] own_read_addr = chosen[15:0];
    wire [21:0] own_new = sweep ? 22'd0 : own_now | place_q;
    wire [21:0] parents_new = sweep ? 22'd0 : parents_now | place_q;
    wire [21:0] siblings_new = sweep ? 22'd0 : siblings_now | place_q;

    heddle_sram_macro #(.WIDTH(22), .ENTRIES(55)) u_parents (
        .clock(clock), .read_addr(parents_read_addr[5:0]), .read_data(parents_read_data),
        .write_enable(sweep | enter_parents), .write_addr(written[5:0]), .write_data(parents_new)
    );

    heddle_sram_macro #(.WIDTH(22), .ENTRIES(55)) u_siblings (
        .clock(clock), .read_addr(siblings_read_addr[5:0]), .read_data(siblings_read_data),
        .write_enable(sweep | enter_siblings), .write_addr(written[5:0]), .write_data(siblings_new)
    );

    heddle_sram_macro #(.WIDTH(22), .ENTRIES(55)) u_own (
        .clock(clock), .read_addr(own_read_addr[5:0]), .read_data(own_read_data),
        .write_enable(sweep | enter_own), .write_addr(written[5:0]), .write_data(own_new)
    );

    always @(*) begin
        product = 17'd0;
        if (1'b1) product = choice;
        if (1'b1) product = product + (choice << 1);
        if (1'b1) product = product + (choice << 2);
        if (1'b0) product = product + (choice << 3);
        if (1'b1) product = product + (choice << 4);
        if (1'b1) product = product + (choice << 5);
        if (1'b0) product = product + (choice << 6);
    end

    assign in_parents = |(parents_now & place_q);
    assign in_siblings = |(siblings_now & place_q);
    assign in_own = |(own_now & place_q);

    always @(posedge clock)
        if (reset) {parents_entered_q, siblings_entered_q, own_entered_q} <= 0;
        else begin
            word_q <= chosen[5:0];
            place_q <= 22'd1 << (bit_product >> 6);
            last_word_q <= word_q;
            parents_entered_q <= enter_parents;
            siblings_entered_q <= enter_siblings;
            own_entered_q <= enter_own;
            parents_last_q <= parents_new;
            siblings_last_q <= siblings_new;
            own_last_q <= own_new;
        end

    // Bits that nothing reads.
    wire unused_ok = &{1'b0, chosen[16], written[15:6], parents_read_addr[15:6],
        siblings_read_addr[15:6], own_read_addr[15:6], 1'b0};
endmodule
