//! What kernels, TBs and warps reuse, in the table and in JSON.

use super::super::output;
use heddle_sim::gpu::{Reuse, ReuseOfAll, Reused, WarpReuse};
use serde::Serialize;

/// Reuse of one relation.
#[derive(Serialize)]
struct Relation {
    /// Accesses that reuse.
    accesses: u64,
    /// The average ratio.
    mean: Option<f64>,
    /// How many ratios there are in each tenth.
    bins: [u64; 10],
}

/// Shares of all accesses, and the ratios behind them.
#[derive(Serialize)]
pub(super) struct Shares {
    accesses: u64,
    #[serde(rename = "self")]
    own: Option<f64>,
    parent_child: Option<f64>,
    sibling: Option<f64>,
    ratios: Ratios,
}

#[derive(Serialize)]
struct Ratios {
    #[serde(rename = "self")]
    own: Relation,
    parent_child: Relation,
    sibling: Relation,
}

#[derive(Serialize)]
struct WarpShares {
    intra: Option<f64>,
    inter: Option<f64>,
    ratios: WarpRatios,
}

#[derive(Serialize)]
struct WarpRatios {
    intra: Relation,
    inter: Relation,
}

/// Reuse of kernels, and beside it that of TBs and warps.
#[derive(Serialize)]
pub(super) struct Report {
    #[serde(flatten)]
    kernels: Shares,
    tbs: Shares,
    warps: WarpShares,
}

fn relation(reused: &Reused) -> Relation {
    let Reused { accesses, mean, bins } = reused;
    Relation { accesses: *accesses, mean: mean.value(), bins: *bins }
}

impl Shares {
    fn of(reuse: &Reuse) -> Self {
        let Reuse { accesses, own, parent_child, sibling } = reuse;
        Self {
            accesses: *accesses,
            own: own.share(*accesses),
            parent_child: parent_child.share(*accesses),
            sibling: sibling.share(*accesses),
            ratios: Ratios {
                own: relation(own),
                parent_child: relation(parent_child),
                sibling: relation(sibling),
            },
        }
    }
}

impl Report {
    /// What was recorded.
    pub fn of(reuse: &ReuseOfAll) -> Self {
        let ReuseOfAll { kernels, tbs, warps: WarpReuse { intra, inter }, .. } = reuse;
        let all = kernels.accesses;
        Self {
            kernels: Shares::of(kernels),
            tbs: Shares::of(tbs),
            warps: WarpShares {
                intra: intra.share(all),
                inter: inter.share(all),
                ratios: WarpRatios { intra: relation(intra), inter: relation(inter) },
            },
        }
    }

    /// The shares as a table.
    pub fn table(&self) -> String {
        let header = ["accesses that reuse", "self", "parent-\nchild", "sibling", "other\nwarps"];
        let shares = |name: &str, shares: &Shares| {
            let Shares { own, parent_child, sibling, .. } = shares;
            let mut row = vec![name.to_string()];
            row.extend([own, parent_child, sibling].map(|share| output::percent(*share)));
            row.push(output::percent(None));
            row
        };
        let WarpShares { intra, inter, .. } = self.warps;
        let none = output::percent(None);
        let warps = vec![
            "warps".to_string(),
            output::percent(intra),
            none.clone(),
            none,
            output::percent(inter),
        ];
        let all = output::grouped(self.kernels.accesses);
        let kernels = shares(&format!("kernels (of {all})"), &self.kernels);
        output::table(&header, &[kernels, shares("TBs", &self.tbs), warps])
    }
}
