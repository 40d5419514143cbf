// heddle_dats_held, inside heddle_dats.
//
// A skid of two nodes: with one, a node could only be taken every other cycle.
module heddle_dats_held (
    // Rising edge.
    input wire clock,
    // Synchronous reset, active high.
    input wire reset,
    // A node comes.
    input wire valid,
    // Its ID.
    input wire [31:0] id,
    // Its TB index, all ones for a barrier.
    input wire [31:0] tb,
    // The first node leaves. Only while there is one.
    input wire leaves,
    // There is a place for a node.
    output wire ready,
    // The first node has a TB.
    output wire wants,
    // The first node is a barrier.
    output wire barrier,
    // ID of the first node.
    output wire [31:0] first_id,
    // TB index of the first node.
    output wire [31:0] first_tb
);

    wire ids_in_ready, ids_out_valid, ids_idle, tbs_in_ready, tbs_out_valid, tbs_idle;
    reg first_wants_q, first_barrier_q, second_wants_q, second_barrier_q;

    wire comes = valid & ids_in_ready;
    wire one = first_wants_q | first_barrier_q;
    wire new_wants = comes & ~(&tb);
    wire new_barrier = comes & (&tb);

    heddle_fifo_2 u_ids (
        .clock(clock), .reset(reset), .in_valid(valid), .in_data(id), .out_ready(leaves),
        .in_ready(ids_in_ready), .out_valid(ids_out_valid), .out_data(first_id), .idle(ids_idle)
    );

    heddle_fifo_2 u_tbs (
        .clock(clock), .reset(reset), .in_valid(valid), .in_data(tb), .out_ready(leaves),
        .in_ready(tbs_in_ready), .out_valid(tbs_out_valid), .out_data(first_tb), .idle(tbs_idle)
    );

    assign ready = ids_in_ready;
    // A node that comes is the first if there is none, or if the only one leaves.
    assign wants = first_wants_q;
    assign barrier = first_barrier_q;

    always @(posedge clock)
        if (reset) {first_wants_q, first_barrier_q, second_wants_q, second_barrier_q} <= 0;
        else begin
            if (leaves) begin
                first_wants_q <= second_wants_q | new_wants;
                first_barrier_q <= second_barrier_q | new_barrier;
                second_wants_q <= 1'b0;
                second_barrier_q <= 1'b0;
            end else if (one) begin
                second_wants_q <= second_wants_q | new_wants;
                second_barrier_q <= second_barrier_q | new_barrier;
            end else begin
                first_wants_q <= new_wants;
                first_barrier_q <= new_barrier;
            end
        end

    // Bits that nothing reads.
    wire unused_ok = &{1'b0, ids_out_valid, ids_idle, tbs_in_ready, tbs_out_valid, tbs_idle, 1'b0};
endmodule
