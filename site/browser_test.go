//go:build linux

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image/png"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/connectfour/connectfour"
	"github.com/ply-search/ply/graph"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/mcts"
	"github.com/ply-search/ply/site/internal/play"
	"github.com/ply-search/ply/site/internal/watch"
)

// A browser is a page of a headless Chromium, and what it complained about.
type browser struct {
	context.Context
	site     *httptest.Server
	lock     sync.Mutex
	problems []string
}

// siteFiles makes the site once for all tests.
var siteFiles = sync.OnceValues(func() (files, error) { return makeSite(context.Background()) })

// newBrowser serves the site and starts Chromium, or skips the test if it is not installed.
func newBrowser(t *testing.T) *browser {
	t.Helper()
	tabs, err := chromium()
	if err != nil {
		t.Fatal(err)
	}
	if tabs == nil {
		t.Skip("there is no Chromium")
	}
	all, err := siteFiles()
	if err != nil {
		t.Fatal(err)
	}
	b := &browser{site: httptest.NewServer(handler(all))}
	t.Cleanup(b.site.Close)
	b.open(t, tabs)
	return b
}

// chromium starts Chromium once for all tests. The context is nil if it is not installed.
var chromium = sync.OnceValues(func() (context.Context, error) {
	program := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			program = path
			break
		}
	}
	if program == "" {
		return nil, nil
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(program),
		chromedp.NoSandbox, chromedp.DisableGPU, chromedp.NoFirstRun, chromedp.WindowSize(1200, 1000),
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-background-networking", true),
		chromedp.Flag("disable-component-update", true), chromedp.Flag("disable-sync", true), chromedp.WSURLReadTimeout(5*time.Minute))
	ctx, stop := chromedp.NewExecAllocator(context.Background(), options...)
	stopChromium = stop
	ctx, _ = chromedp.NewContext(ctx)
	return ctx, chromedp.Run(ctx)
})

var stopChromium = func() {}

func TestMain(m *testing.M) {
	code := m.Run()
	stopChromium()
	_ = os.RemoveAll(programs) // nobody looks at them any more
	os.Exit(code)
}

// open opens a page for a test.
func (b *browser) open(t *testing.T, tabs context.Context) {
	var cancel context.CancelFunc
	b.Context, cancel = chromedp.NewContext(tabs)
	t.Cleanup(cancel)
	chromedp.ListenTarget(b, func(event any) {
		switch e := event.(type) {
		case *log.EventEntryAdded:
			b.problem(fmt.Sprintf("%s: %s %s", e.Entry.Level, e.Entry.Text, e.Entry.URL))
		case *runtime.EventExceptionThrown:
			b.problem(e.ExceptionDetails.Error())
		case *runtime.EventConsoleAPICalled:
			b.problem("console: " + string(e.Type))
		case *network.EventRequestWillBeSent:
			if !strings.HasPrefix(e.Request.URL, b.site.URL) && !strings.HasPrefix(e.Request.URL, "data:") {
				b.problem("a request to " + e.Request.URL)
			}
		}
	})
	if err := chromedp.Run(b, log.Enable(), runtime.Enable(), network.Enable()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.check(t) })
}

func (b *browser) problem(text string) {
	b.lock.Lock()
	defer b.lock.Unlock()
	b.problems = append(b.problems, text)
}

// check reports what the browser complained about up to now.
func (b *browser) check(t *testing.T) {
	t.Helper()
	b.lock.Lock()
	defer b.lock.Unlock()
	for _, p := range b.problems {
		t.Errorf("the browser says: %s", p)
	}
	b.problems = nil
}

// look loads a page anew, even if only what stands behind # differs.
func (b *browser) look(t *testing.T, address string) {
	t.Helper()
	if err := chromedp.Run(b, chromedp.Navigate("about:blank"), chromedp.Navigate(b.site.URL+"/"+address)); err != nil {
		t.Fatal(err)
	}
}

// eval evaluates a script.
func eval[T any](t *testing.T, b *browser, script string) (value T) {
	t.Helper()
	var raw json.RawMessage
	if err := chromedp.Run(b, chromedp.Evaluate(script, &raw, func(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) })); err != nil {
		t.Fatalf("%s: %v", script, err)
	}
	if len(raw) > 0 {
		if err := json.Unmarshal(raw, &value); err != nil {
			t.Fatalf("%s: %v", script, err)
		}
	}
	return value
}

// wait waits until a script is true.
func (b *browser) wait(t *testing.T, script string) {
	t.Helper()
	deadline := time.Now().Add(5 * time.Minute) // a busy machine takes its time
	for !eval[bool](t, b, script) {
		text := eval[string](t, b, `document.getElementById("said")?.textContent ?? ""`)
		if time.Now().After(deadline) || strings.HasPrefix(text, "panic") {
			t.Fatalf("not true: %s; the page says %q", script, text)
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// said is the text that tells how the game stands.
const said = `document.getElementById("said").textContent`

// TestPlay plays Connect Four against the search to its end, always the first cell that can be chosen, by the keyboard.
func TestPlay(t *testing.T) {
	b := newBrowser(t)
	b.look(t, "play/connectfour.html#time=500")
	var answers []float64 // milliseconds from a key to the board that shows the move
	for range 30 {
		b.wait(t, said+`.match(/your turn|wins|draw/) !== null`)
		if eval[bool](t, b, said+`.match(/wins|draw/) !== null`) {
			break
		}
		b.wait(t, `document.getElementById("searched").textContent !== "–"`) // hints
		answers = append(answers, eval[float64](t, b, `new Promise((resolve) => {
			const stage = document.getElementById("board"), before = stage.firstChild, start = performance.now();
			const watch = () => stage.firstChild !== before ? resolve(performance.now() - start) : setTimeout(watch);
			const cell = stage.querySelector(".cell.open");
			cell.focus();
			cell.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
			watch();
		})`))
	}
	// The answers come although the search is at work: at once, and later on a machine that does much else. A search that
	// let no messages in before its end would delay all of them by a minute.
	if least := slices.Min(answers); least > 20_000 {
		t.Errorf("moves are shown after %.0f ms, at the end of a search", answers)
	}
	t.Logf("moves are shown after %.0f ms", answers)
	if text := eval[string](t, b, said); !strings.Contains(text, "Red wins") {
		t.Errorf("the page says %q, want that Red, the search, wins", text)
	}
	if moves := eval[string](t, b, "location.hash"); !strings.Contains(moves, "moves=3.") && !strings.Contains(moves, "moves=1.") {
		t.Errorf("the address ends in %q, want the moves", moves)
	}
	b.shot(t, "connectfour-end")
}

// playOn makes a page play by itself for the side of the visitor: a random move of its list, as soon as there are some.
const playOn = `void setInterval(() => {
	const list = document.getElementById("list");
	if (document.getElementById("choose").disabled || list.options.length === 0) return;
	list.selectedIndex = Math.floor(Math.random() * list.options.length);
	document.getElementById("choose").click();
}, 20)`

// TestGames plays each game in the browser for a while, and two to their ends: one that shows everything and one that hides moves.
func TestGames(t *testing.T) {
	long.Only(t)
	b := newBrowser(t)
	for _, game := range play.Games() {
		b.look(t, "play/"+game.Name+".html#time=100")
		b.wait(t, said+`.includes("your turn")`)
		if game.Name == "phantom" { // the address must not tell what the page hides
			eval[any](t, b, `document.getElementById("choose").click()`)
			b.wait(t, said+`.includes("your turn") && document.getElementById("undo").disabled === false`)
			if hash := eval[string](t, b, "location.hash"); strings.Contains(hash, "moves") {
				t.Errorf("the address of a game that hides moves ends in %s", hash)
			}
		}
		eval[any](t, b, playOn)
		if game.Name == "breakthrough" || game.Name == "phantom" {
			b.wait(t, said+`.match(/wins|draw/) !== null`)
			b.wait(t, `location.hash.includes("moves=")`)
		} else {
			b.wait(t, `new URLSearchParams(location.hash.slice(1)).get("moves")?.split(".").length >= 4`)
		}
		b.shot(t, game.Name)
	}
}

// TestGDL plays by rules in GDL, and looks at what the page says of rules with a mistake.
func TestGDL(t *testing.T) {
	long.Only(t)
	b := newBrowser(t)
	b.look(t, "play/gdl.html#time=100")
	b.wait(t, said+`.includes("x to move: your turn")`)
	b.shot(t, "gdl")
	eval[any](t, b, `document.querySelector('[data-cell="2-2"]').dispatchEvent(new MouseEvent("click", { bubbles: true }))`)
	b.wait(t, `new URLSearchParams(location.hash.slice(1)).get("moves")?.split(".").length >= 2`)
	eval[any](t, b, `{ const rules = document.getElementById("rules"); rules.value = "(role x)\n(init (at 0"; rules.dispatchEvent(new Event("input")); document.getElementById("load").click() }`)
	b.wait(t, `document.getElementById("problems").textContent.startsWith("2:")`)
	eval[any](t, b, `{ const rules = document.getElementById("rules"); rules.value = `+strconv.Quote(explodes)+`; document.getElementById("load").click() }`)
	b.wait(t, `document.getElementById("problems").textContent.includes("out of memory")`)
	b.wait(t, said+` === "These rules cannot be played."`)
	b.workers(t, 1)
	b.look(t, "play/gdl.html#sheet=nim&side=none&time=100")
	b.wait(t, said+`.includes(" wins")`)
	b.shot(t, "gdl-nim")
}

// TestAddress looks at addresses that make no sense, and at moves that are not legal.
func TestAddress(t *testing.T) {
	b := newBrowser(t)
	b.look(t, "play/nonsense.html")
	if text := eval[string](t, b, `document.querySelector("h1").textContent`); !strings.Contains(text, "Game search") {
		t.Errorf("an absurd address shows %q, want the start page", text)
	}
	for _, test := range []struct{ hash, moves string }{
		{"moves=4.4.9.4", "4.4"}, {"moves=%3Cscript%3E", ""}, {"moves=4.4&side=7&time=x", "4.4"}, {"hints=0&side=all&moves=4", "4"},
	} {
		b.look(t, "play/connectfour.html#"+test.hash)
		b.wait(t, `document.getElementById("undo").disabled === `+fmt.Sprint(test.moves == ""))
		b.wait(t, fmt.Sprintf(`(new URLSearchParams(location.hash.slice(1)).get("moves") ?? "").startsWith(%q)`, test.moves))
	}
	// Quick changes leave one worker, and the last one counts.
	b.look(t, "play/connectfour.html#side=all")
	b.wait(t, said+`.includes("your turn")`)
	eval[any](t, b, `for (let i = 0; i < 20; i++) for (const id of ["new", "hints", "undo"]) document.getElementById(id).click()`)
	b.wait(t, `document.getElementById("searched").textContent !== "–"`)
	eval[any](t, b, `for (let i = 0; i < 20; i++) { location.hash = "moves=4.4." + (1 + i % 7); }`)
	b.wait(t, said+`.startsWith("6 was played")`)
	b.workers(t, 1)
	b.look(t, "watch/incremental-transpositions.html")
	b.wait(t, `!document.getElementById("run").disabled`)
	eval[any](t, b, `for (let i = 0; i < 20; i++) {
		for (const id of ["run", "end", "back", "run"]) document.getElementById(id).click();
		const seed = document.querySelector("[name=seed]");
		seed.value = i;
		seed.dispatchEvent(new Event("change"));
	}`)
	b.wait(t, `location.hash === "#seed=19"`)
	b.workers(t, 1) // after new searches in quick succession
	b.look(t, "index.html")
	b.workers(t, 0) // after leaving the page
}

// pages returns the addresses of pages that differ: all but the texts, of which there is one.
func pages() []string {
	all := []string{"index.html", "tree.html", "play/gdl.html", "read/benchmarks.html", "read/howto-clock.html", "read/howto-algorithms.html"}
	for _, g := range play.Games() {
		all = append(all, "play/"+g.Name+".html#time=100")
	}
	for _, d := range watch.Demos() {
		all = append(all, "watch/"+d.Name+".html")
	}
	return all
}

// unnamed lists the controls that a screen reader has no name for.
const unnamed = `Array.from(document.querySelectorAll("button, select, input, textarea, a, [role=button], svg:not([aria-hidden])"))
	.filter((e) => !(e.labels?.length || e.getAttribute("aria-label") || e.textContent.trim())).map((e) => e.outerHTML.slice(0, 80))`

// dim lists texts of the page, and on its pictures, whose contrast to what is behind them is below 4.5, as WCAG asks for.
const dim = `(() => {
	const light = (c) => c.map((v) => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4).reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
	const parts = (c) => c.match(/[\d.]+/g).map(Number);
	const behind = (e) => {
		for (; e; e = e.parentElement) {
			const c = parts(getComputedStyle(e).backgroundColor);
			if (c.length < 4 || c[3] > 0.5) return c.slice(0, 3);
		}
		return [255, 255, 255];
	};
	const found = new Set();
	for (const e of document.querySelectorAll("main *, header *")) {
		if (e.closest("svg") || ![...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim()) || e.disabled || !e.offsetParent) continue;
		const [a, b] = [light(parts(getComputedStyle(e).color).slice(0, 3)), light(behind(e))].sort((x, y) => x - y);
		if ((b + 0.05) / (a + 0.05) < 4.5) found.add(e.tagName + "." + e.className + ": " + e.textContent.trim().slice(0, 30));
	}
	return [...found];
})()`

// TestLooks looks at all pages on a telephone, a tablet and a desk, light and dark: nothing is wider than the screen, texts
// stand out, and controls have names. PLY_SCREENSHOTS names a directory for pictures of them.
func TestLooks(t *testing.T) {
	long.Only(t)
	b := newBrowser(t)
	for _, address := range pages() {
		b.look(t, address)
		switch {
		case strings.HasPrefix(address, "play/"):
			b.wait(t, `document.getElementById("searched").textContent !== "–"`)
		case strings.HasPrefix(address, "watch/"):
			b.wait(t, `!document.getElementById("run").disabled && document.querySelector(".panel svg") !== null`)
			eval[any](t, b, `document.getElementById("end").click()`)
			b.wait(t, `document.getElementById("end").disabled`)
		}
		if names := eval[[]string](t, b, unnamed); len(names) > 0 {
			t.Errorf("%s: without a name are %q", address, names)
		}
		name, _, _ := strings.Cut(strings.ReplaceAll(address, "/", "-"), ".")
		for _, scheme := range []string{"light", "dark"} {
			media := emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}})
			if err := chromedp.Run(b, media); err != nil {
				t.Fatal(err)
			}
			if texts := eval[[]string](t, b, dim); len(texts) > 0 {
				t.Errorf("%s: hard to read, %s, are %q", address, scheme, texts)
			}
		}
		for _, width := range []int64{360, 768, 1280} {
			if err := chromedp.Run(b, chromedp.EmulateViewport(width, 800)); err != nil {
				t.Fatal(err)
			}
			if wide := eval[int64](t, b, "document.documentElement.scrollWidth"); wide > width {
				t.Errorf("%s is %d wide on a screen of %d", address, wide, width)
			}
			b.shot(t, fmt.Sprintf("%s-%d", name, width))
		}
	}
}

// explodes are rules with a hundred million moves.
const explodes = "(role x) (init (at 0)) (d 0) (d 1) (d 2) (d 3) (d 4) (d 5) (d 6) (d 7) (d 8) (d 9) " +
	"(<= (legal x (go ?a ?b ?c ?d ?e ?f ?g ?h)) (d ?a) (d ?b) (d ?c) (d ?d) (d ?e) (d ?f) (d ?g) (d ?h)) " +
	"(<= (next (at 1)) (does x (go ?a ?b ?c ?d ?e ?f ?g ?h))) (<= terminal (true (at 1))) (goal x 100)"

// marks notes when a page first shows a picture, and when its search is there.
const marks = `window.marks = {};
(function look() {
	const said = document.getElementById("said")?.textContent ?? "";
	if (!marks.picture && document.querySelector("#board svg, .panel svg")) marks.picture = performance.now();
	if (!marks.ready && /your turn|Press Run/.test(said)) marks.ready = performance.now();
	if (!marks.ready) setTimeout(look, 5);
})()`

// TestColdStart measures how long a page takes that the browser has never seen, over a line of 10 Mbit/s, from the
// navigation to the first board, which is in the page itself, and to the search, which has to be loaded.
func TestColdStart(t *testing.T) {
	long.Only(t)
	b := newBrowser(t)
	line := network.EmulateNetworkConditions(false, 40, 10e6/8, 10e6/8)
	inject := chromedp.ActionFunc(func(ctx context.Context) error {
		_, err := cdppage.AddScriptToEvaluateOnNewDocument(marks).Do(ctx)
		return err
	})
	if err := chromedp.Run(b, network.ClearBrowserCache(), network.SetCacheDisabled(true), line, inject); err != nil {
		t.Fatal(err)
	}
	for _, address := range []string{"play/connectfour.html", "play/go.html", "watch/incremental-transpositions.html"} {
		b.look(t, address)
		b.wait(t, `marks.ready !== undefined`)
		m := eval[struct{ Picture, Ready float64 }](t, b, "marks")
		t.Logf("%s: a picture after %.0f ms, the search after %.0f ms", address, m.Picture, m.Ready)
		if strings.HasPrefix(address, "play/") && m.Picture >= m.Ready {
			t.Errorf("%s: the board is there after %.0f ms, which is not before the search, after %.0f ms", address, m.Picture, m.Ready)
		}
	}
}

// TestFolder writes the site to a folder, and serves it below a path by a server that knows nothing about it.
func TestFolder(t *testing.T) {
	long.Only(t)
	b := newBrowser(t)
	all, err := siteFiles()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := all.write(dir); err != nil {
		t.Fatal(err)
	}
	b.site.Config.Handler = http.StripPrefix("/some/where/", http.FileServer(http.Dir(dir)))
	b.look(t, "some/where/")
	if text := eval[string](t, b, `document.querySelector("h1").textContent`); !strings.Contains(text, "Game search") {
		t.Errorf("the start page shows %q", text)
	}
	eval[any](t, b, `document.querySelector('a[href="play/connectfour.html"]').click()`)
	b.wait(t, `document.getElementById("searched") !== null && document.getElementById("searched").textContent !== "–"`)
	b.look(t, "some/where/play/gdl.html#sheet=nim")
	b.wait(t, said+`.includes("your turn")`)
	b.look(t, "some/where/watch/blocks.html")
	b.wait(t, `!document.getElementById("run").disabled`)
	if err := chromedp.Run(b, chromedp.Evaluate(`fetch("https://example.com/").catch(() => {})`, nil)); err != nil {
		t.Fatal(err)
	}
	b.lock.Lock()
	defer b.lock.Unlock()
	refused := slices.ContainsFunc(b.problems, func(p string) bool { return strings.Contains(p, "Content Security Policy") })
	if !refused {
		t.Errorf("without a header, the policy of the page does not keep it from talking to other hosts: %q", b.problems)
	}
	b.problems = slices.DeleteFunc(b.problems, func(p string) bool { return strings.Contains(p, "example.com") })
}

// TestPictures makes the pictures of the README. PLY_SCREENSHOTS names their directory.
func TestPictures(t *testing.T) {
	long.Only(t)
	if os.Getenv("PLY_SCREENSHOTS") == "" {
		t.Skip("PLY_SCREENSHOTS is not set")
	}
	b := newBrowser(t)
	if err := chromedp.Run(b, chromedp.EmulateViewport(860, 620)); err != nil {
		t.Fatal(err)
	}
	b.look(t, "play/connectfour.html#moves=4.4.4.3.5")
	b.wait(t, said+`.includes("your turn") && Number(document.getElementById("searched").textContent.replace(",", "")) > 20000`)
	b.view(t, "play")
	b.look(t, "watch/incremental-transpositions.html#frame=511")
	b.wait(t, `document.getElementById("end").disabled && document.querySelector(".panel svg") !== null`)
	b.view(t, "watch")
}

// TestSize looks at what a page loads.
func TestSize(t *testing.T) {
	newBrowser(t) // what it needs is made anyway
	all, err := siteFiles()
	if err != nil {
		t.Fatal(err)
	}
	if size := len(all[wasmFile]); size > 4<<20 {
		t.Errorf("the compressed WebAssembly has %d bytes, want at most 4 MiB", size)
	} else {
		t.Logf("the compressed WebAssembly has %d bytes", size)
	}
}

// workers waits until the browser has this number of web workers: one that is ended goes in its own time.
func (b *browser) workers(t *testing.T, want int) {
	t.Helper()
	deadline := time.Now().Add(time.Minute)
	for {
		targets, err := chromedp.Targets(b)
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for _, target := range targets {
			if target.Type == "worker" {
				n++
			}
		}
		if n == want {
			return
		}
		if time.Now().After(deadline) {
			t.Errorf("%d workers, want %d", n, want)
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// TestWatch runs each search that can be watched to its end, and compares the page with what the search finds here.
func TestWatch(t *testing.T) {
	b := newBrowser(t)
	demos := watch.Demos()
	for _, demo := range demos[:long.Or(len(demos), 2)] {
		values, err := demo.Values(nil)
		if err != nil {
			t.Fatal(err)
		}
		film, err := demo.Run(t.Context(), values, nil)
		if err != nil {
			t.Fatal(err)
		}
		frame := film.Frame(film.Len() - 1)
		var want []string
		for _, p := range frame.Panels {
			for _, f := range p.Figures {
				want = append(want, f.Value)
			}
		}
		b.look(t, "watch/"+demo.Name+".html#frame=1")
		// The frame is not the last, but while a search runs the page shows its last frame.
		b.wait(t, `!document.getElementById("end").disabled && document.querySelector(".panel svg") !== null`)
		b.shot(t, demo.Name+"-begin")
		eval[any](t, b, `document.getElementById("end").click()`)
		b.wait(t, fmt.Sprintf(`document.getElementById("said").textContent === %q`, frame.Said))
		got := eval[[]string](t, b, `Array.from(document.querySelectorAll(".panel dd"), (e) => e.textContent)`)
		if !slices.Equal(got, want) {
			t.Errorf("%s: the page shows %q, want %q", demo.Name, got, want)
		}
		b.shot(t, demo.Name)
	}
}

// TestTree opens trees that this process has saved, and files that are no trees of the game.
func TestTree(t *testing.T) {
	b := newBrowser(t)
	game, err := connectfour.New("44")
	if err != nil {
		t.Fatal(err)
	}
	tree, err := mcts.New(game, mcts.Options[connectfour.Drop]{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tree.Search(t.Context(), ply.Limits{Nodes: 20_000}); err != nil {
		t.Fatal(err)
	}
	var data bytes.Buffer
	if err := tree.Save(&data); err != nil {
		t.Fatal(err)
	}
	want, err := graph.FromTree(tree.All(100), 3, 1000, nil)
	if err != nil {
		t.Fatal(err)
	}
	cut := data.Bytes()[:data.Len()/2]
	dir := t.TempDir()
	b.look(t, "tree.html")
	set := func(id, value string) {
		t.Helper()
		eval[any](t, b, fmt.Sprintf(`{ const e = document.getElementById(%q); e.value = %q; e.dispatchEvent(new Event("change")) }`, id, value))
	}
	for _, test := range []struct {
		file, moves string
		data        []byte
		want        string
	}{
		{"a.tree", "4 4", data.Bytes(), fmt.Sprintf("a.tree: %d moves are shown", len(want.Nodes)-1)},
		{"b.tree", "4 4", cut, "damaged or truncated"},
		{"c.tree", "4 3", data.Bytes(), "another game"},
		{"d.tree", "4 9", data.Bytes(), "no such move"},
		{"e.tree", "4 4", []byte("hello"), "no saved state"},
		{"f.tree", "4,4", data.Bytes(), fmt.Sprintf("f.tree: %d moves are shown", len(want.Nodes)-1)},
	} {
		name := filepath.Join(dir, test.file)
		if err := os.WriteFile(name, test.data, 0o666); err != nil {
			t.Fatal(err)
		}
		set("moves", test.moves)
		set("depth", "3")
		set("visits", "100")
		if err := chromedp.Run(b, chromedp.SetUploadFiles("#file", []string{name}, chromedp.ByQuery)); err != nil {
			t.Fatal(err)
		}
		b.wait(t, fmt.Sprintf(said+".includes(%q)", test.want))
	}
	if n := eval[int](t, b, `document.querySelectorAll("#tree li").length`); n != len(want.Nodes)-1 {
		t.Errorf("the page lists %d moves, want %d", n, len(want.Nodes)-1)
	}
	best := want.Nodes[1]
	first := eval[[]string](t, b, `[...document.querySelectorAll("#tree li")[0].querySelectorAll("b, span")].slice(0, 3).map((e) => e.textContent)`)
	if move, _, _ := strings.Cut(best.Label, "\n"); first[0] != move || first[1] != fmt.Sprintf("%.1f %%", 50*(1+best.Numbers["value"])) ||
		strings.ReplaceAll(first[2], ",", "") != fmt.Sprintf("%.0f visits", best.Numbers["visits"]) {
		t.Errorf("the first move is %q, want %+v", first, best)
	}
	eval[any](t, b, `document.querySelector("#tree summary").click()`)
	if !eval[bool](t, b, `document.querySelector("#tree ul ul li").checkVisibility()`) {
		t.Error("the moves after the first one are not shown")
	}
	set("depth", "1")
	b.wait(t, said+`.includes("7 moves are shown")`)
	set("game", "breakthrough")
	b.wait(t, said+`.includes("no such move")`)
	set("moves", "")
	b.wait(t, said+`.includes("another game")`)
	set("game", "connectfour")
	set("moves", "44")
	b.wait(t, said+`.includes("no such move")`)
	set("moves", "4.4")
	set("depth", "8")
	b.wait(t, said+`.includes("moves are shown")`)
	eval[any](t, b, `document.querySelectorAll("#tree details").forEach((d, i) => { d.open = i < 3 })`)
	for _, width := range []int64{360, 768, 1280} {
		if err := chromedp.Run(b, chromedp.EmulateViewport(width, 800)); err != nil {
			t.Fatal(err)
		}
		if wide := eval[int64](t, b, "document.documentElement.scrollWidth"); wide > width {
			t.Errorf("the tree is %d wide on a screen of %d: %q", wide, width, eval[[]string](t, b, fmt.Sprintf(
				`[...document.querySelectorAll("main *")].filter((e) => e.getBoundingClientRect().right > %d).map((e) => e.outerHTML.slice(0, 60))`, width)))
		}
		b.shot(t, fmt.Sprintf("tree-open-%d", width))
	}
	for _, scheme := range []string{"light", "dark"} {
		media := emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}})
		if err := chromedp.Run(b, media); err != nil {
			t.Fatal(err)
		}
		if texts := eval[[]string](t, b, dim); len(texts) > 0 {
			t.Errorf("hard to read, %s, are %q", scheme, texts)
		}
	}
}

// view writes what the window shows, as shot does.
func (b *browser) view(t *testing.T, name string) {
	var picture []byte
	if err := chromedp.Run(b, chromedp.CaptureScreenshot(&picture)); err != nil {
		t.Fatal(err)
	}
	drawn, err := png.Decode(bytes.NewReader(picture))
	if err != nil {
		t.Fatal(err)
	}
	var small bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&small, drawn); err != nil {
		t.Fatal(err)
	}
	if small.Len() > 120_000 {
		t.Errorf("the picture %s has %d bytes", name, small.Len())
	}
	if err := os.WriteFile(filepath.Join(os.Getenv("PLY_SCREENSHOTS"), name+".png"), small.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
}

// shot writes a screenshot to the directory that PLY_SCREENSHOTS names.
func (b *browser) shot(t *testing.T, name string) {
	dir := os.Getenv("PLY_SCREENSHOTS")
	if dir == "" {
		return
	}
	var picture []byte
	if err := chromedp.Run(b, chromedp.FullScreenshot(&picture, 100)); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, name+".png"), picture, 0o666); err != nil {
		t.Fatal(err)
	}
}
