//! The theorem of the chip: `verif/formal/chip.v` over the exported top, flattened, with the properties of every unit. There
//! is such a file for each of [`MACHINES`]; `heddle_boundary.v` is before all of them.
//!
//! In a unit's proof its neighbours' rules are assumed. Here the neighbours are there: what a unit assumes of another one
//! is proved, together with its own properties, and only what it assumes of the boundary stays assumed. The induction is over
//! all of them at once, so no assumption of one unit leans on another one that leans on it.

use super::bench::{properties_file, properties_of, with_words, Properties, PRELUDE};
use super::check::{read, Change};
use super::plan;
use super::{FormalError, Plan};
use heddle_gen::chip::{emit_chip, Outputs, TOP};
use heddle_gen::units::UNITS;
use heddle_hw::agt::pins::{Organisation, Params as AgtParams};
use heddle_hw::chip::{Sizes, Standard};
use heddle_hw::dgb::Dgb;
use heddle_hw::kernel_distributor::KernelDistributor;
use heddle_hw::kit::Unit;
use heddle_hw::kmu::Kmu;
use heddle_hw::residency::Residency;
use itertools::Itertools;

/// Name of the top module without its prefix.
pub(super) const CHIP: &str = "chip";

/// A machine of which a theorem is stated, of the tiny sizes of the units.
#[derive(Clone, Copy, Debug)]
pub struct Machine {
    /// Name of its file of properties in `verif/formal`, and in reports.
    pub name: &'static str,
    /// What it is, as a heading.
    pub title: &'static str,
    sizes: fn() -> Sizes,
}

/// Kernels from host and device, and neither groups nor graphs.
pub const KERNELS: Machine = Machine { name: "chip", title: "Kernels", sizes: kernels };
/// Groups too, in an AGT of four entries.
pub const GROUPS: Machine = Machine { name: "chip_groups", title: "Groups", sizes: groups };
/// Graphs too, in a DGB of four nodes.
pub const GRAPHS: Machine = Machine { name: "chip_graphs", title: "Graphs", sizes: graphs };
/// All machines of which a theorem is stated.
pub const MACHINES: [Machine; 3] = [KERNELS, GROUPS, GRAPHS];

fn kernels() -> Sizes {
    let smx = Residency::tiny();
    let (hwqs, kdes) = (Kmu::tiny().hwqs, KernelDistributor::tiny().entries);
    Sizes {
        smxs: smx.smxs,
        hwqs,
        kdes,
        consecutive: 1,
        smx,
        agt: None,
        dgb: None,
        laperm: None,
        pool_by_priority: false,
        monitor: None,
        skip_table: None,
        rename: None,
    }
}

fn groups() -> Sizes {
    let agt = AgtParams { entries: 4, organisation: Organisation::Hash };
    Sizes { agt: Some(agt), ..kernels() }
}

fn graphs() -> Sizes {
    Sizes { dgb: Some(Dgb::tiny()), ..kernels() }
}

impl Machine {
    /// Returns its sizes.
    pub(super) fn sizes(&self) -> Sizes {
        (self.sizes)()
    }

    /// Returns the text of its properties.
    fn text(&self) -> Result<String, FormalError> {
        read(&properties_file(self.name))
    }

    /// Returns the labels of its properties.
    pub fn properties(&self) -> Result<Properties, FormalError> {
        Ok(properties_of(&self.text()?))
    }

    /// Returns how its theorem is proved.
    pub(super) fn plan(&self) -> Result<Plan, FormalError> {
        let plans = plan::read(self.name, &self.text()?).map_err(FormalError::Plan)?;
        Ok(plans.into_iter().next().expect("there is one"))
    }
}

/// The text that is proved, and what it assumes.
pub(super) struct Bench {
    /// The Verilog.
    pub text: String,
    /// Units of the machine.
    pub units: Vec<String>,
    /// What was an assumption about a neighbour in the proof of a unit, and is proved here, as `unit.property`.
    pub closed: Vec<String>,
    /// What stays assumed of the boundary, as `unit.property`.
    pub assumed: Vec<String>,
}

/// Prints a machine with all properties and changed lines. `covers` become properties that say they are never reached.
pub(super) fn bench(
    machine: &Machine,
    changes: &[Change<'_>],
    covers: bool,
) -> Result<Bench, FormalError> {
    let properties = machine.text()?;
    let given: Vec<&str> = told(&properties, "// Given: ").collect();
    let chip =
        emit_chip::<Standard>(&machine.sizes(), Outputs::Boundary).expect("units can be printed");
    let mut bench =
        Bench { text: String::new(), units: Vec::new(), closed: Vec::new(), assumed: Vec::new() };
    bench.text += "`default_nettype none\n";
    let top_text = changed(&chip.verilog.modules[0].text, changes);
    for module in &chip.verilog.modules[1..] {
        let unit = UNITS.iter().find(|unit| format!("heddle_{unit}") == module.name);
        let Some(unit) = unit else {
            bench.text += &module.text;
            continue;
        };
        let ours = resized(unit, &read(&properties_file(unit))?, told(&properties, "// In "));
        let properties = with_words(&ours, &chip.verilog.modules);
        let found = settle(unit, &properties, &given);
        bench.units.push(unit.to_string());
        bench.closed.extend(found.closed);
        bench.assumed.extend(found.assumed);
        bench.text += &inside(&module.text, &found.text);
    }
    let unknown =
        given.iter().filter(|name| !bench.assumed.iter().any(|known| known == *name)).join(", ");
    assert!(unknown.is_empty(), "verif/formal/{}.v: no unit assumes {unknown}", machine.name);
    let beside = read(&properties_file("heddle_boundary"))? + &properties;
    let mut own = alive(&bench.units) + &with_words(&beside, &chip.verilog.modules);
    if covers {
        own = each(&own, ": cover (", |label, inner| format!("{label}: assert (~({inner}))"));
    }
    bench.text += &inside(&top_text, &own);
    Ok(bench)
}

/// Returns the rest of each line of a machine's properties that begins with `what`.
fn told<'a>(properties: &'a str, what: &'static str) -> impl Iterator<Item = &'a str> {
    properties.lines().filter_map(move |line| line.trim().strip_prefix(what))
}

/// Changes the lines of a unit's properties that a machine says in lines such as `// In fcfs: N = 3; becomes N = 4;`.
fn resized<'a>(unit: &str, text: &str, lines: impl Iterator<Item = &'a str>) -> String {
    let ours = lines.filter_map(|line| line.strip_prefix(unit)?.strip_prefix(": "));
    ours.fold(text.to_string(), |text, line| {
        let (before, after) = line.split_once(" becomes ").expect("`// In UNIT: A becomes B`");
        assert_eq!(text.matches(before).count(), 1, "`{before}` is not once in {unit}.v");
        text.replace(before, after)
    })
}

/// Changes lines of the top module, each of which must be there once.
fn changed(text: &str, changes: &[Change<'_>]) -> String {
    changes.iter().fold(text.to_string(), |text, (line, instead)| {
        let found = text.matches(line).count();
        assert_eq!(found, 1, "`{line}` occurs {found} times in {TOP}");
        text.replace(line, instead)
    })
}

/// Puts properties before the end of a module.
fn inside(module: &str, properties: &str) -> String {
    let end = module.rfind("endmodule").expect("a module ends");
    format!("{}{PRELUDE}{properties}{}", &module[..end], &module[end..])
}

/// Says that reset has been seen by all units when it has been seen by the chip.
fn alive(units: &[String]) -> String {
    let wire =
        |unit: &String| format!("    (* hierconn, init = 1'b0 *) wire \\u_{unit}.f_alive ;\n");
    let same = units.iter().map(|unit| format!("f_alive == \\u_{unit}.f_alive ")).join("& ");
    let wires = units.iter().map(wire).join("");
    format!("{wires}    always @(*) begin\n        helper_alive: assert ({same});\n    end\n")
}

/// The properties of a unit on the chip.
struct Settled {
    text: String,
    closed: Vec<String>,
    assumed: Vec<String>,
}

/// Turns what a unit assumes into what is proved, except what is `given`.
fn settle(unit: &str, text: &str, given: &[&str]) -> Settled {
    let (mut closed, mut assumed) = (Vec::new(), Vec::new());
    let text = each(text, ": assume (", |label, inner| {
        let name = format!("{unit}.{label}");
        if given.contains(&name.as_str()) {
            assumed.push(name);
            return format!("{label}: assume ({inner})");
        }
        closed.push(name);
        // Before the first reset nothing is claimed.
        format!("{label}: assert (~f_alive | ({inner}))")
    });
    Settled { text, closed, assumed }
}

/// Rewrites each `label: keyword (...)` of a text, where `between` is what stands between label and condition.
fn each(text: &str, between: &str, mut rewrite: impl FnMut(&str, &str) -> String) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(between) {
        let begin = rest[..at]
            .rfind(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))
            .map_or(0, |end| end + 1);
        let inner = &rest[at + between.len()..];
        let mut depth = 1;
        let close = inner.find(|c: char| {
            depth += i32::from(c == '(') - i32::from(c == ')');
            depth == 0
        });
        let close = close.expect("parentheses of properties are closed");
        out += &rest[..begin];
        out += &rewrite(&rest[begin..at], &inner[..close]);
        rest = &inner[close + 1..];
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_unit_assumes_is_proved_unless_it_is_given() {
        let text = "a: assume (~(x) | y);\n b_1: assume (z);\n c: assert (w);";
        let found = settle("kmu", text, &["kmu.b_1"]);
        assert_eq!(
            found.text,
            "a: assert (~f_alive | (~(x) | y));\n b_1: assume (z);\n c: assert (w);"
        );
        assert_eq!(found.closed, ["kmu.a"]);
        assert_eq!(found.assumed, ["kmu.b_1"]);
    }
}
