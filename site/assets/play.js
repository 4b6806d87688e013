// A page with a game against a search.
import { Engine } from "./engine.js";
import { Board } from "./board.js";

const $ = (id) => document.getElementById(id);
const stage = $("board");
const engine = new Engine();
const board = new Board(stage, (name) => move(name));
const rules = $("rules"); // the field for rules in GDL, on the page for them
const usual = { side: $("side").value, time: $("time").value, hints: true };
const usualSheet = $("sheet")?.value;
let position = null;
let moved = null; // the position in which a move was chosen
let turn = 0; // goes up with all that makes earlier answers stale

// The address contains the state of the page.
function readAddress() {
  const state = new URLSearchParams(location.hash.slice(1));
  const take = (id) => {
    const value = state.get(id);
    $(id).value = value !== null && [...$(id).options].some((o) => o.value === value) ? value : usual[id];
  };
  take("side");
  take("time");
  $("hints").checked = state.get("hints") !== "0";
  return (state.get("moves") ?? "").split(".").filter((m) => /^[\w-]{1,20}$/.test(m)).slice(0, 1000);
}

function writeAddress() {
  const state = new URLSearchParams();
  if (position?.played.length && !position.hidden) state.set("moves", position.played.join("."));
  for (const id of ["side", "time"]) if ($(id).value !== usual[id]) state.set(id, $(id).value);
  if (!$("hints").checked) state.set("hints", "0");
  if (rules && $("sheet").value !== usualSheet) state.set("sheet", $("sheet").value);
  const hash = state.toString();
  history.replaceState(null, "", hash ? "#" + hash : location.pathname + location.search);
}

const ours = () => $("side").value === "all" || $("side").value === String(position.toMove);

async function ask(request) {
  const mine = ++turn;
  const view = /^\d+$/.test($("side").value) ? Number($("side").value) : -1;
  const answer = await engine.ask({ ...request, view }).catch(failed);
  if (!answer || mine !== turn) return;
  if (answer.position) show(answer.position);
  if (answer.error) {
    say(answer.error);
    moved = null;
  }
  go();
}

function failed(error) {
  say(`The search does not start: ${error.message}`);
}

function say(text) {
  if ($("said").textContent !== text) $("said").textContent = text;
}

function show(next) {
  position = next;
  const free = !position.finished && ours();
  board.show(position.board, free ? position.moves : []);
  stage.classList.toggle("ours", free);
  const last = position.played.at(-1);
  say((last && !position.hidden && position.sides.length > 1 ? `${last} was played. ` : "") + position.said + (position.finished ? "." : free ? ": your turn." : "."));
  $("played").textContent = position.hidden ? "They are hidden." : position.played.join(" ");
  $("list").replaceChildren(...(free ? position.moves : []).map((m) => new Option(m.name)));
  $("choose").disabled = !free;
  $("undo").disabled = position.played.length === 0;
  $("now").disabled = position.finished;
  writeAddress();
}

// go starts a search for a move, or for hints during the turn of the user.
async function go() {
  if (!position || position.finished) return;
  const mine = ++turn;
  const itsTurn = !ours();
  if (!itsTurn && !$("hints").checked) return think(null);
  const time = itsTurn ? Number($("time").value) : 60000;
  const secret = itsTurn && position.hidden; // its thoughts would tell what it sees
  const answer = await engine.ask({ do: "think", time }, (a) => mine === turn && !secret && think(a.thought)).catch(failed);
  if (!answer || mine !== turn) return;
  if (answer.error) return say(answer.error);
  think(secret ? null : answer.thought);
  if (itsTurn) ask({ do: "play", moves: [answer.thought.best] });
}

let best = null; // the best move up to now

function think(thought) {
  best = thought?.best ?? null;
  const figures = {
    value: thought?.value,
    proven: thought?.proven, unit: thought?.unit ?? "simulations",
    searched: thought?.searched.toLocaleString("en"), rate: thought && Math.round(thought.rate).toLocaleString("en"),
    depth: thought?.depth, line: thought?.line?.join(" "),
  };
  for (const [id, value] of Object.entries(figures)) $(id).textContent = value || "–";
  board.hint($("hints").checked ? thought?.hints : "");
  const whole = (n) => n.toLocaleString("en");
  fill($("opinions"), (thought?.opinions ?? []).map((o) => [[o.move], [o.visits ? whole(o.visits) : "", "n"], [o.visits ? (100 * o.mean).toFixed(1) : "", "n"], [o.proven]]));
  fill($("depths"), (thought?.depths ?? []).map((d) => [[d.depth, "n"], [d.move], [d.value, "n"], [whole(d.nodes), "n"]]));
}

// fill shows up to 12 rows of texts and their classes in a table, or hides the table.
function fill(table, rows) {
  table.hidden = rows.length === 0;
  table.tBodies[0].replaceChildren(...rows.slice(0, 12).map((texts) => {
    const row = document.createElement("tr");
    for (const [text, kind] of texts) {
      const cell = row.insertCell();
      cell.textContent = text;
      if (kind) cell.className = kind;
    }
    return row;
  }));
}

function move(name) {
  if (moved === position) return; // a second click came before the answer to the first
  moved = position;
  think(null);
  ask({ do: "play", moves: [name] });
}

$("new").onclick = () => {
  think(null);
  open([]);
};
$("undo").onclick = () => {
  // In games with one side, go back to its previous turn.
  think(null);
  const back = $("side").value === "all" || $("side").value === "none" || !ours() && !position.finished ? 1 : 2;
  ask({ do: "undo", count: Math.min(back, position.played.length) });
};
$("now").onclick = () => best && move(best);
$("choose").onclick = () => $("list").value && move($("list").value);
for (const id of ["side", "time", "hints"]) {
  $(id).onchange = () => {
    if (position) ask({ do: "look" });
    else writeAddress();
  };
}

// open starts a game by the rules of the page and plays moves.
async function open(moves) {
  if (!rules) return ask({ do: "open", game: stage.dataset.game, moves });
  const mine = ++turn;
  $("problems").hidden = true;
  say("Reading the rules.");
  const answer = await engine.ask({ do: "open", text: rules.value || " ", moves, view: -1 }).catch(failed);
  if (!answer || mine !== turn) return;
  if (!answer.position) {
    $("problems").textContent = answer.error;
    $("problems").hidden = false;
    return say("These rules cannot be played.");
  }
  const chosen = $("side").value;
  const sides = answer.position.sides;
  $("side").replaceChildren(...sides.map((s, i) => new Option(s, i)), new Option("all sides", "all"), new Option("nobody: watch", "none"));
  $("side").value = [...$("side").options].some((o) => o.value === chosen) ? chosen : "0";
  show(answer.position);
  go();
}

async function begin() {
  const moves = readAddress();
  const sheet = new URLSearchParams(location.hash.slice(1)).get("sheet") ?? usualSheet;
  if (rules && sheet !== "own" && [...$("sheet").options].some((o) => o.value === sheet)) {
    $("sheet").value = sheet;
    if (sheet !== usualSheet || rules.value !== rules.defaultValue) await fetchSheet(sheet);
  }
  open(moves);
}

async function fetchSheet(name) {
  const response = await fetch(`../rules/${name}.kif`);
  if (response.ok) rules.value = await response.text();
}

if (rules) {
  $("sheet").onchange = async () => {
    await fetchSheet($("sheet").value);
    open([]);
  };
  rules.oninput = () => { $("sheet").value = "own"; };
  $("load").onclick = () => open([]);
}
window.addEventListener("hashchange", begin);
// The browser may keep a page that was left, which needs no worker until it is shown again.
window.addEventListener("pagehide", () => {
  turn++;
  engine.stop();
});
window.addEventListener("pageshow", (event) => event.persisted && begin());
begin();
