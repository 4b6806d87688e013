package main

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/ply-search/ply/arena"
	"github.com/ply-search/ply/examples/havannah/havannah"
	"github.com/ply-search/ply/examples/internal/cli"
	"github.com/ply-search/ply/mcts"
)

// Bounds of what a player is made of.
const (
	mostSimulations = 1_000_000_000
	mostWeight      = 1e9
)

// A player is what plays one side: a way to search and how long.
type player struct {
	options mcts.Options[havannah.Cell]
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
  grave      rave with RAVE of a position that saw this number of simulations (ref=50)
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
	p := player{options: mcts.Options[havannah.Cell]{NoSolver: true}}
	r := reader{values: values}
	k := func(usual float64) float64 { return r.number("k", usual) }
	switch fields[0] {
	case "uct":
		p.options.Bandit = hoeffding(k(0.25))
	case "bernstein":
		p.options.Bandit = mcts.Greedy{}
		if constant := k(0.01); constant != 0 {
			p.options.Bandit = mcts.Bernstein{K: constant}
		}
	case "tuned":
		p.options.Bandit = mcts.Tuned{C: k(1)}
	case "rave", "grave":
		p.options.Bandit = hoeffding(k(0))
		p.options.RAVE = r.number("r", 50)
		if fields[0] == "grave" {
			p.options.GRAVE = r.whole("ref", 50, mostSimulations)
		}
	case "random":
		p.random = true
	default:
		return p, fmt.Errorf("player %q: unknown kind %q, want uct, bernstein, tuned, rave, grave or random", spec, fields[0])
	}
	if !p.random {
		p.limits.MaxSimulations = r.whole("sims", 0, mostSimulations)
		p.limits.MaxTime = r.duration("time")
		if p.limits == (mcts.Limits{}) {
			p.limits.MaxSimulations = 1000
		}
		p.options.FirstPlay = r.number("fpu", 0)
		p.options.WideningFactor, p.options.WideningPower = r.number("q", 0), r.number("p", 0)
		p.options.Decisive = r.flag("decisive")
		p.options.NoSolver = !r.flag("solver")
		p.options.Workers = r.whole("threads", 1, cli.MaxWorkers)
		p.options.MaxMemory = r.whole("memory", 0, cli.MostEntries(1<<20)) << 20
	}
	if err := r.finish(); err != nil {
		return p, fmt.Errorf("player %q: %w", spec, err)
	}
	// Whether the options go together is for the search to say, which is asked once here.
	g, err := havannah.New(havannah.MinSize)
	if err == nil && !p.random {
		_, err = mcts.New(g, p.options)
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

// number reads a number from 0 on.
func (r *reader) number(key string, usual float64) float64 {
	text, ok := r.take(key)
	if !ok {
		return usual
	}
	if key == "fpu" && text == "inf" {
		return math.Inf(1)
	}
	return parse(r, key, text, cli.Range[float64]{Most: mostWeight})
}

// whole reads a whole number from 0 to most.
func (r *reader) whole(key string, usual, most int) int {
	text, ok := r.take(key)
	if !ok {
		return usual
	}
	return parse(r, key, text, cli.Range[int]{Most: most})
}

// parse reads a value of a range and remembers the error.
func parse[T any](r *reader, key, text string, in interface{ Parse(string) (T, error) }) T {
	x, err := in.Parse(text)
	if err != nil {
		r.err = cmp.Or(r.err, fmt.Errorf("%s=%s: %w", key, text, err))
	}
	return x
}

func (r *reader) duration(key string) time.Duration {
	text, ok := r.take(key)
	if !ok {
		return 0
	}
	return parse(r, key, text, cli.Range[time.Duration]{Least: time.Microsecond, Most: cli.LongTime})
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
func (p player) player() arena.Player[*havannah.Game, havannah.Cell] {
	return func(ctx context.Context, g *havannah.Game, random *rand.Rand) (havannah.Cell, error) {
		if p.random {
			moves := g.Moves(nil)
			return moves[random.IntN(len(moves))], nil
		}
		opt := p.options
		opt.Random = random
		r, err := mcts.Search(ctx, g, p.limits, opt)
		return r.Move, err
	}
}

// hoeffding returns the bandit of a constant, where 0 explores nothing.
func hoeffding(k float64) mcts.Bandit {
	if k == 0 {
		return mcts.Greedy{}
	}
	return mcts.Hoeffding{K: k}
}

// match plays games between two players on empty boards.
func match(ctx context.Context, size int, a, b player, opt arena.Options) (arena.Result, error) {
	opening := func(int, *rand.Rand) (*havannah.Game, error) { return havannah.New(size) }
	return arena.Match(ctx, opening, a.player, b.player, opt)
}
