package infoset

import (
	"cmp"
	"fmt"
	"math/rand/v2"

	"github.com/ply-search/ply/internal/sampling"
)

// Options configure a search. The zero value is multiple-observer search with its usual exploration.
type Options[M comparable] struct {
	// View tells which positions share statistics.
	View View

	// Exploration is the constant C of the term C·√(ln a / n) that is added to the mean result of a move, where results
	// are between 0 and 1, n is how often the move was chosen and a how often it could have been, by weight. 0 means 0.7.
	Exploration float64

	// Draws is the number of positions that Determinized draws. 0 means 40. It is an error with other views, which draw a
	// position for each simulation.
	Draws int

	// Scale is the outcome that counts as a full win; smaller ones count in proportion, and greater ones as much. 0 means
	// that every win is a full win.
	Scale int

	// MaxLength ends a playout when the line has this number of moves, counted from the root, as a draw. 0 means no limit
	// for a game that declares itself [ply.Acyclic], and 10 000 for others.
	MaxLength int

	// Memory limits the memory of the tree in bytes, approximately. 0 means 256 MiB. Memory is allocated as it is
	// needed. When it is used up, the tree stops growing.
	Memory int64

	// Workers is the number of goroutines that search, up to 1024. 0 means 1. Each grows separate trees, for positions
	// that it draws, and the simulations of all are added up at the root. That needs no locks in nodes that are found by
	// their keys; each worker draws other positions, and with Determinized the trees are apart anyway. Workers share the
	// limits on simulations and memory, and Draws.
	Workers int

	// Random is the source of randomness. Nil means a PCG seeded with 0. The same seed gives the same result, if time and
	// the context do not end the search.
	Random rand.Source

	// Progress, if not nil, is called about ten times a second with the result found so far, whose Status is
	// [ply.InProgress], and once at the end of a search that does not fail, with the result. It is called on the
	// goroutine that called Search, while no worker is at work.
	Progress func(Result[M])

	only []M // the moves of the root that are searched; nil for all
}

// A View tells which positions share statistics.
type View uint8

const (
	// MultipleObserver shares the statistics of a player's decision among all positions in which that player has the same
	// information (MO-ISMCTS).
	MultipleObserver View = iota

	// SingleObserver shares the statistics of all decisions among the positions in which the player at the root has the
	// same information and the same player is to move (SO-ISMCTS with partially observable moves).
	SingleObserver

	// Determinized shares nothing among the positions that are drawn: each has a tree of perfect information, and at the
	// end the trees vote with their simulations and their weights.
	Determinized

	views
)

// String returns "multiple observer", "single observer" or "determinized".
func (v View) String() string {
	if v >= views {
		return fmt.Sprintf("View(%d)", uint8(v))
	}
	return [...]string{"multiple observer", "single observer", "determinized"}[v]
}

const (
	usualDraws = 40
	mostDraws  = 1 << 20
)

func (o Options[M]) withDefaults() (Options[M], error) {
	switch {
	case o.View >= views:
		return o, fmt.Errorf("infoset: no view has the number %d", o.View)
	case o.Draws < 0 || o.Draws > mostDraws:
		return o, fmt.Errorf("infoset: Draws is %d, want a number up to %d, or 0", o.Draws, mostDraws)
	case o.Draws > 0 && o.View != Determinized:
		return o, fmt.Errorf("infoset: Draws is for Determinized: other views draw a position for each simulation")
	}
	if err := cmp.Or(sampling.CheckTree(o.Exploration, o.Scale, o.MaxLength, o.Memory), sampling.Resolve(&o.Workers, &o.Random)); err != nil {
		return o, fmt.Errorf("infoset: %w", err)
	}
	o.Exploration = cmp.Or(o.Exploration, 0.7)
	o.Draws = cmp.Or(o.Draws, usualDraws)
	return o, nil
}
