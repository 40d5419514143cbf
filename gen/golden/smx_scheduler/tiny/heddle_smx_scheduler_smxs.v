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
    // Some SMX has room for `demand`.
    output wire any,
    // The next such SMX after the last one placed on.
    output wire [4:0] smx,
    // Its lowest free slot.
    output wire [4:0] slot
);

    localparam integer SMXS = 2;

    reg [31:0] fits, chosen_free, left_free;
    reg [11:0] left_threads;
    reg [8:0] left_registers, left_shared;
    reg [SMXS*32-1:0] free_d, free_q;
    reg [SMXS*12-1:0] threads_d, threads_q;
    reg [SMXS*9-1:0] registers_d, registers_q, shared_d, shared_q;
    reg [4:0] last_q;
    wire smx_choice_any, slot_choice_any;
    wire [4:0] smx_choice_winner, slot_choice_winner;

    wire [11:0] need_threads = need[11:0];
    wire [8:0] need_registers = need[20:12];
    wire [8:0] need_shared = need[29:21];
    wire [11:0] give_threads = give_need[11:0];
    wire [8:0] give_registers = give_need[20:12];
    wire [8:0] give_shared = give_need[29:21];
    wire taken = place & smx_choice_any;
    wire [31:0] chosen = 32'd1 << smx_choice_winner;
    wire [31:0] chosen_slot = 32'd1 << slot_choice_winner;
    wire [31:0] given = 32'd1 << give_smx;
    wire [31:0] given_slot = 32'd1 << give_slot;

    heddle_round_robin u_smx_choice (
        .request(fits), .last(last_q), .any(smx_choice_any), .winner(smx_choice_winner)
    );

    heddle_round_robin u_slot_choice (
        .request(chosen_free), .last(5'd31), .any(slot_choice_any), .winner(slot_choice_winner)
    );

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

    always @(*) begin : for_chosen_free
        integer i;
        chosen_free = 32'd0;
        for (i = 0; i < SMXS; i = i + 1) begin
            if (chosen[i]) chosen_free = free_q[i*32 +: 32];
        end
    end

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

    assign any = smx_choice_any;
    assign smx = smx_choice_winner;
    assign slot = slot_choice_winner;

    always @(posedge clock)
        if (reset) begin
            free_q <= {SMXS{32'd3}};
            threads_q <= {SMXS{12'h100}};
            registers_q <= {SMXS{9'h40}};
            shared_q <= {SMXS{9'h20}};
            last_q <= 5'd31;
        end else begin
            free_q <= free_d;
            threads_q <= threads_d;
            registers_q <= registers_d;
            shared_q <= shared_d;
            if (taken) last_q <= smx_choice_winner;
        end

    // Bits that nothing reads.
    wire unused_ok = &{1'b0, need[31:30], give_need[31:30], slot_choice_any, 1'b0};
endmodule
