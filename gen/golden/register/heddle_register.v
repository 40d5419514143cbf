// heddle_register: 32-bit register with synchronous reset and enable.
//
// Presets tiny, paper: no sizes to choose.
// Rising edge of clock; reset is synchronous, active high; outputs depend on state only.
//
// Pins of the register.
//
// Rule 1: `q` is zero after reset. Rule 2: `q` takes `d` at an edge with `enable` high, and keeps
// its value otherwise.
module heddle_register (
    input wire clock,
    input wire reset,

    // Data
    // The register takes `d` at this edge.
    input wire enable,
    // Next value of the register.
    input wire [31:0] d,
    // Stored value of the register.
    output wire [31:0] q,

    // Status
    // Always high: a register changes only when `enable` is high.
    output wire idle
);

    reg [31:0] value_q;

    assign q = value_q;
    assign idle = 1'b1;

    always @(posedge clock)
        if (reset) value_q <= 0;
        else begin
            if (enable) value_q <= d;
        end
endmodule
