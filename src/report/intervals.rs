//! What a result measured by intervals of time.

use super::fields::{object, Fields};
use super::run::Shares;
use anyhow::{bail, Context};

/// A stretch of time: an interval, or several that have become one.
#[derive(Clone, Debug, PartialEq)]
pub struct Stretch {
    /// The first cycle.
    pub from: f64,
    /// Cycles.
    pub cycles: f64,
    /// What became of the scheduler slots.
    pub shares: Shares,
    /// The measures, in the order of [`MEASURES`]; absent where there was nothing to measure.
    pub measures: [Option<f64>; MEASURES.len()],
}

/// Measures by their fields, with what the page calls them, and whether they are shares.
pub const MEASURES: [(&str, &str, bool); 6] = [
    ("ipc", "IPC (thread instructions per cycle)", false),
    ("occupancy", "occupancy", true),
    ("l1_hit_rate", "L1 hit rate", true),
    ("l2_hit_rate", "L2 hit rate", true),
    ("dram_bytes", "bytes of DRAM per cycle", false),
    ("waiting_launches", "device launches that wait for their first thread block", false),
];

/// The measure that is a sum over the interval, and is shown per cycle.
const PER_CYCLE: &str = "dram_bytes";

/// Reads the intervals of a result, which follow each other.
pub fn read(fields: Fields) -> anyhow::Result<Vec<Stretch>> {
    let mut read: Vec<Stretch> = Vec::new();
    for (index, value) in fields.list("intervals")?.unwrap_or_default().iter().enumerate() {
        let place = format!("{}: `intervals.{index}`", fields.place);
        let of = Fields { place: &place, map: object(&place, value)? };
        let need =
            |name: &str| of.number(name)?.with_context(|| format!("{place} has no `{name}`"));
        let (from, cycles) = (need("first_cycle")?, need("cycles")?);
        let expected = read.last().map_or(0.0, Stretch::to);
        if from != expected || cycles < 1.0 {
            bail!("{place}: it has {cycles} cycles from {from}, and should begin at {expected}; the file has been changed, so run again");
        }
        let account = of.object("account")?.with_context(|| format!("{place} has no `account`"))?;
        let shares = Shares::read(&format!("{place}: `account`"), account, false)?;
        let mut measures = [None; MEASURES.len()];
        for (measure, (name, ..)) in measures.iter_mut().zip(MEASURES) {
            let value = of.number(name)?;
            *measure = if name == PER_CYCLE { value.map(|sum| sum / cycles) } else { value };
        }
        read.push(Stretch { from, cycles, shares, measures });
    }
    Ok(read)
}

impl Stretch {
    /// The cycle after the last.
    pub fn to(&self) -> f64 {
        self.from + self.cycles
    }

    /// Makes one of some that follow each other: shares and measures are means over their cycles.
    fn of(parts: &[Self]) -> Self {
        let cycles: f64 = parts.iter().map(|part| part.cycles).sum();
        let mut shares: Vec<(String, f64)> = Vec::new();
        for part in parts {
            for (name, share) in &part.shares.0 {
                let weighted = share * part.cycles / cycles;
                match shares.iter_mut().find(|(other, _)| other == name) {
                    Some((_, sum)) => *sum += weighted,
                    None => shares.push((name.clone(), weighted)),
                }
            }
        }
        let mean = |measure: usize| {
            let there =
                parts.iter().filter_map(|part| Some((part.measures[measure]?, part.cycles)));
            let (sum, over) = there.fold((0.0, 0.0), |(sum, over), (m, n)| (sum + m * n, over + n));
            (over > 0.0).then_some(sum / over)
        };
        let measures = std::array::from_fn(mean);
        Self { from: parts[0].from, cycles, shares: Shares(shares), measures }
    }
}

/// Makes at most `most` stretches of intervals, so that a picture of a long run stays small.
pub fn merged(intervals: &[Stretch], most: usize) -> Vec<Stretch> {
    intervals.chunks(intervals.len().div_ceil(most).max(1)).map(Stretch::of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn merged_intervals_have_the_means_of_their_parts() {
        let part = |from: f64, cycles: f64, issued: f64, hits: Option<f64>| Stretch {
            from,
            cycles,
            shares: Shares(vec![("issued".into(), issued), ("no_warp".into(), 1.0 - issued)]),
            measures: [Some(issued), None, hits, None, None, None],
        };
        let parts = [
            part(0.0, 30.0, 1.0, None),
            part(30.0, 10.0, 0.0, Some(0.5)),
            part(40.0, 5.0, 0.5, None),
        ];
        let found = merged(&parts, 2);
        assert_eq!(found, [part(0.0, 40.0, 0.75, Some(0.5)), part(40.0, 5.0, 0.5, None)]);
        assert_eq!(merged(&parts, 3), parts);
        assert!(merged(&[], 3).is_empty());
    }
}
