//! What plans say holds of the heaps: random heaps, abstractions of them, and statements.

mod common;
use common::*;
use structures::*;

const KINDS: [Kind; 3] = [Kind::Single, Kind::Double, Kind::Tree];

fn check(
    from: &Template,
    to: &Template,
    heap: &Structure,
    abstracted: &Structure,
    text: &str,
    plan: &Plan,
    seed: u64,
) -> (Vec<Structure>, Region) {
    assert!(
        heap.embeds_in(abstracted, &from.vocabulary),
        "the abstraction is one"
    );
    let action = from.action(text);
    let after = from.successors(heap, &action, to);
    let mut region = Region::new();
    plan.apply(abstracted, &from.vocabulary, &to.vocabulary, &mut region);
    let found = after
        .iter()
        .any(|h| region.iter().any(|s| h.embeds_in(s, &to.vocabulary)));
    if !after.is_empty() && !found {
        let shown: Vec<String> = region.iter().map(|s| to.show(s)).collect();
        panic!(
            "seed {seed}, {:?}, `{text}`\nheap:\n{}\nabstraction:\n{}\nafter:\n{}\nplan says:\n{}",
            from.kind,
            from.show(heap),
            from.show(abstracted),
            to.show(&after[0]),
            shown.join("--\n")
        );
    }
    (after, region)
}

#[test]
fn one_step() {
    for kind in KINDS {
        let small = Template::new(kind, &["x", "y"]);
        let large = Template::new(kind, &["x", "y", "z"]);
        for seed in 0..rounds(3000) {
            let random = &mut Random(seed);
            let (from, to) = match random.below(6) {
                0 => (&small, &large),
                1 => (&large, &small),
                2 | 3 => (&large, &large),
                _ => (&small, &small),
            };
            let heap = from.random_heap(random);
            let abstracted = from.blur(&heap, random);
            let text = if random.chance(80) {
                small.random_statement(random)
            } else {
                "x = x".to_owned()
            };
            let plan = Plan::new(&from.vocabulary, &to.vocabulary, &from.action(&text));
            check(from, to, &heap, &abstracted, &text, &plan, seed);
        }
    }
}

/// Runs: the abstraction after a statement is the one before the next.
#[test]
fn runs() {
    for kind in KINDS {
        let t = Template::new(kind, &["x", "y", "z"]);
        for seed in 0..rounds(300) {
            let random = &mut Random(seed ^ 0xabcdef);
            let mut heap = t.random_heap(random);
            let mut abstracted = t.blur(&heap, random);
            for _ in 0..8 {
                let text = t.random_statement(random);
                let plan = Plan::new(&t.vocabulary, &t.vocabulary, &t.action(&text));
                let (after, region) = check(&t, &t, &heap, &abstracted, &text, &plan, seed);
                let next = after.iter().find_map(|h| {
                    region
                        .iter()
                        .find(|s| h.embeds_in(s, &t.vocabulary))
                        .map(|s| (h.clone(), s.clone()))
                });
                let Some((h, s)) = next else { break };
                if h.node_count() > 7 {
                    break;
                }
                (heap, abstracted) = (h, s);
            }
        }
    }
}
