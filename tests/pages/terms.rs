//! The first use of an acronym on a page leads to the glossary.

use regex::Regex;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

const GLOSSARY: &str = include_str!("../../docs/src/glossary.md");
/// Pages that are written from sources or commands, and the glossary and what leads to it.
const OTHERS: &[&str] = &[
    "SUMMARY.md",
    "features.md",
    "glossary.md",
    "introduction.md",
    "keys.md",
    "sentences.md",
    "session.md",
];

/// The acronyms that the glossary has a place to jump to for.
fn acronyms() -> Vec<String> {
    let entry = Regex::new(r#"(?m)^<a id="([a-z0-9]+)"></a>\*\*([A-Z0-9]+)\*\*"#).expect("a regex");
    let entries = entry.captures_iter(GLOSSARY).map(|found| {
        assert_eq!(found[1], found[2].to_lowercase());
        found[2].to_owned()
    });
    entries.collect()
}

/// The running text of a page, without code, tables, what is measured, headings, and what is emphasised.
fn prose(page: &str) -> String {
    let (mut within, mut measured) = (false, false);
    let lines = page.lines().filter(|line| {
        measured = !line.starts_with("<!-- end") && (measured || line.starts_with("<!-- table"));
        let fence = line.trim_start().starts_with("```");
        within ^= fence;
        let other = ["#", "    ", "<"].iter().any(|start| line.starts_with(start));
        !(within || measured || fence || other || line.trim_start().starts_with('|'))
    });
    let text: Vec<&str> = lines.collect();
    let marked = Regex::new(r"`[^`\n]*`|\*\*[^*\n]+\*\*|<[^>\n]*>|\*[^*\n]+\*").expect("a regex");
    marked.replace_all(&text.join("\n"), "").into_owned()
}

/// The acronyms whose first use in a text is no link to their place in the glossary.
fn unlinked<'a>(text: &str, acronyms: &'a [String]) -> Vec<&'a str> {
    let link = Regex::new(r"!?\[([^\]]*)\]\(([^)]*)\)").expect("a regex");
    let linked: BTreeSet<&str> = link
        .captures_iter(text)
        .filter_map(|link| link.get(2)?.as_str().split_once('#'))
        .map(|to| to.1)
        .collect();
    let plain = link.replace_all(text, "");
    let is_used = |acronym: &str| {
        let word = Regex::new(&format!(r"(?:^|[^\w/.-]){acronym}s?(?:[^\w-]|$)")).expect("a regex");
        word.is_match(&plain)
    };
    let unlinked = acronyms.iter().map(String::as_str);
    unlinked.filter(|term| !linked.contains(&*term.to_lowercase()) && is_used(term)).collect()
}

#[test]
fn every_page_leads_to_the_glossary_from_each_acronym_that_it_uses() {
    let (docs, acronyms) = (Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/src"), acronyms());
    assert!(acronyms.len() > 30, "{acronyms:?}");
    let mut wrong = Vec::new();
    for dir in [docs.clone(), docs.join("apps")] {
        for entry in fs::read_dir(dir).expect("a directory") {
            let path = entry.expect("readable").path();
            let name = path.file_name().and_then(|name| name.to_str()).expect("text").to_owned();
            if path.extension().is_some_and(|kind| kind == "md") && !OTHERS.contains(&&*name) {
                let page = fs::read_to_string(&path).expect("readable");
                let terms = unlinked(&prose(&page), &acronyms);
                wrong.extend(terms.iter().map(|term| format!("{name}: {term}")));
            }
        }
    }
    assert!(wrong.is_empty(), "link the first use, as [TB](glossary.md#tb):\n{}", wrong.join("\n"));
}

#[test]
fn an_acronym_that_only_stands_in_a_table_or_in_code_needs_no_link() {
    let terms = ["TB".to_owned(), "SMX".to_owned()];
    let page = "# A TB\n\nA [TB](glossary.md#tb) is more than a TB on `SMX`.\n\n| SMX |\n|---|\n";
    assert_eq!(unlinked(&prose(page), &terms), [""; 0]);
    let measured = "<!-- table: name -->\n* one TB per cycle\n<!-- end -->\n";
    assert_eq!(unlinked(&prose(measured), &terms), [""; 0]);
    assert_eq!(unlinked(&prose(&(measured.to_owned() + "SMXs run TBs.\n")), &terms), ["TB", "SMX"]);
}
