// The views, and what the address says is looked at.

const overview = {
  panel() {
    const rows = CHECK.properties.map(p => [
      p.property, el("span", { class: `badge ${p.verdict}` }, p.verdict), p.message || p.reason || "", lineLink(spotOf(p.place)),
    ]);
    const parts = [
      el("h2", null, "Overview"),
      el("p", null, `Strategy ${DATA.strategy}. ${this.summary()}`),
      table("Properties", ["Property", "Verdict", "Why", "Where"], rows),
    ];
    const values = (CHECK.values || []).filter(v => v.subject !== "all");
    if (values.length) {
      parts.push(table("Values of automata", ["Automaton", "Created at", "Fate"], values.map(v =>
        [v.property, v.created ? lineLink(spotOf(v.created)) : v.subject, v.fate])));
    }
    if (INVARIANTS.length) {
      parts.push(table("Invariants", ["Where", "What holds there"], INVARIANTS.map(i =>
        [lineLink(i.spot), el("code", null, short(i.text, 600))])));
    }
    if (CODE.checks.length) parts.push(...this.checks());
    const list = (title, items) => items && items.length
      ? [el("h3", null, title), el("ul", null, items.map(item => el("li", null, item)))] : [];
    parts.push(...list("Assumptions", CHECK.assumptions), ...list("Notes", CHECK.notes));
    const numbers = Object.entries(CHECK.statistics || {});
    if (numbers.length) {
      parts.push(el("details", null, el("summary", null, "Numbers"),
        table("What was done", ["What", "How much"], numbers.map(([k, v]) => [k, v.toLocaleString("en")]))));
    }
    return parts;
  },

  summary() {
    if (!MODEL.states.length) return "No abstract states: the strategy explored none, or was stopped before it told of them.";
    const whole = MODEL.hole === null ? "they cover every run" : `they do not cover every run: ${MODEL.hole}`;
    return `${plural(MODEL.states.length + MODEL.omitted, "state")} of ${MODEL.analyses.join(", ")}; ${whole}.`;
  },

  checks() {
    const counts = GRADES.map(grade => [grade, STATUS.filter(s => s === grade).length]).filter(([, n]) => n);
    const list = new List({
      label: "Checks",
      row: i => [
        el("span", { class: `check ${STATUS[i]}` }, MARKS[STATUS[i]]),
        el("span", { class: "state" }, el("b", null, CODE.checks[i].property), ` ${MEANINGS[STATUS[i]]}, ${placeText(CODE.checks[i].spot)} ${CODE.checks[i].text}`),
      ],
      open: i => { if (CODE.checks[i].spot) go(`#check/${i}`); },
    });
    const choice = el("select", { id: "grade", onchange: () => fill() },
      el("option", { value: "" }, `all (${STATUS.length})`),
      counts.map(([grade, n]) => el("option", { value: grade }, `${MEANINGS[grade]} (${n})`)));
    const fill = () => list.set([...CODE.checks.keys()].filter(i => !choice.value || STATUS[i] === choice.value));
    fill();
    return [el("h3", null, "Checks"), el("div", { class: "bar" }, el("label", { for: "grade" }, "Show"), choice), list.element];
  },
};

const exchange = {
  panel() {
    const told = CHECK.exchange;
    const list = new List({
      label: "Formulae that were used",
      row: u => [
        el("span", { class: "where" }, `${u.count}×`),
        el("span", { class: "state" }, el("b", null, `${u.from} → ${u.to}`), ` ${u.formula} `, u.place ? `(${u.place.file}:${u.place.line})` : ""),
      ],
      open: u => { const spot = spotOf(u.place); if (spot) go(`#line/${spot[0]}/${spot[1]}`); },
    });
    const filter = el("input", { id: "formula", type: "search", autocomplete: "off", oninput: () => fill() });
    const count = el("p", { class: "note", role: "status" });
    const fill = () => {
      const text = filter.value.trim().toLowerCase();
      const found = told.used.filter(u => `${u.from} ${u.to} ${u.formula}`.toLowerCase().includes(text));
      count.textContent = `${plural(found.length, "formula").replace("formulas", "formulae")}: who said it, who used it, how often, and where first`;
      list.set(found);
    };
    fill();
    return [
      el("h2", null, "Exchange"),
      table("What each analysis said, and how much of it each used",
        ["said by", "shared", ...told.speakers.map(s => `used by ${s.name}`)],
        told.speakers.map(s => [s.name, s.shared.toLocaleString("en"), ...s.used.map(n => n.toLocaleString("en"))])),
      el("div", { class: "bar" }, el("label", { for: "formula" }, "With the words"), filter), count, list.element,
    ];
  },
};

const finding = {
  panel() {
    this.list = new List({
      label: "What was found",
      row: hit => [el("span", { class: "where" }, hit.kind), el("span", { class: "state" }, hit.text)],
      open: hit => go(hit.to),
    });
    this.count = el("p", { class: "note", role: "status" });
    return [el("h2", null, "Found"), this.count, this.list.element];
  },

  search(text) {
    const wanted = text.toLowerCase(), hits = [];
    CODE.functions.forEach((f, i) => {
      if (f.locations && f.name.toLowerCase().includes(wanted)) hits.push({ kind: "function", text: f.name, to: `#function/${i}` });
    });
    CODE.files.forEach((file, i) => file.text.split("\n").forEach((line, k) => {
      if (line.toLowerCase().includes(wanted)) hits.push({ kind: "line", text: `${k + 1}: ${line.trim()}`, to: `#line/${i}/${k + 1}` });
    }));
    WALKS.forEach((w, i) => w.steps.forEach((step, k) => {
      if (step.text.toLowerCase().includes(wanted)) hits.push({ kind: "step", text: step.text, to: `#walk/${i}/${k}` });
    }));
    for (const used of CHECK.exchange?.used || []) {
      const spot = spotOf(used.place);
      if (spot && used.formula.toLowerCase().includes(wanted)) hits.push({ kind: "formula", text: `${used.from} → ${used.to}: ${used.formula}`, to: `#line/${spot[0]}/${spot[1]}` });
    }
    for (const i of statesContaining(wanted)) hits.push({ kind: "state", text: `${i}: ${stateName(i)} ${short(stateWords(i), 200)}`, to: `#state/${i}` });
    this.count.textContent = `${plural(hits.length, "place")} with “${text}”`;
    this.list.set(hits);
  },
};

const VIEWS = [
  { id: "overview", name: "Overview", view: overview },
  { id: "walk", name: "Walk", view: walk, there: WALKS.length > 0 },
  { id: "states", name: "States", view: states, there: MODEL.states.length > 0 },
  { id: "functions", name: "Functions", view: functions, there: CODE.functions.length > 0 },
  { id: "exchange", name: "Exchange", view: exchange, there: Boolean(CHECK.exchange) },
  { id: "found", name: "Found", view: finding },
].filter(view => view.there !== false);

// Panels are made when they are looked at first.
function openView(id) {
  for (const view of VIEWS) {
    const chosen = view.id === id;
    view.tab.setAttribute("aria-selected", String(chosen));
    view.tab.setAttribute("tabindex", chosen ? "0" : "-1");
    if (chosen && !view.panel.hasChildNodes()) view.panel.append(...view.view.panel());
    view.panel.hidden = !chosen;
    // There is nothing to be found before somebody searches.
    if (view.id === "found" && chosen) view.tab.hidden = false;
  }
}

function has(id) {
  return VIEWS.some(view => view.id === id);
}

// Goes to what an address says; steps of a walk leave no trace in the history.
function go(address, replace) {
  if (replace) {
    history.replaceState(null, "", address);
    follow();
  } else if (location.hash === address) follow();
  else location.hash = address;
}

function follow() {
  const [what, ...rest] = location.hash.slice(1).split("/");
  const numbers = rest.map(Number);
  if (what === "walk" && has("walk")) {
    openView("walk");
    walk.show(numbers[0] || 0, numbers[1] || 0);
  } else if (what === "state" && has("states")) {
    openView("states");
    states.show(numbers[0]);
  } else if (what === "states" && has("states")) {
    openView("states");
    states.at(null);
  } else if (what === "location" && has("states")) {
    openView("states");
    const [f, at] = numbers;
    states.at({ name: `${CODE.functions[f].name} ${at}`, states: statesAt(f, at), spot: spotAt(f, at) });
  } else if (what === "line" && CODE.files[numbers[0]]) {
    const [file, line] = numbers, found = statesOnLine(file, line);
    if (found.length) {
      openView("states");
      states.at({ name: placeText(numbers), states: found, spot: [file, line] });
    } else source.show([file, line]);
  } else if (what === "check" && CODE.checks[numbers[0]]) {
    source.show(CODE.checks[numbers[0]].spot);
  } else if ((what === "function" || what === "functions") && has("functions")) {
    openView("functions");
    functions.show(numbers[0] ?? -1, numbers[1]);
  } else if (has(what)) openView(what);
  else if (what !== "side") openView("overview");
}

function startTabs() {
  for (const view of VIEWS) {
    view.tab = el("button", {
      type: "button", role: "tab", id: `tab-${view.id}`, "aria-controls": `panel-${view.id}`,
      onclick: () => go(view.id === "walk" ? `#walk/${Math.max(walk.number, 0)}/${walk.step}` : `#${view.id}`),
    }, view.name);
    view.panel = el("div", { role: "tabpanel", id: `panel-${view.id}`, "aria-labelledby": `tab-${view.id}`, hidden: true });
    view.tab.hidden = view.id === "found";
    byId("tabs").append(view.tab);
    byId("panels").append(view.panel);
  }
  byId("tabs").addEventListener("keydown", event => {
    const tabs = VIEWS.map(view => view.tab).filter(tab => !tab.hidden), here = tabs.indexOf(document.activeElement);
    const to = { ArrowRight: here + 1, ArrowLeft: here - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (to === undefined || here < 0 || event.altKey) return;
    event.preventDefault();
    const next = tabs[(to + tabs.length) % tabs.length];
    next.focus();
    next.click();
  });
}

function startSearch() {
  const input = byId("search");
  let waiting = 0;
  const run = () => {
    const text = input.value.trim();
    if (!text) return;
    openView("found");
    finding.search(text);
  };
  input.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(run, 120);
  });
  input.addEventListener("keydown", event => {
    if (event.key !== "Enter" && event.key !== "ArrowDown") return;
    event.preventDefault();
    clearTimeout(waiting);
    run();
    if (input.value.trim()) finding.list.element.focus();
  });
  document.addEventListener("keydown", event => {
    const writes = event.target.closest("input, select, textarea, dialog");
    if (event.key === "/" && !writes && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      input.focus();
      input.select();
    }
  });
}

function startTheme() {
  const button = byId("theme"), root = document.documentElement;
  const dark = () => root.dataset.theme
    ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  const name = () => { button.textContent = dark() ? "Light" : "Dark"; };
  button.addEventListener("click", () => {
    root.dataset.theme = dark() ? "light" : "dark";
    name();
  });
  name();
}

function start() {
  byId("name").textContent = DATA.name;
  byId("verdict").textContent = CHECK.verdict;
  byId("verdict").className = `badge ${CHECK.verdict.split("(")[0]}`;
  byId("keys").addEventListener("click", () => byId("help").showModal());
  source.start();
  startTabs();
  startSearch();
  startTheme();
  addEventListener("hashchange", follow);
  if (location.hash.length > 1) follow();
  else if (WALKS.length) go("#walk/0/0", true);
  else openView("overview");
}

start();
