mod families;
mod hangs;
mod statistics;

use super::*;
use crate::gpu::ids::SmxId;
use crate::gpu::ModelUnits;
use crate::mem::MemorySystem;
use heddle_hw::chip::{Moved, Standard};

const EMPTY: &str = "
.version 3.2
.target sm_35
.address_size 64
.visible .entry empty()
{
    ret;
}
";

/// A machine in which a kernel of three TBs has been launched.
fn machine(options: &mut RunOptions<'static>) -> Machine<'static> {
    let config = GpuConfig::preset("tiny").expect("a preset");
    let program = Program::parse("empty.ptx", EMPTY).expect("a program");
    let memory = GlobalMemory::new(config.memory_bytes);
    let machine = Machine::new::<Standard>(&config, program, memory, &ModelUnits, options);
    let mut machine = machine.expect("a machine");
    let launch = HostLaunch {
        kernel: "empty".into(),
        grid: [3, 1, 1],
        block: [32, 1, 1],
        shared_bytes: 0,
        args: Vec::new(),
        stream: 0,
        mapping: None,
    };
    machine.launch_from_host(&launch).expect("the launch is possible");
    machine
}

/// Runs every cycle to the end, after each of which `then` may do something to the machine.
fn run(machine: &mut Machine, then: impl Fn(&mut Machine)) -> Result<u64, RunError> {
    loop {
        if machine.cycle()? == Moved::Nothing && machine.is_idle() {
            return Ok(machine.now());
        }
        machine.advance()?;
        then(machine);
    }
}

fn stepping() -> RunOptions<'static> {
    RunOptions { no_skip: true, ..RunOptions::default() }
}

#[test]
fn owners_that_name_the_cycles_in_which_they_act_run_to_the_end() {
    run(&mut machine(&mut stepping()), |_| {}).expect("all owners are honest");
}

#[test]
fn an_owner_that_acts_before_the_cycle_it_has_named_is_found_without_skipping() {
    let outcome = run(&mut machine(&mut stepping()), |machine| machine.elsewhere.claim(u64::MAX));
    let Err(RunError::Early { who, promised, .. }) = outcome else { panic!("{outcome:?}") };
    assert_eq!((who.starts_with("the chip"), promised), (true, u64::MAX), "{who}");
}

#[test]
fn an_smx_that_acts_before_the_cycle_it_has_named_is_found_without_skipping() {
    let outcome = run(&mut machine(&mut stepping()), |machine| {
        let smxs = (0..machine.smxs.len() as u32).map(SmxId::new);
        smxs.for_each(|smx| machine.smxs.claim(smx, u64::MAX));
    });
    let Err(RunError::Early { who, promised, .. }) = outcome else { panic!("{outcome:?}") };
    assert_eq!((who.starts_with("SMX"), promised), (true, u64::MAX), "{who}");
}

#[test]
fn a_machine_that_skips_cycles_ends_in_the_same_one() {
    let of = |no_skip| {
        let mut options = RunOptions { no_skip, ..RunOptions::default() };
        run(&mut machine(&mut options), |_| {}).expect("the run ends")
    };
    assert_eq!(of(false), of(true));
}

#[test]
fn a_machine_at_rest_says_what_is_left_and_blames_no_unit() {
    let mut machine = machine(&mut stepping());
    run(&mut machine, |_| {}).expect("the run ends");
    let said = machine.describe();
    assert!(said.starts_with("0 kernels pending in the KMU, 0 suspended, live KDEs"), "{said}");
    assert!(said.ends_with("no TB is resident"), "{said}");
}
