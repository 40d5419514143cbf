// heddle_register: 32-bit register with synchronous reset and enable.
//
// Preset tiny: Params.
// Rising edge of clock; reset is synchronous, active high; outputs depend on state only.
//
// Pins of the register.
//
// Rule 1: `q` is zero after reset. Rule 2: `q` takes `d` at an edge with `enable`, else keeps.
module heddle_register (
    input wire clock,
    input wire reset,

    // Data
    // Take `d` at this edge.
    input wire enable,
    // Next value.
    input wire [31:0] d,
    // Stored value.
    output wire [31:0] q,

    // Status
    // Always high: a register moves only when told to.
    output wire idle
);

    reg [31:0] value_d;
    reg [31:0] value_q;

    always @(*) begin
        value_d = value_q;
        if (enable) begin
            value_d = d;
        end
    end

    assign q = value_q;
    assign idle = 1'b1;

    always @(posedge clock) begin
        if (reset) begin
            value_q <= 32'd0;
        end else begin
            value_q <= value_d;
        end
    end
endmodule
