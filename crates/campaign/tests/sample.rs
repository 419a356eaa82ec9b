//! A sample of the campaign, and the programs that it found, each by every strategy.

#![forbid(unsafe_code)]

use campaign::corpus::Corpus;
use campaign::drive::{Driver, Examination};
use campaign::record;
use campaign::worker::Word;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

const CAMPAIGN: &str = env!("CARGO_BIN_EXE_concord-campaign");

#[test]
fn a_sample_has_no_wrong_verdicts() {
    let folder = tempfile::tempdir().expect("there is room");
    let mut command = Command::new(CAMPAIGN);
    command.args(["run", "--seed", "100001", "--count", "40", "--reduce", "0"]);
    command.args(["--timeout", "250", "--gcc", "20", "--folder"]);
    let output = command.arg(folder.path()).output().expect("it runs");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}");
    // Otherwise it would show nothing.
    let records = record::read(&folder.path().join("results.jsonl"));
    let says = |word: Word| {
        let mut answers = records.iter().flat_map(|r| &r.examination.answers);
        answers.any(|a| a.words.values().any(|w| *w == word))
    };
    assert!(says(Word::True) && says(Word::False), "{said}");
    assert!(records.iter().any(|r| r.compiled), "{said}");
    let rejected = |r: &record::Record| r.examination.rejected.clone();
    let rejected: Vec<_> = records.iter().filter_map(rejected).collect();
    assert!(rejected.is_empty(), "{rejected:?}");
}

#[test]
fn what_was_found_is_mended() {
    let strategies = strategies::ALL.iter().map(|s| s.name.to_owned());
    let limit = Duration::from_millis(1000);
    let mut driver = Driver::new(CAMPAIGN.into(), strategies.collect(), 3000, limit);
    let folder = tempfile::tempdir().expect("there is room");
    for original in Corpus::of(&["campaign"]).programs {
        let file = folder.path().join("program.c");
        fs::write(&file, original.question.file()).expect("it can be written");
        let found = driver.examine(&file, 0).expect("the worker runs");
        assert_eq!(found.failures(), [], "{}", original.name);
        contradicts(&found, &original.expect, Path::new(&original.name));
    }
}

/// Does no strategy say the contrary of what the program states?
fn contradicts(found: &Examination, expect: &str, name: &Path) {
    let contrary = match expect {
        "true" => Word::False,
        _ => Word::True,
    };
    let property = expect
        .strip_prefix("false(")
        .and_then(|p| p.strip_suffix(')'));
    for answer in &found.answers {
        for (about, word) in &answer.words {
            let is_asked = property.is_none_or(|p| p == about);
            let who = &answer.strategy;
            assert!(!is_asked || *word != contrary, "{}: {who}", name.display());
        }
    }
}
