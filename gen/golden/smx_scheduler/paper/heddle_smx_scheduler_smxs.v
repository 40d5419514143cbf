// heddle_smx_scheduler_smxs, inside heddle_smx_scheduler.
//
// Free TB slots, threads, registers and shared memory of each SMX. A start and an end at the same
// edge both count, on the same SMX too.
module heddle_smx_scheduler_smxs (
    // Rising edge.
    input wire clock,
    // Synchronous reset, active high: all SMXs empty.
    input wire reset,
    // Resources of the TB to place, as in the pins.
    input wire [31:0] need,
    // Place it, if any SMX fits.
    input wire place,
    // Give back a slot and resources.
    input wire give,
    // On this SMX.
    input wire [4:0] give_smx,
    // This slot.
    input wire [4:0] give_slot,
    // These resources.
    input wire [31:0] give_need,
    // Some SMX has room for `need`.
    output wire any,
    // The next such SMX after the last one placed on.
    output wire [4:0] smx,
    // Its lowest free slot.
    output wire [4:0] slot
);

    localparam integer SMXS = 13;

    wire [11:0] need_threads;
    wire [8:0] need_registers;
    wire [8:0] need_shared;
    wire [11:0] give_threads;
    wire [8:0] give_registers;
    wire [8:0] give_shared;
    reg [31:0] fits;
    wire [31:0] chosen;
    reg [31:0] chosen_free;
    wire [31:0] chosen_slot;
    wire [31:0] given;
    wire [31:0] given_slot;
    wire taken;
    reg [31:0] left_free;
    reg [11:0] left_threads;
    reg [8:0] left_registers;
    reg [8:0] left_shared;
    reg [SMXS*32-1:0] free_d;
    reg [SMXS*32-1:0] free_q;
    reg [SMXS*12-1:0] threads_d;
    reg [SMXS*12-1:0] threads_q;
    reg [SMXS*9-1:0] registers_d;
    reg [SMXS*9-1:0] registers_q;
    reg [SMXS*9-1:0] shared_d;
    reg [SMXS*9-1:0] shared_q;
    reg [4:0] last_d;
    reg [4:0] last_q;
    wire [31:0] smx_choice_request;
    wire [4:0] smx_choice_last;
    wire smx_choice_any;
    wire [4:0] smx_choice_winner;
    wire [31:0] slot_choice_request;
    wire [4:0] slot_choice_last;
    wire slot_choice_any;
    wire [4:0] slot_choice_winner;

    heddle_round_robin u_smx_choice (
        .request(smx_choice_request),
        .last(smx_choice_last),
        .any(smx_choice_any),
        .winner(smx_choice_winner)
    );

    heddle_round_robin u_slot_choice (
        .request(slot_choice_request),
        .last(slot_choice_last),
        .any(slot_choice_any),
        .winner(slot_choice_winner)
    );

    always @(*) begin
        last_d = last_q;
        if (taken) begin
            last_d = smx_choice_winner;
        end
    end

    assign need_threads = need[11:0];
    assign need_registers = need[20:12];
    assign need_shared = need[29:21];
    assign give_threads = give_need[11:0];
    assign give_registers = give_need[20:12];
    assign give_shared = give_need[29:21];

    always @(*) begin : for_fits
        integer i;
        fits = 32'd0;
        for (i = 0; i < SMXS; i = i + 1) begin
            if ((|free_q[i*32 +: 32]) & (threads_q[i*12 +: 12] >= need_threads)
                & (registers_q[i*9 +: 9] >= need_registers)
                & (shared_q[i*9 +: 9] >= need_shared)) begin
                fits[i] = 1'b1;
            end
        end
    end

    assign smx_choice_request = fits;
    assign smx_choice_last = last_q;
    assign any = smx_choice_any;
    assign smx = smx_choice_winner;
    assign taken = place & smx_choice_any;
    assign chosen = 32'd1 << smx_choice_winner;

    always @(*) begin : for_chosen_free
        integer i;
        chosen_free = 32'd0;
        for (i = 0; i < SMXS; i = i + 1) begin
            if (chosen[i]) begin
                chosen_free = free_q[i*32 +: 32];
            end
        end
    end

    assign slot_choice_request = chosen_free;
    assign slot_choice_last = 5'd31;
    assign slot = slot_choice_winner;
    assign chosen_slot = 32'd1 << slot_choice_winner;
    assign given = 32'd1 << give_smx;
    assign given_slot = 32'd1 << give_slot;

    always @(*) begin : for_left_free
        integer i;
        for (i = 0; i < SMXS; i = i + 1) begin
            left_free = free_q[i*32 +: 32];
            left_threads = threads_q[i*12 +: 12];
            left_registers = registers_q[i*9 +: 9];
            left_shared = shared_q[i*9 +: 9];
            if (taken & chosen[i]) begin
                left_free = left_free & ~chosen_slot;
                left_threads = left_threads - need_threads;
                left_registers = left_registers - need_registers;
                left_shared = left_shared - need_shared;
            end
            if (give & given[i]) begin
                left_free = left_free | given_slot;
                left_threads = left_threads + give_threads;
                left_registers = left_registers + give_registers;
                left_shared = left_shared + give_shared;
            end
            free_d[i*32 +: 32] = left_free;
            threads_d[i*12 +: 12] = left_threads;
            registers_d[i*9 +: 9] = left_registers;
            shared_d[i*9 +: 9] = left_shared;
        end
    end

    always @(posedge clock) begin
        if (reset) begin
            free_q <= {SMXS{32'hffff}};
            threads_q <= {SMXS{12'h800}};
            registers_q <= {SMXS{9'h100}};
            shared_q <= {SMXS{9'hc0}};
            last_q <= 5'd31;
        end else begin
            free_q <= free_d;
            threads_q <= threads_d;
            registers_q <= registers_d;
            shared_q <= shared_d;
            last_q <= last_d;
        end
    end

    // Bits that nothing reads.
    wire unused_ok;
    assign unused_ok = &{
        1'b0,
        need[31:30],
        give_need[31:30],
        slot_choice_any,
        1'b0
    };
endmodule
