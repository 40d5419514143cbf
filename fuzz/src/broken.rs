//! Breaks files as disks, networks and people do: cut, flipped, doubled, and with numbers that nothing has.

/// Numbers that a file may claim and hold nothing of.
const ABSURD: [&str; 8] =
    ["0", "-1", "1", "4294967295", "4294967296", "18446744073709551615", "1e300", "nan"];

/// A generator of numbers, of Marsaglia's xorshift family: the same for the same seed.
pub struct Draw(u64);

impl Draw {
    /// One that begins with a seed.
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// Returns a number below `limit`, which is not 0.
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit as u64) as usize
    }
}

/// Returns a broken version of a file.
pub fn broken(file: &[u8], draw: &mut Draw) -> Vec<u8> {
    let mut bytes = file.to_vec();
    if bytes.is_empty() {
        return bytes;
    }
    for _ in 0..1 + draw.below(3) {
        let at = draw.below(bytes.len().max(1));
        match draw.below(6) {
            0 => bytes.truncate(at),
            1 if at < bytes.len() => bytes[at] ^= 1 << draw.below(8),
            2 => {
                let end = bytes.len().min(at + draw.below(64));
                bytes.drain(at..end);
            }
            3 => {
                let part = bytes[at..bytes.len().min(at + 64)].to_vec();
                bytes.splice(at..at, part);
            }
            _ => claim(&mut bytes, at, draw),
        }
    }
    bytes
}

/// Puts an absurd number in the place of the first one from `at` on, or in 8 bytes there if the file is not text.
fn claim(bytes: &mut Vec<u8>, at: usize, draw: &mut Draw) {
    let digit = bytes[at..].iter().position(u8::is_ascii_digit).map(|offset| at + offset);
    match digit.filter(|_| draw.below(4) > 0) {
        Some(begin) => {
            let digits = bytes[begin..].iter().take_while(|byte| byte.is_ascii_digit()).count();
            let number = ABSURD[draw.below(ABSURD.len())].bytes();
            bytes.splice(begin..begin + digits, number);
        }
        None => {
            let end = bytes.len().min(at + 8);
            let fill = [0, 0x7F, 0x80, 0xFF][draw.below(4)];
            bytes[at..end].fill(fill);
        }
    }
}
