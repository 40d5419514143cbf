//! The parts of instructions: state spaces, classes, operand types, and the variants of operations.

/// State space of a memory instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Space {
    /// Device memory.
    Global,
    /// The TB's shared memory; addresses are byte offsets.
    Shared,
    /// A thread's private memory.
    Local,
    /// The kernel's parameter block.
    Param,
    /// Constant memory.
    Const,
    /// Decided by each lane's address; never reported for an executed access.
    Generic,
}

/// The class of an instruction, which decides its pipeline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Class {
    /// Logic, shift, compare, select, move, conversion, votes: operations without arithmetic.
    Move,
    /// Integer add and subtract.
    Int,
    /// Integer minimum and maximum.
    IntMax,
    /// Integer multiply.
    IntMul,
    /// Integer multiply-add.
    IntMad,
    /// Integer divide.
    IntDiv,
    /// Integer remainder.
    IntRem,
    /// Exchange of registers between lanes.
    Shuffle,
    /// Single-precision add, subtract and multiply. Half precision belongs to this class and the next ones too.
    Fp32Add,
    /// Single-precision minimum and maximum.
    Fp32Max,
    /// Single-precision fused multiply-add.
    Fp32,
    /// Single-precision divide.
    Fp32Div,
    /// Square root, reciprocal, and approximate transcendental functions.
    Sfu,
    /// Double-precision add and subtract.
    Fp64Add,
    /// Double-precision multiply and multiply-add.
    Fp64,
    /// Double-precision minimum and maximum.
    Fp64Max,
    /// Double-precision divide.
    Fp64Div,
    /// A load.
    Load(Space),
    /// A store.
    Store(Space),
    /// A read-modify-write.
    Atomic(Space),
    /// A TB barrier.
    Barrier,
    /// A memory fence.
    Fence,
    /// A branch.
    Branch,
    /// A call of, or return from, a device function.
    Call,
    /// The end of a thread.
    Exit,
    /// A call into the device runtime.
    DeviceRuntime,
}

/// Operand type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names are PTX's own")]
pub enum Ty {
    Pred,
    B8,
    B16,
    B32,
    B64,
    U8,
    U16,
    U32,
    U64,
    S8,
    S16,
    S32,
    S64,
    F16,
    Bf16,
    F32,
    F64,
    F16x2,
    Bf16x2,
    U16x2,
    S16x2,
}

impl Ty {
    /// Returns the width in bits (1 for a predicate).
    pub fn bits(self) -> u32 {
        match self {
            Ty::Pred => 1,
            Ty::B8 | Ty::U8 | Ty::S8 => 8,
            Ty::B16 | Ty::U16 | Ty::S16 | Ty::F16 | Ty::Bf16 => 16,
            Ty::B32 | Ty::U32 | Ty::S32 | Ty::F32 => 32,
            Ty::F16x2 | Ty::Bf16x2 | Ty::U16x2 | Ty::S16x2 => 32,
            Ty::B64 | Ty::U64 | Ty::S64 | Ty::F64 => 64,
        }
    }

    /// Returns the width in bytes in memory.
    pub fn bytes(self) -> u32 {
        self.bits().div_ceil(8)
    }

    /// Returns whether this is a two's-complement integer, or a pair of them.
    pub fn is_signed(self) -> bool {
        matches!(self, Ty::S8 | Ty::S16 | Ty::S32 | Ty::S64 | Ty::S16x2)
    }

    /// Returns whether this is a floating-point type, or a pair of them.
    pub fn is_float(self) -> bool {
        matches!(self.element(), Ty::F16 | Ty::Bf16 | Ty::F32 | Ty::F64)
    }

    /// Returns whether this is two 16-bit values in a 32-bit register, the first in the low half.
    pub fn is_packed(self) -> bool {
        self.element() != self
    }

    /// Returns the type of a packed type's halves; other types are returned unchanged.
    pub fn element(self) -> Ty {
        match self {
            Ty::F16x2 => Ty::F16,
            Ty::Bf16x2 => Ty::Bf16,
            Ty::U16x2 => Ty::U16,
            Ty::S16x2 => Ty::S16,
            _ => self,
        }
    }
}

/// Comparison of `setp`/`set`. The `u` forms are true when an operand is NaN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are PTX's own")]
pub enum Compare {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    Equ,
    Neu,
    Ltu,
    Leu,
    Gtu,
    Geu,
    Num,
    Nan,
}

/// Which half of a product an integer multiply keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are PTX's own")]
pub enum Half {
    Lo,
    Hi,
    Wide,
}

/// Rounding of a floating-point result, or of a conversion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Round {
    /// To nearest even.
    Near,
    /// Towards zero.
    Zero,
    /// Towards minus infinity.
    Down,
    /// Towards plus infinity.
    Up,
}

/// Extended-precision step: one word of a sum or product that reads or writes the carry flag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are PTX's own")]
pub enum Chain {
    Add,
    Sub,
    MadLo,
    MadHi,
}

/// The modifiers of `min` and `max` of floats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extreme {
    /// `.NaN`: a NaN operand yields NaN. Without it, the other operand is the result.
    pub keeps_nan: bool,
    /// `.xorsign.abs`: compares magnitudes, and gives the result the sign of the product.
    pub xorsign: bool,
}

/// The byte or half-word products that `dp4a` and `dp2a` add up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dot {
    /// Four bytes by four bytes.
    Bytes,
    /// Two half-words by the low two bytes.
    LowHalf,
    /// Two half-words by the high two bytes.
    HighHalf,
}

/// Named permutations of `prmt`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are PTX's own")]
pub enum Permute {
    /// Four nibbles of the selector name the bytes.
    Generic,
    F4e,
    B4e,
    Rc8,
    Ecl,
    Ecr,
    Rc16,
}

/// The kinds of float that `testp` tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are PTX's own")]
pub enum Test {
    Finite,
    Infinite,
    Number,
    NotANumber,
    Normal,
    Subnormal,
}

/// The cache operator of a memory instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CacheOp {
    /// `.ca` and `.wb`, or nothing: every level caches.
    All,
    /// `.cg`, or `.L1::no_allocate`: the L2 caches, the L1 does not.
    L2,
    /// `.cs`: caches like [`CacheOp::All`]; the line is unlikely to be used again.
    Streaming,
    /// `.lu`: caches like [`CacheOp::All`]; the last use of the line.
    LastUse,
    /// `.cv`, `.volatile` and accesses that synchronize beyond the TB: never served from the L1.
    Volatile,
    /// `.wt`: through the L2 to memory; stores here go through the L1 in any case.
    WriteThrough,
}

/// What the bytes of a value are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueKind {
    /// Anything: `.b8` to `.b64`, an array, a structure.
    Bits,
    /// An integer or an address.
    Integer,
    /// A floating-point number.
    Float,
}

impl ValueKind {
    /// Whether a value of kind `given` may be taken for one of this kind.
    pub fn takes(self, given: Self) -> bool {
        self == given || self == Self::Bits || given == Self::Bits
    }

    /// Returns the kind in words.
    pub fn name(self) -> &'static str {
        match self {
            Self::Bits => "bytes",
            Self::Integer => "an integer",
            Self::Float => "a float",
        }
    }
}

/// Read-modify-write operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are PTX's own")]
pub enum AtomOp {
    Add,
    Min,
    Max,
    And,
    Or,
    Xor,
    Exch,
    Cas,
    Inc,
    Dec,
}

/// Special registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are PTX's own")]
pub enum Special {
    Tid(u8),
    Ntid(u8),
    Ctaid(u8),
    Nctaid(u8),
    LaneId,
    WarpId,
    NumWarps,
    SmId,
    NumSm,
    GridId,
    Clock,
    /// Upper half of the cycle counter.
    ClockHigh,
    /// A constant number.
    Fixed(u8),
    LaneMaskEq,
    LaneMaskLt,
    LaneMaskLe,
    LaneMaskGt,
    LaneMaskGe,
    /// Device address of the parameter block.
    ParamBase,
    DynamicSharedBytes,
    TotalSharedBytes,
    /// Half of the address of the workspace in which the TBs of a cooperative grid meet: the upper one, or the lower.
    GridWorkspace {
        upper: bool,
    },
}

/// Lane exchange pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are PTX's own")]
pub enum ShflMode {
    Up,
    Down,
    Bfly,
    Idx,
}

/// Warp vote.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are PTX's own")]
pub enum VoteMode {
    All,
    Any,
    Uni,
    Ballot,
}

/// Calls served by the device runtime instead of a PTX function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RuntimeCall {
    /// `cudaGetParameterBuffer(align, size)`.
    GetParameterBuffer,
    /// `cudaGetParameterBufferV2(func, grid, block, shared_bytes)`.
    GetParameterBufferV2,
    /// `cudaLaunchDevice(func, param, grid, block, shared_bytes, stream)`.
    LaunchDevice,
    /// `cudaLaunchDeviceV2(param, stream)`.
    LaunchDeviceV2,
    /// `cudaLaunchAggGroup(func, param, agg, block, shared_bytes)`.
    LaunchAggGroup,
    /// `cudaStreamCreateWithFlags(stream, flags)`.
    StreamCreateWithFlags,
    /// `cudaStreamDestroy(stream)`.
    StreamDestroy,
    /// `cudaDeviceSynchronize()`.
    DeviceSynchronize,
    /// `cudaGetLastError()`.
    GetLastError,
    /// `cudaPeekAtLastError()`.
    PeekAtLastError,
    /// `cudaGetErrorName(error)`.
    GetErrorName,
    /// `cudaGetErrorString(error)`.
    GetErrorString,
    /// `cudaMemcpyAsync(to, from, bytes, kind, stream)`.
    MemcpyAsync,
    /// `cudaMemsetAsync(to, value, bytes, stream)`.
    MemsetAsync,
    /// `cudaMemcpy2DAsync(to, to_pitch, from, from_pitch, width, height, kind, stream)`.
    Memcpy2DAsync,
    /// `cudaMemset2DAsync(to, pitch, value, width, height, stream)`.
    Memset2DAsync,
    /// `cudaMemcpy3DAsync(parameters, stream)`.
    Memcpy3DAsync,
    /// `cudaMemset3DAsync(to, value, extent, stream)`.
    Memset3DAsync,
    /// `cudaDeviceGetAttribute(value, attribute, device)`.
    DeviceGetAttribute,
    /// `cudaMalloc(address, bytes)`.
    Malloc,
    /// `cudaFree(address)`.
    Free,
    /// `cudaGetDevice(device)`.
    GetDevice,
    /// `cudaGetDeviceCount(count)`.
    GetDeviceCount,
}
