//! Checks that the tables in docs/src/fidelity.md are what the simulator measures. `HEDDLE_BLESS=1 cargo test -p
//! heddle-sim fidelity::` writes them again; reread what the page says about them then.

use heddle_sim::calibration::{measure, measure_latencies, peer, references, OPERATIONS};
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
        "\n| case | machine | peer's cycles | ours | ratio | thread instructions, peer / ours | L1 accesses, peer / ours | L1 hits | L2 accesses | DRAM reads |\n\
         |---|---|---|---|---|---|---|---|---|---|\n",
    );
    let mut ratios = Vec::new();
    for (of, mut workload) in references() {
        let ours = measure(&GpuConfig::preset(&of.machine).unwrap(), workload.as_mut()).unwrap();
        assert_eq!(ours.difference, None, "{of:?}");
        let ratio = ours.cycles as f64 / of.cycles as f64;
        let absent = |value: Option<u64>| value.map_or_else(|| "-".to_owned(), |v| v.to_string());
        writeln!(
            text,
            "| {} | {} | {} | {} | {ratio:.2} | {} / {} | {} / {} | {} / {} | {} / {} | {} / {} |",
            of.case,
            of.machine,
            of.cycles,
            ours.cycles,
            of.thread_instructions,
            ours.thread_instructions,
            absent(of.l1_accesses),
            ours.l1_accesses,
            percent(of.l1_hit_rate),
            percent(ours.l1_hit_rate),
            of.l2_accesses,
            ours.l2_accesses,
            absent(of.dram_reads),
            ours.dram_reads,
        )
        .unwrap();
        ratios.push((of.machine, ratio));
    }
    text += "\n| machine | cases | mean error | worst | bias |\n|---|---|---|---|---|\n";
    for of in peer().latencies {
        let on = ratios.iter().filter(|(machine, _)| *machine == of.config);
        let ratios: Vec<f64> = on.map(|(_, ratio)| *ratio).collect();
        let (count, errors) = (ratios.len() as f64, ratios.iter().map(|ratio| (ratio - 1.0).abs()));
        writeln!(
            text,
            "| {} | {} | {} | {} | {:.3} |",
            of.config,
            ratios.len(),
            percent(Some(errors.clone().sum::<f64>() / count)),
            percent(Some(errors.fold(0.0, f64::max))),
            (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / count).exp(),
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
