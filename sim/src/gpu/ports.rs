//! The memory ports of the chip: what its units ask of device memory, and when it answers. Every unit
//! whose pins `mem_*` are on the boundary has one.

use super::awaited::Acts;
use super::boundary::CHUNK_BYTES;
use super::port::{MemoryPort, PortRequest};
use crate::config::GpuConfig;
use crate::mem::{GlobalMemory, MemoryFault, MemorySystem, UnitNote, LINE_BYTES};
use heddle_hw::chip::{Chip, PinRef};

/// The port of one unit.
#[derive(Debug)]
struct UnitPort {
    instance: String,
    port: MemoryPort,
    /// Memory answers in the next cycle and nothing passes through the memory system.
    is_free: bool,
    /// Of the port through which group records are read.
    keeper: Option<Keeper>,
    req_ready: PinRef,
    req_valid: PinRef,
    req_addr: PinRef,
    /// Pins that only some units have: those that write, and those that read whole chunks.
    req_write: Option<PinRef>,
    req_data: Option<PinRef>,
    req_chunk: Option<PinRef>,
    resp_valid: PinRef,
    resp_data: PinRef,
}

/// A line that was read, and the token of its read while that is under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Line {
    number: u64,
    token: Option<u32>,
}

/// Keeps the line of group records that was read last. A record that follows in it takes no further trip to memory.
///
/// The AGT, or LaPerm's queues, link groups through this port, so the line has every Next. The device runtime writes
/// records past it: the line is dropped when the unit is told of a new record in it, before which nothing reads that
/// record.
#[derive(Debug)]
struct Keeper {
    alloc_valid: PinRef,
    alloc_ready: PinRef,
    alloc_record: PinRef,
    line: Option<Line>,
}

impl Keeper {
    /// The keeper of a unit that is told of new records.
    fn of(instance: &str, chip: &Chip) -> Option<Self> {
        Some(Self {
            alloc_valid: chip.input(instance, "alloc_valid")?,
            alloc_ready: chip.output(instance, "alloc_ready")?,
            alloc_record: chip.input(instance, "alloc_record")?,
            line: None,
        })
    }

    /// Drops the line if a record in it is allocated in this cycle.
    fn watch(&mut self, chip: &Chip) {
        let taken = chip.get(self.alloc_valid) != 0 && chip.get(self.alloc_ready) != 0;
        if taken {
            let new = u64::from(chip.get(self.alloc_record)) / LINE_BYTES;
            self.line = self.line.filter(|line| line.number != new);
        }
    }

    /// The line of an address, if it is kept.
    fn find(&self, addr: u64) -> Option<Line> {
        self.line.filter(|line| line.number == addr / LINE_BYTES)
    }

    /// Memory has served the read with this token.
    fn served(&mut self, token: u32) {
        if let Some(line) = self.line.as_mut().filter(|line| line.token == Some(token)) {
            line.token = None;
        }
    }
}

impl UnitPort {
    fn request(&self, chip: &Chip) -> Option<PortRequest> {
        if chip.get(self.req_valid) == 0 {
            return None;
        }
        let optional = |pin: Option<PinRef>| pin.map_or(0, |pin| chip.get(pin));
        let chunk = optional(self.req_chunk) != 0;
        Some(PortRequest {
            write: optional(self.req_write) != 0,
            addr: chip.get(self.req_addr),
            data: optional(self.req_data),
            words: if chunk { CHUNK_BYTES / 4 } else { 1 },
        })
    }

    /// Begins a read. A line that is kept, or free memory, answers in the next cycle. A line that is under way answers
    /// when it comes. `tokens` counts the reads that go to the memory system.
    fn read(
        &mut self,
        now: u64,
        request: PortRequest,
        tokens: &mut u32,
        memory: &GlobalMemory,
        timing: &mut MemorySystem,
    ) -> Result<(), MemoryFault> {
        let addr = u64::from(request.addr);
        let kept = self.keeper.as_ref().and_then(|keeper| keeper.find(addr));
        let (done, token) = match kept {
            _ if self.is_free => (Some(now + 1), None),
            Some(Line { token: None, .. }) => (Some(now + 1), None),
            Some(Line { token, .. }) => (None, token),
            None => {
                let token = *tokens;
                *tokens = token.wrapping_add(1);
                let whole = request.words > 1 || self.keeper.is_some();
                timing.read_directly(now, addr, whole, token);
                if let Some(keeper) = &mut self.keeper {
                    keeper.line = Some(Line { number: addr / LINE_BYTES, token: Some(token) });
                }
                (None, Some(token))
            }
        };
        self.port.read(addr, request.words, done, token, memory)
    }
}

/// The ports of all units that have one.
#[derive(Debug)]
pub struct Ports {
    ports: Vec<UnitPort>,
    /// Tells reads of the memory system apart.
    tokens: u32,
}

impl Ports {
    /// The ports of `chip`.
    pub fn new(config: &GpuConfig, chip: &Chip) -> Self {
        let records_are_free = !config.effective_latencies().records_in_memory;
        let memory = chip.resolved().boundary.iter().filter(|group| group.name == "memory");
        let instances = memory.flat_map(|group| &group.ends).map(|end| end.instance.as_str());
        let port = |instance: &str| {
            let input = |pin| chip.input(instance, pin);
            let output = |pin| chip.output(instance, pin);
            Some(UnitPort {
                instance: instance.to_owned(),
                port: MemoryPort::default(),
                is_free: records_are_free && ["kmu", "agt", "laperm"].contains(&instance),
                keeper: Keeper::of(instance, chip),
                req_ready: input("mem_req_ready")?,
                req_valid: output("mem_req_valid")?,
                req_addr: output("mem_req_addr")?,
                req_write: output("mem_req_write"),
                req_data: output("mem_req_data"),
                req_chunk: output("mem_req_chunk"),
                resp_valid: input("mem_resp_valid")?,
                resp_data: input("mem_resp_data")?,
            })
        };
        Self { ports: instances.filter_map(port).collect(), tokens: 0 }
    }

    /// The units that wait for the answer to a read, each with the token of the read if the memory system has it.
    pub fn waiting(&self) -> impl Iterator<Item = (&str, Option<u32>)> {
        let waiting = |unit: &UnitPort| unit.port.is_waiting();
        let waiting = self.ports.iter().filter(move |unit| waiting(unit));
        waiting.map(|unit| (unit.instance.as_str(), unit.port.token()))
    }

    /// Sets the pins towards the units in cycle `now`.
    pub fn drive(&mut self, now: u64, chip: &mut Chip) {
        for unit in &mut self.ports {
            let (valid, word) = unit.port.response(now);
            chip.set(unit.req_ready, chip.get(unit.req_valid));
            chip.set(unit.resp_valid, valid.into());
            chip.set(unit.resp_data, word);
        }
    }

    /// Takes the requests of cycle `now`.
    pub fn serve(
        &mut self,
        now: u64,
        chip: &Chip,
        memory: &mut GlobalMemory,
        timing: &mut MemorySystem,
    ) -> Result<(), MemoryFault> {
        for unit in &mut self.ports {
            if let Some(keeper) = &mut unit.keeper {
                keeper.watch(chip);
            }
            let Some(request) = unit.request(chip) else { continue };
            let addr = u64::from(request.addr);
            if request.write {
                if !unit.is_free {
                    timing.write_directly(now, addr);
                }
                memory.write_u32(addr, request.data)?;
                continue;
            }
            unit.read(now, request, &mut self.tokens, memory, timing)?;
        }
        Ok(())
    }

    /// Hears what the memory system has to say. Returns when the first of the reads concerned is answered.
    pub fn hear(&mut self, notes: &[UnitNote]) -> u64 {
        for note in notes {
            for unit in &mut self.ports {
                unit.port.served(note.token, note.at);
                if let Some(keeper) = &mut unit.keeper {
                    keeper.served(note.token);
                }
            }
        }
        let next = self.ports.iter().filter_map(|unit| unit.port.next_event()).min();
        next.unwrap_or(u64::MAX)
    }
}

impl Acts for Ports {
    fn next_event(&self, _now: u64, _chip: &Chip) -> Option<u64> {
        self.ports.iter().filter_map(|unit| unit.port.next_event()).min()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gpu::{chip_sizes, ModelUnits};
    use heddle_hw::chip::Standard;

    /// Ports, and what they need, of a machine that launches groups.
    struct Bench {
        chip: Chip,
        ports: Ports,
        memory: GlobalMemory,
        timing: MemorySystem,
        /// Address of a buffer of four lines.
        lines: u64,
    }

    impl Bench {
        fn new(latency: &str) -> Self {
            let mut config = GpuConfig::preset("tiny").unwrap();
            config.set("kernel.launch", "dtbl").unwrap();
            config.set("kernel.latency", latency).unwrap();
            let chip = Chip::build::<Standard>(&chip_sizes(&config), &ModelUnits).unwrap();
            let mut memory = GlobalMemory::new(1 << 20);
            let lines = memory.alloc(4 * LINE_BYTES, LINE_BYTES).unwrap();
            let ports = Ports::new(&config, &chip);
            Self { chip, ports, memory, timing: MemorySystem::new(&config), lines }
        }

        /// Reads a word of a line through the port of the AGT, or of a unit that keeps no line. Returns how many reads
        /// have gone to the memory system so far.
        fn read(&mut self, of_agt: bool, line: u64, word: u64) -> u32 {
            let Self { ports: Ports { ports, tokens }, memory, timing, .. } = self;
            let addr = (self.lines + LINE_BYTES * line + 4 * word) as u32;
            let unit = ports.iter_mut().find(|unit| unit.keeper.is_some() == of_agt).unwrap();
            let request = PortRequest { write: false, addr, data: 0, words: 1 };
            unit.read(100, request, tokens, memory, timing).unwrap();
            *tokens
        }
    }

    #[test]
    fn the_records_of_a_line_cost_one_trip_to_memory_even_while_it_is_under_way() {
        let mut bench = Bench::new("ideal");
        for word in 0..16 {
            assert_eq!(bench.read(true, 1, word), 1);
        }
        assert_eq!(bench.ports.hear(&[]), u64::MAX, "nothing is known of it");
        assert_eq!(bench.ports.hear(&[UnitNote { at: 500, token: 0 }]), 500);
        for word in 16..32 {
            assert_eq!(bench.read(true, 1, word), 1);
        }
        assert_eq!(bench.read(true, 2, 0), 2, "another line");
        assert_eq!(bench.read(true, 1, 0), 3, "only the last line is kept");
        assert_eq!([1, 2].map(|word| bench.read(false, 1, word)), [4, 5], "words of descriptors");
    }

    #[test]
    fn a_new_record_in_the_line_makes_the_next_read_a_trip() {
        let mut bench = Bench::new("ideal");
        let ready = bench.chip.output("agt", "alloc_ready").unwrap();
        for _ in 0..100 {
            bench.chip.step().unwrap();
        }
        assert_eq!((bench.chip.get(ready), bench.read(true, 1, 0)), (1, 1));
        let [valid, record] =
            ["alloc_valid", "alloc_record"].map(|pin| bench.chip.input("agt", pin).unwrap());
        bench.chip.set(valid, 1);
        for (line, trips) in [(2, 1), (1, 2)] {
            bench.chip.set(record, (bench.lines + LINE_BYTES * line + 32) as u32);
            let Bench { ports, chip, memory, timing, .. } = &mut bench;
            ports.serve(100, chip, memory, timing).unwrap();
            assert_eq!(bench.read(true, 1, 1), trips, "a record in line {line}");
        }
    }

    #[test]
    fn free_memory_answers_in_the_next_cycle() {
        let mut bench = Bench::new("ideal-free-memory");
        assert_eq!([true, false].map(|of_agt| bench.read(of_agt, 1, 0)), [0, 0]);
        assert_eq!(bench.ports.hear(&[]), 101);
    }
}
