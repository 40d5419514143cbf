//! What becomes of a scheduler's slot. This list is the only one: results, tables and the book follow it.

/// Declares the reasons. The documentation of each is also its definition in the book.
macro_rules! reasons {
    ($($(#[doc = $definition:literal])+ $name:ident = $key:literal,)*) => {
        /// What a scheduler did with its slot of a cycle: it issued, or it lost the slot to one reason.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
        #[repr(u8)]
        pub enum Reason {
            #[default]
            $($(#[doc = $definition])+ $name,)*
        }

        impl Reason {
            /// All of them, in the order of their numbers.
            pub const ALL: &'static [Self] = &[$(Self::$name),*];

            /// Returns the name in results.
            pub fn name(self) -> &'static str {
                match self { $(Self::$name => $key,)* }
            }

            /// Returns the definition in the book.
            pub fn definition(self) -> &'static str {
                match self { $(Self::$name => concat!($($definition),+).trim_ascii(),)* }
            }
        }
    };
}

reasons! {
    /// the scheduler issued one instruction, or two of one warp
    Issued = "issued",
    /// no warp of the scheduler is resident, and no launch waits for its first TB to start
    NoWarp = "no_warp",
    /// no warp is resident, but a launch by the host or a TB has not started its first TB; or a TB is being started on the SMX (`smx.tb_launch_cycles`), or brought back after it was suspended
    Launch = "launch",
    /// the next instruction is not in the i-buffer: the warp waits for its turn to fetch, or for the instruction cache
    Fetch = "fetch",
    /// a branch has issued and is not decided yet (`latencies.branch`)
    Branch = "branch",
    /// an operand comes from an SP unit: integers, single precision, moves, shuffles
    ScoreboardAlu = "scoreboard_alu",
    /// an operand comes from a special-function unit, divisions included
    ScoreboardSfu = "scoreboard_sfu",
    /// an operand comes from a double-precision unit
    ScoreboardDp = "scoreboard_dp",
    /// an operand comes from shared memory, atomics included
    ScoreboardShared = "scoreboard_shared",
    /// an operand is a constant or parameter found in the constant cache
    ScoreboardConstant = "scoreboard_constant",
    /// an operand is loaded, and found in the L1
    ScoreboardL1 = "scoreboard_l1",
    /// an operand is loaded, and comes from the L2
    ScoreboardL2 = "scoreboard_l2",
    /// an operand is loaded, and comes from DRAM
    ScoreboardDram = "scoreboard_dram",
    /// an operand is the old value of an atomic in global memory, or the warp waits for its atomics (`smx.wait_for_atomics`)
    ScoreboardAtomic = "scoreboard_atomic",
    /// a fence, or the end of the warp, waits for its accesses to memory to be done and confirmed
    Drain = "drain",
    /// the warp waits at a barrier, or the barrier is opening (`latencies.barrier_release`)
    Barrier = "barrier",
    /// a call of the device runtime takes its time, such as the latency of a launch
    Call = "call",
    /// the warp waits for the children of its TB, or was stopped because its TB does
    Children = "children",
    /// no collector unit for the SP units is free
    UnitSp = "unit_sp",
    /// no collector unit for the special-function units is free
    UnitSfu = "unit_sfu",
    /// no collector unit for the double-precision units is free
    UnitDp = "unit_dp",
    /// the load-store unit takes the lines or bank passes of an earlier access, or has no free collector unit
    UnitLoadStore = "unit_load_store",
    /// the load-store unit holds an earlier access that the memory system has not accepted: a miss table, the lookup of the L1 or the port to the L2 is full
    BackPressure = "back_pressure",
    /// a warp could issue, and a warp policy of one's own picked none
    Policy = "policy",
}

/// How many there are.
pub(super) const REASONS: usize = Reason::ALL.len();
