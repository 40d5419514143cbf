    // What the files of all machines use: registers of units, what runs beside the chip by its boundary alone, and relations
    // that hold whatever else a machine has.

    (* hierconn *) wire [3:0] \u_residency.f_runs ;
    (* hierconn *) wire [3:0] \u_residency.f_ended ;
    (* hierconn *) wire [29:0] \u_residency.f_demand ;
    (* hierconn *) wire [1:0] \u_residency.f_asked ;
    (* hierconn *) wire [1:0] \u_residency.f_granted ;
    (* hierconn *) wire [100:0] \u_residency.f_tbcr[0] ;
    (* hierconn *) wire [100:0] \u_residency.f_tbcr[1] ;
    (* hierconn *) wire [100:0] \u_residency.f_tbcr[2] ;
    (* hierconn *) wire [100:0] \u_residency.f_tbcr[3] ;
    (* hierconn *) wire [15:0] \u_kernel_distributor.f_running[0] ;
    (* hierconn *) wire [15:0] \u_kernel_distributor.f_running[1] ;
    (* hierconn *) wire [15:0] \u_kernel_distributor.f_running[2] ;
    (* hierconn *) wire [15:0] \u_kernel_distributor.f_running[3] ;
    (* hierconn *) wire [23:0] \u_kernel_distributor.f_owed[0] ;
    (* hierconn *) wire [23:0] \u_kernel_distributor.f_owed[1] ;
    (* hierconn *) wire [23:0] \u_kernel_distributor.f_owed[2] ;
    (* hierconn *) wire [23:0] \u_kernel_distributor.f_owed[3] ;
    (* hierconn *) wire [3:0] \u_kernel_distributor.f_entered ;
    (* hierconn *) wire \u_kernel_distributor.spending_q ;
    (* hierconn *) wire [4:0] \u_kernel_distributor.spending_kdei_q ;
    (* hierconn *) wire \u_kernel_distributor.search_searching ;
    (* hierconn *) wire [3:0] \u_kernel_distributor.f_retiring ;
    (* hierconn *) wire [30:0] \u_kernel_distributor.u_kdes.u_look_demand_words.words[0] ;
    (* hierconn *) wire [30:0] \u_kernel_distributor.u_kdes.u_look_demand_words.words[1] ;
    (* hierconn *) wire [30:0] \u_kernel_distributor.u_kdes.u_look_demand_words.words[2] ;
    (* hierconn *) wire [30:0] \u_kernel_distributor.u_kdes.u_look_demand_words.words[3] ;
    (* hierconn *) wire [30:0] \u_kernel_distributor.kdes_look_demand ;
    (* hierconn *) wire [3:0] \u_fcfs.f_owed[0] ;
    (* hierconn *) wire [3:0] \u_fcfs.f_owed[1] ;
    (* hierconn *) wire [3:0] \u_fcfs.f_owed[2] ;
    (* hierconn *) wire [3:0] \u_fcfs.f_owed[3] ;
    (* hierconn *) wire [3:0] \u_fcfs.f_live ;
    (* hierconn *) wire [3:0] \u_fcfs.f_native ;
    (* hierconn *) wire [3:0] \u_fcfs.f_spent ;
    (* hierconn *) wire \u_fcfs.f_granted ;
    (* hierconn *) wire [3:0] \u_fcfs.state_q ;
    (* hierconn *) wire [31:0] \u_fcfs.sscr_agei_q ;
    (* hierconn *) wire [29:0] \u_fcfs.work_demand_q ;
    (* hierconn *) wire [3:0] \u_kmu.f_unanswered ;
    (* hierconn *) wire [3:0] \u_kmu.f_answers ;
    (* hierconn *) wire [31:0] \u_kmu.full_q ;
    (* hierconn *) wire \u_kmu.cmd_full_q ;
    (* hierconn *) wire [1:0] \u_kmu.kind_q ;
    (* hierconn *) wire \u_kmu.busy_q ;
    (* hierconn *) wire \u_kmu.fetched_q ;
    (* hierconn *) wire \u_kmu.from_pool_q ;

    localparam integer F_PLACES = 4;
    localparam integer F_SLOTS = 2;
    localparam integer F_KDES = 4;

    // What the boundary has seen. Kernels that have been accepted and not retired.
    reg [35:0] f_owed;
    // Of a place, SMX times slots plus slot: a TB runs, of which KDE.
    reg [F_PLACES-1:0] f_runs;
    reg [4:0] f_kdei [0:F_PLACES-1];
    // Of a KDE: was live, and its last native TB has not started.
    reg [F_KDES-1:0] f_was_live;
    reg [F_KDES-1:0] f_native;
    reg [F_PLACES-1:0] f_starts;
    reg [F_PLACES-1:0] f_ends;
    integer f_p;
    integer f_e;
    always @(*) begin
        for (f_p = 0; f_p < F_PLACES; f_p = f_p + 1) begin
            f_starts[f_p] = residency_start_valid & residency_start_smx == f_p / F_SLOTS
                & residency_start_slot == f_p % F_SLOTS;
            f_ends[f_p] = residency_end_valid & residency_end_ready & residency_end_smx == f_p / F_SLOTS
                & residency_end_slot == f_p % F_SLOTS;
        end
    end
    wire f_last_block = fcfs_tb_block_x == fcfs_tb_grid_x - 32'd1
        & fcfs_tb_block_yz[15:0] == fcfs_tb_grid_yz[15:0] - 16'd1
        & fcfs_tb_block_yz[31:16] == fcfs_tb_grid_yz[31:16] - 16'd1;
    wire f_last_tb = fcfs_tb_valid & (&fcfs_tb_group) & f_last_block;
    // Said by the machine: the kernel of the TB that starts, if it is the last native one, and whether a kernel may be a graph.
    wire [4:0] f_tb_kdei;
    wire f_last_native;
    wire f_graphs;
    wire [F_KDES-1:0] f_new = kernel_distributor_live[F_KDES-1:0] & ~f_was_live;
    wire [F_KDES-1:0] f_retired = f_was_live & ~kernel_distributor_live[F_KDES-1:0];
    // Native TBs owed as of this cycle.
    wire [F_KDES-1:0] f_native_now = f_native | f_new;
    always @(posedge clock) begin
        f_owed <= f_owed + {35'd0, kmu_host_valid}
            + {35'd0, kmu_cmd_valid & kmu_cmd_ready & kmu_cmd_kind != 2'd1}
            - {35'd0, kmu_overflow} - {35'd0, kernel_distributor_retire_valid};
        f_was_live <= kernel_distributor_live[F_KDES-1:0];
        for (f_e = 0; f_e < F_KDES; f_e = f_e + 1) begin
            f_native[f_e] <= f_native_now[f_e] & ~(f_last_native & f_tb_kdei == f_e);
        end
        f_runs <= (f_runs & ~f_ends) | f_starts;
        for (f_p = 0; f_p < F_PLACES; f_p = f_p + 1) begin
            if (f_starts[f_p]) begin
                f_kdei[f_p] <= f_tb_kdei;
            end
        end
        if (reset) begin
            f_owed <= 36'd0;
            f_was_live <= 0;
            f_native <= 0;
            f_runs <= 0;
        end
    end

    // Kernel Distributor, TB source, placement and residency have nothing to do; a kernel or TB moves between them.
    wire f_schedulers_rest = kernel_distributor_idle & fcfs_idle & placement_rr_idle & residency_idle & ~fcfs_look_valid
        & ~fcfs_spent_valid & (fcfs_want_smxs & residency_room_smxs) == 32'd0;
    wire f_schedulers_move = (kmu_disp_valid & kernel_distributor_disp_ready) | kernel_distributor_enter_valid | fcfs_tb_valid
        | (residency_end_valid & residency_end_ready) | residency_kd_end_valid | kernel_distributor_retire_valid;

    // TBs that run, by kernel.
    reg [F_KDES-1:0] f_runs_of;
    always @(*) begin
        for (f_e = 0; f_e < F_KDES; f_e = f_e + 1) begin
            f_runs_of[f_e] = 1'b0;
            for (f_p = 0; f_p < F_PLACES; f_p = f_p + 1) begin
                if (f_runs[f_p] & f_kdei[f_p] == f_e) begin
                    f_runs_of[f_e] = 1'b1;
                end
            end
        end
    end

    // A demand that an empty SMX has room for, of a kernel that may be.
    function f_fits(input [30:0] demand);
        f_fits = (f_graphs | ~demand[30]) & demand[11:0] <= 12'd256 & demand[20:12] <= 9'd64 & demand[29:21] <= 9'd32;
    endfunction

    wire [35:0] f_in_kmu = {35'd0, \u_kmu.full_q [0]} + {35'd0, \u_kmu.full_q [1]} + {4'd0, kmu_pending}
        + {35'd0, \u_kmu.cmd_full_q & \u_kmu.kind_q != 2'd1} + {35'd0, kmu_overflow}
        + {35'd0, \u_kmu.busy_q & (~ \u_kmu.from_pool_q | \u_kmu.fetched_q )};
    wire [35:0] f_lives = {35'd0, kernel_distributor_live[0]} + {35'd0, kernel_distributor_live[1]}
        + {35'd0, kernel_distributor_live[2]} + {35'd0, kernel_distributor_live[3]};
    wire [35:0] f_in_kd = f_lives + {35'd0, kernel_distributor_retire_valid};
    wire [35:0] f_heads = {35'd0, ~kmu_hwq_ready[0]} + {35'd0, ~kmu_hwq_ready[1]};

    wire [100:0] h_tbcr [0:3];
    assign h_tbcr[0] = \u_residency.f_tbcr[0] ;
    assign h_tbcr[1] = \u_residency.f_tbcr[1] ;
    assign h_tbcr[2] = \u_residency.f_tbcr[2] ;
    assign h_tbcr[3] = \u_residency.f_tbcr[3] ;
    wire [15:0] h_kd_running [0:3];
    assign h_kd_running[0] = \u_kernel_distributor.f_running[0] ;
    assign h_kd_running[1] = \u_kernel_distributor.f_running[1] ;
    assign h_kd_running[2] = \u_kernel_distributor.f_running[2] ;
    assign h_kd_running[3] = \u_kernel_distributor.f_running[3] ;
    wire [23:0] h_kd_owed [0:3];
    assign h_kd_owed[0] = \u_kernel_distributor.f_owed[0] ;
    assign h_kd_owed[1] = \u_kernel_distributor.f_owed[1] ;
    assign h_kd_owed[2] = \u_kernel_distributor.f_owed[2] ;
    assign h_kd_owed[3] = \u_kernel_distributor.f_owed[3] ;
    wire [3:0] h_fcfs_owed [0:3];
    assign h_fcfs_owed[0] = \u_fcfs.f_owed[0] ;
    assign h_fcfs_owed[1] = \u_fcfs.f_owed[1] ;
    assign h_fcfs_owed[2] = \u_fcfs.f_owed[2] ;
    assign h_fcfs_owed[3] = \u_fcfs.f_owed[3] ;
    wire [30:0] h_demand [0:3];
    assign h_demand[0] = \u_kernel_distributor.u_kdes.u_look_demand_words.words[0] ;
    assign h_demand[1] = \u_kernel_distributor.u_kdes.u_look_demand_words.words[1] ;
    assign h_demand[2] = \u_kernel_distributor.u_kdes.u_look_demand_words.words[2] ;
    assign h_demand[3] = \u_kernel_distributor.u_kdes.u_look_demand_words.words[3] ;
    reg [3:0] h_entered;
    reg [3:0] h_running;
    reg [3:0] h_fits;
    reg [3:0] h_spent;
    reg [15:0] h_count;
    reg h_place_kdei;
    always @(*) begin
        h_place_kdei = 1'b1;
        for (f_p = 0; f_p < F_PLACES; f_p = f_p + 1) begin
            h_place_kdei = h_place_kdei & (~(\u_residency.f_runs [f_p] | \u_residency.f_ended [f_p])
                | h_tbcr[f_p][100:96] < F_KDES)
                & (~f_runs[f_p] | f_kdei[f_p] == h_tbcr[f_p][100:96]);
        end
        for (f_e = 0; f_e < F_KDES; f_e = f_e + 1) begin
            h_entered[f_e] = kernel_distributor_live[f_e] | (h_kd_owed[f_e] == 24'd0);
            h_count = 16'd0;
            for (f_p = 0; f_p < 4; f_p = f_p + 1) begin
                if ((\u_residency.f_runs [f_p] | \u_residency.f_ended [f_p]) & h_tbcr[f_p][100:96] == f_e) begin
                    h_count = h_count + 16'd1;
                end
            end
            h_running[f_e] = h_kd_running[f_e] == h_count;
            h_fits[f_e] = ~kernel_distributor_live[f_e] | f_fits(h_demand[f_e]);
            h_spent[f_e] = \u_fcfs.f_spent [f_e] == (\u_kernel_distributor.spending_q & \u_kernel_distributor.spending_kdei_q == f_e)
                & (~ \u_fcfs.f_spent [f_e] | (kernel_distributor_live[f_e] & \u_kernel_distributor.f_entered [f_e]));
        end
    end
