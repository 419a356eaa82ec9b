//! The finished abstract model of a program: what an exploration has reached, as plain data
//! (HECTOR's Def. 3.3.1). Nothing here explores; what is asked about a program afterwards is
//! asked of its model: queries (`query/`), what every run comes to (`hopeless.rs`), and what
//! is no state of any run (`prune.rs`).
//!
//! A node is a function, a location and an abstract state. A concrete state at a location is
//! *covered* by a node there whose abstract state contains it. The model is sound: a run
//! begins in a state that a start covers; a step of a covered state leads along an edge to a
//! node that covers what comes of it; likewise a call, and a return with the node of the
//! call. That holds if there is no [`Skeleton::hole`].

mod drive;
mod hopeless;
mod prune;
mod serial;

pub use drive::{Promise, promise};
pub(crate) use hopeless::Onward;
pub use hopeless::{Fate, fates};

use crate::exchange::Account;
use crate::explore::{Exploration, Link, NodeId};
use crate::picture::Picture;
use crate::verdict::{Reason, Unknown};
use logic::FormulaId;
use program::{EdgeId, FunctionId, Location, Program, Span};
use rustc_hash::FxHashMap;

/// A model with what its states say.
#[derive(Clone, Debug)]
pub struct Model {
    /// The names of the analyses, in the order of the parts of states.
    pub modules: Vec<String>,
    pub states: Vec<State>,
    pub skeleton: Skeleton,
    /// What the analyses told each other, if that was recorded.
    pub exchange: Option<Account>,
}

/// What each analysis says of a node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    pub parts: Vec<Part>,
}

/// The part of one analysis.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Part {
    /// In its own words.
    pub words: String,
    /// In the common logic, over `@1`: true in every concrete state that the node covers.
    pub says: Option<FormulaId>,
    pub pictures: Vec<Picture>,
}

/// The nodes and edges of a model. Nodes are spoken of by their numbers.
#[derive(Clone, Debug, Default)]
pub struct Skeleton {
    pub nodes: Vec<Node>,
    /// Where execution begins.
    pub starts: Vec<u32>,
    pub steps: Vec<Edge>,
    pub calls: Vec<Edge>,
    pub returns: Vec<Return>,
    /// Why there are runs that the nodes do not cover.
    pub hole: Option<Unknown>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Node {
    pub function: FunctionId,
    pub at: Location,
    /// Nodes of one context are of one analysis of the function from what enters it.
    pub context: u32,
    /// The number of its state.
    pub state: u32,
}

/// A step within a function, or a call from the caller's node to the callee's entry.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Edge {
    pub from: u32,
    pub to: u32,
    /// The edge of the automaton of `from`'s function.
    pub by: EdgeId,
}

/// A call that came back: the edge from the callee's exit to the node after the call, and
/// the summary that leads there from the node of the call.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Return {
    pub call: u32,
    pub exit: u32,
    pub to: u32,
    pub by: EdgeId,
}

/// Makes states able to speak of every scalar variable, also of those that the program never
/// reads: analyses say what they know of expressions that there are.
pub fn make_readable(program: &mut Program) {
    for var in program.vars.ids() {
        let ty = program.vars[var].ty;
        if program.types.is_scalar(ty) {
            let place = program.exprs.var(var, ty);
            program.exprs.load(place);
        }
    }
}

impl Model {
    /// The model that an exploration has made. `hole` says why not every run was seen.
    pub fn of(exploration: &Exploration<'_>, hole: Option<&Unknown>) -> Model {
        let (mut skeleton, ids) = Skeleton::with_ids(exploration, hole);
        let cx = exploration.cx();
        let components = exploration.product().components();
        let mut states = Vec::new();
        let mut known: FxHashMap<(u32, FunctionId, Location), u32> = FxHashMap::default();
        for (node, id) in skeleton.nodes.iter_mut().zip(ids) {
            let (function, at) = (node.function, node.at);
            node.state = *known.entry((node.state, function, at)).or_insert_with(|| {
                let parts = components.iter().zip(exploration.state(id));
                let parts = parts.map(|(component, &state)| Part {
                    words: component.show(cx, state),
                    says: component.invariant(cx, state, function, at),
                    pictures: component.pictures(cx, state, false),
                });
                let parts = parts.collect();
                states.push(State { parts });
                states.len() as u32 - 1
            });
        }
        Model {
            modules: components.iter().map(|c| c.name().to_owned()).collect(),
            states,
            skeleton,
            exchange: exploration.account(),
        }
    }
}

impl Skeleton {
    pub fn of(exploration: &Exploration<'_>, hole: Option<&Unknown>) -> Skeleton {
        Skeleton::with_ids(exploration, hole).0
    }

    /// The same with the nodes of the exploration.
    fn with_ids(exploration: &Exploration<'_>, hole: Option<&Unknown>) -> (Skeleton, Vec<NodeId>) {
        let mut skeleton = Skeleton {
            hole: hole.cloned(),
            ..Skeleton::default()
        };
        let mut ids = Vec::new();
        let mut numbers: FxHashMap<NodeId, u32> = FxHashMap::default();
        for (id, node) in exploration.nodes() {
            numbers.insert(id, ids.len() as u32);
            ids.push(id);
            skeleton.nodes.push(Node {
                function: exploration.function(id),
                at: node.at,
                context: node.context.number(),
                state: node.state,
            });
            if node.is_waiting() {
                skeleton.hole.get_or_insert_with(|| Unknown {
                    reason: Reason::Bound,
                    what: "the exploration did not come to its end".to_owned(),
                    span: Span::NONE,
                });
            }
        }
        let number = |id: NodeId| numbers.get(&exploration.standing(id)?).copied();
        let mut add = |link: Link, to: NodeId| {
            let to = number(to)?;
            let Some(parent) = link.parent() else {
                skeleton.starts.push(to);
                return Some(());
            };
            let (from, by) = (number(parent)?, link.edge()?);
            match link.exit() {
                Some(exit) => skeleton.returns.push(Return {
                    call: from,
                    exit: number(exit)?,
                    to,
                    by,
                }),
                None if link.is_entry() => skeleton.calls.push(Edge { from, to, by }),
                None => skeleton.steps.push(Edge { from, to, by }),
            }
            Some(())
        };
        for &id in &ids {
            for &link in exploration.links(id) {
                add(link, id);
            }
        }
        for (by, link) in exploration.covered() {
            add(link, by);
        }
        skeleton.tidy();
        (skeleton, ids)
    }

    /// Each edge once, in order.
    pub fn tidy(&mut self) {
        self.starts.sort_unstable();
        self.starts.dedup();
        self.steps.sort_unstable();
        self.steps.dedup();
        self.calls.sort_unstable();
        self.calls.dedup();
        self.returns.sort_unstable();
        self.returns.dedup();
    }
}
