//! Finds the cheapest ways down a grid, twenty rows a launch, with the halo that they need.

use super::maths::clamped;
use super::{Buffer, Launch, Study};
use crate::data::random_below;

/// Threads of a TB.
const THREADS: u32 = 1024;
/// Rows of a launch, and launches.
const PYRAMID: u32 = 20;
const LAUNCHES: u32 = 2;

/// A grid of 41 rows.
#[derive(Clone, Debug)]
pub(crate) struct Pt {
    columns: u32,
}

impl Pt {
    /// Returns the costs of all elements, 0 to 9; ways begin in the first row.
    fn grid(&self) -> Vec<i32> {
        let count = (1 + PYRAMID * LAUNCHES) * self.columns;
        random_below(10, count as usize, 1).into_iter().map(|cost| cost as i32).collect()
    }
}

impl Study for Pt {
    const NAME: &'static str = "pt";
    const ABOUT: &'static str = "cheapest ways down a grid of INPUT columns";
    const UNIT: &'static str = "columns";
    const MOST: u32 = 1 << 20;
    const DEFAULT: &'static str = "2000";

    fn ptx() -> &'static str {
        ptx!("pt")
    }

    fn new(columns: u32) -> Self {
        Self { columns }
    }

    fn buffers(&self) -> Vec<Buffer> {
        let mut grid = self.grid();
        let wall = grid.split_off(self.columns as usize);
        vec![
            Buffer::integers("wall", wall),
            Buffer::integers("even", grid),
            Buffer::zeros("odd", self.columns as usize),
        ]
    }

    fn launches(&self) -> Vec<Launch> {
        let grid = [self.columns.div_ceil(THREADS - 2 * PYRAMID), 1];
        let buffers = [["even", "odd"], ["odd", "even"]].into_iter().cycle();
        let launch = |(number, buffers): (u32, _)| {
            let launch = Launch::new("pt", grid, [THREADS, 1]).with([PYRAMID]).with(["wall"]);
            launch.with(buffers).with([self.columns, PYRAMID * number])
        };
        (0..LAUNCHES).zip(buffers).map(launch).collect()
    }

    fn results(&self) -> Vec<Buffer> {
        let columns = self.columns as usize;
        let grid = self.grid();
        let mut rows = grid.chunks_exact(columns);
        let first = rows.next().unwrap_or_default().to_vec();
        let last = rows.fold(first, |above, row| {
            let cheapest = |x| (-1..=1).map(|dx| above[clamped(x, dx, columns)]).min().unwrap_or(0);
            row.iter().enumerate().map(|(x, cost)| cost + cheapest(x)).collect()
        });
        vec![Buffer::integers("even", last)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cheapest_way_down_is_the_cheapest_way_up() {
        let pt = Pt::new(60);
        let grid = pt.grid();
        let mut up = grid[40 * 60..].to_vec();
        for row in (0..40).rev() {
            let cheapest = |x: usize| {
                let from = x.saturating_sub(1)..(x + 2).min(60);
                grid[row * 60 + x] + up[from].iter().min().unwrap()
            };
            up = (0..60).map(cheapest).collect();
        }
        assert_eq!(pt.results()[0].as_integers().iter().min(), up.iter().min());
    }
}
