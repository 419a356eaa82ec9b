//! What the language has, and what it refuses.

use super::*;
use std::path::Path;

fn read_text(text: &str) -> Result<Specification, Vec<String>> {
    let text = SpecText {
        path: "a.spc".into(),
        bytes: text.into(),
        options: Vec::new(),
    };
    let mut include = |path: &str| match path {
        "part.spc" => Ok(b"AUTOMATON part INITIAL STATE S; STATE S : END AUTOMATON".to_vec()),
        "again.spc" => Ok(b"#include part.spc\n#include a.spc\n".to_vec()),
        _ => Err(io::ErrorKind::NotFound.into()),
    };
    read(vec![text], &mut include)
        .map_err(|r| r.diagnostics.into_iter().map(|d| d.message).collect())
}

/// The states of an automaton with these transitions in its only state.
fn transitions(text: &str) -> Result<Vec<Transition>, Vec<String>> {
    let automaton = format!(
        "CONTROL AUTOMATON a\nLOCAL int n = 3;\nLOCAL set<string> s;\nLOCAL set<int> t = [1, 2];\n\
         INITIAL STATE Init;\nSTATE USEFIRST Init :\n{text}\nEND AUTOMATON\n"
    );
    let mut specification = read_text(&automaton)?;
    Ok(specification
        .automata
        .remove(0)
        .states
        .remove(0)
        .transitions)
}

#[test]
fn every_construct_is_read() {
    for text in [
        "TRUE -> GOTO Init;",
        "FALSE -> STOP;",
        "true -> BREAK;",
        "MATCH {f($?)} -> ERROR;",
        "MATCH {f()} -> ERROR(\"a \\\"text\\\" with $1\");",
        "MATCH {f($1, $?);} -> ERROR;",
        "MATCH {f($1, ...)} -> ERROR;",
        "MATCH {$1 = f($2)} -> ASSUME {$1; !$2} GOTO Init;",
        "MATCH {x = f(y + 1, *p, &q, a[2], r->m, s.m, -1, ~z, !w, (unsigned long)v)} -> STOP;",
        "MATCH {$? = $1;} -> DO n = $1 GOTO Init;",
        "MATCH {x = 0x1F} || MATCH {x++;} || MATCH {--x;} -> STOP;",
        "MATCH {x <<= 2} -> STOP;",
        "MATCH \"f();\" -> STOP;",
        "MATCH [f\\\\(.*\\\\);] -> STOP;",
        "MATCH LABEL \"L\" -> STOP;",
        "MATCH LABEL [[Ee\\][Rr\\]] -> STOP;",
        "MATCH FUNCTIONCALL \"f\" -> STOP;",
        "MATCH CALL \"f\" || MATCH CALL [f.*] || MATCH CALL {f($?)} -> STOP;",
        "MATCH RETURN {f($1)} || MATCH RETURN {$1 = f($?)} -> STOP;",
        "MATCH ENTRY -> GOTO Init;",
        "MATCH EXIT -> GOTO Init;",
        "MATCH EXIT {$1} -> ASSUME {$1 == 0} GOTO Init;",
        "COVERS_LINES(1 2 3) -> ERROR;",
        "CHECK(location, \"functionName == f\") -> STOP;",
        "CHECK(location(\"lineno==4\")) -> STOP;",
        "!(n == 1) && (n + 1 != 2 - n || TRUE) == FALSE -> STOP;",
        "EVAL(location, \"lineno\") == 7 -> STOP;",
        "TRUE -> ASSERT n == 3 ASSERT !(n != 3) GOTO Init;",
        "MATCH {f($1)} -> ASSUME {$$s[$1]; !$$t[3]; $$s.empty; $$n > 0 && $1 <= 2 || x} STOP;",
        "MATCH {f($1)} -> ASSUME {((struct module *)$1) != 0; (void *)$1 > 2012;} STOP;",
        "MATCH {f($1)} -> DO s[$1] = true DO s[4]=FALSE DO t[n]=TRUE DO n = n - 1 GOTO Init;",
        "MATCH {f($1)} && $1 == 3 -> STOP;",
        "// a comment\nTRUE /* and another */ -> GOTO Init;",
    ] {
        let read = transitions(text);
        assert_eq!(read.map(|t| t.len()), Ok(1), "{text}");
    }
}

#[test]
fn what_has_no_meaning_is_refused() {
    for (text, said) in [
        ("TRUE -> GOTO There;", "no state `There`"),
        ("TRUE GOTO Init;", "expected `->`"),
        ("TRUE -> GOTO Init", "expected `;`"),
        ("TRUE -> DO m = 1 GOTO Init;", "no automaton variable `m`"),
        ("TRUE -> DO s = 1 GOTO Init;", "an element of the set"),
        ("TRUE -> DO n[1] = true GOTO Init;", "`n` is no set"),
        ("TRUE -> DO s[\"x\"] = true GOTO Init;", "not texts"),
        ("TRUE -> ASSUME {$$s} GOTO Init;", "`s` is a set"),
        ("TRUE -> ASSUME {$2} GOTO Init;", "binds `$2`"),
        (
            "MATCH {f($1)} || MATCH {g()} -> DO n = $1 GOTO Init;",
            "binds `$1`",
        ),
        ("!MATCH {f($1)} -> DO n = $1 GOTO Init;", "binds `$1`"),
        (
            "MATCH {f($$n)} -> STOP;",
            "a pattern looks at the program only",
        ),
        ("MATCH {x == 1} -> STOP;", "only calls and assignments"),
        ("MATCH {f(} -> STOP;", "expected an expression"),
        ("MATCH {f() g()} -> STOP;", "nothing may follow"),
        (
            "MATCH {x = (float)y} -> STOP;",
            "only integers and pointers",
        ),
        ("MATCH CALL {$1 = f()} -> STOP;", "no result"),
        ("MATCH CALL {x = 1} -> STOP;", "only calls"),
        ("MATCH {$x = 1} -> STOP;", "a joker"),
        ("MATCH \"while\" -> STOP;", "semicolon"),
        ("MATCH [(] -> STOP;", "no regular expression"),
        ("MATCH ASSERT -> STOP;", "Java"),
        ("n -> STOP;", "no condition"),
        ("n == TRUE -> STOP;", "compared with an integer"),
        ("CHECK(IS_TARGET_STATE) -> STOP;", "no other analyses"),
        ("CHECK(\"x==1\") -> STOP;", "cannot be asked"),
        (
            "EVAL(ValueAnalysis, \"x\") == 1 -> STOP;",
            "cannot be asked",
        ),
        ("TRUE -> MODIFY(A, \"x\") GOTO Init;", "modified"),
        ("TRUE -> CREATE x GOTO Init;", "belongs to"),
        ("MATCH {f($1)} -> CREATE $1 STOP;", "GOTO is missing"),
        ("n == 99999999999 -> STOP;", "32 bits"),
        ("@ -> STOP;", "means nothing"),
    ] {
        let errors = transitions(text).err().unwrap_or_default();
        assert!(
            errors.iter().any(|e| e.contains(said)),
            "{text}: {errors:?}"
        );
    }
    let deep = format!("{}TRUE{} -> STOP;", "(".repeat(5000), ")".repeat(5000));
    assert!(transitions(&deep).is_err());
    let deep = format!("MATCH {{x = {}y}} -> STOP;", "-".repeat(5000));
    assert!(transitions(&deep).is_err());
}

#[test]
fn files_are_included_once() {
    let text = "#include part.spc\n#include \"again.spc\"\nAUTOMATON own INITIAL STATE S; \
                STATE S : END AUTOMATON";
    let specification = read_text(text).unwrap_or_else(|e| panic!("{e:?}"));
    let names: Vec<_> = specification.automata.iter().map(|a| &a.name).collect();
    assert_eq!(names, ["part", "own"]);
    assert_eq!(specification.warnings.len(), 2);
    let missing = read_text("#include missing.spc\n")
        .err()
        .unwrap_or_default();
    assert!(
        missing[0].contains("cannot read `missing.spc`"),
        "{missing:?}"
    );
}

#[test]
fn an_assertion_is_an_automaton() {
    let specification = read_text("ASSERT !MATCH {f($?)};").unwrap_or_else(|e| panic!("{e:?}"));
    assert_eq!(specification.automata[0].name, "assertion1");
}

#[test]
fn printing_is_warned_of() {
    let text = "AUTOMATON a INITIAL STATE S; STATE S : TRUE -> PRINT \"x\" 1 + 2 PRINT \"y\" GOTO S; \
                END AUTOMATON";
    let specification = read_text(text).unwrap_or_else(|e| panic!("{e:?}"));
    assert_eq!(specification.warnings.len(), 2);
}

#[test]
fn no_text_makes_it_panic() {
    let whole = SHIPPED
        .iter()
        .map(|s| s.text().bytes)
        .collect::<Vec<_>>()
        .concat();
    let cut = |from: usize, to: usize| {
        let text = SpecText {
            path: "a.spc".into(),
            bytes: [&whole[..from], &whole[to..]].concat(),
            options: Vec::new(),
        };
        let _ = read(vec![text], &mut |_| Err(io::ErrorKind::NotFound.into()));
    };
    for at in (0..whole.len()).step_by(7) {
        cut(at, whole.len());
        cut(at, (at + 5).min(whole.len()));
    }
}

#[test]
fn what_is_shipped_is_read_and_says_its_sentence() {
    for shipped in SHIPPED {
        let text = shipped.text();
        let first = String::from_utf8_lossy(&text.bytes);
        let first = first.lines().next().unwrap_or_default();
        assert_eq!(first, format!("// {}", shipped.about));
        let specification = read(vec![text], &mut |_| Err(io::ErrorKind::NotFound.into()));
        assert!(
            specification.is_ok_and(|s| s.warnings.is_empty()),
            "{}",
            shipped.name
        );
    }
}

/// Options belong to the automata of the text that they are given with.
#[test]
fn options_are_given_with_texts() {
    let text = |name: &str, options: &[&str]| SpecText {
        path: format!("{name}.spc"),
        bytes: format!(
            "AUTOMATON {name} OPTION strict \"errors\"; INITIAL STATE S; \
             STATE S : strict -> ERROR; END AUTOMATON"
        )
        .into(),
        options: options.iter().map(|&o| o.to_owned()).collect(),
    };
    let asked = |texts: Vec<SpecText>| -> Result<Vec<bool>, Vec<String>> {
        let read = read(texts, &mut |_| Err(io::ErrorKind::NotFound.into()));
        let read = read.map_err(|r| r.diagnostics.into_iter().map(|d| d.message).collect());
        let automata = read.map(|s: Specification| s.automata);
        automata.map(|all| all.iter().map(|a| a.options[0].asked).collect())
    };
    assert_eq!(
        asked(vec![text("a", &["strict"]), text("b", &[])]),
        Ok(vec![true, false])
    );
    assert_eq!(
        asked(vec![
            text("a", &[]),
            text("b", &["strict"]),
            text("a", &["strict"])
        ]),
        Ok(vec![true, true])
    );
    assert_eq!(
        asked(vec![text("a", &["lax"]), text("b", &[])]),
        Err(vec!["`a.spc` has no option `lax`; it has: strict".into()])
    );
}

/// `CONCORD_SPC=folder` reads what others have written: every `.spc` file there must
/// be read.
#[test]
fn files_of_others_are_read() {
    let Some(folder) = std::env::var_os("CONCORD_SPC") else {
        eprintln!("skipped: CONCORD_SPC names no folder");
        return;
    };
    let entries = std::fs::read_dir(Path::new(&folder)).unwrap_or_else(|e| panic!("{e}"));
    for entry in entries.flatten() {
        let path = entry.path();
        if path.extension().is_none_or(|e| e != "spc") {
            continue;
        }
        let text = SpecText {
            path: path.to_string_lossy().into_owned(),
            bytes: std::fs::read(&path).unwrap_or_else(|e| panic!("{e}")),
            options: Vec::new(),
        };
        if let Err(rejection) = read(vec![text], &mut |p| std::fs::read(p)) {
            panic!("{}: {:?}", path.display(), rejection.diagnostics);
        }
    }
}
