//! Machines with a unit that never rests: such a run ends with an error, unless it is a unit of an SMX.

mod spinner;

use heddle_hw::chip::{Count, Declaration, InstanceVisitor, ModelUnits, Sizes, Standard};
use heddle_sim::config::GpuConfig;
use heddle_sim::gpu::{run_on, RunError, RunOptions, RunResult};
use heddle_workloads::PtxFile;
use spinner::Spinner;

/// The machine of the papers with a spinner, or with one on every SMX.
struct Restless<const OF_SMX: bool>;

impl<const OF_SMX: bool> Declaration for Restless<OF_SMX> {
    fn instances<V: InstanceVisitor>(sizes: &Sizes, visitor: &mut V) -> Result<(), V::Error> {
        Standard::instances(sizes, visitor)?;
        let count = if OF_SMX { Count::PerSmx } else { Count::One };
        visitor.instance::<Spinner>("spinner", count, Some(spinner::pins::Params {}))
    }

    fn links() -> String {
        let room =
            if OF_SMX { "level residency.room -> spinner.room" } else { "tie spinner.room = ones" };
        Standard::links() + room + "\n"
    }

    fn boundary() -> String {
        Standard::boundary() + "spinners: spinner.turns\n"
    }
}

/// A run of these statements on that machine, which must not take longer than `most` cycles.
fn outcome<const OF_SMX: bool>(body: &str, most: u64) -> Result<RunResult, RunError> {
    let text = format!(
        ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u64 buffer)\n{{\n\
         .reg .b64 %d; .reg .b32 %r<3>; .reg .pred %p;\nld.param.u64 %d, [buffer];\n{body}\nret;\n}}\n"
    );
    let mut file = PtxFile::new("k.ptx", text, "k".into());
    // More TBs than have room.
    (file.grid, file.block) = ([64, 1, 1], [64, 1, 1]);
    file.push_argument("zero:16").expect("an argument");
    let config = GpuConfig::preset("tiny").expect("a preset");
    let options = RunOptions { max_cycles: Some(most), ..RunOptions::default() };
    run_on::<Restless<OF_SMX>>(&config, &mut file, &ModelUnits, options)
}

#[test]
fn a_unit_that_moves_without_end_does_not_keep_the_run_from_its_own() {
    let outcome = outcome::<false>("st.global.u32 [%d], 1;", 5_000_000);
    let error = outcome.expect_err("it never ends").to_string();
    let expected = "the machine is stuck: these units move without end: spinner";
    assert!(error.contains(expected), "{error}");
}

#[test]
fn a_unit_that_moves_without_end_does_not_hide_a_program_that_does() {
    let wait = "LOOP: ld.volatile.global.u32 %r1, [%d]; setp.eq.u32 %p, %r1, 0; @%p bra LOOP;";
    let outcome = outcome::<true>(wait, 5_000_000);
    let error = outcome.expect_err("it never ends").to_string();
    assert!(error.contains("the program loops forever"), "{error}");
}

#[test]
fn nobody_waits_for_units_of_an_smx_that_go_on_by_themselves() {
    let result = outcome::<true>("st.global.u32 [%d], 1;", 5_000_000).expect("the run completes");
    assert_eq!(result.tbs, 64);
}
