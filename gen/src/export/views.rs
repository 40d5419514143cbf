//! Views of the testbench's dump: GTKWave save file, Surfer commands, names of states.

use super::states::StateRegister;
use crate::wave::gtkw::{ranged, save_file, Signal};
use heddle_hw::kit::Pin;
use itertools::Itertools;

/// Time units of the dump (1 ps) in a frame of 200 pixels, as a power of two: three cycles of 10 ns.
const ZOOM: u32 = 15;

/// Returns a GTKWave save file, for GTKWave started in the directory of the dump.
pub fn gtkwave(top: &str, inputs: &[Pin], outputs: &[Pin], states: &[StateRegister]) -> String {
    let groups = groups(inputs, outputs).into_iter().map(|(group, pins)| {
        let signal = |(name, pin): (String, Option<&Pin>)| match pin {
            Some(pin) => Signal::plain(format!("{top}_tb.{}", ranged(pin, "")), pin.width),
            None => Signal::plain(format!("{top}_tb.{name}"), 1),
        };
        (group.to_string(), pins.into_iter().map(signal).collect())
    });
    let named = states.iter().map(|register| Signal {
        path: match register.width {
            1 => path(top, register),
            width => format!("{}[{}:0]", path(top, register), width - 1),
        },
        width: register.width,
        names: Some(format!("../wave/{top}_{}.txt", register.label())),
    });
    let named = (!states.is_empty()).then(|| ("States".to_string(), named.collect()));
    save_file(&format!("{top}_tb.vcd"), 0, ZOOM, groups.chain(named))
}

/// Returns commands for Surfer that show the same signals in the same order.
pub fn surfer(top: &str, inputs: &[Pin], outputs: &[Pin], states: &[StateRegister]) -> String {
    let divider = |group: &str| format!("divider_add {}\n", group.replace(' ', "_"));
    let pins = groups(inputs, outputs).into_iter().map(|(group, pins)| {
        let add = |(name, _): (String, _)| format!("variable_add {top}_tb.{name}\n");
        divider(group) + &pins.into_iter().map(add).join("")
    });
    let pins = pins.collect_vec().join("");
    let states = match states {
        [] => String::new(),
        some => {
            let add = |register| format!("variable_add {}\n", path(top, register));
            divider("States") + &some.iter().map(add).join("")
        }
    };
    pins + &states + "zoom_fit\n"
}

fn path(top: &str, register: &StateRegister) -> String {
    let inside = register.scope.iter().chain([&register.name]).join(".");
    format!("{top}_tb.dut.{inside}")
}

type Group<'a> = (&'a str, Vec<(String, Option<&'a Pin>)>);

/// Returns clock and reset, then the pins, grouped by the unit on the other side.
fn groups<'a>(inputs: &'a [Pin], outputs: &'a [Pin]) -> Vec<Group<'a>> {
    let pins = || inputs.iter().chain(outputs);
    let own = ["clock", "reset"].map(|name| (name.to_string(), None)).to_vec();
    let groups = pins().map(|pin| pin.group).unique().map(|group| {
        let pins = pins().filter(|pin| pin.group == group);
        (group, pins.map(|pin| (pin.name.to_string(), Some(pin))).collect())
    });
    std::iter::once(("Clock", own)).chain(groups).collect()
}
