//! Breadth-first search, graph colouring and shortest paths.

use super::bench::{run, run_way};
use heddle_workloads::inputs::GENERATORS;
use heddle_workloads::Way;

fn file(text: &str) -> tempfile::NamedTempFile {
    let mut file = tempfile::NamedTempFile::new().expect("a file");
    std::io::Write::write_all(&mut file, text.as_bytes()).expect("unit");
    file
}

#[test]
fn colouring_and_shortest_paths_agree_with_the_cpu_however_work_is_launched() {
    for (app, preset) in [("clr", "k20c"), ("clr", "tiny"), ("sssp", "k20c"), ("sssp", "tiny")] {
        for way in Way::ALL {
            for latency in ["modelled", "ideal"] {
                let settings = [("kernel.latency", latency)];
                let result = run_way(way, app, "flight-skewed:128:1", preset, &settings);
                let what = format!("{app} {way} {latency} on {preset}");
                assert_eq!(result.difference, None, "{what}");
                assert_eq!(result.launches > 0, way.launches_from_device(), "{what}");
            }
        }
    }
}

#[test]
fn thresholds_and_coarsening_change_no_result() {
    for (app, way) in
        ["bfs", "clr", "sssp"].into_iter().flat_map(|app| Way::ALL.map(|way| (app, way)))
    {
        for (items, coarsening) in [("1", "1"), ("1", "3"), ("32", "3")] {
            let settings = [
                ("kernel.latency", "ideal"),
                ("child_min_items", items),
                ("coarsening", coarsening),
                ("kernel.pending_limit", "100000"),
            ];
            let result = run_way(way, app, "flight-skewed:128:2", "k20c", &settings);
            let what = format!("{app} {way}, {items} items, coarsening {coarsening}");
            assert_eq!(result.difference, None, "{what}");
            if way.launches_from_device() && !way.gathers() {
                assert_eq!(result.launches > 100, items == "1", "{what}: {}", result.launches);
            }
        }
    }
}

#[test]
fn every_graph_app_takes_every_generator() {
    let generators = GENERATORS.iter().map(|generator| generator.form.split(':').next());
    let inputs: Vec<String> = generators
        .map(|name| name.expect("a name"))
        .map(|name| match name {
            "graph500" | "balanced" => format!("{name}:7:8"),
            _ => format!("{name}:200"),
        })
        .collect();
    for app in ["bfs", "clr", "sssp"] {
        for input in &inputs {
            let result = run(app, input, "tiny", &[("kernel.launch", "dtbl")]);
            assert_eq!(result.difference, None, "{app} {input}");
        }
    }
}

#[test]
fn graphs_of_hubs_loops_twins_and_loners_are_right_in_every_mode() {
    // The graph has a hub of 300 neighbours with a twin edge and a loop, 40 edges to a second hub, and an isolated
    // vertex.
    let mut text = String::from("0 0\n0 1\n400 400\n");
    (1..=300).for_each(|to| text += &format!("0 {to}\n"));
    (301..=340).for_each(|to| text += &format!("{to} 7\n7 {to}\n"));
    let hubs = file(&text);
    let single = file("%%MatrixMarket matrix coordinate pattern general\n1 1 0\n");
    for input in [&hubs, &single].map(|file| file.path().to_str().expect("a name")) {
        for way in Way::ALL {
            for app in ["bfs", "clr", "sssp"] {
                let result = run_way(way, app, input, "tiny", &[]);
                assert_eq!(result.difference, None, "{app} {way} {input}");
            }
        }
    }
    assert_eq!(run("sssp", "cage:3", "tiny", &[]).difference, None, "no edge at all");
}

#[test]
fn a_search_by_tbs_and_warps_is_right_for_vertices_of_every_size() {
    for preset in ["k20c", "tiny"] {
        for input in ["graph500:9:16:1", "citation:2000:1", "flight-skewed:2000:1", "cage:500:1"] {
            let result = run("bfs", input, preset, &[]);
            assert_eq!(result.difference, None, "{input} on {preset}");
            assert_eq!(result.launches, 0);
        }
    }
}

/// A graph of levels with `degree` edges per vertex: 1, `degree`, and `degree` squared vertices.
fn tree(degree: u32) -> tempfile::NamedTempFile {
    let inner = (0..=degree).flat_map(|from| (1..=degree).map(move |n| (from, from * degree + n)));
    file(&inner.map(|(from, to)| format!("{from} {to}\n")).collect::<String>())
}

#[test]
fn launches_take_the_place_of_tbs_and_warps_and_leave_the_rest_of_the_search_as_it_is() {
    let runs = |degree, settings: &[(&str, &str)]| {
        let tree = tree(degree);
        let input = tree.path().to_str().expect("a name");
        [Way::Flat, Way::Dtbl].map(|way| {
            let result = run_way(way, "bfs", input, "k20c", settings);
            assert_eq!(result.difference, None, "{way}, {degree} edges");
            (result.launches, result.tbs, result.thread_instructions)
        })
    };
    // The root and each vertex of the first level has a child from 32 edges on.
    let [_, (launches, ..)] = runs(32, &[]);
    assert_eq!(launches, 1 + 32);
    // Below, the parents do all in the way of the flat ones, but for looking whether to launch.
    let [(_, flat_tbs, flat), (launches, tbs, dtbl)] = runs(31, &[]);
    assert_eq!((launches, tbs), (0, flat_tbs));
    let apart = flat.abs_diff(dtbl) as f64 / flat as f64;
    assert!(apart < 0.25, "{flat} and {dtbl} instructions");
}
