//! Points-to analysis of generated programs of growing size, to see how time
//! grows, and of the files that `CONCORD_BENCH_FILES` lists (preprocessed,
//! separated by spaces, linked into one ILP32 program).
//!
//! `cargo bench --package concord-pointers`; the test `large` measures memory.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use frontend::Text;
use pointers::{Options, Pointers};
use program::Program;
use std::fmt::Write;
use std::hint::black_box;
use std::path::PathBuf;

/// Lists, a table of functions and copies of structures, `count` times.
fn generated(count: usize) -> Program {
    let mut text = String::from(
        "void *malloc(unsigned long);
         void *memcpy(void *, const void *, unsigned long);
         struct node { struct node *next; void *data; int (*visit)(struct node *); };\n",
    );
    for i in 0..count {
        let _ = write!(
            text,
            "static struct node *head{i}; static int value{i};
             static int visit{i}(struct node *n) {{ return *(int *)n->data; }}
             static void push{i}(void) {{
                 struct node *n = malloc(sizeof *n), copy;
                 if (!n) return;
                 n->next = head{i}; n->data = &value{i}; n->visit = visit{i};
                 memcpy(&copy, n, sizeof copy);
                 head{i} = copy.next ? n : copy.next;
             }}
             int all{i}(void) {{
                 int sum = 0;
                 push{i}();
                 for (struct node *n = head{i}; n; n = n->next) sum += n->visit(n);
                 return sum;
             }}\n"
        );
    }
    text.push_str("int main(void) { int sum = 0;\n");
    for i in 0..count {
        let _ = writeln!(text, "sum += all{i}();");
    }
    text.push_str("return sum; }\n");
    let mut texts = vec![Text {
        path: "generated.c".into(),
        bytes: text.into_bytes(),
        library: false,
    }];
    texts.extend(machine::models());
    match frontend::compile_texts(texts, Default::default()) {
        Ok(output) => output.program,
        Err(failure) => panic!("{:?}", failure.diagnostics),
    }
}

fn growing(c: &mut Criterion) {
    let mut group = c.benchmark_group("generated");
    group.sample_size(10);
    for count in [100, 200, 400] {
        let program = generated(count);
        group.throughput(Throughput::Elements(count as u64));
        group.bench_function(format!("{count} lists"), |b| {
            b.iter(|| black_box(Pointers::analyze(&program, &Options::default())));
        });
    }
    group.finish();
}

fn files(c: &mut Criterion) {
    let list = std::env::var("CONCORD_BENCH_FILES").unwrap_or_default();
    let files: Vec<PathBuf> = list.split_whitespace().map(PathBuf::from).collect();
    if files.is_empty() {
        return;
    }
    let options = frontend::Options {
        data_model: program::DataModel::Ilp32,
        library: machine::models(),
        ..Default::default()
    };
    let program = match frontend::compile_files(&files, &options) {
        Ok(output) => output.program,
        Err(failure) => panic!("{:?}", failure.diagnostics.first().map(|d| &d.message)),
    };
    let mut group = c.benchmark_group("files");
    group.sample_size(10);
    group.bench_function("linked", |b| {
        b.iter(|| black_box(Pointers::analyze(&program, &Options::default())));
    });
    group.finish();
}

criterion_group!(benches, growing, files);
criterion_main!(benches);
