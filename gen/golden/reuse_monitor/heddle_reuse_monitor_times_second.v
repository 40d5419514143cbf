// heddle_reuse_monitor_times_second, inside heddle_reuse_monitor.
//
// The product of a word and 0x5bd1e995, modulo 2^32: the constant has thirteen digits that are not
// zero, if they may be minus one too.
module heddle_reuse_monitor_times_second (
    // The word.
    input wire [31:0] word,
    // The product.
    output wire [31:0] product
);

    // The digits: 31 -29 -26 -22 20 17 -13 11 9 -7 4 2 0.
    wire [31:0] sum_low = word + (word << 2) + (word << 4);
    wire [31:0] sum_middle = (word << 9) + (word << 11) + (word << 17);
    wire [31:0] sum_high = (word << 20) + (word << 31);
    wire [31:0] taken = (word << 7) + (word << 13) + ((word << 22) + (word << 26)) + (word << 29);

    assign product = sum_low + sum_middle + (sum_high - taken);
endmodule
