//! The PTX front end: translates text to dense, pre-decoded instructions with reconvergence points and register
//! counts. It accepts what clang and NVRTC emit for sm_35 to sm_90. Anything else is an error that names file,
//! line and text.

mod allocate;
mod ast;
mod error;
mod flow;
mod instr;
mod launches;
mod lexer;
mod library;
mod lower;
mod names;
mod parser;
mod program;
mod redundancy;
mod registers;
mod runtime_calls;
mod runtime_kernels;
mod sources;
mod sync;
#[cfg(test)]
mod tests;
mod types;
mod video;

pub use error::PtxError;
pub use instr::{
    AtomOp, CacheOp, Chain, Class, Combine, Compare, Dot, Extreme, Guard, Half, Instr, Op, Operand,
    Permute, Round, RuntimeCall, ShflMode, Space, Special, Test, Ty, VoteMode, NO_PC,
};
pub(crate) use instr::{MAX_DSTS, MAX_SRCS};
pub use library::LibraryCall;
pub use program::{
    CallSite, CallTarget, FrameVar, Function, GlobalVar, Param, Program, INSTR_BYTES,
};
pub(crate) use redundancy::Rules;
pub use redundancy::{promotes, FunctionRedundancy, Redundancy, RedundancyClass};
pub use registers::{Isa, MOST_REGISTERS};
pub use runtime_kernels::RuntimeKernel;
pub use sync::{BarrierKind, WarpReduction};
pub use types::ValueKind;
pub use video::{Video, VideoOp, VideoThen};
