//! The filters of a monitor, whatever its hash: what they hold, what they count, and what is predicted.

use super::super::pins::{predicted, In, Out, Params, LANES, WORD};

/// Where a line is in each lane, as word and bit.
pub(crate) type Places = [(u32, u32); LANES];

/// Returns the places of a line with these two hashes: a half of a hash for each lane, low before high.
#[inline]
pub(crate) fn places_of([first, second]: [u32; 2], words: u32) -> Places {
    [first & 0xFFFF, first >> 16, second & 0xFFFF, second >> 16]
        .map(|half| (((half >> 6) * words) >> 10, ((half & 0x3F) * WORD) >> 6))
}

/// Three filters, one bit each for what is counted and found: parent-child, sibling, own.
const FILTERS: usize = 3;
const RELATED: u8 = 0b011;
const OWN: u8 = 0b100;

/// A read on its way to the lookup.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Read {
    child: bool,
    parent: bool,
    /// Where its line is in each lane, counted in bits of words.
    places: [u16; LANES],
}

impl Read {
    /// The read at the pins, where a line has these places; none if nobody reads.
    #[inline]
    pub fn at_pins(i: &In, places: impl FnOnce(u32) -> Places) -> Self {
        match i.read_valid && (i.read_child || i.read_parent) {
            true => {
                let places = places(i.read_line).map(|(word, bit)| (word * WORD + bit) as u16);
                Self { child: i.read_child, parent: i.read_parent, places }
            }
            false => Self::default(),
        }
    }

    /// Whether somebody reads.
    pub fn is_there(&self) -> bool {
        self.child || self.parent
    }
}

/// Hits and misses of a filter.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Tally {
    hits: u32,
    misses: u32,
}

impl Tally {
    /// Whether its hit rate is greater than the other's.
    fn exceeds(self, other: Self) -> bool {
        let product = |a: u32, b: u32| u64::from(a) * u64::from(b);
        let other_is_zero = other == Self::default();
        product(self.hits, other.misses) > product(other.hits, self.misses)
            || other_is_zero && self.hits > 0
    }
}

/// Filters and counts.
#[derive(Clone, Debug)]
pub(crate) struct Filters {
    params: Params,
    /// The places of each lane, which have a bit for each filter, so that one look at a place is for all of them.
    lanes: [Vec<u8>; LANES],
    /// Cycles for which the filters are still cleared.
    clearing: u32,
    /// Filters for which the read looked up in the last cycle counts, and those that have its line.
    counted: u8,
    found: u8,
    tallies: [Tally; FILTERS],
    /// The prediction is that of the counts before, and follows them at the next edge.
    settles: bool,
    predicted: u32,
}

impl Filters {
    /// Filters of the given sizes, as a reset leaves them.
    pub fn new(params: &Params) -> Self {
        let lane = vec![0; (params.words * WORD) as usize];
        Self {
            params: params.clone(),
            lanes: std::array::from_fn(|_| lane.clone()),
            clearing: params.words + 1,
            counted: 0,
            found: 0,
            tallies: [Tally::default(); FILTERS],
            settles: false,
            predicted: predicted::NONE,
        }
    }

    /// Clears everything, as a reset does.
    pub fn reset(&mut self) {
        *self = Self::new(&self.params);
    }

    /// Words of a lane.
    pub fn words(&self) -> u32 {
        self.params.words
    }

    /// The filter whose hits are more than its misses and whose hit rate is the greatest.
    fn predict(&self) -> u32 {
        let [parent_child, sibling, own] = self.tallies;
        let best = |it: Tally, others: [Tally; 2]| {
            it.hits > it.misses && others.iter().all(|other| it.exceeds(*other))
        };
        match () {
            () if best(parent_child, [sibling, own]) => predicted::PARENT_CHILD,
            () if best(sibling, [parent_child, own]) => predicted::SIBLING,
            () if best(own, [parent_child, sibling]) => predicted::OWN,
            () => predicted::NONE,
        }
    }

    /// Counts what was found at the last edge.
    fn count(&mut self) {
        let greatest = (1 << self.params.count_bits) - 1;
        for (filter, tally) in self.tallies.iter_mut().enumerate() {
            // Added, not decided: a host cannot foresee which reads hit.
            let full = tally.hits == greatest || tally.misses == greatest;
            let counts = self.counted & !(u8::from(full) << filter);
            tally.hits += u32::from((counts & self.found) >> filter & 1);
            tally.misses += u32::from((counts & !self.found) >> filter & 1);
        }
    }

    /// Looks a read up, and lets its line enter.
    fn look_up(&mut self, read: Read, i: &In) {
        let Read { child, parent, places } = read;
        (self.counted, self.found) = (0, 0);
        if !read.is_there() {
            return;
        }
        let related = child || parent && i.cfg_parents_count;
        let own = child && i.cfg_own_children || parent && i.cfg_own_parents;
        self.counted = if related { RELATED } else { 0 } | if own { OWN } else { 0 };
        if self.clearing > 0 {
            return;
        }
        self.found = self.counted;
        let enters = u8::from(parent) | u8::from(child) << 1 | u8::from(own) << 2;
        for (lane, place) in self.lanes.iter_mut().zip(places) {
            let place = &mut lane[usize::from(place)];
            self.found &= *place;
            *place |= enters;
        }
    }

    /// The outputs, with `idle` as given.
    #[inline]
    pub fn out(&self, idle: bool) -> Out {
        let [parent_child, sibling, own] = self.tallies;
        let finds = |filter: u8| self.found >> filter & 1 != 0;
        Out {
            result_valid: self.counted != 0,
            result_parent_child: finds(0),
            result_sibling: finds(1),
            result_own: finds(2),
            parent_child_hits: parent_child.hits,
            parent_child_misses: parent_child.misses,
            sibling_hits: sibling.hits,
            sibling_misses: sibling.misses,
            own_hits: own.hits,
            own_misses: own.misses,
            predicted: self.predicted,
            high_priority: [predicted::PARENT_CHILD, predicted::SIBLING].contains(&self.predicted),
            clearing: self.clearing > 0,
            idle,
        }
    }

    /// One rising edge: `read` is looked up, and what was found at the edge before is counted.
    pub fn step(&mut self, read: Read, i: &In) {
        if self.settles {
            self.predicted = self.predict();
        }
        self.settles = self.counted != 0;
        if self.settles {
            self.count();
        }
        self.look_up(read, i);
        self.clearing = self.clearing.saturating_sub(1);
        if i.clear {
            self.clearing = self.params.words + 1;
            self.lanes.iter_mut().for_each(|lane| lane.fill(0));
        }
    }

    /// Whether all that was looked up is counted, the prediction agrees with the counts, and nothing is cleared.
    #[inline]
    pub fn rest(&self) -> bool {
        self.counted == 0 && !self.settles && self.clearing == 0
    }
}
