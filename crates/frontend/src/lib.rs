//! C text to [`program::Program`].
//!
//! The pipeline, in order:
//!
//! 1. [`read`](mod@read): files to texts, through the system's preprocessor where needed;
//! 2. [`splice`](mod@splice): continued lines joined;
//! 3. [`lex`](mod@lex): a text to tokens and line markers;
//! 4. [`parse`](mod@parse): tokens to the syntax tree of one external declaration at a time;
//! 5. [`lower`](mod@lower): the tree to types, expressions and automata, after which it is gone;
//! 6. [`choose`](mod@choose): of a project, the units that the program needs;
//! 7. [`link`](mod@link): the units of all files to one program.
//!
//! Nothing of the syntax tree leaves this crate. Whatever the bytes, the result
//! is a program or diagnostics.

#![forbid(unsafe_code)]

pub mod annotation;
mod ast;
mod choose;
mod demand;
mod lex;
mod link;
mod literal;
mod lower;
mod mention;
mod parse;
pub mod project;
mod read;
mod splice;
mod token;

use annotation::{Annotated, Annotation, AnnotationKind, Lines};
use lex::Comments;
use link::Unit;
use program::{DataModel, Diagnostic, FileId, Program, SourceMap, Span};
use rustc_hash::FxHashSet;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// How C files are read.
#[derive(Clone, Debug, Default)]
pub struct Options {
    pub data_model: DataModel,
    /// Passed on to the preprocessor: `-I`, `-D` and `-include` arguments.
    pub preprocessor: Vec<String>,
    /// Texts that the files are linked with, for what they do not define.
    pub library: Vec<Text>,
    /// Conditions that become part of the program.
    pub annotations: Vec<Annotation>,
    /// Annotations in comments are read: what they say is checked.
    pub comments: bool,
}

/// What is wanted of a project.
#[derive(Clone, Debug, Default)]
pub struct Choice {
    /// The function that the program begins in.
    pub entry: String,
    /// Units that belong to the program, by the ends of their paths.
    pub units: Vec<PathBuf>,
}

/// A translated program and what was noticed on the way.
pub struct Output {
    pub program: Program,
    /// The paths of the files that it was made of, without libraries.
    pub files: Vec<String>,
    pub warnings: Vec<Diagnostic>,
}

/// Why there is no program. A diagnostic without a span is about a whole file.
pub struct Failure {
    pub sources: SourceMap,
    pub diagnostics: Vec<Diagnostic>,
}

/// A text that needs no preprocessing.
#[derive(Clone, Debug, Default)]
pub struct Text {
    pub path: String,
    pub bytes: Vec<u8>,
    /// Definitions are taken from it only where the program needs them.
    pub library: bool,
}

/// Reads (and preprocesses, where needed) C files and links them into one program.
pub fn compile_files(files: &[PathBuf], options: &Options) -> Result<Output, Failure> {
    let files = files.iter().map(|path| project::File {
        path: path.clone(),
        arguments: Vec::new(),
    });
    compile_read(&files.collect::<Vec<_>>(), options, None)
}

/// The same for those files of a project that a program needs.
pub fn compile_project(
    files: &[project::File],
    choice: &Choice,
    options: &Options,
) -> Result<Output, Failure> {
    compile_read(files, options, Some(choice))
}

fn compile_read(
    files: &[project::File],
    options: &Options,
    choice: Option<&Choice>,
) -> Result<Output, Failure> {
    let mut sources = SourceMap::new();
    let mut texts: Vec<Text> = Vec::new();
    let mut diagnostics = Vec::new();
    let mut notices = Vec::new();
    let mut preprocessed = FxHashSet::default();
    for file in files {
        match read::read(file, options, &mut sources) {
            Ok(read) => {
                let path = &read.text.path;
                let twice = texts.iter().find(|t| choice.is_some() && t.path == *path);
                if let Some(first) = twice {
                    if first.bytes != read.text.bytes {
                        let message =
                            format!("{path} is compiled in several ways; the first one is taken");
                        notices.push(Diagnostic::warning(Span::NONE, message));
                    }
                    continue;
                }
                if read.preprocessed {
                    preprocessed.insert(path.clone());
                }
                texts.push(read.text);
            }
            Err(errors) => diagnostics.extend(errors),
        }
    }
    if !diagnostics.is_empty() {
        return Err(Failure {
            sources,
            diagnostics,
        });
    }
    texts.extend(options.library.iter().cloned());
    let request = Request {
        model: options.data_model,
        annotations: &options.annotations,
        lines: Lines::of(&options.annotations),
        preprocessed,
        comments: options.comments,
        choice,
    };
    let mut output = compile(texts, &request)?;
    output.warnings.splice(0..0, notices);
    Ok(output)
}

/// Translates texts and links them into one program. Does no I/O.
pub fn compile_texts(texts: Vec<Text>, model: DataModel) -> Result<Output, Failure> {
    compile_annotated(texts, model, &[])
}

/// As [`compile_texts`], with conditions that become part of the program.
pub fn compile_annotated(
    texts: Vec<Text>,
    model: DataModel,
    annotations: &[Annotation],
) -> Result<Output, Failure> {
    let request = Request {
        model,
        annotations,
        lines: Lines::of(annotations),
        preprocessed: FxHashSet::default(),
        comments: false,
        choice: None,
    };
    compile(texts, &request)
}

/// As [`compile_texts`], with the checks that annotations in comments ask for.
pub fn compile_commented(texts: Vec<Text>, model: DataModel) -> Result<Output, Failure> {
    let request = Request {
        model,
        annotations: &[],
        lines: Lines::of(&[]),
        preprocessed: FxHashSet::default(),
        comments: true,
        choice: None,
    };
    compile(texts, &request)
}

/// What is the same for all texts of a program.
struct Request<'a> {
    model: DataModel,
    annotations: &'a [Annotation],
    lines: Lines,
    /// The paths of texts that came from a preprocessor.
    preprocessed: FxHashSet<String>,
    /// Annotations in comments are read.
    comments: bool,
    /// If the texts are a project's.
    choice: Option<&'a Choice>,
}

/// A text that is being translated.
struct Entered {
    file: FileId,
    library: bool,
    /// Its length without what annotations added.
    length: usize,
}

fn compile(texts: Vec<Text>, request: &Request<'_>) -> Result<Output, Failure> {
    let mut placed = vec![false; request.annotations.len()];
    let mut sources = SourceMap::new();
    let mut diagnostics = Vec::new();
    let mut units = Vec::new();
    let mut paths = Vec::new();
    let (mut library, mut next): (Vec<_>, Vec<_>) = texts.into_iter().partition(|t| t.library);
    // The program first; then what it needs of the library, and what that needs.
    let mut wanted: FxHashSet<String> = FxHashSet::default();
    loop {
        let first = units.len();
        let mut files = Vec::new();
        for text in next {
            let message = format!("{}: the files together are too large", text.path);
            let mut bytes = splice::splice(text.bytes);
            let length = bytes.len();
            let library = text.library;
            if !library && !request.annotations.is_empty() {
                bytes.extend_from_slice(&request.lines.bytes);
            }
            match sources.add(text.path, bytes) {
                Ok(file) => files.push(Entered {
                    file,
                    library,
                    length,
                }),
                Err(_) => {
                    return Err(Failure {
                        sources,
                        diagnostics: vec![Diagnostic::error(Span::NONE, message)],
                    });
                }
            }
        }
        let translated = translate_all(&files, &sources, request);
        let mut said = Vec::new();
        for (entered, mut translation) in files.iter().zip(translated) {
            translation.unit.library = entered.library;
            for (placed, here) in placed.iter_mut().zip(translation.placed) {
                *placed |= here;
            }
            sources.set_markers(entered.file, translation.markers, translation.marked_files);
            if !entered.library {
                paths.push(sources.file(entered.file).path.clone());
            }
            said.push(translation.diagnostics);
            units.push(translation.unit);
        }
        if let Some(choice) = request.choice.filter(|_| first == 0)
            && !said.iter().flatten().any(Diagnostic::is_error)
        {
            match choose::choose(&units, &paths, choice, &mut diagnostics) {
                Ok(taken) => {
                    keep(&mut units, &taken);
                    keep(&mut said, &taken);
                    keep(&mut paths, &taken);
                }
                Err(diagnostics) => {
                    return Err(Failure {
                        sources,
                        diagnostics,
                    });
                }
            }
        }
        diagnostics.extend(said.into_iter().flatten());
        for unit in &units[first..] {
            wanted.extend(demand::undefined(&unit.program).map(str::to_owned));
        }
        (next, library) = library.into_iter().partition(|text: &Text| {
            let definitions = demand::definitions(&text.bytes);
            wanted
                .iter()
                .any(|name| definitions.contains(name.as_bytes()))
        });
        if next.is_empty() {
            break;
        }
    }
    let annotations = request.annotations.iter().zip(placed);
    for (annotation, _) in annotations.filter(|(_, placed)| !placed) {
        diagnostics.push(Diagnostic::error(Span::NONE, nowhere(annotation)));
    }
    if diagnostics.iter().any(Diagnostic::is_error) {
        return Err(Failure {
            sources,
            diagnostics,
        });
    }
    let linked = link::link(units, &mut diagnostics);
    match linked {
        Some(mut program) if !diagnostics.iter().any(Diagnostic::is_error) => {
            program.sources = sources;
            Ok(Output {
                program,
                files: paths,
                warnings: diagnostics,
            })
        }
        Some(_) => Err(Failure {
            sources,
            diagnostics,
        }),
        None => Err(Failure {
            sources,
            diagnostics: vec![Diagnostic::error(Span::NONE, "no input files")],
        }),
    }
}

/// Keeps what is marked.
fn keep<T>(list: &mut Vec<T>, marks: &[bool]) {
    let mut marks = marks.iter();
    list.retain(|_| marks.next() == Some(&true));
}

fn nowhere(annotation: &Annotation) -> String {
    let Annotation { file, line, .. } = annotation;
    let column = annotation.column.map(|c| format!(":{c}"));
    let column = column.unwrap_or_default();
    let what = match annotation.kind {
        AnnotationKind::Loop => "loop",
        AnnotationKind::Location => "statement",
    };
    format!("the witness has an invariant at {file}:{line}{column}, but there is no {what}")
}

/// What one text became.
struct Translation {
    unit: Unit,
    /// Which annotations have their place in it.
    placed: Vec<bool>,
    diagnostics: Vec<Diagnostic>,
    markers: Vec<program::source::LineMarker>,
    marked_files: Vec<String>,
}

/// Translates texts side by side; the results keep the order of the texts.
fn translate_all(
    files: &[Entered],
    sources: &SourceMap,
    request: &Request<'_>,
) -> Vec<Translation> {
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    if workers == 1 || files.len() == 1 {
        return files
            .iter()
            .map(|f| translate(sources, f, request))
            .collect();
    }
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..workers.min(files.len()) {
            scope.spawn(|| {
                while let Some(entered) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let translation = translate(sources, entered, request);
                    if let Ok(mut done) = done.lock() {
                        done.push((entered.file, translation));
                    }
                }
            });
        }
    });
    let mut done = done.into_inner().unwrap_or_default();
    done.sort_by_key(|(file, _)| *file);
    done.into_iter().map(|(_, t)| t).collect()
}

fn translate(sources: &SourceMap, entered: &Entered, request: &Request<'_>) -> Translation {
    let file = sources.file(entered.file);
    let (text, base, model) = (file.text.as_slice(), file.base(), request.model);
    let mut diagnostics = Vec::new();
    let mut program = Program::new(model);
    let comments = match request.comments && !entered.library {
        true => Comments::Annotations,
        false => Comments::Skip,
    };
    let mut lexed = lex::lex(text, base, comments, &mut program.names, &mut diagnostics);
    let mut placed = Vec::new();
    if entered.length < text.len() {
        let annotated = Annotated {
            text,
            base,
            path: &file.path,
            length: entered.length as u32,
            preprocessed: request.preprocessed.contains(&file.path),
        };
        let (list, lines) = (request.annotations, &request.lines);
        placed = annotated.place(list, lines, &mut lexed, &mut diagnostics);
    }
    let mut parser = parse::Parser::new(text, base, &lexed, model, &mut program.names);
    let mut lowerer = lower::Lowerer::new(program, &mut diagnostics);
    // The tree of one external declaration at a time.
    let mut arena = bumpalo::Bump::new();
    while !lowerer.has_too_many_errors() {
        arena.reset();
        let (names, diagnostics) = lowerer.parts();
        match parser.next_external(&arena, names, diagnostics) {
            Some(external) => lowerer.external(external),
            None => break,
        }
    }
    let retyped = lowerer.retyped;
    let program = lowerer.finish();
    drop(parser);
    Translation {
        placed,
        unit: Unit {
            program,
            library: false,
            retyped,
        },
        diagnostics,
        markers: lexed.markers,
        marked_files: lexed.marked_files,
    }
}
