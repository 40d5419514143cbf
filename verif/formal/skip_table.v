    // Plan: k=1 cover_within=16
    // Rules of hw/src/skip_table/pins.rs. The properties follow one arbitrary PC of one arbitrary TB: what the pins say of
    // its entry, beside what the memories hold. There are two rows in each bank, of two entries, and four warps in a TB.

    // Words: f_even_pcs_0 gen_banks[0].u_banks.gen_pcs[0].u_pcs
    // Words: f_even_pcs_1 gen_banks[0].u_banks.gen_pcs[1].u_pcs
    // Words: f_even_passed_0 gen_banks[0].u_banks.gen_passed[0].u_passed
    // Words: f_even_passed_1 gen_banks[0].u_banks.gen_passed[1].u_passed
    // Words: f_even_kinds_low gen_banks[0].u_banks.u_kinds_low
    // Words: f_even_kinds_high gen_banks[0].u_banks.u_kinds_high
    // Words: f_even_loads gen_banks[0].u_banks.u_loads
    // Words: f_even_written gen_banks[0].u_banks.u_written
    // Words: f_odd_pcs_0 gen_banks[1].u_banks.gen_pcs[0].u_pcs
    // Words: f_odd_pcs_1 gen_banks[1].u_banks.gen_pcs[1].u_pcs
    // Words: f_odd_passed_0 gen_banks[1].u_banks.gen_passed[0].u_passed
    // Words: f_odd_passed_1 gen_banks[1].u_banks.gen_passed[1].u_passed
    // Words: f_odd_kinds_low gen_banks[1].u_banks.u_kinds_low
    // Words: f_odd_kinds_high gen_banks[1].u_banks.u_kinds_high
    // Words: f_odd_loads gen_banks[1].u_banks.u_loads
    // Words: f_odd_written gen_banks[1].u_banks.u_written
    (* hierconn *) wire [63:0] \gen_banks[0].u_banks.majorities_q ;
    (* hierconn *) wire [15:0] \gen_banks[0].u_banks.known_q ;
    (* hierconn *) wire [15:0] \gen_banks[0].u_banks.restored_q ;
    (* hierconn *) wire [15:0] \gen_banks[0].u_banks.stored_q ;
    (* hierconn *) wire [3:0] \gen_banks[0].u_banks.lanes_q ;
    (* hierconn *) wire \gen_banks[0].u_banks.wrote_q ;
    (* hierconn *) wire [3:0] \gen_banks[0].u_banks.at_row_q ;
    (* hierconn *) wire [31:0] \gen_banks[0].u_banks.at_pc_q ;
    (* hierconn *) wire \gen_banks[0].u_banks.is_load_q ;
    (* hierconn *) wire \gen_banks[0].u_banks.overwrites_q ;
    (* hierconn *) wire \gen_banks[0].u_banks.without_q ;
    (* hierconn *) wire \gen_banks[0].u_banks.again_q ;
    (* hierconn *) wire [7:0] \gen_banks[0].u_banks.last_low_q ;
    (* hierconn *) wire [7:0] \gen_banks[0].u_banks.last_high_q ;
    (* hierconn *) wire [7:0] \gen_banks[0].u_banks.last_loads_q ;
    (* hierconn *) wire [7:0] \gen_banks[0].u_banks.last_written_q ;
    (* hierconn *) wire [31:0] \gen_banks[0].u_banks.last_pc_q ;
    (* hierconn *) wire [31:0] \gen_banks[0].u_banks.last_passed_q ;
    (* hierconn *) wire [7:0] \gen_banks[0].u_banks.last_made_q ;
    (* hierconn *) wire [7:0] \gen_banks[0].u_banks.last_changed_q ;
    (* hierconn *) wire \gen_banks[0].u_banks.room ;
    (* hierconn *) wire [7:0] \gen_banks[0].u_banks.kinds_low_read_data ;
    (* hierconn *) wire [7:0] \gen_banks[0].u_banks.kinds_high_read_data ;
    (* hierconn *) wire [7:0] \gen_banks[0].u_banks.loads_read_data ;
    (* hierconn *) wire [7:0] \gen_banks[0].u_banks.written_read_data ;
    (* hierconn *) wire [63:0] \gen_banks[0].u_banks.pcs_read_data ;
    (* hierconn *) wire [63:0] \gen_banks[0].u_banks.passed_read_data ;
    (* hierconn *) wire [63:0] \gen_banks[1].u_banks.majorities_q ;
    (* hierconn *) wire [15:0] \gen_banks[1].u_banks.known_q ;
    (* hierconn *) wire [15:0] \gen_banks[1].u_banks.restored_q ;
    (* hierconn *) wire [15:0] \gen_banks[1].u_banks.stored_q ;
    (* hierconn *) wire [3:0] \gen_banks[1].u_banks.lanes_q ;
    (* hierconn *) wire \gen_banks[1].u_banks.wrote_q ;
    (* hierconn *) wire [3:0] \gen_banks[1].u_banks.at_row_q ;
    (* hierconn *) wire [31:0] \gen_banks[1].u_banks.at_pc_q ;
    (* hierconn *) wire \gen_banks[1].u_banks.is_load_q ;
    (* hierconn *) wire \gen_banks[1].u_banks.overwrites_q ;
    (* hierconn *) wire \gen_banks[1].u_banks.without_q ;
    (* hierconn *) wire \gen_banks[1].u_banks.again_q ;
    (* hierconn *) wire [7:0] \gen_banks[1].u_banks.last_low_q ;
    (* hierconn *) wire [7:0] \gen_banks[1].u_banks.last_high_q ;
    (* hierconn *) wire [7:0] \gen_banks[1].u_banks.last_loads_q ;
    (* hierconn *) wire [7:0] \gen_banks[1].u_banks.last_written_q ;
    (* hierconn *) wire [31:0] \gen_banks[1].u_banks.last_pc_q ;
    (* hierconn *) wire [31:0] \gen_banks[1].u_banks.last_passed_q ;
    (* hierconn *) wire [7:0] \gen_banks[1].u_banks.last_made_q ;
    (* hierconn *) wire [7:0] \gen_banks[1].u_banks.last_changed_q ;
    (* hierconn *) wire \gen_banks[1].u_banks.room ;
    (* hierconn *) wire [7:0] \gen_banks[1].u_banks.kinds_low_read_data ;
    (* hierconn *) wire [7:0] \gen_banks[1].u_banks.kinds_high_read_data ;
    (* hierconn *) wire [7:0] \gen_banks[1].u_banks.loads_read_data ;
    (* hierconn *) wire [7:0] \gen_banks[1].u_banks.written_read_data ;
    (* hierconn *) wire [63:0] \gen_banks[1].u_banks.pcs_read_data ;
    (* hierconn *) wire [63:0] \gen_banks[1].u_banks.passed_read_data ;
    (* hierconn *) wire [3:0] \gen_coalescers[0].u_coalescers.behind_q ;
    (* hierconn *) wire [3:0] \gen_coalescers[1].u_coalescers.behind_q ;

    // The followed TB and PC, and their bank.
    (* anyconst *) wire [1:0] f_tb;
    (* anyconst *) wire [31:0] f_pc;
    wire [63:0] f_majorities_q = f_tb[0] ? \gen_banks[1].u_banks.majorities_q : \gen_banks[0].u_banks.majorities_q ;
    wire [15:0] f_known_q = f_tb[0] ? \gen_banks[1].u_banks.known_q : \gen_banks[0].u_banks.known_q ;
    wire [15:0] f_restored_q = f_tb[0] ? \gen_banks[1].u_banks.restored_q : \gen_banks[0].u_banks.restored_q ;
    wire [15:0] f_stored_q = f_tb[0] ? \gen_banks[1].u_banks.stored_q : \gen_banks[0].u_banks.stored_q ;
    wire [3:0] f_lanes_q = f_tb[0] ? \gen_banks[1].u_banks.lanes_q : \gen_banks[0].u_banks.lanes_q ;
    wire f_wrote_q = f_tb[0] ? \gen_banks[1].u_banks.wrote_q : \gen_banks[0].u_banks.wrote_q ;
    wire [3:0] f_at_row_q = f_tb[0] ? \gen_banks[1].u_banks.at_row_q : \gen_banks[0].u_banks.at_row_q ;
    wire [31:0] f_at_pc_q = f_tb[0] ? \gen_banks[1].u_banks.at_pc_q : \gen_banks[0].u_banks.at_pc_q ;
    wire f_is_load_q = f_tb[0] ? \gen_banks[1].u_banks.is_load_q : \gen_banks[0].u_banks.is_load_q ;
    wire f_overwrites_q = f_tb[0] ? \gen_banks[1].u_banks.overwrites_q : \gen_banks[0].u_banks.overwrites_q ;
    wire f_without_q = f_tb[0] ? \gen_banks[1].u_banks.without_q : \gen_banks[0].u_banks.without_q ;
    wire f_again_q = f_tb[0] ? \gen_banks[1].u_banks.again_q : \gen_banks[0].u_banks.again_q ;
    wire [7:0] f_last_low_q = f_tb[0] ? \gen_banks[1].u_banks.last_low_q : \gen_banks[0].u_banks.last_low_q ;
    wire [7:0] f_last_high_q = f_tb[0] ? \gen_banks[1].u_banks.last_high_q : \gen_banks[0].u_banks.last_high_q ;
    wire [7:0] f_last_loads_q = f_tb[0] ? \gen_banks[1].u_banks.last_loads_q : \gen_banks[0].u_banks.last_loads_q ;
    wire [7:0] f_last_written_q = f_tb[0] ? \gen_banks[1].u_banks.last_written_q : \gen_banks[0].u_banks.last_written_q ;
    wire [31:0] f_last_pc_q = f_tb[0] ? \gen_banks[1].u_banks.last_pc_q : \gen_banks[0].u_banks.last_pc_q ;
    wire [31:0] f_last_passed_q = f_tb[0] ? \gen_banks[1].u_banks.last_passed_q : \gen_banks[0].u_banks.last_passed_q ;
    wire [7:0] f_last_made_q = f_tb[0] ? \gen_banks[1].u_banks.last_made_q : \gen_banks[0].u_banks.last_made_q ;
    wire [7:0] f_last_changed_q = f_tb[0] ? \gen_banks[1].u_banks.last_changed_q : \gen_banks[0].u_banks.last_changed_q ;
    wire f_room = f_tb[0] ? \gen_banks[1].u_banks.room : \gen_banks[0].u_banks.room ;
    wire [7:0] f_kinds_low_read_data = f_tb[0] ? \gen_banks[1].u_banks.kinds_low_read_data : \gen_banks[0].u_banks.kinds_low_read_data ;
    wire [7:0] f_kinds_high_read_data = f_tb[0] ? \gen_banks[1].u_banks.kinds_high_read_data : \gen_banks[0].u_banks.kinds_high_read_data ;
    wire [7:0] f_loads_read_data = f_tb[0] ? \gen_banks[1].u_banks.loads_read_data : \gen_banks[0].u_banks.loads_read_data ;
    wire [7:0] f_written_read_data = f_tb[0] ? \gen_banks[1].u_banks.written_read_data : \gen_banks[0].u_banks.written_read_data ;
    wire [63:0] f_pcs_read_data = f_tb[0] ? \gen_banks[1].u_banks.pcs_read_data : \gen_banks[0].u_banks.pcs_read_data ;
    wire [63:0] f_passed_read_data = f_tb[0] ? \gen_banks[1].u_banks.passed_read_data : \gen_banks[0].u_banks.passed_read_data ;
    // What the memories hold of the TB.
    wire f_row = f_tb[1];
    wire [63:0] f_both_pcs_0 = f_tb[0] ? f_odd_pcs_0 : f_even_pcs_0;
    wire [63:0] f_both_pcs_1 = f_tb[0] ? f_odd_pcs_1 : f_even_pcs_1;
    wire [63:0] f_both_passed_0 = f_tb[0] ? f_odd_passed_0 : f_even_passed_0;
    wire [63:0] f_both_passed_1 = f_tb[0] ? f_odd_passed_1 : f_even_passed_1;
    wire [3:0] f_both_low = f_tb[0] ? f_odd_kinds_low : f_even_kinds_low;
    wire [3:0] f_both_high = f_tb[0] ? f_odd_kinds_high : f_even_kinds_high;
    wire [3:0] f_both_loads = f_tb[0] ? f_odd_loads : f_even_loads;
    wire [3:0] f_both_written = f_tb[0] ? f_odd_written : f_even_written;
    wire [31:0] f_pc_0 = f_row ? f_both_pcs_0[63:32] : f_both_pcs_0[31:0];
    wire [31:0] f_pc_1 = f_row ? f_both_pcs_1[63:32] : f_both_pcs_1[31:0];
    wire [31:0] f_passed_0 = f_row ? f_both_passed_0[63:32] : f_both_passed_0[31:0];
    wire [31:0] f_passed_1 = f_row ? f_both_passed_1[63:32] : f_both_passed_1[31:0];
    wire [1:0] f_low = f_row ? f_both_low[3:2] : f_both_low[1:0];
    wire [1:0] f_high = f_row ? f_both_high[3:2] : f_both_high[1:0];
    wire [1:0] f_load_bits = f_row ? f_both_loads[3:2] : f_both_loads[1:0];
    wire [1:0] f_written = f_row ? f_both_written[3:2] : f_both_written[1:0];

    // The asks and the writeback of the last cycle, the lanes that were first, and whose turn it is, by bank.
    reg [3:0] f_asked;
    reg [19:0] f_tbs;
    reg [19:0] f_warps;
    reg [127:0] f_pcs;
    reg [3:0] f_loads;
    reg [7:0] f_registers;
    reg f_wb;
    reg [4:0] f_wb_tb;
    reg [31:0] f_wb_pc;
    reg [3:0] f_first_even;
    reg [3:0] f_first_odd;
    reg [3:0] f_behind_even;
    reg [3:0] f_behind_odd;
    function [3:0] f_lowest(input [3:0] lanes);
        f_lowest = lanes & (~lanes + 4'd1);
    endfunction
    function [3:0] f_first(input [3:0] lanes, input [3:0] behind);
        f_first = (lanes & behind) != 4'd0 ? f_lowest(lanes & behind) : f_lowest(lanes);
    endfunction
    function [3:0] f_above(input [3:0] lane);
        f_above = lane[0] ? 4'b1110 : lane[1] ? 4'b1100 : lane[2] ? 4'b1000 : 4'b0000;
    endfunction
    wire [3:0] f_ask = {ask3_valid, ask2_valid, ask1_valid, ask0_valid};
    wire [3:0] f_odd_ask = f_ask & {ask3_tb[0], ask2_tb[0], ask1_tb[0], ask0_tb[0]};
    wire [3:0] f_even_ask = f_ask & ~f_odd_ask;
    wire [3:0] f_next_even = wb_valid & ~wb_tb[0] ? 4'd0 : f_first(f_even_ask, f_behind_even);
    wire [3:0] f_next_odd = wb_valid & wb_tb[0] ? 4'd0 : f_first(f_odd_ask, f_behind_odd);
    wire [11:0] f_answers = {answer3, answer2, answer1, answer0};

    // The lanes that were served; of these, those for the followed entry, those of warps of the mask, and the warps.
    reg [3:0] f_told;
    reg [3:0] f_asks_it;
    reg [3:0] f_on;
    reg [3:0] f_lead;
    reg [3:0] f_skip;
    reg [3:0] f_alone;
    reg [3:0] f_wait;
    reg [3:0] f_comes;
    reg [3:0] f_leader;
    reg f_load_asked;
    reg [1:0] f_register_asked;
    reg [3:0] f_expected_told;
    reg f_agrees;
    reg f_answers_are_known;

    // The entry of the followed PC: 0 none, 1 gathers, 2 has a leader, 3 is executed privately, 4 all have passed.
    reg [3:0] f_mask;
    reg [2:0] f_kind;
    reg f_load;
    reg f_due;
    reg [3:0] f_passed;
    // Since the leader was told to lead: it has written back, and the TB or all have stored.
    reg f_is_back;
    reg f_has_stored;

    wire [3:0] f_arrived = f_kind == 3'd1 ? f_passed | f_comes : f_comes;
    wire f_all_here = (f_mask & ~f_arrived) == 4'd0;
    wire f_makes = f_kind == 3'd0 & f_room & f_on != 4'd0;
    wire f_leads = f_on != 4'd0 & ((f_makes & f_register_asked == 2'd0)
        | ((f_kind == 3'd1 | (f_makes & f_register_asked == 2'd1)) & f_all_here));
    wire f_wb_it = f_wb & f_wb_tb == {3'd0, f_tb} & f_wb_pc == f_pc;
    integer l;
    integer m;
    always @(*) begin
        f_comes = 4'd0;
        f_leader = 4'd0;
        f_load_asked = 1'b0;
        f_register_asked = 2'd0;
        f_answers_are_known = 1'b1;
        for (l = 3; l >= 0; l = l - 1) begin
            f_told[l] = f_asked[l] & f_answers[l*3 +: 3] != 3'd1;
            f_asks_it[l] = f_told[l] & f_tbs[l*5 +: 5] == {3'd0, f_tb} & f_pcs[l*32 +: 32] == f_pc;
            f_on[l] = f_asks_it[l] & f_mask[f_warps[l*5 +: 2]];
            f_lead[l] = f_asks_it[l] & f_answers[l*3 +: 3] == 3'd2;
            f_skip[l] = f_asks_it[l] & f_answers[l*3 +: 3] == 3'd3;
            f_wait[l] = f_asks_it[l] & f_answers[l*3 +: 3] == 3'd4;
            f_alone[l] = f_asks_it[l] & f_answers[l*3 +: 3] == 3'd5;
            f_answers_are_known = f_answers_are_known & f_answers[l*3 +: 3] <= 3'd5;
            if (f_on[l]) begin
                f_comes[f_warps[l*5 +: 2]] = 1'b1;
                f_leader = 4'd1 << f_warps[l*5 +: 2];
                f_load_asked = f_loads[l];
                f_register_asked = f_registers[l*2 +: 2];
            end
        end
    end
    // Who is served, and what the followed entry means for those that ask for it.
    reg [3:0] f_expected_lead;
    reg [3:0] f_expected_skip;
    reg [3:0] f_expected_alone;
    always @(*) begin
        f_expected_told = 4'd0;
        for (l = 0; l < 4; l = l + 1) begin
            for (m = 0; m < 4; m = m + 1) begin
                if ((f_first_even[m] | f_first_odd[m]) & f_asked[l] & f_tbs[l*5 +: 5] == f_tbs[m*5 +: 5]
                    & f_pcs[l*32 +: 32] == f_pcs[m*32 +: 32])
                    f_expected_told[l] = 1'b1;
            end
        end
        f_expected_lead = f_leads ? f_lowest(f_on) : 4'd0;
        f_expected_skip = 4'd0;
        f_expected_alone = f_asks_it & ~f_on;
        for (l = 0; l < 4; l = l + 1) begin
            if (f_on[l] & f_kind == 3'd2 & ~f_due & ~f_passed[f_warps[l*5 +: 2]]) f_expected_skip[l] = 1'b1;
            if (f_on[l] & f_kind == 3'd3 & ~f_passed[f_warps[l*5 +: 2]]) f_expected_alone[l] = 1'b1;
            if (f_on[l] & f_makes & f_register_asked == 2'd2) f_expected_alone[l] = 1'b1;
        end
    end

    // The entry after what was carried out, and after what happens to the TB.
    reg [2:0] f_kind_done;
    reg f_due_done;
    reg f_load_done;
    reg [3:0] f_passed_done;
    reg [3:0] f_mask_next;
    reg [2:0] f_kind_next;
    wire f_path_it = path_valid & path_tb == {3'd0, f_tb};
    wire f_store_it = fence | (store_valid & store_tb == {3'd0, f_tb});
    always @(*) begin
        f_kind_done = f_kind;
        f_due_done = f_due & ~f_wb_it;
        f_load_done = f_makes ? f_load_asked : f_load;
        f_passed_done = f_passed;
        if (f_leads) begin
            f_kind_done = 3'd2;
            f_due_done = 1'b1;
            f_passed_done = f_leader;
        end else if (f_makes) begin
            f_kind_done = f_register_asked == 2'd1 ? 3'd1 : 3'd3;
            f_due_done = 1'b0;
            f_passed_done = f_comes;
        end else if (f_kind == 3'd1 | f_kind == 3'd3 | (f_kind == 3'd2 & ~f_due)) begin
            f_passed_done = f_passed | f_comes;
        end
        if ((f_kind_done == 3'd2 | f_kind_done == 3'd3) & (f_mask & ~f_passed_done) == 4'd0) f_kind_done = 3'd4;
        if (f_kind_done == 3'd4 & ~f_due_done) f_kind_done = 3'd0;
        f_mask_next = f_mask;
        f_kind_next = f_kind_done;
        if (f_path_it & path_what == 2'd0) begin
            f_mask_next = path_warps[3:0];
            f_kind_next = 3'd0;
        end
        if (f_path_it & path_what == 2'd1) begin
            f_mask_next = path_warps[3:0];
            f_kind_next = f_kind_done != 3'd0 & f_due_done ? 3'd4 : 3'd0;
        end
        if (f_path_it & path_what == 2'd2) f_mask_next = f_mask & ~path_warps[3:0];
        if (f_store_it & f_load_done & f_kind_next == 3'd2) f_kind_next = 3'd3;
        if ((f_kind_next == 3'd2 | f_kind_next == 3'd3) & (f_mask_next & ~f_passed_done) == 4'd0)
            f_kind_next = f_due_done ? 3'd4 : 3'd0;
    end

    // Cycles in which another lane of its bank was served before any one lane that asks an even slot all the time.
    (* anyconst *) wire [1:0] f_lane;
    reg [2:0] f_passed_over;
    wire [1:0] f_last = f_behind_even[1] ? 2'd0 : f_behind_even[2] ? 2'd1 : f_behind_even[3] ? 2'd2 : 2'd3;
    wire [1:0] f_before = f_lane - f_last - 2'd1;
    wire [3:0] f_odd_lanes = {f_tbs[15], f_tbs[10], f_tbs[5], f_tbs[0]};
    wire [3:0] f_told_even = f_told & ~f_odd_lanes;
    wire f_is_refused = f_asked[f_lane] & ~f_tbs[f_lane*5] & ~f_told[f_lane];
    wire [2:0] f_refusals = f_is_refused ? f_passed_over + {2'd0, f_told_even != 4'd0} : 3'd0;

    always @(posedge clock) begin
        f_asked <= f_ask & {4{~reset}};
        f_tbs <= {ask3_tb, ask2_tb, ask1_tb, ask0_tb};
        f_warps <= {ask3_warp, ask2_warp, ask1_warp, ask0_warp};
        f_pcs <= {ask3_pc, ask2_pc, ask1_pc, ask0_pc};
        f_loads <= {ask3_load, ask2_load, ask1_load, ask0_load};
        f_registers <= {ask3_register, ask2_register, ask1_register, ask0_register};
        f_wb <= wb_valid & ~reset;
        f_wb_tb <= wb_tb;
        f_wb_pc <= wb_pc;
        f_first_even <= reset ? 4'd0 : f_next_even;
        f_first_odd <= reset ? 4'd0 : f_next_odd;
        if (f_next_even != 4'd0) f_behind_even <= f_above(f_next_even);
        if (f_next_odd != 4'd0) f_behind_odd <= f_above(f_next_odd);
        f_passed_over <= reset ? 3'd0 : f_refusals;
        f_mask <= f_mask_next;
        f_kind <= f_kind_next;
        f_load <= f_load_done;
        f_due <= f_due_done;
        f_passed <= f_passed_done;
        f_is_back <= ~f_leads & (f_is_back | f_wb_it);
        f_has_stored <= f_kind_next != 3'd0 & (f_has_stored | (f_store_it & f_load_done & f_kind_done == 3'd2));
        if (reset) begin
            f_mask <= 4'd0;
            f_kind <= 3'd0;
            {f_behind_even, f_behind_odd} <= 8'd0;
            {f_due, f_has_stored} <= 2'd0;
        end
    end

    // The entries as they will be found.
    wire f_is_known = f_known_q[{3'd0, f_row}];
    wire [1:0] f_covered = {(f_mask & ~f_passed_1[3:0]) == 4'd0, (f_mask & ~f_passed_0[3:0]) == 4'd0};
    wire [1:0] f_over = f_restored_q[{3'd0, f_row}] ? 2'd3 : f_high & f_covered;
    wire [1:0] f_high_is = f_is_known ? f_high & ~f_over : 2'd0;
    wire [1:0] f_low_left = f_is_known ? f_low & ~f_over : 2'd0;
    wire [1:0] f_low_is = f_stored_q[{3'd0, f_row}] ? f_low_left | (f_high_is & f_load_bits) : f_low_left;
    wire [1:0] f_written_is = f_is_known ? f_written : 2'd3;
    wire [1:0] f_live = f_low_is | f_high_is | ~f_written_is;
    wire [1:0] f_is_it = f_live & {f_pc_1 == f_pc, f_pc_0 == f_pc};
    wire f_way = f_is_it[1];
    wire [1:0] f_bits = {f_high_is[f_way], f_low_is[f_way]};
    wire [31:0] f_way_passed = f_way ? f_passed_1 : f_passed_0;
    // The row is being carried out.
    wire f_works = (f_lanes_q != 4'd0 | f_wrote_q) & f_at_row_q == {3'd0, f_row};
    reg [3:0] f_in_bank;
    reg f_op_agrees;
    always @(*) begin
        f_op_agrees = 1'b1;
        f_in_bank = 4'd0;
        for (l = 0; l < 4; l = l + 1) begin
            f_in_bank[l] = f_expected_told[l] & f_tbs[l*5] == f_tb[0];
            if (f_lanes_q[l])
                f_op_agrees = f_op_agrees & f_tbs[l*5 + 1 +: 4] == f_at_row_q & f_pcs[l*32 +: 32] == f_at_pc_q
                    & f_loads[l] == f_is_load_q & f_overwrites_q == (f_registers[l*2 +: 2] == 2'd1)
                    & f_without_q == (f_registers[l*2 +: 2] == 2'd2);
        end
        if (f_wrote_q)
            f_op_agrees = f_op_agrees & f_wb_tb[4:1] == f_at_row_q & f_wb_pc == f_at_pc_q;
    end

    // What the neighbours must keep.
    reg f_lanes_are;
    reg f_registers_are;
    reg f_lanes_agree;
    wire [19:0] f_tb_pins = {ask3_tb, ask2_tb, ask1_tb, ask0_tb};
    wire [19:0] f_warp_pins = {ask3_warp, ask2_warp, ask1_warp, ask0_warp};
    wire [127:0] f_pc_pins = {ask3_pc, ask2_pc, ask1_pc, ask0_pc};
    wire [3:0] f_load_pins = {ask3_load, ask2_load, ask1_load, ask0_load};
    wire [7:0] f_register_pins = {ask3_register, ask2_register, ask1_register, ask0_register};
    always @(*) begin
        f_lanes_are = 1'b1;
        f_registers_are = 1'b1;
        f_lanes_agree = 1'b1;
        for (l = 0; l < 4; l = l + 1) begin
            f_lanes_are = f_lanes_are & (~f_ask[l] | (f_tb_pins[l*5 +: 5] < 5'd4 & f_warp_pins[l*5 +: 5] < 5'd4));
            f_registers_are = f_registers_are & (~f_ask[l] | f_register_pins[l*2 +: 2] != 2'd3);
            for (m = 0; m < l; m = m + 1) begin
                if (f_ask[l] & f_ask[m] & f_tb_pins[l*5 +: 5] == f_tb_pins[m*5 +: 5]
                    & f_pc_pins[l*32 +: 32] == f_pc_pins[m*32 +: 32])
                    f_lanes_agree = f_lanes_agree & f_warp_pins[l*5 +: 5] != f_warp_pins[m*5 +: 5]
                        & f_load_pins[l] == f_load_pins[m] & f_register_pins[l*2 +: 2] == f_register_pins[m*2 +: 2];
            end
        end
        rule_1_a_warp_that_asks_is_there: assume (f_lanes_are);
        rule_1_lanes_that_ask_for_one_instruction_agree: assume (f_lanes_agree);
        rule_4_there_are_three_kinds_of_registers: assume (f_registers_are);
        rule_7_a_leader_that_writes_back_is_of_a_tb_that_is_there: assume (~wb_valid | wb_tb < 5'd4);
        rule_9_a_tb_that_stores_is_there: assume (~store_valid | store_tb < 5'd4);
        rule_10_a_mask_is_of_a_tb_and_of_warps_that_are_there: assume (~path_valid
            | (path_tb < 5'd4 & path_what != 2'd3 & path_warps < 32'd16));
    end

    always @(*) begin
        if (f_alive) begin
            rule_1_a_warp_is_answered_exactly_if_it_asked: assert (f_answers_are_known
                & f_asked == {answer3 != 3'd0, answer2 != 3'd0, answer1 != 3'd0, answer0 != 3'd0});
            rule_2_a_bank_serves_those_who_ask_for_what_its_first_lane_asks: assert (f_told == f_expected_told);
            rule_2_a_lane_that_asks_is_passed_over_three_times_at_most: assert (f_refusals <= 3'd3);
            rule_3_a_warp_off_the_path_executes: assert ((f_asks_it & ~f_on & ~f_alone) == 4'd0);
            rule_4_an_entry_has_one_leader: assert ((f_lead & (f_lead - 4'd1)) == 4'd0
                & (f_lead == 4'd0 | f_kind <= 3'd1));
            rule_4_when_all_have_arrived_the_lowest_lane_leads: assert (f_lead == f_expected_lead);
            rule_5_there_is_no_room_only_where_every_entry_is_in_use: assert (~f_works | f_room
                | (f_pc_0 != f_pc_1 & (f_kind != 3'd0 | (f_pc_0 != f_pc & f_pc_1 != f_pc))));
            rule_6_no_warp_skips_before_the_leader_has_written_back: assert (f_skip == 4'd0 | f_is_back);
            rule_6_a_follower_skips_behind_its_leader_once: assert (f_skip == f_expected_skip);
            rule_6_a_warp_executes_what_is_private: assert (f_alone == f_expected_alone);
            rule_9_nobody_skips_a_load_after_a_store: assert (f_skip == 4'd0 | ~f_has_stored);
            the_unit_is_idle_unless_something_is_carried_out: assert (idle == (f_asked == 4'd0 & ~f_wb));

            helper_turns: assert (\gen_coalescers[0].u_coalescers.behind_q == f_behind_even
                & \gen_coalescers[1].u_coalescers.behind_q == f_behind_odd
                & (f_behind_even == 4'd0 | f_behind_even == 4'd8 | f_behind_even == 4'd12 | f_behind_even == 4'd14)
                & {1'b0, f_refusals} + {2'd0, f_before} <= 4'd3);
            helper_first: assert ((f_first_even & ~(f_asked & ~f_odd_lanes)) == 4'd0
                & (f_first_odd & ~(f_asked & f_odd_lanes)) == 4'd0
                & (f_first_even & (f_first_even - 4'd1)) == 4'd0 & (f_first_odd & (f_first_odd - 4'd1)) == 4'd0
                & (f_first_even == 4'd0 | f_behind_even == f_above(f_first_even))
                & (f_first_odd == 4'd0 | f_behind_odd == f_above(f_first_odd)));
            helper_asked: assert (asked_q == f_asked & (~f_asked[0] | warp0_q == f_warps[4:0])
                & (~f_asked[1] | warp1_q == f_warps[9:5]) & (~f_asked[2] | warp2_q == f_warps[14:10])
                & (~f_asked[3] | warp3_q == f_warps[19:15]));
            helper_warps: assert ((~f_asked[0] | f_warps[4:2] == 3'd0) & (~f_asked[1] | f_warps[9:7] == 3'd0)
                & (~f_asked[2] | f_warps[14:12] == 3'd0) & (~f_asked[3] | f_warps[19:17] == 3'd0));
            helper_lanes: assert (f_lanes_q == f_in_bank & f_wrote_q == (f_wb & f_wb_tb[0] == f_tb[0])
                & f_op_agrees & (~f_wrote_q | f_lanes_q == 4'd0)
                & ((f_lanes_q == 4'd0 & ~f_wrote_q) | f_at_row_q <= 4'd1));
            helper_mask: assert (f_majorities_q[f_row*32 +: 32] == {28'd0, f_mask});
            helper_read: assert (~f_works | (f_again_q
                ? f_last_low_q[1:0] == f_low & f_last_high_q[1:0] == f_high & f_last_loads_q[1:0] == f_load_bits
                    & f_last_written_q[1:0] == f_written
                : f_kinds_low_read_data[1:0] == f_low & f_kinds_high_read_data[1:0] == f_high
                    & f_loads_read_data[1:0] == f_load_bits & f_written_read_data[1:0] == f_written));
            helper_pcs: assert (~f_works
                | ((f_again_q & f_last_made_q[0] ? f_last_pc_q : f_pcs_read_data[31:0]) == f_pc_0
                & (f_again_q & f_last_made_q[1] ? f_last_pc_q : f_pcs_read_data[63:32]) == f_pc_1));
            helper_passed: assert (~f_works
                | ((f_again_q & f_last_changed_q[0] ? f_last_passed_q : f_passed_read_data[31:0]) == f_passed_0
                & (f_again_q & f_last_changed_q[1] ? f_last_passed_q : f_passed_read_data[63:32]) == f_passed_1));
            helper_entry: assert (f_is_it != 2'd3 & (f_is_it != 2'd0) == (f_kind != 3'd0)
                & (f_is_it == 2'd0 | (f_due == ~f_written_is[f_way] & f_load == f_load_bits[f_way]
                & f_bits == (f_kind == 3'd4 ? 2'd0 : f_kind[1:0])
                & (f_kind == 3'd4 | f_way_passed == {28'd0, f_passed}))));
            helper_pcs_differ: assert (f_live != 2'd3 | f_pc_0 != f_pc_1);
            helper_kinds: assert (f_kind <= 3'd4 & (f_kind != 3'd1 | ~f_due) & (f_kind != 3'd4 | f_due)
                & (f_kind != 3'd2 & f_kind != 3'd3 | (f_mask & ~f_passed) != 4'd0));
            helper_back: assert (f_kind != 3'd2 | f_is_back == ~f_due);
            helper_stored: assert (~f_has_stored | (f_load & (f_kind == 3'd3 | f_kind == 3'd4)));
        end
    end

    always @(*) begin
        if (f_alive & ~reset) begin
            all_lanes_are_served_together: cover (f_asks_it == 4'hf & f_lead != 4'd0);
            a_follower_skips: cover (f_skip != 4'd0);
            a_warp_waits_for_those_behind_it: cover ((f_wait & f_on) != 4'd0 & f_kind == 3'd2 & ~f_due);
            one_that_has_arrived_leads_when_another_leaves: cover (f_lead != 4'd0 & f_kind == 3'd1
                & (f_passed & f_comes) == f_comes);
            a_load_is_executed_before_its_leader_has_written_back: cover ((f_alone & f_on) != 4'd0 & f_due);
            a_warp_waits_for_a_writeback_that_no_other_waits_for: cover (f_wait != 4'd0 & f_kind == 3'd4);
            there_is_no_room: cover (f_on != 4'd0 & ~f_room & f_kind == 3'd0);
        end
    end
