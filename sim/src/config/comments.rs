//! Comments of a configuration, as wide as a terminal: one that is too long goes on below where it began, and is one
//! comment again when the text is read.

/// Least room beside a value in which a comment is wrapped.
const ROOM: usize = 20;

/// Wraps the comments of lines that have more than `width` characters. The text says the same as TOML.
pub fn wrap_comments(text: &str, width: usize) -> String {
    let mut wrapped = String::new();
    for line in text.lines() {
        let (before, comment) = split(line);
        let indent = before.chars().count();
        if line.chars().count() <= width || comment.is_empty() || indent + ROOM > width {
            wrapped.extend([line, "\n"]);
            continue;
        }
        let words = comment.trim_start_matches('#');
        let mut lead = words.len() - words.trim_start().len();
        let mut row = format!("{before}#{}", &words[..lead]);
        let mut empty = true;
        let mut words = words.split_whitespace().peekable();
        // What explains a tag in brackets goes on beside it.
        if before.trim().is_empty() && lead > 1 {
            if let Some(tag) = words.next_if(|word| word.starts_with('[') && word.ends_with(']')) {
                row.extend([tag, "  "]);
                lead += tag.chars().count() + 2;
            }
        }
        for word in words {
            if !empty && row.chars().count() + 1 + word.chars().count() > width {
                wrapped.extend([row.as_str(), "\n"]);
                row = format!("{}#{}", " ".repeat(indent), " ".repeat(lead));
                empty = true;
            }
            if !std::mem::replace(&mut empty, false) {
                row.push(' ');
            }
            row.push_str(word);
        }
        wrapped.extend([row.as_str(), "\n"]);
    }
    wrapped
}

/// Whether a comment stands alone and not at the beginning of its line, as one that was wrapped does. Machines are opened
/// often, and few have one.
pub(super) fn may_be_wrapped(text: &str) -> bool {
    let stands_below =
        |line: &str| line.starts_with([' ', '\t']) && line.trim_start().starts_with('#');
    text.lines().any(stands_below)
}

/// Makes one comment of each that was wrapped beside a value: of those that stand alone below it, in its column. Returns
/// nothing if there is none.
pub(super) fn joined(text: &str) -> Option<String> {
    let (mut lines, mut column, mut any): (Vec<String>, _, _) = (Vec::new(), None, false);
    for line in text.lines() {
        let (before, comment) = split(line);
        let at = before.chars().count();
        match lines.last_mut().filter(|_| before.trim().is_empty() && column == Some(at)) {
            Some(last) if !comment.is_empty() => {
                last.extend([" ", comment.trim_start_matches('#').trim()]);
                any = true;
            }
            _ => {
                let is_beside = !before.trim().is_empty() && !comment.is_empty();
                column = is_beside.then_some(at);
                lines.push(line.to_owned());
            }
        }
    }
    any.then(|| lines.join("\n") + "\n")
}

/// What stands before the comment of a line, and the comment with its sign.
fn split(line: &str) -> (&str, &str) {
    let (mut quote, mut escaped) = (None, false);
    for (at, letter) in line.char_indices() {
        match (quote, letter) {
            (None, '#') => return line.split_at(at),
            (None, '"' | '\'') => quote = Some(letter),
            (Some('"'), '\\') if !escaped => {
                escaped = true;
                continue;
            }
            (Some(open), _) if open == letter && !escaped => quote = None,
            _ => {}
        }
        escaped = false;
    }
    (line, "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_comment_goes_on_below_where_it_began_and_is_one_again() {
        let text = "a = 1\nname = \"#1\"  # one two three four five six\nb = 2 # short\n";
        let wrapped = wrap_comments(text, 36);
        let expected =
            "a = 1\nname = \"#1\"  # one two three four\n             # five six\nb = 2 # short\n";
        assert_eq!(wrapped, expected);
        assert!(may_be_wrapped(&wrapped));
        assert_eq!(joined(&wrapped).as_deref(), Some(text));
        assert_eq!(joined(text), None);
    }

    #[test]
    fn a_comment_that_stands_alone_stays_alone_and_its_tag_is_beside_it() {
        let text = "# one two three four five six seven\n#   [G] one two three four five six\na = 1 # x\n# y\n";
        let expected = "# one two three four five\n# six seven\n#   [G]  one two three\n#        four five six\na = 1 # x\n# y\n";
        let wrapped = wrap_comments(text, 25);
        assert_eq!(wrapped, expected);
        assert_eq!(joined(&wrapped), None);
    }
}
