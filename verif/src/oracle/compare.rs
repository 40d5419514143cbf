//! Runs the same program on the executor of `heddle-sim`, and finds the first difference.

use super::interpret::interpret;
use super::memory::{AREA, CELLS, GLOBAL, LEFT, UPDATES};
use super::print::print;
use super::program::Program;
use super::types::Reg;
use heddle_sim::exec::{run_functional, Launch};
use heddle_sim::host::Arg;
use heddle_sim::mem::GlobalMemory;
use heddle_sim::ptx;
use heddle_sim::runtime::params::{write_params, ParameterHeap};

/// Device memory of a run; programs need far less.
const CAPACITY: u64 = 1 << 24;

/// Returns the first difference between interpreter and executor, if there is one.
///
/// # Panics
/// If the interpreter cannot finish: the generator made a program without meaning.
pub fn difference(program: &Program) -> Option<String> {
    let expected = interpret(program).unwrap_or_else(|why| panic!("{why}\n{}", print(program)));
    match execute(&print(program), &program.image, program.grid, program.block) {
        Err(refusal) => Some(refusal),
        Ok(actual) => {
            let at = (0..expected.len()).find(|&at| expected[at] != actual[at])?;
            Some(describe(program, at, &expected, &actual))
        }
    }
}

/// Runs kernel `k` of the text on a buffer and returns the buffer after it.
pub fn execute(
    text: &str,
    image: &[u8],
    grid: [u32; 3],
    block: [u32; 3],
) -> Result<Vec<u8>, String> {
    let mut program =
        ptx::Program::parse("program.ptx", text).map_err(|error| format!("refused: {error}"))?;
    let mut memory = GlobalMemory::new(CAPACITY);
    let mut heap = ParameterHeap::new();
    let bytes = image.len() as u64;
    let data = memory.alloc(bytes, 256).map_err(|fault| fault.to_string())?;
    memory.slice_mut(data, bytes).map_err(|fault| fault.to_string())?.copy_from_slice(image);
    program.load_globals(&mut memory).map_err(|fault| fault.to_string())?;
    let (function, kernel) = program.function_by_name("k").ok_or("no kernel named k")?;
    let param_base = write_params(kernel, &[Arg::U64(data)], &mut heap, &mut memory)
        .map_err(|error| error.to_string())?;
    let launch = Launch { function, param_base, grid, block, shared_bytes: 0 };
    run_functional(&program, &mut memory, &mut heap, launch)
        .map_err(|fault| format!("fault: {fault}"))?;
    memory.slice(data, bytes).map(<[u8]>::to_vec).map_err(|fault| fault.to_string())
}

/// Names the value that holds this byte, with what was expected and found.
fn describe(program: &Program, at: usize, expected: &[u8], actual: &[u8]) -> String {
    let total = program.threads() * program.blocks();
    let (name, begin, bytes) = if at >= program.finals(0) {
        let thread = (at - program.finals(0)) / super::memory::FINAL;
        let number = (at - program.finals(thread)) / 8;
        let register = Reg::all().nth(number);
        let name = register.map_or("?".to_string(), |register| register.to_string());
        let bytes = register.map_or(8, |r| r.mask().count_ones().max(32) as usize / 8);
        (format!("thread {thread}: {name}"), program.finals(thread) + 8 * number, bytes)
    } else if at < CELLS * (1 + program.blocks()) {
        let cell = at % CELLS / 8;
        let what = UPDATES.get(cell).map_or("?".to_string(), |(name, ty)| format!("{name}.{ty}"));
        (format!("cell {what} of part {}", at / CELLS), at / 8 * 8, 8)
    } else {
        let thread = (at - program.record(0)) / super::memory::RECORD;
        let thread = thread.min(total - 1);
        let offset = at - program.record(thread);
        let areas = [("global", GLOBAL), ("shared", LEFT[0]), ("local", LEFT[1])];
        let area = areas.iter().rev().find(|(_, begin)| offset >= *begin && offset < begin + AREA);
        let (space, begin) = area.copied().unwrap_or(("input", 0));
        (format!("thread {thread}: {space} memory byte {}", offset - begin), at, 1)
    };
    let value = |buffer: &[u8]| {
        buffer[begin..begin + bytes].iter().rev().fold(0_u64, |v, &b| v << 8 | u64::from(b))
    };
    let digits = bytes * 2;
    format!(
        "{name}: expected {:#0w$x}, actual {:#0w$x}",
        value(expected),
        value(actual),
        w = digits + 2
    )
}
