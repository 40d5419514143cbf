//! Prints what the contract says about a unit's pins as SystemVerilog assertions, bound to the unit from outside.
//!
//! They know nothing of the unit but its pins, so they hold for anything in its place, a netlist or a macro. What the
//! unit promises and what its neighbours do is told apart in the messages.

use heddle_hw::kit::stream::{Source, Stream};
use heddle_hw::kit::Pin;
use itertools::Itertools;

/// A unit's pins: as words for the streams, and as ports.
pub struct Bound<'a> {
    /// The top module.
    pub top: &'a str,
    /// Pins of both sides, words as [`Stream`] counts them.
    pub pins: [&'static [Pin]; 2],
    /// Ports of both sides.
    pub ports: [&'a [Pin]; 2],
}

impl Bound<'_> {
    /// Returns the module of assertions and its binding.
    pub fn text(&self, streams: &[Stream]) -> String {
        let top = self.top;
        let port = |pin: &Pin| match pin.width {
            1 => format!("    input wire {}", pin.name),
            width => format!("    input wire [{}:0] {}", width - 1, pin.name),
        };
        let ports = ["clock", "reset"].map(|name| format!("    input wire {name}"));
        let ports = ports.into_iter().chain(self.ports.concat().iter().map(port)).join(",\n");
        let streams = streams.iter().map(|stream| self.stream(stream)).collect::<String>();
        format!(
            "// Contract of {top}, on its pins: compile with a simulator's assertions enabled.\n\
             module {top}_sva (\n{ports}\n);\n\n    \
             // Before the first reset anything may be on the pins.\n    \
             logic alive = 1'b0;\n    always @(posedge clock) if (reset) alive <= 1'b1;\n    \
             wire runs = alive & ~reset;\n{streams}{}endmodule\n\n\
             bind {top} {top}_sva u_sva (.*);\n",
            self.idle()
        )
    }

    fn stream(&self, stream: &Stream) -> String {
        let (own, other, side) = match stream.source {
            Source::Neighbour => (self.pins[0], self.pins[1], "the neighbour"),
            Source::Unit => (self.pins[1], self.pins[0], "the unit"),
        };
        let name = stream.name;
        let valid = own[stream.valid].name;
        let payload = stream.payload.iter().map(|pin| own[*pin].name).unique().collect_vec();
        let mut text = format!("\n    // Stream {name}, which {side} offers.\n");
        if let Some(ready) = stream.ready.map(|ready| other[ready].name) {
            let waits = format!("runs && {valid} && !{ready}");
            let rule = format!("contract, rule 2: {side} takes {valid} back before the transfer");
            text += &assertion(
                &format!("{name}_valid_stays"),
                &waits,
                &format!("|=> reset || {valid}"),
                &rule,
            );
            if !payload.is_empty() {
                let stable = format!("|=> reset || $stable({{{}}})", payload.join(", "));
                let rule = format!(
                    "contract, rule 2: {side} changes the payload of {name} before the transfer"
                );
                text += &assertion(&format!("{name}_payload_stays"), &waits, &stable, &rule);
            }
        }
        if !payload.is_empty() {
            let zero = format!("|-> ~|{{{}}}", payload.join(", "));
            let rule = format!("contract, rule 2: {side} has a payload of {name} without {valid}");
            text += &assertion(
                &format!("{name}_payload_is_zero"),
                &format!("runs && !{valid}"),
                &zero,
                &rule,
            );
        }
        text
    }

    /// Returns the assertion that an idle unit stays as it is while its inputs are quiet.
    fn idle(&self) -> String {
        let names = |pins: &[&Pin]| pins.iter().map(|pin| pin.name).join(", ");
        let (held, quiet): (Vec<&Pin>, Vec<&Pin>) =
            self.ports[0].iter().partition(|pin| pin.stands());
        let outputs = names(&self.ports[1].iter().collect_vec());
        let mut when = "runs && $past(runs) && idle".to_string();
        if !quiet.is_empty() {
            when += &format!(" && ~|{{{}}}", names(&quiet));
        }
        if !held.is_empty() {
            when += &format!(" && $stable({{{}}})", names(&held));
        }
        let rule =
            "contract, rule 4: the unit is idle, its inputs are quiet, and an output changes";
        let then = format!("|=> reset || $stable({{{outputs}}})");
        "\n    // The unit is idle.\n".to_string() + &assertion("idle_stays", &when, &then, rule)
    }
}

fn assertion(name: &str, when: &str, then: &str, rule: &str) -> String {
    format!(
        "    {name}: assert property (@(posedge clock)\n        {when}\n        {then})\n        \
         else $error(\"{rule}\");\n"
    )
}
