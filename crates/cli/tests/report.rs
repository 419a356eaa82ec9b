//! `concord check --report`: the page, as somebody uses it in a browser.
//!
//! Without chromium the tests are skipped. `CONCORD_SCREENSHOTS=1` writes the pictures of
//! docs/report.md anew.

#![forbid(unsafe_code)]

mod browser;
mod support;

use browser::Browser;
use serde_json::json;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use support::{concord, last_line, root, scratch};

/// A list; two elements are one case too many.
const BUGGY: &str = "#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct node {
    int value;
    struct node *next;
};

static struct node *push(struct node *list, int value)
{
    struct node *first = malloc(sizeof *first);
    first->value = value;
    first->next = list;
    return first;
}

int main(void)
{
    struct node *list = NULL;
    int count = 0;
    while (count < 3 && __VERIFIER_nondet_int()) {
        list = push(list, count);
        count++;
    }
    if (list != NULL && list->value != count - 1)
        reach_error();
    if (count == 2)
        reach_error();
    return 0;
}
";

/// Seed 003, Fig. 2.1: a list of 1s that ends with a 3.
const LIST: &str = "#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct list { int h; struct list *n; };
int main(void) {
    struct list *a = malloc(sizeof *a), *p = a;
    while (__VERIFIER_nondet_int()) {
        p->h = 1;
        p->n = malloc(sizeof *p);
        p = p->n;
    }
    p->h = 3;
    p->n = NULL;
    p = a;
    while (p->h == 1)
        p = p->n;
    if (p->h != 3)
        reach_error();
    return 0;
}
";

fn program(name: &str, text: &str) -> PathBuf {
    let path = scratch("report").join(name);
    fs::write(&path, text).expect("the scratch folder can be written");
    path
}

/// The page of a check that comes to a verdict.
fn page(name: &str, file: &Path, options: &[&str], verdict: &str) -> PathBuf {
    let page = scratch("report").join(name).with_extension("html");
    let _ = fs::remove_file(&page);
    let mut command = concord();
    // Places are told by the file's name alone, wherever the tests run.
    command.current_dir(file.parent().expect("a file is in a folder"));
    command.arg("check").args(file.file_name()).args(options);
    command.arg("--report").arg(&page);
    let output = command.output().expect("the command can be started");
    assert_eq!(last_line(&output), format!("verdict: {verdict}"));
    page
}

/// Nothing was complained of, and nobody was asked for anything.
fn demand_quiet(browser: &Browser) {
    assert!(browser.complaints.is_empty(), "{:#?}", browser.complaints);
    let foreign = |url: &&String| {
        let own = ["file://", "data:", "about:"];
        !own.iter().any(|start| url.starts_with(start))
    };
    let foreign: Vec<_> = browser.requests.iter().filter(foreign).collect();
    assert!(foreign.is_empty(), "{foreign:?}");
}

/// Writes a picture of the documentation, if that is asked for.
fn screenshot(browser: &mut Browser, name: &str) {
    if std::env::var_os("CONCORD_SCREENSHOTS").is_some() {
        let folder = root().join("docs/images");
        fs::create_dir_all(&folder).expect("docs can be written");
        browser.screenshot(&folder.join(name).with_extension("png"));
    }
}

/// The line of source that is marked.
const HERE: &str = "document.querySelector('tr.here .number')?.textContent ?? ''";
const STEP: &str = "document.querySelector('#panel-walk .position').textContent";
const SAID: &str = "document.getElementById('said').textContent";

#[test]
fn a_violation_is_walked_to() {
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let file = program("buggy.c", BUGGY);
    let options = [
        "--property",
        "unreach-call",
        "--malloc",
        "succeeds",
        "--strategy",
        "segments",
    ];
    let page = page("buggy", &file, &options, "false(unreach-call)");
    browser.open(&page, "");
    // It begins at the first step, without a click.
    assert_eq!(
        browser.text("document.querySelector('[role=tab][aria-selected=true]').textContent"),
        "Walk"
    );
    let steps = browser.number("WALKS[0].steps.length") as usize;
    assert!(steps > 5);
    assert_eq!(browser.text(STEP), format!("1 of {steps}"));
    let first = browser.text(HERE);
    browser.click("#forward");
    assert_eq!(browser.text(STEP), format!("2 of {steps}"));
    browser.click("#back");
    assert_eq!(browser.text(STEP), format!("1 of {steps}"));
    assert_eq!(browser.text(HERE), first);

    // The same without a mouse.
    browser.tab_to("e.getAttribute('aria-label') === 'Steps'");
    for key in ["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowRight"] {
        browser.key(key);
    }
    assert_eq!(browser.text(STEP), format!("3 of {steps}"));
    assert!(browser.text(SAID).starts_with("Step 3 of"));
    browser.key("End");
    assert_eq!(browser.text(STEP), format!("{steps} of {steps}"));
    assert_eq!(browser.text(HERE), "29");
    assert!(
        browser
            .text("document.querySelector('#panel-walk h3').textContent")
            .contains("reach_error")
    );
    assert!(
        browser
            .text("document.querySelector('#panel-walk table').textContent")
            .contains("count")
    );
    browser.key("ArrowUp");
    browser.key("ArrowUp");
    screenshot(&mut browser, "walk");

    // At each step, states that the run may be in; from them to one of them, and back.
    let states = browser.number("document.querySelectorAll('#panel-walk .plainlist a').length");
    assert!(states > 0.0);
    let before = browser.text(STEP);
    browser.click("#panel-walk .plainlist a");
    browser.wait("document.getElementById('state-heading') !== null");
    browser.evaluate("history.back()");
    browser.wait("!document.getElementById('panel-walk').hidden");
    assert_eq!(browser.text(STEP), before);
    assert_eq!(browser.nameless(), Vec::<String>::new());
    demand_quiet(&browser);
}

#[test]
fn lines_lead_to_states() {
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let file = program("list.c", LIST);
    let options = [
        "--property",
        "unreach-call",
        "--malloc",
        "succeeds",
        "--strategy",
        "shapes",
    ];
    let page = page("list", &file, &options, "true");
    browser.open(&page, "");
    // All is proved, and each check says so.
    assert_eq!(
        browser.text("document.getElementById('verdict').textContent"),
        "true"
    );
    assert_eq!(
        browser.number("STATUS.filter(s => s !== 'proved').length"),
        0.0
    );
    assert!(browser.number("document.querySelectorAll('.source .check.proved').length") > 0.0);
    screenshot(&mut browser, "overview");

    // From a line to its states, and to one of them.
    browser.click("#line-16 .count a");
    browser.wait("!document.getElementById('panel-states').hidden");
    assert_eq!(browser.text(HERE), "16");
    let here = browser.number("states.list.items.length");
    assert_eq!(here, browser.number("statesOnLine(source.file, 16).length"));
    browser.click("#panel-states .row");
    browser.wait("document.getElementById('state-heading') !== null");
    let heading = browser.text("document.getElementById('state-heading').textContent");
    let analyses =
        "[...document.querySelectorAll('#state .component h4')].map(e => e.textContent).join(' ')";
    assert_eq!(
        browser.text(analyses),
        browser.text("MODEL.analyses.join(' ')")
    );
    // Its structures are drawn, with a summary node among them.
    assert!(browser.number("document.querySelectorAll('#state figure svg rect').length") > 0.0);
    assert!(browser.number("MODEL.pictures.filter(p => p.nodes.some(n => n.double)).length") > 0.0);
    screenshot(&mut browser, "state");

    // On to a state around it by keys, and back.
    browser.evaluate("document.querySelector('#state .moves:last-of-type a').focus()");
    browser.key("Enter");
    browser.wait(&format!(
        "document.getElementById('state-heading').textContent !== {}",
        json!(heading)
    ));
    browser.evaluate("history.back()");
    browser.wait(&format!(
        "document.getElementById('state-heading').textContent === {}",
        json!(heading)
    ));

    // Nothing of a picture lies on its text.
    let overlaps = "(() => { let bad = 0; for (const g of document.querySelectorAll('svg.graph')) {
        const boxes = [...g.querySelectorAll('.node rect:not(.inner)')].map(e => e.getBBox());
        const meet = (a, b) => a.x < b.x + b.width - 1 && b.x < a.x + a.width - 1
            && a.y < b.y + b.height - 1 && b.y < a.y + a.height - 1;
        boxes.forEach((a, i) => boxes.slice(i + 1).forEach(b => { bad += meet(a, b); }));
        for (const t of g.querySelectorAll('.label')) {
            const a = t.getBBox(); if (a.width) boxes.forEach(b => { bad += meet(a, b); });
        } } return bad; })()";
    assert_eq!(browser.number(overlaps), 0.0);

    // The call graph and an automaton, by keys.
    browser.evaluate("document.getElementById('tab-states').focus()");
    browser.key("ArrowRight");
    browser.wait("document.querySelector('#function svg') !== null");
    assert!(
        browser.number("document.querySelectorAll('#panel-functions svg.graph').length") == 2.0
    );
    browser.evaluate("document.querySelector('#function svg a[tabindex=\"0\"]').focus()");
    let focus = "document.activeElement.getAttribute('aria-label')";
    let before = browser.text(focus);
    browser.key("ArrowDown");
    assert_ne!(browser.text(focus), before);
    browser.key("Enter");
    // What is shown follows the address, a moment later.
    browser.wait("document.querySelector('a[href^=\"#location/\"]') !== null");
    assert_eq!(browser.number(overlaps), 0.0);
    screenshot(&mut browser, "automaton");
    browser.evaluate("document.querySelector('a[href^=\"#location/\"]').click()");
    browser.wait("!document.getElementById('panel-states').hidden");
    assert_eq!(browser.nameless(), Vec::<String>::new());
    demand_quiet(&browser);
}

#[test]
fn a_proof_has_invariants_and_who_said_what() {
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let file = root().join("tests/corpus/cooperate/true_square_root.c");
    let options = [
        "--property",
        "unreach-call",
        "--overflow",
        "error",
        "--exchange",
        "--analyses",
        "predicates:trivectors+signs",
        "--strategy",
        "cooperate",
    ];
    let page = page("square_root", &file, &options, "true");
    browser.open(&page, "");
    assert!(browser.number("document.querySelectorAll('.source .invariant').length") > 0.0);
    let open = "[...document.querySelectorAll('[role=tab]:not([hidden])')].map(t => t.textContent).join(' ')";
    assert_eq!(browser.text(open), "Overview States Functions Exchange");
    browser.click("#tab-exchange");
    browser.wait("!document.getElementById('panel-exchange').hidden");
    let rows = browser.number("document.querySelectorAll('#panel-exchange tbody tr').length");
    assert_eq!(rows, browser.number("CHECK.exchange.speakers.length"));
    assert!(browser.number("document.querySelectorAll('#panel-exchange .row').length") > 0.0);
    screenshot(&mut browser, "exchange");

    // Search: the key, some words, what was found, and one of it.
    browser.evaluate("document.activeElement.blur()");
    browser.key("/");
    browser.write("square_root");
    browser.key("Enter");
    browser.wait("!document.getElementById('panel-found').hidden");
    assert_eq!(browser.text("finding.list.items[0].kind"), "function");
    let kinds = browser.text("[...new Set(finding.list.items.map(hit => hit.kind))].join(' ')");
    assert_eq!(kinds, "function line state");
    assert_eq!(
        browser.text("document.activeElement.getAttribute('aria-label')"),
        "What was found"
    );
    browser.key("ArrowDown");
    browser.key("Enter");
    browser
        .wait("location.hash.startsWith('#line/') && document.querySelector('tr.here') !== null");
    assert_eq!(browser.nameless(), Vec::<String>::new());
    demand_quiet(&browser);
}

/// What was measured is told by `--nocapture`.
#[test]
fn ten_thousand_states_are_no_burden() {
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let file = root().join("examples/list.c");
    let page = page("many", &file, &["--strategy", "segments"], "true");
    let start = Instant::now();
    browser.open(&page, "#states");
    let opened = start.elapsed();
    let count = browser.number("MODEL.states.length");
    assert!(count >= 10_000.0, "{count}");
    let rows = browser.number("document.querySelectorAll('#panel-states .row').length");
    assert!(rows < 100.0, "{rows}");
    // Until the page has drawn what an action led to.
    let timed = |browser: &mut Browser, action: &str| {
        browser.number(&format!(
            "(async () => {{ const start = performance.now(); {action}; \
             await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))); \
             return performance.now() - start; }})()"
        ))
    };
    let mut slowest: f64 = 0.0;
    for action in [
        "states.list.element.scrollTop = 100000",
        "go('#state/5000')",
        "states.filter.value = 'total'; states.refill()",
        "finding.list || openView('found'); finding.search('list')",
        "go('#function/' + MODEL.states[5000].function + '/1')",
        "go('#line/' + source.file + '/31')",
    ] {
        let took = timed(&mut browser, action);
        println!("{action}: {took:.0} ms");
        slowest = slowest.max(took);
    }
    println!("{count} states opened in {opened:?}");
    assert!(opened < Duration::from_secs(8), "{opened:?}");
    assert!(slowest < 2000.0, "{slowest} ms");
    demand_quiet(&browser);
}

#[test]
fn strategies_without_states_have_a_page() {
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let file = program("searched.c", BUGGY);
    let options = [
        "--property",
        "unreach-call",
        "--malloc",
        "succeeds",
        "--strategy",
        "falsify",
    ];
    let found = page("searched", &file, &options, "false(unreach-call)");
    browser.open(&found, "");
    let tabs = "[...document.querySelectorAll('[role=tab]:not([hidden])')].map(t => t.textContent).join(' ')";
    assert_eq!(browser.text(tabs), "Overview Walk Functions");

    // Nor is the time's end the end of the page.
    let options = ["--strategy", "falsify", "--timeout", "1ms"];
    let stopped = page("stopped", &file, &options, "unknown(timeout)");
    browser.open(&stopped, "");
    assert_eq!(
        browser.text("document.getElementById('verdict').textContent"),
        "unknown(timeout)"
    );

    // Dark, and on a narrow screen.
    browser.open(&found, "");
    let ground = "getComputedStyle(document.body).backgroundColor";
    let light = browser.text(ground);
    browser.click("#theme");
    assert_ne!(browser.text(ground), light);
    browser.size(400, 800);
    browser.wait("document.documentElement.scrollWidth <= 400");
    demand_quiet(&browser);
}
