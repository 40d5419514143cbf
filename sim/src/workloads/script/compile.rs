//! From the entries of a script to buffers and a program, with every name and number checked.

use super::file::{BufferEntry, Kind, Step, WordEntry};
use super::host::{Op, Test, Word};
use super::launch::Launch;
use super::{Buffer, Open};
use crate::inputs::npy::Dtype;
use crate::ptx::{Function, Program};
use crate::workloads::buffers::{self, Contents, Pattern};
use toml::Value;

/// Loads the buffer of `entry`; `others` are those before it, `beside` resolves a path and `open`
/// gives the file there.
pub(super) fn buffer(
    entry: &BufferEntry,
    others: &[Buffer],
    beside: impl Fn(&str) -> String,
    open: &Open,
) -> Result<Buffer, String> {
    let name = entry.name.clone();
    if name.is_empty() || !name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_') {
        return Err("a name is made of letters, digits and underscores".to_owned());
    }
    if others.iter().any(|other| other.name == name) {
        return Err("another buffer has this name".to_owned());
    }
    let (kind, needed) = match entry.kind {
        Kind::Zero => ("zero", &["count"][..]),
        Kind::Fill => ("fill", &["count", "value"][..]),
        Kind::Iota => ("iota", &["count"][..]),
        Kind::Random => ("random", &["count", "seed"][..]),
        Kind::Npy => ("npy", &["path"][..]),
        Kind::Bin => ("bin", &["path"][..]),
    };
    for (key, given) in [
        ("count", entry.count.is_some()),
        ("value", entry.value.is_some()),
        ("seed", entry.seed.is_some()),
        ("path", entry.path.is_some()),
    ] {
        match (given, needed.contains(&key)) {
            (true, false) => return Err(format!("a buffer of kind {kind} has no `{key}`")),
            (false, true) => return Err(format!("a buffer of kind {kind} needs `{key}`")),
            _ => {}
        }
    }
    let dtype = entry.dtype.as_deref().map(dtype).transpose()?;
    if dtype.is_some() && entry.kind != Kind::Zero {
        return Err("only a buffer of kind zero has `dtype`".to_owned());
    }
    let count = entry.count.unwrap_or_default();
    let path = beside(entry.path.as_deref().unwrap_or_default());
    let contents = match entry.kind {
        Kind::Zero => buffers::pattern(dtype.unwrap_or(Dtype::U4), count, Pattern::Zero),
        Kind::Fill => {
            let word = entry.value.as_ref().map_or(Ok(0), word_bits);
            let word = word.map_err(|what| format!("value: {what}"))?;
            buffers::pattern(Dtype::U4, count, Pattern::Fill(word))
        }
        Kind::Iota => buffers::pattern(Dtype::U4, count, Pattern::Iota),
        Kind::Random => {
            let seed = entry.seed.unwrap_or_default();
            buffers::pattern(Dtype::F4, count, Pattern::Random(seed))
        }
        Kind::Npy => buffers::npy_array(&path, open).map(Contents::Array),
        Kind::Bin => buffers::binary(&path, open),
    }?;
    Ok(Buffer { name, contents })
}

fn dtype(name: &str) -> Result<Dtype, String> {
    let known = || Dtype::ALL.iter().map(|(dtype, name)| (*dtype, &name[1..]));
    known().find(|(_, known)| *known == name).map(|(dtype, _)| dtype).ok_or_else(|| {
        let known: Vec<&str> = known().map(|(_, name)| name).collect();
        format!("dtype `{name}` is not known; known: {}", known.join(", "))
    })
}

/// The 32-bit word that stands for a number: an integer, signed or not, or a float.
fn word_bits(value: &Value) -> Result<u32, String> {
    let word = match value {
        Value::Integer(n) => u32::try_from(*n).or(i32::try_from(*n).map(|n| n as u32)).ok(),
        Value::Float(x) => Some((*x as f32).to_bits()),
        _ => None,
    };
    word.ok_or_else(|| format!("{value} is not a 32-bit number"))
}

/// A dimension or a list of up to three.
pub(super) fn dimensions(value: &Value) -> Result<[u32; 3], String> {
    let wrong = || format!("{value} is neither a positive 32-bit number nor a list of up to three");
    let list = match value {
        Value::Array(list) if (1..=3).contains(&list.len()) => list.as_slice(),
        Value::Array(_) => return Err(wrong()),
        single => std::slice::from_ref(single),
    };
    let mut dimensions = [1; 3];
    for (dimension, value) in dimensions.iter_mut().zip(list) {
        let number = value.as_integer().and_then(|n| u32::try_from(n).ok());
        *dimension = number.filter(|&n| n > 0).ok_or_else(wrong)?;
    }
    Ok(dimensions)
}

/// What names in steps can mean.
pub(super) struct Names<'a> {
    pub(super) buffers: &'a [Buffer],
    pub(super) kernels: &'a Program,
}

impl Names<'_> {
    /// The number of the buffer `name`.
    pub(super) fn buffer(&self, name: &str) -> Result<usize, String> {
        self.buffers.iter().position(|buffer| buffer.name == name).ok_or_else(|| {
            let known: Vec<&str> = self.buffers.iter().map(|buffer| buffer.name.as_str()).collect();
            let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
            format!("there is no buffer `{name}`; buffers are: {known}")
        })
    }

    /// The kernel `name`.
    pub(super) fn kernel(&self, name: &str) -> Result<&Function, String> {
        let kernels = || self.kernels.functions.iter().filter(|function| function.is_entry);
        kernels().find(|kernel| kernel.name == name).ok_or_else(|| {
            let known: Vec<&str> = kernels().map(|kernel| kernel.name.as_str()).collect();
            format!("there is no kernel `{name}`; kernels are: {}", known.join(", "))
        })
    }

    /// A word written `$BUFFER` (its first) or `$BUFFER[INDEX]`.
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

    /// The program of a script's steps; an error is the key it is about and what is wrong.
    pub(super) fn program(&self, steps: &[Step]) -> Result<Vec<Op>, (String, String)> {
        let mut program = Vec::new();
        self.steps(steps, "step", &mut program, &mut 0)?;
        Ok(program)
    }

    fn steps(
        &self,
        steps: &[Step],
        list: &str,
        program: &mut Vec<Op>,
        loops: &mut usize,
    ) -> Result<(), (String, String)> {
        for (i, step) in steps.iter().enumerate() {
            let key = |name: &str| format!("{list}[{i}].{name}");
            match step {
                Step::Launch(entry) => {
                    program.push(Op::Launch(Launch::new(entry, &key("launch"), self)?));
                }
                Step::Swap(pair) => program.push(self.swap(pair).map_err(|e| (key("swap"), e))?),
                Step::Set(entry) => {
                    let (word, bits) = self.word_entry(entry).map_err(|e| (key("set"), e))?;
                    program.push(Op::Set(word, bits));
                }
                Step::Add(entry) => {
                    let (word, bits) = self.word_entry(entry).map_err(|e| (key("add"), e))?;
                    if entry.value.is_float() {
                        return Err((key("add.value"), "only integers can be added".to_owned()));
                    }
                    program.push(Op::Add(word, bits));
                }
                Step::Loop(entry) => {
                    let flag = self.word(&entry.flag).map_err(|e| (key("loop.while"), e))?;
                    let turns = *loops;
                    *loops += 1;
                    program.push(Op::Enter(turns));
                    let head = program.len();
                    let (nonzero, max) = (entry.nonzero, entry.max);
                    let test = Test { turns, flag, nonzero, max, exit: head, key: key("loop") };
                    program.push(Op::Test(test));
                    self.steps(&entry.steps, &key("loop.steps"), program, loops)?;
                    program.push(Op::Jump(head));
                    let end = program.len();
                    if let Op::Test(test) = &mut program[head] {
                        test.exit = end;
                    }
                }
            }
        }
        Ok(())
    }

    fn swap(&self, [a, b]: &[String; 2]) -> Result<Op, String> {
        let numbers = (self.buffer(a)?, self.buffer(b)?);
        let [left, right] =
            [numbers.0, numbers.1].map(|number| self.buffers[number].contents.size());
        if left != right {
            return Err(format!(
                "`{a}` has {left} bytes, `{b}` {right}; only equals can be swapped"
            ));
        }
        Ok(Op::Swap(numbers.0, numbers.1))
    }

    fn word_entry(&self, entry: &WordEntry) -> Result<(Word, u32), String> {
        let bits = word_bits(&entry.value).map_err(|what| format!("value: {what}"))?;
        Ok((self.word_at(&entry.buffer, entry.index)?, bits))
    }
}
