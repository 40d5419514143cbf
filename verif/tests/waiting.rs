//! Tests that circuits have the trace of the models also when parents wait for their children,
//! which sends kernels through the KMU's suspend and resume commands.

use heddle_sim::config::GpuConfig;
use heddle_sim::host::Workload;
use heddle_verif::backends::{Backend, Backends};
use heddle_verif::lockstep::Program;
use heddle_workloads::PtxFile;

const PTX: &str = include_str!("../../sim/tests/ptx/cdp/waiting.compute_35.ptx");

fn sums() -> Result<Box<dyn Workload>, String> {
    let mut file = PtxFile::new("waiting.ptx", PTX.to_string(), "sums".to_string());
    (file.grid, file.block) = ([10, 1, 1], [64, 1, 1]);
    for argument in ["zero:2560", "zero:2560"] {
        file.push_argument(argument).map_err(|error| error.to_string())?;
    }
    Ok(Box::new(file))
}

#[test]
fn circuits_suspend_and_resume_waiting_parents_on_the_cycle_of_the_models() {
    for launch in ["cdp", "dtbl"] {
        let mut config = GpuConfig::preset("tiny").expect("there is a tiny machine");
        let settings = [("kernel.launch", launch), ("kernel.latency", "ideal"), ("smx.tbs", "2")];
        for (key, value) in settings {
            config.set(key, value).expect(key);
        }
        let scratch = tempfile::tempdir().expect("a scratch directory");
        let command = "heddle lockstep waiting.ptx";
        let failures = scratch.path();
        let program = Program {
            config: &config,
            build: &sums,
            command,
            failures,
            watch: true,
            every_pin: false,
        };
        let reference = program.reference().expect("the models run");
        assert!(reference.suspended_tbs > 0, "{launch}: parents leave their SMXs");
        let rtl = Backends::all(Backend::Rtl);
        let comparison = program.compare(&rtl, &reference).expect("the comparison ends");
        assert!(comparison.equal, "{launch}: {:?}", comparison.difference);
    }
}
