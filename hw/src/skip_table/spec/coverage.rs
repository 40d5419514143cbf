//! What a stimulus of the skip table may bring about.

use super::super::pins::{answer, path, register, In, BANKS, LANES};
use super::scoreboard::{Asks, How, Line, Scoreboard, Slot};
use super::Env;
use crate::kit::Coverage;

/// The slots before what happens to them in a cycle.
#[derive(Clone, Debug, Default)]
pub(super) struct Before(Vec<Slot>);

impl Before {
    pub fn note(&mut self, scoreboard: &Scoreboard) {
        self.0.clone_from(&scoreboard.slots);
    }
}

/// A warp that is in its mask, what it is told, and the line of its PC before it asked.
struct Told<'a> {
    ask: Asks,
    told: u32,
    line: Option<(usize, &'a Line)>,
}

impl Told<'_> {
    fn is(&self, told: u32, line: impl Fn(usize, &Line) -> bool) -> bool {
        self.told == told && self.line.is_some_and(|(place, it)| line(place, it))
    }

    fn is_new(&self, told: u32, register: u32) -> bool {
        self.told == told && self.line.is_none() && self.ask.register == register
    }
}

impl Env {
    /// Names the points of a cycle. `known` has what happened to slots, and not the asks.
    pub(super) fn cover(
        &self,
        known: &Scoreboard,
        asks: &[Option<Asks>; LANES],
        answers: [u32; LANES],
        input: &In,
        coverage: &mut Coverage,
    ) {
        let told: Vec<(Asks, u32)> =
            asks.iter().zip(answers).filter_map(|(ask, told)| Some(((*ask)?, told))).collect();
        self.cover_lanes(known, asks, &told, input, coverage);
        cover_answers(known, &told, coverage);
        self.cover_slots(known, &told, input, coverage);
    }

    fn cover_lanes(
        &self,
        known: &Scoreboard,
        asks: &[Option<Asks>; LANES],
        told: &[(Asks, u32)],
        input: &In,
        coverage: &mut Coverage,
    ) {
        let mut point = |name, meaning, reached| coverage.point(name, meaning, reached);
        let served = || told.iter().filter(|(_, told)| *told != answer::RETRY).map(|(ask, _)| *ask);
        let refused =
            || told.iter().filter(|(_, told)| *told == answer::RETRY).map(|(ask, _)| *ask);
        let same = |a: Asks, b: Asks| (a.tb, a.pc) == (b.tb, b.pc);
        let merged =
            |n| served().any(|one| served().filter(|other| same(one, *other)).count() == n);
        point("two merged", "Two warps are served together.", merged(2));
        point("all merged", "Four warps are served together.", merged(LANES));
        point("both banks", "Each bank serves a TB.", {
            (0..BANKS).all(|bank| served().any(|ask| ask.tb as usize % BANKS == bank))
        });
        point("two PCs of a TB", "A warp is not served, since another PC of its TB is.", {
            refused().any(|one| served().any(|other| one.tb == other.tb))
        });
        point("two TBs of a bank", "A warp is not served, since another TB of its bank is.", {
            let bank = |ask: Asks| ask.tb as usize % BANKS;
            refused().any(|one| served().any(|o| one.tb != o.tb && bank(one) == bank(o)))
        });
        point("not beside a writeback", "A warp is not served beside a writeback.", {
            input.wb_valid
                && refused().any(|ask| ask.tb as usize % BANKS == input.wb_tb as usize % BANKS)
        });
        point("beside a writeback", "A warp is served while the other bank writes back.", {
            input.wb_valid && served().next().is_some()
        });
        let first = |bank| known.first(bank, asks);
        let lowest = |bank: usize| {
            asks.iter().position(|ask| ask.is_some_and(|ask| ask.tb as usize % BANKS == bank))
        };
        point("turn", "A lane is first that is not the lowest.", {
            (0..BANKS).any(|bank| first(bank) != lowest(bank))
        });
        point("turn is over", "The lowest lane is first again.", {
            (0..BANKS).any(|bank| {
                let last = known.last[bank];
                first(bank).is_some() && first(bank) == lowest(bank) && first(bank) <= last
            })
        });
        point("slot again", "The entries that are read were written in the last cycle.", {
            let before = self.asked.iter().zip(self.expected);
            let before: Vec<u32> = before
                .filter(|(_, told)| !matches!(*told, answer::NONE | answer::RETRY))
                .filter_map(|(ask, _)| Some((*ask)?.tb))
                .collect();
            served().any(|ask| before.contains(&ask.tb))
        });
    }

    fn cover_slots(
        &self,
        known: &Scoreboard,
        told: &[(Asks, u32)],
        input: &In,
        coverage: &mut Coverage,
    ) {
        let mut point = |name, meaning, reached| coverage.point(name, meaning, reached);
        let alone = |before: &Slot, after: &Slot| {
            let led = before.lines.iter().filter(|(_, line)| line.how == How::Led);
            let mut now = led.filter_map(|(place, _)| after.lines.get(place));
            now.any(|line| line.how == How::Alone)
        };
        let changes = |slot: usize| alone(&self.before.0[slot], &known.slots[slot]);
        point("stored", "A store makes followers of a load execute it.", {
            input.store_valid && !input.fence && changes(input.store_tb as usize)
        });
        point("fenced", "A fence makes followers of loads of two TBs execute them.", {
            input.fence && (0..known.slots.len()).filter(|&slot| changes(slot)).count() > 1
        });
        point(
            "stored beside an ask",
            "A follower of a load executes it in the cycle of the store.",
            {
                told.iter().any(|(ask, told)| {
                    let changed = changes(ask.tb as usize);
                    let line = known.slots[ask.tb as usize].place_of(ask.pc);
                    changed && ask.load && *told == answer::EXECUTE && line == Some(ask.place)
                })
            },
        );
        let what = |what| input.path_valid && input.path_what == what;
        let (before, after) =
            (&self.before.0[input.path_tb as usize], &known.slots[input.path_tb as usize]);
        point("left", "An entry is free since those left who had not passed it.", {
            what(path::LEAVE) && before.lines.len() > after.lines.len()
        });
        point("left behind a leader", "All have passed, and the leader has not written back.", {
            let passed = |slot: &Slot| slot.lines.values().filter(|it| slot.is_passed(it)).count();
            what(path::LEAVE) && passed(before) < passed(after)
        });
        point("restored", "A mask gets warps back.", {
            what(path::RESTORE) && after.mask.len() > before.mask.len()
        });
        point("restored behind a leader", "All meet before a leader has written back.", {
            what(path::RESTORE) && !after.lines.is_empty()
        });
        point("path beside an ask", "A mask changes while a warp of the TB is served.", {
            what(path::LEAVE)
                && told.iter().any(|(ask, it)| ask.tb == input.path_tb && *it != answer::RETRY)
        });
        point("undue", "A writeback is told of an entry that none is due of.", {
            let slot = &known.slots[input.wb_tb as usize];
            let line = slot.place_of(input.wb_pc).map(|place| &slot.lines[&place]);
            input.wb_valid && line.is_some_and(|line| !line.due)
        });
    }
}

fn cover_answers(known: &Scoreboard, told: &[(Asks, u32)], coverage: &mut Coverage) {
    let mut point = |name, meaning, reached| coverage.point(name, meaning, reached);
    let slot = |ask: &Asks| &known.slots[ask.tb as usize];
    let is_on = |ask: &Asks| slot(ask).mask.contains(&ask.warp);
    let off = |ask: &Asks, told| told != answer::RETRY && !is_on(ask);
    point("off the path", "A warp that is not in the mask executes.", {
        told.iter().any(|(ask, told)| off(ask, *told))
    });
    point("off beside on", "One that is in the mask asks for the same beside it.", {
        told.iter().any(|(ask, it)| {
            let on = |(o, _): &(Asks, u32)| (o.tb, o.pc) == (ask.tb, ask.pc) && is_on(o);
            off(ask, *it) && told.iter().any(on)
        })
    });
    let on: Vec<Told> = told
        .iter()
        .filter(|(ask, told)| is_on(ask) && *told != answer::RETRY)
        .map(|(ask, told)| {
            let place = slot(ask).place_of(ask.pc);
            Told {
                ask: *ask,
                told: *told,
                line: place.map(|place| (place, &slot(ask).lines[&place])),
            }
        })
        .collect();
    let any = |is: &dyn Fn(&Told) -> bool| on.iter().any(is);
    point("leads", "A warp leads.", any(&|it| it.is_new(answer::LEAD, register::FREE)));
    point("leads before another", "Another asks for the same at once, and waits.", {
        any(&|it| {
            let same = |o: &Told| (o.ask.tb, o.ask.pc) == (it.ask.tb, it.ask.pc);
            it.is_new(answer::LEAD, register::FREE) && any(&|o| same(o) && o.told == answer::WAIT)
        })
    });
    point("skips", "A follower skips.", any(&|it| it.told == answer::SKIP));
    point("skips last", "The last follower skips.", {
        any(&|it| it.is(answer::SKIP, |_, line| line.warps.len() + 1 == slot(&it.ask).mask.len()))
    });
    let is_open = |line: &Line| !line.met;
    point("waits for its leader", "A follower waits for the writeback.", {
        any(&|it| {
            it.is(answer::WAIT, |place, line| {
                line.how == How::Led && line.due && place == it.ask.place && is_open(line)
            })
        })
    });
    point("ahead", "A warp has come to the PC again and waits for those that have not passed.", {
        any(&|it| {
            it.is(answer::WAIT, |place, line| place < it.ask.place && is_open(line) && !line.due)
        })
    });
    point("ahead of a load executed alone", "The same, where followers execute.", {
        any(&|it| {
            it.is(answer::WAIT, |place, line| {
                place < it.ask.place && is_open(line) && line.how == How::Alone
            })
        })
    });
    point("behind a writeback", "A warp comes again to what all have passed but the writeback.", {
        any(&|it| it.is(answer::WAIT, |_, line| slot(&it.ask).is_passed(line)))
    });
    point("no room", "No entry is free.", {
        any(&|it| {
            it.told == answer::WAIT && it.line.is_none() && {
                slot(&it.ask).lines.len() == known.room()
            }
        })
    });
    point("gathers", "A warp finds no register, and waits for the others.", {
        any(&|it| {
            it.told == answer::WAIT && it.line.is_none() && {
                slot(&it.ask).lines.len() < known.room() && it.ask.register == register::OVERWRITE
            }
        })
    });
    let together = |line: &Line| line.how == How::Together;
    point("arrives", "Another warp arrives, and not all are there.", {
        any(&|it| {
            it.is(answer::WAIT, |_, line| together(line) && !line.warps.contains(&it.ask.warp))
        })
    });
    point("all have arrived", "The last one arrives, and one leads.", {
        any(&|it| {
            it.is(answer::LEAD, |_, line| together(line) && !line.warps.contains(&it.ask.warp))
        })
    });
    point("all that are left have arrived", "One that waits leads, since others left.", {
        any(&|it| {
            it.is(answer::LEAD, |_, line| together(line) && line.warps.contains(&it.ask.warp))
        })
    });
    point("all at once", "All warps of the mask arrive in one cycle.", {
        any(&|it| it.is_new(answer::LEAD, register::OVERWRITE))
    });
    point("no register", "A warp executes alone, without a register.", {
        any(&|it| it.is_new(answer::EXECUTE, register::NONE))
    });
    point("follows alone", "Another executes the same.", {
        any(&|it| it.is(answer::EXECUTE, |_, line| line.how == How::Alone))
    });
    point(
        "alone before the leader",
        "A follower executes a load before its leader writes back.",
        any(&|it| it.is(answer::EXECUTE, |_, line| line.how == How::Alone && line.due)),
    );
}
