package infoset

import (
	"cmp"
	"fmt"
	"math/rand/v2"

	"github.com/ply-search/ply/internal/sampling"
)

// Options configure a search. The zero value is [MultipleObserver] search with its usual exploration.
type Options[M comparable] struct {
	// View sets which positions share statistics.
	View View

	// Exploration is the constant C of the bonus C·√(ln(1+a) / n). The score of a move is its mean result, which is
	// from 0 to 1, plus this bonus. n is the number of simulations that chose the move, and a the number of simulations
	// in which the move was legal. In both numbers, each simulation counts with the weight of the position drawn for it
	// ([ply.Determinizer]). If Exploration is 0, C is 0.7.
	Exploration float64

	// Draws is the number of positions that [Determinized] draws and searches. 0 means 40. With other views, which draw a
	// position for each simulation, Draws must be 0.
	Draws int

	// Scale is the outcome that counts as a full win. An outcome between -Scale and Scale counts proportionally. 0 means
	// that every positive outcome is a full win and every negative one a full loss.
	Scale int

	// MaxLength ends a playout as a draw after this number of moves from the root. 0 means no limit for a [ply.Acyclic]
	// game, and 10 000 for others.
	MaxLength int

	// Memory limits the memory of the tree in bytes, approximately. 0 means 256 MiB. A full tree stops growing.
	Memory int64

	// Workers is the number of goroutines, up to 1024. 0 means 1. Each worker grows separate trees, for the positions that
	// it draws, and the statistics of the moves at the root are added up. The limits, Memory and Draws are divided among
	// the workers.
	Workers int

	// Random is the source of randomness. Nil means a PCG seeded with 0. The same seed gives the same result, unless time
	// or the context ends the search.
	Random rand.Source

	// Progress, if not nil, is called on the caller's goroutine while no worker runs: about ten times a second with the
	// result so far and Status [ply.InProgress], and once with the final result unless the search returns an error.
	Progress func(Result[M])

	only []M // the moves of the root that are searched; nil for all
}

// A View sets which positions share statistics.
type View uint8

const (
	// MultipleObserver shares the statistics of the player to move among all positions in which this player has the same
	// information (MO-ISMCTS).
	MultipleObserver View = iota

	// SingleObserver shares the statistics of all players among the positions in which the player at the root has the
	// same information and the same player is to move (SO-ISMCTS with partially observable moves).
	SingleObserver

	// Determinized shares no statistics: each drawn position has a separate tree of perfect information. The trees vote:
	// their statistics of the moves at the root are added up, each tree with the weight of its position
	// ([ply.Determinizer]).
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
