//! Prints declarations: ports, constants, signals, and the bits that nothing reads.

use super::design::{Design, Literal, Role, Signal};
use super::expr::literal;
use super::module::is_port;
use super::names::{ones, plain, Meaning, Names};
use super::wrap::list;
use super::Word;
use heddle_hw::kit::Pin;
use std::collections::BTreeSet;

fn range(width: u32) -> String {
    if width == 1 {
        String::new()
    } else {
        format!("[{}:0] ", width - 1)
    }
}

/// Returns the ports as they are printed: clock and reset, then those of each group, and the pins of a stream together:
/// valid, ready, payload.
fn in_order<'a>(design: &'a Design, pins: &[&Pin]) -> Vec<&'a Signal> {
    let declared: Vec<&Signal> = design.signals.iter().filter(|s| is_port(s)).collect();
    let streams: Vec<&str> =
        pins.iter().filter_map(|pin| pin.name.strip_suffix("_valid")).collect();
    let groups: Vec<&str> = pins.iter().map(|pin| pin.group).collect();
    let position = |port: &Signal| {
        let pin = pins.iter().find(|pin| pin.name == port.name)?;
        let begins = |stream: &&&str| {
            port.name.strip_prefix(**stream).is_some_and(|rest| rest.starts_with('_'))
        };
        let stream = streams.iter().filter(begins).max_by_key(|stream| stream.len());
        // A pin alone stands where it was declared, those of a stream where its valid was.
        let first = stream.map_or(pin.name.to_string(), |stream| format!("{stream}_valid"));
        let rank = ["_valid", "_ready"]
            .iter()
            .position(|end| stream.is_some_and(|stream| port.name == format!("{stream}{end}")));
        Some((
            groups.iter().position(|group| *group == pin.group),
            pins.iter().position(|pin| pin.name == first),
            rank.unwrap_or(2),
        ))
    };
    let mut ordered = declared;
    // Clock and reset are no pins, and first.
    ordered.sort_by_key(|port| position(port));
    ordered
}

/// Prints the ports, with the comments of their pins.
pub fn ports(design: &Design, pins: &[&Pin], wires: &BTreeSet<String>) -> String {
    let ports = in_order(design, pins);
    let mut out = Vec::new();
    let mut group = "";
    for (i, port) in ports.iter().enumerate() {
        if let Some(pin) = pins.iter().find(|pin| pin.name == port.name) {
            if pin.group != group {
                group = pin.group;
                out.push(format!("\n    // {group}"));
            }
            out.push(format!("    // {}", pin.doc.trim()));
        }
        let comma = if i + 1 < ports.len() { "," } else { "" };
        let kind = match port.role {
            Role::Input => "input wire",
            _ if wires.contains(&port.name) => "output wire",
            _ => "output reg",
        };
        out.push(format!("    {kind} {}{}{comma}", range(port.width), plain(&port.name)));
    }
    out.join("\n")
}

/// Prints the constants that are used: counts and Params as they were declared, states by value.
pub fn constants(design: &Design, names: &Names) -> String {
    let declared = design.signals.iter().map(|s| &s.name);
    let keys = declared.chain(design.states.iter().map(|(state, _)| state));
    let used = keys.filter(|key| names.read_bits(key) != 0);
    let mut groups = Groups::default();
    for key in used {
        let Some(name) = names.get(key) else { continue };
        match &name.meaning {
            Meaning::Count(elements) => {
                groups.add("integer ".to_string(), format!("{} = {elements}", name.verilog));
            }
            Meaning::Constant(Literal { value, .. }) => {
                let value = literal(*value, name.width);
                groups.add(range(name.width), format!("{} = {value}", name.verilog));
            }
            _ => {}
        }
    }
    groups.print("localparam ")
}

/// Groups declarations of one kind.
#[derive(Default)]
struct Groups(Vec<(String, Vec<String>)>);

impl Groups {
    fn add(&mut self, kind: String, item: String) {
        match self.0.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, items)) => items.push(item),
            None => self.0.push((kind, vec![item])),
        }
    }

    fn print(&self, keyword: &str) -> String {
        let lines = self.0.iter();
        let text: String =
            lines.map(|(kind, items)| list(&format!("    {keyword}{kind}"), items, ";")).collect();
        match text.is_empty() {
            true => text,
            false => format!("\n{text}"),
        }
    }
}

/// Prints local signals and those between the block and its blocks inside, except those that need
/// no declaration of their own. `wires` are driven by instances and equations.
pub fn declarations(
    design: &Design,
    names: &Names,
    wires: &BTreeSet<String>,
    has_own: &dyn Fn(&str) -> bool,
) -> String {
    let mut groups = Groups::default();
    let mut declare = |kind: &str, key: &str| {
        let Some(name) = names.get(key).filter(|_| has_own(key)) else { return };
        let kind = if wires.contains(key) { "wire" } else { kind };
        let range = match (name.elements, name.width) {
            (None, width) => range(width),
            (Some(elements), 1) => format!("[{}-1:0] ", names.count(elements)),
            (Some(elements), width) => format!("[{}*{width}-1:0] ", names.count(elements)),
        };
        groups.add(format!("{kind} {range}"), name.verilog.clone());
    };
    for signal in design.signals.iter().filter(|s| s.role == Role::Local) {
        declare("reg", &signal.name);
    }
    for child in &design.children {
        let register = child.is_register();
        for signal in &child.part().signals {
            let key = format!("{}${}", child.name, signal.name);
            match signal.role {
                Role::Input if ["clock", "reset"].contains(&signal.name.as_str()) => {}
                Role::Input => declare("reg", &key),
                Role::Output if register => declare("reg", &key),
                Role::Output => declare("wire", &key),
                _ => {}
            }
        }
    }
    groups.print("")
}

/// Prints the declaration of a wire with its expression.
pub fn wire(names: &Names, key: &str, value: &str) -> String {
    names.get(key).map_or_else(String::new, |name| {
        format!("    wire {}{} = {value};\n", range(name.width), name.verilog)
    })
}

/// Prints the wire that collects the bits that nothing reads, so that a lint reports only unread
/// bits that the printer does not know.
pub fn unused(design: &Design, names: &Names, is_declared: &dyn Fn(&str) -> bool) -> String {
    let own = design.signals.iter().filter(|s| matches!(s.role, Role::Input | Role::Local));
    let mut keys: Vec<String> = own.map(|s| s.name.clone()).collect();
    for child in &design.children {
        let ports = child.part().signals.iter().filter(|s| is_port(s));
        keys.extend(ports.map(|port| format!("{}${}", child.name, port.name)));
    }
    let mut unread = Vec::new();
    for key in keys.into_iter().filter(|key| is_declared(key)) {
        let Some(name) = names.get(&key).filter(|name| name.meaning == Meaning::Signal) else {
            continue;
        };
        let read = names.read_bits(&key);
        if name.elements.is_some() || read == 0 {
            if read & ones(name.width) != ones(name.width) {
                unread.push(name.verilog.clone());
            }
            continue;
        }
        for (top, bottom) in runs(!read & ones(name.width)) {
            let verilog = &name.verilog;
            unread.push(match top == bottom {
                true => format!("{verilog}[{top}]"),
                false => format!("{verilog}[{top}:{bottom}]"),
            });
        }
    }
    if unread.is_empty() {
        return String::new();
    }
    let zero = [literal(0u8, 1)];
    let bits = [&zero[..], &unread, &zero].concat();
    format!(
        "\n    // Bits that nothing reads.\n{}",
        list(&format!("    wire {UNUSED} = &{{"), &bits, "};")
    )
}

/// Name of that wire: lints accept unread signals with `unused` in their name.
pub const UNUSED: &str = "unused_ok";

/// Returns the runs of set bits as top and bottom, highest first.
fn runs(mut bits: Word) -> Vec<(u32, u32)> {
    let mut runs = Vec::new();
    while bits != 0 {
        let top = 255 - bits.leading_zeros();
        let below = !bits & ones(top);
        let bottom = if below == 0 { 0 } else { 256 - below.leading_zeros() };
        runs.push((top, bottom));
        bits &= ones(bottom);
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_of_bits_are_found_from_the_top() {
        assert_eq!(runs(Word::from(0b1110_0101u8)), [(7, 5), (2, 2), (0, 0)]);
        assert_eq!(runs(Word::from(u32::MAX)), [(31, 0)]);
        assert_eq!(runs(Word::ZERO), []);
    }
}
