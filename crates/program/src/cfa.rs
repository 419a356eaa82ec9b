//! Control-flow automata: locations, and edges that carry one operation each.
//!
//! *Invariants* of a finished automaton: every location is reachable from the
//! entry along edges; locations are numbered in reverse postorder, so that a
//! smaller number comes earlier in the program except along back edges; the
//! edges leaving a location are stored together; `Skip` survives only where
//! an empty loop needs an edge, and after a label, so that nobody is at a label who
//! has not come through it.

use crate::ids::{EdgeId, ExprId, FunctionId, Id, IdVec, Location, Name, PlaceId, VarId};
use crate::source::Span;

/// How long allocated storage lives.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Storage {
    /// Until it is freed.
    Heap,
    /// Until the function returns (`alloca`).
    Frame,
    /// Until the variable's scope is left (a variable-length array; the
    /// variable holds its address).
    Scope(VarId),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Callee {
    Direct(FunctionId),
    Indirect(ExprId),
}

/// A call of a function. Where callee and call disagree (old code without
/// prototypes), an argument is converted to its parameter's type and the result
/// to the type of its place; a missing argument is indeterminate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Call {
    pub callee: Callee,
    pub arguments: Box<[ExprId]>,
    pub result: Option<PlaceId>,
}

/// One step of a program. At most one place in it is not static (see
/// [`crate::Exprs::is_static`]), so at most one memory access can go wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Op {
    Skip,
    /// Passable if the comparison `condition` yields `taken`.
    Assume {
        condition: ExprId,
        taken: bool,
    },
    /// Stores a value of the place's type; a bit-field keeps the low bits.
    Assign {
        to: PlaceId,
        value: ExprId,
    },
    /// The place holds any value: an input.
    Havoc {
        place: PlaceId,
    },
    Call(Box<Call>),
    /// Ends the function and the life of all its variables. Without a value,
    /// the result (if the function has one) is indeterminate.
    Return {
        value: Option<ExprId>,
    },
    /// Fresh indeterminate storage of `size` bytes; its address goes to `to`.
    Alloc {
        to: PlaceId,
        size: ExprId,
        storage: Storage,
    },
    Free {
        pointer: ExprId,
    },
    /// The variables begin to live, indeterminate.
    Enter {
        variables: Box<[VarId]>,
    },
    /// The variables cease to live.
    Exit {
        variables: Box<[VarId]>,
    },
    /// Makes `list` stand for the first unnamed argument.
    VaStart {
        list: PlaceId,
    },
    /// Takes the next argument, of the type of `to`.
    VaArg {
        to: PlaceId,
        list: PlaceId,
    },
    VaCopy {
        to: PlaceId,
        from: PlaceId,
    },
    VaEnd {
        list: PlaceId,
    },
    /// A construct that has no meaning here; reaching it makes the verdict unknown.
    Unsupported {
        what: Name,
    },
}

#[derive(Clone, Debug)]
pub struct Edge {
    pub from: Location,
    pub to: Location,
    pub op: Op,
    pub span: Span,
    /// No step of the program: it only keeps account of the run.
    pub ghost: bool,
}

/// The body of a function.
#[derive(Clone, Debug)]
pub struct Cfa {
    edges: IdVec<EdgeId, Edge>,
    /// The first edge leaving each location; one entry more than locations.
    first: IdVec<Location, u32>,
    loop_heads: Vec<Location>,
    labels: Vec<(Location, Name)>,
    loops: Vec<(Location, Span)>,
    errors: Vec<(Location, u32)>,
    exit: Option<Location>,
}

impl Cfa {
    pub fn entry(&self) -> Location {
        Location::new(0)
    }

    /// Where `Return` leads; None if the function never returns.
    pub fn exit(&self) -> Option<Location> {
        self.exit
    }

    pub fn location_count(&self) -> usize {
        self.first.len() - 1
    }

    pub fn locations(&self) -> impl DoubleEndedIterator<Item = Location> + use<> {
        (0..self.location_count()).map(Location::new)
    }

    pub fn edges(&self) -> impl DoubleEndedIterator<Item = (EdgeId, &Edge)> {
        self.edges.enumerate()
    }

    pub fn edge_count(&self) -> usize {
        self.edges.len()
    }

    pub fn edge(&self, id: EdgeId) -> &Edge {
        &self.edges[id]
    }

    /// The edges that leave a location, in program order.
    pub fn leaving(&self, from: Location) -> &[Edge] {
        let range = self.leaving_range(from);
        &self.edges.as_slice()[range]
    }

    pub fn leaving_ids(&self, from: Location) -> impl DoubleEndedIterator<Item = EdgeId> + use<> {
        self.leaving_range(from).map(EdgeId::new)
    }

    fn leaving_range(&self, from: Location) -> std::ops::Range<usize> {
        let next = Location::new(from.index() + 1);
        self.first[from] as usize..self.first[next] as usize
    }

    /// Targets of back edges, in order.
    pub fn loop_heads(&self) -> &[Location] {
        &self.loop_heads
    }

    pub fn is_loop_head(&self, location: Location) -> bool {
        self.loop_heads.binary_search(&location).is_ok()
    }

    /// The programmer's labels and where they stand, in order of locations.
    pub fn labels(&self) -> &[(Location, Name)] {
        &self.labels
    }

    /// The programmer's `while`, `do` and `for` statements, in order of locations:
    /// where the condition is about to be evaluated, and the statement. A loop made
    /// of jumps is none.
    pub fn loops(&self) -> &[(Location, Span)] {
        &self.loops
    }

    /// The error locations and the number of what is violated there, in order of
    /// locations. Weaving makes them; nothing leaves them.
    pub fn errors(&self) -> &[(Location, u32)] {
        &self.errors
    }

    /// What is violated at a location, if it is an error location.
    pub fn error_at(&self, location: Location) -> Option<u32> {
        let found = self.errors.binary_search_by_key(&location, |(l, _)| *l);
        found.ok().map(|i| self.errors[i].1)
    }

    /// Applies `f` to every operation, as linking does to rename ids.
    pub fn map_ops(&mut self, mut f: impl FnMut(&mut Op)) {
        for edge in self.edges.iter_mut() {
            f(&mut edge.op);
        }
    }

    /// Applies `f` to the names of the labels.
    pub fn map_labels(&mut self, mut f: impl FnMut(Name) -> Name) {
        for (_, name) in &mut self.labels {
            *name = f(*name);
        }
    }
}

/// An automaton under construction: locations and edges in any order.
#[derive(Default)]
pub struct CfaBuilder {
    edges: Vec<Edge>,
    locations: usize,
    labels: Vec<(Location, Name)>,
    loops: Vec<(Location, Span)>,
    errors: Vec<(Location, u32)>,
}

impl CfaBuilder {
    pub fn new() -> Self {
        Self::default()
    }

    /// A builder with the locations, labels and loops of another automaton, for one that
    /// differs from it in its edges.
    pub fn like(cfa: &Cfa) -> Self {
        CfaBuilder {
            locations: cfa.location_count(),
            labels: cfa.labels().to_vec(),
            loops: cfa.loops().to_vec(),
            ..Self::default()
        }
    }

    pub fn location(&mut self) -> Location {
        self.locations += 1;
        Location::new(self.locations - 1)
    }

    /// Adds an edge. Edges that leave one location keep the order of their making.
    pub fn edge(&mut self, from: Location, to: Location, op: Op, span: Span) {
        let ghost = false;
        self.edges.push(Edge {
            from,
            to,
            op,
            span,
            ghost,
        });
    }

    /// Adds an edge that is no step of the program.
    pub fn ghost_edge(&mut self, from: Location, to: Location, op: Op, span: Span) {
        self.edge(from, to, op, span);
        if let Some(edge) = self.edges.last_mut() {
            edge.ghost = true;
        }
    }

    /// Adds the like of an edge of another automaton.
    pub fn copy_edge(&mut self, from: Location, to: Location, edge: &Edge) {
        self.edges.push(Edge {
            from,
            to,
            ..edge.clone()
        });
    }

    pub fn label(&mut self, at: Location, name: Name) {
        self.labels.push((at, name));
    }

    /// A loop statement's condition is about to be evaluated at the location.
    pub fn loop_statement(&mut self, at: Location, statement: Span) {
        self.loops.push((at, statement));
    }

    /// Makes a location an error location.
    pub fn error(&mut self, at: Location, violation: u32) {
        self.errors.push((at, violation));
    }

    /// Forgets the edges and locations made since `mark` was taken.
    pub fn rewind(&mut self, mark: (usize, usize)) {
        self.edges.truncate(mark.0);
        self.locations = mark.1;
    }

    pub fn mark(&self) -> (usize, usize) {
        (self.edges.len(), self.locations)
    }

    pub fn finish(self, entry: Location, exit: Location) -> Cfa {
        let CfaBuilder {
            mut edges,
            locations,
            mut labels,
            mut loops,
            mut errors,
        } = self;
        let forward = skip_targets(&edges, locations, &labels);
        let target = |l: Location| forward[l.index()];
        let (entry, exit) = (target(entry), target(exit));

        // Group by source; a stable sort keeps program order among siblings.
        edges.retain(|e| !is_forwarded(e, &forward));
        for e in &mut edges {
            e.to = target(e.to);
        }
        edges.sort_by_key(|e| e.from);
        let first = first_edges(&edges, locations);
        let order = Order::of(&edges, &first, locations, entry);

        edges.retain(|e| order.number[e.from.index()] != UNSEEN);
        for e in &mut edges {
            e.from = order.renumber(e.from);
            e.to = order.renumber(e.to);
        }
        edges.sort_by_key(|e| e.from);
        edges.shrink_to_fit();
        labels.retain(|(l, _)| order.number[target(*l).index()] != UNSEEN);
        for (l, _) in &mut labels {
            *l = order.renumber(target(*l));
        }
        labels.sort_by_key(|(l, _)| *l);
        loops.retain(|(l, _)| order.number[target(*l).index()] != UNSEEN);
        for (l, _) in &mut loops {
            *l = order.renumber(target(*l));
        }
        loops.sort_by_key(|(l, span)| (*l, span.lo));
        errors.retain(|(l, _)| order.number[target(*l).index()] != UNSEEN);
        for (l, _) in &mut errors {
            *l = order.renumber(target(*l));
        }
        errors.sort_by_key(|(l, _)| *l);
        let mut loop_heads: Vec<_> = order.heads.iter().map(|&l| order.renumber(l)).collect();
        loop_heads.sort_unstable();
        loop_heads.dedup();
        Cfa {
            first: first_edges(&edges, order.count).into(),
            edges: edges.into(),
            loop_heads,
            labels,
            loops,
            errors,
            exit: (order.number[exit.index()] != UNSEEN).then(|| order.renumber(exit)),
        }
    }
}

const UNSEEN: u32 = u32::MAX;

fn first_edges(edges: &[Edge], locations: usize) -> Vec<u32> {
    let mut first = vec![0u32; locations + 1];
    for e in edges {
        first[e.from.index() + 1] += 1;
    }
    for i in 1..first.len() {
        first[i] += first[i - 1];
    }
    first
}

/// For each location, where control surely is after following lone skips, but not
/// beyond a label. A cycle of skips keeps one location, with its own skip to itself.
fn skip_targets(edges: &[Edge], locations: usize, labels: &[(Location, Name)]) -> Vec<Location> {
    const NONE: u32 = u32::MAX;
    const MANY: u32 = u32::MAX - 1;
    // The only edge leaving each location, if it is a skip: its target.
    let mut next = vec![NONE; locations];
    for e in edges {
        let slot = &mut next[e.from.index()];
        *slot = match (&e.op, *slot) {
            (Op::Skip, NONE) => e.to.index() as u32,
            _ => MANY,
        };
    }
    for (at, _) in labels {
        next[at.index()] = MANY;
    }
    let mut result: Vec<u32> = vec![NONE; locations];
    let mut path = Vec::new();
    for start in 0..locations as u32 {
        let mut at = start;
        while result[at as usize] == NONE {
            // A provisional self-target marks what is on the current path.
            result[at as usize] = at;
            path.push(at);
            match next[at as usize] {
                NONE | MANY => break,
                to => at = to,
            }
        }
        let end = result[at as usize];
        for l in path.drain(..) {
            result[l as usize] = end;
        }
    }
    let result = result.into_iter().map(|l| Location::new(l as usize));
    result.collect()
}

fn is_forwarded(e: &Edge, forward: &[Location]) -> bool {
    e.op == Op::Skip
        && forward[e.from.index()] != e.from
        && forward[e.to.index()] == forward[e.from.index()]
}

struct Order {
    number: Vec<u32>,
    heads: Vec<Location>,
    count: usize,
}

impl Order {
    /// Depth-first search without recursion: reverse postorder and back edges.
    fn of(edges: &[Edge], first: &[u32], locations: usize, entry: Location) -> Order {
        #[derive(Clone, Copy, PartialEq)]
        enum Mark {
            New,
            Open,
            Done,
        }
        let mut marks = vec![Mark::New; locations];
        let mut heads = Vec::new();
        let mut postorder = Vec::new();
        let successors = |l: Location| first[l.index()]..first[l.index() + 1];
        let mut stack = vec![(entry, successors(entry).rev())];
        marks[entry.index()] = Mark::Open;
        // Later successors first, so that reverse postorder lists earlier ones first.
        while let Some((at, rest)) = stack.last_mut() {
            match rest.next() {
                Some(e) => {
                    let to = edges[e as usize].to;
                    match marks[to.index()] {
                        Mark::New => {
                            marks[to.index()] = Mark::Open;
                            stack.push((to, successors(to).rev()));
                        }
                        Mark::Open => heads.push(to),
                        Mark::Done => {}
                    }
                }
                None => {
                    marks[at.index()] = Mark::Done;
                    postorder.push(*at);
                    stack.pop();
                }
            }
        }
        let mut number = vec![UNSEEN; locations];
        let count = postorder.len();
        for (i, l) in postorder.into_iter().rev().enumerate() {
            number[l.index()] = i as u32;
        }
        Order {
            number,
            heads,
            count,
        }
    }

    fn renumber(&self, l: Location) -> Location {
        Location::new(self.number[l.index()] as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assume(n: usize) -> Op {
        Op::Assume {
            condition: ExprId::new(n),
            taken: true,
        }
    }

    #[test]
    fn skips_vanish_and_locations_follow_program_order() {
        let mut b = CfaBuilder::new();
        let l: Vec<_> = (0..6).map(|_| b.location()).collect();
        // 0 -> 3; 3 -a-> 1, 3 -b-> 2; 1 -> 4; 2 -c-> 4; 4 -d-> 3 (loop)
        b.edge(l[0], l[3], Op::Skip, Span::NONE);
        b.edge(l[3], l[1], assume(0), Span::NONE);
        b.edge(l[3], l[2], assume(1), Span::NONE);
        b.edge(l[1], l[4], Op::Skip, Span::NONE);
        b.edge(l[2], l[4], assume(2), Span::NONE);
        b.edge(l[4], l[3], assume(3), Span::NONE);
        let cfa = b.finish(l[0], l[5]);
        assert_eq!(cfa.location_count(), 3);
        assert_eq!(cfa.edge_count(), 4);
        assert_eq!(cfa.loop_heads(), [cfa.entry()]);
        assert_eq!(cfa.exit(), None);
        let ops: Vec<_> = cfa.leaving(cfa.entry()).iter().map(|e| &e.op).collect();
        assert_eq!(ops, [&assume(0), &assume(1)]);
    }

    #[test]
    fn an_empty_loop_keeps_its_edge() {
        let mut b = CfaBuilder::new();
        let l: Vec<_> = (0..3).map(|_| b.location()).collect();
        b.edge(l[0], l[1], Op::Skip, Span::NONE);
        b.edge(l[1], l[0], Op::Skip, Span::NONE);
        let cfa = b.finish(l[0], l[2]);
        assert_eq!(cfa.location_count(), 1);
        assert_eq!(cfa.edge_count(), 1);
        assert_eq!(cfa.loop_heads().len(), 1);
    }
}
