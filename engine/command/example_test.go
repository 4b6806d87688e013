package command_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/engine/command"
)

// lines are the lines of a board of nine cells.
var lines = []string{"012", "345", "678", "036", "147", "258", "048", "246"}

// Board is a position of tic-tac-toe: the cells from 0 to 8 in the order in which they were taken, by X and O in turn.
type Board []int

func (b *Board) won() bool { // by the side that moved last
	return slices.ContainsFunc(lines, func(line string) bool {
		n := 0
		for _, cell := range line {
			if i := slices.Index(*b, int(cell-'0')); i >= 0 && i%2 != len(*b)%2 {
				n++
			}
		}
		return n == 3
	})
}

func (b *Board) Moves(dst []int) []int {
	for cell := 0; cell < 9 && !b.won(); cell++ {
		if !slices.Contains(*b, cell) {
			dst = append(dst, cell)
		}
	}
	return dst
}
func (b *Board) Play(cell int) { *b = append(*b, cell) }
func (b *Board) Undo(int)      { *b = (*b)[:len(*b)-1] }
func (b *Board) ToMove() int   { return len(*b) % 2 }
func (b *Board) Outcome() int { // for the side to move, which has lost or has no cell left
	if b.won() {
		return -1
	}
	return 0
}
func (b *Board) String() string {
	text := []byte("012\n345\n678\n")
	for i, cell := range *b {
		text[cell/3*4+cell%3] = "XO"[i%2]
	}
	return string(text)
}

// A whole program calls [command.Main] with the game. Here its command plays against itself.
func Example() {
	game := command.Game[*Board, int]{
		Name:  "tictactoe",
		New:   command.FromStart(func() (*Board, error) { return new(Board), nil }),
		Sides: [2]string{"X", "O"},
	}
	tictactoe := command.Command(game, command.Streams{Out: os.Stdout})
	err := tictactoe.ParseAndRun(context.Background(), []string{"play", "-moves", "0 1 3", "-x", "alphabeta", "-o", "alphabeta"})
	fmt.Println(err)
	// Output:
	// O plays 6 (loses in 4 moves, depth 7)
	// X plays 4 (wins in 3 moves, depth 6)
	// O plays 2 (loses in 2 moves, depth 5)
	// X plays 5 (wins in 1 move, depth 4)
	// XOO
	// XXX
	// O78
	// X wins
	// <nil>
}

// A player of one's own, which is written as cell or as cell,wish=4: it takes the cell that it wishes for or, if that is taken, the
// first free one.
func ExamplePlayer() {
	wishing := command.Player[*Board, int]{
		Name: "cell",
		Help: "takes a cell\n  wish=N   the cell that it likes best (4)",
		Read: func(s *command.Settings) func(*Board, rand.Source) (engine.Searcher[int], error) {
			wish := s.Whole("wish", 4, 8)
			return func(b *Board, _ rand.Source) (engine.Searcher[int], error) {
				return engine.Stateless(b, func(_ context.Context, b *Board, _ ply.Limits, _ engine.Question[int]) (engine.Analysis[int], error) {
					cell := wish
					if slices.Contains(*b, cell) {
						cell = b.Moves(nil)[0]
					}
					line := engine.Line[int]{Choice: ply.Choice[int]{Move: cell}, Line: []int{cell}}
					return engine.Analysis[int]{Report: ply.Report{Status: ply.Complete}, Lines: []engine.Line[int]{line}}, nil
				}), nil
			}
		},
	}
	tictactoe := command.Command(command.Game[*Board, int]{
		Name:    "tictactoe",
		New:     command.FromStart(func() (*Board, error) { return new(Board), nil }),
		Players: append(command.Players[*Board, int](), wishing),
	}, command.Streams{Out: os.Stdout})
	err := tictactoe.ParseAndRun(context.Background(), []string{"play", "-moves", "0 1 3 8", "-first", "cell,wish=6", "-second", "random"})
	fmt.Println(err)
	// Output:
	// first plays 6
	// XO2
	// X45
	// X7O
	// first wins
	// <nil>
}
