// A list of which only the rows that are seen are made, so that length costs nothing.

const ROW = 26;
const SPARE = 8;
let lists = 0;

class List {
  // `row` makes the content of a row, `open` is told what Enter or a click chose; `walk` is
  // told whenever another row is chosen.
  constructor({ label, row, open, walk }) {
    this.row = row;
    this.open = open;
    this.walk = walk;
    this.id = `list${lists++}`;
    this.items = [];
    this.chosen = 0;
    this.body = el("div", { class: "rows", role: "presentation" });
    this.element = el("div", {
      class: "list", role: "listbox", tabindex: "0", "aria-label": label,
      onscroll: () => this.show(),
      onkeydown: event => this.key(event),
      onclick: event => this.click(event),
    }, this.body);
    new ResizeObserver(() => this.show()).observe(this.element);
  }

  set(items, chosen = 0) {
    this.items = items;
    this.chosen = Math.max(0, Math.min(chosen, items.length - 1));
    this.body.style.height = `${items.length * ROW}px`;
    this.element.style.setProperty("--rows", items.length);
    this.reveal();
    this.made = null;
    this.show();
  }

  show() {
    const height = this.element.clientHeight || 10 * ROW;
    const first = Math.max(0, Math.floor(this.element.scrollTop / ROW) - SPARE);
    const last = Math.min(this.items.length, Math.ceil((this.element.scrollTop + height) / ROW) + SPARE);
    const made = `${first} ${last} ${this.chosen}`;
    if (made === this.made) return;
    this.made = made;
    const rows = [];
    for (let i = first; i < last; i++) {
      rows.push(el("div", {
        class: "row", role: "option", id: `${this.id}-${i}`, style: `top:${i * ROW}px`,
        "aria-selected": String(i === this.chosen), "aria-posinset": i + 1, "aria-setsize": this.items.length,
      }, this.row(this.items[i])));
    }
    this.body.replaceChildren(...rows);
    if (this.items.length) this.element.setAttribute("aria-activedescendant", `${this.id}-${this.chosen}`);
    else this.element.removeAttribute("aria-activedescendant");
  }

  reveal() {
    const top = this.chosen * ROW, height = this.element.clientHeight;
    if (top < this.element.scrollTop) this.element.scrollTop = top;
    else if (top + ROW > this.element.scrollTop + height) this.element.scrollTop = top + ROW - height;
  }

  choose(index) {
    const chosen = Math.max(0, Math.min(index, this.items.length - 1));
    if (chosen === this.chosen || !this.items.length) return;
    this.chosen = chosen;
    this.reveal();
    this.show();
    this.walk?.(this.items[chosen], chosen);
  }

  key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const page = Math.max(1, Math.floor(this.element.clientHeight / ROW) - 1);
    const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity };
    if (this.walk) Object.assign(steps, { ArrowRight: 1, ArrowLeft: -1 });
    if (event.key in steps) this.choose(this.chosen + steps[event.key]);
    else if (event.key === "Enter" && this.items.length) this.open?.(this.items[this.chosen], this.chosen);
    else return;
    event.preventDefault();
  }

  click(event) {
    const row = event.target.closest(".row");
    if (!row) return;
    this.choose(Number(row.id.slice(this.id.length + 1)));
    this.open?.(this.items[this.chosen], this.chosen);
  }
}
