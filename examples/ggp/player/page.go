package player

import (
	"bytes"
	_ "embed"
	"fmt"
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
	State       string   // of the player
	Facts       []string // on no board
	Boards      []Board
	Imagined    bool // the facts are of one position of those that the player holds possible
	Turns       []TurnView
	Decision    Decision
	Notes       []string // errors
}

// A screen is the state of the page. It outlives the match.
type screen struct {
	view  sync.Mutex
	page  View
	facts []string
	plan  plan
}

// A TurnView is a turn of the match, with the decision before it.
type TurnView struct {
	Number   int
	Moves    string // or percepts
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

// change changes the view.
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

// show shows the decision of a search in progress.
func (x *screen) show(d Decision) {
	d.Choices = d.Choices[:min(len(d.Choices), mostChoices)]
	x.change(func(v *View) { v.Decision, v.State = d, "thinking" })
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

// showFacts shows the present facts. The brain must be idle.
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

// interrupt ends a search in progress.
func (x *match) interrupt() {
	x.cut.Lock()
	defer x.cut.Unlock()
	if x.thinking != nil {
		x.thinking()
	}
}

// View returns the view of the present match or the last one. It is false if there was none.
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

// A Chart is the expected goal over the turns of a match.
type Chart struct {
	Points []Point
	Line   string // the points in SVG
	Last   int    // the last turn
}

// A Point is a turn on a [Chart], with its place there.
type Point struct{ Turn, Value, X, Y int }

// The place of a chart in its drawing.
const (
	chartLeft, chartWidth = 36, 554
	chartTop, chartHeight = 10, 100
)

// chart returns the chart of turns, nil if fewer than two have a value.
func chart(turns []TurnView) *Chart {
	c := new(Chart)
	var line []string
	if len(turns) > 0 {
		c.Last = turns[len(turns)-1].Number
	}
	for _, t := range turns {
		if !t.Decision.Known {
			continue
		}
		p := Point{Turn: t.Number, Value: t.Decision.Percent()}
		p.X = chartLeft + chartWidth*(t.Number-1)/max(1, c.Last-1)
		p.Y = chartTop + chartHeight*(100-p.Value)/100
		c.Points = append(c.Points, p)
		line = append(line, fmt.Sprintf("%d,%d", p.X, p.Y))
	}
	if len(c.Points) < 2 {
		return nil
	}
	c.Line = strings.Join(line, " ")
	return c
}
