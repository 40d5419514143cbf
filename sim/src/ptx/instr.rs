//! A pre-decoded instruction: everything that the pipeline and the executor use, without strings or hashing.

/// A branch target or reconvergence point that does not exist (the function's exit).
pub const NO_PC: u32 = u32::MAX;

use super::sync::{BarrierKind, WarpReduction};
pub use super::types::{
    AtomOp, CacheOp, Chain, Class, Compare, Dot, Extreme, Half, Permute, Round, RuntimeCall,
    ShflMode, Space, Special, Test, Ty, VoteMode,
};
use super::video::Video;

/// The operation of an instruction. It works on the type `Instr::ty`.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs, reason = "the names are PTX's own")]
pub enum Op {
    Mov,
    /// Reads a special register.
    Special(Special),
    /// The thread's address of the current frame plus a constant.
    FrameAddress,
    /// `mov.b64 {a, b}` and similar: splits a source into the destinations.
    Unpack,
    /// `mov.b64 d, {a, b}`: joins sources of `src_ty` width.
    Pack,
    Add,
    Sub,
    Mul(Half),
    Mad(Half),
    Div,
    Rem,
    Min(Extreme),
    Max(Extreme),
    /// A step of an extended-precision chain. The carry flag is a predicate slot. It is the last source if the
    /// flag says that it is read, and the second destination if it is written.
    Chain(Chain, bool),
    /// Product of the low 24 bits of each operand.
    Mul24(Half),
    Mad24(Half),
    /// Sum of small products, added to the third source.
    Dot(Dot),
    Abs,
    Neg,
    Sad,
    And,
    Or,
    Xor,
    Not,
    Cnot,
    Shl,
    Shr,
    /// Writes a predicate, and its complement to a second destination, combined with the third source.
    Setp(Compare, Option<Combine>),
    /// Writes a predicate: whether a float is of the tested kind.
    Testp(Test),
    /// Like `Setp`, into a register: all ones, or 1.0 for a float type.
    Set(Compare, Option<Combine>),
    Selp,
    Slct,
    /// Converts from `src_ty` to `ty`.
    Cvt,
    /// Rounds a float to an integral float.
    RoundIntegral,
    /// Converts two values into the halves of a packed result, the first into the upper one.
    CvtPair,
    /// `cvt.rna.tf32.f32`: rounds to ten bits of fraction, ties away from zero.
    CvtTensor,
    /// `cvt.pack.sat`: narrows two integers to `src_ty` and stores them below the low bits of a third.
    CvtPack,
    Fma,
    Rcp,
    Sqrt,
    Rsqrt,
    Sin,
    Cos,
    Ex2,
    Lg2,
    Tanh,
    CopySign,
    Bfe,
    Bfi,
    Popc,
    Clz,
    /// Position of the highest bit that is not a sign bit. If the flag is set, its distance from the top.
    Bfind(bool),
    Brev,
    Fns,
    /// Extends the low bits. An amount beyond the width is clamped if the flag is set, and wrapped otherwise.
    Szext(bool),
    Bmsk(bool),
    Prmt(Permute),
    /// Any function of three bits by its truth table. A second destination is a predicate that combines "the
    /// result is not zero" with the last source.
    Lop3(u8, Option<Combine>),
    /// Funnel shift: left if the first flag is set, clamping (not wrapping) the amount if the second is.
    Shf(bool, bool),
    /// Arithmetic on parts of words.
    Video(Video),
    Bra,
    /// Branches to the target that the operand selects in `Function::branch_tables[index]`.
    Brx(u16),
    /// Calls `Function::calls[index]`.
    Call(u16),
    Ret,
    Exit,
    Trap,
    /// Does nothing.
    Nop,
    /// A barrier of the TB.
    Bar(BarrierKind),
    Membar,
    /// Loads `dsts.len()` values of `ty` from `srcs[0] + offset`.
    Ld(Space),
    /// Stores `srcs[1..]` of `ty` to `srcs[0] + offset`.
    St(Space),
    /// Loads from the frame: arguments and results of device functions.
    FrameLd,
    /// Stores to the frame.
    FrameSt,
    Atom(Space, AtomOp),
    /// Copies a number of bytes to shared memory at `srcs[0] + offset` from device memory at `srcs[1] + srcs[2]`.
    /// Only `srcs[3]` of them are read; the rest are zeros.
    CopyAsync(u8),
    /// A hint to the caches or a mark between copies; does nothing.
    Hint,
    Vote(VoteMode),
    ActiveMask,
    Shfl(ShflMode),
    /// `bar.warp.sync`.
    WarpBarrier,
    /// Finds the lanes with the same value. If the flag is set, whether all have it.
    Match(bool),
    Redux(WarpReduction),
    Elect,
    /// Tests whether a generic address points into the space.
    IsSpace(Space),
}

/// How `setp` combines its comparison with the predicate operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are PTX's own")]
pub enum Combine {
    And,
    Or,
    Xor,
}

/// A source operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operand {
    /// A register slot.
    Slot(u16),
    /// A negated predicate slot.
    NotSlot(u16),
    /// An entry of `Function::constants`.
    Constant(u16),
}

/// The predicate under which an instruction is executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Guard {
    /// The predicate's slot.
    pub slot: u16,
    /// Whether the instruction executes where the predicate is false.
    pub negate: bool,
}

/// Most registers one instruction can write.
pub const MAX_DSTS: usize = 4;
/// Most operands one instruction can read.
pub const MAX_SRCS: usize = 5;

/// One decoded instruction.
#[derive(Clone, Debug, PartialEq)]
pub struct Instr {
    /// Operation.
    pub op: Op,
    /// Type it works on (of the result, for conversions).
    pub ty: Ty,
    /// Source type of conversions, `set`, `slct` and packing.
    pub src_ty: Ty,
    /// Class, which decides its pipeline.
    pub class: Class,
    /// Predicate under which it is executed.
    pub guard: Option<Guard>,
    pub(crate) dsts: [u16; MAX_DSTS],
    pub(crate) num_dsts: u8,
    pub(crate) srcs: [Operand; MAX_SRCS],
    pub(crate) num_srcs: u8,
    pub(crate) reads: [u16; MAX_SRCS + 1],
    pub(crate) num_reads: u8,
    /// Whether the result is clamped to 0..1 (floats) or to the type's range (integers).
    pub saturate: bool,
    /// Rounding of a floating-point result or conversion.
    pub round: Round,
    /// `.ftz`: subnormal inputs and results become zero, keeping their sign.
    pub flush: bool,
    /// `.relu`: negative results and NaN become zero (NaN stays NaN in floats).
    pub relu: bool,
    /// `.approx`: the PTX document bounds the error instead of fixing the bits.
    pub approximate: bool,
    /// Width in bits of the destination register; a narrower result is extended to it.
    pub dst_bits: u8,
    /// Cache operator of a memory instruction.
    pub cache: CacheOp,
    /// Byte offset of a memory instruction or frame address.
    pub offset: i64,
    /// Branch target, an index into `Function::instrs`.
    pub target: u32,
    /// Reconvergence point of a divergent branch: an index into `Function::instrs`, or `NO_PC`.
    pub reconvergence: u32,
    /// Line of the PTX text.
    pub line: u32,
}

impl Instr {
    /// Creates an instruction without operands; the lowering fills in the rest.
    pub(crate) fn new(op: Op, ty: Ty, class: Class, line: u32) -> Self {
        Self {
            op,
            ty,
            src_ty: ty,
            class,
            guard: None,
            dsts: [0; MAX_DSTS],
            num_dsts: 0,
            srcs: [Operand::Constant(0); MAX_SRCS],
            num_srcs: 0,
            reads: [0; MAX_SRCS + 1],
            num_reads: 0,
            saturate: false,
            round: Round::Near,
            flush: false,
            relu: false,
            approximate: false,
            dst_bits: ty.bits() as u8,
            cache: CacheOp::All,
            offset: 0,
            target: NO_PC,
            reconvergence: NO_PC,
            line,
        }
    }

    /// Returns the slots that it reads, the guard included; for a scoreboard.
    #[inline]
    pub fn reads(&self) -> &[u16] {
        &self.reads[..usize::from(self.num_reads)]
    }

    /// Returns the registers that a collector unit gathers: all that are read except the guard.
    #[inline]
    pub fn operands(&self) -> &[u16] {
        let reads = self.reads();
        &reads[..reads.len() - usize::from(self.guard.is_some())]
    }

    /// Returns the slots that it writes.
    #[inline]
    pub fn writes(&self) -> &[u16] {
        &self.dsts[..usize::from(self.num_dsts)]
    }

    /// Returns the source operands.
    #[inline]
    pub fn sources(&self) -> &[Operand] {
        &self.srcs[..usize::from(self.num_srcs)]
    }

    /// Adds a destination. The caller must check that the operand lists have space for what `push_dst` and
    /// `push_src` add.
    pub(crate) fn push_dst(&mut self, slot: u16) {
        self.dsts[usize::from(self.num_dsts)] = slot;
        self.num_dsts += 1;
    }

    pub(crate) fn push_src(&mut self, operand: Operand) {
        self.srcs[usize::from(self.num_srcs)] = operand;
        self.num_srcs += 1;
    }

    /// Recomputes `reads` from the operands and the guard.
    pub(crate) fn finish(&mut self) {
        let mut count = 0;
        let slots =
            self.srcs[..usize::from(self.num_srcs)].iter().filter_map(|operand| match operand {
                Operand::Slot(slot) | Operand::NotSlot(slot) => Some(*slot),
                Operand::Constant(_) => None,
            });
        for slot in slots.chain(self.guard.map(|guard| guard.slot)) {
            self.reads[count] = slot;
            count += 1;
        }
        self.num_reads = count as u8;
    }
}
