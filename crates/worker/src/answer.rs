//! A strategy's answer becomes a report.

use engine::{
    Account, Answer, Counterexample, Examined, Fate, Happening, Invariant, InvariantPlace, Passage,
    Subject, Suspicion, Task, Unknown, Verdict,
};
use program::source::LineMarker;
use program::{Diagnostic, SourceMap, Span};
use properties::Property;
use protocol::Check;
use report::check::{self, Finding, Place, Report, Step, StepKind, Violation};
use report::diagnostics::{self, Style};
use report::fault;
use report::story::{self, Story};
use report::test_case::{About, test_case};
use report::witness::{self, InvariantKind, Known, Metadata};
use std::fs;

/// Makes reports about a task.
pub struct Reporter<'a> {
    task: &'a Task,
    check: &'a Check,
    /// The violations that were told already, which takes time. Of several that strategies
    /// find side by side, the one counts that the answer has in the end.
    known: Vec<(Counterexample, Finding)>,
    /// What the strategy chose, and why.
    pub chosen: Option<String>,
}

pub fn style(check: &Check) -> Style {
    match check.colour {
        true => Style::Coloured,
        false => Style::Plain,
    }
}

/// What analyses told each other.
pub fn exchange(sources: &SourceMap, account: &Account) -> check::Exchange {
    let rows = account.rows.iter();
    let speakers = rows.map(|(name, shared, used)| check::Speaker {
        name: (*name).to_owned(),
        shared: *shared,
        used: used.clone(),
    });
    let entries = account.entries.iter().map(|entry| check::Used {
        from: entry.from.to_owned(),
        to: entry.to.to_owned(),
        formula: entry.text.clone(),
        count: entry.count,
        place: sources.position(entry.span).map(Into::into),
    });
    check::Exchange {
        speakers: speakers.collect(),
        used: entries.collect(),
    }
}

impl<'a> Reporter<'a> {
    pub fn new(task: &'a Task, check: &'a Check) -> Reporter<'a> {
        Reporter {
            task,
            check,
            known: Vec::new(),
            chosen: None,
        }
    }

    pub fn report(&mut self, answer: &Answer) -> Report {
        let findings = answer.verdicts.iter();
        let findings = findings.map(|(property, verdict)| self.finding(*property, verdict));
        let findings = findings.collect();
        let statistics = answer.statistics.iter();
        let mut assumptions = self.task.assumptions();
        assumptions.extend(answer.assumptions.iter().cloned());
        Report {
            findings,
            values: answer.values.iter().map(|v| self.value(v)).collect(),
            assumptions,
            statistics: statistics.map(|(k, v)| (k.to_string(), *v)).collect(),
            chosen: self.chosen.clone(),
            notes: self.untold(answer).into_iter().collect(),
            witness: None,
            proof: self.proof(answer),
            invariants: self.invariants(answer),
            exchange: answer
                .exchange
                .as_ref()
                .map(|account| exchange(&self.task.program.sources, account)),
            path: Vec::new(),
        }
    }

    /// Those whose place has a name; that a place is reached only so far as is known is
    /// nothing to tell.
    fn invariants(&self, answer: &Answer) -> Vec<check::Invariant> {
        let invariants = told(answer).filter_map(|invariant| {
            let (InvariantPlace::Loop(span) | InvariantPlace::Statement(span)) = invariant.place;
            let program = &self.task.program;
            Some(check::Invariant {
                place: self.place(span)?,
                function: program.show(invariant.function).to_string(),
                text: invariant.text.clone(),
            })
        });
        invariants.collect()
    }

    /// That a correctness witness is not the whole proof.
    fn untold(&self, answer: &Answer) -> Option<String> {
        let is_written = self.check.witness.is_some() && answer.is_proved();
        let told = answer.told.as_ref().filter(|_| is_written)?;
        let untold: Vec<&str> = told.untold.iter().copied().collect();
        (!untold.is_empty()).then(|| {
            let list = untold.join("; ");
            format!("the witness is not the whole proof; its format cannot say: {list}")
        })
    }

    /// The text of a correctness witness, if it was asked for and all is proved.
    fn proof(&self, answer: &Answer) -> Option<String> {
        match answer.is_proved() {
            true => self.correctness(told(answer)),
            false => None,
        }
    }

    /// The text of a correctness witness with these invariants, if one was asked for.
    pub fn correctness<'i>(
        &self,
        invariants: impl Iterator<Item = &'i Invariant>,
    ) -> Option<String> {
        let time = self.check.witness?;
        let known = invariants.map(|invariant| {
            let (kind, span) = match invariant.place {
                InvariantPlace::Loop(span) => (InvariantKind::Loop, span),
                InvariantPlace::Statement(span) => (InvariantKind::Location, span),
            };
            Known {
                kind,
                function: invariant.function,
                span,
                text: invariant.text.clone(),
            }
        });
        let known: Vec<_> = known.collect();
        let files = self.files();
        let metadata = self.metadata(&files, self.task.properties.iter(), time);
        Some(witness::write_invariants(
            &self.task.program,
            &known,
            &metadata,
        ))
    }

    /// The input files and what is in them.
    fn files(&self) -> Vec<(String, Vec<u8>)> {
        let paths = self.check.files.paths.iter();
        paths
            .map(|path| (path.clone(), fs::read(path).unwrap_or_default()))
            .collect()
    }

    fn metadata<'f>(
        &self,
        files: &'f [(String, Vec<u8>)],
        properties: impl Iterator<Item = Property>,
        time: u64,
    ) -> Metadata<'f> {
        let entry = &self.task.settings.entry;
        let formulae = properties.filter_map(|property| property.formula());
        let lines = formulae.map(|f| format!("CHECK( init({entry}()), LTL({f}) )"));
        Metadata {
            files,
            specification: lines.collect::<Vec<_>>().join("\n"),
            time,
            version: env!("CARGO_PKG_VERSION"),
        }
    }

    pub fn finding(&mut self, property: Property, verdict: &Verdict) -> Finding {
        if let Verdict::False(found) = verdict {
            let is_it = |(told, _): &&(Counterexample, _)| {
                told.property == property
                    && told.incident == found.incident
                    && told.inputs == found.inputs
            };
            if let Some((_, known)) = self.known.iter().find(is_it) {
                return known.clone();
            }
        }
        let told = match verdict {
            Verdict::True => check::Verdict::True,
            Verdict::False(counterexample) => {
                check::Verdict::False(Box::new(self.violation(counterexample)))
            }
            Verdict::Unknown(unknown) => check::Verdict::Unknown(self.unknown(unknown)),
        };
        let finding = Finding {
            property: property.name().to_owned(),
            verdict: told,
        };
        if let Verdict::False(found) = verdict {
            self.known.push((found.as_ref().clone(), finding.clone()));
        }
        finding
    }

    fn unknown(&self, unknown: &Unknown) -> check::Unknown {
        check::Unknown {
            reason: unknown.reason.name().to_owned(),
            what: unknown.what.clone(),
            place: self.place(unknown.span),
        }
    }

    /// What is known of a value of an automaton.
    pub fn value(&self, value: &Examined) -> check::Value {
        let created = match value.subject {
            Subject::Created(span) => self.place(span).map(check::Subject::Created),
            Subject::Null => Some(check::Subject::Null),
            Subject::All => None,
        };
        let (fate, errors, tried) = match &value.fate {
            Fate::Proved => (check::Fate::Proved, &[][..], Vec::new()),
            Fate::Violated => (check::Fate::Violated, &[][..], Vec::new()),
            Fate::Possible(list, tried) => {
                let fate = match list.iter().all(|suspicion| suspicion.early) {
                    true => check::Fate::Early,
                    false => check::Fate::Possible,
                };
                (fate, &list[..], tried.clone())
            }
        };
        check::Value {
            property: value.property.name().to_owned(),
            number: value.number,
            subject: created.unwrap_or(check::Subject::All),
            fate,
            errors: errors.iter().map(|s| self.suspicion(s)).collect(),
            tried,
        }
    }

    fn suspicion(&self, suspicion: &Suspicion) -> check::Suspicion {
        let what = &suspicion.what;
        let warning = Diagnostic::warning(what.span, what.what.clone());
        check::Suspicion {
            what: self.unknown(what),
            excerpt: excerpt(&self.task.program.sources, &warning, style(self.check)),
            steps: suspicion.path.iter().map(|p| self.step(p)).collect(),
        }
    }

    fn step(&self, passage: &Passage) -> Step {
        let (mut subject, mut value) = (None, None);
        let (kind, text) = match &passage.what {
            Happening::Call(name) => (StepKind::Call, format!("call {name}")),
            Happening::Branch { condition, taken } => {
                subject = Some(condition.clone());
                value = Some(taken.to_string());
                (StepKind::Branch, story::branch(condition, *taken))
            }
            Happening::Transition { from, to } => {
                value = Some(to.clone());
                let operation = self.operation(passage.span);
                let operation = operation.map(|o| format!(", by {o}")).unwrap_or_default();
                (
                    StepKind::Transition,
                    format!("{from} becomes {to}{operation}"),
                )
            }
            Happening::Violation(message) => (StepKind::Fault, message.clone()),
            Happening::Omitted(count) => {
                let plural = if *count == 1 { "" } else { "es" };
                (StepKind::Omitted, format!("({count} more branch{plural})"))
            }
        };
        Step {
            kind,
            function: passage.function.clone(),
            place: self.place(passage.span),
            depth: passage.depth,
            text,
            subject,
            value,
        }
    }

    /// The text of a call; of a declaration, whose span is its name, the line.
    fn operation(&self, span: Span) -> Option<String> {
        let sources = &self.task.program.sources;
        let calls = |text: &&str| text.contains('(');
        let own = sources.short_text(span).filter(calls).map(str::to_owned);
        own.or_else(|| {
            let line = sources.line(span)?.text.trim_ascii();
            let line = str::from_utf8(line).ok()?.trim_end_matches(';');
            (!line.is_empty() && line.len() <= 80).then(|| line.to_owned())
        })
    }

    fn place(&self, span: Span) -> Option<Place> {
        let position = self.task.program.sources.position(span);
        position.map(Place::from)
    }

    fn violation(&self, counterexample: &Counterexample) -> Violation {
        let (task, program) = (self.task, &self.task.program);
        let incident = counterexample.incident;
        let message = fault::message(program, incident.fault);
        let error = Diagnostic::error(incident.span, message.clone());
        let record = |options| story::record(program, &options, &counterexample.inputs);
        let mut story = record(task.machine_options());
        if !matches!(story.outcome, machine::Outcome::Fault(end) if end == incident) {
            story = record(task.machine_options_for(counterexample.property));
        }
        let about = About {
            files: &self.check.files.paths,
            entry: &task.settings.entry,
            incident,
        };
        let wants_test = self.check.test_case;
        Violation {
            fault: incident.fault.name().to_owned(),
            message,
            place: self.place(incident.span),
            excerpt: excerpt(&program.sources, &error, style(self.check)),
            inputs: story.inputs.iter().map(|g| g.text.clone()).collect(),
            steps: story::tell(program, &story),
            test_case: wants_test.then(|| test_case(program, &story, &about)),
            witness: self
                .check
                .witness
                .map(|time| self.witness(counterexample, &story, time)),
        }
    }

    fn witness(&self, counterexample: &Counterexample, story: &Story, time: u64) -> String {
        let files = self.files();
        let properties = std::iter::once(counterexample.property);
        let metadata = self.metadata(&files, properties, time);
        let incident = counterexample.incident;
        witness::write(&self.task.program, story, incident, &metadata)
    }
}

/// What is known about loops, if all is proved.
fn told(answer: &Answer) -> impl Iterator<Item = &Invariant> {
    let told = answer.told.iter().filter(|_| answer.is_proved());
    told.flat_map(|told| &told.invariants)
}

/// How an invariant of a witness is violated, which stands at the span `place`.
pub fn invariant_violation(
    reporter: &Reporter<'_>,
    counterexample: &Counterexample,
    invariant: &str,
    place: Option<Span>,
) -> Violation {
    let violation = reporter.violation(counterexample);
    let span = place.unwrap_or(counterexample.incident.span);
    let message = format!("the invariant `{invariant}` does not hold here");
    let error = Diagnostic::error(span, message.clone());
    let sources = &reporter.task.program.sources;
    Violation {
        fault: "invariant".to_owned(),
        message,
        place: reporter.place(span),
        excerpt: excerpt(sources, &error, style(reporter.check)),
        ..violation
    }
}

/// The message with the line as the programmer wrote it. What was read may be a
/// macro's expansion, which nobody wants to see.
pub fn excerpt(sources: &SourceMap, diagnostic: &Diagnostic, style: Style) -> String {
    let rendered = diagnostics::render(sources, diagnostic, style);
    let Some(line) = sources.line(diagnostic.span) else {
        return rendered;
    };
    let at = line.position;
    let written = fs::read(at.file).ok();
    let written = written.as_deref().and_then(|text| {
        let mut lines = text.split(|&b| b == b'\n');
        lines.nth(at.line as usize - 1)
    });
    let Some(written) = written.filter(|w| w.trim_ascii() != line.text.trim_ascii()) else {
        return rendered;
    };
    let marked = String::from_utf8_lossy(sources.text(diagnostic.span)).into_owned();
    let mut sources = SourceMap::new();
    let Ok(file) = sources.add(at.file.to_owned(), written.to_vec()) else {
        return rendered;
    };
    let marker = LineMarker {
        offset: 0,
        line: at.line,
        file: 0,
    };
    sources.set_markers(file, vec![marker], vec![at.file.to_owned()]);
    // What the span covers, if the programmer wrote it just so; else all of it.
    let found = marked.lines().next().and_then(|marked| {
        let text = String::from_utf8_lossy(written);
        let at = text.find(marked).filter(|_| !marked.is_empty());
        at.map(|at| (at, marked.len()))
    });
    let blank = written.len() - written.trim_ascii_start().len();
    let (at, length) = found.unwrap_or((blank, written.trim_ascii().len()));
    let start = sources.file(file).base() + at as u32;
    let span = Span::new(start, start + length as u32);
    let written = Diagnostic {
        span,
        related: Vec::new(),
        ..diagnostic.clone()
    };
    diagnostics::render(&sources, &written, style)
}
