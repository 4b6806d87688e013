package havannah

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/search/proof"
	"github.com/ply-search/ply/transposition"
)

// NoWinner is the winner of a game that is drawn or not solved.
const NoWinner = -1

// A Solution is the result of a solver.
type Solution struct {
	// Status is [ply.Complete] if the position was solved. Nodes are the positions searched.
	ply.Report

	// Winner is the side that wins, or NoWinner.
	Winner int

	// Line is a move that wins, if the side to move wins and the game is not over.
	Line []Cell
}

// A Solver finds the winner of a position by depth-first proof-number search on a [Solving] game.
type Solver struct {
	game     *Game
	solving  *Solving
	table    *transposition.Table
	progress func(nodes int)
	claim    proof.Claim
	solved   bool // a winner was found, with claim
}

// NewSolver returns a solver for the present position of g, which it copies. Its table has room for a number of positions, 16 bytes
// each. progress, if not nil, is called regularly with the number of nodes so far.
func NewSolver(g *Game, entries int, progress func(nodes int)) (*Solver, error) {
	if err := g.fits(); err != nil {
		return nil, err
	}
	s := &Solver{game: g.Clone(), progress: progress, table: transposition.NewTable(16 * int64(entries))}
	var err error
	s.solving, err = NewSolving(s.game)
	return s, err
}

// options returns the options that did best on boards of size 4 with four to eight stones.
func (s *Solver) options(above int) proof.Options[Cell] {
	return proof.Options[Cell]{Above: above, Sum: 1, Widen: 0.25, Table: s.table}
}

// Solve finds the winner. It first searches whether the side to move wins, and then whether the other side does.
func (s *Solver) Solve(ctx context.Context, limits ply.Limits) (Solution, error) {
	var found Solution
	found.Winner = NoWinner
	for _, above := range []int{0, -1} {
		opt := s.options(above)
		if s.progress != nil {
			before := found.Nodes
			opt.Progress = func(r proof.Result[Cell]) { s.progress(before + r.Nodes) }
		}
		r, err := proof.Search(ctx, s.solving, limits.After(found.Nodes, found.Elapsed), opt)
		found.Status, found.Nodes, found.Elapsed = r.Status, found.Nodes+r.Nodes, found.Elapsed+r.Elapsed
		if err != nil || r.Answer == proof.Unknown {
			return found, err
		}
		if wins := r.Answer == proof.Proved; wins != (above == 0) {
			continue // this side does not win
		}
		name := strings.Join(append([]string{"havannah", strconv.Itoa(s.game.size)}, s.game.Names()...), " ") // for parseName
		if s.claim, err = r.Claim(name); err != nil {
			return found, err
		}
		s.solved = true
		found.Winner = s.claim.Side
		if above == 0 {
			found.Line = r.Line
			if c, ok := s.solving.Winning(); ok {
				found.Line = []Cell{c}
			}
		}
		return found, nil
	}
	return found, nil
}

// WriteProof writes a winning strategy of the side that Solve has found to win, for [VerifyProof]. It searches positions
// that the table has lost again.
func (s *Solver) WriteProof(ctx context.Context, w io.Writer) (proof.StrategyResult[Cell], error) {
	if !s.solved {
		return proof.StrategyResult[Cell]{}, errors.New("havannah: there is nothing to prove: no winner is known")
	}
	rules, err := NewFolded(s.game)
	if err != nil {
		return proof.StrategyResult[Cell]{}, err
	}
	return proof.WriteStrategy(ctx, w, &writing{rules, s.solving}, s.claim, func(ctx context.Context) (proof.Result[Cell], error) {
		if c, ok := s.solving.Winning(); ok {
			return proof.Result[Cell]{Answer: proof.Proved, Line: []Cell{c}}, nil
		}
		return proof.Search(ctx, s.solving, ply.Limits{}, s.options(s.claim.Above))
	})
}

// writing is a Folded game whose moves are played on the Solving game with the same position.
type writing struct {
	*Folded
	solving *Solving
}

func (w *writing) Play(c Cell) { w.solving.Play(c) }
func (w *writing) Undo(c Cell) { w.solving.Undo(c) }

// VerifyProof reads a proof and checks it by the rules alone ([proof.VerifyStrategy]). It returns the proved position, and a
// description of the proof.
func VerifyProof(ctx context.Context, r io.Reader) (g *Game, found proof.StrategyResult[Cell], err error) {
	found, err = proof.VerifyStrategy(ctx, r, func(c proof.Claim) (rules *Folded, err error) {
		if g, err = parseName(c.Game); err != nil {
			return nil, err
		}
		return NewFolded(g)
	})
	return g, found, err
}

// parseName returns the position with the name in a proof.
func parseName(text string) (*Game, error) {
	words := strings.Fields(text)
	if len(words) < 2 || words[0] != "havannah" {
		return nil, fmt.Errorf("havannah: a proof of %.40q, not of Havannah", text)
	}
	size, err := strconv.Atoi(words[1])
	if err != nil {
		return nil, fmt.Errorf("havannah: %.40q is no size", words[1])
	}
	g, err := New(size)
	if err != nil {
		return nil, err
	}
	return g, g.PlayNames(words[2:])
}

// MaxFolded is the size of the largest board of a [Folded] or [Solving] game, whose cells fit into a word.
const MaxFolded = 5

// fits returns an error if the game is nil, or its board larger than MaxFolded.
func (g *Game) fits() error {
	switch {
	case g == nil:
		return errors.New("havannah: no game given")
	case g.size > MaxFolded:
		return errors.New("havannah: the board has more than 5 cells along an edge")
	}
	return nil
}

// Folded is a game whose positions have the same identity and hash as their images. It shares the position of another game.
type Folded struct {
	game   *Game
	images [12][]uint8 // of each place under each symmetry
}

// NewFolded returns a game that shares the position of g.
func NewFolded(g *Game) (*Folded, error) {
	if err := g.fits(); err != nil {
		return nil, err
	}
	f := &Folded{game: g}
	for s, image := range g.images {
		f.images[s] = make([]uint8, len(g.cells))
		for p, c := range g.cells {
			f.images[s][p] = uint8(g.place[image[c]])
		}
	}
	return f, nil
}

// These methods call the game.
func (f *Folded) Moves(dst []Cell) []Cell { return f.game.Moves(dst) }
func (f *Folded) Play(c Cell)             { f.game.Play(c) }
func (f *Folded) Undo(c Cell)             { f.game.Undo(c) }
func (f *Folded) ToMove() int             { return f.game.ToMove() }
func (f *Folded) Outcome() int            { return f.game.Outcome() }
func (f *Folded) Acyclic() bool           { return true }
func (f *Folded) String() string          { return f.game.String() }

// least returns the places of the stones of both sides in the least image of the position.
func (f *Folded) least() (least [2]uint64) {
	for s := range f.images {
		image := &f.images[s]
		var stones [2]uint64
		for i, t := range f.game.played {
			stones[i&1] |= 1 << (*image)[f.game.place[t.cell]]
		}
		if s == 0 || stones[0] < least[0] || stones[0] == least[0] && stones[1] < least[1] {
			least = stones
		}
	}
	return least
}

// AppendBinary appends the identity that the position and its images share: the size and the places of the stones, 17 bytes.
func (f *Folded) AppendBinary(b []byte) ([]byte, error) {
	stones := f.least()
	b = append(b, byte(f.game.size))
	b = binary.LittleEndian.AppendUint64(b, stones[0])
	return binary.LittleEndian.AppendUint64(b, stones[1]), nil
}

func (f *Folded) Hash() uint64 {
	stones := f.least()
	return transposition.Mix(transposition.Mix(transposition.Mix(stones[0])^stones[1]) ^ uint64(f.game.size))
}
