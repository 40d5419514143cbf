//! Memory as PTX programs see it: every state space, atomics, declarations, and faults.

mod accesses;
mod atomics;
mod declarations;
mod faults;
mod refusals;

use heddle_sim::exec::{run_functional, Launch};
use heddle_sim::host::Arg;
use heddle_sim::mem::GlobalMemory;
use heddle_sim::ptx::Program;
use heddle_sim::runtime::params::{write_params, ParameterHeap};

/// Writes a module with a kernel `k(buf)` of these statements. `%rd0` holds `buf`, `%r0` the thread's index.
fn module(declarations: &str, body: &str) -> String {
    format!(
        ".version 8.0\n.target sm_80\n.address_size 64\n{declarations}\n\
         .visible .entry k(.param .u64 buf)\n{{\n\
         .reg .pred %p<4>; .reg .b16 %h<8>; .reg .b32 %r<16>; .reg .b64 %rd<16>;\n\
         .reg .f32 %f<8>; .reg .f64 %fd<8>;\n\
         ld.param.u64 %rd0, [buf]; mov.u32 %r0, %tid.x;\n{body}\nret;\n}}\n"
    )
}

/// Runs the kernel with `threads` threads on a buffer named `buf`. Returns the contents of the buffer, or the
/// machine's error.
fn run_module(
    declarations: &str,
    body: &str,
    threads: u32,
    words: &[u32],
) -> Result<Vec<u32>, String> {
    let text = module(declarations, body);
    let mut program = Program::parse("k.ptx", &text).map_err(|error| error.to_string())?;
    let mut memory = GlobalMemory::new(1 << 24);
    program.load_globals(&mut memory).map_err(|fault| fault.to_string())?;
    let bytes = 4 * words.len() as u64;
    let address = memory.alloc_named("buffer `buf`", bytes, 256).expect("memory for the buffer");
    memory.write_u32s(address, words).expect("the buffer");
    let mut heap = ParameterHeap::new();
    let (function, kernel) = program.function_by_name("k").expect("the kernel");
    let param_base =
        write_params(kernel, &[Arg::U64(address)], &mut heap, &mut memory).expect("one argument");
    let launch =
        Launch { function, param_base, grid: [1; 3], block: [threads, 1, 1], shared_bytes: 64 };
    run_functional(&program, &mut memory, &mut heap, launch).map_err(|fault| fault.to_string())?;
    Ok(memory.read_u32s(address, words.len() as u64).expect("the buffer"))
}

/// Runs a kernel without declarations by [`run_module`]. The run must succeed.
fn run(body: &str, threads: u32, words: &[u32]) -> Vec<u32> {
    run_module("", body, threads, words).unwrap_or_else(|what| panic!("{what}\n{body}"))
}

/// Returns the error of the front end about a kernel that it must refuse.
fn refusal(declarations: &str, body: &str) -> String {
    match Program::parse("k.ptx", &module(declarations, body)) {
        Ok(_) => panic!("accepted: {declarations} {body}"),
        Err(error) => error.to_string(),
    }
}
