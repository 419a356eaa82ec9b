//! Finished models through the command: what `concord check --model` writes, and what
//! `concord query` says about it.

#![forbid(unsafe_code)]

mod support;

use std::fs;
use std::path::Path;
use std::process::Output;
use support::{concord, last_line, root, scratch};

const FOLDER: &str = "tests/corpus/queries";

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Writes a model of a program.
fn check(options: &str, program: &Path, model: &Path) -> Output {
    let mut command = concord();
    command.arg("check").args(options.split_whitespace());
    command.arg("--model").arg(model).arg(program);
    command.output().expect("the command can be started")
}

fn query(model: &Path, query: &str, options: &[&str]) -> Output {
    let mut command = concord();
    command.arg("query").arg(model).arg(query).args(options);
    command.output().expect("the command can be started")
}

/// The lines `// name: value` of a program.
fn fields(program: &str) -> impl Iterator<Item = (&str, &str)> {
    let lines = program.lines().map_while(|line| line.strip_prefix("// "));
    lines.filter_map(|line| line.split_once(": "))
}

#[test]
fn requirement_9_queries_about_models_of_the_corpus() {
    let entries = fs::read_dir(root().join(FOLDER)).expect("the corpus is there");
    let mut names: Vec<_> = entries.map(|e| e.unwrap().file_name()).collect();
    names.sort();
    let folder = scratch("queries");
    for name in names {
        let name = name.into_string().expect("a plain name");
        let program = Path::new(FOLDER).join(&name);
        let source = fs::read_to_string(root().join(&program)).expect("it can be read");
        let model = folder.join(&name).with_extension("json");
        let mut options = fields(&source).filter(|(field, _)| *field == "check");
        let options = options.next().expect("it says how it is checked").1;
        let checked = check(options, &program, &model);
        assert!(model.exists(), "{name}: {}", text(&checked.stderr));
        for (field, value) in fields(&source) {
            let expected = match field {
                "true" => ("verdict: true", 0),
                "false" => ("verdict: false(query)", 1),
                "unknown" => ("verdict: unknown", 2),
                "rejected" => ("", 3),
                "pruned" => {
                    let written = fs::read_to_string(&model).expect("it was written");
                    let expected = format!("\"pruned\":{value},");
                    assert!(written.contains(&expected), "{name}: pruned");
                    continue;
                }
                _ => continue,
            };
            let output = query(&model, value, &[]);
            let said = (last_line(&output), output.status.code());
            let what = format!("{name}: {value}\n{}", text(&output.stdout));
            assert!(said.0.starts_with(expected.0), "{what}");
            assert_eq!(said.1, Some(expected.1), "{what}{}", text(&output.stderr));
            if field == "rejected" {
                let message = text(&output.stderr);
                let has_caret = message.contains("--> query:1:") && message.contains('^');
                assert!(has_caret, "{value}: {message}");
            }
        }
    }
}

/// What is not proved is told with places, what each analysis says, and what they told each
/// other; and it is not called proved.
#[test]
fn requirement_8_a_path_says_where_and_what_was_known() {
    let folder = scratch("honest");
    let program = folder.join("program.c");
    let source = "extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void)
{
    int n = __VERIFIER_nondet_int();
    int x = __VERIFIER_nondet_int();
    if (n <= 0 || x < 0 || x > 0)
        return 0;
    if ((x + 1) * (x + 1) > n)
        reach_error();
    if (x + 17 * n == 391 && n != 23)
        reach_error();
    return 0;
}
";
    fs::write(&program, source).expect("the folder can be written");
    let model = folder.join("model.json");
    let options = "--property unreach-call --analyses signs+consistency --exchange --merge never";
    let checked = check(options, &program, &model);
    assert!(model.exists(), "{}", text(&checked.stderr));
    let output = query(&model, "G (at(main, 12) => n != 23)", &[]);
    let told = text(&output.stdout);
    assert_eq!(output.status.code(), Some(2), "{told}");
    for part in [
        "program.c:12  main L",
        "signs: n > 0, x == 0",
        "used: signs to consistency: n > 0",
        "n != 23 may not hold",
        "verdict: unknown(imprecise)",
    ] {
        assert!(told.contains(part), "{part} is missing:\n{told}");
    }
    let output = query(&model, "G !error", &["--format", "json"]);
    let told = text(&output.stdout);
    let line = told.lines().next().expect("one line of JSON");
    let last = "\"operation\":\"unreach-call is violated\"";
    assert!(line.contains("\"path\":[") && line.contains(last), "{line}");
}

/// A model is one of a program as it was.
#[test]
fn models_of_other_programs_are_refused() {
    let folder = scratch("changed");
    let program = folder.join("program.c");
    fs::write(&program, "int g; int main(void) { g = 1; return 0; }\n").expect("written");
    let model = folder.join("model.json");
    check("--analyses values", &program, &model);
    let holds = query(&model, "G g <= 1", &[]);
    assert_eq!(last_line(&holds), "verdict: true");
    fs::write(&program, "int g; int main(void) { g = 2; return 0; }\n").expect("written");
    let refused = query(&model, "G g <= 1", &[]);
    assert_eq!(refused.status.code(), Some(3));
    let message = text(&refused.stderr);
    assert!(message.contains("has changed since"), "{message}");

    let written = fs::read_to_string(&model).expect("it was written");
    let broken = [
        ("no JSON", "no model", "{"),
        ("other JSON", "no model", "{\"format\":\"x\",\"version\":1}"),
        (
            "a later version",
            "version 2",
            &written.replacen("\"version\":1", "\"version\":2", 1),
        ),
        (
            "an edge to nowhere",
            "a node that it does not have",
            &written.replacen("\"to\":1,\"edge\"", "\"to\":999,\"edge\"", 1),
        ),
    ];
    for (what, expected, text_of_it) in broken {
        let path = folder.join("broken.json");
        fs::write(&path, text_of_it).expect("written");
        let refused = query(&path, "G g <= 1", &[]);
        assert_eq!(refused.status.code(), Some(3), "{what}");
        let message = text(&refused.stderr);
        assert!(message.contains(expected), "{what}: {message}");
    }
}

/// Strategies that explore nothing have no model, and say so.
#[test]
fn strategies_without_states_have_no_model() {
    let folder = scratch("no-model");
    let model = folder.join("model.json");
    let output = check("--strategy falsify", Path::new("examples/list.c"), &model);
    assert_eq!(output.status.code(), Some(3));
    assert!(text(&output.stderr).contains("--model"));
}
