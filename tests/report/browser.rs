//! The page in a real browser.

use super::{result, Pages};
use serde_json::json;
use std::process::Command;

/// Names of the browser that packages give it.
const BROWSERS: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];

/// Opens the page in a window of some width, and returns what the browser made of it and what it said.
fn open(browser: &str, pages: &Pages, width: u32) -> (String, String) {
    let profile = pages.path("profile");
    let run = Command::new(browser)
        .args([
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--enable-logging=stderr",
            "--v=0",
            "--dump-dom",
        ])
        .arg(format!("--window-size={width},900"))
        .arg(format!("--user-data-dir={}", profile.display()))
        .arg(format!("file://{}", pages.path("page.html").display()))
        .output()
        .expect("the browser runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&run.stdout), text(&run.stderr))
}

#[test]
#[ignore = "needs a browser; scripts/check --full installs one and runs it"]
fn a_browser_shows_the_whole_page_and_complains_of_nothing() {
    let runs = |browser: &&str| {
        Command::new(browser).arg("--version").output().is_ok_and(|run| run.status.success())
    };
    let browser = BROWSERS.into_iter().find(runs);
    let browser = browser.expect("there is no browser; scripts/setup --browser installs chromium");
    let pages = Pages::new();
    pages.save("a.json", &result(&[]));
    pages.save("b.json", &result(&[("/cycles", json!(5000))]));
    for names in [&["a.json"][..], &["a.json", "b.json"]] {
        pages.page(names);
        let (shown, said) = open(browser, &pages, 1200);
        assert!(!said.contains("CONSOLE"), "{said}");
        for id in [
            "results", "config", "figures", "account", "time", "lines", "launches", "roofline",
            "machine",
        ] {
            assert!(shown.contains(&format!("id=\"{id}\"")), "{id} is missing");
        }
        assert!(shown.contains("Made by heddle"), "the end is missing");
    }
}
