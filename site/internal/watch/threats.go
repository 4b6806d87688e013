package watch

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/goban/goal"
	"github.com/ply-search/ply/examples/goban/goban"
	"github.com/ply-search/ply/search/threat"
	"github.com/ply-search/ply/site/internal/svg"
	"github.com/ply-search/ply/transposition"
)

func threats() Demo {
	return Demo{
		Name:  "threats",
		Title: "Threats and their traces",
		Short: "Can this stone on a Go board be captured? The search also finds the points on which the answer depends.",
		About: "Can Black, to move, capture the marked white stone? The search tries only moves that threaten to capture at once, and only replies on " +
			"points on which the threat depends. It therefore reads deeply where few moves are possible, as in a ladder. At the end, the points on " +
			"which the result depends (its trace) are shaded: a move elsewhere does not save the stone.",
		Paper:    "Cazenave, “A generalized threats search algorithm”, 2002; Helmstetter 2007, chapter 4.",
		Package:  "search/threat",
		Settings: []Setting{{"problem", "Problem", 1, len(captures), 1}},
		Function: "capture",
		Run:      watchThreats,
	}
}

// captures are positions in which the small o is a white stone, with the threats that capture it: a ladder, a ladder
// towards a white stone, and a net.
var captures = []struct {
	threat threat.Threat
	board  string
}{
	{threat.Lambda(1), `. . . . . . . . .
	 . . . . . . . . .
	 . . . . . . . . .
	 . . . . . . . . .
	 . . . . . . . . .
	 . . . . . . . . .
	 . X o . . . . . .
	 . . X X . . . . .
	 . . . . . . . . .`},
	{threat.Lambda(1), `. . . . . . . . .
	 . . . . . . . . .
	 . . . . . . O . .
	 . . . . . . . . .
	 . . . . . . . . .
	 . . . . . . . . .
	 . X o . . . . . .
	 . . X X . . . . .
	 . . . . . . . . .`},
	{threat.Threat{4, 2}, `. . . . . . . . .
	 . . . . . . . . .
	 . . . . . . O . .
	 . . . . . . . . .
	 . . X . . . . . .
	 . . X o . . . . .
	 . . . X X . . . .
	 . . . . . . . . .
	 . . . . . . . . .`},
}

// capture searches for a capture by threats.
func capture(ctx context.Context, game threat.Game[goban.Point], by threat.Threat) (threat.Result[goban.Point], error) {
	return threat.Search(ctx, game, ply.Limits{Nodes: 10_000}, threat.Options[goban.Point]{
		Threat: by, Widening: true, Changes: 1, Table: transposition.NewTable(24 << 14), MaxDepth: 60,
	})
}

// followed is a goal that records the lines of a search.
type followed struct {
	*goal.Capture
	moves []goban.Point // NoPoint is a pass
	film  *threatFilm
}

func (f *followed) note() {
	f.film.lines = append(f.film.lines, slices.Clone(f.moves))
}

// Play plays a move and records the line.
func (f *followed) Play(p goban.Point) {
	f.Capture.Play(p)
	f.moves = append(f.moves, p)
	f.note()
}

func (f *followed) Undo(p goban.Point) {
	f.Capture.Undo(p)
	f.moves = f.moves[:len(f.moves)-1]
}

// Pass passes and records the line.
func (f *followed) Pass() bool {
	if !f.Capture.Pass() {
		return false
	}
	f.moves = append(f.moves, goban.NoPoint)
	f.note()
	return true
}

func (f *followed) Unpass() {
	f.Capture.Unpass()
	f.moves = f.moves[:len(f.moves)-1]
}

// A threatFilm shows the lines of a search.
type threatFilm struct {
	board  *goban.Board
	target goban.Point
	lines  [][]goban.Point
	result threat.Result[goban.Point]
}

func watchThreats(ctx context.Context, v Values, _ func(Film)) (Film, error) {
	problem := captures[v["problem"]-1]
	text := problem.board
	b, err := goban.ReadText(strings.NewReader(strings.ReplaceAll(text, "o", "O")), goban.Rules{})
	if err != nil {
		return nil, err
	}
	at := strings.Index(strings.Join(strings.Fields(text), ""), "o")
	f := &threatFilm{board: b.Clone(), target: b.Point(at%b.Size(), b.Size()-1-at/b.Size())}
	g, err := goal.NewCapture(b, f.target)
	if err != nil {
		return nil, err
	}
	f.lines = [][]goban.Point{nil}
	if f.result, err = capture(ctx, &followed{Capture: g, film: f}, problem.threat); err != nil {
		return nil, err
	}
	f.lines = append(f.lines, nil) // the answer
	return f, nil
}

// Len implements Film.
func (f *threatFilm) Len() int { return len(f.lines) }

// Frame implements Film.
func (f *threatFilm) Frame(i int) Frame {
	const margin = 0.5
	size := f.board.Size()
	d := svg.New(float64(size)+margin, float64(size)+margin)
	at := func(p goban.Point) svg.Point {
		x, y := f.board.XY(p)
		return svg.At(margin+float64(x)+0.5, float64(size-y)-0.5)
	}
	d.Goban(margin, size)
	last := i == f.Len()-1
	if last && f.result.Won {
		for _, p := range f.board.Points() {
			if f.result.Trace.Has(int32(p)) {
				d.Rect("trace", at(p).X-0.5, at(p).Y-0.5, 1, 1)
			}
		}
	}
	b := f.board.Clone()
	numbers := map[goban.Point]int{}
	for k, p := range f.lines[i] {
		if p == goban.NoPoint {
			b.Play(goban.Pass)
			continue
		}
		b.Play(p)
		numbers[p] = k + 1
	}
	for _, p := range b.Points() {
		if color := b.At(p); color != goban.Empty {
			class, text := "stone black", "onblack"
			if color == goban.White {
				class, text = "stone white", "onwhite"
			}
			d.Circle(class, at(p), 0.46)
			if n := numbers[p]; n > 0 {
				d.Text(text, at(p), 0.42, fmt.Sprint(n))
			}
		}
	}
	d.Circle("last", at(f.target), 0.2)
	said := fmt.Sprintf("Line %d.", i)
	if n := len(f.lines[i]); n > 0 && f.lines[i][n-1] == goban.NoPoint {
		said = fmt.Sprintf("Line %d: White passes, to see what Black threatens.", i)
	}
	if last {
		said = "Not captured by such threats: the search looked at " + count(f.result.Nodes, "position") + "."
		if move, ok := f.result.Move(); f.result.Won && ok {
			d.Circle("now wide", at(move), 0.3)
			said = fmt.Sprintf("Captured by %s, which has a ring: the search looked at %s.", f.board.Name(move), count(f.result.Nodes, "position"))
		}
	}
	return Frame{Said: said, Panels: []Panel{{
		Title: "The line that is tried", Picture: d.SVG("tree square", said),
		Figures: []Figure{figure("lines", i), figure("moves in this line", len(f.lines[i])), figure("positions of the search", f.result.Nodes)},
	}}}
}
