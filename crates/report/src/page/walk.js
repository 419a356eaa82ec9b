// The way to a violation, step by step: source, values and states at each.

const walk = {
  number: -1,
  step: 0,

  panel() {
    this.list = new List({
      label: "Steps",
      row: step => [
        el("span", { class: "where" }, step.place ? String(step.place.line) : ""),
        el("span", { class: `step ${step.kind}`, style: `padding-left:${Math.min(step.depth, 12)}em` }, step.text),
      ],
      walk: (_, i) => go(`#walk/${this.number}/${i}`, true),
    });
    const button = (name, sign, to) => el("button", {
      type: "button", onclick: () => this.to(to()), "aria-label": name, title: name,
    }, sign);
    this.buttons = [
      button("First step", "|◀", () => 0),
      button("Back", "◀ Back", () => this.step - 1),
      button("Forward", "Forward ▶", () => this.step + 1),
      button("Last step", "▶|", () => Infinity),
    ];
    this.buttons[1].id = "back";
    this.buttons[2].id = "forward";
    this.position = el("span", { class: "position" });
    this.choice = el("select", { id: "walks", onchange: () => go(`#walk/${this.choice.value}/0`) },
      WALKS.map((w, i) => el("option", { value: i }, short(w.name, 80))));
    this.detail = el("div", { class: "detail" });
    return [
      el("h2", null, "Walk"),
      el("div", { class: "bar" }, el("label", { for: "walks" }, "To"), this.choice),
      el("p", { class: "note" }, ""),
      el("div", { class: "bar", role: "group", "aria-label": "Walk" }, this.buttons, this.position),
      this.list.element,
      this.detail,
    ];
  },

  to(step) {
    this.list.choose(step);
  },

  show(number, step) {
    const chosen = WALKS[number];
    if (!chosen) return;
    if (number !== this.number) {
      this.number = number;
      this.choice.value = number;
      this.seen = null;
      this.list.element.previousElementSibling.previousElementSibling.textContent = chosen.real
        ? `The machine took this way${chosen.inputs.length ? `, given ${short(chosen.inputs.join(", "), 200)}` : ""}.`
        : "Nobody has excluded this way; nobody has taken it either.";
      this.list.set(chosen.steps, step);
    } else {
      this.list.choose(step);
    }
    this.step = Math.max(0, Math.min(step, chosen.steps.length - 1));
    const here = chosen.steps[this.step], spot = spotOf(here.place);
    this.position.textContent = `${this.step + 1} of ${chosen.steps.length}`;
    this.buttons[0].disabled = this.buttons[1].disabled = this.step === 0;
    this.buttons[2].disabled = this.buttons[3].disabled = this.step === chosen.steps.length - 1;
    source.show(spot);
    const where = here.place ? `line ${here.place.line}: ` : "";
    say(`Step ${this.step + 1} of ${chosen.steps.length}, ${where}${here.text}`);
    this.describe(chosen, here, spot);
  },

  describe(chosen, here, spot) {
    const parts = [el("h3", null, here.text),
      el("p", null, `in ${here.function}, `, spot ? lineLink(spot) : here.place ? `${here.place.file}:${here.place.line}` : "")];
    const values = valuesAt(chosen.steps, this.step);
    if (values.length) parts.push(table("Values so far", ["What", "Value", "Function"], values));
    if (MODEL.states.length) {
      this.seen ??= statesAlong(chosen.steps);
      const states = this.seen[this.step];
      parts.push(el("h3", null, `States here (${states.length})`));
      parts.push(el("ul", { class: "plainlist" }, states.slice(0, 20).map(i =>
        el("li", null, el("a", { href: `#state/${i}` }, `${i}: ${stateName(i)}`), ` ${short(stateWords(i), 300)}`))));
      const drawn = states.find(i => MODEL.states[i].pictures);
      if (drawn !== undefined) {
        parts.push(el("h3", null, `Memory in state ${drawn}`),
          ...MODEL.states[drawn].pictures.slice(0, 4).map(([, number]) => memory(MODEL.pictures[number])));
      }
    }
    this.detail.replaceChildren(...parts);
  },
};

// What variables got last, the newest first.
function valuesAt(steps, last) {
  const values = new Map();
  // Of each depth, the function that is open there.
  const open = [];
  for (const step of steps.slice(0, last + 1)) {
    open[step.depth] = step.function;
    if (!step.subject || step.value === undefined || step.kind === "branch") continue;
    // What a function returns goes to its caller's.
    const owner = step.kind === "return" ? open[step.depth - 1] ?? "" : step.function;
    const key = `${owner} ${step.subject}`;
    values.delete(key);
    values.set(key, [step.subject, step.value, owner]);
  }
  return [...values.values()].reverse().slice(0, 30);
}

// Of each step, the states that its run may be in: those at its line to which the states of
// the step before lead, and from which the next step's states are reached.
function statesAlong(steps) {
  const at = steps.map(step => {
    const spot = spotOf(step.place);
    const here = spot ? statesOnLine(spot[0], spot[1]) : [];
    return here.filter(i => CODE.functions[MODEL.states[i].function].name === step.function);
  });
  const sweep = (from, list, next) => {
    const wanted = new Set(list), open = [...from], seen = new Set(from), found = [];
    for (let i = 0; i < open.length; i++) {
      if (wanted.has(open[i])) { found.push(open[i]); continue; }
      for (const to of next(open[i])) if (!seen.has(to)) { seen.add(to); open.push(to); }
    }
    return found.length ? found : list;
  };
  const along = (order, next) => {
    let before = null;
    for (const i of order) {
      if (!at[i].length) continue;
      if (before) at[i] = sweep(before, at[i], next);
      before = at[i];
    }
  };
  const order = [...steps.keys()];
  along(order, state => after(state).map(move => move[1]));
  along(order.reverse(), state => before(state).map(move => move[0]));
  return at;
}
