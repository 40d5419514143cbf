//! Device memory as the host, the launch path, the units and the SMXs share it: what is in it, how long it takes,
//! and what the device runtime holds in it.

use super::ids::DeviceAddr;
use crate::config::GpuConfig;
use crate::mem::{GlobalMemory, MemoryFault, MemorySystem};
use crate::ptx::{Function, Program};
use crate::runtime::params::ParameterHeap;
use crate::runtime::LaunchLimits;
use heddle_hw::agt::record::{self, Record};
use heddle_hw::kmu::descriptor::{self, Descriptor};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The code, and the memory around the SMXs.
pub(super) struct Device {
    pub program: Arc<Program>,
    /// Registers per thread of each kernel that was launched, by its name.
    pub registers: BTreeMap<String, u32>,
    /// Values.
    pub memory: GlobalMemory,
    /// Times.
    pub timing: MemorySystem,
    /// The device runtime.
    pub heap: ParameterHeap,
    /// What the host copies passes through the L2 and stays there.
    host_preload: bool,
    /// Zero: the host's copies take no time.
    host_bytes_per_cycle: u64,
    copied_at: u64,
    /// What the device runtime writes of launches passes through the memory system.
    records_in_memory: bool,
}

impl Device {
    /// A device with this code, and `memory` as the host has set it up.
    pub fn new(config: &GpuConfig, program: Program, memory: GlobalMemory) -> Self {
        Self {
            program: Arc::new(program),
            registers: BTreeMap::new(),
            memory,
            timing: MemorySystem::new(config),
            heap: ParameterHeap::with_limits(LaunchLimits::of(config)),
            host_preload: config.l2.host_preload,
            host_bytes_per_cycle: config.kernel.host_copy_bytes_per_cycle,
            copied_at: 0,
            records_in_memory: config.effective_latencies().records_in_memory,
        }
    }

    /// Notes that a kernel is launched.
    pub fn note_kernel(&mut self, kernel: &Function) {
        if !self.registers.contains_key(&kernel.name) {
            let registers = self.program.registers_per_thread(kernel);
            self.registers.insert(kernel.name.clone(), registers);
        }
    }

    /// Copies what the host has written since its last copy. What it launches next waits for that, if copies take
    /// time.
    pub fn copy_from_host(&mut self, now: u64) {
        let mut copied = 0;
        for (addr, bytes) in self.memory.logged_writes() {
            copied += bytes;
            if self.host_preload {
                self.timing.host_copy(now, addr, bytes);
            }
        }
        if self.host_bytes_per_cycle > 0 {
            let begin = now.max(self.copied_at);
            self.copied_at = begin + copied.div_ceil(self.host_bytes_per_cycle);
        }
    }

    /// The cycle in which the host's last copy has ended.
    pub fn copied_at(&self) -> u64 {
        self.copied_at
    }

    /// Puts the parameters of a launch by the host into the L2, if the host's copies pass through it.
    pub fn copy_parameters(&mut self, now: u64, addr: u64, bytes: u32) {
        if self.host_preload {
            self.timing.host_copy(now, addr, bytes.into());
        }
    }

    /// Allocates a buffer of the device runtime. Returns its address, a multiple of 32.
    pub fn allocate(&mut self, bytes: u64) -> Result<DeviceAddr, MemoryFault> {
        self.heap.allocate(&mut self.memory, bytes).map(DeviceAddr::new)
    }

    /// Frees a buffer of the device runtime.
    pub fn free(&mut self, address: DeviceAddr) {
        self.heap.free(&mut self.memory, address.bytes());
    }

    /// Writes a kernel descriptor to `addr`, through the L2 like any other write.
    pub fn write_descriptor(
        &mut self,
        now: u64,
        addr: DeviceAddr,
        descriptor: &Descriptor,
    ) -> Result<(), MemoryFault> {
        self.write_words(now, addr, &descriptor.pack())
    }

    /// Allocates a kernel descriptor and writes it. Returns its address.
    pub fn new_descriptor(
        &mut self,
        now: u64,
        descriptor: &Descriptor,
    ) -> Result<DeviceAddr, MemoryFault> {
        let addr = self.allocate(descriptor::BYTES.into())?;
        self.write_descriptor(now, addr, descriptor)?;
        Ok(addr)
    }

    /// Allocates a group record and writes it. Returns its address.
    pub fn new_record(&mut self, now: u64, record: &Record) -> Result<DeviceAddr, MemoryFault> {
        let addr = self.allocate(record::BYTES.into())?;
        self.write_words(now, addr, &record.pack())?;
        Ok(addr)
    }

    fn write_words(
        &mut self,
        now: u64,
        addr: DeviceAddr,
        words: &[u32],
    ) -> Result<(), MemoryFault> {
        self.memory.write_u32s(addr.bytes(), words)?;
        if self.records_in_memory {
            self.timing.write_directly(now, addr.bytes());
        }
        Ok(())
    }
}
