//! A warp scheduler of your own beside GTO: the book's "Your own warp scheduler".
//! `cargo run --release -p heddle-sim --example warp_scheduler`

use heddle_sim::config::GpuConfig;
use heddle_sim::gpu::{run, ModelUnits, RunOptions};
use heddle_sim::smx::{SchedulerId, WarpPolicy, Warps};
use heddle_workloads::{build, AppOptions};
use std::cmp::Reverse;
use std::error::Error;

// ANCHOR: policy
/// Children first: warps of the deepest launch go before those of their parents, and of equals the oldest goes.
struct ChildrenFirst;

/// The order in which it looks at warps.
fn key(warps: &Warps<'_>, w: usize) -> (Reverse<u32>, u64) {
    (Reverse(warps.depth(w)), warps.age(w))
}

impl WarpPolicy for ChildrenFirst {
    fn pick(&mut self, warps: &Warps<'_>) -> Option<usize> {
        warps.ready().min_by_key(|&w| key(warps, w))
    }

    fn precedes(&self, warps: &Warps<'_>, w: usize, picked: usize) -> bool {
        key(warps, w) < key(warps, picked)
    }
}
// ANCHOR_END: policy

// ANCHOR: run
/// Makes the policy of a scheduler.
type MakePolicy = dyn Fn(SchedulerId) -> Box<dyn WarpPolicy>;

/// Cycles of BFS with an aggregated group for each large vertex, which are an error if the output is wrong.
fn cycles(warp_policy: Option<&MakePolicy>) -> Result<u64, Box<dyn Error>> {
    let mut config = GpuConfig::preset("k20c")?;
    config.set("kernel.launch", "dtbl")?;
    config.set("smx.count", "2")?;
    let mut bfs = build("bfs", Some("graph500:9:16:1"), &AppOptions::default(), &config)?;
    let options = RunOptions { warp_policy, ..RunOptions::default() };
    let result = run(&config, bfs.as_mut(), &ModelUnits, options)?;
    result.difference.map_or(Ok(result.cycles), |difference| Err(difference.into()))
}

/// Cycles with GTO, and with children first.
pub fn compare() -> Result<[u64; 2], Box<dyn Error>> {
    Ok([cycles(None)?, cycles(Some(&|_| Box::new(ChildrenFirst)))?])
}
// ANCHOR_END: run

fn main() -> Result<(), Box<dyn Error>> {
    let [gto, own] = compare()?;
    println!("greedy, then oldest: {gto} cycles");
    println!(
        "children first:      {own} cycles, {:+.1} %",
        100.0 * (own as f64 / gto as f64 - 1.0)
    );
    Ok(())
}
