// Replays @cycles@ cycles recorded from the model of @top@ (@source@) and checks every
// output in every cycle. Prints PASS and finishes, or prints FAIL and stops. Reads @top@_tb.hex
// and dumps @top@_tb.vcd in the directory it runs in.
`timescale 1ns / 1ps

module @top@_tb;
    localparam CYCLES = @cycles@;

    reg clock;
    reg reset;
@declare_inputs@
@declare_outputs@

    // One row per cycle: inputs at the edge that ends it, outputs in it.
    reg [@last@:0] run [0:CYCLES-1];
    integer cycle;
    integer errors;

    @top@ dut (
        .clock(clock),
        .reset(reset),
@ports@
    );

    always #5 clock = ~clock;

    initial begin
        $dumpfile("@top@_tb.vcd");
        $dumpvars(0, @top@_tb);
        $readmemh("@top@_tb.hex", run);
        errors = 0;
        clock = 0;
        reset = 1;
@zero@
        @(posedge clock);
        #1 reset = 0;
        for (cycle = 0; cycle < CYCLES; cycle = cycle + 1) begin
            {@fields@} = run[cycle];
            @(negedge clock);
@checks@
            @(posedge clock);
            #1;
        end
        if (errors == 0) begin
            $display("PASS: @top@, %0d cycles", CYCLES);
            $finish;
        end else begin
            $display("FAIL: @top@, %0d differences", errors);
            $stop;
        end
    end
endmodule
