// heddle_kmu_words, inside heddle_kmu.
//
// Stores seven words of a descriptor, and of the tag only the bits that leave the KMU.
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
    output wire [5:0] tag
);

    reg [31:0] pc_word_q, grid_x_word_q, grid_yz_word_q, shape_word_q, demand_word_q, param_word_q;
    reg [5:0] tag_word_q;

    assign demand = show ? demand_word_q : 32'd0;
    assign grid_x = show ? grid_x_word_q : 32'd0;
    assign grid_yz = show ? grid_yz_word_q : 32'd0;
    assign param = show ? param_word_q : 32'd0;
    assign pc = show ? pc_word_q : 32'd0;
    assign shape = show ? shape_word_q : 32'd0;
    assign tag = show ? tag_word_q : 6'd0;

    always @(posedge clock)
        if (reset) begin
            {pc_word_q, grid_x_word_q, grid_yz_word_q, shape_word_q, demand_word_q, param_word_q,
                tag_word_q} <= 0;
        end else begin
            if (write) begin
                if (offset == 6'd0) pc_word_q <= word;
                if (offset == 6'd4) grid_x_word_q <= word;
                if (offset == 6'd8) grid_yz_word_q <= word;
                if (offset == 6'd12) shape_word_q <= word;
                if (offset == 6'd16) demand_word_q <= word;
                if (offset == 6'd20) param_word_q <= word;
                if (offset == 6'd24) tag_word_q <= word[5:0];
            end
        end
endmodule
