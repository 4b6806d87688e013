package proof

import (
	"errors"
	"fmt"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/checkpoint"
	"github.com/ply-search/ply/transposition"
)

// Options state the question of [Search] or [BestFirst], and choose techniques. The zero value asks whether the side to move wins.
type Options[M comparable] struct {
	// Above, at most ±[ply.MaxValue], chooses the question: is the value for the side to move greater than Above?
	Above int

	// Table stores the numbers of positions, 16 bytes each. Nil means a new one of 64 MiB. A table may be kept for further
	// searches of the same game, from any position: the question is part of the keys, so a search finds only entries of
	// its own question or the opposite one. (Above 0 for one side is opposite to above -1 for the other.)
	Table *transposition.Table

	// Checkpoint, if not nil, keeps the state of the search: the table or the tree, the counts and the answer.
	// [checkpoint.File] is the usual one. Limits may differ between the runs; they count the nodes and the time of all.
	Checkpoint checkpoint.Store

	// Sum chooses the number of a position in which all moves must be proved, or all disproved. 0 takes the greatest
	// number of the moves, plus one for each other unsettled move (weak proof numbers). 1 takes the sum, as first
	// proposed. Between 0 and 1 the greatest counts in full, the others by this factor. Sums distinguish positions with
	// many hard moves from positions with one, which pays if transpositions are few; sums count each transposition
	// repeatedly, and grow without limit.
	Sum float64

	// Widen lets the search stay below a move until its number exceeds the number of the second-best move by this
	// fraction, instead of by one (the 1+ε trick; Pawlewicz and Lew 2007). The search then switches between moves less
	// often, which matters if numbers are large or the table is small. 0.1 to 0.3 are usual; 0 widens nothing.
	Widen float64

	// Mobility evaluates the positions after all moves when it expands a position. Each begins with the proof number 1 and
	// the number of its moves as the disproof number, for the side to move. Without Mobility positions begin with 1 and 1,
	// and are evaluated when visited. The numbers of an [Initializer] replace Mobility.
	Mobility bool

	// Workers is the number of goroutines. 0 means 1. More than 1 requires a [ply.Cloner].
	Workers int

	// KeepTree keeps the tree of [BestFirst] in the result, for [Result.All].
	KeepTree bool

	// Progress, if not nil, is called about ten times a second with the result so far, whose Status is [ply.InProgress],
	// and once more with the final result, unless the search returns an error. It is called on the goroutine of the caller
	// or, on lines of more than 16,000 moves, on a goroutine for which it waits. It must not play on the game.
	Progress func(Result[M])
}

// mostWiden is the greatest Widen: beyond it a search hardly ever returns to the second-best move.
const mostWiden = 1000

// An Initializer estimates how hard it is to prove positions. [Search] calls it in all successors of a position.
//
// FirstNumbers returns the initial proof and disproof number of the present position for the side to move: the work, in
// any unit that is the same in all positions of the game, to prove that this side reaches its goal, and to prove that
// it does not. Numbers greater than 1 for the easiest positions leave room for differences. (0, n) means that the side
// to move certainly wins, (n, 0) that it certainly does not, as a Bounder or Moves may find at greater cost.
//
// The numbers are about winning: for other questions they may mislead, but the answer is right.
//
// Laws: neither number is negative, and they are not both 0; they depend only on the position; if one is 0, the value
// of the position is greater than 0, or less, as it states; FirstNumbers changes nothing that can be observed.
type Initializer interface {
	FirstNumbers() (proof, disproof int)
}

func (o *Options[M]) check() error {
	switch {
	case !(o.Sum >= 0 && o.Sum <= 1): // also excludes NaN
		return fmt.Errorf("proof: Sum is %v, want a factor from 0 to 1", o.Sum)
	case !(o.Widen >= 0 && o.Widen <= mostWiden):
		return fmt.Errorf("proof: Widen is %v, want a fraction from 0 to %d", o.Widen, mostWiden)
	case o.Workers < 0:
		return fmt.Errorf("proof: Workers is %d, want a number of workers or 0 for one", o.Workers)
	}
	return nil
}

// checkSearch returns an error for options that [Search] does not use, too.
func (o *Options[M]) checkSearch() error {
	if err := o.check(); err != nil {
		return err
	}
	if o.KeepTree {
		return errors.New("proof: KeepTree is only for BestFirst")
	}
	return nil
}

// checkBestFirst returns an error if an option is set that [BestFirst] does not use.
func (o *Options[M]) checkBestFirst() error {
	switch {
	case o.Table != nil:
		return errors.New("proof: BestFirst uses no Table")
	case o.Widen != 0, o.Mobility:
		return errors.New("proof: BestFirst has no Widen and no Mobility")
	case o.Workers > 1:
		return fmt.Errorf("proof: Workers is %d, want one for BestFirst", o.Workers)
	}
	return nil
}

// An Answer is the answer to the question whether the value of a position is greater than some number.
type Answer uint8

const (
	Unknown   Answer = iota // the search was cut short
	Disproved               // the answer is no
	Proved                  // the answer is yes
)

// String returns the answer in words: "unknown", "disproved" or "proved".
func (a Answer) String() string {
	names := [...]string{"unknown", "disproved", "proved"}
	if int(a) >= len(names) {
		return fmt.Sprintf("Answer(%d)", uint8(a))
	}
	return names[a]
}

// MarshalText returns the answer in words, as String does. It never fails.
func (a Answer) MarshalText() ([]byte, error) { return []byte(a.String()), nil }

// A Result is the result of a search. Nodes counts the positions searched, including the start; [Search] counts
// repeated visits. Status is [ply.Complete] if the question was answered.
type Result[M comparable] struct {
	ply.Report

	// Answer is the answer to the question.
	Answer Answer

	// Line is a line of play whose first move proves the answer yes. It is empty if Answer is not Proved, and if the
	// position is finished. [BestFirst] returns a whole line, [Search] the first move only.
	Line []M

	// Proof estimates the number of positions still to be proved for the answer yes, and Disproof the number still to be
	// disproved for the answer no. If the answer is known, one of them is 0 and the other is 1<<30, for infinity.
	Proof, Disproof int

	side, above int // of the question
	tree        []proofNode[M]
}

// Claim returns the claim that this answer proves. If the side that was to move does not reach more than Above, the
// other side reaches more than -Above - 1. game names the game and the start. An Unknown answer is an error.
func (r Result[M]) Claim(game string) (Claim, error) {
	c := Claim{Game: game, Side: r.side, Above: r.above}
	switch r.Answer {
	case Proved:
	case Disproved:
		c.Side, c.Above = 1-r.side, -r.above-1
	default:
		return Claim{}, errors.New("proof: nothing is proved, and so there is no strategy")
	}
	return c, c.check()
}
