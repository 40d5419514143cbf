//! Skips tests whose tools are missing.

use std::fmt::Display;

/// Returns whether a tool was found. If not, it prints what is skipped; with `HEDDLE_TOOLS` set, as
/// in `scripts/check`, it panics, so that nothing is skipped there.
pub fn present<T>(found: Result<T, impl Display>) -> bool {
    present_or(found, std::env::var_os("HEDDLE_TOOLS").is_some())
}

fn present_or<T>(found: Result<T, impl Display>, required: bool) -> bool {
    let Err(missing) = found else { return true };
    assert!(!required, "{missing}");
    println!("skipped: {missing}");
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_lacks_its_tool_is_skipped_where_tools_are_not_required() {
        assert!(present_or(Ok::<_, &str>(()), false));
        assert!(!present_or(Err::<(), _>("yosys is missing"), false));
    }

    #[test]
    #[should_panic(expected = "yosys is missing")]
    fn a_missing_tool_is_a_failure_where_tools_are_required() {
        assert!(present_or(Ok::<_, &str>(()), true));
        present_or(Err::<(), _>("yosys is missing"), true);
    }
}
