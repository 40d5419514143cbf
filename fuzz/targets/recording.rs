#![no_main]

use heddle_fuzz::memory::within_bounds;
use heddle_fuzz::recording::recording;
use heddle_fuzz::{fuzz_target, HEAP};

// A unit that gives up is reported as an error by the replay, which libfuzzer's hook would end. A panic that gets
// out still ends the target, as a finding.
fuzz_target!(
    init: std::panic::set_hook(Box::new(|_| {})),
    |data: &[u8]| {
        within_bounds(&HEAP, data, recording);
    }
);
