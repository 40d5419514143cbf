//! Binds the stream rules to every stream of a unit's pins.

use heddle_hw::kit::stream::{streams, Source};
use heddle_hw::kit::{Class, Pins};
use std::fmt::Write;

/// Makes one instance of `heddle_stream` for every stream. Its rules are asserted where the unit
/// offers, and assumed where its neighbour does.
pub fn bind<I: Pins, O: Pins>(class: Class) -> String {
    let mut text = String::new();
    for stream in streams::<I, O>(class) {
        let (own, other, assumed) = match stream.source {
            Source::Neighbour => (I::pins(class), O::pins(class), 1),
            Source::Unit => (O::pins(class), I::pins(class), 0),
        };
        let payload = stream.payload.iter().map(|&pin| &own[pin]);
        let width: u32 = payload.clone().map(|pin| pin.width).sum();
        let pins: Vec<&str> = payload.map(|pin| pin.name).collect();
        let pins = if pins.is_empty() { "1'b0".to_string() } else { pins.join(", ") };
        let ready = stream.ready.map_or("1'b1", |pin| other[pin].name);
        let name = stream.name;
        writeln!(
            text,
            "    heddle_stream #(.WIDTH({}), .ASSUMED(1'b{assumed})) stream_{name} (\n        \
             .clock(clock), .reset(reset), .alive(f_alive),\n        \
             .valid({name}_valid), .ready({ready}), .payload({{{pins}}})\n    );",
            width.max(1)
        )
        .expect("writing to a string");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use heddle_hw::kit::{arbiter, fifo};

    #[test]
    fn a_stream_is_assumed_of_the_neighbour_and_asserted_of_the_unit() {
        let text = bind::<fifo::pins::In, fifo::pins::Out>(Class::Narrow);
        assert!(text.contains("#(.WIDTH(32), .ASSUMED(1'b1)) stream_in ("), "{text}");
        assert!(text.contains(".valid(in_valid), .ready(in_ready), .payload({in_data})"), "{text}");
        assert!(text.contains("#(.WIDTH(32), .ASSUMED(1'b0)) stream_out ("), "{text}");
    }

    #[test]
    fn a_pulse_is_always_ready() {
        let text = bind::<arbiter::pins::In, arbiter::pins::Out>(Class::Narrow);
        assert!(text.contains(".valid(grant_valid), .ready(1'b1), .payload({grant})"), "{text}");
    }
}
