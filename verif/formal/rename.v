    // Plan: k=1 cover_within=8
    // Rules of hw/src/rename/pins.rs. The properties follow one arbitrary register of one arbitrary TB, and one arbitrary
    // version of it: for how many versions each warp is to come, and where it reads one, as the pins say. In a TB there are
    // four warps and four physical registers. What is between the pins and the memories is proved beside it.

    // Words: f_names_0 gen_entries[0].u_entries.u_names
    // Words: f_versions_0 gen_entries[0].u_entries.u_versions
    // Words: f_readers_0 gen_entries[0].u_entries.u_readers
    // Words: f_coming_0 gen_entries[0].u_entries.u_coming
    // Words: f_look_names_0 gen_entries[0].u_entries.u_look_names
    // Words: f_look_readers_0 gen_entries[0].u_entries.u_look_readers
    // Words: f_names_1 gen_entries[1].u_entries.u_names
    // Words: f_versions_1 gen_entries[1].u_entries.u_versions
    // Words: f_readers_1 gen_entries[1].u_entries.u_readers
    // Words: f_coming_1 gen_entries[1].u_entries.u_coming
    // Words: f_look_names_1 gen_entries[1].u_entries.u_look_names
    // Words: f_look_readers_1 gen_entries[1].u_entries.u_look_readers
    // Words: f_names_2 gen_entries[2].u_entries.u_names
    // Words: f_versions_2 gen_entries[2].u_entries.u_versions
    // Words: f_readers_2 gen_entries[2].u_entries.u_readers
    // Words: f_coming_2 gen_entries[2].u_entries.u_coming
    // Words: f_look_names_2 gen_entries[2].u_entries.u_look_names
    // Words: f_look_readers_2 gen_entries[2].u_entries.u_look_readers
    // Words: f_names_3 gen_entries[3].u_entries.u_names
    // Words: f_versions_3 gen_entries[3].u_entries.u_versions
    // Words: f_readers_3 gen_entries[3].u_entries.u_readers
    // Words: f_coming_3 gen_entries[3].u_entries.u_coming
    // Words: f_look_names_3 gen_entries[3].u_entries.u_look_names
    // Words: f_look_readers_3 gen_entries[3].u_entries.u_look_readers

    (* hierconn *) wire [8:0] \gen_entries[0].u_entries.names_read_data ;
    (* hierconn *) wire [4:0] \gen_entries[0].u_entries.versions_read_data ;
    (* hierconn *) wire [31:0] \gen_entries[0].u_entries.readers_read_data ;
    (* hierconn *) wire [31:0] \gen_entries[0].u_entries.coming_read_data ;
    (* hierconn *) wire [8:0] \gen_entries[0].u_entries.look_names_read_data ;
    (* hierconn *) wire [31:0] \gen_entries[0].u_entries.look_readers_read_data ;
    (* hierconn *) wire \gen_entries[0].u_entries.made_q ;
    (* hierconn *) wire \gen_entries[0].u_entries.made_high_q ;
    (* hierconn *) wire \gen_entries[0].u_entries.awaited_q ;
    (* hierconn *) wire \gen_entries[0].u_entries.aged_q ;
    (* hierconn *) wire \gen_entries[0].u_entries.unread_q ;
    (* hierconn *) wire \gen_entries[0].u_entries.read_q ;
    (* hierconn *) wire \gen_entries[0].u_entries.dropped_q ;
    (* hierconn *) wire [8:0] \gen_entries[1].u_entries.names_read_data ;
    (* hierconn *) wire [4:0] \gen_entries[1].u_entries.versions_read_data ;
    (* hierconn *) wire [31:0] \gen_entries[1].u_entries.readers_read_data ;
    (* hierconn *) wire [31:0] \gen_entries[1].u_entries.coming_read_data ;
    (* hierconn *) wire [8:0] \gen_entries[1].u_entries.look_names_read_data ;
    (* hierconn *) wire [31:0] \gen_entries[1].u_entries.look_readers_read_data ;
    (* hierconn *) wire \gen_entries[1].u_entries.made_q ;
    (* hierconn *) wire \gen_entries[1].u_entries.made_high_q ;
    (* hierconn *) wire \gen_entries[1].u_entries.awaited_q ;
    (* hierconn *) wire \gen_entries[1].u_entries.aged_q ;
    (* hierconn *) wire \gen_entries[1].u_entries.unread_q ;
    (* hierconn *) wire \gen_entries[1].u_entries.read_q ;
    (* hierconn *) wire \gen_entries[1].u_entries.dropped_q ;
    (* hierconn *) wire [8:0] \gen_entries[2].u_entries.names_read_data ;
    (* hierconn *) wire [4:0] \gen_entries[2].u_entries.versions_read_data ;
    (* hierconn *) wire [31:0] \gen_entries[2].u_entries.readers_read_data ;
    (* hierconn *) wire [31:0] \gen_entries[2].u_entries.coming_read_data ;
    (* hierconn *) wire [8:0] \gen_entries[2].u_entries.look_names_read_data ;
    (* hierconn *) wire [31:0] \gen_entries[2].u_entries.look_readers_read_data ;
    (* hierconn *) wire \gen_entries[2].u_entries.made_q ;
    (* hierconn *) wire \gen_entries[2].u_entries.made_high_q ;
    (* hierconn *) wire \gen_entries[2].u_entries.awaited_q ;
    (* hierconn *) wire \gen_entries[2].u_entries.aged_q ;
    (* hierconn *) wire \gen_entries[2].u_entries.unread_q ;
    (* hierconn *) wire \gen_entries[2].u_entries.read_q ;
    (* hierconn *) wire \gen_entries[2].u_entries.dropped_q ;
    (* hierconn *) wire [8:0] \gen_entries[3].u_entries.names_read_data ;
    (* hierconn *) wire [4:0] \gen_entries[3].u_entries.versions_read_data ;
    (* hierconn *) wire [31:0] \gen_entries[3].u_entries.readers_read_data ;
    (* hierconn *) wire [31:0] \gen_entries[3].u_entries.coming_read_data ;
    (* hierconn *) wire [8:0] \gen_entries[3].u_entries.look_names_read_data ;
    (* hierconn *) wire [31:0] \gen_entries[3].u_entries.look_readers_read_data ;
    (* hierconn *) wire \gen_entries[3].u_entries.made_q ;
    (* hierconn *) wire \gen_entries[3].u_entries.made_high_q ;
    (* hierconn *) wire \gen_entries[3].u_entries.awaited_q ;
    (* hierconn *) wire \gen_entries[3].u_entries.aged_q ;
    (* hierconn *) wire \gen_entries[3].u_entries.unread_q ;
    (* hierconn *) wire \gen_entries[3].u_entries.read_q ;
    (* hierconn *) wire \gen_entries[3].u_entries.dropped_q ;
    wire [35:0] f_names_read = {\gen_entries[3].u_entries.names_read_data , \gen_entries[2].u_entries.names_read_data , \gen_entries[1].u_entries.names_read_data , \gen_entries[0].u_entries.names_read_data };
    wire [19:0] f_versions_read = {\gen_entries[3].u_entries.versions_read_data , \gen_entries[2].u_entries.versions_read_data , \gen_entries[1].u_entries.versions_read_data , \gen_entries[0].u_entries.versions_read_data };
    wire [127:0] f_readers_read = {\gen_entries[3].u_entries.readers_read_data , \gen_entries[2].u_entries.readers_read_data , \gen_entries[1].u_entries.readers_read_data , \gen_entries[0].u_entries.readers_read_data };
    wire [127:0] f_coming_read = {\gen_entries[3].u_entries.coming_read_data , \gen_entries[2].u_entries.coming_read_data , \gen_entries[1].u_entries.coming_read_data , \gen_entries[0].u_entries.coming_read_data };
    wire [35:0] f_look_names_read = {\gen_entries[3].u_entries.look_names_read_data , \gen_entries[2].u_entries.look_names_read_data , \gen_entries[1].u_entries.look_names_read_data , \gen_entries[0].u_entries.look_names_read_data };
    wire [127:0] f_look_readers_read = {\gen_entries[3].u_entries.look_readers_read_data , \gen_entries[2].u_entries.look_readers_read_data , \gen_entries[1].u_entries.look_readers_read_data , \gen_entries[0].u_entries.look_readers_read_data };
    wire [3:0] f_last_made = {\gen_entries[3].u_entries.made_q , \gen_entries[2].u_entries.made_q , \gen_entries[1].u_entries.made_q , \gen_entries[0].u_entries.made_q };
    wire [3:0] f_last_made_high = {\gen_entries[3].u_entries.made_high_q , \gen_entries[2].u_entries.made_high_q , \gen_entries[1].u_entries.made_high_q , \gen_entries[0].u_entries.made_high_q };
    wire [3:0] f_last_awaited = {\gen_entries[3].u_entries.awaited_q , \gen_entries[2].u_entries.awaited_q , \gen_entries[1].u_entries.awaited_q , \gen_entries[0].u_entries.awaited_q };
    wire [3:0] f_last_aged = {\gen_entries[3].u_entries.aged_q , \gen_entries[2].u_entries.aged_q , \gen_entries[1].u_entries.aged_q , \gen_entries[0].u_entries.aged_q };
    wire [3:0] f_last_unread = {\gen_entries[3].u_entries.unread_q , \gen_entries[2].u_entries.unread_q , \gen_entries[1].u_entries.unread_q , \gen_entries[0].u_entries.unread_q };
    wire [3:0] f_last_read = {\gen_entries[3].u_entries.read_q , \gen_entries[2].u_entries.read_q , \gen_entries[1].u_entries.read_q , \gen_entries[0].u_entries.read_q };
    wire [3:0] f_last_dropped = {\gen_entries[3].u_entries.dropped_q , \gen_entries[2].u_entries.dropped_q , \gen_entries[1].u_entries.dropped_q , \gen_entries[0].u_entries.dropped_q };
    reg [35:0] f_names_now;
    reg [19:0] f_versions_now;
    reg [127:0] f_readers_now;
    reg [127:0] f_coming_now;
    reg [35:0] f_look_names_now;
    reg [127:0] f_look_readers_now;
    integer e;
    // What was read, and what the change before did to it, from registers alone.
    always @(*) begin
        f_names_now = f_names_read;
        f_versions_now = f_versions_read;
        f_readers_now = filled_q ? f_readers_read : 128'd0;
        f_coming_now = filled_q ? f_coming_read : 128'd0;
        f_look_names_now = f_look_names_read;
        f_look_readers_now = look_filled_q ? f_look_readers_read : 128'd0;
        for (e = 0; e < 4; e = e + 1) begin
            if (again_q & f_last_made[e]) f_names_now[e*9 +: 9] = {f_last_made_high[e], last_register_q};
            if (again_q & f_last_aged[e]) f_versions_now[e*5 +: 5] = f_versions_read[e*5 +: 5] + 5'd1;
            if (again_q & f_last_awaited[e]) f_versions_now[e*5 +: 5] = 5'd0;
            if (again_q & f_last_awaited[e]) f_coming_now[e*32 +: 32] = f_coming_now[e*32 +: 32] | last_warps_q;
            if (again_q & f_last_dropped[e]) f_coming_now[e*32 +: 32] = f_coming_now[e*32 +: 32] & ~last_warps_q;
            if (again_q & f_last_unread[e]) f_readers_now[e*32 +: 32] = f_readers_now[e*32 +: 32] & ~last_warps_q;
            if (again_q & f_last_read[e]) f_readers_now[e*32 +: 32] = f_readers_now[e*32 +: 32] | last_warps_q;
            if (look_again_q & f_last_made[e]) f_look_names_now[e*9 +: 9] = {f_last_made_high[e], last_register_q};
            if (look_again_q & f_last_unread[e])
                f_look_readers_now[e*32 +: 32] = f_look_readers_now[e*32 +: 32] & ~last_warps_q;
            if (look_again_q & f_last_read[e])
                f_look_readers_now[e*32 +: 32] = f_look_readers_now[e*32 +: 32] | last_warps_q;
        end
    end

    // What is found for the change and for the look, and what the memories hold of the followed TB.
    (* anyconst *) wire f_tb;
    (* anyconst *) wire [7:0] f_register;
    wire [35:0] f_names = {f_names_3[f_tb*9 +: 9], f_names_2[f_tb*9 +: 9], f_names_1[f_tb*9 +: 9], f_names_0[f_tb*9 +: 9]};
    wire [19:0] f_versions = {f_versions_3[f_tb*5 +: 5], f_versions_2[f_tb*5 +: 5], f_versions_1[f_tb*5 +: 5], f_versions_0[f_tb*5 +: 5]};
    wire [127:0] f_readers = {f_readers_3[f_tb*32 +: 32], f_readers_2[f_tb*32 +: 32], f_readers_1[f_tb*32 +: 32], f_readers_0[f_tb*32 +: 32]};
    wire [127:0] f_coming = {f_coming_3[f_tb*32 +: 32], f_coming_2[f_tb*32 +: 32], f_coming_1[f_tb*32 +: 32], f_coming_0[f_tb*32 +: 32]};
    wire [35:0] f_look_names = {f_look_names_3[f_tb*9 +: 9], f_look_names_2[f_tb*9 +: 9], f_look_names_1[f_tb*9 +: 9], f_look_names_0[f_tb*9 +: 9]};
    wire [127:0] f_look_readers = {f_look_readers_3[f_tb*32 +: 32], f_look_readers_2[f_tb*32 +: 32], f_look_readers_1[f_tb*32 +: 32], f_look_readers_0[f_tb*32 +: 32]};
    wire f_is_known = known_q[{4'd0, f_tb}];
    // By entry: warps that read it and that are to come, its register, half and age, and whether it is in use.
    reg [15:0] f_r;
    reg [15:0] f_x;
    reg [3:0] f_is_it;
    reg [3:0] f_half;
    reg [3:0] f_live;
    reg [2:0] f_free;
    reg f_high_bits_are_zero;
    integer i;
    integer j;
    integer n;
    always @(*) begin
        f_free = 3'd0;
        f_high_bits_are_zero = 1'b1;
        for (i = 0; i < 4; i = i + 1) begin
            f_r[i*4 +: 4] = f_is_known ? f_readers[i*32 +: 4] : 4'd0;
            f_x[i*4 +: 4] = f_is_known ? f_coming[i*32 +: 4] : 4'd0;
            f_half[i] = f_names[i*9 + 8];
            f_live[i] = f_r[i*4 +: 4] != 4'd0 | f_x[i*4 +: 4] != 4'd0;
            f_is_it[i] = f_live[i] & f_names[i*9 +: 8] == f_register;
            f_free = f_free + {2'd0, ~f_live[i]};
            f_high_bits_are_zero = f_high_bits_are_zero & (~f_is_known
                | (f_readers[i*32 + 4 +: 28] == 28'd0 & f_coming[i*32 + 4 +: 28] == 28'd0));
        end
    end

    // The change and the look of the last cycle.
    reg f_changed;
    reg [2:0] f_what;
    reg [4:0] f_changed_tb;
    reg [7:0] f_changed_register;
    reg f_wide;
    reg [31:0] f_warps;
    reg f_looked;
    reg [4:0] f_looked_tb;
    reg [4:0] f_looker;
    reg [31:0] f_looked_at;
    wire f_changes = f_changed & f_changed_tb == {4'd0, f_tb};
    wire f_changes_it = f_changes & f_changed_register == f_register;
    wire f_is_clear = f_changes & f_what == 3'd0;
    wire f_is_alloc = f_changes & f_what == 3'd1;
    wire f_is_overwrite = f_changes_it & f_what == 3'd2;
    wire f_is_take = f_changes_it & f_what == 3'd3;
    wire f_is_pass = f_changes_it & f_what == 3'd4;
    wire f_is_write = f_changes_it & f_what == 3'd5;
    wire f_is_leave = f_changes & f_what == 3'd6;
    wire f_is_copy = f_changes & f_what == 3'd7;
    wire f_makes = ((f_is_alloc & f_changes_it) | f_is_overwrite) & result_done;
    wire [3:0] f_by = f_warps[3:0];

    // By warp: for how many versions of the register it is to come, and where it reads the low and the high half of one.
    reg [11:0] f_count;
    reg [3:0] f_reads_low;
    reg [3:0] f_reads_high;
    reg [7:0] f_low;
    reg [7:0] f_high;
    // An arbitrary version: where it is, whether it is wide, and how many newer ones there are.
    (* anyseq *) wire f_pick;
    reg f_follows;
    reg [1:0] f_at_low;
    reg [1:0] f_at_high;
    reg f_is_wide;
    reg [2:0] f_newer;
    reg f_has_first;
    reg [2:0] f_first;
    reg f_agree;
    reg f_all_come;
    reg f_none_come;
    reg [3:0] f_next;
    reg f_is_awaited;
    reg f_one_is_read;
    reg f_is_kept;
    reg f_reader;
    reg f_overwritten_at;
    reg [3:0] f_given;
    reg f_given_is_needed;
    always @(*) begin
        f_has_first = 1'b0;
        f_first = 3'd0;
        f_agree = 1'b1;
        f_all_come = 1'b1;
        f_none_come = 1'b1;
        f_next = 4'd0;
        f_is_awaited = 1'b0;
        f_one_is_read = 1'b1;
        f_is_kept = 1'b0;
        f_reader = 1'b0;
        f_overwritten_at = 1'b1;
        f_given = 4'd0;
        if (result_done) begin
            f_given[result_low[1:0]] = 1'b1;
            if (f_wide) f_given[result_high[1:0]] = 1'b1;
        end
        f_given_is_needed = 1'b0;
        for (n = 0; n < 4; n = n + 1) begin
            // The version that the warp passes next is the followed one.
            f_next[n] = f_follows & f_count[n*3 +: 3] == f_newer + 3'd1;
            f_is_awaited = f_is_awaited | f_count[n*3 +: 3] > f_newer;
            if (f_by[n]) begin
                f_agree = f_agree & f_count[n*3 +: 3] != 3'd0 & (~f_has_first | f_count[n*3 +: 3] == f_first);
                f_has_first = 1'b1;
                f_first = f_count[n*3 +: 3];
                f_one_is_read = f_one_is_read & (~f_reads_high[n] | f_reads_low[n]);
                f_reader = f_reader | f_reads_low[n] | f_reads_high[n];
                f_overwritten_at = f_overwritten_at & (~f_reads_low[n] | result_low == {3'd0, f_low[n*2 +: 2]})
                    & (~f_reads_high[n] | result_high == {3'd0, f_high[n*2 +: 2]});
            end
            f_all_come = f_all_come & (f_by[n] | f_count[n*3 +: 3] == 3'd0);
            f_none_come = f_none_come & f_count[n*3 +: 3] == 3'd0;
            f_given_is_needed = f_given_is_needed | (f_reads_low[n] & f_given[f_low[n*2 +: 2]])
                | (f_reads_high[n] & f_given[f_high[n*2 +: 2]]);
            for (j = 0; j < 4; j = j + 1) begin
                if (f_by[n] & f_by[j]) begin
                    f_one_is_read = f_one_is_read
                        & (~f_reads_low[n] | ~f_reads_low[j] | f_low[n*2 +: 2] == f_low[j*2 +: 2])
                        & (~f_reads_high[n] | ~f_reads_high[j] | f_high[n*2 +: 2] == f_high[j*2 +: 2]);
                end
                // Another warp reads what one of them reads.
                if (f_by[n] & ~f_by[j]) begin
                    f_is_kept = f_is_kept
                        | (f_reads_low[n] & f_reads_low[j] & f_low[n*2 +: 2] == f_low[j*2 +: 2])
                        | (f_reads_high[n] & f_reads_high[j] & f_high[n*2 +: 2] == f_high[j*2 +: 2]);
                end
            end
        end
        f_given_is_needed = f_given_is_needed
            | (f_follows & f_is_awaited & (f_given[f_at_low] | (f_is_wide & f_given[f_at_high])));
    end

    always @(posedge clock) begin
        f_changed <= change_valid & ~reset;
        f_what <= change_what;
        f_changed_tb <= change_tb;
        f_changed_register <= change_register;
        f_wide <= change_wide;
        f_warps <= change_warps;
        f_looked <= look_valid & ~reset;
        f_looked_tb <= look_tb;
        f_looker <= look_warp;
        f_looked_at <= {look_register3, look_register2, look_register1, look_register0};
        for (n = 0; n < 4; n = n + 1) begin
            if (f_makes & f_by[n]) f_count[n*3 +: 3] <= f_count[n*3 +: 3] + 3'd1;
            if ((f_is_take | f_is_pass) & f_by[n]) f_count[n*3 +: 3] <= f_count[n*3 +: 3] - 3'd1;
            if ((f_is_pass | f_is_write) & f_by[n]) {f_reads_low[n], f_reads_high[n]} <= 2'd0;
            if (f_is_take & f_by[n]) begin
                f_reads_low[n] <= 1'b1;
                f_low[n*2 +: 2] <= result_low[1:0];
                f_reads_high[n] <= result_high != 5'd0;
                f_high[n*2 +: 2] <= result_high[1:0];
            end
            if (f_is_leave & f_by[n]) f_count[n*3 +: 3] <= 3'd0;
            if (f_is_copy & f_by[n] & result_done & result_register == f_register) begin
                if (result_half) f_reads_high[n] <= 1'b0;
                else f_reads_low[n] <= 1'b0;
            end
        end
        if (f_makes) f_newer <= f_newer + 3'd1;
        if (~f_is_awaited) f_follows <= 1'b0;
        if (f_makes & (f_pick | ~f_is_awaited)) begin
            f_follows <= f_pick;
            f_at_low <= result_low[1:0];
            f_at_high <= result_high[1:0];
            f_is_wide <= result_high != 5'd0;
            f_newer <= 3'd0;
        end
        if (reset | f_is_clear) begin
            f_count <= 12'd0;
            f_follows <= 1'b0;
            {f_reads_low, f_reads_high} <= 8'd0;
        end
    end

    // What the memories hold of the followed register, as the pins say it.
    reg f_names_agree;
    reg f_found;
    reg f_found_for_look;
    reg f_bits_are_counts;
    reg f_readers_agree;
    reg f_ages_differ;
    reg f_halves_agree;
    reg f_every_age_is_there;
    reg f_has_age;
    reg f_has_low;
    reg f_reads_are_there;
    reg f_copies_agree;
    reg f_counts_fit;
    always @(*) begin
        f_found = 1'b1;
        f_found_for_look = 1'b1;
        f_bits_are_counts = 1'b1;
        f_readers_agree = 1'b1;
        f_ages_differ = 1'b1;
        // A high half is above its low one.
        f_halves_agree = ~(f_is_it[0] & f_half[0]);
        f_every_age_is_there = 1'b1;
        f_reads_are_there = 1'b1;
        f_copies_agree = 1'b1;
        f_counts_fit = 1'b1;
        for (i = 0; i < 4; i = i + 1) begin
            f_found = f_found & (f_is_clear
                ? f_readers_now[i*32 +: 32] == 32'd0 & f_coming_now[i*32 +: 32] == 32'd0
                : f_readers_now[i*32 +: 32] == {28'd0, f_r[i*4 +: 4]} & f_coming_now[i*32 +: 32] == {28'd0, f_x[i*4 +: 4]}
                    & (~f_live[i] | (f_names_now[i*9 +: 9] == f_names[i*9 +: 9]
                        & f_versions_now[i*5 +: 5] == f_versions[i*5 +: 5])));
            f_found_for_look = f_found_for_look & f_look_readers_now[i*32 +: 32] == {28'd0, f_r[i*4 +: 4]}
                & (~f_live[i] | f_look_names_now[i*9 +: 9] == f_names[i*9 +: 9]);
            f_copies_agree = f_copies_agree & (~f_is_known | f_readers[i*32 +: 32] == f_look_readers[i*32 +: 32])
                & (~f_live[i] | f_names[i*9 +: 9] == f_look_names[i*9 +: 9]);
            for (n = 0; n < 4; n = n + 1) begin
                if (f_is_it[i] & f_x[i*4 +: 4] != 4'd0)
                    f_bits_are_counts = f_bits_are_counts
                        & f_x[i*4 + n] == ({2'd0, f_count[n*3 +: 3]} > f_versions[i*5 +: 5]);
                if (f_is_it[i])
                    f_readers_agree = f_readers_agree & f_r[i*4 + n] == (f_half[i]
                        ? f_reads_high[n] & f_high[n*2 +: 2] == i : f_reads_low[n] & f_low[n*2 +: 2] == i);
            end
            f_has_low = 1'b0;
            for (j = 0; j < 4; j = j + 1) begin
                if (i != j & f_is_it[i] & f_is_it[j] & f_half[i] == f_half[j]
                    & f_x[i*4 +: 4] != 4'd0 & f_x[j*4 +: 4] != 4'd0)
                    f_ages_differ = f_ages_differ & f_versions[i*5 +: 5] != f_versions[j*5 +: 5];
                f_has_low = f_has_low | (f_is_it[j] & ~f_half[j] & f_x[j*4 +: 4] != 4'd0
                    & f_versions[i*5 +: 5] == f_versions[j*5 +: 5]);
            end
            if (f_is_it[i] & f_half[i] & f_x[i*4 +: 4] != 4'd0) f_halves_agree = f_halves_agree & f_has_low;
            // Here i and j are ages and entries.
            f_has_age = 1'b0;
            for (j = 0; j < 4; j = j + 1)
                f_has_age = f_has_age | (f_is_it[j] & ~f_half[j] & f_x[j*4 +: 4] != 4'd0
                    & f_versions[j*5 +: 5] == i);
            for (n = 0; n < 4; n = n + 1)
                f_every_age_is_there = f_every_age_is_there & (f_count[n*3 +: 3] <= i | f_has_age);
        end
        for (n = 0; n < 4; n = n + 1) begin
            f_counts_fit = f_counts_fit & f_count[n*3 +: 3] <= 3'd4;
            f_reads_are_there = f_reads_are_there
                & (~f_reads_low[n] | (f_is_it[f_low[n*2 +: 2]] & ~f_half[f_low[n*2 +: 2]]))
                & (~f_reads_high[n] | (f_is_it[f_high[n*2 +: 2]] & f_half[f_high[n*2 +: 2]]
                    & f_high[n*2 +: 2] != 2'd0));
        end
    end

    // No high half has the age of the followed version, which is not wide.
    reg f_no_high_is_followed;
    always @(*) begin
        f_no_high_is_followed = 1'b1;
        for (i = 0; i < 4; i = i + 1)
            f_no_high_is_followed = f_no_high_is_followed & ~(f_is_it[i] & f_half[i] & f_x[i*4 +: 4] != 4'd0
                & f_versions[i*5 +: 5] == {2'd0, f_newer});
    end

    // What a look at the followed register is told.
    reg f_place_agrees;
    wire [19:0] f_place_low = {place_low3, place_low2, place_low1, place_low0};
    wire [19:0] f_place_high = {place_high3, place_high2, place_high1, place_high0};
    wire [1:0] f_l = f_looker[1:0];
    always @(*) begin
        f_place_agrees = 1'b1;
        for (i = 0; i < 4; i = i + 1) begin
            if (f_looked_at[i*8 +: 8] == f_register)
                f_place_agrees = f_place_agrees
                    & place_shared[i] == (f_reads_low[f_l] | f_reads_high[f_l])
                    & place_read[i] == ((f_reads_low | f_reads_high) != 4'd0)
                    & f_place_low[i*5 +: 5] == (f_reads_low[f_l] ? {3'd0, f_low[f_l*2 +: 2]} : 5'd0)
                    & f_place_high[i*5 +: 5] == (f_reads_high[f_l] ? {3'd0, f_high[f_l*2 +: 2]} : 5'd0);
        end
    end
    reg f_told;
    reg [5:0] f_free_told;
    always @(posedge clock) begin
        f_told <= f_changes & ~reset;
        f_free_told <= result_free;
    end

    // What the neighbours must keep. What binds a change to versions is asked when it is made, and not at the pins.
    always @(*) begin
        rule_1_a_change_is_of_a_tb_and_of_warps_that_are_there: assume (~change_valid
            | (change_tb < 5'd2 & change_warps < 32'd16 & (change_what == 3'd0 | change_warps != 32'd0)));
        rule_1_a_warp_that_looks_is_there: assume (~look_valid | (look_tb < 5'd2 & look_warp < 5'd4));
        rule_8_one_warp_copies: assume (~change_valid | change_what != 3'd7
            | (change_warps & (change_warps - 32'd1)) == 32'd0);
        rule_9_a_version_is_made_with_all_that_are_to_come: assume (~f_is_alloc | ~f_changes_it | f_all_come);
        rule_9_a_version_is_overwritten_when_all_have_arrived: assume (~f_is_overwrite | f_none_come);
        rule_9_those_who_overwrite_read_one_version: assume (~f_is_overwrite | f_one_is_read);
        rule_9_warps_come_for_one_version: assume (~(f_is_take | f_is_pass) | f_agree);
    end

    always @(*) begin
        if (f_alive) begin
            rule_1_a_change_is_answered_in_the_next_cycle: assert (result_valid == f_changed
                & (result_valid | (~result_done & result_low == 5'd0 & result_high == 5'd0 & result_register == 8'd0
                    & ~result_half & result_free == 6'd0)));
            rule_1_a_look_is_answered_in_the_next_cycle: assert (place_valid == f_looked
                & (place_valid | (place_shared == 4'd0 & place_read == 4'd0 & f_place_low == 20'd0 & f_place_high == 20'd0)));
            rule_2_a_tb_that_starts_has_all_registers_free: assert (~f_is_clear | (result_done & result_free == 6'd4));
            rule_3_no_version_is_made_in_what_a_warp_needs: assert (~f_is_alloc | ~f_given_is_needed);
            rule_3_a_version_is_refused_only_where_too_few_are_free: assert (~f_is_alloc
                | result_done == (f_free > {2'd0, f_wide}));
            rule_3_what_is_free_is_counted: assert (~f_told | f_free_told == {3'd0, f_free});
            rule_3_what_no_warp_needs_is_free: assert (f_bits_are_counts & f_readers_agree);
            rule_4_what_another_warp_reads_is_not_overwritten: assert (~f_is_overwrite
                | result_done == (f_reader & ~f_is_kept));
            rule_4_a_version_is_overwritten_where_it_is_read: assert (~f_is_overwrite | ~result_done | f_overwritten_at);
            rule_5_a_warp_takes_the_version_that_is_next_in_its_order: assert (~f_is_take | (f_next & f_by) == 4'd0
                | (result_done & result_low == {3'd0, f_at_low} & result_high == (f_is_wide ? {3'd0, f_at_high} : 5'd0)));
            rule_5_a_warp_takes_no_version_before_those_that_are_older: assert (~f_is_take | ~f_follows | ~f_is_awaited
                | (f_next & f_by) != 4'd0 | f_first <= f_newer | result_low != {3'd0, f_at_low});
            rule_5_a_look_finds_what_the_warp_reads: assert (~f_looked | f_looked_tb != {4'd0, f_tb} | f_place_agrees);
            rule_6_a_version_is_there_to_be_passed: assert (~(f_is_take | f_is_pass) | result_done);
            rule_8_what_a_warp_copies_is_what_it_reads: assert (~f_is_copy | ~result_done | result_register != f_register
                | ((f_by & (result_half ? f_reads_high : f_reads_low)) != 4'd0
                & (~f_by[0] | result_low == {3'd0, result_half ? f_high[1:0] : f_low[1:0]})
                & (~f_by[1] | result_low == {3'd0, result_half ? f_high[3:2] : f_low[3:2]})
                & (~f_by[2] | result_low == {3'd0, result_half ? f_high[5:4] : f_low[5:4]})
                & (~f_by[3] | result_low == {3'd0, result_half ? f_high[7:6] : f_low[7:6]})));
            rule_8_a_warp_has_copied_all_when_it_is_told_so: assert (~f_is_copy | result_done
                | (f_by & (f_reads_low | f_reads_high)) == 4'd0);
            the_unit_is_idle_unless_it_answers: assert (idle == (~f_changed & ~f_looked));

            helper_staged: assert (works_q == f_changed & looks_q == f_looked
                & (~f_changed | (what_q == f_what & slot_q == f_changed_tb & register_q == f_changed_register
                    & wide_q == f_wide & warps_q == f_warps & f_changed_tb < 5'd2
                    & f_warps < 32'd16 & (f_what == 3'd0 | f_warps != 32'd0)
                    & (f_what != 3'd7 | (f_warps & (f_warps - 32'd1)) == 32'd0)))
                & (~f_looked | (looker_q == f_looker & f_looked_tb < 5'd2 & f_looker < 5'd4
                    & f_looked_at == {look_register3_of_q, look_register2_of_q, look_register1_of_q, look_register0_of_q})));
            helper_bits: assert (f_high_bits_are_zero);
            helper_found: assert (~f_changes | f_found);
            helper_found_for_look: assert (~f_looked | f_looked_tb != {4'd0, f_tb} | f_found_for_look);
            helper_copies: assert (f_copies_agree);
            helper_ages: assert (f_ages_differ & f_halves_agree & f_every_age_is_there & f_counts_fit);
            helper_reads: assert (f_reads_are_there);
            helper_followed: assert (~f_follows | ~f_is_awaited | (f_is_it[f_at_low] & ~f_half[f_at_low]
                & f_x[f_at_low*4 +: 4] != 4'd0 & f_versions[f_at_low*5 +: 5] == {2'd0, f_newer}
                & (~f_is_wide | (f_is_it[f_at_high] & f_half[f_at_high] & f_at_high != 2'd0
                    & f_x[f_at_high*4 +: 4] != 4'd0 & f_versions[f_at_high*5 +: 5] == {2'd0, f_newer}))));
            helper_narrow: assert (~f_follows | ~f_is_awaited | f_is_wide | f_no_high_is_followed);
        end
    end

    always @(*) begin
        if (f_alive & ~reset) begin
            a_third_version_is_made: cover (f_makes & f_count[2:0] == 3'd2);
            a_warp_takes_an_older_version: cover (f_is_take & f_next[0] & f_by[0] & f_newer == 3'd1);
            a_wide_version_is_refused_where_one_is_free: cover (f_is_alloc & ~result_done & f_wide & f_free == 3'd1);
            a_wide_version_is_overwritten: cover (f_is_overwrite & result_done & f_reads_high != 4'd0);
            a_version_is_not_copied_yet: cover (f_is_overwrite & ~result_done & f_is_kept);
            a_high_half_is_copied: cover (f_is_copy & result_done & result_half);
            a_warp_looks_at_what_another_reads: cover (f_looked & place_read != place_shared);
        end
    end
