package joint

import (
	"cmp"
	"fmt"
	"math/rand/v2"

	"github.com/ply-search/ply/internal/sampling"
)

// A Selection is the rule by which players choose moves in the tree.
type Selection uint8

const (
	// RegretMatching chooses moves in proportion to their regret (Hart and Mas-Colell 2000; in trees Lanctot, Lisý and
	// Winands 2013): how much better a move would have been than the strategy, by the mean results of joint moves, but
	// never less than 0, and the later a strategy was played the more it counts in the average (as in CFR+, Tammelin
	// 2014). Now and then a player explores: it chooses any move. It is not counted in positions before, nor by the
	// others, and so does not distort the strategies.
	RegretMatching Selection = iota

	// UCT chooses the move with the greatest upper bound of its mean result, as if there were no other players
	// (decoupled UCT; Finnsson and Björnsson 2008). The strategy is the share of the simulations.
	UCT

	// Exp3 chooses moves with weights that grow exponentially with their results, each divided by the probability with
	// which the move was chosen (Auer, Cesa-Bianchi, Freund and Schapire 2002). The strategy is the average of the weights
	// over the simulations.
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

	// Exploration is how much is explored. For RegretMatching it is the part of the choices that explore, up to 1; 0 means 0.4.
	// For UCT it is the constant C of the term C·√(ln N / n), where results are between 0 and 1, and for Exp3 the constant of
	// the part C·√(K ln K / N) of the choices that are uniform, among K moves after N simulations; 0 means 1 for both.
	Exploration float64

	// Scale is the outcome that counts as a full win; smaller ones count in proportion, and greater ones as much. 0 means
	// that every win is a full win.
	Scale int

	// MaxLength ends a playout when the line has this number of joint moves, counted from the root, as a draw. 0 means no
	// limit for a game that declares itself [ply.Acyclic], and 10 000 for others.
	MaxLength int

	// Memory limits the memory of the tree in bytes, approximately. 0 means 256 MiB. Memory is allocated as it is
	// needed. When it is used up, the tree stops growing.
	Memory int64

	// Workers is the number of goroutines that search, up to 1024. 0 means 1. Each grows a separate tree, and their
	// strategies are averaged: the strategy of one tree fluctuates, and the average of several is closer to an equilibrium
	// than each of them. They share the limits on simulations and memory. More than one need a game that is a [ply.Cloner].
	Workers int

	// Random is the source of randomness. Nil means a PCG seeded with 0. The same seed gives the same result, if time and
	// the context do not end the search. A single worker reads it as long as the tree is searched; of several, each has a
	// source that is seeded from it by [New].
	Random rand.Source

	// Progress, if not nil, is called about ten times a second with the result found so far, whose Status is
	// [ply.InProgress], and once at the end of a search that does not fail, with the result. It is called on the
	// goroutine that called Search, while no worker is at work.
	Progress func(Result[M])
}

func (o Options[M]) withDefaults() (Options[M], error) {
	switch {
	case o.Selection >= selections:
		return o, fmt.Errorf("joint: no selection has the number %d", o.Selection)
	case o.Selection == RegretMatching && o.Exploration > 1:
		return o, fmt.Errorf("joint: Exploration is %v, want up to 1 for regret matching", o.Exploration)
	}
	if err := cmp.Or(sampling.CheckTree(o.Exploration, o.Scale, o.MaxLength, o.Memory), sampling.Resolve(&o.Workers, &o.Random)); err != nil {
		return o, fmt.Errorf("joint: %w", err)
	}
	o.Exploration = cmp.Or(o.Exploration, [...]float64{0.4, 1, 1}[o.Selection])
	return o, nil
}
