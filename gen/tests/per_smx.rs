//! A unit that is there once per SMX, in a chip's Verilog: instances by `generate`, a bit of each gathered to a mask, a
//! mask that gives each its bit, and ports for each.

use heddle_gen::chip::VerilatedChip;
use heddle_gen::verilated::verilator_available;
use heddle_hw::agt::Agt;
use heddle_hw::chip::{
    BoxedClocked, Chip, Count, Declaration, InstanceVisitor, ModelUnits, PinRef, Sizes,
    UnitFactory, Whole,
};
use heddle_hw::kit::fifo::{self, Fifo};
use heddle_hw::kit::{Class, Unit};
use heddle_hw::placement_rr::{self, RoundRobin};
use heddle_hw::residency::Residency;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// A FIFO for each SMX, emptied in turn: that of the SMX that has the turn, until it is empty.
struct Queues;

impl Declaration for Queues {
    fn instances<V: InstanceVisitor>(sizes: &Sizes, visitor: &mut V) -> Result<(), V::Error> {
        visitor.instance::<Fifo>("queue", Count::PerSmx, Some(fifo::pins::Params { depth: 4 }))?;
        let turns = placement_rr::pins::Params { smxs: sizes.smxs, consecutive: 1 };
        visitor.instance::<RoundRobin>("turns", Count::One, Some(turns))
    }
    fn links() -> String {
        "level queue.out_valid -> turns.room_smxs\nlevel turns.turn_smxs -> queue.out_ready\n\
         tie turns.mask = ones\ntie turns.grant = 0"
            .into()
    }
    fn boundary() -> String {
        "smxs: queue.in, queue.out".into()
    }
}

/// The chip as its Verilog, compiled as one.
struct InOnePiece;

impl UnitFactory for InOnePiece {
    fn build<R: Unit>(
        &self,
        name: &str,
        params: &R::Params,
        class: Class,
    ) -> Result<BoxedClocked<R::In, R::Out>, String> {
        ModelUnits.build::<R>(name, params, class)
    }
    fn whole<D: Declaration>(&self, sizes: &Sizes) -> Result<Option<Box<dyn Whole>>, String> {
        let chip = VerilatedChip::new::<D>(sizes, 1).map_err(|error| error.to_string())?;
        Ok(Some(Box::new(chip)))
    }
}

fn sizes(smxs: u32) -> Sizes {
    Sizes {
        smxs,
        hwqs: 1,
        kdes: 2,
        consecutive: 1,
        smx: Residency::tiny(),
        agt: Some(Agt::tiny()),
        dgb: None,
        laperm: None,
        pool_by_priority: false,
        monitor: None,
        skip_table: None,
        rename: None,
    }
}

/// Inputs `name` of all queues.
fn inputs(chip: &Chip, name: &str) -> Vec<PinRef> {
    let slots = chip.layout().declared("queue");
    slots.map(|(_, slot)| slot.input_pin(name).expect("a pin of the FIFO")).collect()
}

/// Every pin of the chip of models and of the Verilog, in every cycle of a run of random offers. Returns how many
/// elements came out.
fn compare(smxs: u32) -> usize {
    let sizes = sizes(smxs);
    let mut models = Chip::build::<Queues>(&sizes, &ModelUnits).expect("a chip");
    let mut verilog = Chip::build::<Queues>(&sizes, &InOnePiece).expect("its Verilog");
    let (valid, data) = (inputs(&models, "in_valid"), inputs(&models, "in_data"));
    let ready = inputs(&models, "out_ready");
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut taken = 0;
    for cycle in 0..400 {
        for (&valid, &data) in valid.iter().zip(&data) {
            let offer = rng.random_bool(0.8 / f64::from(smxs)).then(|| rng.random::<u32>());
            for chip in [&mut models, &mut verilog] {
                chip.set(valid, offer.is_some().into());
                chip.set(data, offer.unwrap_or(0));
            }
        }
        taken += ready.iter().filter(|&&pin| models.get(pin) != 0).count();
        models.step().expect("models have no faults");
        verilog.step().expect("the Verilog has none");
        assert_eq!(models.words(), verilog.words(), "{smxs} SMXs, cycle {cycle}");
    }
    taken
}

#[test]
fn instances_per_smx_are_in_verilog_what_they_are_in_models_also_beyond_a_word_of_smxs() {
    if let Err(reason) = verilator_available() {
        assert!(std::env::var_os("HEDDLE_TOOLS").is_none(), "{reason}");
        return;
    }
    for smxs in [1, 5, 32, 40] {
        assert!(compare(smxs) > 100, "{smxs} SMXs have their turns");
    }
}
