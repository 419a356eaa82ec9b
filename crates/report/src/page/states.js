// The reached states: a list, one of them in full, and what is around it.

const NEAR = 24;

const states = {
  place: null,
  text: "",

  panel() {
    this.list = new List({
      label: "States",
      row: i => [
        el("span", { class: "where" }, String(i)),
        el("span", { class: "state" }, el("b", null, stateName(i)), ` ${short(stateWords(i), 240)}`),
      ],
      open: i => go(`#state/${i}`),
    });
    this.filter = el("input", { id: "filter", type: "search", autocomplete: "off", oninput: () => this.refill() });
    this.clear = el("button", { type: "button", onclick: () => go("#states") }, "All lines");
    this.count = el("p", { class: "note", role: "status" });
    this.detail = el("div", { class: "detail", id: "state" });
    return [
      el("h2", null, "States"),
      el("div", { class: "bar" }, el("label", { for: "filter" }, "With the words"), this.filter, this.clear),
      this.count, this.list.element, this.detail,
    ];
  },

  // Those at a place: { name, states, spot }; null for all.
  at(place) {
    this.place = place;
    this.clear.hidden = !place;
    this.refill();
    if (place?.spot) source.show(place.spot);
  },

  refill() {
    const text = this.filter.value.trim().toLowerCase();
    let found = statesContaining(text);
    if (this.place) {
      const here = new Set(this.place.states);
      found = found.filter(i => here.has(i));
    }
    const more = MODEL.omitted ? `; ${MODEL.omitted.toLocaleString("en")} more were reached and are not in this page` : "";
    const where = this.place ? ` at ${this.place.name}` : "";
    this.count.textContent = `${plural(found.length, "state")}${where}${more}`;
    this.list.set(found);
  },

  show(number) {
    const state = MODEL.states[number];
    if (!state) return;
    const index = this.list.items.indexOf(number);
    if (index < 0) {
      this.place = null;
      this.clear.hidden = true;
      this.filter.value = "";
      this.refill();
    }
    this.list.choose(this.list.items.indexOf(number));
    const spot = spotAt(state.function, state.at);
    source.show(spot);
    const check = CHECK_AT.get(pair(state.function, state.at));
    const parts = [
      el("h3", { tabindex: "-1", id: "state-heading" }, `State ${number}`),
      el("p", null, "at ", el("a", { href: `#function/${state.function}/${state.at}` }, `${stateName(number)}`),
        spot ? ", " : "", lineLink(spot), check === undefined ? "" : ` — here ${CODE.checks[check].property} is violated`),
    ];
    MODEL.analyses.forEach((name, i) => {
      const said = MODEL.words[state.words[i]];
      const drawn = (state.pictures || []).filter(([by]) => by === i);
      const words = el("p", { class: "said" }, facts(said || "nothing"));
      parts.push(el("section", { class: "component" }, el("h4", null, name),
        drawn.map(([, picture]) => memory(MODEL.pictures[picture])),
        drawn.length ? el("details", null, el("summary", null, "In words"), words) : words));
    });
    parts.push(this.moves("From", before(number), 0), this.moves("To", after(number), 1));
    parts.push(el("h4", null, "Around it"), this.near(number));
    this.detail.replaceChildren(...parts);
  },

  moves(title, moves, end) {
    return el("section", { class: "moves" }, el("h4", null, title), moves.length
      ? el("ul", null, moves.map(move => el("li", null,
        el("a", { href: `#state/${move[end]}` }, `${move[end]}: ${stateName(move[end])}`), ` ${short(moveText(move), 100)}`)))
      : el("p", { class: "note" }, "none"));
  },

  near(number) {
    const found = around(number, NEAR, i => [...after(i).map(m => m[1]), ...before(i).map(m => m[0])]);
    const place = new Map(found.map((state, i) => [state, i]));
    const edges = found.flatMap(after).filter(([, to]) => place.has(to));
    return graph({
      label: `States around state ${number}`,
      nodes: found.map(i => ({
        lines: [`${i}: ${short(stateName(i), 26)}`], href: `#state/${i}`, name: `State ${i}, ${stateName(i)}`,
        kind: CHECK_AT.has(pair(MODEL.states[i].function, MODEL.states[i].at)) ? "error" : "",
      })),
      edges: edges.map(move => ({
        from: place.get(move[0]), to: place.get(move[1]), label: short(moveText(move), 30), kind: move[2],
      })),
      selected: 0,
    });
  },
};

// Facts on lines of their own, where there are several.
function facts(text) {
  const parts = [];
  let depth = 0, start = 0;
  for (let i = 0; i < text.length; i++) {
    if ("([{".includes(text[i])) depth++;
    else if (")]}".includes(text[i])) depth--;
    else if (depth === 0 && text.startsWith(", ", i)) {
      parts.push(text.slice(start, i));
      start = i + 2;
    }
  }
  parts.push(text.slice(start));
  return parts.map(part => el("span", { class: "fact" }, part));
}
