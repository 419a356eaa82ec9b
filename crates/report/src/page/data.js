// What the page knows, and how to find it.

const DATA = JSON.parse(byId("data").textContent);
const CHECK = DATA.check;
const CODE = DATA.code || { files: [], functions: [], checks: [] };
const STATUS = DATA.status || [];
const MODEL = DATA.model || { analyses: [], words: [], pictures: [], states: [], moves: [], omitted: 0 };
const EDGE_WORDS = { call: "call", return: "return", step: "" };

// Two small numbers as one key.
const pair = (a, b) => a * 0x200000 + b;

function grouped(count, keyOf) {
  const groups = new Map();
  for (let i = 0; i < count; i++) {
    const key = keyOf(i);
    if (key === null) continue;
    const group = groups.get(key);
    if (group) group.push(i); else groups.set(key, [i]);
  }
  return groups;
}

const FILE_NUMBERS = new Map(CODE.files.map((file, i) => [file.path, i]));

// A place of the result as [file, line, column], if the page has the file.
function spotOf(place) {
  const file = place ? FILE_NUMBERS.get(place.file) : undefined;
  return file === undefined ? null : [file, place.line, place.column];
}

function placeText(spot) {
  return spot ? `${CODE.files[spot[0]].path}:${spot[1]}` : "";
}

// Where each location of a function is in the source: where it goes on, or where it was come from.
const SPOTS = CODE.functions.map(f => {
  const spots = new Array(f.locations).fill(null);
  for (const edge of f.edges) spots[edge.to] ??= edge.spot;
  for (const edge of [...f.edges].reverse()) if (edge.spot) spots[edge.from] = edge.spot;
  return spots;
});
for (const check of CODE.checks) if (check.spot) SPOTS[check.function][check.at] = check.spot;
const spotAt = (f, at) => SPOTS[f] ? SPOTS[f][at] : null;

const STATES_AT = grouped(MODEL.states.length, i => pair(MODEL.states[i].function, MODEL.states[i].at));
const STATES_ON_LINE = grouped(MODEL.states.length, i => {
  const spot = spotAt(MODEL.states[i].function, MODEL.states[i].at);
  return spot ? pair(spot[0], spot[1]) : null;
});
const MOVES_FROM = grouped(MODEL.moves.length, i => MODEL.moves[i][0]);
const MOVES_TO = grouped(MODEL.moves.length, i => MODEL.moves[i][1]);
const CHECKS_ON_LINE = grouped(CODE.checks.length, i => {
  const spot = CODE.checks[i].spot;
  return spot ? pair(spot[0], spot[1]) : null;
});
const CHECK_AT = new Map(CODE.checks.map((check, i) => [pair(check.function, check.at), i]));
const INVARIANTS = (CHECK.invariants || []).map(i => ({ ...i, spot: spotOf(i.place) }));

const statesAt = (f, at) => STATES_AT.get(pair(f, at)) || [];
const statesOnLine = (file, line) => STATES_ON_LINE.get(pair(file, line)) || [];
const after = state => (MOVES_FROM.get(state) || []).map(i => MODEL.moves[i]);
const before = state => (MOVES_TO.get(state) || []).map(i => MODEL.moves[i]);

function stateName(number) {
  const state = MODEL.states[number];
  return `${CODE.functions[state.function].name} ${state.at}`;
}

// What all analyses say of a state, on one line.
function stateWords(number) {
  return MODEL.states[number].words.map(i => MODEL.words[i]).filter(text => text && text !== "true").join("; ");
}

// The operation of a move; that of a call is in the function that calls.
function moveText([from, to, kind, edge]) {
  const inside = MODEL.states[kind === "return" ? to : from].function;
  const found = CODE.functions[inside].edges[edge];
  const text = found ? found.text : "";
  return kind === "step" ? text : `${EDGE_WORDS[kind]}: ${text}`;
}

// The ways to violations, real and suspected, each with its steps.
const WALKS = [
  ...CHECK.properties.filter(p => p.steps).map(p => ({
    name: `${p.property}: ${p.message}`, inputs: p.inputs || [], steps: p.steps, real: true,
  })),
  ...(CHECK.values || []).flatMap(value => value.errors.filter(e => e.steps.length).map(e => ({
    name: `${value.property}: ${e.message} (not excluded)`, inputs: [], steps: e.steps, real: false,
  }))),
];

// Lower-case words, made when somebody searches.
let lowered = null;
function wordsContaining(text) {
  lowered ??= MODEL.words.map(words => words.toLowerCase());
  const found = new Set();
  lowered.forEach((words, i) => { if (words.includes(text)) found.add(i); });
  return found;
}

function statesContaining(text) {
  if (!text) return [...MODEL.states.keys()];
  const words = wordsContaining(text);
  const found = [];
  for (let i = 0; i < MODEL.states.length; i++) {
    if (MODEL.states[i].words.some(w => words.has(w)) || stateName(i).toLowerCase().includes(text)) found.push(i);
  }
  return found;
}
