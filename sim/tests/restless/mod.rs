//! A machine with a unit that never rests: such a run ends with an error.

mod spinner;

use heddle_hw::chip::{Count, Declaration, InstanceVisitor, ModelUnits, Sizes, Standard};
use heddle_sim::config::GpuConfig;
use heddle_sim::gpu::{run_on, RunOptions};
use heddle_workloads::PtxFile;
use spinner::Spinner;

/// The machine of the papers with a spinner on every SMX.
struct Restless;

impl Declaration for Restless {
    fn instances<V: InstanceVisitor>(sizes: &Sizes, visitor: &mut V) -> Result<(), V::Error> {
        Standard::instances(sizes, visitor)?;
        visitor.instance::<Spinner>("spinner", Count::PerSmx, Some(spinner::pins::Params {}))
    }

    fn links() -> String {
        Standard::links() + "level residency.room -> spinner.room\n"
    }

    fn boundary() -> String {
        Standard::boundary() + "spinners: spinner.turns\n"
    }
}

/// The error of a run of these statements on that machine, which must not run for longer than `most` cycles.
fn error(body: &str, most: u64) -> String {
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
    let result = run_on::<Restless>(&config, &mut file, &ModelUnits, options);
    result.expect_err("it never ends").to_string()
}

#[test]
fn a_unit_that_moves_without_end_does_not_keep_the_run_from_its_own() {
    let error = error("st.global.u32 [%d], 1;", 5_000_000);
    let expected = "the machine is stuck: these units move without end: spinner[0], spinner[1]";
    assert!(error.contains(expected), "{error}");
}

#[test]
fn a_unit_that_moves_without_end_does_not_hide_a_program_that_does() {
    let wait = "LOOP: ld.volatile.global.u32 %r1, [%d]; setp.eq.u32 %p, %r1, 0; @%p bra LOOP;";
    let error = error(wait, 5_000_000);
    assert!(error.contains("the program loops forever"), "{error}");
}
