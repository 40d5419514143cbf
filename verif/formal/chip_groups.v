    // Plan: k=1 cover_within=70
    // Late: k=10 chip_what_schedules_moves_in_9_cycles_or_rests_or_waits_for_memory
    // The theorem of a chip with groups: an AGT of four entries, of which two are homes, and two records in memory. What runs
    // beside the chip follows its boundary only; helpers also name units' registers and what runs beside the units.
    // In fcfs: F_GROUPS = 3; becomes F_GROUPS = 4;
    // Given: kmu.rule_1_the_host_offers_only_to_an_empty_slot
    // Given: kmu.rule_3_only_a_held_kernel_is_resumed
    // Given: kmu.rule_3_there_are_three_kinds_of_commands
    // Given: kmu.rule_3_a_kernel_of_the_pool_gets_no_command
    // Given: kmu.descriptors_of_commands_are_aligned
    // Given: kmu.rule_3_fewer_than_2_to_the_31_kernels_are_held
    // Given: kmu.rule_7_the_memory_answers_only_what_was_asked
    // Given: kmu.rule_7_the_memory_answers_what_was_last_written
    // Given: kmu.rule_8_done_names_a_queue
    // Given: kmu.straps_stay_while_the_unit_runs
    // Given: kernel_distributor.rule_2_a_command_is_for_1_to_32_groups
    // Given: agt.rule_7_the_memory_answers_only_what_was_asked
    // Given: residency.rule_5_only_a_tb_that_runs_ends

    (* hierconn *) wire \u_residency.f_owed_agt ;
    (* hierconn *) wire \u_residency.f_owed_dats ;
    (* hierconn *) wire [31:0] \u_residency.f_owed_group ;
    (* hierconn *) wire [5:0] \u_kernel_distributor.f_matched ;
    (* hierconn *) wire [31:0] \u_fcfs.f_next[0] ;
    (* hierconn *) wire [31:0] \u_fcfs.f_next[1] ;
    (* hierconn *) wire [31:0] \u_fcfs.f_next[2] ;
    (* hierconn *) wire [31:0] \u_fcfs.f_next[3] ;
    (* hierconn *) wire [3:0] \u_fcfs.f_in ;
    (* hierconn *) wire [3:0] \u_fcfs.f_record ;
    (* hierconn *) wire \u_fcfs.f_asked ;
    (* hierconn *) wire \u_fcfs.f_held ;
    (* hierconn *) wire \u_fcfs.f_unspent ;
    (* hierconn *) wire [1:0] \u_fcfs.f_hand ;
    (* hierconn *) wire \u_fcfs.f_out ;
    (* hierconn *) wire [31:0] \u_fcfs.f_item ;
    (* hierconn *) wire [31:0] \u_fcfs.f_x ;
    (* hierconn *) wire [31:0] \u_fcfs.f_yz ;
    (* hierconn *) wire [31:0] \u_fcfs.f_grid_x ;
    (* hierconn *) wire [31:0] \u_fcfs.f_grid_yz ;
    (* hierconn *) wire [31:0] \u_fcfs.f_param ;
    (* hierconn *) wire [31:0] \u_fcfs.f_tb_x ;
    (* hierconn *) wire [31:0] \u_fcfs.f_tb_yz ;
    (* hierconn *) wire [31:0] \u_fcfs.f_tb_item ;
    (* hierconn *) wire \u_fcfs.f_take_answered ;
    (* hierconn *) wire [4:0] \u_fcfs.sscr_kdei_q ;
    (* hierconn *) wire [3:0] \u_agt.f_linked ;
    (* hierconn *) wire [3:0] \u_agt.f_done ;
    (* hierconn *) wire [4:0] \u_agt.f_left[0] ;
    (* hierconn *) wire [4:0] \u_agt.f_left[1] ;
    (* hierconn *) wire \u_agt.f_known ;
    (* hierconn *) wire [15:0] \u_agt.f_w ;
    (* hierconn *) wire [95:0] \u_agt.f_fields ;
    (* hierconn *) wire \u_agt.f_take_owed ;
    (* hierconn *) wire [31:0] \u_agt.f_take ;
    (* hierconn *) wire [3:0] \u_agt.state_q ;
    (* hierconn *) wire \u_agt.next_full_q ;
    (* hierconn *) wire [31:0] \u_agt.next_to_q ;
    (* hierconn *) wire [31:0] \u_agt.next_value_q ;
    (* hierconn *) wire \u_agt.alloc_full_q ;
    (* hierconn *) wire [15:0] \u_agt.alloc_entry_q ;
    (* hierconn *) wire [4:0] \u_agt.alloc_kernel_q ;
    (* hierconn *) wire [31:0] \u_agt.alloc_spill_q ;
    (* hierconn *) wire [31:0] \u_agt.take_group_q ;
    (* hierconn *) wire [2:0] \u_agt.requested_q ;
    (* hierconn *) wire [2:0] \u_agt.received_q ;
    (* hierconn *) wire [31:0] \u_agt.group_follower_q ;
    (* hierconn *) wire [31:0] \u_agt.ages_following ;
    (* hierconn *) wire [31:0] \u_agt.u_ages.u_age_next.words[0] ;
    (* hierconn *) wire [31:0] \u_agt.u_ages.u_age_next.words[1] ;
    (* hierconn *) wire [2:0] \u_agt.f_unanswered ;

    assign f_tb_kdei = fcfs_tb_kdei;
    assign f_last_native = f_last_tb;
    assign f_graphs = 1'b0;

    localparam [31:0] F_NONE = 32'hffffffff;
    // Groups 0 and 1 are in these entries of the table, 2 and 3 are records at 32 times as many bytes.
    localparam integer F_GROUPS = 4;
    localparam integer F_TABLE = 2;

    // The AGEI of a group.
    function [31:0] f_agei(input [1:0] group);
        f_agei = {group[1], 29'd0, group};
    endfunction

    // What the boundary has seen. Of a KDE: groups matched that have not been offered, and those whose last TB has not
    // started.
    reg [23:0] f_to_offer [0:F_KDES-1];
    reg [23:0] f_groups [0:F_KDES-1];
    reg [5:0] f_matched;
    // The TB that started last, if the grid or group of it has more.
    reg f_open;
    reg [31:0] f_open_group;
    reg [4:0] f_open_kdei;
    reg [95:0] f_open_work;
    reg [31:0] f_open_x;
    reg [31:0] f_open_yz;
    reg [31:0] f_open_item;
    // Of a record: its Next field in memory. The record that the AGT read last, and words answered of it.
    reg [31:0] f_memory [F_TABLE:F_GROUPS-1];
    reg [26:0] f_read;
    reg [1:0] f_answered;
    integer f_g;
    wire f_last_of_group = fcfs_tb_valid & ~(&fcfs_tb_group) & f_last_block;
    wire [95:0] f_work = {fcfs_tb_grid_x, fcfs_tb_grid_yz, fcfs_tb_param};
    // The index after one in a grid: x fastest, then y, then z.
    function [63:0] f_after(input [63:0] block, input [63:0] grid);
        f_after = block[63:32] != grid[63:32] - 32'd1 ? {block[63:32] + 32'd1, block[31:0]}
            : block[15:0] != grid[15:0] - 16'd1 ? {32'd0, block[31:16], block[15:0] + 16'd1}
            : {32'd0, block[31:16] + 16'd1, 16'd0};
    endfunction
    wire f_hits = kernel_distributor_match_done & kernel_distributor_match_hit;
    wire f_offers = agt_alloc_valid & agt_alloc_ready;
    always @(posedge clock) begin
        if (kernel_distributor_match_valid & kernel_distributor_match_ready) begin
            f_matched <= kernel_distributor_match_count;
        end
        for (f_e = 0; f_e < F_KDES; f_e = f_e + 1) begin
            f_to_offer[f_e] <= f_to_offer[f_e]
                + ((f_hits & kernel_distributor_match_kdei == f_e) ? {18'd0, f_matched} : 24'd0)
                - {23'd0, f_offers & agt_alloc_kdei == f_e};
            f_groups[f_e] <= f_groups[f_e]
                + ((f_hits & kernel_distributor_match_kdei == f_e) ? {18'd0, f_matched} : 24'd0)
                - {23'd0, f_last_of_group & fcfs_tb_kdei == f_e};
        end
        for (f_g = F_TABLE; f_g < F_GROUPS; f_g = f_g + 1) begin
            if (agt_mem_req_valid & agt_mem_req_ready & agt_mem_req_write & agt_mem_req_addr == 32 * f_g + 12) begin
                f_memory[f_g] <= agt_mem_req_data;
            end
            if (f_offers & agt_alloc_record == 32 * f_g) begin
                f_memory[f_g] <= F_NONE;
            end
        end
        if (agt_mem_req_valid & agt_mem_req_ready & ~agt_mem_req_write) begin
            f_read <= agt_mem_req_addr[31:5];
        end
        f_answered <= f_answered + {1'b0, agt_mem_resp_valid};
        if (fcfs_tb_valid) begin
            f_open <= ~f_last_block;
            f_open_group <= fcfs_tb_group;
            f_open_kdei <= fcfs_tb_kdei;
            f_open_work <= f_work;
            f_open_x <= fcfs_tb_block_x;
            f_open_yz <= fcfs_tb_block_yz;
            f_open_item <= fcfs_tb_item;
        end
        if (reset) begin
            f_answered <= 2'd0;
            f_open <= 1'b0;
            for (f_e = 0; f_e < F_KDES; f_e = f_e + 1) begin
                f_to_offer[f_e] <= 24'd0;
                f_groups[f_e] <= 24'd0;
            end
        end
    end

    // The AGT waits for memory. The units between KMU and SMXs have nothing to do. Something moves between them, or in and
    // out of them. Cycles since it has, while it could.
    wire f_waits = (agt_mem_req_valid & ~agt_mem_req_ready) | \u_agt.f_unanswered != 3'd0;
    wire f_rests = f_schedulers_rest & agt_idle;
    wire f_moves = f_schedulers_move
        | (kernel_distributor_match_valid & kernel_distributor_match_ready) | kernel_distributor_match_done
        | (agt_alloc_valid & agt_alloc_ready) | (agt_link_valid & fcfs_link_ready) | (fcfs_next_valid & agt_next_ready)
        | (fcfs_take_valid & agt_take_ready) | agt_group_valid | (fcfs_done_valid & agt_done_ready)
        | (residency_told_agt_valid & agt_end_ready) | (agt_mem_req_valid & agt_mem_req_ready) | agt_mem_resp_valid;
    reg [3:0] f_still;
    always @(posedge clock) begin
        f_still <= (reset | f_waits | f_rests | f_moves) ? 4'd0 : f_still + 4'd1;
    end

    // By kernel: it has groups to be offered, also those of this cycle's hit; groups that owe a TB.
    reg [F_KDES-1:0] f_may_offer;
    reg [F_KDES-1:0] f_offers_left;
    reg [F_KDES-1:0] f_group_left;
    reg f_offers_are_bounded;
    reg f_groups_to_offer_are_left;
    always @(*) begin
        f_offers_are_bounded = 1'b1;
        f_groups_to_offer_are_left = 1'b1;
        for (f_e = 0; f_e < F_KDES; f_e = f_e + 1) begin
            f_offers_left[f_e] = f_to_offer[f_e] != 24'd0;
            f_may_offer[f_e] = f_offers_left[f_e] | (f_hits & kernel_distributor_match_kdei == f_e);
            f_group_left[f_e] = f_groups[f_e] != 24'd0;
            f_offers_are_bounded = f_offers_are_bounded & f_to_offer[f_e] <= 24'hfff000;
            f_groups_to_offer_are_left = f_groups_to_offer_are_left & f_groups[f_e] == f_to_offer[f_e];
        end
    end

    // Of a group: it is in a chain, or in hand; of a record also that the AGT has it, to be spilled if need be.
    wire [F_GROUPS-1:0] f_in = \u_fcfs.f_in ;
    wire [F_GROUPS-1:0] f_held = \u_fcfs.f_held ? 4'd1 << \u_fcfs.f_hand : 4'd0;
    reg [F_GROUPS-1:0] f_linking;
    reg [F_GROUPS-1:0] f_in_agt;
    wire [F_GROUPS-1:0] f_in_use = f_in | f_held | f_linking | f_in_agt;
    always @(*) begin
        for (f_g = 0; f_g < F_GROUPS; f_g = f_g + 1) begin
            f_linking[f_g] = agt_link_valid & agt_link_agei == f_agei(f_g);
            f_in_agt[f_g] = \u_agt.alloc_full_q & \u_agt.alloc_spill_q == 32 * f_g;
        end
    end

    always @(*) begin
        a_tb_fits_an_empty_smx_and_no_kernel_is_a_graph: assume (~kmu_disp_valid | f_fits(kmu_disp_demand[30:0]));
        groups_have_two_homes: assume (~agt_alloc_valid | agt_alloc_hw_tid[1:0] < F_TABLE);
        groups_have_two_records: assume (~agt_alloc_valid | agt_alloc_record == 32'd64 | agt_alloc_record == 32'd96);
        a_record_is_of_one_group_at_a_time: assume (~agt_alloc_valid
            | ~f_in_use[agt_alloc_record[6:5]]);
        a_group_is_offered_once_for_each_that_was_matched: assume (~agt_alloc_valid
            | (agt_alloc_kdei < F_KDES & f_may_offer[agt_alloc_kdei[1:0]]));
        fewer_than_16773121_groups_are_to_be_offered: assume (f_offers_are_bounded);
        a_group_in_the_table_has_fewer_than_8_tbs: assume (~(fcfs_tb_valid & fcfs_tb_tell_agt) | fcfs_tb_item < 32'd7);
        the_memory_answers_the_next_that_was_last_written: assume (~(agt_mem_resp_valid & f_answered == 2'd3)
            | ((f_read != 27'd2 | agt_mem_resp_data == f_memory[2])
            & (f_read != 27'd3 | agt_mem_resp_data == f_memory[3])));
        names_of_groups: assume (\u_fcfs.f_record == 4'b1100);
    end

    wire [31:0] h_fcfs_next [0:3];
    assign h_fcfs_next[0] = \u_fcfs.f_next[0] ;
    assign h_fcfs_next[1] = \u_fcfs.f_next[1] ;
    assign h_fcfs_next[2] = \u_fcfs.f_next[2] ;
    assign h_fcfs_next[3] = \u_fcfs.f_next[3] ;
    // Next fields in the table and in records.
    wire [31:0] h_next [0:3];
    assign h_next[0] = \u_agt.u_ages.u_age_next.words[0] ;
    assign h_next[1] = \u_agt.u_ages.u_age_next.words[1] ;
    assign h_next[2] = f_memory[2];
    assign h_next[3] = f_memory[3];
    wire [4:0] h_left [0:1];
    assign h_left[0] = \u_agt.f_left[0] ;
    assign h_left[1] = \u_agt.f_left[1] ;
    // States of FCFS: a group is read; its TBs are sent, or it is offered as done.
    wire h_reads = \u_fcfs.state_q == 4'd8 | \u_fcfs.state_q == 4'd9;
    wire h_sends = \u_fcfs.state_q == 4'd5 | \u_fcfs.state_q == 4'd6;
    // The work in hand, and whether none of its TBs has been granted.
    wire [95:0] h_work_in_hand = {\u_fcfs.f_grid_x , \u_fcfs.f_grid_yz , \u_fcfs.f_param };
    wire h_begins = \u_fcfs.f_x == 32'd0 & \u_fcfs.f_yz == 32'd0;
    // The AGT reads, or has read, the group that was taken.
    wire h_agt_reads = \u_agt.state_q == 4'd5 | \u_agt.state_q == 4'd8 | agt_group_valid;
    // All TBs of a group in the table are out, and its `spent` is still to come.
    wire h_unsettled = \u_fcfs.f_unspent & ~fcfs_tb_valid & ~ \u_fcfs.sscr_agei_q [31]
        & (\u_fcfs.state_q == 4'd6 | (\u_fcfs.state_q == 4'd7 & fcfs_spent_valid));

    reg [3:0] h_owed;
    reg [3:0] h_native;
    reg [3:0] h_work;
    reg h_place_group;
    reg [4:0] h_resident [0:F_TABLE-1];
    reg [F_TABLE-1:0] h_linked;
    reg [F_TABLE-1:0] h_counted;
    reg [F_GROUPS-1:0] h_pending;
    reg [F_GROUPS-1:0] h_followed;
    reg [F_GROUPS-1:0] h_fresh;
    always @(*) begin
        h_place_group = ~ \u_residency.f_owed_dats & (~ \u_residency.f_owed_agt | \u_residency.f_owed_group < F_TABLE);
        for (f_p = 0; f_p < 4; f_p = f_p + 1) begin
            h_place_group = h_place_group & (~(\u_residency.f_runs [f_p] | \u_residency.f_ended [f_p])
                | (~h_tbcr[f_p][31] & (~h_tbcr[f_p][30] | h_tbcr[f_p][95:64] < F_TABLE)));
        end
        for (f_e = 0; f_e < 4; f_e = f_e + 1) begin
            h_owed[f_e] = h_kd_owed[f_e] == {20'd0, h_fcfs_owed[f_e]}
                + {23'd0, kernel_distributor_live[f_e] & ~ \u_kernel_distributor.f_entered [f_e]} + f_to_offer[f_e]
                + {23'd0, \u_agt.alloc_full_q & \u_agt.alloc_kernel_q == f_e} + {23'd0, agt_link_valid & agt_link_kdei == f_e}
                & (~ \u_kernel_distributor.f_entered [f_e] | \u_fcfs.f_live [f_e]);
            h_native[f_e] = f_native_now[f_e]
                == (\u_fcfs.f_native [f_e] | (kernel_distributor_live[f_e] & ~ \u_kernel_distributor.f_entered [f_e]));
            h_work[f_e] = h_kd_owed[f_e] == {23'd0, f_native_now[f_e]} + f_groups[f_e]
                + {23'd0, h_unsettled & \u_fcfs.sscr_kdei_q == f_e};
        end
        for (f_g = 0; f_g < F_TABLE; f_g = f_g + 1) begin
            h_resident[f_g] = {4'd0, \u_residency.f_owed_agt & \u_residency.f_owed_group == f_g}
                + {4'd0, fcfs_tb_valid & fcfs_tb_tell_agt & fcfs_tb_group == f_g};
            for (f_p = 0; f_p < 4; f_p = f_p + 1) begin
                if ((\u_residency.f_runs [f_p] | \u_residency.f_ended [f_p]) & h_tbcr[f_p][30] & h_tbcr[f_p][95:64] == f_g) begin
                    h_resident[f_g] = h_resident[f_g] + 5'd1;
                end
            end
            h_linked[f_g] = (f_in[f_g] | f_held[f_g]) == (\u_agt.f_linked [f_g] & ~ \u_agt.f_done [f_g]);
            h_counted[f_g] = ~ \u_agt.f_linked [f_g] ? h_resident[f_g] == 5'd0
                : \u_agt.f_done [f_g] ? h_left[f_g] == h_resident[f_g]
                : (f_held[f_g] & h_sends) ? \u_fcfs.f_item < 32'd8 & \u_fcfs.f_item [4:0] == h_resident[f_g] - h_left[f_g]
                : h_left[f_g] == 5'd0 & h_resident[f_g] == 5'd0;
        end
        for (f_g = 0; f_g < F_GROUPS; f_g = f_g + 1) begin
            h_pending[f_g] = \u_agt.next_full_q & \u_agt.next_to_q == f_agei(f_g);
            h_followed[f_g] = ~(f_in[f_g] | (f_held[f_g] & h_reads))
                | (h_pending[f_g] ? \u_agt.next_value_q : h_next[f_g]) == h_fcfs_next[f_g];
            h_fresh[f_g] = ~(f_linking[f_g] | f_in_agt[f_g]) | (~f_in[f_g] & ~f_held[f_g] & h_next[f_g] == F_NONE);
        end
    end

    always @(*) begin
        if (f_alive) begin
            chip_idle_with_no_tb_running_owes_only_heads_that_wait: assert (~idle | f_runs != 4'd0 | f_offers_left != 4'd0
                | (f_owed == f_heads & kernel_distributor_live == 32'd0 & kmu_pending == 32'd0
                    & f_group_left == 4'd0 & residency_resident == 11'd0 & agt_occupied == 13'd0));
            chip_idle_with_no_tb_running_keeps_kernels_only_for_groups_to_be_offered: assert (~idle | f_runs != 4'd0
                | ((kernel_distributor_live[3:0] & ~f_offers_left) == 4'd0 & f_native_now == 4'd0
                    & f_groups_to_offer_are_left & residency_resident == 11'd0 & agt_occupied == 13'd0
                    & ((&kernel_distributor_live[3:0]) | (f_owed == f_heads + f_lives & kmu_pending == 32'd0))));
            chip_a_kernel_retires_when_its_tbs_and_those_of_its_groups_have_started_and_ended: assert (
                (f_retired & (f_native | f_group_left | f_runs_of)) == 4'd0
                & (f_retired != 4'd0) == kernel_distributor_retire_valid);
            chip_what_retires_was_owed: assert (~kernel_distributor_retire_valid | f_owed != 36'd0);
            chip_a_tb_starts_in_a_free_slot: assert ((f_starts & f_runs) == 4'd0);
            chip_what_schedules_moves_in_9_cycles_or_rests_or_waits_for_memory: assert (f_still < 4'd9);

            chip_tbs_of_a_grid_or_group_start_each_once_in_order: assert (~fcfs_tb_valid | (f_open
                ? fcfs_tb_group == f_open_group & fcfs_tb_kdei == f_open_kdei & f_work == f_open_work
                    & fcfs_tb_item == f_open_item + 32'd1
                    & {fcfs_tb_block_x, fcfs_tb_block_yz} == f_after({f_open_x, f_open_yz}, f_work[95:32])
                : fcfs_tb_block_x == 32'd0 & fcfs_tb_block_yz == 32'd0 & fcfs_tb_item == 32'd0));
            chip_a_tb_of_a_group_in_the_table_has_the_work_that_was_offered: assert (
                ~(fcfs_tb_valid & fcfs_tb_tell_agt & \u_agt.f_known & fcfs_tb_group == {16'd0, \u_agt.f_w })
                | f_work == \u_agt.f_fields );

            helper_kernels: assert (f_owed == f_in_kmu + f_in_kd);
            helper_runs: assert (f_runs == \u_residency.f_runs );
            helper_places: assert (h_place_kdei & h_place_group);
            helper_owed: assert (&h_owed & &h_entered);
            helper_running: assert (&h_running);
            helper_fits: assert (&h_fits);
            helper_spent: assert (&h_spent);
            helper_native: assert (&h_native);
            helper_work: assert (&h_work);
            helper_seen_fits: assert ((\u_fcfs.state_q != 4'd1 | f_fits(\u_kernel_distributor.kdes_look_demand ))
                & f_fits({1'b0, \u_fcfs.work_demand_q }) & f_fits({1'b0, \u_residency.f_demand }));
            helper_states: assert (\u_fcfs.state_q != 4'd2 & \u_fcfs.state_q != 4'd3);
            helper_want: assert (~ \u_fcfs.f_asked | \u_residency.f_asked == 2'd3);
            helper_granted: assert (\u_fcfs.f_granted == (\u_residency.f_granted != 2'd0));
            helper_retired: assert ((f_was_live & ~kernel_distributor_live[3:0]) == \u_kernel_distributor.f_retiring );
            helper_match: assert (~(\u_kernel_distributor.search_searching | kernel_distributor_match_done)
                | f_matched == \u_kernel_distributor.f_matched );
            helper_last: assert (~fcfs_tb_valid | f_last_block == \u_fcfs.f_out );
            helper_spends: assert (fcfs_spent_valid == ((fcfs_tb_valid & \u_fcfs.f_out & \u_fcfs.sscr_agei_q [31])
                | (\u_fcfs.state_q == 4'd7 & \u_fcfs.f_unspent & ~ \u_fcfs.sscr_agei_q [31])));
            helper_none: assert (\u_fcfs.state_q == 4'd0 | \u_fcfs.state_q == 4'd1 | (& \u_fcfs.sscr_agei_q )
                | \u_fcfs.sscr_agei_q == f_agei(\u_fcfs.f_hand ));
            helper_items: assert (~ \u_fcfs.f_granted | \u_fcfs.f_item == \u_fcfs.f_tb_item + 32'd1);
            helper_open: assert (f_open == (fcfs_tb_valid ? {\u_fcfs.f_tb_x , \u_fcfs.f_tb_yz } != 64'd0
                : \u_fcfs.state_q == 4'd5 & ~h_begins) & (~f_open
                | (f_open_group == \u_fcfs.sscr_agei_q & f_open_kdei == \u_fcfs.sscr_kdei_q & f_open_work == h_work_in_hand
                & (fcfs_tb_valid ? {\u_fcfs.f_tb_x , \u_fcfs.f_tb_yz }
                    == f_after({f_open_x, f_open_yz}, h_work_in_hand[95:32]) & \u_fcfs.f_tb_item == f_open_item + 32'd1
                : {\u_fcfs.f_tb_x , \u_fcfs.f_tb_yz , \u_fcfs.f_tb_item } == {f_open_x, f_open_yz, f_open_item}))));
            helper_walk: assert (\u_fcfs.state_q != 4'd5 | (\u_fcfs.f_x <= \u_fcfs.f_grid_x - 32'd1
                & \u_fcfs.f_yz [15:0] <= \u_fcfs.f_grid_yz [15:0] - 16'd1
                & \u_fcfs.f_yz [31:16] <= \u_fcfs.f_grid_yz [31:16] - 16'd1
                & (h_begins ? \u_fcfs.f_item == 32'd0 : \u_fcfs.f_item == \u_fcfs.f_tb_item + 32'd1
                & {\u_fcfs.f_x , \u_fcfs.f_yz }
                    == f_after({\u_fcfs.f_tb_x , \u_fcfs.f_tb_yz }, h_work_in_hand[95:32]))));
            helper_before: assert (\u_fcfs.state_q != 4'd4 | (h_begins & \u_fcfs.f_item == 32'd0));
            helper_all_are_out: assert (~fcfs_tb_valid | (\u_fcfs.state_q == 4'd5 & ~h_begins) | \u_fcfs.f_out );
            helper_first: assert (~fcfs_tb_valid | {\u_fcfs.f_tb_x , \u_fcfs.f_tb_yz } != 64'd0
                | \u_fcfs.f_tb_item == 32'd0);
            helper_offered: assert (~(\u_fcfs.f_held & h_sends & \u_agt.f_known
                & \u_fcfs.sscr_agei_q == {16'd0, \u_agt.f_w }) | h_work_in_hand == \u_agt.f_fields );
            helper_done_counts: assert (~fcfs_done_valid | \u_fcfs.f_item != 32'd0);
            helper_linked: assert (&h_linked & (\u_agt.f_linked & 4'b1100) == 4'd0);
            helper_counted: assert (&h_counted);
            helper_alloc: assert (~ \u_agt.alloc_full_q | (~ \u_agt.alloc_entry_q [1]
                & (\u_agt.alloc_spill_q == 32'd64 | \u_agt.alloc_spill_q == 32'd96)));
            helper_kdeis: assert ((~ \u_agt.alloc_full_q | \u_agt.alloc_kernel_q < 5'd4)
                & (~agt_link_valid | agt_link_kdei < 5'd4));
            helper_link: assert ((~agt_link_valid | f_linking != 4'd0) & (f_linking & f_in_agt) == 4'd0);
            helper_fresh: assert (&h_fresh & (h_pending & (f_linking | f_in_agt)) == 4'd0);
            helper_followed: assert (&h_followed);
            helper_next_at_the_agt: assert (~ \u_agt.next_full_q
                | (h_pending & (f_in | (f_held & {4{h_reads & ~h_agt_reads}}))) != 4'd0);
            helper_take: assert (\u_fcfs.f_take_answered == \u_agt.f_take_owed
                & (~ \u_agt.f_take_owed | \u_agt.f_take == \u_fcfs.sscr_agei_q ));
            helper_taken: assert ((\u_agt.state_q != 4'd5 | \u_agt.ages_following == h_next[\u_agt.take_group_q [1:0]])
                & (~agt_group_valid | \u_agt.group_follower_q == h_fcfs_next[\u_fcfs.f_hand ]));
            helper_read: assert (f_answered == \u_agt.received_q [1:0]
                & (\u_agt.requested_q == 3'd0 | f_read == \u_agt.take_group_q [26:0]));
        end
    end

    // The words of a descriptor of a kernel of one TB.
    function [31:0] f_word(input [3:0] n);
        f_word = n == 4'd1 ? 32'd1 : n == 4'd2 ? 32'h10001 : 32'd0;
    endfunction
`ifdef NARROW
    // One reset, one kernel from the host, and one match command, of two groups, while its TB runs. Data matter little to what
    // is covered: memory answers at once, and all grids have one TB.
    reg f_host_came;
    reg f_match_came;
    reg f_hit_came;
    always @(posedge clock) begin
        f_host_came <= ~reset & (f_host_came | kmu_host_valid);
        f_match_came <= ~reset & (f_match_came | (kernel_distributor_match_valid & kernel_distributor_match_ready));
        f_hit_came <= ~reset & (f_hit_came | f_hits);
    end
    always @(*) begin
        assume (reset == ~f_alive & ~|kmu_cfg_dispatch_cycles & ~kmu_cmd_valid & ~|kmu_host_desc & ~|kmu_host_hwq
            & kmu_mem_req_ready & kmu_mem_resp_valid == (\u_kmu.f_unanswered != 4'd0)
            & kmu_mem_resp_data == f_word(\u_kmu.f_answers ));
        assume (agt_mem_req_ready & agt_mem_resp_valid == (\u_agt.f_unanswered != 3'd0)
            & (f_answered == 2'd3 | agt_mem_resp_data == f_word({2'd0, f_answered} + 4'd1)));
        assume (~|kernel_distributor_match_pc & ~|kernel_distributor_match_shape & ~|kernel_distributor_match_demand
            & agt_alloc_grid_x == 32'd1 & agt_alloc_grid_yz == 32'h10001 & ~|agt_alloc_param & ~|agt_alloc_hw_tid);
        assume (~f_alive | (kmu_host_valid == ~f_host_came
            & kernel_distributor_match_valid == (f_runs != 4'd0 & ~f_match_came)));
        assume (agt_alloc_valid == (f_may_offer != 4'd0) & residency_end_valid == (f_runs != 4'd0 & f_hit_came)
            & (~kernel_distributor_match_valid | kernel_distributor_match_count == 6'd2));
    end
`endif

    // Since reset: a group in the table, and a spilled one, have started all their TBs; one in the table has been settled.
    reg f_some_of_table;
    reg f_some_spilled;
    always @(posedge clock) begin
        f_some_of_table <= ~reset & (f_some_of_table | (f_last_of_group & fcfs_tb_tell_agt));
        f_some_spilled <= ~reset & (f_some_spilled | (f_last_of_group & ~fcfs_tb_tell_agt));
    end
    always @(*) begin
        if (f_alive & ~reset) begin
            a_spilled_group_is_linked: cover (agt_link_valid & fcfs_link_ready & agt_link_agei[31]);
            a_kernel_retires_after_a_group_in_the_table_and_a_spilled_one: cover (f_some_of_table & f_some_spilled
                & kernel_distributor_retire_valid);
            nothing_is_owed_after_a_group: cover (f_some_of_table & idle & f_owed == 36'd0);
        end
    end
