//! Wrong input of `sweep`, `report` and `diff`: one line that says what, where and what to do, and nothing is written.

use crate::common::{assert_says, refusal};
use crate::outputs::files;
use std::fs;
use std::path::Path;
use tempfile::tempdir;

/// A good result of a run.
const RESULT: &str = include_str!("data/result.json");
/// A study that could run.
const STUDY: &str = "app = 'bfs'\nconfig = 'tiny'\n[vary]\n'smx.warps' = [16, 24]\n";
/// A plan of a study, and where its parts are that tests make wrong.
const PLAN: &str = r#"{"simulator": "x", "points": [{"id": "ab", "varied": [["smx.warps", "16"]], "command": ["run", "bfs"]}]}"#;

/// A command; `@` stands for the directory, which has the file `bad` with these bytes, `good.json`, `study.toml` and `full/`,
/// a directory with something in it. The rest is what its line says.
type Case<'a> = (&'a str, &'a str, &'a [u8], &'a [&'a str]);

/// Runs each command, which must fail with one line and leave the directory as it is.
fn refuse(cases: &[Case]) {
    for (command, name, bytes, parts) in cases {
        let dir = tempdir().expect("a directory");
        let write = |name: &str, bytes: &[u8]| {
            let path = dir.path().join(name);
            fs::create_dir_all(path.parent().expect("a directory")).expect("made");
            fs::write(path, bytes).expect("written");
        };
        write("good.json", RESULT.as_bytes());
        write("study.toml", STUDY.as_bytes());
        write("full/thesis.txt", b"years of work");
        if !name.is_empty() {
            write(name, bytes);
        }
        let at = |word: &str| word.replace('@', dir.path().to_str().expect("text"));
        let words: Vec<String> = command.split(' ').map(at).collect();
        let before = (files(dir.path()), folders(dir.path()));
        let line = refusal(&words.iter().map(String::as_str).collect::<Vec<_>>());
        println!("{command}  ({name})\n    {line}");
        assert!(line.starts_with("heddle: "), "{command}: {line}");
        assert_says(&line, parts);
        assert!(before == (files(dir.path()), folders(dir.path())), "{command} wrote something");
    }
}

/// How many directories there are directly below one.
fn folders(dir: &Path) -> usize {
    dir.read_dir()
        .expect("readable")
        .filter(|entry| entry.as_ref().is_ok_and(|it| it.path().is_dir()))
        .count()
}

#[test]
fn a_wrong_study_is_refused_in_one_line() {
    let bfs = |more: &str| format!("sweep bfs --config tiny --out @/study {more}");
    let of_line: [(String, &[&str]); 26] = [
        (bfs("--vary smx.count"), &["--vary smx.count", "KEY=A,B,..."]),
        (bfs("--vary =4"), &["--vary =4", "the key is missing"]),
        (bfs("--vary smx.count="), &["a value of smx.count is empty"]),
        (bfs("--vary smx.count=4,,8"), &["a value of smx.count is empty", "one or more"]),
        (bfs("--vary smx.count=4,4"), &["smx.count takes 4 twice"]),
        (bfs("--vary smx.count=4 --vary smx.count=8"), &["smx.count varies twice", "at once"]),
        (bfs("--vary smx.cuont=4"), &["smx.cuont=4: ", "smx.count"]),
        (bfs("--vary smx.count=4,many"), &["smx.count=many: ", "integer"]),
        (bfs("--vary smx.count=4,0"), &["smx.count=0: "]),
        (bfs("--vary kernel.launch=cdp,dtlb"), &["kernel.launch=dtlb: ", "dtbl"]),
        (bfs("--vary config=k20c,k21"), &["config=k21: ", "k20c"]),
        (bfs("--vary app=bfs,dfs"), &["app=dfs: ", "no app is called `dfs`", "bfs"]),
        (bfs("--vary app=bfs,none.ptx"), &["none.ptx", "No such file"]),
        (bfs("--vary units.agt_entries=16,32"), &["units.agt_entries=16: ", "kernel.launch=dtbl"]),
        (bfs("--set smx.count"), &["smx.count", "KEY=VALUE"]),
        (bfs("--set smx.cuont=4"), &["smx.cuont"]),
        ("sweep bfs --config no.toml --out @/study".into(), &["no.toml"]),
        ("sweep dfs --out @/study".into(), &["no app is called `dfs`", "known: "]),
        ("sweep none.toml --out @/study".into(), &["cannot read none.toml", "No such file"]),
        (bfs("--vary smx.count=4 --plot pie:smx.count"), &["--plot pie:smx.count", "line:X,Y"]),
        (bfs("--vary smx.count=4 --plot line:smx.count,cylces"), &["cylces", "did you mean cycles?"]),
        (bfs("--vary smx.count=4 --plot line:l1.ways,cycles"), &["l1.ways is no axis", "smx.count"]),
        (bfs("--vary kernel.launch=flat --plot line:kernel.launch,cycles"), &["takes the value flat"]),
        (
            bfs("--vary smx.count=4 --vary l1.ways=2,4 --vary smx.warps=16,24 --plot heat:smx.count,l1.ways,ipc"),
            &["smx.warps varies too", "one value"],
        ),
        ("sweep bfs --vary smx.count=4 --out @/full".into(), &["full", "no study's", "new directory"]),
        ("sweep bfs --vary smx.count=4 --out @/good.json".into(), &["good.json", "is a file"]),
    ];
    let cases: Vec<Case> =
        of_line.iter().map(|(line, parts)| (line.as_str(), "", &b""[..], *parts)).collect();
    refuse(&cases);
}

#[test]
fn a_wrong_file_of_a_study_is_refused_in_one_line() {
    let deep = format!("app = {}", "[".repeat(20_000));
    let long = format!(
        "app = 'bfs'\n[vary]\n'smx.count' = {:?}\n'l1.ways' = {:?}\n",
        (1..1002).collect::<Vec<_>>(),
        (1..1002).collect::<Vec<_>>()
    );
    let of_file: [(&[u8], &[&str]); 16] = [
        (b"", &["bad.toml", "app"]),
        (b"app = 'bfs", &["bad.toml:1: "]),
        (b"app = \xFF\xFE", &["cannot read", "bad.toml", "UTF-8"]),
        (b"app = 3", &["bad.toml:1: ", "string"]),
        (b"app = 'bfs'\nvry = 1", &["bad.toml:2: ", "vry", "vary"]),
        (b"app = 'dfs'", &["bad.toml: ", "no app is called `dfs`"]),
        (b"app = 'bfs'\nconfig = 'k21'", &["bad.toml: ", "k21", "k20c"]),
        (b"app = 'bfs'\n[vary]\n'smx.count' = 4", &["vary.smx.count: ", "a list of values"]),
        (b"app = 'bfs'\n[vary]\nsmx.count = [4]", &["vary.smx: ", "quotes"]),
        (b"app = 'bfs'\n[vary]\n'smx.count' = []", &["vary.smx.count: ", "give one or more"]),
        (b"app = 'bfs'\n[vary]\n'smx.count' = [[4]]", &["vary.smx.count: ", "a text, a number"]),
        (b"app = 'bfs'\n[[vary_together]]\na = [1]\nb = [1, 2]", &["vary_together: ", "as many"]),
        (b"app = 'bfs'\nset = { smx = { count = 4 } }", &["set.smx: ", "needs quotes"]),
        (b"app = 'bfs'\n[vary]\na = [1]\na = [2]", &["bad.toml:4: ", "duplicate key"]),
        (deep.as_bytes(), &["bad.toml:1: ", "recurse"]),
        (long.as_bytes(), &["bad.toml: ", "more than 1000000 points"]),
    ];
    let line = "sweep @/bad.toml --out @/study";
    let cases: Vec<Case> =
        of_file.iter().map(|(bytes, parts)| (line, "bad.toml", *bytes, *parts)).collect();
    refuse(&cases);
    refuse(&[(
        "sweep @/study.toml --vary smx.count=4 --out @/study",
        "",
        b"",
        &["study.toml", "leave --vary"],
    )]);
}

#[test]
fn a_directory_that_is_no_study_is_refused_in_one_line() {
    let cut = &PLAN.as_bytes()[..60];
    let outside = PLAN.replace("ab", "../../x");
    let other = PLAN.replace("\"run\"", "\"export\"");
    for command in ["status", "merge"] {
        let line = format!("sweep {command} @/study");
        refuse(&[
            (
                &line,
                "",
                b"",
                &["@/study".trim_start_matches('@'), "no directory of a study", "--out"],
            ),
            (&format!("sweep {command} @/full"), "", b"", &["full is no directory of a study"]),
            (&line, "study/study.json", cut, &["study.json is no plan", "line 1"]),
            (&line, "study/study.json", b"[]", &["study.json is no plan", "give the command"]),
            (
                &line,
                "study/study.json",
                outside.as_bytes(),
                &["study.json: point 0", "give the command"],
            ),
            (
                &line,
                "study/study.json",
                other.as_bytes(),
                &["study.json: point 0", "give the command"],
            ),
        ]);
    }
    let task = "sweep task @/study --index 0 --points 1";
    refuse(&[(
        task,
        "study/study.json",
        PLAN.as_bytes(),
        &["another build of heddle", "give its command again"],
    )]);
    let plot = "sweep merge @/study --plot line:l1.ways,cycles";
    refuse(&[(plot, "study/study.json", PLAN.as_bytes(), &["l1.ways is no axis", "smx.warps"])]);
}

/// Files that are no result, and what `diff` and `report` say of them.
fn no_results() -> Vec<(Vec<u8>, Vec<&'static str>)> {
    let without =
        |field: &str| RESULT.replacen(&format!("\"{field}\":"), "\"other\":", 1).into_bytes();
    vec![
        (b"".into(), vec!["is not JSON", "line 1"]),
        (RESULT.as_bytes()[..RESULT.len() / 2].into(), vec!["is not JSON", "EOF", "line"]),
        (b"<html>".into(), vec!["is not JSON", "line 1"]),
        (b"[1, 2]".into(), vec!["is no result", "not one JSON object", "heddle run ... --json"]),
        (b"3".into(), vec!["is no result", "heddle run ... --json"]),
        (b"{}".into(), vec!["it has no `command`", "heddle run ... --json"]),
        (without("version"), vec!["it has no `version`", "heddle run ... --json"]),
        (without("config"), vec!["it has no `config`", "heddle run ... --json"]),
        (vec![0xFF, 0xFE, 0], vec!["cannot read", "UTF-8"]),
        (b"\0".into(), vec!["is not JSON", "line 1"]),
        (b"[".repeat(100_000), vec!["is not JSON", "recursion limit"]),
        (b"{\"a\":".repeat(100_000), vec!["is not JSON", "recursion limit"]),
        (format!("{RESULT}\n{RESULT}").into_bytes(), vec!["is not JSON", "trailing characters"]),
        (b"{\"a\": 1e999}".into(), vec!["is not JSON", "out of range"]),
    ]
}

#[test]
fn what_is_no_result_is_refused_by_diff_and_report_in_one_line() {
    let lines = [
        "diff @/bad.json @/good.json",
        "diff @/good.json @/bad.json",
        "report @/good.json @/bad.json --out @/page.html",
    ];
    for line in lines {
        for (bytes, parts) in no_results() {
            refuse(&[(line, "bad.json", &bytes, &[&["bad.json"], &parts[..]].concat())]);
        }
        refuse(&[
            (&line.replace("bad", "none"), "", b"", &["cannot read", "none.json", "No such file"]),
            (&line.replace("bad.json", "full"), "", b"", &["cannot read", "full", "directory"]),
        ]);
    }
    refuse(&[
        (
            "report @/good.json --out @/good.json",
            "",
            b"",
            &["would overwrite the input", "another file"],
        ),
        ("report @/good.json --out @/none/page.html", "", b"", &["cannot write", "none/page.html"]),
        ("report @/good.json --out @/full", "", b"", &["cannot write", "full"]),
    ]);
}
