package player

import (
	"bytes"
	_ "embed"
	"html/template"
	"net/http"
	"slices"
	"strings"
	"sync"
)

//go:embed page.html
var pageText string

var pageTemplate = template.Must(template.New("page").Parse(pageText))

// A View is what the page shows of a match.
type View struct {
	Match, Role string
	Roles       []string
	State       string   // what the player does
	Facts       []string // that are on no board
	Boards      []Board
	Imagined    bool // the facts are those of one of the positions that the player holds possible
	Turns       []TurnView
	Decision    Decision
	Notes       []string // what went wrong
}

// A screen is what the page shows of a match. It outlives the match.
type screen struct {
	view  sync.Mutex
	page  View
	facts []string
	plan  plan
}

// A TurnView is a turn of the match, and what the player thought before it.
type TurnView struct {
	Number   int
	Moves    string // or what was perceived
	Decision Decision
}

// Percent returns the value in percent.
func (d Decision) Percent() int { return int(100*d.Value + 0.5) }

// Percent returns the mean in percent.
func (c Choice) Percent() int { return int(100*c.Mean + 0.5) }

// Part returns the share in percent.
func (c Choice) Part() int { return int(100*c.Share + 0.5) }

const (
	mostNotes   = 20
	mostChoices = 20
)

// change changes what the page shows.
func (x *screen) change(f func(*View)) {
	x.view.Lock()
	defer x.view.Unlock()
	f(&x.page)
}

func (x *screen) note(err error) {
	x.change(func(v *View) {
		if len(v.Notes) < mostNotes {
			v.Notes = append(v.Notes, err.Error())
		}
	})
}

func (x *screen) say(state string) { x.change(func(v *View) { v.State = state }) }

// show shows what a search has found up to now.
func (x *screen) show(d Decision) {
	d.Choices = d.Choices[:min(len(d.Choices), mostChoices)]
	x.change(func(v *View) { v.Decision, v.State = d, "thinking" })
}

func (x *match) decided(d Decision) {
	x.show(d)
	x.say("waiting")
}

// showTurn shows a turn. The brain must be idle.
func (x *match) showTurn(t turn) {
	moves := strings.Join(t.moves, ", ")
	if x.hidden {
		moves = t.last + "; sees " + strings.Join(t.percepts, ", ")
	}
	x.showFacts()
	x.change(func(v *View) { v.Turns = append(v.Turns, TurnView{len(x.history), moves, v.Decision}) })
}

// showFacts shows what holds. The brain must be idle.
func (x *match) showFacts() {
	var facts []string
	if x.brain != nil {
		facts = x.brain.facts()
	}
	x.view.Lock()
	defer x.view.Unlock()
	if b, ok := x.brain.(interface{ all() []string }); ok && x.plan == nil {
		x.plan = newPlan(b.all())
	}
	x.facts, x.page.Imagined = facts, x.hidden
}

// interrupt ends a search that is going on.
func (x *match) interrupt() {
	x.cut.Lock()
	defer x.cut.Unlock()
	if x.thinking != nil {
		x.thinking()
	}
}

// View returns what the page shows: of the present match, or of the last one. It is false if there was none.
func (s *Server) View() (View, bool) {
	s.lock.Lock()
	x := s.last
	s.lock.Unlock()
	if x == nil {
		return View{}, false
	}
	x.view.Lock()
	defer x.view.Unlock()
	v := x.page
	v.Turns, v.Notes = slices.Clone(v.Turns), slices.Clone(v.Notes)
	v.Boards, v.Facts = x.plan.arrange(x.facts)
	slices.Sort(v.Facts)
	return v, true
}

func (s *Server) servePage(w http.ResponseWriter) {
	view, _ := s.View()
	values := chart(view.Turns)
	slices.Reverse(view.Turns)
	var page bytes.Buffer
	if err := pageTemplate.Execute(&page, struct {
		View
		Chart *Chart
	}{view, values}); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; img-src data:")
	_, _ = page.WriteTo(w) // the reader may have gone
}
