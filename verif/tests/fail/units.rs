//! Units whose specification has one fault: an environment that breaks the contract, and a
//! scoreboard that relies on memory that was never written.

use heddle_hw::kit::fifo::{self, Fifo};
use heddle_hw::kit::sram::{self, SramBlock};
use heddle_hw::kit::unit::Storage;
use heddle_hw::kit::{Class, Coverage, Environment, Spec, Synthesizable, Unit, Violation};
use proptest::prelude::*;

/// A unit that equals another one in everything but its specification.
macro_rules! like {
    ($(#[$doc:meta])* $unit:ident, $name:literal, $other:ty) => {
        $(#[$doc])*
        pub struct $unit;

        impl Unit for $unit {
            const NAME: &'static str = $name;
            const PURPOSE: &'static str = <$other>::PURPOSE;
            type Params = <$other as Unit>::Params;
            const LIMITS: &'static [(&'static str, heddle_hw::kit::unit::Allowed)] = &[];
            type In = <$other as Unit>::In;
            type Out = <$other as Unit>::Out;
            type Model = <$other as Unit>::Model;

            fn tiny() -> Self::Params {
                <$other>::tiny()
            }
            fn paper() -> Self::Params {
                <$other>::paper()
            }
            fn model(params: &Self::Params) -> Self::Model {
                <$other>::model(params)
            }
            fn storage(params: &Self::Params) -> Vec<Storage> {
                <$other>::storage(params)
            }
        }

        impl Synthesizable for $unit {
            type Circuit = <$other as Synthesizable>::Circuit;
            fn circuit_in(params: &Self::Params, class: Class) -> Self::Circuit {
                <$other>::circuit_in(params, class)
            }
        }
    };
}

like! {
    /// A FIFO with a producer that breaks the contract.
    Rude, "rude", Fifo
}

like! {
    /// A memory whose specification says that unwritten words are zero.
    Unwritten, "unwritten", SramBlock
}

/// What the producer of [`Rude`] does wrong once the FIFO is full.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manners {
    WithdrawsValid,
    ChangesPayload,
    KeepsPayload,
    /// It does nothing, forever.
    NeverEnds,
}

impl Spec for Rude {
    type Stimulus = Manners;

    fn stimuli(_: &fifo::pins::Params) -> BoxedStrategy<Manners> {
        Just(Manners::NeverEnds).boxed()
    }

    fn environment(
        _: &fifo::pins::Params,
        stimulus: &Manners,
    ) -> Box<dyn Environment<fifo::pins::In, fifo::pins::Out>> {
        Box::new(Producer { manners: *stimulus, refused: 0 })
    }
}

struct Producer {
    manners: Manners,
    /// Cycles since the FIFO is full.
    refused: u32,
}

impl Environment<fifo::pins::In, fifo::pins::Out> for Producer {
    fn cycle(
        &mut self,
        out: &fifo::pins::Out,
        _: &mut Coverage,
    ) -> Result<Option<fifo::pins::In>, Violation> {
        self.refused += u32::from(!out.in_ready);
        let second = self.refused == 2;
        let (in_valid, in_data) = match self.manners {
            Manners::WithdrawsValid => (!second, if second { 0 } else { 9 }),
            Manners::ChangesPayload => (true, 9 + u32::from(second)),
            Manners::KeepsPayload => (false, 9),
            Manners::NeverEnds => (false, 0),
        };
        Ok(Some(fifo::pins::In { in_valid, in_data, out_ready: false }))
    }
}

impl Spec for Unwritten {
    type Stimulus = Vec<u32>;

    fn stimuli(params: &sram::pins::Params) -> BoxedStrategy<Vec<u32>> {
        prop::collection::vec(0..params.entries, 0..8).boxed()
    }

    fn environment(
        _: &sram::pins::Params,
        stimulus: &Vec<u32>,
    ) -> Box<dyn Environment<sram::pins::In, sram::pins::Out>> {
        Box::new(Reader { addresses: stimulus.clone().into_iter(), read: 0 })
    }
}

struct Reader {
    addresses: std::vec::IntoIter<u32>,
    read: u32,
}

impl Environment<sram::pins::In, sram::pins::Out> for Reader {
    fn cycle(
        &mut self,
        out: &sram::pins::Out,
        _: &mut Coverage,
    ) -> Result<Option<sram::pins::In>, Violation> {
        if out.read_data != 0 {
            let (word, data) = (self.read, out.read_data);
            return Err(Violation::new(format!("word {word} reads {data:#x}, not zero")));
        }
        let Some(read_addr) = self.addresses.next() else { return Ok(None) };
        self.read = read_addr;
        Ok(Some(sram::pins::In { read_enable: true, read_addr, ..Default::default() }))
    }
}
