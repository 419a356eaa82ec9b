//! Which tasks are found at paths, and with what data model.

#![forbid(unsafe_code)]

mod fixture;

use bench::{Expected, Labels, Property, Selection, Task, gather};
use fixture::Fixture;
use program::DataModel;
use std::path::{Path, PathBuf};

fn everything() -> Selection {
    Selection {
        properties: Vec::new(),
        expected: None,
        every: 1,
        data_model: None,
        labels: Labels::default(),
    }
}

/// Three families: one in format 1.0 and 32 bit, one 64 bit for memory safety, one in
/// format 2.0.
fn benchmarks() -> Fixture {
    let f = Fixture::new();
    let reach = ("unreach-call", "true");
    f.task("c/loops/b", &[("termination", "true"), reach], "");
    f.task("c/loops/a", &[("unreach-call", "false")], "");
    f.task(
        "c/lists/a",
        &[reach, ("valid-memsafety", "false valid-free")],
        "",
    );
    let new = fixture::yml("2.0", "c/new/a", &[("no-overflow", "true")]);
    let options = "options:\n  language: C\n  data_model: LP64\n";
    f.file("c/new/a.yml", &(new + options));
    f.file("c/new/a.c", "");
    f.file("c/properties/unreach-call.prp", "");
    f.set(
        "c/ReachSafety-Loops",
        "# two\nloops/*.yml\nlists/*.yml\nmissing/*.yml\n",
        "32",
    );
    f.set("c/MemSafety-Heap", "lists/*.yml\n", "64");
    f
}

fn show(tasks: &[Task]) -> Vec<String> {
    let show = |t: &Task| {
        let model = match t.data_model {
            DataModel::Ilp32 => 32,
            DataModel::Lp64 => 64,
        };
        let expected = t.expected.as_ref().map(Expected::to_string);
        format!(
            "{} {} {model} {}",
            t.name,
            t.property,
            expected.unwrap_or_default()
        )
    };
    tasks.iter().map(show).collect()
}

const ALL: [&str; 5] = [
    "lists/a.yml unreach-call 32 true",
    "lists/a.yml valid-memsafety 64 false(valid-free)",
    "loops/a.yml unreach-call 32 false",
    "loops/b.yml unreach-call 32 true",
    "new/a.yml no-overflow 64 true",
];

#[test]
fn folders_sets_and_definitions_lead_to_the_same_tasks() {
    let f = benchmarks();
    let found = |paths: &[&str]| {
        let paths: Vec<PathBuf> = paths.iter().map(|p| f.path(p)).collect();
        show(&gather(&paths, &everything()).unwrap())
    };
    assert_eq!(found(&["c"]), ALL);
    assert_eq!(found(&["c/loops"]), ALL[2..4]);
    assert_eq!(found(&["c/loops/b.yml"]), ALL[3..4]);
    assert_eq!(found(&["c/MemSafety-Heap.set"]), ALL[..2]);
    assert_eq!(found(&["c/ReachSafety-Loops.set"]), ALL[..4]);
    let twice = ["c/new", "c/loops/../new/a.yml", "c/ReachSafety-Loops.set"];
    assert_eq!(found(&twice), ALL);
}

#[test]
fn paths_are_as_short_as_they_can_be() {
    let f = benchmarks();
    let tasks = gather(&[f.path("c/loops/a.yml")], &everything()).unwrap();
    assert_eq!(tasks[0].files, [f.path("c/loops/a.c")]);
    assert_eq!(
        tasks[0].property_file,
        f.path("c/properties/unreach-call.prp")
    );
}

#[test]
fn selections() {
    let f = benchmarks();
    let found = |selection: &Selection| show(&gather(&[f.path("c")], selection).unwrap());
    let properties = vec![Property::ValidMemsafety, Property::NoOverflow];
    let some = Selection {
        properties,
        ..everything()
    };
    assert_eq!(found(&some), [ALL[1], ALL[4]]);
    let expected = Some(false);
    assert_eq!(
        found(&Selection {
            expected,
            ..everything()
        }),
        ALL[1..3]
    );
    let every = 2;
    assert_eq!(
        found(&Selection {
            every,
            ..everything()
        }),
        [ALL[0], ALL[2], ALL[4]]
    );
}

#[test]
fn labels_replace_what_is_expected() {
    let f = benchmarks();
    f.file(
        "labels",
        "loops/b.yml unreach-call false it can be reached\n",
    );
    let labels = Labels::read(&f.path("labels")).unwrap();
    let selection = Selection {
        labels,
        ..everything()
    };
    let tasks = gather(&[f.path("c/loops")], &selection).unwrap();
    let names = [
        "loops/a.yml unreach-call 32 false",
        "loops/b.yml unreach-call 32 false",
    ];
    assert_eq!(show(&tasks), names);
    let relabelled = tasks[1].relabelled.as_ref().unwrap();
    assert_eq!(relabelled.official, Some(Expected::True));
    assert_eq!(relabelled.reason, "it can be reached");
}

#[test]
fn the_data_model_must_be_known() {
    let f = Fixture::new();
    f.task("own/a", &[("unreach-call", "true")], "");
    let error = gather(&[f.path("own")], &everything()).unwrap_err();
    assert!(
        error.contains("own/a.yml: ") && error.contains("--data-model"),
        "{error}"
    );
    let data_model = Some(DataModel::Lp64);
    let tasks = gather(
        &[f.path("own")],
        &Selection {
            data_model,
            ..everything()
        },
    );
    assert_eq!(show(&tasks.unwrap()), ["own/a.yml unreach-call 64 true"]);
}

#[test]
fn mistakes_name_the_file() {
    let f = benchmarks();
    f.file("bad/a.yml", "format_version: '2.0'\n");
    f.file(
        "bad/b.yml",
        &fixture::yml("1.0", "b", &[("no-overflow", "true")]),
    );
    f.file("bad/c.set", "[\n");
    let data_model = Some(DataModel::Lp64);
    for (path, said) in [
        ("bad/a.yml", "input_files"),
        ("bad/b.yml", "no input file 'b.c'"),
        ("bad/c.set", "'['"),
        ("tool", "neither a folder"),
        ("nowhere", "nowhere: "),
        ("nowhere.yml", "nowhere.yml: "),
    ] {
        let selection = Selection {
            data_model,
            ..everything()
        };
        let error = gather(&[f.path(path)], &selection).unwrap_err();
        assert!(error.contains(said), "{error}");
        assert!(
            error.contains(&*Path::new(path).to_string_lossy()),
            "{error}"
        );
    }
}
