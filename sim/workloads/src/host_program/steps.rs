//! Compiles the steps of a host program to a flat program, and checks every name and number.

use super::compile::{element, word_bits};
use super::file::{CopyEntry, FillEntry, Step, WordEntry};
use super::host::{Op, Test, Timed, Wait, Word};
use super::launch::Launch;
use super::Buffer;
use heddle_sim::ptx::Program;

/// The key that is wrong, and what is wrong with it.
type Wrong = (String, String);

/// Name of the whole device in `sync`; no stream has this name.
const DEVICE: &str = "device";

/// The meanings of names in steps.
pub(super) struct Names<'a> {
    pub(super) buffers: &'a [Buffer],
    pub(super) kernels: &'a Program,
    /// Streams that launches name, in the order of the host program. Stream 0 has no name.
    pub(super) streams: Vec<String>,
}

/// Collects the streams that launches name. The error is the wrong key and what is wrong with it.
pub(super) fn streams(steps: &[Step], list: &str, found: &mut Vec<String>) -> Result<(), Wrong> {
    for (i, step) in steps.iter().enumerate() {
        match step {
            Step::Launch(entry) => {
                let Some(name) = entry.stream.as_ref().filter(|name| !found.contains(name)) else {
                    continue;
                };
                let word = name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
                if name.is_empty() || !word || name == DEVICE {
                    let what = format!(
                        "`{name}` cannot be the name of a stream; use letters, digits and underscores, and not `{DEVICE}`"
                    );
                    return Err((format!("{list}[{i}].launch.stream"), what));
                }
                found.push(name.clone());
            }
            Step::Loop(entry) => streams(&entry.steps, &format!("{list}[{i}].loop.steps"), found)?,
            _ => {}
        }
    }
    Ok(())
}

impl Names<'_> {
    /// Returns the number of the buffer `name`.
    pub(super) fn buffer(&self, name: &str) -> Result<usize, String> {
        self.buffers.iter().position(|buffer| buffer.name == name).ok_or_else(|| {
            let known: Vec<&str> = self.buffers.iter().map(|buffer| buffer.name.as_str()).collect();
            let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
            format!("there is no buffer `{name}`; buffers are: {known}")
        })
    }

    /// Parses a word written `$BUFFER` (its first) or `$BUFFER[INDEX]`.
    pub(super) fn word(&self, text: &str) -> Result<Word, String> {
        let form = || {
            format!("`{text}` is not a word of a buffer; write \"$BUFFER\" or \"$BUFFER[INDEX]\"")
        };
        let name = text.strip_prefix('$').ok_or_else(form)?;
        let Some((name, index)) = name.split_once('[') else { return self.word_at(name, 0) };
        let index = index.strip_suffix(']').and_then(|index| index.parse().ok());
        self.word_at(name, index.ok_or_else(form)?)
    }

    fn word_at(&self, name: &str, index: u64) -> Result<Word, String> {
        let buffer = self.buffer(name)?;
        let words = self.buffers[buffer].contents.size() / 4;
        if index >= words {
            return Err(format!(
                "buffer `{name}` has {words} 32-bit words, {index} is none of them"
            ));
        }
        Ok(Word { buffer, index })
    }

    /// Returns the number of the stream `name`; 0 without one.
    pub(super) fn stream(&self, name: Option<&str>) -> Result<u32, String> {
        let Some(name) = name else { return Ok(0) };
        let number = self.streams.iter().position(|known| known == name);
        number.map(|number| number as u32 + 1).ok_or_else(|| {
            let known = self.streams.join(", ");
            let known = if known.is_empty() { "none".to_owned() } else { known };
            format!("no launch is in a stream `{name}`; streams are: {known}")
        })
    }

    /// Returns what a step waits for that uses results of `stream`: the device if there is none.
    fn wait(&self, stream: Option<&str>) -> Result<Wait, String> {
        Ok(match self.stream(stream)? {
            0 => Wait::Device,
            stream => Wait::Stream(stream),
        })
    }

    /// Returns the flat program of a host program's steps. The error is the wrong key and what is wrong with it.
    pub(super) fn program(&self, steps: &[Step]) -> Result<Vec<Timed>, Wrong> {
        let mut program = Vec::new();
        self.steps(steps, "step", &mut program, &mut 0)?;
        Ok(program)
    }

    fn steps(
        &self,
        steps: &[Step],
        list: &str,
        program: &mut Vec<Timed>,
        loops: &mut usize,
    ) -> Result<(), Wrong> {
        for (i, step) in steps.iter().enumerate() {
            let key = |name: &str| format!("{list}[{i}].{name}");
            let op = match step {
                Step::Loop(entry) => {
                    let at = |name: &str| {
                        let key = key(name);
                        move |what: String| (key, what)
                    };
                    let flag = self.word(&entry.flag).map_err(at("loop.while"))?;
                    let wait = self.wait(entry.stream.as_deref()).map_err(at("loop.stream"))?;
                    let turns = *loops;
                    *loops += 1;
                    program.push(Timed { wait: Wait::Nothing, op: Op::Enter(turns) });
                    let head = program.len();
                    let (nonzero, max) = (entry.nonzero, entry.max);
                    let test = Test { turns, flag, nonzero, max, exit: head, key: key("loop") };
                    program.push(Timed { wait, op: Op::Test(test) });
                    self.steps(&entry.steps, &key("loop.steps"), program, loops)?;
                    program.push(Timed { wait: Wait::Nothing, op: Op::Jump(head) });
                    let end = program.len();
                    if let Op::Test(test) = &mut program[head].op {
                        test.exit = end;
                    }
                    continue;
                }
                Step::Launch(entry) => {
                    let launch = Launch::new(entry, &key("launch"), self)?;
                    let stream = entry.stream.as_deref().filter(|_| launch.reads_memory());
                    let wait = match launch.reads_memory() {
                        true => self.wait(stream).map_err(|e| (key("launch.stream"), e))?,
                        false => Wait::Nothing,
                    };
                    Timed { wait, op: Op::Launch(launch) }
                }
                Step::Sync(name) => {
                    let stream = Some(name.as_str()).filter(|name| *name != DEVICE);
                    let wait = self.wait(stream).map_err(|e| (key("sync"), e))?;
                    Timed { wait, op: Op::Nothing }
                }
                Step::Swap(pair) => {
                    let op = self.swap(pair).map_err(|e| (key("swap"), e))?;
                    Timed { wait: Wait::Nothing, op }
                }
                Step::Set(entry) => {
                    let timed = self.word_entry(entry, Op::Set);
                    timed.map_err(|e| (key("set"), e))?
                }
                Step::Add(entry) => {
                    if entry.value.is_float() {
                        return Err((key("add.value"), "only integers can be added".to_owned()));
                    }
                    let timed = self.word_entry(entry, Op::Add);
                    timed.map_err(|e| (key("add"), e))?
                }
                Step::Fill(entry) => self.fill(entry).map_err(|e| (key("fill"), e))?,
                Step::Copy(entry) => self.copy(entry).map_err(|e| (key("copy"), e))?,
            };
            program.push(op);
        }
        Ok(())
    }

    /// Returns two buffers, which must have the same size.
    fn equals(&self, [a, b]: [&str; 2], verb: &str) -> Result<(usize, usize), String> {
        let numbers = (self.buffer(a)?, self.buffer(b)?);
        let [left, right] =
            [numbers.0, numbers.1].map(|number| self.buffers[number].contents.size());
        if left != right {
            return Err(format!(
                "`{a}` has {left} bytes, `{b}` {right}; only buffers of one size can be {verb}"
            ));
        }
        Ok(numbers)
    }

    fn swap(&self, [a, b]: &[String; 2]) -> Result<Op, String> {
        let (a, b) = self.equals([a, b], "swapped")?;
        if let Some(variable) = [a, b].iter().find_map(|&n| self.buffers[n].variable.as_ref()) {
            let name = &variable.name;
            return Err(format!(
                "`{name}` is a variable of the module, which kernels find by its name; copy it instead of swapping it"
            ));
        }
        Ok(Op::Swap(a, b))
    }

    fn copy(&self, entry: &CopyEntry) -> Result<Timed, String> {
        let (from, to) = self.equals([&entry.from, &entry.to], "copied")?;
        let op = Op::Copy { from, to, bytes: self.buffers[from].contents.size() };
        Ok(Timed { wait: self.wait(entry.stream.as_deref())?, op })
    }

    fn fill(&self, entry: &FillEntry) -> Result<Timed, String> {
        let buffer = self.buffer(&entry.buffer)?;
        let contents = &self.buffers[buffer].contents;
        let dtype = contents.dtype();
        let element = element(dtype, &entry.value).map_err(|what| format!("value: {what}"))?;
        let op = Op::Fill { buffer, bytes: contents.size(), dtype, element };
        Ok(Timed { wait: self.wait(entry.stream.as_deref())?, op })
    }

    fn word_entry(&self, entry: &WordEntry, op: impl Fn(Word, u32) -> Op) -> Result<Timed, String> {
        let bits = word_bits(&entry.value).map_err(|what| format!("value: {what}"))?;
        let op = op(self.word_at(&entry.buffer, entry.index)?, bits);
        Ok(Timed { wait: self.wait(entry.stream.as_deref())?, op })
    }
}
