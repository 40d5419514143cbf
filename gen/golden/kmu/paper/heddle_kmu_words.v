// heddle_kmu_words, inside heddle_kmu.
//
// Seven words of a descriptor; of the tag only the bits that leave the KMU.
module heddle_kmu_words (
    // Rising edge.
    input wire clock,
    // Synchronous reset.
    input wire reset,
    // A word comes.
    input wire write,
    // Its byte offset; beyond the tag it is not kept.
    input wire [5:0] offset,
    // Its value.
    input wire [31:0] word,
    // Show the words; all outputs are zero otherwise.
    input wire show,
    // Word 0.
    output reg [31:0] pc,
    // Word 1.
    output reg [31:0] grid_x,
    // Word 2.
    output reg [31:0] grid_yz,
    // Word 3.
    output reg [31:0] shape,
    // Word 4.
    output reg [31:0] need,
    // Word 5.
    output reg [31:0] param,
    // Low bits of word 6.
    output reg [5:0] tag
);

    reg [31:0] pc_word_d;
    reg [31:0] pc_word_q;
    reg [31:0] grid_x_word_d;
    reg [31:0] grid_x_word_q;
    reg [31:0] grid_yz_word_d;
    reg [31:0] grid_yz_word_q;
    reg [31:0] shape_word_d;
    reg [31:0] shape_word_q;
    reg [31:0] need_word_d;
    reg [31:0] need_word_q;
    reg [31:0] param_word_d;
    reg [31:0] param_word_q;
    reg [5:0] tag_word_d;
    reg [5:0] tag_word_q;

    always @(*) begin
        pc_word_d = pc_word_q;
        grid_x_word_d = grid_x_word_q;
        grid_yz_word_d = grid_yz_word_q;
        shape_word_d = shape_word_q;
        need_word_d = need_word_q;
        param_word_d = param_word_q;
        tag_word_d = tag_word_q;
        if (write) begin
            if (offset == 6'd0) begin
                pc_word_d = word;
            end
            if (offset == 6'd4) begin
                grid_x_word_d = word;
            end
            if (offset == 6'd8) begin
                grid_yz_word_d = word;
            end
            if (offset == 6'd12) begin
                shape_word_d = word;
            end
            if (offset == 6'd16) begin
                need_word_d = word;
            end
            if (offset == 6'd20) begin
                param_word_d = word;
            end
            if (offset == 6'd24) begin
                tag_word_d = word[5:0];
            end
        end
    end

    always @(*) begin
        pc = 32'd0;
        grid_x = 32'd0;
        grid_yz = 32'd0;
        shape = 32'd0;
        need = 32'd0;
        param = 32'd0;
        tag = 6'd0;
        if (show) begin
            pc = pc_word_q;
            grid_x = grid_x_word_q;
            grid_yz = grid_yz_word_q;
            shape = shape_word_q;
            need = need_word_q;
            param = param_word_q;
            tag = tag_word_q;
        end
    end

    always @(posedge clock) begin
        if (reset) begin
            pc_word_q <= 32'd0;
            grid_x_word_q <= 32'd0;
            grid_yz_word_q <= 32'd0;
            shape_word_q <= 32'd0;
            need_word_q <= 32'd0;
            param_word_q <= 32'd0;
            tag_word_q <= 6'd0;
        end else begin
            pc_word_q <= pc_word_d;
            grid_x_word_q <= grid_x_word_d;
            grid_yz_word_q <= grid_yz_word_d;
            shape_word_q <= shape_word_d;
            need_word_q <= need_word_d;
            param_word_q <= param_word_d;
            tag_word_q <= tag_word_d;
        end
    end
endmodule
