//! Fuzz targets: one function a file format, which must return for any bytes, soon, and with little memory.

pub mod broken;
pub mod inputs;
pub mod memory;
pub mod readers;
pub mod recording;

pub use libfuzzer_sys::fuzz_target;

/// The allocator that [`memory::within_bounds`] asks.
#[global_allocator]
pub static HEAP: peak_alloc::PeakAlloc = peak_alloc::PeakAlloc;

/// Makes a fuzz target of the function at a path in this crate.
#[macro_export]
macro_rules! target {
    ($module:ident::$function:ident) => {
        $crate::fuzz_target!(|data: &[u8]| {
            $crate::memory::within_bounds(&$crate::HEAP, data, $crate::$module::$function);
        });
    };
}
