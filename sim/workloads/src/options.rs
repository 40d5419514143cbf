//! Options of applications: what changes the program that runs, and not the machine it runs on.

use super::WorkloadError;

/// The values that an option takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Values {
    /// One of these words.
    Words(&'static [&'static str]),
    /// An integer from the first to the second.
    Range(u32, u32),
}

impl Values {
    fn allow(self, value: &str) -> bool {
        match self {
            Self::Words(words) => words.contains(&value),
            Self::Range(least, most) => {
                value.parse().is_ok_and(|number: u32| (least..=most).contains(&number))
            }
        }
    }

    /// What is allowed, in words.
    pub fn describe(self) -> String {
        match self {
            Self::Words(words) => words.join(", "),
            Self::Range(least, most) => format!("{least} to {most}"),
        }
    }
}

/// An option that an application knows.
#[derive(Debug)]
pub struct AppOption {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it means.
    pub about: &'static str,
    /// What it may be.
    pub values: Values,
    /// What it is if it is not given.
    pub default: &'static str,
}

/// The options given to an application.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AppOptions(Vec<(String, String)>);

impl AppOptions {
    /// Options from pairs of name and value; the last of several values of one option counts.
    pub fn new<'a>(pairs: impl IntoIterator<Item = &'a (&'a str, &'a str)>) -> Self {
        Self(pairs.into_iter().map(|(name, value)| (name.to_string(), value.to_string())).collect())
    }

    /// Reads options written as `KEY=VALUE`.
    pub fn parse(options: &[String]) -> Result<Self, WorkloadError> {
        let pair = |option: &String| match option.split_once('=') {
            Some((name, value)) => Ok((name.trim().to_owned(), value.trim().to_owned())),
            None => Err(WorkloadError::NoOption { option: option.clone() }),
        };
        options.iter().map(pair).collect::<Result<_, _>>().map(Self)
    }

    /// Whether none was given.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The value that was given to an option.
    pub(super) fn given(&self, name: &str) -> Option<&str> {
        self.0.iter().rev().find(|(given, _)| given == name).map(|(_, value)| value.as_str())
    }

    /// Refuses what `app` does not know, or does not take.
    pub(super) fn check(
        &self,
        app: &'static str,
        known: &'static [AppOption],
    ) -> Result<(), WorkloadError> {
        for (name, value) in &self.0 {
            let Some(option) = known.iter().find(|option| option.name == name) else {
                return Err(WorkloadError::UnknownOption { app, name: name.clone(), known });
            };
            if !option.values.allow(value) {
                return Err(WorkloadError::BadOption { app, option, value: value.clone() });
            }
        }
        Ok(())
    }
}
