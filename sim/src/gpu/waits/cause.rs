//! The causes of hangs, and what to do about each.

use serde::Serialize;

/// Why a run makes no progress. Of the links of a circle, the cause that is listed last names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    /// It does: it only takes long.
    Progress,
    /// A warp policy does not pick warps that could issue.
    WarpPolicy,
    /// Warps read memory again and again that no warp will change.
    Flag,
    /// A warp goes round a loop that reads no memory.
    Loop,
    /// Lanes of a warp wait for lanes that wait for them.
    Lanes,
    /// Parents wait for children.
    Children,
    /// Warps wait at a barrier at which too few can arrive.
    Barrier,
    /// A warp waits for what another one executes for it.
    Leader,
    /// TBs wait for room on an SMX.
    Room,
    /// A TB waits for another by a dependency graph.
    Graph,
    /// Kernels wait for an entry of the Kernel Distributor.
    Kdes,
    /// Launches wait for room in the KMU's pool.
    Pool,
    /// A launch waits for the one before it in its stream.
    Stream,
    /// A kernel waits for the one before it in its hardware work queue.
    Queue,
    /// Memory does not answer.
    Memory,
    /// A unit does not take what it is offered, or keeps what it has.
    Unit,
}

impl Cause {
    /// What has happened and what to do about it, in one sentence.
    pub fn text(self) -> &'static str {
        match self {
            Self::Progress => "this is no hang as far as can be told: something has changed a moment ago, or warps execute what may end; raise --max-cycles",
            Self::WarpPolicy => "warps could issue, but the policy of their warp scheduler never picks them; let it pick each of them at some time",
            Self::Children => "a parent and its children wait for each other; let the parent not wait for what only runs after it",
            Self::Flag => "no warp is left that could change what these loops read; let one store it, with a fence behind the data, before it waits itself",
            Self::Loop => "the loop reads no memory, so nothing outside of it can end it; correct its condition",
            Self::Lanes => "lanes of one warp do not run side by side: those behind the loop go on when the last has left it; do what they are to do inside the loop",
            Self::Barrier => "the barrier cannot open; let all warps that it counts reach it, in one order and with one count",
            Self::Leader => "the skip table has not been told of the leader's result; this is a defect of a unit or of this simulator",
            Self::Room => "the TBs that run keep those out for which they wait; launch no more TBs than fit at a time, or make room",
            Self::Graph => "a TB waits for what only runs after it by the dependency graph; add or drop a dependence",
            Self::Kdes => "the kernels that hold the entries of the Kernel Distributor wait for one that needs an entry; launch fewer, or raise units.kdes",
            Self::Pool => "those that could empty the KMU's pool wait for what is not in it; launch fewer kernels, or raise kernel.pending_limit",
            Self::Stream => "a kernel waits for what comes behind it in its stream; launch that one first, or into another stream",
            Self::Queue => "a kernel waits for what comes behind it in its hardware work queue; launch that one first, use another stream, or raise units.hwqs",
            Self::Memory => "an answer of memory does not come; this is a defect of a unit or of this simulator",
            Self::Unit => "a unit has stopped; this is a defect of that unit",
        }
    }
}
