package regret_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/gametest"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/internal/sides"
	"github.com/ply-search/ply/internal/stop"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/rounds"
	"github.com/ply-search/ply/search/regret"
)

func TestKuhnIsLawful(t *testing.T) {
	long.Only(t)
	if long.Enabled { // the laws take seconds to compile
		gametest.Check(t, func() *Kuhn { return new(Kuhn) })
	}
}

// Kuhn (1950) gives the value of Kuhn poker and the only equilibrium strategy of the second player.
func TestKuhn(t *testing.T) {
	r, err := regret.CFRPlus(t.Context(), new(Kuhn), ply.Limits{Nodes: 10_000}, 0, regret.Options[int]{})
	if err != nil || r.Status != ply.OutOfNodes || r.Nodes != 10_000 {
		t.Fatal(r.Status, r.Nodes, err)
	}
	if math.Abs(r.Values[0]+1./18) > 1e-5 || r.Values[0] != -r.Values[1] || r.Exploitability > 1e-4 {
		t.Errorf("values %v, exploitability %v", r.Values, r.Exploitability)
	}
	t.Logf("value %.7f, exploitability %.2g", r.Values[0], r.Exploitability)
	moves := []int{pass, bet}
	for _, c := range []struct {
		key  []byte
		bets float64
	}{{[]byte{0, pass}, 1. / 3}, {[]byte{1, pass}, 0}, {[]byte{2, pass}, 1}, {[]byte{0, bet}, 0}, {[]byte{1, bet}, 1. / 3}, {[]byte{2, bet}, 1}} {
		if p := r.Strategy.AppendPolicy(nil, 1, c.key, moves); math.Abs(p[bet]-c.bets) > 0.01 {
			t.Errorf("with %v the second player bets with probability %v, want %v", c.key, p[bet], c.bets)
		}
	}
	// The first player has a choice of one number: how often to bet on the lowest card. All else follows from it.
	bluff := r.Strategy.AppendPolicy(nil, 0, []byte{0}, moves)[bet]
	if value := r.Strategy.AppendPolicy(nil, 0, []byte{2}, moves)[bet]; bluff > 1./3+0.01 || math.Abs(value-3*bluff) > 0.02 {
		t.Errorf("the first player bets on 0 with probability %v and on 2 with %v, want three times that", bluff, value)
	}
}

// Monty Hall's problem: the prize is behind the other door with probability 2/3.
func TestMontyHall(t *testing.T) {
	r, err := regret.CFRPlus(t.Context(), new(testgames.Monty), ply.Limits{Nodes: 100}, 0, regret.Options[int]{})
	if err != nil || math.Abs(r.Values[0]-2./3) > 0.01 || r.Exploitability > 0.01 {
		t.Error(r.Values, r.Exploitability, err)
	}
	e, err := regret.Evaluate(t.Context(), new(testgames.Monty), ply.Limits{}, stays{})
	if err != nil || math.Abs(e.Values[0]-1./3) > 1e-12 || math.Abs(e.Best[0]-2./3) > 1e-12 || math.Abs(e.Exploitability-1./3) > 1e-12 {
		t.Error(e, err)
	}
}

// Stays opens the door that was picked.
type stays struct{}

func (stays) AppendPolicy(dst []float64, _ int, key []byte, moves []int) []float64 {
	for _, m := range moves {
		switch {
		case len(key) == 0:
			dst = append(dst, 1./3)
		case m == int(key[0]):
			dst = append(dst, 1)
		default:
			dst = append(dst, 0)
		}
	}
	return dst
}

func TestPennies(t *testing.T) {
	for _, prize := range []int{1, 2, 5} {
		for n := 1; n <= 3; n++ {
			g := rounds.Serialize(&testgames.Pennies{Rounds: n, Prize: prize})
			r, err := regret.CFRPlus(t.Context(), g, ply.Limits{Nodes: 2000}, 0, regret.Options[int]{})
			want := float64(n*(prize-1)) / float64(prize+3)
			if err != nil || math.Abs(r.Values[0]-want) > 0.01 || r.Exploitability > 0.01 {
				t.Errorf("prize %d, %d rounds: value %v, want %v, exploitability %v, error %v", prize, n, r.Values, want, r.Exploitability, err)
			}
			heads := r.Strategy.AppendPolicy(nil, 0, nil, []int{0, 1})[0]
			if want := 2 / float64(prize+3); math.Abs(heads-want) > 0.05 {
				t.Errorf("prize %d: heads with probability %v, want %v", prize, heads, want)
			}
		}
	}
}

// A pure strategy of one player, by information keys.
type pure struct {
	player int
	moves  map[string]int
	others regret.Policy[int]
}

func (p pure) AppendPolicy(dst []float64, player int, key []byte, moves []int) []float64 {
	if player != p.player {
		return p.others.AppendPolicy(dst, player, key, moves)
	}
	for i := range moves {
		dst = append(dst, map[bool]float64{true: 1}[i == p.moves[string(key)]])
	}
	return dst
}

// valueOf returns the expectation of a player by a policy, computed from the definition.
func valueOf(g regret.Game[int], policy regret.Policy[int], player int) (sum float64) {
	moves := g.Moves(nil)
	if len(moves) == 0 {
		var values [2]int
		sides.MultiplayerOf(g.(ply.Adversarial)).Outcomes(values[:])
		return float64(values[player])
	}
	var p []float64
	if mover := g.ToMove(); mover < 0 {
		p = g.(ply.Stochastic[int]).Probabilities(moves, nil)
	} else {
		p = policy.AppendPolicy(nil, mover, g.AppendInformation(nil, mover), moves)
	}
	for i, m := range moves {
		g.Play(m)
		sum += p[i] * valueOf(g, policy, player)
		g.Undo(m)
	}
	return sum
}

// hashed is a policy that is drawn, with zeros.
type hashed struct{ seed uint64 }

func (h hashed) AppendPolicy(dst []float64, player int, key []byte, moves []int) []float64 {
	seed := h.seed + uint64(player)<<60
	for _, b := range key {
		seed = seed*31 + uint64(b)
	}
	random, sum, base := rand.New(rand.NewPCG(seed, 1)), 0.0, len(dst)
	for i := range moves {
		x := 0.0
		if i == 0 || random.IntN(3) > 0 {
			x = random.Float64() + 0.01
		}
		dst = append(dst, x)
		sum += x
	}
	for i := range moves {
		dst[base+i] /= sum
	}
	return dst
}

// TestBestResponseIsBest compares with all pure strategies of games that have few.
func TestBestResponseIsBest(t *testing.T) {
	tried := 0
	for seed := uint64(0); tried < 60 && seed < 2000; seed++ {
		g := &testgames.Fog{Seed: seed, Depth: 5, Width: 3, Most: 20}
		policy := hashed{seed}
		e, err := regret.Evaluate(t.Context(), g, ply.Limits{}, policy)
		if err != nil {
			t.Fatal(err)
		}
		for player := range 2 {
			if want := valueOf(g, policy, player); math.Abs(e.Values[player]-want) > 1e-9 {
				t.Fatalf("seed %d: value %v for player %d, want %v", seed, e.Values, player, want)
			}
			best, pures := math.Inf(-1), 0
			eachPure(g, player, 3000, func(moves map[string]int) {
				pures++
				best = max(best, valueOf(g, pure{player, moves, policy}, player))
			})
			if pures < 2 {
				continue
			}
			tried++
			if math.Abs(e.Best[player]-best) > 1e-9 {
				t.Fatalf("seed %d: best response of player %d is worth %v, want %v", seed, player, e.Best[player], best)
			}
			if got := valueOf(g, both{player, e.Strategy, policy}, player); math.Abs(got-best) > 1e-9 {
				t.Fatalf("seed %d: the strategy is worth %v, want %v", seed, got, best)
			}
		}
	}
	if tried < 60 {
		t.Errorf("%d tried", tried)
	}
}

// Both is one policy for a player and another for others.
type both struct {
	player int
	own    regret.Policy[int]
	others regret.Policy[int]
}

func (b both) AppendPolicy(dst []float64, player int, key []byte, moves []int) []float64 {
	if player == b.player {
		return b.own.AppendPolicy(dst, player, key, moves)
	}
	return b.others.AppendPolicy(dst, player, key, moves)
}

// eachPure calls f with all pure strategies of a player, if there are not more than most.
func eachPure(g regret.Game[int], player, most int, f func(moves map[string]int)) {
	width := map[string]int{}
	var keys []string
	var visit func()
	visit = func() {
		moves := g.Moves(nil)
		if len(moves) > 0 && g.ToMove() == player {
			key := string(g.AppendInformation(nil, player))
			if _, again := width[key]; !again {
				keys, width[key] = append(keys, key), len(moves)
			}
		}
		for _, m := range moves {
			g.Play(m)
			visit()
			g.Undo(m)
		}
	}
	visit()
	count := 1
	for _, key := range keys {
		if count *= width[key]; count > most {
			return
		}
	}
	moves := map[string]int{}
	var choose func(i int)
	choose = func(i int) {
		if i == len(keys) {
			f(moves)
			return
		}
		for m := range width[keys[i]] {
			moves[keys[i]] = m
			choose(i + 1)
		}
	}
	choose(0)
}

// Both searches come to an equilibrium of any game, and to the same value.
func TestRandomGames(t *testing.T) {
	for seed := range uint64(100) {
		g := &testgames.Fog{Seed: seed, Depth: int(seed % 7), Width: 3, Most: 1}
		exact, err := regret.CFRPlus(t.Context(), g, ply.Limits{Nodes: 5000}, 1e-3, regret.Options[int]{})
		if err != nil || exact.Status != ply.Solved || len(g.Line) > 0 {
			t.Fatal(exact.Status, exact.Exploitability, err)
		}
		sampled, err := regret.ExternalSampling(t.Context(), g, ply.Limits{Nodes: 300}, nil, regret.Options[int]{})
		if err != nil || sampled.Status != ply.OutOfNodes || len(g.Line) > 0 {
			t.Fatal(sampled.Status, err)
		}
		e, err := regret.Evaluate(t.Context(), g, ply.Limits{}, sampled.Strategy)
		// Neither player can win more than the value plus the exploitability of the other.
		if err != nil || e.Exploitability < -1e-12 || e.Best[0] < exact.Values[0]-2e-3-1e-9 || e.Best[1] < exact.Values[1]-2e-3-1e-9 {
			t.Fatal(e, exact.Values, err)
		}
	}
}

// The exploitability of external sampling falls as the number of iterations grows.
func TestExternalSamplingConverges(t *testing.T) {
	before := math.Inf(1)
	for _, n := range []int{100, 3000, 100_000} {
		r, err := regret.ExternalSampling(t.Context(), new(Kuhn), ply.Limits{Nodes: n}, nil, regret.Options[int]{})
		if err != nil {
			t.Fatal(err)
		}
		e, err := regret.Evaluate(t.Context(), new(Kuhn), ply.Limits{}, r.Strategy)
		if err != nil || e.Exploitability > before/2 || r.Information != 12 {
			t.Errorf("exploitability %v after %d iterations, %v before, %d information sets, error %v", e.Exploitability, n, before, r.Information, err)
		}
		before = e.Exploitability
	}
	if before > 0.01 {
		t.Errorf("exploitability %v", before)
	}
}

func TestLimits(t *testing.T) {
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	big := &testgames.Fog{Seed: 5, Depth: 30, Width: 3, Most: 1}
	for _, c := range []struct {
		name     string
		ctx      context.Context
		limits   ply.Limits
		opt      regret.Options[int]
		search   ply.Status
		evaluate ply.Status
	}{
		{"cancelled", cancelled, ply.Limits{}, regret.Options[int]{}, ply.Cancelled, ply.Cancelled},
		{"time", t.Context(), ply.Limits{Time: 20 * time.Millisecond, Nodes: 1 << 30}, regret.Options[int]{Memory: 1 << 36}, ply.OutOfTime, ply.OutOfTime},
		{"positions", t.Context(), ply.Limits{Nodes: 50}, regret.Options[int]{Memory: 50 * 64}, ply.OutOfMemory, ply.OutOfNodes},
	} {
		if r, err := regret.CFRPlus(c.ctx, big, c.limits, 0, c.opt); err != nil || r.Status != c.search || r.Strategy != nil || r.Exploitability >= 0 || len(big.Line) > 0 {
			t.Errorf("%s: CFRPlus: %v, %v", c.name, r, err)
		}
		if r, err := regret.ExternalSampling(c.ctx, big, c.limits, nil, c.opt); err != nil || r.Status != c.search || r.Strategy == nil || len(big.Line) > 0 {
			t.Errorf("%s: ExternalSampling: %v, %v", c.name, r.Status, err)
		}
		if e, err := regret.Evaluate(c.ctx, big, c.limits, new(regret.Strategy[int])); err != nil || e.Status != c.evaluate || e.Strategy != nil || e.Exploitability >= 0 {
			t.Errorf("%s: Evaluate: %v, %v", c.name, e, err)
		}
	}
	// As many positions as there are are enough.
	if r, err := regret.CFRPlus(t.Context(), new(Kuhn), ply.Limits{Nodes: 1}, 0, regret.Options[int]{Memory: 58 * 64}); err != nil || r.Status != ply.OutOfNodes {
		t.Error(r.Status, err)
	}
	if r, err := regret.CFRPlus(t.Context(), new(Kuhn), ply.Limits{Nodes: 1}, 0, regret.Options[int]{Memory: 57 * 64}); err != nil || r.Status != ply.OutOfMemory {
		t.Error(r.Status, err)
	}
	if e, err := regret.Evaluate(t.Context(), new(Kuhn), ply.Limits{Nodes: 58}, new(regret.Strategy[int])); err != nil || e.Status != ply.Complete {
		t.Error(e.Status, err)
	}
	if e, err := regret.Evaluate(t.Context(), new(Kuhn), ply.Limits{Nodes: 57}, new(regret.Strategy[int])); err != nil || e.Status != ply.OutOfNodes {
		t.Error(e.Status, err)
	}
	if e, err := regret.Evaluate(t.Context(), new(Kuhn), ply.Limits{Nodes: math.MaxInt}, new(regret.Strategy[int])); err != nil || e.Status != ply.Complete {
		t.Error(e.Status, err)
	}
}

func TestProgress(t *testing.T) {
	ctx, limits := stop.ReportEach(t.Context(), 1), ply.Limits{Nodes: 20_000}
	for name, search := range map[string]func(opt regret.Options[int]) (regret.Result[int], error){
		"CFRPlus": func(opt regret.Options[int]) (regret.Result[int], error) {
			return regret.CFRPlus(ctx, new(Kuhn), limits, 0, opt)
		},
		"ExternalSampling": func(opt regret.Options[int]) (regret.Result[int], error) {
			return regret.ExternalSampling(ctx, new(Kuhn), limits, nil, opt)
		},
	} {
		var reports []ply.Status
		_, err := search(regret.Options[int]{Progress: func(r regret.Result[int]) {
			reports = append(reports, r.Status)
			for i := range r.Strategy.All() {
				if len(i.Moves) != len(i.Probabilities) {
					t.Errorf("%s: %v", name, i)
				}
			}
		}})
		last := len(reports) - 1
		if err != nil || last < 1 || reports[0] != ply.InProgress || reports[last] != ply.OutOfNodes {
			t.Errorf("%s: %v, %v", name, reports, err)
		}
		func() {
			defer func() {
				if value := recover(); value != "mine" {
					t.Errorf("%s: panic of a callback %v", name, value)
				}
			}()
			_, _ = search(regret.Options[int]{Progress: func(regret.Result[int]) { panic("mine") }})
		}()
	}
}

// Games that break laws.
type (
	forgetful struct{ *testgames.Monty } // of its first choice
	unequal   struct{ *testgames.Monty } // in its moves, by hidden information
	lopsided  struct{ *testgames.Monty } // in its probabilities
	cyclic    struct{ *testgames.Monty }
	undealt   struct{ *testgames.Fog }
	panicking struct{ *testgames.Monty }
)

func (g forgetful) AppendInformation(dst []byte, player int) []byte { return dst }
func (g unequal) Moves(dst []int) []int {
	if dst = g.Monty.Moves(dst); len(g.Line) == 3 && g.Line[0] == 0 {
		dst = dst[:len(dst)-1]
	}
	return dst
}
func (g lopsided) Probabilities(moves []int, dst []float64) []float64 {
	return append(g.Monty.Probabilities(moves, dst)[:len(dst)], 0.5, 0.6, 0.7)[:len(dst)+len(moves)]
}
func (g cyclic) Acyclic() bool { return false }
func (g undealt) ToMove() int  { return 2 }
func (g panicking) Play(m int) {
	if len(g.Line) == 3 {
		panic("no fourth move")
	}
	g.Monty.Play(m)
}

func TestBrokenGames(t *testing.T) {
	for _, c := range []struct {
		name string
		make func() regret.Game[int]
		want string
	}{
		{"forgetful", func() regret.Game[int] { return forgetful{new(testgames.Monty)} }, "same information"},
		{"unequal", func() regret.Game[int] { return unequal{new(testgames.Monty)} }, "same information"},
		{"lopsided", func() regret.Game[int] { return lopsided{new(testgames.Monty)} }, "probabilities sum"},
		{"cyclic", func() regret.Game[int] { return cyclic{new(testgames.Monty)} }, "acyclic"},
		{"undealt", func() regret.Game[int] { return undealt{&testgames.Fog{Depth: 3, Width: 2, Most: 1}} }, "ToMove is 2"},
		{"panicking", func() regret.Game[int] { return panicking{new(testgames.Monty)} }, "panicked after [0 0 1 0]"},
		{"nil", func() regret.Game[int] { return nil }, "no game"},
		{"nil pointer", func() regret.Game[int] { return (*testgames.Fog)(nil) }, "no game"},
	} {
		if r, err := regret.CFRPlus(t.Context(), c.make(), ply.Limits{}, 0, regret.Options[int]{}); err == nil || !strings.Contains(err.Error(), c.want) || r.Status != ply.Failed {
			t.Errorf("%s: CFRPlus: %v, %v", c.name, r.Status, err)
		}
		if _, err := regret.Evaluate(t.Context(), c.make(), ply.Limits{}, new(regret.Strategy[int])); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: Evaluate: %v", c.name, err)
		}
		want := strings.TrimSuffix(c.want, " [0 0 1 0]") // another line may be the first
		if _, err := regret.ExternalSampling(t.Context(), c.make(), ply.Limits{}, nil, regret.Options[int]{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: ExternalSampling: %v", c.name, err)
		}
	}
	if _, err := regret.CFRPlus(t.Context(), shortMemory{new(Kuhn)}, ply.Limits{}, 0, regret.Options[int]{}); err == nil || !strings.Contains(err.Error(), "perfect recall") {
		t.Error(err)
	}
	var fault *ply.GamePanic
	if _, err := regret.CFRPlus(t.Context(), panicking{new(testgames.Monty)}, ply.Limits{}, 0, regret.Options[int]{}); !errors.As(err, &fault) {
		t.Error(err)
	}
}

// shortMemory remembers only the last bet: the first player does not know whether it has passed.
type shortMemory struct{ *Kuhn }

func (g shortMemory) AppendInformation(dst []byte, player int) []byte {
	if key := g.Kuhn.AppendInformation(nil, player); len(key) > 0 {
		return append(dst, key[0])
	}
	return dst
}

func TestOptions(t *testing.T) {
	for _, c := range []struct {
		opt  regret.Options[int]
		want string
	}{
		{regret.Options[int]{Memory: -1}, "Memory"},
	} {
		_, err1 := regret.CFRPlus(t.Context(), new(Kuhn), ply.Limits{}, 0, c.opt)
		_, err2 := regret.ExternalSampling(t.Context(), new(Kuhn), ply.Limits{}, nil, c.opt)
		for _, err := range []error{err1, err2} {
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s: error %v", c.want, err)
			}
		}
	}
	for _, exploitability := range []float64{-1, math.NaN()} {
		if _, err := regret.CFRPlus(t.Context(), new(Kuhn), ply.Limits{}, exploitability, regret.Options[int]{}); err == nil || !strings.Contains(err.Error(), "exploitability") {
			t.Errorf("exploitability %v: error %v", exploitability, err)
		}
	}
	for want, limits := range map[string]ply.Limits{
		"regret: Limits.Nodes is -1":  {Nodes: -1},
		"regret: Limits.Time is -1ns": {Time: -1},
	} {
		_, err1 := regret.CFRPlus(t.Context(), new(Kuhn), limits, 0, regret.Options[int]{})
		_, err2 := regret.ExternalSampling(t.Context(), new(Kuhn), limits, nil, regret.Options[int]{})
		_, err3 := regret.Evaluate(t.Context(), new(Kuhn), limits, new(regret.Strategy[int]))
		for _, err := range []error{err1, err2, err3} {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: error %v", want, err)
			}
		}
	}
	if _, err := regret.ExternalSampling(t.Context(), new(Kuhn), ply.Limits{}, (*rand.PCG)(nil), regret.Options[int]{}); err == nil {
		t.Error("a nil source")
	}
	if _, err := regret.Evaluate[*Kuhn, int](t.Context(), new(Kuhn), ply.Limits{}, nil); err == nil {
		t.Error("no policy")
	}
	if _, err := regret.Evaluate(t.Context(), new(Kuhn), ply.Limits{}, wrongPolicy{}); err == nil {
		t.Error("a policy that is no distribution")
	}
}

type wrongPolicy struct{}

func (wrongPolicy) AppendPolicy(dst []float64, _ int, _ []byte, _ []int) []float64 {
	return append(dst, 0.9, 0.2)
}

func TestChoose(t *testing.T) {
	r, err := regret.CFRPlus(t.Context(), new(Kuhn), ply.Limits{Nodes: 500}, 0, regret.Options[int]{})
	if err != nil {
		t.Fatal(err)
	}
	g, random, bets := new(Kuhn), rand.New(rand.NewPCG(1, 2)), 0
	if _, err := r.Strategy.Choose(g, random); err == nil {
		t.Error("a move in a position of chance")
	}
	g.Play(1)
	g.Play(0)
	g.Play(pass)
	for range 3000 {
		m, err := r.Strategy.Choose(g, random)
		if err != nil {
			t.Fatal(err)
		}
		bets += m
	}
	if bets < 850 || bets > 1150 { // 1000 of 3000, and five deviations
		t.Errorf("%d bets", bets)
	}
	g.Play(pass)
	if _, err := r.Strategy.Choose(g, random); err == nil {
		t.Error("a move in a finished position")
	}
	if p := r.Strategy.AppendPolicy(nil, 0, []byte("unheard of"), []int{1, 2, 3, 4}); fmt.Sprint(p) != "[0.25 0.25 0.25 0.25]" {
		t.Error(p)
	}
}

// Corridor is a line of many moves for one player.
type corridor struct{ length, at int }

func (g *corridor) Moves(dst []int) []int {
	if g.at == g.length {
		return dst
	}
	return append(dst, 0)
}
func (g *corridor) Play(int)         { g.at++ }
func (g *corridor) Undo(int)         { g.at-- }
func (g *corridor) ToMove() int      { return 0 }
func (g *corridor) Players() int     { return 1 }
func (g *corridor) Outcomes(v []int) { v[0] = 7 }
func (g *corridor) Acyclic() bool    { return true }
func (g *corridor) AppendInformation(dst []byte, _ int) []byte {
	return append(dst, byte(g.at), byte(g.at>>8), byte(g.at>>16))
}

func TestLongLines(t *testing.T) {
	g := &corridor{length: long.Or(1_000_000, 100_000)}
	r, err := regret.CFRPlus(t.Context(), g, ply.Limits{Nodes: 1}, 0, regret.Options[int]{})
	if err != nil || r.Values[0] != 7 || g.at != 0 {
		t.Error(r.Values, err)
	}
	r, err = regret.ExternalSampling(t.Context(), g, ply.Limits{Nodes: 1}, nil, regret.Options[int]{})
	if err != nil || r.Information != g.length || g.at != 0 {
		t.Error(r.Information, err)
	}
}

// Once all information sets are met, iterations allocate nothing.
func TestAllocations(t *testing.T) {
	allocations := func(search func(n int)) float64 {
		few := testing.AllocsPerRun(3, func() { search(300) })
		return testing.AllocsPerRun(3, func() { search(2300) }) - few
	}
	if n := allocations(func(n int) {
		_, _ = regret.CFRPlus(t.Context(), new(Kuhn), ply.Limits{Nodes: n}, 0, regret.Options[int]{})
	}); n > 5 {
		t.Errorf("CFRPlus: %v allocations in 2000 iterations", n)
	}
	if n := allocations(func(n int) {
		_, _ = regret.ExternalSampling(t.Context(), new(Kuhn), ply.Limits{Nodes: n}, nil, regret.Options[int]{})
	}); n > 5 {
		t.Errorf("ExternalSampling: %v allocations in 2000 iterations", n)
	}
}

func BenchmarkCFRPlusKuhn(b *testing.B) {
	for b.Loop() {
		if _, err := regret.CFRPlus(b.Context(), new(Kuhn), ply.Limits{Nodes: 1000}, 0, regret.Options[int]{}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkExternalSamplingKuhn(b *testing.B) {
	for b.Loop() {
		if _, err := regret.ExternalSampling(b.Context(), new(Kuhn), ply.Limits{Nodes: 1000}, nil, regret.Options[int]{}); err != nil {
			b.Fatal(err)
		}
	}
}
