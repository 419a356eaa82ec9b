//! What is to be verified: a program, the properties, and what C is to mean.

use crate::precision::Given;
use crate::verdict::Answer;
use machine::{Options, UnknownCalls};
use program::{Callee, FunctionId, INLINE_ASSEMBLY, Op, Program};
use properties::{Observer, Properties, Property, Weaving, Woven, weave};
use rustc_hash::FxHashSet;
use solver::path::Primitive;
use std::collections::BTreeSet;

/// The meaning of a program where C leaves a choice, and where it begins.
#[derive(Clone, Debug)]
pub struct Settings {
    pub entry: String,
    /// A signed overflow ends the run.
    pub overflow_is_fatal: bool,
    pub malloc_may_fail: bool,
    pub unknown_calls: UnknownCalls,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            entry: "main".into(),
            overflow_is_fatal: false,
            malloc_may_fail: true,
            unknown_calls: UnknownCalls::Pure,
        }
    }
}

/// More undefined functions than this are only counted.
const MAX_NAMES: usize = 8;

/// Bytes of live objects in a run of the machine: well below any limit that a user
/// would set.
const RUN_MEMORY: u64 = 1 << 28;

/// A program and what is asked about it.
pub struct Task {
    /// With the library models and the automata, and without checks.
    pub program: Program,
    pub properties: Properties,
    /// The automata in the program.
    pub observers: Vec<Observer>,
    /// What the user says is worth telling apart.
    pub precision: Vec<Given>,
    /// What the user declares about the program's data, in the language of the analysis
    /// that reads it.
    pub declarations: String,
    pub settings: Settings,
}

impl Task {
    /// What is left to ask when some of it is answered, with more that is worth telling apart.
    ///
    /// Runs go on behind a lost block, so what is asked beside its loss can be answered there;
    /// as long as the loss itself is asked about, nobody looks behind it.
    pub(crate) fn left(&self, answer: &Answer, more: Vec<Given>) -> Task {
        let is_open = |p: &Property| *p != Property::ValidMemtrack || !answer.decides(*p);
        let mut precision = self.precision.clone();
        precision.extend(more);
        Task {
            program: self.program.clone(),
            properties: self.properties.iter().filter(is_open).collect(),
            observers: self.observers.clone(),
            precision,
            declarations: self.declarations.clone(),
            settings: self.settings.clone(),
        }
    }

    /// What every verdict relies on, because the settings say so.
    pub fn assumptions(&self) -> Vec<String> {
        let settings = &self.settings;
        let mut list = Vec::new();
        if settings.overflow_is_fatal && !self.properties.contains(Property::NoOverflow) {
            list.push("no signed arithmetic overflows: a run that does ends there".to_owned());
        }
        if !settings.malloc_may_fail {
            list.push("allocation succeeds".to_owned());
        }
        for observer in self.observers.iter().filter(|o| o.controls) {
            list.push(format!(
                "runs that automaton {} ends are not examined further",
                observer.name
            ));
        }
        let effect = match settings.unknown_calls {
            UnknownCalls::Pure => "return anything and change nothing",
            UnknownCalls::Havoc => "return anything and write only what their arguments lead to",
            UnknownCalls::Error => return list,
        };
        let mut names = self.undefined_functions();
        if let Some(assembly) = names.iter().position(|name| name == INLINE_ASSEMBLY) {
            names.remove(assembly);
            list.push(format!(
                "{INLINE_ASSEMBLY} changes its operands only, and makes no addresses"
            ));
        }
        let more = names.len().saturating_sub(MAX_NAMES);
        names.truncate(MAX_NAMES);
        if !names.is_empty() {
            let names = names.join(", ");
            let more = if more == 0 {
                String::new()
            } else {
                format!(" and {more} more")
            };
            list.push(format!("undefined functions {effect}: {names}{more}"));
        }
        list
    }

    /// The functions without any meaning that a run may call, in order of names.
    fn undefined_functions(&self) -> Vec<String> {
        let program = &self.program;
        let mut names = BTreeSet::new();
        for id in self.reached() {
            let function = &program.functions[id];
            let name = &program.names[function.name];
            let means_nothing = function.body.is_none() && program.alarm(id).is_none();
            if means_nothing && !machine::is_primitive(name) {
                names.insert(name.to_owned());
            }
        }
        names.into_iter().collect()
    }

    /// How large the program is: the locations of the functions that a run may come to.
    pub fn locations(&self) -> usize {
        let functions = self.reached().into_iter();
        let bodies = functions.filter_map(|f| self.program.functions[f].body.as_ref());
        bodies.map(|body| body.location_count()).sum()
    }

    /// The functions that a run may come to, and perhaps others.
    fn reached(&self) -> Vec<FunctionId> {
        let program = &self.program;
        let mut reached: Vec<FunctionId> = program.exprs.mentioned_functions().collect();
        reached.extend(program.function_named(&self.settings.entry));
        let mut seen: FxHashSet<FunctionId> = reached.iter().copied().collect();
        let mut at = 0;
        while let Some(&function) = reached.get(at) {
            at += 1;
            let body = program.functions[function].body.as_ref();
            for (_, edge) in body.into_iter().flat_map(|b| b.edges()) {
                if let Op::Call(call) = &edge.op
                    && let Callee::Direct(callee) = call.callee
                    && seen.insert(callee)
                {
                    reached.push(callee);
                }
            }
        }
        reached
    }

    /// The program with the checks of the properties; None if there is no entry
    /// function.
    pub fn woven(&self) -> Option<Woven> {
        let known =
            |name: &str| Primitive::named(name).is_some() || name.starts_with("__VERIFIER_nondet");
        let weaving = Weaving {
            properties: match self.settings.overflow_is_fatal {
                true => self.properties.clone().with(Property::NoOverflow),
                false => self.properties.clone(),
            },
            entry: self.program.function_named(&self.settings.entry)?,
            undefined_calls: match self.settings.unknown_calls {
                UnknownCalls::Error => Some(&known),
                UnknownCalls::Pure | UnknownCalls::Havoc => None,
            },
        };
        Some(weave(&self.program, &weaving))
    }

    /// How the concrete machine is to run the program so that a violation of
    /// one of the properties ends the run with its fault.
    pub fn machine_options(&self) -> Options {
        self.options_watching(&self.properties)
    }

    /// The same for one of the properties alone. Whoever looked for it after others were decided
    /// may have found a run that violates those before.
    pub fn machine_options_for(&self, property: Property) -> Options {
        Options {
            strict_pointers: self.properties.contains(Property::ValidDeref),
            ..self.options_watching(&Properties::NONE.with(property))
        }
    }

    fn options_watching(&self, properties: &Properties) -> Options {
        Options {
            overflow_is_fatal: self.settings.overflow_is_fatal
                || properties.contains(Property::NoOverflow),
            unknown_calls: self.settings.unknown_calls,
            malloc_may_fail: self.settings.malloc_may_fail,
            error_calls_are_faults: properties.contains(Property::UnreachCall),
            assertions_are_faults: properties.contains(Property::Assert),
            check_leaks: properties.contains(Property::ValidMemtrack),
            check_cleanup: properties.contains(Property::ValidMemcleanup),
            strict_pointers: properties.contains(Property::ValidDeref),
            memory: RUN_MEMORY,
            entry: self.settings.entry.clone(),
            ..Options::default()
        }
    }
}
