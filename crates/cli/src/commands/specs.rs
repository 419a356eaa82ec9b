//! `concord specs`: the names that `--spec` takes.

use crate::{Exit, terminal};
use properties::automaton::SHIPPED;

/// List the automata that come with Concord, for `--spec`
#[derive(clap::Args)]
pub struct Arguments {
    /// Print the text of one of them
    #[arg(value_name = "NAME")]
    name: Option<String>,
}

impl Arguments {
    pub fn run(self) -> Result<Exit, String> {
        let Some(name) = self.name else {
            let width = SHIPPED.iter().map(|s| s.name.len()).max().unwrap_or(0);
            return Ok(terminal::print(|out| {
                for spec in SHIPPED {
                    writeln!(out, "{:width$}  {}", spec.name, spec.about)?;
                    for option in spec.options() {
                        writeln!(out, "{:width$}    :{}  {}", "", option.name, option.about)?;
                    }
                }
                Ok(())
            }));
        };
        match properties::automaton::shipped(&name) {
            Some(spec) => Ok(terminal::print(|out| out.write_all(&spec.text().bytes))),
            None => Err(format!("there is no specification '{name}'")),
        }
    }
}
