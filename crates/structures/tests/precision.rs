//! Programs over lists and trees, explored to the end: what is known at a location.

mod common;
use common::*;
use structures::*;

/// Edges `from: statement: to`; the regions at all locations, from the empty heap at 0.
fn explore(t: &Template, edges: &[(usize, &str, usize)]) -> Vec<Region> {
    let v = &t.vocabulary;
    let plans: Vec<Plan> = edges
        .iter()
        .map(|(_, text, _)| Plan::new(v, v, &t.action(text)))
        .collect();
    let last = edges.iter().map(|(a, _, b)| *a.max(b)).max().unwrap_or(0);
    let mut regions = vec![Region::new(); last + 1];
    let mut start = Structure::empty(v);
    t.define(&mut start);
    regions[0].insert(start.clone());
    let mut waiting = vec![(0, start)];
    while let Some((at, s)) = waiting.pop() {
        for (i, (from, _, to)) in edges.iter().enumerate() {
            if *from != at {
                continue;
            }
            let mut after = Region::new();
            plans[i].apply(&s, v, v, &mut after);
            for new in after.iter() {
                if regions[*to].insert(new.clone()) {
                    assert!(regions[*to].len() < 200, "too many structures at {to}");
                    waiting.push((*to, new.clone()));
                }
            }
        }
    }
    regions
}

/// All structures, in order, as text.
fn shown(t: &Template, region: &Region) -> String {
    let mut all: Vec<String> = region.iter().map(|s| t.show(s)).collect();
    all.sort();
    all.join("--\n")
}

/// Everything of these unary predicates is definitely false.
fn never(t: &Template, region: &Region, predicates: &[&str]) {
    for s in region.iter() {
        for p in predicates {
            for n in 0..s.node_count() {
                assert_eq!(
                    s.unary(&t.vocabulary, t.id(p), n),
                    Kleene::False,
                    "{p}:\n{}",
                    t.show(s)
                );
            }
        }
    }
}

fn definite(t: &Template, region: &Region, predicates: &[&str]) {
    for s in region.iter() {
        for p in predicates {
            for n in 0..s.node_count() {
                assert!(
                    s.unary(&t.vocabulary, t.id(p), n).is_definite(),
                    "{p}:\n{}",
                    t.show(s)
                );
            }
        }
    }
}

/// `x` is a list of any length; then location `at`.
const BUILD: [(usize, &str, usize); 5] = [
    (0, "y = new", 1),
    (1, "y->n = x", 2),
    (2, "x = y", 3),
    (3, "y = null", 0),
    (0, "x = x", 4),
];

fn after_build(more: &[(usize, &'static str, usize)]) -> Vec<(usize, &'static str, usize)> {
    BUILD.iter().chain(more).copied().collect()
}

#[test]
fn list_is_built() {
    let t = Template::new(Kind::Single, &["x", "y"]);
    let regions = explore(&t, &BUILD);
    println!("{}", shown(&t, &regions[4]));
    never(&t, &regions[4], &["is", "c"]);
    definite(&t, &regions[4], &["r_x", "r_y"]);
    assert_eq!(regions[4].len(), 4);
}

#[test]
fn list_is_traversed() {
    let t = Template::new(Kind::Single, &["x", "y"]);
    let edges = after_build(&[
        (4, "y = x", 5),
        (5, "y != null", 6),
        (6, "y = y->n", 5),
        (5, "y == null", 7),
    ]);
    let regions = explore(&t, &edges);
    println!("{}", shown(&t, &regions[5]));
    never(&t, &regions[5], &["is", "c"]);
    definite(&t, &regions[5], &["r_x", "r_y"]);
    // At the end it is the list it was.
    println!("=====\n{}", shown(&t, &regions[7]));
    assert!(regions[7].is_subset(&regions[4]));
}

#[test]
fn list_is_reversed() {
    let t = Template::new(Kind::Single, &["x", "y", "z"]);
    let edges = after_build(&[
        (4, "x != null", 5),
        // y = null; while (x) { z = x->n; x->n = y; y = x; x = z; z = null; }
        (5, "x != null", 6),
        (6, "z = x->n", 7),
        (7, "x->n = y", 8),
        (8, "y = x", 9),
        (9, "x = z", 10),
        (10, "z = null", 5),
        (5, "x == null", 11),
    ]);
    let regions = explore(&t, &edges);
    println!("{}", shown(&t, &regions[5]));
    never(&t, &regions[5], &["is", "c"]);
    definite(&t, &regions[5], &["r_x", "r_y", "r_z"]);
    println!("=====\n{}", shown(&t, &regions[11]));
    for s in regions[11].iter() {
        for n in 0..s.node_count() {
            assert_eq!(s.unary(&t.vocabulary, t.id("r_y"), n), Kleene::True);
        }
    }
}

#[test]
fn element_is_inserted_and_deleted() {
    let t = Template::new(Kind::Single, &["x", "y", "z", "w"]);
    let edges = after_build(&[
        (4, "x != null", 5),
        (5, "y = x", 6),
        (6, "y = y->n", 7),
        (7, "y != null", 6),
        (6, "z = y->n", 8),
        (8, "z != null", 9),
        // delete z: y->n = z->n by way of a variable
        (9, "w = z->n", 10),
        (10, "z->n = null", 11),
        (11, "y->n = w", 12),
        (12, "z = null", 13),
        (13, "w = null", 14),
        (14, "collect", 15),
        // insert before w = y->n
        (6, "w = y->n", 16),
        (16, "z = new", 17),
        (17, "z->n = w", 18),
        (18, "y->n = z", 19),
    ]);
    let regions = explore(&t, &edges);
    println!("{}", shown(&t, &regions[15]));
    for at in [6, 15, 19] {
        never(&t, &regions[at], &["is", "c"]);
        definite(&t, &regions[at], &["r_x", "r_y", "r_z", "r_w"]);
    }
    for s in regions[15].iter().chain(regions[19].iter()) {
        for n in 0..s.node_count() {
            assert_eq!(s.unary(&t.vocabulary, t.id("r_x"), n), Kleene::True);
        }
    }
    println!("{:?}", regions.iter().map(Region::len).collect::<Vec<_>>());
}

/// A doubly linked list, built at its head and walked: links forth and back stay inverse.
#[test]
fn doubly_linked_list() {
    let t = Template::new(Kind::Double, &["x", "y"]);
    let edges = [
        (0, "y = new", 1),
        (1, "y->n = x", 2),
        (2, "x == null", 4),
        (2, "x != null", 3),
        (3, "x->p = y", 4),
        (4, "x = y", 5),
        (5, "y = null", 0),
        (0, "x != null", 6),
        (6, "y = x", 7),
        (7, "y = y->n", 8),
        (8, "y != null", 7),
        // and back
        (7, "y = y->p", 9),
    ];
    let regions = explore(&t, &edges);
    println!("{}", shown(&t, &regions[7]));
    println!("{:?}", regions.iter().map(Region::len).collect::<Vec<_>>());
    for at in [6, 7, 9] {
        never(&t, &regions[at], &["is", "c"]);
        definite(&t, &regions[at], &["r_x", "r_y", "fb", "bf"]);
        for s in regions[at].iter() {
            for n in 0..s.node_count() {
                // Whoever has a successor is its predecessor; all but the head have one.
                assert_eq!(
                    s.unary(&t.vocabulary, t.id("fb"), n),
                    Kleene::True,
                    "{}",
                    t.show(s)
                );
                let head = s.unary(&t.vocabulary, t.id("x"), n);
                assert_eq!(
                    s.unary(&t.vocabulary, t.id("bf"), n),
                    head.not(),
                    "{}",
                    t.show(s)
                );
            }
        }
    }
}

/// A tree that grows at a leaf found by walking down, then a walk.
#[test]
fn tree() {
    let t = Template::new(Kind::Tree, &["x", "y", "z"]);
    let edges = [
        (0, "x = new", 1),
        (1, "y = x", 2),
        // walk
        (2, "z = y->l", 3),
        (2, "z = y->r", 4),
        (3, "z != null", 5),
        (4, "z != null", 5),
        (5, "y = z", 6),
        (6, "z = null", 2),
        // grow
        (3, "z == null", 7),
        (7, "z = new", 8),
        (8, "y->l = z", 9),
        (9, "z = null", 10),
        (4, "z == null", 11),
        (11, "z = new", 12),
        (12, "y->r = z", 13),
        (13, "z = null", 10),
        (10, "y = null", 1),
    ];
    let regions = explore(&t, &edges);
    println!("{}", shown(&t, &regions[1]));
    println!("{:?}", regions.iter().map(Region::len).collect::<Vec<_>>());
    for at in [1, 2, 10] {
        never(&t, &regions[at], &["is", "c"]);
        // What y reaches is not known of the other subtrees: nothing makes it definite.
        definite(&t, &regions[at], &["r_x"]);
    }
}
