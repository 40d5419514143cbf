//! Reads the comments of blocks and their ports from the sources: the probe of rust-hdl finds the
//! hardware, but no comments.

use super::design::Design;
use super::module::is_port;
use heddle_hw::blocks::SOURCES;
use heddle_hw::kit::fifo::Fifo;
use heddle_hw::kit::{Class, Pin, Pins, Unit};

/// A block as its source describes it.
pub struct Described {
    /// Lines of the comment above it, up to the first empty one.
    pub purpose: Vec<&'static str>,
    /// Ports of the block in order, with their comments.
    pub ports: Vec<Pin>,
}

/// Finds the description of a block by the names of its ports.
pub fn describe(design: &Design) -> Option<Described> {
    let names: Vec<&str> =
        design.signals.iter().filter(|s| is_port(s)).map(|s| s.name.as_str()).collect();
    let mut blocks = SOURCES.iter().flat_map(|source| read(source)).chain([of_unit::<Fifo>()]);
    blocks.find(|block| {
        let own = block.ports.iter().map(|port| port.name);
        own.filter(|name| !CLOCKING.contains(name))
            .eq(names.iter().copied().filter(|name| !CLOCKING.contains(name)))
    })
}

/// Ports whose names explain them.
const CLOCKING: [&str; 2] = ["clock", "reset"];

/// Returns the description of a unit of the kit that is a block of other units.
fn of_unit<R: Unit>() -> Described {
    let ports = [R::In::pins(Class::Narrow), R::Out::pins(Class::Narrow)].concat();
    Described { purpose: vec![R::PURPOSE], ports }
}

/// Returns the blocks of a source file.
fn read(source: &'static str) -> Vec<Described> {
    let mut blocks: Vec<Described> = Vec::new();
    let mut comment: Vec<&str> = Vec::new();
    for line in source.lines().map(str::trim) {
        if let Some(text) = line.strip_prefix("///") {
            comment.push(text.trim());
            continue;
        }
        if line.starts_with("#[") {
            continue;
        }
        let comment = std::mem::take(&mut comment);
        if line.starts_with("pub struct ") {
            let purpose = comment.into_iter().take_while(|line| !line.is_empty()).collect();
            blocks.push(Described { purpose, ports: Vec::new() });
            continue;
        }
        let field = line.strip_prefix("pub ").and_then(|line| line.split_once(": Signal<"));
        if let (Some((name, _)), Some(block), Some(doc)) =
            (field, blocks.last_mut(), comment.first())
        {
            block.ports.push(Pin::port(name, 0, doc));
        }
    }
    blocks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_is_read_with_the_comments_of_its_ports() {
        let blocks = read(
            "/// A thing.\n///\n/// More.\n#[derive(LogicBlock)]\npub struct Thing {\n    \
             /// In here.\n    pub a: Signal<In, Bit>,\n    inner: Reg<Bit>,\n    \
             /// Out there.\n    pub b: Signal<Out, Bit>,\n}\n",
        );
        let [thing] = &blocks[..] else { panic!("one block") };
        assert_eq!(thing.purpose, ["A thing."]);
        let ports: Vec<_> = thing.ports.iter().map(|port| (port.name, port.doc)).collect();
        assert_eq!(ports, [("a", "In here."), ("b", "Out there.")]);
    }
}
