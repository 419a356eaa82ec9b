//! The C files a command works on and how they are to be read: options that
//! every command which takes C files shares.

use crate::{Exit, Refusal, terminal};
use clap::{Args, ValueEnum};
use frontend::project::{self, Database, File};
use frontend::{Choice, Failure};
use program::{Diagnostic, Program, SourceMap, Span};
use std::fs;
use std::path::{Path, PathBuf};

#[derive(Args)]
pub struct InputArguments {
    /// C files, preprocessed where needed and linked into one program
    #[arg(required_unless_present = "project", value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Take the C files of a compilation database, read as they are compiled; those are
    /// linked that the entry function needs
    #[arg(long, value_name = "compile_commands.json", conflicts_with = "files")]
    #[arg(help_heading = "Reading C")]
    project: Option<PathBuf>,

    /// This file of the project belongs to the program, where several could (may be
    /// repeated)
    #[arg(
        long,
        value_name = "FILE",
        requires = "project",
        help_heading = "Reading C"
    )]
    unit: Vec<PathBuf>,

    /// The widths of C's types [default: lp64, or what the project is compiled for]
    #[arg(long, value_enum, value_name = "MODEL", hide_default_value = true)]
    #[arg(help_heading = "Reading C")]
    data_model: Option<DataModel>,

    /// Look for included files in DIR (may be repeated)
    #[arg(short = 'I', value_name = "DIR", help_heading = "Reading C")]
    include_dirs: Vec<String>,

    /// Define a macro, as 1 if no value is given (may be repeated)
    #[arg(short = 'D', value_name = "NAME[=VALUE]", help_heading = "Reading C")]
    defines: Vec<String>,

    /// Read FILE before each C file (may be repeated)
    #[arg(long = "include", value_name = "FILE", help_heading = "Reading C")]
    includes: Vec<String>,
}

#[derive(Clone, Copy, ValueEnum)]
pub enum DataModel {
    /// 64-bit `long` and pointers (x86-64)
    Lp64,
    /// 32-bit `long` and pointers (i386)
    Ilp32,
}

impl From<DataModel> for program::DataModel {
    fn from(model: DataModel) -> program::DataModel {
        match model {
            DataModel::Lp64 => program::DataModel::Lp64,
            DataModel::Ilp32 => program::DataModel::Ilp32,
        }
    }
}

/// C files and how to read them.
pub struct Inputs {
    files: Vec<File>,
    /// Of a project: the files that belong to the program.
    units: Option<Vec<PathBuf>>,
    options: frontend::Options,
}

impl Inputs {
    /// Reads the project, if one is named, and says what is passed over.
    pub fn of(arguments: InputArguments) -> Result<Inputs, Refusal> {
        let database = arguments.project.as_deref().map(database).transpose()?;
        let project_model = database.as_ref().map(|d| d.data_model);
        let data_model = arguments.data_model.map(Into::into).or(project_model);
        let dirs = arguments.include_dirs.iter().map(|d| format!("-I{d}"));
        let defines = arguments.defines.iter().map(|d| format!("-D{d}"));
        let includes = arguments.includes.into_iter();
        let includes = includes.flat_map(|file| ["-include".to_owned(), file]);
        let plain = arguments.files.into_iter().map(|path| File {
            path,
            arguments: Vec::new(),
        });
        Ok(Inputs {
            units: database.as_ref().map(|_| arguments.unit),
            files: match database {
                Some(database) => database.files,
                None => plain.collect(),
            },
            options: frontend::Options {
                data_model: data_model.unwrap_or_default(),
                preprocessor: dirs.chain(defines).chain(includes).collect(),
                ..frontend::Options::default()
            },
        })
    }

    /// Reads the annotations in comments, too.
    pub fn with_annotations(mut self) -> Inputs {
        self.options.comments = true;
        self
    }

    /// Links the files with the models of library functions.
    pub fn with_models(mut self) -> Inputs {
        self.options.library = machine::models();
        self
    }

    /// The same for a worker, which links them with the models itself.
    pub fn files(self) -> protocol::Files {
        let text = |path: &PathBuf| path.to_string_lossy().into_owned();
        let (paths, arguments) = self
            .files
            .iter()
            .map(|f| (text(&f.path), f.arguments.clone()))
            .unzip();
        protocol::Files {
            paths,
            data_model: match self.options.data_model {
                program::DataModel::Lp64 => protocol::DataModel::Lp64,
                program::DataModel::Ilp32 => protocol::DataModel::Ilp32,
            },
            preprocessor: self.options.preprocessor,
            project: self.units.map(|units| protocol::Project {
                arguments,
                units: units.iter().map(text).collect(),
            }),
        }
    }

    /// The program of the files, which begins in `entry`. Says what is wrong with them.
    pub fn read(&self, entry: &str) -> Result<Program, Exit> {
        match self.compile(entry) {
            Ok(output) => {
                terminal::say_all(&output.program.sources, &output.warnings);
                Ok(output.program)
            }
            Err(failure) => {
                terminal::say_all(&failure.sources, &failure.diagnostics);
                Err(Exit::BadInput)
            }
        }
    }

    fn compile(&self, entry: &str) -> Result<frontend::Output, Failure> {
        match &self.units {
            None => {
                let paths: Vec<_> = self.files.iter().map(|f| f.path.clone()).collect();
                frontend::compile_files(&paths, &self.options)
            }
            Some(units) => {
                let choice = Choice {
                    entry: entry.to_owned(),
                    units: units.clone(),
                };
                frontend::compile_project(&self.files, &choice, &self.options)
            }
        }
    }
}

/// Reads a compilation database and says what is passed over.
fn database(path: &Path) -> Result<Database, Refusal> {
    let shown = path.display();
    let unreadable = |e| format!("cannot read `{shown}`: {e}");
    let text = fs::read_to_string(path).map_err(unreadable)?;
    let here = std::env::current_dir().map_err(unreadable)?;
    let folder = here.join(path.parent().unwrap_or(Path::new("")));
    let mut sources = SourceMap::new();
    let added = sources.add(shown.to_string(), text.clone().into_bytes());
    let file = added.map_err(|_| format!("`{shown}` is too large"))?;
    let base = sources.file(file).base();
    match project::read(&text, base, &folder, &here) {
        Ok(database) => {
            let skipped = database.skipped.iter().map(|path| {
                let message = format!("{} is no C and left out", path.display());
                Diagnostic::warning(Span::NONE, message)
            });
            terminal::say_all(&sources, &skipped.collect::<Vec<_>>());
            Ok(database)
        }
        Err(errors) => Err(Refusal::Texts(sources, errors)),
    }
}
