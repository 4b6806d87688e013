package proof

import (
	"errors"
	"fmt"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/checkpoint"
	"github.com/ply-search/ply/transposition"
)

// Options state the question of [Search] and choose its techniques. The zero value asks whether the side to move wins.
type Options[M comparable] struct {
	// Above chooses the question: whether the value of the position, for the side to move, is greater than Above.
	// It is from -[ply.MaxValue] to [ply.MaxValue].
	Above int

	// Table keeps the numbers of positions, 16 bytes each. Nil means a table of 64 MiB for this search alone. A table
	// may be kept for further searches of the same game, from any position: the question is part of the keys, so a search finds
	// only entries that answer its own question or the opposite one. (Whether the value is greater than 0 for one side is the
	// opposite of whether it is greater than -1 for the other.)
	Table *transposition.Table

	// Checkpoint, if not nil, keeps the state of the search: the table, the counts and the answer.
	// [checkpoint.File] is the usual one. Limits may differ between the runs; they count the nodes and the time of all.
	Checkpoint checkpoint.Store

	// Sum chooses how the number of a position, where all moves must be proved or all disproved, is made of the numbers after
	// the moves. 0 takes the greatest, plus one for each other move that is not settled (weak proof numbers). 1 takes the sum of
	// all, as first proposed. Between 0 and 1 the greatest counts in full, the others by this factor. Sums tell positions with
	// many hard moves from positions with one, which pays where few lines lead to the same position; where many do, sums count
	// that position once for each, and grow without limit.
	Sum float64

	// Widen lets the search stay below a move until its number exceeds that of the second-best move by this fraction, instead
	// of by one (the 1+ε trick; Pawlewicz and Lew 2007). The search then goes back and forth between moves less often. That
	// matters if numbers are large or the table is small. 0.1 to 0.3 are usual; 0 widens nothing.
	Widen float64

	// Mobility makes the search look at the positions after all moves when it expands a position. Such a position begins with
	// the proof number 1 and, for the disproof number, the number of its moves, both for the side that is to move there. Without
	// Mobility positions begin with 1 and 1, and are looked at when the search comes to them. The numbers of an [Initializer] go
	// before the numbers of Mobility.
	Mobility bool

	// Workers is the number of goroutines. 0 means 1. Several need a game that is a [ply.Cloner].
	Workers int

	// Progress, if not nil, is called about ten times a second with the result up to then, whose Status is
	// [ply.InProgress], and once more at the end of a search without an error, with the result that the search
	// returns. It is called on the goroutine of the caller or, on lines of more than 16,000 moves, on a goroutine that the
	// caller's waits for. It must not play on the game.
	Progress func(Result[M])
}

// mostWiden is the greatest Widen: beyond it a search hardly ever comes back to the second-best move.
const mostWiden = 1000

// An Initializer knows how hard it may be to prove positions. [Search] looks at the positions after all moves when it expands a
// position, and begins with these numbers.
//
// FirstNumbers returns the proof and the disproof number that the present position begins with, both for the side to
// move: how much work, in any unit that is the same in all positions of the game, it may take to prove that this side
// reaches its goal, and to prove that it does not. Numbers greater than 1 for the easiest positions leave room for
// differences. 0 for one of the two states that nothing remains to be proved: (0, n) that the side to move certainly
// wins, (n, 0) that it certainly does not. FirstNumbers may so report at little cost what a Bounder or Moves would
// find out.
//
// The numbers are about winning: for the question whether a side draws, or gets more than some number, they may mislead, but the
// answer is right.
//
// Laws: neither number is negative, and they are not both 0; they depend on nothing but the position; if one is 0, the
// value of the position is greater than 0, or less, as it states; FirstNumbers changes nothing that can be observed.
type Initializer interface {
	FirstNumbers() (proof, disproof int)
}

// check returns an error that names the option at fault.
func (o *Options[M]) check() error {
	switch {
	case !(o.Sum >= 0 && o.Sum <= 1): // so that NaN is none
		return fmt.Errorf("proof: Sum is %v, want a factor from 0 to 1", o.Sum)
	case !(o.Widen >= 0 && o.Widen <= mostWiden):
		return fmt.Errorf("proof: Widen is %v, want a fraction from 0 to %d", o.Widen, mostWiden)
	case o.Workers < 0:
		return fmt.Errorf("proof: Workers is %d, want a number of workers or 0 for one", o.Workers)
	}
	return nil
}

// An Answer is the answer to the question whether the value of a position is greater than some number.
type Answer uint8

const (
	// Unknown means that the search was cut short.
	Unknown Answer = iota

	// Disproved means that the answer is no.
	Disproved

	// Proved means that the answer is yes.
	Proved
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

// A Result is the answer of a search, with its cost. Nodes counts the positions searched, including the start. [Search]
// counts a position each time that it comes back to it. Status is [ply.Complete] if the question was answered.
type Result[M comparable] struct {
	ply.Report

	// Answer is the answer to the question.
	Answer Answer

	// Line is a line of play whose first move proves the answer yes. It is empty if Answer is not Proved, and if
	// the position is finished. [BestFirst] returns a whole line, [Search] the first move only.
	Line []M

	// Proof estimates the number of positions that must still be proved for the answer yes, and Disproof the
	// number of positions that must still be disproved for the answer no. If the answer is known, one of them is
	// 0 and the other is 1<<30, which stands for infinity.
	Proof, Disproof int

	side, above int // of the question
}

// Claim returns the claim that this answer proves. If the side that was to move does not reach more than Above,
// the other one reaches more than -Above - 1. game names the game and the start. An answer that is Unknown is an error.
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
