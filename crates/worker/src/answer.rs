//! A strategy's answer becomes a report.

use engine::{Answer, Counterexample, Task, Verdict};
use program::{Diagnostic, Span};
use properties::Property;
use report::check::{self, Finding, Place, Report, Violation};
use report::diagnostics::{self, Style};

pub fn report(task: &Task, answer: &Answer, style: Style) -> Report {
    let findings = answer.verdicts.iter();
    let findings = findings.map(|(property, v)| finding(task, *property, v, style));
    let statistics = answer.statistics.iter();
    Report {
        findings: findings.collect(),
        assumptions: answer.assumptions.clone(),
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
    let incident = counterexample.incident;
    let message = incident.fault.name().to_owned();
    let error = Diagnostic::error(incident.span, message.clone());
    Violation {
        fault: incident.fault.name().to_owned(),
        message,
        place: place(task, incident.span),
        excerpt: diagnostics::render(&task.program.sources, &error, style),
        inputs: Vec::new(),
        steps: Vec::new(),
    }
}
