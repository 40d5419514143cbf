//! What is recorded in depth, in tables and in JSON: distances, pairs, chains, predictions and the L1s beside an optimal
//! replacement.

use super::super::output::{self, grouped, percent};
use heddle_sim::gpu::{
    Chains, Distances, Footprints, Pairs, Predictor, ReuseOfAll, Spread, CLASSES,
};
use heddle_sim::mem::L1Replay;
use serde::Serialize;
use std::collections::BTreeMap;

/// Names of what is predicted, in the order of the monitor's pin.
const CLASS_NAMES: [&str; CLASSES] = ["none", "parent_child", "sibling", "self"];

#[derive(Serialize)]
struct SpreadReport {
    accesses: u64,
    /// By distance: 0, 1, 2 to 3, 4 to 7 and so on.
    log2: Vec<u64>,
    beyond_l1: Option<f64>,
    beyond_l1s: Option<f64>,
    beyond_l2: Option<f64>,
}

#[derive(Serialize)]
struct DistanceReport {
    l1_lines: u64,
    l1s_lines: u64,
    l2_lines: u64,
    /// Accesses that are the first to their line.
    first: u64,
    #[serde(rename = "self")]
    own: SpreadReport,
    parent_child: SpreadReport,
    sibling: SpreadReport,
    other: SpreadReport,
}

#[derive(Serialize)]
struct PairReport {
    pairs: u64,
    mean: Option<f64>,
    bins: [u64; 10],
    left_out: u64,
}

#[derive(Serialize)]
struct PairsReport {
    kernels: PairReport,
    tbs: PairReport,
    within_kernels: PairReport,
    warps: PairReport,
}

#[derive(Serialize)]
struct ChainReport {
    units: u64,
    chains: u64,
    longest: u64,
    mean: Option<f64>,
}

#[derive(Serialize)]
struct ChainsReport {
    kernels: ChainReport,
    tbs: ChainReport,
}

#[derive(Serialize)]
struct PredictorReport {
    children: u64,
    right: u64,
    right_priority: u64,
    /// Children by what was predicted, and by what they reused.
    counts: BTreeMap<&'static str, BTreeMap<&'static str, u64>>,
}

#[derive(Serialize)]
struct L1Report {
    loads: u64,
    actual: Option<f64>,
    lru: Option<f64>,
    belady: Option<f64>,
}

/// What is recorded in depth.
#[derive(Serialize)]
pub(super) struct Report {
    distance: Option<DistanceReport>,
    pairs: PairsReport,
    chains: ChainsReport,
    /// Absent in a machine without monitors.
    predictor: Option<PredictorReport>,
    /// Absent if it is not asked for.
    l1: Option<L1Report>,
}

impl From<&Spread> for SpreadReport {
    fn from(spread: &Spread) -> Self {
        let [beyond_l1, beyond_l1s, beyond_l2] = spread.shares();
        let Spread { accesses, log2, .. } = spread.clone();
        Self { accesses, log2, beyond_l1, beyond_l1s, beyond_l2 }
    }
}

impl From<&Distances> for DistanceReport {
    fn from(distances: &Distances) -> Self {
        let Distances { lines: [l1_lines, l1s_lines, l2_lines], first, .. } = *distances;
        Self {
            l1_lines,
            l1s_lines,
            l2_lines,
            first,
            own: (&distances.own).into(),
            parent_child: (&distances.parent_child).into(),
            sibling: (&distances.sibling).into(),
            other: (&distances.other).into(),
        }
    }
}

impl From<&Pairs> for PairReport {
    fn from(pairs: &Pairs) -> Self {
        let Pairs { mean, bins, left_out } = *pairs;
        Self { pairs: mean.count(), mean: mean.value(), bins, left_out }
    }
}

impl From<&Chains> for ChainReport {
    fn from(chains: &Chains) -> Self {
        let lengths = chains.lengths();
        let (units, chains, longest) = (lengths.units, lengths.chains, lengths.longest);
        Self { units, chains, longest, mean: lengths.mean() }
    }
}

impl From<&Predictor> for PredictorReport {
    fn from(predictor: &Predictor) -> Self {
        let row = |row: &[u64; CLASSES]| CLASS_NAMES.into_iter().zip(*row).collect();
        Self {
            children: predictor.children(),
            right: predictor.right(),
            right_priority: predictor.right_priority(),
            counts: CLASS_NAMES.into_iter().zip(predictor.counts.iter().map(row)).collect(),
        }
    }
}

impl From<&L1Replay> for L1Report {
    fn from(replay: &L1Replay) -> Self {
        let [actual, lru, belady] = replay.rates();
        Self { loads: replay.loads, actual, lru, belady }
    }
}

impl Report {
    /// What was recorded, on a machine with or without `monitors`.
    pub fn of(footprints: &Footprints, monitors: bool, l1: Option<&L1Replay>) -> Self {
        let ReuseOfAll { pairs, chains, predictor, .. } = footprints.reuse();
        Self {
            distance: footprints.distances().map(DistanceReport::from),
            pairs: PairsReport {
                kernels: (&pairs.kernels).into(),
                tbs: (&pairs.tbs).into(),
                within_kernels: (&pairs.within_kernels).into(),
                warps: (&pairs.warps).into(),
            },
            chains: ChainsReport { kernels: (&chains.kernels).into(), tbs: (&chains.tbs).into() },
            predictor: monitors.then(|| predictor.into()),
            l1: l1.map(L1Report::from),
        }
    }

    /// Prints all of it.
    pub fn print(&self) {
        self.distance.iter().for_each(|distance| output::show(&distance.table()));
        output::show(&self.pairs.table());
        output::show(&self.chains.table());
        let predictor = self.predictor.iter().map(PredictorReport::lines);
        predictor
            .chain(self.l1.iter().map(L1Report::line))
            .for_each(|said| output::note!("{said}"));
    }
}

impl DistanceReport {
    fn table(&self) -> String {
        let beyond = |cache: &str, lines: u64| format!("beyond\n{cache}\n({})", grouped(lines));
        let header = [
            "lines since the last\naccess, which was by".to_string(),
            "accesses".to_string(),
            beyond("an L1", self.l1_lines),
            beyond("all L1s", self.l1s_lines),
            beyond("the L2", self.l2_lines),
        ];
        let spreads = [
            ("the kernel itself", &self.own),
            ("its parent", &self.parent_child),
            ("a sibling", &self.sibling),
            ("another", &self.other),
        ];
        let rows = spreads.map(|(name, spread)| {
            let beyond = [spread.beyond_l1, spread.beyond_l1s, spread.beyond_l2].map(percent);
            [&[name.to_string(), grouped(spread.accesses)], &beyond[..]].concat()
        });
        output::table(&header, &rows)
    }
}

impl PairsReport {
    fn table(&self) -> String {
        let header = ["pairs", "ratios", "mean", "below\n0.1", "0.4 to\n1", "left out"];
        let all = [
            ("sibling kernels", &self.kernels),
            ("TBs of siblings", &self.tbs),
            ("TBs of a kernel", &self.within_kernels),
            ("warps of a TB", &self.warps),
        ];
        let rows = all.map(|(name, pairs)| {
            let PairReport { pairs, mean, bins, left_out } = pairs;
            let share = |bins: &[u64]| {
                let count: u64 = bins.iter().sum();
                percent((*pairs > 0).then(|| count as f64 / *pairs as f64))
            };
            let shares = [share(&bins[..1]), share(&bins[4..]), grouped(*left_out)];
            [&[name.to_string(), grouped(*pairs), percent(*mean)], &shares[..]].concat()
        });
        output::table(&header, &rows)
    }
}

impl ChainsReport {
    fn table(&self) -> String {
        let header = ["chains of high reuse", "units", "chains", "longest", "average"];
        let rows = [("kernels", &self.kernels), ("TBs", &self.tbs)].map(|(name, report)| {
            let counts = [report.units, report.chains, report.longest].map(grouped);
            let mean = report.mean.map_or_else(|| "-".to_string(), |mean| format!("{mean:.1}"));
            [&[name.to_string()], &counts[..], &[mean]].concat()
        });
        output::table(&header, &rows)
    }
}

impl PredictorReport {
    fn lines(&self) -> String {
        let part =
            |count: u64| percent((self.children > 0).then(|| count as f64 / self.children as f64));
        format!(
            "predictions right: {} of {} children; their priority: {}",
            part(self.right),
            grouped(self.children),
            part(self.right_priority)
        )
    }
}

impl L1Report {
    fn line(&self) -> String {
        if self.lru.is_none() && self.loads > 0 {
            let loads = grouped(self.loads);
            return format!(
                "L1s: too many of {loads} loads and stores to replay; take a smaller input"
            );
        }
        format!(
            "L1s: {} of {} loads need no fetch; with LRU {}, at best {}",
            percent(self.actual),
            grouped(self.loads),
            percent(self.lru),
            percent(self.belady)
        )
    }
}
