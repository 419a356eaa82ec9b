//! The product of analyses: HECTOR's ⋄, composed at run time.
//!
//! A state of the product is a state of each component. On a step, a call or a return each
//! component may hear what the others know about the state before it (`exchange.rs`), all
//! from the same round, so that the order of components does not matter; the step is
//! impossible if one of them says so.

use crate::analysis::{CallStep, Cx, Gap, Question, Reply, Step};
use crate::component::{Component, StateId};
use crate::exchange::{Exchange, Ledger, Members, Occasion, Talk};
use crate::picture::Picture;
use crate::refine::{Move, Path, Refutation};
use logic::FormulaId;
use program::{FunctionId, Location};
use rustc_hash::FxHasher;
use smallvec::SmallVec;
use std::hash::{Hash, Hasher};

/// A state of each component, in their order.
pub type ProductState = SmallVec<[StateId; 4]>;

pub struct Product {
    components: Vec<Box<dyn Component>>,
    /// What each component found in the step at hand.
    found: Vec<Vec<StateId>>,
    members: Members,
    ledger: Option<Ledger>,
}

impl Product {
    pub fn new(components: Vec<Box<dyn Component>>) -> Product {
        Product::exchanging(components, Exchange::default())
    }

    /// With a way to exchange what the components know.
    pub fn exchanging(components: Vec<Box<dyn Component>>, exchange: Exchange) -> Product {
        let members = Members::new(&components, exchange);
        Product {
            found: vec![Vec::new(); components.len()],
            ledger: members.ledger(),
            members,
            components,
        }
    }

    pub fn components(&self) -> &[Box<dyn Component>] {
        &self.components
    }

    pub(crate) fn components_mut(&mut self) -> &mut [Box<dyn Component>] {
        &mut self.components
    }

    /// Who said what, and who used it; if that was recorded.
    pub fn ledger(&self) -> Option<&Ledger> {
        self.ledger.as_ref()
    }

    pub fn initial(&mut self, cx: &Cx<'_>, out: &mut Vec<ProductState>) -> Result<(), Gap> {
        for (component, found) in self.components.iter_mut().zip(&mut self.found) {
            found.clear();
            component.initial(cx, found)?;
            if found.is_empty() {
                return Ok(());
            }
        }
        self.combine(out);
        Ok(())
    }

    pub fn post(
        &mut self,
        cx: &Cx<'_>,
        state: &ProductState,
        step: &Step<'_>,
        out: &mut Vec<ProductState>,
    ) -> Result<(), Gap> {
        self.take(cx, Occasion::Step(state, step), out)
    }

    pub fn call(
        &mut self,
        cx: &Cx<'_>,
        state: &ProductState,
        call: &CallStep<'_>,
        out: &mut Vec<ProductState>,
    ) -> Result<(), Gap> {
        self.take(cx, Occasion::Call(state, call), out)
    }

    pub fn ret(
        &mut self,
        cx: &Cx<'_>,
        caller: &ProductState,
        exit: &ProductState,
        call: &CallStep<'_>,
        out: &mut Vec<ProductState>,
    ) -> Result<(), Gap> {
        self.take(cx, Occasion::Return(caller, exit, call), out)
    }

    /// Lets each component find its successors; the product's are their combinations.
    fn take(
        &mut self,
        cx: &Cx<'_>,
        occasion: Occasion<'_>,
        out: &mut Vec<ProductState>,
    ) -> Result<(), Gap> {
        let talk = Talk::new(cx, occasion, &self.members);
        for i in 0..self.components.len() {
            talk.prepare(self.components[i].as_ref(), i);
            let (before, rest) = self.components.split_at_mut(i);
            let Some((component, after)) = rest.split_first_mut() else {
                break;
            };
            let others = Others { before, after };
            let found = &mut self.found[i];
            found.clear();
            talk.take(component.as_mut(), i, &others, self.ledger.as_mut(), found)?;
            if found.is_empty() {
                return Ok(());
            }
        }
        self.combine(out);
        Ok(())
    }

    /// Lets a component exclude a path; the others say what they know in its states.
    pub fn refute(
        &mut self,
        cx: &Cx<'_>,
        which: usize,
        moves: &[Move<'_>],
        states: &[ProductState],
        insist: bool,
    ) -> Refutation {
        let (before, rest) = self.components.split_at_mut(which);
        let Some((component, after)) = rest.split_first_mut() else {
            return Refutation::Unable(String::new());
        };
        let others = Others { before, after };
        let facts = |by: usize, question: &Question| match states.get(by) {
            Some(state) => others.answer(cx, state, question),
            None => Reply::Unknown,
        };
        component.refute(cx, &Path::with(moves, insist, &facts))
    }

    /// The combinations of what the components found.
    fn combine(&self, out: &mut Vec<ProductState>) {
        let first = out.len();
        out.push(ProductState::new());
        for found in &self.found {
            let last = out.len();
            for &state in &found[1..] {
                for at in first..last {
                    let mut other = out[at].clone();
                    other.push(state);
                    out.push(other);
                }
            }
            for partial in &mut out[first..last] {
                partial.push(found[0]);
            }
        }
    }

    /// None if some component keeps the two apart.
    pub fn merge(
        &mut self,
        cx: &Cx<'_>,
        new: &ProductState,
        old: &ProductState,
    ) -> Option<ProductState> {
        let components = self.components.iter_mut().enumerate();
        components
            .map(|(i, c)| c.merge(cx, new[i], old[i]))
            .collect()
    }

    pub fn widen(
        &mut self,
        cx: &Cx<'_>,
        new: &ProductState,
        old: &ProductState,
    ) -> Option<ProductState> {
        let components = self.components.iter_mut().enumerate();
        components
            .map(|(i, c)| c.widen(cx, new[i], old[i]))
            .collect()
    }

    pub fn covered(&mut self, cx: &Cx<'_>, state: &ProductState, by: &ProductState) -> bool {
        let mut components = self.components.iter_mut().enumerate();
        components.all(|(i, c)| c.covered(cx, state[i], by[i]))
    }

    pub fn partition(&self, state: &ProductState) -> u64 {
        self.key(state, |component, state| component.partition(state))
    }

    pub fn merge_key(&self, state: &ProductState) -> u64 {
        self.key(state, |component, state| component.merge_key(state))
    }

    fn key(&self, state: &ProductState, key: impl Fn(&dyn Component, StateId) -> u64) -> u64 {
        let mut hasher = FxHasher::default();
        for (component, &state) in self.components.iter().zip(state) {
            key(component.as_ref(), state).hash(&mut hasher);
        }
        hasher.finish()
    }

    /// What the components know; of functions, those that all of them think possible.
    pub fn answer(&self, cx: &Cx<'_>, state: &ProductState, question: &Question) -> Reply {
        let (before, after) = (&self.components[..], &[][..]);
        Others { before, after }.answer(cx, state, question)
    }

    pub fn invariant(
        &self,
        cx: &Cx<'_>,
        state: &ProductState,
        function: FunctionId,
        at: Location,
    ) -> FormulaId {
        let components = self.components.iter().zip(state);
        let known: Vec<FormulaId> = components
            .filter_map(|(c, &s)| c.invariant(cx, s, function, at))
            .collect();
        cx.logic.borrow_mut().and(cx.program, known)
    }

    /// What the components know that no expression of C says.
    pub fn beyond_c(&self, state: &ProductState) -> impl Iterator<Item = &'static str> {
        let components = self.components.iter().zip(state);
        components.filter_map(|(c, &s)| c.beyond_c(s))
    }

    pub fn show(&self, cx: &Cx<'_>, state: &ProductState) -> String {
        let components = self.components.iter().zip(state);
        let shown: Vec<String> = components
            .map(|(c, &s)| c.show(cx, s))
            .filter(|text| !text.is_empty())
            .collect();
        format!("[{}]", shown.join("; "))
    }

    /// The pictures that components draw, each with what each of the others says.
    pub fn pictures(
        &self,
        cx: &Cx<'_>,
        state: &ProductState,
        all: bool,
    ) -> Vec<(Picture, Vec<String>)> {
        let mut drawn = Vec::new();
        for (i, component) in self.components.iter().enumerate() {
            let pictures = component.pictures(cx, state[i], all);
            if pictures.is_empty() {
                continue;
            }
            let others = self.components.iter().zip(state).enumerate();
            let words: Vec<String> = others
                .filter(|(j, _)| *j != i)
                .map(|(_, (c, &s))| c.show(cx, s))
                .filter(|text| !text.is_empty())
                .collect();
            drawn.extend(pictures.into_iter().map(|p| (p, words.clone())));
        }
        drawn
    }
}

/// The components of a product but one.
pub(crate) struct Others<'a> {
    before: &'a [Box<dyn Component>],
    after: &'a [Box<dyn Component>],
}

impl Others<'_> {
    pub fn count(&self) -> usize {
        self.before.len() + self.after.len()
    }

    /// The component of a number in the product of one more; None if that is the missing one,
    /// which stands between the two.
    pub fn component(&self, number: usize) -> Option<&dyn Component> {
        let found = match number.checked_sub(self.before.len()) {
            None => self.before.get(number),
            Some(0) => None,
            Some(behind) => self.after.get(behind - 1),
        };
        found.map(|c| c.as_ref())
    }

    pub fn answer(&self, cx: &Cx<'_>, state: &ProductState, question: &Question) -> Reply {
        self.answer_if(cx, state, question, &|_, _| true)
    }

    /// What those say whose answers are let pass.
    pub fn answer_if(
        &self,
        cx: &Cx<'_>,
        state: &ProductState,
        question: &Question,
        passes: &dyn Fn(usize, &Reply) -> bool,
    ) -> Reply {
        let missing = state.len() - self.count();
        let first = self.before.len();
        let before = self.before.iter().enumerate();
        let after = self.after.iter().enumerate();
        let after = after.map(|(i, c)| (first + missing + i, c));
        let mut known = Reply::Unknown;
        for (number, component) in before.chain(after) {
            let reply = component.answer(cx, state[number], question);
            if !passes(number, &reply) {
                continue;
            }
            known = match (known, reply) {
                (Reply::Unknown, reply) => reply,
                (Reply::Functions(mut some), Reply::Functions(others)) => {
                    some.retain(|f| others.contains(f));
                    Reply::Functions(some)
                }
                (known, _) => known,
            };
        }
        known
    }
}
