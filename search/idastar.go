package search

import (
	"bytes"
	"cmp"
	"context"
	"encoding"
	"fmt"
	"math"
	"slices"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/costs"
	"github.com/ply-search/ply/internal/guard"
	"github.com/ply-search/ply/internal/stop"
	"github.com/ply-search/ply/transposition"
)

// An Inverter is a game that finds, for a move, the move that undoes it, such as sliding a tile back. [IDAStar] does
// not play the inverse of the last move.
//
// Inverse returns the inverse of m, and ok = true. If m has no inverse, ok is false.
//
// Laws:
//   - If ok is true, inverse leads from the position after m to the position before m. The inverse is legal after m
//     unless the position after m is solved.
//   - The result of Inverse depends only on m, not on the position.
type Inverter[M comparable] interface {
	Inverse(m M) (inverse M, ok bool)
}

// IDAStar finds a cheapest solution of a puzzle by iterative-deepening A* (Korf 1985). It stores only the current line.
// In each round it searches depth first the lines whose f = cost so far + estimate of the rest does not exceed a bound.
// The bound of the first round is the estimate of the start. The bound of each further round is the least f that
// exceeded the bound of the round before. Costs and estimates are defined as for [AStar], except that every move must
// cost at least 1.
//
// In a game with cycles, IDAStar avoids repetitions if the game has a suitable capability. If the game is an
// [Inverter], IDAStar skips the inverse of the last move. If the game is a [ply.Hasher] or an
// [encoding.BinaryAppender], IDAStar skips a position that already occurs on the current line. Positions are compared
// by their identities if the game is a BinaryAppender, and otherwise by their hashes. Without these capabilities,
// IDAStar searches the same positions over and over.
//
// If the game is a [ply.Commuter], IDAStar skips incremental transpositions (see [Incremental]), whether or not the
// game has cycles: of the lines that differ only in the order of adjacent commuting moves, it searches one. All these
// lines cost the same, so a cheapest solution is still found. For each move played, IDAStar calls Commute with each of
// the moves searched earlier in the same position.
//
// If a game with cycles has no solution, the search ends after it has searched all lines without a repetition. If such
// a game is neither a Hasher nor a BinaryAppender, only a limit or ctx ends the search.
func IDAStar[G interface {
	ply.Game[M]
	ply.Puzzle
	ply.Estimator
}, M comparable](ctx context.Context, g G, limits ply.Limits, opt PathOptions[M]) (PathResult[M], error) {
	a := &idaStar[M]{game: g, puzzle: g, estimator: g, visit: opt.Visit, stackUpTo: freshStack}
	a.Budget = newBudget(ctx, limits, opt.Progress, a.snapshot)
	a.coster, _ = any(g).(ply.Coster[M])
	a.inverter, _ = any(g).(Inverter[M])
	a.commuter, _ = any(g).(ply.Commuter[M])
	err := guard.Run(a.playing, func() error {
		if err := checkGame[M](g, limits); err != nil {
			return err
		}
		a.hasher, _ = any(g).(ply.Hasher)
		a.identity, _ = any(g).(encoding.BinaryAppender)
		acyclic, _ := any(g).(ply.Acyclic)
		a.recognises = (a.hasher != nil || a.identity != nil) && (acyclic == nil || !acyclic.Acyclic())
		defer func() { a.run.End() }()
		if err := a.keep(opt.Checkpoint); err != nil || a.over {
			return err
		}
		return cmp.Or(a.search(), a.saveEnd())
	})
	return ended(opt.Progress, &a.result, &a.result.Report, a.Elapsed(), err)
}

type idaStar[M comparable] struct {
	stop.Budget
	game      ply.Game[M]
	puzzle    ply.Puzzle
	estimator ply.Estimator
	coster    ply.Coster[M]
	inverter  Inverter[M]
	commuter  ply.Commuter[M]
	visit     func(depth int)

	bound   int // on cost and estimate together
	next    int // the least total beyond the bound
	stack   []M // the moves of all positions on the line
	line    []M // the moves that are played, or being played or taken back
	result  PathResult[M]
	stopped bool
	err     error

	// With a commuter: of all positions on the line, the moves that lead to positions already searched in this round, and
	// the start of the moves of the position to be entered.
	done     []M
	doneFrom int

	stackUpTo int // length of the line at which the search continues on a new goroutine

	deepeningKeeper[M] // of the Checkpoint

	// How positions on the line are recognised.
	recognises bool
	hasher     ply.Hasher
	identity   encoding.BinaryAppender
	onLine     transposition.HashSet // of keys
	keys       []uint64              // of the positions on the line
	names      [2][]byte             // scratch
}

func (a *idaStar[M]) search() error {
	bound, err := totalCost(0, a.estimator.Estimate())
	for err == nil && !a.stopped && bound < math.MaxInt {
		if a.again == nil {
			a.bound, a.next, a.doneFrom = bound, math.MaxInt, 0
			a.result.UntilLastJump = a.result.Nodes
		}
		a.enter(0)
		bound, err = a.next, a.err
	}
	return err
}

func (a *idaStar[M]) enter(cost int) {
	var key uint64
	isNew := false
	if a.recognises {
		key = a.key()
		if isNew = !a.onLine.Visit(key); !isNew && a.isOnLine(key) {
			return
		}
		a.keys = append(a.keys, key)
	}
	if len(a.line) < a.stackUpTo {
		a.expand(cost)
	} else {
		a.stackUpTo += freshStack
		guard.FreshStack(func() { a.expand(cost) })
		a.stackUpTo -= freshStack
	}
	if a.recognises {
		a.keys = a.keys[:len(a.keys)-1]
	}
	if isNew {
		a.onLine.Remove(key)
	}
}

func (a *idaStar[M]) expand(cost int) {
	again := len(a.line) < len(a.again) // this position was visited before a state was saved
	if !again {
		a.again = nil
		if a.result.Nodes >= a.PollAt && a.mustStop() {
			return
		}
		a.result.Nodes++
		if a.visit != nil {
			guard.Callback(func() { a.visit(len(a.line)) })
		}
	}
	start := len(a.stack)
	a.stack = a.game.Moves(a.stack)
	end := len(a.stack)
	if start == end {
		a.leaf(cost)
		return
	}
	var back M
	hasBack := false
	if a.inverter != nil && len(a.line) > 0 {
		back, hasBack = a.inverter.Inverse(a.line[len(a.line)-1])
	}
	from, known := a.doneFrom, len(a.done)
	next := known
	for i := start; i < end && !a.stopped; i++ {
		m := a.stack[i]
		if hasBack && m == back {
			continue
		}
		if a.commuter != nil && !a.commute(m, from, known, next) {
			continue
		}
		if again {
			if m != a.again[len(a.line)] {
				next = a.searched(m, next)
				continue
			}
			again = false
		}
		price := 1
		if a.coster != nil {
			price = a.coster.Cost(m)
		}
		if price < 1 || price > math.MaxInt-cost {
			a.fail(badPrice(m, cost, price))
			break
		}
		a.line = append(a.line, m)
		a.game.Play(m)
		switch estimate := a.estimator.Estimate(); {
		case uint(estimate) >= uint(math.MaxInt-cost-price):
			_, err := totalCost(cost+price, estimate)
			a.stopped, a.err = err != nil, err
		case cost+price+estimate > a.bound:
			a.next = min(a.next, cost+price+estimate)
		case a.recognises || len(a.line) >= a.stackUpTo:
			a.enter(cost + price)
		default:
			a.expand(cost + price)
		}
		a.game.Undo(m)
		a.line = a.line[:len(a.line)-1]
		next = a.searched(m, next)
	}
	if again {
		a.fail(errOtherLine)
	}
	if a.commuter != nil {
		a.done = a.done[:known]
	}
	a.stack = a.stack[:start]
}

// searched adds a move to the moves of the present position in a.done, which end at next, and returns their new end.
func (a *idaStar[M]) searched(m M, next int) int {
	if a.commuter == nil {
		return next
	}
	a.done = append(a.done[:next], m)
	return next + 1
}

// commute prepares for the position after m unless it is an incremental transposition. The moves of the present
// position in a.done end at next; the first ones, up to known, were there when it was entered.
func (a *idaStar[M]) commute(m M, from, known, next int) bool {
	if slices.Contains(a.done[from:known], m) {
		return false
	}
	for _, other := range a.done[from:next] {
		if a.commuter.Commute(other, m) {
			a.done = append(a.done, other)
		}
	}
	a.doneFrom = next
	return true
}

func (a *idaStar[M]) mustStop() bool {
	if status := a.Poll(a.result.Nodes); status != ply.Complete {
		a.result.Status, a.stopped = status, true
		a.saveStopped()
	}
	return a.stopped
}

func badPrice[M comparable](m M, cost, price int) error {
	if price < 1 {
		return fmt.Errorf("search: the move %v costs %d: IDAStar needs costs of at least 1", m, price)
	}
	return fmt.Errorf("search: %w", costs.Refuse(cost, price))
}

func (a *idaStar[M]) key() uint64 {
	if a.hasher != nil {
		return a.hasher.Hash()
	}
	return transposition.Hash(a.name(0))
}

func (a *idaStar[M]) name(scratch int) []byte {
	name, err := a.identity.AppendBinary(a.names[scratch][:0])
	if err != nil {
		a.fail(fmt.Errorf("search: identity of the position: %w", err))
	}
	a.names[scratch] = name
	return name
}

// isOnLine reports whether the present position occurs on the line at a position with this key. If positions have
// identities, it goes back to compare them, which is rare.
func (a *idaStar[M]) isOnLine(key uint64) bool {
	if a.identity == nil {
		return true
	}
	name := a.name(0)
	for depth := len(a.keys) - 1; depth >= 0; depth-- {
		if a.keys[depth] == key && bytes.Equal(name, a.nameAt(depth)) {
			return true
		}
	}
	return false
}

func (a *idaStar[M]) nameAt(depth int) []byte {
	line := a.line
	for i := len(line) - 1; i >= depth; i-- {
		a.game.Undo(line[i])
		a.line = line[:i]
	}
	name := a.name(1)
	for i := depth; i < len(line); i++ {
		a.line = line[:i+1]
		a.game.Play(line[i])
	}
	return name
}

func (a *idaStar[M]) leaf(cost int) {
	if a.puzzle.Solved() {
		a.result.Status, a.stopped = ply.Solved, true
		a.result.Line, a.result.Found, a.result.Cost = slices.Clone(a.line), true, cost
	}
}

func (a *idaStar[M]) fail(err error) { a.err, a.stopped = err, true }

func (a *idaStar[M]) playing() string { return fmt.Sprint(a.line) }

func (a *idaStar[M]) snapshot() PathResult[M] {
	r := a.result
	r.Status, r.Elapsed = ply.InProgress, a.Elapsed()
	return r
}
