// The source, with what is known of each line.

const MARKS = { proved: "✓", violated: "✗", possible: "?", open: "·" };
const MEANINGS = {
  proved: "proved", violated: "violated", possible: "not excluded", open: "not decided",
};
const GRADES = ["violated", "possible", "open", "proved"];
const TOKENS = /(\/\/.*|\/\*.*?(?:\*\/|$))|("(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?)|(^\s*#.*)|\b(auto|break|case|char|const|continue|default|do|double|else|enum|extern|float|for|goto|if|inline|int|long|register|restrict|return|short|signed|sizeof|static|struct|switch|typedef|union|unsigned|void|volatile|while|_Bool)\b|\b(\d[\w.]*)/g;
const KINDS = [null, "comment", "string", "directive", "keyword", "digits"];

const source = {
  file: -1,
  rows: [],

  open(file) {
    if (file === this.file || !CODE.files[file]) return;
    this.file = file;
    byId("file").value = file;
    const body = el("tbody");
    this.rows = [];
    const invariants = grouped(INVARIANTS.length, i => INVARIANTS[i].spot && INVARIANTS[i].spot[0] === file ? INVARIANTS[i].spot[1] : null);
    let comment = false;
    const lines = CODE.files[file].text.replace(/\n$/, "").split("\n");
    lines.forEach((text, i) => {
      const line = i + 1;
      for (const k of invariants.get(line) || []) {
        body.append(el("tr", { class: "invariant" }, el("td", { colspan: 3 }),
          el("td", null, el("span", { class: "tag" }, "invariant"), ` ${INVARIANTS[k].text}`)));
      }
      const [cells, inside] = coloured(text, comment);
      comment = inside;
      const row = el("tr", { id: `line-${line}` },
        el("td", { class: "number" }, String(line)), this.checks(file, line), this.states(file, line),
        el("td", { class: "code" }, cells));
      this.rows[line] = row;
      body.append(row);
    });
    byId("lines").replaceChildren(el("table", { class: "source" },
      el("caption", { class: "unseen" }, CODE.files[file].path),
      el("thead", { class: "unseen" }, el("tr", null, ["Line", "Checks", "States", "Text"].map(head => el("th", { scope: "col" }, head)))),
      body));
  },

  checks(file, line) {
    const checks = CHECKS_ON_LINE.get(pair(file, line)) || [];
    if (!checks.length) return el("td", { class: "check" });
    const worst = GRADES.find(grade => checks.some(i => STATUS[i] === grade));
    const title = checks.map(i => `${CODE.checks[i].property}: ${MEANINGS[STATUS[i]]}`);
    return el("td", { class: `check ${worst}`, title: [...new Set(title)].join("\n") },
      el("span", { "aria-hidden": "true" }, MARKS[worst]),
      el("span", { class: "unseen" }, `${checks.length > 1 ? plural(checks.length, "check") + ", " : ""}${MEANINGS[worst]}`));
  },

  states(file, line) {
    const count = statesOnLine(file, line).length;
    return el("td", { class: "count" }, count
      ? el("a", { href: `#line/${file}/${line}`, "aria-label": `${plural(count, "state")} at line ${line}` }, String(count))
      : null);
  },

  // Marks a line as the one that is looked at.
  show(spot) {
    for (const row of document.querySelectorAll("tr.here")) {
      row.classList.remove("here");
      row.removeAttribute("aria-current");
    }
    if (!spot) return;
    this.open(spot[0]);
    const row = this.rows[spot[1]];
    if (!row) return;
    row.classList.add("here");
    row.setAttribute("aria-current", "true");
    const view = byId("lines"), top = row.offsetTop - view.clientHeight / 2;
    if (row.offsetTop < view.scrollTop + 40 || row.offsetTop > view.scrollTop + view.clientHeight - 60) view.scrollTop = top;
  },

  start() {
    const choice = byId("file");
    choice.append(...CODE.files.map((file, i) => el("option", { value: i }, file.path)));
    choice.addEventListener("change", () => this.open(Number(choice.value)));
    if (!CODE.files.length) byId("lines").append(el("p", null, "The check ended before there was a program to show."));
    const main = CODE.functions.find(f => f.name === "main" && f.spot) || CODE.functions.find(f => f.spot);
    this.open(main ? main.spot[0] : 0);
  },
};

// A line in colours; and whether it ends inside of a comment.
function coloured(text, inside) {
  if (inside) {
    const end = text.indexOf("*/");
    if (end < 0) return [[el("span", { class: "comment" }, text)], true];
    const [rest, still] = coloured(text.slice(end + 2), false);
    return [[el("span", { class: "comment" }, text.slice(0, end + 2)), ...rest], still];
  }
  const parts = [];
  let at = 0, open = false;
  for (const match of text.matchAll(TOKENS)) {
    if (match.index > at) parts.push(text.slice(at, match.index));
    const kind = match.findIndex((group, i) => i > 0 && group !== undefined);
    parts.push(el("span", { class: KINDS[kind] }, match[0]));
    open = match[0].startsWith("/*") && !match[0].endsWith("*/");
    at = match.index + match[0].length;
  }
  if (at < text.length) parts.push(text.slice(at));
  return [parts, open];
}

// A link to a line of the source.
function lineLink(spot) {
  return spot ? el("a", { href: `#line/${spot[0]}/${spot[1]}` }, placeText(spot)) : "";
}
