//! Compares the Verilog of every unit with the committed one under `gen/golden`, so that a change
//! of the printer or of a circuit shows as a difference. `HEDDLE_BLESS=1 cargo test -p heddle-gen
//! golden::` rewrites it.

use heddle_gen::units::{for_unit, UNITS};
use heddle_gen::verilog::{emit, Verilog};
use heddle_hw::kit::unit::UnitVisitor;
use heddle_hw::kit::Spec;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Sizes whose Verilog is committed.
const PRESETS: [&str; 2] = ["tiny", "paper"];

struct Print {
    preset: &'static str,
}

impl UnitVisitor for Print {
    type Output = Verilog;

    fn visit<R: Spec>(self) -> Verilog {
        let params = R::preset(self.preset).expect("every unit has these presets");
        emit::<R>(&params).expect("every unit can be printed")
    }
}

/// Returns the files of one unit at one preset, by name.
fn printed(unit: &str, preset: &'static str) -> BTreeMap<String, String> {
    let verilog = for_unit(unit, Print { preset }).expect("listed units exist");
    verilog.modules.into_iter().map(|module| (module.file(), module.text)).collect()
}

fn committed(dir: &Path) -> BTreeMap<String, String> {
    let Ok(entries) = std::fs::read_dir(dir) else { return BTreeMap::new() };
    let read = |entry: std::io::Result<std::fs::DirEntry>| {
        let entry = entry.expect("readable");
        let text = std::fs::read_to_string(entry.path()).expect("golden files are text");
        (entry.file_name().to_string_lossy().into_owned(), text)
    };
    entries.map(read).collect()
}

fn write(dir: &Path, files: &BTreeMap<String, String>) {
    if dir.exists() {
        std::fs::remove_dir_all(dir).expect("golden files are writable");
    }
    std::fs::create_dir_all(dir).expect("golden files are writable");
    for (name, text) in files {
        std::fs::write(dir.join(name), text).expect("golden files are writable");
    }
}

/// Returns the first line that differs, with its number and both texts.
fn difference(committed: &str, printed: &str) -> String {
    let (mut old, mut new) = (committed.lines(), printed.lines());
    let mut line = 1;
    loop {
        match (old.next(), new.next()) {
            (None, None) => return "line ends differ".to_string(),
            (a, b) if a == b => line += 1,
            (a, b) => {
                let text = |side: Option<&str>| side.unwrap_or("(end of file)").to_string();
                return format!("line {line}:\n  committed: {}\n  printed:   {}", text(a), text(b));
            }
        }
    }
}

#[test]
fn the_verilog_of_every_unit_is_what_is_committed() {
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("golden");
    let bless = std::env::var_os("HEDDLE_BLESS").is_some();
    let how = "look at the difference, then run HEDDLE_BLESS=1 cargo test -p heddle-gen golden::";
    for &unit in UNITS {
        for preset in PRESETS {
            let dir: PathBuf = golden.join(unit).join(preset);
            let printed = printed(unit, preset);
            if bless {
                write(&dir, &printed);
            }
            let committed = committed(&dir);
            let names =
                |files: &BTreeMap<String, String>| files.keys().cloned().collect::<Vec<_>>();
            assert_eq!(names(&committed), names(&printed), "files of {}: {how}", dir.display());
            for (name, text) in &printed {
                let old = &committed[name];
                let path = dir.join(name);
                assert!(old == text, "{}: {}\n{how}", path.display(), difference(old, text));
            }
        }
    }
}
