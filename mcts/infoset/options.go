package infoset

import (
	"cmp"
	"fmt"
	"math/rand/v2"

	"github.com/ply-search/ply/internal/sampling"
)

// Options configure a search. The zero value is multiple-observer search with its usual exploration.
type Options[M comparable] struct {
	// View sets which positions share statistics.
	View View

	// Exploration is the constant C of the term C·√(ln a / n) that is added to a move's mean result, between 0 and 1,
	// where n is how often the move was chosen and a how often it was available, by weight. 0 means 0.7.
	Exploration float64

	// Draws is the number of positions of Determinized. 0 means 40. Other views, which draw for each simulation, exclude it.
	Draws int

	// Scale is the outcome that counts as a full win; smaller ones count proportionally. 0 means that every win is full.
	Scale int

	// MaxLength ends a playout as a draw after this number of moves. 0 means no limit for a [ply.Acyclic] game, else 10 000.
	MaxLength int

	// Memory limits the bytes of the tree, approximately. 0 means 256 MiB. A full tree stops growing.
	Memory int64

	// Workers is the number of goroutines, up to 1024. 0 means 1. Each grows separate trees, for its draws, so nodes
	// need no locks; their simulations are added up at the root. They share all limits, and Draws.
	Workers int

	// Random is the source of randomness. Nil means a PCG seeded with 0. Equal seeds give equal results without time limits.
	Random rand.Source

	// Progress, if not nil, is called on the caller's goroutine while no worker runs: about ten times a second with
	// the result so far and Status [ply.InProgress], and once with the final result unless the search fails.
	Progress func(Result[M])

	only []M // the moves of the root that are searched; nil for all
}

// A View sets which positions share statistics.
type View uint8

const (
	// MultipleObserver shares a player's statistics among positions with the same information for it (MO-ISMCTS).
	MultipleObserver View = iota

	// SingleObserver shares all statistics among positions in which the player at the root has the same information
	// and the same player is to move (SO-ISMCTS with partially observable moves).
	SingleObserver

	// Determinized shares nothing: drawn positions have separate trees of perfect information, which vote by weight.
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
