//! The words of an image, one by one, and the limits of the hardware.

use super::*;
use crate::graph::Parent;

const WEST_AND_NORTH: [Parent; 2] = [Parent::Offset([-1, 0, 0]), Parent::Offset([0, -1, 0])];

fn wavefront(grid: [u32; 3]) -> DependencyGraph {
    DependencyGraph::from_parents(grid, |_| WEST_AND_NORTH).unwrap()
}

fn refusal(graph: &DependencyGraph, grid: [u32; 3], id_bits: u32) -> String {
    GraphImage::new(graph, grid, id_bits).unwrap_err().to_string()
}

#[test]
fn nodes_are_renamed_level_by_level_and_hold_edges_parents_level_and_tb() {
    // The TBs by level are (0,0); (1,0) (0,1); (2,0) (1,1); (2,1). x takes two bits.
    let image = GraphImage::new(&wavefront([3, 2, 1]), [3, 2, 1], 16).unwrap();
    let nodes = [
        [0, 0, 0b000, 0],
        [2, 0x1_0001, 0b001, 0],
        [4, 0x1_0001, 0b100, 0],
        [5, 0x2_0001, 0b010, 0],
        [6, 0x2_0002, 0b101, 0],
        [7, 0x3_0002, 0b110, 0],
    ];
    assert_eq!(image.node_words()[..24], nodes.concat());
    assert_eq!(image.edge_words()[..7], [1, 2, 3, 4, 4, 5, 5]);
}

#[test]
fn both_arrays_are_padded_with_zeros_to_whole_chunks() {
    let image = GraphImage::new(&wavefront([3, 2, 1]), [3, 2, 1], 16).unwrap();
    assert_eq!((image.node_words().len(), image.edge_words().len()), (32, 32));
    assert!(image.node_words()[24..].iter().chain(&image.edge_words()[7..]).all(|&word| word == 0));
    let alone = GraphImage::new(&wavefront([1, 1, 1]), [1, 1, 1], 16).unwrap();
    assert_eq!((alone.node_words().len(), alone.edge_words().len()), (32, 32));
    let full = GraphImage::new(&wavefront([8, 1, 1]), [8, 1, 1], 16).unwrap();
    assert_eq!(full.node_words().len(), 32);
}

#[test]
fn a_barrier_node_has_no_tb() {
    let graph = DependencyGraph::with_barriers(&[0, 1]).unwrap();
    let image = GraphImage::new(&graph, [2, 1, 1], 16).unwrap();
    let nodes = [[0, 0, 0, 0], [1, 0x1_0001, u32::MAX, 0], [2, 0x2_0001, 1, 0]];
    assert_eq!(image.node_words()[..12], nodes.concat());
    assert_eq!(image.header(0, 0, Policy::Lrr), [3, 2, 0, 0, 0, 1, 2, 0]);
}

#[test]
fn the_header_has_sizes_addresses_policy_and_the_widths_of_indices() {
    let grid = [5, 3, 1];
    let image = GraphImage::new(&wavefront(grid), grid, 16).unwrap();
    let header = image.header(0x1_0080, 0x2_0000, Policy::Lvl(3));
    assert_eq!(header, [15, 22, 0x1_0080, 0x2_0000, 0x1_0003, 0x0203, 15, 0]);
    assert_eq!(image.header(0, 0, Policy::Lrr)[4], 0);
}

#[test]
fn the_image_in_memory_is_where_its_header_says() {
    let mut memory = GlobalMemory::new(1 << 20);
    memory.alloc(40, 32).unwrap();
    let image = GraphImage::new(&wavefront([9, 9, 1]), [9, 9, 1], 16).unwrap();
    let header = image.place(&mut memory, Policy::Lrr).unwrap();
    let [_, _, node_base, edge_base, ..] = header.map(u64::from);
    assert_eq!((node_base % 128, edge_base % 128), (0, 0));
    let words = |base, words: &[u32]| memory.read_u32s(base, words.len() as u64).unwrap();
    assert_eq!(words(node_base, image.node_words()), image.node_words());
    assert_eq!(words(edge_base, image.edge_words()), image.edge_words());
    assert!(image.place(&mut GlobalMemory::new(1 << 17), Policy::Lrr).is_ok());
    assert!(image.place(&mut GlobalMemory::new(0x1_0000), Policy::Lrr).is_err());
}

#[test]
fn a_graph_of_another_grid_is_refused() {
    assert_eq!(
        refusal(&wavefront([3, 2, 1]), [3, 3, 1], 16),
        "the grid has 9 TBs and the dependency graph 6; give both the same number"
    );
    let empty = DependencyGraph::from_edges(0, &[]).unwrap();
    assert_eq!(
        refusal(&empty, [0, 1, 1], 16),
        "the grid has 0 TBs and the dependency graph 0; give both the same number"
    );
}

#[test]
fn ids_of_16_bits_distinguish_65535_nodes_and_no_more() {
    let free = |tbs| DependencyGraph::from_edges(tbs, &[]).unwrap();
    assert!(GraphImage::new(&free(65535), [65535, 1, 1], 16).is_ok());
    assert_eq!(
        refusal(&free(65536), [65536, 1, 1], 16),
        "65536 nodes do not fit IDs of 16 bits, which distinguish at most 65535; use a machine with \
        wider IDs or fewer TBs"
    );
    assert!(GraphImage::new(&free(65536), [65536, 1, 1], 24).is_ok());
}

#[test]
fn tb_indices_that_do_not_fit_an_id_are_refused() {
    let grid = [129, 129, 3];
    let graph = DependencyGraph::from_edges(129 * 129 * 3, &[]).unwrap();
    assert_eq!(
        refusal(&graph, grid, 16),
        "TB indices of the grid 129 x 129 x 3 take 18 bits (8 + 8 + 2), an ID has 16; give the grid \
        a shape nearer to powers of two, or use a machine with wider IDs"
    );
    assert!(GraphImage::new(&graph, grid, 24).is_ok());
}

#[test]
fn more_parents_or_levels_than_the_hardware_counts_are_refused() {
    let star = |parents: u32| {
        let edges: Vec<(u32, u32)> = (0..parents).map(|parent| (parent, parents)).collect();
        (DependencyGraph::from_edges(parents + 1, &edges).unwrap(), [parents + 1, 1, 1])
    };
    let (graph, grid) = star(65535);
    assert_eq!(GraphImage::new(&graph, grid, 24).unwrap().node_words()[4 * 65535 + 1], 0x1_FFFF);
    let (graph, grid) = star(65536);
    assert_eq!(
        refusal(&graph, grid, 24),
        "TB 65536 has 65536 parents; the hardware counts at most 65535, so put barriers of fewer \
        parents between"
    );
    let chain = |tbs: u32| {
        let edges: Vec<(u32, u32)> = (1..tbs).map(|tb| (tb - 1, tb)).collect();
        (DependencyGraph::from_edges(tbs, &edges).unwrap(), [tbs, 1, 1])
    };
    let (graph, grid) = chain(65535);
    assert!(GraphImage::new(&graph, grid, 16).is_ok());
    let (graph, grid) = chain(65536);
    assert_eq!(
        refusal(&graph, grid, 24),
        "the dependency graph has 65536 levels; the hardware numbers at most 65535, so launch it in \
        parts"
    );
}
