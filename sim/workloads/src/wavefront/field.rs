//! A field of 32-bit elements in device memory.

use std::fmt::Debug;

use super::super::data::compare_values;
use crate::inputs::Tiling;
use heddle_sim::mem::{GlobalMemory, MemoryFault};

/// An element.
pub(super) trait Element: Copy + PartialEq + Debug {
    fn to_bytes(self) -> [u8; 4];
    fn from_bytes(bytes: [u8; 4]) -> Self;
}

macro_rules! element {
    ($($type:ty),*) => {
        $(impl Element for $type {
            fn to_bytes(self) -> [u8; 4] {
                self.to_le_bytes()
            }
            fn from_bytes(bytes: [u8; 4]) -> Self {
                <$type>::from_le_bytes(bytes)
            }
        })*
    };
}
element!(f32, i32, u32);

/// The address of the field. It is zero before the field is placed, so an access faults.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Field {
    pub(super) address: u64,
}

impl Field {
    /// Allocates `elements` zeros that faults call `name`.
    pub(super) fn place(
        name: &'static str,
        elements: usize,
        memory: &mut GlobalMemory,
    ) -> Result<Self, MemoryFault> {
        Ok(Self { address: memory.alloc_named(name, 4 * elements as u64, 256)? })
    }

    /// Stores `values`; value number i goes to `position(i)`.
    pub(super) fn store<T: Element>(
        &self,
        values: &[T],
        position: impl Fn(usize) -> usize,
        memory: &mut GlobalMemory,
    ) -> Result<(), MemoryFault> {
        let (words, _) =
            memory.slice_mut(self.address, 4 * values.len() as u64)?.as_chunks_mut::<4>();
        for (i, value) in values.iter().enumerate() {
            words[position(i)] = value.to_bytes();
        }
        Ok(())
    }

    /// Compares the field with `expected`, whose value number i is at `position(i)`. Numbers are by rows of `tiling`,
    /// plane after plane.
    pub(super) fn compare<T: Element>(
        &self,
        app: &str,
        expected: &[T],
        position: impl Fn(usize) -> usize,
        tiling: &Tiling,
        memory: &GlobalMemory,
    ) -> Result<(), String> {
        let bytes = memory.slice(self.address, 4 * expected.len() as u64);
        let bytes = bytes.map_err(|fault| format!("{app}: reading the result: {fault}"))?;
        let (words, _) = bytes.as_chunks::<4>();
        let side = tiling.side() as usize;
        compare_values(
            app,
            |i| T::from_bytes(words[position(i)]),
            expected,
            |i| match i / tiling.elements() {
                0 if expected.len() == tiling.elements() => {
                    format!("row {}, column {}", i / side, i % side)
                }
                plane => {
                    format!("plane {plane}, row {}, column {}", i / side % side, i % side)
                }
            },
        )
    }
}
