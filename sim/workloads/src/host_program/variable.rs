//! Variables of the kernels' module as buffers of a host program.

use crate::buffers::Contents;
use crate::inputs::npy::Dtype;
use heddle_sim::mem::{GlobalMemory, MemoryFault};
use heddle_sim::ptx::{GlobalVar, Program};

/// A variable of the module in the state space `.const` or `.global`.
pub(super) struct Variable {
    /// Name in the module.
    pub(super) name: String,
    /// Whether it keeps what the module says it holds at first.
    keeps: bool,
    /// Device address, once the module is loaded.
    address: u64,
}

impl Variable {
    /// Names `variable`.
    pub(super) fn new(variable: &GlobalVar, keeps: bool) -> Self {
        Self { name: variable.name.clone(), keeps, address: 0 }
    }

    /// Takes the address from the loaded module.
    pub(super) fn locate(&mut self, module: &Program) {
        self.address = module.global_address(&self.name).unwrap_or(0);
    }

    /// Sets it to `contents`, unless it keeps its own. Returns its address.
    pub(super) fn set(
        &self,
        contents: &Contents,
        memory: &mut GlobalMemory,
    ) -> Result<u64, MemoryFault> {
        if !self.keeps {
            let target = memory.host_slice_mut(self.address, contents.size())?;
            target.fill(0);
            contents.fill(target);
        }
        Ok(self.address)
    }
}

/// Returns the variable `name` of a module.
pub(super) fn find<'a>(module: &'a Program, name: &str) -> Result<&'a GlobalVar, String> {
    let variables = module.globals.iter();
    let found = variables.clone().find(|variable| variable.name == name);
    let found = found.filter(|variable| variable.bytes > 0);
    found.ok_or_else(|| {
        let known: Vec<&str> = variables.map(|variable| variable.name.as_str()).collect();
        let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
        format!(
            "the module has no variable `{name}` in .const or .global; its variables are: {known}"
        )
    })
}

/// Returns as many elements as `variable` holds; `count` is what the host program says of their number.
pub(super) fn count(variable: &GlobalVar, dtype: Dtype, count: Option<u64>) -> Result<u64, String> {
    let (name, bytes, size) = (&variable.name, variable.bytes, dtype.bytes() as u64);
    let element = &dtype.name()[1..];
    let elements = bytes / size;
    if bytes % size != 0 {
        return Err(format!(
            "variable `{name}` has {bytes} bytes, which is no multiple of the {size} of {element}; choose another `dtype`"
        ));
    }
    match count.filter(|&count| count != elements) {
        None => Ok(elements),
        Some(count) => Err(format!(
            "variable `{name}` has {bytes} bytes, {elements} elements of type {element}, not {count}; leave `count` out"
        )),
    }
}

/// Checks that contents from a file are as long as the variable.
pub(super) fn check_size(variable: &GlobalVar, contents: &Contents) -> Result<(), String> {
    let (name, bytes, given) = (&variable.name, variable.bytes, contents.size());
    if bytes == given {
        return Ok(());
    }
    Err(format!(
        "the file has {given} bytes, variable `{name}` of the module {bytes}; give a file of that size"
    ))
}
