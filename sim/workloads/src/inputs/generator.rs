//! Parses the texts that name an input: a generator such as `movielens:943:1682:106:1`, or a file.

use std::str::FromStr;

use super::InputError;

/// The input that a text names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Source<'a, T> {
    /// A generator, as the caller identifies it, and the text after its name.
    Generator(T, Parameters<'a>),
    /// A file, or several files where the kind of input accepts them.
    File(&'a str),
}

/// The parameters of a generator, not parsed yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Parameters<'a> {
    form: &'static str,
    fields: Vec<&'a str>,
    text: &'a str,
}

impl<'a, T: Copy> Source<'a, T> {
    /// Parses `text` for a kind of input with these generators, each after its form, such as
    /// `points:COUNT[:SEED]`. A word before a colon names a generator; anything else is a file. `known` lists the
    /// accepted forms in errors.
    pub fn of(
        text: &'a str,
        generators: &[(&'static str, T)],
        known: &str,
    ) -> Result<Self, InputError> {
        let (name, fields) = match text.split_once(':') {
            Some((name, fields)) => (name, Some(fields)),
            None => (text, None),
        };
        if name.is_empty() {
            return Err(bad(text, "the input has no name".to_owned(), known));
        }
        if let Some(&(form, generator)) = generators.iter().find(|(form, _)| name_of(form) == name)
        {
            let Some(fields) = fields else {
                return Err(bad(text, "the parameters are missing".to_owned(), form));
            };
            let fields = fields.split(':').collect();
            return Ok(Self::Generator(generator, Parameters { form, fields, text }));
        }
        let word = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
        if fields.is_some() && name.chars().all(word) {
            let (name, known) = (name.to_owned(), known.to_owned());
            return Err(InputError::UnknownGenerator { name, known });
        }
        Ok(Self::File(text))
    }
}

impl Parameters<'_> {
    /// Builds an input by `make` from the parameters called `names` and the seed after them, which is 1 if left
    /// out. The error of `make` says what is wrong with them.
    pub fn make<const N: usize, M>(
        &self,
        names: [&str; N],
        make: impl FnOnce([u32; N], u64) -> Result<M, String>,
    ) -> Result<M, InputError> {
        let made = self.numbers(names).and_then(|(numbers, seed)| make(numbers, seed));
        made.map_err(|what| bad(self.text, what, self.form))
    }

    /// Builds an input of which nothing is drawn, so that a seed would decide nothing, from its `N` parameters.
    pub fn make_without_seed<const N: usize, M>(
        &self,
        names: [&str; N],
        make: impl FnOnce([u32; N]) -> Result<M, String>,
    ) -> Result<M, InputError> {
        if self.fields.len() > N {
            let what = format!("{} takes {N} parameter and no seed", name_of(self.form));
            return Err(bad(self.text, what, self.form));
        }
        self.make(names, |numbers, _| make(numbers))
    }

    fn numbers<const N: usize>(&self, names: [&str; N]) -> Result<([u32; N], u64), String> {
        let seed = match self.fields.len().checked_sub(N) {
            Some(0) => "1",
            Some(1) => self.fields[N],
            _ => {
                let name = name_of(self.form);
                return Err(format!("{name} takes {N} or {} parameters", N + 1));
            }
        };
        let mut numbers = [0; N];
        for ((value, text), name) in numbers.iter_mut().zip(&self.fields).zip(names) {
            *value = number(text, name)?;
        }
        Ok((numbers, number(seed, "seed")?))
    }
}

/// Returns the name of the generator with this form.
pub(super) fn name_of(form: &str) -> &str {
    form.split(':').next().unwrap_or_default()
}

fn bad(text: &str, what: String, expected: &str) -> InputError {
    InputError::BadParameters { spec: text.to_owned(), what, expected: expected.to_owned() }
}

/// Parses the value of the parameter called `name`.
pub(super) fn number<T: FromStr>(text: &str, name: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("{name} `{text}` is not a whole number in range"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const KNOWN: &str = "two:A:B[:SEED] or a file";

    fn source(text: &str) -> Result<Source<'_, u8>, String> {
        Source::of(text, &[("one:A", 1), ("two:A:B[:SEED]", 2)], KNOWN).map_err(|e| e.to_string())
    }

    fn numbers(text: &str) -> Result<([u32; 2], u64), String> {
        match source(text)? {
            Source::Generator(2, parameters) => {
                let made = parameters.make(["a", "b"], |numbers, seed| Ok((numbers, seed)));
                made.map_err(|error| error.to_string())
            }
            other => panic!("{other:?} is not the generator"),
        }
    }

    #[test]
    fn a_word_before_a_colon_is_a_generator_and_anything_else_a_file() {
        assert!(matches!(source("one:1"), Ok(Source::Generator(1, _))));
        for path in ["u.data", "./odd:name", "a b:c", "C/x:1:2", "a.txt,b.txt"] {
            assert_eq!(source(path), Ok(Source::File(path)));
        }
        let expected = format!(
            "no input generator is called `three`; known: {KNOWN}; a file whose name contains a \
             colon can be given as ./three:..."
        );
        assert_eq!(source("three:1"), Err(expected));
    }

    #[test]
    fn numbers_come_in_order_and_the_seed_may_be_left_out() {
        assert_eq!(numbers("two:7:8"), Ok(([7, 8], 1)));
        assert_eq!(numbers("two:7:8:9"), Ok(([7, 8], 9)));
    }

    #[test]
    fn wrong_parameters_say_what_to_write() {
        let expect = |text: &str, what: &str| {
            assert_eq!(numbers(text), Err(format!("input `{text}`: {what}; write two:A:B[:SEED]")));
        };
        expect("two", "the parameters are missing");
        expect("two:1", "two takes 2 or 3 parameters");
        expect("two:1:2:3:4", "two takes 2 or 3 parameters");
        expect("two:1:-1", "b `-1` is not a whole number in range");
        expect("two:1:4294967296", "b `4294967296` is not a whole number in range");
        expect("two:1:2:x", "seed `x` is not a whole number in range");
        for text in ["", ":1"] {
            let expected = format!("input `{text}`: the input has no name; write {KNOWN}");
            assert_eq!(source(text), Err(expected));
        }
    }
}
