//! A request to verify becomes a task; its strategy is run, and followed.

use crate::answer::{Reporter, style};
use crate::channel::Channel;
use crate::fault;
use engine::{Settings, Task, Verdict, Watch};
use machine::UnknownCalls;
use program::{Diagnostic, Program, SourceMap, Span};
use properties::{Properties, Property};
use protocol::{Check, Event, Files};
use report::diagnostics::{self, Style};
use std::path::PathBuf;

pub fn run(check: &Check, channel: &Channel) {
    match task(check, channel) {
        Err(messages) => channel.send(&Event::Rejected(messages)),
        Ok((task, strategy)) => {
            channel.send(&Event::Assumed(task.assumptions()));
            fault::perhaps();
            let reporter = Reporter::new(&task, check);
            let mut watch = Watcher { reporter, channel };
            let answer = (strategy.run)(&task, &mut watch);
            let report = watch.reporter.report(&answer);
            channel.send(&Event::Finished(report));
        }
    }
}

/// Err has rendered messages about what is wrong.
fn task(check: &Check, channel: &Channel) -> Result<(Task, &'static strategies::Strategy), String> {
    let style = style(check);
    let say = |message: String| {
        let error = Diagnostic::error(Span::NONE, message);
        diagnostics::render(&SourceMap::new(), &error, style)
    };
    let strategy = strategies::named(&check.strategy).ok_or_else(|| {
        let names: Vec<_> = strategies::ALL.iter().map(|s| s.name).collect();
        let list = names.join(", ");
        say(format!(
            "there is no strategy '{}' (there are: {list})",
            check.strategy
        ))
    })?;
    let named = |name: &String| Properties::named(name).ok_or_else(|| name.clone());
    let properties = check.properties.iter().map(named);
    let properties = properties.collect::<Result<Vec<_>, _>>();
    let properties = properties.map_err(|name| say(format!("there is no property '{name}'")))?;
    let program = compile(&check.files, style, channel)?;
    let settings = Settings {
        entry: check.settings.entry.clone(),
        overflow_is_fatal: check.settings.overflow_is_error,
        malloc_may_fail: check.settings.malloc_may_fail,
        unknown_calls: match check.settings.unknown_calls {
            protocol::UnknownCalls::Pure => UnknownCalls::Pure,
            protocol::UnknownCalls::Havoc => UnknownCalls::Havoc,
            protocol::UnknownCalls::Error => UnknownCalls::Error,
        },
    };
    if program.function_named(&settings.entry).is_none() {
        let message = format!("there is no function '{}' to begin in", settings.entry);
        return Err(say(message));
    }
    let properties = properties.into_iter();
    let task = Task {
        program,
        properties: properties.fold(Properties::NONE, Properties::union),
        settings,
    };
    Ok((task, strategy))
}

fn compile(files: &Files, style: Style, channel: &Channel) -> Result<Program, String> {
    let options = frontend::Options {
        data_model: match files.data_model {
            protocol::DataModel::Lp64 => program::DataModel::Lp64,
            protocol::DataModel::Ilp32 => program::DataModel::Ilp32,
        },
        preprocessor: files.preprocessor.clone(),
        library: machine::models(),
    };
    let paths: Vec<PathBuf> = files.paths.iter().map(PathBuf::from).collect();
    match frontend::compile_files(&paths, &options) {
        Ok(output) => {
            let text = diagnostics::render_all(&output.program.sources, &output.warnings, style);
            if !text.is_empty() {
                channel.send(&Event::Warnings(text));
            }
            Ok(output.program)
        }
        Err(failure) => Err(diagnostics::render_all(
            &failure.sources,
            &failure.diagnostics,
            style,
        )),
    }
}

/// Passes on what a strategy says.
struct Watcher<'a> {
    reporter: Reporter<'a>,
    channel: &'a Channel,
}

impl Watch for Watcher<'_> {
    fn phase(&mut self, what: &str) {
        self.channel.send(&Event::Phase(what.to_owned()));
    }

    fn decided(&mut self, property: Property, verdict: &Verdict) {
        let finding = self.reporter.finding(property, verdict);
        self.channel.send(&Event::Decided(finding));
    }
}
