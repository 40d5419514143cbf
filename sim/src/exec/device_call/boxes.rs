//! Copies and sets of two and three dimensions: launches of the device runtime's own kernels.

use super::moves::{checked_kind, is_global, width_of};
use super::{Around, Call, Trouble};
use crate::exec::warp::Warp;
use crate::exec::LaunchGroup;
use crate::ptx::{RuntimeCall, RuntimeKernel};
use crate::runtime::CudaError;

/// One side of a copy: an address, and the bytes from a row, and from a slice, to the next.
#[derive(Clone, Copy)]
struct Side {
    address: u64,
    pitch: u64,
    slice: u64,
}

/// What a call moves.
struct Piece {
    to: Side,
    /// Where a copy reads.
    from: Option<Side>,
    /// Bytes of a row, rows and slices.
    extent: [u64; 3],
    value: u64,
    stream: u64,
}

/// Offsets in `cudaMemcpy3DParms`: arrays, positions and pitched pointers of source and destination, extent and kind.
const SOURCE: [u64; 3] = [0, 8, 32];
const DESTINATION: [u64; 3] = [64, 72, 96];
const EXTENT: u64 = 128;
const KIND: u64 = 152;

impl Warp {
    /// Returns the launch that a lane's call stands for; none for a call that moves nothing.
    pub(super) fn box_group(
        &mut self,
        call: &Call,
        lane: usize,
        around: &mut Around,
    ) -> Result<Option<LaunchGroup>, Trouble> {
        let Piece { to, from, extent, value, stream } = match call.which {
            RuntimeCall::Memcpy2DAsync => self.copied_rows(call, lane)?,
            RuntimeCall::Memset2DAsync => self.set_rows(call, lane)?,
            RuntimeCall::Memcpy3DAsync => self.copied_box(call, lane, around)?,
            _ => self.set_box(call, lane)?,
        };
        let elements = extent.iter().try_fold(1_u64, |product, &n| product.checked_mul(n));
        let bytes = elements.ok_or(Trouble::Error(CudaError::InvalidValue))?;
        if bytes == 0 {
            return Ok(None);
        }
        let sides = || std::iter::once(to).chain(from);
        // A single row needs no pitch.
        if extent[1] * extent[2] > 1 && sides().any(|side| side.pitch < extent[0]) {
            return Err(Trouble::Error(CudaError::InvalidPitchValue));
        }
        if sides().any(|side| !is_global(side.address)) {
            return Err(Trouble::Error(CudaError::InvalidValue));
        }
        let positions =
            sides().fold(extent[0], |bits, side| bits | side.address | side.pitch | side.slice);
        let width = width_of(positions);
        let kernel = if from.is_some() { RuntimeKernel::CopyBox } else { RuntimeKernel::SetBox };
        let function = kernel.find(call.at.program);
        let function = function.ok_or_else(|| "the file does not declare it".to_owned())?;
        let source = from.unwrap_or(Side { address: 0, pitch: 0, slice: 0 });
        let words = [
            to.address,
            to.pitch,
            to.slice,
            extent[0] / u64::from(width),
            extent[1],
            bytes / u64::from(width),
            source.address,
            source.pitch,
            source.slice,
            // The width and the value are parameters of 32 bits each.
            u64::from(width) | ((value & 0xff) * 0x0101_0101) << 32,
        ];
        around.moves(lane, function, &words, width, bytes, stream).map(Some)
    }

    fn copied_rows(&mut self, call: &Call, lane: usize) -> Result<Piece, Trouble> {
        let mut word = |index, bytes| self.argument(call, index, 0, bytes, lane);
        checked_kind(word(6, 4)?)?;
        let side = |address, pitch| Side { address, pitch, slice: 0 };
        Ok(Piece {
            to: side(word(0, 8)?, word(1, 8)?),
            from: Some(side(word(2, 8)?, word(3, 8)?)),
            extent: [word(4, 8)?, word(5, 8)?, 1],
            value: 0,
            stream: word(7, 8)?,
        })
    }

    fn set_rows(&mut self, call: &Call, lane: usize) -> Result<Piece, Trouble> {
        let mut word = |index, bytes| self.argument(call, index, 0, bytes, lane);
        Ok(Piece {
            to: Side { address: word(0, 8)?, pitch: word(1, 8)?, slice: 0 },
            from: None,
            value: word(2, 4)?,
            extent: [word(3, 8)?, word(4, 8)?, 1],
            stream: word(5, 8)?,
        })
    }

    fn set_box(&mut self, call: &Call, lane: usize) -> Result<Piece, Trouble> {
        let mut word = |index, offset, bytes| self.argument(call, index, offset, bytes, lane);
        let (address, pitch, rows) = (word(0, 0, 8)?, word(0, 8, 8)?, word(0, 24, 8)?);
        Ok(Piece {
            to: Side { address, pitch, slice: pitch.wrapping_mul(rows) },
            from: None,
            value: word(1, 0, 4)?,
            extent: [word(2, 0, 8)?, word(2, 8, 8)?, word(2, 16, 8)?],
            stream: word(3, 0, 8)?,
        })
    }

    fn copied_box(
        &mut self,
        call: &Call,
        lane: usize,
        around: &mut Around,
    ) -> Result<Piece, Trouble> {
        let params = self.argument(call, 0, 0, 8, lane)?;
        let stream = self.argument(call, 1, 0, 8, lane)?;
        let mut field = |offset: u64, bytes: u64| {
            let at = params.wrapping_add(offset);
            let read = self.load_generic(at, bytes, lane, around.tb, around.memory);
            read.map_err(|message| format!("cudaMemcpy3DAsync: its parameters: {message}"))
        };
        checked_kind(field(KIND, 4)?)?;
        let mut side = |[array, position, pointer]: [u64; 3]| -> Result<Side, Trouble> {
            // There are no arrays in this machine.
            if field(array, 8)? != 0 {
                return Err(Trouble::Error(CudaError::InvalidValue));
            }
            let (address, pitch, rows) =
                (field(pointer, 8)?, field(pointer + 8, 8)?, field(pointer + 24, 8)?);
            let slice = pitch.wrapping_mul(rows);
            let [x, y, z] =
                [field(position, 8)?, field(position + 8, 8)?, field(position + 16, 8)?];
            let start = x.wrapping_add(y.wrapping_mul(pitch)).wrapping_add(z.wrapping_mul(slice));
            Ok(Side { address: address.wrapping_add(start), pitch, slice })
        };
        let (from, to) = (side(SOURCE)?, side(DESTINATION)?);
        let extent = [field(EXTENT, 8)?, field(EXTENT + 8, 8)?, field(EXTENT + 16, 8)?];
        Ok(Piece { to, from: Some(from), extent, value: 0, stream })
    }
}
