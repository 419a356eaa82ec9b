//! Recursive descent over the tokens. A syntax error ends it: what follows would
//! only be guessed at.

mod bool;
mod term;

use super::lex::{Inner, Token};
use super::{
    Action, Asked, Automaton, Bool, Choice, Domain, Int, Kind, Problems, SET_CAPACITY, State,
    Target, Transition, Variable,
};
use program::Span;

/// Deeper nesting is refused.
const MAX_DEPTH: u32 = 64;

/// The error was reported.
pub(super) struct Failed;
type Parsed<T> = Result<T, Failed>;

pub(super) fn parse(
    tokens: &[(Token, Span)],
    asked: &mut Asked,
    problems: &mut Problems,
) -> Vec<Automaton> {
    let mut automata = Vec::new();
    let mut parser = Parser {
        tokens,
        at: 0,
        problems,
        asked,
        options: Vec::new(),
        variables: Vec::new(),
        followed: Vec::new(),
        depth: 0,
    };
    while !matches!(parser.peek(), Token::End) {
        match parser.automaton(automata.len()) {
            Ok(automaton) => automata.push(automaton),
            Err(Failed) => break,
        }
    }
    automata
}

struct Parser<'a> {
    tokens: &'a [(Token, Span)],
    at: usize,
    problems: &'a mut Problems,
    asked: &'a mut Asked,
    /// Of the automaton that is read.
    options: Vec<Choice>,
    variables: Vec<Variable>,
    /// The states that `GOTO`s of the automaton name.
    followed: Vec<(String, Span)>,
    depth: u32,
}

impl Parser<'_> {
    // Tokens.

    fn peek(&self) -> &Token {
        &self.tokens[self.at.min(self.tokens.len() - 1)].0
    }

    fn span(&self) -> Span {
        self.tokens[self.at.min(self.tokens.len() - 1)].1
    }

    /// The span of the token before.
    fn last(&self) -> Span {
        self.tokens[self.at.saturating_sub(1)].1
    }

    fn next(&mut self) -> (Token, Span) {
        let found = self.tokens[self.at.min(self.tokens.len() - 1)].clone();
        self.at += 1;
        found
    }

    fn is_word(&self, word: &str) -> bool {
        matches!(self.peek(), Token::Word(w) if w == word)
    }

    fn takes_word(&mut self, word: &str) -> bool {
        let is = self.is_word(word);
        self.at += usize::from(is);
        is
    }

    fn takes_mark(&mut self, mark: &str) -> bool {
        let is = matches!(self.peek(), Token::Mark(m) if *m == mark);
        self.at += usize::from(is);
        is
    }

    fn fail<T>(&mut self, span: Span, message: impl Into<String>) -> Parsed<T> {
        self.problems.error(span, message);
        Err(Failed)
    }

    fn expected<T>(&mut self, what: &str) -> Parsed<T> {
        let found = match self.peek() {
            Token::Word(word) | Token::Int(word) => format!("`{word}`"),
            Token::Text(_) => "a text".into(),
            Token::Braces(_) => "`{…}`".into(),
            Token::Brackets(_) => "`[…]`".into(),
            Token::Mark(mark) => format!("`{mark}`"),
            Token::End => "the end of the file".into(),
        };
        self.fail(self.span(), format!("expected {what}, found {found}"))
    }

    fn word(&mut self, word: &str) -> Parsed<()> {
        match self.takes_word(word) {
            true => Ok(()),
            false => self.expected(&format!("`{word}`")),
        }
    }

    fn mark(&mut self, mark: &str) -> Parsed<()> {
        match self.takes_mark(mark) {
            true => Ok(()),
            false => self.expected(&format!("`{mark}`")),
        }
    }

    fn name(&mut self, what: &str) -> Parsed<(String, Span)> {
        match self.peek() {
            Token::Word(word) if !KEYWORDS.contains(&word.as_str()) => match self.next() {
                (Token::Word(word), span) => Ok((word, span)),
                _ => Err(Failed),
            },
            _ => self.expected(what),
        }
    }

    fn text(&mut self) -> Parsed<(String, Span)> {
        match self.next() {
            (Token::Text(text), span) => Ok((text, span)),
            _ => {
                self.at -= 1;
                self.expected("a text in quotes")
            }
        }
    }

    fn braces(&mut self, what: &str) -> Parsed<(Inner, Span)> {
        match self.next() {
            (Token::Braces(inner), span) => Ok((inner, span)),
            _ => {
                self.at -= 1;
                self.expected(what)
            }
        }
    }

    fn constant(&mut self) -> Parsed<i128> {
        let negative = self.takes_mark("-");
        match self.next() {
            (Token::Int(digits), span) => match digits.parse::<i128>() {
                Ok(value) if value <= i128::from(i32::MAX) => {
                    Ok(if negative { -value } else { value })
                }
                _ => self.fail(span, format!("`{digits}` is no integer of 32 bits")),
            },
            _ => {
                self.at -= 1;
                self.expected("an integer")
            }
        }
    }

    /// One level deeper, if that is not too deep.
    fn nested<T>(&mut self, parse: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= MAX_DEPTH {
            return self.fail(self.span(), "this is nested too deeply");
        }
        self.depth += 1;
        let parsed = parse(self);
        self.depth -= 1;
        parsed
    }

    // Automata.

    fn automaton(&mut self, number: usize) -> Parsed<Automaton> {
        self.options.clear();
        self.variables.clear();
        self.followed.clear();
        if self.is_word("ASSERT") {
            return self.lone_assertion(number);
        }
        let kind = match self.takes_word("OBSERVER") {
            true => Kind::Observer,
            false => {
                self.takes_word("CONTROL");
                Kind::Control
            }
        };
        if !self.takes_word("AUTOMATON") {
            return self.expected("`AUTOMATON`");
        }
        let (name, span) = self.name("the automaton's name")?;
        loop {
            if self.is_word("LOCAL") {
                let variable = self.variable()?;
                self.variables.push(variable);
            } else if self.is_word("OPTION") {
                let option = self.option()?;
                self.options.push(option);
            } else {
                break;
            }
        }
        if !self.is_word("INITIAL") {
            return self.expected("`LOCAL`, `OPTION` or `INITIAL STATE`");
        }
        self.word("INITIAL")?;
        self.word("STATE")?;
        let first = self.name("the initial state's name")?;
        self.mark(";")?;
        let mut states: Vec<State> = Vec::new();
        while !self.is_word("END") {
            let state = self.state()?;
            if let Some(earlier) = states.iter().find(|s| s.name == state.name) {
                let message = format!("there are two states `{}`", state.name);
                let error = program::Diagnostic::error(state.span, message);
                let error = error.with_related(earlier.span, "the first one is here");
                self.problems.errors.push(error);
                return Err(Failed);
            }
            states.push(state);
        }
        self.word("END")?;
        self.word("AUTOMATON")?;
        let initial = self.resolve(&states, &first)?;
        let followed = std::mem::take(&mut self.followed);
        for state in 0..states.len() {
            for at in 0..states[state].transitions.len() {
                if let Target::State(number) = states[state].transitions[at].target {
                    let index = self.resolve(&states, &followed[number])?;
                    states[state].transitions[at].target = Target::State(index);
                }
            }
        }
        let created = states.iter().flat_map(|s| &s.transitions);
        let created = created.filter_map(|t| t.create).map(|(n, _)| n).next();
        Ok(Automaton {
            name,
            span,
            kind,
            options: std::mem::take(&mut self.options),
            variables: std::mem::take(&mut self.variables),
            states,
            initial,
            created,
        })
    }

    /// `ASSERT condition;` outside of automata: it must hold at every step.
    fn lone_assertion(&mut self, number: usize) -> Parsed<Automaton> {
        let start = self.span();
        self.word("ASSERT")?;
        let condition = self.bool()?;
        self.mark(";")?;
        let span = start.to(self.last());
        let transition = Transition {
            span,
            trigger: Bool::Constant(true),
            assertions: vec![condition],
            assumptions: Vec::new(),
            actions: Vec::new(),
            create: None,
            target: Target::State(0),
        };
        Ok(Automaton {
            name: format!("assertion{}", number + 1),
            span,
            kind: Kind::Observer,
            options: Vec::new(),
            variables: Vec::new(),
            states: vec![State {
                name: "OK".into(),
                span,
                all: false,
                target: false,
                transitions: vec![transition],
            }],
            initial: 0,
            created: None,
        })
    }

    fn resolve(&mut self, states: &[State], name: &(String, Span)) -> Parsed<usize> {
        match states.iter().position(|s| s.name == name.0) {
            Some(index) => Ok(index),
            None => self.fail(name.1, format!("there is no state `{}`", name.0)),
        }
    }

    fn variable(&mut self) -> Parsed<Variable> {
        self.word("LOCAL")?;
        let (ty, ty_span) = self.name("`int` or `set`")?;
        let domain = match ty.as_str() {
            "int" => Domain::Int(0),
            "set" => {
                self.mark("<")?;
                let (element, span) = self.name("`int` or `string`")?;
                // What the elements are called does not matter: sets hold values.
                if !["int", "string"].contains(&element.as_str()) {
                    return self.fail(span, format!("there are no sets of `{element}`"));
                }
                self.mark(">")?;
                Domain::Set(Vec::new())
            }
            other => return self.fail(ty_span, format!("there is no type `{other}` here")),
        };
        let (name, span) = self.name("the variable's name")?;
        self.is_new(&name, span)?;
        let domain = match (domain, self.takes_mark("=")) {
            (domain, false) => domain,
            (Domain::Int(_), true) => Domain::Int(self.constant()? as i32),
            (Domain::Set(_), true) => Domain::Set(self.elements()?),
        };
        self.mark(";")?;
        Ok(Variable { name, span, domain })
    }

    /// `OPTION name "what it is for";`
    fn option(&mut self) -> Parsed<Choice> {
        self.word("OPTION")?;
        let (name, span) = self.name("the option's name")?;
        self.is_new(&name, span)?;
        let (about, _) = self.text()?;
        self.mark(";")?;
        let asked = self.asked.is_asked(&name, span);
        Ok(Choice { name, about, asked })
    }

    /// Variables and options of an automaton have different names.
    fn is_new(&mut self, name: &str, span: Span) -> Parsed<()> {
        if self.variables.iter().any(|v| v.name == name) {
            return self.fail(span, format!("there are two variables `{name}`"));
        }
        match self.options.iter().any(|o| o.name == name) {
            true => self.fail(span, format!("there is an option `{name}` already")),
            false => Ok(()),
        }
    }

    /// `[1, 2, …]`
    fn elements(&mut self) -> Parsed<Vec<i128>> {
        let (Token::Brackets(inner), span) = self.next() else {
            self.at -= 1;
            return self.expected("`[…]`");
        };
        let text = inner.string();
        let parts = text.split(',').map(str::trim).filter(|p| !p.is_empty());
        let values: Result<Vec<i128>, _> = parts.map(str::parse).collect();
        match values {
            Ok(values) if values.len() > SET_CAPACITY => {
                let message = format!("a set has room for {SET_CAPACITY} values");
                self.fail(span, message)
            }
            Ok(values) => Ok(values),
            Err(_) => self.fail(span, "sets hold values here: only integers can be listed"),
        }
    }

    fn state(&mut self) -> Parsed<State> {
        let target = self.takes_word("TARGET");
        if !self.is_word("STATE") {
            return self.expected(match target {
                true => "`STATE`",
                false => "a transition, `STATE` or `END AUTOMATON`",
            });
        }
        self.word("STATE")?;
        let all = !self.takes_word("USEFIRST");
        if all {
            self.takes_word("USEALL");
        }
        let (name, span) = self.name("the state's name")?;
        self.mark(":")?;
        let mut transitions = Vec::new();
        while !["STATE", "TARGET", "END"].iter().any(|w| self.is_word(w)) {
            transitions.push(self.transition()?);
        }
        Ok(State {
            name,
            span,
            all,
            target,
            transitions,
        })
    }

    // Transitions.

    fn transition(&mut self) -> Parsed<Transition> {
        let start = self.span();
        let trigger = self.bool()?;
        self.mark("->")?;
        let mut transition = Transition {
            span: start.to(self.last()),
            trigger,
            assertions: Vec::new(),
            assumptions: Vec::new(),
            actions: Vec::new(),
            create: None,
            target: Target::Stop,
        };
        loop {
            let (token, span) = self.next();
            let Token::Word(word) = token else {
                self.at -= 1;
                return self.expected("an action or `GOTO`");
            };
            match word.as_str() {
                "ASSERT" => transition.assertions.push(self.bool()?),
                "ASSUME" => {
                    let (inner, span) = self.braces("`{…}`")?;
                    let terms = self.assumptions(&inner, span)?;
                    transition.assumptions.extend(terms);
                }
                "DO" => transition.actions.push(self.action()?),
                "CREATE" => {
                    let (name, span) = self.name("the variable of an instance, such as `$1`")?;
                    let Some(number) = bound_number(&name) else {
                        return self.fail(span, "an instance belongs to a `$1`, `$2` …");
                    };
                    if transition.create.is_some() {
                        return self.fail(span, "one transition creates one instance");
                    }
                    transition.create = Some((number, span));
                }
                "PRINT" | "PRINTONCE" => self.print(span)?,
                "MODIFY" => {
                    return self.fail(span, "there are no analyses here that could be modified");
                }
                "GOTO" => {
                    let goto = self.name("a state's name")?;
                    transition.target = Target::State(self.followed.len());
                    self.followed.push(goto);
                    break;
                }
                "ERROR" => {
                    let text = match self.takes_mark("(") {
                        true => {
                            let (text, _) = self.text()?;
                            self.mark(")")?;
                            Some(text)
                        }
                        false => None,
                    };
                    transition.target = Target::Error(text);
                    break;
                }
                "STOP" => break,
                "BREAK" => {
                    transition.target = Target::Break;
                    break;
                }
                _ => {
                    self.at -= 1;
                    return self.expected("an action, `GOTO`, `ERROR`, `STOP` or `BREAK`");
                }
            }
        }
        self.mark(";")?;
        transition.span = start.to(self.last());
        Ok(transition)
    }

    /// What is printed is for the eye only.
    fn print(&mut self, span: Span) -> Parsed<()> {
        self.problems.warning(
            span,
            "PRINT prints nothing here; it does not change the verdict",
        );
        loop {
            let more = match self.peek() {
                Token::Word(word) => !CLAUSES.contains(&word.as_str()),
                Token::Text(_) | Token::Int(_) => true,
                Token::Mark(mark) => *mark == "(" || *mark == "!",
                _ => false,
            };
            if !more {
                return Ok(());
            }
            if let Token::Text(_) = self.peek() {
                self.next();
            } else {
                self.expression()?;
            }
        }
    }

    fn action(&mut self) -> Parsed<Action> {
        let (name, span) = self.name("an automaton variable")?;
        let Some(index) = self.variables.iter().position(|v| v.name == name) else {
            return self.fail(span, format!("there is no automaton variable `{name}`"));
        };
        let is_set = matches!(self.variables[index].domain, Domain::Set(_));
        if let Token::Brackets(inner) = self.peek().clone() {
            let place = self.span();
            self.next();
            if !is_set {
                return self.fail(span, format!("`{name}` is no set"));
            }
            let element = self.element(&inner, place)?;
            self.mark("=")?;
            let holds = match self.next() {
                (Token::Word(w), _) if w == "true" || w == "TRUE" => true,
                (Token::Word(w), _) if w == "false" || w == "FALSE" => false,
                _ => {
                    self.at -= 1;
                    return self.expected("`true` or `false`");
                }
            };
            return Ok(Action::Member {
                set: index,
                element,
                holds,
            });
        }
        if is_set {
            return self.expected("`[…]`: an element of the set");
        }
        self.mark("=")?;
        let value = self.int()?;
        Ok(Action::Assign {
            variable: index,
            value,
        })
    }

    /// The element of a set that an action speaks of.
    fn element(&mut self, inner: &Inner, span: Span) -> Parsed<Int> {
        let text = inner.string();
        let text = text.trim();
        if let Some(number) = bound_number(text) {
            return Ok(Int::Bound(number, span));
        }
        if let Ok(value) = text.parse::<i128>() {
            return Ok(Int::Constant(value));
        }
        match self.variables.iter().position(|v| v.name == text) {
            Some(index) if matches!(self.variables[index].domain, Domain::Int(_)) => {
                Ok(Int::Variable(index))
            }
            _ => {
                let message = "an element is a `$1`, an integer or an automaton variable: \
                               sets hold values, not texts";
                self.fail(span, message)
            }
        }
    }
}

/// The number of `$1`, `$2` …
fn bound_number(text: &str) -> Option<u32> {
    let digits = text.strip_prefix('$')?;
    digits
        .bytes()
        .all(|b| b.is_ascii_digit())
        .then(|| digits.parse().ok())?
}

/// Words that begin something else than an argument of `PRINT`.
const CLAUSES: [&str; 12] = [
    "ASSERT",
    "ASSUME",
    "DO",
    "CREATE",
    "PRINT",
    "PRINTONCE",
    "MODIFY",
    "GOTO",
    "ERROR",
    "STOP",
    "BREAK",
    "END",
];

/// Words that are no names.
const KEYWORDS: [&str; 36] = [
    "AUTOMATON",
    "END",
    "OBSERVER",
    "CONTROL",
    "LOCAL",
    "INITIAL",
    "STATE",
    "ERROR",
    "STOP",
    "BREAK",
    "EXIT",
    "ENTRY",
    "FUNCTIONCALL",
    "CALL",
    "RETURN",
    "ASSUME",
    "ASSERT",
    "MATCH",
    "LABEL",
    "EVAL",
    "CHECK",
    "MODIFY",
    "DO",
    "CREATE",
    "GOTO",
    "true",
    "false",
    "TRUE",
    "FALSE",
    "PRINT",
    "PRINTONCE",
    "USEFIRST",
    "USEALL",
    "TARGET",
    "IS_TARGET_STATE",
    "COVERS_LINES",
];
