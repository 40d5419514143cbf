//! The order of launches and waits when launches are in streams.

use super::{host_program, message, run, written};
use heddle_sim::host::{HostStep, Workload};
use heddle_sim::mem::GlobalMemory;

/// Returns what a host program does, one line per step of the host: the streams of the launches, and what is
/// waited for.
fn trace(rest: &str) -> Vec<String> {
    let mut host_program = host_program(rest);
    let mut memory = GlobalMemory::new(1 << 20);
    host_program.setup(&mut memory).unwrap();
    let mut trace = Vec::new();
    loop {
        let (launches, wait) = match host_program.step(&mut memory).unwrap() {
            HostStep::Done => return trace,
            HostStep::Launch(launches) => (launches, "device".to_owned()),
            HostStep::LaunchUntil { launches, stream } => (launches, stream.to_string()),
        };
        let streams: Vec<u32> = launches.iter().map(|launch| launch.stream).collect();
        trace.push(format!("{streams:?} until {wait}"));
    }
}

const LEFT: &str = "{ launch = { kernel = 'rest', grid = 1, block = 1, stream = 'left' } }";
const RIGHT: &str = "{ launch = { kernel = 'rest', grid = 1, block = 1, stream = 'right' } }";

#[test]
fn streams_are_numbered_by_their_first_launch_and_zero_is_the_one_without_a_name() {
    let unnamed = "{ launch = { kernel = 'rest', grid = 1, block = 1 } }";
    let steps = format!("step = [{RIGHT}, {LEFT}, {unnamed}, {RIGHT}]");
    assert_eq!(trace(&steps), ["[1, 2, 0, 1] until device"]);
}

#[test]
fn a_sync_waits_for_its_stream_and_only_if_something_was_launched_there() {
    let left = "{ sync = 'left' }";
    let steps = format!("step = [{left}, {LEFT}, {RIGHT}, {left}, {left}, {LEFT}]");
    assert_eq!(trace(&steps), ["[1, 2] until 1", "[1] until device"]);
    let steps = format!("step = [{LEFT}, {{ sync = 'device' }}, {{ sync = 'device' }}, {RIGHT}]");
    assert_eq!(trace(&steps), ["[1] until device", "[2] until device"]);
}

#[test]
fn the_host_touches_memory_when_the_device_is_idle_or_the_stream_it_names() {
    for (step, wait) in [
        ("{ set = { buffer = 'd', value = 1 } }", "device"),
        ("{ set = { buffer = 'd', value = 1, stream = 'left' } }", "1"),
        ("{ add = { buffer = 'd', value = 1, stream = 'right' } }", "2"),
        ("{ fill = { buffer = 'a', value = 1, stream = 'left' } }", "1"),
        ("{ copy = { from = 'a', to = 'b', stream = 'right' } }", "2"),
        ("{ copy = { from = 'a', to = 'b' } }", "device"),
        ("{ loop = { while = '$d', max = 1, stream = 'left', steps = [] } }", "1"),
        ("{ loop = { while = '$d', max = 1, steps = [] } }", "device"),
    ] {
        let trace = trace(&format!("step = [{LEFT}, {RIGHT}, {step}, {LEFT}]"));
        assert_eq!(trace, [format!("[1, 2] until {wait}"), "[1] until device".into()], "{step}");
    }
}

#[test]
fn a_launch_that_reads_memory_waits_for_its_own_stream() {
    let reads = "kernel = 'work', grid = 1, block = 1, args = ['$a', 'u32:$a[1]']";
    let steps = format!("step = [{LEFT}, {RIGHT}, {{ launch = {{ {reads}, stream = 'left' }} }}]");
    assert_eq!(trace(&steps), ["[1, 2] until 1", "[1] until device"]);
    let steps = format!("step = [{LEFT}, {RIGHT}, {{ launch = {{ {reads} }} }}]");
    assert_eq!(trace(&steps), ["[1, 2] until device", "[0] until device"]);
}

#[test]
fn a_kernel_runs_on_while_the_host_has_waited_for_another_stream() {
    // `spin` completes when the host sets the flag, which it does only after the other stream.
    let (_dir, file) = written(
        "step = [
            { launch = { kernel = 'spin', grid = 1, block = 32, args = ['$d'], stream = 'right' } },
            { launch = { kernel = 'rest', grid = 1, block = 32, stream = 'left' } },
            { set = { buffer = 'd', value = 1, stream = 'left' } },
        ]",
    );
    let (host_program, result) = run(&file);
    assert_eq!(result.host_launches, 2);
    assert_eq!(host_program.buffers[3].contents.array().unwrap().bytes, 1_u32.to_le_bytes());
}

#[test]
fn a_stream_without_launches_or_with_an_impossible_name_is_refused() {
    let launch = |stream: &str| {
        let fields = "kernel = 'rest', grid = 1, block = 1";
        format!("step = [{{ launch = {{ {fields}, stream = '{stream}' }} }}]")
    };
    for (rest, expected) in [
        (
            format!("step = [{LEFT}, {RIGHT}, {{ sync = 'lift' }}]"),
            "step[2].sync: no launch is in a stream `lift`; streams are: left, right",
        ),
        (
            "step = [{ set = { buffer = 'd', value = 1, stream = 'x' } }]".into(),
            "step[0].set: no launch is in a stream `x`; streams are: none",
        ),
        (
            launch("device"),
            "step[0].launch.stream: `device` cannot be the name of a stream; use letters, digits and underscores, and not `device`",
        ),
        (
            launch("a b"),
            "step[0].launch.stream: `a b` cannot be the name of a stream; use letters, digits and underscores, and not `device`",
        ),
    ] {
        assert_eq!(message(&rest), format!("host.toml: {expected}"));
    }
}
