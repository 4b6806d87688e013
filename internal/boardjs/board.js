// An SVG board whose cells are chosen by mouse, touch or keyboard.

// Board shows drawings, and calls chosen with the name of a move when its cells have been chosen in turn.
export class Board {
  #stage;
  #chosen;
  #moves = [];
  #path = []; // cells chosen up to now
  #left = null; // the cell that had the focus when a position without moves replaced it

  constructor(stage, chosen) {
    this.#stage = stage;
    this.#chosen = chosen;
    stage.addEventListener("click", (event) => {
      const cell = event.target.closest(".cell.open, .cell.picked");
      if (cell) this.#choose(cell.dataset.cell);
    });
    stage.addEventListener("keydown", (event) => this.#key(event));
  }

  // show draws a position with its legal moves.
  show(svg, moves) {
    const within = this.#stage.contains(document.activeElement);
    const focused = within ? document.activeElement.dataset.cell : document.activeElement === document.body ? this.#left : null;
    this.#stage.innerHTML = svg;
    this.#moves = moves.filter((m) => m.path?.length); // others are chosen from a list
    this.#path = [];
    this.#mark();
    const next = focused === null ? null : this.#cell(focused) ?? this.#open()[0];
    next?.focus();
    this.#left = next ? null : focused;
  }

  // hint lays a drawing over the board, or removes it.
  hint(svg) {
    this.#stage.querySelector(".hints")?.remove();
    if (svg) this.#stage.insertAdjacentHTML("beforeend", svg);
  }

  #cells() { return [...this.#stage.querySelectorAll(".cell")]; }
  #open() { return [...this.#stage.querySelectorAll(".cell.open")]; }
  #cell(name) { return this.#cells().find((c) => c.dataset.cell === name && c.tabIndex >= 0); }

  // #mark marks the cells to choose from.
  #mark() {
    const at = this.#path.length;
    const fits = this.#moves.filter((m) => this.#path.every((c, i) => m.path[i] === c));
    const next = new Set(fits.map((m) => m.path[at]));
    for (const cell of this.#cells()) {
      const name = cell.dataset.cell;
      const open = next.has(name), picked = this.#path.includes(name);
      cell.classList.toggle("open", open);
      cell.classList.toggle("picked", picked);
      if (open || picked) {
        cell.setAttribute("role", "button");
        cell.setAttribute("tabindex", "0");
      } else {
        cell.removeAttribute("role");
        cell.removeAttribute("tabindex");
      }
      if (picked) cell.setAttribute("aria-pressed", "true");
      else cell.removeAttribute("aria-pressed");
    }
  }

  #choose(name) {
    // A move may name a cell twice, so a chosen cell is chosen again if a move continues there, and otherwise ends the choice.
    const fits = this.#moves.some((m) => m.path[this.#path.length] === name && this.#path.every((c, i) => m.path[i] === c));
    if (!fits && this.#path.includes(name)) this.#path = [];
    else this.#path.push(name);
    const done = this.#moves.find((m) => m.path.length === this.#path.length && m.path.every((c, i) => c === this.#path[i]));
    if (done) {
      this.#moves = [];
      this.#mark();
      this.#chosen(done.name);
      return;
    }
    this.#mark();
  }

  // #key chooses a cell by Enter or the space bar. Arrow keys move to the nearest cell that can be chosen.
  #key(event) {
    const cell = event.target.closest(".cell");
    if (!cell) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      if (cell.matches(".open, .picked")) this.#choose(cell.dataset.cell);
      return;
    }
    if (event.key === "Escape") {
      this.#path = [];
      this.#mark();
      return;
    }
    const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const way = ways[event.key];
    if (!way) return;
    event.preventDefault();
    const middle = (c) => {
      const r = c.getBoundingClientRect();
      return [r.x + r.width / 2, r.y + r.height / 2];
    };
    const [x, y] = middle(cell);
    let best = null, least = Infinity;
    for (const other of this.#open()) {
      if (other === cell) continue;
      const [ox, oy] = middle(other);
      const along = (ox - x) * way[0] + (oy - y) * way[1];
      const across = Math.abs((ox - x) * way[1]) + Math.abs((oy - y) * way[0]);
      const far = along + 2 * across;
      if (along > 1 && far < least) [best, least] = [other, far];
    }
    best?.focus();
  }
}
