//! Checking a witness: a violation is found again along it, invariants are shown to
//! hold and to suffice.

use crate::answer::{Reporter, invariant_violation};
use crate::channel::Channel;
use crate::check::Way;
use engine::{Answer, Counterexample, Reason, Task, Unknown, Unwatched, Verdict, Watch};
use frontend::annotation::{self, Annotation, AnnotationKind};
use program::{Program, Span};
use properties::Property;
use protocol::{Check, Event};
use report::check::{Finding, Report, WitnessStatus};
use report::witness::{Invariant, InvariantKind, Segment};
use validate::{Instrumented, Refusal};

/// Looks for the violation of a witness; if it is not found, for a proof that
/// there is none.
pub fn along(task: &Task, segments: &[Segment], way: &Way, check: &Check) -> Report {
    let (answer, status) = match validate::follow(task, segments) {
        Some(found) => {
            let verdict = Verdict::False(Box::new(found.clone()));
            let answer = Answer {
                verdicts: vec![(found.property, verdict)],
                ..Answer::default()
            };
            (answer, WitnessStatus::Confirmed)
        }
        None => {
            let answer = way.run(task, &mut Unwatched);
            let confirmed = answer.verdicts.iter().any(|(_, verdict)| match verdict {
                Verdict::False(found) => validate::is_along(task, segments, found),
                Verdict::True | Verdict::Unknown(_) => false,
            });
            if confirmed {
                let mut report = Reporter::new(task, check).report(&answer);
                report.witness = Some(WitnessStatus::Confirmed);
                return report;
            }
            let verdicts = answer.verdicts.iter();
            let refuted = verdicts.clone().all(|(_, v)| matches!(v, Verdict::True));
            // Violations elsewhere are not what was asked about.
            let verdicts = verdicts.map(|(property, verdict)| match verdict {
                Verdict::False(_) => (*property, Verdict::Unknown(not_followed())),
                Verdict::True | Verdict::Unknown(_) => (*property, verdict.clone()),
            });
            let status = match refuted {
                true => WitnessStatus::Refuted,
                false => WitnessStatus::Unknown,
            };
            let verdicts = verdicts.collect();
            (Answer { verdicts, ..answer }, status)
        }
    };
    let mut report = Reporter::new(task, check).report(&answer);
    report.witness = Some(status);
    report
}

fn not_followed() -> Unknown {
    Unknown {
        reason: Reason::Bound,
        what: "there is a violation, but none was found along the witness".into(),
        span: Span::NONE,
    }
}

/// Operations of the search for violated invariants before the proof is tried, and
/// after it has failed.
const GLANCE: u64 = 10_000;
const SEARCH: u64 = 50_000;

/// What invariants are to the front end. Their numbers are those of the list.
pub fn annotations(invariants: &[Invariant]) -> Vec<Annotation> {
    let annotations = invariants.iter().map(|invariant| Annotation {
        kind: match invariant.kind {
            InvariantKind::Loop => AnnotationKind::Loop,
            InvariantKind::Location => AnnotationKind::Location,
        },
        file: invariant.file.clone(),
        line: invariant.line,
        column: invariant.column,
        condition: invariant.value.clone(),
    });
    annotations.collect()
}

/// Checks invariants that the task's program is annotated with. Err: one of them is
/// nothing that can be checked.
pub fn correctness(
    task: &Task,
    invariants: &[Invariant],
    way: &Way,
    check: &Check,
    channel: &Channel,
) -> Result<Report, Refusal> {
    let plain = validate::instrument(task, false)?;
    let cut = validate::instrument(task, true)?;
    let judge = Judge {
        task,
        plain: &plain,
        invariants,
        check,
    };
    let mut watch = Phases(channel);
    watch.phase("looking for violated invariants");
    let glance = strategies::search(&plain.task, GLANCE, &mut watch);
    if let Some(report) = judge.conclude(&glance) {
        return Ok(report);
    }
    watch.phase("proving with the invariants");
    let answer = way.run(&cut.task, &mut watch);
    let proved = answer
        .verdicts
        .iter()
        .all(|(_, v)| matches!(v, Verdict::True));
    let mut report = match proved {
        true => judge.confirmed(&answer),
        false => {
            watch.phase("looking for violated invariants");
            let search = strategies::search(&plain.task, SEARCH, &mut watch);
            match judge.conclude(&search) {
                Some(report) => return Ok(report),
                None => judge.open(&answer, &cut),
            }
        }
    };
    report.notes = cut
        .uncut
        .iter()
        .filter_map(|(span, why)| {
            let at = task.program.sources.position(*span)?;
            Some(format!("{at}: the loop is explored as it is, for {why}"))
        })
        .collect();
    Ok(report)
}

struct Judge<'a> {
    /// As it was asked.
    task: &'a Task,
    /// With the invariants as checks, and nothing else: its runs are the program's.
    plain: &'a Instrumented,
    invariants: &'a [Invariant],
    check: &'a Check,
}

impl Judge<'_> {
    /// What is known if the program's own runs have been explored.
    fn conclude(&self, answer: &Answer) -> Option<Report> {
        for (property, verdict) in &answer.verdicts {
            if let Verdict::False(found) = verdict {
                return Some(self.refuted(*property, found, answer));
            }
        }
        let mut verdicts = answer.verdicts.iter();
        let proved = verdicts.all(|(_, v)| matches!(v, Verdict::True));
        proved.then(|| self.confirmed(answer))
    }

    fn report(&self, answer: Answer, status: WitnessStatus) -> Report {
        let mut report = Reporter::new(&self.plain.task, self.check).report(&answer);
        report.witness = Some(status);
        report
    }

    fn confirmed(&self, answer: &Answer) -> Report {
        let asked = self.task.properties.iter();
        let answer = Answer {
            verdicts: asked.map(|p| (p, Verdict::True)).collect(),
            ..answer.clone()
        };
        self.report(answer, WitnessStatus::Confirmed)
    }

    fn refuted(&self, property: Property, found: &Counterexample, answer: &Answer) -> Report {
        let verdict = Verdict::False(Box::new(found.clone()));
        let task = &self.plain.task;
        let Some(number) = invariant_at(&task.program, found) else {
            let answer = Answer {
                verdicts: vec![(property, verdict)],
                ..answer.clone()
            };
            return self.report(answer, WitnessStatus::Refuted);
        };
        let value = self.invariants.get(number as usize);
        let value = value.map_or("", |invariant| invariant.value.as_str());
        let place = self.plain.places.get(&number).copied();
        let reporter = Reporter::new(task, self.check);
        let violation = invariant_violation(&reporter, found, value, place);
        let none = Answer {
            verdicts: Vec::new(),
            ..answer.clone()
        };
        let mut report = self.report(none, WitnessStatus::Refuted);
        report.findings.push(Finding {
            property: "invariant".into(),
            verdict: report::check::Verdict::False(Box::new(violation)),
        });
        report
    }

    /// Neither confirmed nor refuted: why the proof failed.
    fn open(&self, answer: &Answer, cut: &Instrumented) -> Report {
        let program = &cut.task.program;
        let imprecise = |what: &str, span: Span| Unknown {
            reason: Reason::Imprecise,
            what: what.into(),
            span,
        };
        let failed = answer.verdicts.iter().find_map(|(_, verdict)| {
            Some(match verdict {
                Verdict::True => return None,
                Verdict::Unknown(unknown) => unknown.clone(),
                Verdict::False(found) => match invariant_at(program, found) {
                    Some(number) => {
                        let span = self.plain.places.get(&number).copied();
                        let what = "the invariant is not shown to be inductive";
                        imprecise(what, span.unwrap_or(Span::NONE))
                    }
                    None => {
                        let what = "the invariants do not suffice to exclude a violation here";
                        imprecise(what, found.incident.span)
                    }
                },
            })
        });
        let failed = failed.unwrap_or_else(|| imprecise("nothing was proved", Span::NONE));
        let asked = self.task.properties.iter();
        let verdicts = asked.map(|p| (p, Verdict::Unknown(failed.clone())));
        // What the attempt relied on is of no interest.
        let answer = Answer {
            verdicts: verdicts.collect(),
            statistics: answer.statistics.clone(),
            ..Answer::default()
        };
        self.report(answer, WitnessStatus::Unknown)
    }
}

/// The number of the invariant whose check failed, if one did.
fn invariant_at(program: &Program, found: &Counterexample) -> Option<u32> {
    let at = program.sources.position(found.incident.span)?;
    (at.file == annotation::FILE).then(|| at.line - 1)
}

/// Passes on what is being done, but no verdicts: those about parts say nothing about
/// the witness.
struct Phases<'a>(&'a Channel);

impl Watch for Phases<'_> {
    fn phase(&mut self, what: &str) {
        self.0.send(&Event::Phase(what.to_owned()));
    }
}
