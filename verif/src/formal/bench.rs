//! Makes the Verilog for a proof: a unit's modules with its properties, and the list of properties.

use super::streams;
use heddle_gen::verilog::emit;
use heddle_hw::kit::unit::UnitVisitor;
use heddle_hw::kit::Spec;
use std::path::{Path, PathBuf};

/// Preset for which units are proved.
pub const PRESET: &str = "tiny";

/// Text before the properties of every unit. In a search for covers there is only one reset, which
/// makes the search smaller and the run that it finds simple.
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

/// Returns the directory of the properties.
fn properties_dir() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("formal")
}

/// Returns the file of the properties of `unit`.
pub fn properties_file(unit: &str) -> PathBuf {
    properties_dir().join(format!("{unit}.v"))
}

/// Prints a unit with its properties as one text.
pub struct Bench<'a> {
    /// Text of the unit's properties.
    pub properties: &'a str,
    /// Text of `heddle_stream`.
    pub stream: &'a str,
    /// A line of the Verilog and its replacement, for injected bugs.
    pub change: Option<(&'a str, &'a str)>,
}

impl UnitVisitor for Bench<'_> {
    type Output = String;

    fn visit<R: Spec>(self) -> String {
        let params = R::preset(PRESET).expect("every unit has a tiny preset");
        let verilog = emit::<R>(&params).expect("listed units can be printed");
        // An unknown name is an error, and not an implicit wire with any value.
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
            assert_eq!(found, 1, "{}: `{line}` occurs {found} times in its Verilog", R::NAME);
        }
        text
    }
}

/// The properties of a unit, by their labels.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Properties {
    /// Properties that are proved.
    pub proved: Vec<String>,
    /// Relations between registers, which are proved because the other properties follow from them.
    pub helpers: Vec<String>,
    /// Assumptions about the neighbours.
    pub assumed: Vec<String>,
    /// Situations that must be possible.
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
