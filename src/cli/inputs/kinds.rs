//! The kinds of input, and the numbers of each.

use super::describe::{Histogram, Measure, Numbers, Published, Spread};
use super::graph::{children, graph};
use super::matrices::matrices;
use super::sequences::sequences;
use heddle_workloads::inputs::{
    load_matching, load_points, load_sort_keys, Children, Field, InputError, InputSpec, Plane,
    PublishedRatings, Ratings, Relation, Relations, Tiling, COMBUSTION, GENERATORS,
    MATCHING_INPUTS, MATRICES, MOVIELENS_100K, PLANE, POINTS, RATINGS, REFINEMENT, RELATIONS,
    SEQUENCES, SORT_KEYS, TILING,
};
use heddle_workloads::{draw, refined_cells, tree_nodes};
use std::collections::BTreeMap;

/// The kind of the inputs that are graphs.
pub const GRAPH: &str = "graph";

/// Mean threads per child of the thesis's `bht` and `pre`.
const BHT_CHILD: Published = (33.4, "thesis 4.6.2.2");
const PRE_CHILD: Published = (1527.9, "thesis 4.6.2.2");

/// A kind of input.
pub struct Kind {
    /// Name of the kind.
    pub name: &'static str,
    /// Applications that take it.
    pub apps: &'static [&'static str],
    /// Forms in which it is typed.
    pub forms: fn() -> String,
    /// Generates or reads the input that a text names, and measures it.
    pub describe: fn(&str) -> Result<Numbers, InputError>,
}

/// All kinds; files are read as the first.
pub const KINDS: [Kind; 11] = [
    Kind {
        name: GRAPH,
        apps: &["bfs", "clr", "sssp"],
        forms: || GENERATORS.iter().map(|graph| graph.form).collect::<Vec<_>>().join(", "),
        describe: graph,
    },
    Kind { name: "field", apps: &["amr"], forms: || COMBUSTION.to_owned(), describe: field },
    Kind { name: "points", apps: &["bht"], forms: || POINTS.to_owned(), describe: points },
    Kind {
        name: "relations",
        apps: &["join"],
        forms: || RELATIONS.to_owned(),
        describe: relations,
    },
    Kind { name: "ratings", apps: &["pre"], forms: || RATINGS.to_owned(), describe: ratings },
    Kind {
        name: "rules and streams",
        apps: &["regx"],
        forms: || MATCHING_INPUTS.to_owned(),
        describe: streams,
    },
    Kind { name: "matrices", apps: &["spmm"], forms: || MATRICES.to_owned(), describe: matrices },
    Kind { name: "sequences", apps: &["sa"], forms: || SEQUENCES.to_owned(), describe: sequences },
    Kind {
        name: "keys",
        apps: &["quicksort", "radixsort"],
        forms: || SORT_KEYS.to_owned(),
        describe: sort_keys,
    },
    Kind { name: "plane", apps: &["mandel"], forms: || PLANE.to_owned(), describe: plane },
    Kind {
        name: "tiles",
        apps: &["dtw", "heat2d", "hist", "int_img", "sor", "sw"],
        forms: || TILING.to_owned(),
        describe: tiles,
    },
];

impl Kind {
    /// Returns the generator of this kind that `text` names, if it does.
    pub fn generator<'a>(&self, text: &'a str) -> Option<&'a str> {
        let name = text.split(':').next()?;
        let forms = (self.forms)();
        let mut words = forms.split([' ', ',']).filter_map(|word| word.split_once(':'));
        words.any(|(generator, _)| generator == name).then_some(name)
    }
}

/// Returns the original that a generator replaces.
pub fn original(generator: &str) -> Option<&'static str> {
    if let Some(graph) = InputSpec::original(&format!("{generator}:")) {
        return Some(graph.name);
    }
    Some(match generator {
        "flight" | "flight-skewed" => "the global flight network",
        "combustion" => "a combustion simulation",
        "points" => "randomly generated data points",
        "uniform" | "gaussian" => "synthetic arrays of such keys",
        "movielens" => MOVIELENS_100K.name,
        "darpa" => "the DARPA intrusion-detection packets",
        "strings" => "a random string collection",
        "sparse" => "the sparse matrices of LASER",
        "genome" => "reads of the genome of Arabidopsis thaliana",
        _ => return None,
    })
}

/// Returns the children that items of so many threads make.
fn children_of(threads: impl IntoIterator<Item = u32>) -> Children {
    Children::of(threads.into_iter().map(u64::from))
}

fn field(text: &str) -> Result<Numbers, InputError> {
    let field = Field::load(text)?;
    let side = (field.finest.len() as f64).sqrt();
    let coldest = field.finest.iter().copied().fold(f32::INFINITY, f32::min);
    let hottest = field.finest.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let sum: f64 = field.finest.iter().map(|&kelvin| f64::from(kelvin)).sum();
    let refined = refined_cells(&field);
    let at_base = refined.first().map_or(0.0, |&cells| cells as f64);
    // Every refined cell is a patch of the same size.
    let patches = refined.iter().sum::<u64>();
    let patches = Children::of((0..patches).map(|_| u64::from(REFINEMENT.pow(2))));
    let mut measures = vec![
        Measure::new("finest cells a side", side),
        Measure::new("base cells a side", field.base),
        Measure::new("levels", field.levels),
        Measure::new("coldest (K)", coldest),
        Measure::new("mean (K)", sum / field.finest.len() as f64),
        Measure::new("hottest (K)", hottest),
        Measure::new("share of the base refined", at_base / f64::from(field.base).powi(2)),
    ];
    measures.extend(children(&patches, None));
    Ok(Numbers { measures, histogram: Histogram::by_number("level", "refined cells", &refined) })
}

fn points(text: &str) -> Result<Numbers, InputError> {
    let points = load_points(text)?;
    let nodes = tree_nodes(&points);
    let cells: Vec<u32> = nodes.iter().map(|node| node.cells).collect();
    let spread = Spread::of(&cells);
    let depth = nodes.iter().map(|node| node.level + 1).max().unwrap_or(0);
    let mean = text.starts_with("points:").then_some(BHT_CHILD);
    let mut measures = vec![
        Measure::new("points", points.len() as u32),
        Measure::new("nodes of the tree", nodes.len() as u32),
        Measure::new("depth of the tree", depth),
        Measure::new("cells of a node, mean", spread.mean),
        Measure::new("cells of a node, most", spread.most),
    ];
    measures.extend(children(&children_of(cells.iter().copied()), mean));
    Ok(Numbers { measures, histogram: Histogram::doubling("cells", "nodes", &cells) })
}

fn relations(text: &str) -> Result<Numbers, InputError> {
    let Relations { left, right } = Relations::load(text)?;
    let multiplicity = |relation: &Relation| {
        let mut tuples = BTreeMap::new();
        relation.keys.iter().for_each(|&key| *tuples.entry(key).or_insert(0) += 1);
        tuples
    };
    let (left_keys, right_keys): (_, BTreeMap<u32, u32>) =
        (multiplicity(&left), multiplicity(&right));
    let matches = left.keys.iter().map(|key| right_keys.get(key).copied().unwrap_or(0));
    let matches: Vec<u32> = matches.collect();
    let launched = children_of(matches.iter().copied());
    let matches = Spread::of(&matches);
    let tuples: Vec<u32> = right_keys.into_values().collect();
    let mut measures = vec![
        Measure::new("left tuples", left.tuples()),
        Measure::new("left keys", left_keys.len() as u32),
        Measure::new("right tuples", right.tuples()),
        Measure::new("right keys", tuples.len() as u32),
        Measure::new("matches of a left tuple, median", matches.median),
        Measure::new("matches of a left tuple, mean", matches.mean),
        Measure::new("matches of a left tuple, most", matches.most),
    ];
    measures.extend(children(&launched, None));
    Ok(Numbers { measures, histogram: Histogram::doubling("right tuples", "keys", &tuples) })
}

fn sort_keys(text: &str) -> Result<Numbers, InputError> {
    let keys = load_sort_keys(text)?;
    let mut frequencies: BTreeMap<u32, u32> = BTreeMap::new();
    keys.iter().for_each(|&key| *frequencies.entry(key).or_default() += 1);
    let smallest = frequencies.keys().next().copied().unwrap_or(0);
    let largest = frequencies.keys().next_back().copied().unwrap_or(0);
    let frequencies: Vec<u32> = frequencies.into_values().collect();
    let spread = Spread::of(&frequencies);
    Ok(Numbers {
        measures: vec![
            Measure::new("keys", keys.len() as u32),
            Measure::new("different keys", frequencies.len() as u32),
            Measure::new("smallest key", smallest),
            Measure::new("largest key", largest),
            Measure::new("of one key, mean", spread.mean),
            Measure::new("of one key, most", spread.most),
        ],
        histogram: Histogram::doubling("equal keys", "different keys", &frequencies),
    })
}

fn plane(text: &str) -> Result<Numbers, InputError> {
    let plane = Plane::load(text)?;
    let drawing = draw(&plane);
    let within = drawing.counts.iter().filter(|&&count| count == plane.iterations).count();
    let pixels = f64::from(plane.side).powi(2);
    // Every divided square leaves four.
    let children = 4 * drawing.divided.iter().sum::<u64>();
    Ok(Numbers {
        measures: vec![
            Measure::new("pixels a side", plane.side),
            Measure::new("squares a side", plane.squares),
            Measure::new("levels", plane.levels),
            Measure::new("iterations, most", plane.iterations),
            Measure::new("share of pixels within the set", within as f64 / pixels),
            Measure::new("squares below the first", children as f64),
            Measure::new("pixels that filling changes", drawing.changed),
        ],
        histogram: Histogram::by_number("level", "divided squares", &drawing.divided),
    })
}

fn ratings(text: &str) -> Result<Numbers, InputError> {
    let ratings = Ratings::load(text)?;
    let mut of_item = vec![0; ratings.items() as usize];
    ratings.purchases().iter().for_each(|&item| of_item[item as usize] += 1);
    let of_user: Vec<u32> = ratings.by_user().map(|items| items.len() as u32).collect();
    let (user, item) = (Spread::of(&of_user), Spread::of(&of_item));
    // A file replaces no original.
    let original = text.starts_with("movielens:").then_some(&MOVIELENS_100K);
    let published =
        |of: fn(&PublishedRatings) -> f64| original.map(|ratings| (of(ratings), ratings.name));
    let pairs = ratings.by_user().map(|items| items.len() as u64).map(|p| p * p.saturating_sub(1));
    let launched = Children::of(pairs);
    let mut measures = vec![
        Measure::new("users", ratings.users()).beside(published(|p| p.users.into())),
        Measure::new("items", ratings.items()).beside(published(|p| p.items.into())),
        Measure::new("ratings", ratings.purchases().len() as u32)
            .beside(published(|p| p.ratings.into())),
        Measure::new("of a user, least", user.least).beside(published(|p| p.user_least.into())),
        Measure::new("of a user, median", user.median).beside(published(|p| p.user_median.into())),
        Measure::new("of a user, mean", user.mean)
            .beside(published(|p| f64::from(p.ratings) / f64::from(p.users))),
        Measure::new("of a user, most", user.most).beside(published(|p| p.user_most.into())),
        Measure::new("of an item, median", item.median).beside(published(|p| p.item_median.into())),
        Measure::new("of an item, most", item.most).beside(published(|p| p.item_most.into())),
    ];
    measures.extend(children(&launched, original.map(|_| PRE_CHILD)));
    Ok(Numbers { measures, histogram: Histogram::doubling("ratings", "items", &of_item) })
}

fn streams(text: &str) -> Result<Numbers, InputError> {
    let matching = load_matching(text)?;
    let lengths: Vec<u32> =
        matching.streams.iter().map(|stream| stream.bytes.len() as u32).collect();
    let bytes: u32 = lengths.iter().sum();
    let spread = Spread::of(&lengths);
    Ok(Numbers {
        measures: vec![
            Measure::new("rules", matching.rules.len() as u32),
            Measure::new("streams", lengths.len() as u32),
            Measure::new("bytes", bytes),
            Measure::new("shortest stream (bytes)", spread.least),
            Measure::new("median stream (bytes)", spread.median),
            Measure::new("mean stream (bytes)", spread.mean),
            Measure::new("longest stream (bytes)", spread.most),
        ],
        histogram: Histogram::doubling("bytes", "streams", &lengths),
    })
}

fn tiles(text: &str) -> Result<Numbers, InputError> {
    let tiling = Tiling::load(text)?;
    let widths: Vec<u64> = (0..tiling.levels()).map(|level| tiling.width(level).into()).collect();
    Ok(Numbers {
        measures: vec![
            Measure::new("elements a side", tiling.side()),
            Measure::new("tiles a side", tiling.tiles),
            Measure::new("elements along a tile's side", tiling.tile),
            Measure::new("levels", tiling.levels()),
        ],
        histogram: Histogram::by_number("level", "tiles", &widths),
    })
}
