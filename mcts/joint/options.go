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
	// RegretMatching chooses moves in proportion to their regret (Hart and Mas-Colell 2000; in trees Lanctot, Lisý and
	// Winands 2013): how much better a move would have been than the strategy, by the mean results of joint moves, but never
	// less than 0. Later strategies count more in the average (as in CFR+, Tammelin 2014). Sometimes a player explores: it
	// chooses any move. This does not count in earlier positions, nor for others, so it does not distort strategies.
	RegretMatching Selection = iota

	// UCT chooses the move with the greatest upper bound of its mean result, ignoring other players (decoupled UCT;
	// Finnsson and Björnsson 2008). The strategy is the share of the simulations.
	UCT

	// Exp3 chooses moves with weights exponential in their results, each divided by the probability of the choice
	// (Auer, Cesa-Bianchi, Freund and Schapire 2002). The strategy is the average of the weights over the simulations.
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

// Options configure a tree. The zero value is regret matching with its usual exploration.
type Options[M comparable] struct {
	// Selection is the rule by which moves are chosen in the tree.
	Selection Selection

	// Exploration for RegretMatching is the part of the choices that explore, up to 1; 0 means 0.4. For UCT it is the
	// constant C of the term C·√(ln N / n), with results between 0 and 1, and for Exp3 the constant of the part C·√(K
	// ln K / N) of uniform choices among K moves after N simulations; 0 means 1 for both.
	Exploration float64

	// Scale is the outcome that counts as a full win; smaller ones count proportionally. 0 means that every win is full.
	Scale int

	// MaxLength ends a playout as a draw after this number of joint moves from the root. 0 means no limit for a
	// [ply.Acyclic] game, and 10 000 for others.
	MaxLength int

	// Memory limits the bytes of the tree, approximately. 0 means 256 MiB. A full tree stops growing.
	Memory int64

	// Workers is the number of goroutines, up to 1024. 0 means 1. Each grows a separate tree, and the strategies are
	// averaged, which comes closer to an equilibrium. They share all limits. Several need a [ply.Cloner].
	Workers int

	// Checkpoint, if not nil, keeps the state of the function [Search]: the tree and the counts. [checkpoint.File] is the usual
	// one. A resumed search has the statistics of an uninterrupted search, bit by bit. Limits may differ between the runs; they
	// count the simulations and the time of all. A single worker sets the state of Random, which must have MarshalBinary and
	// UnmarshalBinary. Simulations are completed when the search ends. While a state of more than 16 MB is written, the search
	// takes up to the memory of the tree in addition. [New] returns an error if Checkpoint is set: a Tree has Save and Load,
	// which reads these states, too.
	Checkpoint checkpoint.Store

	// Random is the source of randomness. Nil means a PCG seeded with 0. The same seed gives the same result, unless time or
	// the context ends the search. A single worker reads it while searching; several have sources that [New] seeds from it.
	Random rand.Source

	// Progress, if not nil, is called on the caller's goroutine while no worker runs: about ten times a second with
	// the result so far and Status [ply.InProgress], and once with the final result unless the search fails.
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
