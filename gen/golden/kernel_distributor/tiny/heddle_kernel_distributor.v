// heddle_kernel_distributor: kernels in flight, their coalesced groups, and FCFS among them.
//
// Preset tiny: entries: 4.
// Rising edge of clock; reset is synchronous, active high; outputs depend on state only.
//
// Pins of the Kernel Distributor with its FCFS controller.
//
// Encodings. *Shape*: TB dimensions, x in bits 10..0, y in 21..11, z in 28..22. *Demand* of one TB:
// threads in bits 11..0, registers in units of 256 in 20..12, shared memory in units of 256 B in
// 29..21; bit 30 is set for a *graph kernel*, whose native TBs are the nodes of a dependency graph
// (`smx_scheduler::pins`, rule 7), and means nothing here. *AGEI*: bit 31 clear: index into the
// AGT; bit 31 set: bits 26..0 are a memory address divided by 32 (the group's spilled record); all
// ones: none.
//
// 1. A kernel is taken at an edge with `disp_valid` and `disp_ready`, into the lowest free entry
//    (KDE), marked and first-time, and queued by the FCFS controller. `disp_ready` and
//    `match_ready` are low while a search runs, `disp_ready` also while no entry is free.
// 2. A match command carries entry PC, shape and demand once for all groups of a warp
//    (`match_count`, at least 1). The search reads one KDE a cycle from index 0 up and stops at the
//    first eligible one: live, same entry PC, same shape, same need. `match_done` follows, high for
//    one cycle.
// 3. Match and link are one transaction: a hit adds `match_count` to the entry's hold count, each
//    link takes one off, and an entry with holds is never retired. So a group is never lost
//    when its kernel's last TB ends between match and link. An entry that retires at the very
//    edge it is compared is not eligible.
// 4. A link appends a group to its kernel: LAGEI takes it always; NAGEI takes it if the kernel's
//    chain is empty; otherwise `next_valid` tells the AGT to write it into the Next field of the
//    previous LAGEI. An unmarked kernel is marked again, not first-time, and queued.
// 5. `head_*` shows the KDE at the head of the FCFS queue until it is unmarked.
// 6. `native_done`: the native TBs of the head have all been distributed; its first-time bit
//    clears.
// 7. `advance` moves the head's NAGEI to `advance_next`. With `advance_next` none it means "the
//    current group is the last": honoured only if NAGEI is LAGEI and no group is linked to the
//    kernel at the same edge, otherwise ignored; the scheduler looks again.
// 8. `unmark`: the head has nothing left to distribute. Honoured only if its chain is empty and
//    no group is linked to it at the same edge, otherwise ignored.
// 9. `start` counts one TB of the head into ExeBL, `end` one TB of `end_kdei` out of it.
// 10. A live entry that is unmarked with ExeBL 0 and no holds is retired, lowest index first, one
//     a cycle; `retire_valid` is high in the next cycle. Starts of a kernel are seen before
//     its unmark.
// 11. `link_ready` is low while a `next` command waits to be taken.
module heddle_kernel_distributor (
    input wire clock,
    input wire reset,

    // KMU
    // A kernel is offered.
    input wire disp_valid,
    // Entry PC.
    input wire [31:0] disp_pc,
    // Grid x in TBs.
    input wire [31:0] disp_grid_x,
    // Grid y (low half) and z.
    input wire [31:0] disp_grid_yz,
    // TB shape.
    input wire [31:0] disp_shape,
    // Resources of one TB.
    input wire [31:0] disp_need,
    // Parameter address.
    input wire [31:0] disp_param,
    // Returned when the kernel retires: bit 5 host, bits 4..0 HWQ.
    input wire [5:0] disp_tag,
    // Address of the descriptor, returned when the kernel retires.
    input wire [31:0] disp_desc,

    // SMXs
    // A match command is offered (rule 2).
    input wire match_valid,
    // Entry PC of the groups.
    input wire [31:0] match_pc,
    // TB shape of the groups.
    input wire [31:0] match_shape,
    // Resources of one of their TBs.
    input wire [31:0] match_need,
    // Number of groups, 1 to 32.
    input wire [5:0] match_count,

    // AGT
    // A group is linked (rule 4).
    input wire link_valid,
    // Its kernel's entry.
    input wire [4:0] link_kdei,
    // The group.
    input wire [31:0] link_agei,
    // The `next` command is taken.
    input wire next_ready,

    // SMX scheduler
    // Rule 6.
    input wire native_done,
    // Rule 7.
    input wire advance_valid,
    // The group after the current one, or none.
    input wire [31:0] advance_next,
    // Rule 8.
    input wire unmark,
    // Rule 9.
    input wire start_valid,
    // Rule 9.
    input wire end_valid,
    // Entry whose TB has ended.
    input wire [4:0] end_kdei,

    // KMU
    // The kernel is taken.
    output wire disp_ready,
    // A kernel has completed (rule 10); the fields below are zero while low.
    output wire retire_valid,
    // Its tag.
    output wire [5:0] retire_tag,
    // Address of its descriptor.
    output wire [31:0] retire_desc,

    // SMXs
    // The match command is taken.
    output wire match_ready,
    // The search has ended; the fields below are zero while low.
    output wire match_done,
    // An eligible kernel was found.
    output wire match_hit,
    // Its entry; zero without a hit.
    output wire [4:0] match_kdei,

    // AGT
    // The link is taken.
    output wire link_ready,
    // A Next field must be written; the fields below are zero while low.
    output wire next_valid,
    // The group to write to.
    output wire [31:0] next_prev,
    // The group it is followed by.
    output wire [31:0] next_agei,

    // SMX scheduler
    // A marked kernel is at the head; all `head_*` fields are zero while low.
    output wire head_valid,
    // Its entry.
    output wire [4:0] head_kdei,
    // Its native TBs have not been distributed.
    output wire head_first,
    // Entry PC.
    output wire [31:0] head_pc,
    // Grid x in TBs.
    output wire [31:0] head_grid_x,
    // Grid y (low half) and z.
    output wire [31:0] head_grid_yz,
    // TB shape.
    output wire [31:0] head_shape,
    // Resources of one TB.
    output wire [31:0] head_need,
    // Parameter address.
    output wire [31:0] head_param,
    // The next group to distribute, or none.
    output wire [31:0] head_nagei,
    // The last group linked; meaningful while there is a next.
    output wire [31:0] head_lagei,

    // Status
    // One bit a live entry.
    output wire [31:0] live,
    // Nothing to do until an input comes.
    output wire idle
);

    localparam [31:0] ALL = 32'hf, NONE = 32'hffffffff;
    localparam integer ENTRIES = 4;

    reg [31:0] nagei_of_head, lagei_of_head, nagei_of_linked, lagei_of_linked, busy, lives_q,
        marks_q, firsts_q, chained_prev_q, chained_agei_q;
    wire [31:0] hit_select, tables_head_pc, tables_head_grid_x, tables_head_grid_yz,
        tables_head_shape, tables_head_need, tables_head_param, tables_scan_pc, tables_scan_shape,
        tables_scan_need, tables_retire_desc;
    wire [5:0] tables_retire_tag, search_scan_kdei;
    wire search_searching, search_done, fcfs_waiting, fcfs_head_shown, fcfs_settled, free_any,
        retiring_any;
    wire [15:0] search_groups;
    wire [4:0] fcfs_head_kdei, free_winner, retiring_winner;
    reg [ENTRIES*32-1:0] nagei_q, lagei_q;
    reg [ENTRIES*16-1:0] exebl_q, hold_q;
    reg chained_q, retired_q;

    wire [31:0] head_select = fcfs_head_shown ? 32'd1 << fcfs_head_kdei : 32'd0;
    wire link = link_valid & ~chained_q;
    wire room = free_any & ~search_searching & ~fcfs_waiting;
    wire [31:0] retire_select = retiring_any ? 32'd1 << retiring_winner : 32'd0;
    wire [15:0] groups_but_one = search_groups - 16'd1;
    wire chain_empty = nagei_of_linked == NONE;
    wire [31:0] end_select = end_valid ? 32'd1 << end_kdei : 32'd0;
    wire [31:0] link_select = link ? 32'd1 << link_kdei : 32'd0;
    wire take = disp_valid & room;
    wire [31:0] start_select = start_valid ? head_select : 32'd0;
    wire [31:0] take_select = take ? 32'd1 << free_winner : 32'd0;
    wire head_linked = |(head_select & link_select);
    wire [31:0] mark_select = link_select & ~marks_q;
    wire advance = advance_valid
        & ((advance_next != NONE) | ((nagei_of_head == lagei_of_head) & ~head_linked));
    wire released = unmark & fcfs_head_shown & (nagei_of_head == NONE) & ~head_linked;
    wire [31:0] unfirst_select = native_done ? mark_select | head_select : mark_select;
    wire [31:0] unmark_select = released ? head_select : 32'd0;

    heddle_kernel_distributor_tables u_tables (
        .clock(clock), .write(take), .write_kdei(free_winner), .pc(disp_pc), .grid_x(disp_grid_x),
        .grid_yz(disp_grid_yz), .shape(disp_shape), .need(disp_need), .param(disp_param),
        .tag(disp_tag), .desc(disp_desc), .head_kdei(fcfs_head_kdei), .scan_kdei(search_scan_kdei),
        .retire_kdei(retiring_winner), .head_pc(tables_head_pc), .head_grid_x(tables_head_grid_x),
        .head_grid_yz(tables_head_grid_yz), .head_shape(tables_head_shape),
        .head_need(tables_head_need), .head_param(tables_head_param), .scan_pc(tables_scan_pc),
        .scan_shape(tables_scan_shape), .scan_need(tables_scan_need),
        .retire_tag(tables_retire_tag), .retire_desc(tables_retire_desc)
    );

    heddle_kernel_distributor_search u_search (
        .clock(clock), .reset(reset), .match_valid(match_valid), .match_pc(match_pc),
        .match_shape(match_shape), .match_need(match_need), .match_count(match_count),
        .pc(tables_scan_pc), .shape(tables_scan_shape), .need(tables_scan_need),
        .eligible(lives_q & ~retire_select), .searching(search_searching),
        .scan_kdei(search_scan_kdei), .hit_select(hit_select), .groups(search_groups),
        .done(search_done), .done_hit(match_hit), .done_kdei(match_kdei)
    );

    heddle_kernel_distributor_fcfs u_fcfs (
        .clock(clock), .reset(reset), .take(take), .take_kdei(free_winner), .mark(|mark_select),
        .mark_kdei(link_kdei), .pop(released), .waiting(fcfs_waiting), .head_kdei(fcfs_head_kdei),
        .head_shown(fcfs_head_shown), .settled(fcfs_settled)
    );

    heddle_round_robin u_free (
        .request(ALL & ~lives_q), .last(5'd31), .any(free_any), .winner(free_winner)
    );

    heddle_round_robin u_retiring (
        .request(lives_q & ~marks_q & ~busy), .last(5'd31), .any(retiring_any),
        .winner(retiring_winner)
    );

    always @(*) begin : for_nagei_of_head
        integer i;
        nagei_of_head = 32'd0;
        lagei_of_head = 32'd0;
        for (i = 0; i < ENTRIES; i = i + 1) begin
            if (head_select[i]) begin
                nagei_of_head = nagei_q[i*32 +: 32];
                lagei_of_head = lagei_q[i*32 +: 32];
            end
        end
    end

    always @(*) begin : for_nagei_of_linked
        integer i;
        nagei_of_linked = 32'd0;
        lagei_of_linked = 32'd0;
        for (i = 0; i < ENTRIES; i = i + 1) begin
            if (link_select[i]) begin
                nagei_of_linked = nagei_q[i*32 +: 32];
                lagei_of_linked = lagei_q[i*32 +: 32];
            end
        end
    end

    always @(*) begin : for_busy
        integer i;
        busy = 32'd0;
        for (i = 0; i < ENTRIES; i = i + 1) begin
            if ((exebl_q[i*16 +: 16] != 16'd0) | (hold_q[i*16 +: 16] != 16'd0)) busy[i] = 1'b1;
        end
    end

    assign disp_ready = room;
    assign retire_valid = retired_q;
    assign retire_desc = retired_q ? tables_retire_desc : 32'd0;
    assign retire_tag = retired_q ? tables_retire_tag : 6'd0;
    assign match_ready = ~search_searching;
    assign match_done = search_done;
    assign link_ready = ~chained_q;
    assign next_valid = chained_q;
    assign next_prev = chained_prev_q;
    assign next_agei = chained_agei_q;
    assign head_valid = fcfs_head_shown;
    assign head_first = |(firsts_q & head_select);
    assign head_nagei = nagei_of_head;
    assign head_lagei = lagei_of_head;
    assign head_grid_x = fcfs_head_shown ? tables_head_grid_x : 32'd0;
    assign head_grid_yz = fcfs_head_shown ? tables_head_grid_yz : 32'd0;
    assign head_kdei = fcfs_head_shown ? fcfs_head_kdei : 5'd0;
    assign head_need = fcfs_head_shown ? tables_head_need : 32'd0;
    assign head_param = fcfs_head_shown ? tables_head_param : 32'd0;
    assign head_pc = fcfs_head_shown ? tables_head_pc : 32'd0;
    assign head_shape = fcfs_head_shown ? tables_head_shape : 32'd0;
    assign live = lives_q;
    assign idle = fcfs_settled & ~search_searching & ~search_done & ~chained_q & ~retired_q
        & ~retiring_any;

    always @(posedge clock) begin : registers
        integer i;
        if (reset) begin
            {lives_q, marks_q, firsts_q, nagei_q, lagei_q, exebl_q, hold_q, chained_q,
                chained_prev_q, chained_agei_q, retired_q} <= 0;
        end else begin
            retired_q <= retiring_any;
            if (chained_q & next_ready) begin
                chained_q <= 1'b0;
                chained_prev_q <= 32'd0;
                chained_agei_q <= 32'd0;
            end
            if (link & ~chain_empty) begin
                chained_q <= 1'b1;
                chained_prev_q <= lagei_of_linked;
                chained_agei_q <= link_agei;
            end
            lives_q <= (lives_q & ~retire_select) | take_select;
            marks_q <= (marks_q & ~unmark_select) | mark_select | take_select;
            firsts_q <= (firsts_q & ~unfirst_select) | take_select;
            for (i = 0; i < ENTRIES; i = i + 1) begin
                if (advance & head_select[i]) nagei_q[i*32 +: 32] <= advance_next;
                if (link_select[i]) begin
                    lagei_q[i*32 +: 32] <= link_agei;
                    if (chain_empty) nagei_q[i*32 +: 32] <= link_agei;
                end
                if (take_select[i]) begin
                    nagei_q[i*32 +: 32] <= NONE;
                    lagei_q[i*32 +: 32] <= NONE;
                end
                if (start_select[i] & ~end_select[i]) begin
                    exebl_q[i*16 +: 16] <= exebl_q[i*16 +: 16] + 16'd1;
                end
                if (end_select[i] & ~start_select[i]) begin
                    exebl_q[i*16 +: 16] <= exebl_q[i*16 +: 16] - 16'd1;
                end
                if (hit_select[i] & ~link_select[i]) begin
                    hold_q[i*16 +: 16] <= hold_q[i*16 +: 16] + search_groups;
                end
                if (hit_select[i] & link_select[i]) begin
                    hold_q[i*16 +: 16] <= hold_q[i*16 +: 16] + groups_but_one;
                end
                if (link_select[i] & ~hit_select[i]) begin
                    hold_q[i*16 +: 16] <= hold_q[i*16 +: 16] - 16'd1;
                end
            end
        end
    end
endmodule
