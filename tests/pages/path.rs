//! What a newcomer does, from a fresh clone to the Verilog of a unit at the size that a study chose.

use crate::report::browser::open;
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::Command;

/// A kernel of one's own: every thread has a heap of another size, and has a large one worked on by a kernel.
const HEAPS: &str = "\
// nvrtc: --relocatable-device-code=true --generate-line-info
__global__ void work(unsigned *heap, unsigned size)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < size)
        heap[i] = heap[i] * 2654435761u >> 7;
}

extern \"C\" __global__ void heaps(unsigned *all, unsigned count)
{
    unsigned n = blockIdx.x * blockDim.x + threadIdx.x;
    if (n >= count)
        return;
    unsigned size = n % 16 == 3 ? 200 : n % 16;
    if (size > 16)
        work<<<(size + 31) / 32, 32>>>(all + 256 * n, size);
    else
        for (unsigned i = 0; i < size; ++i)
            all[256 * n + i] = all[256 * n + i] * 2654435761u >> 7;
}
";

/// Runs commands in a directory with the program that was built first in `PATH`; they must succeed. Returns what they
/// print on standard output.
fn run(dir: &Path, script: &str) -> String {
    let target = Path::new(env!("CARGO_MANIFEST_DIR")).join("target");
    let path = std::env::var("PATH").unwrap_or_default();
    let run = Command::new("bash")
        .args(["-euo", "pipefail", "-c", script])
        .current_dir(dir)
        .env("PATH", format!("{}/debug:{path}", target.display()))
        .env("CARGO_TARGET_DIR", &target)
        .output()
        .expect("bash runs");
    let error = String::from_utf8_lossy(&run.stderr);
    assert!(run.status.success(), "{script}: {error}");
    String::from_utf8(run.stdout).expect("text")
}

#[test]
#[ignore = "builds a clone; scripts/check --full runs it"]
fn a_newcomer_gets_from_a_clone_to_the_bench_of_the_unit_that_a_study_chose() {
    let dir = tempfile::tempdir().expect("a directory");
    let checkout = env!("CARGO_MANIFEST_DIR");
    run(dir.path(), &format!("git clone --quiet {checkout} heddle"));
    let clone = dir.path().join("heddle");
    // The tools that scripts/setup has installed; all else is the clone's.
    run(&clone, &format!("mkdir -p target && ln -s {checkout}/target/python target/python"));
    run(&clone, "cargo build --quiet --locked");
    fs::write(clone.join("heaps.cu"), HEAPS).expect("written");
    run(&clone, "scripts/nvrtc.py . heaps.cu");
    let sweep = "heddle sweep heaps.nvrtc.ptx --set kernel.launch=dtbl --out study --json \
        --vary units.agt_entries=4,16,64 --vary smx.count=2,4,13 --vary warp.scheduler=gto,lrr \
        --vary l1.ways=2,4 -- --kernel heaps --grid 4 --block 128 --arg iota:131072 --arg u32:512 \
        --account --interval 1000";
    let table: Value = serde_json::from_str(&run(&clone, sweep)).expect("JSON");
    let points = table.as_array().expect("a list");
    assert_eq!(points.len(), 36);
    let rows = fs::read_to_string(clone.join("study/results.csv")).expect("a table");
    assert_eq!(rows.lines().count(), 1 + 36);
    let cycles = |point: &&Value| point["cycles"].as_u64().expect("cycles");
    let fastest = points.iter().min_by_key(cycles).expect("a point");
    let entries = fastest["units.agt_entries"].as_u64().expect("a size");
    run(&clone, "heddle report $(ls study/points/*.json | head -2) --out page.html");
    let opened = open(&clone.join("page.html"), dir.path(), 1200);
    opened.is_whole(&["results", "config", "figures", "account", "time", "lines", "machine"]);
    let export = format!("heddle export agt --set entries={entries} --out ip");
    run(&clone, &export);
    let bench =
        "cd ip/agt/tb && iverilog -g2005 -y . -y ../rtl -o tb.vvp heddle_agt_tb.v && vvp -N tb.vvp";
    let said = run(&clone, bench);
    assert!(said.contains("PASS"), "{said}");
}
