//! The Verilog that is proved: a unit's modules with its properties, and what those are.

use super::streams;
use heddle_gen::verilog::emit;
use heddle_hw::kit::unit::UnitVisitor;
use heddle_hw::kit::Spec;
use std::path::{Path, PathBuf};

/// Preset of the sizes that are proved.
pub const PRESET: &str = "tiny";

/// Before the properties of every unit. In a search for covers a reset comes only once, which makes
/// the search smaller and what it finds a plain run.
const PRELUDE: &str = "
    // A reset has been seen since power-up: before it a unit promises nothing.
    reg f_alive;
    initial f_alive = 1'b0;
    always @(posedge clock) begin
        f_alive <= f_alive | reset;
    end
`ifdef COVER
    always @(*) begin
        assume (reset == ~f_alive);
    end
`endif

";

/// Where properties are.
fn properties_dir() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("formal")
}

/// File of the properties of `unit`.
pub fn properties_file(unit: &str) -> PathBuf {
    properties_dir().join(format!("{unit}.v"))
}

/// Prints a unit with its properties as one text.
pub struct Bench<'a> {
    /// Text of the unit's properties.
    pub properties: &'a str,
    /// Text of `heddle_stream`.
    pub stream: &'a str,
    /// A line of the Verilog and what stands in its place, for bugs that must be found.
    pub change: Option<(&'a str, &'a str)>,
}

impl UnitVisitor for Bench<'_> {
    type Output = String;

    fn visit<R: Spec>(self) -> String {
        let params = R::preset(PRESET).expect("every unit has a tiny preset");
        let verilog = emit::<R>(&params).expect("listed units can be printed");
        // A name that no module has any more is an error, and not a wire that anything may be on.
        let mut text = format!("`default_nettype none\n{}", self.stream);
        for module in &verilog.modules {
            let mut module_text = module.text.clone();
            if let Some((line, instead)) = self.change {
                module_text = module_text.replace(line, instead);
            }
            if module.name == verilog.top {
                let end = module_text.rfind("endmodule").expect("a module ends");
                let bound = streams::bind::<R::In, R::Out>();
                module_text.insert_str(end, &format!("{PRELUDE}{bound}\n{}", self.properties));
            }
            text += &module_text;
        }
        if let Some((line, _)) = self.change {
            let found = verilog.complete().matches(line).count();
            assert_eq!(found, 1, "{}: `{line}` stands {found} times in its Verilog", R::NAME);
        }
        text
    }
}

/// What the properties of a unit are, by their labels.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Properties {
    /// What is proved.
    pub proved: Vec<String>,
    /// What is proved only because the others follow from it: relations between registers.
    pub helpers: Vec<String>,
    /// What the neighbours must keep.
    pub assumed: Vec<String>,
    /// What must be possible.
    pub covered: Vec<String>,
}

/// Reads the labels of a text of properties.
pub fn properties_of(text: &str) -> Properties {
    let mut found = Properties::default();
    for line in text.lines() {
        let Some((label, rest)) = line.trim_start().split_once(": ") else { continue };
        if label.is_empty() || !label.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
            continue;
        }
        let kind = match rest.split(" (").next() {
            Some("assert") if label.starts_with("helper_") => &mut found.helpers,
            Some("assert") => &mut found.proved,
            Some("assume") => &mut found.assumed,
            Some("cover") => &mut found.covered,
            _ => continue,
        };
        kind.push(label.to_string());
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_sorted_by_what_they_stand_before() {
        let text = "  rule_1_so: assert (a);\n helper_x: assert (b);\n c: assume (\n d: cover (e);\n x: begin";
        let found = properties_of(text);
        assert_eq!(found.proved, ["rule_1_so"]);
        assert_eq!(found.helpers, ["helper_x"]);
        assert_eq!(found.assumed, ["c"]);
        assert_eq!(found.covered, ["d"]);
    }
}
