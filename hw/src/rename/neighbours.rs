//! What its neighbours promise the rename unit.

use super::model::{Bank, Model};
use super::pins::{change, In, Out, Params};
use crate::kit::neighbours::{promised, Neighbours};
use crate::kit::Clocked;

/// The versions that there are.
pub(super) struct Promises {
    params: Params,
    versions: Model,
}

impl Promises {
    /// The promises to a unit of the given sizes.
    pub(super) fn new(params: &Params) -> Self {
        Self { params: params.clone(), versions: Model::new(params) }
    }

    fn change(&self, i: &In) -> Result<(), String> {
        let Params { tbs, warps: count, .. } = self.params;
        let (what, register, warps) = (i.change_what, i.change_register, i.change_warps);
        promised(i.change_tb < tbs, || {
            format!("rule 1: versions of TB {} change, which there is not", i.change_tb)
        })?;
        let clears = what == change::CLEAR;
        promised((clears || warps != 0) && u64::from(warps) < 1 << count, || {
            format!("rule 1: a change is of the warps {warps:#x}")
        })?;
        let bank = &self.versions.banks[i.change_tb as usize];
        match what {
            change::ALLOC | change::OVERWRITE => makes(bank, i),
            change::TAKE | change::PASS => comes(bank, register, warps),
            change::COPY => {
                promised(warps.is_power_of_two(), || format!("rule 8: warps {warps:#x} copy"))
            }
            _ => Ok(()),
        }
    }
}

/// A version is made (rule 9).
fn makes(bank: &Bank, i: &In) -> Result<(), String> {
    let (register, warps) = (i.change_register, i.change_warps);
    let coming = bank.0.iter().fold(0, |coming, entry| coming | entry.coming);
    promised(coming & !warps == 0, || {
        format!(
            "rule 9: a version is made without the warps {:#x}, which are to come",
            coming & !warps
        )
    })?;
    if i.change_what == change::ALLOC {
        return Ok(());
    }
    let of = || bank.0.iter().filter(|entry| !entry.is_free() && entry.register == register);
    promised(of().all(|entry| entry.coming == 0), || {
        format!("rule 9: register {register} is overwritten before all have arrived")
    })?;
    // By half: the readers of each physical register.
    let [low, high] = [false, true].map(|high| {
        let readers = of().filter(|entry| entry.high == high).map(|entry| entry.readers & warps);
        readers.filter(|readers| *readers != 0).collect::<Vec<_>>()
    });
    let one = low.len() <= 1 && high.len() <= 1;
    let both = high.iter().all(|high| low.iter().all(|low| high & !low == 0) && !low.is_empty());
    promised(one && both, || {
        format!("rule 9: warps that overwrite register {register} do not read one version of it")
    })
}

/// Warps come for a version (rule 9).
fn comes(bank: &Bank, register: u32, warps: u32) -> Result<(), String> {
    let next = bank.oldest(register, warps);
    let all = |&at: &usize| warps & !bank.0[at].coming == 0;
    let each = (0..u32::BITS).map(|warp| 1 << warp).filter(|warp| warps & warp != 0);
    let agree = each.map(|warp| bank.oldest(register, warp)).all(|its| its == next);
    promised(!next.is_empty() && next.iter().all(all) && agree, || {
        format!("rule 9: the warps {warps:#x} do not come for one version of register {register}")
    })
}

impl Neighbours<In, Out> for Promises {
    fn cycle(&mut self, i: &In, _: &Out) -> Result<(), String> {
        if i.change_valid {
            self.change(i)?;
        }
        let Params { tbs, warps, .. } = self.params;
        promised(!i.look_valid || i.look_tb < tbs && i.look_warp < warps, || {
            format!("rule 1: warp {} of TB {} looks, which there is not", i.look_warp, i.look_tb)
        })?;
        self.versions.step(i);
        Ok(())
    }
}
