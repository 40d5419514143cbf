//! Draws the set in plain Rust: every pixel first, then the squares that are filled.

use super::{step, LEFT, TOP};
use crate::inputs::Plane;

/// The set as the algorithm draws it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawing {
    /// Iterations of each pixel, row by row.
    pub counts: Vec<u32>,
    /// Number of squares that are divided, by level.
    pub divided: Vec<u64>,
    /// Number of pixels that would have another count without filling.
    pub changed: u32,
}

/// Draws `plane`.
pub fn draw(plane: &Plane) -> Drawing {
    let side = plane.side;
    let exact: Vec<u32> = (0..side * side).map(|i| escape(plane, i / side, i % side)).collect();
    let mut counts = exact.clone();
    let mut divided = vec![0; plane.levels as usize];
    let mut width = (side / plane.squares) as usize;
    // Squares of this level that lie in no filled one.
    let first = (0..side as usize).step_by(width);
    let mut squares: Vec<(usize, usize)> =
        first.clone().flat_map(|row| first.clone().map(move |column| (row, column))).collect();
    for level in 0..=plane.levels as usize {
        let whole = |&(row, column): &(usize, usize)| {
            (row..row + width)
                .flat_map(move |r| (column..column + width).map(move |c| (r, c)))
                .map(move |(r, c)| (r * side as usize + c, r - row, c - column))
        };
        let on_border = |down, right| [down, right].iter().any(|&at| at == 0 || at == width - 1);
        let mut uneven = Vec::new();
        for square in squares {
            let border = whole(&square).filter(|&(_, down, right)| on_border(down, right));
            let found: Vec<u32> = border.map(|(pixel, _, _)| exact[pixel]).collect();
            if found.iter().any(|&count| count != found[0]) {
                uneven.push(square);
                continue;
            }
            whole(&square).for_each(|(pixel, _, _)| counts[pixel] = found[0]);
        }
        if let Some(divided) = divided.get_mut(level) {
            *divided = uneven.len() as u64;
        }
        width /= 2;
        let quarters = [(0, 0), (0, 1), (1, 0), (1, 1)];
        let quarter = |(row, column)| quarters.map(|(r, c)| (row + r * width, column + c * width));
        squares = uneven.into_iter().flat_map(quarter).collect();
    }
    let changed = counts.iter().zip(&exact).filter(|(count, exact)| count != exact).count() as u32;
    Drawing { counts, divided, changed }
}

/// Returns the number of iterations after which the orbit of a pixel is outside, with the roundings of the kernel.
fn escape(plane: &Plane, row: u32, column: u32) -> u32 {
    let at = |pixel: u32, first: f32| (pixel as f32).mul_add(step(plane), first);
    let (real, imaginary) = (at(column, LEFT), at(row, TOP));
    let orbit = std::iter::successors(Some((0.0_f32, 0.0_f32)), |&(x, y)| {
        let squares = x.mul_add(x, (-y).mul_add(y, real));
        Some((squares, (x + x).mul_add(y, imaginary)))
    });
    let inside = orbit.take_while(|&(x, y)| x.mul_add(x, y * y) <= 4.0);
    inside.take(plane.iterations as usize).count() as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(text: &str) -> Drawing {
        draw(&Plane::load(text).unwrap())
    }

    #[test]
    fn known_points_escape_when_they_should() {
        // Pixels are 0.25 apart, from -2 - 1.25i on.
        let plane = Plane::load("10:1:0:100").unwrap();
        let at = |row, column| escape(&plane, row, column);
        // -2, -1 and 0 are of the set; 0.25 - 1.25i: 0, c, -1.25 - 1.875i.
        assert_eq!([at(5, 0), at(5, 4), at(5, 8)], [100; 3]);
        assert_eq!(at(0, 9), 2);
        // -2 - 1.25i is outside at once: 0, c.
        assert_eq!(at(0, 0), 1);
    }

    #[test]
    fn a_square_with_an_even_border_is_filled_whatever_is_within() {
        // One square whose border escapes after one iteration or two is divided; an even quarter is not.
        let one = drawn("64:1:0:1");
        assert_eq!((one.changed, one.divided.len()), (0, 0));
        assert_eq!(one.counts, vec![1; 64 * 64]);
        let deep = drawn("64:1:4:50");
        assert_eq!(deep.divided[0], 1);
        assert!((1..=4).contains(&deep.divided[1]), "{:?}", deep.divided);
    }

    #[test]
    fn without_a_pixel_within_a_border_nothing_is_changed() {
        let drawing = drawn("32:1:4:40");
        let exact = drawn("32:16:0:40");
        assert_eq!(exact.changed, 0);
        let differ = drawing.counts.iter().zip(&exact.counts).filter(|(a, b)| a != b).count();
        assert_eq!(drawing.changed as usize, differ);
    }
}
