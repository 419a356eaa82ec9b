// The call graph, and the automaton of a function.

const MOST = 120;

const functions = {
  number: -1,

  panel() {
    const drawn = CODE.functions.map((f, i) => i).filter(i => CODE.functions[i].locations);
    const counts = grouped(MODEL.states.length, i => MODEL.states[i].function);
    const checks = grouped(CODE.checks.length, i => CODE.checks[i].function);
    this.calls = el("div");
    this.detail = el("div", { class: "detail", id: "function" });
    return [
      el("h2", null, "Functions"),
      el("h3", null, "Who calls whom"),
      this.calls,
      this.detail,
      el("details", null, el("summary", null, `${plural(drawn.length, "function")} as a table`),
        table("Functions", ["Name", "Source", "Locations", "States", "Checks", "Calls"], drawn.map(i => {
          const f = CODE.functions[i];
          return [el("a", { href: `#function/${i}` }, f.name), lineLink(f.spot), String(f.locations),
            String((counts.get(i) || []).length), String((checks.get(i) || []).length),
            f.calls.map(c => CODE.functions[c].name).join(", ")];
        }))),
    ];
  },

  show(number, at) {
    const entry = CODE.functions.findIndex(f => f.name === "main");
    const chosen = CODE.functions[number]?.locations ? number : Math.max(entry, 0);
    if (!CODE.functions[chosen]) return;
    if (chosen !== this.number) {
      this.number = chosen;
      this.calls.replaceChildren(this.callGraph(chosen));
    }
    const f = CODE.functions[chosen];
    const here = at === undefined ? null : at;
    const parts = [el("h3", null, `Automaton of ${f.name}`)];
    if (f.locations > MOST) parts.push(el("p", { class: "note" }, `${MOST} of ${f.locations} locations, those around ${here ?? 0}; choose one to go on from there.`));
    parts.push(this.automaton(chosen, here));
    if (here !== null) {
      const found = statesAt(chosen, here);
      parts.push(el("p", null, el("a", { href: `#location/${chosen}/${here}` }, `${plural(found.length, "state")} at location ${here}`)));
    }
    parts.push(el("details", null, el("summary", null, `${plural(f.edges.length, "edge")} as a table`),
      table(`Edges of ${f.name}`, ["From", "To", "Operation", "Source"], f.edges.slice(0, 2000).map(edge =>
        [String(edge.from), String(edge.to), el("code", null, edge.text), lineLink(edge.spot)]))));
    this.detail.replaceChildren(...parts);
    source.show(here === null ? f.spot : spotAt(chosen, here) || f.spot);
  },

  callGraph(chosen) {
    const callers = CODE.functions.map(() => []);
    CODE.functions.forEach((f, i) => f.calls.forEach(c => callers[c].push(i)));
    const found = around(chosen, MOST, i => [...CODE.functions[i].calls, ...callers[i]]).sort((a, b) => a - b);
    const place = new Map(found.map((f, i) => [f, i]));
    return graph({
      label: "Call graph",
      nodes: found.map(i => ({
        lines: [short(CODE.functions[i].name, 30)], name: `Function ${CODE.functions[i].name}`,
        href: CODE.functions[i].locations ? `#function/${i}` : null,
        kind: CODE.functions[i].locations ? "" : "plain",
      })),
      edges: found.flatMap(i => CODE.functions[i].calls.filter(c => place.has(c)).map(c => ({ from: place.get(i), to: place.get(c), label: "" }))),
      across: true,
      selected: place.get(chosen),
    });
  },

  automaton(number, here) {
    const f = CODE.functions[number];
    const near = Array.from({ length: f.locations }, () => []);
    for (const edge of f.edges) { near[edge.from].push(edge.to); near[edge.to].push(edge.from); }
    const found = f.locations > MOST
      ? around(here ?? 0, MOST, i => near[i]).sort((a, b) => a - b)
      : [...Array(f.locations).keys()];
    const place = new Map(found.map((at, i) => [at, i]));
    const heads = new Set(f.loop_heads);
    return graph({
      label: `Automaton of ${f.name}`,
      nodes: found.map(at => {
        const count = statesAt(number, at).length, check = CHECK_AT.get(pair(number, at));
        const role = at === 0 ? "entry" : at === f.exit ? "exit" : heads.has(at) ? "loop" : "";
        const lines = [`${at}${role ? ` ${role}` : ""}`];
        if (check !== undefined) lines.push(`✗ ${CODE.checks[check].property}`);
        if (count) lines.push(plural(count, "state"));
        return {
          lines, href: `#function/${number}/${at}`, name: `Location ${lines.join(", ")}`,
          kind: check !== undefined ? "error" : MODEL.states.length && !count ? "unreached" : "",
        };
      }),
      edges: f.edges.filter(edge => place.has(edge.from) && place.has(edge.to)).map(edge => ({
        from: place.get(edge.from), to: place.get(edge.to), label: short(edge.text, 34),
      })),
      selected: here === null ? undefined : place.get(here),
    });
  },
};
