//! Writes waveforms of units' pins: VCD, FST and a GTKWave save file.
//!
//! One cycle is one nanosecond in every file. Only changes are kept. Each unit is a scope, and each
//! group of its pins a scope inside.

pub(crate) mod gtkw;

use fst_writer::{
    FstFileType, FstHeaderWriter, FstInfo, FstScopeType, FstSignalType, FstVarDirection,
    FstVarType, FstWriteError,
};
use gtkw::{ranged, Signal};
use heddle_hw::kit::Pin;
use std::io;
use std::path::{Path, PathBuf};
use vcd::{IdCode, ReferenceIndex, TimescaleUnit, Value, VarType};

/// A waveform file that could not be written.
#[derive(Debug, thiserror::Error)]
#[error("writing waveform {path}: {reason}")]
pub struct WaveError {
    /// The file or directory.
    pub path: PathBuf,
    /// Why.
    pub reason: String,
}

struct Track {
    unit: usize,
    pin: &'static Pin,
    is_input: bool,
    last: Option<u32>,
}

struct Change {
    cycle: u64,
    track: usize,
    value: u32,
}

/// The values of the pins of some units over time.
pub struct Wave {
    units: Vec<String>,
    tracks: Vec<Track>,
    changes: Vec<Change>,
}

/// A group of pins of one unit: the tracks in it, inputs first.
struct Group {
    unit: usize,
    name: &'static str,
    tracks: Vec<usize>,
}

impl Wave {
    /// Makes an empty recording of units, each with a name (unique in the file), input pins and
    /// output pins.
    pub fn new(units: &[(&str, &'static [Pin], &'static [Pin])]) -> Self {
        let mut tracks = Vec::new();
        for (unit, (_, inputs, outputs)) in units.iter().enumerate() {
            let track = |is_input| move |pin| Track { unit, pin, is_input, last: None };
            tracks.extend(inputs.iter().map(track(true)));
            tracks.extend(outputs.iter().map(track(false)));
        }
        let units = units.iter().map(|(name, ..)| name.to_string()).collect();
        Self { units, tracks, changes: Vec::new() }
    }

    /// Records the pins of a unit in a cycle: the outputs in it and the inputs at the edge that
    /// ends it. The cycles of one unit come in order; units may come in any order.
    pub fn sample(&mut self, cycle: u64, unit: usize, inputs: &[u32], outputs: &[u32]) {
        let words = inputs.iter().chain(outputs);
        let tracks = self.tracks.iter_mut().enumerate().filter(|(_, track)| track.unit == unit);
        for ((track, state), &value) in tracks.zip(words) {
            if state.last.replace(value) != Some(value) {
                self.changes.push(Change { cycle, track, value });
            }
        }
    }

    fn groups(&self) -> Vec<Group> {
        let mut groups: Vec<Group> = Vec::new();
        for (i, track) in self.tracks.iter().enumerate() {
            let (unit, name) = (track.unit, track.pin.group);
            match groups.iter_mut().find(|group| group.unit == unit && group.name == name) {
                Some(group) => group.tracks.push(i),
                None => groups.push(Group { unit, name, tracks: vec![i] }),
            }
        }
        groups
    }

    fn in_time(&self) -> Vec<&Change> {
        let mut changes: Vec<&Change> = self.changes.iter().collect();
        changes.sort_by_key(|change| (change.cycle, change.track));
        changes
    }

    /// Writes `STEM.vcd`, `STEM.fst` and `STEM.gtkw` into `dir`, creating it if necessary.
    pub fn write_all(&self, dir: &Path, stem: &str) -> Result<Vec<PathBuf>, WaveError> {
        let name = |kind| format!("{stem}.{kind}");
        let [own, dump] = ["gtkw", "fst"].map(name);
        let text = self.gtkw(&own, &dump);
        let files = [
            (name("vcd"), self.vcd().map_err(failure(dir))?),
            (dump, self.fst().map_err(failure(dir))?),
            (own, text.into_bytes()),
        ];
        heddle_files::place(dir, &files).map_err(failure(dir))
    }

    /// Writes a value change dump.
    pub fn write_vcd(&self, path: &Path) -> Result<(), WaveError> {
        let bytes = self.vcd().map_err(failure(path))?;
        heddle_files::write(path, bytes).map_err(failure(path))
    }

    /// Returns the bytes of a value change dump.
    pub(crate) fn vcd(&self) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        let mut writer = vcd::Writer::new(&mut bytes);
        writer.comment("one cycle is 1 ns")?;
        writer.timescale(1, TimescaleUnit::NS)?;
        let mut ids = vec![IdCode::FIRST; self.tracks.len()];
        let groups = self.groups();
        for (unit, name) in self.units.iter().enumerate() {
            writer.add_module(&identifier(name))?;
            for group in groups.iter().filter(|group| group.unit == unit) {
                writer.add_module(&identifier(group.name))?;
                for &track in &group.tracks {
                    let pin = self.tracks[track].pin;
                    let range = (pin.width > 1).then(|| {
                        let (low, width) = (pin.offset as i32, pin.width as i32);
                        ReferenceIndex::Range(low + width - 1, low)
                    });
                    ids[track] = writer.add_var(VarType::Wire, pin.width, pin.name, range)?;
                }
                writer.upscope()?;
            }
            writer.upscope()?;
        }
        writer.enddefinitions()?;
        let mut now = None;
        for change in self.in_time() {
            if now.replace(change.cycle) != Some(change.cycle) {
                writer.timestamp(change.cycle)?;
            }
            let width = self.tracks[change.track].pin.width;
            let bits = (0..width).rev().map(|bit| Value::from(change.value >> bit & 1 == 1));
            match width {
                1 => writer.change_scalar(ids[change.track], change.value != 0)?,
                _ => writer.change_vector(ids[change.track], bits)?,
            }
        }
        writer.flush()?;
        Ok(bytes)
    }

    /// Writes GTKWave's compressed format.
    pub fn write_fst(&self, path: &Path) -> Result<(), WaveError> {
        let bytes = self.fst().map_err(failure(path))?;
        heddle_files::write(path, bytes).map_err(failure(path))
    }

    /// Returns the bytes of a file in GTKWave's compressed format.
    pub(crate) fn fst(&self) -> Result<Vec<u8>, FstWriteError> {
        let info = FstInfo {
            start_time: 0,
            timescale_exponent: -9,
            version: "heddle; one cycle is 1 ns".to_string(),
            date: String::new(),
            file_type: FstFileType::Verilog,
        };
        let mut header = FstHeaderWriter::write_to_mem(&info)?;
        let mut ids = Vec::new();
        let groups = self.groups();
        for (unit, name) in self.units.iter().enumerate() {
            header.scope(identifier(name), "", FstScopeType::Module)?;
            for group in groups.iter().filter(|group| group.unit == unit) {
                header.scope(identifier(group.name), "", FstScopeType::Module)?;
                for &index in &group.tracks {
                    let track = &self.tracks[index];
                    let kind = FstSignalType::bit_vec(track.pin.width);
                    let direction = match track.is_input {
                        true => FstVarDirection::Input,
                        false => FstVarDirection::Output,
                    };
                    let name = ranged(track.pin, " ");
                    ids.push((index, header.var(name, kind, FstVarType::Wire, direction, None)?));
                }
                header.up_scope()?;
            }
            header.up_scope()?;
        }
        ids.sort_by_key(|(track, _)| *track);
        let mut body = header.finish()?;
        let mut now = None;
        for change in self.in_time() {
            if now.replace(change.cycle) != Some(change.cycle) {
                body.time_change(change.cycle)?;
            }
            let width = self.tracks[change.track].pin.width as usize;
            let bits = format!("{:0width$b}", change.value);
            body.signal_change(ids[change.track].1, bits.as_bytes())?;
        }
        Ok(body.finish()?.into_inner())
    }

    /// Writes a GTKWave save file that shows every pin, by group, of a dump, which is named relative to the save file.
    pub fn write_gtkw(&self, path: &Path, dump: &str) -> Result<(), WaveError> {
        let own = path.file_name().map_or("".into(), |name| name.to_string_lossy());
        heddle_files::write(path, self.gtkw(&own, dump)).map_err(failure(path))
    }

    /// Returns the text of the GTKWave save file `own` that shows every pin, by group, of the dump `dump`.
    pub(crate) fn gtkw(&self, own: &str, dump: &str) -> String {
        let groups = self.groups().into_iter().map(|group| {
            let unit = &self.units[group.unit];
            let scope = format!("{}.{}", identifier(unit), identifier(group.name));
            let pins = group.tracks.iter().map(|&track| {
                let pin = self.tracks[track].pin;
                Signal::of(pin, &scope)
            });
            (format!("{unit}: {}", group.name), pins.collect())
        });
        let first = self.changes.first().map_or(0, |change| change.cycle);
        let last = self.changes.last().map_or(0, |change| change.cycle);
        // A window of usual width shows three to six frames of waves.
        let zoom = ((last - first) / 3).max(1).ilog2();
        gtkw::save_file((own, dump), first, zoom, groups)
    }
}

fn identifier(name: &str) -> String {
    name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect()
}

fn failure<E: std::fmt::Display>(path: &Path) -> impl Fn(E) -> WaveError + '_ {
    |error| WaveError { path: path.to_path_buf(), reason: error.to_string() }
}
