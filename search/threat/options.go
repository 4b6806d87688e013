package threat

import (
	"fmt"
	"slices"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/dependency"
	"github.com/ply-search/ply/transposition"
)

// Options configure a search. The zero value finds immediate wins, without threats.
type Options[M comparable] struct {
	// Threat bounds the threats of the attacker. The search asks the game for moves of up to one order more.
	Threat Threat

	// ProofNumbers searches by depth-first proof-number search; with [Lambda] as the threat, this is lambda df-pn
	// (Yoshizoe, Kishimoto and Müller 2007). It prefers positions with the fewest replies left to refute, and needs far
	// fewer nodes if many moves fail. If the threat is bounded and small, the search in the order of the threats takes
	// less time for each node. The pass that verifies a threat counts as the first reply.
	//
	// The game must be a [ply.Hasher].
	ProofNumbers bool

	// Widening searches first for wins by threats of order 1 alone, then by threats up to order 2, and so on (iterative
	// widening, Cazenave 2004). It finds simple wins sooner, and their traces are smaller. Its findings are kept in Table.
	Widening bool

	// AllMoves finds all winning moves of the side to move, among those that the search tries, instead of one.
	AllMoves bool

	// Changes, at most 100, is the number of moves elsewhere that the trace of a win withstands: if up to Changes moves,
	// of either side, change no cell of the trace, the goal is still won. Greater numbers take more time and give larger
	// traces. 0 suits searches for moves only; the trace is then only an explanation.
	Changes int

	// Table stores findings about positions, 24 bytes each with moves of up to 4 bytes, and 32 with moves of 8. The game
	// must be a [ply.Hasher]. The table may be kept for further searches for the same goal, from any position and with any
	// options, and for other goals if the game's hash distinguishes them. Nil means none or, with ProofNumbers, a table of
	// 64 MiB for this search.
	Table *transposition.Table

	// MaxDepth is the greatest number of moves of both sides in a line, including passes; longer lines count as not won. 0
	// means no limit, which needs an acyclic game ([ply.Acyclic]) or a Threat without [Unlimited] numbers.
	MaxDepth int

	// Progress, if not nil, is called about ten times a second with the result so far, whose Status is [ply.InProgress],
	// and once more with the final result, unless the search returns an error. It must not play on the game.
	Progress func(Result[M])
}

const maxChanges = 100

func (o *Options[M]) check(g Game[M]) error {
	if err := o.Threat.check(); err != nil {
		return fmt.Errorf("threat: %w", err)
	}
	switch {
	case o.Changes < 0 || o.Changes > maxChanges:
		return fmt.Errorf("threat: Changes is %d, want a number of moves up to %d", o.Changes, maxChanges)
	case o.MaxDepth < 0:
		return fmt.Errorf("threat: MaxDepth is %d, want a number of moves or 0 for no limit", o.MaxDepth)
	}
	if _, ok := g.(ply.Hasher); !ok && (o.Table != nil || o.ProofNumbers) {
		return fmt.Errorf("threat: a search with a table needs a ply.Hasher, which %T is not", g)
	}
	if a, ok := g.(ply.Acyclic); o.MaxDepth == 0 && slices.Contains(o.Threat, Unlimited) && (!ok || !a.Acyclic()) {
		return fmt.Errorf("threat: unlimited threats need MaxDepth: %w", ply.ErrCyclic)
	}
	return nil
}

// A Result is the result of a search. Status is [ply.Complete] if the search was not cut short. Nodes counts the
// positions searched, including the start, and those after passes.
type Result[M comparable] struct {
	ply.Report

	// Won reports whether the attacker reaches the goal by the threats of the options against any defence, which is
	// certain. If Won is false and the search is complete, the attacker does not reach the goal by these threats and by
	// the moves that the game lists; other ways are possible.
	Won bool

	// Moves are the successful moves of the side to move: the winning move of the attacker, or, if Won is false, the move
	// of the defender that prevents it; with [Options.AllMoves] all of them. Moves is empty if that side fails, if the
	// goal is reached or lost, and if the defender need not move to prevent it. After an early end, they belong to Threat.
	Moves []M

	// Trace is the set of cells on which the win depends ([Options.Changes]), empty if Won is false.
	Trace dependency.Trace

	// Threat is the part of the options' threat that sufficed to win; if Won is false, the greatest part searched
	// completely. With [Options.Widening] it can be less than the whole, and is nil if nothing was searched completely.
	Threat Threat
}

// Move returns the first of Moves, and false if Moves is empty.
func (r Result[M]) Move() (M, bool) {
	if len(r.Moves) == 0 {
		var none M
		return none, false
	}
	return r.Moves[0], true
}
