//! Regular expression matching: an automaton as a graph in memory, and one thread per stream of bytes.

mod automaton;
mod reference;
#[cfg(test)]
mod tests;

use self::automaton::Automaton;
use super::nested::{Children, Nested};
use super::words::{place, words};
use super::Nesting;
use crate::inputs::Matching;
use heddle_sim::host::{Arg, HostLaunch, HostStep, Workload};
use heddle_sim::mem::{GlobalMemory, MemoryFault};

/// `Choice` in regx.cu.
const CHILDREN: Children = Children { app: "regx", bytes: 32, tb_threads: 64 };

/// Capacity of the list of children per byte of the streams. A match begins at few bytes, and leaves a few
/// children.
const CHILDREN_OF_A_BYTE: u64 = 2;

/// Device addresses. All are zero until `setup`, so an access faults.
#[derive(Clone, Copy, Debug, Default)]
struct Buffers {
    matcher: u64,
    offsets: u64,
    roots: u64,
    matches: u64,
}

/// Searches rules in streams.
#[derive(Debug)]
pub struct Regx {
    matching: Matching,
    automaton: Automaton,
    /// The state in which the streams of each group begin.
    roots: Vec<u32>,
    nested: Nested,
    buffers: Buffers,
    launched: bool,
}

impl Regx {
    /// Creates a search for the rules in the streams. The error names the rule that cannot be searched.
    pub fn new(matching: Matching, nesting: Nesting) -> Result<Self, String> {
        let Matching { rules, streams } = &matching;
        let groups = rules.iter().map(|rule| rule.group).chain(streams.iter().map(|s| s.group));
        let mut automaton = Automaton::default();
        let roots: Vec<u32> = (0..=groups.max().unwrap_or(0)).map(|_| automaton.root()).collect();
        let longest = streams.iter().map(|stream| stream.bytes.len()).max().unwrap_or(0);
        let built = rules.iter().zip(0..).try_for_each(|(rule, number)| {
            automaton.add(roots[rule.group as usize], number, &rule.syntax)
        });
        built.and_then(|()| automaton.finish(&roots, longest)).map_err(|bad| {
            format!("the rule `{}`: {}", rules[bad.rule as usize].pattern, bad.what)
        })?;
        let nested = Nested::new(CHILDREN, nesting);
        let buffers = Buffers::default();
        Ok(Self { matching, automaton, roots, nested, buffers, launched: false })
    }

    /// Returns the number of words of the matches of one stream.
    fn words(&self) -> u32 {
        (self.matching.rules.len() as u32).div_ceil(32)
    }

    fn stream_count(&self) -> u32 {
        self.matching.streams.len() as u32
    }

    /// Returns the arrays of the states, the edges and the reports as the device reads them.
    fn tables(&self) -> [Vec<u32>; 3] {
        let [mut states, mut edges, mut reports] = [const { Vec::new() }; 3];
        for state in &self.automaton.states {
            let alone = u32::from(state.is_followed_alone());
            states.extend([
                edges.len() as u32 / 2,
                state.edges.len() as u32,
                reports.len() as u32,
                state.reports.len() as u32 | alone << 16,
            ]);
            edges.extend(state.edges.iter().flat_map(|&(byte, to)| [u32::from(byte), to]));
            reports.extend(&state.reports);
        }
        [states, edges, reports]
    }

    /// Returns the matches that the CPU finds, as bits like on the device.
    fn expected(&self) -> Vec<u32> {
        let words = self.words() as usize;
        let mut expected = vec![0; words * self.matching.streams.len()];
        for (stream, marks) in self.matching.streams.iter().zip(expected.chunks_mut(words)) {
            for (rule, number) in self.matching.rules.iter().zip(0..) {
                if rule.group == stream.group && reference::matches(&rule.syntax, &stream.bytes) {
                    marks[number / 32] |= 1_u32 << (number % 32);
                }
            }
        }
        expected
    }
}

impl Workload for Regx {
    fn name(&self) -> &str {
        "regx"
    }

    fn ptx(&self) -> &str {
        ptx!("regx")
    }

    fn setup(&mut self, memory: &mut GlobalMemory) -> Result<(), MemoryFault> {
        let streams = &self.matching.streams;
        let text: Vec<u8> = streams.iter().flat_map(|stream| stream.bytes.clone()).collect();
        let offsets: Vec<u32> = std::iter::once(0)
            .chain(streams.iter().scan(0, |end, stream| {
                *end += stream.bytes.len() as u32;
                Some(*end)
            }))
            .collect();
        let roots: Vec<u32> = streams.iter().map(|s| self.roots[s.group as usize]).collect();
        let capacity = (CHILDREN_OF_A_BYTE * text.len() as u64) as u32;
        self.nested.setup(memory, capacity)?;

        let [states, edges, reports] = self.tables();
        let states = place(memory, "buffer `states`", &states)?;
        let edges = place(memory, "buffer `edges`", &edges)?;
        let reports = place(memory, "buffer `reports`", &reports)?;
        let marks = u64::from(self.words()) * u64::from(self.stream_count());
        let matches = words(memory, "buffer `matches`", marks)?;
        let offsets = place(memory, "buffer `offsets`", &offsets)?;
        let roots = place(memory, "buffer `roots`", &roots)?;
        let text_addr = memory.alloc_named("buffer `text`", text.len().max(1) as u64, 256)?;
        memory.slice_mut(text_addr, text.len() as u64)?.copy_from_slice(&text);
        let pointers = [states, edges, reports, text_addr, matches].map(Arg::U64);
        let fields: Vec<Arg> = pointers.into_iter().chain([Arg::U32(self.words())]).collect();
        let image = Arg::structure(&fields).image();
        let matcher = memory.alloc_named("the structure `Matcher`", image.len() as u64, 256)?;
        memory.slice_mut(matcher, image.len() as u64)?.copy_from_slice(&image);
        self.buffers = Buffers { matcher, offsets, roots, matches };
        Ok(())
    }

    fn step(&mut self, memory: &mut GlobalMemory) -> Result<HostStep, MemoryFault> {
        if let Some(children) = self.nested.left_by_grid(memory)? {
            return Ok(HostStep::Launch(vec![children]));
        }
        if std::mem::replace(&mut self.launched, true) {
            return Ok(HostStep::Done);
        }
        let b = &self.buffers;
        let streams = &self.matching.streams;
        let longest = streams.iter().map(|stream| stream.bytes.len()).max().unwrap_or(0);
        let pointers = [b.matcher, b.offsets, b.roots].map(Arg::U64);
        let counts = [self.stream_count(), longest as u32].map(Arg::U32);
        let fields: Vec<Arg> = pointers.into_iter().chain(counts).collect();
        let launch: HostLaunch =
            self.nested.parents(memory, self.stream_count(), Arg::structure(&fields))?;
        Ok(HostStep::Launch(vec![launch]))
    }

    fn verify(&self, memory: &GlobalMemory) -> Result<(), String> {
        let expected = self.expected();
        let actual = memory.read_u32s(self.buffers.matches, expected.len() as u64);
        let actual = actual.map_err(|fault| format!("regx: reading the matches: {fault}"))?;
        let marks = |bits: &[u32]| bits.iter().map(|word| word.count_ones()).sum::<u32>();
        let differing: Vec<u32> = actual.iter().zip(&expected).map(|(a, e)| a ^ e).collect();
        let Some(first) = differing.iter().position(|&bits| bits != 0) else { return Ok(()) };
        let bit = differing[first].trailing_zeros();
        let (stream, word) = (first / self.words() as usize, first % self.words() as usize);
        let rule = 32 * word + bit as usize;
        let says = |bits: u32| if bits >> bit & 1 == 1 { "matched" } else { "not matched" };
        let pattern = self.matching.rules.get(rule).map_or("beyond the last", |rule| &rule.pattern);
        Err(format!(
            "regx: stream {stream} is {} by rule {rule} `{pattern}`, the CPU reference says {} ({} marks differ, {} are expected)",
            says(actual[first]),
            says(expected[first]),
            marks(&differing),
            marks(&expected)
        ))
    }
}
