// heddle_kernel_distributor: kernels in flight, and what of them is not yet distributed
// or completed.
//
// Preset paper: entries: 32.
// Rising edge of clock; reset is synchronous, active high; outputs depend on state only.
//
// Pins of the Kernel Distributor.
//
// Encodings. *Shape*: TB dimensions, x in bits 10..0, y in 21..11, z in 28..22. *Demand* of one TB:
// threads in bits 11..0, registers in units of 256 in 20..12, shared memory in units of 256 B in
// 29..21; bit 30 is set for a *graph kernel*, whose native TBs are the nodes of a dependency graph.
// `kde_shape` and `kde_demand` are without unused upper bits, the graph bit is on a pin of its own.
// *AGEI*: bit 31 clear: index into the AGT; bit 31 set: bits 26..0 are a memory address divided by
// 32 (the group's spilled record); all ones: none.
//
// 1. A kernel is taken at an edge with `disp_valid` and `disp_ready`, into the lowest free entry
//    (KDE), with one reference. `enter` offers the entry to the TB source from the next cycle on,
//    with the kernel's level and cluster, which are not kept. `disp_ready` is low while that waits,
//    while a search runs, and while no entry is free.
// 2. A match command carries entry PC, shape and demand once for all groups of a warp
//    (`match_count`, at least 1). The search reads one KDE per cycle from index 0 up and stops at
//    the first eligible one: live, entered, same entry PC, same shape, same demand. `match_done`
//    follows, high for one cycle. `match_ready` is low while a search runs.
// 3. A *reference* is work that the TB source has or will get: 1 for the native TBs, 1 for each
//    group matched. `disp` begins with 1, a hit adds `match_count`, `spent` takes 1 off. So a group
//    is never lost when the last TB of its kernel completes between match and link.
// 4. An entry that retires at the very edge it is compared is not eligible, nor is one whose
//    `enter` waits.
// 5. `look` chooses a live entry; `kde_*` show its kernel from the next cycle on, until the next
//    `look`. Before the first look they are zero. If the entry is taken anew they show the new
//    kernel two cycles later.
// 6. `start` counts one TB of `start_kdei` into ExeBL, `end` one TB of `end_kdei` out of it. The
//    start of a TB is seen no later than the `spent` of its native grid or group.
// 7. A live entry without references and with ExeBL 0 is retired, lowest index first, one per
//    cycle; `retire_valid` is high in the next cycle.
module heddle_kernel_distributor (
    input wire clock,
    input wire reset,

    // KMU
    // A kernel is offered.
    input wire disp_valid,
    // The kernel is taken.
    output wire disp_ready,
    // Entry PC.
    input wire [31:0] disp_pc,
    // Grid x in TBs.
    input wire [31:0] disp_grid_x,
    // Grid y (low half) and z.
    input wire [31:0] disp_grid_yz,
    // TB shape.
    input wire [31:0] disp_shape,
    // Resources of one TB, and the graph bit.
    input wire [31:0] disp_demand,
    // Parameter address.
    input wire [31:0] disp_param,
    // Returned when the kernel retires: the uppermost bit marks a kernel from the host, the others
    // are its queue.
    input wire [5:0] disp_tag,
    // Address of the descriptor, returned when the kernel retires.
    input wire [31:0] disp_desc,
    // Level, which the TB source is told: 0 for a kernel of the host.
    input wire [2:0] disp_level,
    // Cluster of the SMX that launched the kernel, which the TB source is told.
    input wire [4:0] disp_cluster,
    // A kernel has completed (rule 7); the fields below are zero while low.
    output wire retire_valid,
    // Tag of the completed kernel.
    output wire [5:0] retire_tag,
    // Address of the completed kernel's descriptor.
    output wire [31:0] retire_desc,

    // SMXs
    // A match command is offered (rule 2).
    input wire match_valid,
    // The match command is taken.
    output wire match_ready,
    // Entry PC of the groups.
    input wire [31:0] match_pc,
    // TB shape of the groups.
    input wire [31:0] match_shape,
    // Resources of one TB of the groups, and the graph bit.
    input wire [31:0] match_demand,
    // Number of groups, 1 to 32.
    input wire [5:0] match_count,
    // The search has ended; the fields below are zero while low.
    output wire match_done,
    // An eligible kernel was found.
    output wire match_hit,
    // Entry of the kernel found; zero without a hit.
    output wire [4:0] match_kdei,

    // TB source
    // An entry is looked at (rule 5).
    input wire look_valid,
    // Entry looked at.
    input wire [4:0] look_kdei,
    // The native TBs or one group of a kernel are all out (rule 3).
    input wire spent_valid,
    // Entry of that kernel.
    input wire [4:0] spent_kdei,
    // A TB starts (rule 6).
    input wire start_valid,
    // Entry of the starting TB's kernel.
    input wire [4:0] start_kdei,
    // A new kernel is offered (rule 1).
    output wire enter_valid,
    // The new kernel is taken.
    input wire enter_ready,
    // Entry of the new kernel; zero while `enter_valid` is low.
    output wire [4:0] enter_kdei,
    // Level of the new kernel; zero while `enter_valid` is low.
    output wire [2:0] enter_level,
    // Cluster of the SMX that launched the new kernel; zero while `enter_valid` is low.
    output wire [4:0] enter_cluster,
    // Entry PC of the KDE looked at (rule 5).
    output wire [31:0] kde_pc,
    // Parameter address of the KDE looked at.
    output wire [31:0] kde_param,
    // TB shape of the KDE looked at.
    output wire [28:0] kde_shape,
    // Resources of one TB of the KDE looked at.
    output wire [29:0] kde_demand,
    // The KDE looked at holds a graph kernel.
    output wire kde_graph,
    // Grid x in TBs of the KDE looked at.
    output wire [31:0] kde_grid_x,
    // Grid y (low half) and z of the KDE looked at.
    output wire [31:0] kde_grid_yz,

    // Residency
    // A TB has completed (rule 6).
    input wire end_valid,
    // Entry of the completed TB's kernel.
    input wire [4:0] end_kdei,

    // Status
    // One bit per live entry.
    output wire [31:0] live,
    // Nothing to do until an input comes.
    output wire idle
);

    localparam [31:0] ALL = 32'hffffffff;
    localparam [4:0] LAST_KDEI = 5'd31;
    localparam integer ENTRIES = 32;

    reg [31:0] busy, lives_q;
    wire [31:0] kdes_look_pc, kdes_look_grid_x, kdes_look_grid_yz, kdes_look_param, kdes_scan_pc,
        kdes_scan_shape, kdes_scan_demand, kdes_retire_desc;
    wire [28:0] kdes_look_shape;
    wire [30:0] kdes_look_demand;
    wire [5:0] kdes_retire_tag, search_scan_kdei;
    wire search_searching, search_done, search_done_hit, free_any, retiring_any;
    wire [15:0] search_groups;
    wire [4:0] search_done_kdei, free_winner, retiring_winner;
    reg [ENTRIES*16-1:0] exebl_q;
    reg [ENTRIES*24-1:0] references_q;
    reg entering_q, looked_q, retired_q, starting_q, ending_q, spending_q;
    reg [4:0] entering_kdei_q, entering_cluster_q, looked_kdei_q, starting_kdei_q, ending_kdei_q,
        spending_kdei_q;
    reg [2:0] entering_level_q;

    // What the source and residency tell comes late in the cycle. It is counted in the next, and
    // meanwhile what an entry has is judged with what is still to be counted.
    wire [31:0] start_select = starting_q ? 32'd1 << starting_kdei_q : 32'd0;
    wire [31:0] end_select = ending_q ? 32'd1 << ending_kdei_q : 32'd0;
    wire [31:0] spent_select = spending_q ? 32'd1 << spending_kdei_q : 32'd0;
    // So are the groups of a hit: `done` says in the next cycle which entry it was.
    wire [31:0] hit_select = search_done_hit ? 32'd1 << search_done_kdei : 32'd0;
    // Kernels in: the lowest free entry.
    wire room = free_any & ~search_searching & ~entering_q;
    wire [31:0] enter_select = entering_q ? 32'd1 << entering_kdei_q : 32'd0;
    // Kernels out: the lowest entry of which nothing is left.
    wire [31:0] retire_select = retiring_any ? 32'd1 << retiring_winner : 32'd0;
    // Search.
    wire [23:0] groups = {8'd0, search_groups};
    // The KDE looked at is read in every cycle.
    wire [4:0] look_now = look_valid ? look_kdei : looked_kdei_q;
    wire [31:0] more = start_select & ~end_select;
    wire [31:0] fewer = end_select & ~start_select;
    wire take = disp_valid & room;
    wire [23:0] groups_but_one = groups - 24'd1;
    wire [31:0] take_select = take ? 32'd1 << free_winner : 32'd0;

    heddle_kernel_distributor_kdes u_kdes (
        .clock(clock), .write(take), .write_kdei(free_winner), .pc(disp_pc), .grid_x(disp_grid_x),
        .grid_yz(disp_grid_yz), .shape(disp_shape), .demand(disp_demand), .param(disp_param),
        .tag(disp_tag), .desc(disp_desc), .look_kdei(look_now), .scan_kdei(search_scan_kdei),
        .retire_kdei(retiring_winner), .look_pc(kdes_look_pc), .look_grid_x(kdes_look_grid_x),
        .look_grid_yz(kdes_look_grid_yz), .look_shape(kdes_look_shape),
        .look_demand(kdes_look_demand), .look_param(kdes_look_param), .scan_pc(kdes_scan_pc),
        .scan_shape(kdes_scan_shape), .scan_demand(kdes_scan_demand), .retire_tag(kdes_retire_tag),
        .retire_desc(kdes_retire_desc)
    );

    heddle_kernel_distributor_search u_search (
        .clock(clock), .reset(reset), .match_valid(match_valid), .match_pc(match_pc),
        .match_shape(match_shape), .match_demand(match_demand), .match_count(match_count),
        .pc(kdes_scan_pc), .shape(kdes_scan_shape), .demand(kdes_scan_demand),
        .eligible(lives_q & ~enter_select), .retiring(retiring_any),
        .retiring_kdei(retiring_winner), .searching(search_searching), .scan_kdei(search_scan_kdei),
        .groups(search_groups), .done(search_done), .done_hit(search_done_hit),
        .done_kdei(search_done_kdei)
    );

    heddle_round_robin u_free (
        .request(ALL & ~lives_q), .last(LAST_KDEI), .any(free_any), .winner(free_winner)
    );

    heddle_round_robin u_retiring (
        .request(lives_q & ~busy), .last(LAST_KDEI), .any(retiring_any), .winner(retiring_winner)
    );

    always @(*) begin : for_busy
        integer i;
        busy = more | hit_select;
        for (i = 0; i < ENTRIES; i = i + 1) begin
            if ((exebl_q[i*16 +: 16] != 16'd0) & ~(fewer[i] & (exebl_q[i*16 +: 16] == 16'd1))) begin
                busy[i] = 1'b1;
            end
            if ((references_q[i*24 +: 24] != 24'd0)
                & ~(spent_select[i] & (references_q[i*24 +: 24] == 24'd1))) begin
                busy[i] = 1'b1;
            end
        end
    end

    assign disp_ready = room;
    assign retire_valid = retired_q;
    assign retire_desc = retired_q ? kdes_retire_desc : 32'd0;
    assign retire_tag = retired_q ? kdes_retire_tag : 6'd0;
    assign match_ready = ~search_searching;
    assign match_done = search_done;
    assign match_hit = search_done_hit;
    assign match_kdei = search_done_kdei;
    assign enter_valid = entering_q;
    assign enter_kdei = entering_kdei_q;
    assign enter_level = entering_level_q;
    assign enter_cluster = entering_cluster_q;
    assign kde_demand = looked_q ? kdes_look_demand[29:0] : 30'd0;
    assign kde_graph = looked_q ? kdes_look_demand[30] : 1'b0;
    assign kde_grid_x = looked_q ? kdes_look_grid_x : 32'd0;
    assign kde_grid_yz = looked_q ? kdes_look_grid_yz : 32'd0;
    assign kde_param = looked_q ? kdes_look_param : 32'd0;
    assign kde_pc = looked_q ? kdes_look_pc : 32'd0;
    assign kde_shape = looked_q ? kdes_look_shape : 29'd0;
    assign live = lives_q;
    assign idle = ~search_searching & ~search_done & ~entering_q & ~retired_q & ~retiring_any;

    always @(posedge clock) begin : registers
        integer i;
        if (reset) begin
            {lives_q, exebl_q, references_q, entering_q, entering_kdei_q, entering_level_q,
                entering_cluster_q, looked_q, looked_kdei_q, retired_q, starting_q, starting_kdei_q,
                ending_q, ending_kdei_q, spending_q, spending_kdei_q} <= 0;
        end else begin
            starting_q <= start_valid;
            starting_kdei_q <= start_kdei;
            ending_q <= end_valid;
            ending_kdei_q <= end_kdei;
            spending_q <= spent_valid;
            spending_kdei_q <= spent_kdei;
            if (enter_ready) begin
                entering_q <= 1'b0;
                entering_kdei_q <= 5'd0;
                entering_level_q <= 3'd0;
                entering_cluster_q <= 5'd0;
            end
            if (take) begin
                entering_q <= 1'b1;
                entering_kdei_q <= free_winner;
                entering_level_q <= disp_level;
                entering_cluster_q <= disp_cluster;
            end
            retired_q <= retiring_any;
            lives_q <= (lives_q & ~retire_select) | take_select;
            if (look_valid) looked_q <= 1'b1;
            looked_kdei_q <= look_now;
            for (i = 0; i < ENTRIES; i = i + 1) begin
                // Counts.
                if (more[i]) exebl_q[i*16 +: 16] <= exebl_q[i*16 +: 16] + 16'd1;
                if (fewer[i]) exebl_q[i*16 +: 16] <= exebl_q[i*16 +: 16] - 16'd1;
                if (hit_select[i] & ~spent_select[i]) begin
                    references_q[i*24 +: 24] <= references_q[i*24 +: 24] + groups;
                end
                if (hit_select[i] & spent_select[i]) begin
                    references_q[i*24 +: 24] <= references_q[i*24 +: 24] + groups_but_one;
                end
                if (spent_select[i] & ~hit_select[i]) begin
                    references_q[i*24 +: 24] <= references_q[i*24 +: 24] - 24'd1;
                end
                if (take_select[i]) references_q[i*24 +: 24] <= 24'd1;
            end
        end
    end
endmodule
