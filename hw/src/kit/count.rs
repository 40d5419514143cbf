//! The number of elements of a bank, as the bound of the loops over it.

use rust_hdl::core::ast::VerilogLiteral;
use rust_hdl::core::synth::VCDValue;
use rust_hdl::prelude::*;

/// Name of the type by which the printer distinguishes a count from other constants.
pub const COUNT_TYPE: &str = "heddle::Count";

#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Elements(u32);

impl Synth for Elements {
    const BITS: usize = 32;
    fn descriptor() -> TypeDescriptor {
        TypeDescriptor { name: COUNT_TYPE.into(), kind: TypeKind::Bits(Self::BITS) }
    }
    fn vcd(self) -> VCDValue {
        bits::<32>(self.0.into()).vcd()
    }
    fn verilog(self) -> VerilogLiteral {
        self.0.into()
    }
}

/// The bound of `for i in 0..self.entries.get()`. It is printed as a `localparam` that sizes the
/// banks of this many elements and bounds the loops over them.
#[derive(Clone, Debug)]
pub struct Count {
    inner: Constant<Elements>,
}

impl Count {
    /// A count of `elements` elements.
    pub fn new(elements: u32) -> Self {
        Self { inner: Constant::new(Elements(elements)) }
    }
    /// Returns the number of elements.
    pub fn get(&self) -> usize {
        self.inner.val().0 as usize
    }
}

impl Default for Count {
    fn default() -> Self {
        Self::new(0)
    }
}

impl Logic for Count {
    fn update(&mut self) {}
}

impl Block for Count {
    fn connect_all(&mut self) {}
    fn update_all(&mut self) {}
    fn has_changed(&self) -> bool {
        false
    }
    fn accept(&self, name: &str, probe: &mut dyn Probe) {
        self.inner.accept(name, probe);
    }
}
