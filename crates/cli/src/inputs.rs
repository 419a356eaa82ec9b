//! The C files a command works on and how they are to be read: options that
//! every command which takes C files shares.

use crate::{Exit, terminal};
use clap::{Args, ValueEnum};
use program::Program;
use std::path::PathBuf;

#[derive(Args)]
pub struct InputArguments {
    /// C files, preprocessed where needed and linked into one program
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// The widths of C's types
    #[arg(long, value_enum, value_name = "MODEL", default_value = "lp64")]
    #[arg(help_heading = "Reading C")]
    data_model: DataModel,

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
    files: Vec<PathBuf>,
    options: frontend::Options,
}

impl From<InputArguments> for Inputs {
    fn from(arguments: InputArguments) -> Inputs {
        let dirs = arguments.include_dirs.iter().map(|d| format!("-I{d}"));
        let defines = arguments.defines.iter().map(|d| format!("-D{d}"));
        let includes = arguments.includes.into_iter();
        let includes = includes.flat_map(|file| ["-include".to_owned(), file]);
        Inputs {
            files: arguments.files,
            options: frontend::Options {
                data_model: arguments.data_model.into(),
                preprocessor: dirs.chain(defines).chain(includes).collect(),
                ..frontend::Options::default()
            },
        }
    }
}

impl Inputs {
    /// Links the files with the models of library functions.
    pub fn with_models(mut self) -> Inputs {
        self.options.library = machine::models();
        self
    }

    /// The same for a worker, which links them with the models itself.
    pub fn files(self) -> protocol::Files {
        let paths = self.files.iter();
        protocol::Files {
            paths: paths.map(|p| p.to_string_lossy().into_owned()).collect(),
            data_model: match self.options.data_model {
                program::DataModel::Lp64 => protocol::DataModel::Lp64,
                program::DataModel::Ilp32 => protocol::DataModel::Ilp32,
            },
            preprocessor: self.options.preprocessor,
        }
    }

    /// The program of the files. Says what is wrong with them.
    pub fn read(&self) -> Result<Program, Exit> {
        match frontend::compile_files(&self.files, &self.options) {
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
}
