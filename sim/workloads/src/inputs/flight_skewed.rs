//! A network of flights with many hubs. One airport in 32 is a hub. Every other airport flies to its 1 to 3 nearest
//! hubs, and half of all pairs of hubs are joined. Lengths are distances on a plane, in whole kilometres.
//!
//! The generated hubs have about 60 neighbours and half of the other hubs, so much of the work of a search is launched.
//! The thesis on DTBL says the opposite of its flight network, which the generator `flight` represents.

use rand::RngCore;
use rand_chacha::ChaCha8Rng;

use super::draw::below;
use super::Edge;

/// Airports per hub, the hub included.
const AIRPORTS_PER_HUB: u32 = 32;

/// Most hubs to which an airport flies.
const MOST_HUBS: u32 = 3;

/// Size of the area that has airports, in kilometres.
const WORLD: [u32; 2] = [20_000, 10_000];

/// Kilometres from two sides of the area.
pub(super) type Position = [u32; 2];

/// Draws the edges among `vertices` airports, each pair once. The hubs come first.
pub(super) fn edges(vertices: u32, rng: &mut ChaCha8Rng) -> Vec<Edge> {
    let positions = positions(vertices, rng);
    let hubs = vertices.div_ceil(AIRPORTS_PER_HUB);
    let mut flights = Vec::new();
    for from in 0..hubs {
        for to in from + 1..hubs {
            // Hubs with consecutive numbers are always joined, so that no hub is unreachable.
            if rng.next_u32() & 1 == 0 || to == from + 1 {
                flights.push(flight(&positions, from, to));
            }
        }
    }
    for airport in hubs..vertices {
        let count = (1 + below(MOST_HUBS, rng)).min(hubs) as usize;
        let to = nearest(&positions, airport, hubs, count);
        flights.extend(to.into_iter().map(|hub| flight(&positions, hub, airport)));
    }
    flights
}

/// Draws the positions of `vertices` airports.
pub(super) fn positions(vertices: u32, rng: &mut ChaCha8Rng) -> Vec<Position> {
    (0..vertices).map(|_| WORLD.map(|side| below(side, rng))).collect()
}

/// Returns the flight between two airports.
pub(super) fn flight(positions: &[Position], from: u32, to: u32) -> Edge {
    let length = square(positions[from as usize], positions[to as usize]).isqrt().max(1);
    Edge { from, to, weight: length as f32 }
}

/// Returns the `count` airports below `known` that are nearest to `airport`; of equally near ones the lower numbers.
/// There must be `count` of them, and at least one.
pub(super) fn nearest(positions: &[Position], airport: u32, known: u32, count: usize) -> Vec<u32> {
    let from = positions[airport as usize];
    let mut found: Vec<(u64, u32)> =
        (0..known).map(|hub| (square(from, positions[hub as usize]), hub)).collect();
    found.select_nth_unstable(count - 1);
    found.truncate(count);
    found.into_iter().map(|(_, hub)| hub).collect()
}

/// Returns the squared distance between two positions.
fn square(a: Position, b: Position) -> u64 {
    (0..2).map(|axis| u64::from(a[axis].abs_diff(b[axis])).pow(2)).sum()
}

#[cfg(test)]
mod tests {
    use super::super::synthetic::{tests::graph, Family};
    use crate::{bfs_levels, UNVISITED};

    #[test]
    fn hubs_have_many_neighbours_and_all_others_at_most_three() {
        let graph = graph(Family::FlightSkewed, 3200, 1);
        let hubs = (0..100).map(|hub| graph.degree(hub));
        assert!(hubs.clone().min() >= Some(40) && hubs.max() < Some(300));
        assert!((100..3200).all(|airport| (1..=3).contains(&graph.degree(airport))));
    }

    #[test]
    fn every_airport_can_be_reached() {
        for vertices in [2, 3, 32, 33, 65, 1000] {
            let graph = graph(Family::FlightSkewed, vertices, 5);
            assert!(!bfs_levels(&graph, 0).contains(&UNVISITED), "{vertices} airports");
        }
    }

    #[test]
    fn lengths_are_distances_so_no_detour_by_one_hub_is_shorter() {
        let graph = graph(Family::FlightSkewed, 2000, 3);
        let weights = graph.weights().unwrap();
        let length = |from: u32, to: u32| {
            let edge = graph.neighbours(from).binary_search(&to).ok()?;
            Some(weights[graph.offsets()[from as usize] as usize + edge])
        };
        for from in 0..60 {
            for &by in graph.neighbours(from) {
                for &to in graph.neighbours(by) {
                    let detour = length(from, by).unwrap() + length(by, to).unwrap();
                    // Each leg lost less than a kilometre to rounding.
                    assert!(length(from, to).is_none_or(|direct| direct <= detour + 2.0));
                }
            }
        }
    }
}
