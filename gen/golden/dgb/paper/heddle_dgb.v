// heddle_dgb: window on the dependency graph of a kernel, ready nodes first.
//
// Preset paper: nodes: 128, edges: 512, pub_entries: 64, chunk_bytes: 128, id_bits: 16.
// Rising edge of clock; reset is synchronous, active high; outputs depend on state only.
//
// Pins of the Dependency Graph Buffer.
//
// A graph lies in memory as two arrays. Node v has 16 bytes at node_base + 16 v: where its edges
// start; its parents (low half) and its level; its TB index; zero. Its edges are the words of the
// edge array from its start to that of node v + 1: children, each once and each above v. Levels
// do not fall from node to node. Both arrays begin at a multiple of 128 bytes and are padded to
// one.
//
// 1. The *window* is what is in the Local Node Array (LNA): the nodes from the tail, the oldest
//    that is not done, to the youngest. Node v sits at v modulo the LNA's entries, edge e at e
//    modulo those of the Local Edge Array (LEA).
// 2. Memory port: request stream; `mem_req_chunk` reads `chunk_bytes` from an aligned address,
//    answered by that many words in order; else one word is read, or written. Requests are
//    carried out in order and answers come in order, always accepted. At most one node chunk and
//    one edge chunk are under way. A chunk of nodes waits in the Node Insertion Buffer (NIB), and
//    the next is requested when its last node has been read from there. A chunk of edges is
//    requested when the LEA has room for all of it; each chunk of either array is read once.
// 3. The next node is inserted when the LNA has room and all edges before its start are in the LEA,
//    which then holds fewer than |LEA| edges of the window, so that equal starts mean no
//    children. It is also inserted if the window is the tail alone; the tail's edges are then
//    *streamed*: its completion gives their places in the LEA back one by one. So a node may have
//    any number of children.
// 4. `node` offers the smallest ready node, if its level is at most `limit_level`. The youngest of
//    the window is not ready before the next is inserted, since only that one says where its
//    edges end; the last of the graph has none. What is offered stays offered, though a smaller
//    node may become ready meanwhile. A node without a TB has `node_tb` all ones.
// 5. `done` completes a node: each child in the window has one parent less and is ready without
//    any; a child beyond it goes to the Pending Update Buffer (PUB). One node is completed at a
//    time. The tail moves past completed nodes, one a cycle.
// 6. Before a node is inserted, the PUB is turned once: each entry that names the node is taken out
//    and counts as a parent done.
// 7. With the PUB full, a completion waits while the loader can still insert nodes, since
//    insertions empty the PUB. Once it cannot - the LNA is full, or the next node's edges are
//    missing and the LEA has no room for their chunk - the update is made where the child's parents
//    are still kept: in the NIB, or by a read and a write of its word in memory. No node chunk is
//    under way or requested between the two. The completion is final with its last write on the
//    pins: whatever is requested later is carried out later.
// 8. `tail_level` follows the level of the tail and never falls while a graph lives. `limit_level`
//    neither falls while one lives nor, for long, is below `tail_level`. It is a level, not a
//    stream: whoever raises it keeps its own `idle` low until the cycle after.
// 9. When the last node is done and no answer is missing, the graph is over: `start_ready` is high
//    again and `tail_level` zero. A graph without nodes is over at once.
//
// Progress. The tail always gets on. All its parents are older than the window, hence done and
// counted, so it is ready. Rule 3 inserts its successor at the latest when the tail is alone, so it
// is offered, as its level is `tail_level`. Its completion, or one it waits behind, has finitely
// many
// edges and waits for three things only. For a streamed edge: the walk itself makes the room its
// chunk
// needs, as |LEA| is at least two chunks. For an entry of the PUB: either the loader inserts, which
// without a completion it can do only until the LNA is full, or it cannot, and rule 7 ends the
// wait. For
// memory, which answers.
//
// Without rule 7 graphs stop. Four nodes without parents, the first of which is the parent of 4, 5
// and 6, an LNA of four and a PUB of two: 4 and 5 fill the PUB, the completion of node 0 waits for
// an
// entry, the entries for the insertion of 4, and that for the place of node 0.
module heddle_dgb (
    input wire clock,
    input wire reset,

    // DATS
    // A graph is offered.
    input wire start_valid,
    // Its nodes.
    input wire [31:0] start_nodes,
    // Its edges.
    input wire [31:0] start_edges,
    // Address of the node array.
    input wire [31:0] start_node_base,
    // Address of the edge array.
    input wire [31:0] start_edge_base,
    // Nodes of a higher level are not offered (rule 8).
    input wire [15:0] limit_level,
    // The offered node is taken.
    input wire node_ready,
    // A node is done (rule 5).
    input wire done_valid,
    // The node.
    input wire [31:0] done_node,

    // Memory
    // The request is taken.
    input wire mem_req_ready,
    // A word of an answer.
    input wire mem_resp_valid,
    // The word.
    input wire [31:0] mem_resp_data,

    // DATS
    // No graph lives; the offered graph is taken.
    output wire start_ready,
    // A node is offered (rule 4); the fields below are zero while low.
    output wire node_valid,
    // The node.
    output wire [31:0] node_id,
    // Its packed TB index; all ones: it has no TB.
    output wire [31:0] node_tb,
    // Its level.
    output wire [15:0] node_level,
    // The done node is taken.
    output wire done_ready,
    // Level of the tail; zero without a graph (rule 8).
    output wire [15:0] tail_level,

    // Memory
    // A request is offered; the fields below are zero while low.
    output wire mem_req_valid,
    // It is a write of a word.
    output wire mem_req_write,
    // It is a read of a chunk.
    output wire mem_req_chunk,
    // Byte address.
    output wire [31:0] mem_req_addr,
    // Word to write; zero for reads.
    output wire [31:0] mem_req_data,

    // Status
    // Entries of the PUB in use.
    output wire [15:0] pub_used,
    // Nothing to do until an input comes or `limit_level` rises.
    output wire idle
);

    localparam [15:0] NODE_MASK = 16'h7f;
    localparam [31:0] EDGE_MASK = 32'h1ff;
    localparam [31:0] NODE_PLACES = 32'h80;
    localparam [31:0] EDGE_PLACES = 32'h200;
    localparam [31:0] CHUNK_WORDS = 32'h20;

    wire begins;
    wire [31:0] count;
    wire [31:0] span;
    wire [31:0] loaded;
    wire [31:0] would_load;
    wire room;
    wire fits;
    wire enters;
    wire turned;
    wire insertable;
    wire insert;
    wire want_edges;
    wire read_tail;
    wire [31:0] following;
    wire all_in;
    wire wake_youngest;
    wire wake_child;
    wire counted_out;
    wire [31:0] youngest;
    wire [31:0] passed;
    wire over;
    wire [15:0] tail_place;
    wire [15:0] head_place;
    wire [15:0] child_place;
    wire [31:0] edge_place;
    wire [15:0] states_tail;
    wire states_pass;
    wire states_wake_child;
    wire [15:0] states_child;
    wire states_wake_youngest;
    wire [15:0] states_youngest;
    wire states_take;
    wire [15:0] states_taken;
    wire states_finish;
    wire [15:0] states_finished;
    wire states_tail_done;
    wire states_any;
    wire [4:0] states_word;
    wire [31:0] states_word_bits;
    wire ring_at_hand;
    wire [31:0] ring_node;
    wire ring_append;
    wire [31:0] ring_child;
    wire [6:0] ring_used;
    wire ring_full;
    wire ring_turned;
    wire ring_found;
    wire loader_begins;
    wire loader_live;
    wire [31:0] loader_nodes;
    wire [31:0] loader_node_base;
    wire [31:0] loader_edge_base;
    wire [31:0] loader_head;
    wire [31:0] loader_edge_head;
    wire loader_want_edges;
    wire loader_insert;
    wire loader_count_hand;
    wire [31:0] loader_child;
    wire loader_patch;
    wire loader_wants_read;
    wire loader_wants_write;
    wire [31:0] loader_word;
    wire loader_mem_req_ready;
    wire loader_mem_resp_valid;
    wire [31:0] loader_mem_resp_data;
    wire loader_mem_req_valid;
    wire loader_mem_req_write;
    wire loader_mem_req_chunk;
    wire [31:0] loader_mem_req_addr;
    wire [31:0] loader_mem_req_data;
    wire loader_requesting;
    wire loader_edge_answered;
    wire loader_word_answered;
    wire loader_nodes_due;
    wire loader_edges_asked;
    wire loader_settled;
    wire [31:0] loader_next_chunk;
    wire loader_at_hand;
    wire [31:0] loader_start;
    wire [15:0] loader_parents;
    wire [15:0] loader_level;
    wire [31:0] loader_tb;
    wire seeker_any;
    wire [4:0] seeker_word;
    wire [31:0] seeker_word_bits;
    wire seeker_wakes;
    wire seeker_held;
    wire [31:0] seeker_tail;
    wire [15:0] seeker_level;
    wire [31:0] seeker_tb;
    wire [15:0] seeker_limit;
    wire seeker_node_ready;
    wire [15:0] seeker_place;
    wire seeker_take;
    wire [15:0] seeker_taken;
    wire seeker_node_valid;
    wire [31:0] seeker_node_id;
    wire [31:0] seeker_node_tb;
    wire [15:0] seeker_node_level;
    wire seeker_waits;
    wire walker_done;
    wire [31:0] walker_done_node;
    wire [31:0] walker_nodes;
    wire [31:0] walker_tail;
    wire [31:0] walker_head;
    wire [31:0] walker_edge_tail;
    wire [31:0] walker_edge_head;
    wire walker_streams;
    wire [31:0] walker_stream_end;
    wire walker_tail_unread;
    wire walker_insert;
    wire walker_stuck;
    wire walker_pub_full;
    wire [31:0] walker_next_chunk;
    wire walker_requesting;
    wire walker_answered;
    wire [31:0] walker_answer;
    wire [15:0] walker_start;
    wire [31:0] walker_edge_child;
    wire [15:0] walker_parents;
    wire walker_resting;
    wire walker_at_child;
    wire walker_reads_starts;
    wire [31:0] walker_start_of;
    wire [15:0] walker_place;
    wire [31:0] walker_child;
    wire walker_count_down;
    wire [15:0] walker_fewer;
    wire walker_append;
    wire walker_count_hand;
    wire walker_patch;
    wire walker_wants_read;
    wire walker_wants_write;
    wire [31:0] walker_word;
    wire walker_finish;
    wire [31:0] walker_node;
    wire walker_streamed;
    wire walker_streaming;
    reg [15:0] lna_start_read_addr;
    wire [15:0] lna_start_read_data;
    wire lna_start_write_enable;
    wire [15:0] lna_start_write_addr;
    wire [15:0] lna_start_write_data;
    wire [15:0] lna_parents_read_addr;
    wire [15:0] lna_parents_read_data;
    wire lna_parents_write_enable;
    reg [15:0] lna_parents_write_addr;
    reg [15:0] lna_parents_write_data;
    reg [15:0] lna_level_read_addr;
    wire [15:0] lna_level_read_data;
    wire lna_level_write_enable;
    wire [15:0] lna_level_write_addr;
    wire [15:0] lna_level_write_data;
    wire [15:0] lna_tb_read_addr;
    wire [31:0] lna_tb_read_data;
    wire lna_tb_write_enable;
    wire [15:0] lna_tb_write_addr;
    wire [31:0] lna_tb_write_data;
    wire [15:0] lea_read_addr;
    wire [31:0] lea_read_data;
    wire lea_write_enable;
    wire [15:0] lea_write_addr;
    wire [31:0] lea_write_data;
    reg live_d;
    reg live_q;
    reg [31:0] nodes_d;
    reg [31:0] nodes_q;
    reg [31:0] edges_d;
    reg [31:0] edges_q;
    reg [31:0] node_base_d;
    reg [31:0] node_base_q;
    reg [31:0] edge_base_d;
    reg [31:0] edge_base_q;
    reg [31:0] tail_d;
    reg [31:0] tail_q;
    reg [31:0] head_d;
    reg [31:0] head_q;
    reg [31:0] edge_tail_d;
    reg [31:0] edge_tail_q;
    reg [31:0] edge_head_d;
    reg [31:0] edge_head_q;
    reg [15:0] level_d;
    reg [15:0] level_q;
    reg stale_d;
    reg stale_q;
    wire reading_d;
    reg reading_q;
    reg streams_d;
    reg streams_q;
    reg [31:0] stream_end_d;
    reg [31:0] stream_end_q;
    reg youngest_ready_d;
    reg youngest_ready_q;

    heddle_dgb_states u_states (
        .clock(clock),
        .reset(reset),
        .tail(states_tail),
        .pass(states_pass),
        .wake_child(states_wake_child),
        .child(states_child),
        .wake_youngest(states_wake_youngest),
        .youngest(states_youngest),
        .take(states_take),
        .taken(states_taken),
        .finish(states_finish),
        .finished(states_finished),
        .tail_done(states_tail_done),
        .any(states_any),
        .word(states_word),
        .word_bits(states_word_bits)
    );

    heddle_dgb_ring u_ring (
        .clock(clock),
        .reset(reset),
        .at_hand(ring_at_hand),
        .node(ring_node),
        .append(ring_append),
        .child(ring_child),
        .used(ring_used),
        .full(ring_full),
        .turned(ring_turned),
        .found(ring_found)
    );

    heddle_dgb_loader u_loader (
        .clock(clock),
        .reset(reset),
        .begins(loader_begins),
        .live(loader_live),
        .nodes(loader_nodes),
        .node_base(loader_node_base),
        .edge_base(loader_edge_base),
        .head(loader_head),
        .edge_head(loader_edge_head),
        .want_edges(loader_want_edges),
        .insert(loader_insert),
        .count_hand(loader_count_hand),
        .child(loader_child),
        .patch(loader_patch),
        .wants_read(loader_wants_read),
        .wants_write(loader_wants_write),
        .word(loader_word),
        .mem_req_ready(loader_mem_req_ready),
        .mem_resp_valid(loader_mem_resp_valid),
        .mem_resp_data(loader_mem_resp_data),
        .mem_req_valid(loader_mem_req_valid),
        .mem_req_write(loader_mem_req_write),
        .mem_req_chunk(loader_mem_req_chunk),
        .mem_req_addr(loader_mem_req_addr),
        .mem_req_data(loader_mem_req_data),
        .requesting(loader_requesting),
        .edge_answered(loader_edge_answered),
        .word_answered(loader_word_answered),
        .nodes_due(loader_nodes_due),
        .edges_asked(loader_edges_asked),
        .settled(loader_settled),
        .next_chunk(loader_next_chunk),
        .at_hand(loader_at_hand),
        .start(loader_start),
        .parents(loader_parents),
        .level(loader_level),
        .tb(loader_tb)
    );

    heddle_dgb_seeker u_seeker (
        .clock(clock),
        .reset(reset),
        .any(seeker_any),
        .word(seeker_word),
        .word_bits(seeker_word_bits),
        .wakes(seeker_wakes),
        .held(seeker_held),
        .tail(seeker_tail),
        .level(seeker_level),
        .tb(seeker_tb),
        .limit(seeker_limit),
        .node_ready(seeker_node_ready),
        .place(seeker_place),
        .take(seeker_take),
        .taken(seeker_taken),
        .node_valid(seeker_node_valid),
        .node_id(seeker_node_id),
        .node_tb(seeker_node_tb),
        .node_level(seeker_node_level),
        .waits(seeker_waits)
    );

    heddle_dgb_walker u_walker (
        .clock(clock),
        .reset(reset),
        .done(walker_done),
        .done_node(walker_done_node),
        .nodes(walker_nodes),
        .tail(walker_tail),
        .head(walker_head),
        .edge_tail(walker_edge_tail),
        .edge_head(walker_edge_head),
        .streams(walker_streams),
        .stream_end(walker_stream_end),
        .tail_unread(walker_tail_unread),
        .insert(walker_insert),
        .stuck(walker_stuck),
        .pub_full(walker_pub_full),
        .next_chunk(walker_next_chunk),
        .requesting(walker_requesting),
        .answered(walker_answered),
        .answer(walker_answer),
        .start(walker_start),
        .edge_child(walker_edge_child),
        .parents(walker_parents),
        .resting(walker_resting),
        .at_child(walker_at_child),
        .reads_starts(walker_reads_starts),
        .start_of(walker_start_of),
        .place(walker_place),
        .child(walker_child),
        .count_down(walker_count_down),
        .fewer(walker_fewer),
        .append(walker_append),
        .count_hand(walker_count_hand),
        .patch(walker_patch),
        .wants_read(walker_wants_read),
        .wants_write(walker_wants_write),
        .word(walker_word),
        .finish(walker_finish),
        .node(walker_node),
        .streamed(walker_streamed),
        .streaming(walker_streaming)
    );

    heddle_sram_macro #(.WIDTH(9), .ENTRIES(128)) u_lna_start (
        .clock(clock),
        .read_addr(lna_start_read_addr[6:0]),
        .read_data(lna_start_read_data[8:0]),
        .write_enable(lna_start_write_enable),
        .write_addr(lna_start_write_addr[6:0]),
        .write_data(lna_start_write_data[8:0])
    );
    assign lna_start_read_data[15:9] = 7'd0;

    heddle_sram_macro #(.WIDTH(16), .ENTRIES(128)) u_lna_parents (
        .clock(clock),
        .read_addr(lna_parents_read_addr[6:0]),
        .read_data(lna_parents_read_data),
        .write_enable(lna_parents_write_enable),
        .write_addr(lna_parents_write_addr[6:0]),
        .write_data(lna_parents_write_data)
    );

    heddle_sram_macro #(.WIDTH(16), .ENTRIES(128)) u_lna_level (
        .clock(clock),
        .read_addr(lna_level_read_addr[6:0]),
        .read_data(lna_level_read_data),
        .write_enable(lna_level_write_enable),
        .write_addr(lna_level_write_addr[6:0]),
        .write_data(lna_level_write_data)
    );

    heddle_sram_macro #(.WIDTH(16), .ENTRIES(128)) u_lna_tb (
        .clock(clock),
        .read_addr(lna_tb_read_addr[6:0]),
        .read_data(lna_tb_read_data[15:0]),
        .write_enable(lna_tb_write_enable),
        .write_addr(lna_tb_write_addr[6:0]),
        .write_data(lna_tb_write_data[15:0])
    );
    assign lna_tb_read_data[31:16] = 16'd0;

    heddle_sram_macro #(.WIDTH(16), .ENTRIES(512)) u_lea (
        .clock(clock),
        .read_addr(lea_read_addr[8:0]),
        .read_data(lea_read_data[15:0]),
        .write_enable(lea_write_enable),
        .write_addr(lea_write_addr[8:0]),
        .write_data(lea_write_data[15:0])
    );
    assign lea_read_data[31:16] = 16'd0;

    always @(*) begin
        live_d = live_q;
        nodes_d = nodes_q;
        edges_d = edges_q;
        node_base_d = node_base_q;
        edge_base_d = edge_base_q;
        tail_d = tail_q;
        head_d = head_q;
        edge_tail_d = edge_tail_q;
        edge_head_d = edge_head_q;
        level_d = level_q;
        stale_d = stale_q;
        streams_d = streams_q;
        stream_end_d = stream_end_q;
        youngest_ready_d = youngest_ready_q;
        if (walker_streamed) begin
            edge_tail_d = edge_tail_q + 32'd1;
        end
        if (reading_q) begin
            edge_tail_d = edge_tail_q + (passed & EDGE_MASK);
            level_d = lna_level_read_data;
        end
        if (read_tail) begin
            stale_d = 1'b0;
        end
        if (states_tail_done) begin
            tail_d = following;
            stale_d = following != head_q;
        end
        if (wake_youngest) begin
            youngest_ready_d = 1'b0;
        end
        if (counted_out & (walker_child == youngest)) begin
            youngest_ready_d = 1'b1;
        end
        if (walker_finish & walker_streaming) begin
            streams_d = 1'b0;
        end
        if (insert) begin
            head_d = head_q + 32'd1;
            youngest_ready_d = loader_parents == 16'd0;
            if (count == 32'd0) begin
                stale_d = 1'b1;
            end else if (~fits) begin
                streams_d = 1'b1;
                stream_end_d = loader_start;
            end
        end
        if (loader_edge_answered) begin
            edge_head_d = edge_head_q + 32'd1;
        end
        if (over) begin
            live_d = 1'b0;
            level_d = 16'd0;
        end
        if (begins) begin
            live_d = 1'b1;
            nodes_d = start_nodes;
            edges_d = start_edges;
            node_base_d = start_node_base;
            edge_base_d = start_edge_base;
            tail_d = 32'd0;
            head_d = 32'd0;
            edge_tail_d = 32'd0;
            edge_head_d = 32'd0;
        end
    end

    assign reading_d = read_tail;
    assign begins = start_valid & ~live_q;
    assign tail_place = tail_q[15:0] & NODE_MASK;
    assign head_place = head_q[15:0] & NODE_MASK;
    assign child_place = walker_child[15:0] & NODE_MASK;
    assign edge_place = edge_head_q & EDGE_MASK;
    assign count = head_q - tail_q;
    assign span = loader_start - edge_tail_q;
    assign loaded = edge_head_q - edge_tail_q;
    assign would_load = loaded + CHUNK_WORDS;
    assign room = count < NODE_PLACES;
    assign fits = (loader_start <= edge_head_q) & (span < EDGE_PLACES);
    assign enters = fits | (count <= 32'd1);
    assign turned = loader_at_hand & ring_turned;
    assign insertable = turned & room & enters;
    assign insert = insertable & ~walker_at_child;
    assign want_edges = live_q & ~loader_edges_asked & (edge_head_q < edges_q)
        & (would_load <= EDGE_PLACES);
    assign walker_stuck = turned & ~loader_nodes_due & ~states_tail_done & ~stale_q & ~reading_q
        & (~room | (~enters & ~loader_edges_asked & ~want_edges));
    assign following = tail_q + 32'd1;
    assign read_tail = stale_q & ~states_tail_done & ~walker_reads_starts;
    assign passed = {16'd0, lna_start_read_data} - edge_tail_q;
    assign all_in = head_q == nodes_q;
    assign youngest = head_q - 32'd1;
    assign wake_youngest = youngest_ready_q & (insert | all_in);
    assign counted_out = walker_count_down & (walker_fewer == 16'd0);
    assign wake_child = counted_out & (walker_child != youngest);

    always @(*) begin
        lna_start_read_addr = tail_place;
        if (walker_reads_starts) begin
            lna_start_read_addr = walker_start_of[15:0] & NODE_MASK;
        end
    end

    assign lna_start_write_enable = insert;
    assign lna_start_write_addr = head_place;
    assign lna_start_write_data = loader_start[15:0] & 16'h1ff;
    assign lna_parents_read_addr = lea_read_data[15:0] & NODE_MASK;
    assign lna_parents_write_enable = insert | walker_count_down;

    always @(*) begin
        lna_parents_write_addr = child_place;
        lna_parents_write_data = walker_fewer;
        if (insert) begin
            lna_parents_write_addr = head_place;
            lna_parents_write_data = loader_parents;
        end
    end

    always @(*) begin
        lna_level_read_addr = seeker_place;
        if (read_tail) begin
            lna_level_read_addr = tail_place;
        end
    end

    assign lna_level_write_enable = insert;
    assign lna_level_write_addr = head_place;
    assign lna_level_write_data = loader_level;
    assign lna_tb_read_addr = seeker_place;
    assign lna_tb_write_enable = insert;
    assign lna_tb_write_addr = head_place;
    assign lna_tb_write_data = loader_tb;
    assign lea_read_addr = walker_place;
    assign lea_write_enable = loader_edge_answered;
    assign lea_write_addr = edge_place[15:0];
    assign lea_write_data = mem_resp_data;
    assign states_tail = tail_place;
    assign states_pass = states_tail_done;
    assign states_wake_child = wake_child;
    assign states_child = child_place;
    assign states_wake_youngest = wake_youngest;
    assign states_youngest = youngest[15:0] & NODE_MASK;
    assign states_take = seeker_take;
    assign states_taken = seeker_taken;
    assign states_finish = walker_finish;
    assign states_finished = walker_node[15:0] & NODE_MASK;
    assign ring_at_hand = loader_at_hand;
    assign ring_node = head_q;
    assign ring_append = walker_append;
    assign ring_child = walker_child;
    assign seeker_any = states_any;
    assign seeker_word = states_word;
    assign seeker_word_bits = states_word_bits;
    assign seeker_wakes = wake_child | wake_youngest;
    assign seeker_held = read_tail;
    assign seeker_tail = tail_q;
    assign seeker_level = lna_level_read_data;
    assign seeker_tb = lna_tb_read_data;
    assign seeker_limit = limit_level;
    assign seeker_node_ready = node_ready;
    assign walker_done = done_valid & live_q;
    assign walker_done_node = done_node;
    assign walker_nodes = nodes_q;
    assign walker_tail = tail_q;
    assign walker_head = head_q;
    assign walker_edge_tail = edge_tail_q;
    assign walker_edge_head = edge_head_q;
    assign walker_streams = streams_q;
    assign walker_stream_end = stream_end_q;
    assign walker_tail_unread = stale_q | reading_q;
    assign walker_insert = insert;
    assign walker_pub_full = ring_full;
    assign walker_next_chunk = loader_next_chunk;
    assign walker_requesting = loader_requesting;
    assign walker_answered = loader_word_answered;
    assign walker_answer = mem_resp_data;
    assign walker_start = lna_start_read_data;
    assign walker_edge_child = lea_read_data;
    assign walker_parents = lna_parents_read_data;
    assign loader_begins = begins;
    assign loader_live = live_q;
    assign loader_nodes = nodes_q;
    assign loader_node_base = node_base_q;
    assign loader_edge_base = edge_base_q;
    assign loader_head = head_q;
    assign loader_edge_head = edge_head_q;
    assign loader_want_edges = want_edges;
    assign loader_insert = insert;
    assign loader_count_hand = ring_found | walker_count_hand;
    assign loader_child = walker_child;
    assign loader_patch = walker_patch;
    assign loader_wants_read = walker_wants_read;
    assign loader_wants_write = walker_wants_write;
    assign loader_word = walker_word;
    assign loader_mem_req_ready = mem_req_ready;
    assign loader_mem_resp_valid = mem_resp_valid;
    assign loader_mem_resp_data = mem_resp_data;
    assign over = live_q & (tail_q == nodes_q) & ~reading_q & ~loader_requesting & ~loader_nodes_due
        & ~loader_edges_asked;
    assign start_ready = ~live_q;
    assign node_valid = seeker_node_valid;
    assign node_id = seeker_node_id;
    assign node_tb = seeker_node_tb;
    assign node_level = seeker_node_level;
    assign done_ready = live_q & walker_resting;
    assign tail_level = level_q;
    assign mem_req_valid = loader_mem_req_valid;
    assign mem_req_write = loader_mem_req_write;
    assign mem_req_chunk = loader_mem_req_chunk;
    assign mem_req_addr = loader_mem_req_addr;
    assign mem_req_data = loader_mem_req_data;
    assign pub_used = {9'd0, ring_used};
    assign idle = ~live_q | (~states_tail_done & ~stale_q & ~reading_q & ~want_edges
        & loader_settled & ~(loader_at_hand & ~ring_turned) & ~insertable
        & ~(youngest_ready_q & all_in) & walker_resting & seeker_waits & (tail_q != nodes_q));

    always @(posedge clock) begin
        if (reset) begin
            live_q <= 1'b0;
            nodes_q <= 32'd0;
            edges_q <= 32'd0;
            node_base_q <= 32'd0;
            edge_base_q <= 32'd0;
            tail_q <= 32'd0;
            head_q <= 32'd0;
            edge_tail_q <= 32'd0;
            edge_head_q <= 32'd0;
            level_q <= 16'd0;
            stale_q <= 1'b0;
            reading_q <= 1'b0;
            streams_q <= 1'b0;
            stream_end_q <= 32'd0;
            youngest_ready_q <= 1'b0;
        end else begin
            live_q <= live_d;
            nodes_q <= nodes_d;
            edges_q <= edges_d;
            node_base_q <= node_base_d;
            edge_base_q <= edge_base_d;
            tail_q <= tail_d;
            head_q <= head_d;
            edge_tail_q <= edge_tail_d;
            edge_head_q <= edge_head_d;
            level_q <= level_d;
            stale_q <= stale_d;
            reading_q <= reading_d;
            streams_q <= streams_d;
            stream_end_q <= stream_end_d;
            youngest_ready_q <= youngest_ready_d;
        end
    end

    // Bits that nothing reads.
    wire unused_ok;
    assign unused_ok = &{
        1'b0,
        edge_place[31:16],
        walker_start_of[31:16],
        walker_node[31:16],
        lna_start_read_addr[15:7],
        lna_start_write_addr[15:7],
        lna_start_write_data[15:9],
        lna_parents_read_addr[15:7],
        lna_parents_write_addr[15:7],
        lna_level_read_addr[15:7],
        lna_level_write_addr[15:7],
        lna_tb_read_addr[15:7],
        lna_tb_write_addr[15:7],
        lna_tb_write_data[31:16],
        lea_read_addr[15:9],
        lea_write_addr[15:9],
        lea_write_data[31:16],
        1'b0
    };
endmodule
