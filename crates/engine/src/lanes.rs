//! Strategies side by side. Each *lane* is a list of stages, one after the other, on a thread
//! of its own; what one lane learns the others hear.
//!
//! Work is counted in units, never in time ([`Watch::spent`]), and lanes advance in rounds of
//! so many units: nobody begins a round before all have ended the one before. What a lane
//! decides or learns in a round the others know from the next one on, in the order of lanes.
//! So neither the verdict nor the counterexample depends on how threads are scheduled, or how
//! many processors there are: of the lanes that have an answer in the same round, the first
//! wins. Those behind it stop at once; and all do, when somebody has proved everything.

use crate::examined::Examined;
use crate::explore::Exploration;
use crate::precision::{self, Given};
use crate::task::Task;
use crate::verdict::{Answer, Unknown, Verdict};
use crate::watch::{Meter, Watch};
use properties::Property;
use solver::interruptible;
use std::mem;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

/// Units of work of a round.
const ROUND: u64 = 200_000;

/// Lines of a precision that are handed on; more would slow the others down.
const MAX_LINES: usize = 400;

/// As deep as the worker's own.
const STACK: usize = 64 << 20;

/// Answers the task's question, or a part of it.
pub type Work<'a> = dyn Fn(&Task, &mut dyn Watch) -> Answer + Sync + 'a;

/// A part of a lane's work.
pub struct Stage<'a> {
    /// A word for people.
    pub name: &'static str,
    pub run: Box<Work<'a>>,
    /// Does it begin with what others have found worth telling apart?
    pub refines: bool,
}

/// One after the other.
pub type Lane<'a> = Vec<Stage<'a>>;

/// Lets the lanes work until all is decided, or nobody has anything left to do. `known` is
/// what is known before; after a violation lanes have `patience` rounds for the other
/// properties.
pub fn side_by_side(
    task: &Task,
    known: Answer,
    lanes: &[Lane<'_>],
    patience: u64,
    watch: &mut dyn Watch,
) -> Answer {
    let board = Board {
        patience,
        state: Mutex::new(State {
            common: Common {
                answer: known,
                precision: Vec::new(),
            },
            round: 0,
            lanes: vec![Status::Working; lanes.len()],
            told: Vec::new(),
            violated_in: None,
            winner: None,
            over: false,
        }),
        changed: Condvar::new(),
        watch: Mutex::new(watch),
    };
    if let [only] = lanes {
        board.work(task, 0, only);
    } else {
        thread::scope(|scope| {
            for (number, lane) in lanes.iter().enumerate() {
                let board = &board;
                let work = move || {
                    let hurry = || board.is_lost(number);
                    interruptible(hurry, || board.work(task, number, lane));
                };
                let builder = thread::Builder::new().stack_size(STACK);
                if builder.spawn_scoped(scope, work).is_err() {
                    // The others do without it.
                    drop(board.set(number, Status::Left));
                }
            }
        });
    }
    let state = board.state.into_inner();
    let state = state.unwrap_or_else(PoisonError::into_inner);
    state.common.answer
}

/// What all lanes know.
#[derive(Clone, Default)]
struct Common {
    answer: Answer,
    precision: Vec<Given>,
}

impl Common {
    fn hear(&mut self, told: Told) {
        self.answer = mem::take(&mut self.answer).improved(told.answer);
        for line in told.precision {
            if self.precision.len() < MAX_LINES && !self.precision.contains(&line) {
                self.precision.push(line);
            }
        }
    }
}

/// What a stage came to.
#[derive(Clone)]
struct Told {
    lane: usize,
    answer: Answer,
    precision: Vec<Given>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Status {
    Working,
    /// Has ended the round.
    Waiting,
    /// Has nothing left to do.
    Left,
}

struct State {
    /// As of the end of the last round.
    common: Common,
    round: u64,
    lanes: Vec<Status>,
    /// In the round at hand.
    told: Vec<Told>,
    violated_in: Option<u64>,
    /// The first of the lanes that have decided everything in the round at hand.
    winner: Option<usize>,
    over: bool,
}

impl State {
    /// Does it matter what a lane says in the round at hand? What those behind a winner say
    /// depends on when they are stopped.
    fn counts(&self, lane: usize) -> bool {
        !self.over && self.winner.is_none_or(|winner| lane <= winner)
    }

    /// If all who count have ended the round: what was said in it becomes known.
    fn close_round(&mut self, patience: u64) {
        let mut lanes = self.lanes.iter().enumerate();
        if lanes.any(|(i, &status)| status == Status::Working && self.counts(i)) {
            return;
        }
        let mut told = mem::take(&mut self.told);
        told.retain(|told| self.counts(told.lane));
        // Of one lane, in the order in which it was said.
        told.sort_by_key(|told| told.lane);
        told.into_iter().for_each(|told| self.common.hear(told));
        if self.common.answer.is_violated() {
            self.violated_in.get_or_insert(self.round);
        }
        let is_enough = self.violated_in.is_some_and(|r| self.round - r >= patience);
        let have_left = self.lanes.iter().all(|&status| status == Status::Left);
        self.over |= self.common.answer.is_decided() || is_enough || have_left;
        self.winner = None;
        self.round += 1;
        for status in &mut self.lanes {
            if *status == Status::Waiting {
                *status = Status::Working;
            }
        }
    }
}

struct Board<'w> {
    patience: u64,
    state: Mutex<State>,
    changed: Condvar,
    watch: Mutex<&'w mut dyn Watch>,
}

impl<'w> Board<'w> {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn watch(&self) -> MutexGuard<'_, &'w mut dyn Watch> {
        self.watch.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A lane's work, from its first stage to its last.
    fn work(&self, task: &Task, number: usize, lane: &Lane<'_>) {
        let (common, is_alone) = {
            let state = self.state();
            (state.common.clone(), state.lanes.len() == 1)
        };
        let mut member = Member {
            board: self,
            number,
            common,
            units: 0,
            solver: (!is_alone).then(Meter::new),
            found: Vec::new(),
        };
        for stage in lane {
            if self.is_lost(number) {
                break;
            }
            let more = match stage.refines {
                true => member.common.precision.clone(),
                false => Vec::new(),
            };
            let left = task.left(&member.common.answer, more);
            let answer = (stage.run)(&left, &mut member);
            if member.tell(answer) {
                break;
            }
        }
    }

    /// Can nothing that a lane says be of interest any more?
    fn is_lost(&self, number: usize) -> bool {
        !self.state().counts(number)
    }

    fn set(&self, number: usize, status: Status) -> MutexGuard<'_, State> {
        let mut state = self.state();
        state.lanes[number] = status;
        state.close_round(self.patience);
        self.changed.notify_all();
        state
    }
}

/// A lane at work, and what it knows.
struct Member<'b, 'w> {
    board: &'b Board<'w>,
    number: usize,
    /// What is known to all, and what the lane itself has found since.
    common: Common,
    /// Of the round.
    units: u64,
    /// What the solver does on the lane's thread is work, too. Who is alone keeps pace with nobody.
    solver: Option<Meter>,
    /// What the stage at hand tells apart.
    found: Vec<Given>,
}

impl Member<'_, '_> {
    /// Says what a stage came to. True if that decides everything.
    fn tell(&mut self, answer: Answer) -> bool {
        let told = Told {
            lane: self.number,
            answer,
            precision: mem::take(&mut self.found),
        };
        self.common.hear(told.clone());
        let wins = self.common.answer.is_decided();
        let mut state = self.board.state();
        state.told.push(told);
        if wins && state.counts(self.number) {
            state.winner = Some(self.number);
            // Whoever is asked, a proof is the same verdict: nobody waits for the others.
            if !self.common.answer.is_violated() {
                state.common.answer = self.common.answer.clone();
                state.over = true;
                self.board.changed.notify_all();
            }
        }
        wins
    }
}

/// Whatever becomes of a lane, the others do not wait for it.
impl Drop for Member<'_, '_> {
    fn drop(&mut self) {
        drop(self.board.set(self.number, Status::Left));
    }
}

impl Watch for Member<'_, '_> {
    fn phase(&mut self, what: &str) {
        self.board.watch().phase(what);
    }

    fn decided(&mut self, property: Property, verdict: &Verdict) {
        if !self.is_settled(property) {
            self.board.watch().decided(property, verdict);
        }
    }

    fn spent(&mut self, units: u64) -> bool {
        self.units += units + self.solver.as_mut().map_or(0, Meter::more);
        while self.units >= ROUND {
            self.units -= ROUND;
            let mut state = self.board.state();
            if !state.counts(self.number) {
                return false;
            }
            let round = state.round;
            drop(state);
            state = self.board.set(self.number, Status::Waiting);
            while state.round == round && !state.over {
                let changed = self.board.changed.wait(state);
                state = changed.unwrap_or_else(PoisonError::into_inner);
            }
            self.common = state.common.clone();
        }
        !self.board.is_lost(self.number)
    }

    fn is_settled(&self, property: Property) -> bool {
        self.common.answer.decides(property)
    }

    fn refined(&mut self, what: &str) {
        self.board.watch().refined(what);
    }

    fn examined(&mut self, value: &Examined) {
        self.board.watch().examined(value);
    }

    fn wants_model(&self) -> bool {
        self.board.watch().wants_model()
    }

    fn explored(&mut self, exploration: &Exploration<'_>, hole: Option<&Unknown>) {
        if self.board.is_lost(self.number) {
            return;
        }
        let text = exploration.precision("");
        let read = text.and_then(|text| precision::read(&text, 0).ok());
        self.found
            .extend(read.into_iter().flat_map(|written| written.given));
        self.board.watch().explored(exploration, hole);
    }
}
