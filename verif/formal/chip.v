    // Plan: k=1 cover_within=45
    // Late: k=7 chip_what_schedules_moves_in_6_cycles_or_rests
    // The theorem of the chip. What runs beside the chip follows its boundary only; helpers also name units' registers and
    // what runs beside the units.
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
    // Given: residency.rule_5_only_a_tb_that_runs_ends

    (* hierconn *) wire \u_residency.f_owes ;
    (* hierconn *) wire [2:0] \u_fcfs.f_in ;

    assign f_tb_kdei = fcfs_tb_kdei;
    assign f_last_native = f_last_tb;
    assign f_graphs = 1'b0;

    // Cycles since a kernel or TB has moved, while what schedules them has something to do.
    reg [3:0] f_still;
    always @(posedge clock) begin
        f_still <= (reset | f_schedulers_rest | f_schedulers_move) ? 4'd0 : f_still + 4'd1;
    end

    always @(*) begin
        no_groups_are_launched: assume (~kernel_distributor_match_valid);
        a_tb_fits_an_empty_smx_and_no_kernel_is_a_graph: assume (~kmu_disp_valid | f_fits(kmu_disp_demand[30:0]));
    end

    reg [3:0] h_owed;
    reg [3:0] h_native;
    reg h_place_native;
    always @(*) begin
        h_place_native = 1'b1;
        for (f_p = 0; f_p < F_PLACES; f_p = f_p + 1) begin
            h_place_native = h_place_native & (~(\u_residency.f_runs [f_p] | \u_residency.f_ended [f_p])
                | (~h_tbcr[f_p][31] & ~h_tbcr[f_p][30]));
        end
        for (f_e = 0; f_e < 4; f_e = f_e + 1) begin
            h_owed[f_e] = h_kd_owed[f_e] == {20'd0, h_fcfs_owed[f_e]} + {23'd0, kernel_distributor_live[f_e] & ~ \u_kernel_distributor.f_entered [f_e]}
                & h_kd_owed[f_e] <= 24'd1 & (~ \u_kernel_distributor.f_entered [f_e] | \u_fcfs.f_live [f_e]);
            h_native[f_e] = (f_native_now[f_e] == (\u_fcfs.f_native [f_e] | (kernel_distributor_live[f_e] & ~ \u_kernel_distributor.f_entered [f_e])))
               & (~ \u_fcfs.f_native [f_e] | h_fcfs_owed[f_e] == 4'd1);
        end
    end

    always @(*) begin
        if (f_alive) begin
            chip_idle_with_no_tb_running_owes_only_heads_that_wait: assert (~idle | f_runs != 4'd0
                | (f_owed == f_heads
                    & kernel_distributor_live == 32'd0 & kmu_pending == 32'd0 & residency_resident == 11'd0));
            chip_a_kernel_retires_when_its_tbs_have_started_and_ended: assert (
                (f_retired & (f_native | f_runs_of)) == 4'd0
                & (f_retired != 4'd0) == kernel_distributor_retire_valid);
            chip_what_retires_was_owed: assert (~kernel_distributor_retire_valid | f_owed != 36'd0);
            chip_a_tb_starts_in_a_free_slot: assert ((f_starts & f_runs) == 4'd0);
            chip_what_schedules_moves_in_6_cycles_or_rests: assert (f_still < 4'd6);

            helper_kernels: assert (f_owed == f_in_kmu + f_in_kd);
            helper_runs: assert (f_runs == \u_residency.f_runs & h_place_kdei & h_place_native);
            helper_owed: assert (&h_owed & &h_entered);
            helper_running: assert (&h_running);
            helper_fits: assert (&h_fits);
            helper_spent: assert (&h_spent);
            helper_native: assert (&h_native);
            helper_seen_fits: assert ((\u_fcfs.state_q != 4'd1 | f_fits(\u_kernel_distributor.kdes_look_demand ))
                & f_fits({1'b0, \u_fcfs.work_demand_q }) & f_fits({1'b0, \u_residency.f_demand }));
            helper_states: assert (\u_fcfs.state_q == 4'd0 | \u_fcfs.state_q == 4'd1 | \u_fcfs.state_q == 4'd4
                | \u_fcfs.state_q == 4'd5 | \u_fcfs.state_q == 4'd7);
            helper_want: assert (\u_fcfs.state_q != 4'd5 | \u_residency.f_asked == 2'd3);
            helper_granted: assert (\u_fcfs.f_granted == (\u_residency.f_granted != 2'd0) & ~ \u_residency.f_owes );
            helper_retired: assert ((f_was_live & ~kernel_distributor_live[3:0]) == \u_kernel_distributor.f_retiring );
            helper_search: assert (~ \u_kernel_distributor.search_searching & ~kernel_distributor_match_done );
            helper_last: assert ((fcfs_spent_valid == f_last_tb));
            helper_no_groups: assert (\u_fcfs.f_in == 3'd0);
            helper_none: assert (\u_fcfs.state_q == 4'd0 | \u_fcfs.state_q == 4'd1 | (& \u_fcfs.sscr_agei_q ));
        end
    end

    // The words of a descriptor of a kernel of two TBs.
    function [31:0] f_word(input [3:0] n);
        f_word = n == 4'd1 ? 32'd2 : n == 4'd2 ? 32'h10001 : 32'd0;
    endfunction
`ifdef NARROW
    // One reset. Data matter little to what is covered: memory answers at once, and all grids have two TBs.
    always @(*) begin
        assume (reset == ~f_alive & ~|kmu_cfg_dispatch_cycles & ~kmu_cmd_valid & ~|kmu_host_desc & ~|kmu_host_hwq
            & kmu_mem_req_ready & kmu_mem_resp_valid == (\u_kmu.f_unanswered != 4'd0)
            & kmu_mem_resp_data == f_word(\u_kmu.f_answers ));
    end
`endif

    // A kernel has retired since reset, and two TBs have run at a time.
    reg f_some;
    reg f_two;
    always @(posedge clock) begin
        f_some <= ~reset & (f_some | kernel_distributor_retire_valid);
        f_two <= ~reset & (f_two | (&f_runs[2:1]));
    end
    always @(*) begin
        if (f_alive & ~reset) begin
            nothing_is_owed_after_a_kernel_has_retired: cover (f_some & idle & f_owed == 36'd0);
            a_kernel_whose_tbs_ran_on_two_smxs_retires: cover (f_two & kernel_distributor_retire_valid);
        end
    end
