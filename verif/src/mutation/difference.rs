//! Bits of registers, and the query to a solver which of them can differ.

use std::collections::BTreeMap;

/// A set of register bits: by cell, for each bit, lowest first, whether it is in the set.
pub type Bits = BTreeMap<String, Vec<bool>>;

/// Returns a word with ones where `bits` are `chosen`.
pub fn mask(bits: &[bool], chosen: bool) -> String {
    let digits: String =
        bits.iter().rev().map(|bit| if *bit == chosen { '1' } else { '0' }).collect();
    format!("#b{digits}")
}

/// A query whether words differ.
pub struct Difference {
    /// Text of the query in SMT.
    pub text: String,
    /// Registers by their number in the query.
    cells: Vec<String>,
    widths: Vec<usize>,
}

impl Difference {
    /// Makes a query over registers: the cell, the width, the bits that count, and the two words.
    pub fn between<'b>(words: impl Iterator<Item = (&'b str, usize, String, [String; 2])>) -> Self {
        let mut question = Self { text: String::new(), cells: Vec::new(), widths: Vec::new() };
        let (mut names, mut any) = (String::new(), String::new());
        for (number, (cell, width, bits, [one, other])) in words.enumerate() {
            let differ = format!("(bvand {bits} (bvxor {one} {other}))");
            question.text +=
                &format!("(define-fun differ!{number} () (_ BitVec {width}) {differ})\n");
            any += &format!("(distinct differ!{number} {}) ", mask(&vec![false; width], true));
            names += &format!("differ!{number} ");
            question.cells.push(cell.to_string());
            question.widths.push(width);
        }
        question.text +=
            &format!("(assert (or false {any}))\n(check-sat)\n(get-value ({names}))\n");
        question
    }

    /// Reads the bits that differ from the solver's values.
    pub fn read(&self, values: &str) -> Result<Bits, String> {
        let unknown = || format!("the solver gives values in a new form: {values}");
        let mut bits = Bits::new();
        for (number, (cell, width)) in self.cells.iter().zip(&self.widths).enumerate() {
            let (_, rest) = values.split_once(&format!("(differ!{number} ")).ok_or_else(unknown)?;
            let value = rest.split(')').next().unwrap_or_default();
            let ones = match (value.strip_prefix("#b"), value.strip_prefix("#x")) {
                (Some(digits), _) => ones(digits, 1),
                (_, Some(digits)) => ones(digits, 4),
                _ => None,
            };
            let mut word = vec![false; *width];
            for bit in ones.ok_or_else(unknown)? {
                *word.get_mut(bit).ok_or_else(unknown)? = true;
            }
            bits.insert(cell.clone(), word);
        }
        Ok(bits)
    }
}

/// Removes bits from a set.
pub fn take_away(bits: &mut Bits, those: &Bits) {
    for (cell, word) in bits {
        for (bit, taken) in word.iter_mut().zip(&those[cell]) {
            *bit &= !taken;
        }
    }
}

/// Returns the positions of the ones, from the lowest, in digits of `bits` bits.
fn ones(digits: &str, bits: usize) -> Option<Vec<usize>> {
    let mut ones = Vec::new();
    for (place, digit) in digits.chars().rev().enumerate() {
        let digit = digit.to_digit(1 << bits)?;
        ones.extend((0..bits).filter(|bit| digit >> bit & 1 == 1).map(|bit| place * bits + bit));
    }
    Some(ones)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_that_differ_are_read_and_taken_away() {
        let words = ["a", "b"].map(|cell| {
            (cell, 4, "#b1111".to_string(), [format!("|{cell}|"), "#b0000".to_string()])
        });
        let difference = Difference::between(words.into_iter());
        let differing = "(define-fun differ!1 () (_ BitVec 4) (bvand #b1111 (bvxor |b| #b0000)))";
        assert!(difference.text.contains(differing), "{}", difference.text);
        let found = difference.read("((differ!0 #x5)\n (differ!1 #b1000))").expect("values");
        let mut bits: Bits = [("a", vec![true; 4]), ("b", vec![true; 4])]
            .map(|(cell, bits)| (cell.to_string(), bits))
            .into();
        take_away(&mut bits, &found);
        assert_eq!(bits["a"], [false, true, false, true]);
        assert_eq!(bits["b"], [true, true, true, false]);
        assert_eq!(mask(&bits["b"], true), "#b0111");
        assert!(difference.read("((differ!0 7))").is_err());
    }
}
