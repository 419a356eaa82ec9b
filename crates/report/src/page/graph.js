// Graphs as SVG, with links on their boxes and keys to go from one to the next.

const LETTER = 7.25;
const LINE = 15;
let graphs = 0;

const textSize = lines => ({
  width: Math.max(0, ...lines.map(line => line.length)) * LETTER,
  height: lines.length * LINE,
});

// nodes: [{ lines, href, kind, double, name }]; edges: [{ from, to, label, kind }]; `plain` nodes
// have no border. `selected` is the number of a node.
function graph({ label, nodes, edges, across, selected }) {
  const joined = together(edges);
  const boxes = nodes.map(node => {
    const size = textSize(node.lines);
    return { width: Math.max(size.width + 14, 26), height: size.height + (node.kind === "plain" ? 2 : 10) };
  });
  const labels = joined.map(edge => {
    const size = textSize(edge.lines);
    return { from: edge.from, to: edge.to, width: size.width && size.width + 8, height: size.height };
  });
  const placed = layout({ nodes: boxes, edges: labels, across });
  const margin = 8, tip = `tip${graphs++}`;
  const drawing = svg("svg", {
    class: "graph", role: "group", "aria-label": label,
    width: Math.ceil(placed.width + 2 * margin), height: Math.ceil(placed.height + 2 * margin),
    viewBox: `${-margin} ${-margin} ${Math.ceil(placed.width + 2 * margin)} ${Math.ceil(placed.height + 2 * margin)}`,
  }, svg("defs", null, svg("marker", {
    id: tip, viewBox: "0 0 8 8", refX: 7.5, refY: 4, markerWidth: 8, markerHeight: 8,
    orient: "auto-start-reverse", markerUnits: "userSpaceOnUse",
  }, svg("path", { d: "M0 0.5L8 4L0 7.5z", class: "tip" }))));
  joined.forEach((edge, i) => {
    const { path, x, y } = placed.edges[i];
    drawing.append(svg("path", { d: path, class: `edge ${edge.kind || ""}`, "marker-end": `url(#${tip})` }));
    drawing.append(words(edge.lines, x, y, "label"));
  });
  const links = nodes.map((node, i) => {
    const { width, height } = boxes[i], { x, y } = placed.nodes[i];
    const parts = [];
    if (node.kind !== "plain") parts.push(svg("rect", { x: x - width / 2, y: y - height / 2, width, height, rx: 4 }));
    if (node.double) parts.push(svg("rect", { class: "inner", x: x - width / 2 + 3, y: y - height / 2 + 3, width: width - 6, height: height - 6, rx: 2 }));
    const attributes = { class: `node ${node.kind || ""}${i === selected ? " selected" : ""}` };
    const box = node.href
      ? svg("a", { ...attributes, href: node.href, "aria-label": node.name || node.lines.join(", "), tabindex: "-1" })
      : svg("g", attributes);
    if (i === selected) box.setAttribute("aria-current", "true");
    box.append(...parts, words(node.lines, x, y, "words"));
    drawing.append(box);
    return { box, x, y };
  });
  return keyed(drawing, links.filter(link => link.box.localName === "a"), links[selected]);
}

// Edges between the same two boxes are drawn as one.
function together(edges) {
  const found = new Map();
  for (const edge of edges) {
    const key = `${edge.from} ${edge.to} ${edge.kind || ""}`;
    const known = found.get(key);
    if (!known) found.set(key, { ...edge, lines: edge.label ? [edge.label] : [] });
    else if (edge.label && known.lines.length < 4 && !known.lines.includes(edge.label)) known.lines.push(edge.label);
  }
  return [...found.values()];
}

function words(lines, x, y, kind) {
  const top = y - (lines.length - 1) * LINE / 2;
  return svg("text", { class: kind, x, "text-anchor": "middle" },
    lines.map((line, i) => svg("tspan", { x, y: top + i * LINE, dy: "0.33em" }, line)));
}

// One box at a time can be reached by Tab; arrows go to the others.
function keyed(drawing, links, selected) {
  const start = links.find(link => link === selected) || links[0];
  start?.box.setAttribute("tabindex", "0");
  drawing.addEventListener("keydown", event => {
    const way = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] }[event.key];
    const here = links.find(link => link.box === document.activeElement);
    if (!way || !here || event.altKey || event.ctrlKey || event.metaKey) return;
    let best = null, least = Infinity;
    for (const link of links) {
      const along = (link.x - here.x) * way[0] + (link.y - here.y) * way[1];
      const aside = Math.abs((link.x - here.x) * way[1]) + Math.abs((link.y - here.y) * way[0]);
      if (along > 1 && along + 2 * aside < least) { best = link; least = along + 2 * aside; }
    }
    event.preventDefault();
    if (!best) return;
    here.box.setAttribute("tabindex", "-1");
    best.box.setAttribute("tabindex", "0");
    best.box.focus();
    best.box.scrollIntoView({ block: "nearest", inline: "nearest" });
  });
  const frame = el("div", { class: "frame" }, drawing);
  if (selected) {
    // Once it has a size.
    requestAnimationFrame(() => {
      frame.scrollLeft = selected.x - frame.clientWidth / 2;
      frame.scrollTop = selected.y - frame.clientHeight / 2;
    });
  }
  return frame;
}

// A picture of memory: boxes for objects, double ones for several; dotted is what may be.
function memory(picture) {
  const said = ([text, certain]) => certain ? text : `${text}?`;
  const kind = ([, certain]) => certain ? "" : "doubtful";
  const nodes = picture.nodes.map(node => ({
    lines: [...node.remarks.map(said), ...(node.origin ? [node.origin] : [])].map(line => short(line, 40)),
    double: node.double,
    kind: "object",
  }));
  const edges = picture.links.map(([from, to, label]) => ({ from, to, label: said(label), kind: kind(label) }));
  // Names that lead to the same object the same way stand together.
  const names = new Map();
  for (const [name, to] of picture.pointers) {
    const key = `${to} ${name[1]}`;
    if (names.has(key)) nodes[names.get(key)].lines.push(said(name));
    else {
      names.set(key, nodes.length);
      edges.push({ from: nodes.length, to, label: "", kind: kind(name) });
      nodes.push({ lines: [said(name)], kind: "plain" });
    }
  }
  const remarks = picture.remarks.map(said).join(", ");
  return el("figure", null,
    nodes.length ? graph({ label: "Picture of memory", nodes, edges, across: true }) : null,
    remarks ? el("figcaption", null, remarks) : null);
}

// The numbers near `start`, nearest first, at most `most`.
function around(start, most, neighbours) {
  const found = [start], seen = new Set(found);
  for (let i = 0; i < found.length && found.length < most; i++) {
    for (const next of neighbours(found[i])) {
      if (seen.has(next)) continue;
      seen.add(next);
      found.push(next);
      if (found.length === most) break;
    }
  }
  return found;
}
