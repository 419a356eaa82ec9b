//! Makes a program small on which something is wrong, by C-Reduce.

use crate::question::Question;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

/// The program as small as C-Reduce makes it in that time while the strategy (or, without
/// one, gcc) still fails in the same way; None if there is no C-Reduce. `kind` is the name
/// of the failure.
pub fn reduced(
    question: &Question,
    kind: &str,
    strategy: Option<&str>,
    folder: &Path,
    time: Duration,
) -> Option<Question> {
    let folder = folder.join("reduce");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).ok()?;
    let (program, header) = (folder.join("program.c"), folder.join("header.txt"));
    fs::write(&program, &question.text).ok()?;
    fs::write(&header, question.header()).ok()?;
    let this = std::env::current_exe().ok()?;
    let only = strategy.map_or(String::new(), |name| format!("--strategy {name}"));
    let script = format!(
        "#!/bin/sh\n# Is the program still one on which it fails?\ncat '{}' program.c > judged.c\n\
         gcc -w -fsyntax-only judged.c 2>/dev/null || exit 1\n\
         exec '{}' judge judged.c --failure {kind} {only} >/dev/null 2>&1\n",
        header.display(),
        this.display(),
    );
    let test = folder.join("interesting");
    fs::write(&test, script).ok()?;
    fs::set_permissions(&test, fs::Permissions::from_mode(0o755)).ok()?;
    let mut command = Command::new("timeout");
    command.arg(time.as_secs().to_string());
    command
        .args(["creduce", "--n", "1"])
        .arg(&test)
        .arg(&program);
    command.current_dir(&folder);
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command.status().ok()?;
    let text = fs::read_to_string(&program).ok()?;
    (text != question.text).then(|| Question {
        text,
        ..question.clone()
    })
}

/// Keeps a program in the form of the corpus.
pub fn keep(
    question: &Question,
    verdict: &str,
    sentence: &str,
    name: &str,
    folder: &Path,
) -> std::io::Result<PathBuf> {
    fs::create_dir_all(folder)?;
    let path = folder.join(name).with_extension("c");
    let text = format!(
        "// {sentence}\n// expect: {verdict}\n{}{}",
        question.header(),
        question.text
    );
    fs::write(&path, text)?;
    Ok(path)
}
