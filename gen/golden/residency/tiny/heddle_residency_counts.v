// heddle_residency_counts, inside heddle_residency.
//
// Free slots, threads, registers and shared memory of each SMX, compared with the demand asked. A
// grant and a release at the same edge both count, on the same SMX too.
module heddle_residency_counts (
    // Rising edge.
    input wire clock,
    // Synchronous reset, active high: all SMXs are empty.
    input wire reset,
    // A demand is asked.
    input wire ask,
    // SMXs it is asked for.
    input wire [31:0] ask_smxs,
    // Resources of one TB, as in the pins.
    input wire [29:0] ask_demand,
    // SMX that gets a TB, one-hot or zero.
    input wire [31:0] grant,
    // A slot and resources are released.
    input wire release_valid,
    // SMX of the release.
    input wire [4:0] release_smx,
    // Slot that is released.
    input wire [4:0] release_slot,
    // Resources that are released.
    input wire [29:0] release_demand,
    // The demand asked last.
    output wire [29:0] demand,
    // SMXs with room for it.
    output wire [31:0] room,
    // A TB was granted in the last cycle.
    output wire start,
    // SMX of that TB; zero while `start` is low.
    output wire [4:0] start_smx,
    // Slot of that TB; zero while `start` is low.
    output wire [4:0] start_slot,
    // TBs that hold a slot.
    output wire [10:0] resident
);

    localparam integer SMXS = 2;
    localparam [31:0] ALL_SMXS = 32'd3, ALL_SLOTS = 32'd3;

    reg [31:0] fits, slots_left, granted_slot, without_lowest, left_free, asked_q, has_room_q;
    reg [11:0] left_threads;
    reg [8:0] left_registers, left_shared;
    reg [SMXS*32-1:0] free_d, free_q;
    reg [SMXS*12-1:0] threads_d, threads_q;
    reg [SMXS*9-1:0] registers_d, registers_q, shared_d, shared_q;
    reg [29:0] asked_demand_q;
    reg started_q;
    reg [4:0] started_smx_q, started_slot_q;
    reg [10:0] resident_count_q;
    wire [4:0] smx_number_number, slot_number_number;

    wire [31:0] next_asked = ask ? ask_smxs & ALL_SMXS : asked_q;
    wire [29:0] next_demand = ask ? ask_demand : asked_demand_q;
    wire [11:0] demand_threads = asked_demand_q[11:0];
    wire [8:0] demand_registers = asked_demand_q[20:12];
    wire [8:0] demand_shared = asked_demand_q[29:21];
    wire [11:0] released_threads = release_demand[11:0];
    wire [8:0] released_registers = release_demand[20:12];
    wire [8:0] released_shared = release_demand[29:21];
    // Each SMX knows its lowest free slot before the grant comes, which comes late in the cycle.
    wire [31:0] released = release_valid ? 32'd1 << release_smx : 32'd0;
    wire [31:0] released_slot = 32'd1 << release_slot;
    wire granted = |grant;
    // The TB that starts is counted in at the edge after its grant, which comes late in the cycle.
    wire [10:0] now_resident = started_q ? resident_count_q + 11'd1 : resident_count_q;
    wire [11:0] next_threads = next_demand[11:0];
    wire [8:0] next_registers = next_demand[20:12];
    wire [8:0] next_shared = next_demand[29:21];

    heddle_residency_counts_smx_number u_smx_number (
        .one_hot(grant), .number(smx_number_number)
    );

    heddle_residency_counts_slot_number u_slot_number (
        .one_hot(granted_slot), .number(slot_number_number)
    );

    // What fits is decided at the edge before: the grant, which is made of it, goes a long way
    // after it.
    always @(*) begin : for_granted_slot
        integer i;
        granted_slot = 32'd0;
        fits = 32'd0;
        for (i = 0; i < SMXS; i = i + 1) begin
            left_free = free_q[i*32 +: 32];
            left_threads = threads_q[i*12 +: 12];
            left_registers = registers_q[i*9 +: 9];
            left_shared = shared_q[i*9 +: 9];
            without_lowest = free_q[i*32 +: 32] & (free_q[i*32 +: 32] - 32'd1);
            if (grant[i]) begin
                granted_slot = granted_slot | (free_q[i*32 +: 32] & ~without_lowest);
                left_free = without_lowest;
                left_threads = left_threads - demand_threads;
                left_registers = left_registers - demand_registers;
                left_shared = left_shared - demand_shared;
            end
            if (released[i]) begin
                left_free = left_free | released_slot;
                left_threads = left_threads + released_threads;
                left_registers = left_registers + released_registers;
                left_shared = left_shared + released_shared;
            end
            slots_left = left_free & ALL_SLOTS;
            if ((|slots_left) & (left_threads >= next_threads) & (left_registers >= next_registers)
                & (left_shared >= next_shared)) begin
                fits[i] = 1'b1;
            end
            free_d[i*32 +: 32] = slots_left;
            threads_d[i*12 +: 12] = left_threads;
            registers_d[i*9 +: 9] = left_registers;
            shared_d[i*9 +: 9] = left_shared;
        end
    end

    assign demand = asked_demand_q;
    assign room = has_room_q;
    assign start = started_q;
    assign start_smx = started_smx_q;
    assign start_slot = started_slot_q;
    assign resident = now_resident;

    always @(posedge clock)
        if (reset) begin
            free_q <= {SMXS{32'd3}};
            threads_q <= {SMXS{12'h100}};
            registers_q <= {SMXS{9'h40}};
            shared_q <= {SMXS{9'h20}};
            {asked_q, asked_demand_q, has_room_q, started_q, started_smx_q, started_slot_q,
                resident_count_q} <= 0;
        end else begin
            free_q <= free_d;
            threads_q <= threads_d;
            registers_q <= registers_d;
            shared_q <= shared_d;
            asked_q <= next_asked;
            asked_demand_q <= next_demand;
            has_room_q <= fits & next_asked;
            started_q <= granted;
            started_smx_q <= smx_number_number;
            started_slot_q <= slot_number_number;
            resident_count_q <= now_resident;
            if (release_valid) resident_count_q <= now_resident - 11'd1;
        end
endmodule
