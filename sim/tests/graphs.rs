//! Launches of kernels whose TBs depend on each other, from the host's side.

use heddle_sim::config::GpuConfig;
use heddle_sim::gpu::{self, ModelUnits, RunError, RunOptions, RunResult};
use heddle_sim::host::{Arg, HostLaunch, HostStep, Workload};
use heddle_sim::mem::{GlobalMemory, MemoryFault};

/// Counts the paths from the first TB to each other one, east and south. Any order but the graph's gives a wrong
/// count.
struct Ways {
    grid: [u32; 3],
    mapping: &'static str,
    /// Number of TBs of each launch to make.
    launches: Vec<u32>,
    cells: u64,
}

impl Ways {
    fn new(width: u32, mapping: &'static str) -> Self {
        Self { grid: [width, width, 1], mapping, launches: vec![0], cells: 0 }
    }

    fn launch(&self, stream: u32) -> HostLaunch {
        HostLaunch {
            kernel: "ways".into(),
            grid: self.grid,
            block: [1, 1, 1],
            shared_bytes: 0,
            args: vec![Arg::U64(self.cells), Arg::U32(self.grid[0])],
            stream,
            mapping: Some(self.mapping.into()),
        }
    }
}

impl Workload for Ways {
    fn name(&self) -> &str {
        "mapping.ptx"
    }

    fn ptx(&self) -> &str {
        include_str!("ptx/mapping.ptx")
    }

    fn setup(&mut self, memory: &mut GlobalMemory) -> Result<(), MemoryFault> {
        self.cells = memory.alloc(32 * u64::from(self.grid[0] * self.grid[1]), 256)?;
        Ok(())
    }

    fn step(&mut self, _: &mut GlobalMemory) -> Result<HostStep, MemoryFault> {
        let streams = std::mem::take(&mut self.launches);
        if streams.is_empty() {
            return Ok(HostStep::Done);
        }
        Ok(HostStep::Launch(streams.into_iter().map(|stream| self.launch(stream)).collect()))
    }

    fn verify(&self, memory: &GlobalMemory) -> Result<(), String> {
        let width = self.grid[0] as usize;
        let mut row = vec![0_u32; width];
        row[0] = 1;
        for y in 0..width {
            for x in 0..width {
                row[x] = if x == 0 { 1 } else { row[x] + row[x - 1] };
                let addr = self.cells + 32 * (y * width + x) as u64;
                let found = memory.read_u32(addr).map_err(|fault| fault.to_string())?;
                if found != row[x] {
                    return Err(format!("column {x}, row {y} is {found}, not {}", row[x]));
                }
            }
        }
        Ok(())
    }
}

fn run(mut workload: Ways, settings: &[(&str, &str)]) -> Result<RunResult, RunError> {
    let mut config = GpuConfig::preset("tiny").expect("a preset");
    for (key, value) in settings {
        config.set(key, value).expect("a setting");
    }
    let options = RunOptions { max_cycles: Some(1 << 24), ..RunOptions::default() };
    gpu::run(&config, &mut workload, &ModelUnits, options)
}

fn refusal(workload: Ways, settings: &[(&str, &str)]) -> String {
    run(workload, settings).expect_err("it is refused").to_string()
}

const DATS: (&str, &str) = ("tb.source", "dats");

#[test]
fn tbs_run_when_their_parents_have_completed_whatever_else_could() {
    for policy in ["lrr", "lvl"] {
        let settings = [DATS, ("dats.policy", policy)];
        let result = run(Ways::new(9, "wavefront"), &settings).expect("a run");
        assert_eq!(result.verified, Some(true), "{:?}", result.difference);
        assert_eq!((result.graph_nodes, result.graph_levels), (Some(81), Some(17)));
        assert!(result.level_range_max <= Some(4), "the mapping function says so");
    }
}

#[test]
fn graphs_on_several_streams_go_one_after_the_other() {
    let mut twice = Ways::new(5, "wavefront");
    twice.launches = vec![0, 1, 0];
    let result = run(twice, &[DATS]).expect("a run");
    assert_eq!(result.verified, Some(true), "{:?}", result.difference);
    assert_eq!((result.graph_nodes, result.tbs), (Some(75), 75));
}

#[test]
fn a_graph_of_one_tb_completes() {
    assert_eq!(run(Ways::new(1, "wavefront"), &[DATS]).expect("a run").verified, Some(true));
}

#[test]
fn a_scheduler_that_keeps_no_dependences_refuses_the_launch() {
    assert_eq!(
        refusal(Ways::new(3, "wavefront"), &[]),
        "cannot launch kernel `ways`: its TBs depend on each other, as `wavefront` says, which tb.source=fcfs does \
         not keep; choose tb.source=dats"
    );
}

#[test]
fn a_mapping_function_that_is_not_there_or_wants_parameters_is_named() {
    assert_eq!(
        refusal(Ways::new(3, "diagonal"), &[DATS]),
        "cannot launch kernel `ways`: there is no mapping function `diagonal`"
    );
    assert_eq!(
        refusal(Ways::new(3, "rows"), &[DATS]),
        "cannot launch kernel `ways`: its mapping function `rows` must take no parameters"
    );
}

#[test]
fn a_grid_whose_indices_do_not_fit_an_id_is_refused_unless_ids_are_wide() {
    let long = || Ways { grid: [513, 129, 1], ..Ways::new(1, "wavefront") };
    let error = refusal(long(), &[DATS]);
    assert!(error.contains("66177 nodes do not fit IDs of 16 bits"), "{error}");
}
