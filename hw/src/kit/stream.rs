//! The streams of a unit, found in its pin tables by their names.
//!
//! A pin `NAME_valid` of one bit declares a stream. Its ready is `NAME_ready` on the other side, if
//! there is one. Its payload is every pin `NAME_...` on the side of valid.

use super::pins::{Pin, Pins};
use super::width::Class;

/// The side that drives `valid` and the payload.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// The neighbour that drives the unit's inputs.
    Neighbour,
    /// The unit.
    Unit,
}

/// Where the pins of one stream are in the words of a cycle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stream {
    /// Name of the stream: that of its pins up to `_valid`.
    pub name: &'static str,
    /// Side that offers.
    pub source: Source,
    /// Index of `valid` among the pins of the source.
    pub valid: usize,
    /// Index of `ready` among the pins of the other side; none if everything is accepted.
    pub ready: Option<usize>,
    /// Indices of the payload among the pins of the source.
    pub payload: Vec<usize>,
}

/// What a stream does in one cycle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Handshake {
    /// An element is offered.
    pub valid: bool,
    /// An element would be taken; always true for a stream without ready.
    pub ready: bool,
}

impl Handshake {
    /// Returns whether an element is transferred at the edge that ends the cycle.
    pub fn transfers(self) -> bool {
        self.valid && self.ready
    }
}

impl Stream {
    /// Returns the words of the side that offers.
    pub fn offered<'a>(&self, inputs: &'a [u32], outputs: &'a [u32]) -> &'a [u32] {
        match self.source {
            Source::Neighbour => inputs,
            Source::Unit => outputs,
        }
    }

    /// Returns valid and ready in a cycle.
    pub fn handshake(&self, inputs: &[u32], outputs: &[u32]) -> Handshake {
        let answers = match self.source {
            Source::Neighbour => outputs,
            Source::Unit => inputs,
        };
        Handshake {
            valid: self.offered(inputs, outputs)[self.valid] != 0,
            ready: self.ready.is_none_or(|ready| answers[ready] != 0),
        }
    }
}

/// Returns the name of the stream that a pin declares, if it does.
fn opened(pin: &Pin) -> Option<&'static str> {
    pin.name.strip_suffix("_valid").filter(|_| pin.width == 1)
}

fn of_side(source: Source, own: &'static [Pin], other: &'static [Pin]) -> Vec<Stream> {
    let names: Vec<&str> = own.iter().filter_map(opened).collect();
    // `mem_req_addr` belongs to `mem_req`, even if there is a stream `mem`.
    let stream_of = |pin: &Pin| {
        let begins = |name: &&&str| {
            pin.name
                .strip_prefix(**name)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('_'))
        };
        names.iter().filter(begins).max_by_key(|name| name.len()).copied()
    };
    let streams = own.iter().enumerate().filter_map(|(valid, pin)| Some((valid, opened(pin)?)));
    streams
        .map(|(valid, name)| {
            let answers =
                |pin: &Pin| pin.width == 1 && pin.name.strip_suffix("_ready") == Some(name);
            let payload =
                (0..own.len()).filter(|&i| i != valid && stream_of(&own[i]) == Some(name));
            // A ready on this side belongs to a stream of the other side.
            let payload = payload.filter(|&i| !own[i].name.ends_with("_ready"));
            let ready = other.iter().position(answers);
            Stream { name, source, valid, ready, payload: payload.collect() }
        })
        .collect()
}

/// Returns the streams of a unit with these pins in a machine of some class. Those that its neighbours offer come first.
pub fn streams<I: Pins, O: Pins>(class: Class) -> Vec<Stream> {
    let (inputs, outputs) = (I::pins(class), O::pins(class));
    let mut streams = of_side(Source::Neighbour, inputs, outputs);
    streams.extend(of_side(Source::Unit, outputs, inputs));
    streams
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kit::fifo;
    use crate::residency;

    #[test]
    fn a_fifo_has_a_stream_in_and_a_stream_out() {
        let found = streams::<fifo::pins::In, fifo::pins::Out>(Class::Narrow);
        let stream = |name, source, valid, payload| Stream {
            name,
            source,
            valid,
            ready: Some(if source == Source::Unit { 2 } else { 0 }),
            payload: vec![payload],
        };
        assert_eq!(
            found,
            [stream("in", Source::Neighbour, 0, 1), stream("out", Source::Unit, 1, 2)]
        );
    }

    #[test]
    fn a_payload_belongs_to_the_stream_with_the_longer_name() {
        use residency::pins::{In, Out};
        let found = streams::<In, Out>(Class::Wide);
        let names = |name: &str| -> Vec<&str> {
            let stream = found.iter().find(|stream| stream.name == name).expect(name);
            let pins = if stream.source == Source::Unit {
                Out::pins(Class::Wide)
            } else {
                In::pins(Class::Wide)
            };
            stream.payload.iter().map(|&pin| pins[pin].name).collect()
        };
        assert_eq!(names("kd_end"), ["kd_end_kdei"]);
        assert_eq!(names("told_agt"), ["told_agt_agei"]);
        assert_eq!(names("end"), ["end_smx", "end_slot"]);
    }
}
