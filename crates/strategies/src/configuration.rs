//! How a strategy is to go about it, as far as the user says.

use domains::Domain;
use engine::explore::{Calls, Merge, Order, Setup};
use engine::{Component, Cx, Exchange, Product};
use program::Op;
use properties::Property;

/// A domain, and the option after its name.
#[derive(Clone)]
pub struct Chosen {
    pub domain: &'static Domain,
    pub option: Option<String>,
}

/// What the user says about exploring; the rest is the strategy's choice.
#[derive(Clone, Default)]
pub struct Configuration {
    /// The components of the product, in order.
    pub analyses: Option<Vec<Chosen>>,
    pub merge: Option<Merge>,
    pub calls: Option<Calls>,
    pub order: Option<Order>,
    /// Who uses what the others say is to be found out.
    pub record: bool,
    /// Successor computations after which an exploration is given up, and operations after
    /// which a search is, where the strategy would go on.
    pub limit: Option<u64>,
}

const MERGES: &[(&str, Merge)] = &[
    ("never", Merge::Never),
    ("always", Merge::Always),
    ("agree", Merge::WhenKeysAgree),
];

const CALLS: &[(&str, Calls)] = &[
    ("summaries", Calls::Tabulated),
    ("unrolled", Calls::Unrolled),
];

const ORDERS: &[(&str, Order)] = &[
    ("program", Order::Program),
    ("depth", Order::DepthFirst),
    ("breadth", Order::BreadthFirst),
];

impl Configuration {
    /// Does the user say nothing?
    pub fn is_empty(&self) -> bool {
        let Configuration {
            analyses,
            merge,
            calls,
            order,
            record,
            limit,
        } = self;
        let is_said = merge.is_some() || calls.is_some() || order.is_some();
        analyses.is_none() && limit.is_none() && !is_said && !record
    }

    /// Reads what was said; Err says what is wrong with it.
    pub fn read(
        analyses: Option<&str>,
        merge: Option<&str>,
        calls: Option<&str>,
        order: Option<&str>,
        record: bool,
    ) -> Result<Configuration, String> {
        Ok(Configuration {
            record,
            analyses: analyses.map(read_analyses).transpose()?,
            merge: named("way to merge", MERGES, merge)?,
            calls: named("way to follow calls", CALLS, calls)?,
            order: named("order", ORDERS, order)?,
            limit: None,
        })
    }

    /// The product of the analyses, by default of those named, each with its option.
    pub fn product(&self, cx: &Cx<'_>, default: &[&str]) -> Product {
        let mut components: Vec<Box<dyn Component>> = match &self.analyses {
            Some(chosen) => {
                let make = |c: &Chosen| (c.domain.make)(cx, c.option.as_deref());
                chosen.iter().map(make).collect()
            }
            None => {
                let make = |text: &&str| {
                    let (name, option) = split(text);
                    domains::named(name).map(|d| (d.make)(cx, option))
                };
                default.iter().filter_map(make).collect()
            }
        };
        // Nobody else notices variable arguments that are not there.
        if takes_variable_arguments(cx)
            && !components.iter().any(|c| c.name() == VALUES)
            && let Some(values) = domains::named(VALUES)
        {
            components.push((values.make)(cx, None));
        }
        let exchange = Exchange {
            record: self.record,
            ..Exchange::default()
        };
        Product::exchanging(components, exchange)
    }

    /// How far to go, where the strategy would go so far.
    pub fn limited(&self, limit: u64) -> u64 {
        self.limit.map_or(limit, |most| most.min(limit))
    }

    pub fn setup(&self, default: Setup) -> Setup {
        Setup {
            merge: self.merge.unwrap_or(default.merge),
            calls: self.calls.unwrap_or(default.calls),
            order: self.order.unwrap_or(default.order),
            limit: self.limited(default.limit),
            ..default
        }
    }
}

const VALUES: &str = "values";

/// Is an access to variable arguments to be judged?
fn takes_variable_arguments(cx: &Cx<'_>) -> bool {
    let bodies = || cx.program.functions.iter().filter_map(|f| f.body.as_ref());
    let takes = |op: &Op| matches!(op, Op::VaArg { .. });
    cx.properties.contains(Property::ValidDeref)
        && bodies().any(|body| body.edges().any(|(_, edge)| takes(&edge.op)))
}

fn named<T: Copy>(
    what: &str,
    known: &[(&str, T)],
    name: Option<&str>,
) -> Result<Option<T>, String> {
    let Some(name) = name else {
        return Ok(None);
    };
    let found = known.iter().find(|(n, _)| *n == name);
    found.map(|(_, t)| Some(*t)).ok_or_else(|| {
        let names: Vec<_> = known.iter().map(|(n, _)| *n).collect();
        format!(
            "there is no {what} '{name}' (there are: {})",
            names.join(", ")
        )
    })
}

/// A domain's name, and the option behind it.
fn split(text: &str) -> (&str, Option<&str>) {
    match text.split_once(':') {
        Some((name, option)) => (name, Some(option)),
        None => (text, None),
    }
}

fn read_analyses(text: &str) -> Result<Vec<Chosen>, String> {
    let mut chosen: Vec<Chosen> = Vec::new();
    for part in text.split('+') {
        let (name, option) = split(part);
        let domain = domains::named(name).ok_or_else(|| {
            let names: Vec<_> = domains::ALL.iter().map(|d| d.name).collect();
            format!(
                "there is no analysis '{name}' (there are: {})",
                names.join(", ")
            )
        })?;
        if let Some(option) = option
            && !domain.options.iter().any(|(name, _)| *name == option)
        {
            let names: Vec<_> = domain.options.iter().map(|(n, _)| *n).collect();
            let has = match names.is_empty() {
                true => "it has none".to_owned(),
                false => format!("it has: {}", names.join(", ")),
            };
            return Err(format!(
                "the analysis {name} has no option '{option}' ({has})"
            ));
        }
        if chosen.iter().any(|c| c.domain.name == name) {
            return Err(format!("the analysis {name} is named twice"));
        }
        chosen.push(Chosen {
            domain,
            option: option.map(str::to_owned),
        });
    }
    Ok(chosen)
}
