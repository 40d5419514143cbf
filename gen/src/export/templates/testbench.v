// Replays @cycles@ cycles recorded from the model of @top@ (@source@) and checks every
// output in every cycle. Prints PASS and finishes, or prints FAIL and stops. Reads @top@_tb.hex
// and dumps @top@_tb.vcd in the directory it runs in.
`timescale 1ns / 1ps

module @top@_tb;
    localparam ROWS = @rows@;

    reg clock;
    reg reset;
@declare_inputs@
@declare_outputs@

    // A row stands for as many cycles as its count says: outputs in them, inputs and reset at the edges
    // that end them.
    reg [@last@:0] run [0:ROWS-1];
    reg [14:0] count;
    reg [14:0] left;
    integer row;
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
        #1 cycle = 0;
        for (row = 0; row < ROWS; row = row + 1) begin
            {@fields@, reset, count} = run[row];
            for (left = count; left != 0; left = left - 1) begin
                @(negedge clock);
@checks@
                @(posedge clock);
                #1 cycle = cycle + 1;
            end
        end
        if (errors == 0) begin
            $display("PASS: @top@, %0d cycles", cycle);
            $finish;
        end else begin
            $display("FAIL: @top@, %0d differences", errors);
            $stop;
        end
    end
endmodule
