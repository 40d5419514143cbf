//! Temperature fields like those of a combustion simulation: burnt gas that spreads into fresh gas from many
//! points.
//!
//! The generated field represents the combustion data that the literature on dynamic parallelism refines. Neither
//! size nor format of that data is published. The field is not a simulation. Burnt regions are discs with wrinkled
//! rims. The temperature changes from fresh to burnt across a flame whose width differs per disc. Some flames are
//! therefore resolved by coarse cells, others not by the finest.
//!
//! The same parameters give the same field on every machine: only sums, products, quotients and square roots are
//! computed.

use rand::{RngCore, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::floats::floats;
use super::generator::Source;
use super::npy::{NpyArray, NpyError};
use super::InputError;

/// The generator and its parameters, as shown in errors and help.
pub const COMBUSTION: &str = "combustion:BASE:LEVELS[:SEED]";

/// Number of cells along each side of a cell that refine it.
pub const REFINEMENT: u32 = 8;
/// Most levels finer than the base grid; the kernel's `Patch::DEPTH`.
const MAX_LEVELS: u32 = 4;
/// Most samples along each side.
const MAX_SIDE: u32 = 8192;
/// Least cells along each side of a file's base grid, if the file is large enough to be refined.
const FILE_BASE: u32 = 32;

/// Temperatures of fresh and burnt gas in K.
const FRESH: f64 = 300.0;
const BURNT: f64 = 2100.0;
/// Number of discs of burnt gas.
const FLAMES: usize = 12;
/// Cells along each side of the noise that wrinkles the discs, and how far it moves a rim, in radii.
const WRINKLES: usize = 32;
const WRINKLE_HEIGHT: f64 = 0.25;

/// Parameters of a generated field, within the limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Combustion {
    base: u32,
    levels: u32,
    seed: u64,
}

impl Combustion {
    /// Describes a field to be refined `levels` times from a base grid of `base` x `base` cells. The error says
    /// which limit is broken.
    pub fn new(base: u32, levels: u32, seed: u64) -> Result<Self, String> {
        if !(1..=MAX_LEVELS).contains(&levels) {
            return Err(format!("{levels} levels is not in 1..={MAX_LEVELS}"));
        }
        let most = MAX_SIDE / REFINEMENT.pow(levels);
        if !(1..=most).contains(&base) {
            return Err(format!("base {base} is not in 1..={most} (with {levels} levels)"));
        }
        Ok(Self { base, levels, seed })
    }
}

/// A square field of temperatures in K.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// Cells along each side of the base grid.
    pub base: u32,
    /// How many times a cell can be refined.
    pub levels: u32,
    /// The temperatures of the finest cells, row by row: `base * 8^levels` along each side.
    pub finest: Vec<f32>,
}

impl Field {
    /// Returns the field that `text` names: generated, or a square array of floats in a `.npy` file.
    pub fn load(text: &str) -> Result<Self, InputError> {
        match Source::of(text, &[(COMBUSTION, ())], COMBUSTION)? {
            Source::Generator((), parameters) => parameters
                .make(["base", "number of levels"], |[base, levels], seed| {
                    Combustion::new(base, levels, seed)
                })
                .map(combustion),
            Source::File(path) => Ok(Self::from_array(path, NpyArray::read(path)?)?),
        }
    }

    /// Returns the field in `array`, which errors call `file`. It must be square and of floats. It is refined as
    /// often as leaves a base grid of 32 cells per side, but at least once.
    pub fn from_array(file: &str, array: NpyArray) -> Result<Self, NpyError> {
        let (shape, finest) = floats(file, array)?;
        let refuse = |what: String| NpyError { file: file.to_owned(), what };
        let side = match shape[..] {
            [rows, columns] if rows == columns && (1..=u64::from(MAX_SIDE)).contains(&rows) => {
                rows as u32
            }
            _ => {
                return Err(refuse(format!(
                    "shape {shape:?} is not square with sides of up to {MAX_SIDE}"
                )))
            }
        };
        if !side.is_multiple_of(REFINEMENT) {
            return Err(refuse(format!(
                "sides of {side} cannot be divided into cells of {REFINEMENT} x {REFINEMENT}; crop or pad the array"
            )));
        }
        let (mut base, mut levels) = (side / REFINEMENT, 1);
        while base >= REFINEMENT * FILE_BASE && base.is_multiple_of(REFINEMENT) {
            (base, levels) = (base / REFINEMENT, levels + 1);
        }
        Ok(Self { base, levels, finest })
    }
}

/// A disc of burnt gas. Lengths are in sides of the field.
struct Flame {
    row: f64,
    column: f64,
    radius: f64,
    /// Width of the flame around it.
    width: f64,
}

impl Flame {
    /// Returns how much of the gas has burnt, 0 to 1; `noise` wrinkles the rim.
    fn burnt(&self, row: f64, column: f64, noise: impl Fn() -> f64) -> f64 {
        let (rows, columns) = (row - self.row, column - self.column);
        let squared = rows * rows + columns * columns;
        let reach = WRINKLE_HEIGHT * self.radius + self.width / 2.0;
        if squared >= (self.radius + reach).powi(2) {
            return 0.0;
        }
        if reach < self.radius && squared <= (self.radius - reach).powi(2) {
            return 1.0;
        }
        let rim = self.radius * (1.0 + WRINKLE_HEIGHT * noise());
        smooth((0.5 + (rim - squared.sqrt()) / self.width).clamp(0.0, 1.0))
    }
}

/// Maps 0..1 to 0..1 without corners.
fn smooth(x: f64) -> f64 {
    x * x * (3.0 - 2.0 * x)
}

/// Generates the field.
pub fn combustion(parameters: Combustion) -> Field {
    let Combustion { base, levels, seed } = parameters;
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut draw = move || f64::from(rng.next_u32()) / (1u64 << 32) as f64;
    let flames: Vec<Flame> = (0..FLAMES)
        .map(|flame| Flame {
            row: draw(),
            column: draw(),
            radius: 0.05 + 0.1 * draw(),
            // The widths range from an eighth of a side to a 1024th.
            width: 1.0 / f64::from(8u32 << (flame % 8)),
        })
        .collect();
    let noise: Vec<f64> = (0..(WRINKLES + 1).pow(2)).map(|_| 2.0 * draw() - 1.0).collect();

    let side = base * REFINEMENT.pow(levels);
    let place = |index: u32| (f64::from(index) + 0.5) / f64::from(side);
    let mut finest = Vec::with_capacity((side * side) as usize);
    for row in (0..side).map(place) {
        for column in (0..side).map(place) {
            let noise = || interpolate(&noise, row, column);
            let burnt = flames.iter().map(|flame| flame.burnt(row, column, noise));
            finest.push((FRESH + (BURNT - FRESH) * burnt.fold(0.0, f64::max)) as f32);
        }
    }
    Field { base, levels, finest }
}

/// Interpolates between the four nearest values of the noise.
fn interpolate(noise: &[f64], row: f64, column: f64) -> f64 {
    let (row, column) = (row * WRINKLES as f64, column * WRINKLES as f64);
    let corner = row as usize * (WRINKLES + 1) + column as usize;
    let (down, right) = (smooth(row.fract()), smooth(column.fract()));
    let between = |at: usize| noise[at] + right * (noise[at + 1] - noise[at]);
    let above = between(corner);
    above + down * (between(corner + WRINKLES + 1) - above)
}

#[cfg(test)]
mod tests {
    use super::super::npy::Dtype;
    use super::*;

    fn message(text: &str) -> String {
        Field::load(text).unwrap_err().to_string()
    }

    #[test]
    fn the_field_of_seed_1_is_pinned_and_another_seed_gives_another() {
        let field = Field::load("combustion:2:1").unwrap();
        assert_eq!(field, Field::load("combustion:2:1:1").unwrap());
        assert_ne!(field, Field::load("combustion:2:1:2").unwrap());
        assert_eq!((field.base, field.levels, field.finest.len()), (2, 1, 256));
        let row = [
            2100.0, 2100.0, 721.8701, 2100.0, 2100.0, 300.0, 2100.0, 2100.0, 1588.1019, 300.0,
            300.0, 300.0, 2100.0, 2100.0, 2100.0, 2100.0,
        ];
        assert_eq!(field.finest[64..80], row);
    }

    #[test]
    fn gas_is_fresh_or_burnt_but_for_thin_flames() {
        let field = Field::load("combustion:8:2").unwrap();
        let share = |from: f32, to: f32| {
            let within = field.finest.iter().filter(|&&t| (from..=to).contains(&t)).count();
            within as f64 / field.finest.len() as f64
        };
        assert_eq!(share(300.0, 2100.0), 1.0);
        assert!(share(300.0, 300.0) > 0.4, "{}", share(300.0, 300.0));
        assert!(share(2100.0, 2100.0) > 0.1, "{}", share(2100.0, 2100.0));
        let flames = 1.0 - share(300.0, 300.0) - share(2100.0, 2100.0);
        assert!((0.02..0.4).contains(&flames), "{flames}");
    }

    #[test]
    fn parameters_beyond_the_limits_are_refused() {
        let expect = |text: &str, what: &str| {
            let expected = format!("input `{text}`: {what}; write {COMBUSTION}");
            assert_eq!(message(text), expected);
        };
        expect("combustion:129:2", "base 129 is not in 1..=128 (with 2 levels)");
        expect("combustion:0:4", "base 0 is not in 1..=2 (with 4 levels)");
        expect("combustion:1:5", "5 levels is not in 1..=4");
        expect("combustion:1", "combustion takes 2 or 3 parameters");
        expect("combustion:x:1", "base `x` is not a whole number in range");
        assert!(Combustion::new(128, 2, 0).is_ok());
    }

    #[test]
    fn a_file_is_refined_as_often_as_leaves_a_base_of_32() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("field.npy");
        let path = path.to_str().unwrap();
        let read = |rows: u64, columns: u64| {
            let bytes = [0, 0, 150, 67].repeat((rows * columns) as usize);
            let array = NpyArray { dtype: Dtype::F4, shape: vec![rows, columns], bytes };
            std::fs::write(path, array.encode()).unwrap();
            Field::load(path).map(|field| (field.base, field.levels, field.finest[0]))
        };
        assert_eq!(read(8, 8).unwrap(), (1, 1, 300.0));
        assert_eq!(read(256, 256).unwrap(), (32, 1, 300.0));
        assert_eq!(read(2048, 2048).unwrap(), (32, 2, 300.0));
        assert_eq!(read(2056, 2056).unwrap(), (257, 1, 300.0));
        let error = read(12, 12).unwrap_err().to_string();
        let expected = "sides of 12 cannot be divided into cells of 8 x 8; crop or pad the array";
        assert_eq!(error, format!("{path}: {expected}"));
        for (rows, columns) in [(8, 16), (0, 0)] {
            let error = read(rows, columns).unwrap_err().to_string();
            assert!(error.contains("is not square with sides of up to 8192"), "{error}");
        }
    }
}
