//! Tokens to syntax trees, one external declaration at a time: recursive
//! descent over GNU C17.
//!
//! Whether a token begins a type is known from the typedef names in scope, so
//! one token of lookahead decides everything and nothing is parsed twice.
//! Every recursion of the grammar passes through [`Tree::nested`], which moves
//! to a new stack in time; nothing here fails on any input, it only reports.

mod annotation;
mod attribute;
mod declaration;
mod declarator;
#[cfg(test)]
mod dump;
mod expression;
mod initializer;
mod primary;
mod record;
mod scope;
mod specifier;
mod statement;
#[cfg(test)]
mod stress;
#[cfg(test)]
mod tests;

use crate::ast::{Clause, External, Ident};
use crate::lex::{Lexed, MAX_ERRORS};
use crate::literal::Problem;
use crate::token::{Kind, Token};
use bumpalo::Bump;
use program::{DataModel, Diagnostic, Names, Severity, Span};
use scope::TypedefNames;

/// Deeper nesting is refused: what comes after us recurses, too.
const MAX_NESTING: usize = 20_000;
/// More warnings than that help nobody.
const MAX_WARNINGS: usize = 100;

pub struct Parser<'t> {
    text: &'t [u8],
    base: u32,
    tokens: &'t [Token],
    packs: &'t [(u32, Option<u64>)],
    strays: &'t [u32],
    model: DataModel,
    /// Index of the next token.
    at: usize,
    typedefs: TypedefNames,
    errors: usize,
    warnings: usize,
    /// The token of the last error: it gets no second one.
    last_error: Option<usize>,
    /// Something that is no declaration was found at file scope, and none since.
    lost: bool,
    /// Errors are not reported now: they follow from another.
    muted: bool,
}

impl<'t> Parser<'t> {
    pub fn new(
        text: &'t [u8],
        base: u32,
        lexed: &'t Lexed,
        model: DataModel,
        names: &mut Names,
    ) -> Parser<'t> {
        const PREDECLARED: [&str; 4] = [
            "__builtin_va_list",
            "__builtin_ms_va_list",
            "__int128_t",
            "__uint128_t",
        ];
        let predeclared = PREDECLARED.map(|name| names.intern(name));
        let mut typedefs = TypedefNames::new(names.len());
        for name in predeclared {
            typedefs.declare(name, true);
        }
        Parser {
            text,
            base,
            tokens: &lexed.tokens,
            packs: &lexed.packs,
            strays: &lexed.strays,
            model,
            at: 0,
            typedefs,
            errors: 0,
            warnings: 0,
            last_error: None,
            lost: false,
            muted: false,
        }
    }

    /// The next external declaration, its tree in `arena`; None at the end.
    /// After a syntax error it goes on with what follows.
    pub fn next_external<'a>(
        &mut self,
        arena: &'a Bump,
        names: &Names,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Option<External<'a>> {
        let mut tree = Tree {
            p: self,
            arena,
            names,
            diagnostics,
            depth: 0,
            addressed: Vec::new(),
            function_depth: 0,
            formal: false,
            contract: &[],
            broken: None,
        };
        while tree.kind() != Kind::Eof {
            let start = tree.p.at;
            // After a `}` too many comes the rest of a function: one error for it.
            let plain = tree.starts_external();
            tree.p.muted = tree.p.lost && !plain;
            let external = tree.external();
            let muted = std::mem::take(&mut tree.p.muted);
            match external {
                Ok(_) if muted => {}
                Ok(external) => {
                    tree.p.lost &= !plain;
                    return Some(external);
                }
                Err(Failed) => {
                    tree.p.lost |= !plain;
                    tree.p.typedefs.close_to(0);
                    tree.recover(start);
                    if tree.p.at == start {
                        // A `}` that closes nothing.
                        tree.bump();
                    }
                }
            }
        }
        None
    }
}

/// A syntax error that has been reported.
#[derive(Debug)]
struct Failed;

type Parsed<T> = Result<T, Failed>;

/// The parser at work on one external declaration.
struct Tree<'p, 'a, 't> {
    p: &'p mut Parser<'t>,
    arena: &'a Bump,
    names: &'p Names,
    diagnostics: &'p mut Vec<Diagnostic>,
    depth: usize,
    /// See [`crate::ast::FunctionDefinition::addressed`]; not yet sorted.
    addressed: Vec<program::Name>,
    /// How many function bodies we are in.
    function_depth: usize,
    /// In an annotation.
    formal: bool,
    /// What an annotation said about the function that follows.
    contract: &'a [Clause<'a>],
    /// The name in the last declarator that had a syntax error.
    broken: Option<Ident>,
}

// Tokens.
impl<'a, 't> Tree<'_, 'a, 't> {
    #[inline]
    fn token(&self) -> Token {
        self.p.tokens[self.p.at]
    }

    #[inline]
    fn kind(&self) -> Kind {
        self.token().kind
    }

    /// The token `n` after the next one.
    #[inline]
    fn peek(&self, n: usize) -> Token {
        let last = self.p.tokens.len() - 1;
        self.p.tokens[(self.p.at + n).min(last)]
    }

    fn span(&self) -> Span {
        self.token().span()
    }

    /// From `start` to the end of the last token taken.
    fn since(&self, start: Span) -> Span {
        start.to(self.previous())
    }

    fn previous(&self) -> Span {
        match self.p.at.checked_sub(1) {
            Some(before) => self.p.tokens[before].span(),
            None => self.span().start(),
        }
    }

    #[inline]
    fn bump(&mut self) -> Token {
        let token = self.token();
        // `Eof` stays.
        if token.kind != Kind::Eof {
            self.p.at += 1;
        }
        token
    }

    #[inline]
    fn eat(&mut self, kind: Kind) -> bool {
        let found = self.kind() == kind;
        if found {
            self.p.at += 1;
        }
        found
    }

    fn expect(&mut self, kind: Kind) -> Parsed<Token> {
        if self.kind() == kind {
            Ok(self.bump())
        } else {
            Err(self.expected(kind.describe()))
        }
    }

    /// A `;`. Where a new line shows that it was forgotten, we go on as if it
    /// were there.
    fn expect_semi(&mut self, after: &str) -> Parsed<()> {
        if self.eat(Kind::Semi) {
            return Ok(());
        }
        let found = self.found();
        let end = self.previous().hi;
        self.error(
            Span::new(end, end),
            format!("expected ';' after {after}, found {found}"),
        );
        let between = &self.p.text[(end - self.p.base) as usize..];
        let between = &between[..(self.span().lo - end) as usize];
        if between.contains(&b'\n') || self.kind() == Kind::RBrace {
            Ok(())
        } else {
            Err(Failed)
        }
    }

    fn ident(&mut self) -> Parsed<Ident> {
        let token = self.token();
        match (token.kind, token.name()) {
            (Kind::Ident, Some(name)) => {
                self.bump();
                Ok(Ident {
                    name,
                    span: token.span(),
                })
            }
            _ => Err(self.expected("identifier")),
        }
    }

    fn text(&self, token: Token) -> &'t [u8] {
        let span = token.span();
        let text: &'t [u8] = self.p.text;
        &text[(span.lo - self.p.base) as usize..(span.hi - self.p.base) as usize]
    }

    /// Is it an identifier that names a type here?
    #[inline]
    fn is_typedef(&self, token: Token) -> bool {
        token.kind == Kind::Ident && token.name().is_some_and(|n| self.p.typedefs.contains(n))
    }

    /// C23 `[[`.
    fn at_brackets(&self) -> bool {
        self.kind() == Kind::LBracket && self.peek(1).kind == Kind::LBracket
    }

    /// Runs a recursive part of the grammar, on a new stack where needed.
    fn nested<T>(&mut self, parse: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth == MAX_NESTING {
            return Err(self.error(self.span(), "nested too deeply"));
        }
        self.depth += 1;
        let result = stacker::maybe_grow(64 * 1024, 1024 * 1024, || parse(self));
        self.depth -= 1;
        result
    }

    fn slice<T>(&self, items: Vec<T>) -> &'a [T] {
        if items.is_empty() {
            return &[];
        }
        self.arena.alloc_slice_fill_iter(items)
    }
}

// Errors and recovery.
impl Tree<'_, '_, '_> {
    fn error(&mut self, span: Span, message: impl Into<String>) -> Failed {
        self.report(Diagnostic::error(span, message))
    }

    fn report(&mut self, diagnostic: Diagnostic) -> Failed {
        let is_first = self.p.last_error != Some(self.p.at) && !self.follows_stray();
        if self.p.errors < MAX_ERRORS && is_first && !self.p.muted {
            let span = diagnostic.span;
            self.diagnostics.push(diagnostic);
            self.p.last_error = Some(self.p.at);
            self.p.errors += 1;
            if self.p.errors == MAX_ERRORS {
                self.diagnostics
                    .push(Diagnostic::error(span, "too many errors"));
                self.p.at = self.p.tokens.len() - 1;
            }
        }
        Failed
    }

    /// Has something been left out before the next token? Then that is the error.
    fn follows_stray(&self) -> bool {
        let end = self.previous().hi;
        let next = self.p.strays.partition_point(|s| *s < end);
        self.p.strays.get(next).is_some_and(|s| *s < self.span().lo)
    }

    fn expected(&mut self, what: &str) -> Failed {
        let found = self.found();
        self.error(self.place(), format!("expected {what}, found {found}"))
    }

    /// Where errors about the next token are shown: at the end of the file that
    /// is after the last one, not on the empty lines below.
    fn place(&self) -> Span {
        match self.kind() {
            Kind::Eof => Span::new(self.previous().hi, self.previous().hi),
            _ => self.span(),
        }
    }

    /// The next token, as messages name it.
    fn found(&self) -> String {
        let token = self.token();
        if token.kind == Kind::Eof {
            return token.kind.describe().to_owned();
        }
        let text = self.text(token);
        let shown = String::from_utf8_lossy(&text[..text.len().min(32)]);
        let more = if text.len() > 32 { "…" } else { "" };
        format!("'{shown}{more}'")
    }

    /// Reports what is wrong with a literal.
    fn problem(&mut self, token: Token, problem: Option<Problem>) {
        let Some(problem) = problem else { return };
        let whole = token.span();
        let lo = (whole.lo + problem.range.start as u32).min(whole.hi);
        let hi = (whole.lo + problem.range.end as u32).min(whole.hi);
        let span = Span::new(lo, hi);
        match problem.severity {
            Severity::Error => {
                self.error(span, problem.message);
            }
            Severity::Warning if self.p.warnings < MAX_WARNINGS => {
                self.p.warnings += 1;
                self.diagnostics
                    .push(Diagnostic::warning(span, problem.message));
            }
            Severity::Warning => {}
        }
    }

    /// Skips the rest of the statement or declaration that began with token
    /// `start`: to a `;` or the `}` that closes its braces.
    fn recover(&mut self, start: usize) {
        // Every open block comes here at the end; none should look back far.
        if self.kind() == Kind::Eof {
            return;
        }
        let mut depth = 0usize;
        for token in &self.p.tokens[start.min(self.p.at)..self.p.at] {
            match token.kind {
                Kind::LBrace => depth += 1,
                Kind::RBrace => depth = depth.saturating_sub(1),
                _ => {}
            }
        }
        loop {
            match self.kind() {
                Kind::Eof => return,
                Kind::LBrace => depth += 1,
                Kind::RBrace if depth == 0 => return,
                Kind::RBrace => {
                    depth -= 1;
                    if depth == 0 {
                        self.bump();
                        self.eat(Kind::Semi);
                        return;
                    }
                }
                Kind::Semi if depth == 0 => {
                    self.bump();
                    return;
                }
                _ => {}
            }
            self.bump();
        }
    }

    /// After an error in the part of a declaration that began with token
    /// `start`: goes on at the `,` or `;` after it, or where the next one begins.
    fn recover_part(&mut self, start: usize) {
        let (mut parens, mut braces) = (0usize, 0usize);
        let end = self.p.at;
        self.p.at = start;
        loop {
            let outside = parens == 0 && braces == 0;
            match self.kind() {
                Kind::Eof => break,
                _ if self.p.at < end => {}
                Kind::Semi | Kind::RBrace if braces == 0 => break,
                Kind::Comma if outside => break,
                _ if outside && self.starts_declaration(self.token()) => break,
                _ => {}
            }
            match self.bump().kind {
                Kind::LParen | Kind::LBracket => parens += 1,
                Kind::RParen | Kind::RBracket => parens = parens.saturating_sub(1),
                Kind::LBrace => braces += 1,
                Kind::RBrace => braces = braces.saturating_sub(1),
                _ => {}
            }
        }
        // What is missing here is part of the same error.
        self.p.last_error = Some(self.p.at);
    }

    /// After an error inside the parentheses that token `open` opens: goes on
    /// after their end, if it can be found.
    fn recover_parens(&mut self, open: usize) -> Parsed<()> {
        let (mut parens, mut braces) = (0usize, 0usize);
        for i in open..self.p.tokens.len() {
            let before = i.checked_sub(1).map(|b| self.p.tokens[b].kind);
            match self.p.tokens[i].kind {
                Kind::LParen => parens += 1,
                Kind::RParen => {
                    parens = parens.saturating_sub(1);
                    if parens == 0 {
                        if i < self.p.at {
                            break;
                        }
                        self.p.at = i + 1;
                        return Ok(());
                    }
                }
                // A compound literal or a statement expression.
                Kind::LBrace if matches!(before, Some(Kind::LParen | Kind::RParen)) => braces += 1,
                Kind::RBrace if braces > 0 => braces -= 1,
                Kind::LBrace | Kind::RBrace | Kind::Eof => break,
                _ => {}
            }
        }
        Err(Failed)
    }

    /// Skips the bracketed tokens that begin here.
    fn skip_balanced(&mut self) -> Parsed<()> {
        let open = self.span();
        let mut depth = 0usize;
        loop {
            match self.kind() {
                Kind::LParen | Kind::LBracket | Kind::LBrace => depth += 1,
                Kind::RParen | Kind::RBracket | Kind::RBrace => depth -= 1,
                Kind::Eof => return Err(self.unclosed(open)),
                _ => {}
            }
            self.bump();
            if depth == 0 {
                return Ok(());
            }
        }
    }

    /// The text ends inside the bracket at `open`.
    fn unclosed(&mut self, open: Span) -> Failed {
        let (opening, closing) = match self.p.text.get((open.lo - self.p.base) as usize) {
            Some(b'(') => ('(', ')'),
            Some(b'[') => ('[', ']'),
            _ => ('{', '}'),
        };
        let message = format!("expected '{closing}', found end of file");
        let related = format!("this '{opening}' is not closed");
        self.report(Diagnostic::error(self.place(), message).with_related(open, related))
    }
}
