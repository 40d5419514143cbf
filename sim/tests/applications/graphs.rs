//! Graph colouring, shortest paths, and breadth-first search without device launches.

use super::bench::{run, run_way};
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
                let result = run_way(way, app, "flight:128:1", preset, &settings);
                let what = format!("{app} {way} {latency} on {preset}");
                assert_eq!(result.difference, None, "{what}");
                assert_eq!(result.launches > 0, way.launches_from_device(), "{what}");
            }
        }
    }
}

#[test]
fn thresholds_and_coarsening_change_no_result() {
    for (app, way) in ["clr", "sssp"].into_iter().flat_map(|app| Way::ALL.map(|way| (app, way))) {
        for (items, coarsening) in [("1", "1"), ("1", "3"), ("32", "3")] {
            let settings = [
                ("kernel.latency", "ideal"),
                ("child_min_items", items),
                ("coarsening", coarsening),
                ("kernel.pending_limit", "100000"),
            ];
            let result = run_way(way, app, "flight:128:2", "k20c", &settings);
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
    let inputs = ["graph500:7:8", "citation:200", "road:200", "cage:200", "flight:200"];
    for (app, launch) in
        [("bfs", "dtbl"), ("bfs_cooperative", "flat"), ("clr", "dtbl"), ("sssp", "dtbl")]
    {
        for input in inputs {
            let result = run(app, input, "tiny", &[("kernel.launch", launch)]);
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
        assert_eq!(run("bfs_cooperative", input, "tiny", &[]).difference, None, "{input}");
    }
    assert_eq!(run("sssp", "cage:3", "tiny", &[]).difference, None, "no edge at all");
}

#[test]
fn cooperative_expansion_is_right_for_vertices_of_every_size() {
    for preset in ["k20c", "tiny"] {
        for input in ["graph500:9:16:1", "citation:2000:1", "flight:2000:1", "cage:500:1"] {
            let result = run("bfs_cooperative", input, preset, &[]);
            assert_eq!(result.difference, None, "{input} on {preset}");
            assert_eq!(result.launches, 0);
        }
    }
}

#[test]
fn cooperative_expansion_keeps_more_lanes_busy_than_one_thread_per_vertex() {
    let [flat, cooperative] =
        ["bfs", "bfs_cooperative"].map(|app| run(app, "graph500:10:16:1", "k20c", &[]));
    assert!(cooperative.warp_activity > 1.5 * flat.warp_activity);
    assert!(cooperative.cycles < flat.cycles / 2);
}
