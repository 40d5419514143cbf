//! The limit study: a machine that knows before the run what will be reused. LASER, section 5.
//!
//! A first run records what every TB accesses; a second one places kernels, TBs and warps by it. Where the paper has three
//! schedulers there are three levels here, each with those before it: the [`pool`], from which the kernels go to the KMU;
//! [`chains`] of TBs and the queues of the SMXs in which they wait ([`source`]); and groups of warps, which are the
//! families of the grouped warp scheduler. None of it is a circuit, nor could it be.

mod chains;
mod machine;
mod names;
mod pool;
mod profile;
mod run;
pub mod source;

pub use machine::ChainMachine;
pub(super) use names::Work;
pub use profile::Profile as ReuseProfile;
pub use run::{check_limit, run_limit};

use super::boundary::HomePins;
use super::error::RunError;
use super::ids::{DeviceAddr, LaunchId, SmxId, TbNumber, TbSlot};
use super::launches::{Origin, PendingLaunch};
use crate::smx::Touched;
use chains::{Chains, Place};
use heddle_hw::chip::Chip;
use names::{Kin, Name, Names};
use pool::{Known, Pool};
use profile::{KernelId, Profile, TbId};
use std::collections::HashMap;
use std::sync::Arc;

/// Which schedulers know what is reused; each level has those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LimitLevel {
    /// The choice of the next kernel.
    Kernel,
    /// And the SMX of each TB.
    Tb,
    /// And which warps take turns.
    Warp,
}

/// What a run of the limit study knows, and how often that mattered.
#[derive(Clone, Debug)]
pub struct LimitStudy {
    /// Which schedulers know it.
    pub level: LimitLevel,
    /// What was recorded.
    pub profile: Arc<ReuseProfile>,
    /// What the run came to.
    pub counts: LimitCounts,
}

/// How often a run of the limit study went by its profile.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LimitCounts {
    /// Kernels that TBs launched.
    pub launches: u64,
    /// Those of them that the profiled run did not launch, of which nothing is known.
    pub unknown: u64,
    /// Kernels taken out of the pool because they reuse lines of one that ran.
    pub by_reuse: u64,
    /// TBs placed.
    pub placed: u64,
    /// Those that joined the chain of another.
    pub chained: u64,
}

/// A launch whose TBs have not all ended.
struct Live {
    kin: Kin,
    kernel: Option<KernelId>,
    tbs_left: u64,
    /// By item, the places of its TBs that wait in queues.
    places: HashMap<u32, Place>,
}

impl Live {
    fn known(&self) -> Option<Known> {
        Some(Known { kernel: self.kernel?, kin: self.kin })
    }

    fn tb(&self, item: u32) -> Option<TbId> {
        Some(TbId { kernel: self.kernel?, item })
    }
}

/// A TB that runs, or waits for its children: what the profile calls it, and its place if it has one.
struct RunningTb {
    tb: Option<TbId>,
    place: Option<Place>,
    /// By thread, how many kernels it has launched.
    launched: HashMap<u32, u32>,
}

impl RunningTb {
    /// The name of the next kernel that a thread launches; none if the TB has none.
    fn next_of(&mut self, thread: u32) -> Option<Name> {
        let count = self.launched.entry(thread).or_default();
        *count += 1;
        Some(Name::Thread { tb: self.tb?, thread, nth: *count - 1 })
    }
}

/// What is recorded, or known, of the kernels and TBs of a run.
pub(super) struct Limit {
    names: Names,
    /// What is recorded; none in a run that uses it.
    record: Option<Profile>,
    level: Option<LimitLevel>,
    profile: Arc<Profile>,
    live: HashMap<LaunchId, Live>,
    tbs: HashMap<TbNumber, RunningTb>,
    /// By descriptor, the kernels whose calls are not over.
    descriptors: HashMap<DeviceAddr, Known>,
    pool: Pool,
    chains: Chains,
    /// By the descriptor of a TB that waits for its children, the SMX that it has left.
    away: HashMap<DeviceAddr, SmxId>,
    pub counts: LimitCounts,
}

impl Limit {
    /// Records what the TBs of a run access.
    pub fn recording(smxs: u32) -> Self {
        Self { record: Some(Profile::default()), ..Self::new(smxs, None, Arc::default()) }
    }

    /// Knows what was recorded.
    pub fn knowing(smxs: u32, study: &LimitStudy) -> Self {
        Self::new(smxs, Some(study.level), study.profile.clone())
    }

    fn new(smxs: u32, level: Option<LimitLevel>, profile: Arc<Profile>) -> Self {
        Self {
            names: Names::default(),
            record: None,
            level,
            profile,
            live: HashMap::new(),
            tbs: HashMap::new(),
            descriptors: HashMap::new(),
            pool: Pool::default(),
            chains: Chains::new(smxs),
            away: HashMap::new(),
            counts: LimitCounts::default(),
        }
    }

    /// What was recorded.
    pub fn into_profile(self) -> Option<Profile> {
        let mut profile = self.record?;
        profile.close();
        Some(profile)
    }

    /// Whether a machine has the queues of chains exactly if TBs are placed by them. The error says what to do.
    pub fn check(limit: Option<&Self>, pins: Option<&HomePins>) -> Result<(), RunError> {
        match limit.is_some_and(Self::places_tbs) == pins.is_some() {
            true => Ok(()),
            false => Err(RunError::Unit(
                "the queues of chains place TBs by a limit study; run them with `run_limit`".into(),
            )),
        }
    }

    /// Whether it needs to hear of lines.
    pub fn records(&self) -> bool {
        self.record.is_some()
    }

    /// Whether kernels wait in its pool on their way to the KMU.
    pub fn orders_kernels(&self) -> bool {
        self.level.is_some()
    }

    fn places_tbs(&self) -> bool {
        self.level >= Some(LimitLevel::Tb)
    }

    /// The host launches a kernel.
    pub fn launched_by_host(&mut self, launch: &PendingLaunch) {
        let name = self.names.by_host();
        self.launched(launch, None, vec![name]);
    }

    /// A thread of a TB launches a kernel with this descriptor, which is to do this.
    pub fn launched_by_tb(
        &mut self,
        launch: &PendingLaunch,
        desc: DeviceAddr,
        work: Work,
        thread: u32,
    ) {
        let Origin::Device { parent, tb, .. } = launch.origin else { return };
        let mut names = vec![self.names.by_work(work)];
        names.extend(self.tbs.get_mut(&tb).and_then(|tb| tb.next_of(thread)));
        let known = self.launched(launch, Some((parent, tb)), names);
        self.counts.launches += 1;
        self.counts.unknown += u64::from(known.is_none());
        if let (Some(known), true) = (known, self.orders_kernels()) {
            self.descriptors.insert(desc, known);
        }
    }

    fn launched(
        &mut self,
        launch: &PendingLaunch,
        parent: Option<(LaunchId, TbNumber)>,
        names: Vec<Name>,
    ) -> Option<Known> {
        let kernel = match &mut self.record {
            Some(record) => Some(record.launched(names, launch.tbs)),
            None => self.profile.find(&names),
        };
        let kin = Kin { launch: launch.id, parent };
        let live = Live { kin, kernel, tbs_left: launch.tbs, places: HashMap::new() };
        let known = live.known();
        self.live.insert(launch.id, live);
        known
    }

    /// The call that launched a kernel is over: it waits in the pool.
    pub fn pend(&mut self, desc: DeviceAddr) {
        let known = self.descriptors.remove(&desc);
        self.pool.push(desc, known, &self.profile);
    }

    /// Whether no kernel waits in the pool.
    pub fn is_empty(&self) -> bool {
        self.pool.is_empty()
    }

    /// Takes the next kernel out of the pool.
    pub fn next_kernel(&mut self) -> Option<DeviceAddr> {
        let (desc, by_reuse) = self.pool.take(&self.profile)?;
        self.counts.by_reuse += u64::from(by_reuse);
        Some(desc)
    }

    /// Says in whose queue a TB waits that the queues of chains place in this cycle.
    #[inline]
    pub fn drive(&mut self, chip: &mut Chip, pins: &HomePins) {
        let mut home = 0;
        if chip.get(pins.place_valid) != 0 {
            let param = DeviceAddr::new(chip.get(pins.place_param).into());
            home = self.place(param, chip.get(pins.place_item));
        }
        chip.set(pins.home_smx, home);
    }

    fn place(&mut self, param: DeviceAddr, item: u32) -> u32 {
        if let Some(smx) = self.away.get(&param) {
            self.chains.back(smx.number());
            return smx.number();
        }
        let Some(live) = self.live.get_mut(&LaunchId::new(param)) else { return 0 };
        let (place, joined) = self.chains.place(live.tb(item), live.kin, &self.profile);
        live.places.insert(item, place);
        self.counts.placed += 1;
        self.counts.chained += u64::from(joined);
        place.smx
    }

    /// A TB of a launch starts. Returns its chain, if warps are grouped by chains.
    pub fn tb_started(
        &mut self,
        id: LaunchId,
        number: TbNumber,
        item: u32,
        at: TbSlot,
    ) -> Option<u64> {
        let live = self.live.get_mut(&id)?;
        if let (Some(known), true) = (live.known(), self.level.is_some()) {
            self.pool.runs(known, &self.profile);
        }
        let place = live.places.remove(&item);
        self.tbs.insert(number, RunningTb { tb: live.tb(item), place, launched: HashMap::new() });
        let place = place?;
        self.chains.numbered(&place, number);
        self.chains.started(place.smx, at.smx.number());
        (self.level == Some(LimitLevel::Warp)).then_some(place.chain)
    }

    /// A TB has left its SMX to wait for its children.
    pub fn tb_suspended(&mut self, desc: DeviceAddr, from: TbSlot) {
        if self.places_tbs() {
            self.chains.left(from.smx.number());
            self.away.insert(desc, from.smx);
        }
    }

    /// A TB is back on an SMX.
    pub fn tb_resumed(&mut self, desc: DeviceAddr, at: TbSlot) {
        if let Some(of) = self.away.remove(&desc) {
            self.chains.started(of.number(), at.smx.number());
        }
    }

    /// A TB of a launch has ended, which accessed these lines, if they are recorded.
    pub fn tb_ended(
        &mut self,
        id: LaunchId,
        number: TbNumber,
        at: TbSlot,
        touched: Option<&[(Touched, u32)]>,
    ) {
        let Some(RunningTb { tb, place, .. }) = self.tbs.remove(&number) else { return };
        if let (Some(record), Some(tb), Some(touched)) = (&mut self.record, tb, touched) {
            record.tb_ended(tb, touched);
        }
        if let Some(place) = place {
            self.chains.left(at.smx.number());
            self.chains.ended(&place, &self.profile);
        }
        let Some(live) = self.live.get_mut(&id) else { return };
        live.tbs_left -= 1;
        if live.tbs_left > 0 {
            return;
        }
        self.pool.ended(id);
        self.live.remove(&id);
    }
}
