//! `--project`: the C files of a compilation database.

#![forbid(unsafe_code)]

mod support;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;
use support::{concord, last_line, scratch};

/// A folder with files.
fn project(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let folder = scratch("project").join(name);
    for (path, text) in files {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().unwrap_or(&folder)).expect("a scratch folder");
        fs::write(path, text).expect("the scratch folder can be written");
    }
    folder
}

/// A database of files in the folder, each with its flags.
fn database(entries: &[(&str, &str)]) -> String {
    let entry = |(file, flags): &(&str, &str)| {
        format!(r#"{{"directory": ".", "file": "{file}", "command": "cc {flags} -c {file}"}}"#)
    };
    let entries: Vec<_> = entries.iter().map(entry).collect();
    format!("[{}]", entries.join(",\n "))
}

fn run(folder: &Path, command: &str, options: &[&str]) -> (Output, String) {
    let mut concord = concord();
    concord.current_dir(folder);
    concord
        .args([command, "--project", "db.json"])
        .args(options);
    let output = concord.output().expect("the command can be started");
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    (output, stderr)
}

/// Two programs with a `main` each, and a library with a function that one of them
/// defines for itself.
fn two_programs(name: &str) -> PathBuf {
    let main = "void reach_error(void); int one(void); int two(void);\n\
        int main(void) { if (one() + two() != WANTED) reach_error(); return 0; }\n";
    let db = database(&[
        ("lib/one.c", ""),
        ("lib/two.c", "-DTWO=2"),
        ("lib/unused.c", ""),
        ("a.c", "-DWANTED=3"),
        ("b.c", "-I include -DWANTED=12"),
        ("own.c", ""),
        ("x.cc", ""),
    ]);
    project(
        name,
        &[
            ("a.c", main),
            (
                "b.c",
                &format!("#include \"own.h\"\nint use = OWN;\n{main}"),
            ),
            (
                "include/own.h",
                "int own(void);\n#define OWN 1\nstatic int f(void) { return own(); }\n",
            ),
            (
                "own.c",
                "int one(void) { return 10; }\nint own(void) { return 0; }\n",
            ),
            ("lib/one.c", "int one(void) { return 1; }\n"),
            ("lib/two.c", "int two(void) { return TWO; }\n"),
            ("lib/unused.c", "int two_more(void) { return missing(); }\n"),
            ("db.json", &db),
        ],
    )
}

#[test]
fn a_unit_is_taken_because_others_need_it() {
    let folder = two_programs("needed");
    let (output, stderr) = run(&folder, "check", &["--unit", "a.c", "--unit", "lib/one.c"]);
    assert_eq!(last_line(&output), "verdict: true", "{stderr}");
    assert!(stderr.contains("left out 3 units"), "{stderr}");
    assert!(stderr.contains("x.cc is no C and left out"), "{stderr}");
    let (output, stderr) = run(&folder, "check", &["--unit", "b.c", "--unit", "own.c"]);
    assert_eq!(last_line(&output), "verdict: true", "{stderr}");
    let (output, stderr) = run(&folder, "run", &["--unit", "a.c", "--unit", "own.c"]);
    assert_eq!(output.status.code(), Some(1), "{stderr}");
}

#[test]
fn what_is_not_clear_is_asked() {
    let folder = two_programs("unclear");
    for (options, message) in [
        (
            &[][..],
            "'main' is defined by a.c, b.c; say with --unit which is meant",
        ),
        (
            &["--unit", "a.c"],
            "'one' is defined by lib/one.c, own.c; say with --unit",
        ),
        (&["--unit", "c.c"], "the project has no unit 'c.c'"),
        (
            &["--unit", "a.c", "--unit", "b.c", "--unit", "own.c"],
            "redefinition of function 'main'",
        ),
    ] {
        for command in ["check", "cfa"] {
            let (output, stderr) = run(&folder, command, options);
            assert_eq!(output.status.code(), Some(3), "{stderr}");
            assert!(stderr.contains(message), "{stderr}");
        }
    }
}

#[test]
fn a_definition_that_is_there_anyway_is_meant() {
    // `own.c` is needed for `own`, so its `one` is the program's.
    let main = "int one(void); int own(void);\n\
        int main(void) { return one() + own() - 10; }\n";
    let db = database(&[("lib/one.c", ""), ("own.c", ""), ("main.c", "")]);
    let folder = project(
        "anyway",
        &[
            ("main.c", main),
            (
                "own.c",
                "int one(void) { return 10; }\nint own(void) { return 0; }\n",
            ),
            ("lib/one.c", "int one(void) { return 1; }\n"),
            ("db.json", &db),
        ],
    );
    let (output, stderr) = run(&folder, "run", &[]);
    assert_eq!(last_line(&output), "outcome: exit 0", "{stderr}");
}

#[test]
fn a_file_may_be_compiled_twice() {
    let text = "#ifdef TWO\nint x = 2;\n#else\nint x = 1;\n#endif\nint main(void) { return x; }\n";
    for (flags, warned) in [("-fPIC -DPIC", false), ("-DTWO", true)] {
        let db = database(&[("main.c", ""), ("main.c", flags)]);
        let folder = project("twice", &[("main.c", text), ("db.json", &db)]);
        let (output, stderr) = run(&folder, "run", &[]);
        assert_eq!(last_line(&output), "outcome: exit 1", "{stderr}");
        let warning = "main.c is compiled in several ways; the first one is taken";
        assert_eq!(stderr.contains(warning), warned, "{stderr}");
    }
}

#[test]
fn a_file_is_known_by_other_paths() {
    let entry = |directory: &str, file: &str| {
        let command = format!("cc -I../include -c {file}");
        format!(r#"{{"directory": "{directory}", "file": "{file}", "command": "{command}"}}"#)
    };
    let db = [entry("build", "../src/main.c"), entry("src", "main.c")].join(",");
    let folder = project(
        "paths",
        &[
            (
                "src/main.c",
                "#include <x.h>\nint main(void) { return X + y; }\n",
            ),
            ("include/x.h", "#define X 3\n"),
            ("build/Makefile", ""),
            ("db.json", &format!("[{db}]")),
        ],
    );
    let (output, stderr) = run(&folder, "run", &[]);
    assert_eq!(output.status.code(), Some(3));
    assert!(stderr.contains("--> src/main.c:2:"), "{stderr}");
    assert_eq!(stderr.matches("error").count(), 1, "{stderr}");
}

#[test]
fn the_data_model_is_the_projects_unless_it_is_said() {
    let text = "int main(void) { return sizeof(long); }\n";
    let db = database(&[("main.c", "-m32")]);
    let folder = project("width", &[("main.c", text), ("db.json", &db)]);
    for (options, outcome) in [
        (&[][..], "outcome: exit 4"),
        (&["--data-model", "lp64"], "outcome: exit 8"),
    ] {
        let (output, stderr) = run(&folder, "run", options);
        assert_eq!(last_line(&output), outcome, "{stderr}");
    }
}

#[test]
fn a_bad_database_is_refused_with_its_place() {
    for (text, place, message) in [
        (
            "[{\"directory\": \".\",\n  \"file\" \"a.c\"}]",
            "db.json:2:10",
            "expected `:`",
        ),
        (
            "[{\"directory\": \".\", \"file\": \"a.c\"}]",
            "db.json:1:2",
            "missing field",
        ),
        ("[]", "db.json:1:1", "there is no C file in the project"),
    ] {
        let folder = project("bad", &[("db.json", text)]);
        let (output, stderr) = run(&folder, "check", &[]);
        assert_eq!(output.status.code(), Some(3), "{stderr}");
        assert!(
            stderr.contains(place) && stderr.contains(message),
            "{stderr}"
        );
        assert!(stderr.contains('^'), "{stderr}");
    }
    let (output, stderr) = run(&project("none", &[("a.c", "")]), "check", &[]);
    assert_eq!(output.status.code(), Some(3));
    assert!(stderr.contains("cannot read `db.json`"), "{stderr}");
}

#[test]
fn only_what_is_linked_is_told() {
    let folder = two_programs("told");
    let units = ["--unit", "a.c", "--unit", "own.c", "--test-case", "test.c"];
    let (output, stderr) = run(&folder, "check", &units);
    assert_eq!(
        last_line(&output),
        "verdict: false(unreach-call)",
        "{stderr}"
    );
    let text = fs::read_to_string(folder.join("test.c")).expect("it was written");
    let line = text
        .lines()
        .find(|l| l.contains("gcc"))
        .expect("how to compile it");
    assert!(line.contains("a.c") && line.contains("own.c"), "{line}");
    assert!(
        !line.contains("b.c") && !line.contains("lib/one.c"),
        "{line}"
    );
}
