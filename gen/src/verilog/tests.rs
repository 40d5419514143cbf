//! Shapes that no unit has yet: banks of blocks, and what is refused.

use super::print;
use heddle_hw::kit::{dff_setup, Count, Reg};
use rust_hdl::prelude::*;

#[derive(Clone, LogicBlock, Default)]
struct Successor {
    pub of: Signal<In, Bits<4>>,
    pub is: Signal<Out, Bits<4>>,
}

impl Logic for Successor {
    #[hdl_gen]
    fn update(&mut self) {
        self.is.next = self.of.val() + 1;
    }
}

#[derive(LogicBlock, Default)]
struct Row {
    pub select: Signal<In, Bits<4>>,
    pub of: Signal<In, Bits<4>>,
    pub is: Signal<Out, Bits<4>>,
    cells: Vec<Successor>,
    length: Count,
}

impl Logic for Row {
    #[hdl_gen]
    fn update(&mut self) {
        self.is.next = bits::<4>(0);
        for i in 0..self.length.get() {
            self.cells[i].of.next = self.of.val();
            if self.select.val().get_bit(i) {
                self.is.next = self.cells[i].is.val();
            }
        }
    }
}

fn printed(circuit: &dyn Block) -> Result<String, String> {
    let verilog = print("test", "heddle_test".into(), "", &[], circuit);
    verilog.map(|verilog| verilog.complete()).map_err(|error| error.to_string())
}

#[test]
fn blocks_in_an_array_are_generated_in_a_loop() {
    let cells = vec![Successor::default(); 3];
    let text = printed(&Row { cells, length: Count::new(3), ..Row::default() }).expect("printed");
    for line in [
        "    localparam integer LENGTH = 3;",
        "    wire [LENGTH*4-1:0] cells_is;",
        "        for (g_cells = 0; g_cells < LENGTH; g_cells = g_cells + 1) begin : gen_cells",
        "            heddle_test_cells u_cells (",
        "                .of(cells_of[g_cells*4 +: 4]), .is(cells_is[g_cells*4 +: 4])",
        "        for (i = 0; i < LENGTH; i = i + 1) cells_of[i*4 +: 4] = of;",
        "            if (select[i]) is = cells_is[i*4 +: 4];",
    ] {
        assert!(text.lines().any(|printed| printed == line), "no `{line}` in\n{text}");
    }
    assert_eq!(text.matches("module heddle_test_cells ").count(), 1);
}

#[derive(LogicBlock, Default)]
struct Fixed {
    pub of: Signal<In, Bits<4>>,
    pub is: Signal<Out, Bits<4>>,
    pub was: Signal<Out, Bits<4>>,
    step: Signal<Local, Bits<4>>,
}

impl Logic for Fixed {
    #[hdl_gen]
    fn update(&mut self) {
        self.step.next = bits::<4>(3);
        self.is.next = bits::<4>(0);
        if self.step.val() == 3 {
            self.is.next = bits::<4>(1);
            if self.step.val() == 2 {
                self.is.next = bits::<4>(2);
            }
        }
        self.was.next = bits::<4>(0);
        if self.of.val() == 3 {
            self.was.next = self.step.val();
            if self.of.val() == 2 {
                self.was.next = bits::<4>(2);
            }
        }
    }
}

#[test]
fn a_process_that_reads_only_constants_joins_one_that_wakes() {
    let text = printed(&Fixed::default()).expect("printed");
    assert_eq!(text.matches("always @(*)").count(), 1, "{text}");
    assert!(text.contains("wire [3:0] step = 4'd3;"), "{text}");
}

/// Registers whose order of statements matters, and does not.
#[derive(LogicBlock, Default)]
struct Loads {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub go: Signal<In, Bit>,
    pub is: Signal<Out, Bits<4>>,
    pub ahead: Signal<Out, Bits<4>>,
    held: Reg<Bits<4>>,
    seen: Reg<Bits<4>>,
}

impl Logic for Loads {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, held, seen);
        if self.go.val() {
            self.held.d.next = self.held.q.val() + 1;
            self.seen.d.next = self.held.q.val();
        }
        self.is.next = self.held.q.val() ^ self.seen.q.val();
        self.ahead.next = self.seen.d.val();
    }
}

#[test]
fn a_register_loads_where_it_is_assigned_unless_its_input_is_read() {
    let text = printed(&Loads::default()).expect("printed");
    for line in [
        "    wire [3:0] seen_d = go ? held_q : seen_q;",
        "            seen_q <= seen_d;",
        "            if (go) held_q <= held_q + 4'd1;",
    ] {
        assert!(text.lines().any(|printed| printed == line), "no `{line}` in\n{text}");
    }
}

/// One of 2 to the power of 2 registers, by an index that reaches all of them or more.
#[derive(LogicBlock, Default)]
struct Chosen {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub at: Signal<In, Bits<2>>,
    pub beyond: Signal<In, Bits<3>>,
    pub is: Signal<Out, Bits<4>>,
    pub other: Signal<Out, Bits<4>>,
    slots: Vec<Reg<Bits<4>>>,
    hot: Signal<Local, Bits<8>>,
    far: Signal<Local, Bits<8>>,
    length: Count,
}

impl Logic for Chosen {
    #[hdl_gen]
    fn update(&mut self) {
        self.hot.next = bits::<8>(1) << self.at.val();
        self.far.next = bits::<8>(1) << self.beyond.val();
        self.is.next = bits::<4>(0);
        self.other.next = bits::<4>(0);
        for i in 0..self.length.get() {
            self.slots[i].clock.next = self.clock.val();
            self.slots[i].reset.next = self.reset.val();
            self.slots[i].d.next = self.slots[i].q.val() + 1;
            if self.hot.val().get_bit(i) {
                self.is.next = self.slots[i].q.val();
            }
            if self.far.val().get_bit(i) {
                self.other.next = self.slots[i].q.val();
            }
        }
    }
}

#[test]
fn an_element_is_taken_by_its_position_if_there_is_one_at_the_index() {
    let circuit = Chosen { slots: Reg::bank(4), length: Count::new(4), ..Chosen::default() };
    let text = printed(&circuit).expect("printed");
    assert!(text.contains("assign is = slots_q[{at, 2'd0} +: 4];"), "{text}");
    let other = "assign other = (beyond[2] == 1'b0) ? slots_q[{beyond[1:0], 2'd0} +: 4] : 4'd0;";
    assert!(text.contains(other), "{text}");
}

#[derive(LogicBlock, Default)]
struct Moving {
    pub word: Signal<In, Bits<32>>,
    pub at: Signal<In, Bits<5>>,
    pub part: Signal<Out, Bits<4>>,
}

impl Logic for Moving {
    #[hdl_gen]
    fn update(&mut self) {
        self.part.next = self.word.val().get_bits::<4>(self.at.val().index());
    }
}

#[test]
fn bits_at_a_variable_position_are_refused() {
    let error = printed(&Moving::default()).expect_err("refused");
    assert!(error.starts_with("printing unit test as Verilog: module heddle_test, "), "{error}");
    assert!(error.contains("assignment to part.next: bits at a variable position"), "{error}");
}

#[derive(LogicBlock, Default)]
struct Beyond {
    pub of: Signal<In, Bits<4>>,
    pub is: Signal<Out, Bits<4>>,
    cells: Vec<Successor>,
}

impl Logic for Beyond {
    #[hdl_gen]
    fn update(&mut self) {
        self.cells[2].of.next = self.of.val();
        self.is.next = self.cells[0].is.val();
    }
}

#[test]
fn an_element_that_is_not_there_is_refused() {
    let cells = vec![Successor::default(); 2];
    let error = printed(&Beyond { cells, ..Beyond::default() }).expect_err("refused");
    assert!(error.ends_with("cells[2]$of: there are 2 elements"), "{error}");
}

#[derive(LogicBlock, Default)]
struct Products {
    pub a: Signal<In, Bits<16>>,
    pub b: Signal<In, Bits<16>>,
    pub whole: Signal<Out, Bits<32>>,
    pub low: Signal<Out, Bits<8>>,
}

impl Logic for Products {
    #[hdl_gen]
    fn update(&mut self) {
        self.whole.next = self.a.val() * self.b.val();
        self.low.next = bit_cast::<8, 32>(self.a.val() * self.b.val());
    }
}

#[test]
fn a_product_is_as_wide_as_both_factors() {
    let text = printed(&Products::default()).expect("printed");
    assert!(text.contains("assign whole = {16'd0, a} * {16'd0, b};"), "{text}");
    assert!(text.contains("assign low = a[7:0] * b[7:0];"), "{text}");
}
