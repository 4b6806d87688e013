// A page that shows the film of a completed search frame by frame.
import { Engine } from "./engine.js";

const $ = (id) => document.getElementById(id);
const engine = new Engine();
const settings = $("settings");
const inputs = [...settings.querySelectorAll("input")];
const usual = Object.fromEntries(inputs.map((i) => [i.name, i.value]));
let frames = 0;
let running = null; // the timer, while the film runs
let turn = 0; // goes up with each new search
let wanted = null; // the frame to show next, while one is being drawn
let drawing = false;

function readAddress() {
  const state = new URLSearchParams(location.hash.slice(1));
  for (const i of inputs) {
    const value = state.get(i.name);
    i.value = value !== null && /^\d{1,6}$/.test(value) && Number(value) >= i.min && Number(value) <= i.max ? value : usual[i.name];
  }
  const frame = state.get("frame");
  return frame !== null && /^\d{1,6}$/.test(frame) ? Number(frame) : -1;
}

function writeAddress() {
  const state = new URLSearchParams();
  for (const i of inputs) if (i.value !== usual[i.name]) state.set(i.name, i.value);
  if (at() < frames - 1) state.set("frame", at());
  const hash = state.toString();
  history.replaceState(null, "", hash ? "#" + hash : location.pathname + location.search);
}

const at = () => Number($("frame").value);

function say(text) {
  $("said").textContent = text;
}

// show shows an answer. During the film, screen readers announce the last frame only.
function show(answer) {
  if (answer.error) return say(answer.error);
  frames = answer.frames;
  $("frame").max = frames - 1;
  $("said").setAttribute("aria-live", running ? "off" : "polite");
  say(answer.frame.said);
  const panels = $("panels");
  while (panels.children.length > answer.frame.panels.length) panels.lastChild.remove();
  answer.frame.panels.forEach((p, i) => {
    let panel = panels.children[i];
    if (!panel) {
      panel = document.createElement("section");
      panel.className = "panel";
      panel.innerHTML = "<h2></h2><div></div><pre></pre><dl class='figures'></dl>";
      panels.append(panel);
    }
    const [title, picture, text, figures] = panel.children;
    title.textContent = p.title;
    picture.innerHTML = p.picture;
    text.textContent = p.text;
    text.hidden = !p.text;
    figures.replaceChildren(...(p.figures ?? []).flatMap(({ name, value }) => {
      const term = document.createElement("dt"), is = document.createElement("dd");
      term.textContent = name;
      is.textContent = value;
      return [term, is];
    }));
  });
  $("run").disabled = frames < 2;
  $("back").disabled = at() === 0;
  $("step").disabled = $("end").disabled = at() >= frames - 1;
}

// search runs the search with the settings of the page and shows a frame; -1 is the last one.
async function search(frame) {
  pause();
  const mine = ++turn;
  wanted = null;
  drawing = false;
  if (inputs.some((i) => !i.checkValidity())) return say("A setting is out of its range.");
  say("The search is running.");
  const values = Object.fromEntries(inputs.map((i) => [i.name, Number(i.value)]));
  const live = (a) => {
    if (mine !== turn) return;
    $("frame").max = a.frames - 1;
    $("frame").value = a.frames - 1;
    show(a);
  };
  const answer = await engine.ask({ do: "watch", demo: settings.dataset.demo, values, frame }, live)
    .catch((error) => ({ error: `The search does not start: ${error.message}` }));
  if (mine !== turn) return;
  if (answer.frames) {
    $("frame").max = answer.frames - 1;
    $("frame").value = frame < 0 ? answer.frames - 1 : Math.min(frame, answer.frames - 1);
  }
  show(answer);
  if (!answer.error && frames > 1) say(`${answer.frame.said} Press Run to see ${at() < frames - 1 ? "what follows" : "how it came to that"}.`);
  writeAddress();
}

// go shows a frame. During a drawing, only the latest request is kept.
async function go(frame) {
  $("frame").value = Math.max(0, Math.min(frame, frames - 1));
  wanted = at();
  if (drawing) return;
  const mine = turn;
  drawing = true;
  while (wanted !== null && mine === turn) {
    const next = wanted;
    wanted = null;
    const answer = await engine.ask({ do: "frame", frame: next });
    if (mine !== turn) return;
    show(answer);
  }
  drawing = false;
  if (!running) writeAddress();
}

function pause() {
  clearInterval(running);
  running = null;
  $("run").textContent = "Run";
}

// run plays the film with at most 25 frames a second; higher speeds skip frames.
function run() {
  if (running) {
    pause();
    return go(at());
  }
  if (at() >= frames - 1) $("frame").value = 0;
  $("run").textContent = "Pause";
  const speed = Number($("speed").value), each = Math.ceil(speed / 25);
  running = setInterval(() => {
    const next = at() + each;
    if (next >= frames - 1) pause();
    go(next);
  }, 1000 * each / speed);
}

$("run").onclick = run;
$("back").onclick = () => { pause(); go(at() - 1); };
$("step").onclick = () => { pause(); go(at() + 1); };
$("end").onclick = () => { pause(); go(frames - 1); };
$("speed").onchange = () => { if (running) { pause(); run(); } };
$("frame").oninput = () => { pause(); go(at()); };
for (const i of inputs) i.onchange = () => search(-1);
// The browser may keep a page that was left, which needs no worker until it is shown again.
window.addEventListener("pagehide", () => {
  pause();
  turn++;
  engine.stop();
});
window.addEventListener("pageshow", (event) => event.persisted && search(readAddress()));
window.addEventListener("hashchange", () => search(readAddress()));
search(readAddress());
