// heddle_laperm_round, inside heddle_laperm.
//
// Goes round the SMXs, and keeps the backup of each.
module heddle_laperm_round (
    // Rising edge.
    input wire clock,
    // Synchronous reset, active high.
    input wire reset,
    // Goes on to the next SMX.
    input wire advance,
    // Clears the backup of the SMX `sweep`.
    input wire clear,
    // SMX whose backup is cleared.
    input wire [15:0] sweep,
    // One bit per cluster that holds anything.
    input wire [31:0] filled,
    // The backup of the SMX is what `backup` says.
    input wire choose,
    // The SMX, one-hot.
    output wire [31:0] one_hot,
    // Its cluster.
    output wire [15:0] cluster,
    // The cluster of the SMX that is looked at in the next cycle.
    output wire [15:0] cluster_next,
    // The cluster that is its backup, if any holds anything.
    output wire [15:0] backup
);

    localparam [15:0] LAST_SMX = 16'hc, LAST_PLACE = 16'd0;

    reg [15:0] smx_next, home_next, smx_q, place_q, home_q;
    wire [15:0] backups_read_data;
    wire [4:0] number_number;
    reg [31:0] smx_bit_q, home_bit_q;

    // The next SMX.
    wire wraps = smx_q == LAST_SMX;
    wire leaves = place_q == LAST_PLACE;
    // Its backup: the cluster kept while that holds anything, else the first after its own; x & -x
    // leaves the lowest bit. Kept is the number and one, or zero.
    wire [15:0] kept = backups_read_data - 16'd1;
    wire [31:0] up_to_home = home_bit_q | (home_bit_q - 32'd1);
    wire [15:0] backups_write_addr = clear ? sweep : smx_q;
    wire [31:0] kept_bit = filled >> kept;
    wire [31:0] above = filled & ~up_to_home;
    wire [31:0] chosen = (|above) ? above & ((~above) + 32'd1) : filled & ((~filled) + 32'd1);

    heddle_sram_macro #(.WIDTH(16), .ENTRIES(13)) u_backups (
        .clock(clock), .read_addr(smx_next[3:0]), .read_data(backups_read_data),
        .write_enable(choose | clear), .write_addr(backups_write_addr[3:0]),
        .write_data(clear ? 16'd0 : backup + 16'd1)
    );

    heddle_laperm_round_number u_number (
        .one_hot(chosen), .number(number_number)
    );

    always @(*) begin
        smx_next = smx_q;
        home_next = home_q;
        if (advance) begin
            smx_next = smx_q + 16'd1;
            if (leaves) home_next = home_q + 16'd1;
            if (wraps) begin
                smx_next = 16'd0;
                home_next = 16'd0;
            end
        end
    end

    assign one_hot = smx_bit_q;
    assign cluster = home_q;
    assign cluster_next = home_next;
    assign backup = ((|backups_read_data) & kept_bit[0]) ? kept : {11'd0, number_number};

    always @(posedge clock)
        if (reset) begin
            smx_bit_q <= 32'd1;
            home_bit_q <= 32'd1;
            {smx_q, place_q, home_q} <= 0;
        end else begin
            if (advance) begin
                place_q <= place_q + 16'd1;
                smx_bit_q <= smx_bit_q << 1;
                if (leaves) begin
                    place_q <= 16'd0;
                    home_bit_q <= home_bit_q << 1;
                end
                if (wraps) begin
                    smx_bit_q <= 32'd1;
                    home_bit_q <= 32'd1;
                end
            end
            smx_q <= smx_next;
            home_q <= home_next;
        end

    // Bits that nothing reads.
    wire unused_ok = &{1'b0, kept_bit[31:1], backups_write_addr[15:4], 1'b0};
endmodule
