//! Computes levels, the longest path to a node from one without parents, and the order in which the hardware
//! numbers nodes.

use super::rows::Rows;
use super::GraphError;

/// Returns the level of every node, by Kahn's algorithm; `parents` counts those of each node.
pub(super) fn levels(children: &Rows, parents: &[u32]) -> Result<Vec<u32>, GraphError> {
    let mut left = parents.to_vec();
    let mut levels = vec![0; left.len()];
    let mut ready: Vec<u32> =
        (0..children.nodes()).filter(|&node| left[node as usize] == 0).collect();
    let mut done = 0;
    while let Some(node) = ready.pop() {
        done += 1;
        let next = levels[node as usize] + 1;
        for &child in children.row(node) {
            let child_level = &mut levels[child as usize];
            *child_level = next.max(*child_level);
            left[child as usize] -= 1;
            if left[child as usize] == 0 {
                ready.push(child);
            }
        }
    }
    if done == levels.len() {
        return Ok(levels);
    }
    Err(GraphError::Cycle { nodes: cycle(children, &left) })
}

/// Returns one cycle, from its smallest node on. `left` counts the parents that were not reached. A node that was
/// not reached has such a parent, so the path back through parents never ends.
fn cycle(children: &Rows, left: &[u32]) -> Vec<u32> {
    let parents = children.transposed();
    let stuck = |node: u32| left[node as usize] > 0;
    let back = |node: u32| parents.row(node).iter().copied().find(|&parent| stuck(parent));
    let mut visit = vec![0; left.len()];
    let mut way = Vec::new();
    let mut next = (0..children.nodes()).find(|&node| stuck(node));
    while let Some(node) = next {
        if visit[node as usize] != 0 {
            way.drain(..visit[node as usize] - 1);
            break;
        }
        way.push(node);
        visit[node as usize] = way.len();
        next = back(node);
    }
    way.reverse();
    let smallest = (0..way.len()).min_by_key(|&index| way[index]).unwrap_or(0);
    way.rotate_left(smallest);
    way
}

/// Returns the nodes level by level, those of one level by number.
pub(super) fn level_order(levels: &[u32]) -> Vec<u32> {
    let mut starts = vec![0; levels.iter().max().map_or(0, |&level| level as usize + 1) + 1];
    for &level in levels {
        starts[level as usize + 1] += 1;
    }
    for level in 1..starts.len() {
        starts[level] += starts[level - 1];
    }
    let mut order = vec![0; levels.len()];
    for (node, &level) in (0..).zip(levels) {
        order[starts[level as usize]] = node;
        starts[level as usize] += 1;
    }
    order
}
