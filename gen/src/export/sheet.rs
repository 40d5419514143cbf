//! The data sheet of a unit, in Markdown.

use super::states::StateRegister;
use super::symbol::symbol;
use super::templates::{fill, SHEET};
use super::VERSION;
use crate::sizing::Sizing;
use crate::verilog::header::{sizes, without_links};
use heddle_hw::kit::fifo::Fifo;
use heddle_hw::kit::pins::ports;
use heddle_hw::kit::stream::{Source, Stream};
use heddle_hw::kit::{self, Class, Pin, Pins, Unit};
use itertools::Itertools;

/// Returns the sheet of unit `R`, whose testbench replays `cycles` cycles.
pub fn text<R: Unit>(
    top: &str,
    sizing: &Sizing,
    params: &R::Params,
    states: &[StateRegister],
    cycles: usize,
) -> String {
    let class = R::class(params);
    let (inputs, outputs) = (&*ports(R::In::pins(class)), &*ports(R::Out::pins(class)));
    let storage = R::storage(params);
    let row = |stored: &heddle_hw::kit::unit::Storage| {
        let (bits, entries) = (stored.bits, stored.entries);
        format!("| {} | {bits} | {entries} | {} |", stored.field, stored.bytes())
    };
    let presets = R::presets().into_iter().map(|(name, sized)| {
        let exported = if Some(name) == sizing.preset() { "this package" } else { "" };
        format!("| {name} | {} | {exported} |", sizes(&sized))
    });
    let values = [
        ("top", top.to_string()),
        ("unit", R::NAME.to_string()),
        ("purpose", sentence(R::PURPOSE)),
        ("version", VERSION.to_string()),
        ("preset", sizing.to_string()),
        ("sizes", sizes(params)),
        ("symbol", symbol(top, inputs, outputs)),
        ("page", paragraphs(&R::In::page())),
        ("presets", presets.into_iter().join("\n")),
        ("pins", [pins(inputs, "in"), pins(outputs, "out")].concat().join("\n")),
        ("streams", streams::<R::In, R::Out>(class)),
        ("rules", paragraphs(&R::In::contract())),
        ("storage", storage.iter().map(row).join("\n")),
        ("total", storage.iter().map(|stored| stored.bytes()).sum::<u64>().to_string()),
        ("cycles", cycles.to_string()),
        ("states", named_states(top, states)),
    ];
    fill(SHEET, &values).trim_end().to_string() + "\n"
}

fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// Joins lines of documentation to text.
fn paragraphs(lines: &[&str]) -> String {
    without_links(&lines.join("\n")).trim_end().to_string()
}

fn pins(pins: &[Pin], direction: &str) -> Vec<String> {
    let row = |pin: &Pin| {
        let doc = pin.doc.trim();
        format!("| {} | `{}` | {direction} | {} | {doc} |", pin.group, pin.name, pin.width)
    };
    pins.iter().map(row).collect()
}

/// Lists the streams of a unit and their rules.
fn streams<I: Pins, O: Pins>(class: Class) -> String {
    let (inputs, outputs) = (I::pins(class), O::pins(class));
    let row = |stream: &Stream| {
        let (own, other, direction) = match stream.source {
            Source::Neighbour => (inputs, outputs, "in"),
            Source::Unit => (outputs, inputs, "out"),
        };
        let quoted = |pin: &Pin| format!("`{}`", pin.name);
        let valid = quoted(&own[stream.valid]);
        let ready = stream.ready.map_or(String::new(), |pin| quoted(&other[pin]));
        let payload = stream.payload.iter().map(|&pin| &own[pin]).filter(|pin| pin.begins_port());
        let payload = payload.map(quoted).join(", ");
        format!("| {} | {direction} | {valid} | {ready} | {payload} |", stream.name)
    };
    let rows = kit::stream::streams::<I, O>(class).iter().map(row).collect_vec();
    if rows.is_empty() {
        return "It has none.".to_string();
    }
    format!(
        "| offer | direction | valid | ready | payload |\n|---|---|---|---|---|\n{}\n\n{}\n\
         An offer without a ready lasts a cycle or as long as the rules below say.",
        rows.join("\n"),
        stream_rules()
    )
}

/// Returns the rules of all streams, which are in the pins of the FIFO.
fn stream_rules() -> String {
    let contract = <Fifo as Unit>::In::contract();
    let rules = contract.into_iter().skip_while(|line| !line.starts_with("Stream rules"));
    paragraphs(&rules.take_while(|line| !line.starts_with("Rule")).collect_vec())
}

fn named_states(top: &str, states: &[StateRegister]) -> String {
    if states.is_empty() {
        return String::new();
    }
    let row = |register: &StateRegister| {
        let path = register.scope.iter().chain([&register.name]).join(".");
        let states = register.states.join(", ");
        format!("| `{path}` | `wave/{top}_{}.txt` | {states} |", register.label())
    };
    let rows = states.iter().map(row).join("\n");
    format!(
        "## States\n\nGTKWave shows them by name. For Surfer, copy the files to `~/.config/surfer/mnemonic/` \
         and choose the\nfile's name as the signal's format.\n\n\
         | register | names in | values from zero up |\n|---|---|---|\n{rows}"
    )
}
