// The page that opens a saved tree.
import { Engine } from "./engine.js";

const $ = (id) => document.getElementById(id);
const engine = new Engine();
let turn = 0; // goes up with all that makes earlier answers stale

// open reads the file anew with the settings of the page.
async function open() {
  const mine = ++turn;
  const file = $("file").files[0];
  if (!file) return say("No file is chosen.");
  if ([$("depth"), $("visits")].some((i) => !i.checkValidity())) return say("A setting is out of its range.");
  say("The file is being read.");
  const moves = $("moves").value.split(/[\s,.]+/).filter((m) => m);
  const request = { do: "tree", game: $("game").value, moves, depth: Number($("depth").value), visits: Number($("visits").value) };
  const answer = await file.arrayBuffer().then((data) => engine.ask(request, undefined, data)).catch((error) => ({ error: error.message }));
  if (mine !== turn) return;
  $("board").innerHTML = answer.position?.board ?? "";
  $("tree").replaceChildren(...(answer.tree ? [list(answer.tree)] : []));
  say(answer.error ? `The file cannot be opened: ${answer.error}` : `${file.name}: ${answer.tree.nodes.length - 1} moves are shown.`);
}

function say(text) {
  $("said").textContent = text;
}

// list returns a list of the moves below the root. Nodes follow their parents.
function list({ nodes, arcs }) {
  const lists = nodes.map(() => null);
  const root = lists[0] = document.createElement("ul");
  const items = [];
  for (const { from, to } of arcs) {
    if (!lists[from]) {
      // The move has moves below: its item becomes one that opens.
      const details = document.createElement("details"), summary = document.createElement("summary");
      summary.append(...items[from].childNodes);
      details.append(summary, lists[from] = document.createElement("ul"));
      items[from].append(details);
    }
    items[to] = document.createElement("li");
    items[to].append(...texts(nodes[to]));
    lists[from].append(items[to]);
  }
  return root;
}

// texts returns the move of a node, its mean and its visits.
function texts({ label, classes = [], numbers }) {
  const [move, ...rest] = label.split("\n");
  const mean = classes.length ? rest.at(-1) : numbers.visits ? `${(50 * (1 + numbers.value)).toFixed(1)} %` : "";
  return [["b", move, "move"], ["span", mean, `mean ${classes.join(" ")}`], ["span", `${numbers.visits.toLocaleString("en")} visits`, "visits"]].map(([tag, text, kind]) => {
    const e = document.createElement(tag);
    e.textContent = text;
    e.className = kind;
    return e;
  });
}

for (const id of ["game", "moves", "file", "depth", "visits"]) $(id).onchange = open;
// The browser may keep a page that was left, which needs no worker until it is shown again.
window.addEventListener("pagehide", () => {
  turn++;
  engine.stop();
});
window.addEventListener("pageshow", (event) => event.persisted && open());
if ($("file").files.length) open(); // a page that is loaded anew may keep its file
