//! Launches of a host program. Some arguments are known only when the launch is executed.

use super::compile::dimensions;
use super::file::LaunchEntry;
use super::host::Word;
use super::steps::Names;
use crate::buffers;
use heddle_sim::host::{Arg, HostLaunch};
use heddle_sim::mem::{GlobalMemory, MemoryFault};
use heddle_sim::ptx::ValueKind;
use toml::Value;

/// A number that is known, or that is in device memory.
#[derive(Clone, Debug)]
enum Count {
    Known(u64),
    At(Word),
}

/// The size of a grid.
#[derive(Clone, Debug)]
enum Grid {
    Tbs([u32; 3]),
    /// As many TBs as these threads require; no launch for 0 threads.
    Threads(Count),
}

/// An argument of a kernel.
#[derive(Clone, Debug)]
enum LaunchArg {
    Known(Arg),
    /// The address of the buffer.
    Address(usize),
    /// The word, as it is when the kernel is launched, and what it is.
    At(Word, ValueKind),
    /// A structure with these fields, each aligned to its size.
    Struct(Vec<LaunchArg>),
}

/// One kernel launch.
#[derive(Clone, Debug)]
pub(super) struct Launch {
    kernel: String,
    grid: Grid,
    block: [u32; 3],
    shared_bytes: u32,
    args: Vec<LaunchArg>,
    stream: u32,
    mapping: Option<String>,
}

impl Launch {
    /// Checks a launch whose key is `key`. The error is the wrong key and what is wrong with it.
    pub(super) fn new(
        entry: &LaunchEntry,
        key: &str,
        names: &Names,
    ) -> Result<Self, (String, String)> {
        let at = |name: &str| {
            let key = format!("{key}.{name}");
            move |what: String| (key.clone(), what)
        };
        let block = dimensions(&entry.block).map_err(at("block"))?;
        let grid = match (&entry.grid, &entry.threads) {
            (Some(grid), None) => Grid::Tbs(dimensions(grid).map_err(at("grid"))?),
            (None, Some(threads)) => {
                Grid::Threads(Self::count(threads, names).map_err(at("threads"))?)
            }
            _ => return Err((key.to_owned(), "it needs either `grid` or `threads`".to_owned())),
        };
        let kernel = names.kernels.kernel(&entry.kernel).map_err(at("kernel"))?;
        let (taken, given) = (kernel.params.len(), entry.args.len());
        if taken != given {
            let what = format!("kernel `{}` takes {taken} arguments, not {given}", entry.kernel);
            return Err(at("args")(what));
        }
        let mut args = Vec::new();
        for (i, (value, param)) in entry.args.iter().zip(&kernel.params).enumerate() {
            let wrong = at(&format!("args[{i}]"));
            let arg = Self::arg(value, names).map_err(&wrong)?;
            let bytes = arg.bytes();
            let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            if bytes != param.bytes {
                return Err(wrong(format!(
                    "`{text}` has {bytes} bytes, parameter {} of kernel `{}` has {}",
                    param.name, entry.kernel, param.bytes
                )));
            }
            if !param.kind.takes(arg.kind()) {
                return Err(wrong(format!(
                    "`{text}` is {}, parameter {} of kernel `{}` is {}",
                    arg.kind().name(),
                    param.name,
                    entry.kernel,
                    param.kind.name()
                )));
            }
            args.push(arg);
        }
        Ok(Self {
            kernel: kernel.name.clone(),
            grid,
            block,
            shared_bytes: entry.shared,
            args,
            stream: names.stream(entry.stream.as_deref()).map_err(at("stream"))?,
            mapping: Self::mapping(entry, names).map_err(at("mapping"))?,
        })
    }

    fn mapping(entry: &LaunchEntry, names: &Names) -> Result<Option<String>, String> {
        let Some(name) = &entry.mapping else { return Ok(None) };
        let function = names.kernels.kernel(name)?;
        match function.params.len() {
            0 => Ok(Some(function.name.clone())),
            taken => {
                Err(format!("`{name}` takes {taken} arguments; a mapping function takes none"))
            }
        }
    }

    fn count(value: &Value, names: &Names) -> Result<Count, String> {
        match value {
            Value::Integer(number) if *number > 0 => Ok(Count::Known(*number as u64)),
            Value::String(text) => names.word(text).map(Count::At),
            _ => Err(format!("{value} is neither a positive number nor a word such as \"$count\"")),
        }
    }

    fn arg(value: &Value, names: &Names) -> Result<LaunchArg, String> {
        match value {
            Value::String(text) => Self::simple_arg(text, names),
            Value::Array(fields) if !fields.is_empty() => {
                let field = |field: &Value| match field {
                    Value::String(text) => Self::simple_arg(text, names),
                    _ => Err(format!(
                        "{field} cannot be a field of a structure; write \"KIND:NUMBER\""
                    )),
                };
                fields.iter().map(field).collect::<Result<_, _>>().map(LaunchArg::Struct)
            }
            _ => Err(format!("{value} is no argument; write \"KIND:NUMBER\", with quotes")),
        }
    }

    fn simple_arg(text: &str, names: &Names) -> Result<LaunchArg, String> {
        if let Some(name) = text.strip_prefix('$') {
            return names.buffer(name).map(LaunchArg::Address);
        }
        let form = || {
            format!(
                "`{text}` is neither \"$BUFFER\" nor \"KIND:NUMBER\"; kinds are: {}",
                buffers::SCALARS
            )
        };
        let (kind, value) = text.split_once(':').ok_or_else(form)?;
        if !value.starts_with('$') {
            return buffers::scalar(kind, value).ok_or_else(form)?.map(LaunchArg::Known);
        }
        match kind {
            "u32" | "i32" => Ok(LaunchArg::At(names.word(value)?, ValueKind::Integer)),
            "f32" => Ok(LaunchArg::At(names.word(value)?, ValueKind::Float)),
            _ => Err(format!("`{text}`: only u32, i32 and f32 can be read from device memory")),
        }
    }

    /// Returns whether it depends on what earlier launches store in device memory.
    pub(super) fn reads_memory(&self) -> bool {
        matches!(self.grid, Grid::Threads(Count::At(_)))
            || self.args.iter().any(LaunchArg::reads_memory)
    }

    /// Returns the launch with the current values; `None` if it has no threads.
    pub(super) fn build(
        &self,
        addresses: &[u64],
        memory: &GlobalMemory,
    ) -> Result<Option<HostLaunch>, MemoryFault> {
        let grid = match &self.grid {
            Grid::Tbs(grid) => *grid,
            Grid::Threads(count) => {
                let threads = match count {
                    Count::Known(threads) => *threads,
                    Count::At(word) => u64::from(memory.read_u32(word.address(addresses))?),
                };
                if threads == 0 {
                    return Ok(None);
                }
                let size = self.block.iter().fold(1_u64, |n, &side| n.saturating_mul(side.into()));
                // A grid beyond 32 bits exceeds the machine's limits too, and the machine reports that.
                [u32::try_from(threads.div_ceil(size)).unwrap_or(u32::MAX), 1, 1]
            }
        };
        let args = self.args.iter().map(|arg| arg.build(addresses, memory));
        Ok(Some(HostLaunch {
            kernel: self.kernel.clone(),
            grid,
            block: self.block,
            shared_bytes: self.shared_bytes,
            args: args.collect::<Result<_, _>>()?,
            stream: self.stream,
            mapping: self.mapping.clone(),
        }))
    }
}

impl LaunchArg {
    /// Returns the size of the parameter that it fits.
    fn bytes(&self) -> u32 {
        match self {
            Self::Known(arg) => arg.image().len() as u32,
            Self::At(..) => 4,
            Self::Address(_) => 8,
            Self::Struct(fields) => {
                let end = fields
                    .iter()
                    .fold(0, |end: u32, field| end.next_multiple_of(field.align()) + field.bytes());
                end.next_multiple_of(self.align())
            }
        }
    }

    /// Returns its alignment in a structure.
    fn align(&self) -> u32 {
        match self {
            Self::Known(arg) => arg.align() as u32,
            Self::Struct(fields) => fields.iter().map(Self::align).max().unwrap_or(1),
            _ => self.bytes(),
        }
    }

    /// Returns what it is.
    fn kind(&self) -> ValueKind {
        match self {
            Self::Known(arg) => arg.kind(),
            Self::At(_, kind) => *kind,
            Self::Address(_) => ValueKind::Integer,
            Self::Struct(_) => ValueKind::Bits,
        }
    }

    fn reads_memory(&self) -> bool {
        match self {
            Self::At(..) => true,
            Self::Struct(fields) => fields.iter().any(Self::reads_memory),
            Self::Known(_) | Self::Address(_) => false,
        }
    }

    /// Returns the argument with the current values.
    fn build(&self, addresses: &[u64], memory: &GlobalMemory) -> Result<Arg, MemoryFault> {
        Ok(match self {
            Self::Known(arg) => arg.clone(),
            Self::Address(buffer) => Arg::U64(addresses[*buffer]),
            Self::At(word, kind) => {
                let bits = memory.read_u32(word.address(addresses))?;
                match kind {
                    ValueKind::Float => Arg::F32(f32::from_bits(bits)),
                    ValueKind::Integer | ValueKind::Bits => Arg::U32(bits),
                }
            }
            Self::Struct(fields) => {
                let fields = fields.iter().map(|field| field.build(addresses, memory));
                Arg::structure(&fields.collect::<Result<Vec<_>, _>>()?)
            }
        })
    }
}
