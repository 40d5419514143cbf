//! How a unit is proved, and at which sizes: the first lines of its properties say it.

use super::bench::{properties_file, properties_of, Properties};
use heddle_gen::units::UNITS;
use heddle_hw::kit::Class;
use std::fmt;

/// How a unit is proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Name of the unit.
    pub unit: &'static str,
    /// Sizes that differ from the preset `tiny`, each as `KEY=VALUE`. With none, and without a class, it is the plan of
    /// the preset.
    pub sizes: Vec<String>,
    /// Class of the machine, if it is not the least.
    pub class: Option<Class>,
    /// Good cycles before the one in which the properties are proved; also the depth of the base
    /// case.
    pub k: u32,
    /// Cycles after power-up within which every cover must be reached.
    pub cover_within: u32,
    /// Whether it takes so long that only the full check proves it.
    pub full: bool,
    /// Labels of the properties that are proved by themselves after the others, in their order, as they need more good
    /// cycles before them or are hard, and how many cycles; 0 for what holds in any state at all. The file has a line
    /// such as `// Late: k=10 LABEL` for each.
    pub late: Vec<(String, u32)>,
    /// Labels of the covers for which only the full check searches, as they are reached late. The file has a line such
    /// as `// Deep: LABEL` for each.
    pub deep: Vec<String>,
}

impl Plan {
    /// Whether it is for other sizes than those of the preset `tiny`.
    pub fn is_point(&self) -> bool {
        !self.sizes.is_empty() || self.class.is_some()
    }

    /// Returns the parts of the proof, each with what is added to the script of Yosys: all properties but the late ones,
    /// then each of these, where those and the late ones before it are known.
    pub(super) fn parts(&self) -> Vec<(Plan, String)> {
        let without = |(label, _): &(String, u32)| format!("; chformal -assert -remove c:{label}");
        let rest = (self.clone(), self.late.iter().map(without).collect());
        let alone = self.late.iter().enumerate().map(|(place, (label, k))| {
            let later: String = self.late[place + 1..].iter().map(without).collect();
            let known = match k {
                // What holds in any state needs no other: without them the question is small.
                0 => format!("; chformal -assert -remove t:$assert c:{label} %d"),
                _ => format!("{later}; chformal -assert2assume t:$assert c:{label} %d"),
            };
            (Plan { k: *k, ..self.clone() }, known)
        });
        std::iter::once(rest).chain(alone).collect()
    }

    /// Returns how many good cycles a property needs before it.
    pub(super) fn k_of(&self, label: &str) -> u32 {
        self.late.iter().find(|(late, _)| late == label).map_or(self.k, |(_, k)| *k)
    }

    /// Returns what differs from the preset `tiny`, as the file of the properties says it.
    pub fn point(&self) -> String {
        let class = self.class.map(|class| format!("class={class:?}").to_lowercase());
        self.sizes.iter().cloned().chain(class).collect::<Vec<_>>().join(" ")
    }
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.unit)?;
        if self.is_point() {
            write!(f, " at {}", self.point())?;
        }
        Ok(())
    }
}

/// Returns the plan of the unit called `name` at the preset `tiny`: the line
/// `// Plan: k=1 cover_within=10` that its properties begin with. The error says what to write.
pub fn plan_of(name: &str) -> Result<Plan, String> {
    plans_of(name).map(|mut plans| plans.swap_remove(0))
}

/// Returns all plans of the unit called `name`. The first is that of the preset `tiny`. The others are for the points
/// of the lines after it, such as `// Point: entries=16 class=wide`. A point may differ in `k` and
/// `cover_within` too; with `full=true` only the full check proves it.
pub fn plans_of(name: &str) -> Result<Vec<Plan>, String> {
    let unit = UNITS.iter().find(|unit| **unit == name);
    let unit = *unit.ok_or_else(|| format!("there is no unit called {name}"))?;
    let path = properties_file(unit);
    let text = std::fs::read_to_string(&path)
        .map_err(|error| format!("{} has the properties of {unit}: {error}", path.display()))?;
    read(unit, &text).map_err(|error| format!("{}: {error}", path.display()))
}

/// Whether points with `full=true` are to be proved and deep covers to be reached: `HEDDLE_POINTS` is `all`, as in the
/// full check.
pub fn all_points() -> bool {
    std::env::var("HEDDLE_POINTS").is_ok_and(|value| value == "all")
}

/// Reads the plans that the text of a unit's properties begins with, that of the preset first.
pub(super) fn read(unit: &'static str, text: &str) -> Result<Vec<Plan>, String> {
    const EXAMPLE: &str = "a line such as `// Plan: k=1 cover_within=10`";
    let mut lines = text.lines().map(str::trim);
    let first = lines.next().and_then(|line| line.strip_prefix("// Plan: "));
    let first = first.ok_or_else(|| format!("it does not begin with {EXAMPLE}"))?;
    for key in ["k", "cover_within"] {
        let named = |field: &str| field.split_once('=').is_some_and(|(known, _)| known == key);
        if !first.split(' ').any(named) {
            return Err(format!("its first line has no {key}; write {EXAMPLE}"));
        }
    }
    let (late, deep) = (late(text)?, deep(text)?);
    let (sizes, class, full) = (Vec::new(), None, false);
    let nothing = Plan { unit, sizes, class, k: 1, cover_within: 1, full, late, deep };
    let plan = changed(&nothing, first)?;
    if plan.is_point() || plan.full {
        return Err(
            "its first line is of the preset tiny; sizes have lines `// Point: KEY=VALUE`".into()
        );
    }
    let points = lines.map_while(|line| line.strip_prefix("// Point: "));
    let mut plans = vec![plan.clone()];
    for line in points {
        let point = changed(&plan, line)?;
        if !point.is_point() {
            return Err(format!("`// Point: {line}` names no size and no class"));
        }
        plans.push(point);
    }
    Ok(plans)
}

/// Reads which properties are late.
fn late(text: &str) -> Result<Vec<(String, u32)>, String> {
    let Properties { proved, helpers, .. } = properties_of(text);
    let known: Vec<String> = proved.into_iter().chain(helpers).collect();
    let lines = text.lines().filter_map(|line| line.trim().strip_prefix("// Late: "));
    let read = |line: &str| {
        let (k, label) = line.strip_prefix("k=")?.split_once(' ')?;
        let label = known.iter().find(|known| *known == label)?;
        Some((label.clone(), k.parse().ok()?))
    };
    let bad = |line| format!("`// Late: {line}` is not `// Late: k=NUMBER LABEL` of a property");
    lines.map(|line| read(line).ok_or_else(|| bad(line))).collect()
}

/// Reads which covers are deep.
fn deep(text: &str) -> Result<Vec<String>, String> {
    let known = properties_of(text).covered;
    let labels = text.lines().filter_map(|line| line.trim().strip_prefix("// Deep: "));
    let read = |label: &str| match known.iter().any(|known| known == label) {
        true => Ok(label.to_string()),
        false => Err(format!("`// Deep: {label}` is not the label of a cover")),
    };
    labels.map(read).collect()
}

/// Returns the plan with the fields of a line.
fn changed(plan: &Plan, line: &str) -> Result<Plan, String> {
    let mut plan = plan.clone();
    for field in line.split_whitespace() {
        let bad = || format!("`{field}` in `{line}` is not understood");
        let (key, value) = field.split_once('=').ok_or_else(bad)?;
        match key {
            "k" => plan.k = value.parse().map_err(|_| bad())?,
            "cover_within" => plan.cover_within = value.parse().map_err(|_| bad())?,
            "full" => plan.full = value.parse().map_err(|_| bad())?,
            "class" if value == "wide" => plan.class = Some(Class::Wide),
            "class" => return Err(bad()),
            // Whether the unit has this size is known when its Verilog is printed.
            _ => plan.sizes.push(field.to_string()),
        }
    }
    Ok(plan)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plan_is_the_first_line_and_has_every_field() {
        let plans = read("fifo", "  // Plan: k=2 cover_within=7\n").unwrap();
        let expected = Plan {
            unit: "fifo",
            sizes: Vec::new(),
            class: None,
            k: 2,
            cover_within: 7,
            full: false,
            late: Vec::new(),
            deep: Vec::new(),
        };
        assert_eq!(plans, [expected]);
        assert!(read("fifo", "// Plan: k=2").unwrap_err().contains("cover_within"));
        assert!(read("fifo", "\n// Plan: k=2 cover_within=7").is_err());
        assert!(read("fifo", "// Plan: k=2 cover_within=7 depth=4").is_err());
    }

    #[test]
    fn points_are_the_lines_after_it_and_differ_in_what_they_name() {
        let text = "// Plan: k=1 cover_within=7\n    // Point: depth=4 cover_within=14\n\
            // Point: class=wide full=true\n// Rules.\n// Point: depth=8\n";
        let plans = read("fifo", text).unwrap();
        let shown: Vec<String> = plans.iter().map(Plan::to_string).collect();
        assert_eq!(shown, ["fifo", "fifo at depth=4", "fifo at class=wide"]);
        assert_eq!(plans.iter().map(|plan| plan.cover_within).collect::<Vec<_>>(), [7, 14, 7]);
        assert_eq!(plans.iter().map(|plan| plan.full).collect::<Vec<_>>(), [false, false, true]);
        let bad =
            |line: &str| read("fifo", &format!("// Plan: k=1 cover_within=7\n// Point: {line}"));
        assert_eq!(bad("k=x").unwrap_err(), "`k=x` in `k=x` is not understood");
        assert_eq!(
            bad("class=huge").unwrap_err(),
            "`class=huge` in `class=huge` is not understood"
        );
        assert_eq!(bad("k=2").unwrap_err(), "`// Point: k=2` names no size and no class");
    }

    #[test]
    fn a_late_property_knows_those_before_it_and_not_those_after_it_and_one_of_any_state_knows_none(
    ) {
        let text = "// Plan: k=1 cover_within=7\n// Late: k=3 b\n// Late: k=0 d\n// Late: k=2 c\n\
            a: assert (x);\n b: assert (x);\n c: assert (x);\n d: assert (x);";
        let parts = read("fifo", text).unwrap()[0].parts();
        let shown: Vec<(u32, &str)> =
            parts.iter().map(|(plan, script)| (plan.k, &**script)).collect();
        let without = |label| format!("; chformal -assert -remove c:{label}");
        let known = |label| format!("; chformal -assert2assume t:$assert c:{label} %d");
        let expected = [
            (1, without("b") + &without("d") + &without("c")),
            (3, without("d") + &without("c") + &known("b")),
            (0, "; chformal -assert -remove t:$assert c:d %d".into()),
            (2, known("c")),
        ];
        assert_eq!(shown, expected.each_ref().map(|(k, script)| (*k, &**script)));
    }

    #[test]
    fn a_deep_cover_is_one_that_there_is() {
        let plans = |deep: &str| {
            read(
                "fifo",
                &format!("// Plan: k=1 cover_within=7\n// Deep: {deep}\n full: cover (f);"),
            )
        };
        assert_eq!(plans("full").unwrap()[0].deep, ["full"]);
        assert_eq!(plans("fill").unwrap_err(), "`// Deep: fill` is not the label of a cover");
    }
}
