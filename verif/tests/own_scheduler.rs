//! Tests the TB scheduler of the book's "Your own TB scheduler in an hour", as it stands there.

#[path = "../../sim/examples/tb_scheduler/lifo/mod.rs"]
mod lifo;
#[path = "../../sim/examples/tb_scheduler/machine.rs"]
mod machine;
#[path = "../../sim/examples/tb_scheduler/packed/mod.rs"]
mod packed;

use heddle_gen::chip::{emit_chip, Outputs};
use heddle_hw::chip::{Declaration, Standard, UnitFactory};
use heddle_hw::kit::{Clocked, Unit};
use heddle_sim::config::GpuConfig;
use heddle_sim::gpu::{chip_sizes, run_on, ModelUnits, RunError, RunOptions, RunResult};
use heddle_verif::backends::{Backend, Backends};
use heddle_workloads::AppOptions;
use lifo::Lifo;
use machine::NewestFirst;
use packed::Packed;

fn config() -> GpuConfig {
    let mut config = GpuConfig::preset("tiny").expect("a preset");
    config.set("kernel.launch", "cdp").expect("it launches kernels from the device");
    config
}

fn bfs<D: Declaration>(factory: &impl UnitFactory) -> Result<RunResult, RunError> {
    let bfs =
        heddle_workloads::build("bfs", Some("graph500:8:16:1"), &AppOptions::default(), &config());
    let options = RunOptions { max_cycles: Some(1_000_000), ..RunOptions::default() };
    run_on::<D>(&config(), bfs.expect("it builds").as_mut(), factory, options)
}

#[test]
fn bfs_runs_on_a_scheduler_of_ones_own_beside_that_of_the_papers() {
    let (papers, own) = (bfs::<Standard>(&ModelUnits), bfs::<NewestFirst>(&ModelUnits));
    let (papers, own) = (papers.expect("it runs"), own.expect("it runs"));
    assert_eq!((papers.difference, own.difference), (None, None));
    assert_eq!(papers.tbs, own.tbs);
    let steps: Vec<&str> = own.unit_steps.keys().map(String::as_str).collect();
    assert_eq!(steps, ["kernel_distributor", "kmu", "lifo", "packed", "residency"]);
}

#[test]
fn of_the_kernels_that_wait_the_newest_is_distributed_first() {
    let mut unit = Lifo::model(&Lifo::tiny());
    let mut looked = Vec::new();
    for cycle in 0..30 {
        let out = unit.out();
        looked.extend(out.look_valid.then_some(out.look_kdei));
        // One TB each; the first is granted when both others wait.
        unit.step(&lifo::pins::In {
            enter_valid: cycle < 3,
            enter_kdei: if cycle < 3 { cycle + 1 } else { 0 },
            kde_grid_x: 1,
            kde_grid_yz: 1 | 1 << 16,
            grant_smxs: if cycle > 10 { out.want_smxs & 1 } else { 0 },
            ..Default::default()
        });
    }
    assert_eq!(looked, [1, 3, 2]);
}

#[test]
fn an_smx_is_filled_before_the_next_has_its_turn() {
    let mut unit = Packed::model(&Packed::tiny());
    let turns = [0b1110, 0b1110, 0b1100, 0].map(|room_smxs| {
        unit.step(&packed::pins::In { room_smxs, grant_smxs: 0 });
        unit.out().turn_smxs
    });
    assert_eq!(turns, [0b0010, 0b0010, 0b0100, 0]);
}

#[test]
fn circuits_of_units_that_have_none_are_refused_in_one_sentence() {
    let refused = bfs::<NewestFirst>(&Backends::all(Backend::Rtl)).expect_err("no circuit");
    let expected = "lifo is described by its pins and its model alone and has no circuit";
    assert!(refused.to_string().contains(expected), "{refused}");
    let refused = emit_chip::<NewestFirst>(&chip_sizes(&config()), Outputs::Boundary);
    let refused = refused.expect_err("no Verilog").to_string();
    assert_eq!(
        refused,
        "the chip has no Verilog: its unit lifo is described by its pins and its model alone"
    );
}
