//go:build linux

package main

import (
	"bufio"
	"fmt"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"github.com/ply-search/ply/internal/long"
)

// programs is the folder of the programs of examplePrograms, "" without one.
var programs string

// examplePrograms compiles commands that stand on engine/command, whose page is looked at here, where there is a browser.
var examplePrograms = sync.OnceValue(func() (err error) {
	if programs, err = os.MkdirTemp("", "programs"); err != nil {
		return err
	}
	build := exec.Command("go", "build", "-o", programs+"/")
	for _, name := range []string{"breakthrough", "connectfour", "go", "havannah", "loa", "losalamos", "othello"}[:long.Or(7, 2)] {
		build.Args = append(build.Args, "../examples/"+name)
	}
	if said, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("%w: %s", err, said)
	}
	return nil
})

// serve opens the page of an example's command serve.
func serve(t *testing.T, name string) *browser {
	t.Helper()
	if _, err := os.Stat("../examples/" + name); err != nil {
		t.Skip("the module stands alone")
	}
	tabs, err := chromium()
	if err != nil {
		t.Fatal(err)
	}
	if tabs == nil {
		t.Skip("there is no Chromium")
	}
	if err := examplePrograms(); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), filepath.Join(programs, name), "serve", "-addr", "localhost:0")
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Wait() }) // the end of the test's context ends it
	url, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	b := &browser{site: &httptest.Server{URL: strings.TrimSuffix(strings.TrimSpace(url), "/")}}
	b.open(t, tabs)
	b.look(t, "")
	b.wait(t, `document.querySelectorAll(".cell.open").length > 0`)
	return b
}

// setting sets whether the computer answers moves, and how long it thinks.
func (b *browser) setting(t *testing.T, answers bool, seconds float64) {
	t.Helper()
	eval[any](t, b, fmt.Sprintf(`document.getElementById("answers").checked = %t; document.getElementById("time").value = %v`, answers, seconds))
}

// click clicks a cell, and key presses a key on the cell that has the focus.
func (b *browser) click(t *testing.T, cell string) {
	t.Helper()
	eval[any](t, b, fmt.Sprintf(`document.querySelector('[data-cell="%s"]').dispatchEvent(new MouseEvent("click", {bubbles: true}))`, cell))
}

func (b *browser) key(t *testing.T, key string) {
	t.Helper()
	eval[any](t, b, fmt.Sprintf(`document.activeElement.dispatchEvent(new KeyboardEvent("keydown", {key: "%s", bubbles: true}))`, key))
}

// played waits until these moves were played and the page shows the position after them.
func (b *browser) played(t *testing.T, moves string) {
	t.Helper()
	b.wait(t, fmt.Sprintf(`document.getElementById("played").textContent === %q && document.querySelector(".cell.open") !== null`, moves))
}

const turn = `document.getElementById("turn").textContent`

// TestServeColumns plays Connect Four on the page of serve, whose moves are a column each, by the keyboard and the mouse.
func TestServeColumns(t *testing.T) {
	b := serve(t, "connectfour")
	if n := eval[int](t, b, `document.querySelectorAll(".cell.open[tabindex='0'][role=button]").length`); n != 7 {
		t.Errorf("%d columns can be chosen", n)
	}
	if names := eval[[]string](t, b, unnamed); len(names) > 0 {
		t.Errorf("without a name are %q", names)
	}
	// The computer answers by itself, and both moves are taken back together.
	b.setting(t, true, 0.1)
	eval[any](t, b, `document.querySelector('[data-cell="4"]').focus()`)
	b.key(t, "Enter")
	b.wait(t, `document.getElementById("played").textContent.length === 3 && document.querySelector(".cell.open") !== null`)
	if text, on := eval[string](t, b, turn), eval[string](t, b, `document.activeElement.dataset.cell`); text != "X to move" && text != "XX to move" || on != "4" {
		t.Errorf("the page says %q, the focus is on %q", text, on)
	}
	if said := eval[string](t, b, `document.querySelector('[data-cell="4"]').getAttribute("aria-label")`); !strings.HasPrefix(said, "4: ") || !strings.Contains(said, "X") {
		t.Errorf("the column is called %q", said)
	}
	eval[any](t, b, `document.getElementById("undo").click()`)
	b.played(t, "")
	// Both sides are played by people.
	b.setting(t, false, 0.1)
	played := ""
	for _, column := range []string{"1", "2", "1", "2", "1", "2"} {
		b.click(t, column)
		played = strings.TrimSpace(played + " " + column)
		b.played(t, played)
	}
	b.click(t, "1")
	b.wait(t, turn+`.includes("X wins")`)
	if n := eval[int](t, b, `document.querySelectorAll(".cell.open").length`); n != 0 {
		t.Errorf("%d columns can be chosen after the end", n)
	}
}

// TestServeSquares plays Breakthrough on the page of serve, whose moves are two squares each.
func TestServeSquares(t *testing.T) {
	b := serve(t, "breakthrough")
	b.setting(t, false, 0.1)
	b.click(t, "a2")
	b.click(t, "b3")
	b.played(t, "a2-b3")
	eval[any](t, b, `document.querySelector('[data-cell="a7"]').focus()`)
	for _, key := range []string{"ArrowRight", "Enter", "Escape", "ArrowRight", "Enter", "ArrowDown", "Enter"} {
		b.key(t, key)
	}
	b.played(t, "a2-b3 c7-c6")
	eval[any](t, b, `document.getElementById("reply").click()`)
	b.wait(t, `document.getElementById("played").textContent.length > 12 && document.getElementById("lines").children.length === 0`)
	eval[any](t, b, `document.getElementById("show").click()`)
	b.wait(t, `document.getElementById("lines").children.length === 6`)
}

// TestServeChoice has a pawn of Los Alamos chess promoted: the squares leave three moves, which are chosen by buttons.
func TestServeChoice(t *testing.T) {
	long.Only(t)
	b := serve(t, "losalamos")
	b.setting(t, false, 0.1)
	played := ""
	for _, move := range []string{"a2a3", "b5b4", "a3b4", "f5f4", "b4b5", "e5e4"} {
		b.click(t, move[:2])
		b.click(t, move[2:])
		played = strings.TrimSpace(played + " " + move)
		b.played(t, played)
	}
	b.click(t, "b5")
	b.click(t, "a6")
	b.wait(t, `[...document.querySelectorAll("#moves button")].map(b => b.textContent).join() === "b5a6q,b5a6r,b5a6n,back"`)
	eval[any](t, b, `document.querySelector("#moves button").click()`)
	b.played(t, played+" b5a6q")
}

// TestServeLooks looks at the page of serve on screens of three widths, light and dark.
func TestServeLooks(t *testing.T) {
	long.Only(t)
	for name, moves := range map[string][]string{
		"connectfour": {"4", "4", "3"}, "othello": {"D3", "C3"}, "breakthrough": {"a2-b3", "c7-c6"}, "loa": {"b1h1"}, "losalamos": {"d2d3"},
		"go": {"D4", "F6"}, "havannah": {"e5", "a1"},
	} {
		b := serve(t, name)
		b.setting(t, false, 1)
		for i, move := range moves {
			for cells := strings.ReplaceAll(move, "-", ""); cells != ""; cells = cells[min(2, len(cells)):] {
				b.click(t, cells[:min(2, len(cells))])
			}
			b.played(t, strings.Join(moves[:i+1], " "))
		}
		if text := eval[string](t, b, `document.getElementById("moves").textContent`); text != "" && text != "pass" {
			t.Errorf("%s: no cells are named by %q", name, text)
		}
		eval[any](t, b, `document.getElementById("show").click()`)
		b.wait(t, `document.getElementById("lines").children.length > 1`)
		for _, scheme := range []string{"light", "dark"} {
			media := emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}})
			if err := chromedp.Run(b, media); err != nil {
				t.Fatal(err)
			}
			if texts := eval[[]string](t, b, dim); len(texts) > 0 {
				t.Errorf("%s: hard to read, %s, are %q", name, scheme, texts)
			}
			for _, width := range []int64{400, 800, 1400} {
				if err := chromedp.Run(b, chromedp.EmulateViewport(width, 800)); err != nil {
					t.Fatal(err)
				}
				if wide := eval[int64](t, b, "document.documentElement.scrollWidth"); wide > width {
					t.Errorf("%s is %d wide on a screen of %d", name, wide, width)
				}
				b.shot(t, fmt.Sprintf("serve-%s-%s-%d", name, scheme, width))
			}
		}
	}
}
