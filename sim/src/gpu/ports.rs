//! The memory ports of the units: what they ask of device memory, and when it answers.

use super::port::{MemoryPort, PortRequest};
use super::units::{Units, CHUNK_BYTES};
use crate::config::GpuConfig;
use crate::mem::{GlobalMemory, MemoryFault, MemorySystem};

/// The request on the pins of a unit, of one word; units have types of their own for their pins.
macro_rules! request {
    ($out:expr) => {
        PortRequest {
            valid: $out.mem_req_valid,
            write: $out.mem_req_write,
            addr: $out.mem_req_addr,
            data: $out.mem_req_data,
            words: 1,
        }
    };
}

/// The ports of all units that have one.
#[derive(Debug)]
pub struct Ports {
    kmu: MemoryPort,
    agt: MemoryPort,
    dats: MemoryPort,
    dgb: MemoryPort,
    /// Core cycles that the KMU waits for a word.
    kmu_latency: u64,
}

impl Ports {
    /// Ports that nothing has been asked of.
    pub fn new(config: &GpuConfig) -> Self {
        let kmu_latency = config.effective_latencies().kmu_memory;
        let [kmu, agt, dats, dgb] = Default::default();
        Self { kmu, agt, dats, dgb, kmu_latency }
    }

    /// Sets the pins towards the units in cycle `now`.
    pub fn drive(&mut self, now: u64, units: &mut Units) {
        let (out, i) = (&units.kmu.out, &mut units.kmu.input);
        i.mem_req_ready = out.mem_req_valid;
        (i.mem_resp_valid, i.mem_resp_data) = self.kmu.response(now);
        let (out, i) = (&units.agt.out, &mut units.agt.input);
        i.mem_req_ready = out.mem_req_valid;
        (i.mem_resp_valid, i.mem_resp_data) = self.agt.response(now);
        let (out, i) = (&units.dats.out, &mut units.dats.input);
        i.mem_req_ready = out.mem_req_valid;
        (i.mem_resp_valid, i.mem_resp_data) = self.dats.response(now);
        let (out, i) = (&units.dgb.out, &mut units.dgb.input);
        i.mem_req_ready = out.mem_req_valid;
        (i.mem_resp_valid, i.mem_resp_data) = self.dgb.response(now);
    }

    /// Takes the requests of cycle `now`.
    pub fn serve(
        &mut self,
        now: u64,
        units: &Units,
        memory: &mut GlobalMemory,
        timing: &mut MemorySystem,
    ) -> Result<(), MemoryFault> {
        let latency = self.kmu_latency;
        self.kmu.request(request!(units.kmu.out), now, memory, |_, _| now + latency)?;

        let done_at = |addr, write| timing.access_direct(now, addr, write);
        self.agt.request(request!(units.agt.out), now, memory, done_at)?;

        let out = &units.dats.out;
        let (valid, addr) = (out.mem_req_valid, out.mem_req_addr);
        let request = PortRequest { valid, write: false, addr, data: 0, words: 1 };
        let done_at = |addr, write| timing.access_direct(now, addr, write);
        self.dats.request(request, now, memory, done_at)?;

        let chunk = units.dgb.out.mem_req_chunk;
        let words = if chunk { CHUNK_BYTES / 4 } else { 1 };
        let request = PortRequest { words, ..request!(units.dgb.out) };
        let done_at = |addr, write| match chunk {
            true => timing.read_line_direct(now, addr),
            false => timing.access_direct(now, addr, write),
        };
        self.dgb.request(request, now, memory, done_at)
    }

    /// When the next response is due.
    pub fn next_event(&self) -> Option<u64> {
        let ports = [&self.kmu, &self.agt, &self.dats, &self.dgb];
        ports.into_iter().filter_map(MemoryPort::next_event).min()
    }
}
