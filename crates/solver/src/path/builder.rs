//! Building the formula of a path, step by step.

use super::regions::{Region, Regions};
use super::state::{Handed, ObjectId, State, Value};
use super::{
    Built, Input, PathError, PathFormula, PathOptions, PathStep, Read, StepFormula, Versions,
};
use crate::access;
use crate::term::{Sort, SymbolId, Term, Terms};
use program::{BinaryOp, Edge, ExprId, FunctionId, Op, Program, Span, VarId};
use rustc_hash::FxHashMap;

/// Makes the formula of one path, and then evaluates expressions in its states.
pub struct Builder<'a> {
    pub(super) program: &'a Program,
    pub(super) terms: &'a mut Terms,
    pub(super) regions: &'a dyn Regions,
    pub(super) options: PathOptions,
    pub(super) pointer_bits: u32,
    pub(super) state: State,
    /// The step being built; as in [`PathFormula::steps`].
    pub(super) step: usize,
    conjuncts: Vec<Term>,
    definitions: Vec<(Term, Term)>,
    pub(super) inputs: Vec<Input>,
    pub(super) reads: Vec<Read>,
    pub(super) initial_memory: FxHashMap<Region, Term>,
    pub(super) functions: FxHashMap<FunctionId, Term>,
    pub(super) owners: FxHashMap<SymbolId, ObjectId>,
    /// Comparisons of addresses whose outcome nobody knows.
    pub(super) reused: FxHashMap<(BinaryOp, Term, Term), Term>,
    pub(super) environment: Vec<ObjectId>,
    pub(super) births: [u32; 3],
    pub(super) statics: FxHashMap<VarId, ObjectId>,
    /// What `main` is called with.
    pub(super) entry_arguments: Vec<Handed>,
    /// What the last function without a caller returned.
    pub(super) status: Option<Handed>,
    /// The program has ended.
    pub(super) ended: bool,
    pub(super) span: Span,
    /// What is drawn is an argument of the entry function.
    pub(super) opening: bool,
    /// Looking only: nothing may be drawn, and nothing is required.
    pub(super) probing: bool,
}

impl<'a> Builder<'a> {
    pub fn new(
        program: &'a Program,
        terms: &'a mut Terms,
        regions: &'a dyn Regions,
        options: PathOptions,
    ) -> Builder<'a> {
        Builder {
            program,
            terms,
            regions,
            options,
            pointer_bits: 8 * program.model().pointer_size() as u32,
            state: State::default(),
            step: 0,
            conjuncts: Vec::new(),
            definitions: Vec::new(),
            inputs: Vec::new(),
            reads: Vec::new(),
            initial_memory: FxHashMap::default(),
            functions: FxHashMap::default(),
            owners: FxHashMap::default(),
            reused: FxHashMap::default(),
            environment: Vec::new(),
            births: [0; 3],
            statics: FxHashMap::default(),
            entry_arguments: Vec::new(),
            status: None,
            ended: false,
            span: Span::NONE,
            opening: false,
            probing: false,
        }
    }

    /// The formula of a path that begins where the program does.
    pub fn build(&mut self, path: &[PathStep]) -> Result<PathFormula, PathError> {
        let mut formula = PathFormula {
            steps: Vec::with_capacity(path.len() + 1),
            states: Vec::with_capacity(path.len() + 1),
            inputs: Vec::new(),
            reads: Vec::new(),
        };
        self.create_statics(path)?;
        if let Some(first) = path.first() {
            self.open(first.function)?;
        }
        self.finish_step(&mut formula);
        for (i, step) in path.iter().enumerate() {
            if self.state.frames.is_empty() && !self.ended {
                self.open(step.function)?;
            }
            let body = self.program.functions[step.function].body.as_ref();
            let edge = body.map(|b| b.edge(step.edge));
            let Some(edge) =
                edge.filter(|e| self.state.position() == Some((step.function, e.from)))
            else {
                return Err(PathError::Broken(i));
            };
            self.span = edge.span;
            self.choose(step, edge)?;
            self.execute(edge, path.get(i + 1))?;
            self.finish_step(&mut formula);
        }
        formula.inputs = std::mem::take(&mut self.inputs);
        formula.reads = std::mem::take(&mut self.reads);
        Ok(formula)
    }

    /// The terms that the formula is made of.
    pub fn terms(&mut self) -> &mut Terms {
        self.terms
    }

    /// How many steps of the path have a formula: where building stopped.
    pub fn built(&self) -> usize {
        self.step.saturating_sub(1)
    }

    fn finish_step(&mut self, formula: &mut PathFormula) {
        formula.steps.push(StepFormula {
            conjuncts: std::mem::take(&mut self.conjuncts),
            definitions: std::mem::take(&mut self.definitions),
        });
        formula.states.push(self.state.clone());
        self.step += 1;
    }

    /// What must hold for an edge to be the one that is taken: its own assumption,
    /// and that those before it do not hold.
    fn choose(&mut self, step: &PathStep, edge: &'a Edge) -> Built<()> {
        let Op::Assume { condition, taken } = edge.op else {
            return Ok(());
        };
        let Some(body) = &self.program.functions[step.function].body else {
            return Ok(());
        };
        let siblings: Vec<_> = body.leaving_ids(edge.from).collect();
        for sibling in siblings {
            if sibling >= step.edge {
                break;
            }
            let op = &body.edge(sibling).op;
            if let Op::Assume {
                condition: other,
                taken: sense,
            } = *op
                && (other, sense) != (condition, !taken)
            {
                let holds = self.condition(other)?;
                let holds = if sense { holds } else { self.terms.not(holds) };
                let fails = self.terms.not(holds);
                self.require(fails);
            }
        }
        let holds = self.condition(condition)?;
        let holds = if taken { holds } else { self.terms.not(holds) };
        self.require(holds);
        Ok(())
    }

    /// Adds a conjunct to the step.
    pub(super) fn require(&mut self, condition: Term) {
        if !self.probing && self.terms.as_bool(condition) != Some(true) {
            self.conjuncts.push(condition);
        }
    }

    pub(super) fn unsupported<T>(&self, what: impl Into<String>) -> Built<T> {
        Err(PathError::Unsupported(what.into(), self.span))
    }

    pub(super) fn inlined(&self) -> bool {
        self.options.versions == Versions::Inlined
    }

    /// The next version of a variable, with this value.
    pub(super) fn version(&mut self, var: VarId, value: Value) -> Value {
        if self.inlined() || self.probing {
            return value;
        }
        let width = self.terms.width(value.term);
        let name = format!("{}@{}", self.program.show(var), self.step);
        let symbol = self.terms.symbol(name, Sort::Bits(width));
        let equation = self.terms.eq(symbol, value.term);
        self.require(equation);
        self.definitions.push((symbol, value.term));
        Value {
            term: symbol,
            origin: value.origin,
        }
    }

    /// Does the variable have versions, and no place in memory?
    pub(super) fn is_register(&self, var: VarId) -> bool {
        let v = &self.program.vars[var];
        !v.addressed && access::of_type(self.program, v.ty).is_some()
    }

    // Looking at states.

    /// The value of a scalar expression of the current function in a state of the
    /// path; None where it reads what is indeterminate, or has no meaning.
    pub fn value_at(&mut self, state: &State, expr: ExprId) -> Option<Term> {
        self.look(state, |builder| builder.eval(expr).map(|v| v.term))
    }

    /// The truth of an expression in a state of the path.
    pub fn truth_at(&mut self, state: &State, expr: ExprId) -> Option<Term> {
        self.look(state, |builder| builder.condition(expr))
    }

    fn look<T>(&mut self, state: &State, what: impl FnOnce(&mut Self) -> Built<T>) -> Option<T> {
        let kept = std::mem::replace(&mut self.state, state.clone());
        self.probing = true;
        let result = what(self);
        self.probing = false;
        self.state = kept;
        result.ok()
    }
}
