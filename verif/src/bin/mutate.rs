//! `scripts/mutate`: measures rooms and writes what it found, or compares.

use heddle_gen::rooms::{for_room, ROOMS};
use heddle_gen::synth::yosys;
use heddle_verif::mutation::judgement::{folder, Judgement};
use heddle_verif::mutation::measure::{measure, Measured};
use heddle_verif::mutation::page::{page, page_path, Verdict};
use heddle_verif::mutation::rust::RustLines;
use heddle_verif::mutation::stimulus::{Record, Stimulus};
use std::process::ExitCode;
use std::time::Instant;

/// What is done with a measurement.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    Keep,
    Compare,
    OnlyPage,
}

fn main() -> ExitCode {
    let mut rooms: Vec<String> = std::env::args().skip(1).collect();
    let mode = match rooms.first().map(String::as_str) {
        Some("--check") => Mode::Compare,
        Some("--page") => Mode::OnlyPage,
        _ => Mode::Keep,
    };
    if mode != Mode::Keep {
        rooms.remove(0);
    }
    if rooms.is_empty() {
        rooms = ROOMS.iter().map(|room| room.to_string()).collect();
    }
    let done = match mode {
        Mode::OnlyPage => write_page(),
        Mode::Compare => each(&rooms, compare),
        Mode::Keep => each(&rooms, keep).and_then(|()| write_page()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("mutate: {error}");
            ExitCode::FAILURE
        }
    }
}

fn each(rooms: &[String], act: impl Fn(&Stimulus) -> Result<(), String>) -> Result<(), String> {
    yosys().map_err(|missing| missing.to_string())?;
    for room in rooms {
        let begin = Instant::now();
        let stimulus = for_room(room, Record).map_err(|error| error.to_string())??;
        act(&stimulus)?;
        println!("{room}: {} s", begin.elapsed().as_secs());
    }
    Ok(())
}

fn keep(stimulus: &Stimulus) -> Result<(), String> {
    let before = Measured::read(stimulus.room).ok();
    let judgement = Judgement::read(stimulus.room)?;
    let told = |verdict: &str| println!("{verdict}");
    measure(stimulus, &judgement, before.as_ref(), told)?.write(stimulus.room)
}

fn compare(stimulus: &Stimulus) -> Result<(), String> {
    let found = measure(stimulus, &Judgement::read(stimulus.room)?, None, |_| {})?;
    if Measured::read(stimulus.room)? == found {
        return Ok(());
    }
    let path = folder().join(format!("{}.json", stimulus.room));
    Err(format!("{} is not what is found now: {found:#?}; run scripts/mutate", path.display()))
}

fn write_page() -> Result<(), String> {
    let verdicts = ROOMS.iter().map(|room| Verdict::read(room)).collect::<Result<Vec<_>, _>>()?;
    let (path, rust) = (page_path(), RustLines::read()?);
    std::fs::write(&path, page(&verdicts, &rust))
        .map_err(|error| format!("{}: {error}", path.display()))
}
