//! One physical register of every TB: which version is in it, and which warps need that.
//!
//! A memory gives the word of a TB one cycle after its address, as it was before what is written then. So what the last
//! change did to this entry is noted, and done once more with a word of the same TB that was read beside it.

use crate::kit::dff_setup;
use crate::kit::{Reg, Sram};
use rust_hdl::prelude::*;

/// Memories of one entry, and what a change does to a word of them.
#[derive(LogicBlock, Default)]
pub struct Entry {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, Bit>,
    /// TB slot of the change that is made in the next cycle.
    pub next_row: Signal<In, Bits<16>>,
    /// TB slot of the change that is made.
    pub row: Signal<In, Bits<16>>,
    /// TB slot of the look that is answered in the next cycle.
    pub look_row: Signal<In, Bits<16>>,
    /// A change is made.
    pub works: Signal<In, Bit>,
    /// The word that was read for the change has something in it.
    pub filled: Signal<In, Bit>,
    /// The change is of the TB of the one before, a cycle ago.
    pub again: Signal<In, Bit>,
    /// The word that was read for the look has something in it.
    pub look_filled: Signal<In, Bit>,
    /// The look is at the TB of the change before, a cycle ago.
    pub look_again: Signal<In, Bit>,
    /// Named register of the change.
    pub named: Signal<In, Bits<8>>,
    /// Warps of the change.
    pub warps: Signal<In, Bits<32>>,
    /// Named register of the change before.
    pub last_named: Signal<In, Bits<8>>,
    /// Warps of the change before.
    pub last_warps: Signal<In, Bits<32>>,
    /// Warp that looks, one-hot.
    pub looker: Signal<In, Bits<32>>,
    /// A version of the register begins in this entry.
    pub makes: Signal<In, Bit>,
    /// Its high half does.
    pub makes_high: Signal<In, Bit>,
    /// The warps are to come for what is in the entry, which is the newest version.
    pub awaits: Signal<In, Bit>,
    /// A newer version of the register is made.
    pub ages: Signal<In, Bit>,
    /// The warps do not read the entry any more.
    pub unreads: Signal<In, Bit>,
    /// The warps read the entry from now on.
    pub reads: Signal<In, Bit>,
    /// The warps are not to come for it any more.
    pub drops: Signal<In, Bit>,
    /// Some warp reads the entry or is to come for it.
    pub live: Signal<Out, Bit>,
    /// And it has a version of the register of the change.
    pub same: Signal<Out, Bit>,
    /// And one of the warps of the change is to come for it.
    pub comes: Signal<Out, Bit>,
    /// One of the warps of the change reads the entry.
    pub is_read: Signal<Out, Bit>,
    /// A warp that is not of the change reads it.
    pub is_kept: Signal<Out, Bit>,
    /// It has the high half of a version.
    pub high: Signal<Out, Bit>,
    /// Named register of the version.
    pub name: Signal<Out, Bits<8>>,
    /// Versions of it that are newer.
    pub age: Signal<Out, Bits<5>>,
    /// Some warp needs the entry after the change.
    pub left: Signal<Out, Bit>,
    /// Named register in the TB of the look.
    pub look_name: Signal<Out, Bits<8>>,
    /// The entry has a high half there.
    pub look_high: Signal<Out, Bit>,
    /// Some warp reads it there.
    pub look_read: Signal<Out, Bit>,
    /// The warp that looks reads it.
    pub look_shared: Signal<Out, Bit>,
    names: Sram<9>,
    versions: Sram<5>,
    readers: Sram<32>,
    coming: Sram<32>,
    // The same for looks.
    look_names: Sram<9>,
    look_readers: Sram<32>,
    // What the change before did.
    made: Reg<Bit>,
    made_high: Reg<Bit>,
    awaited: Reg<Bit>,
    aged: Reg<Bit>,
    unread: Reg<Bit>,
    read: Reg<Bit>,
    dropped: Reg<Bit>,
    names_now: Signal<Local, Bits<9>>,
    versions_now: Signal<Local, Bits<5>>,
    readers_now: Signal<Local, Bits<32>>,
    coming_now: Signal<Local, Bits<32>>,
    names_next: Signal<Local, Bits<9>>,
    versions_next: Signal<Local, Bits<5>>,
    readers_next: Signal<Local, Bits<32>>,
    coming_next: Signal<Local, Bits<32>>,
    look_names_now: Signal<Local, Bits<9>>,
    look_readers_now: Signal<Local, Bits<32>>,
    is_live: Signal<Local, Bit>,
    is_same: Signal<Local, Bit>,
    last_name: Signal<Local, Bits<9>>,
}

impl Entry {
    /// An entry of `rows` TB slots.
    pub fn new(rows: usize) -> Self {
        Self {
            names: Sram::new(rows),
            versions: Sram::new(rows),
            readers: Sram::new(rows),
            coming: Sram::new(rows),
            look_names: Sram::new(rows),
            look_readers: Sram::new(rows),
            made: Reg::without_reset(),
            made_high: Reg::without_reset(),
            awaited: Reg::without_reset(),
            aged: Reg::without_reset(),
            unread: Reg::without_reset(),
            read: Reg::without_reset(),
            dropped: Reg::without_reset(),
            ..Default::default()
        }
    }
}

impl Logic for Entry {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, made, made_high, awaited, aged, unread, read, dropped);

        // The words as they are now.
        self.last_name.next = bit_cast::<9, 8>(self.last_named.val());
        if self.made_high.q.val() {
            self.last_name.next = bit_cast::<9, 8>(self.last_named.val()) | bits::<9>(0x100);
        }
        self.names_now.next = self.names.read_data.val();
        self.versions_now.next = self.versions.read_data.val();
        self.readers_now.next = bits::<32>(0);
        self.coming_now.next = bits::<32>(0);
        if self.filled.val() {
            self.readers_now.next = self.readers.read_data.val();
            self.coming_now.next = self.coming.read_data.val();
        }
        if self.again.val() & self.made.q.val() {
            self.names_now.next = self.last_name.val();
        }
        if self.again.val() & self.aged.q.val() {
            self.versions_now.next = self.versions.read_data.val() + bits::<5>(1);
        }
        if self.again.val() & self.awaited.q.val() {
            self.versions_now.next = bits::<5>(0);
            self.coming_now.next = self.coming_now.val() | self.last_warps.val();
        }
        if self.again.val() & self.dropped.q.val() {
            self.coming_now.next = self.coming_now.val() & !self.last_warps.val();
        }
        if self.again.val() & self.unread.q.val() {
            self.readers_now.next = self.readers_now.val() & !self.last_warps.val();
        }
        if self.again.val() & self.read.q.val() {
            self.readers_now.next = self.readers_now.val() | self.last_warps.val();
        }

        // What the change needs to know.
        self.is_live.next = (self.readers_now.val() | self.coming_now.val()).any();
        self.is_same.next =
            self.is_live.val() & (self.names_now.val().get_bits::<8>(0) == self.named.val());
        self.live.next = self.is_live.val();
        self.same.next = self.is_same.val();
        self.comes.next = self.is_same.val() & (self.coming_now.val() & self.warps.val()).any();
        self.is_read.next = (self.readers_now.val() & self.warps.val()).any();
        self.is_kept.next = (self.readers_now.val() & !self.warps.val()).any();
        self.high.next = self.names_now.val().get_bit(8);
        self.name.next = self.names_now.val().get_bits::<8>(0);
        self.age.next = self.versions_now.val();

        // The words from now on.
        self.names_next.next = bit_cast::<9, 8>(self.named.val());
        if self.makes_high.val() {
            self.names_next.next = bit_cast::<9, 8>(self.named.val()) | bits::<9>(0x100);
        }
        self.versions_next.next = self.versions_now.val();
        self.readers_next.next = self.readers_now.val();
        self.coming_next.next = self.coming_now.val();
        if self.ages.val() {
            self.versions_next.next = self.versions_now.val() + bits::<5>(1);
        }
        if self.awaits.val() {
            self.versions_next.next = bits::<5>(0);
            self.coming_next.next = self.coming_now.val() | self.warps.val();
        }
        if self.drops.val() {
            self.coming_next.next = self.coming_now.val() & !self.warps.val();
        }
        if self.unreads.val() {
            self.readers_next.next = self.readers_now.val() & !self.warps.val();
        }
        if self.reads.val() {
            self.readers_next.next = self.readers_now.val() | self.warps.val();
        }
        self.left.next = (self.readers_next.val() | self.coming_next.val()).any();
        self.made.d.next = self.makes.val();
        self.made_high.d.next = self.makes_high.val();
        self.awaited.d.next = self.awaits.val();
        self.aged.d.next = self.ages.val();
        self.unread.d.next = self.unreads.val();
        self.read.d.next = self.reads.val();
        self.dropped.d.next = self.drops.val();

        // The words of the look: those that the change before has written are not in the memories yet.
        self.look_names_now.next = self.look_names.read_data.val();
        if self.look_again.val() & self.made.q.val() {
            self.look_names_now.next = self.last_name.val();
        }
        self.look_readers_now.next = bits::<32>(0);
        if self.look_filled.val() {
            self.look_readers_now.next = self.look_readers.read_data.val();
        }
        if self.look_again.val() & self.unread.q.val() {
            self.look_readers_now.next = self.look_readers_now.val() & !self.last_warps.val();
        }
        if self.look_again.val() & self.read.q.val() {
            self.look_readers_now.next = self.look_readers_now.val() | self.last_warps.val();
        }
        self.look_name.next = self.look_names_now.val().get_bits::<8>(0);
        self.look_high.next = self.look_names_now.val().get_bit(8);
        self.look_read.next = self.look_readers_now.val().any();
        self.look_shared.next = (self.look_readers_now.val() & self.looker.val()).any();

        self.names.clock.next = self.clock.val();
        self.names.read_addr.next = self.next_row.val();
        self.names.write_addr.next = self.row.val();
        self.names.write_data.next = self.names_next.val();
        self.names.write_enable.next = self.makes.val();
        self.versions.clock.next = self.clock.val();
        self.versions.read_addr.next = self.next_row.val();
        self.versions.write_addr.next = self.row.val();
        self.versions.write_data.next = self.versions_next.val();
        self.versions.write_enable.next = self.works.val();
        self.readers.clock.next = self.clock.val();
        self.readers.read_addr.next = self.next_row.val();
        self.readers.write_addr.next = self.row.val();
        self.readers.write_data.next = self.readers_next.val();
        self.readers.write_enable.next = self.works.val();
        self.coming.clock.next = self.clock.val();
        self.coming.read_addr.next = self.next_row.val();
        self.coming.write_addr.next = self.row.val();
        self.coming.write_data.next = self.coming_next.val();
        self.coming.write_enable.next = self.works.val();
        self.look_names.clock.next = self.clock.val();
        self.look_names.read_addr.next = self.look_row.val();
        self.look_names.write_addr.next = self.row.val();
        self.look_names.write_data.next = self.names_next.val();
        self.look_names.write_enable.next = self.makes.val();
        self.look_readers.clock.next = self.clock.val();
        self.look_readers.read_addr.next = self.look_row.val();
        self.look_readers.write_addr.next = self.row.val();
        self.look_readers.write_data.next = self.readers_next.val();
        self.look_readers.write_enable.next = self.works.val();
    }
}
