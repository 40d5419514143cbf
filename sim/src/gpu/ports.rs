//! The memory ports of the chip: what its units ask of device memory, and when it answers. Every unit
//! whose pins `mem_*` are on the boundary has one.

use super::awaited::Acts;
use super::boundary::CHUNK_BYTES;
use super::port::{MemoryPort, PortRequest};
use crate::config::GpuConfig;
use crate::mem::{GlobalMemory, MemoryFault, MemorySystem, UnitNote};
use heddle_hw::chip::{Chip, PinRef};

/// The port of one unit.
#[derive(Debug)]
struct UnitPort {
    port: MemoryPort,
    /// Core cycles until a word comes, if they are fixed; else the memory system says.
    latency: Option<u64>,
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
}

/// The ports of all units that have one.
#[derive(Debug)]
pub struct Ports {
    ports: Vec<UnitPort>,
    /// Tells reads of the memory system apart.
    tokens: u32,
}

impl Ports {
    /// The ports of `chip`. The KMU's reads take a fixed time.
    pub fn new(config: &GpuConfig, chip: &Chip) -> Self {
        let kmu_latency = config.effective_latencies().kmu_memory;
        let memory = chip.resolved().boundary.iter().filter(|group| group.name == "memory");
        let instances = memory.flat_map(|group| &group.ends).map(|end| end.instance.as_str());
        let port = |instance: &str| {
            let input = |pin| chip.input(instance, pin);
            let output = |pin| chip.output(instance, pin);
            Some(UnitPort {
                port: MemoryPort::default(),
                latency: (instance == "kmu").then_some(kmu_latency),
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
            let Some(request) = unit.request(chip) else { continue };
            let addr = u64::from(request.addr);
            if request.write {
                if unit.latency.is_none() {
                    timing.write_directly(now, addr);
                }
                memory.write_u32(addr, request.data)?;
                continue;
            }
            let done = unit.latency.map(|latency| now + latency.max(1));
            let token = done.is_none().then_some(self.tokens);
            if let Some(token) = token {
                self.tokens = self.tokens.wrapping_add(1);
                timing.read_directly(now, addr, request.words > 1, token);
            }
            unit.port.read(addr, request.words, done, token, memory)?;
        }
        Ok(())
    }

    /// Hears what the memory system has to say. Returns when the first of the reads concerned is answered.
    pub fn hear(&mut self, notes: &[UnitNote]) -> u64 {
        for note in notes {
            self.ports.iter_mut().for_each(|unit| unit.port.served(note.token, note.at));
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
