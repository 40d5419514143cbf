//! The numbers of a graph.

use super::describe::{Histogram, Measure, Numbers, Published};
use heddle_workloads::inputs::{load, Children, GraphProperties, InputError, InputSpec, Original};

/// Mean threads per child over the benchmarks of the thesis.
const MEAN_CHILD: Published = (40.0, "thesis 3.5, \"around 40\", mean of all benchmarks");

/// Names of the quantiles of degrees, and thousandths of the vertices.
const QUANTILES: [(&str, u32); 6] = [
    ("least degree", 0),
    ("degree of 10 %, at most", 100),
    ("median degree", 500),
    ("degree of 90 %, at most", 900),
    ("degree of 99 %, at most", 990),
    ("largest degree", 1000),
];

/// Generates or reads the graph that `text` names, and measures it.
pub fn graph(text: &str) -> Result<Numbers, InputError> {
    let graph = InputSpec::parse(text).and_then(|spec| load(&spec))?;
    let properties = GraphProperties::of(&graph);
    let original = InputSpec::original(text);
    let published = |value: f64| original.map(|graph| (value, graph.source));
    let size = |of: fn(Original) -> u32| original.and_then(|graph| published(f64::from(of(graph))));
    let mean = original.map(|graph| f64::from(graph.arcs) / f64::from(graph.vertices));
    let mut measures = vec![
        Measure::new("vertices", graph.vertices()).beside(size(|graph| graph.vertices)),
        Measure::new("arcs", graph.edges()).beside(size(|graph| graph.arcs)),
        Measure::new("mean degree", properties.mean_degree()).beside(mean.and_then(published)),
    ];
    measures.extend(
        QUANTILES
            .map(|(name, per_mille)| Measure::new(name, properties.degree_quantile(per_mille))),
    );
    let components = original.and_then(|graph| graph.components);
    measures.extend([
        Measure::new("mean distance of neighbours in memory, of all", properties.mean_distance),
        Measure::new("neighbours within 32 words (a line)", properties.within_a_line),
        Measure::new("neighbours within 1024 words", properties.within_a_window),
        Measure::new("components", properties.components)
            .beside(components.map(f64::from).and_then(published)),
        Measure::new("levels of a search from the largest", properties.levels),
    ]);
    measures.extend(children(&properties.children, original.map(|_| MEAN_CHILD)));
    let histogram = Histogram::doubling("degree", "vertices", &properties.degrees);
    Ok(Numbers { measures, histogram })
}

/// Returns the measures of what is launched if every item is visited once. `mean` is the published mean number of
/// threads per child.
pub fn children(children: &Children, mean: Option<Published>) -> [Measure; 3] {
    [
        Measure::new("children (32 threads or more)", children.launched as f64),
        Measure::maybe("threads per child, mean", children.mean_threads()).beside(mean),
        Measure::new("share of the work in children", children.share_of_work()),
    ]
}
