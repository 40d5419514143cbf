//! Adaptive mesh refinement: recursive work whose depth depends on the data.
//!
//! The host launches the cells of the base grid. In flat mode it then launches the cells of each finer level in turn,
//! whose threads refine those that require it. In the other modes a patch is refined as soon as its cells are known.

mod reference;
#[cfg(test)]
mod tests;

use super::data::bits;
use super::nested::{Children, Nested};
use super::words::{place, words};
use super::{Nesting, Way};
use crate::inputs::{Field, REFINEMENT};
use heddle_sim::host::{Arg, HostLaunch, HostStep, Workload};
use heddle_sim::mem::{GlobalMemory, MemoryFault};
use reference::Mesh;

/// `Patch` in amr.cu.
const CHILDREN: Children = Children { app: "amr", bytes: 80, tb_threads: PATCH_CELLS };
/// Number of cells of a patch.
const PATCH_CELLS: u32 = REFINEMENT * REFINEMENT;
/// Energy difference in kJ/kg above which a cell is refined, over all four neighbours together. A flame changes
/// the energy by 1500, so it is refined until some 40 cells lie across it.
const THRESHOLD: f32 = 100.0;
/// The link of a cell that is not refined.
const NONE: u32 = u32::MAX;

/// Device addresses. All are zero until `setup`, so an access faults.
#[derive(Clone, Copy, Debug, Default)]
struct Buffers {
    temperatures: u64,
    energies: u64,
    links: u64,
    places: u64,
    patch_count: u64,
}

/// Refines a temperature field where its energy changes.
#[derive(Clone, Debug)]
pub struct Amr {
    mesh: Mesh,
    nested: Nested,
    /// Whether the cells of a patch are refined by the launch that makes it.
    recursive: bool,
    buffers: Buffers,
    /// Number of levels whose cells have been launched.
    launched: u32,
    /// Number of patches whose cells have been launched.
    patches: u32,
}

impl Amr {
    /// Creates a refinement of `field`.
    pub fn new(field: &Field, nesting: Nesting) -> Self {
        Self {
            mesh: Mesh::new(field),
            nested: Nested::new(CHILDREN, nesting),
            recursive: nesting.way != Way::Flat,
            buffers: Buffers::default(),
            launched: 0,
            patches: 0,
        }
    }

    /// Returns the number of patches of a mesh that is refined everywhere.
    fn most_patches(&self) -> u32 {
        (0..self.mesh.levels).map(|level| self.mesh.side(level).pow(2)).sum()
    }

    /// Returns the number of cells of the base grid and of `patches` patches.
    fn cells(&self, patches: u32) -> u64 {
        u64::from(self.mesh.side(0).pow(2)) + u64::from(patches) * u64::from(PATCH_CELLS)
    }

    /// Returns the grid that examines and refines `items` cells of the base grid. With `patches`, it refines those of
    /// the patches from `patches.0` on, which are of the level `patches.1`.
    fn launch(
        &self,
        memory: &mut GlobalMemory,
        items: u32,
        patches: Option<(u32, u32)>,
    ) -> Result<HostLaunch, MemoryFault> {
        let b = &self.buffers;
        let (first_patch, level) = patches.unwrap_or((0, 0));
        let coarser: u64 = (0..level).map(|level| u64::from(self.mesh.side(level)).pow(2)).sum();
        let fields = [
            Arg::U64(b.temperatures + 4 * coarser),
            Arg::U64(b.energies),
            Arg::U64(b.links),
            Arg::U64(b.places),
            Arg::U64(b.patch_count),
            Arg::F32(THRESHOLD),
            Arg::U32(self.mesh.side(level)),
            Arg::U32(self.mesh.levels - level),
            Arg::U32(u32::from(self.recursive)),
            Arg::U32(self.mesh.side(0).pow(2)),
            Arg::U32(0), // `Level` ends here, padded to 8 bytes.
            Arg::U32(u32::from(patches.is_some())),
            Arg::U32(first_patch),
            Arg::U32(items),
        ];
        self.nested.parents(memory, items, Arg::structure(&fields))
    }
}

/// Returns how many cells of each level except the finest are refined, the base grid's first.
pub fn refined_cells(field: &Field) -> Vec<u64> {
    let mesh = Mesh::new(field);
    let energies = mesh.refine();
    let refined = |cells: &Vec<f32>| cells.iter().filter(|&&energy| energy > THRESHOLD).count();
    energies[..mesh.levels as usize].iter().map(|cells| refined(cells) as u64).collect()
}

impl Workload for Amr {
    fn name(&self) -> &str {
        "amr"
    }

    fn ptx(&self) -> &str {
        ptx!("amr")
    }

    fn setup(&mut self, memory: &mut GlobalMemory) -> Result<(), MemoryFault> {
        let patches = self.most_patches();
        let cells = self.cells(patches) as usize;
        self.nested.setup(memory, patches)?;
        let samples = self.mesh.temperatures.iter().map(|level| level.len() as u64).sum();
        self.buffers = Buffers {
            temperatures: words(memory, "buffer `temperatures`", samples)?,
            energies: place(memory, "buffer `energies`", &vec![f32::NAN.to_bits(); cells])?,
            links: place(memory, "buffer `links`", &vec![NONE; cells])?,
            places: words(memory, "buffer `places`", u64::from(patches))?,
            patch_count: words(memory, "buffer `patch_count`", 1)?,
        };
        let mut address = self.buffers.temperatures;
        for level in &self.mesh.temperatures {
            memory.write_u32s(address, &bits(level))?;
            address += 4 * level.len() as u64;
        }
        Ok(())
    }

    fn step(&mut self, memory: &mut GlobalMemory) -> Result<HostStep, MemoryFault> {
        if let Some(children) = self.nested.left_by_grid(memory)? {
            return Ok(HostStep::Launch(vec![children]));
        }
        let level = self.launched;
        self.launched += 1;
        if level == 0 {
            let cells = self.mesh.side(0).pow(2);
            return Ok(HostStep::Launch(vec![self.launch(memory, cells, None)?]));
        }
        let count = memory.read_u32(self.buffers.patch_count)?;
        // A device that refines a cell twice takes more patches than the pool has.
        memory.slice(self.buffers.places, 4 * u64::from(count))?;
        let fresh = count - self.patches.min(count);
        // Cells of the finest level are not refined.
        if self.recursive || fresh == 0 || level >= self.mesh.levels {
            return Ok(HostStep::Done);
        }
        let launch = self.launch(memory, fresh * PATCH_CELLS, Some((self.patches, level)))?;
        self.patches = count;
        Ok(HostStep::Launch(vec![launch]))
    }

    fn verify(&self, memory: &GlobalMemory) -> Result<(), String> {
        let fault = |what| move |fault| format!("amr: reading the {what}: {fault}");
        let count = memory.read_u32(self.buffers.patch_count).map_err(fault("patch count"))?;
        let cells = self.cells(count);
        let energies = memory.read_u32s(self.buffers.energies, cells).map_err(fault("energies"))?;
        let links = memory.read_u32s(self.buffers.links, cells).map_err(fault("links"))?;
        self.mesh.compare(&energies, &links).map_err(|difference| format!("amr: {difference}"))
    }
}
