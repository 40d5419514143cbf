// heddle_kmu_words, inside heddle_kmu.
//
// Stores seven words of a descriptor, and of the last of them only the bits that leave the KMU.
module heddle_kmu_words (
    // Clock of the block; it acts on the rising edge.
    input wire clock,
    // Synchronous reset, active high.
    input wire reset,
    // A word of the descriptor arrives.
    input wire write,
    // Byte offset of the word in the descriptor; words behind the tag are not stored.
    input wire [5:0] offset,
    // Value of the word.
    input wire [31:0] word,
    // The words are shown; all outputs are zero while low.
    input wire show,
    // Entry PC (descriptor word 0).
    output wire [31:0] pc,
    // Grid x in TBs (descriptor word 1).
    output wire [31:0] grid_x,
    // Grid y (low half) and z (descriptor word 2).
    output wire [31:0] grid_yz,
    // TB shape (descriptor word 3).
    output wire [31:0] shape,
    // Resource demand of one TB (descriptor word 4).
    output wire [31:0] demand,
    // Parameter address (descriptor word 5).
    output wire [31:0] param,
    // Tag (low bits of descriptor word 6).
    output wire [5:0] tag,
    // Level (bits 18..16 of descriptor word 6).
    output wire [2:0] level,
    // Cluster (descriptor word 6 from bit 8 on).
    output wire [4:0] cluster
);

    reg [31:0] pc_word_q, grid_x_word_q, grid_yz_word_q, shape_word_q, demand_word_q, param_word_q;
    reg [5:0] tag_word_q;
    reg [2:0] level_word_q;
    reg [4:0] cluster_word_q;

    assign cluster = show ? cluster_word_q : 5'd0;
    assign demand = show ? demand_word_q : 32'd0;
    assign grid_x = show ? grid_x_word_q : 32'd0;
    assign grid_yz = show ? grid_yz_word_q : 32'd0;
    assign level = show ? level_word_q : 3'd0;
    assign param = show ? param_word_q : 32'd0;
    assign pc = show ? pc_word_q : 32'd0;
    assign shape = show ? shape_word_q : 32'd0;
    assign tag = show ? tag_word_q : 6'd0;

    always @(posedge clock)
        if (reset) begin
            {pc_word_q, grid_x_word_q, grid_yz_word_q, shape_word_q, demand_word_q, param_word_q,
                tag_word_q, level_word_q, cluster_word_q} <= 0;
        end else begin
            if (write) begin
                if (offset == 6'd0) pc_word_q <= word;
                if (offset == 6'd4) grid_x_word_q <= word;
                if (offset == 6'd8) grid_yz_word_q <= word;
                if (offset == 6'd12) shape_word_q <= word;
                if (offset == 6'd16) demand_word_q <= word;
                if (offset == 6'd20) param_word_q <= word;
                if (offset == 6'd24) begin
                    tag_word_q <= word[5:0];
                    level_word_q <= word[18:16];
                    cluster_word_q <= word[12:8];
                end
            end
        end
endmodule
