//! What `heddle inputs` says about every kind of input.

use crate::common::{assert_says, heddle, json, refusal};
use serde_json::Value;

fn describe(arguments: &[&str]) -> Vec<Value> {
    let described = json(&[&["inputs", "--json"], arguments].concat());
    described.as_array().expect("a list").clone()
}

/// The measure called `name`, of the input or of the original.
fn measure(input: &Value, name: &str, whose: &str) -> f64 {
    let measures = input["measures"].as_array().expect("measures");
    let found = measures.iter().find(|measure| measure["name"] == name);
    let found = found.unwrap_or_else(|| panic!("no {name} in {input}"));
    found[whose].as_f64().unwrap_or_else(|| panic!("{name} has no {whose}"))
}

fn counted(input: &Value) -> u64 {
    let bins = input["histogram"]["bins"].as_array().expect("bins");
    bins.iter().filter_map(|bin| bin["count"].as_u64()).sum()
}

#[test]
fn every_kind_of_input_is_measured_and_its_histogram_counts_everything_once() {
    let inputs = [
        ("citation:2000:1", "graph", "vertices"),
        ("graph500:6:4:1", "graph", "vertices"),
        ("movielens:30:100:25", "ratings", "items"),
        ("uniform:64:300:40", "relations", "right keys"),
        ("gaussian:64:300:40", "relations", "right keys"),
        ("points:500", "points", "nodes of the tree"),
        ("darpa:200", "rules and streams", "streams"),
        ("strings:20:16", "rules and streams", "streams"),
        ("sparse:64:32:128:100", "matrices", "rows"),
        ("genome:4000:50:40:20", "sequences", "reads"),
    ];
    let described = describe(&inputs.map(|(text, _, _)| text));
    for (input, (text, kind, whole)) in described.iter().zip(inputs) {
        assert_eq!((&input["input"], &input["kind"]), (&text.into(), &kind.into()));
        assert_eq!(counted(input) as f64, measure(input, whole, "value"), "{text}");
        assert!(input["original"].is_string(), "{text} stands for something");
    }
}

#[test]
fn a_graph_stands_beside_the_published_one() {
    let [citation, road] = &describe(&["citation:2000:1", "road:100"])[..] else { panic!() };
    assert_eq!(citation["original"], "citationCiteseer");
    assert_eq!(measure(citation, "vertices", "published"), 268_495.0);
    assert_eq!(measure(citation, "vertices", "ratio"), 2000.0 / 268_495.0);
    let mean = measure(citation, "arcs", "value") / measure(citation, "vertices", "value");
    assert_eq!(measure(citation, "mean degree", "value"), mean);
    let published = measure(road, "arcs", "published") / measure(road, "vertices", "published");
    assert_eq!(measure(road, "mean degree", "published"), published);
}

#[test]
fn a_graph_tells_how_close_its_neighbours_are_and_what_it_would_launch() {
    let file = tempfile::NamedTempFile::new().expect("a file");
    // A star of 40 and a pair far away; directions are those of the file.
    let star = (1..=40).map(|to| format!("0 {to}\n")).collect::<String>();
    std::fs::write(file.path(), format!("{star}50 3050\n")).expect("written");
    let graph = &describe(&[file.path().to_str().expect("text")])[0];
    let of = |name| measure(graph, name, "value");
    assert_eq!(of("children (32 threads or more)"), 1.0);
    assert_eq!(of("threads per child, mean"), 40.0);
    assert_eq!(of("share of the work in children"), 40.0 / 41.0);
    assert_eq!(of("neighbours within 32 words (a line)"), 31.0 / 41.0);
    assert_eq!(of("neighbours within 1024 words"), 40.0 / 41.0);
    let distance = f64::from(40 * 41 / 2 + 3000) / 41.0 / 3051.0;
    assert!((of("mean distance of neighbours in memory, of all") - distance).abs() < 1e-12);
    assert_eq!(of("levels of a search from the largest"), 2.0);
    assert_eq!(of("components"), f64::from(3051 - 41));
    assert_eq!((of("median degree"), of("largest degree")), (0.0, 40.0));
}

#[test]
fn a_published_number_has_its_source_and_one_that_is_not_published_is_null() {
    let kron = &describe(&["graph500:6:48:1"])[0];
    assert_eq!(measure(kron, "components", "published"), 253_380.0);
    for input in &describe(&["graph500:6:48", "points:100", "movielens:30:100:25", "road:9"]) {
        for measure in input["measures"].as_array().expect("measures") {
            assert_eq!(measure["published"].is_null(), measure["source"].is_null(), "{measure}");
        }
        let mean = input["measures"].as_array().expect("measures").iter();
        let mut mean = mean.filter(|measure| measure["name"] == "threads per child, mean");
        let mean = mean.next().expect("children");
        assert!(mean["source"].as_str().is_some_and(|text| text.starts_with("thesis")), "{mean}");
    }
    let road = &describe(&["road:9"])[0];
    let value = |name| {
        let mut measures = road["measures"].as_array().expect("measures").iter();
        measures.find(|measure| measure["name"] == name).expect(name)["value"].clone()
    };
    assert_eq!(value("children (32 threads or more)"), 0.0);
    assert_eq!(value("threads per child, mean"), Value::Null, "there is no child");
}

#[test]
fn ratings_stand_beside_those_of_movielens() {
    let ratings = &describe(&["movielens:943:1682:106:1"])[0];
    let of = |name| (measure(ratings, name, "value"), measure(ratings, name, "published"));
    assert_eq!(of("ratings"), (99_993.0, 100_000.0));
    assert_eq!(of("of a user, median"), (70.0, 65.0));
    assert_eq!(of("of a user, most"), (841.0, 737.0));
    assert_eq!(of("of an item, median"), (34.0, 27.0));
    assert_eq!(of("of an item, most"), (489.0, 583.0));
}

#[test]
fn relations_tell_how_many_matches_a_tuple_has() {
    let relations = &describe(&["uniform:64:300:40"])[0];
    let mean = measure(relations, "matches of a left tuple, mean", "value");
    assert!((7.0..8.0).contains(&mean), "300 / 40 are expected, not {mean}");
    let most = measure(relations, "matches of a left tuple, most", "value");
    assert!(most >= measure(relations, "matches of a left tuple, median", "value"));
}

#[test]
fn keys_to_be_sorted_tell_how_many_are_equal() {
    let keys = &describe(&["gaussian-keys:500:40"])[0];
    assert_eq!(keys["kind"], "keys");
    assert_eq!(measure(keys, "keys", "value"), 500.0);
    let different = measure(keys, "different keys", "value");
    assert_eq!(counted(keys) as f64, different);
    assert_eq!(measure(keys, "of one key, mean", "value"), 500.0 / different);
    assert!(measure(keys, "largest key", "value") < 40.0);
}

#[test]
fn an_image_tells_what_is_divided_at_every_level() {
    let plane = &describe(&["64:4:2:50", "--app", "mandel"])[0];
    assert_eq!(plane["kind"], "plane");
    assert_eq!(measure(plane, "squares below the first", "value"), 4.0 * counted(plane) as f64);
    let within = measure(plane, "share of pixels within the set", "value");
    assert!((0.2..0.3).contains(&within), "the set has an area of 1.5 of 6.25, not {within}");
}

#[test]
fn a_field_tells_what_is_refined_at_every_level() {
    let field = &describe(&["combustion:8:2"])[0];
    assert_eq!(measure(field, "finest cells a side", "value"), 512.0);
    assert_eq!(measure(field, "coldest (K)", "value"), 300.0);
    assert_eq!(measure(field, "hottest (K)", "value"), 2100.0);
    let bins = field["histogram"]["bins"].as_array().expect("bins");
    let refined: Vec<u64> = bins.iter().filter_map(|bin| bin["count"].as_u64()).collect();
    assert_eq!(refined.len(), 2);
    let share = measure(field, "share of the base refined", "value");
    assert_eq!(refined[0] as f64, 64.0 * share);
    assert!(0 < refined[1] && refined[1] <= 64 * refined[0], "{refined:?}");
}

#[test]
fn matrices_tell_how_many_rows_would_be_launched() {
    let matrices = &describe(&["sparse:40:512:2048:10"])[0];
    let of = |name| measure(matrices, name, "value");
    assert_eq!((of("rows"), of("inner side"), of("columns")), (40.0, 512.0, 2048.0));
    assert!(of("products of a row, least") < 32.0 && of("products of a row, most") > 100.0);
    let launched = of("children (32 threads or more)");
    assert!((30.0..40.0).contains(&launched), "{launched}");
}

#[test]
fn sequences_tell_how_many_places_a_read_may_belong_to() {
    // A genome of one stretch repeats nothing.
    let [short, long] = &describe(&["genome:256:40:100:0", "genome:20000:300:100:0"])[..] else {
        panic!()
    };
    assert_eq!(measure(short, "candidates of a read, mean", "value"), 1.0);
    assert_eq!(measure(short, "candidates of a read, most", "value"), 1.0);
    assert_eq!(measure(long, "bases of the genome", "value"), 20_000.0);
    let mean = measure(long, "candidates of a read, mean", "value");
    assert!((1.1..2.5).contains(&mean), "a quarter of the genome repeats another: {mean}");
}

#[test]
fn a_file_is_read_as_its_application_reads_it_and_stands_for_nothing() {
    let file = tempfile::NamedTempFile::new().expect("a file");
    std::fs::write(file.path(), "1 2 5\n1 3 4\n2 3 1\n").expect("written");
    let path = file.path().to_str().expect("text");
    let ratings = &describe(&[path, "--app", "pre"])[0];
    assert_eq!((&ratings["kind"], &ratings["original"]), (&"ratings".into(), &Value::Null));
    assert_eq!(measure(ratings, "users", "value"), 2.0);
    let graph = &describe(&[path])[0];
    assert_eq!((&graph["kind"], &graph["original"]), (&"graph".into(), &Value::Null));
}

#[test]
fn the_table_says_when_no_figure_is_published() {
    let text = |input| String::from_utf8(heddle(&["inputs", input]).stdout).expect("text");
    assert_says(&text("darpa:100"), &["DARPA", "no published figure", "streams", "bytes from"]);
    assert_says(&text("movielens:20:60:20"), &["MovieLens 100K", "published", "100 000"]);
}

#[test]
fn what_cannot_be_described_is_refused_in_one_line() {
    let line = refusal(&["inputs", "village:5"]);
    assert_says(&line, &["village", "citation:VERTICES", "darpa:PACKETS", "points:COUNT"]);
    assert_says(&refusal(&["inputs", "points"]), &["missing", "points:COUNT[:SEED]"]);
    assert_says(&refusal(&["inputs", "movielens:1:2:3"]), &["items 2", "movielens:USERS"]);
    assert_says(&refusal(&["inputs", "/no/such/file"]), &["/no/such/file", "--app"]);
    assert_says(&refusal(&["inputs", "one.txt", "--app", "join"]), &["a join takes two"]);
    assert_says(&refusal(&["inputs", "darpa:5", "--app", "pre"]), &["darpa", "movielens:USERS"]);
    assert_says(&refusal(&["inputs", "x", "--app", "matmul"]), &["--app matmul", "bfs", "regx"]);
}

#[test]
fn without_an_input_every_form_is_listed() {
    let forms = json(&["inputs", "--json"]);
    let forms = forms.as_array().expect("a list");
    assert!(forms.iter().any(|form| form["about"] == "input of regx"));
    assert!(forms.iter().any(|form| form["form"] == "cage:VERTICES[:SEED]"));
}
