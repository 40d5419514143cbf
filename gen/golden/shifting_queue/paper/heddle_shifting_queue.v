// heddle_shifting_queue: priority queue that is sorted by shifting, a rival of the queues
// of laperm.
//
// Preset paper: levels: 4, entries: 128.
// Rising edge of clock; reset is synchronous, active high; outputs depend on state only.
//
// Pins of the shifting queue. The fields of an item are those of an entry of `laperm`, 24 bytes.
//
// 1. `insert` puts an item behind all of its level and of higher ones, and before those of
//    lower levels.
// 2. The *head* is the first item. It is on the pins unless items move.
// 3. `take` removes the head, which must be on the pins, and comes before an insertion in the
//    same cycle.
// 4. After an insertion the items of lower levels move, one per cycle, then the new one is written
//    and the head is read. Meanwhile the unit takes nothing.
module heddle_shifting_queue (
    input wire clock,
    input wire reset,

    // Insertion
    // An item is offered (rule 1).
    input wire insert_valid,
    // The item is taken.
    output wire insert_ready,
    // Level of the item, 1 or higher.
    input wire [2:0] insert_level,
    // Entry of its kernel in the Kernel Distributor.
    input wire [4:0] insert_kdei,
    // Entry PC of the item.
    input wire [31:0] insert_pc,
    // Parameter address of the item.
    input wire [31:0] insert_param,
    // TB shape of the item.
    input wire [28:0] insert_shape,
    // Resources of one TB of the item.
    input wire [29:0] insert_demand,
    // Grid x of the item.
    input wire [31:0] insert_grid_x,
    // Grid y (low half) and z of the item.
    input wire [31:0] insert_grid_yz,

    // Head
    // The head is taken (rule 3).
    input wire take,
    // There is a head (rule 2); all `head_*` fields are zero while low.
    output wire head_valid,
    // Entry of its kernel in the Kernel Distributor.
    output wire [4:0] head_kdei,
    // Entry PC of the head.
    output wire [31:0] head_pc,
    // Parameter address of the head.
    output wire [31:0] head_param,
    // TB shape of the head.
    output wire [28:0] head_shape,
    // Resources of one TB of the head.
    output wire [29:0] head_demand,
    // Grid x of the head.
    output wire [31:0] head_grid_x,
    // Grid y (low half) and z of the head.
    output wire [31:0] head_grid_yz,

    // Status
    // Items in the queue.
    output wire [8:0] queued,
    // High while the queue is empty.
    output wire idle
);

    localparam [8:0] MASK = 9'h7f, ALL = 9'h80;
    localparam integer POINTERS = 3;
    localparam [1:0] STATE_REST = 2'd0, STATE_SHIFT = 2'd1, STATE_READ = 2'd2;

    reg [8:0] ahead, looked, base_q, place_q, hole_q, count_q;
    wire [4:0] items_kdei;
    wire [31:0] items_pc, items_param, items_x, items_yz;
    wire [28:0] items_shape;
    wire [29:0] items_demand;
    reg [1:0] state_q;
    reg [POINTERS*9-1:0] ends_q;
    reg [4:0] new_kdei_q;
    reg [31:0] new_pc_q, new_param_q, new_x_q, new_yz_q;
    reg [28:0] new_shape_q;
    reg [29:0] new_demand_q;

    wire rests = state_q == STATE_REST;
    // Pointer i is of level i + 2: how many items are of it and above, which is where they end
    // behind the head.
    wire [7:0] level_bit = 8'd1 << insert_level;
    wire [8:0] tail = base_q + count_q;
    // Places do not change when the head leaves, unless the new item becomes the head.
    wire arrived = hole_q == place_q;
    wire room = rests & (count_q != ALL);
    wire shown = rests & (|count_q);
    wire [7:0] upper = level_bit >> 2;
    wire [7:0] upper_or_equal = (level_bit | (level_bit - 8'd1)) >> 2;
    wire push = insert_valid & room;
    wire pop = take & shown;

    heddle_shifting_queue_items u_items (
        .clock(clock), .read_entry({7'd0, looked & MASK}), .write_entry({7'd0, hole_q}),
        .write(state_q == STATE_SHIFT), .new_kdei(arrived ? new_kdei_q : items_kdei),
        .new_pc(arrived ? new_pc_q : items_pc), .new_param(arrived ? new_param_q : items_param),
        .new_shape(arrived ? new_shape_q : items_shape),
        .new_demand(arrived ? new_demand_q : items_demand), .new_x(arrived ? new_x_q : items_x),
        .new_yz(arrived ? new_yz_q : items_yz), .kdei(items_kdei), .pc(items_pc),
        .param(items_param), .shape(items_shape), .demand(items_demand), .x(items_x), .yz(items_yz)
    );

    always @(*) begin : for_ahead
        integer i;
        ahead = count_q;
        for (i = 0; i < POINTERS; i = i + 1) begin
            if (upper[i]) ahead = ends_q[i*9 +: 9];
        end
    end

    always @(*) begin
        looked = base_q;
        case (state_q)
            STATE_REST: begin
                if (pop) looked = base_q + 9'd1;
                if (push) looked = tail - 9'd1;
            end
            STATE_SHIFT: looked = hole_q - 9'd2;
            default: ;
        endcase
    end

    assign insert_ready = room;
    assign head_valid = shown;
    assign head_demand = shown ? items_demand : 30'd0;
    assign head_grid_x = shown ? items_x : 32'd0;
    assign head_grid_yz = shown ? items_yz : 32'd0;
    assign head_kdei = shown ? items_kdei : 5'd0;
    assign head_param = shown ? items_param : 32'd0;
    assign head_pc = shown ? items_pc : 32'd0;
    assign head_shape = shown ? items_shape : 29'd0;
    assign queued = count_q;
    assign idle = ~(|count_q);

    always @(posedge clock) begin : registers
        integer i;
        if (reset) begin
            state_q <= STATE_REST;
            {base_q, place_q, hole_q, count_q, ends_q, new_kdei_q, new_pc_q, new_param_q,
                new_shape_q, new_demand_q, new_x_q, new_yz_q} <= 0;
        end else begin
            for (i = 0; i < POINTERS; i = i + 1) begin
                if (pop & (|ends_q[i*9 +: 9]) & ~(push & upper_or_equal[i])) begin
                    ends_q[i*9 +: 9] <= ends_q[i*9 +: 9] - 9'd1;
                end
                if (push & upper_or_equal[i] & ~(pop & (|ends_q[i*9 +: 9]))) begin
                    ends_q[i*9 +: 9] <= ends_q[i*9 +: 9] + 9'd1;
                end
            end
            if (push & ~pop) count_q <= count_q + 9'd1;
            if (pop) begin
                base_q <= (base_q + 9'd1) & MASK;
                if (~push) count_q <= count_q - 9'd1;
            end
            case (state_q)
                STATE_REST: if (push) begin
                    hole_q <= tail & MASK;
                    place_q <= (base_q + ahead) & MASK;
                    if (pop & ~(|ahead)) place_q <= (base_q + 9'd1) & MASK;
                    new_kdei_q <= insert_kdei;
                    new_pc_q <= insert_pc;
                    new_param_q <= insert_param;
                    new_shape_q <= insert_shape;
                    new_demand_q <= insert_demand;
                    new_x_q <= insert_grid_x;
                    new_yz_q <= insert_grid_yz;
                    state_q <= STATE_SHIFT;
                end
                STATE_SHIFT: begin
                    if (arrived) begin
                        state_q <= STATE_READ;
                    end else begin
                        hole_q <= (hole_q - 9'd1) & MASK;
                    end
                end
                STATE_READ: state_q <= STATE_REST;
                default: ;
            endcase
        end
    end
endmodule
