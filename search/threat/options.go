package threat

import (
	"fmt"
	"slices"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/dependency"
	"github.com/ply-search/ply/transposition"
)

// Options state the question of a search and choose its techniques. The zero value asks for wins at once, without threats.
type Options[M comparable] struct {
	// Threat bounds the threats that the attacker may make. Moves of one order more than the moves of the threat are
	// asked of the game.
	Threat Threat

	// ProofNumbers searches by depth-first proof-number search; with [Lambda] as the threat, that is lambda df-pn (Yoshizoe,
	// Kishimoto and Müller 2007). It looks where the fewest replies are left to refute, and leaves a move for another one as
	// soon as that looks better, so it needs far fewer nodes where many moves fail. Where the threat is bounded and small,
	// the search in the order of the threats has less to do for each node. The pass that verifies a threat is treated as the
	// first reply of the defender: only when it is proved, the other replies are known, those that its trace names.
	//
	// The game must be a [ply.Hasher].
	ProofNumbers bool

	// Widening searches first for wins by threats of order 1 alone, then by threats up to order 2, and so on
	// (iterative widening, Cazenave 2004). It finds simple wins sooner, and their traces are smaller. What it
	// finds out on the way is kept in Table.
	Widening bool

	// AllMoves finds all winning moves of the side to move, among those that the search tries, instead of one.
	AllMoves bool

	// Changes is the number of moves elsewhere that the trace of a win withstands: if up to Changes moves, of either
	// side, change no cell of the trace, the goal is still won. The search takes the longer, and the trace is the
	// larger, the more there are. 0 is for searches of whose results only the moves are wanted; the trace is then no
	// more than an explanation. The greatest number is 100.
	Changes int

	// Table keeps the findings of the search about positions, 24 bytes each with moves of up to 4 bytes, and 32 with moves of
	// 8. The game must be a [ply.Hasher]. The table may be kept for further searches for the same goal, from any position and
	// with any options, but not for another goal, unless the hash of the game tells the goals apart. Nil means none or, with
	// ProofNumbers, a table of 64 MiB for this search alone.
	Table *transposition.Table

	// MaxDepth is the greatest number of moves of both sides in a line, passes included; longer lines count as not
	// won. 0 means no limit, which needs an acyclic game ([ply.Acyclic]) or a Threat without [Unlimited] numbers.
	MaxDepth int

	// Progress, if not nil, is called about ten times a second with the result up to then, whose Status is
	// [ply.InProgress], and once more at the end of a search without an error, with the result that the search
	// returns. It must not play on the game.
	Progress func(Result[M])
}

const maxChanges = 100

// check returns an error that names the option at fault.
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

// A Result is the answer of a search, with its cost. Status is [ply.Complete] if the search was not cut short. Nodes
// counts the positions searched, including the start, and those after passes.
type Result[M comparable] struct {
	ply.Report

	// Won reports whether the attacker reaches the goal by the threats of the options, no matter what the defender
	// plays. That is certain. If Won is false and the search is complete, the attacker does not reach the goal by
	// these threats and by the moves that the game lists; whether there is another way is not known.
	Won bool

	// Moves are the moves by which the side to move gets its way: the winning move of the attacker, or, if Won is
	// false, the move of the defender that prevents it; with [Options.AllMoves] all of them. There is none if the
	// side to move does not get its way, if the goal is already reached or lost, and if the defender need not
	// move to prevent it. If the search was cut short, they belong to Threat.
	Moves []M

	// Trace is the set of cells on which the win depends ([Options.Changes]), empty if Won is false.
	Trace dependency.Trace

	// Threat is what of the threat of the options sufficed to win; if Won is false, the greatest part of it that
	// was searched completely. With [Options.Widening] it can be less than the whole, and is nil if nothing was
	// searched completely.
	Threat Threat
}

// Move returns the first of Moves. It reports false if none exists.
func (r Result[M]) Move() (M, bool) {
	if len(r.Moves) == 0 {
		var none M
		return none, false
	}
	return r.Moves[0], true
}
