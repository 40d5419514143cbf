//! Views of the testbench's dump: GTKWave save file, Surfer commands, names of states.
//!
//! Both show clock and reset, then the states, then the handshakes of all streams, which tell the story of the run,
//! then all pins by the unit on the other side.

use super::states::StateRegister;
use crate::wave::gtkw::{save_file, Signal};
use heddle_hw::kit::Pin;
use itertools::Itertools;

/// Time units of the dump (1 ps) in a frame of 200 pixels, as a power of two: three cycles of 10 ns.
const ZOOM: u32 = 15;

/// Returns a GTKWave save file of the dump that the testbench leaves beside itself.
pub fn gtkwave(top: &str, inputs: &[Pin], outputs: &[Pin], states: &[StateRegister]) -> String {
    let names = (&*format!("{top}_tb.gtkw"), &*format!("../tb/{top}_tb.vcd"));
    save_file(names, 0, ZOOM, groups(top, inputs, outputs, states))
}

/// Returns commands for Surfer that show the same signals in the same order.
pub fn surfer(top: &str, inputs: &[Pin], outputs: &[Pin], states: &[StateRegister]) -> String {
    let groups = groups(top, inputs, outputs, states).into_iter().map(|(group, signals)| {
        let path = |signal: Signal| signal.path.split('[').next().unwrap_or_default().to_string();
        let add = |signal| format!("variable_add {}\n", path(signal));
        let divider = format!("divider_add {}\n", group.replace(' ', "_"));
        divider + &signals.into_iter().map(add).join("")
    });
    groups.collect::<String>() + "zoom_fit\n"
}

/// Returns what is shown, in groups.
fn groups(
    top: &str,
    inputs: &[Pin],
    outputs: &[Pin],
    states: &[StateRegister],
) -> Vec<(String, Vec<Signal>)> {
    let pins = || inputs.iter().chain(outputs);
    let shown = |pin: &Pin| Signal::of(pin, &format!("{top}_tb"));
    let own = ["clock", "reset"].map(|name| Signal::plain(format!("{top}_tb.{name}"), 1));
    let mut groups = vec![("Clock".to_string(), own.into())];
    if !states.is_empty() {
        groups.push(("States".to_string(), states.iter().map(|state| named(top, state)).collect()));
    }
    let is_ready = |pin: &&Pin, stream: &str| pin.name.strip_suffix("_ready") == Some(stream);
    let handshake = |valid: &'_ Pin| {
        let stream = valid.name.strip_suffix("_valid").filter(|_| valid.width == 1)?;
        let ready = pins().find(|pin| is_ready(pin, stream));
        Some([Some(shown(valid)), ready.map(shown)].into_iter().flatten())
    };
    let story = pins().filter_map(handshake).flatten().collect_vec();
    if !story.is_empty() {
        groups.push(("Story".to_string(), story));
    }
    groups.extend(pins().map(|pin| pin.group).unique().map(|group| {
        (group.to_string(), pins().filter(|pin| pin.group == group).map(shown).collect())
    }));
    groups
}

/// Returns a state register, whose values have names.
fn named(top: &str, register: &StateRegister) -> Signal {
    let inside = register.scope.iter().chain([&register.name]).join(".");
    let range = match register.width {
        1 => String::new(),
        width => format!("[{}:0]", width - 1),
    };
    Signal {
        names: Some(format!("{top}_{}.txt", register.label())),
        ..Signal::plain(format!("{top}_tb.dut.{inside}{range}"), register.width)
    }
}
