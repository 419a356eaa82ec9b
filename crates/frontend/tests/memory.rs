//! What the front end needs at its peak, text included, for each byte of C.

#[path = "support/generate.rs"]
mod generate;

use frontend::Text;
use peak_alloc::PeakAlloc;

#[global_allocator]
static ALLOCATED: PeakAlloc = PeakAlloc;

const MOST_PER_BYTE: f64 = 40.0;

#[test]
fn memory_grows_with_the_text_and_not_too_fast() {
    for megabytes in [1, 4] {
        let before = ALLOCATED.current_usage();
        let bytes = generate::program(megabytes << 20).into_bytes();
        let size = bytes.len();
        ALLOCATED.reset_peak_usage();
        let path = "generated.c".into();
        let output = frontend::compile_texts(
            vec![Text {
                path,
                bytes,
                library: false,
            }],
            Default::default(),
        );
        let per_byte = |usage: usize| usage.saturating_sub(before) as f64 / size as f64;
        let kept = per_byte(ALLOCATED.current_usage());
        let per_byte = per_byte(ALLOCATED.peak_usage());
        println!("{megabytes} MB: {per_byte:.1} bytes per byte at the peak, {kept:.1} kept");
        if let Err(failure) = output {
            panic!(
                "the generated program is rejected: {:?}",
                failure.diagnostics
            );
        }
        assert!(
            per_byte <= MOST_PER_BYTE,
            "{per_byte:.1} bytes per byte of C"
        );
    }
}
