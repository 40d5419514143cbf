//! The page in a real browser.

use super::{result, Pages};
use serde_json::json;
use std::path::Path;
use std::process::Command;

/// Names of the browser that packages give it.
const BROWSERS: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];

/// What a browser made of a page, and what it said.
pub struct Opened {
    shown: String,
    said: String,
}

impl Opened {
    /// Fails unless the page has all its parts, and the browser has nothing to complain of.
    pub fn is_whole(&self, parts: &[&str]) {
        assert!(!self.said.contains("CONSOLE"), "{}", self.said);
        for part in parts {
            assert!(self.shown.contains(&format!("id=\"{part}\"")), "{part} is missing");
        }
        assert!(self.shown.contains("Made by heddle"), "the end is missing");
    }
}

/// Opens a page in a window of some width. Its profile is left in `dir`.
pub fn open(page: &Path, dir: &Path, width: u32) -> Opened {
    let runs = |browser: &&str| {
        Command::new(browser).arg("--version").output().is_ok_and(|run| run.status.success())
    };
    let browser = BROWSERS.into_iter().find(runs);
    let browser = browser.expect("there is no browser; scripts/setup --browser installs chromium");
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
        .arg(format!("--user-data-dir={}", dir.join("profile").display()))
        .arg(format!("file://{}", page.display()))
        .output()
        .expect("the browser runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Opened { shown: text(&run.stdout), said: text(&run.stderr) }
}

#[test]
#[ignore = "needs a browser; scripts/check --full installs one and runs it"]
fn a_browser_shows_the_whole_page_and_complains_of_nothing() {
    let pages = Pages::new();
    pages.save("a.json", &result(&[]));
    pages.save("b.json", &result(&[("/cycles", json!(5000))]));
    for names in [&["a.json"][..], &["a.json", "b.json"]] {
        pages.page(names);
        let opened = open(&pages.path("page.html"), pages.dir.path(), 1200);
        opened.is_whole(&[
            "results", "config", "figures", "account", "time", "lines", "launches", "roofline",
            "machine",
        ]);
    }
}
