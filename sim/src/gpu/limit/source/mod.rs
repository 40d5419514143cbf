//! A TB source for the limit study: a queue of TBs for each SMX, from which the others steal (LASER, Algorithm 2).
//! Whose queue a TB waits in is said from outside, as no circuit can know it; so it has pins and a model only.

pub mod model;
pub mod pins;

use heddle_hw::kit::unit::{Allowed, Storage, Unit};
use heddle_hw::kit::{width, Class};
use heddle_hw::{kernel_distributor, residency};

/// The unit.
pub struct ChainQueues;

impl Unit for ChainQueues {
    const NAME: &'static str = "chain_queues";
    const PURPOSE: &'static str = "offers TBs from queues of the SMXs that a profile names";
    type Params = pins::Params;
    const LIMITS: &'static [(&'static str, Allowed)] =
        &[("kdes", kernel_distributor::pins::ENTRIES), ("smxs", residency::pins::SMXS)];
    type In = pins::In;
    type Out = pins::Out;
    type Model = model::Model;

    fn tiny() -> pins::Params {
        pins::Params { kdes: 4, smxs: 2 }
    }
    fn paper() -> pins::Params {
        pins::Params { kdes: 32, smxs: 13 }
    }
    fn model(params: &pins::Params) -> model::Model {
        model::Model::new(params)
    }
    fn class(params: &pins::Params) -> Class {
        Class::of(&[(params.kdes, width::KDES), (params.smxs, width::SMXS)])
    }
    /// The queues are as long as the kernels that run have TBs, which nothing on chip is.
    fn storage(_: &pins::Params) -> Vec<Storage> {
        Vec::new()
    }
}
