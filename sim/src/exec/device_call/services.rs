//! Calls that neither launch nor wait: texts of errors, memory, and the number of devices.

use super::{Around, Call, Trouble};
use crate::exec::warp::Warp;
use crate::ptx::RuntimeCall;
use crate::runtime::CudaError;

/// Number of the only device.
const DEVICE: u64 = 0;
/// Devices that there are.
const DEVICES: u64 = 1;

impl Warp {
    /// Executes the call of one lane and returns its result.
    pub(super) fn service(
        &mut self,
        call: &Call,
        lane: usize,
        around: &mut Around,
    ) -> Result<u64, Trouble> {
        match call.which {
            RuntimeCall::GetErrorName => {
                let code = self.argument(call, 0, 0, 4, lane)?;
                around.text(CudaError::describe(code as u32).0)
            }
            RuntimeCall::GetErrorString => {
                let code = self.argument(call, 0, 0, 4, lane)?;
                around.text(CudaError::describe(code as u32).1)
            }
            RuntimeCall::Malloc => {
                let bytes = self.argument(call, 1, 0, 8, lane)?;
                let address = around.runtime.heap_allocate(around.memory, bytes);
                let address = address.unwrap_or(0);
                self.hand_back(call, lane, "cudaMalloc", 8, address, around)?;
                self.changed = true;
                let full = Trouble::Error(CudaError::MemoryAllocation);
                (address != 0).then_some(0).ok_or(full)
            }
            RuntimeCall::Free => {
                let address = self.argument(call, 0, 0, 8, lane)?;
                self.changed = true;
                let freed = address == 0 || around.runtime.heap_free(around.memory, address);
                freed.then_some(0).ok_or(Trouble::Error(CudaError::InvalidValue))
            }
            RuntimeCall::DeviceGetAttribute => {
                let number = self.argument(call, 1, 0, 4, lane)?;
                if self.argument(call, 2, 0, 4, lane)? != DEVICE {
                    return Err(Trouble::Error(CudaError::InvalidDevice));
                }
                let value = around.runtime.limits().attribute(number);
                let value = value.ok_or(Trouble::Error(CudaError::InvalidValue))?;
                self.hand_back(call, lane, "cudaDeviceGetAttribute", 4, value.into(), around)
            }
            RuntimeCall::GetDevice => {
                self.hand_back(call, lane, "cudaGetDevice", 4, DEVICE, around)
            }
            _ => self.hand_back(call, lane, "cudaGetDeviceCount", 4, DEVICES, around),
        }
    }

    /// Stores a value to where the first argument points.
    fn hand_back(
        &mut self,
        call: &Call,
        lane: usize,
        name: &str,
        bytes: u64,
        value: u64,
        around: &mut Around,
    ) -> Result<u64, Trouble> {
        let pointer = self.argument(call, 0, 0, 8, lane)?;
        let stored = self.store_generic(pointer, bytes, lane, value, around.tb, around.memory);
        stored.map_err(|message| format!("{name}: {message}"))?;
        Ok(0)
    }
}

impl Around<'_> {
    fn text(&mut self, text: &'static str) -> Result<u64, Trouble> {
        let address = self.runtime.text(self.memory, text);
        Ok(address.map_err(|fault| format!("a text of the device runtime: {fault}"))?)
    }
}
