//! Paths that can be taken, and paths that cannot.

use crate::harness::compile;
use program::{Callee, DataModel, Op, Program};
use solver::path::{
    Builder, OneClass, PathFormula, PathOptions, PathStep, PointsTo, Regions, Versions,
};
use solver::{Answer, Budget, Core, Solver, Terms, Z3};

/// The path on which branches go as told, through calls of defined functions, until
/// there is nothing more to tell.
fn path(program: &Program, decisions: &[bool]) -> Vec<PathStep> {
    let main = program.function_named("main").expect("a program");
    let mut decisions = decisions.iter();
    let entry = program.functions[main]
        .body
        .as_ref()
        .expect("a body")
        .entry();
    let mut stack = vec![(main, entry)];
    let mut path = Vec::new();
    while let Some((function, at)) = stack.pop() {
        let body = program.functions[function].body.as_ref().expect("a body");
        let mut edges: Vec<_> = body.leaving_ids(at).collect();
        if edges.len() > 1 {
            let Some(&way) = decisions.next() else { break };
            edges.retain(|&e| matches!(body.edge(e).op, Op::Assume { taken, .. } if taken == way));
        }
        let Some(&edge) = edges.first() else { break };
        path.push(PathStep { function, edge });
        let edge = body.edge(edge);
        match &edge.op {
            Op::Return { .. } => {}
            Op::Call(call) => {
                stack.push((function, edge.to));
                if let Callee::Direct(f) = call.callee
                    && let Some(body) = &program.functions[f].body
                {
                    stack.push((f, body.entry()));
                }
            }
            _ => stack.push((function, edge.to)),
        }
    }
    path
}

/// Calls `look` with the formula of a path and the solver's core, if it has one.
fn examine(
    text: &str,
    decisions: &[bool],
    mut look: impl FnMut(&Program, &[PathStep], &PathFormula, Option<Vec<usize>>),
) {
    let program = compile(text, DataModel::Lp64).expect("a program");
    let path = path(&program, decisions);
    let points_to = PointsTo::new(&program, &Default::default());
    let regions: [&dyn Regions; 2] = [&OneClass, &points_to];
    for versions in [Versions::Named, Versions::Inlined] {
        for regions in regions {
            let mut terms = Terms::new();
            let options = PathOptions {
                entry: program.function_named("main").expect("a program"),
                arguments: None,
                malloc_may_fail: false,
                strict_pointers: false,
                versions,
            };
            let mut builder = Builder::new(&program, &mut terms, regions, options);
            let formula = builder.build(&path).expect("a path");
            let conjuncts: Vec<_> = formula.conjuncts().collect();
            let mut solver = Z3::new();
            let core = match solver.check(&terms, &conjuncts, &Budget::UNLIMITED) {
                Answer::Sat(_) => None,
                Answer::Unknown(why) => panic!("{why}"),
                Answer::Unsat => {
                    let core = solver.unsat_core(&terms, &conjuncts, &Budget::UNLIMITED);
                    let Core::Unsat(core) = core else {
                        panic!("{core:?}")
                    };
                    let steps = core.iter().filter_map(|&c| formula.step_of(c));
                    let mut steps: Vec<_> = steps.filter_map(|s| s.checked_sub(1)).collect();
                    steps.sort_unstable();
                    steps.dedup();
                    Some(steps)
                }
            };
            look(&program, &path, &formula, core);
        }
    }
}

fn feasible(text: &str, decisions: &[bool]) -> bool {
    let mut answers = Vec::new();
    examine(text, decisions, |_, _, _, core| {
        answers.push(core.is_none())
    });
    assert!(
        answers.iter().all(|a| *a == answers[0]),
        "{text}: {answers:?}"
    );
    answers[0]
}

#[test]
fn conditions_exclude_one_another() {
    let text = "int main(void) { int x; if (x > 5) if (x < 3) return 1; return 0; }";
    assert!(feasible(text, &[true, false]));
    assert!(!feasible(text, &[true, true]));
}

#[test]
fn a_core_names_the_steps_that_matter() {
    let text =
        "int main(void) { int x, z = 3; int y = x + 1; z = y; if (y == x) return 1; return z; }";
    let mut named = Vec::new();
    examine(text, &[true], |program, path, _, core| {
        let ops = core.expect("infeasible").into_iter().map(|s| {
            let PathStep { function, edge } = path[s];
            let body = program.functions[function].body.as_ref().expect("a body");
            program.show(&body.edge(edge).op).to_string()
        });
        named.push(ops.collect::<Vec<_>>());
    });
    assert_eq!(named[0], ["y = x + 1", "assume y == x"]);
    assert_eq!(named[1], named[0]);
}

#[test]
fn elements_are_told_apart_by_their_index() {
    let text = "int main(void) {
        int a[4], i, j; char *c = (char *)a;
        if (i >= 0 && i < 4) { if (j >= 0 && j < 4) {
            a[i] = 1; a[j] = 2; c[0] = 3;
            if (i != j) if (i != 0) if (a[i] != 1) return 1;
        } }
        return 0; }";
    assert!(feasible(text, &[true, true, true, true, true, true, false]));
    assert!(!feasible(text, &[true, true, true, true, true, true, true]));
}

#[test]
fn what_would_be_a_fault_is_no_path() {
    let text = "int main(void) { int a[4], i; if (i > 3) a[i] = 1; return 0; }";
    assert!(feasible(text, &[false]));
    assert!(!feasible(text, &[true]));
    let text = "int main(void) { int d; if (d == 0) return 5 / d; return 0; }";
    assert!(!feasible(text, &[true]));
    let text = "int main(void) { int *p = 0, x; if (x) p = &x; return *p; }";
    assert!(feasible(text, &[true]));
    assert!(!feasible(text, &[false]));
}

#[test]
fn where_an_object_was_another_may_be() {
    let text =
        "int main(void) { int *p; { int a = 1; p = &a; } { int b = 2; if (p == &b) return 1; }
        return 0; }";
    assert!(feasible(text, &[true]));
    assert!(feasible(text, &[false]));
    let text = "int main(void) { int a, b, *p = &a; if (p == &b) return 1; return 0; }";
    assert!(!feasible(text, &[true]));
}

#[test]
fn blocks_have_sizes_and_ends() {
    let text = "void *malloc(unsigned long); void free(void *);
        int main(void) { unsigned n; char *p = malloc(n); if (n < 3) p[2] = 0;
            free(p); if (n > 3) p[0] = 1; return 0; }";
    // malloc asks whether it may fail, free whether there is a block.
    assert!(feasible(text, &[false, false, true, false]));
    assert!(!feasible(text, &[false, true]));
    assert!(!feasible(text, &[false, false, true, true]));
}

#[test]
fn a_copy_of_what_is_indeterminate_is_the_same() {
    let text = "struct s { int a[2], b; };
        int main(void) { struct s x, y; int i; x.a[i & 1] = 1; x.a[0] = 7; y = x;
            if (y.a[0] != 7) return 2;
            if (x.b != y.b) return 1;
            return 0; }";
    assert!(!feasible(text, &[false, true]));
    assert!(feasible(text, &[false, false]));
    assert!(!feasible(text, &[true]));
}
