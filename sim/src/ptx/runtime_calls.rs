//! Functions of the device runtime that the machine provides instead of PTX text.

use super::program::FrameVar;
use super::types::RuntimeCall;
use RuntimeCall as Call;

/// The device runtime's entry points, by name.
pub(super) const RUNTIME_CALLS: &[(&str, RuntimeCall)] = &[
    ("cudaGetParameterBuffer", Call::GetParameterBuffer),
    ("cudaGetParameterBufferV2", Call::GetParameterBufferV2),
    ("cudaLaunchDevice", Call::LaunchDevice),
    ("cudaLaunchDeviceV2", Call::LaunchDeviceV2),
    ("cudaLaunchAggGroup", Call::LaunchAggGroup),
    ("cudaMemcpyAsync", Call::MemcpyAsync),
    ("cudaMemsetAsync", Call::MemsetAsync),
    ("cudaMemcpy2DAsync", Call::Memcpy2DAsync),
    ("cudaMemset2DAsync", Call::Memset2DAsync),
    ("cudaMemcpy3DAsync", Call::Memcpy3DAsync),
    ("cudaMemset3DAsync", Call::Memset3DAsync),
    ("cudaDeviceGetAttribute", Call::DeviceGetAttribute),
    ("cudaStreamCreateWithFlags", Call::StreamCreateWithFlags),
    ("cudaStreamDestroy", Call::StreamDestroy),
    ("cudaDeviceSynchronize", Call::DeviceSynchronize),
    ("cudaGetLastError", Call::GetLastError),
    ("cudaPeekAtLastError", Call::PeekAtLastError),
    ("cudaGetErrorName", Call::GetErrorName),
    ("cudaGetErrorString", Call::GetErrorString),
    ("cudaMalloc", Call::Malloc),
    ("cudaFree", Call::Free),
    ("cudaGetDevice", Call::GetDevice),
    ("cudaGetDeviceCount", Call::GetDeviceCount),
    // The toolkit's own headers call this function to avoid their deprecation warning.
    ("__cudaDeviceSynchronizeDeprecationAvoidance", Call::DeviceSynchronize),
    // CUDA 12 renamed the functions. There, kernels wait for no other kernel.
    ("__cudaCDP2GetParameterBuffer", Call::GetParameterBuffer),
    ("__cudaCDP2GetParameterBufferV2", Call::GetParameterBufferV2),
    ("__cudaCDP2LaunchDevice", Call::LaunchDevice),
    ("__cudaCDP2LaunchDeviceV2", Call::LaunchDeviceV2),
    ("__cudaCDP2MemcpyAsync", Call::MemcpyAsync),
    ("__cudaCDP2MemsetAsync", Call::MemsetAsync),
    ("__cudaCDP2Memcpy2DAsync", Call::Memcpy2DAsync),
    ("__cudaCDP2Memset2DAsync", Call::Memset2DAsync),
    ("__cudaCDP2Memcpy3DAsync", Call::Memcpy3DAsync),
    ("__cudaCDP2Memset3DAsync", Call::Memset3DAsync),
    ("__cudaCDP2DeviceGetAttribute", Call::DeviceGetAttribute),
    ("__cudaCDP2StreamCreateWithFlags", Call::StreamCreateWithFlags),
    ("__cudaCDP2StreamDestroy", Call::StreamDestroy),
    ("__cudaCDP2GetLastError", Call::GetLastError),
    ("__cudaCDP2PeekAtLastError", Call::PeekAtLastError),
    ("__cudaCDP2GetErrorName", Call::GetErrorName),
    ("__cudaCDP2GetErrorString", Call::GetErrorString),
    ("__cudaCDP2Malloc", Call::Malloc),
    ("__cudaCDP2Free", Call::Free),
    ("__cudaCDP2GetDevice", Call::GetDevice),
    ("__cudaCDP2GetDeviceCount", Call::GetDeviceCount),
];

impl RuntimeCall {
    /// Returns the entry point of this name.
    pub(super) fn of(name: &str) -> Option<Self> {
        RUNTIME_CALLS.iter().find(|(known, _)| *known == name).map(|&(_, call)| call)
    }

    /// Whether the call launches something from the device.
    pub(super) fn launches(self) -> bool {
        matches!(
            self,
            Call::LaunchDevice
                | Call::LaunchDeviceV2
                | Call::LaunchAggGroup
                | Call::MemcpyAsync
                | Call::MemsetAsync
                | Call::Memcpy2DAsync
                | Call::Memset2DAsync
                | Call::Memcpy3DAsync
                | Call::Memset3DAsync
        )
    }

    /// Checks the widths on which the executor relies when it reads the call's arguments.
    pub(super) fn check(self, args: &[FrameVar], results: &[FrameVar]) -> Result<(), String> {
        let (widths, result): (&[u32], u32) = match self {
            Call::GetParameterBuffer => (&[8, 8], 8),
            Call::GetParameterBufferV2 => (&[8, 12, 12, 4], 8),
            Call::LaunchDevice => (&[8, 8, 12, 12, 4, 8], 4),
            Call::LaunchDeviceV2 => (&[8, 8], 4),
            Call::LaunchAggGroup => (&[8, 8, 12, 12, 4], 4),
            Call::MemcpyAsync => (&[8, 8, 8, 4, 8], 4),
            Call::MemsetAsync => (&[8, 4, 8, 8], 4),
            Call::Memcpy2DAsync => (&[8, 8, 8, 8, 8, 8, 4, 8], 4),
            Call::Memset2DAsync => (&[8, 8, 4, 8, 8, 8], 4),
            Call::Memcpy3DAsync => (&[8, 8], 4),
            Call::Memset3DAsync => (&[32, 4, 24, 8], 4),
            Call::DeviceGetAttribute => (&[8, 4, 4], 4),
            Call::StreamCreateWithFlags => (&[8, 4], 4),
            Call::Malloc => (&[8, 8], 4),
            Call::StreamDestroy | Call::Free | Call::GetDevice | Call::GetDeviceCount => (&[8], 4),
            Call::DeviceSynchronize | Call::GetLastError | Call::PeekAtLastError => (&[], 4),
            Call::GetErrorName | Call::GetErrorString => (&[4], 8),
        };
        let found: Vec<u32> = args.iter().map(|arg| arg.bytes).collect();
        let wrong_result = results.first().is_some_and(|found| found.bytes != result);
        if found != widths || wrong_result || results.len() > 1 {
            return Err(format!(
                "the declaration does not match the device runtime's: expected arguments of {widths:?} bytes, \
                found {found:?}"
            ));
        }
        Ok(())
    }
}
