//! Every counter of SMXs and of the memory system, from the event log alone. Each structure is written out field by
//! field, so that a counter that is added does not compile before it is counted here too.

mod memory;
mod smx;

pub(crate) use memory::memory;
pub(crate) use smx::smx;
