//! Compares random circuits under rust-hdl's arithmetic, Verilator and Icarus: all three must
//! agree.
//!
//! `HEDDLE_EXPRESSIONS=10000` compares 10,000 expressions instead of a few hundred.

#[macro_use]
mod tree;
mod circuit;
mod generate;

use super::{print, Verilog};
use crate::export::recording::Recording;
use crate::export::testbench;
use circuit::{Circuit, Kind};
use heddle_hw::kit::{Pin, Trace};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::process::Command;
use verilator_sys::Source;

/// Default number of expressions.
const EXPRESSIONS: usize = 300;

/// Expressions per circuit, and so per run of the tools.
const TOGETHER: usize = 500;

/// Cycles that each circuit runs, with random inputs in each.
const CYCLES: usize = 64;

const SEED: u64 = 1;

/// Warning of Icarus about a process that it finds to be constant. Its outputs stay unknown. In a
/// unit the warning fails a test; random circuits have some constant processes.
const NEVER_WOKEN: &str = "found no sensitivities";

/// A circuit, its inputs, and its expected outputs.
struct Case {
    circuit: Circuit,
    verilog: Verilog,
    /// Outputs of a cycle are those before the edge.
    before: Trace,
    /// Outputs after the edge, with the inputs of the cycle still there.
    after: Vec<Vec<u32>>,
}

fn case(seed: u64, expressions: usize) -> Case {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let circuit = generate::circuit(&mut rng, expressions);
    let verilog = print("random", "heddle_random".into(), "", &[], &circuit);
    let verilog = verilog.unwrap_or_else(|error| panic!("seed {seed}: {error}"));
    let (inputs, outputs) = (circuit.of(Kind::Input), circuit.of(Kind::Output));
    let mut state = circuit.reset();
    let (mut before, mut after) = (Trace::default(), Vec::new());
    for _ in 0..CYCLES {
        for input in &inputs {
            state.values[*input] = rng.random::<u32>() >> (32 - circuit.signals[*input].1);
        }
        before.inputs.push(inputs.iter().map(|input| state.values[*input]).collect());
        circuit.settle(&mut state);
        before.outputs.push(outputs.iter().map(|output| state.values[*output]).collect());
        circuit.edge(&mut state);
        circuit.settle(&mut state);
        after.push(outputs.iter().map(|output| state.values[*output]).collect());
    }
    Case { circuit, verilog, before, after }
}

impl Case {
    fn pins(&self, kind: Kind) -> Vec<Pin> {
        let pin = |signal: usize| {
            let (name, width) = &self.circuit.signals[signal];
            Pin::port(name.clone().leak(), *width, "")
        };
        self.circuit.of(kind).into_iter().map(pin).collect()
    }

    /// Returns the first output that differs under Icarus, as the testbench prints it. The error
    /// says why there is no comparison.
    fn icarus(&self) -> Result<Option<String>, String> {
        let (inputs, outputs) = (self.pins(Kind::Input), self.pins(Kind::Output));
        let (top, run) = (&self.verilog.top, Recording::from(&self.before));
        let bench =
            testbench::text(top, &format!("random circuit, seed {SEED}"), &inputs, &outputs, &run);
        let rows = (format!("{top}_tb.hex"), testbench::rows(&inputs, &outputs, &run));
        let dir = tempfile::tempdir().expect("a scratch directory");
        let sources = [("dut.v", self.verilog.complete()), ("tb.v", bench)];
        let files = sources.map(|(name, text)| (name.to_string(), text)).into_iter().chain([rows]);
        for (name, text) in files {
            std::fs::write(dir.path().join(name), text).expect("writable");
        }
        let mut compile = Command::new("iverilog");
        compile.current_dir(dir.path()).args(["-g2005", "-o", "tb.vvp", "tb.v", "dut.v"]);
        let out = compile.output().map_err(|_| "iverilog is missing".to_string())?;
        let warned = String::from_utf8_lossy(&out.stderr);
        assert!(out.status.success(), "{warned}");
        if warned.contains(NEVER_WOKEN) {
            return Err("Icarus folds what wakes a process, and so never runs it".to_string());
        }
        let run = Command::new("vvp").args(["-n", "tb.vvp"]).current_dir(dir.path()).output();
        let said = run.expect("vvp comes with iverilog").stdout;
        let said = String::from_utf8_lossy(&said);
        match said.contains("PASS") {
            true => Ok(None),
            false => {
                Ok(Some(said.lines().find(|l| l.contains("expected")).unwrap_or(&said).into()))
            }
        }
    }

    /// Does the same under Verilator.
    fn verilator(&self) -> Result<Option<String>, String> {
        let tool = verilator_sys::find().map_err(|error| error.to_string())?;
        let names = |kind| self.pins(kind).iter().map(|pin| pin.name.to_string()).collect();
        let source = Source {
            top: self.verilog.top.clone(),
            verilog: self.verilog.complete(),
            inputs: names(Kind::Input),
            outputs: names(Kind::Output),
            coverage: false,
        };
        let outputs: &[String] = &source.outputs;
        let library =
            verilator_sys::build(&tool, &source).unwrap_or_else(|error| panic!("{error}"));
        let mut model = library.model(7, source.inputs.len(), outputs.len());
        model.step(&vec![0; source.inputs.len()], true);
        for (cycle, (inputs, expected)) in self.before.inputs.iter().zip(&self.after).enumerate() {
            model.step(inputs, false);
            let differs = (0..outputs.len()).find(|i| model.out()[*i] != expected[*i]);
            if let Some(i) = differs {
                let (name, want, is) = (&outputs[i], expected[i], model.out()[i]);
                return Ok(Some(format!(
                    "cycle {cycle}: {name}: expected {want:x}, actual {is:x}"
                )));
            }
        }
        Ok(None)
    }

    /// Returns the Verilog of the output that a message names.
    fn line_of(&self, message: &str) -> String {
        let name = message.split(": ").nth(1).unwrap_or_default();
        let text = self.verilog.complete();
        let from = text.find(&format!("assign {name} = ")).unwrap_or(0);
        text[from..].split_inclusive(';').next().unwrap_or_default().to_string()
    }
}

#[test]
fn random_circuits_compute_the_same_in_rust_and_in_verilog() {
    let wanted = std::env::var("HEDDLE_EXPRESSIONS").ok();
    let wanted = wanted.map_or(EXPRESSIONS, |n| n.parse().expect("HEDDLE_EXPRESSIONS is a number"));
    let mut left = wanted;
    let mut seed = SEED;
    while left > 0 {
        let expressions = left.min(TOGETHER);
        let case = case(seed, expressions);
        for (tool, found) in [("Icarus", case.icarus()), ("Verilator", case.verilator())] {
            match found {
                Ok(None) => {}
                Ok(Some(message)) => panic!(
                    "seed {seed}: {tool} computes something else than rust-hdl: {message}\n{}",
                    case.line_of(&message)
                ),
                Err(reason) => println!("seed {seed}: {tool} skipped: {reason}"),
            }
        }
        left -= expressions;
        seed += 1;
    }
    println!("{wanted} expressions in {} circuits, {CYCLES} cycles each", seed - SEED);
}

/// Prints added numbers 32 bits wide, as rust-hdl's own printer does: the sum is then computed at
/// 32 bits where the Rust wraps.
fn with_wide_numbers(text: &str) -> String {
    let mut parts = text.split(" + ");
    let mut out = parts.next().unwrap_or_default().to_string();
    for part in parts {
        let digits = part.len() - part.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let is_sized = digits > 0 && part[digits..].starts_with('\'');
        out += " + ";
        out += if is_sized { "32" } else { &part[..digits] };
        out += &part[digits..];
    }
    out
}

#[test]
fn numbers_printed_wider_than_their_operands_are_found() {
    let mut case = case(SEED, EXPRESSIONS);
    for module in &mut case.verilog.modules {
        let wrong = with_wide_numbers(&module.text);
        assert_ne!(wrong, module.text, "no number is added");
        module.text = wrong;
    }
    match case.icarus() {
        Ok(found) => assert!(found.is_some(), "the injected bug was not found"),
        Err(missing) => println!("skipped: {missing}"),
    }
}
