//! Writes judged sentences as a page of the book.

use super::rule::Verdict;
use super::{Row, Table};

/// Returns the cells of a row.
pub fn cells(row: &Row) -> Vec<String> {
    let published = row.published.clone().unwrap_or_default();
    vec![row.place.to_owned(), row.says.to_owned(), published, row.ours.clone(), verdict(row)]
}

fn verdict(row: &Row) -> String {
    match (row.verdict, row.deviation) {
        (Verdict::Holds, _) => "holds".to_owned(),
        (Verdict::DoesNot, Some(number)) => format!("does not: row {number}"),
        (Verdict::DoesNot, None) => "does not: not isolated".to_owned(),
        (Verdict::CannotBeShown, _) => "cannot be shown".to_owned(),
    }
}

/// Returns the part of a line that does not depend on runs.
pub fn beginning(place: &str, says: &str, published: Option<&str>) -> String {
    format!("| {place} | {says} | {} |", published.unwrap_or_default())
}

/// Returns the line of a contradiction.
pub fn contradiction(place: &str, how: &str) -> String {
    format!("- {place}: {how}\n")
}

/// Returns the page.
pub fn markdown(heading: &str, table: &Table) -> String {
    let Table { figure, version, machine, runs, digest, .. } = table;
    let size = table.size.name();
    let count = |verdict| table.rows.iter().filter(|row| row.verdict == verdict).count();
    let mut page = format!(
        "# {heading}\n\n\
         <!-- Written by scripts/sentences. -->\n\n\
         Written by Heddle {version} with `heddle reproduce {figure} --size {size}`, from {runs} runs on {machine} with\n\
         [inputs of that size](../reproduce.md#tables) (digest of their commands and results: `{digest}`). [How to read it](../sentences.md).\n\n\
         Of {} sentences {} hold, {} do not, and {} cannot be shown.\n\n\
         | place | says | published | ours | verdict |\n|---|---|---|---|---|\n",
        table.rows.len(),
        count(Verdict::Holds),
        count(Verdict::DoesNot),
        count(Verdict::CannotBeShown),
    );
    for row in &table.rows {
        let begin = beginning(row.place, row.says, row.published.as_deref());
        let verdict = match (verdict(row), row.deviation) {
            (_, Some(number)) => format!("**does not**: [row {number}](../deviations.md)"),
            (text, _) => text.replace("does not", "**does not**"),
        };
        page += &format!("{begin} {} | {verdict} |\n", row.ours);
    }
    if !table.contradictions.is_empty() {
        page += "\n## Where the source contradicts itself\n\n";
        for (place, how) in table.contradictions {
            page += &contradiction(place, how);
        }
    }
    page
}
