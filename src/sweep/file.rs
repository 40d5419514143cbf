//! A study in a file.

use super::axes::Axis;
use anyhow::{anyhow, bail, Context};
use serde::Deserialize;
use toml::{Table, Value};

/// A study, as a TOML file has it.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StudyFile {
    /// The application, PTX file or host program.
    pub app: String,
    /// Input of an application.
    pub input: Option<String>,
    /// The machine that is varied.
    pub config: Option<String>,
    /// Keys of the machine and their values.
    #[serde(default)]
    set: Table,
    /// Options of the application.
    #[serde(default)]
    options: Table,
    /// Further arguments of `heddle run`.
    #[serde(default)]
    pub arguments: Vec<String>,
    #[serde(default)]
    vary: Table,
    #[serde(default)]
    vary_together: Vec<Table>,
}

impl StudyFile {
    /// Reads a file, if it is a study: a TOML file with `app`.
    pub fn read(path: &str) -> anyhow::Result<Option<Self>> {
        let text =
            heddle_files::read_to_string(path).with_context(|| format!("cannot read {path}"))?;
        // What is no TOML at all is left to whoever reads host programs, who says where.
        let Ok(table) = text.parse::<Table>() else { return Ok(None) };
        if !table.contains_key("app") {
            if !table.contains_key("ptx") {
                bail!("{path} is no study, which has `app`, and no host program, which has `ptx`; write one of them");
            }
            return Ok(None);
        }
        let study = toml::from_str(&text).map_err(|error| {
            let line = error.span().map_or(1, |span| text[..span.start].matches('\n').count() + 1);
            anyhow!("{path}:{line}: {}", error.message())
        })?;
        Ok(Some(study))
    }

    /// Settings of the machine, as KEY=VALUE.
    pub fn settings(&self) -> anyhow::Result<Vec<String>> {
        pairs("set", &self.set)
    }

    /// Options of the application, as KEY=VALUE.
    pub fn options(&self) -> anyhow::Result<Vec<String>> {
        pairs("options", &self.options)
    }

    /// The axes: those of `vary`, then those of `vary_together`.
    pub fn axes(&self) -> anyhow::Result<Vec<Axis>> {
        let plain = self.vary.iter().map(|(key, values)| {
            let named = || format!("vary.{key}");
            Axis::plain(key, list(values).with_context(named)?).with_context(named)
        });
        let together = self.vary_together.iter().map(|columns| {
            let columns = columns.iter().map(|(key, values)| {
                Ok((key.clone(), list(values).with_context(|| format!("vary_together.{key}"))?))
            });
            Axis::together(columns.collect::<anyhow::Result<_>>()?).context("vary_together")
        });
        plain.chain(together).collect()
    }
}

fn pairs(section: &str, table: &Table) -> anyhow::Result<Vec<String>> {
    let pair = |(key, value): (&String, &Value)| {
        let value = scalar(value).with_context(|| format!("{section}.{key}"))?;
        Ok(format!("{key}={value}"))
    };
    table.iter().map(pair).collect()
}

fn list(value: &Value) -> anyhow::Result<Vec<String>> {
    let values = match value {
        Value::Array(values) => values,
        Value::Table(_) => {
            bail!("a list of values is expected, such as [1, 2, 4]; a key with dots needs quotes")
        }
        _ => bail!("a list of values is expected, such as [1, 2, 4]"),
    };
    values.iter().map(scalar).collect()
}

fn scalar(value: &Value) -> anyhow::Result<String> {
    match value {
        Value::String(text) => Ok(text.clone()),
        Value::Integer(integer) => Ok(integer.to_string()),
        Value::Float(number) => Ok(number.to_string()),
        Value::Boolean(value) => Ok(value.to_string()),
        Value::Datetime(_) | Value::Array(_) | Value::Table(_) => {
            let what = match value {
                Value::Array(_) => "a list",
                Value::Table(_) => "a table; a key with dots needs quotes",
                _ => "a date; a text needs quotes",
            };
            bail!("a text, a number, true or false is expected, and this is {what}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn study(text: &str) -> StudyFile {
        toml::from_str(text).expect("a study")
    }

    #[test]
    fn a_file_has_settings_options_and_axes_of_any_kind_of_value() {
        let study = study(
            "app = 'bfs'\nset = { 'smx.count' = 4, 'kernel.launch' = 'cdp' }\noptions = { gather = 'warp' }\n\
             [vary]\n'l1.of_cluster' = [true, false]\n[[vary_together]]\n'a' = [1, 2]\n'b' = [0.5, 1.5]\n",
        );
        assert_eq!(study.settings().unwrap(), ["kernel.launch=cdp", "smx.count=4"]);
        assert_eq!(study.options().unwrap(), ["gather=warp"]);
        let axes = study.axes().unwrap();
        assert_eq!(axes[0], Axis::parse("l1.of_cluster=true,false").unwrap());
        assert_eq!(axes[1].rows, [["1", "0.5"], ["2", "1.5"]]);
    }

    #[test]
    fn a_value_that_is_none_is_told_with_its_key() {
        let told = |text: &str| format!("{:#}", study(text).axes().unwrap_err());
        assert_eq!(
            told("app = 'bfs'\n[vary]\n'smx.count' = 4\n"),
            "vary.smx.count: a list of values is expected, such as [1, 2, 4]"
        );
        assert_eq!(
            told("app = 'bfs'\n[vary]\nsmx.count = [4]\n"),
            "vary.smx: a list of values is expected, such as [1, 2, 4]; a key with dots needs quotes"
        );
        assert_eq!(
            told("app = 'bfs'\n[[vary_together]]\na = [1]\nb = [1, 2]\n"),
            "vary_together: a has 1 values and b has 2; keys that vary together have as many"
        );
        let told = format!("{:#}", study("app = 'bfs'\nset = { a = [1] }").settings().unwrap_err());
        assert!(told.starts_with("set.a: a text, a number, true or false is expected"), "{told}");
    }
}
