//! Stub.
use super::pins::{dgb_ports, In, Out, Params};
use rust_hdl::prelude::*;
dgb_ports! { /// Stub.
pub struct DgbRtl {} }
impl DgbRtl {
    /// Stub.
    pub fn new(_: &Params) -> Self {
        Self::default()
    }
}
impl Logic for DgbRtl {
    #[hdl_gen]
    fn update(&mut self) {
        self.idle.next = true;
    }
}
