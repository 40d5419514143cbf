//! The SRAM cell that all circuits use, and the SRAM unit made of one.

use super::pins::{sram_ports, In, Out, Params};
use crate::kit::dff_setup;
use crate::kit::width::index_bits;
use crate::kit::Reg;
use rust_hdl::prelude::*;

/// A memory of `W`-bit words (1R1W, read latency 1, no `initial`), sized when built.
///
/// A memory may store fewer than `W` bits per word, chosen when built; the others read as zero.
///
/// For silicon it is a macro; the Verilog is an array from which synthesis tools infer a memory.
#[derive(Clone, Debug, Default, LogicBlock)]
pub struct Sram<const W: usize> {
    /// Rising edge of both ports.
    pub clock: Signal<rust_hdl::prelude::In, Clock>,
    /// Address of the word to read at this edge.
    pub read_addr: Signal<rust_hdl::prelude::In, Bits<16>>,
    /// Word that was read at the last edge.
    pub read_data: Signal<rust_hdl::prelude::Out, Bits<W>>,
    /// The memory writes at this edge.
    pub write_enable: Signal<rust_hdl::prelude::In, bool>,
    /// Address of the word to write.
    pub write_addr: Signal<rust_hdl::prelude::In, Bits<16>>,
    /// Value to write.
    pub write_data: Signal<rust_hdl::prelude::In, Bits<W>>,
    _words: Vec<Bits<W>>,
    _kept: usize,
}

impl<const W: usize> Sram<W> {
    /// A memory of `entries` words; at most 65536.
    pub fn new(entries: usize) -> Self {
        Self::narrow(entries, W)
    }

    /// A memory of `entries` words that keeps the low `kept` bits of each, 1 to `W`.
    pub fn narrow(entries: usize, kept: usize) -> Self {
        Self { _words: vec![Bits::default(); entries], _kept: kept, ..Default::default() }
    }
}

impl<const W: usize> Logic for Sram<W> {
    fn update(&mut self) {
        if self.clock.pos_edge() {
            let read = self.read_addr.val().to_u32() as usize;
            self.read_data.next = self._words.get(read).copied().unwrap_or_default();
            let write = self.write_addr.val().to_u32() as usize;
            if self.write_enable.val() && write < self._words.len() {
                let lost = W - self._kept;
                let kept = self.write_data.val() << bits::<W>(lost as u64);
                self._words[write] = kept >> bits::<W>(lost as u64);
            }
        }
    }
    fn connect(&mut self) {
        self.read_data.connect();
    }
    fn hdl(&self) -> Verilog {
        let entries = self._words.len();
        let index = index_bits(entries as u32);
        let top = index.max(1) - 1;
        Verilog::Custom(format!(
            "// heddle:sram {entries} x {kept}\nreg [{w}:0] mem [0:{last}];\n\
             always @(posedge clock) begin\n  read_data <= mem[read_addr[{top}:0]];\n  \
             if (write_enable) mem[write_addr[{top}:0]] <= write_data;\nend\n",
            kept = self._kept,
            w = W - 1,
            last = entries.saturating_sub(1),
        ))
    }
}

sram_ports! {
    /// One 32-bit memory.
    pub struct SramRtl {
        block: Sram<32>,
        valid: Reg<Bit>,
    }
}

impl SramRtl {
    /// A block of the given size.
    pub fn new(params: &Params) -> Self {
        Self { block: Sram::new(params.entries as usize), ..Default::default() }
    }
}

impl Logic for SramRtl {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, valid);
        self.block.clock.next = self.clock.val();
        self.block.read_addr.next = self.read_addr.val();
        self.block.write_enable.next = self.write_enable.val();
        self.block.write_addr.next = self.write_addr.val();
        self.block.write_data.next = self.write_data.val();
        self.valid.d.next = self.read_enable.val();
        self.read_valid.next = self.valid.q.val();
        self.read_data.next = bits::<32>(0);
        if self.valid.q.val() {
            self.read_data.next = self.block.read_data.val();
        }
        self.idle.next = !self.valid.q.val();
    }
}
