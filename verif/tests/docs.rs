//! Tests that the book's unit pages say what the sources say. `HEDDLE_BLESS=1 cargo test -p
//! heddle-verif docs::` rewrites them.

use heddle_gen::chip::picture::svg;
use heddle_gen::units::{for_unit, UNITS};
use heddle_hw::chip::Standard;
use heddle_hw::kit::pins::ports;
use heddle_hw::kit::unit::UnitVisitor;
use heddle_hw::kit::{Class, Pin, Pins, Spec};
use heddle_sim::config::GpuConfig;
use heddle_sim::gpu::chip_sizes;
use heddle_verif::page::check_whole;
use std::fmt::Write;
use std::path::{Path, PathBuf};

struct Page;

impl UnitVisitor for Page {
    type Output = String;

    fn visit<R: Spec>(self) -> String {
        let mut page = format!("# {}\n\n", R::NAME);
        page += "<!-- Written from the sources by the test verif/tests/docs.rs. -->\n\n";
        page += &lines(&R::In::page());
        page += "\n## Protocol\n\n";
        page += &lines(&R::In::contract());
        page += "\n## Pins\n\nBesides these, every unit has `clock` and `reset` (synchronous, active high).\n";
        pin_table(&mut page, "Inputs", &ports(R::In::pins(Class::Narrow)));
        pin_table(&mut page, "Outputs", &ports(R::Out::pins(Class::Narrow)));
        page +=
            "\n## Storage\n\n| preset | field | bits | entries | bytes |\n|---|---|---|---|---|\n";
        for (preset, params) in R::presets() {
            for s in R::storage(&params) {
                let row = (preset, s.field, s.bits, s.entries, s.bytes());
                writeln!(page, "| {} | {} | {} | {} | {} |", row.0, row.1, row.2, row.3, row.4)
                    .expect("writing to a string");
            }
        }
        page
    }
}

fn pin_table(page: &mut String, title: &str, pins: &[Pin]) {
    writeln!(page, "\n### {title}\n\n| with | pin | bits | meaning |\n|---|---|---|---|")
        .expect("writing to a string");
    for pin in pins {
        let doc = pin.doc.trim();
        writeln!(page, "| {} | `{}` | {} | {doc} |", pin.group, pin.name, pin.width)
            .expect("writing to a string");
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn lines(lines: &[&str]) -> String {
    lines.iter().map(|line| format!("{line}\n")).collect()
}

#[test]
fn the_pages_of_the_book_are_what_the_sources_say() {
    let command = "HEDDLE_BLESS=1 cargo test -p heddle-verif docs::";
    for &name in UNITS {
        let page = for_unit(name, Page).expect("listed units exist");
        let path = root().join("docs/src/units").join(format!("{name}.md"));
        check_whole(&path, &page, None, command).unwrap_or_else(|stale| panic!("{stale}"));
    }
}

#[test]
fn the_picture_of_the_machine_in_the_book_is_what_the_declaration_says() {
    let command = "HEDDLE_BLESS=1 cargo test -p heddle-verif docs::";
    let mut config = GpuConfig::preset("k20c").expect("a preset");
    // A machine with every unit.
    config.set("kernel.launch", "dtbl").expect("a key");
    config.set("tb.source", "dats").expect("a key");
    let picture = svg::<Standard>(&chip_sizes(&config)).expect("a chip");
    let path = root().join("docs/src/machine.svg");
    check_whole(&path, &picture, None, command).unwrap_or_else(|stale| panic!("{stale}"));
}
