// One stream: the rules of hw/src/kit/fifo/pins.rs, asserted where the unit offers and assumed where
// its neighbour does. A pulse, which cannot be stalled, is a stream that is always ready.
module heddle_stream #(
    parameter integer WIDTH = 1,
    parameter [0:0] ASSUMED = 1'b0
) (
    input wire clock,
    input wire reset,
    // A reset has been seen since power-up.
    input wire alive,
    input wire valid,
    input wire ready,
    input wire [WIDTH-1:0] payload
);
    // The stream was offered in the last cycle, and not taken.
    reg waited;
    reg [WIDTH-1:0] offered;

    always @(posedge clock) begin
        waited <= valid & ~ready & ~reset;
        offered <= payload;
    end

    generate
        if (ASSUMED) begin : given
            always @(*) begin
                if (alive) begin
                    stream_rule_2_valid_stays_until_taken: assume (~waited | valid);
                    stream_rule_2_payload_stays_until_taken: assume (~waited | payload == offered);
                    stream_rule_3_payload_is_zero_without_valid: assume (valid | ~|payload);
                end
            end
        end else begin : kept
            always @(*) begin
                if (alive) begin
                    stream_rule_2_valid_stays_until_taken: assert (~waited | valid);
                    stream_rule_2_payload_stays_until_taken: assert (~waited | payload == offered);
                    stream_rule_3_payload_is_zero_without_valid: assert (valid | ~|payload);
                end
            end
        end
    endgenerate
endmodule
