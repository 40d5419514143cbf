// heddle_laperm_back, inside heddle_laperm.
//
// Reads the five words of a record, and keeps them until the group is appended.
module heddle_laperm_back (
    // Rising edge.
    input wire clock,
    // Synchronous reset, active high.
    input wire reset,
    // A group comes back.
    input wire starts,
    // Queue of that group.
    input wire [15:0] new_queue,
    // Number of its record.
    input wire [26:0] new_record,
    // Others of its queue are in memory behind it.
    input wire new_more,
    // The group is appended.
    input wire placed,
    // Memory takes a request.
    input wire req_ready,
    // Memory answers.
    input wire resp_valid,
    // Word that it answers.
    input wire [31:0] resp_data,
    // A group comes back.
    output wire busy,
    // A word is to be requested.
    output wire reads,
    // Its address.
    output wire [31:0] address,
    // All words have been answered.
    output wire done,
    // Queue of the group.
    output wire [15:0] queue,
    // Others of its queue are in memory behind it.
    output wire more,
    // Grid x of the group.
    output wire [31:0] x,
    // Grid y and z of the group.
    output wire [31:0] yz,
    // Parameter address of the group.
    output wire [31:0] param,
    // Number of the record of the group behind it.
    output wire [26:0] follower,
    // That record is in the same line as its own.
    output wire same_line,
    // Entry of its kernel.
    output wire [4:0] kdei
);

    reg active_q, others_q;
    reg [2:0] requested_q, received_q;
    reg [15:0] home_queue_q;
    reg [26:0] record_q, next_record_q;
    reg [31:0] grid_x_q, grid_yz_q, parameters_q;
    reg [4:0] kernel_q;

    wire [31:0] base = {5'd0, record_q} << 5;
    wire [31:0] offset = {29'd0, requested_q} << 2;

    assign reads = active_q & (requested_q != 3'd5);
    assign address = base | offset;
    assign busy = active_q;
    assign done = active_q & (received_q == 3'd5);
    assign queue = home_queue_q;
    assign more = others_q;
    assign x = grid_x_q;
    assign yz = grid_yz_q;
    assign param = parameters_q;
    assign follower = next_record_q;
    assign same_line = others_q & (record_q[26:2] == next_record_q[26:2]);
    assign kdei = kernel_q;

    always @(posedge clock)
        if (reset) begin
            {active_q, requested_q, received_q, home_queue_q, record_q, others_q, grid_x_q,
                grid_yz_q, parameters_q, next_record_q, kernel_q} <= 0;
        end else begin
            if (reads & req_ready) requested_q <= requested_q + 3'd1;
            if (resp_valid) begin
                received_q <= received_q + 3'd1;
                if (received_q == 3'd0) grid_x_q <= resp_data;
                if (received_q == 3'd1) grid_yz_q <= resp_data;
                if (received_q == 3'd2) parameters_q <= resp_data;
                if (received_q == 3'd3) next_record_q <= resp_data[26:0];
                if (received_q == 3'd4) kernel_q <= resp_data[4:0];
            end
            if (placed) active_q <= 1'b0;
            if (starts) begin
                active_q <= 1'b1;
                requested_q <= 3'd0;
                received_q <= 3'd0;
                home_queue_q <= new_queue;
                record_q <= new_record;
                others_q <= new_more;
            end
        end
endmodule
