//! Runs a single launch of a kernel from the user's PTX file.

use super::buffers::{self, Contents};
use super::compare::Reference;
use crate::inputs::npy::NpyArray;
use heddle_sim::host::{Arg, HostLaunch, HostStep, Workload};
use heddle_sim::mem::{GlobalMemory, MemoryFault};

/// An argument before device memory exists.
#[derive(Clone, Debug)]
enum Argument {
    Scalar(Arg),
    Buffer(Contents),
}

/// One launch of one kernel from PTX text, with arguments given as text.
pub struct PtxFile {
    name: String,
    text: String,
    kernel: String,
    /// Grid dimensions in TBs.
    pub grid: [u32; 3],
    /// TB dimensions in threads.
    pub block: [u32; 3],
    /// Dynamic shared memory in bytes.
    pub shared_bytes: u32,
    arguments: Vec<Argument>,
    /// The arguments that the kernel receives, once `setup` has placed the buffers.
    values: Vec<Arg>,
    /// Argument and output file of each dump.
    dumps: Vec<(usize, String)>,
    references: Vec<(usize, Reference)>,
    /// Files that arguments and comparisons name.
    inputs: Vec<String>,
    launched: bool,
}

impl PtxFile {
    /// Creates a launch of the kernel `kernel` of `text`, which errors call `path`.
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
            dumps: Vec::new(),
            references: Vec::new(),
            inputs: Vec::new(),
            launched: false,
        }
    }

    /// Appends an argument: `u32:N` (and all of `buffers::SCALARS`) `zero:BYTES iota:COUNT random:COUNT:SEED
    /// npy:PATH bin:PATH`.
    pub fn push_argument(&mut self, text: &str) -> Result<(), String> {
        let (kind, value) = text.split_once(':').ok_or("it is not of the form KIND:VALUE")?;
        if matches!(kind, "npy" | "bin") {
            self.inputs.push(value.to_owned());
        }
        let scalar = buffers::scalar(kind, value).map(|arg| arg.map(Argument::Scalar));
        let argument = scalar
            .or_else(|| buffers::buffer(kind, value).map(|array| array.map(Argument::Buffer)));
        self.arguments.push(argument.ok_or_else(|| {
            let known = buffers::SCALARS;
            format!("unknown kind `{kind}`; kinds are: {known}, zero, iota, random, npy, bin")
        })??);
        Ok(())
    }

    /// Returns the bytes of buffer argument `index` after the run.
    pub fn output(&self, index: usize) -> Option<&[u8]> {
        Some(&self.collected(index)?.bytes)
    }

    /// Requests a buffer argument in a file after the run, `INDEX:PATH`: an array if the name ends in `.npy`,
    /// plain bytes otherwise. It must be called after the arguments were pushed.
    pub fn push_dump(&mut self, text: &str) -> Result<(), String> {
        let (index, path) = self.split_index(text, "INDEX:PATH")?;
        buffers::check_writable(path)?;
        self.dumps.push((index, path.to_owned()));
        Ok(())
    }

    /// Requests a comparison of a buffer argument with a file after the run, `INDEX:REF.npy` or
    /// `INDEX:REF.npy:TOLERANCE`. It must be called after the arguments were pushed.
    pub fn push_comparison(&mut self, text: &str) -> Result<(), String> {
        let form = "INDEX:REF.npy[:TOLERANCE]";
        let (index, rest) = self.split_index(text, form)?;
        let reference = match rest.rsplit_once(':') {
            Some((path, tolerance)) if !rest.ends_with(".npy") => {
                let tolerance = tolerance.parse().map_err(|_| {
                    format!("the tolerance `{tolerance}` is not a number; write {form}")
                })?;
                Reference::read(path, Some(tolerance))
            }
            _ => Reference::read(rest, None),
        }?;
        if let Some(Argument::Buffer(contents)) = self.arguments.get(index) {
            reference.check_size(contents.size() as usize)?;
        }
        self.inputs.push(reference.path().to_owned());
        self.references.push((index, reference));
        Ok(())
    }

    /// Returns the files that arguments and comparisons are read from.
    pub fn inputs(&self) -> &[String] {
        &self.inputs
    }

    /// Returns the files that [`PtxFile::write_dumps`] writes.
    pub fn outputs(&self) -> impl Iterator<Item = &str> {
        self.dumps.iter().map(|(_, path)| path.as_str())
    }

    /// Splits `text` into the index of a buffer argument and the rest.
    fn split_index<'a>(&self, text: &'a str, form: &str) -> Result<(usize, &'a str), String> {
        let form = || format!("it is not of the form {form}");
        let (index, rest) = text.split_once(':').ok_or_else(form)?;
        let index = index.parse().map_err(|_| form())?;
        match self.arguments.get(index) {
            Some(Argument::Buffer(_)) => Ok((index, rest)),
            Some(Argument::Scalar(_)) => Err(format!("argument {index} is not a buffer")),
            None => {
                let count = self.arguments.len();
                Err(format!("there are only {count} arguments, counted from 0"))
            }
        }
    }

    /// Returns buffer argument `index` after the run.
    fn collected(&self, index: usize) -> Option<&NpyArray> {
        match self.arguments.get(index)? {
            Argument::Buffer(contents) => contents.array(),
            Argument::Scalar(_) => None,
        }
    }

    /// Writes the files that [`PtxFile::push_dump`] requested. It must be called after the run.
    pub fn write_dumps(&self) -> Result<(), String> {
        for (index, path) in &self.dumps {
            if let Some(array) = self.collected(*index) {
                buffers::write(path, array)?;
            }
        }
        Ok(())
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
        for (index, argument) in self.arguments.iter().enumerate() {
            let value = match argument {
                Argument::Scalar(value) => value.clone(),
                Argument::Buffer(contents) => {
                    Arg::U64(contents.place(format!("the buffer of argument {index}"), memory)?)
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
                mapping: None,
            }]));
        }
        for (argument, value) in self.arguments.iter_mut().zip(&self.values) {
            if let (Argument::Buffer(contents), Arg::U64(addr)) = (argument, value) {
                contents.collect(*addr, memory)?;
            }
        }
        Ok(HostStep::Done)
    }

    fn verify(&self, _: &GlobalMemory) -> Result<(), String> {
        for (index, reference) in &self.references {
            if let Some(array) = self.collected(*index) {
                reference.compare(&format!("argument {index}"), &array.bytes)?;
            }
        }
        Ok(())
    }

    /// There is a reference only if the user gave one with the kernel.
    fn has_reference(&self) -> bool {
        !self.references.is_empty()
    }
}
