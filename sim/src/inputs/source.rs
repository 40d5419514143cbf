//! Inputs that are generated from parameters or read from an array in a file.

use super::npy::{Dtype, NpyArray, NpyError};
use super::spec::is_generator_name;
use super::InputError;

/// Where such an input comes from.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Source<'a> {
    /// The generator, with these parameters.
    Generator(Vec<&'a str>),
    /// A file.
    File(&'a str),
}

impl<'a> Source<'a> {
    /// Understands `text` for an input whose only generator is `name`, written as `known` says. A bare word before a
    /// colon names a generator; anything else is a path.
    pub(super) fn parse(
        text: &'a str,
        name: &str,
        known: &'static str,
    ) -> Result<Self, InputError> {
        match text.split_once(':') {
            Some((word, parameters)) if word == name => {
                Ok(Self::Generator(parameters.split(':').collect()))
            }
            Some((word, _)) if !word.is_empty() && is_generator_name(word) => {
                Err(InputError::UnknownGenerator { name: word.to_owned(), known: known.to_owned() })
            }
            _ if text == name || text.is_empty() => Err(InputError::BadParameters {
                spec: text.to_owned(),
                what: "the parameters are missing".to_owned(),
                expected: known.to_owned(),
            }),
            _ => Ok(Self::File(text)),
        }
    }
}

/// Reads the file `path` of floats; doubles are rounded to single precision. Every number must be finite.
pub(super) fn read_floats(path: &str) -> Result<(Vec<u64>, Vec<f32>), NpyError> {
    let array = NpyArray::read(path)?;
    let refuse = |what: String| Err(NpyError { file: path.to_owned(), what });
    let values: Vec<f32> = match array.dtype {
        Dtype::F4 => {
            let (words, _) = array.bytes.as_chunks();
            words.iter().map(|&word| f32::from_le_bytes(word)).collect()
        }
        Dtype::F8 => {
            let (words, _) = array.bytes.as_chunks();
            words.iter().map(|&word| f64::from_le_bytes(word) as f32).collect()
        }
        other => return refuse(format!("dtype `{}` holds no floats; store f4", other.name())),
    };
    match values.iter().position(|value| !value.is_finite()) {
        Some(index) => {
            refuse(format!("element {} is not a finite 32-bit float", array.place(index)))
        }
        None => Ok((array.shape, values)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Source<'_>, String> {
        Source::parse(text, "points", "points:COUNT").map_err(|error| error.to_string())
    }

    #[test]
    fn a_generator_and_a_path_are_told_apart() {
        assert_eq!(parse("points:7:1"), Ok(Source::Generator(vec!["7", "1"])));
        for path in ["points.npy", "./odd:name", "a b:c", "dir/points"] {
            assert_eq!(parse(path), Ok(Source::File(path)));
        }
        let expected = "no input generator is called `graph500`; known: points:COUNT; a file \
                        whose name contains a colon can be given as ./graph500:...";
        assert_eq!(parse("graph500:1:2"), Err(expected.to_owned()));
        for text in ["points", ""] {
            let expected =
                format!("input `{text}`: the parameters are missing; write points:COUNT");
            assert_eq!(parse(text), Err(expected));
        }
    }

    #[test]
    fn a_file_of_anything_but_finite_floats_is_refused() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("a.npy");
        let path = path.to_str().unwrap();
        let read = |dtype, bytes: Vec<u8>| {
            std::fs::write(path, NpyArray::flat(dtype, bytes).encode()).unwrap();
            read_floats(path).map_err(|error| error.what)
        };
        let doubles: Vec<u8> = [1.5f64, 1e-3].iter().flat_map(|v| v.to_le_bytes()).collect();
        assert_eq!(read(Dtype::F8, doubles), Ok((vec![2], vec![1.5, 1e-3])));
        let expected = "dtype `<i4` holds no floats; store f4";
        assert_eq!(read(Dtype::I4, vec![0; 8]), Err(expected.to_owned()));
        let floats: Vec<u8> = [1.0, f32::NAN].iter().flat_map(|v| v.to_le_bytes()).collect();
        let expected = "element 1 is not a finite 32-bit float";
        assert_eq!(read(Dtype::F4, floats), Err(expected.to_owned()));
        let expected = "element 0 is not a finite 32-bit float";
        assert_eq!(read(Dtype::F8, 1e300f64.to_le_bytes().to_vec()), Err(expected.to_owned()));
    }
}
