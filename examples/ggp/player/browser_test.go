//go:build long && linux

package player

import (
	"context"
	"fmt"
	"net/http/httptest"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// A browser is a page of a headless Chromium, and what it complained about.
type browser struct {
	context.Context
	lock     sync.Mutex
	problems []string
}

// newBrowser starts Chromium, or skips the test if Chromium is not installed.
func newBrowser(t *testing.T) *browser {
	t.Helper()
	program := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			program = path
			break
		}
	}
	if program == "" {
		t.Skip("there is no Chromium")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(program),
		chromedp.NoSandbox, chromedp.DisableGPU, chromedp.NoFirstRun, chromedp.WindowSize(1000, 1400),
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-background-networking", true),
		chromedp.Flag("disable-component-update", true), chromedp.Flag("disable-sync", true), chromedp.WSURLReadTimeout(5*time.Minute))
	ctx, cancel := chromedp.NewExecAllocator(context.Background(), options...)
	t.Cleanup(cancel)
	b := new(browser)
	b.Context, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	chromedp.ListenTarget(b, func(event any) {
		b.lock.Lock()
		defer b.lock.Unlock()
		switch e := event.(type) {
		case *log.EventEntryAdded:
			b.problems = append(b.problems, fmt.Sprintf("%s: %s %s", e.Entry.Level, e.Entry.Text, e.Entry.URL))
		case *runtime.EventExceptionThrown:
			b.problems = append(b.problems, e.ExceptionDetails.Error())
		case *runtime.EventConsoleAPICalled:
			b.problems = append(b.problems, string(e.Type))
		}
	})
	if err := chromedp.Run(b, log.Enable(), runtime.Enable()); err != nil {
		t.Fatal(err)
	}
	return b
}

// look loads a page. The page that it replaces may load itself again at the same moment, which ends one of the two
// loads, so look tries again.
func (b *browser) look(t *testing.T, url string) {
	t.Helper()
	deadline := time.Now().Add(time.Minute)
	err := chromedp.Run(b, chromedp.Navigate(url))
	for err != nil && strings.Contains(err.Error(), "ERR_ABORTED") && time.Now().Before(deadline) {
		time.Sleep(50 * time.Millisecond)
		err = chromedp.Run(b, chromedp.Navigate(url))
	}
	if err != nil {
		t.Fatal(err)
	}
}

// texts returns what the elements of a selector hold, or nil while the page is loaded anew.
func (b *browser) texts(selector string) (all []string) {
	script := fmt.Sprintf("Array.from(document.querySelectorAll(%q), e => e.textContent.trim())", selector)
	if err := chromedp.Run(b, chromedp.Evaluate(script, &all)); err != nil {
		return nil
	}
	return all
}

// shows checks what the elements of a selector hold. The page loads itself again, so that it may take a while.
func (b *browser) shows(t *testing.T, selector string, want ...string) {
	t.Helper()
	deadline := time.Now().Add(3 * time.Minute)
	got := b.texts(selector)
	for !slices.Equal(got, want) {
		if time.Now().After(deadline) {
			t.Fatalf("%s: %q, want %q", selector, got, want)
		}
		time.Sleep(50 * time.Millisecond)
		got = b.texts(selector)
	}
}

// blank returns a cell without a mark.
func blank(t *testing.T, s *Server) string {
	t.Helper()
	view, _ := s.View()
	for _, board := range view.Boards {
		for _, row := range board.Rows {
			for i, cell := range row.Cells {
				if cell == "blank" {
					return board.Columns[i] + " " + row.Name
				}
			}
		}
	}
	t.Fatal("no blank cell")
	return ""
}

// TestBrowser looks at a match with a browser.
func TestBrowser(t *testing.T) {
	b := newBrowser(t)
	s := New(Options{MaxThink: time.Second}) // enough for all choices, also on a busy machine
	h := httptest.NewServer(s)
	defer h.Close()
	b.look(t, h.URL)
	b.shows(t, "body", "No match has begun.")
	say(s, "(START m x (%s\n) 10 10)", text(t, "tictactoe"))
	move := say(s, "(PLAY m NIL)")
	for range 2 {
		say(s, "(PLAY m (%s noop))", move)
		move = say(s, "(PLAY m (noop (mark %s)))", blank(t, s))
	}
	b.look(t, h.URL)
	b.shows(t, "h1", "m")
	b.shows(t, "#state", "waiting")
	b.shows(t, "#facts li", "(control x)")
	view, _ := s.View()
	b.shows(t, "#decision .now", view.Decision.Move)
	var choices []string
	for _, c := range view.Decision.Choices {
		choices = append(choices, c.Move)
	}
	if len(choices) != 5 {
		t.Errorf("the choices are %q, want the five blank cells", choices)
	}
	b.shows(t, "#choices td:first-child", choices...)
	// The board is what the facts say: four marks of nine cells.
	if len(view.Boards) != 1 || view.Boards[0].Relation != "cell" {
		t.Fatalf("the boards are %+v", view.Boards)
	}
	var cells []string
	marks := 0
	for _, row := range view.Boards[0].Rows {
		cells = append(cells, row.Cells...)
		for _, cell := range row.Cells {
			if cell == "x" || cell == "o" {
				marks++
			}
		}
	}
	if marks != 4 || len(cells) != 9 {
		t.Errorf("%d marks in %q, want 4 of 9", marks, cells)
	}
	b.shows(t, ".board td", cells...)
	// The turns, last first, with the value of those before which the player had a choice.
	if len(view.Turns) != 4 {
		t.Fatalf("%d turns, want 4", len(view.Turns))
	}
	var moves, values, points []string
	for _, turn := range view.Turns {
		value := ""
		if turn.Decision.Known {
			value = fmt.Sprint(turn.Decision.Percent())
			points = append(points, fmt.Sprintf("turn %d: %s", turn.Number, value))
		}
		moves, values = append([]string{turn.Moves}, moves...), append([]string{value}, values...)
	}
	b.shows(t, "#turns td:nth-child(2)", moves...)
	b.shows(t, "#turns td:nth-child(3)", values...)
	if len(points) != 2 {
		t.Errorf("the values are %q, want two: the player had a choice in every other turn", points)
	}
	b.shows(t, "#values circle title", points...)
	b.shows(t, "script")
	// On the screen of a telephone nothing is wider than the screen.
	var wide bool
	err := chromedp.Run(b, chromedp.EmulateViewport(360, 800), chromedp.Evaluate("document.documentElement.scrollWidth > 360", &wide))
	if err != nil || wide {
		t.Errorf("wider than the screen: %t, %v", wide, err)
	}
	// The page reloads itself.
	say(s, "(ABORT m)")
	b.shows(t, "#state", "aborted")
	// A name that is no harmless text.
	say(s, "(START <script>nonsense</script> x (%s\n) 10 10)", text(t, "blindtictactoe"))
	b.look(t, h.URL)
	b.shows(t, "h1", "<script>nonsense</script>")
	b.shows(t, "script")
	b.lock.Lock()
	defer b.lock.Unlock()
	if len(b.problems) > 0 {
		t.Errorf("the browser says %q", b.problems)
	}
}
