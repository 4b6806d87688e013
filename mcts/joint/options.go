package joint

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/ply-search/ply/checkpoint"
	"github.com/ply-search/ply/internal/sampling"
	"github.com/ply-search/ply/internal/saved"
)

// A Selection is the rule by which players choose moves in the tree.
type Selection uint8

const (
	// RegretMatching chooses each move with probability proportional to its regret (Hart and Mas-Colell 2000; in trees
	// Lanctot, Lisý and Winands 2013). In each simulation of a position, the regret of a move increases by the mean
	// result of the move, and decreases by the mean result of the player's strategy. Both means are against the moves
	// that the other players chose in this simulation: they are computed from all simulations in which the other
	// players chose these moves. A regret below 0 is set to 0. The strategy that a search returns is the average of the
	// strategies in all simulations, with more weight for later ones (as in CFR+, Tammelin 2014).
	//
	// With probability [Options].Exploration, a player explores, that is, chooses a uniformly random move. To keep
	// exploration from distorting the strategies, the other players in this position, and all players in earlier
	// positions, do not learn from such a simulation.
	RegretMatching Selection = iota

	// UCT chooses the move with the greatest upper bound of its mean result, ignoring other players (decoupled UCT;
	// Finnsson and Björnsson 2008). The probability of a move in the strategy is the share of the simulations that chose
	// the move.
	UCT

	// Exp3 chooses moves with probabilities exponential in the sum of their results, each result divided by the
	// probability with which the move was chosen (Auer, Cesa-Bianchi, Freund and Schapire 2002). The strategy is the
	// average of these probabilities over the simulations.
	Exp3

	selections
)

// String returns "regret matching", "UCT" or "Exp3".
func (s Selection) String() string {
	if s >= selections {
		return fmt.Sprintf("Selection(%d)", uint8(s))
	}
	return [...]string{"regret matching", "UCT", "Exp3"}[s]
}

// Options configure a tree. The zero value is [RegretMatching] with its usual exploration.
type Options[M comparable] struct {
	// Selection is the rule by which players choose moves in the tree.
	Selection Selection

	// Exploration depends on the Selection:
	//
	//   - RegretMatching: the probability, up to 1, that a player explores. 0 means 0.4.
	//   - UCT: the constant C of the term C·√(ln N / n), for a move chosen in n of N simulations. Results are from
	//     0 to 1. 0 means C = 1.
	//   - Exp3: the constant C of the probability C·√(K ln K / N), at most 1, of a uniformly random choice among K
	//     moves after N simulations. 0 means C = 1.
	Exploration float64

	// Scale is the outcome that counts as a full win. An outcome between -Scale and Scale counts proportionally. 0 means
	// that every positive outcome is a full win and every negative one a full loss.
	Scale int

	// MaxLength ends a playout as a draw after this number of joint moves from the root. 0 means no limit for a
	// [ply.Acyclic] game, and 10 000 for others.
	MaxLength int

	// Memory limits the memory of the tree in bytes, approximately. 0 means 256 MiB. A full tree stops growing.
	Memory int64

	// Workers is the number of goroutines, up to 1024. 0 means 1. Each worker grows a separate tree, and the strategies
	// of all trees are averaged; the average is closer to an equilibrium than the strategy of one tree. Limits apply to
	// all workers together. With more than one worker, the game must be a [ply.Cloner].
	Workers int

	// Checkpoint, if not nil, stores the state of a search by the function [Search]: the tree, the number of
	// simulations and the time used. [checkpoint.File] is the usual store. A search that continues from a stored state
	// has the same statistics as an uninterrupted search, bit by bit. The interrupted search and each search that
	// continues it are called runs. The limits may differ from one run to the next; they apply to the total simulations
	// and time of all runs. With one worker, the state of Random is stored, too, so Random must have the methods
	// MarshalBinary and UnmarshalBinary.
	//
	// When a limit or the context ends a run, the simulations in progress are completed first. While a state of more
	// than 16 MB is written, the search needs additional memory, up to the size of the tree.
	//
	// For a [Tree], use [Tree.Save] and [Tree.Load] instead: [New] returns an error if Checkpoint is set. Tree.Load
	// also reads the states that Search has stored.
	Checkpoint checkpoint.Store

	// Random is the source of randomness. Nil means a PCG seeded with 0. The same seed gives the same result, unless time
	// or the context ends the search. A single worker reads Random during the search. For several workers, [New] draws
	// from Random the seed of a separate source for each worker.
	Random rand.Source

	// Progress, if not nil, is called on the caller's goroutine while no worker runs: about ten times a second with the
	// result so far and Status [ply.InProgress], and once with the final result unless the search returns an error.
	Progress func(Result[M])
}

func (o Options[M]) withDefaults() (Options[M], error) {
	switch {
	case o.Selection >= selections:
		return o, fmt.Errorf("joint: no selection has the number %d", o.Selection)
	case !saved.IsOff(o.Checkpoint):
		return o, errors.New("joint: Checkpoint is set, which is for the function Search: a Tree has Save and Load")
	case o.Selection == RegretMatching && o.Exploration > 1:
		return o, fmt.Errorf("joint: Exploration is %v, want up to 1 for regret matching", o.Exploration)
	}
	if err := cmp.Or(sampling.CheckTree(o.Exploration, o.Scale, o.MaxLength, o.Memory), sampling.Resolve(&o.Workers, &o.Random)); err != nil {
		return o, fmt.Errorf("joint: %w", err)
	}
	o.Exploration = cmp.Or(o.Exploration, [...]float64{0.4, 1, 1}[o.Selection])
	return o, nil
}
