//! Pins, declared once.
//!
//! [`pins!`](crate::pins) turns one declaration into the plain structs `In` and `Out`, their pin
//! tables, and a macro that declares a rust-hdl circuit with exactly those ports. A pin is a word of at most 32
//! bits. A mask of a wide machine ([`width`](super::width)) is one port of the circuit and several pins, each a word
//! of it.

use super::width::{Class, Width};
use itertools::Itertools;
use std::fmt::{self, Debug};

/// One pin of a unit: a port, or a word of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pin {
    /// Port name, the same in Rust, Verilog and waveforms.
    pub name: &'static str,
    /// Width of the port in bits.
    pub port_width: u32,
    /// The port's bit that is the lowest of this word: a multiple of 32.
    pub offset: u32,
    /// Width in bits, 1 to 32.
    pub width: u32,
    /// Name of the unit on the other side; the heading above the port.
    pub group: &'static str,
    /// Meaning of the pin, which is the comment of its Verilog port.
    pub doc: &'static str,
    /// Whether the pin is a level: it may stand for many cycles, and only its change means something. All other inputs
    /// are zero in a cycle in which nothing is asked.
    pub level: bool,
}

impl Pin {
    /// Whether the pin is a configuration strap: constant while the unit runs.
    pub fn is_configuration(&self) -> bool {
        self.group == CONFIGURATION
    }

    /// A port of `width` bits as one pin, of no group.
    pub const fn port(name: &'static str, width: u32, doc: &'static str) -> Self {
        Self { name, port_width: width, offset: 0, width, group: "", doc, level: false }
    }

    /// Whether the pin may stand at any value while nothing is asked.
    pub fn stands(&self) -> bool {
        self.level || self.is_configuration()
    }

    /// Whether the pin is the lowest word of its port.
    pub fn begins_port(&self) -> bool {
        self.offset == 0
    }

    /// The words of this port, which is declared as `port_width` bits wide.
    #[doc(hidden)]
    pub fn words(self) -> impl Iterator<Item = Self> {
        let Self { port_width, .. } = self;
        let word = move |offset| Self { offset, width: (port_width - offset).min(32), ..self };
        (0..port_width).step_by(32).map(word)
    }
}

/// The name, with the bits of the port if the pin is a part of one.
impl fmt::Display for Pin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)?;
        match self.width == self.port_width {
            true => Ok(()),
            false => write!(f, "[{}:{}]", self.offset + self.width - 1, self.offset),
        }
    }
}

/// The ports of which `pins` are the words, each as one pin of its full width.
pub fn ports(pins: &[Pin]) -> Vec<Pin> {
    let first = pins.iter().filter(|pin| pin.begins_port());
    first.map(|pin| Pin { width: pin.port_width, ..*pin }).collect()
}

/// The group of pins that stay constant while a unit runs.
pub const CONFIGURATION: &str = "Configuration";

/// All pins of one direction of a unit, as one word each.
pub trait Pins: Clone + Default + Debug + PartialEq + 'static + Send {
    /// Ports, and so pins of a narrow machine.
    const PORTS: usize;
    /// Text of the file that declares the pins.
    const DECLARATION: &'static str;
    /// Text of the file that describes the unit.
    const DESCRIPTION: &'static str;
    /// The pins of a class of machines, in port order.
    fn pins(class: Class) -> &'static [Pin];
    /// Writes the pins into `words`, one word per pin, as many as the pins of some class and at most 64. Returns which of
    /// them are others than before, bit n for word n.
    fn store(&self, words: &mut [u32]) -> u64;
    /// Reads the pins from `words`, as many as those of some class; bits above a pin's width must be zero.
    fn load(words: &[u32]) -> Self;

    /// Returns the unit's rules: the head of the file that declares the pins, line by line.
    fn contract() -> Vec<&'static str> {
        head(Self::DECLARATION)
    }

    /// Returns the unit's page: the head of the file that describes it, line by line. It says what
    /// the unit is for and what it does not do, and has its symbol and its timing.
    fn page() -> Vec<&'static str> {
        head(Self::DESCRIPTION)
    }

    /// The pins of a class of machines as words.
    fn words(&self, class: Class) -> Vec<u32> {
        let mut words = vec![0; Self::pins(class).len()];
        self.store(&mut words);
        words
    }

    /// Whether nothing is asked of a unit whose inputs were `last` at the edge before: levels and configuration straps
    /// stand as they did, and every other pin is zero.
    fn is_quiet(&self, last: &Self) -> bool {
        let stands = |(pin, (now, last)): (&Pin, (&u32, &u32))| match pin.stands() {
            true => now == last,
            false => *now == 0,
        };
        let pins = Self::pins(Class::Wide);
        let mut buffers = [[0; 64]; 2];
        let [now, before] = buffers.each_mut().map(|buffer| &mut buffer[..pins.len()]);
        self.store(now);
        last.store(before);
        pins.iter().zip(now.iter().zip(before.iter())).all(stands)
    }
}

/// The documentation at the head of a source file.
fn head(text: &'static str) -> Vec<&'static str> {
    let lines = text.lines().map_while(|line| line.strip_prefix("//!"));
    lines.map(|line| line.strip_prefix(' ').unwrap_or(line)).collect()
}

/// The pins that are not zero, as `name=0xvalue` separated by spaces.
pub fn named(pins: &[Pin], words: &[u32]) -> String {
    let set = pins.iter().zip(words).filter(|(_, word)| **word != 0);
    set.map(|(pin, word)| format!("{pin}={word:#x}")).join(" ")
}

/// Rust type of a pin: `bit` is a `bool`, `[n]` and `[WIDTH]` a `u32`, `{WIDTH}` a `Mask`.
#[doc(hidden)]
#[macro_export]
macro_rules! pin_type {
    (bit) => {
        bool
    };
    ([$width:tt]) => {
        u32
    };
    ({$width:ident}) => {
        $crate::kit::Mask
    };
}

/// rust-hdl type of a pin. A `WIDTH` is a const parameter of the circuit.
#[doc(hidden)]
#[macro_export]
macro_rules! pin_hdl_type {
    (bit) => { bool };
    ([$width:tt]) => { rust_hdl::prelude::Bits<$width> };
    ({$width:ident}) => { rust_hdl::prelude::Bits<$width> };
}

/// Width of a pin in bits, by class.
#[doc(hidden)]
#[macro_export]
macro_rules! pin_width {
    (bit) => {
        $crate::kit::width::Width { narrow: 1, wide: 1 }
    };
    ([$width:literal]) => {
        $crate::kit::width::Width { narrow: $width, wide: $width }
    };
    ([$width:ident]) => {
        $crate::kit::width::$width
    };
    ({$width:ident}) => {
        $crate::kit::width::$width
    };
}

/// Writes a value into the next of these words. Returns the word's bit if it was another.
#[doc(hidden)]
#[inline(always)]
pub fn put<'a>(words: &mut impl Iterator<Item = (usize, &'a mut u32)>, value: u32) -> u64 {
    let Some((n, word)) = words.next() else { return 0 };
    u64::from(std::mem::replace(word, value) != value) << n
}

/// Writes a pin's value into the next of its words; a mask has several in a wide machine.
#[doc(hidden)]
#[macro_export]
macro_rules! pin_store {
    ({$width:ident}, $value:expr, $words:ident, $wide:ident) => {{
        let count = $crate::kit::pins::mask_words($crate::kit::width::$width, $wide);
        let values = &$value.words()[..count];
        values
            .iter()
            .fold(0, |changed, value| changed | $crate::kit::pins::put(&mut $words, *value))
    }};
    ($kind:tt, $value:expr, $words:ident, $wide:ident) => {
        $crate::kit::pins::put(&mut $words, u32::from($value))
    };
}

/// A pin's value from the next of its words.
#[doc(hidden)]
#[macro_export]
macro_rules! pin_load {
    (bit, $words:ident, $wide:ident) => {
        $words.next().unwrap_or(0) != 0
    };
    ([$width:tt], $words:ident, $wide:ident) => {
        $words.next().unwrap_or(0)
    };
    ({$width:ident}, $words:ident, $wide:ident) => {{
        let count = $crate::kit::pins::mask_words($crate::kit::width::$width, $wide);
        $crate::kit::Mask::from_words($words.by_ref().take(count))
    }};
}

/// How many words a mask has.
#[doc(hidden)]
#[inline]
pub const fn mask_words(width: Width, wide: bool) -> usize {
    match wide {
        false => 1,
        true => width.wide.div_ceil(32) as usize,
    }
}

/// A pin's rust-hdl value from its plain value.
#[doc(hidden)]
#[macro_export]
macro_rules! pin_to_hdl {
    (bit, $value:expr) => {
        $value
    };
    ([$width:tt], $value:expr) => {
        rust_hdl::prelude::bits::<$width>(u64::from($value))
    };
    ({$width:ident}, $value:expr) => {
        $crate::kit::rtl::bits_of_mask::<$width>($value)
    };
}

/// A pin's plain value from its rust-hdl value.
#[doc(hidden)]
#[macro_export]
macro_rules! pin_from_hdl {
    (bit, $value:expr) => {
        $value
    };
    ([$width:tt], $value:expr) => {
        $value.to_u32()
    };
    ({$width:ident}, $value:expr) => {
        $crate::kit::rtl::mask_of_bits($value)
    };
}

/// Whether a pin is marked as a level.
#[doc(hidden)]
#[macro_export]
macro_rules! pin_level {
    () => {
        false
    };
    (level) => {
        true
    };
}

/// One direction's struct and pin table.
#[doc(hidden)]
#[macro_export]
macro_rules! pin_struct {
    ($what:literal, $name:ident { $( $group:literal => { $( #[doc = $doc:expr] $pin:ident : $kind:tt $($level:ident)? ),* $(,)? } )* }) => {
        #[doc = $what]
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct $name {
            $( $( #[doc = $doc] pub $pin: $crate::pin_type!($kind), )* )*
        }

        impl $crate::kit::Pins for $name {
            const PORTS: usize = [$( $( stringify!($pin), )* )*].len();

            fn pins(class: $crate::kit::width::Class) -> &'static [$crate::kit::Pin] {
                use $crate::kit::width::Class;
                use std::sync::LazyLock;
                fn table(class: Class) -> Vec<$crate::kit::Pin> {
                    let ports = [$( $( $crate::kit::Pin {
                        name: stringify!($pin),
                        port_width: $crate::pin_width!($kind).of(class),
                        offset: 0,
                        width: 0,
                        group: $group,
                        doc: $doc,
                        level: $crate::pin_level!($($level)?),
                    }, )* )*];
                    ports.into_iter().flat_map($crate::kit::Pin::words).collect()
                }
                static NARROW: LazyLock<Vec<$crate::kit::Pin>> = LazyLock::new(|| table(Class::Narrow));
                static WIDE: LazyLock<Vec<$crate::kit::Pin>> = LazyLock::new(|| table(Class::Wide));
                match class {
                    Class::Narrow => &NARROW,
                    Class::Wide => &WIDE,
                }
            }
            // Read where `pins!` is invoked: in the unit's own pins.rs.
            const DECLARATION: &'static str = include_str!("pins.rs");
            const DESCRIPTION: &'static str = include_str!("mod.rs");
            // Most units have a word for each port. Where the compiler knows their number, it checks none of them; and
            // where it knows the unit, it writes each word as soon as it is computed.
            #[inline(always)]
            fn store(&self, words: &mut [u32]) -> u64 {
                match <&mut [u32; <Self as $crate::kit::Pins>::PORTS]>::try_from(&mut *words) {
                    Ok(words) => self.store_words(words, false),
                    Err(_) => self.store_words(words, true),
                }
            }
            #[inline]
            fn load(words: &[u32]) -> Self {
                match <&[u32; <Self as $crate::kit::Pins>::PORTS]>::try_from(words) {
                    Ok(words) => Self::load_words(words, false),
                    Err(_) => Self::load_words(words, true),
                }
            }
        }

        impl $name {
            #[inline(always)]
            fn store_words(&self, words: &mut [u32], _wide: bool) -> u64 {
                let mut words = words.iter_mut().enumerate();
                let mut changed = 0;
                $( $( changed |= $crate::pin_store!($kind, self.$pin, words, _wide); )* )*
                changed
            }
            #[inline(always)]
            fn load_words(words: &[u32], _wide: bool) -> Self {
                let mut words = words.iter().copied();
                Self { $( $( $pin: $crate::pin_load!($kind, words, _wide), )* )* }
            }
        }
    };
}

/// Declares a unit's pins. The first token is a lone `($)`; the second names the macro that
/// declares the circuit, so that in `rtl.rs`
///
/// ```text
/// ports! { /// The circuit.
///     pub struct AgtRtl { ...internal registers... } }
/// ```
///
/// declares the rust-hdl block with `clock`, `reset`, every pin, and the internals. A pin is a `bit`, a number of `[n]`
/// bits, a number as wide as the machine asks, as `[KDEI]`, or a mask of such a width, as `{SMXS}`; these widths are
/// the names of [`width`](crate::kit::width), and const parameters of the circuit: `pub struct FcfsRtl<SMXS, KDEI>`.
/// Each pin has one line of documentation. An input that may stand at any value while nothing is asked of the unit is marked, as
/// in `room_smxs: [32] level`. Order: requests in, responses out, memory port, status. The last
/// output is always `idle: bit`, which is [`Clocked::idle`](crate::kit::Clocked::idle) in hardware.
#[macro_export]
macro_rules! pins {
    (($d:tt) $ports:ident;
     in { $( $igroup:literal => { $( #[doc = $idoc:expr] $ipin:ident : $ikind:tt $($ilevel:ident)? ),* $(,)? } )* }
     out { $( $ogroup:literal => { $( #[doc = $odoc:expr] $opin:ident : $okind:tt ),* $(,)? } )* }
    ) => {
        $crate::pin_struct!("Input pins, without clock and reset.",
            In { $( $igroup => { $( #[doc = $idoc] $ipin : $ikind $($ilevel)? ),* } )* });
        $crate::pin_struct!("Output pins.",
            Out { $( $ogroup => { $( #[doc = $odoc] $opin : $okind ),* } )* });

        /// Declares the rust-hdl circuit with this unit's ports.
        #[allow(unused_macros, reason = "a build without circuits opens none")]
        macro_rules! $ports {
            ($d(#[$d meta:meta])* pub struct $d name:ident $d(<$d($d width:ident),*>)? { $d($d body:tt)* }) => {
                $d(#[$d meta])*
                #[derive(rust_hdl::prelude::LogicBlock, Default)]
                #[allow(missing_docs, reason = "ports are documented where the pins are declared")]
                pub struct $d name $d(<$d(const $d width: usize),*>)? {
                    pub clock: rust_hdl::prelude::Signal<rust_hdl::prelude::In, rust_hdl::prelude::Clock>,
                    pub reset: rust_hdl::prelude::Signal<rust_hdl::prelude::In, bool>,
                    $( $( pub $ipin: rust_hdl::prelude::Signal<rust_hdl::prelude::In, $crate::pin_hdl_type!($ikind)>, )* )*
                    $( $( pub $opin: rust_hdl::prelude::Signal<rust_hdl::prelude::Out, $crate::pin_hdl_type!($okind)>, )* )*
                    $d($d body)*
                }

                impl $d(<$d(const $d width: usize),*>)? $crate::kit::Circuit for $d name $d(<$d($d width),*>)? {
                    type In = In;
                    type Out = Out;
                    fn connect_inputs(&mut self) {
                        use rust_hdl::prelude::Logic;
                        self.clock.connect();
                        self.reset.connect();
                        $( $( self.$ipin.connect(); )* )*
                    }
                    fn set_clock(&mut self, level: bool) {
                        self.clock.next = level.into();
                    }
                    fn set_reset(&mut self, level: bool) {
                        self.reset.next = level;
                    }
                    fn drive(&mut self, input: &In) {
                        $( $( self.$ipin.next = $crate::pin_to_hdl!($ikind, input.$ipin); )* )*
                    }
                    fn idle(&self) -> bool {
                        self.idle.val()
                    }
                    fn sample(&self) -> Out {
                        Out { $( $( $opin: $crate::pin_from_hdl!($okind, self.$opin.val()), )* )* }
                    }
                }
            };
        }
        #[allow(unused_imports, reason = "a build without circuits opens none")]
        pub(crate) use $ports;
    };
}
