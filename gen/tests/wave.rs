//! Tests that other programs read the sampled values from waveform files.

use crate::common::dump::Dump;
use heddle_gen::wave::Wave;
use heddle_hw::kit::fifo::pins::{In, Out};
use heddle_hw::kit::{Class, Pins};
use std::process::Command;

fn recording() -> Wave {
    let mut wave = Wave::new(&[
        ("near", In::pins(Class::Narrow), Out::pins(Class::Narrow)),
        ("far", In::pins(Class::Narrow), Out::pins(Class::Narrow)),
    ]);
    for unit in 0..2 {
        for cycle in 0..4u32 {
            let input = In {
                in_valid: cycle == 2,
                in_data: 0xA0 * u32::from(cycle == 2),
                out_ready: false,
            };
            let out = Out { in_ready: true, idle: cycle < 3, ..Out::default() };
            wave.sample(cycle.into(), unit, &input.words(Class::Narrow), &out.words(Class::Narrow));
        }
    }
    wave
}

#[test]
fn a_vcd_and_an_fst_file_hold_every_pin_by_unit_and_group_in_every_cycle() {
    let dir = tempfile::tempdir().expect("a scratch directory");
    let files = recording().write_all(dir.path(), "run").expect("writable");
    let cycles = [0, 1_000, 2_000, 3_000];
    for file in &files[..2] {
        let mut dump = Dump::read(file);
        let data = dump.values(&["far", "Producer", "in_data"], &cycles).expect("the pin");
        assert_eq!(data, [0, 0, 0xA0, 0].map(|word| format!("{word:032b}")), "{}", file.display());
        let idle = dump.values(&["near", "Status", "idle"], &cycles).expect("the pin");
        assert_eq!(idle, ["1", "1", "1", "0"], "{}", file.display());
        let error = dump.values(&["near", "Status", "in_data"], &cycles).expect_err("elsewhere");
        assert_eq!(error, "near.Status.in_data is not in the file");
    }
}

#[test]
fn an_fst_file_opens_in_gtkwaves_reader() {
    let dir = tempfile::tempdir().expect("a scratch directory");
    let path = dir.path().join("run.fst");
    recording().write_fst(&path).expect("writable");
    match Command::new("fst2vcd").arg(&path).output() {
        Ok(out) => {
            let text = String::from_utf8_lossy(&out.stdout);
            assert!(out.status.success() && text.contains("in_data"), "{text}");
            assert!(text.contains("b00000000000000000000000010100000"), "{text}");
            assert!(text.contains("1ns") || text.contains("1 ns"), "{text}");
        }
        Err(_) => println!("skipped: fst2vcd is missing"),
    }
}

#[test]
fn the_save_file_groups_pins_and_names_the_dump() {
    let dir = tempfile::tempdir().expect("a scratch directory");
    let path = dir.path().join("run.gtkw");
    recording().write_gtkw(&path, "run.vcd").expect("writable");
    let text = std::fs::read_to_string(&path).expect("written");
    assert!(text.starts_with("[dumpfile] \"run.vcd\"\n[savefile] \"run.gtkw\"\n"), "{text}");
    let group =
        "@800200\n-near: Producer\n@28\nnear.Producer.in_valid\n@22\nnear.Producer.in_data[31:0]\n";
    assert!(text.contains(group), "{text}");
}

#[test]
fn an_unwritable_path_is_told_and_leaves_nothing() {
    let dir = tempfile::tempdir().expect("a scratch directory");
    let path = dir.path().join("absent").join("run.vcd");
    let error = recording().write_vcd(&path).expect_err("no such directory").to_string();
    assert!(error.starts_with("writing waveform ") && error.contains("run.vcd"), "{error}");
    assert_eq!(std::fs::read_dir(dir.path()).expect("readable").count(), 0);
}
