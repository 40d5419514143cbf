//! Which slice, and which channel behind it, holds a line.
//!
//! Neighbouring lines lie in one slice, as many as make a piece. Pieces go round all slices: round those of a channel
//! and then on to the next channel, or round the channels first. A slice counts its own lines; a channel counts those of
//! its slices, piece by piece in turn.

use super::coalesce::LINE_BYTES;
use crate::config::GpuConfig;

#[derive(Clone, Copy, Debug)]
pub(super) struct Interleaving {
    /// Lines in a piece: a power of two, of which this is the exponent.
    piece_bits: u32,
    channels: u64,
    slices_per_channel: u64,
    channels_first: bool,
}

impl Interleaving {
    pub(super) fn new(config: &GpuConfig) -> Self {
        Self {
            piece_bits: (u64::from(config.l2.interleave_bytes) / LINE_BYTES).ilog2(),
            channels: config.dram.channels.into(),
            slices_per_channel: (config.l2.slices / config.dram.channels).into(),
            channels_first: config.l2.channels_first,
        }
    }

    /// Returns the slice of a line, and the line's number within the slice.
    pub(super) fn locate(&self, line: u64) -> (usize, u64) {
        let slices = self.channels * self.slices_per_channel;
        let (piece, within) = self.split(line);
        let (round, turn) = (piece / slices, piece % slices);
        let slice = match self.channels_first {
            true => turn % self.channels * self.slices_per_channel + turn / self.channels,
            false => turn,
        };
        (slice as usize, round << self.piece_bits | within)
    }

    /// Returns the piece of a line, and its position there.
    fn split(&self, line: u64) -> (u64, u64) {
        let piece = line >> self.piece_bits;
        (piece, line - (piece << self.piece_bits))
    }

    /// Returns the channel behind a slice.
    pub(super) fn channel(&self, slice: usize) -> usize {
        slice / self.slices_per_channel as usize
    }

    /// Returns the number of a line of a slice in the channel behind it.
    pub(super) fn in_channel(&self, slice: usize, line: u64) -> u64 {
        let (piece, within) = self.split(line);
        let position = slice as u64 % self.slices_per_channel;
        (piece * self.slices_per_channel + position) << self.piece_bits | within
    }

    /// Returns the slices of a channel.
    pub(super) fn slices(&self, channel: usize) -> std::ops::Range<usize> {
        let count = self.slices_per_channel as usize;
        channel * count..(channel + 1) * count
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn interleaving(piece: u64, channels_first: bool) -> Interleaving {
        let piece_bits = piece.ilog2();
        Interleaving { piece_bits, channels: 6, slices_per_channel: 2, channels_first }
    }

    fn in_channel(map: Interleaving, (slice, line): (usize, u64)) -> (usize, u64) {
        (map.channel(slice), map.in_channel(slice, line))
    }

    #[test]
    fn lines_fill_slices_and_channels_without_gaps() {
        for (piece, channels_first) in [(1, false), (1, true), (2, false), (2, true), (8, true)] {
            let map = interleaving(piece, channels_first);
            let rounds = 5;
            let lines: Vec<(usize, u64)> =
                (0..rounds * 12 * piece).map(|line| map.locate(line)).collect();
            let all = |slices, count| -> BTreeSet<(usize, u64)> {
                (0..slices).flat_map(|place| (0..count).map(move |line| (place, line))).collect()
            };
            let in_slices: BTreeSet<_> = lines.iter().copied().collect();
            assert_eq!(in_slices, all(12, rounds * piece), "{map:?}");
            let in_channels: BTreeSet<_> =
                lines.iter().map(|&place| in_channel(map, place)).collect();
            assert_eq!(in_channels, all(6, 2 * rounds * piece), "{map:?}");
            for &(slice, _) in &lines {
                assert!(map.slices(map.channel(slice)).contains(&slice), "{map:?}");
            }
        }
    }

    /// Places of lines 0, 2, 4 and so on: channel and line there.
    fn places(map: Interleaving) -> Vec<(usize, u64)> {
        let place = |line| in_channel(map, map.locate(line));
        (0..16).step_by(2).map(place).collect()
    }

    #[test]
    fn pieces_go_round_the_channels_or_first_round_the_slices_of_one() {
        let round_channels = [(0, 0), (1, 0), (2, 0), (3, 0), (4, 0), (5, 0), (0, 2), (1, 2)];
        assert_eq!(places(interleaving(2, true)), round_channels);
        let round_slices = [(0, 0), (0, 2), (1, 0), (1, 2), (2, 0), (2, 2), (3, 0), (3, 2)];
        assert_eq!(places(interleaving(2, false)), round_slices);
    }
}
