//! Reads and writes the header of a `.npy` file: a Python dictionary with exactly three keys.

use super::Dtype;

const MAGIC: &[u8] = b"\x93NUMPY";

/// Most dimensions; NumPy has no arrays with more.
const MAX_DIMENSIONS: usize = 64;

/// The contents of a header.
pub(super) struct Header {
    pub(super) dtype: Dtype,
    pub(super) shape: Vec<u64>,
}

/// Reads the header of a file. Returns it with the data after it.
pub(super) fn split(file: &[u8]) -> Result<(Header, &[u8]), String> {
    let rest = file.strip_prefix(MAGIC);
    let rest = rest.ok_or("this is not a .npy file; write one with numpy.save")?;
    let short = || "the file ends inside its header".to_owned();
    let (length, rest) = match rest {
        [1, 0, a, b, rest @ ..] => (u32::from_le_bytes([*a, *b, 0, 0]), rest),
        [2 | 3, 0, a, b, c, d, rest @ ..] => (u32::from_le_bytes([*a, *b, *c, *d]), rest),
        [1..=3, 0, ..] | [] | [_] => return Err(short()),
        [major, minor, ..] => {
            return Err(format!(
                "version {major}.{minor} of the format is not known; versions 1 to 3 are"
            ))
        }
    };
    let text = rest.get(..length as usize).ok_or_else(short)?;
    let text = std::str::from_utf8(text).map_err(|_| "the header is not text")?;
    Ok((parse(text)?, &rest[length as usize..]))
}

/// Returns the bytes before the data, padded as the format requires.
pub(super) fn encode(dtype: Dtype, shape: &[u64]) -> Vec<u8> {
    let sizes: Vec<String> = shape.iter().map(u64::to_string).collect();
    let comma = if shape.len() == 1 { "," } else { "" };
    let mut header = format!(
        "{{'descr': '{}', 'fortran_order': False, 'shape': ({}{comma}), }}",
        dtype.name(),
        sizes.join(", ")
    );
    let prefix = MAGIC.len() + 4;
    let total = (prefix + header.len() + 1).next_multiple_of(64);
    header.push_str(&" ".repeat(total - prefix - header.len() - 1));
    header.push('\n');
    let mut bytes = MAGIC.to_vec();
    bytes.extend([1, 0]);
    bytes.extend((header.len() as u16).to_le_bytes());
    bytes.extend(header.as_bytes());
    bytes
}

fn parse(text: &str) -> Result<Header, String> {
    let mut cursor = Cursor { rest: text };
    let (mut descr, mut order, mut shape) = (None, None, None);
    cursor.expect("{")?;
    while !cursor.take("}") {
        let key = cursor.string()?;
        cursor.expect(":")?;
        let twice = match key {
            "descr" => descr.replace(cursor.dtype()?).is_some(),
            "fortran_order" => order.replace(cursor.c_order()?).is_some(),
            "shape" => shape.replace(cursor.shape()?).is_some(),
            _ => return Err(format!("the header has an unknown key `{key}`")),
        };
        if twice {
            return Err(format!("the header has the key `{key}` twice"));
        }
        if !cursor.take(",") {
            cursor.expect("}")?;
            break;
        }
    }
    if !cursor.rest.trim().is_empty() {
        return Err("the header goes on after its closing brace".to_owned());
    }
    let missing = |key: &str| format!("the header has no key `{key}`");
    order.ok_or_else(|| missing("fortran_order"))?;
    Ok(Header {
        dtype: descr.ok_or_else(|| missing("descr"))?,
        shape: shape.ok_or_else(|| missing("shape"))?,
    })
}

/// The part of a header that has not been read yet.
struct Cursor<'a> {
    rest: &'a str,
}

impl<'a> Cursor<'a> {
    /// Skips blanks and then `token`, if it is present. Returns whether it was.
    fn take(&mut self, token: &str) -> bool {
        self.rest = self.rest.trim_start();
        let after = self.rest.strip_prefix(token);
        self.rest = after.unwrap_or(self.rest);
        after.is_some()
    }

    fn expect(&mut self, token: &str) -> Result<(), String> {
        if self.take(token) {
            return Ok(());
        }
        let found: String = self.rest.chars().take(20).collect();
        Err(format!("the header should have `{token}` where it has {found:?}"))
    }

    fn string(&mut self) -> Result<&'a str, String> {
        let quote = if self.take("\"") { '"' } else { '\'' };
        if quote == '\'' {
            self.expect("'")?;
        }
        let (string, rest) =
            self.rest.split_once(quote).ok_or("the header has a string without an end")?;
        self.rest = rest;
        Ok(string)
    }

    fn dtype(&mut self) -> Result<Dtype, String> {
        if self.take("[") {
            return Err("structured arrays are not supported; save one field".to_owned());
        }
        let name = self.string()?;
        let known = Dtype::ALL.iter().find(|(_, known)| *known == name);
        known.map(|(dtype, _)| *dtype).ok_or_else(|| {
            let known: Vec<&str> = Dtype::ALL.iter().map(|(_, name)| *name).collect();
            format!(
                "dtype `{name}` is not supported; convert with astype to one of {}",
                known.join(", ")
            )
        })
    }

    fn c_order(&mut self) -> Result<(), String> {
        if self.take("True") {
            let advice = "save numpy.ascontiguousarray of it";
            return Err(format!("the array is in Fortran order, C order is needed; {advice}"));
        }
        let malformed = "the header's fortran_order is neither True nor False";
        self.take("False").then_some(()).ok_or_else(|| malformed.to_owned())
    }

    fn shape(&mut self) -> Result<Vec<u64>, String> {
        let malformed = || "the header's shape is not a tuple of sizes such as (2, 3)".to_owned();
        let (list, rest) = self
            .rest
            .trim_start()
            .strip_prefix('(')
            .and_then(|rest| rest.split_once(')'))
            .ok_or_else(malformed)?;
        self.rest = rest;
        let sizes = list.trim().strip_suffix(',').unwrap_or(list).trim();
        if sizes.is_empty() {
            return if list.contains(',') { Err(malformed()) } else { Ok(Vec::new()) };
        }
        let parsed: Result<Vec<u64>, _> = sizes.split(',').map(|n| n.trim().parse()).collect();
        let shape = parsed.map_err(|_| malformed())?;
        // In Python, (2) is a number in parentheses, not a tuple.
        if shape.len() == 1 && !list.contains(',') {
            return Err(malformed());
        }
        if shape.len() > MAX_DIMENSIONS {
            return Err(format!("the array has more than {MAX_DIMENSIONS} dimensions"));
        }
        Ok(shape)
    }
}
