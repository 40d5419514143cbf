// heddle_kernel_distributor: kernels in flight, their coalesced groups, and FCFS among them.
//
// Preset paper: entries: 32.
// Rising edge of clock; reset is synchronous, active high; outputs depend on state only.
//
// Pins of the Kernel Distributor with its FCFS controller.
//
// Encodings. *Shape*: TB dimensions, x in bits 10..0, y in 21..11, z in 28..22. *Need* of one TB:
// threads in bits 11..0, registers in units of 256 in 20..12, shared memory in units of 256 B in
// 29..21; bit 30 is set for a *graph kernel*, whose native TBs are the nodes of a dependency graph
// (`smx_scheduler::pins`, rule 7), and means nothing here. *AGEI*: bit 31 clear: index into the
// AGT; bit 31 set: bits 26..0 are a memory address divided by 32 (the group's spilled record); all
// ones: none.
//
// 1. A kernel is taken at an edge with `disp_valid` and `disp_ready`, into the lowest free entry
//    (KDE), marked and first-time, and queued by the FCFS controller. `disp_ready` and
//    `match_ready` are low while a search runs, `disp_ready` also while no entry is free.
// 2. A match command carries entry PC, shape and need once for all groups of a warp
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
    output reg [5:0] retire_tag,
    // Address of its descriptor.
    output reg [31:0] retire_desc,

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
    output reg [4:0] head_kdei,
    // Its native TBs have not been distributed.
    output wire head_first,
    // Entry PC.
    output reg [31:0] head_pc,
    // Grid x in TBs.
    output reg [31:0] head_grid_x,
    // Grid y (low half) and z.
    output reg [31:0] head_grid_yz,
    // TB shape.
    output reg [31:0] head_shape,
    // Resources of one TB.
    output reg [31:0] head_need,
    // Parameter address.
    output reg [31:0] head_param,
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

    localparam [31:0] ALL = 32'hffffffff;
    localparam [31:0] NONE = 32'hffffffff;
    localparam integer ENTRIES = 32;

    wire room;
    wire take;
    reg [31:0] take_select;
    reg [31:0] head_select;
    reg [31:0] nagei_of_head;
    reg [31:0] lagei_of_head;
    wire link;
    reg [31:0] link_select;
    reg [31:0] nagei_of_linked;
    reg [31:0] lagei_of_linked;
    wire chain_empty;
    wire head_linked;
    wire advance;
    wire released;
    wire [31:0] mark_select;
    reg [31:0] unmark_select;
    reg [31:0] unfirst_select;
    reg [31:0] start_select;
    reg [31:0] end_select;
    wire [31:0] hit_select;
    reg [31:0] busy;
    reg [31:0] retire_select;
    wire [15:0] groups_but_one;
    wire tables_write;
    wire [4:0] tables_write_kdei;
    wire [31:0] tables_pc;
    wire [31:0] tables_grid_x;
    wire [31:0] tables_grid_yz;
    wire [31:0] tables_shape;
    wire [31:0] tables_need;
    wire [31:0] tables_param;
    wire [5:0] tables_tag;
    wire [31:0] tables_desc;
    wire [4:0] tables_head_kdei;
    wire [5:0] tables_scan_kdei;
    wire [4:0] tables_retire_kdei;
    wire [31:0] tables_head_pc;
    wire [31:0] tables_head_grid_x;
    wire [31:0] tables_head_grid_yz;
    wire [31:0] tables_head_shape;
    wire [31:0] tables_head_need;
    wire [31:0] tables_head_param;
    wire [31:0] tables_scan_pc;
    wire [31:0] tables_scan_shape;
    wire [31:0] tables_scan_need;
    wire [5:0] tables_retire_tag;
    wire [31:0] tables_retire_desc;
    wire search_match_valid;
    wire [31:0] search_match_pc;
    wire [31:0] search_match_shape;
    wire [31:0] search_match_need;
    wire [5:0] search_match_count;
    wire [31:0] search_pc;
    wire [31:0] search_shape;
    wire [31:0] search_need;
    wire [31:0] search_eligible;
    wire search_searching;
    wire [5:0] search_scan_kdei;
    wire [31:0] search_hit_select;
    wire [15:0] search_groups;
    wire search_done;
    wire search_done_hit;
    wire [4:0] search_done_kdei;
    wire fcfs_take;
    wire [4:0] fcfs_take_kdei;
    wire fcfs_mark;
    wire [4:0] fcfs_mark_kdei;
    wire fcfs_pop;
    wire fcfs_waiting;
    wire [4:0] fcfs_head_kdei;
    wire fcfs_head_shown;
    wire fcfs_settled;
    wire [31:0] free_request;
    wire [4:0] free_last;
    wire free_any;
    wire [4:0] free_winner;
    wire [31:0] retiring_request;
    wire [4:0] retiring_last;
    wire retiring_any;
    wire [4:0] retiring_winner;
    wire [31:0] lives_d;
    reg [31:0] lives_q;
    wire [31:0] marks_d;
    reg [31:0] marks_q;
    wire [31:0] firsts_d;
    reg [31:0] firsts_q;
    reg [ENTRIES*32-1:0] nagei_d;
    reg [ENTRIES*32-1:0] nagei_q;
    reg [ENTRIES*32-1:0] lagei_d;
    reg [ENTRIES*32-1:0] lagei_q;
    reg [ENTRIES*16-1:0] exebl_d;
    reg [ENTRIES*16-1:0] exebl_q;
    reg [ENTRIES*16-1:0] hold_d;
    reg [ENTRIES*16-1:0] hold_q;
    reg chained_d;
    reg chained_q;
    reg [31:0] chained_prev_d;
    reg [31:0] chained_prev_q;
    reg [31:0] chained_agei_d;
    reg [31:0] chained_agei_q;
    wire retired_d;
    reg retired_q;

    heddle_kernel_distributor_tables u_tables (
        .clock(clock),
        .write(tables_write),
        .write_kdei(tables_write_kdei),
        .pc(tables_pc),
        .grid_x(tables_grid_x),
        .grid_yz(tables_grid_yz),
        .shape(tables_shape),
        .need(tables_need),
        .param(tables_param),
        .tag(tables_tag),
        .desc(tables_desc),
        .head_kdei(tables_head_kdei),
        .scan_kdei(tables_scan_kdei),
        .retire_kdei(tables_retire_kdei),
        .head_pc(tables_head_pc),
        .head_grid_x(tables_head_grid_x),
        .head_grid_yz(tables_head_grid_yz),
        .head_shape(tables_head_shape),
        .head_need(tables_head_need),
        .head_param(tables_head_param),
        .scan_pc(tables_scan_pc),
        .scan_shape(tables_scan_shape),
        .scan_need(tables_scan_need),
        .retire_tag(tables_retire_tag),
        .retire_desc(tables_retire_desc)
    );

    heddle_kernel_distributor_search u_search (
        .clock(clock),
        .reset(reset),
        .match_valid(search_match_valid),
        .match_pc(search_match_pc),
        .match_shape(search_match_shape),
        .match_need(search_match_need),
        .match_count(search_match_count),
        .pc(search_pc),
        .shape(search_shape),
        .need(search_need),
        .eligible(search_eligible),
        .searching(search_searching),
        .scan_kdei(search_scan_kdei),
        .hit_select(search_hit_select),
        .groups(search_groups),
        .done(search_done),
        .done_hit(search_done_hit),
        .done_kdei(search_done_kdei)
    );

    heddle_kernel_distributor_fcfs u_fcfs (
        .clock(clock),
        .reset(reset),
        .take(fcfs_take),
        .take_kdei(fcfs_take_kdei),
        .mark(fcfs_mark),
        .mark_kdei(fcfs_mark_kdei),
        .pop(fcfs_pop),
        .waiting(fcfs_waiting),
        .head_kdei(fcfs_head_kdei),
        .head_shown(fcfs_head_shown),
        .settled(fcfs_settled)
    );

    heddle_round_robin u_free (
        .request(free_request),
        .last(free_last),
        .any(free_any),
        .winner(free_winner)
    );

    heddle_round_robin u_retiring (
        .request(retiring_request),
        .last(retiring_last),
        .any(retiring_any),
        .winner(retiring_winner)
    );

    assign lives_d = (lives_q & ~retire_select) | take_select;
    assign marks_d = (marks_q & ~unmark_select) | mark_select | take_select;
    assign firsts_d = (firsts_q & ~unfirst_select) | take_select;

    always @(*) begin
        chained_d = chained_q;
        chained_prev_d = chained_prev_q;
        chained_agei_d = chained_agei_q;
        if (chained_q & next_ready) begin
            chained_d = 1'b0;
            chained_prev_d = 32'd0;
            chained_agei_d = 32'd0;
        end
        if (link & ~chain_empty) begin
            chained_d = 1'b1;
            chained_prev_d = lagei_of_linked;
            chained_agei_d = link_agei;
        end
    end

    assign retired_d = retiring_any;

    always @(*) begin
        head_select = 32'd0;
        if (fcfs_head_shown) begin
            head_select = 32'd1 << fcfs_head_kdei;
        end
    end

    assign link = link_valid & ~chained_q;

    always @(*) begin
        link_select = 32'd0;
        if (link) begin
            link_select = 32'd1 << link_kdei;
        end
    end

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
            if ((exebl_q[i*16 +: 16] != 16'd0) | (hold_q[i*16 +: 16] != 16'd0)) begin
                busy[i] = 1'b1;
            end
        end
    end

    assign free_request = ALL & ~lives_q;
    assign free_last = 5'd31;
    assign room = free_any & ~search_searching & ~fcfs_waiting;
    assign take = disp_valid & room;

    always @(*) begin
        take_select = 32'd0;
        if (take) begin
            take_select = 32'd1 << free_winner;
        end
    end

    assign retiring_request = lives_q & ~marks_q & ~busy;
    assign retiring_last = 5'd31;

    always @(*) begin
        retire_select = 32'd0;
        if (retiring_any) begin
            retire_select = 32'd1 << retiring_winner;
        end
    end

    assign search_match_valid = match_valid;
    assign search_match_pc = match_pc;
    assign search_match_shape = match_shape;
    assign search_match_need = match_need;
    assign search_match_count = match_count;
    assign search_pc = tables_scan_pc;
    assign search_shape = tables_scan_shape;
    assign search_need = tables_scan_need;
    assign search_eligible = lives_q & ~retire_select;
    assign hit_select = search_hit_select;
    assign groups_but_one = search_groups - 16'd1;
    assign chain_empty = nagei_of_linked == NONE;
    assign head_linked = |(head_select & link_select);
    assign advance = advance_valid
        & ((advance_next != NONE) | ((nagei_of_head == lagei_of_head) & ~head_linked));
    assign released = unmark & fcfs_head_shown & (nagei_of_head == NONE) & ~head_linked;
    assign mark_select = link_select & ~marks_q;

    always @(*) begin
        unmark_select = 32'd0;
        if (released) begin
            unmark_select = head_select;
        end
    end

    always @(*) begin
        unfirst_select = mark_select;
        if (native_done) begin
            unfirst_select = mark_select | head_select;
        end
    end

    assign fcfs_take = take;
    assign fcfs_take_kdei = free_winner;
    assign fcfs_mark = |mark_select;
    assign fcfs_mark_kdei = link_kdei;
    assign fcfs_pop = released;
    assign tables_write = take;
    assign tables_write_kdei = free_winner;
    assign tables_pc = disp_pc;
    assign tables_grid_x = disp_grid_x;
    assign tables_grid_yz = disp_grid_yz;
    assign tables_shape = disp_shape;
    assign tables_need = disp_need;
    assign tables_param = disp_param;
    assign tables_tag = disp_tag;
    assign tables_desc = disp_desc;
    assign tables_head_kdei = fcfs_head_kdei;
    assign tables_scan_kdei = search_scan_kdei;
    assign tables_retire_kdei = retiring_winner;

    always @(*) begin
        start_select = 32'd0;
        if (start_valid) begin
            start_select = head_select;
        end
    end

    always @(*) begin
        end_select = 32'd0;
        if (end_valid) begin
            end_select = 32'd1 << end_kdei;
        end
    end

    always @(*) begin : for_nagei_d
        integer i;
        for (i = 0; i < ENTRIES; i = i + 1) begin
            nagei_d[i*32 +: 32] = nagei_q[i*32 +: 32];
            lagei_d[i*32 +: 32] = lagei_q[i*32 +: 32];
            if (advance & head_select[i]) begin
                nagei_d[i*32 +: 32] = advance_next;
            end
            if (link_select[i]) begin
                lagei_d[i*32 +: 32] = link_agei;
                if (chain_empty) begin
                    nagei_d[i*32 +: 32] = link_agei;
                end
            end
            if (take_select[i]) begin
                nagei_d[i*32 +: 32] = NONE;
                lagei_d[i*32 +: 32] = NONE;
            end
        end
    end

    always @(*) begin : for_exebl_d
        integer i;
        for (i = 0; i < ENTRIES; i = i + 1) begin
            exebl_d[i*16 +: 16] = exebl_q[i*16 +: 16];
            if (start_select[i] & ~end_select[i]) begin
                exebl_d[i*16 +: 16] = exebl_q[i*16 +: 16] + 16'd1;
            end
            if (end_select[i] & ~start_select[i]) begin
                exebl_d[i*16 +: 16] = exebl_q[i*16 +: 16] - 16'd1;
            end
        end
    end

    always @(*) begin : for_hold_d
        integer i;
        for (i = 0; i < ENTRIES; i = i + 1) begin
            hold_d[i*16 +: 16] = hold_q[i*16 +: 16];
            if (hit_select[i] & ~link_select[i]) begin
                hold_d[i*16 +: 16] = hold_q[i*16 +: 16] + search_groups;
            end
            if (hit_select[i] & link_select[i]) begin
                hold_d[i*16 +: 16] = hold_q[i*16 +: 16] + groups_but_one;
            end
            if (link_select[i] & ~hit_select[i]) begin
                hold_d[i*16 +: 16] = hold_q[i*16 +: 16] - 16'd1;
            end
        end
    end

    assign disp_ready = room;
    assign retire_valid = retired_q;

    always @(*) begin
        retire_tag = 6'd0;
        retire_desc = 32'd0;
        if (retired_q) begin
            retire_tag = tables_retire_tag;
            retire_desc = tables_retire_desc;
        end
    end

    assign match_ready = ~search_searching;
    assign match_done = search_done;
    assign match_hit = search_done_hit;
    assign match_kdei = search_done_kdei;
    assign link_ready = ~chained_q;
    assign next_valid = chained_q;
    assign next_prev = chained_prev_q;
    assign next_agei = chained_agei_q;
    assign head_valid = fcfs_head_shown;

    always @(*) begin
        head_kdei = 5'd0;
        head_pc = 32'd0;
        head_grid_x = 32'd0;
        head_grid_yz = 32'd0;
        head_shape = 32'd0;
        head_need = 32'd0;
        head_param = 32'd0;
        if (fcfs_head_shown) begin
            head_kdei = fcfs_head_kdei;
            head_pc = tables_head_pc;
            head_grid_x = tables_head_grid_x;
            head_grid_yz = tables_head_grid_yz;
            head_shape = tables_head_shape;
            head_need = tables_head_need;
            head_param = tables_head_param;
        end
    end

    assign head_first = |(firsts_q & head_select);
    assign head_nagei = nagei_of_head;
    assign head_lagei = lagei_of_head;
    assign live = lives_q;
    assign idle = fcfs_settled & ~search_searching & ~search_done & ~chained_q & ~retired_q
        & ~retiring_any;

    always @(posedge clock) begin
        if (reset) begin
            lives_q <= 32'd0;
            marks_q <= 32'd0;
            firsts_q <= 32'd0;
            nagei_q <= {ENTRIES{32'd0}};
            lagei_q <= {ENTRIES{32'd0}};
            exebl_q <= {ENTRIES{16'd0}};
            hold_q <= {ENTRIES{16'd0}};
            chained_q <= 1'b0;
            chained_prev_q <= 32'd0;
            chained_agei_q <= 32'd0;
            retired_q <= 1'b0;
        end else begin
            lives_q <= lives_d;
            marks_q <= marks_d;
            firsts_q <= firsts_d;
            nagei_q <= nagei_d;
            lagei_q <= lagei_d;
            exebl_q <= exebl_d;
            hold_q <= hold_d;
            chained_q <= chained_d;
            chained_prev_q <= chained_prev_d;
            chained_agei_q <= chained_agei_d;
            retired_q <= retired_d;
        end
    end
endmodule
