//! Pins, declared once.
//!
//! [`pins!`](crate::pins) turns one declaration into the plain structs `In` and `Out`, their pin
//! tables, and a macro that declares a rust-hdl circuit with exactly those ports. Every pin is at
//! most 32 bits wide: rust-hdl's `Bits` then uses its fast path, and a pin is one word everywhere.

use itertools::Itertools;
use std::fmt::Debug;

/// One pin of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pin {
    /// Port name, the same in Rust, Verilog and waveforms.
    pub name: &'static str,
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

    /// Whether the pin may stand at any value while nothing is asked.
    pub fn stands(&self) -> bool {
        self.level || self.is_configuration()
    }
}

/// The group of pins that stay constant while a unit runs.
pub const CONFIGURATION: &str = "Configuration";

/// All pins of one direction of a unit, as one word each.
pub trait Pins: Clone + Default + Debug + PartialEq + 'static {
    /// The pins, in port order.
    const PINS: &'static [Pin];
    /// Text of the file that declares the pins.
    const DECLARATION: &'static str;
    /// Text of the file that describes the unit.
    const DESCRIPTION: &'static str;
    /// Writes the pins into `words`, one word per pin; `words` has `PINS.len()` elements.
    fn store(&self, words: &mut [u32]);
    /// Reads the pins from `words`; bits above a pin's width must be zero.
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

    /// The pins as words.
    fn words(&self) -> Vec<u32> {
        let mut words = vec![0; Self::PINS.len()];
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
        let mut buffers = [[0; 64]; 2];
        let [now, before] = buffers.each_mut().map(|buffer| &mut buffer[..Self::PINS.len()]);
        self.store(now);
        last.store(before);
        Self::PINS.iter().zip(now.iter().zip(before.iter())).all(stands)
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
    set.map(|(pin, word)| format!("{}={word:#x}", pin.name)).join(" ")
}

/// Rust type of a pin: `bit` is a `bool`, `[n]` a `u32`.
#[doc(hidden)]
#[macro_export]
macro_rules! pin_type {
    (bit) => {
        bool
    };
    ([$width:literal]) => {
        u32
    };
}

/// rust-hdl type of a pin.
#[doc(hidden)]
#[macro_export]
macro_rules! pin_hdl_type {
    (bit) => { bool };
    ([$width:literal]) => { rust_hdl::prelude::Bits<$width> };
}

/// Width of a pin in bits.
#[doc(hidden)]
#[macro_export]
macro_rules! pin_width {
    (bit) => {
        1
    };
    ([$width:literal]) => {
        $width
    };
}

/// A pin's value from its word.
#[doc(hidden)]
#[macro_export]
macro_rules! pin_from_word {
    (bit, $word:expr) => {
        $word != 0
    };
    ([$width:literal], $word:expr) => {
        $word
    };
}

/// A pin's rust-hdl value from its plain value.
#[doc(hidden)]
#[macro_export]
macro_rules! pin_to_hdl {
    (bit, $value:expr) => {
        $value
    };
    ([$width:literal], $value:expr) => {
        rust_hdl::prelude::bits::<$width>(u64::from($value))
    };
}

/// A pin's plain value from its rust-hdl value.
#[doc(hidden)]
#[macro_export]
macro_rules! pin_from_hdl {
    (bit, $value:expr) => {
        $value
    };
    ([$width:literal], $value:expr) => {
        $value.to_u32()
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
            const PINS: &'static [$crate::kit::Pin] = &[
                $( $( $crate::kit::Pin {
                    name: stringify!($pin),
                    width: $crate::pin_width!($kind),
                    group: $group,
                    doc: $doc,
                    level: $crate::pin_level!($($level)?),
                }, )* )*
            ];
            // Read where `pins!` is invoked: in the unit's own pins.rs.
            const DECLARATION: &'static str = include_str!("pins.rs");
            const DESCRIPTION: &'static str = include_str!("mod.rs");
            #[inline]
            fn store(&self, words: &mut [u32]) {
                let mut words = words.iter_mut();
                $( $( if let Some(word) = words.next() { *word = u32::from(self.$pin); } )* )*
            }
            #[inline]
            fn load(words: &[u32]) -> Self {
                let mut words = words.iter().copied();
                Self { $( $( $pin: $crate::pin_from_word!($kind, words.next().unwrap_or(0)), )* )* }
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
/// declares the rust-hdl block with `clock`, `reset`, every pin, and the internals. Each pin has
/// one line of documentation. An input that may stand at any value while nothing is asked of the unit is marked, as
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
            ($d(#[$d meta:meta])* pub struct $d name:ident { $d($d body:tt)* }) => {
                $d(#[$d meta])*
                #[derive(rust_hdl::prelude::LogicBlock, Default)]
                #[allow(missing_docs, reason = "ports are documented where the pins are declared")]
                pub struct $d name {
                    pub clock: rust_hdl::prelude::Signal<rust_hdl::prelude::In, rust_hdl::prelude::Clock>,
                    pub reset: rust_hdl::prelude::Signal<rust_hdl::prelude::In, bool>,
                    $( $( pub $ipin: rust_hdl::prelude::Signal<rust_hdl::prelude::In, $crate::pin_hdl_type!($ikind)>, )* )*
                    $( $( pub $opin: rust_hdl::prelude::Signal<rust_hdl::prelude::Out, $crate::pin_hdl_type!($okind)>, )* )*
                    $d($d body)*
                }

                impl $crate::kit::Circuit for $d name {
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
