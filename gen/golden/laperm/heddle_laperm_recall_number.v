// heddle_laperm_recall_number, inside heddle_laperm_recall.
//
// The number of a one-hot word's bit, or zero if none is set. `N` bits tell `S` numbers apart.
module heddle_laperm_recall_number (
    // At most one bit.
    input wire [31:0] one_hot,
    // Its number.
    output reg [4:0] number
);

    always @(*) begin
        number = 5'd0;
        if (|(one_hot & 32'haaaaaaaa)) number = number | 5'd1;
        if (|(one_hot & 32'hcccccccc)) number = number | 5'd2;
        if (|(one_hot & 32'hf0f0f0f0)) number = number | 5'd4;
        if (|(one_hot & 32'hff00ff00)) number = number | 5'd8;
        if (|(one_hot & 32'hffff0000)) number = number | 5'd16;
    end
endmodule
