//! Finds the shortest paths between all vertices of a graph: the algorithm of Floyd and Warshall.

use super::{Buffer, Launch, Study};
use crate::data::random_below;

/// Side of a TB.
const SIDE: u32 = 16;
/// The length of an edge that is not there: two of them are still a number.
const NONE: i32 = 1 << 28;

/// A graph as a matrix of lengths.
#[derive(Clone, Debug)]
pub(crate) struct Fws {
    vertices: u32,
}

impl Fws {
    /// Returns the lengths of edges, 1 to 100; every fourth edge is there.
    fn lengths(&self) -> Vec<i32> {
        let count = self.vertices as usize;
        let length = |(i, draw): (usize, u32)| match draw {
            _ if i / count == i % count => 0,
            0..=99 => 1 + draw as i32,
            _ => NONE,
        };
        random_below(400, count * count, 1).into_iter().enumerate().map(length).collect()
    }
}

impl Study for Fws {
    const NAME: &'static str = "fws";
    const ABOUT: &'static str = "shortest paths between all pairs of INPUT vertices";
    const UNIT: &'static str = "vertices";
    const MOST: u32 = 1024;
    const DEFAULT: &'static str = "40";

    fn ptx() -> &'static str {
        ptx!("fws")
    }

    fn new(vertices: u32) -> Self {
        Self { vertices }
    }

    fn buffers(&self) -> Vec<Buffer> {
        vec![Buffer::integers("distance", self.lengths())]
    }

    fn launches(&self) -> Vec<Launch> {
        let grid = [self.vertices.div_ceil(SIDE); 2];
        let launch = Launch::new("fws", grid, [SIDE; 2]).with(["distance"]).with([self.vertices]);
        (0..self.vertices).map(|k| launch.clone().with([k])).collect()
    }

    fn results(&self) -> Vec<Buffer> {
        let count = self.vertices as usize;
        let mut distance = self.lengths();
        for k in 0..count {
            let row = distance[k * count..][..count].to_vec();
            for from in distance.chunks_exact_mut(count) {
                let first = from[k];
                for (known, second) in from.iter_mut().zip(&row) {
                    *known = (*known).min(first + second);
                }
            }
        }
        vec![Buffer::integers("distance", distance).with_columns(count)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_edge_makes_a_distance_shorter_and_one_explains_it() {
        let fws = Fws::new(30);
        let (lengths, results) = (fws.lengths(), fws.results());
        let distance = results[0].as_integers();
        for (from, to) in (0..30).flat_map(|from| (0..30).map(move |to| (from, to))) {
            let over = |last: usize| distance[30 * from + last] + lengths[30 * last + to];
            let shortest = (0..30).filter(|&last| last != to).map(over).min().unwrap();
            let expected = if from == to { 0 } else { shortest };
            assert_eq!(distance[30 * from + to], expected, "{from} to {to}");
        }
    }
}
