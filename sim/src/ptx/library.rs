//! Functions that the machine provides instead of PTX text, without those of the device runtime.

use super::program::FrameVar;

/// A function of the CUDA device library that compilers leave to the system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LibraryCall {
    /// `vprintf(format, arguments)`: arguments are stored one after the other, each aligned to its own size.
    Printf,
    /// `__assertfail(message, file, line, function, char_size)`.
    AssertFail,
    /// `malloc(bytes)`, and `new` where its compiler leaves it to the system.
    Malloc,
    /// `free(address)`, and `delete`.
    Free,
    /// `WF::AddDependency(dim3 parent)` of `wireframe.cuh`.
    AddDependency,
    /// `WF::SetPolicy(WF::Policy, unsigned)`.
    SetPolicy,
}

/// Names of the library functions.
pub(super) const LIBRARY_CALLS: &[(&str, LibraryCall)] = &[
    ("vprintf", LibraryCall::Printf),
    ("__assertfail", LibraryCall::AssertFail),
    ("malloc", LibraryCall::Malloc),
    ("free", LibraryCall::Free),
    ("_Znwm", LibraryCall::Malloc),
    ("_Znam", LibraryCall::Malloc),
    ("_ZdlPv", LibraryCall::Free),
    ("_ZdaPv", LibraryCall::Free),
    ("_ZN2WF13AddDependencyE4dim3", LibraryCall::AddDependency),
    ("_ZN2WF9SetPolicyENS_6PolicyEj", LibraryCall::SetPolicy),
];

impl LibraryCall {
    /// Returns the function of this name.
    pub(super) fn of(name: &str) -> Option<Self> {
        LIBRARY_CALLS.iter().find(|(known, _)| *known == name).map(|&(_, call)| call)
    }

    /// Checks the widths on which the executor relies.
    pub(super) fn check(self, args: &[FrameVar], results: &[FrameVar]) -> Result<(), String> {
        let (widths, result): (&[u32], &[u32]) = match self {
            LibraryCall::Printf => (&[8, 8], &[4]),
            LibraryCall::AssertFail => (&[8, 8, 4, 8, 8], &[]),
            LibraryCall::Malloc => (&[8], &[8]),
            LibraryCall::Free => (&[8], &[]),
            LibraryCall::AddDependency => (&[12], &[]),
            LibraryCall::SetPolicy => (&[4, 4], &[]),
        };
        let bytes =
            |frames: &[FrameVar]| frames.iter().map(|frame| frame.bytes).collect::<Vec<_>>();
        let (found, handed_back) = (bytes(args), bytes(results));
        if found == widths && (handed_back.is_empty() || handed_back == result) {
            return Ok(());
        }
        Err(format!(
            "the declaration does not match the device library's: it takes arguments of {widths:?} bytes and \
            returns {result:?}, found {found:?} and {handed_back:?}"
        ))
    }
}
