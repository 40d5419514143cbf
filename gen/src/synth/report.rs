//! Reads the reports of the tools.

/// Returns the first number after `label`.
pub fn number_after(text: &str, label: &str) -> Option<f64> {
    let rest = &text[text.find(label)? + label.len()..];
    let rest = rest.trim_start();
    let end =
        rest.find(|c: char| !c.is_ascii_digit() && c != '.' && c != '-').unwrap_or(rest.len());
    rest[..end].parse().ok()
}

/// Returns the section of Yosys' `stat` about `module`.
pub fn section<'a>(text: &'a str, module: &str) -> Option<&'a str> {
    let start = text.find(&format!("=== {module} ==="))? + 4;
    let rest = &text[start..];
    Some(&rest[..rest.find("\n===").unwrap_or(rest.len())])
}

/// Returns the types of cells with their numbers, from such a section.
pub fn cells(section: &str) -> Vec<(&str, u64)> {
    fn pair(line: &str) -> Option<(&str, u64)> {
        let (name, count) = line.trim().split_once(' ')?;
        Some((name, count.trim().parse().ok()?))
    }
    let listed = section.lines().skip_while(|line| !line.contains("Number of cells:")).skip(1);
    listed.map_while(pair).collect()
}

/// Returns the slack of the worst path in OpenSTA's `report_checks -format end`, if there is a path.
pub fn slack(text: &str) -> Option<f64> {
    let line = text.lines().find(|line| line.contains("(MET)") || line.contains("(VIOLATED)"))?;
    line.split_whitespace().rev().nth(1)?.parse().ok()
}

/// Returns the slack of the path in OpenSTA's full `report_checks`, if there is a path.
pub fn path_slack(text: &str) -> Option<f64> {
    let line = text.lines().find(|line| line.contains(" slack ("))?;
    line.split_whitespace().next()?.parse().ok()
}

/// Returns the end of OpenSTA's path after `label`; a flip-flop is named without its type.
pub fn end_of(text: &str, label: &str) -> Option<String> {
    let rest = &text[text.find(label)? + label.len()..];
    let name = rest.split_whitespace().next()?;
    Some(name.split("$_").next().unwrap_or(name).to_string())
}

/// Returns the time at which OpenSTA's path passes `pin`.
pub fn arrival(text: &str, pin: &str) -> Option<f64> {
    let line = text.lines().find(|line| line.contains(pin))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const STAT: &str = "\n=== a ===\n\n   Number of wires:     3\n   Number of cells:     3\n     \
        INVX1     1\n     NAND2X1     2\n\n   Chip area for module '\\a': 64.000000\n\n=== b ===\n\n   \
        Number of cells:     1\n     BUFX2     1\n";

    #[test]
    fn a_section_has_its_own_cells_and_its_area() {
        let a = section(STAT, "a").expect("it is there");
        assert_eq!(cells(a), [("INVX1", 1), ("NAND2X1", 2)]);
        assert_eq!(number_after(a, "Chip area for module '\\a':"), Some(64.0));
        assert_eq!(cells(section(STAT, "b").expect("it is there")), [("BUFX2", 1)]);
        assert_eq!(section(STAT, "c"), None);
    }

    #[test]
    fn the_slack_is_that_of_the_first_path() {
        let text = "Endpoint   Required  Actual  Slack\n----\n_4275_/D (DFFPOSX1)  99.8164  5.0165  94.7999 (MET)\n";
        assert_eq!(slack(text), Some(94.7999));
        assert_eq!(slack("No paths found.\n"), None);
    }

    #[test]
    fn the_ends_of_a_path_are_registers_or_pins() {
        let text = "Startpoint: state_q[0]$_SDFFE_PP0P_\n   (rising edge-triggered)\nEndpoint: idle (output)\n";
        assert_eq!(end_of(text, "Startpoint:").as_deref(), Some("state_q[0]"));
        assert_eq!(end_of(text, "Endpoint:").as_deref(), Some("idle"));
        assert_eq!(
            path_slack("   -2.5  data arrival time\n  997.79   slack (MET)\n"),
            Some(997.79)
        );
        assert_eq!(path_slack("No paths found.\n"), None);
    }

    #[test]
    fn the_arrival_at_a_pin_is_the_second_column() {
        let text = "   0.06835    0.06835 v s0/Y (INVX1)\n   0.09800    0.16635 ^ s1/Y (INVX1)\n";
        assert_eq!(arrival(text, "s1/Y "), Some(0.16635));
        assert_eq!(arrival(text, "s2/Y "), None);
    }
}
