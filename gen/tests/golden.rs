//! Compares the Verilog of every unit with the committed one under `gen/golden`, so that a change
//! of the printer or of a circuit shows as a difference. `HEDDLE_BLESS=1 cargo test -p heddle-gen
//! golden::` rewrites it.

use heddle_gen::units::{for_unit, UNITS};
use heddle_gen::verilog::{emit, Verilog};
use heddle_hw::kit::unit::UnitVisitor;
use heddle_hw::kit::Spec;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Sizes whose Verilog is committed; many modules are the same at both, and then committed once.
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

/// Returns the files of one unit: those of each preset in its folder, or beside the folders if both presets have the
/// same.
fn files(unit: &str) -> BTreeMap<PathBuf, String> {
    let [tiny, paper] = PRESETS.map(|preset| printed(unit, preset));
    let place = |preset: &str, name: &str| match tiny.get(name) == paper.get(name) {
        true => PathBuf::from(name),
        false => Path::new(preset).join(name),
    };
    let of = |(preset, files): (&str, &BTreeMap<String, String>)| {
        let placed = files.iter().map(|(name, text)| (place(preset, name), text.clone()));
        placed.collect::<Vec<_>>()
    };
    PRESETS.into_iter().zip([&tiny, &paper]).flat_map(of).collect()
}

/// Returns the files of a folder and of those below it.
fn committed(dir: &Path) -> BTreeMap<PathBuf, String> {
    let mut found = BTreeMap::new();
    let Ok(entries) = std::fs::read_dir(dir) else { return found };
    for entry in entries {
        let path = entry.expect("readable").path();
        let name = PathBuf::from(path.file_name().expect("it has a name"));
        if path.is_dir() {
            found.extend(committed(&path).into_iter().map(|(file, text)| (name.join(file), text)));
        } else {
            found.insert(name, std::fs::read_to_string(path).expect("golden files are text"));
        }
    }
    found
}

fn write(dir: &Path, files: &BTreeMap<PathBuf, String>) {
    if dir.exists() {
        std::fs::remove_dir_all(dir).expect("golden files are writable");
    }
    for (name, text) in files {
        let path = dir.join(name);
        std::fs::create_dir_all(path.parent().expect("it is in a folder"))
            .and_then(|()| std::fs::write(&path, text))
            .expect("golden files are writable");
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
        let dir = golden.join(unit);
        let printed = files(unit);
        if bless {
            write(&dir, &printed);
        }
        let committed = committed(&dir);
        let names = |files: &BTreeMap<PathBuf, String>| files.keys().cloned().collect::<Vec<_>>();
        assert_eq!(names(&committed), names(&printed), "files of {}: {how}", dir.display());
        for (name, text) in &printed {
            let old = &committed[name];
            let path = dir.join(name);
            assert!(old == text, "{}: {}\n{how}", path.display(), difference(old, text));
        }
    }
}
