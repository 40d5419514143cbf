//! `heddle ptx`: what the front end makes of a PTX file.

use super::args::PtxArgs;
use super::output;
use super::workload::parse_dimensions;
use anyhow::{anyhow, bail, Context};
use heddle_sim::ptx::{Function, FunctionRedundancy, Instr, Program, Redundancy, RedundancyClass};
use serde::Serialize;

/// Most threads of a TB.
const MOST_THREADS: u64 = 1024;
/// Most characters of an instruction in the table.
const TEXT: usize = 60;

/// A function of the file.
#[derive(Serialize)]
struct Listed<'a> {
    name: &'a str,
    kernel: bool,
    instructions: usize,
    parameter_bytes: u32,
    shared_bytes: u32,
    local_bytes: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    redundancy: Option<Classes<'a>>,
}

/// The classes of a function's instructions.
#[derive(Serialize)]
struct Classes<'a> {
    vector: usize,
    conditional: usize,
    definite: usize,
    rows: Vec<Row<'a>>,
}

/// An instruction.
#[derive(Serialize)]
struct Row<'a> {
    line: u32,
    /// V, CR or DR; in TBs of the given shape, V or DR.
    class: &'static str,
    /// The weakest class of what it reads.
    operands: &'static str,
    /// Whether its class holds only while nobody stores what was loaded.
    from_memory: bool,
    instruction: &'a str,
    reason: String,
}

#[derive(Serialize)]
struct Report<'a> {
    file: &'a str,
    block: Option<[u32; 3]>,
    functions: Vec<Listed<'a>>,
}

/// Runs the command.
pub fn run(args: &PtxArgs) -> anyhow::Result<()> {
    let file = &args.file;
    let block = args.block.as_deref().map(shape).transpose()?;
    let text = heddle_files::read_to_string(file).with_context(|| format!("cannot read {file}"))?;
    let program = Program::parse(file, &text)?;
    let functions: Vec<&Function> = match &args.kernel {
        Some(name) => {
            vec![program.kernel(name).map_err(|e| anyhow!("{file}: --kernel: {e}"))?]
        }
        None => {
            let called = program.functions.iter().filter(|function| !function.is_entry);
            program.kernels().chain(called).collect()
        }
    };
    if functions.is_empty() {
        bail!("{file}: it has no function with a body (`.entry` or `.func`)");
    }
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let functions = functions.iter().map(|function| list(function, &lines, block, args)).collect();
    let report = Report { file, block, functions };
    if output::is_json() {
        return output::json(&report);
    }
    if args.redundancy {
        report.functions.iter().for_each(|function| print(function, block));
    } else {
        output::show(&table(&report));
    }
    Ok(())
}

fn list<'a>(
    function: &'a Function,
    lines: &[&'a str],
    block: Option<[u32; 3]>,
    args: &PtxArgs,
) -> Listed<'a> {
    Listed {
        name: &function.name,
        kernel: function.is_entry,
        instructions: function.instrs.len(),
        parameter_bytes: function.param_bytes,
        shared_bytes: function.shared_bytes,
        local_bytes: function.local_bytes,
        redundancy: args.redundancy.then(|| classes(function, lines, block)),
    }
}

/// Reads the shape of a TB.
fn shape(text: &str) -> anyhow::Result<[u32; 3]> {
    let block = parse_dimensions("--block", text)?;
    let threads = block.iter().fold(1_u64, |threads, &size| threads.saturating_mul(size.into()));
    if threads > MOST_THREADS {
        bail!("--block `{text}` has {threads} threads; a TB has at most {MOST_THREADS}");
    }
    Ok(block)
}

fn classes<'a>(function: &Function, lines: &[&'a str], block: Option<[u32; 3]>) -> Classes<'a> {
    let found = FunctionRedundancy::of(function);
    let in_block = |class: RedundancyClass| match block {
        Some(block) => class.promoted(block),
        None => class,
    };
    let count = |class| found.instrs().iter().filter(|it| in_block(it.class) == class).count();
    let row = |(instr, found): (&Instr, &Redundancy)| Row {
        line: instr.line,
        class: in_block(found.class).short(),
        operands: in_block(found.operands).short(),
        from_memory: found.from_memory,
        instruction: lines.get((instr.line as usize).wrapping_sub(1)).copied().unwrap_or(""),
        reason: found.reason.clone(),
    };
    Classes {
        vector: count(RedundancyClass::Vector),
        conditional: count(RedundancyClass::Conditional),
        definite: count(RedundancyClass::Definite),
        rows: function.instrs.iter().zip(found.instrs()).map(row).collect(),
    }
}

/// Prints the instructions of a function with their classes.
fn print(function: &Listed, block: Option<[u32; 3]>) {
    let Some(Classes { vector, conditional, definite, rows }) = &function.redundancy else {
        return;
    };
    let kind = if function.kernel { "kernel" } else { "function" };
    let plural = if function.instructions == 1 { "" } else { "s" };
    let shape = block.map_or(String::new(), |[x, y, z]| format!(" in TBs of {x} x {y} x {z}"));
    let conditional = match block {
        Some(_) => String::new(),
        None => format!("{conditional} conditionally redundant (CR), "),
    };
    output::note!(
        "{kind} {}: {} instruction{plural}{shape}: {definite} definitely redundant (DR), {conditional}{vector} vector (V)",
        function.name,
        function.instructions
    );
    let row = |row: &Row| {
        let plain = row.instruction.chars().map(|c| if c.is_control() { ' ' } else { c });
        let until = if row.from_memory && row.class != "V" { ", until a store" } else { "" };
        let text = output::shortened(&plain.collect::<String>(), TEXT);
        vec![row.line.to_string(), row.class.to_owned(), text, format!("{}{until}", row.reason)]
    };
    let header = ["line", "class", "instruction", "reason"];
    output::show(&output::table(&header, &rows.iter().map(row).collect::<Vec<_>>()));
}

fn table(report: &Report) -> String {
    let header =
        ["function", "kind", "instructions", "parameters\nbytes", "shared\nbytes", "local\nbytes"];
    let row = |function: &Listed| {
        vec![
            function.name.to_owned(),
            if function.kernel { "kernel" } else { "function" }.to_owned(),
            function.instructions.to_string(),
            function.parameter_bytes.to_string(),
            function.shared_bytes.to_string(),
            function.local_bytes.to_string(),
        ]
    };
    let rows: Vec<Vec<String>> = report.functions.iter().map(row).collect();
    output::table(&header, &rows)
}
