//! Every unit meets its specification as a model and as a circuit, and the two agree on every cycle.
//! One body; a unit is one line.

use heddle_hw::kit::trial::{search, Checker, Plan};
use heddle_hw::kit::{Rtl, Spec, Unit};

/// Stimuli per unit, preset and backend, unless `HEDDLE_CASES` says otherwise.
const CASES: u32 = 64;

fn hold<R: Spec>(preset: &str) {
    hold_sized::<R>(preset, R::preset(preset).expect("every unit has tiny and paper"));
}

fn hold_sized<R: Spec>(sizes: &str, params: R::Params) {
    let plan = Plan::from_env(CASES).expect("numbers");
    let model = || R::model(&params);
    let circuit = || Rtl::new(R::circuit(&params));
    let outcome = search::<R, _>(&params, plan, Checker::Spec, model)
        .and_then(|_| search::<R, _>(&params, plan, Checker::Spec, circuit))
        .and_then(|_| search::<R, _>(&params, plan, Checker::Model, circuit));
    if let Err(found) = outcome {
        panic!("{} at {sizes}, {plan:?}: {}; stimulus {}", R::NAME, found.failure, found.stimulus);
    }
}

macro_rules! units {
    ($($test:ident: $unit:ty,)*) => { $( mod $test {
        #[test]
        fn meets_its_specification_at_tiny_in_model_and_circuit() {
            super::hold::<$unit>("tiny");
        }
        #[test]
        fn meets_its_specification_at_paper_in_model_and_circuit() {
            super::hold::<$unit>("paper");
        }
    } )* };
}

units! {
    register: heddle_hw::kit::register::Register,
    sram: heddle_hw::kit::sram::SramBlock,
    arbiter: heddle_hw::kit::arbiter::Arbiter,
    fifo: heddle_hw::kit::fifo::Fifo,
    kmu: heddle_hw::kmu::Kmu,
    kernel_distributor: heddle_hw::kernel_distributor::KernelDistributor,
    agt: heddle_hw::agt::Agt,
    dats: heddle_hw::dats::Dats,
    dgb: heddle_hw::dgb::Dgb,
    fcfs: heddle_hw::fcfs::Fcfs,
    kd: heddle_hw::kd::Kd,
    smx_scheduler: heddle_hw::smx_scheduler::SmxScheduler,
}

#[test]
fn the_smx_scheduler_meets_its_specification_with_the_most_smxs_and_slots_its_pins_carry() {
    let params = heddle_hw::smx_scheduler::pins::Params {
        smxs: 32,
        slots: 32,
        ..heddle_hw::smx_scheduler::SmxScheduler::tiny()
    };
    hold_sized::<heddle_hw::smx_scheduler::SmxScheduler>("32 SMXs of 32 slots", params);
}

#[test]
fn the_agt_meets_its_specification_in_every_organisation_at_the_smallest_and_the_largest_size() {
    use heddle_hw::agt::pins::{Organisation, Params};
    for organisation in [Organisation::Hash, Organisation::LinearProbing, Organisation::TwoWay] {
        for entries in [4, 16, 4096] {
            let params = Params { entries, organisation };
            hold_sized::<heddle_hw::agt::Agt>(&format!("{params:?}"), params);
        }
    }
}

#[test]
fn unit_names_are_unique() {
    use heddle_hw::kit;
    let names = [
        kit::register::Register::NAME,
        kit::sram::SramBlock::NAME,
        kit::arbiter::Arbiter::NAME,
        kit::fifo::Fifo::NAME,
        heddle_hw::kmu::Kmu::NAME,
        heddle_hw::kernel_distributor::KernelDistributor::NAME,
        heddle_hw::agt::Agt::NAME,
        heddle_hw::dats::Dats::NAME,
        heddle_hw::dgb::Dgb::NAME,
        heddle_hw::fcfs::Fcfs::NAME,
        heddle_hw::kd::Kd::NAME,
        heddle_hw::smx_scheduler::SmxScheduler::NAME,
    ];
    let unique: std::collections::BTreeSet<_> = names.iter().collect();
    assert_eq!(unique.len(), names.len());
}
