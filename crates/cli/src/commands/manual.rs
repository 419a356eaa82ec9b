//! `concord manual` and `concord completions`: the manual pages and what shells complete,
//! made of the same declarations as `--help`.

use crate::{Exit, terminal};
use clap::CommandFactory;
use clap_complete::Shell;
use clap_mangen::Man;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Print a manual page, or write all of them
///
/// Pages are in the format of `man`, made of what `--help` says.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    concord manual check | man -l -\n  \
    concord manual --output ~/.local/share/man/man1")]
pub struct Arguments {
    /// The command that the page is about [default: concord itself]
    #[arg(value_name = "COMMAND")]
    command: Option<String>,

    /// Write the pages of all commands into this folder: concord.1, concord-check.1 …
    #[arg(long, value_name = "DIR", conflicts_with = "command")]
    output: Option<PathBuf>,
}

/// Print what a shell needs to complete the arguments of `concord`
#[derive(clap::Args)]
#[command(after_help = "Where shells look for it:\n  \
    concord completions bash > ~/.local/share/bash-completion/completions/concord\n  \
    concord completions fish > ~/.config/fish/completions/concord.fish\n  \
    concord completions zsh > DIR/_concord    where DIR is in $fpath")]
pub struct CompletionArguments {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

impl Arguments {
    pub fn run(self) -> Result<Exit, String> {
        let all = pages();
        if let Some(folder) = self.output {
            return write(&all, &folder).map(|()| Exit::Success);
        }
        let name = match self.command {
            None => "concord".to_owned(),
            Some(command) => format!("concord-{command}"),
        };
        match all.iter().find(|page| page.name == name) {
            Some(page) => Ok(terminal::print(|out| out.write_all(&page.text))),
            None => Err(format!(
                "there is no command '{}'",
                name.trim_start_matches("concord-")
            )),
        }
    }
}

impl CompletionArguments {
    pub fn run(self) -> Exit {
        let mut command = crate::Arguments::command();
        terminal::print(|out| {
            let mut text = Vec::new();
            clap_complete::generate(self.shell, &mut command, "concord", &mut text);
            out.write_all(&text)
        })
    }
}

struct Page {
    /// `concord`, `concord-check` …
    name: String,
    text: Vec<u8>,
}

/// That of `concord`, and one for each command.
fn pages() -> Vec<Page> {
    let mut command = crate::Arguments::command().disable_help_subcommand(true);
    command.build();
    let parts = command.get_subcommands().cloned().map(|part| {
        let name = format!("concord-{}", part.get_name());
        (name.clone(), part.display_name(name))
    });
    let mut all: Vec<_> = parts.collect();
    all.insert(0, ("concord".to_owned(), command));
    let page = |(name, command)| {
        let mut text = Vec::new();
        // Nothing can fail that writes to memory.
        let _ = Man::new(command).manual("Concord").render(&mut text);
        Page { name, text }
    };
    all.into_iter().map(page).collect()
}

fn write(pages: &[Page], folder: &Path) -> Result<(), String> {
    let failure = |e: io::Error| format!("cannot write into `{}`: {e}", folder.display());
    fs::create_dir_all(folder).map_err(failure)?;
    for page in pages {
        fs::write(folder.join(format!("{}.1", page.name)), &page.text).map_err(failure)?;
    }
    Ok(())
}
