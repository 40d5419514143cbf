//! What the targets for the inputs of applications do: texts that name a generator, tables, rules and arrays. An error
//! is an answer; what is accepted must keep its promises and must be fit for its application. Each function returns
//! whether anything was accepted.

use heddle_workloads::inputs::npy::{Dtype, NpyArray};
use heddle_workloads::inputs::{
    load, load_matching, load_points, load_sort_keys, points_from_array, Field, InputSpec,
    Matching, Matrices, Point, Ratings, Relation, Relations, Sequences,
};
use heddle_workloads::{refined_cells, tree_nodes, Regx, Way};

/// What a text may ask for that is generated: more takes longer than an input of a fuzzer should.
const MOST_WORK: u64 = 1 << 16;

/// Roughly what the generator that a text names would make, in the smallest pieces; 0 if it is refused.
fn work(text: &str) -> u64 {
    let mut fields = text.split(':');
    let name = fields.next().unwrap_or_default();
    let numbers: Option<Vec<u64>> = fields.take(3).map(|field| field.parse().ok()).collect();
    match (name, numbers.as_deref()) {
        ("graph500", Some(&[scale, factor, ..])) => {
            2_u64.saturating_pow(scale.try_into().unwrap_or(u32::MAX)).saturating_mul(factor)
        }
        ("combustion", Some(&[base, levels, ..])) => 8_u64
            .saturating_pow(levels.try_into().unwrap_or(u32::MAX))
            .saturating_mul(base)
            .saturating_pow(2),
        ("movielens", Some(&[users, _, mean])) => users.saturating_mul(mean),
        ("strings", Some(&[count, length, ..])) => count.saturating_mul(length),
        ("sparse", Some(&[rows, inner, columns])) => {
            rows.saturating_mul(inner).saturating_add(inner.saturating_mul(columns))
        }
        ("genome", Some(&[bases, reads, length])) => {
            bases.saturating_add(reads.saturating_mul(length))
        }
        ("uniform" | "gaussian", Some(&[left, right, _])) => left.saturating_add(right),
        (_, Some(&[size, ..])) => size,
        (_, None | Some([])) => 0,
    }
}

/// A text that names a generator, for every kind of input. Files are left alone, and so is what takes long to make;
/// graphs of any size are at least asked for.
pub fn generator(data: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(data) else { return false };
    let spec = InputSpec::parse(text);
    let word = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    if !text.split_once(':').is_some_and(|(name, _)| name.chars().all(word)) {
        return false;
    }
    if work(text) > MOST_WORK {
        return false;
    }
    let mut accepted = false;
    if let Ok(graph) = spec.and_then(|spec| load(&spec)) {
        assert!(graph.columns().iter().all(|&to| to < graph.vertices()), "an edge to nowhere");
        accepted = true;
    }
    if let Ok(ratings) = Ratings::load(text) {
        check_ratings(&ratings);
        accepted = true;
    }
    if let Ok(relations) = Relations::load(text) {
        let keys = &relations.right.keys;
        assert!(keys.windows(2).all(|pair| pair[0] <= pair[1]), "the right side is not sorted");
        accepted = true;
    }
    if let Ok(keys) = load_sort_keys(text) {
        assert!(!keys.is_empty());
        accepted = true;
    }
    if let Ok(matrices) = Matrices::load(text) {
        check_matrices(&matrices);
        accepted = true;
    }
    if let Ok(sequences) = Sequences::load(text) {
        check_sequences(&sequences);
        accepted = true;
    }
    if let Ok(points) = load_points(text) {
        check_tree(&points);
        accepted = true;
    }
    if let Ok(field) = Field::load(text) {
        assert_eq!(refined_cells(&field).len(), field.levels as usize);
        accepted = true;
    }
    if let Ok(matching) = load_matching(text) {
        assert!(!matching.rules.is_empty() && !matching.streams.is_empty());
        accepted = true;
    }
    accepted
}

fn check_ratings(ratings: &Ratings) {
    assert!(ratings.users() > 0 && ratings.items() > 0);
    for items in ratings.by_user() {
        assert!(items.windows(2).all(|pair| pair[0] < pair[1]), "an item twice");
        assert!(items.iter().all(|&item| item < ratings.items()), "an item that is none");
    }
}

fn check_matrices(matrices: &Matrices) {
    assert_eq!(matrices.left.columns, matrices.right.rows());
    for matrix in [&matrices.left, &matrices.right] {
        assert!(matrix.column_of.iter().all(|&column| column < matrix.columns), "no such column");
        assert_eq!(matrix.offsets.last(), Some(&(matrix.values.len() as u32)));
    }
}

fn check_sequences(sequences: &Sequences) {
    assert!(!sequences.genome.is_empty() && sequences.reads() > 0);
    let letters = sequences.genome.iter().chain(&sequences.letters);
    assert!(letters.copied().all(|letter| letter < 4), "a letter that is none");
    assert!(sequences.by_read().all(|read| !read.is_empty()), "a read of nothing");
}

fn check_tree(points: &[Point]) {
    let nodes = tree_nodes(points);
    assert!(nodes.iter().all(|node| node.cells > 0), "a node of nothing");
}

/// A table of ratings and a table of tuples.
pub fn table(data: &[u8]) -> bool {
    let (ratings, relation) = (Ratings::read("u.data", data), Relation::read("left", data));
    if let Ok(ratings) = &ratings {
        check_ratings(ratings);
    }
    if let Ok(relation) = &relation {
        assert_eq!(relation.keys.len(), relation.values.len());
        assert!(relation.tuples() > 0);
    }
    ratings.is_ok() || relation.is_ok()
}

/// Rules, and after the first byte 0 the streams; then the automaton for them.
pub fn rules(data: &[u8]) -> bool {
    let cut = data.iter().position(|&byte| byte == 0).unwrap_or(data.len());
    let (rules, streams) = data.split_at(cut);
    let streams = streams.strip_prefix(b"\0").unwrap_or(b"ab");
    let Ok(matching) = Matching::parse(("rules", rules), ("streams", streams)) else {
        return false;
    };
    let made = Regx::new(matching, Way::Flat.into());
    if let Err(what) = &made {
        assert!(what.contains("rule"), "{what}");
    }
    made.is_ok()
}

/// A genome, and after the first byte 0 the reads.
pub fn sequences(data: &[u8]) -> bool {
    let cut = data.iter().position(|&byte| byte == 0).unwrap_or(data.len());
    let (genome, reads) = data.split_at(cut);
    let reads = reads.strip_prefix(b"\0").unwrap_or(b">r\nACGT\n");
    let Ok(sequences) = Sequences::read(("g.fa", genome), ("r.fq", reads)) else { return false };
    check_sequences(&sequences);
    true
}

/// Arrays for points and for a field: the file as it is, then its bytes as the numbers themselves.
pub fn array(data: &[u8]) -> bool {
    let accepted = NpyArray::parse("a.npy", data).is_ok_and(|array| as_input(&array));
    for columns in [3, 4] {
        let rows = data.len() / (4 * columns);
        let bytes = data[..4 * columns * rows].to_vec();
        as_input(&NpyArray { dtype: Dtype::F4, shape: vec![rows as u64, columns as u64], bytes });
    }
    let side = (data.len() / 4).isqrt() / 8 * 8;
    let bytes = data[..4 * side * side].to_vec();
    as_input(&NpyArray { dtype: Dtype::F4, shape: vec![side as u64; 2], bytes });
    accepted
}

fn as_input(array: &NpyArray) -> bool {
    let points = points_from_array("a.npy", array.clone());
    let field = Field::from_array("a.npy", array.clone());
    if let Ok(points) = &points {
        check_tree(points);
    }
    if let Ok(field) = &field {
        assert_eq!(refined_cells(field).len(), field.levels as usize);
    }
    points.is_ok() || field.is_ok()
}
