package retrograde_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/guard/guardtest"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/internal/stop"
	"github.com/ply-search/ply/search/retrograde"
)

// Options that make no sense, and games that lack what they need, are errors that say so.
func TestRefused(t *testing.T) {
	x := &huntIndex{*newHunt(3)}
	h := newHunt(3)
	for _, c := range []struct {
		want string
		game ply.AdversarialGame[int]
		opt  retrograde.Options
	}{
		{"Workers is -1", h, retrograde.Options{Workers: -1}},
		{"Workers is 1000000", h, retrograde.Options{Workers: 1_000_000}},
		{"Memory is -1", x, retrograde.Options{Memory: -1}},
		{"All needs an Indexer", h, retrograde.Options{All: true}},
		{"From needs an Indexer", h, retrograde.Options{From: []uint64{1}}},
		{"Folder needs an Indexer", h, retrograde.Options{Folder: "x"}},
		{"OutcomesOnly needs an Indexer", h, retrograde.Options{OutcomesOnly: true}},
		{"From has the index 99999", x, retrograde.Options{From: []uint64{99999}}},
		{"SetIndex(0)", x, retrograde.Options{From: []uint64{0}}},
		{"Memory is 100 B", x, retrograde.Options{Memory: 100}},
		{"Memory is 2 kB", x, retrograde.Options{All: true, Memory: 2000}},
		{"Memory is 100 kB", newHunt(5), retrograde.Options{Memory: 100_000}},
		{"no game", nil, retrograde.Options{}},
		{"neither an Indexer", struct{ ply.AdversarialGame[int] }{h}, retrograde.Options{}},
		{"needs a ply.Cloner", struct{ indexedGame }{x}, retrograde.Options{Workers: 2}},
		{"2⁴⁰", &tooManyIndices{*x}, retrograde.Options{}},
		{"which this search does not know", &thirdSide{*x}, retrograde.Options{}},
		{"after index", &leaves{*x}, retrograde.Options{}},
	} {
		s, err := retrograde.Solve(context.Background(), c.game, ply.Limits{}, c.opt)
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), "retrograde: ") || s.Status != ply.Failed {
			t.Errorf("%s: error %v", c.want, err)
		}
	}
	for want, limits := range map[string]ply.Limits{
		"retrograde: Limits.Nodes is -1": {Nodes: -1},
		"retrograde: Limits.Time is -1s": {Time: -time.Second},
	} {
		s, err := retrograde.Solve(context.Background(), h, limits, retrograde.Options{})
		if err == nil || !strings.HasPrefix(err.Error(), want) || s.Status != ply.Failed {
			t.Errorf("%s: error %v", want, err)
		}
	}
}

type indexedGame interface {
	ply.AdversarialGame[int]
	retrograde.Indexer
}

type tooManyIndices struct{ huntIndex }

func (*tooManyIndices) Positions() uint64 { return 1 << 41 }

type thirdSide struct{ huntIndex }

func (g *thirdSide) ToMove() int { return -1 }

// leaves has moves to indices that are too great.
type leaves struct{ huntIndex }

func (g *leaves) Index() uint64 {
	if len(g.line) > 0 {
		return g.Positions()
	}
	return g.huntIndex.Index()
}

// A search that is cut short knows values that are right, and leaves the game where it was.
func TestCutShort(t *testing.T) {
	for seed := range uint64(long.Or(30, 10)) {
		random := rand.New(rand.NewPCG(seed, 0))
		for _, g := range []interface {
			ply.AdversarialGame[int]
			index() uint64
		}{newHunt(3), &huntIndex{*newHunt(4)}, &huntBack{huntIndex{*newHunt(4)}}} {
			before := g.index()
			full, err := retrograde.Solve(context.Background(), g, ply.Limits{}, retrograde.Options{})
			if err != nil || full.Status != ply.Complete {
				t.Fatal(full.Status, err)
			}
			ctx, cancel := context.WithCancel(context.Background())
			reports := random.IntN(20)
			s, err := retrograde.Solve(stop.ReportEach(ctx, 1), g, ply.Limits{}, retrograde.Options{Progress: func(*retrograde.Solution) {
				if reports--; reports <= 0 {
					cancel()
				}
			}})
			cancel()
			if err != nil || g.index() != before {
				t.Fatalf("%v, error %v, index %d, want %d", s.Status, err, g.index(), before)
			}
			if s.Indexed() {
				for i := range full.Indices() {
					want, _ := full.At(i)
					if got, _ := s.At(i); got != want && got.Plies != retrograde.Absent {
						t.Fatalf("index %d is %v, want %v", i, got, want)
					}
				}
			}
		}
	}
	s, err := retrograde.Solve(context.Background(), newHunt(6), ply.Limits{Time: time.Nanosecond}, retrograde.Options{})
	if err != nil || s.Status != ply.OutOfTime {
		t.Errorf("%v, error %v", s.Status, err)
	}
}

// A search that has looked at as many positions as it may ends, leaves the game where it was, and knows values that are
// right. A worker that is alone looks at no more.
func TestOutOfNodes(t *testing.T) {
	for _, workers := range []int{1, 3} {
		outOfNodes(t, newHunt(4), workers)
		outOfNodes(t, &huntIndex{*newHunt(4)}, workers)
		outOfNodes(t, &huntBack{huntIndex{*newHunt(4)}}, workers)
	}
}

func outOfNodes[G interface {
	ply.AdversarialGame[int]
	index() uint64
}](t *testing.T, g G, workers int) {
	before := g.index()
	full, err := retrograde.Solve(context.Background(), g, ply.Limits{}, retrograde.Options{Workers: workers})
	if err != nil || full.Status != ply.Complete {
		t.Fatal(full.Status, err)
	}
	for _, nodes := range []int{1, 100, int(full.Positions) + 1} {
		s, err := retrograde.Solve(context.Background(), g, ply.Limits{Nodes: nodes}, retrograde.Options{Workers: workers})
		if err != nil || s.Status != ply.OutOfNodes || g.index() != before || full.Indexed() && workers == 1 && s.Positions > uint64(nodes) {
			t.Errorf("%T, %d workers, %d nodes: %v after %d positions, error %v, index %d", g, workers, nodes, s.Status, s.Positions, err, g.index())
		}
		for i := range full.Indices() {
			want, _ := full.At(i)
			if got, _ := s.At(i); got != want && got.Plies != retrograde.Absent {
				t.Fatalf("index %d is %v, want %v", i, got, want)
			}
		}
	}
}

var errBroken = errors.New("broken")

// A fragile hunt panics at a call of its methods, whichever it is.
type fragile struct {
	huntBack
	*guardtest.Fuse
}

func (f *fragile) Moves(dst []int) []int {
	f.Hit("")
	return f.huntBack.Moves(dst)
}
func (f *fragile) SetIndex(i uint64) bool {
	f.Hit("")
	return f.huntBack.SetIndex(i)
}
func (f *fragile) Predecessors(other, same []uint64) ([]uint64, []uint64) {
	f.Hit("")
	return f.huntBack.Predecessors(other, same)
}
func (f *fragile) Clone() *fragile { return &fragile{*f.huntBack.Clone(), f.Fuse} }

// fragileKeys is a fragile hunt without an index.
type fragileKeys struct {
	hunt
	*guardtest.Fuse
}

func (f *fragileKeys) Moves(dst []int) []int {
	f.Hit("")
	return f.hunt.Moves(dst)
}

func (f *fragileKeys) Clone() *fragileKeys { return &fragileKeys{*f.hunt.Clone(), f.Fuse} }

func TestPanics(t *testing.T) {
	for _, workers := range []int{1, 3} {
		for _, calls := range []int64{1, 2, 100, 700, 1500} {
			fuse := func() *guardtest.Fuse { return guardtest.NewFuse("", calls, func() { panic(errBroken) }) }
			for _, g := range []ply.AdversarialGame[int]{
				&fragile{huntBack{huntIndex{*newHunt(4)}}, fuse()}, &fragileKeys{*newHunt(4), fuse()}} {
				var err error
				switch g := g.(type) {
				case *fragile:
					_, err = retrograde.Solve(context.Background(), g, ply.Limits{}, retrograde.Options{Workers: workers})
				case *fragileKeys:
					_, err = retrograde.Solve(context.Background(), g, ply.Limits{}, retrograde.Options{Workers: workers})
				}
				var fault *ply.GamePanic
				if !errors.As(err, &fault) || !errors.Is(err, errBroken) {
					t.Errorf("%T, %d workers, %d calls: error %v", g, workers, calls, err)
				}
			}
		}
	}
	defer func() {
		if recover() != errBroken {
			t.Error("the panic of a callback does not reach the caller")
		}
	}()
	retrograde.Solve(stop.ReportEach(context.Background(), 1), newHunt(5), ply.Limits{}, retrograde.Options{Workers: 2, Progress: func(*retrograde.Solution) { panic(errBroken) }})
}
