//! ESP's Fig. 9, gcc in miniature (Das, Lerner, Seigle 2002, Examples 3 to 5): call graph,
//! value flow, alias sets, and the program as one of its files sees it.

use frontend::Text;
use pointers::{Holder, Options, Pointers, ValueFlow, holder_name};
use program::Program;
use properties::automaton::{self, SpecText};
use properties::{Observed, Observing, observe};
use slices::{Detail, Input, Part, Plan, Slice};
use std::fmt::Write;

const FIGURE_9: &str = include_str!("../../../tests/corpus/esp/figure_9.c");
const STDIO: &str = include_str!("../../../specs/stdio.spc");

fn observed(text: &str) -> Observed {
    let mut texts = vec![Text {
        path: "test.c".into(),
        bytes: text.replace("#include", "//").into_bytes(),
        library: false,
    }];
    texts.extend(machine::models());
    let program = match frontend::compile_texts(texts, Default::default()) {
        Ok(output) => output.program,
        Err(failure) => panic!("{:?}", failure.diagnostics),
    };
    let spec = SpecText {
        path: "stdio.spc".into(),
        bytes: STDIO.into(),
        options: Vec::new(),
    };
    let mut include = |_: &str| Err(std::io::ErrorKind::NotFound.into());
    let Ok(specification) = automaton::read(vec![spec], &mut include) else {
        panic!("the automaton is read");
    };
    let observing = Observing {
        entry: "main",
        library: machine::MODEL_PREFIX,
    };
    observe(program, &specification, &observing).expect("it is understood")
}

const STREAMS: &str = "
    typedef struct _IO_FILE FILE;
    FILE *fopen(const char *, const char *);
    int fclose(FILE *);
    int fprintf(FILE *, const char *, ...);
    void exit(int);
";

fn with_plan<T>(text: &str, f: impl Fn(&Plan<'_>) -> T) -> T {
    let observed = observed(&format!("{STREAMS}\n{text}"));
    let pointers = Pointers::analyze(&observed.program, &Options::default());
    let input = Input {
        program: &observed.program,
        pointers: &pointers,
        observer: &observed.observers[0],
        entry: observed
            .program
            .function_named("main")
            .expect("it is there"),
        library: machine::MODEL_PREFIX,
    };
    let plan = Plan::new(&input).expect("it can be sliced");
    f(&plan)
}

fn show(slice: &Slice) -> String {
    let program: &Program = &slice.program;
    let mut text = String::new();
    for function in program.functions.iter() {
        let Some(body) = &function.body else {
            continue;
        };
        let _ = writeln!(text, "{}:", &program.names[function.name]);
        for (_, edge) in body.edges() {
            let op = program.show(&edge.op);
            let (from, to) = (edge.from, edge.to);
            let _ = writeln!(text, "  {from:?} -> {to:?}: {op}");
        }
    }
    text
}

#[test]
fn value_flow_of_figure_9() {
    let observed = observed(&format!("{STREAMS}\n{FIGURE_9}"));
    let program = &observed.program;
    let pointers = Pointers::analyze(program, &Options::default());
    let name = |f| &program.names[program.functions[f].name];
    let main = program.function_named("compFile").expect("it is there");
    let callees = pointers.calls().callees_of(main);
    let callees: Vec<&str> = callees.iter().map(|&f| name(f)).collect();
    insta::assert_snapshot!(callees.join(" "), @"fopen fclose exit restOfComp __concord_violation_3 __concord_violation_4");
    let flow = ValueFlow::new(program, &pointers);
    let shown = flow.show(program);
    let own = shown.lines().filter(|l| l.contains("printRtl.f "));
    insta::assert_snapshot!(own.collect::<Vec<_>>().join("\n"), @r"
    printRtl.f -> fprintf.file (argument in printRtl:21)
    f1 -> printRtl.f (argument in restOfComp:27)
    f2 -> printRtl.f (argument in restOfComp:29)
    ");
    // A query: where does the value of f1 get to?
    let holders = program.vars.enumerate();
    let mut holders = holders.filter(|(_, v)| &program.names[v.name] == "f1");
    let f1 = Holder::Var(holders.next().expect("it is there").0);
    let reached = flow.reached_from(program, f1).into_iter();
    let names = reached.map(|h| holder_name(program, h));
    let names = names.filter(|n| !n.contains("fprintf") && !n.contains("fclose"));
    insta::assert_snapshot!(names.take(2).collect::<Vec<_>>().join(" "), @"f1 printRtl.f");
}

#[test]
fn alias_sets_of_figure_9() {
    let shown = with_plan(FIGURE_9, |plan| plan.show());
    insta::assert_snapshot!(shown, @r"
    test.c:35: {f1, printRtl.f}
    test.c:40: {f2, printRtl.f}
    ");
}

/// Example 5: the other file is not this one, and nothing is left of call site j.
#[test]
fn figure_9_as_one_file_sees_it() {
    let shown = with_plan(FIGURE_9, |plan| {
        show(&plan.cut(Some(0), Detail::Local).slices(&[Part::Whole])[0])
    });
    let rest = shown.split("compFile:").next().unwrap_or_default();
    insta::assert_snapshot!(rest, @r"
    printRtl:
      L0 -> L1: assume stdio::state == 0
      L0 -> L3: assume !(stdio::state == 0)
      L1 -> L2: assume f == 0
      L1 -> L7: assume !(f == 0)
      L2 -> L6: __concord_violation_1()
      L3 -> L4: assume stdio::state == 2
      L3 -> L7: assume !(stdio::state == 2)
      L4 -> L5: assume f == 1
      L4 -> L7: assume !(f == 1)
      L5 -> L6: __concord_violation_2()
      L7 -> L8: return
    restOfComp:
      L0 -> L1: assume p1 != 0
      L0 -> L2: assume !(p1 != 0)
      L1 -> L2: printRtl(f1)
      L2 -> L3: return
    ");
}
