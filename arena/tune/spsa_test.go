package tune_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/arena"
	"github.com/ply-search/ply/arena/tune"
	"github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/internal/long"
)

// throws is a game in which each side names a number, and the greater one wins.
type throws struct{ line []int }

const mostThrow = 400

func (g *throws) Moves(dst []int) []int {
	if len(g.line) < 2 {
		for n := -mostThrow; n <= mostThrow; n++ {
			dst = append(dst, n)
		}
	}
	return dst
}

func (g *throws) Play(n int)  { g.line = append(g.line, n) }
func (g *throws) Undo(int)    { g.line = g.line[:len(g.line)-1] }
func (g *throws) ToMove() int { return len(g.line) % 2 }
func (g *throws) Outcome() int {
	return max(-1, min(g.line[0]-g.line[1], 1))
}

func throwing(int, *rand.Rand) (*throws, error) { return new(throws), nil }

// A hill gives the strength of a player with some values: elo at the top, less by the square of the distance. curve is
// the loss at the distance of half a range in each parameter.
type hill struct {
	top   []float64
	scale func(i int, value float64) float64 // to 0 to 1
	curve float64
}

func (h *hill) elo(values []float64) (elo float64) {
	for i, v := range values {
		d := 2 * (h.scale(i, v) - h.scale(i, h.top[i]))
		elo -= h.curve * d * d
	}
	return elo
}

// players returns the players of a hill, whose numbers are their strength plus luck: the probabilities to win follow
// the logistic curve (the difference of two Gumbel variables).
func (h *hill) players(values []float64) (func() arena.Player[*throws, int], error) {
	strength := h.elo(values) / (400 / math.Ln10)
	return func() arena.Player[*throws, int] {
		return func(_ context.Context, _ *throws, random *rand.Rand) (int, error) {
			luck := -math.Log(-math.Log(random.Float64()))
			return int(max(-mostThrow, min(math.Round(40*(strength+luck)), mostThrow))), nil
		}
	}, nil
}

// parameters are three parameters of different kinds, and where a player is strongest.
func parameters() ([]engine.Parameter, *hill) {
	ps := []engine.Parameter{
		{Name: "weight", Initial: -3, Least: -5, Most: 5},
		{Name: "depth", Initial: 50, Least: 0, Most: 60, Integer: true},
		{Name: "exploration", Initial: 0.05, Least: 0.01, Most: 10, Logarithmic: true},
	}
	return ps, &hill{[]float64{1.5, 20, 1}, func(i int, v float64) float64 {
		p := ps[i]
		if p.Logarithmic {
			return math.Log(v/p.Least) / math.Log(p.Most/p.Least)
		}
		return (v - p.Least) / (p.Most - p.Least)
	}, 250}
}

// From values that are hundreds of points too weak, all seeds leave at most a tenth of that, and most much less.
func TestSPSAFindsTheBest(t *testing.T) {
	ps, h := parameters()
	var initial []float64
	for _, p := range ps {
		initial = append(initial, p.Initial)
	}
	seeds, sum := long.Or(20, 4), 0.0
	for seed := range uint64(seeds) {
		r, err := tune.SPSA(t.Context(), throwing, ps, h.players, tune.Options{Iterations: 400, Gain: 1, Random: rand.NewPCG(seed, 0)})
		if err != nil || r.Status != ply.Complete || len(r.History) != 400 || r.Nodes != 3200 {
			t.Fatalf("%v, error %v", r.Report, err)
		}
		t.Logf("seed %d: %.3v, %.0f Elo below the top, from %.0f", seed, r.Values, -h.elo(r.Values), -h.elo(initial))
		if lost := -h.elo(r.Values); lost > -h.elo(initial)/10 {
			t.Errorf("seed %d: %v, %.0f Elo below the top", seed, r.Values, lost)
		} else {
			sum += lost
		}
		if r.Values[1] != math.Round(r.Values[1]) {
			t.Errorf("a depth of %v", r.Values[1])
		}
	}
	if sum > 20*float64(seeds) {
		t.Errorf("%.0f Elo below the top in the mean", sum/float64(seeds))
	}
}

// A tuning that is interrupted again and again has the result of one that is not, for any number of workers.
func TestSPSAGoesOn(t *testing.T) {
	ps, h := parameters()
	folder := t.TempDir()
	long.Checks(t, 2*8, 8)
	rapid.Check(t, func(t *rapid.T) {
		file := filepath.Join(folder, fmt.Sprint(rapid.Uint64().Draw(t, "file")))
		defer os.Remove(file)
		seed := rapid.Uint64().Draw(t, "seed")
		spsa := func(ctx context.Context, opt tune.Options) tune.Result {
			opt.Iterations, opt.Games, opt.Random = 12, 4, rand.NewPCG(seed, 1)
			r, err := tune.SPSA(ctx, throwing, ps, h.players, opt)
			if err != nil {
				t.Fatal(err)
			}
			r.Elapsed = 0
			return r
		}
		want := spsa(context.Background(), tune.Options{})
		for {
			ctx, cancel := context.WithCancel(context.Background())
			workers := rapid.IntRange(1, 3).Draw(t, "workers")
			after := rapid.IntRange(1, 12).Draw(t, "iterations")
			calls := 0
			got := spsa(ctx, tune.Options{Workers: workers, File: file, Progress: func(tune.Result) {
				if calls++; calls > after {
					cancel()
				}
			}})
			cancel()
			if got.Status == ply.Complete {
				if !reflect.DeepEqual(got, want) {
					t.Fatalf("%+v, want %+v", got, want)
				}
				return
			}
			if got.Status != ply.Cancelled || len(got.History) > 11 || !reflect.DeepEqual(got.History, want.History[:len(got.History)]) && len(got.History) > 0 {
				t.Fatalf("%+v, want a part of %+v", got, want)
			}
		}
	})
}

// A late context is past its deadline, but its timer has not fired.
type late struct{ context.Context }

func (late) Deadline() (time.Time, bool) { return time.Now().Add(-time.Hour), true }

// Games whose searches are cut short do not count, even if the timer of the context is late.
func TestSPSAWithLateTimer(t *testing.T) {
	ps, h := parameters()
	r, err := tune.SPSA(late{context.Background()}, throwing, ps, h.players, tune.Options{Iterations: 2, Games: 2})
	if err != nil || r.Status != ply.OutOfTime || len(r.History) != 0 {
		t.Errorf("%+v, error %v, want no iterations and %v", r, err, ply.OutOfTime)
	}
}

func TestSPSARefuses(t *testing.T) {
	ps, h := parameters()
	fault := errors.New("no player")
	with := func(change func(*engine.Parameter)) []engine.Parameter {
		ps, _ := parameters()
		change(&ps[1])
		return ps
	}
	name := filepath.Join(t.TempDir(), "tune.jsonl")
	if _, err := tune.SPSA(t.Context(), throwing, ps, h.players, tune.Options{Iterations: 3, File: name}); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	damaged := filepath.Join(t.TempDir(), "damaged.jsonl")
	if err := os.WriteFile(damaged, []byte(strings.Replace(string(whole), `"Wins":`, `"Wins":1`, 1)), 0o666); err != nil {
		t.Fatal(err)
	}
	for want, c := range map[string]struct {
		parameters []engine.Parameter
		players    func([]float64) (func() arena.Player[*throws, int], error)
		opt        tune.Options
	}{
		"no parameters":                  {nil, h.players, tune.Options{}},
		"needs an opening and a player":  {ps, nil, tune.Options{}},
		"Iterations is -1":               {ps, h.players, tune.Options{Iterations: -1}},
		"Games is 3":                     {ps, h.players, tune.Options{Games: 3}},
		"Gain is NaN":                    {ps, h.players, tune.Options{Gain: math.NaN()}},
		"Workers is -1":                  {ps, h.players, tune.Options{Workers: -1}},
		"two parameters have the Name":   {with(func(p *engine.Parameter) { p.Name = "weight" }), h.players, tune.Options{}},
		"a parameter without a Name":     {with(func(p *engine.Parameter) { p.Name = "" }), h.players, tune.Options{}},
		"depth: Least is 70":             {with(func(p *engine.Parameter) { p.Least = 70 }), h.players, tune.Options{}},
		"depth: Least is NaN":            {with(func(p *engine.Parameter) { p.Least = math.NaN() }), h.players, tune.Options{}},
		"depth: Initial is 99":           {with(func(p *engine.Parameter) { p.Initial = 99 }), h.players, tune.Options{}},
		"depth: Step is -1":              {with(func(p *engine.Parameter) { p.Step = -1 }), h.players, tune.Options{}},
		"depth: Least is 0, want a posi": {with(func(p *engine.Parameter) { p.Logarithmic = true }), h.players, tune.Options{}},
		"depth: Least is 0.5 and Most":   {with(func(p *engine.Parameter) { p.Least = 0.5 }), h.players, tune.Options{}},
		"a player with [":                {ps, func([]float64) (func() arena.Player[*throws, int], error) { return nil, fault }, tune.Options{}},
		"newPlayer returned nil":         {ps, func([]float64) (func() arena.Player[*throws, int], error) { return nil, nil }, tune.Options{}},
		name + ": line 1: games is 8":    {ps, h.players, tune.Options{Iterations: 3, Games: 2, File: name}},
		name + ": line 1: iterations is": {ps, h.players, tune.Options{Gain: 1, File: name}},
		name + ": line 1: parameters is": {with(func(p *engine.Parameter) { p.Most = 61 }), h.players, tune.Options{Iterations: 3, File: name}},
		damaged + ": line 2: its checks": {ps, h.players, tune.Options{Iterations: 3, File: damaged}},
	} {
		r, err := tune.SPSA(t.Context(), throwing, c.parameters, c.players, c.opt)
		if err == nil || !strings.Contains(err.Error(), want) || r.Status != ply.Failed {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}
