    // Plan: k=1 cover_within=3
    // Rules of hw/src/kit/register/pins.rs.

    // Value of `q` by rule 2.
    reg [31:0] f_value;

    always @(posedge clock) begin
        if (reset) begin
            f_value <= 32'd0;
        end else if (enable) begin
            f_value <= d;
        end
    end

    always @(*) begin
        if (f_alive) begin
            rules_1_and_2_it_holds_what_was_last_enabled: assert (q == f_value);
            it_is_always_idle: assert (idle);
        end
    end

    always @(*) begin
        it_holds_a_value_that_is_not_offered: cover (f_alive & ~reset & q != 32'd0 & q != d);
    end
