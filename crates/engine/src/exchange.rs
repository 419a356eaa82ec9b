//! The exchange of formulae between the analyses of a product: HECTOR's broker (thesis,
//! sections 3.6 and 4.1), lazily.
//!
//! Before a step, a call or a return each analysis may hear what the others know about the
//! states at hand. A formula is made when somebody listens, once for all listeners; who can
//! deduce something from formulae is given those of the others, until nothing new comes of
//! it. An analysis is not handed its own formulae.
//!
//! A [`Ledger`] keeps who said what and who used it. *Used* means: without it, the states
//! after the step would have been others. What is used of several formulae is a smallest
//! set of them that gives the same states, as far as leaving out one after the other, in
//! the order in which they were said, finds one.

use crate::analysis::{CallStep, Cx, Facts, Gap, Question, Reply, Step};
use crate::component::{Component, StateId};
use crate::product::{Others, ProductState};
use indexmap::{IndexMap, IndexSet};
use logic::{FormulaId, Time};
use program::{FunctionId, Location, Span};
use rustc_hash::{FxBuildHasher, FxHashSet};
use smallvec::SmallVec;
use std::cell::{Cell, OnceCell, RefCell};

/// How analyses exchange what they know.
#[derive(Clone, Debug)]
pub struct Exchange {
    /// How often those who deduce hear what the others deduced.
    pub rounds: u32,
    /// Analyses hear themselves, too. Changes nothing, unless one of them is wrong.
    pub echo: bool,
    /// It is found out who used what, which takes several times as long.
    pub record: bool,
    /// What is not passed on.
    pub blocked: Vec<Blocked>,
}

impl Default for Exchange {
    fn default() -> Exchange {
        Exchange {
            rounds: 2,
            echo: false,
            record: false,
            blocked: Vec::new(),
        }
    }
}

/// What is not passed on: of everybody, to everybody, everything, where nothing is said.
#[derive(Clone, Debug, Default)]
pub struct Blocked {
    pub from: Option<String>,
    pub to: Option<String>,
    /// The text of a formula, as the ledger has it.
    pub formula: Option<String>,
}

/// Something that an analysis said.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Said {
    Formula(FormulaId),
    Answer(Question, Answered),
}

/// A [`Reply`] that says something.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Answered {
    Int(i128),
    Address(program::VarId, i64),
    Functions(Vec<FunctionId>),
}

/// A reply that was given.
fn answered(reply: &Reply) -> Option<Answered> {
    match reply {
        Reply::Unknown => None,
        Reply::Int(value) => Some(Answered::Int(*value)),
        Reply::Address(var, offset) => Some(Answered::Address(*var, *offset)),
        Reply::Functions(functions) => Some(Answered::Functions(functions.clone())),
    }
}

/// What the analyses are about to do.
#[derive(Clone, Copy)]
pub(crate) enum Occasion<'a> {
    Step(&'a ProductState, &'a Step<'a>),
    Call(&'a ProductState, &'a CallStep<'a>),
    /// The caller's state, and that at the callee's exit.
    Return(&'a ProductState, &'a ProductState, &'a CallStep<'a>),
}

impl<'a> Occasion<'a> {
    /// The state that questions are about.
    fn state(&self) -> &'a ProductState {
        match *self {
            Occasion::Step(state, _) | Occasion::Call(state, _) | Occasion::Return(state, ..) => {
                state
            }
        }
    }

    fn step(&self) -> &'a Step<'a> {
        match *self {
            Occasion::Step(_, step) => step,
            Occasion::Call(_, call) | Occasion::Return(_, _, call) => &call.step,
        }
    }

    fn place(&self) -> (FunctionId, Location) {
        let step = self.step();
        (step.function, step.edge.from)
    }

    /// What a component has to say.
    fn share(&self, cx: &Cx<'_>, component: &dyn Component, number: usize) -> Option<FormulaId> {
        let own = component.share(cx, self.state()[number], self.step());
        let Occasion::Return(_, exit, call) = *self else {
            return own;
        };
        let body = cx.function(call.callee).body.as_ref();
        let at = body.and_then(|b| b.exit());
        let then = at.and_then(|at| component.invariant(cx, exit[number], call.callee, at));
        let mut logic = cx.logic.borrow_mut();
        let then = then.map(|formula| {
            logic.rename(cx.program, formula, |time| match time {
                Time::Before => Time::CalleeExit,
                time => time,
            })
        });
        match (own, then) {
            (Some(a), Some(b)) => Some(logic.and(cx.program, [a, b])),
            (a, b) => a.or(b),
        }
    }

    /// Lets a component do it.
    pub fn take(
        &self,
        cx: &Cx<'_>,
        component: &mut dyn Component,
        number: usize,
        facts: &Facts<'_>,
        found: &mut Vec<StateId>,
    ) -> Result<(), Gap> {
        match *self {
            Occasion::Step(state, step) => component.post(cx, state[number], step, facts, found),
            Occasion::Call(state, call) => component.call(cx, state[number], call, facts, found),
            Occasion::Return(caller, exit, call) => {
                component.ret(cx, caller[number], exit[number], call, facts, found)
            }
        }
    }
}

/// What is said on one occasion.
pub(crate) struct Talk<'a> {
    pub cx: &'a Cx<'a>,
    pub occasion: Occasion<'a>,
    members: &'a Members,
    /// What each shares, once somebody listens.
    shared: SmallVec<[OnceCell<Option<FormulaId>>; 4]>,
}

/// Who takes part in an exchange, and how.
pub(crate) struct Members {
    pub exchange: Exchange,
    names: Vec<&'static str>,
    /// Does one of them deduce something?
    deduces: bool,
}

impl Members {
    pub fn new(components: &[Box<dyn Component>], exchange: Exchange) -> Members {
        Members {
            exchange,
            names: components.iter().map(|c| c.name()).collect(),
            deduces: components.iter().any(|c| c.deduces()),
        }
    }

    pub fn ledger(&self) -> Option<Ledger> {
        self.exchange.record.then(|| Ledger {
            names: self.names.clone(),
            shared: vec![0; self.names.len()],
            used: IndexMap::default(),
        })
    }
}

impl<'a> Talk<'a> {
    pub fn new(cx: &'a Cx<'a>, occasion: Occasion<'a>, members: &'a Members) -> Talk<'a> {
        Talk {
            cx,
            occasion,
            members,
            shared: members.names.iter().map(|_| OnceCell::new()).collect(),
        }
    }

    /// A component is about to listen: what it says itself is said before, if anybody cares.
    pub fn prepare(&self, component: &dyn Component, number: usize) {
        if self.members.exchange.echo || self.members.deduces {
            self.shared(component, number);
        }
    }

    fn shared(&self, component: &dyn Component, number: usize) -> Option<FormulaId> {
        *self.shared[number].get_or_init(|| self.occasion.share(self.cx, component, number))
    }

    /// What a listener hears from the others, each conjunct with who said it.
    fn said(&self, listener: usize, others: &Others<'_>) -> Vec<(usize, FormulaId)> {
        let mut said: IndexSet<(usize, FormulaId), FxBuildHasher> = IndexSet::default();
        let mut add = |speaker: usize, formula: Option<FormulaId>| {
            let logic = self.cx.logic.borrow();
            let before = said.len();
            if let Some(formula) = formula {
                said.extend(
                    logic
                        .conjuncts(&formula)
                        .iter()
                        .map(|&part| (speaker, part)),
                );
            }
            said.len() > before
        };
        for number in 0..self.shared.len() {
            match others.component(number) {
                Some(component) => {
                    add(number, self.shared(component, number));
                }
                None if self.members.exchange.echo => {
                    add(number, self.shared[number].get().copied().flatten());
                }
                None => {}
            }
        }
        if self.members.deduces && !matches!(self.occasion, Occasion::Return(..)) {
            let own = self.shared[listener].get().copied().flatten();
            for _ in 0..self.members.exchange.rounds {
                let mut more = false;
                for number in 0..self.shared.len() {
                    let Some(component) = others.component(number).filter(|c| c.deduces()) else {
                        continue;
                    };
                    let heard = said.iter().filter(|(speaker, _)| *speaker != number);
                    let mut told: Vec<FormulaId> = heard.map(|(_, formula)| *formula).collect();
                    told.extend(own);
                    let state = self.occasion.state()[number];
                    let step = self.occasion.step();
                    let deduced = component.deduce(self.cx, state, step, &told);
                    let logic = self.cx.logic.borrow();
                    if let Some(formula) = deduced {
                        for &part in logic.conjuncts(&formula) {
                            more |= said.insert((number, part));
                        }
                    }
                }
                if !more {
                    break;
                }
            }
        }
        said.into_iter().collect()
    }

    fn is_blocked(&self, from: usize, to: usize, said: &Said) -> bool {
        self.members.exchange.blocked.iter().any(|blocked| {
            let is = |name: &Option<String>, number: usize| {
                name.as_ref()
                    .is_none_or(|name| name == self.members.names[number])
            };
            is(&blocked.from, from)
                && is(&blocked.to, to)
                && blocked
                    .formula
                    .as_ref()
                    .is_none_or(|text| *text == text_of(self.cx, said))
        })
    }

    /// Lets a component do what the occasion is, hearing what the others say but for what is
    /// left out. What it heard is put into `heard`.
    fn listen(
        &self,
        component: &mut dyn Component,
        listener: usize,
        others: &Others<'_>,
        left_out: &FxHashSet<(usize, Said)>,
        heard: Option<&RefCell<Heard>>,
        found: &mut Vec<StateId>,
    ) -> Result<(), Gap> {
        let state = self.occasion.state();
        let passes = |from: usize, said: Said| {
            let passes = (self.members.exchange.blocked.is_empty()
                || !self.is_blocked(from, listener, &said))
                && (left_out.is_empty() || !left_out.contains(&(from, said.clone())));
            if let Some(heard) = heard.filter(|_| passes) {
                heard.borrow_mut().insert((from, said));
            }
            passes
        };
        let gathered: OnceCell<Vec<FormulaId>> = OnceCell::new();
        let gather = || {
            let all = gathered.get_or_init(|| {
                let said = self.said(listener, others).into_iter();
                let passing = said.filter(|&(from, f)| passes(from, Said::Formula(f)));
                passing.map(|(_, formula)| formula).collect()
            });
            all.clone()
        };
        let plain =
            self.members.exchange.blocked.is_empty() && left_out.is_empty() && heard.is_none();
        let ask = |question: &Question| match plain {
            true => others.answer(self.cx, state, question),
            false => {
                let passes = |from: usize, reply: &Reply| match answered(reply) {
                    Some(answer) => passes(from, Said::Answer(*question, answer)),
                    None => true,
                };
                others.answer_if(self.cx, state, question, &passes)
            }
        };
        let facts = Facts {
            gather: &gather,
            ask: &ask,
            others: others.count(),
        };
        self.occasion
            .take(self.cx, component, listener, &facts, found)
    }

    /// The same, with what it needs for a ledger.
    pub fn take(
        &self,
        component: &mut dyn Component,
        listener: usize,
        others: &Others<'_>,
        ledger: Option<&mut Ledger>,
        found: &mut Vec<StateId>,
    ) -> Result<(), Gap> {
        let mut left_out = FxHashSet::default();
        let Some(ledger) = ledger else {
            return self.listen(component, listener, others, &left_out, None, found);
        };
        let heard = RefCell::new(Heard::default());
        self.listen(component, listener, others, &left_out, Some(&heard), found)?;
        let heard = heard.into_inner();
        ledger.hear(&heard);
        if heard.is_empty() {
            return Ok(());
        }
        let tried = Cell::new(0u32);
        let mut same_without = |left_out: &FxHashSet<(usize, Said)>| {
            tried.set(tried.get() + 1);
            let mut others_found = Vec::new();
            let done = self.listen(
                component,
                listener,
                others,
                left_out,
                None,
                &mut others_found,
            );
            done.is_ok() && others_found == *found
        };
        left_out.extend(heard.iter().cloned());
        if same_without(&left_out) {
            return Ok(());
        }
        left_out.clear();
        for said in &heard {
            if tried.get() >= MOST_TRIED {
                break;
            }
            left_out.insert(said.clone());
            if !same_without(&left_out) {
                left_out.remove(said);
            }
        }
        let used = heard.into_iter().filter(|said| !left_out.contains(said));
        for (from, said) in used {
            ledger.use_of(from, listener, said, self.occasion.place());
        }
        Ok(())
    }
}

/// Formulae that are left out one by one on an occasion; the others count as used.
const MOST_TRIED: u32 = 200;

/// What a component heard, in order, with who said it.
type Heard = IndexSet<(usize, Said), FxBuildHasher>;

/// The text of what was said.
fn text_of(cx: &Cx<'_>, said: &Said) -> String {
    let logic = cx.logic.borrow();
    match said {
        Said::Formula(formula) => logic
            .show_plain(cx.program, *formula, Time::Before, None)
            .to_string(),
        Said::Answer(Question::Value(expr) | Question::Callees(expr), answer) => {
            let value = match answer {
                Answered::Int(value) => value.to_string(),
                Answered::Address(var, 0) => format!("&{}", cx.program.show(*var)),
                Answered::Address(var, offset) => {
                    format!("(char *)&{} + {offset}", cx.program.show(*var))
                }
                Answered::Functions(functions) => {
                    let names = functions.iter().map(|&f| cx.program.show(f).to_string());
                    format!("one of {}", names.collect::<Vec<_>>().join(", "))
                }
            };
            format!("{} == {value}", cx.program.show(*expr))
        }
    }
}

/// Who said what, and who used it.
pub struct Ledger {
    names: Vec<&'static str>,
    /// By speaker: what was handed to somebody.
    shared: Vec<u64>,
    used: IndexMap<(usize, usize, Said), Use, FxBuildHasher>,
}

#[derive(Clone, Copy)]
struct Use {
    count: u64,
    /// Where it was used first.
    place: (FunctionId, Location),
}

/// One line of a ledger, for people.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    pub from: &'static str,
    pub to: &'static str,
    pub text: String,
    pub count: u64,
    pub span: Span,
}

/// What was exchanged, as a table (thesis, Fig. 5.5).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Account {
    /// Each analysis: its name, how much it shared, and how much of that each one used.
    pub rows: Vec<(&'static str, u64, Vec<u64>)>,
    /// What was used, the most used first.
    pub entries: Vec<Entry>,
}

impl Ledger {
    fn hear(&mut self, heard: &Heard) {
        for (from, _) in heard {
            self.shared[*from] += 1;
        }
    }

    fn use_of(&mut self, from: usize, to: usize, said: Said, place: (FunctionId, Location)) {
        let entry = self.used.entry((from, to, said));
        entry.or_insert(Use { count: 0, place }).count += 1;
    }

    pub fn account(&self, cx: &Cx<'_>) -> Account {
        let count = self.names.len();
        let rows = self.names.iter().zip(&self.shared);
        let mut rows: Vec<_> = rows
            .map(|(name, shared)| (*name, *shared, vec![0; count]))
            .collect();
        let mut entries = Vec::new();
        for ((from, to, said), used) in &self.used {
            rows[*from].2[*to] += used.count;
            let (function, at) = used.place;
            let body = cx.function(function).body.as_ref();
            let edge = body.and_then(|b| b.leaving(at).first());
            entries.push(Entry {
                from: self.names[*from],
                to: self.names[*to],
                text: text_of(cx, said),
                count: used.count,
                span: edge.map_or(Span::NONE, |e| e.span),
            });
        }
        entries.sort_by_key(|entry| std::cmp::Reverse(entry.count));
        Account { rows, entries }
    }
}
