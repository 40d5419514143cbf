//! One small change of a unit, as Yosys lists it, with a name that is stable under other changes.

use serde::Deserialize;
use std::collections::BTreeMap;

/// Ports of Yosys' cells that the Verilog does not have, and clocks; they are not mutated.
const PASSED_OVER: &[&str] = &["CLK", "RD_CLK", "WR_CLK", "RD_ARST", "RD_SRST", "RD_EN"];

/// A mutant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mutant {
    /// Arguments of `mutate`.
    pub arguments: String,
    /// Names the change: the mode, the port and bit of a cell, the net that the cell drives, and
    /// its expression in the Verilog. It has no numbers of lines or cells.
    pub key: String,
}

#[derive(Deserialize)]
struct Netlist {
    modules: BTreeMap<String, Module>,
}

#[derive(Deserialize)]
struct Module {
    cells: BTreeMap<String, Cell>,
    netnames: BTreeMap<String, Net>,
}

#[derive(Deserialize)]
struct Cell {
    #[serde(rename = "type")]
    kind: String,
    connections: BTreeMap<String, Vec<serde_json::Value>>,
}

#[derive(Deserialize)]
struct Net {
    bits: Vec<serde_json::Value>,
}

impl Mutant {
    /// Reads the first `count` mutants of a list written by Yosys, for the unit with this Verilog
    /// and these cells. The error is a list that cannot be read.
    pub fn read_list(
        list: &str,
        verilog: &str,
        cells: &str,
        count: usize,
    ) -> Result<Vec<Self>, String> {
        let netlist: Netlist =
            serde_json::from_str(cells).map_err(|error| format!("the cells: {error}"))?;
        let lines: Vec<&str> = verilog.lines().collect();
        let mut mutants: Vec<Self> = Vec::new();
        for line in list.lines() {
            let Some(arguments) = line.strip_prefix("mutate ") else {
                return Err(format!("not a line of a list of mutants: {line}"));
            };
            let options = Options::read(arguments);
            if options.is_passed_over() || mutants.len() == count {
                continue;
            }
            let key = options.key(&netlist, &lines)?;
            let same = |mutant: &&Self| mutant.key.split(" #").next() == Some(key.as_str());
            let key = match mutants.iter().filter(same).count() {
                0 => key,
                before => format!("{key} #{}", before + 1),
            };
            mutants.push(Self { arguments: arguments.to_string(), key });
        }
        Ok(mutants)
    }

    /// Returns how many mutants a list has.
    pub fn count(list: &str) -> usize {
        let arguments = list.lines().filter_map(|line| line.strip_prefix("mutate "));
        arguments.filter(|arguments| !Options::read(arguments).is_passed_over()).count()
    }
}

/// The options of a line, each with its values.
struct Options<'a>(BTreeMap<&'a str, Vec<&'a str>>);

impl<'a> Options<'a> {
    fn read(arguments: &'a str) -> Self {
        let mut options = BTreeMap::<_, Vec<_>>::new();
        let words: Vec<&str> = arguments.split_whitespace().collect();
        for pair in words.chunks(2) {
            if let [name, value] = pair {
                options.entry(name.trim_start_matches('-')).or_default().push(*value);
            }
        }
        Self(options)
    }

    fn is_passed_over(&self) -> bool {
        PASSED_OVER.contains(&self.one("port"))
    }

    fn one(&self, name: &str) -> &'a str {
        self.0.get(name).map_or("", |values| values[0])
    }

    fn key(&self, netlist: &Netlist, lines: &[&str]) -> Result<String, String> {
        let module = netlist.modules.get(self.one("module"));
        let found = module.and_then(|module| Some((module, module.cells.get(self.one("cell"))?)));
        let (module, cell) = found.ok_or(format!("no cell {}", self.one("cell")))?;
        let mode = match self.one("ctrlbit") {
            "" => self.one("mode").to_string(),
            bit => format!("{} by {bit}", self.one("mode")),
        };
        let kind = cell.kind.trim_start_matches('$');
        let site = format!("{mode} {}[{}] of {kind}", self.one("port"), self.one("portbit"));
        let name = match cell.kind.starts_with("$mem") {
            true => self.one("cell").trim_start_matches("unit.").to_string(),
            false => module.driven_by(cell),
        };
        let sources = self.0.get("src").map_or(&[][..], Vec::as_slice);
        // The line of an instance says less than the lines inside it.
        let texts = sources.iter().filter_map(|span| text(span, lines));
        let shortest = texts.filter(|text| !text.ends_with(" (")).min_by_key(String::len);
        Ok(format!("{site} {name}: {}", shortest.unwrap_or_default()))
    }
}

impl Module {
    /// Returns the net of the Verilog that a cell drives, without the prefix that Yosys adds for
    /// one of several assignments.
    fn driven_by(&self, cell: &Cell) -> String {
        let output = cell.connections.get("Y").or(cell.connections.get("Q"));
        let Some(bits) = output else { return String::new() };
        let named = self.netnames.iter().filter(|(_, net)| net.bits.starts_with(bits));
        let names = named.filter_map(|(name, _)| {
            let own = name.rsplit('\\').next().unwrap_or(name);
            let own = own.split(['[', '$']).next().unwrap_or(own).trim_start_matches("unit.");
            (!own.is_empty()).then(|| own.to_string())
        });
        names.min_by_key(|name| (name.len(), name.clone())).unwrap_or_default()
    }
}

/// Returns the text of a span `file:line.column-line.column`, its first line if it has several.
fn text(span: &str, lines: &[&str]) -> Option<String> {
    let (begin, end) = span.rsplit_once(':')?.1.split_once('-')?;
    let place = |text: &str| -> Option<(usize, usize)> {
        let (line, column) = text.split_once('.')?;
        Some((line.parse::<usize>().ok()?, column.parse::<usize>().ok()?))
    };
    let ((line, from), (last, to)) = (place(begin)?, place(end)?);
    let whole = lines.get(line.checked_sub(1)?)?;
    let to = if line == last { to - 1 } else { whole.len() };
    let text = whole.get(from.checked_sub(1)?..to)?.trim().to_string();
    (!text.is_empty()).then_some(text)
}
