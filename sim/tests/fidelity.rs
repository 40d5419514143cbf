//! Checks that the tables in docs/src/fidelity.md are what the simulator measures. `HEDDLE_BLESS=1 cargo test -p
//! heddle-sim fidelity::` writes them again; reread what the page says about them then.

use heddle_sim::calibration::{measure, measure_latencies, peer, OPERATIONS};
use heddle_sim::config::GpuConfig;
use std::fmt::Write;
use std::path::Path;

const BEGIN: &str = "<!-- Measured by sim/tests/fidelity.rs. -->\n";
const END: &str = "<!-- End of what is measured. -->\n";

fn percent(rate: Option<f64>) -> String {
    rate.map_or_else(|| "-".to_owned(), |rate| format!("{:.1} %", 100.0 * rate))
}

fn tables() -> String {
    let mut text = String::from(
        "\n| kernel | machine | peer's cycles | ours | ratio | thread instructions | L1 accesses | L1 hits, peer / ours | L2 accesses, peer / ours |\n\
         |---|---|---|---|---|---|---|---|---|\n",
    );
    for of in peer().runs {
        let ours = measure(&GpuConfig::preset(&of.config).unwrap(), &of).unwrap();
        assert_eq!(ours.verified, Some(true), "{of:?}: {:?}", ours.difference);
        assert_eq!(ours.thread_instructions, of.thread_instructions, "{of:?}");
        let l1 = of.l1_accesses.map(|peer| {
            assert_eq!(ours.l1_accesses, peer, "{of:?}");
            peer.to_string()
        });
        writeln!(
            text,
            "| {} {} | {} | {} | {} | {:.2} | {} | {} | {} / {} | {} / {} |",
            of.kernel.name(),
            of.size,
            of.config,
            of.cycles,
            ours.cycles,
            ours.cycles as f64 / of.cycles as f64,
            of.thread_instructions,
            l1.unwrap_or_else(|| "-".to_owned()),
            percent(of.l1_hit_rate),
            percent(ours.l1_hit_rate),
            of.l2_accesses,
            ours.l2_accesses,
        )
        .unwrap();
    }
    text += "\n| cycles a dependent operation | machine | peer's | ours | ratio |\n|---|---|---|---|---|\n";
    for of in peer().latencies {
        let ours = measure_latencies(&GpuConfig::preset(&of.config).unwrap()).unwrap();
        for ((operation, peer), ours) in OPERATIONS.iter().zip(of.cycles()).zip(ours) {
            let (config, ratio) = (&of.config, ours / peer);
            writeln!(text, "| {operation} | {config} | {peer:.2} | {ours:.2} | {ratio:.2} |")
                .unwrap();
        }
    }
    text + "\n"
}

#[test]
fn the_page_on_fidelity_shows_what_is_measured() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/src/fidelity.md");
    let page = std::fs::read_to_string(&path).unwrap();
    let (before, rest) = page.split_once(BEGIN).expect("the page marks where the tables begin");
    let (_, after) = rest.split_once(END).expect("the page marks where the tables end");
    let expected = format!("{before}{BEGIN}{}{END}{after}", tables());
    if std::env::var_os("HEDDLE_BLESS").is_some() {
        std::fs::write(&path, expected).unwrap();
    } else {
        assert!(page == expected, "{} is stale: HEDDLE_BLESS=1 writes it anew", path.display());
    }
}
