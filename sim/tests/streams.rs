//! What a host that waits for a stream waits for.

use heddle_sim::config::GpuConfig;
use heddle_sim::gpu::{self, ModelUnits, RunOptions};
use heddle_sim::host::{Arg, HostLaunch, HostStep, Workload};
use heddle_sim::mem::{GlobalMemory, MemoryFault};

const PTX: &str = "
    .version 7.0
    .target sm_35
    .address_size 64
    .visible .entry counts(.param .u64 done, .param .u32 rounds) {
        .reg .u64 %address;
        .reg .u32 %left;
        .reg .pred %more;
        ld.param.u64 %address, [done];
        ld.param.u32 %left, [rounds];
    again:
        add.u32 %left, %left, -1;
        setp.ne.u32 %more, %left, 0;
        @%more bra again;
        st.global.u32 [%address], 1;
        ret;
    }";

/// Kernels of different lengths on streams of their own. The host waits for one.
#[derive(Default)]
struct Streams {
    waits_for: u32,
    done: u64,
    /// Of each stream: its kernel had ended when the host went on.
    seen: Vec<u32>,
}

/// Rounds of the kernel of each stream.
const ROUNDS: [u32; 3] = [20, 2000, 20_000];

impl Workload for Streams {
    fn name(&self) -> &str {
        "streams"
    }

    fn ptx(&self) -> &str {
        PTX
    }

    fn setup(&mut self, memory: &mut GlobalMemory) -> Result<(), MemoryFault> {
        self.done = memory.alloc(4 * ROUNDS.len() as u64, 256)?;
        Ok(())
    }

    fn step(&mut self, memory: &mut GlobalMemory) -> Result<HostStep, MemoryFault> {
        if self.seen.is_empty() {
            self.seen = vec![0; ROUNDS.len()];
            let launch = |(stream, rounds)| HostLaunch {
                kernel: "counts".into(),
                grid: [1; 3],
                block: [1; 3],
                shared_bytes: 0,
                args: vec![Arg::U64(self.done + 4 * stream as u64), Arg::U32(rounds)],
                stream: stream as u32,
                mapping: None,
            };
            let launches = ROUNDS.into_iter().enumerate().map(launch).collect();
            return Ok(HostStep::LaunchUntil { launches, stream: self.waits_for });
        }
        self.seen = memory.read_u32s(self.done, ROUNDS.len() as u64)?;
        Ok(HostStep::Done)
    }

    fn verify(&self, _: &GlobalMemory) -> Result<(), String> {
        Ok(())
    }
}

#[test]
fn a_host_that_waits_for_a_stream_goes_on_when_its_kernels_have_ended_and_others_still_run() {
    let config = GpuConfig::preset("k20c").expect("a preset");
    for (waits_for, expected) in [(0, [1, 0, 0]), (1, [1, 1, 0]), (2, [1, 1, 1])] {
        let mut host = Streams { waits_for, ..Streams::default() };
        gpu::run(&config, &mut host, &ModelUnits, RunOptions::default()).expect("the run ends");
        assert_eq!(host.seen, expected, "waiting for stream {waits_for}");
    }
}
