// heddle_rename_entries, inside heddle_rename.
//
// Memories of one entry, and what a change does to a word of them.
module heddle_rename_entries (
    // Rising edge.
    input wire clock,
    // Synchronous reset, active high.
    input wire reset,
    // TB slot of the change that is made in the next cycle.
    input wire [15:0] next_row,
    // TB slot of the change that is made.
    input wire [15:0] row,
    // TB slot of the look that is answered in the next cycle.
    input wire [15:0] look_row,
    // A change is made.
    input wire works,
    // The word that was read for the change has something in it.
    input wire filled,
    // The change is of the TB of the one before, a cycle ago.
    input wire again,
    // The word that was read for the look has something in it.
    input wire look_filled,
    // The look is at the TB of the change before, a cycle ago.
    input wire look_again,
    // Named register of the change.
    input wire [7:0] named,
    // Warps of the change.
    input wire [31:0] warps,
    // Named register of the change before.
    input wire [7:0] last_named,
    // Warps of the change before.
    input wire [31:0] last_warps,
    // Warp that looks, one-hot.
    input wire [31:0] looker,
    // A version of the register begins in this entry.
    input wire makes,
    // Its high half does.
    input wire makes_high,
    // The warps are to come for what is in the entry, which is the newest version.
    input wire awaits,
    // A newer version of the register is made.
    input wire ages,
    // The warps do not read the entry any more.
    input wire unreads,
    // The warps read the entry from now on.
    input wire reads,
    // The warps are not to come for it any more.
    input wire drops,
    // Some warp reads the entry or is to come for it.
    output wire live,
    // And it has a version of the register of the change.
    output wire same,
    // And one of the warps of the change is to come for it.
    output wire comes,
    // One of the warps of the change reads the entry.
    output wire is_read,
    // A warp that is not of the change reads it.
    output wire is_kept,
    // It has the high half of a version.
    output wire high,
    // Named register of the version.
    output wire [7:0] name,
    // Versions of it that are newer.
    output wire [4:0] age,
    // Some warp needs the entry after the change.
    output wire left,
    // Named register in the TB of the look.
    output wire [7:0] look_name,
    // The entry has a high half there.
    output wire look_high,
    // Some warp reads it there.
    output wire look_read,
    // The warp that looks reads it.
    output wire look_shared
);

    reg [31:0] readers_now, coming_now, look_readers_now;
    wire [8:0] names_read_data, look_names_read_data;
    wire [4:0] versions_read_data;
    wire [31:0] readers_read_data, coming_read_data, look_readers_read_data;
    reg made_q, made_high_q, awaited_q, aged_q, unread_q, read_q, dropped_q;

    // The words as they are now.
    wire [8:0] last_name = made_high_q ? {1'b0, last_named} | 9'h100 : {1'b0, last_named};
    wire [4:0] versions_now = (again & awaited_q) ? 5'd0
        : (again & aged_q) ? versions_read_data + 5'd1 : versions_read_data;
    // What the change needs to know.
    wire is_live = |(readers_now | coming_now);
    // The words from now on.
    wire [8:0] names_next = makes_high ? {1'b0, named} | 9'h100 : {1'b0, named};
    wire [31:0] coming_next = drops ? coming_now & ~warps : awaits ? coming_now | warps
        : coming_now;
    wire [31:0] readers_next = reads ? readers_now | warps : unreads ? readers_now & ~warps
        : readers_now;
    wire [8:0] names_now = (again & made_q) ? last_name : names_read_data;
    wire [4:0] versions_next = awaits ? 5'd0 : ages ? versions_now + 5'd1 : versions_now;
    // The words of the look: those that the change before has written are not in the memories yet.
    wire [8:0] look_names_now = (look_again & made_q) ? last_name : look_names_read_data;
    wire is_same = is_live & (names_now[7:0] == named);

    heddle_sram_macro #(.WIDTH(9), .ENTRIES(2)) u_names (
        .clock(clock), .read_addr(next_row[0:0]), .read_data(names_read_data), .write_enable(makes),
        .write_addr(row[0:0]), .write_data(names_next)
    );

    heddle_sram_macro #(.WIDTH(5), .ENTRIES(2)) u_versions (
        .clock(clock), .read_addr(next_row[0:0]), .read_data(versions_read_data),
        .write_enable(works), .write_addr(row[0:0]), .write_data(versions_next)
    );

    heddle_sram_macro #(.WIDTH(32), .ENTRIES(2)) u_readers (
        .clock(clock), .read_addr(next_row[0:0]), .read_data(readers_read_data),
        .write_enable(works), .write_addr(row[0:0]), .write_data(readers_next)
    );

    heddle_sram_macro #(.WIDTH(32), .ENTRIES(2)) u_coming (
        .clock(clock), .read_addr(next_row[0:0]), .read_data(coming_read_data),
        .write_enable(works), .write_addr(row[0:0]), .write_data(coming_next)
    );

    heddle_sram_macro #(.WIDTH(9), .ENTRIES(2)) u_look_names (
        .clock(clock), .read_addr(look_row[0:0]), .read_data(look_names_read_data),
        .write_enable(makes), .write_addr(row[0:0]), .write_data(names_next)
    );

    heddle_sram_macro #(.WIDTH(32), .ENTRIES(2)) u_look_readers (
        .clock(clock), .read_addr(look_row[0:0]), .read_data(look_readers_read_data),
        .write_enable(works), .write_addr(row[0:0]), .write_data(readers_next)
    );

    always @(*) begin
        readers_now = 32'd0;
        coming_now = 32'd0;
        if (filled) begin
            readers_now = readers_read_data;
            coming_now = coming_read_data;
        end
        if (again & awaited_q) coming_now = coming_now | last_warps;
        if (again & dropped_q) coming_now = coming_now & ~last_warps;
        if (again & unread_q) readers_now = readers_now & ~last_warps;
        if (again & read_q) readers_now = readers_now | last_warps;
    end

    always @(*) begin
        look_readers_now = 32'd0;
        if (look_filled) look_readers_now = look_readers_read_data;
        if (look_again & unread_q) look_readers_now = look_readers_now & ~last_warps;
        if (look_again & read_q) look_readers_now = look_readers_now | last_warps;
    end

    assign live = is_live;
    assign same = is_same;
    assign comes = is_same & (|(coming_now & warps));
    assign is_read = |(readers_now & warps);
    assign is_kept = |(readers_now & ~warps);
    assign high = names_now[8];
    assign name = names_now[7:0];
    assign age = versions_now;
    assign left = |(readers_next | coming_next);
    assign look_name = look_names_now[7:0];
    assign look_high = look_names_now[8];
    assign look_read = |look_readers_now;
    assign look_shared = |(look_readers_now & looker);

    always @(posedge clock)
        if (~reset) begin
            made_q <= makes;
            made_high_q <= makes_high;
            awaited_q <= awaits;
            aged_q <= ages;
            unread_q <= unreads;
            read_q <= reads;
            dropped_q <= drops;
        end

    // Bits that nothing reads.
    wire unused_ok = &{1'b0, next_row[15:1], row[15:1], look_row[15:1], 1'b0};
endmodule
