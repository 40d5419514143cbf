//! A square field of data, cut into square tiles: the input of the wavefront applications.

use super::generator::number;
use super::InputError;

/// Form of a tiling: number of tiles, elements along a side of the field, seed of the data.
pub const TILING: &str = "NODES[:SIDE[:SEED]]";

/// Most elements along a side of the field: their squares still fit 32-bit numbers, eight times over.
const MAX_SIDE: u32 = 16_384;
/// Most elements along a side of a tile: the borders and diagonals of a TB's tile then fit its shared memory.
const MAX_TILE: u32 = 512;
/// Default elements along a side of the field, and default seed.
const DEFAULTS: (&str, &str) = ("1536", "1");

/// A field, cut into `tiles` x `tiles` tiles of `tile` x `tile` elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tiling {
    /// Number of tiles along a side of the field.
    pub tiles: u32,
    /// Elements along a side of a tile.
    pub tile: u32,
    /// Seed of the data.
    pub seed: u64,
}

impl Tiling {
    /// Returns the tiling that `text` describes in the form [`TILING`].
    pub fn load(text: &str) -> Result<Self, InputError> {
        let bad = |what: String| InputError::BadParameters {
            spec: text.to_owned(),
            what,
            expected: TILING.to_owned(),
        };
        let parameters: Vec<&str> = text.split(':').collect();
        let (nodes, side, seed) = match parameters[..] {
            [nodes] => (nodes, DEFAULTS.0, DEFAULTS.1),
            [nodes, side] => (nodes, side, DEFAULTS.1),
            [nodes, side, seed] => (nodes, side, seed),
            _ => return Err(bad("the number of parameters is wrong".to_owned())),
        };
        let nodes: u32 = number(nodes, "number of tiles").map_err(bad)?;
        let side: u32 = number(side, "side").map_err(bad)?;
        let seed = number(seed, "seed").map_err(bad)?;
        let tiles = nodes.isqrt();
        if nodes == 0 || tiles * tiles != nodes {
            return Err(bad(format!("{nodes} tiles do not make a square")));
        }
        if !(1..=MAX_SIDE).contains(&side) {
            return Err(bad(format!("side {side} is not in 1..={MAX_SIDE}")));
        }
        if !side.is_multiple_of(tiles) {
            return Err(bad(format!(
                "side {side} is not a multiple of {tiles}, the tiles along it"
            )));
        }
        let tile = side / tiles;
        if tile > MAX_TILE {
            return Err(bad(format!(
                "tiles of side {tile} are too large, the limit is {MAX_TILE}"
            )));
        }
        Ok(Self { tiles, tile, seed })
    }

    /// Returns the elements along a side of the field.
    pub fn side(&self) -> u32 {
        self.tiles * self.tile
    }

    /// Returns the elements of the field.
    pub fn elements(&self) -> usize {
        self.side() as usize * self.side() as usize
    }

    /// Returns the number of anti-diagonals of tiles. A tile depends only on those of the level before.
    pub fn levels(&self) -> u32 {
        2 * self.tiles - 1
    }

    /// Returns the number of tiles of a level.
    pub fn width(&self, level: u32) -> u32 {
        (level + 1).min(self.levels() - level)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tiling_is_tiles_in_all_then_side_then_seed() {
        let tiling = |tiles, tile, seed| Tiling { tiles, tile, seed };
        assert_eq!(Tiling::load("9216").unwrap(), tiling(96, 16, 1));
        assert_eq!(Tiling::load("9:48").unwrap(), tiling(3, 16, 1));
        assert_eq!(Tiling::load("1:16:7").unwrap(), tiling(1, 16, 7));
        assert_eq!(Tiling::load("1024:16384").unwrap(), tiling(32, 512, 1));
    }

    #[test]
    fn a_tiling_that_makes_no_square_of_squares_says_why() {
        for (text, what) in [
            ("10", "10 tiles do not make a square"),
            ("0:16", "0 tiles do not make a square"),
            ("16:62", "side 62 is not a multiple of 4, the tiles along it"),
            ("16:0", "side 0 is not in 1..=16384"),
            ("16:16388", "side 16388 is not in 1..=16384"),
            ("4:1026", "tiles of side 513 are too large, the limit is 512"),
            ("4:4:1:1", "the number of parameters is wrong"),
        ] {
            let expected = format!("input `{text}`: {what}; write NODES[:SIDE[:SEED]]");
            assert_eq!(Tiling::load(text).unwrap_err().to_string(), expected);
        }
        assert!(Tiling::load("").is_err());
        assert!(Tiling::load("16:64:-1").is_err());
        assert!(Tiling::load("4294967295").is_err());
    }

    #[test]
    fn the_widths_of_all_levels_add_up_to_the_tiles() {
        for tiles in [1, 2, 5, 96] {
            let tiling = Tiling { tiles, tile: 1, seed: 1 };
            let widths = (0..tiling.levels()).map(|level| tiling.width(level));
            assert_eq!(widths.sum::<u32>(), tiles * tiles);
        }
        let tiling = Tiling { tiles: 3, tile: 1, seed: 1 };
        assert_eq!((0..5).map(|level| tiling.width(level)).collect::<Vec<_>>(), [1, 2, 3, 2, 1]);
    }
}
