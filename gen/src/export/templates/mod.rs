//! Texts with fields to fill in, each written `@name@`.

/// The testbench.
pub const TESTBENCH: &str = include_str!("testbench.v");
/// The cocotb test.
pub const COCOTB_TEST: &str = include_str!("cocotb_test.py");
/// The script that runs the cocotb test.
pub const COCOTB_RUN: &str = include_str!("cocotb_run.py");
/// The FuseSoC core.
pub const CORE: &str = include_str!("unit.core");
/// The constraints.
pub const CONSTRAINTS: &str = include_str!("unit.sdc");
/// The data sheet of a chip.
pub const CHIP_SHEET: &str = include_str!("chip_sheet.md");
/// The page of a directory with all units.
pub const README: &str = include_str!("README.md");
/// The data sheet.
pub const SHEET: &str = include_str!("sheet.md");

/// Fills in a template.
pub fn fill(template: &str, values: &[(&str, String)]) -> String {
    let mut rest = template;
    let mut text = String::new();
    // One pass, so that text that was filled in is never searched.
    while let Some((before, after)) = rest.split_once('@') {
        text += before;
        let value = values.iter().find_map(|(name, value)| {
            let behind = after.strip_prefix(name)?.strip_prefix('@')?;
            Some((value, behind))
        });
        match value {
            Some((value, behind)) => {
                text += value;
                rest = behind;
            }
            None => {
                text.push('@');
                rest = after;
            }
        }
    }
    text + rest
}
