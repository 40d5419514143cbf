//! Puts a netlist in the place of a unit, under the properties that read the unit's nets by name.
//!
//! Both are modules as Yosys writes them in JSON, in which a net is a list of bits with numbers.

use serde_json::{json, Map, Value};
use std::collections::{BTreeMap, BTreeSet};

/// Prefix of the unit's nets in the netlist.
const UNIT: &str = "unit.";

/// Adds the cells of `netlist` to `unit`, and lets every net of the unit that has a driver in the netlist be that net.
/// Cells of the unit that drove it drive nothing then. Returns nothing if a module is not in the form that is known.
pub fn spliced(unit: &mut Value, netlist: &Value) -> Option<()> {
    let above = numbers(unit).last().map_or(0, |last| last + 1);
    let inputs = shared_inputs(unit, netlist)?;
    // A bit of the netlist, as a bit of the result.
    let moved = |bit: &Value| match bit.as_u64() {
        Some(number) => inputs.get(&number).cloned().unwrap_or(json!(number + above)),
        None => bit.clone(),
    };
    let instead = replacements(unit, netlist, &moved)?;
    let replacement = |bit: &Value| bit.as_u64().and_then(|number| instead.get(&number));
    let mut unused = above + numbers(netlist).last().map_or(0, |last| last + 1);
    for cell in unit["cells"].as_object_mut()?.values_mut() {
        let directions = cell["port_directions"].as_object()?.clone();
        for (port, bits) in cell["connections"].as_object_mut()? {
            let is_output = directions.get(port).is_some_and(|direction| direction == "output");
            for bit in bits.as_array_mut()? {
                let Some(new) = bit.as_u64().and_then(|number| instead.get(&number)) else {
                    continue;
                };
                *bit = if is_output { json!(unused) } else { new.clone() };
                unused += u64::from(is_output);
            }
        }
    }
    for nets in ["netnames", "ports"] {
        for net in unit[nets].as_object_mut()?.values_mut() {
            for bit in net["bits"].as_array_mut()? {
                if let Some(new) = replacement(bit) {
                    *bit = new.clone();
                }
            }
        }
    }
    for (name, cell) in netlist["cells"].as_object()? {
        let mut cell = cell.clone();
        for bits in cell["connections"].as_object_mut()?.values_mut() {
            bits.as_array_mut()?.iter_mut().for_each(|bit| *bit = moved(bit));
        }
        unit["cells"].as_object_mut()?.insert(format!("$netlist{name}"), cell);
    }
    Some(())
}

/// The bits of the netlist's inputs, as bits of the unit.
fn shared_inputs(unit: &Value, netlist: &Value) -> Option<BTreeMap<u64, Value>> {
    let mut inputs = BTreeMap::new();
    for (name, port) in netlist["ports"].as_object()? {
        if port["direction"] == "input" {
            let own = unit["ports"][name]["bits"].as_array()?;
            let bits = port["bits"].as_array()?.iter().zip(own);
            inputs.extend(bits.filter_map(|(bit, own)| Some((bit.as_u64()?, own.clone()))));
        }
    }
    Some(inputs)
}

/// What stands for a bit of the unit: the bit of the net with the same name, if that has a driver.
fn replacements(
    unit: &Value,
    netlist: &Value,
    moved: &impl Fn(&Value) -> Value,
) -> Option<BTreeMap<u64, Value>> {
    let ports = unit["ports"].as_object()?.values().filter(|port| port["direction"] == "input");
    let inputs: BTreeSet<u64> = ports.flat_map(|port| bits_of(&port["bits"])).collect();
    let driven = driven(netlist)?;
    let has_driver = |bit: &Value| match bit.as_u64() {
        Some(number) => driven.contains(&number),
        None => bit != "x",
    };
    let mut instead = BTreeMap::new();
    for (name, net) in netlist["netnames"].as_object()? {
        let own = name.strip_prefix(UNIT).map(|name| &unit["netnames"][name]["bits"]);
        let (Some(own), Some(bits)) = (own.and_then(Value::as_array), net["bits"].as_array())
        else {
            continue;
        };
        if own.len() != bits.len() || net["hide_name"] == 1 {
            continue;
        }
        for (own, bit) in own.iter().zip(bits).filter(|(_, bit)| has_driver(bit)) {
            if let Some(own) = own.as_u64().filter(|number| !inputs.contains(number)) {
                instead.entry(own).or_insert_with(|| moved(bit));
            }
        }
    }
    Some(instead)
}

/// The bits of a module that an input or a cell drives.
fn driven(module: &Value) -> Option<BTreeSet<u64>> {
    let mut driven = BTreeSet::new();
    for port in module["ports"].as_object()?.values().filter(|port| port["direction"] == "input") {
        driven.extend(bits_of(&port["bits"]));
    }
    for cell in module["cells"].as_object()?.values() {
        let directions = cell["port_directions"].as_object()?;
        let outputs = directions.iter().filter(|(_, direction)| *direction == "output");
        driven.extend(outputs.flat_map(|(port, _)| bits_of(&cell["connections"][port])));
    }
    Some(driven)
}

/// All bits of a module.
fn numbers(module: &Value) -> BTreeSet<u64> {
    let nets = |name: &str| module[name].as_object().into_iter().flat_map(Map::values);
    let words = nets("netnames").chain(nets("ports")).map(|net| &net["bits"]);
    let ports = nets("cells").filter_map(|cell| cell["connections"].as_object());
    words.chain(ports.flat_map(Map::values)).flat_map(bits_of).collect()
}

fn bits_of(bits: &Value) -> impl Iterator<Item = u64> + '_ {
    bits.as_array().into_iter().flatten().filter_map(Value::as_u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A unit that inverts a pin into `q`, which a property reads.
    fn unit() -> Value {
        json!({
            "ports": { "a": { "direction": "input", "bits": [2] } },
            "cells": {
                "own": {
                    "port_directions": { "A": "input", "Y": "output" },
                    "connections": { "A": [2], "Y": [3] }
                },
                "property": {
                    "port_directions": { "A": "input", "EN": "input" },
                    "connections": { "A": [3], "EN": ["1"] }
                }
            },
            "netnames": { "a": { "hide_name": 0, "bits": [2] }, "q": { "hide_name": 0, "bits": [3] } }
        })
    }

    fn netlist(q: Value) -> Value {
        json!({
            "ports": { "a": { "direction": "input", "bits": [5] } },
            "cells": { "c": {
                "port_directions": { "A": "input", "Y": "output" },
                "connections": { "A": [5], "Y": [6] }
            } },
            "netnames": { "unit.q": { "hide_name": 0, "bits": [q] } }
        })
    }

    #[test]
    fn a_property_reads_the_net_of_the_netlist() {
        let mut unit = unit();
        spliced(&mut unit, &netlist(json!(6))).expect("modules");
        let cells = &unit["cells"];
        assert_eq!(cells["$netlistc"]["connections"], json!({ "A": [2], "Y": [10] }));
        assert_eq!(cells["property"]["connections"]["A"], json!([10]));
        assert_eq!(unit["netnames"]["q"]["bits"], json!([10]));
        let own = &cells["own"]["connections"];
        assert!(
            own["A"] == json!([2]) && own["Y"] != json!([3]) && own["Y"] != json!([10]),
            "{own}"
        );
    }

    #[test]
    fn a_net_without_a_driver_in_the_netlist_keeps_its_own() {
        for net in [json!(7), json!("x")] {
            let mut unit = unit();
            spliced(&mut unit, &netlist(net)).expect("modules");
            assert_eq!(unit["cells"]["property"]["connections"]["A"], json!([3]));
            assert_eq!(unit["cells"]["own"]["connections"]["Y"], json!([3]));
        }
    }

    #[test]
    fn what_is_no_module_is_refused() {
        assert_eq!(spliced(&mut unit(), &json!({})), None);
    }
}
