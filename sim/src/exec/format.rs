//! Formats text as `printf` does in kernels: the conversions, flags, widths and precisions of C.

use std::fmt::Write as _;

/// Most arguments after the format. The conversions of further ones are printed verbatim.
const MAX_ARGUMENTS: usize = 32;
/// Largest width and precision, so that a stray one does not fill the memory.
const MAX_WIDTH: u64 = 1 << 16;

/// Source of the arguments.
pub(super) trait Arguments {
    /// Returns the next argument of 4 or 8 bytes.
    fn next(&mut self, bytes: u64) -> Result<u64, String>;
    /// Returns the text at an address, without its final zero.
    fn text(&mut self, address: u64) -> Result<Vec<u8>, String>;
}

/// A parsed conversion such as `%-08.3lld`.
#[derive(Clone, Copy, Default)]
struct Conversion {
    left: bool,
    zero: bool,
    plus: bool,
    space: bool,
    alternate: bool,
    width: usize,
    precision: Option<usize>,
    /// Number of significant bits of an integer argument.
    bits: u32,
}

/// Formats a text. Returns it and the number of arguments used.
pub(super) fn format(text: &[u8], arguments: &mut dyn Arguments) -> Result<(Vec<u8>, u32), String> {
    let mut out = Vec::with_capacity(text.len());
    let (mut at, mut taken) = (0, 0);
    while let Some(&byte) = text.get(at) {
        if byte != b'%' {
            out.push(byte);
            at += 1;
            continue;
        }
        if text.get(at + 1) == Some(&b'%') {
            out.push(b'%');
            at += 2;
            continue;
        }
        let (end, stars) = extent(text, at);
        let letter = text.get(end - 1).copied().unwrap_or(0);
        let known = b"diouxXcsfFeEgGaAp".contains(&letter) && end - at > 1;
        if !known || taken + stars + 1 > MAX_ARGUMENTS {
            out.extend_from_slice(&text[at..end]);
            at = end;
            continue;
        }
        taken += stars + 1;
        let conversion = Conversion::parse(&text[at + 1..end - 1], letter, arguments)?;
        conversion.print(letter, arguments, &mut out)?;
        at = end;
    }
    Ok((out, taken as u32))
}

/// Returns where the conversion at `at` ends, and how many `*` it has.
fn extent(text: &[u8], at: usize) -> (usize, usize) {
    let inside = |byte: &&u8| b"-+ #0123456789.*hlLqjzt".contains(byte);
    let length = text[at + 1..].iter().take_while(inside).count();
    let end = (at + length + 2).min(text.len());
    (end, text[at..end].iter().filter(|&&byte| byte == b'*').count())
}

impl Conversion {
    fn parse(spec: &[u8], letter: u8, arguments: &mut dyn Arguments) -> Result<Self, String> {
        let mut this = Self { bits: 32, ..Self::default() };
        let mut rest = spec;
        while let [flag @ (b'-' | b'+' | b' ' | b'#' | b'0'), tail @ ..] = rest {
            match flag {
                b'-' => this.left = true,
                b'+' => this.plus = true,
                b' ' => this.space = true,
                b'#' => this.alternate = true,
                _ => this.zero = true,
            }
            rest = tail;
        }
        let mut number = |rest: &mut &[u8]| -> Result<i64, String> {
            if let [b'*', tail @ ..] = *rest {
                *rest = tail;
                return Ok(i64::from(arguments.next(4)? as u32 as i32));
            }
            let mut value = 0_i64;
            while let [digit @ b'0'..=b'9', tail @ ..] = *rest {
                value = value.saturating_mul(10).saturating_add(i64::from(digit - b'0'));
                *rest = tail;
            }
            Ok(value)
        };
        let width = number(&mut rest)?;
        this.left |= width < 0;
        this.width = bounded(width)?;
        if let [b'.', tail @ ..] = rest {
            rest = tail;
            let precision = number(&mut rest)?;
            // A negative precision counts as none.
            this.precision = if precision < 0 { None } else { Some(bounded(precision)?) };
        }
        this.bits = match rest {
            b"hh" => 8,
            b"h" => 16,
            b"l" | b"ll" | b"q" | b"j" | b"z" | b"t" | b"L" => 64,
            _ => 32,
        };
        if letter == b'p' {
            this.bits = 64;
        }
        Ok(this)
    }

    fn print(
        self,
        letter: u8,
        arguments: &mut dyn Arguments,
        out: &mut Vec<u8>,
    ) -> Result<(), String> {
        match letter {
            b'c' => {
                let byte = arguments.next(4)? as u8;
                self.pad(b"", &[byte], false, out);
            }
            b's' => {
                let address = arguments.next(8)?;
                let mut text =
                    if address == 0 { b"(null)".to_vec() } else { arguments.text(address)? };
                text.truncate(self.precision.unwrap_or(usize::MAX));
                self.pad(b"", &text, false, out);
            }
            b'd' | b'i' | b'o' | b'u' | b'x' | b'X' | b'p' => {
                let value = arguments.next(if self.bits == 64 { 8 } else { 4 })?;
                self.integer(letter, value, out);
            }
            _ => {
                let value = f64::from_bits(arguments.next(8)?);
                self.float(letter, value, out);
            }
        }
        Ok(())
    }

    fn integer(self, letter: u8, value: u64, out: &mut Vec<u8>) {
        let shift = 64 - self.bits;
        let (signed, unsigned) = ((value << shift) as i64 >> shift, value << shift >> shift);
        let negative = matches!(letter, b'd' | b'i') && signed < 0;
        let mut digits = match letter {
            b'd' | b'i' => signed.unsigned_abs().to_string(),
            b'o' => format!("{unsigned:o}"),
            b'x' => format!("{unsigned:x}"),
            b'X' => format!("{unsigned:X}"),
            b'p' if unsigned == 0 => return self.pad(b"", b"(nil)", false, out),
            b'p' => format!("{unsigned:x}"),
            _ => unsigned.to_string(),
        };
        if self.precision == Some(0) && unsigned == 0 {
            digits.clear();
        }
        let missing = self.precision.unwrap_or(1).saturating_sub(digits.len());
        digits.insert_str(0, &"0".repeat(missing));
        if letter == b'o' && self.alternate && !digits.starts_with('0') {
            digits.insert(0, '0');
        }
        let prefix = match letter {
            b'd' | b'i' => self.sign(negative),
            b'x' if self.alternate && unsigned != 0 => "0x",
            b'X' if self.alternate && unsigned != 0 => "0X",
            b'p' => "0x",
            _ => "",
        };
        // A precision replaces filling with zeros.
        self.pad(prefix.as_bytes(), digits.as_bytes(), self.precision.is_none(), out);
    }

    fn float(self, letter: u8, value: f64, out: &mut Vec<u8>) {
        let sign = self.sign(value.is_sign_negative());
        let magnitude = value.abs();
        let lower = letter.to_ascii_lowercase();
        let (mut prefix, mut digits) = (sign.to_string(), String::new());
        if !value.is_finite() {
            digits.push_str(if value.is_nan() { "nan" } else { "inf" });
        } else {
            match lower {
                b'f' => digits = self.fixed(magnitude, self.precision.unwrap_or(6)),
                b'e' => digits = self.exponential(magnitude, self.precision.unwrap_or(6)),
                b'g' => digits = self.general(magnitude),
                _ => {
                    prefix.push_str("0x");
                    digits = self.hexadecimal(magnitude);
                }
            }
        }
        if letter.is_ascii_uppercase() {
            prefix.make_ascii_uppercase();
            digits.make_ascii_uppercase();
        }
        self.pad(prefix.as_bytes(), digits.as_bytes(), value.is_finite(), out);
    }

    fn fixed(self, value: f64, precision: usize) -> String {
        let point = if self.alternate && precision == 0 { "." } else { "" };
        format!("{value:.precision$}{point}")
    }

    fn exponential(self, value: f64, precision: usize) -> String {
        let text = format!("{value:.precision$e}");
        let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
        let exponent: i32 = exponent.parse().unwrap_or(0);
        let point = if self.alternate && precision == 0 { "." } else { "" };
        let sign = if exponent < 0 { '-' } else { '+' };
        format!("{mantissa}{point}e{sign}{:02}", exponent.unsigned_abs())
    }

    /// Writes the shorter of `%e` and `%f`, without zeros at the end.
    fn general(self, value: f64) -> String {
        let precision = self.precision.unwrap_or(6).max(1);
        let probe = format!("{value:.*e}", precision - 1);
        let exponent = probe.split_once('e').and_then(|(_, digits)| digits.parse().ok());
        let exponent: i64 = exponent.unwrap_or(0);
        let fixed = (-4..precision as i64).contains(&exponent);
        let text = if fixed {
            self.fixed(value, (precision as i64 - 1 - exponent) as usize)
        } else {
            self.exponential(value, precision - 1)
        };
        if self.alternate {
            return text;
        }
        let (mantissa, exponent) = match text.split_once('e') {
            Some((mantissa, exponent)) => (mantissa, format!("e{exponent}")),
            None => (text.as_str(), String::new()),
        };
        let mantissa = match mantissa.contains('.') {
            true => mantissa.trim_end_matches('0').trim_end_matches('.'),
            false => mantissa,
        };
        format!("{mantissa}{exponent}")
    }

    /// Writes the digits after the point in base 16 and the exponent of two in decimal.
    fn hexadecimal(self, value: f64) -> String {
        let bits = value.to_bits();
        let (mut mantissa, field) = (bits & ((1 << 52) - 1), (bits >> 52) as i64);
        let exponent = if value == 0.0 { 0 } else { field.max(1) - 1023 };
        mantissa |= u64::from(field != 0) << 52;
        let digits = self.precision.unwrap_or(13).min(13);
        let dropped = 4 * (13 - digits) as u32;
        if dropped > 0 {
            // The dropped digits are rounded to nearest, ties to even.
            let (half, rest) = (1 << (dropped - 1), mantissa & ((1 << dropped) - 1));
            mantissa >>= dropped;
            mantissa += u64::from(rest > half || rest == half && mantissa & 1 != 0);
        }
        // After rounding up, the leading digit may be 2, as glibc writes it.
        let leading = mantissa >> (4 * digits);
        let fraction = mantissa & ((1_u64 << (4 * digits)) - 1);
        let mut text = String::new();
        if digits > 0 {
            // Writing to a string cannot fail.
            let _ = write!(text, "{fraction:0digits$x}");
        }
        match self.precision {
            None => text.truncate(text.trim_end_matches('0').len()),
            Some(precision) => text.push_str(&"0".repeat(precision - digits)),
        }
        let point = if text.is_empty() && !self.alternate { "" } else { "." };
        format!("{leading}{point}{text}p{exponent:+}")
    }

    fn sign(self, negative: bool) -> &'static str {
        match (negative, self.plus, self.space) {
            (true, ..) => "-",
            (_, true, _) => "+",
            (_, _, true) => " ",
            _ => "",
        }
    }

    /// Writes prefix and body, padded to the width.
    fn pad(self, prefix: &[u8], body: &[u8], zeros: bool, out: &mut Vec<u8>) {
        let missing = self.width.saturating_sub(prefix.len() + body.len());
        let zeros = zeros && self.zero && !self.left;
        let fill = |out: &mut Vec<u8>, byte: u8| out.extend(std::iter::repeat_n(byte, missing));
        if !self.left && !zeros {
            fill(out, b' ');
        }
        out.extend_from_slice(prefix);
        if zeros {
            fill(out, b'0');
        }
        out.extend_from_slice(body);
        if self.left {
            fill(out, b' ');
        }
    }
}

fn bounded(number: i64) -> Result<usize, String> {
    match number.unsigned_abs() {
        number if number <= MAX_WIDTH => Ok(number as usize),
        number => Err(format!(
            "printf with a width or precision of {number}; at most {MAX_WIDTH} are supported"
        )),
    }
}

#[cfg(test)]
mod tests;
