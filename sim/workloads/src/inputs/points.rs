//! Points with masses: the positions of bodies that attract each other.
//!
//! The generated points represent the "random points" on which the literature on dynamic parallelism measures the
//! tree of Barnes and Hut. Their number and distribution are not published. The generated ones are uniform in the
//! unit cube, with masses between half and one and a half of the mean, 1 in all. With 64^k of them, nodes of 64
//! cells have 40 bodies or cells on average. The same parameters give the same points on every machine.

use rand::{RngCore, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::floats::floats;
use super::generator::Source;
use super::npy::{NpyArray, NpyError};
use super::InputError;

/// The generator and its parameters, as shown in errors and help.
pub const POINTS: &str = "points:COUNT[:SEED]";

/// Most points. Their tree then fits device memory beside the lists of children.
const MAX_POINTS: u64 = 1 << 22;

/// A point with a mass.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Coordinates along x, y and z.
    pub place: [f32; 3],
    /// Its mass.
    pub mass: f32,
}

/// Returns the points that `text` names: generated, or an array of floats in a `.npy` file. The array has one row
/// per point: x, y, z and, if they are not all 1, mass. There must be at least one point.
pub fn load_points(text: &str) -> Result<Vec<Point>, InputError> {
    match Source::of(text, &[(POINTS, ())], POINTS)? {
        Source::Generator((), parameters) => parameters.make(["count"], |[count], seed| {
            if !(1..=MAX_POINTS).contains(&u64::from(count)) {
                return Err(format!("count {count} is not in 1..={MAX_POINTS}"));
            }
            Ok(points(count, seed))
        }),
        Source::File(path) => Ok(points_from_array(path, NpyArray::read(path)?)?),
    }
}

/// Generates `count` points.
fn points(count: u32, seed: u64) -> Vec<Point> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    // 24 random bits are used, so that singles are drawn exactly.
    let mut draw = move || (rng.next_u32() >> 8) as f32 / (1 << 24) as f32;
    (0..count)
        .map(|_| Point { place: [draw(), draw(), draw()], mass: (0.5 + draw()) / count as f32 })
        .collect()
}

/// Returns the points in `array`, which errors call `file`: floats with one row of x, y, z and optionally mass per
/// point. There must be at least one.
pub fn points_from_array(file: &str, array: NpyArray) -> Result<Vec<Point>, NpyError> {
    let (shape, values) = floats(file, array)?;
    let refuse = |what: String| Err(NpyError { file: file.to_owned(), what });
    let columns = match shape[..] {
        [1..=MAX_POINTS, columns @ (3 | 4)] => columns as usize,
        _ => {
            let what = format!(
                "shape {shape:?} is not (n, 3) or (n, 4) with n in 1..={MAX_POINTS}: x, y, z and maybe mass"
            );
            return refuse(what);
        }
    };
    let rows = values.chunks_exact(columns);
    let points: Vec<Point> = rows
        .map(|row| Point {
            place: [row[0], row[1], row[2]],
            mass: row.get(3).copied().unwrap_or(1.0),
        })
        .collect();
    match points.iter().position(|point| point.mass <= 0.0) {
        Some(row) => refuse(format!("the mass {} of point {row} is not above 0", points[row].mass)),
        None => Ok(points),
    }
}

#[cfg(test)]
mod tests {
    use super::super::npy::Dtype;
    use super::*;

    fn message(text: &str) -> String {
        load_points(text).unwrap_err().to_string()
    }

    #[test]
    fn the_points_of_seed_1_are_pinned_and_another_seed_gives_others() {
        let points = load_points("points:2").unwrap();
        assert_eq!(points, load_points("points:2:1").unwrap());
        assert_ne!(points, load_points("points:2:2").unwrap());
        let first = Point { place: [0.5493782, 0.4024856, 0.9845971], mass: 0.29019183 };
        let second = Point { place: [0.21104467, 0.5965602, 0.3868416], mass: 0.35966226 };
        assert_eq!(points, [first, second]);
    }

    #[test]
    fn points_are_uniform_and_weigh_one_together() {
        let points = load_points("points:8000:3").unwrap();
        let weight: f64 = points.iter().map(|point| f64::from(point.mass)).sum();
        assert!((weight - 1.0).abs() < 0.02, "{weight}");
        for octant in 0..8 {
            let inside = |point: &&Point| {
                (0..3).all(|axis| (point.place[axis] < 0.5) == (octant >> axis & 1 == 0))
            };
            let count = points.iter().filter(inside).count();
            assert!((880..1120).contains(&count), "{count} points in octant {octant}");
        }
        assert!(points.iter().all(|p| p.place.iter().all(|c| (0.0..1.0).contains(c))));
    }

    #[test]
    fn a_wrong_count_says_what_to_write() {
        let expect = |text: &str, what: &str| {
            assert_eq!(message(text), format!("input `{text}`: {what}; write {POINTS}"));
        };
        expect("points:0", "count 0 is not in 1..=4194304");
        expect("points:4194305:1", "count 4194305 is not in 1..=4194304");
        expect("points:many", "count `many` is not a whole number in range");
        expect("points:1:2:3", "points takes 1 or 2 parameters");
    }

    #[test]
    fn a_file_has_three_or_four_columns() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("points.npy");
        let path = path.to_str().unwrap();
        let read = |shape: [u64; 2], values: &[f32]| {
            let bytes = values.iter().flat_map(|value| value.to_le_bytes()).collect();
            let array = NpyArray { dtype: Dtype::F4, shape: shape.to_vec(), bytes };
            std::fs::write(path, array.encode()).unwrap();
            load_points(path).map_err(|error| error.to_string())
        };
        let light = Point { place: [1.0, 2.0, 3.0], mass: 1.0 };
        assert_eq!(read([1, 3], &[1.0, 2.0, 3.0]), Ok(vec![light]));
        assert_eq!(read([1, 4], &[1.0, 2.0, 3.0, 7.0]), Ok(vec![Point { mass: 7.0, ..light }]));
        assert_eq!(
            read([2, 4], &[1.0, 2.0, 3.0, 7.0, 1.0, 2.0, 3.0, 0.0]),
            Err(format!("{path}: the mass 0 of point 1 is not above 0"))
        );
        for shape in [[3, 1], [0, 3]] {
            let error = read(shape, &[1.0; 3][..(shape[0] * shape[1]) as usize]).unwrap_err();
            assert!(error.contains("is not (n, 3) or (n, 4) with n in 1..=4194304"), "{error}");
        }
    }
}
