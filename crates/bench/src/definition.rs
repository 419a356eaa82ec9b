//! Task definitions: the `.yml` files of SV-COMP, formats 1.0 and 2.0.
//!
//! A definition names the input files and, for each property, the expected verdict.
//! Format 2.0 also has the data model; for 1.0 it is in the `.cfg` files beside the
//! sets (see `sets`). Properties that Concord does not know (termination, coverage …)
//! are left out.

use program::DataModel;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::path::Path;
use std::str::FromStr;

/// A property of SV-COMP that Concord knows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Property {
    UnreachCall,
    ValidMemsafety,
    ValidMemcleanup,
    NoOverflow,
}

impl Property {
    pub const ALL: [Property; 4] = [
        Property::UnreachCall,
        Property::ValidMemsafety,
        Property::ValidMemcleanup,
        Property::NoOverflow,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Property::UnreachCall => "unreach-call",
            Property::ValidMemsafety => "valid-memsafety",
            Property::ValidMemcleanup => "valid-memcleanup",
            Property::NoOverflow => "no-overflow",
        }
    }

    /// What `false(…)` may name when this property is asked for.
    pub fn parts(self) -> &'static [&'static str] {
        match self {
            Property::UnreachCall => &["unreach-call"],
            Property::ValidMemsafety => &["valid-deref", "valid-free", "valid-memtrack"],
            Property::ValidMemcleanup => &["valid-memcleanup"],
            Property::NoOverflow => &["no-overflow"],
        }
    }
}

impl fmt::Display for Property {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A name, or the path of a property file: SV-COMP names these after the property.
impl FromStr for Property {
    type Err = String;

    fn from_str(text: &str) -> Result<Property, String> {
        let file = Path::new(text).file_name().and_then(|n| n.to_str());
        let name = file.unwrap_or(text);
        let name = name.strip_suffix(".prp").unwrap_or(name);
        let known = Property::ALL.into_iter().find(|p| p.name() == name);
        known.ok_or_else(|| {
            let all = Property::ALL.map(Property::name).join(", ");
            format!("there is no property '{name}' (there are {all})")
        })
    }
}

/// The verdict that is expected. For memory safety a violated part may be named.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Expected {
    True,
    False(Option<String>),
}

impl Expected {
    pub fn holds(&self) -> bool {
        *self == Expected::True
    }
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Expected::True => f.write_str("true"),
            Expected::False(None) => f.write_str("false"),
            Expected::False(Some(part)) => write!(f, "false({part})"),
        }
    }
}

impl FromStr for Expected {
    type Err = String;

    fn from_str(text: &str) -> Result<Expected, String> {
        let part = text
            .strip_prefix("false(")
            .and_then(|t| t.strip_suffix(')'));
        match (text, part) {
            ("true", _) => Ok(Expected::True),
            ("false", _) => Ok(Expected::False(None)),
            (_, Some(part)) => Ok(Expected::False(Some(part.to_owned()))),
            _ => Err(format!(
                "'{text}' is no verdict (true, false or false(PROPERTY))"
            )),
        }
    }
}

impl TryFrom<String> for Expected {
    type Error = String;

    fn try_from(text: String) -> Result<Expected, String> {
        text.parse()
    }
}

impl From<Expected> for String {
    fn from(expected: Expected) -> String {
        expected.to_string()
    }
}

/// A task definition.
#[derive(PartialEq, Debug)]
pub struct Definition {
    /// Relative to the definition; may be patterns.
    pub input_files: Vec<String>,
    pub goals: Vec<Goal>,
    pub data_model: Option<DataModel>,
}

/// A property of a definition.
#[derive(PartialEq, Debug)]
pub struct Goal {
    pub property: Property,
    /// Relative to the definition.
    pub file: String,
    pub expected: Option<Expected>,
}

impl FromStr for Definition {
    type Err = String;

    fn from_str(text: &str) -> Result<Definition, String> {
        let raw: Raw = serde_saphyr::from_str(text).map_err(|e| e.to_string())?;
        let version = raw.format_version.as_str();
        if !matches!(version, "1.0" | "2.0" | "2.1") {
            return Err(format!("format_version '{version}' is not known"));
        }
        let options = raw.options.unwrap_or_default();
        let data_model = match options.data_model.as_deref() {
            None => None,
            Some("ILP32") => Some(DataModel::Ilp32),
            Some("LP64") => Some(DataModel::Lp64),
            Some(other) => return Err(format!("data_model '{other}' is not known")),
        };
        // Tasks in other languages live beside those in C; they are not for us.
        let is_c = options.language.is_none_or(|l| l == "C");
        let known = |p: RawProperty| p.property_file.parse().ok().map(|known| (known, p));
        let known = raw.properties.into_iter().filter_map(known);
        let goals = known.map(|(property, p)| Goal {
            property,
            expected: p.expected_verdict.map(|holds| match holds {
                true => Expected::True,
                false => Expected::False(p.subproperty),
            }),
            file: p.property_file,
        });
        Ok(Definition {
            input_files: match raw.input_files {
                OneOrMany::One(file) => vec![file],
                OneOrMany::Many(files) => files,
            },
            goals: if is_c { goals.collect() } else { Vec::new() },
            data_model,
        })
    }
}

#[derive(Deserialize)]
struct Raw {
    format_version: String,
    input_files: OneOrMany,
    #[serde(default)]
    properties: Vec<RawProperty>,
    options: Option<RawOptions>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum OneOrMany {
    One(String),
    Many(Vec<String>),
}

#[derive(Deserialize)]
struct RawProperty {
    property_file: String,
    expected_verdict: Option<bool>,
    subproperty: Option<String>,
}

#[derive(Default, Deserialize)]
struct RawOptions {
    language: Option<String>,
    data_model: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    const OLD: &str = "\
format_version: '1.0'

# old file name: list_false-valid-deref.i
input_files: 'list.i'

properties:
  - property_file: ../properties/termination.prp
    expected_verdict: true
  - property_file: ../properties/valid-memsafety.prp
    expected_verdict: false
    subproperty: valid-deref
  - property_file: ../properties/unreach-call.prp
    expected_verdict: true
  - property_file: ../properties/coverage-branches.prp
";

    #[test]
    fn format_1_has_no_data_model() {
        let definition: Definition = OLD.parse().unwrap();
        assert_eq!(definition.input_files, ["list.i"]);
        assert_eq!(definition.data_model, None);
        let goal = |property, name: &str, expected| Goal {
            property,
            file: format!("../properties/{name}.prp"),
            expected: Some(expected),
        };
        let deref = Expected::False(Some("valid-deref".into()));
        assert_eq!(
            definition.goals,
            [
                goal(Property::ValidMemsafety, "valid-memsafety", deref),
                goal(Property::UnreachCall, "unreach-call", Expected::True),
            ]
        );
    }

    #[test]
    fn format_2_has_options_and_may_have_several_files() {
        let definition: Definition = "\
format_version: 2.0
input_files:
  - a.c
  - b.c
properties:
  - property_file: ../properties/no-overflow.prp
options:
  language: C
  data_model: LP64
"
        .parse()
        .unwrap();
        assert_eq!(definition.input_files, ["a.c", "b.c"]);
        assert_eq!(definition.data_model, Some(DataModel::Lp64));
        assert_eq!(definition.goals[0].property, Property::NoOverflow);
        assert_eq!(definition.goals[0].expected, None);
    }

    #[test]
    fn other_languages_have_no_goals() {
        let text = OLD.to_owned() + "options:\n  language: Java\n";
        let definition: Definition = text.parse().unwrap();
        assert_eq!(definition.goals, []);
    }

    #[test]
    fn what_is_no_definition_is_refused() {
        for (text, said) in [
            ("", "end of input"),
            ("- entry_type: violation_sequence", ""),
            ("format_version: '3.0'\ninput_files: a.c", "'3.0'"),
            (
                "format_version: '2.0'\ninput_files: a.c\noptions: {data_model: IL32}",
                "'IL32'",
            ),
            ("format_version: '2.0'\nproperties: []", "input_files"),
        ] {
            let error = text.parse::<Definition>().unwrap_err();
            assert!(error.contains(said), "{text}: {error}");
        }
    }

    #[test]
    fn properties_are_known_by_name_and_by_file() {
        for text in ["no-overflow", "properties/no-overflow.prp"] {
            assert_eq!(text.parse(), Ok(Property::NoOverflow));
        }
        assert!("termination".parse::<Property>().is_err());
    }

    #[test]
    fn verdicts_survive_being_written() {
        for text in ["true", "false", "false(valid-free)"] {
            assert_eq!(text.parse::<Expected>().unwrap().to_string(), text);
        }
        assert!("perhaps".parse::<Expected>().is_err());
    }
}
