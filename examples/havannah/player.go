package main

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"time"

	"github.com/ply-search/ply/arena"
	"github.com/ply-search/ply/examples/havannah/havannah"
	"github.com/ply-search/ply/mcts"
)

// A player is what plays one side: a way to search and how long.
type player struct {
	options mcts.Options
	limits  mcts.Limits
	random  bool // moves are random
}

// specHelp explains how players are written.
const specHelp = `A player is written as a kind and what is special about it, apart by commas, as in uct,sims=1000,k=0.25 or
rave,sims=1000,r=50,k=0,decisive. Kinds:
  uct        the bandit of Hoeffding (k=0.25)
  bernstein  the bandit of Bernstein (k=0.01)
  tuned      UCB1-Tuned (k=1)
  rave       uct with RAVE (r=50, k=0)
  grave      rave with RAVE of a position that saw so many simulations (ref=50)
  random     random moves
What they take:
  sims=N     simulations for a move (1000 without a time)
  time=D     time for a move, such as 2s
  k=K        how much to explore
  r=R        weight of RAVE, in simulations
  ref=N      see grave
  fpu=X      score of a move not yet tried (0: try all moves once, as far as RAVE does not know better; inf: even then)
  q=Q p=P    look at Q*floor(m^P) moves after m simulations
  decisive   play moves that win at once, and those that keep the other side from it
  solver     prove values
  threads=N  goroutines that share a tree
  memory=MB  bound on the memory of the tree`

// parsePlayer reads a player.
func parsePlayer(spec string) (player, error) {
	fields := strings.Split(spec, ",")
	values := map[string]string{}
	for _, f := range fields[1:] {
		key, value, _ := strings.Cut(f, "=")
		if _, ok := values[key]; ok {
			return player{}, fmt.Errorf("player %q: %s is there twice", spec, key)
		}
		values[key] = value
	}
	p := player{options: mcts.Options{NoSolver: true}}
	r := reader{values: values}
	k := func(usual float64) float64 { return r.number("k", usual) }
	switch fields[0] {
	case "uct":
		p.options.Bandit = mcts.Hoeffding{K: k(0.25)}
	case "bernstein":
		p.options.Bandit = mcts.Bernstein{K: k(0.01)}
	case "tuned":
		p.options.Bandit = mcts.Tuned{C: k(1)}
	case "rave", "grave":
		p.options.Bandit = mcts.Hoeffding{K: k(0)}
		p.options.RAVE = r.number("r", 50)
		if fields[0] == "grave" {
			p.options.GRAVE = r.whole("ref", 50)
		}
	case "random":
		p.random = true
	default:
		return p, fmt.Errorf("player %q: unknown kind %q, want uct, bernstein, tuned, rave, grave or random", spec, fields[0])
	}
	if !p.random {
		p.limits.Simulations = r.whole("sims", 0)
		p.limits.Time = r.duration("time")
		if p.limits == (mcts.Limits{}) {
			p.limits.Simulations = 1000
		}
		p.options.FirstPlay = r.number("fpu", 0)
		p.options.WideningFactor, p.options.WideningPower = r.number("q", 0), r.number("p", 0)
		p.options.Decisive = r.flag("decisive")
		p.options.NoSolver = !r.flag("solver")
		p.options.Workers = r.whole("threads", 1)
		p.options.MaxMemory = r.whole("memory", 0) << 20
	}
	if err := r.finish(); err != nil {
		return p, fmt.Errorf("player %q: %w", spec, err)
	}
	// Whether the options go together is for the search to say, which is asked once here.
	g, err := havannah.New(havannah.MinSize)
	if err == nil && !p.random {
		_, err = mcts.New[havannah.Cell](g, p.options)
	}
	if err != nil {
		return p, fmt.Errorf("player %q: %w", spec, err)
	}
	return p, nil
}

// A reader reads values by their names and remembers the first error.
type reader struct {
	values map[string]string
	err    error
}

func (r *reader) take(key string) (string, bool) {
	value, ok := r.values[key]
	delete(r.values, key)
	return value, ok
}

func (r *reader) number(key string, usual float64) float64 {
	text, ok := r.take(key)
	if !ok {
		return usual
	}
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || !(x >= 0) || x > 1e9 && !(key == "fpu" && math.IsInf(x, 1)) {
		r.err = cmp.Or(r.err, fmt.Errorf("%s=%s: want a number of 0 or more", key, text))
	}
	return x
}

func (r *reader) whole(key string, usual int) int {
	x := r.number(key, float64(usual))
	if x != float64(int(x)) {
		r.err = cmp.Or(r.err, fmt.Errorf("%s=%v: want a whole number", key, x))
	}
	return int(x)
}

func (r *reader) duration(key string) time.Duration {
	text, ok := r.take(key)
	if !ok {
		return 0
	}
	d, err := time.ParseDuration(text)
	if err != nil || d <= 0 {
		r.err = cmp.Or(r.err, fmt.Errorf("%s=%s: want a time such as 500ms", key, text))
	}
	return d
}

func (r *reader) flag(key string) bool {
	text, ok := r.take(key)
	if ok && text != "" {
		r.err = cmp.Or(r.err, fmt.Errorf("%s=%s: want no value", key, text))
	}
	return ok
}

// finish returns the first error, or one that names what was not read.
func (r *reader) finish() error {
	for key := range r.values {
		r.err = cmp.Or(r.err, fmt.Errorf("unknown or out of place: %q", key))
	}
	return r.err
}

// player returns the player for a match.
func (p player) player() arena.Player[havannah.Cell, *havannah.Game] {
	return func(ctx context.Context, g *havannah.Game, random *rand.PCG) (havannah.Cell, error) {
		if p.random {
			moves := g.Moves(nil)
			return moves[rand.New(random).IntN(len(moves))], nil
		}
		opt := p.options
		opt.Random = random
		r, err := mcts.Search[havannah.Cell](ctx, g, p.limits, opt)
		return r.Move, err
	}
}

// match plays games between two players on empty boards.
func match(ctx context.Context, size int, a, b player, opt arena.Options) (arena.Result, error) {
	opening := func(int, *rand.PCG) (*havannah.Game, error) { return havannah.New(size) }
	return arena.Match(ctx, opening, a.player, b.player, opt)
}
