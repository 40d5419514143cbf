//! A single launch of a kernel the user brings.

use super::{Arg, HostLaunch, HostStep, Workload};
use crate::mem::{GlobalMemory, MemoryFault};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::io::Read;

/// Largest buffer an argument may ask for, in bytes; device memory bounds the sum.
const MAX_BUFFER_BYTES: u64 = 1 << 31;

/// An argument before device memory exists.
#[derive(Clone, Debug)]
enum Argument {
    Scalar(Arg),
    Buffer(Contents),
}

/// What a buffer holds at first. Generated only when device memory has taken its size.
#[derive(Clone, Debug)]
enum Contents {
    Zero { bytes: u64 },
    Iota { bytes: u64 },
    Random { bytes: u64, seed: u64 },
    File(Vec<u8>),
}

impl Contents {
    fn bytes(&self) -> u64 {
        match self {
            Contents::Zero { bytes }
            | Contents::Iota { bytes }
            | Contents::Random { bytes, .. } => *bytes,
            Contents::File(content) => content.len() as u64,
        }
    }

    /// Fills zeroed device memory of the right size.
    fn fill(&self, target: &mut [u8]) {
        let words = target.chunks_exact_mut(4);
        match self {
            Contents::Zero { .. } => {}
            Contents::Iota { .. } => {
                words.zip(0_u32..).for_each(|(word, i)| word.copy_from_slice(&i.to_le_bytes()));
            }
            Contents::Random { seed, .. } => {
                let mut random = ChaCha8Rng::seed_from_u64(*seed);
                words.for_each(|word| word.copy_from_slice(&random.random::<f32>().to_le_bytes()));
            }
            Contents::File(content) => target.copy_from_slice(content),
        }
    }
}

/// The bytes of a file or pipe, at most what a buffer may hold.
fn read_bounded(path: &str) -> Result<Vec<u8>, String> {
    let mut content = Vec::new();
    let file = std::fs::File::open(path);
    let read = file.and_then(|file| file.take(MAX_BUFFER_BYTES + 1).read_to_end(&mut content));
    read.map_err(|error| format!("cannot read {path}: {error}"))?;
    if content.len() as u64 > MAX_BUFFER_BYTES {
        return Err(format!("{path} is too long: a buffer holds at most {MAX_BUFFER_BYTES} bytes"));
    }
    Ok(content)
}

/// One launch of one kernel from PTX text, with arguments given as text.
pub struct PtxFile {
    name: String,
    text: String,
    kernel: String,
    /// Grid in TBs.
    pub grid: [u32; 3],
    /// TB in threads.
    pub block: [u32; 3],
    /// Dynamic shared memory in bytes.
    pub shared_bytes: u32,
    arguments: Vec<Argument>,
    values: Vec<Arg>,
    outputs: Vec<Option<Vec<u8>>>,
    launched: bool,
}

impl PtxFile {
    /// The kernel `kernel` of `text`, which errors call `path`.
    pub fn new(path: &str, text: String, kernel: String) -> Self {
        Self {
            name: path.to_string(),
            text,
            kernel,
            grid: [1; 3],
            block: [32, 1, 1],
            shared_bytes: 0,
            arguments: Vec::new(),
            values: Vec::new(),
            outputs: Vec::new(),
            launched: false,
        }
    }

    /// Appends an argument: `u32:N i32:N u64:N f32:X f64:X zero:BYTES iota:COUNT
    /// random:COUNT:SEED bin:PATH`.
    pub fn push_argument(&mut self, text: &str) -> Result<(), String> {
        let (kind, value) = text.split_once(':').ok_or("it is not of the form KIND:VALUE")?;
        let number = |text: &str, what: &str| -> Result<u64, String> {
            text.parse().map_err(|_| format!("`{text}` is not {what}"))
        };
        let bytes_of = |count: u64, size: u64| -> Result<u64, String> {
            let bytes = count.checked_mul(size).filter(|&bytes| bytes <= MAX_BUFFER_BYTES);
            bytes.ok_or_else(|| format!("a buffer holds at most {MAX_BUFFER_BYTES} bytes"))
        };
        let bad = |what: &str| format!("`{value}` is not {what}");
        let argument = match kind {
            "u32" => Argument::Scalar(Arg::U32(value.parse().map_err(|_| bad("a 32-bit number"))?)),
            "i32" => {
                let number: i32 = value.parse().map_err(|_| bad("a signed 32-bit number"))?;
                Argument::Scalar(Arg::U32(number as u32))
            }
            "u64" => Argument::Scalar(Arg::U64(number(value, "a 64-bit number")?)),
            "f32" => Argument::Scalar(Arg::F32(value.parse().map_err(|_| bad("a number"))?)),
            "f64" => Argument::Scalar(Arg::F64(value.parse().map_err(|_| bad("a number"))?)),
            "zero" => {
                let bytes = bytes_of(number(value, "a number of bytes")?, 1)?;
                Argument::Buffer(Contents::Zero { bytes })
            }
            "iota" => {
                let bytes = bytes_of(number(value, "a number of words")?, 4)?;
                Argument::Buffer(Contents::Iota { bytes })
            }
            "random" => {
                let (count, seed) =
                    value.split_once(':').ok_or("it is not of the form random:COUNT:SEED")?;
                let bytes = bytes_of(number(count, "a number of floats")?, 4)?;
                Argument::Buffer(Contents::Random { bytes, seed: number(seed, "a seed")? })
            }
            "bin" => Argument::Buffer(Contents::File(read_bounded(value)?)),
            _ => {
                let known = "u32, i32, u64, f32, f64, zero, iota, random, bin";
                return Err(format!("unknown kind `{kind}`; kinds are: {known}"));
            }
        };
        self.arguments.push(argument);
        Ok(())
    }

    /// Whether argument `index` exists and is a buffer.
    pub fn is_buffer(&self, index: usize) -> bool {
        matches!(self.arguments.get(index), Some(Argument::Buffer(_)))
    }

    /// The bytes of buffer argument `index` after the run.
    pub fn output(&self, index: usize) -> Option<&[u8]> {
        self.outputs.get(index)?.as_deref()
    }
}

impl Workload for PtxFile {
    fn name(&self) -> &str {
        &self.name
    }

    fn ptx(&self) -> &str {
        &self.text
    }

    fn setup(&mut self, memory: &mut GlobalMemory) -> Result<(), MemoryFault> {
        for argument in &self.arguments {
            let value = match argument {
                Argument::Scalar(value) => *value,
                Argument::Buffer(contents) => {
                    let bytes = contents.bytes();
                    let addr = memory.alloc(bytes, 256)?;
                    contents.fill(memory.slice_mut(addr, bytes)?);
                    Arg::U64(addr)
                }
            };
            self.values.push(value);
        }
        Ok(())
    }

    fn step(&mut self, memory: &mut GlobalMemory) -> Result<HostStep, MemoryFault> {
        if !self.launched {
            self.launched = true;
            return Ok(HostStep::Launch(vec![HostLaunch {
                kernel: self.kernel.clone(),
                grid: self.grid,
                block: self.block,
                shared_bytes: self.shared_bytes,
                args: self.values.clone(),
                stream: 0,
            }]));
        }
        for (argument, value) in self.arguments.iter().zip(&self.values) {
            self.outputs.push(match (argument, value) {
                (Argument::Buffer(contents), Arg::U64(addr)) => {
                    Some(memory.slice(*addr, contents.bytes())?.to_vec())
                }
                _ => None,
            });
        }
        Ok(HostStep::Done)
    }

    /// There is no reference: whoever brings the kernel judges its output.
    fn verify(&self, _: &GlobalMemory) -> Result<(), String> {
        Ok(())
    }

    fn has_reference(&self) -> bool {
        false
    }
}
