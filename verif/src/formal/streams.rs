//! The stream rules, bound to every stream of a room's pins.

use heddle_hw::kit::Pin;
use std::fmt::Write;

/// One instance of `heddle_stream` for every pin whose name ends in `_valid`: asserted for outputs,
/// assumed for inputs. Payload are the pins of the same direction that carry the stream's name.
pub fn bind(inputs: &[Pin], outputs: &[Pin]) -> String {
    let names: Vec<&str> =
        inputs.iter().chain(outputs).filter_map(|pin| pin.name.strip_suffix("_valid")).collect();
    let mut text = String::new();
    for (own, others, assumed) in [(inputs, outputs, 1), (outputs, inputs, 0)] {
        for name in own.iter().filter_map(|pin| pin.name.strip_suffix("_valid")) {
            let payload: Vec<&Pin> =
                own.iter().filter(|pin| stream_of(pin.name, &names) == Some(name)).collect();
            let width: u32 = payload.iter().map(|pin| pin.width).sum();
            let mut pins = payload.iter().map(|pin| pin.name).collect::<Vec<_>>().join(", ");
            if payload.is_empty() {
                pins = "1'b0".to_string();
            }
            let ready = format!("{name}_ready");
            let ready = if others.iter().any(|pin| pin.name == ready) { &ready } else { "1'b1" };
            writeln!(
                text,
                "    heddle_stream #(.WIDTH({}), .ASSUMED(1'b{assumed})) stream_{name} (\n        \
                 .clock(clock), .reset(reset), .alive(f_alive),\n        \
                 .valid({name}_valid), .ready({ready}), .payload({{{pins}}})\n    );",
                width.max(1)
            )
            .expect("writing to a string");
        }
    }
    text
}

/// The stream that a payload pin belongs to: the longest name that its own begins with.
fn stream_of<'a>(pin: &str, names: &[&'a str]) -> Option<&'a str> {
    if pin.ends_with("_valid") || pin.ends_with("_ready") {
        return None;
    }
    let belongs = |name: &&&str| {
        pin.strip_prefix(**name).is_some_and(|rest| matches!(rest.chars().next(), None | Some('_')))
    };
    names.iter().filter(belongs).max_by_key(|name| name.len()).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn pin(name: &'static str, width: u32) -> Pin {
        Pin { name, width, group: "G", doc: "" }
    }

    #[test]
    fn a_stream_has_the_payload_of_its_own_direction_and_longest_name() {
        let inputs = [pin("node_valid", 1), pin("node_id", 8), pin("node_end_ready", 1)];
        let outputs = [pin("node_ready", 1), pin("node_end_valid", 1), pin("node_end_id", 4)];
        let text = bind(&inputs, &outputs);
        assert!(text.contains("#(.WIDTH(8), .ASSUMED(1'b1)) stream_node ("), "{text}");
        assert!(text.contains(".ready(node_ready), .payload({node_id})"), "{text}");
        assert!(text.contains("#(.WIDTH(4), .ASSUMED(1'b0)) stream_node_end ("), "{text}");
    }

    #[test]
    fn a_pulse_is_always_ready_and_may_carry_nothing_or_a_pin_of_its_name() {
        let outputs = [pin("grant_valid", 1), pin("grant", 5), pin("bell_valid", 1)];
        let text = bind(&[], &outputs);
        assert!(text.contains(".valid(grant_valid), .ready(1'b1), .payload({grant})"), "{text}");
        assert!(text.contains(".valid(bell_valid), .ready(1'b1), .payload({1'b0})"), "{text}");
    }
}
