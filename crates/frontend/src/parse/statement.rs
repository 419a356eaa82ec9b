//! Statements.

use super::declaration::Declared;
use super::{Failed, Parsed, Tree};
use crate::ast::{
    Asm, AsmOperand, Attribute, Block, ClauseKind, Expr, ExprKind, Invariant, Statement,
    StatementKind, StorageClass,
};
use crate::token::Kind;
use program::{Diagnostic, Span};

impl<'a> Tree<'_, 'a, '_> {
    /// `{ … }`. Errors in its statements are reported and skipped.
    pub(super) fn block(&mut self) -> Parsed<Block<'a>> {
        let open = self.expect(Kind::LBrace)?.span();
        let scope = self.p.typedefs.depth();
        self.p.typedefs.open();
        let mut statements = Vec::new();
        loop {
            match self.kind() {
                Kind::RBrace => break,
                Kind::Eof => return Err(self.unclosed(open)),
                _ => {}
            }
            let start = self.p.at;
            let span = self.span();
            if let Err(Failed) = self.block_item(&mut statements) {
                self.p.typedefs.close_to(scope + 1);
                self.recover(start);
                statements.push(self.error_statement(span));
            }
        }
        self.bump();
        self.p.typedefs.close_to(scope);
        let span = self.since(open);
        Ok(Block {
            statements: self.slice(statements),
            span,
        })
    }

    /// What stands for a statement with an error in it.
    fn error_statement(&self, span: Span) -> Statement<'a> {
        let error = self.expr(ExprKind::Error, span, false);
        let kind = StatementKind::Expr(error);
        Statement { kind, span }
    }

    /// One label, declaration or statement.
    fn block_item(&mut self, out: &mut Vec<Statement<'a>>) -> Parsed<()> {
        let token = self.token();
        let start = token.span();
        let mut prefix = Vec::new();
        if self.at_label() {
            out.push(self.label()?);
            return Ok(());
        }
        match token.kind {
            // Two words: the first was meant as a type.
            Kind::Ident if !self.is_typedef(token) && self.peek(1).kind == Kind::Ident => {
                out.push(self.declaration_statement(prefix)?);
                return Ok(());
            }
            Kind::Label => {
                out.push(self.local_labels()?);
                return Ok(());
            }
            Kind::StaticAssert => {
                let assertion = self.static_assert()?;
                let span = assertion.span;
                out.push(Statement {
                    kind: StatementKind::StaticAssert(assertion),
                    span,
                });
                return Ok(());
            }
            Kind::Extension => {
                // It may stand before a declaration or an expression.
                while self.peek(1).kind == Kind::Extension {
                    self.bump();
                }
                if self.starts_declaration(self.peek(1)) {
                    self.bump();
                } else {
                    out.push(self.statement()?);
                    return Ok(());
                }
            }
            _ if self.at_attribute() => self.attributes(&mut prefix)?,
            _ => {}
        }
        if !self.starts_declaration(self.token()) {
            out.push(self.statement()?);
            return Ok(());
        }
        let statement = self.declaration_statement(prefix)?;
        out.push(Statement {
            span: start.to(statement.span),
            ..statement
        });
        Ok(())
    }

    fn declaration_statement(&mut self, prefix: Vec<Attribute<'a>>) -> Parsed<Statement<'a>> {
        let start = self.span();
        let kind = declared_kind(self.declaration(prefix)?);
        Ok(Statement {
            kind,
            span: self.since(start),
        })
    }

    fn at_label(&self) -> bool {
        match self.kind() {
            Kind::Case | Kind::Default | Kind::LocationInvariant | Kind::Annotation => true,
            Kind::Ident => self.peek(1).kind == Kind::Colon,
            _ => false,
        }
    }

    /// A label with its `:`.
    fn label(&mut self) -> Parsed<Statement<'a>> {
        let start = self.span();
        if self.kind() == Kind::Annotation {
            return Ok(self.assertions());
        }
        if self.kind() == Kind::LocationInvariant {
            let kind = StatementKind::Invariant(self.invariant()?);
            let span = self.since(start);
            return Ok(Statement { kind, span });
        }
        let kind = match self.kind() {
            Kind::Case => {
                self.bump();
                let first = self.conditional()?;
                let last = if self.eat(Kind::Ellipsis) {
                    Some(self.conditional()?)
                } else {
                    None
                };
                StatementKind::Case(first, last)
            }
            Kind::Default => {
                self.bump();
                StatementKind::Default
            }
            _ => StatementKind::Label(self.ident()?),
        };
        self.expect(Kind::Colon)?;
        let span = self.since(start);
        if self.kind() == Kind::Attribute && matches!(kind, StatementKind::Label(_)) {
            // Attributes of the label, or of a declaration after it: as gcc,
            // the label's.
            self.attributes(&mut Vec::new())?;
        }
        Ok(Statement { kind, span })
    }

    /// An annotation before a statement: assertions.
    fn assertions(&mut self) -> Statement<'a> {
        let start = self.span();
        let annotation = self.annotation();
        let misplaced = annotation.clauses.iter().map(|c| (c.kind, c.span));
        let misplaced = misplaced.filter(|(kind, _)| *kind != ClauseKind::Assert);
        for (_, span) in misplaced.collect::<Vec<_>>() {
            let message = "requires and ensures stand before the definition of a function";
            self.diagnostics.push(Diagnostic::error(span, message));
        }
        if let Some(predicate) = annotation.predicates.first() {
            let message = "predicates are defined outside of functions";
            let diagnostic = Diagnostic::error(predicate.name.span, message);
            self.diagnostics.push(diagnostic);
        }
        let clauses = self.slice(annotation.clauses);
        Statement {
            kind: StatementKind::Assertions(clauses),
            span: self.since(start),
        }
    }

    /// `__label__ a, b;`
    fn local_labels(&mut self) -> Parsed<Statement<'a>> {
        let start = self.bump().span();
        let mut labels = Vec::new();
        loop {
            labels.push(self.ident()?);
            if !self.eat(Kind::Comma) {
                break;
            }
        }
        self.expect_semi("label declaration")?;
        let labels = self.slice(labels);
        Ok(Statement {
            kind: StatementKind::LocalLabels(labels),
            span: self.since(start),
        })
    }

    /// The body of a control statement: a scope of its own.
    fn body(&mut self) -> Parsed<&'a Statement<'a>> {
        self.scoped(Self::body_inner)
    }

    /// Runs `parse` in a scope. After an error the block closes it.
    fn scoped<T>(&mut self, parse: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        let scope = self.p.typedefs.depth();
        self.p.typedefs.open();
        let result = parse(self)?;
        self.p.typedefs.close_to(scope);
        Ok(result)
    }

    /// Labels make a block of a body.
    fn body_inner(&mut self) -> Parsed<&'a Statement<'a>> {
        let start = self.span();
        if !self.at_label() {
            let (first, scope) = (self.p.at, self.p.typedefs.depth());
            // After an error there may still follow an `else`.
            let statement = self.statement().unwrap_or_else(|Failed| {
                self.p.typedefs.close_to(scope);
                self.recover(first);
                self.error_statement(start)
            });
            return Ok(self.arena.alloc(statement));
        }
        let mut statements = Vec::new();
        while self.at_label() {
            statements.push(self.label()?);
        }
        if self.kind() != Kind::RBrace {
            statements.push(self.statement()?);
        }
        let span = self.since(start);
        let block = Block {
            statements: self.slice(statements),
            span,
        };
        Ok(self.arena.alloc(Statement {
            kind: StatementKind::Block(block),
            span,
        }))
    }

    /// A statement without labels. Control statements are scopes.
    fn statement(&mut self) -> Parsed<Statement<'a>> {
        self.nested(|tree| match tree.kind() {
            Kind::If | Kind::Switch | Kind::While | Kind::Do | Kind::For => {
                tree.scoped(Self::statement_inner)
            }
            _ => tree.statement_inner(),
        })
    }

    fn statement_inner(&mut self) -> Parsed<Statement<'a>> {
        let start = self.span();
        let kind = match self.kind() {
            Kind::Semi => {
                self.bump();
                StatementKind::Empty
            }
            Kind::LBrace => StatementKind::Block(self.block()?),
            Kind::If => return self.if_statement(),
            Kind::Switch => {
                self.bump();
                let value = self.condition()?;
                StatementKind::Switch(value, self.body()?)
            }
            Kind::While => {
                self.bump();
                let condition = self.condition()?;
                StatementKind::While(condition, self.body()?)
            }
            Kind::Do => {
                self.bump();
                let body = self.body()?;
                self.expect(Kind::While)?;
                let condition = self.condition()?;
                self.expect_semi("do-while statement")?;
                StatementKind::DoWhile(body, condition)
            }
            Kind::For => self.for_statement()?,
            Kind::Goto => {
                self.bump();
                let kind = if self.eat(Kind::Star) {
                    StatementKind::ComputedGoto(self.expression()?)
                } else {
                    StatementKind::Goto(self.ident()?)
                };
                self.expect_semi("goto statement")?;
                kind
            }
            Kind::Continue => {
                self.bump();
                self.expect_semi("continue statement")?;
                StatementKind::Continue
            }
            Kind::Break => {
                self.bump();
                self.expect_semi("break statement")?;
                StatementKind::Break
            }
            Kind::Return => {
                self.bump();
                let value = match self.kind() {
                    Kind::Semi | Kind::RBrace => None,
                    _ => Some(self.expression()?),
                };
                self.expect_semi("return statement")?;
                StatementKind::Return(value)
            }
            Kind::Asm => {
                let asm = self.asm()?;
                self.expect_semi("asm statement")?;
                StatementKind::Asm(asm)
            }
            Kind::LoopInvariant => return self.annotated_loop(),
            Kind::Else => return Err(self.error(start, "'else' without a previous 'if'")),
            _ if self.at_attribute() => {
                self.attributes(&mut Vec::new())?;
                return self.statement();
            }
            _ => {
                let value = self.expression()?;
                self.expect_semi("expression")?;
                StatementKind::Expr(value)
            }
        };
        Ok(Statement {
            kind,
            span: self.since(start),
        })
    }

    /// `keyword ( number , condition )`, as [`crate::annotation`] writes it.
    fn invariant(&mut self) -> Parsed<Invariant<'a>> {
        self.bump();
        self.expect(Kind::LParen)?;
        let number = self.expect(Kind::Number)?;
        let digits = std::str::from_utf8(self.text(number)).ok();
        let number = digits.and_then(|d| d.parse().ok()).unwrap_or(u32::MAX);
        self.expect(Kind::Comma)?;
        let condition = self.expression()?;
        self.expect(Kind::RParen)?;
        Ok(Invariant { number, condition })
    }

    fn annotated_loop(&mut self) -> Parsed<Statement<'a>> {
        let mut invariants = Vec::new();
        while self.kind() == Kind::LoopInvariant {
            invariants.push(self.invariant()?);
        }
        if !matches!(self.kind(), Kind::While | Kind::Do | Kind::For) {
            return Err(self.expected("a loop"));
        }
        let statement = self.statement()?;
        let span = statement.span;
        let invariants = self.slice(invariants);
        let statement = self.arena.alloc(statement);
        Ok(Statement {
            kind: StatementKind::Annotated(invariants, statement),
            span,
        })
    }

    /// An `if`, with all of an `else if` chain in one loop: generated programs
    /// have chains that are longer than any nesting.
    fn if_statement(&mut self) -> Parsed<Statement<'a>> {
        let mut chain = Vec::new();
        let mut last = None;
        loop {
            let start = self.bump().span();
            let condition = self.condition()?;
            let then = self.body()?;
            chain.push((start, condition, then));
            if !self.eat(Kind::Else) {
                break;
            }
            if self.kind() != Kind::If {
                last = Some(self.body()?);
                break;
            }
        }
        let mut statement = None;
        while let Some((start, condition, then)) = chain.pop() {
            if let Some(statement) = statement {
                last = Some(&*self.arena.alloc(statement));
            }
            let kind = StatementKind::If(condition, then, last);
            statement = Some(Statement {
                kind,
                span: self.since(start),
            });
        }
        // The loop above ran at least once.
        statement.ok_or(Failed)
    }

    fn for_statement(&mut self) -> Parsed<StatementKind<'a>> {
        self.bump();
        let open = self.p.at;
        let empty = Statement {
            kind: StatementKind::Empty,
            span: self.span().start(),
        };
        let (init, condition, step) = match self.for_header() {
            Ok(header) => header,
            Err(Failed) => {
                self.recover_parens(open)?;
                (empty, None, None)
            }
        };
        let body = self.body()?;
        let init = self.arena.alloc(init);
        Ok(StatementKind::For {
            init,
            condition,
            step,
            body,
        })
    }

    #[allow(clippy::type_complexity)]
    fn for_header(
        &mut self,
    ) -> Parsed<(Statement<'a>, Option<&'a Expr<'a>>, Option<&'a Expr<'a>>)> {
        self.expect(Kind::LParen)?;
        let start = self.span();
        while self.kind() == Kind::Extension && self.starts_declaration(self.peek(1)) {
            self.bump();
        }
        let kind = if self.eat(Kind::Semi) {
            StatementKind::Empty
        } else if self.at_brackets() || self.starts_declaration(self.token()) {
            let (declared, ended) = self.unended_declaration(Vec::new())?;
            if let Declared::Declaration(declaration) = declared {
                let allowed = [StorageClass::Auto, StorageClass::Register];
                self.reject_storage(&declaration.specifiers, &allowed, "in a 'for' statement");
            }
            if let Err(Failed) = ended {
                self.recover_part(self.p.at);
                if !self.eat(Kind::Semi) {
                    return Err(Failed);
                }
            }
            declared_kind(declared)
        } else {
            let value = self.expression()?;
            self.expect(Kind::Semi)?;
            StatementKind::Expr(value)
        };
        let init = Statement {
            kind,
            span: self.since(start),
        };
        let condition = match self.kind() {
            Kind::Semi => None,
            _ => Some(self.expression()?),
        };
        self.expect(Kind::Semi)?;
        let step = match self.kind() {
            Kind::RParen => None,
            _ => Some(self.expression()?),
        };
        self.expect(Kind::RParen)?;
        Ok((init, condition, step))
    }

    /// `( expression )`. After an error in it we go on with the body.
    fn condition(&mut self) -> Parsed<&'a Expr<'a>> {
        let open = self.p.at;
        let start = self.expect(Kind::LParen)?.span();
        let condition = self.expression().and_then(|condition| {
            self.expect(Kind::RParen)?;
            Ok(condition)
        });
        match condition {
            Ok(condition) => Ok(condition),
            Err(Failed) => {
                self.recover_parens(open)?;
                Ok(self.int(0, self.since(start)))
            }
        }
    }

    /// `asm … ( … )`, also at file scope.
    pub(super) fn asm(&mut self) -> Parsed<&'a Asm<'a>> {
        self.bump();
        while matches!(
            self.kind(),
            Kind::Volatile | Kind::Inline | Kind::Goto | Kind::Const
        ) {
            self.bump();
        }
        self.expect(Kind::LParen)?;
        let template = self.string_literal()?;
        let (mut outputs, mut inputs) = (Vec::new(), Vec::new());
        let mut clobbers_memory = false;
        let mut labels = Vec::new();
        let mut section = 0;
        while self.eat(Kind::Colon) {
            section += 1;
            if matches!(self.kind(), Kind::Colon | Kind::RParen) {
                continue;
            }
            loop {
                match section {
                    1 => outputs.push(self.asm_operand()?),
                    2 => inputs.push(self.asm_operand()?),
                    3 => clobbers_memory |= self.string_literal()?.bytes == b"memory",
                    _ => labels.push(self.ident()?),
                }
                if !self.eat(Kind::Comma) {
                    break;
                }
            }
        }
        self.expect(Kind::RParen)?;
        let outputs = self.slice(outputs);
        let inputs = self.slice(inputs);
        let labels = self.slice(labels);
        Ok(self.arena.alloc(Asm {
            template: template.bytes,
            is_basic: section == 0,
            outputs,
            inputs,
            clobbers_memory,
            labels,
        }))
    }

    fn asm_operand(&mut self) -> Parsed<AsmOperand<'a>> {
        let mut name = None;
        if self.eat(Kind::LBracket) {
            name = self.token().name();
            if name.is_none() {
                return Err(self.expected("identifier"));
            }
            self.bump();
            self.expect(Kind::RBracket)?;
        }
        let constraint = self.string_literal()?.bytes;
        self.expect(Kind::LParen)?;
        let value = self.expression()?;
        self.expect(Kind::RParen)?;
        Ok(AsmOperand {
            name,
            constraint,
            value,
        })
    }
}

fn declared_kind<'a>(declared: Declared<'a>) -> StatementKind<'a> {
    match declared {
        Declared::Declaration(declaration) => StatementKind::Declaration(declaration),
        Declared::Function(function) => StatementKind::Function(function),
    }
}
