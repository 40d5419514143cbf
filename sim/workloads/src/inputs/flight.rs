//! A network like that of flights, of which the thesis on DTBL says that most vertices have very low degree and that
//! hardly anything is launched (4.6.2.3). One airport in eight serves a region. Every other airport flies to its 1 to 3
//! nearest of these, and each of these to its 1 to 3 nearest of lower number. Lengths are distances on a plane, in
//! whole kilometres.
//!
//! It represents the "global flight network" of visualizing.org, whose size was not published with the results that
//! used it. The airports that serve a region have about 18 neighbours, and a few of them 32 or more. Networks of
//! flights that are published elsewhere have larger airports (KONECT's opsahl-openflights, of 2,939 airports, one of
//! 473 flights, both directions counted). The generator `flight-skewed` has such airports and contradicts the thesis.

use rand_chacha::ChaCha8Rng;

use super::draw::below;
use super::flight_skewed::{flight, nearest, positions};
use super::Edge;

/// Airports per region.
const REGION: u32 = 8;

/// Most flights of an airport to airports that serve a region.
const MOST_FLIGHTS: u32 = 3;

/// Draws the edges among `vertices` airports, each pair once. Those that serve a region come first.
pub(super) fn edges(vertices: u32, rng: &mut ChaCha8Rng) -> Vec<Edge> {
    let positions = positions(vertices, rng);
    let regions = vertices.div_ceil(REGION);
    let mut flights = Vec::new();
    for airport in 1..vertices {
        // Lower numbers only, so that all are connected and no pair is drawn twice.
        let known = airport.min(regions);
        let count = (1 + below(MOST_FLIGHTS, rng)).min(known) as usize;
        let to = nearest(&positions, airport, known, count);
        flights.extend(to.into_iter().map(|hub| flight(&positions, hub, airport)));
    }
    flights
}

#[cfg(test)]
mod tests {
    use super::super::synthetic::{tests::graph, Family};
    use super::super::GraphProperties;

    #[test]
    fn almost_nothing_is_launched_and_most_airports_have_one_to_three_flights() {
        let graph = graph(Family::Flight, 4096, 1);
        let properties = GraphProperties::of(&graph);
        let children = properties.children;
        assert!((1..41).contains(&children.launched), "{} of 4096", children.launched);
        assert!(children.share_of_work() < 0.05, "{} of the work", children.share_of_work());
        let largest = properties.degree_quantile(1000);
        assert!((32..64).contains(&largest), "{largest} flights");
        assert!((512..4096).all(|airport| (1..=3).contains(&graph.degree(airport))));
        let [median, most] = [500, 850].map(|share| properties.degree_quantile(share));
        assert!(median == 2 && most <= 3, "median {median}, 85 % at most {most}");
    }

    #[test]
    fn every_airport_can_be_reached() {
        for vertices in [2, 3, 8, 9, 65, 1000] {
            let graph = graph(Family::Flight, vertices, 5);
            assert_eq!(GraphProperties::of(&graph).components, 1, "{vertices} airports");
        }
    }
}
