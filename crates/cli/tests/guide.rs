//! The guide: its pages and links are there, and what its examples show is what the
//! command prints.

#![forbid(unsafe_code)]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    root.canonicalize().expect("the repository is there")
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// The pages of the guide.
fn pages() -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![root().join("docs")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("the folder can be read") {
            let path = entry.expect("it can be read").path();
            match path.is_dir() {
                true => folders.push(path),
                false if path.extension().is_some_and(|e| e == "md") => found.push(path),
                false => {}
            }
        }
    }
    found.sort();
    found
}

/// A text without its code.
fn prose(text: &str) -> String {
    let mut code = false;
    let mut kept = String::new();
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            code = !code;
        } else if !code {
            // Of a line, what is not between backticks.
            let parts = line.split('`').step_by(2);
            kept.push_str(&parts.collect::<Vec<_>>().join("`"));
            kept.push('\n');
        }
    }
    kept
}

/// Where the links and images of a text lead.
fn links(text: &str) -> Vec<String> {
    let mut parts = prose(text)
        .split("](")
        .map(str::to_owned)
        .collect::<Vec<_>>();
    parts.remove(0);
    let ends = parts.iter().filter_map(|part| part.split(')').next());
    ends.map(str::to_owned).collect()
}

/// The name by which a heading can be linked to, as GitHub and mdBook make it.
fn anchor(heading: &str) -> String {
    let text = heading.trim_start_matches('#').trim().to_lowercase();
    let kept = text.chars().filter_map(|c| match c {
        ' ' => Some('-'),
        c if c.is_alphanumeric() || c == '-' || c == '_' => Some(c),
        _ => None,
    });
    kept.collect()
}

#[test]
fn links_lead_somewhere() {
    let docs = root().join("docs");
    for page in pages().into_iter().chain([root().join("README.md")]) {
        let shown = page.display();
        let folder = page.parent().expect("a page is in a folder");
        for link in links(&read(&page)) {
            if link.starts_with("http://") || link.starts_with("https://") {
                continue;
            }
            let (file, part) = link.split_once('#').unwrap_or((&link, ""));
            let target = match file {
                "" => page.clone(),
                _ => folder.join(file),
            };
            assert!(target.exists(), "{shown}: {link} leads nowhere");
            // What is outside of `docs` is not in the book.
            let target = target.canonicalize().expect("it is there");
            assert!(
                target.starts_with(&docs) || !page.starts_with(&docs),
                "{shown}: {link} leads out of the book"
            );
            let text = (!part.is_empty()).then(|| read(&target));
            if let Some(text) = text {
                let headings = text.lines().filter(|line| line.starts_with('#'));
                assert!(
                    headings.map(anchor).any(|name| name == part),
                    "{shown}: {link} has no such heading"
                );
            }
        }
    }
}

#[test]
fn every_page_is_in_the_summary_once() {
    let summary = root().join("docs/SUMMARY.md");
    let listed = links(&read(&summary));
    let different: BTreeSet<_> = listed.iter().collect();
    assert_eq!(different.len(), listed.len(), "a page is listed twice");
    for page in pages().into_iter().filter(|page| *page != summary) {
        let name = page.strip_prefix(root().join("docs"));
        let name = name.expect("it is a page").to_str().expect("it is text");
        assert!(listed.iter().any(|l| l == name), "{name} is not listed");
    }
}

#[test]
fn every_strategy_has_a_page_with_a_picture() {
    let output = Command::new(env!("CARGO_BIN_EXE_concord"))
        .arg("strategies")
        .output();
    let output = output.expect("the binary can be run").stdout;
    let names = String::from_utf8(output).expect("it is text");
    let overview = read(&root().join("docs/strategies.md"));
    for line in names.lines() {
        let name = line
            .split_whitespace()
            .next()
            .expect("a strategy has a name");
        let page = format!("{name}.md");
        assert!(links(&overview).contains(&page), "{page} is not mentioned");
        let text = read(&root().join("docs").join(&page));
        assert!(text.contains("]("), "{page}");
        assert!(
            links(&text).iter().any(|l| l.starts_with("images/")),
            "{page} has no picture"
        );
    }
}

/// The commands of the blocks that are marked as `console`, with the lines below each.
fn examples(text: &str) -> Vec<(String, Vec<String>)> {
    let mut found: Vec<(String, Vec<String>)> = Vec::new();
    let mut lines = text.lines();
    while lines.by_ref().any(|line| line == "```console") {
        for line in lines.by_ref().take_while(|line| *line != "```") {
            match (line.strip_prefix("$ "), found.last_mut()) {
                (Some(command), _) => found.push((command.to_owned(), Vec::new())),
                (None, Some((_, output))) => output.push(line.to_owned()),
                (None, None) => panic!("output without a command: {line}"),
            }
        }
    }
    found
}

/// Whether lines are what is shown; `…` stands for any number of them.
fn agrees(shown: &[String], lines: &[&str]) -> bool {
    match shown {
        [] => lines.is_empty(),
        [first, rest @ ..] if first == "…" => {
            (0..=lines.len()).any(|n| agrees(rest, &lines[n..]))
        }
        [first, rest @ ..] => lines.first() == Some(&first.as_str()) && agrees(rest, &lines[1..]),
    }
}

/// Examples are run in a folder of their own, in which the repository's are.
#[test]
fn examples_are_as_they_are_shown() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    for part in ["examples", "specs", "tests"] {
        let link = std::os::unix::fs::symlink(root().join(part), folder.path().join(part));
        link.expect("a link can be made");
    }
    let mut count = 0;
    for page in pages() {
        for (command, shown) in examples(&read(&page)) {
            let run = Command::new("sh")
                .args(["-c", &command.replace("./concord ", "\"$CONCORD\" ")])
                .env("CONCORD", env!("CARGO_BIN_EXE_concord"))
                .env("LC_ALL", "C.UTF-8")
                .current_dir(folder.path())
                .output();
            let output = run.expect("a shell is there");
            let said = String::from_utf8_lossy(&output.stdout);
            let lines: Vec<_> = said.lines().collect();
            assert!(
                agrees(&shown, &lines),
                "{}: {command}\n{said}{}",
                page.display(),
                String::from_utf8_lossy(&output.stderr)
            );
            count += 1;
        }
    }
    assert!(count >= 10, "only {count} examples");
}

/// A block of code that follows a comment with the path of a file is in the file.
/// `concord-domains` does the same for the page about domains, which leaves out more.
#[test]
fn excerpts_are_verbatim() {
    let mut count = 0;
    for page in pages().iter().filter(|page| !page.ends_with("domains.md")) {
        let text = read(page);
        let mut lines = text.lines();
        while let Some(line) = lines.next() {
            let marked = line.strip_prefix("<!-- ");
            let Some(path) = marked.and_then(|rest| rest.strip_suffix(" -->")) else {
                continue;
            };
            let shown = lines.by_ref().skip(1).take_while(|line| *line != "```");
            let shown = shown.collect::<Vec<_>>().join("\n");
            let file = read(&root().join(path));
            assert!(file.contains(&shown), "{}: not in {path}", page.display());
            count += 1;
        }
    }
    assert!(count >= 4, "only {count} excerpts");
}
