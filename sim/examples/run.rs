//! A run of a kernel of your own: PTX text, two buffers, a comparison, and what was measured.
//! `cargo run --release -p heddle-sim --example run`

use heddle_sim::config::GpuConfig;
use heddle_sim::gpu::{run, ModelUnits, RunOptions};
use heddle_workloads::PtxFile;
use std::error::Error;

const TWICE: &str = "
.version 7.0
.target sm_70
.address_size 64
.visible .entry twice(.param .u64 from, .param .u64 to) {
    .reg .b32 %r<4>; .reg .b64 %a<6>;
    ld.param.u64 %a1, [from];
    ld.param.u64 %a2, [to];
    mov.u32 %r1, %ctaid.x;
    mov.u32 %r2, %ntid.x;
    mov.u32 %r3, %tid.x;
    mad.lo.u32 %r1, %r1, %r2, %r3;
    mul.wide.u32 %a3, %r1, 4;
    add.u64 %a4, %a1, %a3;
    add.u64 %a5, %a2, %a3;
    ld.global.u32 %r2, [%a4];
    shl.b32 %r2, %r2, 1;
    st.global.u32 [%a5], %r2;
    ret;
}";

fn main() -> Result<(), Box<dyn Error>> {
    let mut config = GpuConfig::preset("k20c")?;
    config.set("l1.global_loads", "true")?;
    let mut kernel = PtxFile::new("twice.ptx", TWICE.into(), "twice".into());
    (kernel.grid, kernel.block) = ([64, 1, 1], [256, 1, 1]);
    kernel.push_argument("iota:16384")?;
    kernel.push_argument("zero:65536")?;
    let result = run(&config, &mut kernel, &ModelUnits, RunOptions::default())?;
    println!("{} cycles, {} warp instructions", result.cycles, result.warp_instructions);
    println!("pins of all units: {}", result.trace_hash);
    Ok(())
}
