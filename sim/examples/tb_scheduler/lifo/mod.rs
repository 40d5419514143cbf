//! A TB source that distributes the newest kernel first.

pub mod model;
pub mod pins;

use heddle_hw::kit::unit::{Allowed, Storage, Unit};

/// The unit: pins and a model, and no circuit.
pub struct Lifo;

impl Unit for Lifo {
    const NAME: &'static str = "lifo";
    const PURPOSE: &'static str = "offers TBs of kernels, last come, first served";
    type Params = pins::Params;
    const LIMITS: &'static [(&'static str, Allowed)] = &[("smxs", Allowed::Range(1, 32))];
    type In = pins::In;
    type Out = pins::Out;
    type Model = model::Model;

    fn tiny() -> pins::Params {
        pins::Params { smxs: 2 }
    }
    fn paper() -> pins::Params {
        pins::Params { smxs: 13 }
    }
    fn model(params: &pins::Params) -> model::Model {
        model::Model::new(params)
    }
    fn storage(_params: &pins::Params) -> Vec<Storage> {
        let field = |field, bits, entries| Storage { field, bits, entries, figure: None };
        vec![
            field("stack of KDEIs", 5, 32),
            field("kernel in hand, index of its next TB", 5 + 96, 1),
        ]
    }
}
