//! OWL: always the first group of TBs with a warp that can issue, and loose round robin within a group.

use super::policy::WarpPolicy;
use super::Warps;
use crate::smx::pipeline::Smx;

/// Warps of an OWL group at least, where the SMX has them: the fetch group of the two-level scheduler that OWL begins
/// with, of Narasiman et al., "Improving GPU performance via large warps and two-level warp scheduling", MICRO 2011.
pub(in crate::smx) const OWL_GROUP: usize = 8;

#[derive(Debug)]
pub(in crate::smx::pipeline) struct Owl;

/// The order in which it looks at warps. What others know as families are groups here.
fn key(warps: &Warps<'_>, w: usize) -> (u64, usize) {
    (warps.family(w), warps.turn(w))
}

impl WarpPolicy for Owl {
    fn pick(&mut self, warps: &Warps<'_>) -> Option<usize> {
        warps.ready().min_by_key(|&w| key(warps, w))
    }

    fn precedes(&self, warps: &Warps<'_>, w: usize, picked: usize) -> bool {
        key(warps, w) < key(warps, picked)
    }
}

impl Owl {
    /// The group of a TB that enters an SMX. It is a position: the first at which fewer warps are resident than make a group,
    /// so that TBs that start one after the other are together.
    pub fn group_of_new(smx: &Smx) -> u64 {
        let mut resident = vec![0; smx.warps.len()];
        let warps = smx.warps.iter().zip(&smx.group).filter(|(warp, _)| warp.is_some());
        warps.for_each(|(_, &group)| resident[group as usize] += 1);
        resident.iter().position(|&warps| warps < OWL_GROUP).unwrap_or(0) as u64
    }
}

#[cfg(test)]
mod tests {
    use crate::config::GpuConfig;
    use crate::smx::tests::bench::Bench;
    use crate::smx::TbStart;

    const TEXT: &str = ".version 7.0\n.target sm_35\n.address_size 64\n\
        .visible .entry k(.param .u64 out)\n{\nbar.sync 0;\nret;\n}\n";

    #[test]
    fn tbs_join_the_first_group_of_owl_with_fewer_than_eight_warps() {
        let mut config = GpuConfig::preset("laser13").expect("a preset");
        config.set("warp.scheduler", "owl").expect("a scheduler");
        let mut bench = Bench::new(config, TEXT);
        let mut groups = |slot: u32, warps: u32| {
            let start = bench.start([9, 1, 1], [32 * warps, 1, 1], &[0]);
            bench.launch(&TbStart { slot, ..start });
            let warps = bench.smx.warps.iter().zip(&bench.smx.group);
            let own = warps
                .filter(|(warp, _)| warp.as_ref().is_some_and(|warp| warp.tb == slot as usize));
            own.map(|(_, &group)| group).collect::<Vec<u64>>()
        };
        assert_eq!(groups(0, 3), [0; 3]);
        assert_eq!(groups(1, 4), [0; 4], "there were three");
        assert_eq!(groups(2, 4), [0; 4], "there were seven");
        assert_eq!(groups(3, 1), [1], "there are eleven");
        assert_eq!(groups(4, 8), [1; 8]);
        assert_eq!(groups(5, 2), [2; 2]);
    }
}
