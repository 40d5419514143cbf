//! Compiles the entries of a host program to buffers and numbers, and checks every name and key.

use super::file::{BufferEntry, Kind};
use super::variable::{self, Variable};
use super::{Buffer, Open};
use crate::buffers::{self, Contents, Pattern};
use crate::inputs::npy::Dtype;
use half::f16;
use heddle_sim::ptx::Program;
use toml::Value;

/// Loads the buffer of `entry`. `others` are the buffers before it, `module` has the variables, `beside` resolves a
/// path and `open` reads the file there.
pub(super) fn buffer(
    entry: &BufferEntry,
    others: &[Buffer],
    module: &Program,
    beside: impl Fn(&str) -> String,
    open: &Open,
) -> Result<Buffer, String> {
    let name = entry.name.clone();
    if name.is_empty() || !name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_') {
        return Err("a name is made of letters, digits and underscores".to_owned());
    }
    if others.iter().any(|other| other.name == name) {
        return Err("another buffer has this name".to_owned());
    }
    let is_variable = entry.kind == Kind::Symbol;
    let source = if is_variable { entry.from } else { Some(entry.kind) };
    check_keys(entry, source)?;
    let dtype = entry.dtype.as_deref().map(dtype).transpose()?;
    if !is_variable {
        let count = entry.count.unwrap_or_default();
        let contents = contents(entry, entry.kind, dtype, |_| Ok(count), beside, open)?;
        return Ok(Buffer { name, contents, variable: None, of: Vec::new() });
    }
    let symbol = variable::find(module, entry.symbol.as_deref().unwrap_or(&name))?;
    let count = |dtype| variable::count(symbol, dtype, entry.count);
    let contents = match source {
        None => {
            let dtype = dtype.unwrap_or(if symbol.bytes % 4 == 0 { Dtype::U4 } else { Dtype::U1 });
            buffers::pattern(dtype, count(dtype)?, Pattern::Zero)?
        }
        Some(source) => contents(entry, source, dtype, count, beside, open)?,
    };
    if source == Some(Kind::Addresses) && contents.size() != symbol.bytes {
        let (name, bytes, given) = (&symbol.name, symbol.bytes, contents.size() / 8);
        return Err(format!(
            "variable `{name}` has {bytes} bytes, which {given} addresses do not fill"
        ));
    }
    variable::check_size(symbol, &contents)?;
    let variable = Some(Variable::new(symbol, source.is_none()));
    Ok(Buffer { name, contents, variable, of: Vec::new() })
}

/// Checks that the buffer has the keys that its contents from `source` need, and no others.
fn check_keys(entry: &BufferEntry, source: Option<Kind>) -> Result<(), String> {
    let is_variable = entry.kind == Kind::Symbol;
    let (kind, needed) = match source {
        None => ("symbol", &[][..]),
        Some(Kind::Zero) => ("zero", &["count"][..]),
        Some(Kind::Fill) => ("fill", &["count", "value"][..]),
        Some(Kind::Iota) => ("iota", &["count"][..]),
        Some(Kind::Random) => ("random", &["count", "seed"][..]),
        Some(Kind::Npy) => ("npy", &["path"][..]),
        Some(Kind::Bin) => ("bin", &["path"][..]),
        Some(Kind::Addresses) => ("addresses", &["of"][..]),
        Some(Kind::Symbol) => {
            return Err(
                "`from` is one of zero, fill, iota, random, npy, bin and addresses".to_owned()
            )
        }
    };
    for (key, given) in [
        ("count", entry.count.is_some()),
        ("value", entry.value.is_some()),
        ("seed", entry.seed.is_some()),
        ("path", entry.path.is_some()),
        ("of", entry.of.is_some()),
        ("symbol", entry.symbol.is_some()),
        ("from", entry.from.is_some()),
    ] {
        // The module says how large a variable is.
        let allowed = is_variable && matches!(key, "count" | "symbol" | "from");
        match (given, needed.contains(&key)) {
            (true, false) if !allowed => {
                return Err(format!("a buffer of kind {kind} has no `{key}`"))
            }
            (false, true) if !allowed => {
                return Err(format!("a buffer of kind {kind} needs `{key}`"))
            }
            _ => {}
        }
    }
    if entry.dtype.is_some() && matches!(source, Some(Kind::Npy | Kind::Bin | Kind::Addresses)) {
        return Err(format!("a buffer of kind {kind} has no `dtype`"));
    }
    Ok(())
}

/// Returns what a buffer holds at first. `count` says how many elements of a type it has.
fn contents(
    entry: &BufferEntry,
    source: Kind,
    dtype: Option<Dtype>,
    count: impl Fn(Dtype) -> Result<u64, String>,
    beside: impl Fn(&str) -> String,
    open: &Open,
) -> Result<Contents, String> {
    let pattern = |dtype: Dtype, pattern| buffers::pattern(dtype, count(dtype)?, pattern);
    let path = beside(entry.path.as_deref().unwrap_or_default());
    match source {
        Kind::Zero | Kind::Symbol => pattern(dtype.unwrap_or(Dtype::U4), Pattern::Zero),
        Kind::Fill => {
            let value = entry.value.as_ref().unwrap_or(&Value::Integer(0));
            let dtype = dtype.unwrap_or(if value.is_float() { Dtype::F4 } else { Dtype::U4 });
            let element = element(dtype, value).map_err(|what| format!("value: {what}"))?;
            pattern(dtype, Pattern::Fill(element))
        }
        Kind::Iota => pattern(dtype.unwrap_or(Dtype::U4), Pattern::Iota),
        Kind::Random => {
            let seed = entry.seed.unwrap_or_default();
            pattern(dtype.unwrap_or(Dtype::F4), Pattern::Random(seed))
        }
        Kind::Npy => buffers::npy_array(&path, open).map(Contents::Array),
        Kind::Bin => buffers::binary(&path, open),
        // The addresses are stored when all buffers have one.
        Kind::Addresses => {
            let count = entry.of.as_ref().map_or(0, Vec::len) as u64;
            buffers::pattern(Dtype::U8, count, Pattern::Zero)
        }
    }
}

fn dtype(name: &str) -> Result<Dtype, String> {
    let known = || Dtype::ALL.iter().map(|(dtype, name)| (*dtype, &name[1..]));
    known().find(|(_, known)| *known == name).map(|(dtype, _)| dtype).ok_or_else(|| {
        let known: Vec<&str> = known().map(|(_, name)| name).collect();
        format!("dtype `{name}` is not known; known: {}", known.join(", "))
    })
}

/// Returns the 32-bit word of a number: an integer, signed or not, or a float.
pub(super) fn word_bits(value: &Value) -> Result<u32, String> {
    let dtype = if value.is_float() { Dtype::F4 } else { Dtype::U4 };
    let element = element(dtype, value).map_err(|_| format!("{value} is not a 32-bit number"))?;
    Ok(u32::from_le_bytes([element[0], element[1], element[2], element[3]]))
}

/// Returns a number as an element of type `dtype`, in the first bytes. An unsigned type accepts the negative
/// numbers of its signed type, such as -1 for all ones.
pub(super) fn element(dtype: Dtype, value: &Value) -> Result<[u8; 8], String> {
    let wrong = || format!("{value} is not a number of type {}", &dtype.name()[1..]);
    let float = value.as_float().or(value.as_integer().map(|n| n as f64));
    let largest = match dtype {
        Dtype::F2 => f16::MAX.to_f64(),
        Dtype::F4 => f64::from(f32::MAX),
        _ => f64::MAX,
    };
    if float.is_some_and(|float| float.is_finite() && float.abs() > largest) {
        return Err(wrong());
    }
    let bits = match (dtype, value) {
        (Dtype::F2, _) => u64::from(f16::from_f64(float.ok_or_else(wrong)?).to_bits()),
        (Dtype::F4, _) => u64::from((float.ok_or_else(wrong)? as f32).to_bits()),
        (Dtype::F8, _) => float.ok_or_else(wrong)?.to_bits(),
        (Dtype::B1, Value::Integer(n @ (0 | 1))) => *n as u64,
        (Dtype::B1, Value::Boolean(truth)) => u64::from(*truth),
        (Dtype::B1, _) => return Err(wrong()),
        (_, Value::Integer(n)) => {
            let bits = 8 * dtype.bytes() as u32;
            let unsigned = matches!(dtype, Dtype::U1 | Dtype::U2 | Dtype::U4 | Dtype::U8);
            let (n, half) = (i128::from(*n), 1_i128 << (bits - 1));
            if !(-half..if unsigned { 2 * half } else { half }).contains(&n) {
                return Err(wrong());
            }
            n as u64
        }
        _ => return Err(wrong()),
    };
    Ok(bits.to_le_bytes())
}

/// Parses a dimension or a list of up to three.
pub(super) fn dimensions(value: &Value) -> Result<[u32; 3], String> {
    let wrong = || format!("{value} is neither a positive 32-bit number nor a list of up to three");
    let list = match value {
        Value::Array(list) if (1..=3).contains(&list.len()) => list.as_slice(),
        Value::Array(_) => return Err(wrong()),
        single => std::slice::from_ref(single),
    };
    let mut dimensions = [1; 3];
    for (dimension, value) in dimensions.iter_mut().zip(list) {
        let number = value.as_integer().and_then(|n| u32::try_from(n).ok());
        *dimension = number.filter(|&n| n > 0).ok_or_else(wrong)?;
    }
    Ok(dimensions)
}
