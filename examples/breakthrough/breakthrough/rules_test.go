package breakthrough_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/breakthrough/breakthrough"
	"github.com/ply-search/ply/gametest"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/mcts"
	"github.com/ply-search/ply/search"
	"github.com/ply-search/ply/search/alphabeta"
	"github.com/ply-search/ply/transposition"
)

func newGame(columns, rows int) *breakthrough.Game {
	g, err := breakthrough.New(columns, rows)
	if err != nil {
		panic(err)
	}
	return g
}

func TestLaws(t *testing.T) {
	gametest.Check(t, func() *breakthrough.Game { return newGame(8, 8) })
	gametest.Check(t, func() *breakthrough.Game { return newGame(4, 5) })
}

// plain is the game on a list of cells, by its rules alone.
type plain struct {
	cells         [8][8]byte // row and column; 0, 'o' or 'x'
	columns, rows int
	turn          byte
}

func newPlain(columns, rows int) *plain {
	p := &plain{columns: columns, rows: rows, turn: 'o'}
	for c := range columns {
		p.cells[0][c], p.cells[1][c] = 'o', 'o'
		p.cells[rows-1][c], p.cells[rows-2][c] = 'x', 'x'
	}
	return p
}

// count counts the lines of a number of moves, and what they are.
func (p *plain) count(depth int) int {
	if depth == 0 {
		return 1
	}
	pieces := map[byte]int{}
	for _, row := range p.cells {
		for _, c := range row {
			pieces[c]++
		}
	}
	for c := range p.columns {
		if p.cells[p.rows-1][c] == 'o' || p.cells[0][c] == 'x' {
			return 0
		}
	}
	if pieces['o'] == 0 || pieces['x'] == 0 {
		return 0
	}
	forward, leaves, turn := 1, 0, p.turn
	if turn == 'x' {
		forward = -1
	}
	for r := range p.rows {
		for c := range p.columns {
			if p.cells[r][c] != turn {
				continue
			}
			for side := -1; side <= 1; side++ {
				to := c + side
				if to < 0 || to >= p.columns {
					continue
				}
				target := p.cells[r+forward][to]
				if target == turn || side == 0 && target != 0 {
					continue
				}
				p.cells[r][c], p.cells[r+forward][to], p.turn = 0, turn, 'o'+'x'-turn
				leaves += p.count(depth - 1)
				p.cells[r][c], p.cells[r+forward][to], p.turn = turn, target, turn
			}
		}
	}
	return leaves
}

// The lines of play are those of the rules, on boards of all sizes.
func TestPerft(t *testing.T) {
	for columns := 2; columns <= 8; columns++ {
		for rows := 4; rows <= 8; rows++ {
			for depth := range 5 {
				r, err := search.Perft(t.Context(), newGame(columns, rows), depth, search.PerftOptions{})
				if want := newPlain(columns, rows).count(depth); err != nil || r.Leaves != want {
					t.Errorf("%d×%d: %d lines of %d moves, %v; want %d", columns, rows, r.Leaves, depth, err, want)
				}
			}
		}
	}
	for depth, want := range []int{1, 22, 484, 11_132, 256_036} { // 8×8
		if r, err := search.Perft(t.Context(), newGame(8, 8), depth, search.PerftOptions{}); err != nil || r.Leaves != want {
			t.Errorf("%d lines of %d moves, %v; want %d", r.Leaves, depth, err, want)
		}
	}
	// Deep lines reach goals and take last pieces.
	for depth := range long.Or(14, 11) {
		r, err := search.Perft(t.Context(), newGame(2, 5), depth, search.PerftOptions{})
		if want := newPlain(2, 5).count(depth); err != nil || r.Leaves != want {
			t.Errorf("2×5: %d lines of %d moves, %v; want %d", r.Leaves, depth, err, want)
		}
	}
}

// solve returns whether the side to move wins.
func solve(t *testing.T, g *breakthrough.Game) bool {
	t.Helper()
	table := transposition.NewTable(1 << 24)
	r, err := alphabeta.Search(t.Context(), g, ply.Limits{}, alphabeta.Options[breakthrough.Move]{Window: [2]int{-1, 1}, Table: table})
	if err != nil {
		t.Fatal(err)
	}
	return r.Value > 0
}

// brute returns whether the side to move wins, by all lines.
func brute(g *breakthrough.Game, known map[string]bool) bool {
	key, _ := g.AppendBinary(nil)
	if won, ok := known[string(key)]; ok {
		return won
	}
	won := false
	for _, m := range g.Moves(nil) {
		g.Play(m)
		won = won || !brute(g, known)
		g.Undo(m)
	}
	known[string(key)] = won
	return won
}

// Small boards are won by whom brute force says.
func TestSolved(t *testing.T) {
	for _, size := range [][2]int{{2, 4}, {2, 5}, {2, 6}, {3, 4}, {3, 5}} {
		g := newGame(size[0], size[1])
		if got, want := solve(t, g), brute(g, map[string]bool{}); got != want {
			t.Errorf("%v: the first side wins: %v, want %v", size, got, want)
		}
	}
}

// Playouts draw all moves alike, and say who wins.
func TestPlayouts(t *testing.T) {
	g := newGame(8, 8)
	random := rand.NewPCG(1, 1)
	first := map[breakthrough.Move]int{}
	const playouts = 22_000
	wins := 0
	for range playouts {
		var lines [2][]breakthrough.Move
		outcome, moves := g.Playout(random, false, &lines)
		if moves != len(lines[0])+len(lines[1]) || (outcome > 0) != (moves%2 == 1) {
			t.Fatalf("outcome %d after %d moves", outcome, moves)
		}
		if outcome > 0 {
			wins++
		}
		first[lines[0][0]]++
	}
	if len(first) != 22 {
		t.Errorf("%d first moves", len(first))
	}
	for m, n := range first {
		if math.Abs(float64(n)-1000) > 5*math.Sqrt(1000) {
			t.Errorf("%v in %d of %d playouts", m, n, playouts)
		}
	}
	if rate := float64(wins) / playouts; rate < 0.45 || rate > 0.6 {
		t.Errorf("the first side wins %v of all playouts", rate)
	}
}

// Alpha-beta and UCT take the way to the goal, past a threat of the other side.
func TestPlayers(t *testing.T) {
	g := newGame(5, 5)
	for i, text := range []string{"a2-b3", "c4-c3", "b2xc3", "d4xc3", "b3xa4", "c3-b2"} {
		played := false
		for _, m := range g.Moves(nil) {
			if m.String() == text {
				g.Play(m)
				played = true
				break
			}
		}
		if !played {
			t.Fatalf("move %d, %s, is not legal:\n%v", i, text, g)
		}
	}
	r, err := alphabeta.Search(t.Context(), g, ply.Limits{}, alphabeta.Options[breakthrough.Move]{Depth: 3, Direct: true})
	if err != nil || r.Value != breakthrough.Win || !strings.HasPrefix(r.Line[0].String(), "a4") {
		t.Errorf("alpha-beta: %v of value %d, %v\n%v", r.Line, r.Value, err, g)
	}
	found, err := mcts.Search(t.Context(), g, ply.Limits{Nodes: 2000}, mcts.Options[breakthrough.Move]{})
	if err != nil || !strings.HasPrefix(found.Move.String(), "a4") || found.Low != 1 {
		t.Errorf("UCT: %v, proven %v, %v", found.Move, found.Low, err)
	}
}

func TestNew(t *testing.T) {
	for _, size := range [][2]int{{1, 5}, {9, 5}, {5, 3}, {5, 9}, {-1, -1}} {
		if _, err := breakthrough.New(size[0], size[1]); err == nil {
			t.Errorf("no error for %v", size)
		}
	}
}

func ExampleNew() {
	g, err := breakthrough.New(4, 5)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(g)
	fmt.Println(g.Moves(nil)[:3])
	// Output:
	// 5 x x x x
	// 4 x x x x
	// 3 . . . .
	// 2 o o o o
	// 1 o o o o
	//   a b c d
	// [a2-a3 b2-b3 c2-c3]
}

func BenchmarkPlayout(b *testing.B) {
	g := newGame(8, 8)
	random := rand.NewPCG(1, 1)
	for b.Loop() {
		g.Playout(random, false, nil)
	}
}
