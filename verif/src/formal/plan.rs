//! How a unit is proved: the first line of its properties says it.

use super::bench::properties_file;
use heddle_gen::units::UNITS;

/// How a unit is proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Name of the unit.
    pub unit: &'static str,
    /// Good cycles before the one in which the properties are proved; also the depth of the base
    /// case.
    pub k: u32,
    /// Cycles after power-up within which every cover must be reached.
    pub cover_within: u32,
    /// Whether one solver answers all questions about the induction step, or a new one each. The
    /// faster choice differs from unit to unit; the answer does not.
    pub incremental: bool,
}

/// Returns the plan of the unit called `name`: the line `// Plan: k=1 cover_within=10 incremental=true` that its
/// properties begin with. The error says what to write.
pub fn plan_of(name: &str) -> Result<Plan, String> {
    let unit = UNITS.iter().find(|unit| **unit == name);
    let unit = *unit.ok_or_else(|| format!("there is no unit called {name}"))?;
    let path = properties_file(unit);
    let text = std::fs::read_to_string(&path)
        .map_err(|error| format!("{} has the properties of {unit}: {error}", path.display()))?;
    read(unit, &text).ok_or_else(|| {
        format!(
            "{} does not begin with a line such as `// Plan: k=1 cover_within=10 incremental=true`",
            path.display()
        )
    })
}

fn read(unit: &'static str, text: &str) -> Option<Plan> {
    let line = text.lines().next()?.trim().strip_prefix("// Plan: ")?;
    let value = |key: &str| {
        let mut fields = line.split(' ').filter_map(|field| field.split_once('='));
        fields.find(|(known, _)| *known == key).map(|(_, value)| value)
    };
    Some(Plan {
        unit,
        k: value("k")?.parse().ok()?,
        cover_within: value("cover_within")?.parse().ok()?,
        incremental: value("incremental")?.parse().ok()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plan_is_the_first_line_and_has_every_field() {
        let plan = read("fifo", "  // Plan: k=2 cover_within=7 incremental=false\n").unwrap();
        let expected = Plan { unit: "fifo", k: 2, cover_within: 7, incremental: false };
        assert_eq!(plan, expected);
        assert_eq!(read("fifo", "// Plan: k=2 cover_within=7"), None);
        assert_eq!(read("fifo", "\n// Plan: k=2 cover_within=7 incremental=true"), None);
    }
}
