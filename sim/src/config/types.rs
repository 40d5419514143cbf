//! The shape of a configuration. What each value of a preset is based on stands in its TOML file.

use serde::{Deserialize, Serialize};

macro_rules! config_struct {
    ($(#[doc = $doc:literal])* $name:ident {
        $($(#[doc = $field_doc:literal])* $field:ident: $type:ty,)*
    }) => {
        $(#[doc = $doc])*
        #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct $name { $($(#[doc = $field_doc])* pub $field: $type,)* }

        impl $crate::config::describe::Described for $name {
            fn describe(
                path: &str,
                _about: &'static str,
                out: &mut $crate::config::describe::Description,
            ) {
                out.section(path, concat!($($doc),*));
                $(out.field::<$type>(path, stringify!($field), concat!($($field_doc),*));)*
            }
        }
    };
}

macro_rules! config_enum {
    ($(#[doc = $doc:literal])* $name:ident {
        $($(#[doc = $variant_doc:literal])* $variant:ident,)*
    }) => {
        $(#[doc = $doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(rename_all = "kebab-case")]
        pub enum $name { $($(#[doc = $variant_doc])* $variant,)* }

        impl $crate::config::describe::Described for $name {
            fn describe(
                path: &str,
                about: &'static str,
                out: &mut $crate::config::describe::Description,
            ) {
                out.words(path, about, &[$(($name::$variant, concat!($($variant_doc),*)),)*]);
            }
        }
    };
}

// Behind the macros, so that they know them.
mod launch;
mod memory;
mod smx;

pub use launch::*;
pub use memory::*;
pub use smx::*;

config_struct! {
    /// Everything the machine is made of. Times are core cycles unless a name says otherwise.
    GpuConfig {
        /// Name of the preset it started as.
        name: String,
        /// Core clock.
        core_mhz: u32,
        /// Memory clock as data sheets give it: GDDR5 commands run at half of it.
        memory_mhz: u32,
        /// Device memory.
        memory_bytes: u64,
        /// Which instructions a warp fetches.
        frontend: Frontend,
        /// The processors and what fits on one.
        smx: SmxConfig,
        /// Which warp of an SMX issues.
        warp: WarpConfig,
        /// Instruction fetch of an SMX.
        fetch: FetchConfig,
        /// Register banks and operand collectors of an SMX.
        registers: RegisterConfig,
        /// Execution units of an SMX.
        execution_units: ExecutionUnitsConfig,
        /// Latencies of the instruction classes.
        latencies: LatencyConfig,
        /// The first-level data cache of an SMX.
        l1: L1Config,
        /// The constant cache of an SMX.
        constant_cache: ConstantCacheConfig,
        /// Between the SMXs and the L2.
        interconnect: InterconnectConfig,
        /// The second-level cache.
        l2: L2Config,
        /// Device memory chips.
        dram: DramConfig,
        /// How kernels launch kernels.
        kernel: KernelConfig,
        /// Which TB goes next, and to which SMX.
        tb: TbConfig,
        /// The order of the TBs of a kernel with a dependency graph.
        dats: DatsConfig,
        /// The priority queues of launched groups.
        laperm: LapermConfig,
        /// Reuse monitors and what they decide.
        laser: LaserConfig,
        /// What `frontend = darsie` skips, and when its warps wait for each other.
        darsie: DarsieConfig,
        /// Dependency graphs of kernels.
        graph: GraphConfig,
        /// What a launch from the device costs.
        launch_latency: LaunchLatencyConfig,
        /// Sizes of the scheduling hardware.
        units: UnitsConfig,
        /// What depends on the machine of what events cost.
        energy: EnergyConfig,
    }
}
