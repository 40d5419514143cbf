//! Where the queues have what TBs launch: on a level, and of the cluster of the launching TB's SMX. LaPerm's level is
//! that above the launching TB's; LASER's is 1 or, of what has priority, 2. With `laperm.home = predicted` what has no
//! priority belongs to the clusters in turn.

use crate::config::GpuConfig;
use crate::gpu::boundary::laperm_sizes;
use crate::gpu::ids::TbSlot;
use heddle_hw::kmu::descriptor::Home;

/// The levels of the TBs in the slots of all SMXs.
#[derive(Clone, Debug)]
pub struct Homes {
    /// The highest level; 0 in a machine without queues, where nothing has a home.
    highest: u32,
    /// Levels are LASER's priorities.
    by_priority: bool,
    /// What has no priority waits in the queues of a cluster in turn.
    steered: bool,
    /// SMXs of a cluster, the clusters, and whose turn it is.
    cluster: u32,
    clusters: u32,
    turn: u32,
    /// Slots of an SMX, and the level of the TB in each slot of each SMX.
    slots: u32,
    levels: Vec<u32>,
}

impl Homes {
    /// Of a machine in which no TB has started.
    pub fn new(config: &GpuConfig) -> Self {
        let sizes = laperm_sizes(config);
        let queues = config.tb.source.has_queues();
        Self {
            highest: if queues { sizes.levels } else { 0 },
            by_priority: config.tb.source.is_by_priority(),
            steered: config.steers_by_prediction(),
            cluster: sizes.cluster,
            clusters: sizes.clusters(),
            turn: 0,
            slots: config.smx.tbs,
            levels: vec![0; (config.smx.count * config.smx.tbs) as usize],
        }
    }

    fn place(&self, slot: TbSlot) -> usize {
        (slot.smx.number() * self.slots + slot.slot.number()) as usize
    }

    /// The TB that starts in a slot has this level.
    pub fn note(&mut self, slot: TbSlot, level: u32) {
        let place = self.place(slot);
        self.levels[place] = level;
    }

    /// The home of the TB in a slot, if it is to come back to its SMX.
    pub fn of_tb(&self, slot: TbSlot) -> Home {
        self.home(slot, self.levels[self.place(slot)])
    }

    /// Whether what has priority is of another level than what has not.
    pub fn by_priority(&self) -> bool {
        self.by_priority
    }

    /// The home of what the TB in a slot launches, with priority or without.
    pub fn of_launch(&mut self, slot: TbSlot, priority: bool) -> Home {
        let level = match self.by_priority {
            true => 1 + u32::from(priority),
            false => (self.levels[self.place(slot)] + 1).min(self.highest),
        };
        if !self.steered || priority {
            return self.home(slot, level);
        }
        let cluster = self.turn;
        self.turn = (cluster + 1) % self.clusters;
        Home { level, cluster }
    }

    /// What is of level 0 belongs to no cluster.
    fn home(&self, slot: TbSlot, level: u32) -> Home {
        let cluster = if level == 0 { 0 } else { slot.smx.number() / self.cluster };
        Home { level, cluster }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn homes(settings: &[(&str, &str)]) -> Homes {
        let mut config = GpuConfig::preset("k20c").expect("a preset");
        settings.iter().for_each(|(key, value)| config.set(key, value).expect("a setting"));
        Homes::new(&config)
    }

    #[test]
    fn a_launch_is_one_level_above_its_tb_up_to_the_highest_and_of_the_cluster_of_its_smx() {
        let laperm = [("tb.source", "laperm"), ("tb.placement", "bound"), ("laperm.levels", "2")];
        let two = [&laperm[..], &[("smx.count", "12"), ("smx.cluster", "2")]].concat();
        let mut homes = homes(&two);
        let slot = TbSlot::new(5, 3);
        let of = |level, cluster| Home { level, cluster };
        assert_eq!((homes.of_tb(slot), homes.of_launch(slot, true)), (of(0, 0), of(1, 2)));
        homes.note(slot, 1);
        assert_eq!((homes.of_tb(slot), homes.of_launch(slot, false)), (of(1, 2), of(2, 2)));
        homes.note(slot, 2);
        assert_eq!(homes.of_launch(slot, false), of(2, 2));
        assert_eq!(homes.of_launch(TbSlot::new(5, 2), true), of(1, 2), "another TB of the SMX");
    }

    #[test]
    fn with_homes_by_prediction_a_launch_without_priority_is_of_the_clusters_in_turn() {
        let settings = [
            ("tb.source", "laperm"),
            ("tb.placement", "adaptive"),
            ("smx.count", "6"),
            ("smx.cluster", "2"),
            ("laperm.home", "predicted"),
        ];
        let mut homes = homes(&settings);
        let slot = TbSlot::new(5, 3);
        let clusters = |homes: &mut Homes, priority| {
            [(); 4].map(|()| homes.of_launch(slot, priority)).map(|home| (home.level, home.cluster))
        };
        assert_eq!(clusters(&mut homes, false), [(1, 0), (1, 1), (1, 2), (1, 0)]);
        assert_eq!(clusters(&mut homes, true), [(1, 2); 4], "that of the launching SMX");
        assert_eq!(homes.of_launch(slot, false).cluster, 1, "the turn stands meanwhile");
    }

    #[test]
    fn under_laser_a_launch_is_of_the_lower_level_or_with_priority_of_the_upper_one() {
        let mut homes = homes(&[("tb.source", "laser")]);
        let slot = TbSlot::new(5, 3);
        let of = |level, cluster| Home { level, cluster };
        assert_eq!(homes.of_launch(slot, false), of(1, 5));
        assert_eq!(homes.of_launch(slot, true), of(2, 5));
        homes.note(slot, 2);
        assert_eq!(homes.of_launch(slot, false), of(1, 5), "whatever the level of its TB");
    }

    #[test]
    fn nothing_has_a_home_where_there_are_no_queues() {
        assert_eq!(homes(&[]).of_launch(TbSlot::new(5, 3), true), Home::default());
    }
}
