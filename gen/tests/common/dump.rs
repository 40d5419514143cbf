//! Reads waveform files with an independent reader.

use std::path::Path;
use wellen::simple::Waveform;

/// A waveform file.
pub struct Dump(Waveform);

impl Dump {
    /// Reads a VCD or FST file.
    pub fn read(path: &Path) -> Self {
        let read = wellen::simple::read(path);
        Self(read.unwrap_or_else(|error| panic!("{}: {error}", path.display())))
    }

    /// Returns the bits of a signal at some times in ps, or what is missing. The path goes from
    /// scope to scope to the signal.
    pub fn values(&mut self, path: &[&str], times: &[u64]) -> Result<Vec<String>, String> {
        let name = path.join(".");
        let absent = || format!("{name} is not in the file");
        let (signal, scopes) = path.split_last().ok_or_else(absent)?;
        let hierarchy = self.0.hierarchy();
        let var = hierarchy.lookup_var(scopes, signal).ok_or_else(absent)?;
        let signal = hierarchy[var].signal_ref();
        let scale = hierarchy.timescale().ok_or("the file has no time scale")?;
        let exponent = scale.unit.to_exponent().ok_or("the file has no unit of time")? + 12;
        let exponent = u32::try_from(exponent).map_err(|_| "the file is finer than 1 ps")?;
        let step = u64::from(scale.factor) * 10u64.pow(exponent);
        self.0.load_signals(&[signal]);
        let table = self.0.time_table();
        let signal = self.0.get_signal(signal).ok_or_else(absent)?;
        let at = |time: &u64| {
            let later = table.partition_point(|&entry| entry * step <= *time);
            let entry = later.checked_sub(1).and_then(|entry| signal.get_offset(entry as u32));
            let offset = entry.ok_or_else(|| format!("{name} has no value at {time} ps"))?;
            // The last of several changes at one time counts.
            let value = signal.get_value_at(&offset, offset.elements - 1);
            value.to_bit_string().ok_or_else(|| format!("{name} is not made of bits"))
        };
        times.iter().map(at).collect()
    }
}
