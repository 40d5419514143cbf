//! Every room keeps its laws as a model and as a circuit, and the two agree on every cycle.
//! One body; a room is one line.

use heddle_hw::kit::{law, Laws, Room, Rtl, Shadow};
use proptest::test_runner::{Config, TestRunner};

/// Scripts per room, preset and backend.
const CASES: u32 = 64;

fn hold<R: Laws>(preset: &str) {
    let params = R::preset(preset).expect("every room has tiny and paper");
    let config = Config { cases: CASES, failure_persistence: None, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(
        config,
        proptest::test_runner::TestRng::deterministic_rng(Default::default()),
    );
    let outcome = runner.run(&R::scripts(&params), |script| {
        let fail = |failure: Box<law::Failure>| {
            proptest::test_runner::TestCaseError::fail(failure.to_string())
        };
        law::check::<R, _>(&mut R::model(&params), &params, &script).map_err(fail)?;
        law::check::<R, _>(&mut Rtl::new(R::circuit(&params)), &params, &script).map_err(fail)?;
        let (model, circuit) = (R::model(&params), Rtl::new(R::circuit(&params)));
        let mut shadow = Shadow::new(format!("{} {preset}", R::NAME), model, circuit);
        law::check::<R, _>(&mut shadow, &params, &script).map_err(fail)?;
        Ok(())
    });
    if let Err(error) = outcome {
        panic!("{} at {preset}: {error}", R::NAME);
    }
}

macro_rules! rooms {
    ($($test:ident: $room:ty,)*) => { $( mod $test {
        #[test]
        fn keeps_its_laws_at_tiny_in_model_and_circuit() {
            super::hold::<$room>("tiny");
        }
        #[test]
        fn keeps_its_laws_at_paper_in_model_and_circuit() {
            super::hold::<$room>("paper");
        }
    } )* };
}

rooms! {
    register: heddle_hw::kit::register::Register,
    sram: heddle_hw::kit::sram::SramBlock,
    arbiter: heddle_hw::kit::arbiter::Arbiter,
    fifo: heddle_hw::kit::fifo::Fifo,
    kmu: heddle_hw::kmu::Kmu,
    kernel_distributor: heddle_hw::kernel_distributor::KernelDistributor,
    agt: heddle_hw::agt::Agt,
    smx_scheduler: heddle_hw::smx_scheduler::SmxScheduler,
}

#[test]
fn room_names_are_unique() {
    use heddle_hw::kit;
    let names = [
        kit::register::Register::NAME,
        kit::sram::SramBlock::NAME,
        kit::arbiter::Arbiter::NAME,
        kit::fifo::Fifo::NAME,
        heddle_hw::kmu::Kmu::NAME,
        heddle_hw::kernel_distributor::KernelDistributor::NAME,
        heddle_hw::agt::Agt::NAME,
        heddle_hw::smx_scheduler::SmxScheduler::NAME,
    ];
    let unique: std::collections::BTreeSet<_> = names.iter().collect();
    assert_eq!(unique.len(), names.len());
}
