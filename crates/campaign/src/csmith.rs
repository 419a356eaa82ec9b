//! Small programs of csmith.

use std::path::Path;
use std::process::{Command, Stdio};

const HEADERS: &str = "/usr/include/csmith";

/// Few and short functions, so that strategies come to an end.
const SMALL: &[&str] = &[
    "--max-funcs",
    "2",
    "--max-block-depth",
    "2",
    "--max-block-size",
    "3",
    "--max-expr-complexity",
    "3",
    "--max-array-dim",
    "2",
    "--max-array-len-per-dim",
    "3",
    "--max-struct-fields",
    "4",
    "--max-union-fields",
    "3",
    "--max-pointer-depth",
    "2",
    "--no-checksum",
    "--concise",
];

/// A preprocessed program that returns some bits of its global variables, and does
/// something forbidden where they are `TARGET`. None without csmith.
pub fn program(seed: u64, folder: &Path) -> Option<String> {
    let mut command = Command::new("csmith");
    command.args(SMALL).args(["--seed", &seed.to_string()]);
    let made = command
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .ok()?;
    let text = String::from_utf8(made.stdout).ok()?;
    let mut names = Vec::new();
    for line in text.lines() {
        // static int32_t g_3 = 5L;
        let Some((before, _)) = line.split_once(" = ") else {
            continue;
        };
        let (ty, name) = before.rsplit_once(' ')?;
        let is_scalar = ty.ends_with("_t") && !name.contains('[');
        if line.starts_with("static ") && is_scalar && name.starts_with("g_") {
            names.push(name.to_owned());
        }
    }
    let mut code = "0".to_owned();
    for (number, name) in names.iter().take(3).enumerate() {
        code += &format!(" | (int)({name} & 7) << {}", 3 * number);
    }
    let (before, after) = text.rsplit_once("return 0;")?;
    let text = format!(
        "extern void reach_error(void);\n{before}int code = {code}; if (code == TARGET) \
         reach_error(); return code;{after}"
    );
    let file = folder.join("csmith.c");
    std::fs::write(&file, text).ok()?;
    let mut gcc = Command::new("gcc");
    gcc.args(["-E", "-P", "-I", HEADERS]).arg(&file);
    let made = gcc.output().ok().filter(|o| o.status.success())?;
    String::from_utf8(made.stdout).ok()
}
