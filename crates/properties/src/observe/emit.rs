//! Plans become ghost edges.

use super::matching::Literal;
use super::plan::{Candidate, Moment, Plan};
use super::terms::Deed;
use super::{Made, Scribe};
use crate::automaton::{Kind, Target};
use program::{
    BinaryOp, Call, Callee, CfaBuilder, Expr, ExprId, FunctionId, IntKind, Location, Op, PlaceId,
    Span,
};

/// Where the edges of one automaton at one moment go.
struct Site {
    automaton: usize,
    function: FunctionId,
    span: Span,
    /// Where everything goes on.
    out: Location,
}

impl Scribe<'_> {
    /// Moves the automata one after the other.
    pub(super) fn emit(
        &mut self,
        b: &mut CfaBuilder,
        function: FunctionId,
        from: Location,
        plans: &[Plan<'_>],
        moment: &Moment<'_>,
    ) -> Made<Location> {
        let mut from = from;
        for plan in plans {
            let site = Site {
                automaton: plan.automaton,
                function,
                span: moment.span(),
                out: b.location(),
            };
            self.automaton_moves(b, from, plan, &site);
            from = site.out;
        }
        Ok(from)
    }

    fn automaton_moves(
        &mut self,
        b: &mut CfaBuilder,
        from: Location,
        plan: &Plan<'_>,
        site: &Site,
    ) {
        let automaton = &self.specification.automata[plan.automaton];
        let mut at = self.renew(b, from, plan, site);
        for (state, candidates) in &plan.states {
            let inside = match automaton.states.len() {
                1 => std::mem::replace(&mut at, site.out),
                _ => {
                    let is = self.is_state(plan.automaton, *state);
                    let inside = b.location();
                    at = self.test(b, at, inside, is, site.span);
                    inside
                }
            };
            match automaton.states[*state].all {
                true => self.all_matches(b, inside, candidates, site),
                false => self.first_match(b, inside, candidates, site),
            }
        }
        if at != site.out {
            b.ghost_edge(at, site.out, Op::Skip, site.span);
        }
    }

    fn is_state(&mut self, automaton: usize, state: usize) -> Literal {
        let current = self.load(self.ghosts[automaton].state);
        let number = self.int(state as i128, self.program.types.common.int);
        (self.binary(BinaryOp::Eq, current, number), true)
    }

    /// Stops watching a value that is created again.
    fn renew(
        &mut self,
        b: &mut CfaBuilder,
        from: Location,
        plan: &Plan<'_>,
        site: &Site,
    ) -> Location {
        let mut at = from;
        let initial = self.specification.automata[plan.automaton].initial;
        for conditions in &plan.renewals {
            let (watching, again, next) = (b.location(), b.location(), b.location());
            let (is_initial, _) = self.is_state(plan.automaton, initial);
            let idle = self.test(b, at, watching, (is_initial, false), site.span);
            b.ghost_edge(idle, next, Op::Skip, site.span);
            let other = self.test_all(b, watching, again, conditions, site.span);
            if let Some(other) = other {
                b.ghost_edge(other, next, Op::Skip, site.span);
            }
            self.enter(b, again, next, initial, site);
            at = next;
        }
        at
    }

    fn enter(
        &mut self,
        b: &mut CfaBuilder,
        from: Location,
        to: Location,
        state: usize,
        site: &Site,
    ) {
        let ghost = self.ghosts[site.automaton].state;
        let place = self.place(ghost);
        let value = self.int(state as i128, self.program.types.common.int);
        b.ghost_edge(from, to, Op::Assign { to: place, value }, site.span);
    }

    // `USEFIRST`.

    fn first_match(
        &mut self,
        b: &mut CfaBuilder,
        from: Location,
        candidates: &[Candidate<'_>],
        site: &Site,
    ) {
        let observer = self.specification.automata[site.automaton].kind == Kind::Observer;
        let mut at = Some(from);
        for candidate in candidates {
            let Some(from) = at else {
                return;
            };
            let matched = b.location();
            at = self.test_all(b, from, matched, &candidate.conditions, site.span);
            let asserted = self.assertions(b, matched, candidate, site);
            let assumed = b.location();
            let assumptions = &candidate.assumptions;
            if let Some(failed) = self.test_all(b, asserted, assumed, assumptions, site.span) {
                match (observer, at) {
                    // An observer takes no run away: it looks further.
                    (true, Some(at)) => b.ghost_edge(failed, at, Op::Skip, site.span),
                    (true, None) => at = Some(failed),
                    (false, _) => self.cut(b, failed, site.span),
                }
            }
            self.act(b, assumed, candidate, site);
        }
        if let Some(at) = at {
            b.ghost_edge(at, site.out, Op::Skip, site.span);
        }
    }

    // `USEALL`.

    fn all_matches(
        &mut self,
        b: &mut CfaBuilder,
        from: Location,
        candidates: &[Candidate<'_>],
        site: &Site,
    ) {
        let span = site.span;
        // An error that can happen is found, whatever else could happen.
        let mut from = from;
        for candidate in candidates {
            let is_error = self.error_of(candidate, site).is_some();
            if !is_error && candidate.assertions.is_empty() {
                continue;
            }
            let (matched, next) = (b.location(), b.location());
            if let Some(other) = self.test_all(b, from, matched, &candidate.conditions, span) {
                b.ghost_edge(other, next, Op::Skip, span);
            }
            let at = self.assertions(b, matched, candidate, site);
            if is_error {
                let wrong = b.location();
                if let Some(fine) = self.test_all(b, at, wrong, &candidate.assumptions, span) {
                    b.ghost_edge(fine, next, Op::Skip, span);
                }
                self.act(b, wrong, candidate, site);
            } else {
                b.ghost_edge(at, next, Op::Skip, span);
            }
            from = next;
        }
        let others = candidates
            .iter()
            .filter(|c| c.transition.target != Target::Stop && self.error_of(c, site).is_none());
        let others: Vec<&Candidate<'_>> = others.collect();
        let left = self.choices(b, from, &others, site);
        // Nothing can be taken.
        let Some(mut left) = left else {
            return;
        };
        if self.specification.automata[site.automaton].kind == Kind::Control {
            for candidate in candidates {
                let matched = b.location();
                let rest = self.test_all(b, left, matched, &candidate.conditions, span);
                self.cut(b, matched, span);
                match rest {
                    Some(rest) => left = rest,
                    None => return,
                }
            }
        }
        b.ghost_edge(left, site.out, Op::Skip, span);
    }

    /// Takes any of the transitions that can be taken; gives the location where none
    /// can.
    fn choices(
        &mut self,
        b: &mut CfaBuilder,
        from: Location,
        candidates: &[&Candidate<'_>],
        site: &Site,
    ) -> Option<Location> {
        let span = site.span;
        let mut fresh = Some(from);
        // Where a transition could have been taken, but another one is to be.
        let mut declined: Option<Location> = None;
        for (i, candidate) in candidates.iter().enumerate() {
            let rivals = candidates[i + 1..].iter();
            let rivals = rivals.filter(|r| !candidate.does_the_same(r));
            let mut rivals = rivals.filter(|r| !candidate.excludes(r, &self.program));
            let has_rival = rivals.next().is_some();
            let needed = [candidate.conditions.clone(), candidate.assumptions.clone()].concat();
            let (can, taken) = (b.location(), b.location());
            let mut later = Vec::new();
            if let Some(at) = fresh {
                fresh = self.test_all(b, at, can, &needed, span);
            }
            if let Some(at) = declined {
                later.extend(self.test_all(b, at, can, &needed, span));
            }
            match has_rival {
                true => later.push(self.choose(b, can, taken, site)),
                false => b.ghost_edge(can, taken, Op::Skip, span),
            }
            declined = None;
            if !later.is_empty() {
                let join = b.location();
                for at in later {
                    b.ghost_edge(at, join, Op::Skip, span);
                }
                declined = Some(join);
            }
            self.act(b, taken, candidate, site);
        }
        if let Some(at) = declined {
            self.cut(b, at, span);
        }
        fresh
    }

    /// A ghost choice: `chosen`, or the location that is returned.
    fn choose(
        &mut self,
        b: &mut CfaBuilder,
        from: Location,
        chosen: Location,
        site: &Site,
    ) -> Location {
        let char = self.program.types.int_type(IntKind::UChar);
        let known = self.choices.get(&site.function).copied();
        let var = known.unwrap_or_else(|| {
            let name = "__concord_choice";
            let var = self.ghost_local(name, char, site.function);
            self.choices.insert(site.function, var);
            var
        });
        let place = self.place(var);
        let made = b.location();
        b.ghost_edge(from, made, Op::Havoc { place }, site.span);
        let int = self.program.types.common.int;
        let value = self.program.exprs.load(place);
        let value = self.program.exprs.cast(&self.program.types, value, int);
        let (one, zero) = (self.int(1, int), self.int(0, int));
        let bit = self.binary(BinaryOp::And, value, one);
        let condition = self.binary(BinaryOp::Ne, bit, zero);
        self.test(b, made, chosen, (condition, true), site.span)
    }

    // What happens when a transition is taken.

    /// What is said if taking the transition is an error.
    fn error_of(&self, candidate: &Candidate<'_>, site: &Site) -> Option<String> {
        let automaton = &self.specification.automata[site.automaton];
        match &candidate.transition.target {
            Target::Error(Some(text)) => Some(self.message(text, candidate, site)),
            Target::Error(None) => Some(format!("automaton `{}` says error", automaton.name)),
            Target::State(state) if automaton.states[*state].target => {
                let state = &automaton.states[*state].name;
                Some(format!("automaton `{}` comes to `{state}`", automaton.name))
            }
            Target::State(_) | Target::Stop | Target::Break => None,
        }
    }

    /// The text with what `$location`, `$line`, `$rawstatement` and `$1` stand for.
    fn message(&self, text: &str, candidate: &Candidate<'_>, site: &Site) -> String {
        let mut message = String::new();
        let mut rest = text;
        while let Some(at) = rest.find('$') {
            message.push_str(&rest[..at]);
            rest = &rest[at + 1..];
            let end = rest.find(|c: char| !c.is_ascii_alphanumeric());
            let word = &rest[..end.unwrap_or(rest.len())];
            let place = self.program.sources.position(site.span);
            let number = word.parse().ok();
            let found = match word.to_ascii_lowercase().as_str() {
                "location" => place.map(|p| format!("{}:{}", p.file, p.line)),
                "line" => place.map(|p| p.line.to_string()),
                "file" => place.map(|p| p.file.to_owned()),
                "rawstatement" => Some(self.source_text(site.span)),
                _ => number
                    .and_then(|n: u32| candidate.bound.get(&n))
                    .map(|&e| self.program.show(e).to_string()),
            };
            match found {
                Some(found) => {
                    message.push_str(&found);
                    rest = &rest[word.len()..];
                }
                None => message.push('$'),
            }
        }
        message + rest
    }

    fn act(&mut self, b: &mut CfaBuilder, from: Location, candidate: &Candidate<'_>, site: &Site) {
        let span = site.span;
        if let Some(message) = self.error_of(candidate, site) {
            return self.raise(b, from, message, site);
        }
        let state = match candidate.transition.target {
            Target::State(state) => state,
            Target::Error(_) => return,
            Target::Stop => return self.cut(b, from, span),
            Target::Break => {
                let name = &self.specification.automata[site.automaton].name;
                let what = format!("BREAK of automaton {name}");
                return self.unsupported(b, from, &what, span);
            }
        };
        let mut at = from;
        if let (Some(value), Some(tracked)) =
            (candidate.created, self.ghosts[site.automaton].tracked)
        {
            let chosen = b.location();
            let other = self.choose(b, at, chosen, site);
            b.ghost_edge(other, site.out, Op::Skip, span);
            let to = self.place(tracked);
            at = b.location();
            b.ghost_edge(chosen, at, Op::Assign { to, value }, span);
        }
        for deed in &candidate.deeds {
            at = match *deed {
                Deed::Assign(var, value) => {
                    let to = self.place(var);
                    let next = b.location();
                    b.ghost_edge(at, next, Op::Assign { to, value }, span);
                    next
                }
                Deed::Add(set, element) => self.add(b, at, set, element, span),
                Deed::Remove(set, element) => self.remove(b, at, set, element, span),
            };
        }
        match self.specification.automata[site.automaton].states.len() {
            1 => b.ghost_edge(at, site.out, Op::Skip, span),
            _ => self.enter(b, at, site.out, state, site),
        }
    }

    /// Passes if all assertions hold; the others are errors.
    fn assertions(
        &mut self,
        b: &mut CfaBuilder,
        from: Location,
        candidate: &Candidate<'_>,
        site: &Site,
    ) -> Location {
        let mut from = from;
        for ways in &candidate.assertions {
            let held = b.location();
            let mut at = Some(from);
            for way in ways {
                if let Some(from) = at {
                    at = self.test_all(b, from, held, way, site.span);
                }
            }
            if let Some(failed) = at {
                let name = &self.specification.automata[site.automaton].name;
                let message = format!("an assertion of automaton `{name}` fails");
                self.raise(b, failed, message, site);
            }
            from = held;
        }
        from
    }

    fn raise(&mut self, b: &mut CfaBuilder, from: Location, message: String, site: &Site) {
        let alarm = self.alarm(site.automaton, message);
        self.call(b, from, alarm, site.span);
    }

    /// No run goes on here.
    fn cut(&mut self, b: &mut CfaBuilder, from: Location, span: Span) {
        let infeasible = self.infeasible();
        self.call(b, from, infeasible, span);
    }

    fn call(&mut self, b: &mut CfaBuilder, from: Location, function: FunctionId, span: Span) {
        let nowhere = b.location();
        let op = Op::Call(Box::new(Call {
            callee: Callee::Direct(function),
            arguments: Box::new([]),
            result: None,
        }));
        b.ghost_edge(from, nowhere, op, span);
    }

    // Branches.

    /// Goes to `yes` if the literal holds; gives the location where it does not.
    pub(super) fn test(
        &mut self,
        b: &mut CfaBuilder,
        from: Location,
        yes: Location,
        (condition, truth): Literal,
        span: Span,
    ) -> Location {
        let no = b.location();
        for (to, taken) in [(yes, truth), (no, !truth)] {
            b.ghost_edge(from, to, Op::Assume { condition, taken }, span);
        }
        no
    }

    /// Goes to `yes` if all literals hold; gives the location where one does not,
    /// if that is possible.
    fn test_all(
        &mut self,
        b: &mut CfaBuilder,
        from: Location,
        yes: Location,
        literals: &[Literal],
        span: Span,
    ) -> Option<Location> {
        let mut at = from;
        let mut no = None;
        for &literal in literals {
            let known = self.program.exprs.int_value(literal.0);
            if known.is_some_and(|v| (v != 0) == literal.1) {
                continue;
            }
            let next = b.location();
            let failed = self.test(b, at, next, literal, span);
            match no {
                None => no = Some(failed),
                Some(no) => b.ghost_edge(failed, no, Op::Skip, span),
            }
            at = next;
        }
        b.ghost_edge(at, yes, Op::Skip, span);
        no
    }

    // Calls whose return matters.

    /// The value of an argument for the time after the call.
    pub(super) fn captured(
        &mut self,
        b: &mut CfaBuilder,
        function: FunctionId,
        from: Location,
        value: ExprId,
        span: Span,
    ) -> (Location, ExprId) {
        let constant = match self.program.exprs.get(value) {
            Expr::Int(_) | Expr::Function(_) | Expr::Float(_) | Expr::Zero => true,
            Expr::Address(place) => {
                let p = &self.program;
                p.exprs.is_static(&p.types, place)
            }
            _ => false,
        };
        let ty = self.program.exprs.ty(value);
        if constant || !self.program.types.is_scalar(ty) {
            return (from, value);
        }
        let var = self.ghost_local("__concord_argument", ty, function);
        let to = self.place(var);
        let next = b.location();
        b.ghost_edge(from, next, Op::Assign { to, value }, span);
        (next, self.program.exprs.load(to))
    }

    /// What a call gives, as an expression for the time after it. A place that is
    /// found by evaluating something gets the value only afterwards.
    pub(super) fn result_of_call(
        &mut self,
        function: FunctionId,
        call: &mut Call,
        span: Span,
    ) -> (Option<ExprId>, Option<(PlaceId, ExprId)>) {
        let Some(place) = call.result else {
            return (None, None);
        };
        if self.program.exprs.is_static(&self.program.types, place) {
            return (Some(self.program.exprs.load(place)), None);
        }
        let ty = self.program.exprs.place_ty(place);
        let var = self.ghost_local("__concord_result", ty, function);
        // It carries the value from the call to its place: a step of the program.
        self.program.vars[var].ghost = false;
        self.program.vars[var].span = span;
        let kept = self.place(var);
        call.result = Some(kept);
        let value = self.program.exprs.load(kept);
        (Some(value), Some((place, value)))
    }
}
