//! Host programs: a whole host program for kernels from a PTX file, written in TOML. It has buffers, launches,
//! loops until a flag in device memory is clear, and what to write or compare at the end.

mod addresses;
mod compile;
mod file;
mod host;
mod launch;
mod steps;
mod variable;

use self::host::{Host, Timed};
use self::steps::Names;
use self::variable::Variable;
use super::buffers::{self, Contents};
use super::compare::Reference;
use heddle_sim::host::{HostStep, Workload};
use heddle_sim::mem::{GlobalMemory, MemoryFault};
use heddle_sim::ptx::{Program, PtxError};
use std::path::Path;
use thiserror::Error;

/// Why a host program cannot be used.
#[derive(Debug, Error)]
pub enum HostProgramError {
    /// The host program, or its PTX file, cannot be read.
    #[error("cannot read {file}: {reason}")]
    Read {
        /// The file.
        file: String,
        /// Why the system refused.
        reason: std::io::Error,
    },
    /// The file is not a host program.
    #[error("{file}:{line}: {what}")]
    Syntax {
        /// The host program.
        file: String,
        /// Line, counted from 1.
        line: usize,
        /// What is wrong there.
        what: String,
    },
    /// A key has an invalid value.
    #[error("{file}: {key}: {what}")]
    Key {
        /// The host program.
        file: String,
        /// Path of the key; entries of lists are counted from 0.
        key: String,
        /// What is wrong with its value.
        what: String,
    },
    /// The machine cannot run the kernels.
    #[error(transparent)]
    Ptx(#[from] PtxError),
    /// The output cannot be written.
    #[error("{file}: dump: {what}")]
    Dump {
        /// The host program.
        file: String,
        /// File and reason.
        what: String,
    },
}

/// Reads the bytes of a file.
pub type Open = dyn Fn(&str) -> std::io::Result<Vec<u8>>;

/// A buffer of a host program.
struct Buffer {
    name: String,
    /// Type, shape and contents: the initial ones until the run is over, then the final ones.
    contents: Contents,
    /// The variable of the module that it is, if it is one.
    variable: Option<Variable>,
    /// Numbers of the buffers whose addresses it holds at first.
    of: Vec<usize>,
}

impl Buffer {
    /// Fills its device memory, which is allocated unless the module has it. Returns its address.
    fn place(&self, memory: &mut GlobalMemory) -> Result<u64, MemoryFault> {
        match &self.variable {
            Some(variable) => variable.set(&self.contents, memory),
            None => self.contents.place(format!("buffer `{}`", self.name), memory),
        }
    }
}

/// A host program read from a TOML file.
pub struct HostProgram {
    file: String,
    ptx_file: String,
    ptx: String,
    buffers: Vec<Buffer>,
    program: Vec<Timed>,
    host: Host,
    /// Buffer and output file of each dump.
    dumps: Vec<(usize, String)>,
    references: Vec<(usize, Reference)>,
    /// The files that it names to be read.
    inputs: Vec<String>,
}

impl HostProgram {
    /// Reads the host program `file` and all files to which it refers. Paths in it are relative to its directory.
    pub fn read(file: &str) -> Result<Self, HostProgramError> {
        let text = Self::text(file, &buffers::read)?;
        Self::parse(file, &text, &buffers::read)
    }

    /// Parses `text`, the host program that errors call `file`. `open` reads the files to which it refers, by
    /// their paths from the current directory.
    pub fn parse(file: &str, text: &str, open: &Open) -> Result<Self, HostProgramError> {
        let wrong = |(key, what): (String, String)| HostProgramError::Key {
            file: file.to_owned(),
            key,
            what,
        };
        let entries = file::parse(file, text)?;
        let beside = |path: &str| {
            Path::new(file).parent().unwrap_or(Path::new("")).join(path).display().to_string()
        };
        let ptx_file = beside(&entries.ptx);
        let ptx = Self::text(&ptx_file, open)?;
        let kernels = Program::parse(&ptx_file, &ptx)?;
        let mut loaded: Vec<Buffer> = Vec::new();
        for (i, entry) in entries.buffer.iter().enumerate() {
            let buffer = compile::buffer(entry, &loaded, &kernels, beside, open)
                .map_err(|what| wrong((format!("buffer[{i}] `{}`", entry.name), what)))?;
            loaded.push(buffer);
        }
        for (i, entry) in entries.buffer.iter().enumerate() {
            loaded[i].of = addresses::resolve(entry, &loaded)
                .map_err(|what| wrong((format!("buffer[{i}] `{}`", entry.name), what)))?;
        }
        let mut streams = Vec::new();
        steps::streams(&entries.step, "step", &mut streams).map_err(wrong)?;
        let names = Names { buffers: &loaded, kernels: &kernels, streams };
        let program = names.program(&entries.step).map_err(wrong)?;
        let mut dumps = Vec::new();
        for (i, entry) in entries.dump.iter().enumerate() {
            let buffer = names.buffer(&entry.buffer);
            let buffer = buffer.map_err(|what| wrong((format!("dump[{i}].buffer"), what)))?;
            let path = beside(&entry.path);
            buffers::check_writable(&path)
                .map_err(|what| wrong((format!("dump[{i}].path"), what)))?;
            dumps.push((buffer, path));
        }
        let mut references = Vec::new();
        for (i, entry) in entries.compare.iter().enumerate() {
            let reference = names.buffer(&entry.buffer).and_then(|buffer| {
                let array = buffers::npy_array(&beside(&entry.path), open)?;
                let reference = Reference::new(&beside(&entry.path), array, entry.tolerance)?;
                reference.check_size(loaded[buffer].contents.size() as usize)?;
                Ok((buffer, reference))
            });
            references.push(reference.map_err(|what| wrong((format!("compare[{i}]"), what)))?);
        }
        let arrays = entries.buffer.iter().filter_map(|entry| entry.path.as_deref()).map(beside);
        let compared = references.iter().map(|(_, reference)| reference.path().to_owned());
        let inputs = arrays.chain(compared).chain([ptx_file.clone()]).collect();
        let file = file.to_owned();
        let host = Host::default();
        Ok(Self { file, ptx_file, ptx, buffers: loaded, program, host, dumps, references, inputs })
    }

    /// Returns the files that it names to be read.
    pub fn inputs(&self) -> &[String] {
        &self.inputs
    }

    /// Returns the files that [`HostProgram::write_dumps`] writes.
    pub fn outputs(&self) -> impl Iterator<Item = &str> {
        self.dumps.iter().map(|(_, path)| path.as_str())
    }

    /// Reads the text of a file.
    fn text(file: &str, open: &Open) -> Result<String, HostProgramError> {
        let text = open(file).and_then(|bytes| {
            String::from_utf8(bytes)
                .map_err(|_| std::io::Error::other("it is not text (invalid UTF-8)"))
        });
        text.map_err(|reason| HostProgramError::Read { file: file.to_owned(), reason })
    }

    /// Writes the files that `[[dump]]` requests. It must be called after the run.
    pub fn write_dumps(&self) -> Result<(), HostProgramError> {
        for (buffer, path) in &self.dumps {
            if let Some(array) = self.buffers[*buffer].contents.array() {
                buffers::write(path, array)
                    .map_err(|what| HostProgramError::Dump { file: self.file.clone(), what })?;
            }
        }
        Ok(())
    }
}

impl Workload for HostProgram {
    /// Returns the PTX file, because errors in kernels refer to it.
    fn name(&self) -> &str {
        &self.ptx_file
    }

    fn ptx(&self) -> &str {
        &self.ptx
    }

    fn loaded(&mut self, module: &Program) {
        for variable in self.buffers.iter_mut().filter_map(|buffer| buffer.variable.as_mut()) {
            variable.locate(module);
        }
    }

    fn setup(&mut self, memory: &mut GlobalMemory) -> Result<(), MemoryFault> {
        let addresses = self.buffers.iter().map(|buffer| buffer.place(memory));
        self.host.addresses = addresses.collect::<Result<_, _>>()?;
        addresses::store(&self.buffers, &self.host.addresses, memory)
    }

    fn step(&mut self, memory: &mut GlobalMemory) -> Result<HostStep, MemoryFault> {
        if let Some(step) = self.host.run(&self.program, memory)? {
            return Ok(step);
        }
        for (buffer, &addr) in self.buffers.iter_mut().zip(&self.host.addresses) {
            buffer.contents.collect(addr, memory)?;
        }
        Ok(HostStep::Done)
    }

    fn verify(&self, _: &GlobalMemory) -> Result<(), String> {
        if let Some(failure) = &self.host.failure {
            return Err(failure.clone());
        }
        for (buffer, reference) in &self.references {
            let Buffer { name, contents, .. } = &self.buffers[*buffer];
            if let Some(array) = contents.array() {
                reference.compare(name, &array.bytes)?;
            }
        }
        Ok(())
    }

    /// A loop that was stopped is a wrong result, even without a comparison.
    fn has_reference(&self) -> bool {
        self.host.failure.is_some() || !self.references.is_empty()
    }
}

#[cfg(test)]
mod tests;
