// Making elements.

const SVG = "http://www.w3.org/2000/svg";

function filled(made, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.flat().filter(child => child !== null && child !== undefined));
  return made;
}

function el(tag, attributes, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

function svg(tag, attributes, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

const byId = id => document.getElementById(id);

// Tells those who do not see the page.
function say(text) {
  byId("said").textContent = text;
}

function plural(count, noun) {
  return `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
}

function short(text, length) {
  return text.length <= length ? text : text.slice(0, length - 1) + "…";
}

function table(caption, heads, rows) {
  return el("table", null,
    el("caption", null, caption),
    el("thead", null, el("tr", null, heads.map(head => el("th", { scope: "col" }, head)))),
    el("tbody", null, rows.map(row => el("tr", null, row.map(cell => el("td", null, cell))))));
}
