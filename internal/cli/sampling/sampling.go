// Package sampling holds code shared by commands of games that are played with package mcts. It reads players from text.
package sampling

import (
	"fmt"
	"math/rand/v2"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/mcts"
)

// Upper bounds of the settings of a player.
const (
	MostSimulations = 1_000_000_000
	MostWeight      = 1e9
)

// Help is the help text on the description of players. Games append lines on their additional settings.
const Help = `A player is a kind followed by settings, separated by commas, as in uct,sims=1000,k=0.25 or
rave,sims=1000,r=50,k=0. Kinds:
  uct        the bandit of Hoeffding (k=0.25)
  bernstein  the bandit of Bernstein (k=0.01)
  tuned      UCB1-Tuned (k=1)
  rave       uct with RAVE (k=0)
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
  history=H  weight of what a move has led to anywhere (progressive history)
  playouts=N playouts of each simulation, whose mean counts (1)
  uniform    playouts of the search instead of the game's own; these can learn by
  replies=N    the last good reply to one move or two
  grams=N      mean results of moves (1), and of sequences up to 3 (heat=T: drawn by Gibbs; usually greedy)
  expand=N   a position gets into the tree after N simulations (1)
  solver     prove values
  threads=N  goroutines that share a tree
  memory=MB  bound on the memory of the tree`

// A Player holds the search options and the limits per move of one side.
type Player[M comparable] struct {
	Options mcts.Options[M]
	Limits  ply.Limits
	Random  bool // random moves, no search
}

// Read reads the settings described in Help. rave is the default weight of RAVE. Errors are returned by s.Finish.
func Read[M comparable](s *cli.Spec, rave float64) Player[M] {
	p := Player[M]{Options: mcts.Options[M]{NoSolver: true}}
	k := func(usual float64) float64 { return s.Number("k", usual, MostWeight) }
	switch s.Kind {
	case "uct":
		p.Options.Bandit = Hoeffding(k(0.25))
	case "bernstein":
		p.Options.Bandit = mcts.Greedy{}
		if constant := k(0.01); constant != 0 {
			p.Options.Bandit = mcts.Bernstein{K: constant}
		}
	case "tuned":
		p.Options.Bandit = mcts.Tuned{C: k(1)}
	case "rave", "grave":
		p.Options.Bandit = Hoeffding(k(0))
		p.Options.RAVE.Weight = s.Number("r", rave, MostWeight)
		if s.Kind == "grave" {
			p.Options.RAVE.Reference = s.Whole("ref", 50, MostSimulations)
		}
	case "random":
		p.Random = true
		return p
	default:
		s.Fail(fmt.Errorf("unknown kind %q, want uct, bernstein, tuned, rave, grave or random", s.Kind))
		return p
	}
	p.Limits.Nodes = s.Whole("sims", 0, MostSimulations)
	p.Limits.Time = s.Duration("time")
	if p.Limits == (ply.Limits{}) {
		p.Limits.Nodes = 1000
	}
	p.Options.FirstPlay = s.NumberOrInf("fpu", 0, MostWeight)
	p.Options.Widening = mcts.Widening{Factor: s.Number("q", 0, MostWeight), Power: s.Number("p", 0, MostWeight)}
	p.Options.History = s.Number("history", 0, MostWeight)
	p.Options.Leaf = mcts.Playouts{
		N:        s.Whole("playouts", 0, MostSimulations),
		Uniform:  s.Flag("uniform"),
		Replies:  s.Whole("replies", 0, 2),
		Averages: mcts.Averages{Length: s.Whole("grams", 0, 3), Temperature: s.Number("heat", 0, MostWeight)},
	}
	p.Options.ExpandAfter = s.Whole("expand", 0, MostSimulations)
	p.Options.NoSolver = !s.Flag("solver")
	p.Options.Workers = s.Whole("threads", 1, cli.MaxWorkers)
	p.Options.Memory = int64(s.Whole("memory", 0, cli.MostEntries(1<<20))) << 20
	return p
}

// Check returns an error if the options are inconsistent. try makes a tree with the options; it is not called for random
// players, which need no tree.
func (p *Player[M]) Check(try func() error) error {
	if p.Random {
		return nil
	}
	return try()
}

// Choose returns the player's move: the only legal move, the result of search, or a random move.
func (p *Player[M]) Choose(g ply.Game[M], random *rand.Rand,
	search func(mcts.Options[M]) (mcts.Result[M], error)) (M, error) {
	switch moves := g.Moves(nil); {
	case len(moves) == 1:
		return moves[0], nil
	case p.Random:
		return moves[random.IntN(len(moves))], nil
	}
	opt := p.Options
	opt.Random = random
	r, err := search(opt)
	return r.Move, err
}

// Hoeffding returns the bandit with the exploration constant k. If k is 0, it does not explore.
func Hoeffding(k float64) mcts.Bandit {
	if k == 0 {
		return mcts.Greedy{}
	}
	return mcts.Hoeffding{K: k}
}
