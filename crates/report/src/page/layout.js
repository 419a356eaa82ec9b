// Places for the boxes and arrows of a graph, in layers (Sugiyama, Tagawa, Toda 1981): cycles
// are broken, boxes get layers, long arrows a place in each layer that they cross, each layer
// an order with few crossings, and everything a place near what it is joined to.
//
// Layers lie across the *depth*; inside of one, things lie along its *breadth*. `across` graphs
// go from left to right, others from top to bottom. The label of an arrow has a place of its
// own in a layer between, so that nothing covers it.

const GAP = 18;
const SWEEPS = 12;

// nodes: [{ width, height }], edges: [{ from, to, width, height }] with the size of the label.
// Gives { width, height, nodes: [{ x, y }], edges: [{ path, x, y }] }: centres of boxes and labels.
function layout({ nodes, edges, across }) {
  const size = thing => across
    ? { breadth: thing.height, depth: thing.width }
    : { breadth: thing.width, depth: thing.height };
  const loops = nodes.map(() => 0);
  edges.forEach(e => { if (e.from === e.to) loops[e.from] = Math.max(loops[e.from], 30 + size(e).breadth); });
  const things = nodes.map((node, i) => ({ ...size(node), own: size(node).breadth, extra: loops[i], up: [], down: [] }));
  for (const thing of things) thing.breadth += thing.extra;

  const kept = edges.filter(e => e.from !== e.to);
  const acyclic = withoutCycles(nodes.length, kept);
  const step = edges.some(e => e.width) ? 2 : 1;
  const rank = ranks(nodes.length, acyclic, step);
  things.forEach((thing, i) => { thing.rank = rank[i]; });
  const chains = acyclic.map(({ from, to, edge }) => chain(things, from, to, size(edge)));

  const layers = [];
  for (const thing of things) (layers[thing.rank] ??= []).push(thing);
  for (let r = 0; r < layers.length; r++) layers[r] ??= [];
  order(layers);
  breadths(layers);
  let depth = 0;
  for (const layer of layers) {
    const deepest = Math.max(0, ...layer.map(thing => thing.depth));
    for (const thing of layer) thing.d = depth + deepest / 2;
    depth += deepest + (step === 2 ? GAP * 0.9 : GAP * 2);
  }
  const point = (b, d) => across ? { x: d, y: b } : { x: b, y: d };
  const centre = thing => thing.b - thing.extra / 2;
  const ports = portsOf(things, nodes.length, acyclic, chains);
  const drawn = new Map();
  acyclic.forEach(({ edge, reversed }, i) => {
    const links = chains[i], first = links[0], last = links.at(-1);
    const points = [
      [ports.out[i], first.d + first.depth / 2],
      ...links.slice(1, -1).map(thing => [thing.b, thing.d]),
      [ports.in[i], last.d - last.depth / 2],
    ];
    if (reversed) points.reverse();
    const label = links.find(thing => thing.label) || links[links.length >> 1];
    drawn.set(edge, { path: curve(points.map(([b, d]) => point(b, d)), across), ...point(label.b, label.d) });
  });
  for (const edge of edges.filter(e => e.from === e.to)) {
    const thing = things[edge.from], side = centre(thing) + thing.own / 2;
    const [a, b, c, d] = [[side, thing.d - 6], [side + 22, thing.d - 16], [side + 22, thing.d + 16], [side, thing.d + 6]].map(([b, d]) => point(b, d));
    drawn.set(edge, {
      path: `M${a.x} ${a.y}C${b.x} ${b.y} ${c.x} ${c.y} ${d.x} ${d.y}`,
      ...point(side + 22 + size(edge).breadth / 2, thing.d),
    });
  }
  const ends = things.map(thing => thing.b + thing.breadth / 2);
  const far = point(Math.max(0, ...ends), depth);
  return {
    width: far.x, height: far.y,
    nodes: things.slice(0, nodes.length).map(thing => point(centre(thing), thing.d)),
    edges: edges.map(edge => drawn.get(edge)),
  };
}

// The edges, those turned round that lead back into what they come from.
function withoutCycles(count, edges) {
  const out = Array.from({ length: count }, () => []);
  const entered = new Array(count).fill(0);
  for (const edge of edges) { out[edge.from].push(edge); entered[edge.to]++; }
  const seen = new Array(count).fill(0);
  const turned = new Set();
  const roots = [...Array(count).keys()].sort((a, b) => (entered[a] > 0) - (entered[b] > 0));
  for (const root of roots) {
    if (seen[root]) continue;
    const stack = [[root, 0]];
    seen[root] = 1;
    while (stack.length) {
      const top = stack.at(-1), edge = out[top[0]][top[1]++];
      if (!edge) { seen[top[0]] = 2; stack.pop(); }
      else if (seen[edge.to] === 1) turned.add(edge);
      else if (!seen[edge.to]) { seen[edge.to] = 1; stack.push([edge.to, 0]); }
    }
  }
  return edges.map(edge => turned.has(edge)
    ? { from: edge.to, to: edge.from, edge, reversed: true }
    : { from: edge.from, to: edge.to, edge, reversed: false });
}

// The longest ways; what has no edge in is then moved down to what it leads to.
function ranks(count, edges, step) {
  const rank = new Array(count).fill(0), waiting = new Array(count).fill(0);
  const out = Array.from({ length: count }, () => []);
  for (const { from, to } of edges) { out[from].push(to); waiting[to]++; }
  const roots = [...Array(count).keys()].filter(i => !waiting[i]);
  const open = [...roots];
  while (open.length) {
    const i = open.pop();
    for (const to of out[i]) {
      rank[to] = Math.max(rank[to], rank[i] + step);
      if (--waiting[to] === 0) open.push(to);
    }
  }
  for (const i of roots) if (out[i].length) rank[i] = Math.max(0, Math.min(...out[i].map(to => rank[to])) - step);
  return rank;
}

// The things that an edge goes along, the ends with it; the new ones are joined.
function chain(things, from, to, label) {
  const links = [things[from]];
  const middle = (things[from].rank + things[to].rank) >> 1;
  const at = label.breadth && middle % 2 === 0 ? middle - 1 : middle;
  for (let r = things[from].rank + 1; r < things[to].rank; r++) {
    const labelled = r === at && label.breadth > 0;
    const thing = {
      rank: r, up: [], down: [], extra: 0, label: labelled,
      breadth: labelled ? label.breadth : 4, depth: labelled ? label.depth : 0,
    };
    things.push(thing);
    links.push(thing);
  }
  links.push(things[to]);
  for (let i = 1; i < links.length; i++) { links[i - 1].down.push(links[i]); links[i].up.push(links[i - 1]); }
  return links;
}

// Sorts layers by where their neighbours are, down and up again and again.
function order(layers) {
  const number = layer => layer.forEach((thing, i) => { thing.index = i; });
  layers.forEach(number);
  const mean = (list, otherwise) => list.length ? list.reduce((sum, t) => sum + t.index, 0) / list.length : otherwise;
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    const down = sweep % 2 === 0;
    for (const layer of down ? layers : [...layers].reverse()) {
      for (const thing of layer) thing.key = mean(down ? thing.up : thing.down, thing.index);
      layer.sort((a, b) => a.key - b.key);
      number(layer);
    }
  }
}

function breadths(layers) {
  for (const layer of layers) {
    let b = 0;
    for (const thing of layer) { thing.b = b + thing.breadth / 2; b += thing.breadth + GAP; }
  }
  const mean = list => list.reduce((sum, t) => sum + t.b - t.extra / 2, 0) / list.length;
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    const down = sweep % 2 === 0;
    for (const layer of down ? layers : [...layers].reverse()) {
      const wish = layer.map(thing => {
        const near = down ? thing.up : thing.down, far = down ? thing.down : thing.up;
        return near.length ? mean(near) + thing.extra / 2 : far.length ? mean(far) + thing.extra / 2 : thing.b;
      });
      settle(layer, wish);
    }
  }
  const least = Math.min(...layers.flat().map(thing => thing.b - thing.breadth / 2));
  for (const thing of layers.flat()) thing.b -= least;
}

// Everything as near to its wish as the order and the gaps allow (isotonic regression).
function settle(layer, wish) {
  let offset = 0;
  const blocks = [];
  layer.forEach((thing, i) => {
    if (i) offset += (layer[i - 1].breadth + thing.breadth) / 2 + GAP;
    thing.offset = offset;
    let block = { sum: wish[i] - offset, count: 1 };
    while (blocks.length && blocks.at(-1).sum / blocks.at(-1).count > block.sum / block.count) {
      const before = blocks.pop();
      block = { sum: before.sum + block.sum, count: before.count + block.count };
    }
    blocks.push(block);
  });
  let i = 0;
  for (const { sum, count } of blocks) {
    for (let k = 0; k < count; k++, i++) layer[i].b = sum / count + layer[i].offset;
  }
}

// Where edges leave and enter boxes: side by side, in the order of where they go.
function portsOf(things, count, edges, chains) {
  const ports = { out: [], in: [] };
  const ends = Array.from({ length: count }, () => ({ out: [], in: [] }));
  edges.forEach(({ from, to }, i) => { ends[from].out.push(i); ends[to].in.push(i); });
  ends.forEach((end, node) => {
    for (const side of ["out", "in"]) {
      const next = i => side === "out" ? chains[i][1].b : chains[i].at(-2).b;
      const list = end[side].sort((a, b) => next(a) - next(b));
      const thing = things[node], apart = Math.min(14, thing.own / (list.length + 1));
      list.forEach((i, k) => { ports[side][i] = thing.b - thing.extra / 2 + (k - (list.length - 1) / 2) * apart; });
    }
  });
  return ports;
}

// Through the points, each passed in the direction of depth.
function curve(points, across) {
  const round = n => Math.round(n * 10) / 10;
  let path = `M${round(points[0].x)} ${round(points[0].y)}`;
  for (let i = 1; i < points.length; i++) {
    const [p, q] = [points[i - 1], points[i]];
    const [a, b] = across
      ? [{ x: (p.x + q.x) / 2, y: p.y }, { x: (p.x + q.x) / 2, y: q.y }]
      : [{ x: p.x, y: (p.y + q.y) / 2 }, { x: q.x, y: (p.y + q.y) / 2 }];
    path += `C${[a.x, a.y, b.x, b.y, q.x, q.y].map(round).join(" ")}`;
  }
  return path;
}
