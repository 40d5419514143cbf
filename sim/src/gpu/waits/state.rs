//! What the machine holds when it hangs, gathered for the search.

use super::index::Index;
use crate::config::GpuConfig;
use crate::exec::LoopReads;
use crate::gpu::boundary::BoundaryPins;
use crate::gpu::device::Device;
use crate::gpu::elsewhere::Elsewhere;
use crate::gpu::graphs::Graphs;
use crate::gpu::ids::{DeviceAddr, Hwq, LaunchId, TbNumber, TbSlot};
use crate::gpu::launches::{Origin, StreamKey, Waiting};
use crate::gpu::smxs::Smxs;
use crate::gpu::suspended::ParentPlace;
use crate::runtime::TbDemand;
use crate::smx::{Doing, TbWait, WarpWait};
use heddle_hw::chip::Chip;
use std::collections::{BTreeMap, HashMap};

/// Most warps that are followed once round their loops.
const MOST_LOOPS: usize = 256;

/// The parts of the machine that are looked at.
pub(in crate::gpu) struct View<'a> {
    pub config: &'a GpuConfig,
    pub chip: &'a Chip,
    pub pins: &'a BoundaryPins,
    pub elsewhere: &'a Elsewhere,
    pub smxs: &'a Smxs,
    pub graphs: &'a Graphs,
    pub now: u64,
    /// The cycle limit has ended the run, which could perhaps go on.
    pub is_cut_off: bool,
    /// Cycles for which nothing but registers and units has changed.
    pub unchanged: u64,
    /// The stream that the host waits for; none: it waits for everything.
    pub stream: Option<u32>,
}

/// A launch that has not ended.
pub(super) struct Launch {
    pub pc: u32,
    pub launched_at: u64,
    pub origin: Origin,
    pub stream: Option<StreamKey>,
    /// What it waits for while no unit has it.
    pub waiting: Option<Waiting>,
    pub tbs: u64,
    pub started: u64,
    pub tbs_left: u64,
    pub children: u64,
    pub demand: TbDemand,
}

/// A TB that has started and not ended.
pub(super) struct Tb {
    pub tb: TbWait,
    pub number: TbNumber,
    pub demand: TbDemand,
    pub children: u64,
    /// What it waits for on its way back.
    pub waiting: Option<Waiting>,
}

/// The machine, by who waits.
pub(super) struct State<'a> {
    pub view: View<'a>,
    pub device: &'a Device,
    pub launches: BTreeMap<LaunchId, Launch>,
    /// By hardware work queue: the kernels of the host, in their order.
    pub queues: BTreeMap<Hwq, Vec<LaunchId>>,
    pub resident: BTreeMap<TbSlot, Tb>,
    pub suspended: BTreeMap<TbNumber, Tb>,
    /// By SMX and warp slot.
    pub warps: BTreeMap<(u32, u32), WarpWait>,
    /// Launches by a TB.
    pub children: HashMap<TbNumber, Vec<LaunchId>>,
    /// What loops read, of warps that repeat themselves.
    pub loops: BTreeMap<(u32, u32), LoopReads>,
    pub index: Index,
}

impl<'a> State<'a> {
    /// Gathers what the machine holds.
    pub fn new(view: View<'a>, device: &'a mut Device) -> Self {
        let mut warps = BTreeMap::new();
        let mut tbs: BTreeMap<TbSlot, TbWait> = BTreeMap::new();
        let mut loops = BTreeMap::new();
        for (smx, desk) in (0..).zip(view.smxs.all()) {
            tbs.extend(desk.smx.tbs().map(|tb| (TbSlot::new(smx, tb.slot), tb)));
            for warp in desk.smx.waits(&device.program) {
                let Device { program, memory, heap, .. } = &mut *device;
                if warp.doing == Doing::Repeats && loops.len() < MOST_LOOPS {
                    let turn = desk.smx.loop_reads(warp.slot, program, memory, heap);
                    loops.extend(turn.map(|turn| ((smx, warp.slot), turn)));
                }
                warps.insert((smx, warp.slot), warp);
            }
        }
        let waiting = view.elsewhere.launches.waiting();
        let launches = launches(&view, &waiting);
        let mut children: HashMap<TbNumber, Vec<LaunchId>> = HashMap::new();
        let mut queues: BTreeMap<Hwq, Vec<LaunchId>> = BTreeMap::new();
        for (&id, launch) in &launches {
            match launch.origin {
                Origin::Host { hwq } => queues.entry(hwq).or_default().push(id),
                Origin::Device { tb, .. } => children.entry(tb).or_default().push(id),
            }
        }
        for queue in queues.values_mut() {
            queue.sort_by_key(|id| (launches[id].launched_at, *id));
        }
        let (mut resident, mut suspended) = (BTreeMap::new(), BTreeMap::new());
        for parent in view.elsewhere.suspended.all() {
            let (number, demand, children) = (parent.number, parent.demand, parent.children);
            match parent.place {
                ParentPlace::Resident(at) => {
                    if let Some(&tb) = tbs.get(&at) {
                        resident.insert(at, Tb { tb, number, demand, children, waiting: None });
                    }
                }
                ParentPlace::Suspended(desc, tb) => {
                    let waiting = waiting.get(&desc).copied();
                    suspended.insert(number, Tb { tb, number, demand, children, waiting });
                }
            }
        }
        let index = Index::new(view.config, &launches, &resident, &suspended, &warps, view.now);
        Self { view, device, launches, queues, resident, suspended, warps, children, loops, index }
    }

    /// The resident TB of a warp.
    pub fn tb_of(&self, smx: u32, warp: &WarpWait) -> Option<&Tb> {
        self.resident.get(&TbSlot::new(smx, warp.tb))
    }

    /// The warps of a TB in a slot.
    pub fn warps_of(&self, at: TbSlot) -> impl Iterator<Item = (u32, &WarpWait)> {
        let smx = at.smx.number();
        let of_smx = self.warps.range((smx, 0)..=(smx, u32::MAX)).map(|(_, warp)| warp);
        let of_tb = of_smx.filter(move |warp| warp.tb == at.slot.number());
        of_tb.map(move |warp| (smx, warp))
    }
}

fn launches(view: &View, waiting: &HashMap<DeviceAddr, Waiting>) -> BTreeMap<LaunchId, Launch> {
    let unended = view.elsewhere.launches.table().unended();
    let launch = unended.map(|work| {
        let new = work.launch;
        // What a launch holds in memory: the host's has its parameters first, a TB's its descriptor or record.
        let record = match new.origin {
            Origin::Host { .. } => new.owned.get(1),
            Origin::Device { .. } => new.owned.first(),
        };
        let launch = Launch {
            pc: new.pc,
            launched_at: new.launched_at,
            origin: new.origin,
            stream: new.stream,
            waiting: record.and_then(|&record| match waiting.get(&record) {
                None if view.elsewhere.host.holds(record) => Some(Waiting::Kmu),
                waiting => waiting.copied(),
            }),
            tbs: new.tbs,
            started: work.started,
            tbs_left: work.tbs_left,
            children: work.children,
            demand: new.demand,
        };
        (new.id, launch)
    });
    launch.collect()
}
