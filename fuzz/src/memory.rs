//! How much memory a reader may take for a small file: what it holds, not what it claims to hold.

use peak_alloc::PeakAlloc;

/// Most bytes a reader may have allocated at once for a file of a few KiB. Files that are gzipped
/// grow a thousandfold, and a graph may have a million vertices without edges.
const MOST_BYTES: usize = 192 << 20;

/// Gives `data` to `reader` and returns its result; panics if that takes too much memory. `heap` is the global allocator.
pub fn within_bounds<T>(heap: &PeakAlloc, data: &[u8], reader: impl FnOnce(&[u8]) -> T) -> T {
    let before = heap.current_usage();
    heap.reset_peak_usage();
    let result = reader(data);
    let taken = heap.peak_usage().saturating_sub(before);
    let length = data.len();
    assert!(taken <= MOST_BYTES, "{length} bytes of input took {taken} bytes of memory");
    result
}
