//! The product of sparse matrices and the alignment of reads: one launch of parents, their children, and the barrier
//! kernel after them.

use super::bench::{run_way, LATENCIES};
use heddle_workloads::inputs::Matrices;
use heddle_workloads::Way;
use itertools::Itertools;

fn agrees_however_work_is_launched(app: &str, input: &str, launches: u64) {
    for preset in ["k20c", "laser13", "tiny"] {
        for (way, latency) in Way::ALL.into_iter().cartesian_product(LATENCIES) {
            let settings = [("kernel.latency", latency)];
            let result = run_way(way, app, input, preset, &settings);
            let what = format!("{app} {way} {latency} on {preset}");
            assert_eq!(result.difference, None, "{what}");
            match way {
                Way::Flat | Way::GatherGrid => assert_eq!(result.launches, 0, "{what}"),
                Way::Cdp | Way::Dtbl => assert_eq!(result.launches, launches, "{what}"),
                _ => assert!((1..=launches).contains(&result.launches), "{what}"),
            }
            assert_eq!(result.deepest_launch, u32::from(result.launches > 0), "{what}");
        }
    }
}

#[test]
fn spmm_agrees_with_the_cpu_and_launches_a_child_for_rows_of_many_products() {
    let input = "sparse:50:40:100:120:1";
    let matrices = Matrices::load(input).expect("two matrices");
    let children = matrices.products().filter(|&products| products >= 32).count();
    assert!((10..50).contains(&children), "{children} of 50 rows");
    agrees_however_work_is_launched("spmm", input, children as u64);
}

#[test]
fn sa_agrees_with_the_cpu_and_launches_a_child_for_each_tb_of_reads() {
    agrees_however_work_is_launched("sa", "genome:3000:300:48:30:1", 3);
}

#[test]
fn any_threshold_and_any_coarsening_leave_the_result_as_it_is() {
    for (app, input) in [("spmm", "sparse:33:20:40:200:2"), ("sa", "genome:900:130:40:60:2")] {
        for way in Way::ALL {
            for (min_items, coarsening) in [("1", "1"), ("40", "3"), ("100000", "2")] {
                let settings = [("child_min_items", min_items), ("coarsening", coarsening)];
                let result = run_way(way, app, input, "tiny", &settings);
                assert_eq!(result.difference, None, "{app} {way} {min_items} {coarsening}");
                assert!(min_items != "100000" || result.launches == 0, "{app} {way}");
            }
        }
    }
}

#[test]
fn files_are_multiplied_and_aligned_like_what_is_generated() {
    let directory = tempfile::tempdir().expect("a scratch directory");
    let file = |name: &str, text: &str| {
        let path = directory.path().join(name);
        std::fs::write(&path, text).expect("writable");
        path.to_str().expect("text").to_owned()
    };
    // Row 0 has elements of one place, a negative one, and products that cancel out; rows 3 and 4 have none.
    let matrix = "%%MatrixMarket matrix coordinate integer general\n5 5 5\n1 1 2\n1 1 3\n1 2 -5\n2 1 5\n3 1 7\n";
    let genome = format!(">one\n{}\n>two\nTTGACCATTGGCANNNNCCATGACC\n", "acgtTGCAGG".repeat(7));
    let reads =
        "@r1\nCGTTGCAGGACGTTGCAGGACGTTGCA\n+\nIIIIIIIIIIIIIIIIIIIIIIIIIII\n@r2\nACG\n+\nIII\n";
    let matrix = file("m.mtx", matrix);
    let sequences = format!("{},{}", file("g.fa", &genome), file("r.fq", reads));
    for way in Way::ALL {
        for (app, input) in [("spmm", &matrix), ("sa", &sequences)] {
            let result = run_way(way, app, input, "tiny", &[("child_min_items", "1")]);
            assert_eq!(result.difference, None, "{app} {way}");
        }
    }
}
