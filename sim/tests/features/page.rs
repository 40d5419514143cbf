//! Writes and checks the page docs/src/features.md: which PTX instructions occur in which feature kernel under
//! which compiler. `HEDDLE_BLESS=1 cargo test -p heddle-sim features::` writes it again.

use super::source::{Source, COMPILERS};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;

/// Most kernels named in a cell. If there are more, the rest is counted.
const NAMED: usize = 4;

/// Instructions without a modifier. Any other word without one is not an instruction.
const BARE: &[&str] = &["ret", "exit", "trap", "brkpt", "bra", "call"];

fn is_type(word: &str) -> bool {
    let digits = word.trim_start_matches(|c: char| c.is_ascii_lowercase());
    let kind = &word[..word.len() - digits.len()];
    let sized = matches!(kind, "s" | "u" | "b" | "f" | "bf" | "tf");
    word == "pred" || sized && digits.starts_with(|c: char| c.is_ascii_digit())
}

/// Returns the mnemonics of a PTX text, in order.
fn mnemonics(text: &str) -> Vec<&str> {
    let code = text.lines().map(|line| line.split("//").next().unwrap_or_default().trim());
    // Directives that end with their line and the heads of functions are not instructions.
    let code = code.filter(|line| !line.starts_with('.'));
    code.flat_map(|line| line.split([';', '{', '}'])).filter_map(mnemonic).collect()
}

/// Returns the first word of a statement, after labels and guard, if it is an instruction.
fn mnemonic(statement: &str) -> Option<&str> {
    let mut words = statement.split_whitespace().filter(|word| !word.ends_with(':')).peekable();
    words.next_if(|word| word.starts_with('@'));
    let word = words.next()?;
    let instruction = word.starts_with(|c: char| c.is_ascii_lowercase())
        && word.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | ':'));
    (instruction && (word.contains('.') || BARE.contains(&word))).then_some(word)
}

/// Returns whether a PTX text has an instruction with this stem and, among others, these modifiers and types.
pub fn shows(text: &str, feature: &str) -> bool {
    mnemonics(text).into_iter().any(|found| {
        let mut left: Vec<&str> = found.split('.').collect();
        let stem = left.remove(0);
        let mut wanted = feature.split('.');
        wanted.next() == Some(stem)
            && wanted.all(|word| {
                left.iter().position(|other| *other == word).map(|at| left.remove(at)).is_some()
            })
    })
}

/// The occurrences of one instruction: its types, and the kernels per compiler.
#[derive(Default)]
struct Row {
    types: BTreeSet<String>,
    kernels: [BTreeSet<String>; COMPILERS.len()],
}

fn rows(sources: &[Source]) -> BTreeMap<String, Row> {
    let mut rows: BTreeMap<String, Row> = BTreeMap::new();
    for source in sources {
        for (compiler, text) in source.ptx() {
            for mnemonic in mnemonics(&text) {
                let (types, words): (Vec<&str>, Vec<&str>) =
                    mnemonic.split('.').partition(|word| is_type(word));
                let row = rows.entry(words.join(".")).or_default();
                row.types.insert(types.join("."));
                let column =
                    COMPILERS.iter().position(|other| *other == compiler).expect("a compiler");
                row.kernels[column].insert(source.name.clone());
            }
        }
    }
    rows
}

fn cell(kernels: &BTreeSet<String>) -> String {
    let named: Vec<&str> = kernels.iter().map(String::as_str).take(NAMED).collect();
    match kernels.len().saturating_sub(NAMED) {
        0 => named.join(", "),
        more => format!("{} and {more} more", named.join(", ")),
    }
}

/// Returns the first comment of a source up to its first full stop or colon.
fn summary(source: &Source) -> String {
    let text = source.text();
    let comment = text.lines().map_while(|line| line.strip_prefix("//")).map(str::trim);
    let tag =
        |line: &str| ["arch:", "clang:", "nvrtc:", "only:"].iter().any(|tag| line.starts_with(tag));
    let words = comment.filter(|line| !tag(line)).collect::<Vec<_>>().join(" ");
    let end = words.find(". ").or(words.find(": ")).unwrap_or(words.len());
    words[..end].trim_end_matches('.').to_string()
}

fn page() -> String {
    let sources = Source::all();
    let rows = rows(&sources);
    let mut page = String::from("# PTX features\n\n");
    page += "<!-- Written from sim/features by the test sim/tests/features/page.rs. -->\n\n";
    page += "Kernels in CUDA C (`sim/features/<group>/<name>.cu`), compiled by clang 14 and by NVRTC 11.8 (`scripts/kernels`).\n";
    page += "Each agrees with a reference in plain Rust, run for its values alone and on the whole machine:\n";
    page += "`cargo test -p heddle-sim features::`.\n\n";
    let count = format!(
        "{} kernels, {} instructions (without counting types).\n",
        sources.len(),
        rows.len()
    );
    page += &count;
    page += "\n## Kernels\n\n| group | kernel | compilers | what it does |\n|---|---|---|---|\n";
    for source in &sources {
        let compilers: Vec<&str> = source.ptx().iter().map(|(compiler, _)| *compiler).collect();
        let row = (&source.group, &source.name, compilers.join(", "), summary(source));
        writeln!(page, "| {} | {} | {} | {} |", row.0, row.1, row.2, row.3)
            .expect("writing to a string");
    }
    page += "\n## Instructions\n\n| instruction | types | clang | NVRTC |\n|---|---|---|---|\n";
    for (words, row) in &rows {
        let types: Vec<&str> =
            row.types.iter().map(String::as_str).filter(|types| !types.is_empty()).collect();
        let [clang, nvrtc] = &row.kernels;
        writeln!(page, "| `{words}` | {} | {} | {} |", types.join(", "), cell(clang), cell(nvrtc))
            .expect("writing to a string");
    }
    page
}

#[test]
fn the_page_of_features_is_what_the_kernels_say() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/src/features.md");
    let page = page();
    if std::env::var_os("HEDDLE_BLESS").is_some() {
        std::fs::write(&path, &page).expect("the book is writable");
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(
        committed,
        page,
        "{} is stale; run HEDDLE_BLESS=1 cargo test -p heddle-sim features::",
        path.display()
    );
}

#[test]
fn every_feature_kernel_is_launched_by_a_test() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/features");
    let files = std::fs::read_dir(directory).expect("the tests are readable");
    let texts = files.filter_map(|file| std::fs::read_to_string(file.ok()?.path()).ok());
    let tests: String = texts.collect();
    for source in Source::all() {
        let launch = format!("case(\"{}\")", source.name);
        assert!(tests.contains(&launch), "no test of {} has {launch}", source.group);
    }
}

#[test]
fn mnemonics_are_found_behind_labels_and_guards_and_within_braces() {
    let text = "$L1: @!%p1 add.s32 %r1, %r2, {%r3}; // sub.s32\n.reg .b32 %r;\n{ ret; }\ncall.uni (a), f, (b);\nfoo, bar";
    assert_eq!(mnemonics(text), ["add.s32", "ret", "call.uni"]);
    assert!(shows(text, "add.s32") && !shows(text, "add.u32") && !shows(text, "sub"));
}
