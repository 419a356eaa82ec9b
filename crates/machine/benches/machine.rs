//! Operations per second on a loop-heavy program.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use frontend::Text;
use machine::{Listed, Machine, Options};
use std::hint::black_box;

const PROGRAM: &str = "
    int a[256];
    unsigned f(unsigned s, int i) { return s * 31u + (unsigned)a[i & 255]; }
    int main(void) {
        unsigned s = 1;
        for (int r = 0; r < 200; r++)
            for (int i = 0; i < 256; i++) {
                a[i] += (i ^ r) & 15;
                if (s & 1) s = f(s, i); else s = (s >> 1) + (unsigned)i;
            }
        return s & 127;
    }";

fn loops(c: &mut Criterion) {
    let text = Text {
        path: "bench.c".into(),
        bytes: PROGRAM.as_bytes().to_vec(),
        library: false,
    };
    let Ok(output) = frontend::compile_texts(vec![text], Default::default()) else {
        panic!("the program compiles");
    };
    let run = || {
        let mut inputs = Listed::default();
        let mut machine = Machine::new(&output.program, Options::default(), &mut inputs);
        black_box(machine.run());
        machine.steps()
    };
    let mut group = c.benchmark_group("machine");
    group.throughput(Throughput::Elements(run()));
    group.bench_function("loops", |b| b.iter(run));
    group.finish();
}

criterion_group!(benches, loops);
criterion_main!(benches);
