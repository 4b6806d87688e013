package proof

import (
	"errors"
	"fmt"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/checkpoint"
	"github.com/ply-search/ply/transposition"
)

// Options are the options of [Search] and [BestFirst]. The zero value asks whether the side to move wins.
type Options[M comparable] struct {
	// Above chooses the question: is the value of the position for the side to move greater than Above? It is from
	// -[ply.MaxValue] to [ply.MaxValue].
	Above int

	// Table stores the proof and disproof numbers of positions, with 16 bytes for each position. Nil means a new table
	// of 64 MiB. A table may be kept for further searches of the same game, from any position and with any value of
	// Above. A search uses only the entries of the same or the opposite question. For example, the questions whether
	// side 0 gets more than 0 and whether side 1 gets more than -1 are opposite: exactly one of them has the answer
	// yes.
	Table *transposition.Table

	// Checkpoint, if not nil, stores the state of the search: the table or the tree, the counts and the answer.
	// [checkpoint.File] is the usual store. A search that continues from a state may have other limits. Its limits
	// apply to the nodes and the time of the interrupted and the continued search together.
	Checkpoint checkpoint.Store

	// Sum chooses how to compute the disproof number of an OR node from the disproof numbers of its children, and the
	// proof number of an AND node from the proof numbers of its children. With 0, the result is the greatest of these
	// numbers, plus one for each other child that is not solved (weak proof numbers). With 1, the result is the sum, as
	// in the original algorithm. With a factor between 0 and 1, the result is the greatest number, plus the factor
	// times the sum of the other numbers.
	//
	// Sums distinguish positions with many hard moves from positions with one hard move. Sums save nodes if there are
	// few transpositions. If there are many, a sum is too great: it counts the work for a position once for each line
	// that leads to the position.
	Sum float64

	// Widen is a fraction ε. The search stays below a move until the proof or disproof number of the move exceeds 1+ε
	// times the number of the second-best move, and exceeds that number by at least one (Pawlewicz and Lew 2007). The
	// search then switches between moves less often, which saves nodes if numbers are large or the table is small.
	// Usual values are 0.1 to 0.3. With 0, a difference of one is sufficient.
	Widen float64

	// Mobility gives each position initial numbers from the number of its legal moves: for the side to move, the proof
	// number is 1 and the disproof number is the number of moves. To count the moves, the search plays each move of a
	// position that it expands. Without Mobility, both initial numbers are 1, and the search plays a move only to visit
	// the position after it. If the game is an [Initializer], its numbers replace the numbers of Mobility.
	Mobility bool

	// Workers is the number of goroutines. 0 means 1. More than 1 requires a [ply.Cloner].
	Workers int

	// KeepTree keeps the tree of [BestFirst] in the result, so that [Result.All] can list it.
	KeepTree bool

	// Progress, if not nil, is called about ten times a second with the result so far, whose Status is
	// [ply.InProgress]. Unless the search returns an error, it is called once more with the final result. It is called
	// on the goroutine of the caller or, on lines of more than 16,000 moves, on a goroutine for which the caller's
	// goroutine waits. It must not play on the game.
	Progress func(Result[M])
}

// mostWiden is the greatest Widen: beyond it a search hardly ever returns to the second-best move.
const mostWiden = 1000

// An Initializer estimates how hard it is to prove that a side wins. [Search] calls FirstNumbers in all successors of
// each position that it expands.
//
// FirstNumbers returns the initial proof and disproof number of the present position for the side to move. The proof
// number estimates the work to prove that this side wins. The disproof number estimates the work to prove that it does
// not win. The unit of work must be the same in all positions of the game. It may be small: if the easiest positions
// have the number 10, a position that takes a tenth more work can have the number 11. The numbers (0, n) mean that the
// side to move certainly wins, and the numbers (n, 0) that it certainly loses, for any n.
//
// If the question of a search is not whether a side wins, the numbers can make the search slower, but the answer is
// still right.
//
// Laws:
//   - Neither number is negative, and they are not both 0.
//   - The numbers depend only on the position, and FirstNumbers changes nothing that can be observed.
//   - If the proof number is 0, the value of the position is greater than 0. If the disproof number is 0, the value is
//     less than 0.
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

// String returns the answer as text: "unknown", "disproved" or "proved".
func (a Answer) String() string {
	names := [...]string{"unknown", "disproved", "proved"}
	if int(a) >= len(names) {
		return fmt.Sprintf("Answer(%d)", uint8(a))
	}
	return names[a]
}

// MarshalText returns the text that String returns. It never returns an error.
func (a Answer) MarshalText() ([]byte, error) { return []byte(a.String()), nil }

// A Result is the result of a search. Nodes counts the positions searched, including the start. [Search] counts a
// position each time it is visited. Status is [ply.Complete] if the question was answered.
type Result[M comparable] struct {
	ply.Report

	// Answer is the answer to the question whether the value of the position is greater than [Options].Above.
	Answer Answer

	// Line begins with a move that proves the answer yes. [BestFirst] returns a whole line, and [Search] only the first
	// move. Line is empty if Answer is not [Proved], or if the searched position is finished.
	Line []M

	// Proof estimates the number of positions that must still be proved for the answer yes. Disproof estimates the
	// number of positions that must still be disproved for the answer no. If the answer is known, one of them is 0 and
	// the other is 1<<30, which stands for infinity.
	Proof, Disproof int

	side, above int // of the question
	tree        []proofNode[M]
}

// Claim returns the claim that the answer proves. If the answer is Proved, the claim is that the side to move reaches
// more than Above. If the answer is Disproved, the claim is that the other side reaches at least -Above, that is, more
// than -Above - 1. If the answer is Unknown, Claim returns an error. game is a text that names the game and the start.
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
