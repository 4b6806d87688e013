package search_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/search"
)

// inParts searches a space in parts and returns the sum of their results and the number of parts. limit returns the
// options of the next part.
func inParts[G interface {
	ply.Game[M]
	ply.Commuter[M]
}, M comparable](t interface {
	Helper()
	Fatalf(string, ...any)
}, g G, limit func() (context.Context, ply.Limits, search.Options[M])) (search.Result[M], int) {
	t.Helper()
	var sum search.Result[M]
	parts, open := 0, []search.Part[M]{{}}
	random := rand.New(rand.NewPCG(1, 0))
	for len(open) > 0 {
		i := random.IntN(len(open)) // in any order
		part := open[i]
		open = slices.Delete(open, i, i+1)
		ctx, limits, opt := limit()
		r, rest, err := search.SearchPart(ctx, g, limits, part, opt)
		if err != nil || (r.Status == ply.Complete) != (len(rest) == 0) {
			t.Fatalf("part %+v: %v with %d parts left, error %v", part, r.Status, len(rest), err)
		}
		for _, left := range rest {
			if !left.Rest {
				t.Fatalf("part %+v: the position of %+v is not counted", part, left)
			}
		}
		open = append(open, rest...)
		parts++
		sum.Nodes += r.Nodes
		sum.Leaves += r.Leaves
		sum.Solutions += r.Solutions
		sum.IncrementalCuts += r.IncrementalCuts
		sum.Depth = max(sum.Depth, r.Depth)
		if r.Found && (!sum.Found || len(r.Line) > len(sum.Line)) {
			sum.Line, sum.Found = r.Line, true
		}
	}
	return sum, parts
}

func TestPartsAddUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := testgames.Operators(t, true)
		opt := search.Options[int]{Longest: true}
		want, err := search.DepthFirst(background, search.Incremental(g), ply.Limits{}, opt)
		if err != nil {
			t.Fatal(err)
		}
		depths := map[int]int{}
		opt.Visit = func(depth int) { depths[depth]++ }
		cancelled, cancel := context.WithCancel(background)
		cancel()
		got, _ := inParts(t, g, func() (context.Context, ply.Limits, search.Options[int]) {
			ctx, limits := background, ply.Limits{}
			opt.StopAtSolution = rapid.Bool().Draw(t, "stop at solution")
			switch rapid.IntRange(0, 2).Draw(t, "limit") {
			case 0:
				limits.Nodes = rapid.IntRange(1, 200).Draw(t, "nodes")
			case 1:
				ctx = cancelled
			}
			return ctx, limits, opt
		})
		if got.Nodes != want.Nodes || got.Leaves != want.Leaves || got.Solutions != want.Solutions ||
			got.IncrementalCuts != want.IncrementalCuts || got.Depth != want.Depth || len(got.Line) != len(want.Line) {
			t.Fatalf("got  %+v\nwant %+v", got, want)
		}
		sum := 0
		for _, n := range depths {
			sum += n
		}
		if sum != want.Nodes {
			t.Fatalf("%d positions visited, want %d", sum, want.Nodes)
		}
	})
}

func TestPartsOfALargerGame(t *testing.T) {
	g := testgames.NewPegs()
	for range 15 {
		g.Play(g.Moves(nil)[0])
	}
	before := g.String()
	want, err := search.DepthFirst(background, search.Incremental(g), ply.Limits{}, search.Options[testgames.PegMove]{})
	if err != nil {
		t.Fatal(err)
	}
	for _, nodes := range []int{100, 1000, 10_000} {
		most := 0
		got, parts := inParts(t, g, func() (context.Context, ply.Limits, search.Options[testgames.PegMove]) {
			last := 0
			return background, ply.Limits{Nodes: nodes}, search.Options[testgames.PegMove]{Visit: func(int) {
				last++
				most = max(most, last)
			}}
		})
		if got.Nodes != want.Nodes || got.IncrementalCuts != want.IncrementalCuts || most > 2*nodes+100 || parts < want.Nodes/(2*nodes+100) {
			t.Errorf("%d nodes in %d parts of at most %d, want %d of %d", got.Nodes, parts, most, want.Nodes, nodes)
		}
	}
	got, _ := inParts(t, g, func() (context.Context, ply.Limits, search.Options[testgames.PegMove]) {
		return background, ply.Limits{Time: 2 * time.Millisecond}, search.Options[testgames.PegMove]{}
	})
	if got.Nodes != want.Nodes || g.String() != before {
		t.Errorf("%d nodes, want %d; %s, want %s", got.Nodes, want.Nodes, g, before)
	}
}

func TestPartErrors(t *testing.T) {
	g := new(Dials)
	for _, c := range []struct {
		part   search.Part[int]
		limits ply.Limits
		opt    search.Options[int]
		want   string
	}{
		{search.Part[int]{Line: []int{0, 1, 7}}, ply.Limits{}, search.Options[int]{}, "move 3 of the line of a part, 7, is not legal"},
		{search.Part[int]{Line: []int{0}, Without: []int{9}}, ply.Limits{}, search.Options[int]{}, "move 9 in the set"},
		{search.Part[int]{Without: []int{2, 2}}, ply.Limits{}, search.Options[int]{}, "twice"},
		{search.Part[int]{}, ply.Limits{}, search.Options[int]{StopAtSolution: true}, "StopAtSolution"},
		{search.Part[int]{}, ply.Limits{Nodes: -1}, search.Options[int]{}, "Limits.Nodes"},
		{search.Part[int]{}, ply.Limits{Time: -1}, search.Options[int]{}, "Limits.Time"},
	} {
		r, rest, err := search.SearchPart(background, g, c.limits, c.part, c.opt)
		if err == nil || !strings.Contains(err.Error(), c.want) || r.Status != ply.Failed || len(rest) > 0 || g.at != [4]int{} {
			t.Errorf("%+v, %+v: %v, error %v, want %q", c.part, c.opt, r.Status, err, c.want)
		}
	}
	if _, _, err := search.SearchPart[*Dials](background, nil, ply.Limits{}, search.Part[int]{}, search.Options[int]{}); err == nil {
		t.Error("no error without a game")
	}
	// A part that leaves everything out is empty, if its position belongs to another.
	r, _, err := search.SearchPart(background, g, ply.Limits{}, search.Part[int]{Without: []int{3, 2, 1, 0}, Rest: true}, search.Options[int]{})
	if err != nil || r.Nodes != 0 || r.Status != ply.Complete {
		t.Errorf("%+v, error %v", r, err)
	}
}

// A panic of the game tells the line from the start, and leaves nothing to others.
func TestPartPanic(t *testing.T) {
	g := &panicking{Dials: new(Dials)}
	r, rest, err := search.SearchPart(background, g, ply.Limits{Nodes: 5}, search.Part[int]{Line: []int{0, 1}}, search.Options[int]{})
	var panicked *ply.GamePanic
	if !errors.As(err, &panicked) || !strings.HasPrefix(panicked.Line, "[0 1 ") || len(rest) > 0 {
		t.Errorf("%+v, error %v", r, err)
	}
}

// panicking panics at the fifth move of a line.
type panicking struct{ *Dials }

func (p *panicking) Play(i int) {
	if p.Dials.Play(i); p.at[0]+p.at[1]+p.at[2]+p.at[3] == 5 {
		panic("five")
	}
}

// tower is a dial that is turned to a great number, with a second one that is turned once: lines are long.
type tower struct{ at, top, aside int }

func (d *tower) Moves(dst []int) []int {
	if d.at < d.top {
		dst = append(dst, 0)
	}
	if d.aside == 0 && d.at < 3 {
		dst = append(dst, 1)
	}
	return dst
}

func (d *tower) Play(m int) { d.turn(m, 1) }
func (d *tower) Undo(m int) { d.turn(m, -1) }

func (d *tower) turn(m, by int) {
	if m == 0 {
		d.at += by
	} else {
		d.aside += by
	}
}

func (d *tower) Acyclic() bool         { return true }
func (d *tower) Commute(a, b int) bool { return a != b && d.at != 2 }

// Lines may be longer than the stack of a goroutine allows, and parts may begin far from the start.
func TestPartsOfLongLines(t *testing.T) {
	g := &tower{top: long.Or(2_000_000, 100_000)}
	want, err := search.DepthFirst(background, search.Incremental(g), ply.Limits{}, search.Options[int]{})
	if err != nil {
		t.Fatal(err)
	}
	got, parts := inParts(t, g, func() (context.Context, ply.Limits, search.Options[int]) {
		return background, ply.Limits{Nodes: g.top / 2}, search.Options[int]{}
	})
	if got.Nodes != want.Nodes || got.IncrementalCuts != want.IncrementalCuts || got.Depth != want.Depth || parts < 2 || g.at != 0 {
		t.Errorf("%+v in %d parts, want %+v", got, parts, want)
	}
}
