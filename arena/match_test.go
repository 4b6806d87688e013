package arena_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/arena"
	"github.com/ply-search/ply/internal/testgames"
)

// Heap is a heap of stones that two sides take from in turn, one to three stones at a time. Who takes the
// last one wins.
type Heap struct{ stones, taken int }

func (h *Heap) Moves(dst []int) []int {
	for n := 1; n <= min(3, h.stones); n++ {
		dst = append(dst, n)
	}
	return dst
}

func (h *Heap) Play(n int)   { h.stones -= n; h.taken++ }
func (h *Heap) Undo(n int)   { h.stones += n; h.taken-- }
func (h *Heap) ToMove() int  { return h.taken % 2 }
func (h *Heap) Outcome() int { return -1 } // the other side took the last one

// careless takes any number.
func careless(_ context.Context, h *Heap, random *rand.PCG) (int, error) {
	moves := h.Moves(nil)
	return moves[random.Uint64()%uint64(len(moves))], nil
}

// careful leaves a multiple of four if it can.
func careful(ctx context.Context, h *Heap, random *rand.PCG) (int, error) {
	if n := h.stones % 4; n > 0 {
		return n, nil
	}
	return careless(ctx, h, random)
}

func ExampleMatch() {
	opening := func(pair int, random *rand.PCG) (*Heap, error) {
		return &Heap{stones: 1 + int(random.Uint64()%8)}, nil
	}
	first := func() arena.Player[int, *Heap] { return careful }
	second := func() arena.Player[int, *Heap] { return careless }
	result, err := arena.Match(context.Background(), opening, first, second, arena.Options{Games: 200})
	fmt.Println(result.Status, result.Score, err)
	// Output: complete +155 =0 -45, 77.5 % (95 %: 72.2 to 82) <nil>
}

func duels(pair int, random *rand.PCG) (*testgames.Duel, error) {
	return testgames.RandomDuel(rand.New(random), 60, 4, 2, true), nil
}

// greedy looks one move ahead, and chooses by chance among equals.
func greedy(_ context.Context, d *testgames.Duel, random *rand.PCG) (int, error) {
	best, most := 0, -100
	for _, m := range d.Moves(nil) {
		me := d.ToMove()
		d.Play(m)
		v := d.Evaluate()
		if d.ToMove() != me {
			v = -v
		}
		d.Undo(m)
		if v > most || v == most && random.Uint64()%2 == 0 {
			best, most = m, v
		}
	}
	return best, nil
}

func chance(_ context.Context, d *testgames.Duel, random *rand.PCG) (int, error) {
	moves := d.Moves(nil)
	return moves[random.Uint64()%uint64(len(moves))], nil
}

func of(p arena.Player[int, *testgames.Duel]) func() arena.Player[int, *testgames.Duel] {
	return func() arena.Player[int, *testgames.Duel] { return p }
}

// A match comes out the same whatever the number of workers, with a sequential test or without.
func TestMatchIsReproducible(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seed := rapid.Uint64().Draw(t, "seed")
		opt := arena.Options{Games: 2 * rapid.IntRange(1, 40).Draw(t, "pairs"), MaxMoves: rapid.IntRange(0, 8).Draw(t, "most moves")}
		if rapid.Bool().Draw(t, "test") {
			opt.Test = arena.SequentialTest{Elo0: 0, Elo1: 200, Alpha: 0.2, Beta: 0.2}
		}
		var want arena.Result
		var wantSeen []arena.Result
		for i, workers := range []int{1, 1, 2, 5} {
			var seen []arena.Result
			opt.Random, opt.Workers = rand.NewPCG(seed, 0), workers
			opt.Progress = func(r arena.Result) {
				r.Elapsed = 0
				seen = append(seen, r)
			}
			got, err := arena.Match(context.Background(), duels, of(greedy), of(chance), opt)
			if err != nil {
				t.Fatal(err)
			}
			got.Elapsed = 0
			if i == 0 {
				want, wantSeen = got, seen
			} else if got != want || !reflect.DeepEqual(seen, wantSeen) {
				t.Fatalf("%d workers: %+v, one: %+v", workers, got, want)
			}
		}
		switch {
		case want.Status == ply.Complete && want.Games() != opt.Games, want.Status == ply.Decided != (want.Verdict != arena.Undecided):
			t.Fatalf("%+v of %d games", want, opt.Games)
		case len(wantSeen) != want.Games()/2:
			t.Fatalf("%d reports of %d games", len(wantSeen), want.Games())
		}
		points := 0
		for i, n := range want.Pairs {
			points += i * n
		}
		if points != 2*want.Wins+want.Draws {
			t.Fatalf("%+v: the pairs do not tell the same", want)
		}
	})
}

// Of a pair of games both begin with the same position, and players change sides.
func TestMatchExchangesSides(t *testing.T) {
	openings := map[int][]int{}
	opening := func(pair int, random *rand.PCG) (*Heap, error) {
		h := &Heap{stones: 4 * int(1+random.Uint64()%9)} // lost for who begins
		openings[pair] = append(openings[pair], h.stones)
		return h, nil
	}
	perfect := func() arena.Player[int, *Heap] { return careful }
	result, err := arena.Match(context.Background(), opening, perfect, perfect, arena.Options{Games: 40, Workers: 1})
	if err != nil || result.Wins != 20 || result.Losses != 20 || result.Pairs[2] != 20 {
		t.Errorf("%+v, error %v", result, err)
	}
	for pair, sizes := range openings {
		if len(sizes) != 2 || sizes[0] != sizes[1] {
			t.Errorf("pair %d begins with heaps of %v", pair, sizes)
		}
	}
}

func TestBetterPlayerWins(t *testing.T) {
	opt := arena.Options{Games: 10_000, Test: arena.SequentialTest{Elo0: 0, Elo1: 30}}
	result, err := arena.Match(context.Background(), duels, of(greedy), of(chance), opt)
	if err != nil || result.Status != ply.Decided || result.Verdict != arena.AcceptElo1 || result.Games() == 10_000 {
		t.Errorf("%+v, error %v", result, err)
	}
	if low, _ := result.Interval(0.95); low < 0.5 {
		t.Errorf("%v", result.Score)
	}
	result, err = arena.Match(context.Background(), duels, of(chance), of(greedy), opt)
	if err != nil || result.Status != ply.Decided || result.Verdict != arena.AcceptElo0 {
		t.Errorf("%+v, error %v", result, err)
	}
}

func TestMatchEndsWithErrors(t *testing.T) {
	fault := errors.New("no idea")
	gives := func(m int, err error) arena.Player[int, *testgames.Duel] {
		return func(context.Context, *testgames.Duel, *rand.PCG) (int, error) { return m, err }
	}
	panics := func(context.Context, *testgames.Duel, *rand.PCG) (int, error) { panic(fault) }
	noOpening := func(int, *rand.PCG) (*testgames.Duel, error) { return nil, fault }
	for name, c := range map[string]struct {
		opening func(int, *rand.PCG) (*testgames.Duel, error)
		first   arena.Player[int, *testgames.Duel]
		opt     arena.Options
		is      error
	}{
		"a player fails":       {duels, gives(0, fault), arena.Options{}, fault},
		"a player panics":      {duels, panics, arena.Options{}, fault},
		"a move is not legal":  {duels, gives(-1, nil), arena.Options{}, nil},
		"an opening fails":     {noOpening, chance, arena.Options{}, fault},
		"no opening":           {nil, chance, arena.Options{}, nil},
		"an odd number":        {duels, chance, arena.Options{Games: 3}, nil},
		"a negative number":    {duels, chance, arena.Options{Games: -2}, nil},
		"negative moves":       {duels, chance, arena.Options{MaxMoves: -1}, nil},
		"negative workers":     {duels, chance, arena.Options{Workers: -1}, nil},
		"a test without sense": {duels, chance, arena.Options{Test: arena.SequentialTest{Elo0: 1}}, nil},
	} {
		result, err := arena.Match(context.Background(), c.opening, of(c.first), of(chance), c.opt)
		if err == nil || c.is != nil && !errors.Is(err, c.is) || result.Status != ply.Failed {
			t.Errorf("%s: %+v, error %v", name, result, err)
		}
		if p := (*arena.PlayerPanic)(nil); name == "a player panics" && (!errors.As(err, &p) || len(p.Stack) == 0) {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

func TestMatchIsCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	result, err := arena.Match(ctx, duels, of(greedy), of(chance), arena.Options{Games: 1_000_000, Progress: func(r arena.Result) {
		if r.Games() == 100 {
			cancel()
		}
	}})
	if err != nil || result.Status != ply.Cancelled || result.Games() < 100 || result.Games() > 100_000 {
		t.Errorf("%+v, error %v", result, err)
	}
}
