//! A TB scheduler of your own, from pins and models alone, beside the one of the papers: the book's "Your own TB
//! scheduler in an hour". `cargo run --release -p heddle-sim --example tb_scheduler`

mod lifo;
mod machine;
mod packed;

use heddle_hw::chip::{Declaration, ModelUnits, Standard};
use heddle_sim::config::GpuConfig;
use heddle_sim::gpu::{run_on, RunOptions, RunResult};
use heddle_workloads::{build, AppOptions};
use std::error::Error;

/// BFS with a kernel launched from the device for each large vertex.
fn bfs<D: Declaration>() -> Result<RunResult, Box<dyn Error>> {
    let mut config = GpuConfig::preset("k20c")?;
    config.set("kernel.launch", "cdp")?;
    let mut workload = build("bfs", Some("graph500:10:16:1"), &AppOptions::default(), &config)?;
    Ok(run_on::<D>(
        &config,
        workload.as_mut(),
        &ModelUnits,
        RunOptions { max_cycles: Some(10_000_000), ..RunOptions::default() },
    )?)
}

fn main() -> Result<(), Box<dyn Error>> {
    let (oldest, newest) = (bfs::<Standard>()?, bfs::<machine::NewestFirst>()?);
    for (name, result) in [("oldest first", &oldest), ("newest first", &newest)] {
        println!(
            "{name}: {} cycles, {} TBs, output {}",
            result.cycles,
            result.tbs,
            match result.difference {
                None => "right",
                Some(_) => "wrong",
            }
        );
    }
    Ok(())
}
