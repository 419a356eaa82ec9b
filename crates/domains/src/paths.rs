//! Paths as formulae: what the blocks of [`solver::block`] make of a path, with what other
//! analyses know along it, and why a path is impossible.

use engine::{Cx, Move, Path, Question, Reply};
use machine::UnknownCalls;
use pointers::{Object, Target};
use program::{Expr, ExprId, FunctionId, Op, Place, PlaceId, Query, VarId};
use rustc_hash::FxHashSet;
use solver::block::{Block, Encoder, Told, Unsupported, World};
use solver::{Budget, Core, Solver, Term};

/// The solver's units of work for a question about a whole path.
pub const PATH: Budget = Budget {
    resource: 40_000_000,
    wall: None,
    memory: None,
};

/// Attempts to make a core smaller.
const MAX_SHRINKS: usize = 40;

pub fn world<'a>(cx: &Cx<'a>) -> World<'a> {
    World {
        program: cx.program,
        pointers: cx.pointers,
        havoc_unknown_calls: cx.settings.unknown_calls == UnknownCalls::Havoc,
        known: None,
        is_vouched: false,
    }
}

/// What somebody else says about the value of an expression, if blocks can use it.
pub fn told(cx: &Cx<'_>, reply: Reply) -> Option<Told> {
    let is_recursive = |var: VarId| {
        let function = cx.program.vars[var].function;
        function.is_some_and(|f| cx.pointers.calls().is_recursive(f))
    };
    match reply {
        Reply::Int(value) => Some(Told::Int(value)),
        Reply::Address(var, offset) if !is_recursive(var) => Some(Told::Address(var, offset)),
        Reply::Address(..) | Reply::Functions(_) | Reply::Unknown => None,
    }
}

/// A block and one more move of a path. It is changed in place if nobody else has it.
pub fn follow(
    encoder: &mut Encoder,
    cx: &Cx<'_>,
    block: Block,
    path: &Path<'_>,
    by: usize,
) -> Result<Option<Block>, Unsupported> {
    let world = world(cx);
    match &path.moves[by] {
        Move::Step(step) => {
            let known = |expr| told(cx, path.ask(by, &Question::Value(expr)));
            let world = World {
                known: Some(&known),
                is_vouched: true,
                ..world
            };
            encoder.step(world, block, step.function, step.id, step.edge)
        }
        Move::Call(call) => {
            let span = call.step.span();
            let site = (call.step.function, call.step.id);
            encoder.call(world, block, call.call, call.callee, site, span)
        }
        Move::Return(call) => {
            let span = call.step.span();
            let site = (call.step.function, call.step.id);
            encoder.ret(world, block, call.call, call.callee, site, span)
        }
    }
}

/// The conditions of a whole path, and the moves that they belong to.
pub fn conditions(
    encoder: &mut Encoder,
    cx: &Cx<'_>,
    path: &Path<'_>,
) -> Result<(Vec<Term>, Vec<usize>), Unsupported> {
    let mut block = encoder.start(world(cx), cx.start, &|var| cx.preset(var))?;
    let mut owners = vec![0; block.conditions.len()];
    for by in 0..path.moves.len() {
        match follow(encoder, cx, std::mem::take(&mut block), path, by)? {
            Some(next) => block = next,
            // The run ends there: what follows is impossible.
            None => {
                let never = encoder.terms.bool(false);
                return Ok((vec![never], vec![by]));
            }
        }
        owners.resize(block.conditions.len(), by);
    }
    Ok((block.conditions.to_vec(), owners))
}

/// What a question has for an answer.
pub enum Contradiction {
    /// These cannot be true together.
    Among(Vec<usize>),
    None,
    Unknown,
}

/// Which of some conditions contradict each other: few, and early ones.
pub fn contradiction(
    encoder: &Encoder,
    solver: &mut dyn Solver,
    conditions: &[Term],
) -> Contradiction {
    let terms = &encoder.terms;
    if let Some(at) = conditions
        .iter()
        .position(|&c| terms.as_bool(c) == Some(false))
    {
        return Contradiction::Among(vec![at]);
    }
    match solver.unsat_core(terms, conditions, &PATH) {
        Core::Sat(_) => Contradiction::None,
        Core::Unknown(_) => Contradiction::Unknown,
        Core::Unsat(core) => Contradiction::Among(smaller(core, |without| {
            let question: Vec<Term> = without.iter().map(|&i| conditions[i]).collect();
            solver.check(terms, &question, &PATH).is_unsat()
        })),
    }
}

/// A core without what it can do without, the later ones first: what contradicts early
/// needs less to be known.
pub fn smaller(mut core: Vec<usize>, mut is_unsat: impl FnMut(&[usize]) -> bool) -> Vec<usize> {
    core.sort_unstable();
    let mut at = core.len();
    for _ in 0..MAX_SHRINKS.min(core.len()) {
        at -= 1;
        let mut without = core.clone();
        without.remove(at);
        if is_unsat(&without) {
            core = without;
        }
    }
    core
}

/// Do the conditions of some moves depend on what blocks of the heap hold? Goes back along
/// the path to where their values come from.
pub fn reads_blocks(cx: &Cx<'_>, path: &Path<'_>, moves: &[usize]) -> bool {
    let mut source = Source {
        cx,
        variables: FxHashSet::default(),
        results: FxHashSet::default(),
        found: false,
    };
    let last = moves.last().copied().unwrap_or(0).min(path.moves.len() - 1);
    for by in (0..=last).rev() {
        match &path.moves[by] {
            Move::Step(step) => match *step.op() {
                Op::Assume { condition, .. } if moves.contains(&by) => source.expr(condition),
                Op::Assign { to, value } if source.is_needed(to) => source.expr(value),
                Op::Return { value: Some(value) } if source.results.contains(&step.function) => {
                    source.expr(value);
                }
                _ => {}
            },
            Move::Call(call) => {
                let parameters = &cx.function(call.callee).parameters;
                for (parameter, &argument) in parameters.iter().zip(&call.call.arguments) {
                    if source.variables.contains(parameter) {
                        source.expr(argument);
                    }
                }
            }
            Move::Return(call) => {
                if call.call.result.is_some_and(|to| source.is_needed(to)) {
                    source.results.insert(call.callee);
                }
            }
        }
        if source.found {
            return true;
        }
    }
    false
}

struct Source<'a, 'c> {
    cx: &'a Cx<'c>,
    variables: FxHashSet<VarId>,
    results: FxHashSet<FunctionId>,
    /// Something is read from a block.
    found: bool,
}

impl Source<'_, '_> {
    fn is_needed(&self, place: PlaceId) -> bool {
        let root = self.cx.program.exprs.root(place);
        root.is_some_and(|var| self.variables.contains(&var))
    }

    fn expr(&mut self, expr: ExprId) {
        match self.cx.program.exprs.get(expr) {
            Expr::Load(place) => self.place(place, true),
            Expr::Address(place) => self.place(place, false),
            Expr::Unary(_, a) | Expr::Cast(a) => self.expr(a),
            Expr::Binary(_, a, b) => {
                self.expr(a);
                self.expr(b);
            }
            // What lives is for others, too.
            Expr::Query(Query::Readable(place) | Query::Writable(place)) => self.place(place, true),
            Expr::Query(Query::Freeable(e) | Query::Callable(e) | Query::Allocated(e)) => {
                self.expr(e)
            }
            // Over what is reached, mostly.
            Expr::Logical(_) => self.found = true,
            Expr::Query(Query::Tracked | Query::Released) => self.found = true,
            Expr::Int(_) | Expr::Float(_) | Expr::Zero | Expr::Function(_) => {}
        }
    }

    fn place(&mut self, place: PlaceId, is_read: bool) {
        let program = self.cx.program;
        match program.exprs.place(place) {
            Place::Var(var) => {
                self.variables.insert(var);
            }
            Place::Deref(pointer) => {
                let targets = self.cx.pointers.points_to(program, pointer);
                let is_block =
                    |t: &Target| matches!(self.cx.pointers.object(t.object), Object::Heap { .. });
                self.found |= is_read && targets.iter().any(is_block);
                self.expr(pointer);
            }
            Place::Field(inner, _) => self.place(inner, is_read),
            Place::Index(inner, index) => {
                self.place(inner, is_read);
                self.expr(index);
            }
        }
    }
}
