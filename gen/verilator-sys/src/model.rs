//! A loaded library and the instances made from it.

use crate::Error;
use libloading::Symbol;
use std::ffi::{c_char, c_void, CString};
use std::path::Path;
use std::sync::Arc;

type New = unsafe extern "C" fn(u32) -> *mut c_void;
type Free = unsafe extern "C" fn(*mut c_void);
type Step = unsafe extern "C" fn(*mut c_void, *const u32, u32, *mut u32);
type Out = unsafe extern "C" fn(*mut c_void, *mut u32);
type Coverage = unsafe extern "C" fn(*mut c_void, *const c_char);

struct Functions {
    new: New,
    free: Free,
    step: Step,
    out: Out,
    /// Writes the counters; only in a library that was built with them.
    coverage: Option<Coverage>,
    // Kept last: it is dropped after the functions above, which it contains.
    _library: libloading::Library,
}

/// A compiled design. Cheap to clone; unloaded with its last clone and model.
#[derive(Clone)]
pub struct Library {
    functions: Arc<Functions>,
}

impl Library {
    /// Loads a library made by [`crate::build`].
    pub(crate) fn open(path: &Path) -> Result<Self, Error> {
        let load = |source| Error::Load { path: path.to_path_buf(), source };
        // SAFETY: the library was generated and compiled by this crate; it has no initializers
        // beyond those of the C++ runtime, and its symbols have the types of the shim.
        let functions = unsafe {
            let library = libloading::Library::new(path).map_err(load)?;
            let new: Symbol<New> = library.get(b"heddle_new\0").map_err(load)?;
            let free: Symbol<Free> = library.get(b"heddle_free\0").map_err(load)?;
            let step: Symbol<Step> = library.get(b"heddle_step\0").map_err(load)?;
            let out: Symbol<Out> = library.get(b"heddle_out\0").map_err(load)?;
            let (new, free, step, out) = (*new, *free, *step, *out);
            let coverage = library.get::<Coverage>(b"heddle_coverage\0").ok().map(|symbol| *symbol);
            Functions { new, free, step, out, coverage, _library: library }
        };
        Ok(Self { functions: Arc::new(functions) })
    }

    /// Makes one instance, powered up in a state derived from `seed`, not reset. `inputs` and
    /// `outputs` are the numbers of ports with which the library was built.
    pub fn model(&self, seed: u32, inputs: usize, outputs: usize) -> Model {
        // SAFETY: `new` takes any seed and returns a fresh instance.
        let handle = unsafe { (self.functions.new)(seed) };
        let mut model = Model { handle, inputs, out: vec![0; outputs], library: self.clone() };
        // SAFETY: `out` has a word for every output port.
        unsafe { (model.library.functions.out)(model.handle, model.out.as_mut_ptr()) };
        model
    }
}

/// One running instance of a design.
pub struct Model {
    handle: *mut c_void,
    inputs: usize,
    out: Vec<u32>,
    library: Library,
}

// SAFETY: the instance has a context of its own and shares no state with others; it is stepped through `&mut`.
unsafe impl Send for Model {}

impl Model {
    /// Makes one rising edge with these inputs, one word per port.
    ///
    /// # Panics
    /// When the number of words is not that of the input ports.
    pub fn step(&mut self, inputs: &[u32], reset: bool) {
        assert_eq!(inputs.len(), self.inputs, "one word an input port");
        let out = self.out.as_mut_ptr();
        // SAFETY: the handle is live, and both arrays are as long as the shim reads and writes.
        unsafe {
            (self.library.functions.step)(self.handle, inputs.as_ptr(), reset.into(), out);
        }
    }

    /// Returns the outputs after the last edge, one word per port.
    pub fn out(&self) -> &[u32] {
        &self.out
    }

    /// Writes the counters of all steps so far to `path`, in Verilator's format. The
    /// error is a library without counters or a path that C cannot represent.
    pub fn write_coverage(&self, path: &Path) -> Result<(), Error> {
        let write = self.library.functions.coverage.ok_or(Error::NoCoverage)?;
        let name = CString::new(path.as_os_str().as_encoded_bytes());
        let name = name.map_err(|zero| Error::File { path: path.into(), source: zero.into() })?;
        // SAFETY: the handle is live and the path ends with a zero.
        unsafe { write(self.handle, name.as_ptr()) };
        Ok(())
    }
}

impl Drop for Model {
    fn drop(&mut self) {
        // SAFETY: the handle came from `new` and is freed once.
        unsafe { (self.library.functions.free)(self.handle) }
    }
}
