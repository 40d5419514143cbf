//! A host program as written in TOML. Its references are checked in `compile`.

use super::HostProgramError;
use serde::Deserialize;
use toml::Value;

/// Most characters of a wrong line that an error quotes.
const QUOTED_CHARS: usize = 80;

/// The whole file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct HostProgramFile {
    /// The kernels' file; like all paths, relative to the host program.
    pub ptx: String,
    #[serde(default)]
    pub buffer: Vec<BufferEntry>,
    pub step: Vec<Step>,
    #[serde(default)]
    pub dump: Vec<DumpEntry>,
    #[serde(default)]
    pub compare: Vec<CompareEntry>,
}

/// A buffer in device memory; its keys depend on its kind.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BufferEntry {
    pub name: String,
    pub kind: Kind,
    /// Number of elements.
    pub count: Option<u64>,
    /// NumPy's name of the elements' type, without byte order.
    pub dtype: Option<String>,
    pub value: Option<Value>,
    pub seed: Option<u64>,
    pub path: Option<String>,
    /// The buffers whose addresses it holds.
    pub of: Option<Vec<String>>,
    /// The variable of the module, if it is not called like the buffer.
    pub symbol: Option<String>,
    /// The kind of what a variable holds at first; without it, what the module says.
    pub from: Option<Kind>,
}

/// The source of a buffer's contents.
#[derive(Clone, Copy, Deserialize, PartialEq)]
#[serde(rename_all = "lowercase")]
pub(super) enum Kind {
    Zero,
    Fill,
    Iota,
    Random,
    Npy,
    Bin,
    /// The addresses of buffers.
    Addresses,
    /// A variable of the module.
    Symbol,
}

/// One step of the host.
#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Step {
    Launch(LaunchEntry),
    Loop(LoopEntry),
    /// The name of a stream, or `device` for all of them.
    Sync(String),
    Swap([String; 2]),
    Set(WordEntry),
    Add(WordEntry),
    Fill(FillEntry),
    Copy(CopyEntry),
}

/// A kernel launch: a grid, or as many TBs as `threads` threads require.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LaunchEntry {
    pub kernel: String,
    pub grid: Option<Value>,
    pub threads: Option<Value>,
    pub block: Value,
    #[serde(default)]
    pub shared: u32,
    /// Arguments as strings; a list of strings is a structure.
    #[serde(default)]
    pub args: Vec<Value>,
    pub stream: Option<String>,
    /// The mapping function, if the kernel's TBs depend on each other.
    pub mapping: Option<String>,
}

/// Steps repeated while a word of device memory is not zero, or while it is.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LoopEntry {
    #[serde(rename = "while")]
    pub flag: String,
    #[serde(default = "nonzero")]
    pub nonzero: bool,
    pub max: u32,
    pub stream: Option<String>,
    pub steps: Vec<Step>,
}

fn nonzero() -> bool {
    true
}

/// A 32-bit word of a buffer, and a number to store or add there.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WordEntry {
    pub buffer: String,
    #[serde(default)]
    pub index: u64,
    pub value: Value,
    pub stream: Option<String>,
}

/// A buffer to be filled with one number.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FillEntry {
    pub buffer: String,
    pub value: Value,
    pub stream: Option<String>,
}

/// A buffer to be copied to another one of its size.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CopyEntry {
    pub from: String,
    pub to: String,
    pub stream: Option<String>,
}

/// A buffer to be written to a file after the run.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DumpEntry {
    pub buffer: String,
    pub path: String,
}

/// A buffer to be compared with a `.npy` file after the run.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CompareEntry {
    pub buffer: String,
    pub path: String,
    pub tolerance: Option<f64>,
}

/// Reads the text of the host program `file`. An error quotes the line that is wrong.
pub(super) fn parse(file: &str, text: &str) -> Result<HostProgramFile, HostProgramError> {
    toml::from_str(text).map_err(|error: toml::de::Error| {
        let start = error.span().map_or(0, |span| span.start.min(text.len()));
        let before = text.get(..start).unwrap_or_default();
        let line = before.matches('\n').count();
        let quoted = text.lines().nth(line).unwrap_or_default().trim();
        let quoted: String = quoted.chars().take(QUOTED_CHARS).collect();
        // One line is enough: the parser's second one repeats the quotation.
        let message = error.message().lines().collect::<Vec<_>>().join("; ");
        let what = if start == 0 { message } else { format!("{message}, in `{quoted}`") };
        HostProgramError::Syntax { file: file.to_owned(), line: line + 1, what }
    })
}
