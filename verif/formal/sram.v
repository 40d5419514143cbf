    // Plan: k=1 cover_within=3
    // Rules of hw/src/kit/sram/pins.rs. The properties follow one arbitrary word.

    (* anyconst *) wire [15:0] f_watched;
    (* hierconn *) wire [31:0] \u_block.words[0] ;
    (* hierconn *) wire [31:0] \u_block.words[1] ;
    (* hierconn *) wire [31:0] \u_block.words[2] ;
    (* hierconn *) wire [31:0] \u_block.words[3] ;
    reg [31:0] f_stored;
    always @(*) begin
        case (f_watched[1:0])
            2'd0: f_stored = \u_block.words[0] ;
            2'd1: f_stored = \u_block.words[1] ;
            2'd2: f_stored = \u_block.words[2] ;
            default: f_stored = \u_block.words[3] ;
        endcase
    end

    // Value last written to the followed word, and whether it was written.
    reg f_written;
    reg [31:0] f_word;
    // Whether the followed word was read in the last cycle, and its value then.
    reg f_read;
    reg f_any_read;
    reg [31:0] f_word_read;

    always @(posedge clock) begin
        f_any_read <= read_enable & ~reset;
        f_read <= read_enable & read_addr == f_watched & ~reset;
        f_word_read <= f_word;
        if (reset) begin
            f_written <= 1'b0;
        end else if (write_enable & write_addr == f_watched) begin
            f_written <= 1'b1;
            f_word <= write_data;
        end
    end

    always @(*) begin
        rule_1_addresses_are_below_the_number_of_words: assume (f_watched < 16'd4
            & read_addr < 16'd4 & write_addr < 16'd4);
        rule_3_a_word_is_not_read_before_it_was_written: assume (f_written
            | ~(read_enable & read_addr == f_watched));
        if (f_alive) begin
            rule_2_a_read_gives_the_word_before_that_edge: assert (~f_read
                | read_data == f_word_read);
            rule_2_data_come_with_every_read_and_only_then: assert (read_valid == f_any_read);
            helper_the_word_is_where_it_was_written: assert (~f_written | f_stored == f_word);
        end
    end

    always @(*) begin
        a_word_is_read_while_it_is_overwritten: cover (f_alive & ~reset & f_written & read_enable
            & write_enable & read_addr == write_addr & read_addr == f_watched
            & write_data != f_word);
        two_reads_follow_each_other: cover (f_alive & ~reset & read_valid & read_enable);
    end
