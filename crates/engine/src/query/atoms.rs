//! What queries speak about: places, calls, errors, and formulae of the common logic.
//!
//! A formula is about the variables of the function that a run is in, and those of the
//! program. In a function that has no such variables it is neither true nor false, and
//! everything is thought possible.
//!
//! Whether it holds in an abstract state is asked as in the thesis (section 6.1.2, EVAL):
//! what the analyses say of the state may contradict it. The solver decides; the modules are
//! not asked again, for they have said what they know when the model was made.

use crate::model::{Model, Node};
use logic::{FormulaId, Logic, ParseError, Scope, Time, Valuation};
use machine::Machine;
use program::{Callee, ExprId, FunctionId, Id, Location, Op, Program, TypeId};
use properties::{Property, Violation};
use rustc_hash::FxHashMap;
use solver::{Budget, Possibility, Solver};
use std::collections::BTreeMap;
use std::rc::Rc;

/// What a question to the solver may cost.
const BUDGET: Budget = Budget {
    resource: 2_000_000,
    wall: None,
    memory: None,
};

/// What can be true of a state, and how it was written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Atom {
    pub text: String,
    means: Means,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Means {
    In(FunctionId),
    At(FunctionId, Vec<Location>),
    /// The function is called next.
    Call(FunctionId),
    /// A property is violated; which one, if that is said.
    Error(Option<Property>),
    /// A formula over `@1` and its negation, in each function that can say it.
    Formula(BTreeMap<FunctionId, (FormulaId, FormulaId)>),
}

impl Atom {
    pub fn inside(function: FunctionId, name: &str) -> Atom {
        Atom {
            text: format!("in({name})"),
            means: Means::In(function),
        }
    }

    pub fn error(property: Option<Property>) -> Atom {
        let text = match property {
            Some(property) => format!("error({})", property.name()),
            None => "error".to_owned(),
        };
        let means = Means::Error(property);
        Atom { text, means }
    }
}

/// Reads atoms.
pub struct Reader<'a> {
    pub program: &'a mut Program,
    pub logic: &'a mut Logic,
    pub violations: &'a [Violation],
    /// The functions that runs can be in, with what names mean there.
    scopes: Vec<(FunctionId, Scope)>,
}

impl<'a> Reader<'a> {
    pub fn new(
        program: &'a mut Program,
        logic: &'a mut Logic,
        violations: &'a [Violation],
        functions: impl Iterator<Item = FunctionId>,
    ) -> Reader<'a> {
        let scopes = functions.map(|f| (f, Scope::new(program, Some(f))));
        Reader {
            scopes: scopes.collect(),
            program,
            logic,
            violations,
        }
    }

    pub fn function(&self, name: &str) -> Result<FunctionId, String> {
        let program = &self.program;
        let mut functions = program.functions.ids();
        let found = functions
            .find(|&f| program.functions[f].body.is_some() && program.show(f).to_string() == name);
        found.ok_or_else(|| format!("there is no function '{name}' with a body"))
    }

    pub fn callee(&self, name: &str) -> Result<Atom, String> {
        let program = &self.program;
        let mut functions = program.functions.ids();
        let found = functions.find(|&f| program.show(f).to_string() == name);
        let function = found.ok_or_else(|| format!("there is no function '{name}'"))?;
        Ok(Atom {
            text: format!("call({name})"),
            means: Means::Call(function),
        })
    }

    pub fn error(&self, name: &str) -> Result<Atom, String> {
        let mut properties = self.violations.iter().map(|v| v.property);
        let found = properties.find(|p| p.name() == name);
        let found = found.ok_or_else(|| format!("the model has no checks of '{name}'"))?;
        Ok(Atom::error(Some(found)))
    }

    /// A line of a function, or a location of its automaton.
    pub fn place(&self, function: FunctionId, text: &str) -> Result<Atom, String> {
        let program = &self.program;
        let name = program.show(function).to_string();
        let wrong = || "this is neither a line nor a location: write 12 or L12".to_owned();
        let Some(body) = &program.functions[function].body else {
            return Err(format!("there is no function '{name}' with a body"));
        };
        let places = match text.strip_prefix('L') {
            Some(number) => {
                let number: usize = number.parse().map_err(|_| wrong())?;
                match number < body.location_count() {
                    true => vec![Location::new(number)],
                    false => return Err(format!("'{name}' has no location of this number")),
                }
            }
            None => {
                let line: u32 = text.parse().map_err(|_| wrong())?;
                let lines = |at: Location| {
                    let edges = body.leaving(at).iter().filter(|edge| !edge.ghost);
                    edges.filter_map(|edge| Some(program.sources.position(edge.span)?.line))
                };
                let here = |at: &Location| lines(*at).any(|l| l == line);
                let found: Vec<Location> = body.locations().filter(here).collect();
                if found.is_empty() {
                    let near = body.locations().flat_map(lines);
                    let near = near.min_by_key(|l| (l.abs_diff(line), *l));
                    let near = near.map_or(String::new(), |l| format!("; the nearest is {l}"));
                    return Err(format!("line {line} has no operation of '{name}'{near}"));
                }
                found
            }
        };
        Ok(Atom {
            text: format!("at({name}, {text})"),
            means: Means::At(function, places),
        })
    }

    /// A formula of the common logic, wherever it can be said.
    pub fn formula(&mut self, text: &str) -> Result<Atom, ParseError> {
        if let Some(at) = text.find("::") {
            let message = "a query speaks of the variables of the function that a run is in: \
                           in(f) => …";
            let message = message.to_owned();
            return Err(ParseError { at, message });
        }
        let mut meanings = BTreeMap::new();
        let mut mistake: Option<ParseError> = None;
        for (function, scope) in &self.scopes {
            match self.logic.parse(self.program, scope, text) {
                Ok(formula) => {
                    let now = self.logic.rename(self.program, formula, |time| match time {
                        Time::After => Time::Before,
                        time => time,
                    });
                    let not = self.logic.not(self.program, now);
                    meanings.insert(*function, (now, not));
                }
                // The farther it got, the better it was understood.
                Err(error) => {
                    if mistake.as_ref().is_none_or(|known| error.at > known.at) {
                        mistake = Some(error);
                    }
                }
            }
        }
        match mistake.filter(|_| meanings.is_empty()) {
            Some(mistake) => Err(mistake),
            None => Ok(Atom {
                text: text.to_owned(),
                means: Means::Formula(meanings),
            }),
        }
    }
}

/// What a place alone says about an atom.
enum Placed<'a> {
    Known(bool),
    /// Whatever the state is, nobody knows.
    Unknown,
    /// It depends on the state: the formula, and its negation.
    Depends(&'a (FormulaId, FormulaId)),
}

impl Atom {
    fn at(&self, world: World<'_>, function: FunctionId, at: Location) -> Placed<'_> {
        let body = world.program.functions[function].body.as_ref();
        Placed::Known(match &self.means {
            Means::In(wanted) => *wanted == function,
            Means::At(wanted, places) => *wanted == function && places.contains(&at),
            Means::Error(wanted) => {
                let error = body.and_then(|body| body.error_at(at));
                let property = error.map(|number| world.violations[number as usize].property);
                property.is_some_and(|property| wanted.is_none_or(|w| w == property))
            }
            Means::Call(wanted) => {
                let calls = body.map_or(&[][..], |body| body.leaving(at)).iter();
                let callees = calls.filter_map(|edge| match &edge.op {
                    Op::Call(call) => Some(call.callee),
                    _ => None,
                });
                let callees: Vec<Callee> = callees.collect();
                let is_indirect = |c: &Callee| matches!(c, Callee::Indirect(_));
                if callees.iter().any(is_indirect) {
                    return Placed::Unknown;
                }
                callees.contains(&Callee::Direct(*wanted))
            }
            Means::Formula(meanings) => {
                return match meanings.get(&function) {
                    Some(meaning) => Placed::Depends(meaning),
                    None => Placed::Unknown,
                };
            }
        })
    }

    /// Does it hold where a run of the program is? None if that is not known.
    pub fn holds(&self, world: World<'_>, machine: &mut Machine<'_>) -> Option<bool> {
        let (function, at) = machine.position()?;
        match self.at(world, function, at) {
            Placed::Known(truth) => Some(truth),
            Placed::Unknown => None,
            Placed::Depends((formula, _)) => {
                let mut now = Now(machine);
                world.logic.evaluate(world.program, *formula, &mut now)
            }
        }
    }
}

/// What atoms are about.
#[derive(Clone, Copy)]
pub struct World<'a> {
    pub program: &'a Program,
    pub logic: &'a Logic,
    pub violations: &'a [Violation],
}

/// The state of a run; there is no other time.
struct Now<'a, 'p>(&'a mut Machine<'p>);

impl Valuation for Now<'_, '_> {
    fn value(&mut self, time: Time, expr: ExprId) -> Option<i128> {
        match time {
            Time::Before => self.0.evaluate(expr).map(|v| v.value),
            _ => None,
        }
    }

    fn value_inside(&mut self, time: Time, expr: ExprId, bound: &[Option<i128>]) -> Option<i128> {
        match time {
            Time::Before => self.0.evaluate_inside(expr, bound).map(|v| v.value),
            _ => None,
        }
    }

    fn elements(&mut self, time: Time, pointer: TypeId) -> Option<Vec<i128>> {
        match time {
            Time::Before => self.0.elements(pointer),
            _ => None,
        }
    }
}

/// Which atoms hold: of each that was asked about.
pub type Truths = Vec<bool>;

/// What can be true in the states of a model.
pub struct Evaluator<'a> {
    world: World<'a>,
    model: &'a Model,
    atoms: &'a [Atom],
    possibility: Possibility,
    known: FxHashMap<(u32, FunctionId, Location, Vec<u32>), Rc<[Truths]>>,
}

impl<'a> Evaluator<'a> {
    pub fn new(
        world: World<'a>,
        model: &'a Model,
        atoms: &'a [Atom],
        solver: Box<dyn Solver>,
    ) -> Evaluator<'a> {
        Evaluator {
            world,
            model,
            atoms,
            possibility: Possibility::new(solver, BUDGET),
            known: FxHashMap::default(),
        }
    }

    /// The ways in which the atoms of these numbers can be true and false together in a
    /// state that a node covers. None if there is no such state.
    pub fn truths(&mut self, node: &Node, wanted: &[u32]) -> Rc<[Truths]> {
        let key = (node.state, node.function, node.at, wanted.to_vec());
        if let Some(known) = self.known.get(&key) {
            return Rc::clone(known);
        }
        let parts = self.model.states[node.state as usize].parts.iter();
        let mut said: Vec<FormulaId> = Vec::new();
        for formula in parts.filter_map(|part| part.says) {
            said.extend_from_slice(self.world.logic.conjuncts(&formula));
        }
        let mut found = Vec::new();
        self.extend(node, wanted, &mut Vec::new(), &mut said, &mut found);
        let found: Rc<[Truths]> = found.into();
        self.known.insert(key, Rc::clone(&found));
        found
    }

    fn extend(
        &mut self,
        node: &Node,
        wanted: &[u32],
        chosen: &mut Truths,
        said: &mut Vec<FormulaId>,
        found: &mut Vec<Truths>,
    ) {
        let Some(&next) = wanted.get(chosen.len()) else {
            found.push(chosen.clone());
            return;
        };
        let atom = &self.atoms[next as usize];
        let placed = atom.at(self.world, node.function, node.at);
        for truth in [false, true] {
            let claim = match placed {
                Placed::Known(known) if known != truth => continue,
                Placed::Known(_) | Placed::Unknown => None,
                Placed::Depends(&(formula, negation)) => Some(match truth {
                    true => formula,
                    false => negation,
                }),
            };
            said.extend(claim);
            let World { program, logic, .. } = self.world;
            let is_possible =
                claim.is_none() || self.possibility.is_possible(program, logic, said.clone());
            if is_possible {
                chosen.push(truth);
                self.extend(node, wanted, chosen, said, found);
                chosen.pop();
            }
            said.truncate(said.len() - usize::from(claim.is_some()));
        }
    }

    /// Questions to the solver so far.
    pub fn questions(&self) -> u64 {
        self.possibility.questions()
    }
}
