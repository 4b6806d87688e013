package player

import (
	"bytes"
	"cmp"
	_ "embed"
	"fmt"
	"html/template"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
)

//go:embed page.html
var pageText string

var pageTemplate = template.Must(template.New("page").Parse(pageText))

// A View is the content of the page.
type View struct {
	Match, Role string
	Roles       []string
	State       string   // of the player
	Facts       []string // on no board
	Boards      []Board
	Imagined    bool // the facts belong to one of the positions that the player holds possible
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

// A Board shows the facts of a relation of three arguments, such as (cell 3 1 red): the column, the row, counted upwards,
// and the content.
type Board struct {
	Relation string
	Columns  []string
	Rows     []BoardRow // from the top
}

// A BoardRow is a row of a [Board].
type BoardRow struct {
	Name  string
	Cells []string // by column, "" if empty
}

const (
	mostFacts = 100_000 // larger games are not searched for boards
	mostSide  = 32      // columns or rows of a board
)

// A plan is the boards of a game, without content.
type plan []Board

// split returns the words of a fact, nil if it is nested.
func split(fact string) []string {
	if strings.LastIndexByte(fact, '(') > 0 {
		return nil
	}
	return strings.Fields(strings.Trim(fact, "()"))
}

// newPlan finds the relations that look like boards among all facts of a game: at least two columns and two rows, of which
// the columns or the rows are numbered.
func newPlan(facts []string) plan {
	if len(facts) > mostFacts {
		return nil
	}
	type sides [2]map[string]bool
	found := map[string]*sides{}
	other := map[string]bool{}
	for _, fact := range facts {
		words := split(fact)
		if len(words) == 0 {
			continue
		}
		name := words[0]
		if len(words) != 4 {
			other[name] = true
			continue
		}
		if found[name] == nil {
			found[name] = &sides{{}, {}}
		}
		found[name][0][words[1]], found[name][1][words[2]] = true, true
	}
	var p plan
	for _, name := range slices.Sorted(maps.Keys(found)) {
		columns, numbered := axis(found[name][0])
		rows, also := axis(found[name][1])
		if other[name] || !numbered && !also || min(len(columns), len(rows)) < 2 || max(len(columns), len(rows)) > mostSide {
			continue
		}
		b := Board{Relation: name, Columns: columns}
		for _, row := range slices.Backward(rows) {
			b.Rows = append(b.Rows, BoardRow{Name: row})
		}
		p = append(p, b)
	}
	return p
}

// axis sorts arguments, by number if all are numbers.
func axis(all map[string]bool) (sorted []string, numbered bool) {
	sorted = slices.Sorted(maps.Keys(all))
	number := map[string]int{}
	for _, s := range sorted {
		n, err := strconv.Atoi(s)
		if err != nil {
			return sorted, false
		}
		number[s] = n
	}
	slices.SortFunc(sorted, func(a, b string) int { return cmp.Compare(number[a], number[b]) })
	return sorted, true
}

// arrange puts facts on boards, and returns the rest. A relation with two facts for one place is not a board.
func (p plan) arrange(facts []string) (boards []Board, rest []string) {
	content := map[[3]string]string{}
	crowded := map[string]bool{}
	for _, fact := range facts {
		if words := split(fact); len(words) == 4 {
			at := [3]string(words[:3])
			crowded[words[0]] = crowded[words[0]] || content[at] != ""
			content[at] = words[3]
		}
	}
	for _, b := range p {
		if crowded[b.Relation] {
			continue
		}
		b.Rows = slices.Clone(b.Rows)
		for i := range b.Rows {
			row := &b.Rows[i]
			for _, column := range b.Columns {
				row.Cells = append(row.Cells, content[[3]string{b.Relation, column, row.Name}])
			}
		}
		boards = append(boards, b)
	}
	for _, fact := range facts {
		words := split(fact)
		if len(words) != 4 || !slices.ContainsFunc(boards, func(b Board) bool { return b.Relation == words[0] }) {
			rest = append(rest, fact)
		}
	}
	return boards, rest
}
