//! Studies that are killed again and again.

use super::steady;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use tempfile::tempdir;

/// A study of tiny runs, as many as the product of the numbers.
fn study(inputs: u32, latencies: u32) -> Vec<String> {
    let list = |count: u32| (1..=count).map(|n| n.to_string()).collect::<Vec<_>>().join(",");
    let inputs = format!("input={}", list(inputs));
    let latencies = format!("kernel.host_launch_cycles={}", list(latencies));
    let words = ["sweep", "vector_add", "--config", "tiny", "--jobs", "2"];
    let axes = ["--vary", &inputs, "--vary", &latencies];
    [&words[..], &axes].concat().into_iter().map(str::to_owned).collect()
}

fn start(study: &[String], dir: &Path) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_heddle"));
    command.args(study).arg("--out").arg(dir).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().expect("it starts")
}

/// The finished points of a study, each with what changes when it is written again.
fn finished(dir: &Path) -> BTreeMap<String, (u64, i64, i64)> {
    let entries = fs::read_dir(dir.join("points")).into_iter().flatten();
    let known = entries.filter_map(|entry| {
        let entry = entry.expect("an entry");
        let name = entry.file_name().into_string().expect("text");
        let of = entry.metadata().ok()?;
        name.ends_with(".json").then(|| (name, (of.ino(), of.mtime(), of.mtime_nsec())))
    });
    known.collect()
}

/// Files that a writer had begun and not completed.
fn in_progress(dir: &Path) -> usize {
    let entries =
        [dir.to_owned(), dir.join("points")].map(fs::read_dir).into_iter().flatten().flatten();
    entries
        .filter(|entry| {
            entry.as_ref().is_ok_and(|it| it.file_name().to_string_lossy().starts_with('.'))
        })
        .count()
}

/// Kills a study `kills` times, each a moment after a random number of its points were done, lets it end, and compares it
/// with one that was left alone.
fn survives(study: &[String], points: usize, kills: usize, seed: u64) {
    println!("seed {seed}");
    let (killed, whole) = (tempdir().expect("a directory"), tempdir().expect("a directory"));
    let dir = killed.path();
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut moments: Vec<usize> = (0..kills).map(|_| random.random_range(0..points)).collect();
    moments.sort_unstable();
    let mut before = BTreeMap::new();
    let none_ran_again = |before: &BTreeMap<_, _>, after: &BTreeMap<_, _>| {
        let same = |(name, of): (&String, _)| after.get(name) == Some(of);
        assert!(before.iter().all(same), "a finished point is gone, or has run again");
    };
    for moment in moments {
        let mut child = start(study, dir);
        while finished(dir).len() < moment {
            assert!(
                child.try_wait().expect("it is ours").is_none(),
                "it ended before {moment} points"
            );
            std::thread::sleep(Duration::from_millis(5));
        }
        std::thread::sleep(Duration::from_micros(random.random_range(0..60_000)));
        child.kill().expect("it is killed");
        child.wait().expect("it ends");
        let after = finished(dir);
        println!("killed with {} of {points} points done", after.len());
        none_ran_again(&before, &after);
        before = after;
    }
    // A kill in the middle of a write, of which there need not have been one.
    fs::create_dir_all(dir.join("points")).expect("a directory");
    fs::write(dir.join("points/.heddle.1.0"), "{\"half").expect("written");
    for dir in [dir, whole.path()] {
        assert!(start(study, dir).wait().expect("it ends").success());
        assert_eq!((finished(dir).len(), in_progress(dir)), (points, 0));
    }
    none_ran_again(&before, &finished(dir));
    let table = steady(dir);
    assert!(table == steady(whole.path()), "the tables differ");
    let places: BTreeSet<_> = table[1..].iter().map(|row| &row[..2]).collect();
    assert_eq!((table.len(), places.len()), (points + 1, points), "not each point once");
}

#[test]
fn a_study_that_is_killed_loses_nothing_and_runs_no_finished_point_again() {
    survives(&study(8, 5), 40, 2, 1);
}

#[test]
#[ignore = "takes minutes; scripts/check --full runs it in a release build"]
fn ten_thousand_points_survive_ten_kills() {
    survives(&study(100, 100), 10_000, 10, 1);
}
