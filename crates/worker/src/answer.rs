//! A strategy's answer becomes a report.

use engine::{Answer, Counterexample, Task, Verdict};
use program::source::LineMarker;
use program::{Diagnostic, SourceMap, Span};
use properties::Property;
use report::check::{self, Finding, Place, Report, Violation};
use report::diagnostics::{self, Style};
use report::{fault, story};
use std::fs;

pub fn report(task: &Task, answer: &Answer, style: Style) -> Report {
    let findings = answer.verdicts.iter();
    let findings = findings.map(|(property, v)| finding(task, *property, v, style));
    let statistics = answer.statistics.iter();
    let mut assumptions = task.assumptions();
    assumptions.extend(answer.assumptions.iter().cloned());
    Report {
        findings: findings.collect(),
        assumptions,
        statistics: statistics.map(|(k, v)| ((*k).to_owned(), *v)).collect(),
    }
}

pub fn finding(task: &Task, property: Property, verdict: &Verdict, style: Style) -> Finding {
    let verdict = match verdict {
        Verdict::True => check::Verdict::True,
        Verdict::False(counterexample) => {
            check::Verdict::False(Box::new(violation(task, counterexample, style)))
        }
        Verdict::Unknown(unknown) => check::Verdict::Unknown(check::Unknown {
            reason: unknown.reason.name().to_owned(),
            what: unknown.what.clone(),
            place: place(task, unknown.span),
        }),
    };
    Finding {
        property: property.name().to_owned(),
        verdict,
    }
}

fn place(task: &Task, span: Span) -> Option<Place> {
    task.program.sources.position(span).map(Place::from)
}

fn violation(task: &Task, counterexample: &Counterexample, style: Style) -> Violation {
    let program = &task.program;
    let incident = counterexample.incident;
    let message = fault::message(program, incident.fault);
    let error = Diagnostic::error(incident.span, message.clone());
    let story = story::record(program, &task.machine_options(), &counterexample.inputs);
    Violation {
        fault: incident.fault.name().to_owned(),
        message,
        place: place(task, incident.span),
        excerpt: excerpt(&program.sources, &error, style),
        inputs: story
            .inputs
            .iter()
            .map(|given| given.text.clone())
            .collect(),
        steps: story::tell(program, &story),
    }
}

/// The message with the line as the programmer wrote it. What was read may be a
/// macro's expansion, which nobody wants to see.
fn excerpt(sources: &SourceMap, error: &Diagnostic, style: Style) -> String {
    let rendered = diagnostics::render(sources, error, style);
    let Some(line) = sources.line(error.span) else {
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
    let start =
        sources.file(file).base() + (written.len() - written.trim_ascii_start().len()) as u32;
    let span = Span::new(start, start + written.trim_ascii().len() as u32);
    diagnostics::render(
        &sources,
        &Diagnostic::error(span, error.message.clone()),
        style,
    )
}
