package threat

import (
	"fmt"
	"slices"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/dependency"
	"github.com/ply-search/ply/transposition"
)

// Options are the options of [Search] and [Assess]. The zero value finds only wins in one move, without threats.
type Options[M comparable] struct {
	// Threat limits the threats that the attacker may make. The search calls Attacks of the game with order 1, for moves
	// that reach the goal, and with greater orders, for moves that threaten to reach it. The greatest order is
	// Threat.Order()+1.
	Threat Threat

	// ProofNumbers makes the search a depth-first proof-number search. With [Lambda] as the Threat, this is lambda df-pn
	// (Yoshizoe, Kishimoto and Müller 2007). Proof-number search prefers positions in which the fewest replies must still
	// be refuted. If many moves fail, it needs far fewer nodes than the default search. If Threat allows few threats, the
	// default search needs less time for a node.
	//
	// The game must be a [ply.Hasher].
	ProofNumbers bool

	// Widening searches first for wins without threats, then for wins with threats of order 1 only, then for wins with
	// threats of orders 1 and 2, and so on. The last search allows all threats that the option Threat allows (iterative
	// widening, Cazenave 2004). Simple wins are found sooner, and their traces are smaller. If the search has a table
	// (see the option Table), the results in the table make the later searches faster.
	Widening bool

	// AllMoves makes [Result].Moves the list of all successful moves of the side to move, among the moves that the
	// search tries. By default, the search ends at the first successful move.
	AllMoves bool

	// Changes is the number of moves, from 0 to 100, that a win must withstand: after up to Changes further moves of
	// either side that change no cell of [Result].Trace, the attacker still wins. With greater numbers, the search takes
	// longer and the trace has more cells. With 0, the trace shows on which cells the win depends, but a move that changes
	// none of these cells can still prevent the win.
	Changes int

	// Table stores results of positions. The game must be a [ply.Hasher]. A position takes 24 bytes if moves have at most
	// 4 bytes, and 32 bytes if they have 8. The table may be kept for further searches for the same goal, from any
	// position and with any options. It may be kept for other goals if the hash of the game distinguishes goals. If Table
	// is nil, nothing is stored, unless ProofNumbers is set: the search then creates a table of 64 MiB.
	Table *transposition.Table

	// MaxDepth is the greatest number of moves in a line, by both sides together and including passes. A longer line is
	// treated as not won. 0 means no limit. If MaxDepth is 0 and the option Threat has an element [Unlimited], the game
	// must be [ply.Acyclic].
	MaxDepth int

	// Progress, if not nil, is called about ten times a second with the result so far, whose Status is [ply.InProgress].
	// Unless the search returns an error, Progress is called once more with the final result. Progress must not play on
	// the game.
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
// positions searched, including the start and the positions after passes.
type Result[M comparable] struct {
	ply.Report

	// Won reports whether the attacker reaches the goal against any defence, by the threats that the options allow. If
	// Won is true, this is certain. If Won is false and the search is complete, the attacker does not reach the goal by
	// these threats and the moves that the game lists, but may reach it in another way.
	Won bool

	// Moves contains a successful move of the side to move or, with [Options.AllMoves], all its successful moves. If
	// Won is true, a successful move is a winning move of the attacker. If Won is false, it is a move of the defender
	// that prevents the goal. Moves is empty if the side to move has no successful move. Moves is also empty if no move
	// is needed: if the goal is already reached or lost, or if the defender can pass and still prevent the goal. If the
	// search was cut short without [Options.Widening], Moves is empty. With Widening, a search consists of several
	// searches with greater and greater bounds on threats. If such a search was cut short, Moves is the result with the
	// last bound that was searched completely, and the field Threat contains this bound.
	Moves []M

	// Trace is the set of cells on which the win depends; see [Options.Changes]. It is empty if Won is false.
	Trace dependency.Trace

	// If Won is true, Threat is the bound on threats with which the search found the win. With [Options.Widening], it
	// can allow fewer threats than [Options.Threat]. If Won is false, Threat is the greatest bound that was searched
	// completely, or nil if no search was completed.
	Threat Threat
}

// Move returns the first element of Moves and true. If Moves is empty, it returns false.
func (r Result[M]) Move() (M, bool) {
	if len(r.Moves) == 0 {
		var none M
		return none, false
	}
	return r.Moves[0], true
}
