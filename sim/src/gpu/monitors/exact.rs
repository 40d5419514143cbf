//! What a reuse monitor's filters would hold if they were sets: against them its false positives are counted.

use super::super::boundary::MonitorPins;
use crate::config::{LaserConfig, OwnReads};
use crate::smx::Read;
use heddle_hw::chip::Chip;

/// The relations of a monitor's filters, in the order of its results.
pub const RELATIONS: usize = 3;

/// For each filter whether a read counts for it, and whether its line had entered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Looked {
    /// It counts (rule 2 of the unit).
    pub counts: [bool; RELATIONS],
    /// Its line has been read before by whoever enters lines in that filter (rule 3).
    pub known: [bool; RELATIONS],
}

/// Lines of a [`Page`].
const PAGE: usize = 1 << 10;

/// Neighbouring lines.
struct Page {
    /// Of each line a bit for each filter that it has entered: a byte, so that many lines stay in the host's caches.
    lines: [u8; PAGE],
    /// [`Lines::emptied`] when it was used last.
    emptied: u64,
}

/// By line, which filters it has entered. Lines lie close together in memory, so pages of them are looked up faster
/// than a hash table. They are emptied by counting: a page finds that out when it is used next.
#[derive(Default)]
struct Lines {
    pages: Vec<Option<Box<Page>>>,
    /// How often all were emptied.
    emptied: u64,
}

impl Lines {
    /// Returns the bits of a line, and sets some of them.
    fn enter(&mut self, line: u32, bits: u8) -> u8 {
        let (page, place) = (line as usize / PAGE, line as usize % PAGE);
        if page >= self.pages.len() {
            self.pages.resize_with(page + 1, || None);
        }
        let emptied = self.emptied;
        let new = || Box::new(Page { lines: [0; PAGE], emptied });
        let page = self.pages[page].get_or_insert_with(new);
        if page.emptied != emptied {
            **page = Page { lines: [0; PAGE], emptied };
        }
        let held = page.lines[place];
        page.lines[place] |= bits;
        held
    }
}

/// The filters as sets of lines: parent-child, sibling and own.
pub struct Exact {
    lines: Lines,
    parents_count: bool,
    own_parents: bool,
    own_children: bool,
}

impl Exact {
    /// Empty sets, under the straps of a configuration.
    pub fn new(config: &LaserConfig) -> Self {
        let own = config.own_reads;
        Self {
            lines: Lines::default(),
            parents_count: config.parents_count,
            own_parents: own != OwnReads::Children,
            own_children: own != OwnReads::Parents,
        }
    }

    /// Sets the straps of a monitor.
    pub fn strap(&self, chip: &mut Chip, pins: &MonitorPins) {
        chip.set(pins.cfg_parents_count, self.parents_count.into());
        chip.set(pins.cfg_own_parents, self.own_parents.into());
        chip.set(pins.cfg_own_children, self.own_children.into());
    }

    /// Looks a read up, and lets it enter unless the filters are being cleared.
    pub fn look(&mut self, read: Read, clearing: bool) -> Looked {
        let Read { line, child, parent } = read;
        let counts = child || parent && self.parents_count;
        let own = child && self.own_children || parent && self.own_parents;
        let counts = [counts, counts, own];
        if clearing {
            return Looked { counts, known: [false; RELATIONS] };
        }
        let enters = u8::from(parent) | (u8::from(child) << 1) | (u8::from(own) << 2);
        let held = self.lines.enter(line, enters);
        Looked { counts, known: std::array::from_fn(|n| (held >> n) & 1 != 0) }
    }

    /// Empties the sets.
    pub fn clear(&mut self) {
        self.lines.emptied += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::GpuConfig;

    fn exact(settings: &[(&str, &str)]) -> Exact {
        let mut config = GpuConfig::preset("laser13").expect("a preset");
        settings.iter().for_each(|(key, value)| config.set(key, value).expect("a setting"));
        Exact::new(&config.laser)
    }

    const PARENT: Read = Read { line: 5, child: false, parent: true };
    const CHILD: Read = Read { line: 5, child: true, parent: false };

    #[test]
    fn a_line_is_known_to_the_filters_that_earlier_readers_enter() {
        let mut lines = exact(&[("laser.own_reads", "parents")]);
        assert_eq!(lines.look(CHILD, false).known, [false, false, false]);
        assert_eq!(lines.look(CHILD, false).known, [false, true, false]);
        assert_eq!(lines.look(PARENT, false).known, [false, true, false]);
        assert_eq!(lines.look(CHILD, false).known, [true, true, true]);
        lines.clear();
        assert_eq!(lines.look(PARENT, false).known, [false; 3]);
    }

    #[test]
    fn what_is_looked_up_while_filters_are_cleared_is_not_known_and_does_not_enter() {
        let mut lines = exact(&[]);
        lines.look(PARENT, false);
        assert_eq!(lines.look(PARENT, true).known, [false; 3]);
        assert_eq!(lines.look(Read { line: 6, ..PARENT }, true).known, [false; 3]);
        assert_eq!(lines.look(Read { line: 6, ..PARENT }, false).known, [false; 3]);
    }

    #[test]
    fn whose_reads_count_is_as_the_straps_say() {
        let counts = |settings: &[_], read| exact(settings).look(read, false).counts;
        let only_children = [("laser.parents_count", "false"), ("laser.own_reads", "children")];
        assert_eq!(counts(&only_children, PARENT), [false, false, false]);
        assert_eq!(counts(&only_children, CHILD), [true, true, true]);
        let parents = [("laser.parents_count", "true"), ("laser.own_reads", "parents")];
        assert_eq!(counts(&parents, PARENT), [true, true, true]);
        assert_eq!(counts(&parents, CHILD), [true, true, false]);
    }
}
