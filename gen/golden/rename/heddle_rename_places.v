// heddle_rename_places, inside heddle_rename.
//
// The number of the bit that is set; zero if none is.
module heddle_rename_places (
    // A bit for each entry, of which at most one is set.
    input wire [31:0] marks,
    // The number of that bit.
    output reg [4:0] index
);

    always @(*) begin
        index = 5'd0;
        if (|(marks & ~32'h55555555)) index[0] = 1'b1;
        if (|(marks & ~32'h33333333)) index[1] = 1'b1;
        if (|(marks & ~32'hf0f0f0f)) index[2] = 1'b1;
        if (|(marks & ~32'hff00ff)) index[3] = 1'b1;
        if (|(marks & ~32'hffff)) index[4] = 1'b1;
    end
endmodule
