//! What warps wait for: barriers, children, memory, and words that other warps are to change.

use super::index::{Index, MOST_CANDIDATES};
use super::key::Key;
use super::state::State;
use super::{Cause, Link};
use crate::exec::{LoopReads, LoopWord};
use crate::gpu::ids::TbSlot;
use crate::smx::{Doing, SkipWait, WarpWait};

/// Most words that are named of those that a loop reads, and most warps of those that a barrier lacks.
const MOST_NAMED: usize = 3;

impl State<'_> {
    /// Whom a warp waits for.
    pub(super) fn warp_on(&self, smx: u32, slot: u32) -> Vec<Key> {
        let Some(warp) = self.warps.get(&(smx, slot)) else { return Vec::new() };
        match &warp.doing {
            Doing::Barrier { absent, .. } => absent.iter().map(|&w| Key::Warp(smx, w)).collect(),
            Doing::Children => {
                let tb = self.tb_of(smx, warp).map(|tb| tb.number);
                let children = tb.and_then(|tb| self.children.get(&tb));
                children.into_iter().flatten().map(|&child| Key::Launch(child)).collect()
            }
            Doing::Memory { tokens, .. } => {
                let all = || {
                    let desk = self.view.smxs.all().nth(smx as usize);
                    desk.map(|desk| desk.smx.tokens()).unwrap_or_default()
                };
                let tokens = if tokens.is_empty() { all() } else { tokens.clone() };
                let accesses = tokens.into_iter().map(|token| Key::Access(smx, token));
                accesses.filter(|&access| self.is_late(access)).take(MOST_CANDIDATES).collect()
            }
            Doing::Code { line } => {
                let fetch = Key::Code(smx, *line);
                Some(fetch).filter(|&fetch| self.is_late(fetch)).into_iter().collect()
            }
            Doing::Repeats => self.candidates(smx, slot, warp),
            Doing::Skip(_) | Doing::Call | Doing::PassedOver { .. } | Doing::Runs => Vec::new(),
        }
    }

    /// Those that might change what the loop of a warp reads, if they went on.
    fn candidates(&self, smx: u32, slot: u32, warp: &WarpWait) -> Vec<Key> {
        let turn = self.loops.get(&(smx, slot));
        if turn.is_some_and(|turn| turn.words.is_empty()) {
            return Vec::new();
        }
        let own =
            self.warps_of(TbSlot::new(smx, warp.tb)).filter(|(_, warp)| self.index.waits(warp));
        let own = own.map(|(smx, warp)| Key::Warp(smx, warp.slot));
        if turn.is_some_and(|turn| turn.words.iter().all(|word| word.is_shared)) {
            return own.collect();
        }
        let Index { waiting_warps, unstarted, suspended, .. } = &self.index;
        own.chain([waiting_warps, unstarted, suspended].into_iter().flatten().copied()).collect()
    }

    /// Why a warp waits.
    pub(super) fn warp_cause(&self, smx: u32, slot: u32) -> Cause {
        let Some(warp) = self.warps.get(&(smx, slot)) else { return Cause::Progress };
        match &warp.doing {
            Doing::Barrier { .. } => Cause::Barrier,
            Doing::Children => Cause::Children,
            // What comes in time holds nobody up.
            Doing::Memory { .. } | Doing::Code { .. } if self.warp_on(smx, slot).is_empty() => {
                Cause::Progress
            }
            Doing::Memory { .. } | Doing::Code { .. } => Cause::Memory,
            Doing::Skip(_) => Cause::Leader,
            Doing::PassedOver { since } if self.index.is_long(*since) => Cause::WarpPolicy,
            Doing::Call | Doing::PassedOver { .. } | Doing::Runs => Cause::Progress,
            Doing::Repeats => match self.loops.get(&(smx, slot)) {
                Some(turn) if turn.words.is_empty() => Cause::Loop,
                Some(turn) if self.is_of_lanes(smx, slot, turn) => Cause::Lanes,
                _ => Cause::Flag,
            },
        }
    }

    /// Whether lanes try to take what lanes behind the loop are to give, and nobody else is left to give it. Where a few
    /// lanes act for their warp, the many behind the loop have taken nothing.
    fn is_of_lanes(&self, smx: u32, slot: u32, turn: &LoopReads) -> bool {
        let takes = turn.words.iter().any(|word| word.is_atomic);
        let are_few = turn.others.count_ones() <= turn.lanes.count_ones();
        turn.others != 0 && are_few && takes && self.warp_on(smx, slot).is_empty()
    }

    /// Says what a warp waits for.
    pub(super) fn warp_link(&self, smx: u32, slot: u32) -> Link {
        let Some(warp) = self.warps.get(&(smx, slot)) else {
            return Link::new(format!("a warp of SMX {smx}"), "has ended".into());
        };
        let tb = self.tb_of(smx, warp);
        let of = tb.map_or_else(String::new, |tb| format!(" of {}", self.tb_name(&tb.tb)));
        let place = self.place(warp.line);
        let who = format!("warp {}{of} (SMX {smx}, {place})", warp.index);
        let waits = match &warp.doing {
            Doing::Barrier { .. } => self.at_barrier(smx, warp),
            Doing::Children => {
                let count = tb.map_or(0, |tb| tb.children);
                format!("waits in cudaDeviceSynchronize for the children of its TB, of which {count} have not ended")
            }
            Doing::Call => "is in a call of the device runtime".into(),
            Doing::Memory { tokens, .. } if tokens.is_empty() => {
                "waits for the load-store unit, which works on other accesses".into()
            }
            Doing::Memory { tokens, .. } => {
                format!("needs {} that memory has not answered", plural(tokens.len(), "access"))
            }
            Doing::Code { .. } => "waits for its next instructions".into(),
            Doing::Skip(wait) => self.skips(smx, warp, wait),
            Doing::Repeats => self.repeats(smx, slot),
            Doing::PassedOver { since } if self.index.is_long(*since) => {
                let cycles = self.view.now - since;
                format!("could issue, but the policy of its warp scheduler has not picked it for {cycles} cycles")
            }
            Doing::PassedOver { .. } | Doing::Runs => self.runs(),
        };
        Link::new(who, waits)
    }

    fn at_barrier(&self, smx: u32, warp: &WarpWait) -> String {
        let Doing::Barrier { id, threads, arrived, absent } = &warp.doing else {
            return String::new();
        };
        let tb = self.tb_of(smx, warp).map(|tb| tb.tb);
        let (all, ended) = tb.map_or((0, 0), |tb| (tb.warps, tb.warps - tb.unfinished));
        let needed = match threads {
            0 => 32 * (all - ended),
            &threads => threads,
        };
        let mut text =
            format!("waits at barrier {id} for {needed} threads, of which {arrived} have arrived");
        let mut why = Vec::new();
        if !absent.is_empty() {
            let indices = absent.iter().filter_map(|&w| Some(self.warps.get(&(smx, w))?.index));
            why.push(format!("{} not there", are(&list(indices, absent.len()))));
        }
        // Without a count, a barrier waits for nobody who has exited.
        if *threads != 0 && ended > 0 {
            let have = if ended == 1 { "has" } else { "have" };
            why.push(format!("{ended} of the {all} warps of the TB {have} exited"));
        }
        if *threads > 32 * all {
            why.push(format!("the TB has only {}", plural(all as usize, "warp")));
        }
        if !why.is_empty() {
            text += &format!("; {}", why.join("; "));
        }
        text
    }

    fn skips(&self, smx: u32, warp: &WarpWait, wait: &SkipWait) -> String {
        let table = format!("skip_table[{smx}]");
        match wait {
            SkipWait { is_unclear: true, .. } => {
                format!("asks nothing of {table} before rename[{smx}] has said what is free")
            }
            SkipWait { leader: Some(leader), .. } if *leader != warp.index => {
                format!("waits for what warp {leader} executes for it: {table} does not say that this leader has written back")
            }
            SkipWait { .. } => {
                format!(
                    "asks {table} about its next instruction and gets no answer that lets it go on"
                )
            }
        }
    }

    fn repeats(&self, smx: u32, slot: u32) -> String {
        let Some(turn) = self.loops.get(&(smx, slot)) else {
            return "repeats itself in a loop until memory changes".into();
        };
        let (first, last) = turn.lines;
        let file = &self.device.program.file;
        let mut text = match first == last {
            true => format!("goes round a loop at {file}:{first}"),
            false => format!("goes round the loop of {file}:{first} to {last}"),
        };
        if turn.words.is_empty() {
            return text + ", which reads no memory";
        }
        let words: Vec<String> =
            turn.words.iter().take(MOST_NAMED).map(|word| self.word(word)).collect();
        text += &format!(" until this changes: {}", words.join(", "));
        if turn.words.len() > MOST_NAMED {
            text += " and more";
        }
        if turn.others != 0 {
            let (lanes, others) = (turn.lanes, turn.others);
            text += &format!("; lanes {lanes:#010x} are in the loop, lanes {others:#010x} behind it wait for them");
        }
        text
    }

    fn word(&self, word: &LoopWord) -> String {
        let LoopWord { address, is_shared, value, .. } = word;
        match is_shared {
            true => format!("{value} in shared memory at {address:#x}"),
            false => match self.device.memory.name_of(*address) {
                Some(name) => format!("{value} at {address:#x} ({name})"),
                None => format!("{value} at {address:#x}"),
            },
        }
    }

    fn runs(&self) -> String {
        format!("executes; memory or a thread changed last {} cycles ago", self.view.unchanged)
    }

    /// The warps of a TB that has come to a stop at its barriers, of which one is in this line.
    pub(super) fn stopped_tb(&self, at: TbSlot, line: u32) -> Option<Vec<Key>> {
        let warps: Vec<_> = self.warps_of(at).collect();
        let wait = |(_, warp): &(u32, &WarpWait)| matches!(warp.doing, Doing::Barrier { .. });
        let has_line = warps.iter().any(|(_, warp)| warp.line == line);
        let warps = warps.iter().map(|&(smx, warp)| (smx, warp));
        (has_line && warps.clone().all(|warp| wait(&warp)))
            .then(|| warps.map(|(smx, warp)| Key::Warp(smx, warp.slot)).collect())
    }
}

/// `count` things in words.
pub(super) fn plural(count: usize, thing: &str) -> String {
    let hisses = thing.ends_with('s') || thing.ends_with("ch");
    let ending = match (count, hisses) {
        (1, _) => "",
        (_, true) => "es",
        (_, false) => "s",
    };
    format!("{count} {thing}{ending}")
}

/// Warps by number, the first few of `count`.
fn list(indices: impl Iterator<Item = u32>, count: usize) -> String {
    let mut indices: Vec<u32> = indices.collect();
    indices.sort_unstable();
    let named: Vec<String> = indices.iter().take(MOST_NAMED).map(u32::to_string).collect();
    let more = count - named.len();
    let warps = if count == 1 { "warp" } else { "warps" };
    match more {
        0 => format!("{warps} {}", named.join(", ")),
        more => format!("{warps} {} and {more} more", named.join(", ")),
    }
}

fn are(warps: &str) -> String {
    let verb = if warps.starts_with("warps") { "are" } else { "is" };
    format!("{warps} {verb}")
}
