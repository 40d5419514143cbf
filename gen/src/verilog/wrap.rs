//! Wraps long lines.

/// Most columns of a line.
pub const COLUMNS: usize = 100;

const STEP: &str = "    ";

/// Wraps long lines: comments between words, statements before an operator of the least depth of
/// parentheses. Parts that are still too long are wrapped again.
pub fn wrap(text: &str) -> String {
    let mut out = String::new();
    for line in text.lines() {
        let lead = line.len() - line.trim_start().len();
        let (lead, rest) = line.split_at(lead);
        let lines = match rest.strip_prefix("//") {
            _ if line.len() <= COLUMNS => vec![line.to_string()],
            Some(comment) => {
                let inner = comment.len() - comment.trim_start().len();
                let lead = format!("{lead}//{}", &comment[..inner]);
                paragraph(&lead, &lead, comment)
            }
            None => {
                let unit = COLUMNS - lead.len() - STEP.len();
                let parts = operands(rest).into_iter().flat_map(|part| match part.len() > unit {
                    true => operands(&part),
                    false => vec![part],
                });
                fold(lead, &format!("{lead}{STEP}"), parts.collect(), COLUMNS)
            }
        };
        for line in lines {
            out += &line;
            out.push('\n');
        }
    }
    out
}

/// Most columns that a paragraph gives up for its last line.
const GIVEN_UP: usize = 20;

/// Returns the lines of a paragraph of prose. No line but a single one has only one word, if that can be had by
/// shorter lines.
pub fn paragraph(first: &str, next: &str, text: &str) -> Vec<String> {
    let lines =
        |columns| fold(first, next, text.split_whitespace().map(String::from).collect(), columns);
    let is_alone = |line: &String| line.trim_start_matches('/').split_whitespace().count() == 1;
    let has_orphan = |lines: &Vec<String>| lines.len() > 1 && lines.last().is_some_and(is_alone);
    let fit = (COLUMNS - GIVEN_UP..=COLUMNS).rev().map(lines).find(|lines| !has_orphan(lines));
    fit.unwrap_or_else(|| lines(COLUMNS))
}

/// Puts parts on as few lines as hold them; a part is never split.
fn fold(first: &str, next: &str, parts: Vec<String>, columns: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for part in parts {
        match lines.last_mut() {
            Some(line) if line.len() + 1 + part.len() <= columns => {
                line.push(' ');
                line.push_str(&part);
            }
            None => lines.push(format!("{first}{part}")),
            Some(_) => lines.push(format!("{next}{part}")),
        }
    }
    lines
}

/// Splits a statement before the operators at the least depth of parentheses that has one, or else before the first
/// alternative of a choice; returns the whole if there is none.
fn operands(statement: &str) -> Vec<String> {
    let mut places: Vec<(i32, usize, char)> = Vec::new();
    // A part of a statement may close more parentheses than it opens.
    let mut depth = 0;
    for (at, letter) in statement.char_indices() {
        match letter {
            '(' | '{' | '[' => depth += 1,
            ')' | '}' | ']' => depth -= 1,
            '&' | '|' | '^' | ':'
                if statement[..at].ends_with(' ') && statement[at + 1..].starts_with(' ') =>
            {
                places.push((depth, at, letter));
            }
            _ => {}
        }
    }
    let Some(least) = places.iter().map(|(depth, ..)| *depth).min() else {
        return match statement.split_once(" ? ") {
            Some((condition, then)) => vec![condition.to_string(), format!("? {then}")],
            None => vec![statement.to_string()],
        };
    };
    // Choices have lower precedence than operators.
    let choices = places.iter().any(|(depth, _, letter)| *depth == least && *letter == ':');
    let mut parts = Vec::new();
    let mut from = 0;
    let outer = |place: &(i32, usize, char)| place.0 == least && (!choices || place.2 == ':');
    for (_, at, _) in places.into_iter().filter(outer) {
        parts.push(statement[from..at].trim_end().to_string());
        from = at;
    }
    parts.push(statement[from..].to_string());
    parts
}

/// Puts a list on as few lines as hold it, between the texts before and after it.
pub fn list(before: &str, items: &[String], after: &str) -> String {
    let lead: String = before.chars().take_while(|c| *c == ' ').collect();
    let next = if before.trim().is_empty() { "" } else { STEP };
    let mut lines = vec![before.to_string()];
    for (i, item) in items.iter().enumerate() {
        let end = if i + 1 < items.len() { "," } else { after };
        let last = lines.last_mut().expect("begins with one");
        let space = if last.ends_with(' ') || last.ends_with('{') { "" } else { " " };
        if last.len() + space.len() + item.len() + end.len() <= COLUMNS {
            *last += &format!("{space}{item}{end}");
        } else {
            lines.push(format!("{lead}{next}{item}{end}"));
        }
    }
    lines.iter().map(|line| format!("{}\n", line.trim_end())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_statement_is_folded_before_its_outer_operators() {
        let term = "(first_operand == second_operand)";
        let line = format!("    assign x = {term} & {term} & {term};");
        let folded = format!("    assign x = {term} & {term}\n        & {term};\n");
        assert_eq!(wrap(&line), folded);
    }

    #[test]
    fn a_long_comment_is_folded_between_words_and_keeps_its_indentation() {
        let line = format!("//   {}", "word ".repeat(25).trim());
        let lines: Vec<usize> = wrap(&line).lines().map(str::len).collect();
        assert_eq!(lines, [99, 34]);
        assert!(wrap(&line).lines().all(|line| line.starts_with("//   word")));
    }

    #[test]
    fn short_lines_and_lines_without_operators_stay() {
        let long = format!("    .port({})\n", "x".repeat(120));
        assert_eq!(wrap(&long), long);
        assert_eq!(wrap("a = b & c;\n"), "a = b & c;\n");
    }
}
