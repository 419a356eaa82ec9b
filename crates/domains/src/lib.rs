//! Abstract domains, one folder each. None uses another's state: what a domain knows
//! reaches others as formulae and answers ([`engine::Facts`]).
//!
//! A new domain is a folder with an implementation of [`engine::Analysis`] and one
//! line in [`ALL`].

#![forbid(unsafe_code)]

pub mod automaton;
pub mod bits;
mod bodiless;
pub mod consistency;
pub mod extents;
pub mod heaps;
pub mod intervals;
pub mod map;
pub mod parity;
mod paths;
pub mod pointwise;
pub mod predicates;
pub mod quantified;
mod reads;
pub mod refs;
pub mod segments;
pub mod shapes;
pub mod signs;
pub mod symbolic;
pub mod types;
pub mod values;

use engine::{Component, Cx, Interned};

/// A domain that can be put into a product.
pub struct Domain {
    pub name: &'static str,
    /// One sentence about what it tracks.
    pub about: &'static str,
    /// What may follow its name after a colon, with a sentence each.
    pub options: &'static [(&'static str, &'static str)],
    /// Given the option, if there is one.
    pub make: fn(&Cx<'_>, Option<&str>) -> Box<dyn Component>,
}

/// An option of those that know something of each number alone.
const LAZY: (&str, &str) = (
    "lazy",
    "only the variables are followed that exclude paths which cannot be taken",
);

pub const ALL: &[Domain] = &[
    Domain {
        name: "automaton",
        about: "in which states the property's automata may be",
        options: &[],
        make: |cx, _| Box::new(Interned::new("automaton", automaton::Automata::new(cx))),
    },
    Domain {
        name: "bits",
        about: "which bits of integers are known",
        options: &[],
        make: |cx, _| Box::new(Interned::new("bits", bits::KnownBits::new(cx))),
    },
    Domain {
        name: "consistency",
        about: "whether what the other analyses share can be true; knows nothing itself",
        options: &[],
        make: |_, _| {
            let solver = Box::new(solver::Cached::new(solver::Z3::new()));
            Box::new(Interned::new(
                "consistency",
                consistency::Consistency::new(solver),
            ))
        },
    },
    Domain {
        name: "extents",
        about: "how large blocks are and where in them pointers lead, in terms of variables",
        options: &[],
        make: |cx, _| Box::new(Interned::new("extents", extents::Extents::new(cx))),
    },
    Domain {
        name: "heaps",
        about: "which heap predicates the objects of linked structures satisfy: boolean heaps",
        options: &[],
        make: |cx, _| Box::new(Interned::new("heaps", heaps::Heaps::new(cx))),
    },
    Domain {
        name: "intervals",
        about: "between which numbers integers lie",
        options: &[LAZY],
        make: |cx, option| {
            let intervals = match option {
                Some("lazy") => intervals::Intervals::lazily(cx),
                _ => intervals::Intervals::new(cx),
            };
            Box::new(Interned::new("intervals", intervals))
        },
    },
    Domain {
        name: "parity",
        about: "which integers are even and which are odd",
        options: &[],
        make: |_, _| Box::new(Interned::new("parity", parity::Parities)),
    },
    Domain {
        name: "predicates",
        about: "boolean combinations of predicates, which refinement finds",
        options: &[
            (
                "single",
                "every step is a block of its own, as in the papers",
            ),
            ("cartesian", "conjunctions of predicates only"),
            (
                "spec",
                "single, beginning with the specification's own states",
            ),
            (
                "trivectors",
                "single, cartesian, and formulae are exchanged with the others (HECTOR's tpa)",
            ),
            (
                "monomials",
                "single, and formulae are exchanged with the others (HECTOR's mpa)",
            ),
            (
                "memory-last",
                "what memory holds is left to others, where they can",
            ),
        ],
        make: |cx, option| {
            let options = predicates::Options {
                blocks: match option {
                    Some("single" | "spec" | "trivectors" | "monomials") => {
                        predicates::Blocks::Single
                    }
                    _ => predicates::Blocks::Large,
                },
                cartesian: matches!(option, Some("cartesian" | "trivectors")),
                specification: option == Some("spec"),
                memory_last: option == Some("memory-last"),
                exchanging: matches!(option, Some("trivectors" | "monomials")),
            };
            let solver = Box::new(solver::Cached::new(solver::Z3::new()));
            let analysis = predicates::Predicates::new(cx, options, solver);
            Box::new(Interned::new("predicates", analysis))
        },
    },
    Domain {
        name: "quantified",
        about: "which annotations hold, with quantifiers and closures, also compared with the function's beginning",
        options: &[],
        make: |cx, _| Box::new(Interned::new("quantified", quantified::Quantified::new(cx))),
    },
    Domain {
        name: "refs",
        about: "which pointers are null, and which lead to an object that lives",
        options: &[LAZY],
        make: |cx, option| {
            let refs = match option {
                Some("lazy") => refs::Refs::lazily(cx),
                _ => refs::Refs::new(cx),
            };
            Box::new(Interned::new("refs", refs))
        },
    },
    Domain {
        name: "segments",
        about: "symbolic memory graphs: blocks, and segments that stand for lists of any length",
        options: &[],
        make: |cx, _| Box::new(Interned::new("segments", segments::Segments::new(cx))),
    },
    Domain {
        name: "shapes",
        about: "what linked structures look like: three-valued structures, tracked where refinement asks",
        options: &[
            (
                "all",
                "everything is tracked everywhere, without refinement; regions are joined",
            ),
            (
                "links",
                "the same without data: what is known of fields is left to others",
            ),
            ("join", "regions are joined where the other analyses agree"),
        ],
        make: |cx, option| {
            let options = shapes::Options {
                eager: matches!(option, Some("all" | "links")),
                data: option != Some("links"),
                join: matches!(option, Some("all" | "links" | "join")),
            };
            Box::new(Interned::new("shapes", shapes::Shapes::new(cx, options)))
        },
    },
    Domain {
        name: "signs",
        about: "which integers are negative, zero or positive",
        options: &[
            (
                "split",
                "a state has one sign for each integer, as in HECTOR",
            ),
            LAZY,
        ],
        make: |cx, option| {
            let signs = match option {
                Some("split") => signs::Signs::splitting(cx),
                Some("lazy") => signs::Signs::lazily(cx),
                _ => signs::Signs::new(cx),
            };
            Box::new(Interned::new("signs", signs))
        },
    },
    Domain {
        name: "symbolic",
        about: "what assignments and branches say, as it stands in the text",
        options: &[],
        make: |_, _| Box::new(Interned::new("symbolic", symbolic::Symbolic::new())),
    },
    Domain {
        name: "types",
        about: "which variables never hold more than null, truth values or numbers from zero on",
        options: &[],
        make: |cx, _| Box::new(Interned::new("types", types::Types::new(cx))),
    },
    Domain {
        name: "values",
        about: "constants, ranges and pointers: the symbolic-execution lattice",
        options: &[(
            "merge",
            "all blocks of an allocation site are one (the paper's partition)",
        )],
        make: |cx, option| {
            let merge = option == Some("merge");
            Box::new(Interned::new("values", values::Values::new(cx, merge)))
        },
    },
];

pub fn named(name: &str) -> Option<&'static Domain> {
    ALL.iter().find(|d| d.name == name)
}
