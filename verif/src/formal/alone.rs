//! Leaves one property of a unit to be refuted, so that no other fails before it.

/// Where the runs begin in which a property is sought to fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Begin {
    /// At power-up.
    PowerUp,
    /// In any state in which all properties of the unit hold, helpers included. It need not be one that the changed unit
    /// reaches, but a proof by induction begins in the same states. For failures that are far from power-up.
    AnyGoodState,
}

const ALIVE: &str = "initial f_alive = 1'b0;";
const ALIVE_AT_ONCE: &str = "initial f_alive = 1'b1;
    reg f_begins;
    initial f_begins = 1'b1;
    always @(posedge clock) begin
        f_begins <= 1'b0;
    end";

/// Returns a text to be proved in which `property` alone is asserted. From power-up the others become covers, which no
/// proof has. From a good state they are assumed in the first cycle, and so is `property`.
pub fn alone(text: &str, property: &str, begin: Begin) -> String {
    let (own, mut left, mut statement) = (format!("{property}: assert ("), String::new(), None);
    for line in text.lines() {
        let line = format!("{line}\n");
        if line.trim_start().starts_with(&own) {
            statement = Some(String::new());
        }
        let Some(whole) = &mut statement else {
            left += &match begin {
                Begin::PowerUp => line.replace(": assert (", ": cover ("),
                Begin::AnyGoodState => gated(&line),
            };
            continue;
        };
        whole.push_str(&line);
        if line.ends_with(");\n") {
            if begin == Begin::AnyGoodState {
                left += &whole.replace(&own, "if (f_begins) assume (");
                left += &whole.replace(&own, &format!("if (~f_begins) {own}"));
            } else {
                left += whole;
            }
            statement = None;
        }
    }
    match begin {
        Begin::PowerUp => left,
        Begin::AnyGoodState => left.replace(ALIVE, ALIVE_AT_ONCE),
    }
}

/// Returns a line with its property assumed in the first cycle. The rules of streams, whose module does not know the
/// first cycle, are assumed in all.
fn gated(line: &str) -> String {
    let Some((label, rest)) = line.split_once(": assert (") else { return line.to_string() };
    let name = label.trim_start();
    if name.starts_with("stream_rule") {
        return format!("{label}: assume ({rest}");
    }
    let indent = &label[..label.len() - name.len()];
    format!("{indent}if (f_begins) {name}: assume ({rest}")
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str =
        "  initial f_alive = 1'b0;\n  rule_1: assert (a\n | b);\n  rule_1_more: assert (c);\n";

    #[test]
    fn from_power_up_no_other_property_is_left() {
        let left = alone(TEXT, "rule_1", Begin::PowerUp);
        assert_eq!(left, TEXT.replace("more: assert", "more: cover"));
    }

    #[test]
    fn from_a_good_state_every_property_is_assumed_in_the_first_cycle() {
        let left = alone(TEXT, "rule_1", Begin::AnyGoodState);
        let own = "  if (f_begins) assume (a\n | b);\n  if (~f_begins) rule_1: assert (a\n | b);\n";
        assert!(left.contains(own), "{left}");
        assert!(left.ends_with("  if (f_begins) rule_1_more: assume (c);\n"), "{left}");
        assert!(left.contains("initial f_alive = 1'b1;"), "{left}");
    }
}
