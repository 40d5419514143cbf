use super::super::Way;
use super::*;
use crate::inputs::load_points;

fn point(place: [f32; 3], mass: f32) -> Point {
    Point { place, mass }
}

/// Computes the force of all bodies on `body`, one by one.
fn direct(bodies: &[Point], body: &Point) -> [f64; 3] {
    let mut force = [0.0; 3];
    for other in bodies {
        let away: [f64; 3] =
            std::array::from_fn(|axis| f64::from(other.place[axis]) - f64::from(body.place[axis]));
        let squared: f64 = away.iter().map(|d| d * d).sum::<f64>() + f64::from(SOFTENING_SQUARED);
        for (sum, distance) in force.iter_mut().zip(away) {
            *sum += f64::from(other.mass) * distance / squared.powf(1.5);
        }
    }
    force
}

fn length(force: [f64; 3]) -> f64 {
    force.iter().map(|part| part * part).sum::<f64>().sqrt()
}

#[test]
fn a_cell_with_several_bodies_is_their_centre_of_mass_and_opens_to_them() {
    // The edge of the cube is 8, so cells are 2 wide. The first two bodies share one, at a distance of 0.5 to 1.
    let bodies = [
        point([0.0, 0.0, 0.0], 1.0),
        point([8.0, 0.0, 0.0], 2.0),
        point([1.5, 0.0, 0.0], 3.0),
        point([0.0, 7.0, 8.0], 4.0),
    ];
    let tree = Tree::new(&bodies);
    assert_eq!((tree.width, tree.root_items), (8.0, 3));
    // Bodies are ordered along z first, then y, then x, the lower half of each before the upper.
    let far = [bodies[1], bodies[3]];
    assert_eq!(tree.cells[0], point([1.125, 0.0, 0.0], 4.0));
    assert!(far.iter().all(|body| tree.cells[1..3].contains(body)));
    assert_eq!(tree.cells[3..], [bodies[0], bodies[2]]);
    assert_eq!(tree.ranges, [[3, 2], [0, 0], [0, 0], [0, 0], [0, 0]]);
}

#[test]
fn every_body_is_once_in_the_tree_and_every_cell_weighs_what_it_opens_to() {
    let tree = Tree::new(&load_points("points:3000:5").unwrap());
    let mut opened = vec![0; tree.cells.len()];
    opened[..tree.root_items as usize].fill(1);
    for (cell, &[first, items]) in tree.ranges.iter().enumerate().filter(|(_, r)| r[1] > 0) {
        let inside = first as usize..(first + items) as usize;
        opened[inside.clone()].iter_mut().for_each(|times| *times += 1);
        let weight: f32 = tree.cells[inside].iter().map(|cell| cell.mass).sum();
        assert!((weight / tree.cells[cell].mass - 1.0).abs() < 1e-5);
    }
    assert!(opened.iter().all(|&times| times == 1));
    let leaves = tree.cells.iter().zip(&tree.ranges).filter(|(_, range)| range[1] == 0);
    let mut leaves: Vec<Point> = leaves.map(|(cell, _)| *cell).collect();
    let mut bodies = tree.bodies.clone();
    let order = |a: &Point, b: &Point| a.place.partial_cmp(&b.place).unwrap();
    leaves.sort_by(order);
    bodies.sort_by(order);
    assert_eq!(leaves, bodies);
}

#[test]
fn bodies_at_one_position_are_leaves_of_the_deepest_node() {
    let mut bodies = vec![point([0.25; 3], 1.0); 100];
    bodies.push(point([1.0; 3], 1.0));
    bodies.push(point([0.0; 3], 1.0));
    let tree = Tree::new(&bodies);
    assert_eq!(tree.ranges.iter().filter(|range| range[1] == 100).count(), 1);
    assert_eq!(tree.ranges.iter().filter(|range| range[1] == 1).count(), 6, "a chain");
    let all = Tree::new(&[point([0.25; 3], 1.0); 3]);
    assert_eq!((all.width, all.root_items, all.cells.len()), (0.0, 1, 10));
}

#[test]
fn a_tree_that_is_opened_everywhere_gives_the_direct_sum() {
    let bodies = load_points("points:300:2").unwrap();
    let tree = Tree::new(&bodies);
    for body in &bodies {
        let force = tree.force(body, f32::INFINITY);
        assert_eq!(force.terms, 300);
        let expected = direct(&bodies, body);
        for axis in 0..3 {
            let error = (force.along[axis] - expected[axis]).abs();
            assert!(error < 1e-5 * force.magnitudes[axis], "{force:?} {expected:?}");
        }
    }
}

#[test]
fn far_cells_are_approximated_by_few_terms_and_within_percents() {
    let bodies = load_points("points:4096:1").unwrap();
    let bht = Bht::new(&bodies, Way::Flat.into());
    let (mut terms, mut errors) = (0, 0.0);
    for body in bodies.iter().step_by(16) {
        let force = bht.tree.force(body, bht.reach_squared());
        let expected = direct(&bodies, body);
        let error: [f64; 3] = std::array::from_fn(|axis| force.along[axis] - expected[axis]);
        errors += length(error) / length(expected) / 256.0;
        terms += force.terms;
    }
    assert!((100..400).contains(&(terms / 256)), "{terms} terms of 256 bodies");
    assert!(errors < 0.03, "{errors}");
}

#[test]
fn two_bodies_attract_each_other_by_their_masses_over_the_squared_distance() {
    let bodies = [point([0.0, 0.0, 0.0], 3.0), point([0.0, 4.0, 0.0], 5.0)];
    let tree = Tree::new(&bodies);
    let force = tree.force(&bodies[0], 1.0);
    assert!((force.along[1] - 5.0 / 16.0).abs() < 1e-6);
    assert_eq!((force.along[0], force.along[2], force.terms), (0.0, 0.0, 2));
    assert!((tree.force(&bodies[1], 1.0).along[1] + 3.0 / 16.0).abs() < 1e-6);
}

#[test]
fn verify_accepts_roundings_and_names_the_first_force_beyond_them() {
    let mut bht = Bht::new(&load_points("points:64").unwrap(), Way::Dtbl.into());
    let mut memory = GlobalMemory::new(1 << 24);
    bht.setup(&mut memory).unwrap();
    let forces: Vec<Force> =
        bht.tree.bodies.iter().map(|body| bht.tree.force(body, bht.reach_squared())).collect();
    let bits: Vec<u32> =
        forces.iter().flat_map(|force| force.along.map(|part| (part as f32).to_bits())).collect();
    memory.write_u32s(bht.buffers.forces, &bits).unwrap();
    assert_eq!(bht.verify(&memory), Ok(()));

    let (wanted, tolerance) = (forces[7].along[1], tolerance(&forces[7], 1));
    assert!(tolerance < 1e-5 * forces[7].magnitudes[1]);
    for (error, right) in
        [(0.9, true), (-0.9, true), (1.1, false), (-1.1, false), (f64::NAN, false)]
    {
        let found = (wanted + error * tolerance) as f32;
        memory.write_u32(bht.buffers.forces + 4 * 22, found.to_bits()).unwrap();
        let verdict = bht.verify(&memory);
        assert_eq!(verdict.is_ok(), right, "{error}");
        let expected = format!(
            "bht: the force on body 7 (in the order of the tree) along y is {found:?}, \
             the CPU reference says {wanted:?} within {tolerance:e}"
        );
        assert!(right || verdict == Err(expected));
    }
}

#[test]
fn a_verdict_before_setup_is_an_error() {
    let bht = Bht::new(&[point([0.0; 3], 1.0)], Way::Flat.into());
    let error = bht.verify(&GlobalMemory::new(1 << 20)).unwrap_err();
    assert!(error.starts_with("bht: reading the forces: address 0x0"), "{error}");
}

#[test]
fn two_bodies_side_by_side_are_separated_in_a_node_of_their_own() {
    // The points are in one cell of a 16th of the cube, but in two of a 64th.
    let bodies = [[0.0; 3], [0.97; 3], [1.0; 3]].map(|place| point(place, 1.0));
    let nodes: Vec<(u32, u32)> =
        tree_nodes(&bodies).iter().map(|node| (node.level, node.cells)).collect();
    assert_eq!(nodes, [(0, 2), (1, 1), (2, 2)]);
}

#[test]
fn the_nodes_of_a_tree_have_all_of_its_cells() {
    let points = load_points("points:3000:5").unwrap();
    let (tree, nodes) = (Tree::new(&points), tree_nodes(&points));
    let cells: u32 = nodes.iter().map(|node| node.cells).sum();
    assert_eq!(cells as usize, tree.cells.len());
    assert_eq!(nodes.len(), 1 + tree.ranges.iter().filter(|range| range[1] > 0).count());
    assert!(nodes.windows(2).all(|pair| pair[0].level <= pair[1].level));
}
