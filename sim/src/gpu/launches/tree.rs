//! Launches by who launched them: a node for each kernel that the TBs of a node launch, and each way to launch it. Many
//! launches share a node, so the tree is as small as the program, not as the run.

use crate::ptx::Program;
use crate::ratio::ratio;
use serde::Serialize;

/// Nodes of a kernel of their own. Kernels that launch each other in turn could have any number; what comes later is
/// counted without its kernel, once per node that launches it.
const MOST_NODES: usize = 256;

/// How a launch comes to the units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum LaunchWay {
    /// A kernel by the host.
    Host,
    /// A kernel by a TB.
    Kernel,
    /// An aggregated group by a TB, also if it finds no eligible kernel.
    Group,
}

/// The launches of one kernel, in one way, by the TBs of one other node.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LaunchNode {
    /// The node whose TBs launched it, among all; absent if the host did.
    pub parent: Option<usize>,
    /// Nesting: 0 for the host's.
    pub depth: u32,
    /// The kernel; absent, like the way, of what is counted together because there are too many nodes.
    pub kernel: Option<String>,
    /// How it was launched.
    pub way: Option<LaunchWay>,
    /// Launches.
    pub launches: u64,
    /// TBs that started.
    pub tbs: u64,
    /// Device launches that went through the KMU as kernels.
    pub device_kernels: u64,
    /// Cycles from the launch call, or the arrival of what the host launched, to the first TB start, on average.
    pub waiting_cycles: Option<f64>,
    /// Most cycles of a launch.
    pub waiting_cycles_max: Option<u64>,
}

/// The kernel, by its entry PC, and how it was launched.
type Key = (u32, LaunchWay);

#[derive(Debug)]
struct Node {
    parent: Option<usize>,
    depth: u32,
    key: Option<Key>,
    children: Vec<usize>,
    launches: u64,
    tbs: u64,
    device_kernels: u64,
    started: u64,
    waiting_cycles: u64,
    waiting_cycles_max: u64,
}

/// All nodes; those that launch stand before those that they launch.
#[derive(Debug, Default)]
pub struct LaunchTree {
    nodes: Vec<Node>,
    /// Those of the host.
    roots: Vec<usize>,
}

impl LaunchTree {
    /// Counts a launch by a TB of node `parent`, or by the host. Returns its node.
    pub fn launched(&mut self, parent: Option<usize>, pc: u32, way: LaunchWay) -> usize {
        let node = self.node(parent, pc, way);
        let counted = &mut self.nodes[node];
        counted.launches += 1;
        counted.device_kernels += u64::from(way == LaunchWay::Kernel);
        node
    }

    /// Counts an aggregated group without an eligible kernel, which goes through the KMU.
    pub fn missed(&mut self, node: usize) {
        self.nodes[node].device_kernels += 1;
    }

    /// Counts a TB. The first of its launch says how long that has waited.
    pub fn started(&mut self, node: usize, waited: Option<u64>) {
        let node = &mut self.nodes[node];
        node.tbs += 1;
        if let Some(cycles) = waited {
            node.started += 1;
            node.waiting_cycles += cycles;
            node.waiting_cycles_max = node.waiting_cycles_max.max(cycles);
        }
    }

    /// What was counted, with the names of the kernels.
    pub fn list(&self, program: &Program) -> Vec<LaunchNode> {
        let name = |(pc, _): Key| program.function_by_pc(pc).map(|(_, kernel)| kernel.name.clone());
        let nodes = self.nodes.iter().map(|node| LaunchNode {
            parent: node.parent,
            depth: node.depth,
            kernel: node.key.and_then(name),
            way: node.key.map(|(_, way)| way),
            launches: node.launches,
            tbs: node.tbs,
            device_kernels: node.device_kernels,
            waiting_cycles: ratio(node.waiting_cycles, node.started),
            waiting_cycles_max: (node.started > 0).then_some(node.waiting_cycles_max),
        });
        nodes.collect()
    }

    /// Finds the node of a kernel under `parent`, or makes it.
    fn node(&mut self, parent: Option<usize>, pc: u32, way: LaunchWay) -> usize {
        // Descendants of what has no kernel are counted with it.
        if let Some(parent) = parent.filter(|&parent| self.nodes[parent].key.is_none()) {
            return parent;
        }
        let key = Some((pc, way));
        self.child(parent, key).unwrap_or_else(|| {
            let full = self.nodes.len() >= MOST_NODES;
            let known = full.then(|| self.child(parent, None)).flatten();
            known.unwrap_or_else(|| self.add(parent, key.filter(|_| !full)))
        })
    }

    fn child(&self, parent: Option<usize>, key: Option<Key>) -> Option<usize> {
        let children = parent.map_or(&self.roots, |parent| &self.nodes[parent].children);
        children.iter().copied().find(|&child| self.nodes[child].key == key)
    }

    fn add(&mut self, parent: Option<usize>, key: Option<Key>) -> usize {
        let node = self.nodes.len();
        let depth = parent.map_or(0, |parent| self.nodes[parent].depth + 1);
        match parent {
            Some(parent) => self.nodes[parent].children.push(node),
            None => self.roots.push(node),
        }
        self.nodes.push(Node {
            parent,
            depth,
            key,
            children: Vec::new(),
            launches: 0,
            tbs: 0,
            device_kernels: 0,
            started: 0,
            waiting_cycles: 0,
            waiting_cycles_max: 0,
        });
        node
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use LaunchWay::{Group, Host, Kernel};

    #[test]
    fn launches_of_one_kernel_in_one_way_by_one_node_share_a_node() {
        let mut tree = LaunchTree::default();
        let host = tree.launched(None, 8, Host);
        assert_eq!(tree.launched(None, 8, Host), host);
        let kernel = tree.launched(Some(host), 8, Kernel);
        let group = tree.launched(Some(host), 8, Group);
        let deeper = tree.launched(Some(kernel), 8, Kernel);
        assert_eq!(tree.launched(Some(kernel), 8, Kernel), deeper);
        assert_eq!([host, kernel, group, deeper], [0, 1, 2, 3]);
        let depths: Vec<_> = tree.nodes.iter().map(|node| (node.depth, node.launches)).collect();
        assert_eq!(depths, [(0, 2), (1, 1), (1, 1), (2, 2)]);
    }

    #[test]
    fn the_first_tb_of_a_launch_says_how_long_it_waited() {
        let mut tree = LaunchTree::default();
        let node = tree.launched(None, 8, Host);
        tree.started(node, Some(30));
        tree.started(node, None);
        tree.started(node, Some(10));
        let node = &tree.nodes[node];
        assert_eq!((node.tbs, node.started), (3, 2));
        assert_eq!((node.waiting_cycles, node.waiting_cycles_max), (40, 30));
    }

    #[test]
    fn however_many_kernels_launch_each_other_the_nodes_are_few_and_no_launch_is_lost() {
        let mut tree = LaunchTree::default();
        let mut level = vec![tree.launched(None, 8, Host)];
        let mut launches = 1;
        // Two kernels, each of which launches both.
        for _ in 0..10 {
            let both = |&parent: &usize| [(parent, 8), (parent, 16)];
            let next: Vec<_> = level.iter().flat_map(both).collect();
            launches += next.len() as u64;
            let launch = |(parent, pc)| tree.launched(Some(parent), pc, Group);
            level = next.into_iter().map(launch).collect();
        }
        assert!(tree.nodes.len() <= 2 * MOST_NODES, "{} nodes", tree.nodes.len());
        assert!(tree.nodes.iter().any(|node| node.key.is_none()));
        assert_eq!(tree.nodes.iter().map(|node| node.launches).sum::<u64>(), launches);
        assert!(tree
            .nodes
            .iter()
            .enumerate()
            .all(|(at, node)| node.parent.is_none_or(|by| by < at)));
    }
}
