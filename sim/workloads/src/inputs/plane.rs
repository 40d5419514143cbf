//! An image of the complex plane, cut into squares: the input of the Mandelbrot set.

use super::generator::number;
use super::InputError;

/// Form of an image: pixels along its side, squares along it at first, how often a square is divided at most, and the
/// limit of iterations.
pub const PLANE: &str = "SIDE[:SQUARES[:LEVELS[:ITERATIONS]]]";

/// Most pixels along a side: the image and the lists of squares then fit device memory.
const MAX_SIDE: u32 = 8192;
/// Most levels of squares below the first.
const MAX_LEVELS: u32 = 8;
/// Most iterations.
const MAX_ITERATIONS: u32 = 65_536;
/// Least pixels along a side of a square, which then has a border.
const MIN_SQUARE: u32 = 2;
/// Squares, levels and iterations unless they are given.
const DEFAULTS: [&str; 3] = ["16", "1", "256"];

/// A square image with square parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plane {
    /// Pixels along a side of the image.
    pub side: u32,
    /// Squares along a side of the image at first.
    pub squares: u32,
    /// How often a square is divided into four at most.
    pub levels: u32,
    /// Most iterations for a pixel.
    pub iterations: u32,
}

impl Plane {
    /// Returns the image that `text` describes in the form [`PLANE`].
    pub fn load(text: &str) -> Result<Self, InputError> {
        Self::parse(text).map_err(|what| InputError::BadParameters {
            spec: text.to_owned(),
            what,
            expected: PLANE.to_owned(),
        })
    }

    fn parse(text: &str) -> Result<Self, String> {
        let given: Vec<&str> = text.split(':').collect();
        if given.len() > 1 + DEFAULTS.len() {
            return Err("the number of parameters is wrong".to_owned());
        }
        let or_default = |i: usize| given.get(1 + i).copied().unwrap_or(DEFAULTS[i]);
        let in_range = |text: &str, name: &str, least: u32, most: u32| {
            let value = number(text, name)?;
            let fits = (least..=most).contains(&value);
            fits.then_some(value).ok_or(format!("{name} {value} is not in {least}..={most}"))
        };
        let side = in_range(given[0], "side", MIN_SQUARE, MAX_SIDE)?;
        let squares = in_range(or_default(0), "squares", 1, MAX_SIDE / MIN_SQUARE)?;
        let levels = in_range(or_default(1), "levels", 0, MAX_LEVELS)?;
        let iterations = in_range(or_default(2), "iterations", 1, MAX_ITERATIONS)?;
        let smallest = squares << levels;
        if !side.is_multiple_of(smallest) || side / smallest < MIN_SQUARE {
            return Err(format!(
                "side {side} does not divide into {smallest} squares of at least {MIN_SQUARE} pixels, as many as \
                 lie along it in the last level"
            ));
        }
        Ok(Self { side, squares, levels, iterations })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_image_is_its_side_then_squares_then_levels_then_iterations() {
        let plane = |side, squares, levels, iterations| Plane { side, squares, levels, iterations };
        assert_eq!(Plane::load("512").unwrap(), plane(512, 16, 1, 256));
        assert_eq!(Plane::load("96:3").unwrap(), plane(96, 3, 1, 256));
        assert_eq!(Plane::load("2:1:0:1").unwrap(), plane(2, 1, 0, 1));
        assert_eq!(Plane::load("8192:4096:0:65536").unwrap(), plane(8192, 4096, 0, 65_536));
        assert_eq!(Plane::load("1024:2:8:9").unwrap(), plane(1024, 2, 8, 9));
    }

    #[test]
    fn an_image_that_does_not_divide_into_squares_says_why() {
        for (text, what) in [
            ("", "side `` is not a whole number in range"),
            ("1", "side 1 is not in 2..=8192"),
            ("8194", "side 8194 is not in 2..=8192"),
            ("64:0", "squares 0 is not in 1..=4096"),
            ("64:4:9", "levels 9 is not in 0..=8"),
            ("64:4:1:0", "iterations 0 is not in 1..=65536"),
            ("64:4:1:-1", "iterations `-1` is not a whole number in range"),
            ("64:4:1:1:1", "the number of parameters is wrong"),
            (
                "64:16:2",
                "side 64 does not divide into 64 squares of at least 2 pixels, as many as lie along it in the last level",
            ),
            (
                "100:8",
                "side 100 does not divide into 16 squares of at least 2 pixels, as many as lie along it in the last level",
            ),
        ] {
            let expected = format!("input `{text}`: {what}; write {PLANE}");
            assert_eq!(Plane::load(text).unwrap_err().to_string(), expected);
        }
    }
}
