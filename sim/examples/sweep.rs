//! A sweep: one application under every way of launching on machines of several sizes, as CSV. `heddle sweep` does more; this
//! is for points that no table of settings says. `cargo run --release -p heddle-sim --example sweep`

use heddle_sim::config::GpuConfig;
use heddle_sim::gpu::{run, ModelUnits, RunOptions};
use heddle_workloads::{build, AppOptions};
use std::error::Error;

/// Cycles of BFS, which are an error if the output is wrong.
fn cycles(launch: &str, smxs: u32) -> Result<u64, Box<dyn Error>> {
    let mut config = GpuConfig::preset("k20c")?;
    config.set("kernel.launch", launch)?;
    config.set("smx.count", &smxs.to_string())?;
    let mut workload = build("bfs", Some("graph500:9:16:1"), &AppOptions::default(), &config)?;
    let result = run(&config, workload.as_mut(), &ModelUnits, RunOptions::default())?;
    result.difference.map_or(Ok(result.cycles), |difference| Err(difference.into()))
}

fn main() -> Result<(), Box<dyn Error>> {
    println!("launch,smxs,cycles");
    for launch in ["flat", "cdp", "dtbl"] {
        for smxs in [2, 4, 8] {
            println!("{launch},{smxs},{}", cycles(launch, smxs)?);
        }
    }
    Ok(())
}
