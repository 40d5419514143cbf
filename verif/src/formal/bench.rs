//! Makes the Verilog for a proof: a unit's modules with its properties, and the list of properties.

use super::{streams, Plan};
use heddle_gen::sizing::{Sizing, SizingError};
use heddle_gen::verilog::{emit_in, Module};
use heddle_hw::kit::unit::UnitVisitor;
use heddle_hw::kit::Spec;
use std::path::{Path, PathBuf};

/// Preset for which units are proved; other sizes are told as what differs from it.
const PRESET: &str = "tiny";

/// Text before the properties of every unit. In a search for covers there is only one reset, which
/// makes the search smaller and the run that it finds simple.
pub(super) const PRELUDE: &str = "
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
    /// Sizes and class.
    pub plan: &'a Plan,
    /// Text of the unit's properties.
    pub properties: &'a str,
    /// Text of `heddle_stream`.
    pub stream: &'a str,
    /// A line of the Verilog and its replacement, for injected bugs.
    pub change: Option<(&'a str, &'a str)>,
}

impl UnitVisitor for Bench<'_> {
    type Output = Result<String, SizingError>;

    fn visit<R: Spec>(self) -> Self::Output {
        let params = Sizing::from(PRESET).with(&self.plan.sizes).params::<R>()?;
        let class = self.plan.class.unwrap_or(R::class(&params));
        let verilog = emit_in::<R>(&params, class).expect("listed units can be printed");
        let properties = with_words(self.properties, &verilog.modules);
        // An unknown name is an error, and not an implicit wire with any value.
        let mut text = format!("`default_nettype none\n{}", self.stream);
        for module in &verilog.modules {
            let mut module_text = module.text.clone();
            if let Some((line, instead)) = self.change {
                module_text = module_text.replace(line, instead);
            }
            if module.name == verilog.top {
                let end = module_text.rfind("endmodule").expect("a module ends");
                let bound = streams::bind::<R::In, R::Out>(class);
                module_text.insert_str(end, &format!("{PRELUDE}{bound}\n{properties}"));
            }
            text += &module_text;
        }
        if let Some((line, _)) = self.change {
            let found = verilog.complete().matches(line).count();
            assert_eq!(found, 1, "{}: `{line}` occurs {found} times in its Verilog", R::NAME);
        }
        Ok(text)
    }
}

/// Returns the properties with a wire after each line such as `// Words: f_left u_ages.u_age_exebl`: all words of the
/// memory in that instance, the first lowest. It has as many as the memory has at these sizes.
pub(super) fn with_words(properties: &str, modules: &[Module]) -> String {
    let mut text = String::new();
    for line in properties.lines() {
        text += line;
        text.push('\n');
        let Some(named) = line.trim().strip_prefix("// Words: ") else { continue };
        let (wire, path) = named.split_once(' ').expect("`// Words: WIRE INSTANCE`");
        let (width, entries) = memory(path, modules).expect("a path to a memory of the unit");
        let word = |n: u32| format!("\\{path}.words[{n}] ");
        for n in 0..entries {
            text += &format!("    (* hierconn *) wire [{}:0] {};\n", width - 1, word(n));
        }
        let words: Vec<String> = (0..entries).rev().map(word).collect();
        text +=
            &format!("    wire [{}:0] {wire} = {{{}}};\n", width * entries - 1, words.join(", "));
    }
    text
}

/// Returns the width and the number of words of the memory at the end of a path of instances.
fn memory(path: &str, modules: &[Module]) -> Option<(u32, u32)> {
    let mut names = path.rsplit('.');
    let place = format!(") {} (", names.next()?);
    // Another module may have a memory of the same name.
    let around = names.next().and_then(|instance| module_of(instance, modules));
    let mut inside = modules.iter().filter(|module| around.is_none_or(|name| module.name == name));
    inside.find_map(|module| {
        let before = module.text.split_once(&place)?.0;
        let sizes = before.rsplit_once("heddle_sram_macro #(")?.1;
        let (width, entries) = sizes.strip_prefix(".WIDTH(")?.split_once("), .ENTRIES(")?;
        Some((width.parse().ok()?, entries.trim_end_matches(')').parse().ok()?))
    })
}

/// Returns the name of the module of an instance that has no parameters.
fn module_of<'a>(instance: &str, modules: &'a [Module]) -> Option<&'a str> {
    let place = format!(" {instance} (");
    let before = |module: &'a Module| module.text.split_once(&place)?.0.split_whitespace().last();
    let name = modules.iter().find_map(before)?;
    modules.iter().map(|module| &*module.name).find(|known| *known == name)
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
    fn words_are_all_of_a_memory() {
        let text = "  heddle_sram_macro #(.WIDTH(5), .ENTRIES(2)) u_kept (\n".to_string();
        let modules = [Module { name: "heddle_table".into(), text }];
        let wires = with_words("// Words: f_kept u_table.u_kept\n", &modules);
        assert!(wires.contains("(* hierconn *) wire [4:0] \\u_table.u_kept.words[1] ;"), "{wires}");
        let all = "wire [9:0] f_kept = {\\u_table.u_kept.words[1] , \\u_table.u_kept.words[0] };";
        assert!(wires.contains(all), "{wires}");
    }

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
