//! Constraints and definitions as clauses, and clauses as rules of propagation.
//!
//! A clause is a disjunction of literals that holds for all individuals. Where all literals
//! but one are definitely false, that one is true: for all individuals of the nodes, because
//! a definite value is one for all of them. Variables that the literal does not have may be
//! chosen freely (nodes stand for at least one individual). This is unit propagation; it
//! covers constraints, their contrapositions, and both directions of definitions, that is
//! the constraints that TVLA generates (TOPLAS 2002, section 6.4). A literal
//! `exists w. A & B` that must be true gives its conjuncts where only one node can be the
//! witness, and that node is one individual.

use crate::closures::ClosureLaw;
use crate::compile::{Compiler, negation, positive};
use crate::program::{Program, Register, Touched};
use crate::structure::{Plane, Shape};
use crate::vocabulary::{Declarations, Head, Slot};
use logic::relational::{Formula, PredicateId, Variable};
use rustc_hash::FxHashMap;

/// What a literal of a clause says of the values of a structure. Arguments are positions in
/// the variables of the rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Target {
    Nullary(usize),
    Unary(usize, usize),
    Binary(usize, usize, usize),
    Equal(usize, usize),
}

/// What rules come from: vocabularies that have a law in common have its rules in common.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Law {
    Unique(PredicateId, Arity),
    Closure(ClosureLaw),
    /// The literals, and those of its predicates that structures have.
    Clause(Vec<Formula>, Vec<(PredicateId, Arity)>),
}

pub(crate) type Arity = std::mem::Discriminant<Slot>;

#[derive(Debug)]
pub(crate) struct Rule {
    pub program: Program,
    pub kind: Kind,
    pub reads: Touched,
    pub writes: Touched,
    /// All rules of a clause see that none of its literals can hold; one is enough.
    pub sees_conflict: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Again {
    Never,
    IfSplit,
    Always,
}

impl Rule {
    fn new(program: Program, kind: Kind) -> Rule {
        let reads = program.reads;
        let (reads, writes) = match &kind {
            Kind::Conflict => (reads, Touched::default()),
            // What is known of a diagonal is known of a node that is no summary.
            Kind::Derive { target, value, .. } => {
                (reads.with(target.diagonal()), target.touched(*value))
            }
            Kind::Witness { targets, .. } => {
                let written = targets.iter().map(|(target, value)| target.touched(*value));
                let writes = written.fold(Touched::default(), Touched::with);
                (reads.with(Touched::SUMMARIES), writes)
            }
        };
        Rule {
            program,
            kind,
            reads,
            writes,
            sees_conflict: true,
        }
    }

    /// Whether it derives values of pairs of an individual with itself.
    fn is_diagonal(&self) -> bool {
        matches!(self.kind, Kind::Derive { target: Target::Binary(_, a, b), .. } if a == b)
    }

    /// When there may be more to say of a structure although the rule was applied and nothing
    /// it reads has changed since. A rule about `p(v, v)` may see a conflict that it could not
    /// see before, because it does not read `p` itself. And a rule that speaks of inequality
    /// may have something to say where a summary node was split: its parts are not equal.
    pub(crate) fn again(&self) -> Again {
        if self.is_diagonal() {
            Again::Always
        } else if self.program.tells_apart {
            Again::IfSplit
        } else {
            Again::Never
        }
    }
}

impl Target {
    /// What changes where it gets this value.
    fn touched(self, value: bool) -> Touched {
        let plane = if value { Plane::Must } else { Plane::May };
        match self {
            Target::Nullary(i) => Touched::plane(Slot::Nullary(i), plane),
            Target::Unary(i, _) => Touched::plane(Slot::Unary(i), plane),
            Target::Binary(i, _, _) => Touched::plane(Slot::Binary(i), plane),
            Target::Equal(..) => Touched::SUMMARIES,
        }
    }

    fn diagonal(self) -> Touched {
        match self {
            Target::Binary(_, a, b) if a == b => Touched::SUMMARIES,
            _ => Touched::default(),
        }
    }
}

#[derive(Debug)]
pub(crate) enum Kind {
    /// Where the program's condition must hold there is no heap.
    Conflict,
    /// Where the condition (over the target's variables) must hold, the target has the value.
    Derive {
        condition: Register,
        target: Target,
        value: bool,
    },
    /// Where the condition (over at most one variable, argument 0) must hold, one of the
    /// candidates (argument 1) satisfies all targets.
    Witness {
        condition: Register,
        candidates: Register,
        targets: Vec<(Target, bool)>,
    },
}

/// Larger disjunctions are not worth their rules.
const LITERALS: usize = 8;
const CLAUSES: usize = 32;

/// Where structures of a shape keep predicates.
pub(crate) struct Slots {
    shape: Shape,
    of: FxHashMap<PredicateId, Slot>,
}

/// The rules of all constraints and definitions, but for the definitions `skip` says are
/// seen to elsewhere; and those of some clauses more.
pub(crate) fn rules(
    declarations: &Declarations,
    skip: &dyn Fn(usize) -> bool,
    more: &[Formula],
) -> Vec<(Law, Vec<Rule>)> {
    let predicates = declarations.predicates.iter();
    let slots = Slots {
        shape: declarations.shape,
        of: predicates.map(|p| (p.id, p.slot)).collect(),
    };
    let mut rules = Vec::new();
    for (body, head) in &declarations.constraints {
        let head = match head {
            Head::False => Formula::False,
            Head::Holds(f) => f.clone(),
            Head::Equal(v, u) => Formula::equal(*v, *u),
        };
        rules_of(&Formula::implies(body.clone(), head), &slots, &mut rules);
    }
    for (i, p) in declarations.predicates.iter().enumerate() {
        let Some(definition) = &p.definition else {
            continue;
        };
        if skip(i) {
            continue;
        }
        let atom = match definition.parameters[..] {
            [] => Formula::Nullary(p.id),
            [v] => Formula::Unary(p.id, v),
            [v, u, ..] => Formula::Binary(p.id, v, u),
        };
        rules_of(
            &Formula::implies(atom.clone(), definition.formula.clone()),
            &slots,
            &mut rules,
        );
        rules_of(
            &Formula::implies(definition.formula.clone(), atom),
            &slots,
            &mut rules,
        );
    }
    for f in more {
        rules_of(f, &slots, &mut rules);
    }
    rules
}

/// The rules of a formula that holds for all individuals.
fn rules_of(f: &Formula, slots: &Slots, out: &mut Vec<(Law, Vec<Rule>)>) {
    let f = positive(f);
    let mut used: Vec<Variable> = Vec::new();
    f.visit(&mut |part| {
        used.extend(part.free_variables());
        if let Formula::Exists(v, _) | Formula::Forall(v, _) = part {
            used.push(*v);
        }
    });
    let clauses = match clauses(&f, &mut used) {
        Some(clauses) => clauses,
        None => vec![vec![f]],
    };
    for clause in clauses {
        let mut rules = Vec::new();
        clause_rules(&clause, slots, &mut rules);
        let used = clause.iter().flat_map(Formula::predicates);
        let known = used.filter_map(|p| Some((p, std::mem::discriminant(slots.of.get(&p)?))));
        let known = known.collect();
        out.push((Law::Clause(clause, known), rules));
    }
}

/// A clause is its literals. `None`: too large.
fn clauses(f: &Formula, used: &mut Vec<Variable>) -> Option<Vec<Vec<Formula>>> {
    let all = match f {
        Formula::True => vec![],
        Formula::False => vec![vec![]],
        Formula::And(parts) => {
            let mut all = Vec::new();
            for part in parts {
                all.extend(clauses(part, used)?);
            }
            all
        }
        Formula::Or(parts) => {
            let mut all = vec![vec![]];
            for part in parts {
                let part = clauses(part, used)?;
                if all.len() * part.len() > CLAUSES {
                    return None;
                }
                all = all
                    .iter()
                    .flat_map(|a: &Vec<Formula>| {
                        part.iter().map(move |b| [&a[..], &b[..]].concat())
                    })
                    .collect();
            }
            all
        }
        Formula::Forall(v, body) => {
            // The variable becomes one of the clause's: one that no other part has.
            let new = (0..=253).map(Variable).find(|v| !used.contains(v))?;
            used.push(new);
            clauses(&body.rename(&|p| p, &[(*v, new)]), used)?
        }
        literal => vec![vec![literal.clone()]],
    };
    (all.len() <= CLAUSES && all.iter().all(|c| c.len() <= LITERALS)).then_some(all)
}

fn compiler(slots: &Slots) -> Compiler {
    Compiler::new(slots.shape, slots.of.iter().map(|(p, slot)| (*p, *slot)))
}

/// The condition "all other literals are false", with the variables not in `over` chosen freely.
fn others_false(clause: &[Formula], but: Option<usize>, over: &[Variable]) -> Formula {
    let others = clause.iter().enumerate().filter(|(i, _)| Some(*i) != but);
    let condition = Formula::and(others.map(|(_, literal)| negation(literal)));
    let free = condition.free_variables();
    free.into_iter()
        .filter(|v| !over.contains(v))
        .fold(condition, |f, v| Formula::exists(v, f))
}

fn clause_rules(clause: &[Formula], slots: &Slots, out: &mut Vec<Rule>) {
    // A literal and its negation: the clause says nothing.
    if clause
        .iter()
        .any(|a| clause.contains(&Formula::not(a.clone())))
    {
        return;
    }
    let mut derived = false;
    for (i, literal) in clause.iter().enumerate() {
        let variables = arguments(literal);
        if let Some((target, value)) = target(literal, &variables, slots) {
            let mut compiler = compiler(slots);
            let condition = others_false(clause, Some(i), &variables);
            let condition = compiler.plane(&condition, &variables, Plane::Must);
            let mut rule = Rule::new(
                compiler.finish(Some(condition), &[]),
                Kind::Derive {
                    condition,
                    target,
                    value,
                },
            );
            rule.sees_conflict = !derived;
            out.push(rule);
            derived = true;
        } else if let Formula::Exists(witness, body) = literal
            && variables.len() <= 1
        {
            let over: Vec<Variable> = variables.iter().copied().chain([*witness]).collect();
            let parts = match &**body {
                Formula::And(parts) => &parts[..],
                one => std::slice::from_ref(one),
            };
            // Without a variable the witness alone is there, as argument 0.
            let targets: Vec<_> = parts
                .iter()
                .filter_map(|part| target(part, &over, slots))
                .collect();
            if targets.is_empty() {
                continue;
            }
            let mut compiler = compiler(slots);
            let condition = others_false(clause, Some(i), &variables);
            let condition = compiler.plane(&condition, &variables, Plane::Must);
            let candidates = compiler.plane(body, &over, Plane::May);
            let kind = Kind::Witness {
                condition,
                candidates,
                targets,
            };
            let program = compiler.finish(Some(condition), &[candidates]);
            let mut rule = Rule::new(program, kind);
            rule.sees_conflict = false;
            out.push(rule);
        }
    }
    if !derived {
        let mut compiler = compiler(slots);
        let condition = compiler.plane(&others_false(clause, None, &[]), &[], Plane::Must);
        let program = compiler.finish(Some(condition), &[]);
        out.push(Rule::new(program, Kind::Conflict));
    }
}

/// The free variables of a literal, as it names them.
fn arguments(literal: &Formula) -> Vec<Variable> {
    match literal {
        Formula::Not(atom) => arguments(atom),
        Formula::Binary(_, v, u) if v != u => vec![*v, *u],
        other => other.free_variables().into_iter().collect(),
    }
}

/// What an atom or a negated one says, if it is one whose value a structure keeps.
fn target(literal: &Formula, over: &[Variable], slots: &Slots) -> Option<(Target, bool)> {
    let (atom, value) = match literal {
        Formula::Not(atom) => (&**atom, false),
        atom => (atom, true),
    };
    let place = |v: &Variable| over.iter().position(|own| own == v);
    let target = match atom {
        Formula::Nullary(p) => match slots.of.get(p)? {
            Slot::Nullary(i) => Target::Nullary(*i),
            Slot::Unary(_) | Slot::Binary(_) => return None,
        },
        Formula::Unary(p, v) => match slots.of.get(p)? {
            Slot::Unary(i) => Target::Unary(*i, place(v)?),
            Slot::Nullary(_) | Slot::Binary(_) => return None,
        },
        Formula::Binary(p, v, u) => match slots.of.get(p)? {
            Slot::Binary(i) => Target::Binary(*i, place(v)?, place(u)?),
            Slot::Nullary(_) | Slot::Unary(_) => return None,
        },
        Formula::Equal(v, u) if v != u => Target::Equal(place(v)?, place(u)?),
        _ => return None,
    };
    Some((target, value))
}
