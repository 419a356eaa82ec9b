//! Automata that keep a set of addresses, like the locks that are held, seen by one of these
//! addresses.
//!
//! Whatever the program puts into the set has a slice of its own, in which one bit says
//! whether it is inside. An address is that of a static variable, or of a place in one: it is
//! one address, in every run and at all times; others (of blocks, say) are not followed. A
//! number of the slice says whether a pointer leads into the variable; where in it is a
//! matter of the points-to analysis. Null is an address like any other, and the affair of the
//! slice without a value. There, the number 1 means an address that is neither null nor in a
//! variable, of which nothing is known.
//!
//! What the automaton says of other addresses than the one that is watched is told by their
//! slices.

use crate::Input;
use crate::calls::product;
use crate::draft::Act;
use crate::handles::{NULL, Number, WATCHED};
use crate::memory::without_casts;
use crate::plan::{Created, Plan, Refusal};
use crate::translate::{Copy, Slicer, Ways, nothing};
use pointers::{Object, ObjectId, Offsets, Target};
use program::{
    ArrayLength, BinaryOp, Callee, Cfa, Edge, EdgeId, Expr, ExprId, FunctionId, Initial, Op, Place,
    PlaceId, Program, Type, VarId,
};
use properties::Set;
use rustc_hash::{FxHashMap, FxHashSet};

/// What the automaton asks of its set; `is` tells what it means that the answer is yes.
enum Asked {
    Contains {
        element: ExprId,
        is: bool,
    },
    Empty {
        is: bool,
    },
    /// Is a slot used?
    Slot,
}

/// What becomes of the set.
enum Change {
    Add(ExprId),
    Remove(ExprId),
    /// The affair of another slot, or the rest of an addition.
    Nothing,
}

/// The set of an automaton, as the program uses it.
pub(crate) struct Members {
    set: Set,
    asked: FxHashMap<ExprId, Asked>,
    changes: FxHashMap<(FunctionId, EdgeId), Change>,
    /// The addresses that may be in it: an object and an offset each.
    pub addresses: Vec<(ObjectId, i64)>,
    /// Elements that may be others.
    unfollowed: FxHashSet<ExprId>,
    /// The pointers from which elements are found.
    pub pointers: Vec<ExprId>,
    /// The largest values of integers of the automaton that are only given small ones.
    pub integers: Vec<(VarId, usize)>,
}

impl Members {
    pub fn find(input: &Input<'_>) -> Result<Members, Refusal> {
        let (program, observer) = (input.program, input.observer);
        let [set] = observer.sets[..] else {
            return Err(Refusal::NoInstances);
        };
        let begins_empty = matches!(program.vars[set.used].initial, Initial::Zero);
        if observer.states.len() != 1 || !begins_empty {
            return Err(Refusal::Variables);
        }
        let mut members = Members {
            set,
            asked: FxHashMap::default(),
            changes: FxHashMap::default(),
            addresses: Vec::new(),
            unfollowed: FxHashSet::default(),
            pointers: Vec::new(),
            integers: Vec::new(),
        };
        let mut given: Vec<(VarId, ExprId)> = Vec::new();
        for &function in input.pointers.calls().reached() {
            let body = program.functions[function].body.as_ref();
            let edges = body.into_iter().flat_map(Cfa::edges);
            for (id, edge) in edges.filter(|(_, e)| e.ghost) {
                match edge.op {
                    Op::Assume { condition, .. } => {
                        let asked = set_question(program, set, condition);
                        if let Some(Asked::Contains { element, .. }) = asked {
                            members.add(input, element)?;
                        }
                        members.asked.extend(asked.map(|a| (condition, a)));
                    }
                    Op::Assign { to, value } => {
                        let root = program.exprs.root(to);
                        let own = root.filter(|v| observer.integers.contains(v));
                        given.extend(own.map(|v| (v, value)));
                        if root != Some(set.used) && root != Some(set.values) {
                            continue;
                        }
                        let change = change(program, set, to, value).ok_or(Refusal::Variables)?;
                        if let Change::Add(element) | Change::Remove(element) = change {
                            members.add(input, element)?;
                        }
                        members.changes.insert((function, id), change);
                    }
                    _ => {}
                }
            }
        }
        members.integers = small(input, &given);
        match members.addresses.is_empty() && !members.unfollowed.is_empty() {
            true => Err(Refusal::Values),
            false => Ok(members),
        }
    }

    /// Notes what an element may be, and from which pointer it is found.
    fn add(&mut self, input: &Input<'_>, element: ExprId) -> Result<(), Refusal> {
        let program = input.program;
        let inner = without_casts(program, element);
        let is_null = program.exprs.int_value(inner) == Some(0);
        if !is_null && !program.types.is_pointer(program.exprs.ty(inner)) {
            return Err(Refusal::Values);
        }
        for target in input.pointers.points_to(program, element) {
            let address = (target.object, target.offsets.start());
            if !is_one_address(input, target) {
                self.unfollowed.insert(element);
            } else if !self.addresses.contains(&address) {
                self.addresses.push(address);
            }
        }
        let mut pointer = inner;
        while let Expr::Address(place) = program.exprs.get(pointer)
            && let Some((base, _)) = input.pointers.through(program, place)
        {
            pointer = without_casts(program, base);
        }
        self.pointers.push(pointer);
        Ok(())
    }

    /// The slices that there are.
    pub fn subjects(&self, input: &Input<'_>) -> Vec<Created> {
        let subject = |&(object, offset): &(ObjectId, i64)| Created {
            object,
            offset,
            path: Vec::new(),
            span: match input.pointers.object(object) {
                Object::Var(v) => input.program.vars[v].span,
                _ => program::Span::NONE,
            },
        };
        self.addresses.iter().map(subject).collect()
    }

    /// May an address in the object be in the set?
    pub fn is_in(&self, object: ObjectId) -> bool {
        self.addresses.iter().any(|a| a.0 == object)
    }

    /// The two states of the automaton in a slice.
    pub fn states(&self, program: &Program) -> Vec<String> {
        let full = &program.names[program.vars[self.set.values].name];
        let name = full.rsplit("::").next().unwrap_or(full);
        vec![format!("not {name}"), name.to_owned()]
    }
}

/// The integers of the automaton that begin with nought and are given small constants.
fn small(input: &Input<'_>, given: &[(VarId, ExprId)]) -> Vec<(VarId, usize)> {
    const LARGEST: i128 = 7;
    let mut found = Vec::new();
    for &var in &input.observer.integers {
        let values = given.iter().filter(|(v, _)| *v == var);
        let values = values.map(|&(_, value)| input.program.exprs.int_value(value));
        let values: Option<Vec<i128>> = values.collect();
        let begins = matches!(input.program.vars[var].initial, Initial::Zero);
        if let Some(values) = values
            && begins
            && values.iter().all(|v| (0..=LARGEST).contains(v))
        {
            found.push((var, values.into_iter().max().unwrap_or(0) as usize));
        }
    }
    found
}

/// Is the target one address, which no other object has?
fn is_one_address(input: &Input<'_>, target: Target) -> bool {
    let Object::Var(v) = input.pointers.object(target.object) else {
        return false;
    };
    let var = &input.program.vars[v];
    let size = input.program.object_size(v).unwrap_or(0);
    let at = target.offsets.start();
    // One past the end may be another variable.
    let is_inside = target.offsets.is_exact() && at >= 0 && (at as u64) < size;
    is_inside && var.kind.is_static() && !var.thread_local && !var.weak
}

/// The set's array and the slot that a place is.
fn slot(program: &Program, place: PlaceId) -> Option<(VarId, i128)> {
    let Place::Index(array, index) = program.exprs.place(place) else {
        return None;
    };
    let Place::Var(v) = program.exprs.place(array) else {
        return None;
    };
    Some((v, program.exprs.int_value(index)?))
}

fn loads_slot(program: &Program, expr: ExprId, wanted: (VarId, i128)) -> bool {
    match program.exprs.get(expr) {
        Expr::Load(place) => slot(program, place) == Some(wanted),
        _ => false,
    }
}

/// The element of `used[i] & values[i] == element` (or `!=`).
fn element_at(program: &Program, set: Set, i: i128, op: BinaryOp, expr: ExprId) -> Option<ExprId> {
    let Expr::Binary(BinaryOp::And, used, compared) = program.exprs.get(expr) else {
        return None;
    };
    let Expr::Binary(found, value, element) = program.exprs.get(compared) else {
        return None;
    };
    let is_slot = loads_slot(program, used, (set.used, i)) && found == op;
    (is_slot && loads_slot(program, value, (set.values, i))).then_some(element)
}

/// Recognises what is asked of the set. What is not recognised is a choice.
fn set_question(program: &Program, set: Set, condition: ExprId) -> Option<Asked> {
    let Expr::Binary(op @ (BinaryOp::Eq | BinaryOp::Ne), mut chain, zero) =
        program.exprs.get(condition)
    else {
        return None;
    };
    if program.exprs.int_value(zero) != Some(0) {
        return None;
    }
    let is = op == BinaryOp::Ne;
    let mut terms = Vec::new();
    while let Expr::Binary(BinaryOp::Or, rest, term) = program.exprs.get(chain) {
        terms.push(term);
        chain = rest;
    }
    if program.exprs.int_value(chain) != Some(0) {
        terms.push(chain);
    }
    terms.reverse();
    let is_used = |(i, &term): (usize, &ExprId)| loads_slot(program, term, (set.used, i as i128));
    if let [term] = terms[..]
        && let Expr::Load(place) = program.exprs.get(term)
        && slot(program, place).is_some_and(|(array, _)| array == set.used)
    {
        return is.then_some(Asked::Slot);
    }
    let Type::Array { length, .. } = program.types.get(program.vars[set.used].ty) else {
        return None;
    };
    if length != ArrayLength::Fixed(terms.len() as u64) {
        return None;
    }
    if terms.iter().enumerate().all(is_used) {
        return Some(Asked::Empty { is: !is });
    }
    let mut elements = terms
        .iter()
        .enumerate()
        .map(|(i, &term)| element_at(program, set, i as i128, BinaryOp::Eq, term));
    let element = elements.next()??;
    let same = elements.all(|other| other == Some(element));
    same.then_some(Asked::Contains { element, is })
}

fn change(program: &Program, set: Set, to: PlaceId, value: ExprId) -> Option<Change> {
    let (array, i) = slot(program, to)?;
    if array == set.values {
        return Some(match i {
            0 => Change::Add(value),
            _ => Change::Nothing,
        });
    }
    if program.exprs.int_value(value) == Some(1) {
        return Some(Change::Nothing);
    }
    let element = element_at(program, set, i, BinaryOp::Ne, value)?;
    Some(match i {
        0 => Change::Remove(element),
        _ => Change::Nothing,
    })
}

impl Plan<'_> {
    /// What a variable begins with, as a number.
    pub(crate) fn number_of_constant(&self, focus: Option<usize>, value: ExprId) -> Number {
        match self.number(focus, value) {
            Number::Of(_) => Number::Any,
            number => number,
        }
    }

    fn leads_to_alarm(&self, body: &Cfa, edge: &Edge) -> bool {
        let program = self.input.program;
        let leaving = body.leaving(edge.to);
        let is_alarm = |edge: &Edge| match &edge.op {
            Op::Call(call) => match call.callee {
                Callee::Direct(f) => program.alarm(f).is_some(),
                Callee::Indirect(_) => false,
            },
            _ => false,
        };
        !leaving.is_empty() && leaving.iter().all(is_alarm)
    }
}

impl Slicer<'_, '_> {
    /// What an operation of the automaton on its set means; None if it is none.
    pub(crate) fn set_operation(&mut self, copy: Copy, id: EdgeId) -> Option<Ways> {
        let plan = self.plan;
        let members = plan.members.as_ref()?;
        let body = plan.input.program.functions[copy.0].body.as_ref()?;
        let edge = body.edge(id);
        let Op::Assume { condition, taken } = edge.op else {
            let (element, inside) = match *members.changes.get(&(copy.0, id))? {
                Change::Add(element) => (element, 1),
                Change::Remove(element) => (element, 0),
                Change::Nothing => return Some(nothing()),
            };
            let mut ways = Vec::new();
            for (acts, is_watched) in self.is_watched(copy, element) {
                let then = match is_watched {
                    true => vec![vec![self.set(self.member, inside)]],
                    false => nothing(),
                };
                ways.extend(product(vec![acts], then));
            }
            return Some(ways);
        };
        let mut ways = Vec::new();
        match *members.asked.get(&condition)? {
            Asked::Contains { element, is } => {
                for (acts, is_watched) in self.is_watched(copy, element) {
                    if is_watched {
                        let test = self.test(self.member, 1, is == taken);
                        ways.extend(product(vec![acts], vec![vec![test]]));
                    } else if !plan.leads_to_alarm(body, edge) {
                        ways.push(acts);
                    }
                }
            }
            Asked::Empty { is } if is == taken => ways.push(vec![self.test(self.member, 0, true)]),
            Asked::Empty { .. } if plan.leads_to_alarm(body, edge) => {
                ways.push(vec![self.test(self.member, 1, true)]);
            }
            Asked::Empty { .. } => ways = nothing(),
            // There is always room, and the first slot is for what is watched.
            Asked::Slot if taken => {}
            Asked::Slot => ways = nothing(),
        }
        Some(ways)
    }

    /// The ways in which an element is the address that is watched, or is not.
    fn is_watched(&mut self, copy: Copy, element: ExprId) -> Vec<(Vec<Act>, bool)> {
        match self.focus {
            Some(value) => self.is_address(copy, element, value),
            None => self.is_null(copy, element),
        }
    }

    fn is_address(&mut self, copy: Copy, element: ExprId, value: usize) -> Vec<(Vec<Act>, bool)> {
        let (input, created) = (self.plan.input, &self.plan.created[value]);
        let targets = match self.plan.copies.only_target(input, copy, element) {
            Some(target) => vec![target],
            None => input.pointers.points_to(input.program, element),
        };
        let at = Offsets::exact(created.offset);
        let is_unknown = |t: &Target| input.pointers.object(t.object) == Object::Environment;
        if targets.iter().any(is_unknown) {
            return vec![(Vec::new(), true), (Vec::new(), false)];
        }
        let own = targets.iter().filter(|t| t.object == created.object);
        let own: Vec<Offsets> = own.map(|t| t.offsets).collect();
        if !own.iter().any(|o| o.overlaps(1, at, 1)) {
            return vec![(Vec::new(), false)];
        }
        let mut ways = Vec::new();
        for (acts, number) in self.numbers(copy, element) {
            match number {
                Number::Of(v) => {
                    let own = self.number_of(copy, v);
                    for is in [true, false] {
                        let test = self.test(own, WATCHED, is);
                        ways.push(([&acts[..], &[test]].concat(), is));
                    }
                }
                Number::Watched => ways.push((acts, true)),
                Number::Any => ways.extend([(acts.clone(), true), (acts, false)]),
                Number::Null | Number::Other | Number::Foreign | Number::Unwatched => {
                    ways.push((acts, false));
                }
            }
        }
        // It leads into the variable, but perhaps to another place there.
        if own[..] != [at] {
            let elsewhere: Vec<_> = ways.iter().filter(|w| w.1).cloned().collect();
            ways.extend(elsewhere.into_iter().map(|(acts, _)| (acts, false)));
        }
        ways
    }

    fn is_null(&mut self, copy: Copy, element: ExprId) -> Vec<(Vec<Act>, bool)> {
        let (plan, input) = (self.plan, self.plan.input);
        let what = "an address that is neither null nor that of a place in a static variable";
        let unknown = [self.unsupported(what)];
        let mut pointer = plan.converted(element);
        let mut is_same = true;
        while let Expr::Address(place) = input.program.exprs.get(pointer)
            && let Some((base, by)) = input.pointers.through(input.program, place)
        {
            is_same &= by == Offsets::exact(0);
            pointer = plan.converted(base);
        }
        let null = match is_same {
            true => Vec::new(),
            false => unknown.to_vec(),
        };
        let mut ways = Vec::new();
        let mut way = |acts: &[Act], more: &[Act], is: bool| {
            ways.push(([acts, more].concat(), is));
        };
        let members = plan.members.as_ref();
        if members.is_some_and(|m| m.unfollowed.contains(&element)) {
            way(&[], &unknown, true);
        }
        for (acts, number) in self.numbers(copy, pointer) {
            match number {
                Number::Null => way(&acts, &null, true),
                Number::Watched => way(&acts, &unknown, true),
                Number::Other | Number::Foreign => way(&acts, &[], false),
                Number::Of(v) => {
                    let own = self.number_of(copy, v);
                    let is_null = self.test(own, NULL, true);
                    way(&acts, &[&[is_null][..], &null].concat(), true);
                    let is_number = self.test(own, WATCHED, true);
                    way(&acts, &[&[is_number][..], &unknown].concat(), true);
                    let others = [self.test(own, NULL, false), self.test(own, WATCHED, false)];
                    way(&acts, &others, false);
                }
                Number::Unwatched | Number::Any => {
                    way(&acts, &null, true);
                    way(&acts, &[], false);
                    if number == Number::Any {
                        way(&acts, &unknown, true);
                    }
                }
            }
        }
        ways
    }
}
