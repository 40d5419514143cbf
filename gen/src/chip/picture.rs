//! The machine as a picture: its units, links and boundary, laid out by layout-rs.

use heddle_hw::chip::build::survey;
use heddle_hw::chip::text::Kind;
use heddle_hw::chip::{ChipError, Declaration, Sizes};
use itertools::Itertools;
use layout::backends::svg::SVGWriter;
use layout::core::base::Orientation;
use layout::core::color::Color;
use layout::core::geometry::Point;
use layout::core::style::StyleAttr;
use layout::std_shapes::shapes::{Arrow, Element, ShapeKind};
use layout::topo::layout::VisualGraph;
use std::collections::BTreeMap;

/// Height of a line of text, and width of a letter, in pixels.
const LINE: f64 = 18.0;
const LETTER: f64 = 8.5;

/// The machine of a declaration at the given sizes, as SVG.
pub fn svg<D: Declaration>(sizes: &Sizes) -> Result<String, ChipError> {
    let (layout, resolved) = survey::<D>(sizes)?;
    let mut graph = VisualGraph::new(Orientation::LeftToRight);
    let mut nodes = BTreeMap::new();
    for slot in layout.slots.iter().unique_by(|slot| slot.declared) {
        let count = layout.declared(slot.declared).count();
        let times = if slot.smx.is_some() { format!("\n{count} x") } else { String::new() };
        let shape = ShapeKind::new_box(&format!("{}{times}", slot.declared));
        nodes.insert(
            slot.declared.to_string(),
            graph.add_node(node(shape, slot.declared, "#dbe9f6")),
        );
    }
    for group in &resolved.boundary {
        let shape = ShapeKind::new_circle(&group.name);
        nodes.insert(
            format!("({})", group.name),
            graph.add_node(node(shape, &group.name, "#f4f0e4")),
        );
    }
    // One arrow per pair, with a line for each link.
    let mut arrows: BTreeMap<(String, String), Vec<String>> = BTreeMap::new();
    for link in &resolved.links {
        for (from, to) in link.sources().cartesian_product(&link.receivers) {
            let label = match link.kind {
                Kind::Stream => from.prefix.clone(),
                kind => format!("{} ({kind})", from.prefix),
            };
            arrows.entry((from.instance.clone(), to.instance.clone())).or_default().push(label);
        }
    }
    for group in &resolved.boundary {
        let outside = format!("({})", group.name);
        for end in &group.ends {
            // Who drives a valid is at the tail; what has none is read.
            let drives = group.inputs.iter().filter_map(|&pin| layout.pin_of(pin.index()));
            let drives = drives.into_iter().any(|(slot, pin, _)| {
                slot.declared == end.instance
                    && (pin.name == end.prefix
                        || pin.name == format!("{}_valid", end.prefix)
                        || (pin.name.starts_with(&format!("{}_", end.prefix))
                            && pin.is_configuration()))
            });
            let inside = end.instance.clone();
            let pair = if drives { (outside.clone(), inside) } else { (inside, outside.clone()) };
            arrows.entry(pair).or_default().push(end.prefix.clone());
        }
    }
    for ((from, to), labels) in arrows {
        let (Some(&from), Some(&to)) = (nodes.get(&from), nodes.get(&to)) else { continue };
        graph.add_edge(Arrow::simple(&labels.iter().unique().join("\n")), from, to);
    }
    let mut writer = SVGWriter::new();
    graph.do_it(false, false, false, &mut writer);
    Ok(writer.finalize())
}

fn node(shape: ShapeKind, label: &str, colour: &str) -> Element {
    let style = StyleAttr::new(Color::fast("black"), 1, Color::from_name(colour), 6, 15);
    let size = Point::new(LETTER * label.len() as f64 + 30.0, 2.5 * LINE);
    Element::create(shape, style, Orientation::LeftToRight, size)
}
