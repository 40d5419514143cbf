//! Waveform files say what was sampled, to the programs that read them.

use heddle_gen::wave::Wave;
use heddle_hw::kit::fifo::pins::{In, Out};
use heddle_hw::kit::Pins;
use std::process::Command;
use vcd::{Command as Vcd, Parser};

fn recording() -> Wave {
    let mut wave = Wave::new(&[("near", In::PINS, Out::PINS), ("far", In::PINS, Out::PINS)]);
    for room in 0..2 {
        for cycle in 0..4u32 {
            let input = In {
                in_valid: cycle == 2,
                in_data: 0xA0 * u32::from(cycle == 2),
                out_ready: false,
            };
            let out = Out { in_ready: true, idle: cycle < 3, ..Out::default() };
            wave.sample(cycle.into(), room, &input.words(), &out.words());
        }
    }
    wave
}

#[test]
fn a_vcd_file_holds_the_changes_by_room_group_and_pin() {
    let dir = tempfile::tempdir().expect("a scratch directory");
    let path = dir.path().join("run.vcd");
    recording().write_vcd(&path).expect("writable");
    let file = std::io::BufReader::new(std::fs::File::open(&path).expect("written"));
    let mut parser = Parser::new(file);
    let header = parser.parse_header().expect("a header");
    let data = header.find_var(&["far", "Producer", "in_data"]).expect("the pin").code;
    assert!(header.find_var(&["near", "Status", "idle"]).is_some());
    let (mut now, mut seen) = (0, Vec::new());
    for command in parser {
        match command.expect("well-formed") {
            Vcd::Timestamp(time) => now = time,
            Vcd::ChangeVector(id, value) if id == data => {
                let value =
                    value.iter().fold(0, |sum, bit| sum * 2 + u32::from(bit == vcd::Value::V1));
                seen.push((now, value));
            }
            _ => {}
        }
    }
    assert_eq!(seen, [(0, 0), (2, 0xA0), (3, 0)]);
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
    recording().write_gtkw(&path, "run.vcd".as_ref()).expect("writable");
    let text = std::fs::read_to_string(&path).expect("written");
    assert!(text.starts_with("[dumpfile] \"run.vcd\"\n"));
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
