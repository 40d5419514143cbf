//! The texts that name an input: `movielens:943:1682:106:1`, or a file.

use super::spec::{is_generator_name, number};
use super::InputError;

/// What a text names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Source<'a> {
    /// A generator and what follows its name.
    Generator(Call<'a>),
    /// A file, or several where the kind of input takes them.
    File(&'a str),
}

/// A generator with its parameters, not looked at yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Call<'a> {
    /// The generator.
    pub name: &'a str,
    parameters: Vec<&'a str>,
    text: &'a str,
    expected: &'static str,
}

impl<'a> Source<'a> {
    /// Understands `text`: a bare word before a colon names a generator, anything else a file. `expected` is what
    /// errors say to write.
    pub fn of(text: &'a str, expected: &'static str) -> Result<Self, InputError> {
        let whole = Call { name: text, parameters: Vec::new(), text, expected };
        match text.split_once(':') {
            None if text.is_empty() => Err(whole.bad("the input has no name")),
            Some(("", _)) => Err(whole.bad("the input has no name")),
            Some((name, parameters)) if is_generator_name(name) => {
                let parameters = parameters.split(':').collect();
                Ok(Self::Generator(Call { name, parameters, ..whole }))
            }
            _ => Ok(Self::File(text)),
        }
    }
}

impl Call<'_> {
    /// The parameters called `names`, and the seed after them; without one it is 1.
    pub fn numbers<const N: usize>(&self, names: [&str; N]) -> Result<([u32; N], u64), InputError> {
        let (given, seed) = match self.parameters.len().checked_sub(N) {
            Some(0) => (&self.parameters[..], "1"),
            Some(1) => (&self.parameters[..N], self.parameters[N]),
            _ => {
                return Err(self.bad(format!("{} takes {N} numbers and a seed", self.name)));
            }
        };
        let mut numbers = [0; N];
        for ((value, text), name) in numbers.iter_mut().zip(given).zip(names) {
            *value = number(text, name).map_err(|what| self.bad(what))?;
        }
        Ok((numbers, number(seed, "seed").map_err(|what| self.bad(what))?))
    }

    /// Something is wrong with the parameters.
    pub fn bad(&self, what: impl Into<String>) -> InputError {
        let (spec, what) = (self.text.to_owned(), what.into());
        InputError::BadParameters { spec, what, expected: self.expected.to_owned() }
    }

    /// No generator has this name.
    pub fn unknown(&self) -> InputError {
        InputError::UnknownGenerator { name: self.name.to_owned(), known: self.expected.to_owned() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn call(text: &str) -> Call<'_> {
        match Source::of(text, "two:A:B[:SEED]").unwrap() {
            Source::Generator(call) => call,
            Source::File(path) => panic!("{path} is a file"),
        }
    }

    #[test]
    fn a_word_before_a_colon_is_a_generator_and_anything_else_a_file() {
        assert_eq!(call("two:1:2").name, "two");
        for path in ["two", "u.data", "./odd:name", "C/x:1:2", "a.txt,b.txt"] {
            assert_eq!(Source::of(path, "").unwrap(), Source::File(path));
        }
    }

    #[test]
    fn numbers_come_in_order_and_the_seed_may_be_left_out() {
        assert_eq!(call("two:7:8").numbers(["a", "b"]).unwrap(), ([7, 8], 1));
        assert_eq!(call("two:7:8:9").numbers(["a", "b"]).unwrap(), ([7, 8], 9));
    }

    #[test]
    fn wrong_parameters_say_what_to_write() {
        let message = |text| call(text).numbers(["a", "b"]).unwrap_err().to_string();
        for text in ["two:1", "two:1:2:3:4"] {
            let expected = "two takes 2 numbers and a seed; write two:A:B[:SEED]";
            assert_eq!(message(text), format!("input `{text}`: {expected}"));
        }
        let expected = "b `-1` is not a whole number in range; write two:A:B[:SEED]";
        assert_eq!(message("two:1:-1"), format!("input `two:1:-1`: {expected}"));
        assert!(message("two:1:2:x").contains("seed `x`"));
        for text in ["", ":1"] {
            let error = Source::of(text, "two:A:B[:SEED]").unwrap_err().to_string();
            assert_eq!(
                error,
                format!("input `{text}`: the input has no name; write two:A:B[:SEED]")
            );
        }
    }
}
