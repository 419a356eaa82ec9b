//! Slices from what was planned.

use crate::draft::{Act, Draft, Line};
use crate::plan::Plan;
use crate::translate::{Copy, Slicer};
use crate::{Detail, Part, Slice};
use program::{Function, FunctionId, Id, Initial, Op, QualType, Signature, VarId};
use properties::Observer;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// What of the program matters to a value.
pub struct Cut<'p, 'a> {
    slicer: Slicer<'p, 'a>,
    drafts: Vec<(Copy, Draft)>,
}

impl Cut<'_, '_> {
    /// The parts that together are the whole.
    pub fn parts(&self) -> &'static [Part] {
        match self.slicer.meeting.is_some() {
            true => &[Part::After, Part::Before],
            false => &[Part::Whole],
        }
    }

    /// The slices of some parts, in order.
    pub fn slices(self, parts: &[Part]) -> Vec<Slice> {
        let Cut { slicer, drafts } = self;
        let Some((last, others)) = parts.split_last() else {
            return Vec::new();
        };
        let others = others.iter();
        let copied = others.map(|&part| slicer.clone().finish(drafts.clone(), part));
        let mut slices: Vec<Slice> = copied.collect();
        slices.push(slicer.finish(drafts, *last));
        slices
    }
}

impl<'a> Plan<'a> {
    /// The program as the value sees it; without a value, as null does.
    pub fn cut(&self, focus: Option<usize>, detail: Detail) -> Cut<'_, 'a> {
        let copies = self.copies(focus);
        let mut slicer = Slicer::new(self, focus);
        slicer.find_flags(&copies, detail);
        slicer.find_relevant(&copies);
        slicer.drafts.clear();
        let relevant: Vec<Copy> = slicer.relevant.iter().flatten().copied().collect();
        let draft = |copy: Copy| Some((copy, slicer.draft(copy)?));
        let drafts = relevant.into_iter().filter_map(draft).collect();
        Cut { slicer, drafts }
    }

    fn copies(&self, focus: Option<usize>) -> Vec<Copy> {
        let reached = self.input.pointers.calls().reached();
        let mut copies: Vec<Copy> = reached.iter().map(|&f| (f, 0)).collect();
        if let Some(value) = focus {
            let path = self.created[value].path.iter().enumerate();
            copies.extend(path.skip(1).map(|(i, &(f, _))| (f, i)));
        }
        copies.extend(self.copies.all());
        copies
    }
}

impl Slicer<'_, '_> {
    /// Finds the copies in which something happens.
    pub(crate) fn find_effective(&mut self, copies: &[Copy]) {
        let relevant = self.relevant.take();
        let mut looked_at: Vec<Copy> = match std::mem::replace(&mut self.is_begun, true) {
            true => self.unknown.drain().collect(),
            false => copies.to_vec(),
        };
        looked_at.sort_unstable();
        for copy in looked_at {
            let returns_number = self.returns_handle(copy.0);
            let Some(mut draft) = self.sketch(copy) else {
                continue;
            };
            if !returns_number && !draft.is_effective() {
                continue;
            }
            draft.reduce();
            if returns_number || draft.is_effective() {
                self.effective.insert(copy);
                self.drafts.insert(copy, draft);
            }
        }
        self.relevant = relevant;
    }

    /// Finds the copies in which something happens, or that call such.
    pub(crate) fn find_relevant(&mut self, copies: &[Copy]) {
        self.find_effective(copies);
        let mut pending: Vec<Copy> = self.effective.iter().copied().collect();
        let program = self.plan.input.program;
        let mut callers: FxHashMap<Copy, Vec<Copy>> = FxHashMap::default();
        for &copy in copies {
            let Some(body) = &program.functions[copy.0].body else {
                continue;
            };
            for (id, edge) in body.edges() {
                if let program::Op::Call(_) = edge.op {
                    for &callee in self.plan.input.pointers.calls().callees(copy.0, id) {
                        let target = self.target(copy, id, callee);
                        callers.entry(target).or_default().push(copy);
                    }
                }
            }
        }
        let mut relevant: BTreeSet<Copy> = BTreeSet::new();
        pending.push((self.plan.input.entry, 0));
        while let Some(copy) = pending.pop() {
            if relevant.insert(copy) {
                pending.extend(callers.get(&copy).into_iter().flatten());
            }
        }
        self.relevant = Some(relevant);
        self.spares.clear();
    }

    fn finish(mut self, drafts: Vec<(Copy, Draft)>, part: Part) -> Slice {
        let relevant: Vec<Copy> = self.relevant.iter().flatten().copied().collect();
        let mut ids: FxHashMap<Copy, FunctionId> = FxHashMap::default();
        for &copy in &relevant {
            let id = match copy.1 {
                0 => copy.0,
                _ => {
                    let original = &self.plan.skeleton.functions[copy.0];
                    self.out.functions.push(original.clone())
                }
            };
            ids.insert(copy, id);
        }
        let mut edges = 0;
        for (copy, draft) in drafts {
            let body = self.only(part, draft).finish(|callee| ids[&callee]);
            edges += body.edge_count();
            let id = ids[&copy];
            self.head(copy, id);
            self.out.functions[id].body = Some(body);
        }
        let observers = self.observers();
        let subject = self.plan.subject(self.focus);
        self.forget_contents();
        Slice {
            subject,
            program: self.out,
            observers,
            functions: relevant.len(),
            edges,
        }
    }

    /// What of a draft is about a part of the value's life.
    fn only(&mut self, part: Part, mut draft: Draft) -> Draft {
        match part {
            Part::Whole => {}
            Part::Before => {
                // Nothing assigns these two but that the creation is passed, or done.
                let ends = [self.passed, self.chosen].map(|v| self.place(v));
                draft.lines.retain(|line| match line.act {
                    Act::Op(Op::Assign { to, .. }) => !ends.contains(&to),
                    _ => true,
                });
                draft.reduce();
            }
            Part::After => {
                let is_alarm = |l: &Line| matches!(l.act, Act::Final(Op::Call(_)));
                let all = std::mem::take(&mut draft.lines);
                let (alarms, lines): (Vec<Line>, Vec<Line>) = all.into_iter().partition(is_alarm);
                draft.lines = lines;
                for line in alarms {
                    let passed = self.test(self.passed, 1, true);
                    let not_passed = self.test(self.passed, 1, false);
                    let chosen = self.test(self.chosen, 0, false);
                    let way = (line.from, line.to);
                    for mut acts in [vec![passed], vec![not_passed, chosen]] {
                        acts.push(line.act.clone());
                        draft.chain(way, acts, line.span, line.ghost);
                    }
                }
            }
        }
        draft
    }

    /// Gives a copy its parameters, variables and type.
    fn head(&mut self, copy: Copy, id: FunctionId) {
        let original = &self.plan.input.program.functions[copy.0];
        let all: Vec<VarId> = original.locals.clone();
        let mut locals = Vec::new();
        for v in all {
            if self.plan.follows(self.focus, v) {
                locals.push(self.number_of(copy, v));
            } else if self.keeps(copy, v) {
                locals.push(v);
            }
        }
        for &v in &locals {
            self.out.vars[v].function = Some(id);
        }
        self.out.functions[id].locals = locals;
        // The program begins with the entry function as it is.
        if copy.0 == self.plan.input.entry {
            return;
        }
        let mut parameters = Vec::new();
        for (_, v) in self.parameters(copy) {
            let kept = match self.plan.follows(self.focus, v) {
                true => self.number_of(copy, v),
                false => v,
            };
            self.out.vars[kept].function = Some(id);
            parameters.push(kept);
        }
        let result = if self.returns_handle(copy.0) {
            QualType::plain(self.out.types.common.int)
        } else if self.returns_integer(copy.0) {
            let signature = self.out.types.signature_of(original.ty);
            let void = QualType::plain(self.out.types.common.void);
            signature.map_or(void, |s| s.result)
        } else {
            QualType::plain(self.out.types.common.void)
        };
        let types = parameters.iter().map(|&v| self.out.vars[v].declared);
        let ty = self.out.types.function(Signature {
            result,
            parameters: types.collect(),
            variadic: false,
            prototype: true,
        });
        let function: &mut Function = &mut self.out.functions[id];
        function.ty = ty;
        function.declared = ty;
        function.parameters = parameters;
    }

    fn observers(&self) -> Vec<Observer> {
        let observer = self.plan.input.observer;
        let ghost = |var: VarId, states: [&str; 2]| Observer {
            name: self.out.names[self.out.vars[var].name].to_owned(),
            state: var,
            states: states.map(str::to_owned).into(),
            initial: 0,
            tracked: None,
            integers: Vec::new(),
            sets: Vec::new(),
            controls: false,
        };
        let own = match &self.plan.members {
            Some(members) => Observer {
                state: self.member,
                states: members.states(&self.out),
                initial: 0,
                ..observer.clone()
            },
            None => observer.clone(),
        };
        let mut observers = vec![
            own,
            ghost(self.made, ["not made", "made"]),
            ghost(self.passed, ["before", "after"]),
            ghost(self.freed, ["not freed", "freed"]),
            ghost(self.jumping, ["not jumping", "jumping"]),
        ];
        for &(var, largest) in self.plan.members.iter().flat_map(|m| &m.integers) {
            observers.push(Observer {
                states: (0..=largest).map(|i| i.to_string()).collect(),
                ..ghost(var, ["", ""])
            });
        }
        if self.plan.copies.count() > 0 {
            let by_copy = (0..2 + self.plan.copies.count()).map(|i| format!("chosen {i}"));
            observers.push(Observer {
                states: by_copy.collect(),
                ..ghost(self.chosen, ["", ""])
            });
        }
        observers
    }

    /// Nobody asks what variables begin with that are not kept.
    fn forget_contents(&mut self) {
        let kept: Vec<bool> = self
            .out
            .vars
            .ids()
            .map(|v| {
                let is_new = v.index() >= self.plan.input.program.vars.len();
                is_new
                    || self.flags.contains(&v)
                    || v == self.plan.input.observer.state
                    || self.plan.input.observer.integers.contains(&v)
            })
            .collect();
        for (var, kept) in self.out.vars.iter_mut().zip(kept) {
            if !kept {
                var.initial = Initial::Indeterminate;
            }
        }
    }
}
