//! What a stimulus of the rename unit may bring about.

use super::super::pins::{change, In};
use super::scoreboard::{bits, Tb, Told};
use super::Env;
use crate::kit::Coverage;

/// The change of the last cycle.
#[derive(Clone, Debug, Default)]
pub(super) struct Last(In);

impl Env {
    /// Names the points of a cycle. `before` is the TB of the change as it was.
    pub(super) fn cover(&mut self, before: &Tb, input: &In, coverage: &mut Coverage) {
        let told = self.told.clone().unwrap_or_default();
        let is = |what| input.change_valid && input.change_what == what;
        cover_making(before, input, &told, &is, coverage);
        cover_passing(before, input, &told, &is, coverage);
        self.cover_cycles(input, &told, coverage);
        self.cover_looks(input, coverage);
        self.last = Last(*input);
    }

    fn cover_cycles(&self, input: &In, told: &Told, coverage: &mut Coverage) {
        let mut point = |name, meaning, reached| coverage.point(name, meaning, reached);
        let last = &self.last.0;
        let again = last.change_valid && input.change_valid && last.change_tb == input.change_tb;
        let same = last.change_register == input.change_register;
        let behind = |was, is| again && last.change_what == was && input.change_what == is;
        point("take behind alloc", "A version is taken in the cycle after it is made.", {
            behind(change::ALLOC, change::TAKE) && same && told.done
        });
        point("alloc behind alloc", "Two versions of a register are made in a row.", {
            behind(change::ALLOC, change::ALLOC) && same && told.done
        });
        point("take behind take", "Warps take versions of a register in a row.", {
            behind(change::TAKE, change::TAKE) && same
        });
        point("alloc behind clear", "A TB makes a version in the cycle after it starts.", {
            behind(change::CLEAR, change::ALLOC) && told.done
        });
        point("clear behind alloc", "A TB starts in the cycle after another made a version.", {
            behind(change::ALLOC, change::CLEAR)
        });
        point("copies in a row", "A warp copies one register after another.", {
            behind(change::COPY, change::COPY) && told.done
        });
        point("alloc behind what freed", "A version is made with what the cycle before freed.", {
            let frees = [change::TAKE, change::PASS, change::WRITE, change::LEAVE, change::COPY];
            frees.iter().any(|&what| behind(what, change::ALLOC)) && told.done && told.free == 0
        });
        point("another TB", "Changes of two TBs follow each other.", {
            last.change_valid && input.change_valid && last.change_tb != input.change_tb
        });
    }

    fn cover_looks(&self, input: &In, coverage: &mut Coverage) {
        let mut point = |name, meaning, reached| coverage.point(name, meaning, reached);
        let found = self.places.clone().unwrap_or_default();
        point("looks at its own", "A warp reads no version of the registers.", {
            input.look_valid && found.read == 0
        });
        point("looks at a shared", "A warp reads a version.", found.shared != 0);
        point("looks at all shared", "All four registers are versions.", found.shared == 15);
        point("looks at another's", "Another warp reads a version, and it does not.", {
            found.read & !found.shared != 0
        });
        point("looks at both halves", "A warp reads a wide version.", {
            found.places.iter().any(|(_, high)| *high != 0)
        });
        point(
            "looks beside a change",
            "A warp looks while a version is taken, and does not see it.",
            {
                let is_taken = input.change_valid && input.change_what == change::TAKE;
                let same = input.look_tb == input.change_tb;
                input.look_valid
                    && is_taken
                    && same
                    && input.change_warps >> input.look_warp & 1 != 0
            },
        );
        let last = &self.last.0;
        let behind = |what| {
            let it = last.change_valid && last.change_what == what;
            input.look_valid && it && last.change_tb == input.look_tb
        };
        point("looks behind a take", "A warp looks in the cycle after a version is taken.", {
            behind(change::TAKE) && found.shared != 0
        });
        point("looks behind a copy", "A warp looks in the cycle after one copies.", {
            behind(change::COPY)
        });
        point("looks behind a clear", "A warp looks in the cycle after its TB starts.", {
            behind(change::CLEAR)
        });
    }
}

fn cover_making(
    before: &Tb,
    input: &In,
    told: &Told,
    is: &dyn Fn(u32) -> bool,
    coverage: &mut Coverage,
) {
    let mut point = |name, meaning, reached| coverage.point(name, meaning, reached);
    let (register, warps) = (input.change_register, input.change_warps);
    let (alloc, overwrite) = (is(change::ALLOC), is(change::OVERWRITE));
    let newest = before.warps.iter().filter_map(|warp| warp.coming.get(&register));
    let longest = newest.map(|coming| coming.len()).max().unwrap_or_default();
    point("makes", "A version is made.", alloc && told.done && !input.change_wide);
    point("makes a wide one", "A version of 64 bits is made.", told.done && input.change_wide);
    point("makes a second", "Warps are to come for two versions of a register.", {
        alloc && told.done && longest == 1
    });
    point("makes a third", "Warps are to come for three or more.", {
        alloc && told.done && longest > 1
    });
    point("makes the last", "No physical register is free any more.", {
        alloc && told.done && told.free == 0
    });
    point("none free", "A version is refused, since no physical register is free.", {
        alloc && !told.done && told.free == 0
    });
    point("one free", "A wide version is refused, since only one is free.", {
        alloc && !told.done && told.free == 1
    });
    point("overwrites", "A version is made in the place of another.", overwrite && told.done);
    point("overwrites a wide one", "And has 64 bits.", {
        let halves = before.overwritable(register, warps);
        overwrite && halves.is_ok_and(|halves| halves.len() == 2)
    });
    point("nothing to overwrite", "No warp of the mask reads a version of the register.", {
        overwrite && before.overwritable(register, warps) == Err("there is none")
    });
    point("not copied yet", "A warp that has left reads what would be overwritten.", {
        overwrite && before.overwritable(register, warps) == Err("another warp reads it")
    });
}

fn cover_passing(
    before: &Tb,
    input: &In,
    told: &Told,
    is: &dyn Fn(u32) -> bool,
    coverage: &mut Coverage,
) {
    let mut point = |name, meaning, reached| coverage.point(name, meaning, reached);
    let (register, warps) = (input.change_register, input.change_warps);
    let frees = told.free > before.free().len() as u32;
    let reads = |warp: usize| before.warps[warp].reads.values().any(|(it, _)| *it == register);
    let reader = || bits(warps).any(reads);
    let still = bits(warps)
        .any(|warp| before.warps[warp].coming.get(&register).is_some_and(|it| it.len() > 1));
    let (take, pass) = (is(change::TAKE), is(change::PASS));
    point("takes", "A version is taken by a warp that reads none of it.", take && !reader());
    point("takes in place", "It is taken in place of another.", take && reader());
    point("takes together", "Several warps take it at once.", take && warps.count_ones() > 1);
    point("takes the older", "There is a newer one for which they are to come.", take && still);
    point("takes and frees", "No other warp reads the one before.", take && frees);
    point("passes", "A version is passed.", pass);
    point("passes the older", "There is a newer one for which they are to come.", pass && still);
    point("passes and frees", "No warp has it.", pass && frees);
    point("writes", "A warp that reads a version writes the register.", {
        is(change::WRITE) && reader()
    });
    point("writes and frees", "It was the last that read it.", is(change::WRITE) && frees);
    point("leaves", "A warp leaves that is to come for a version.", {
        is(change::LEAVE) && bits(warps).any(|warp| !before.warps[warp].is_through())
    });
    point("leaves and frees", "It was the last that was to come for it.", {
        is(change::LEAVE) && frees
    });
    let copy = is(change::COPY);
    point("copies", "A warp copies a register.", copy && told.done && !told.half);
    point("copies a high half", "A warp copies the high half of a wide one.", copy && told.half);
    point("copies and frees", "It was the last that read it.", copy && frees);
    point("has copied all", "A warp that reads no version asks what to copy.", copy && !told.done);
    point("starts", "A TB starts where there are versions.", is(change::CLEAR) && frees);
}
