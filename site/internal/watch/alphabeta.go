package watch

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/search/alphabeta"
	"github.com/ply-search/ply/site/internal/svg"
)

func cutOffs() Demo {
	return Demo{
		Name:  "alpha-beta",
		Title: "What alpha-beta cuts off",
		Short: "Which parts of a game tree need not be searched, because one of the sides would avoid them.",
		About: "A tree of random numbers. The sides choose branches in turn. The first side, at the root, maximizes the number, and the second minimizes it. " +
			"Alpha-beta finds the same value as minimax, which visits all leaves. It skips the grey nodes, because one of the sides has a better " +
			"choice elsewhere, for any numbers there. It skips most if the best moves come first. The ring marks the current node.",
		Paper:   "Knuth and Moore, “An analysis of alpha-beta pruning”, 1975.",
		Package: "search/alphabeta",
		Settings: []Setting{
			{"seed", "Seed", 0, 999, 1},
			{"depth", "Depth", 1, 5, 4},
			{"branches", "Moves each", 2, 4, 3},
			{"order", "Best move first in % of positions", 0, 100, 50},
		},
		Function: "compare",
		Run:      watchAlphaBeta,
	}
}

// compare searches a tree of numbers by minimax and by alpha-beta.
func compare(ctx context.Context, game *numbers) (minimax, pruned alphabeta.Result[int], err error) {
	if minimax, err = alphabeta.Minimax(ctx, game, ply.Limits{}, game.depth); err != nil {
		return minimax, pruned, err
	}
	game.visited = game.visited[:0] // record the nodes of alpha-beta only
	pruned, err = alphabeta.AlphaBeta(ctx, game, ply.Limits{}, alphabeta.Options[int]{Depth: game.depth, Direct: true})
	return minimax, pruned, err
}

// numbers is a game on a uniform tree whose leaves have numbers. A move is a branch.
type numbers struct {
	depth, branches int
	at              []int         // branches from the root
	values          map[int]int   // leaf values by node
	orders          map[int][]int // order of the moves of a node
	visited         []int         // nodes in the order of the search
}

// node returns the number of the present node. The root is 0, and the children of n are branches·n+1 and so on.
func (g *numbers) node() int {
	n := 0
	for _, b := range g.at {
		n = g.branches*n + b + 1
	}
	return n
}

// Moves lists the branches.
func (g *numbers) Moves(dst []int) []int { return append(dst, g.orders[g.node()]...) }

// Play goes down a branch.
func (g *numbers) Play(b int) {
	g.at = append(g.at, b)
	g.visited = append(g.visited, g.node())
}

// Undo goes up.
func (g *numbers) Undo(int) { g.at = g.at[:len(g.at)-1] }

// ToMove alternates.
func (g *numbers) ToMove() int { return len(g.at) % 2 }

// Outcome returns the number of a leaf, for the side to move.
func (g *numbers) Outcome() int {
	value := g.values[g.node()]
	if g.ToMove() == 1 {
		return -value
	}
	return value
}

func (g *numbers) Acyclic() bool { return true }

// newNumbers makes a random tree. In sorted per cent of the positions, the best move is listed first.
func newNumbers(depth, branches, sorted int, random *rand.Rand) *numbers {
	g := &numbers{depth: depth, branches: branches, values: map[int]int{}, orders: map[int][]int{}}
	var fill func(n, left, sign int) int
	fill = func(n, left, sign int) int {
		if left == 0 {
			g.values[n] = random.IntN(199) - 99
			return g.values[n]
		}
		order := random.Perm(branches)
		best, bestAt := -100*sign, 0
		for i, b := range order {
			if v := fill(branches*n+b+1, left-1, -sign); v*sign > best*sign {
				best, bestAt = v, i
			}
		}
		if random.IntN(100) < sorted {
			order[0], order[bestAt] = order[bestAt], order[0]
		}
		g.orders[n] = order
		return best
	}
	fill(0, depth, 1)
	return g
}

// A numbersFilm shows the nodes that alpha-beta visits.
type numbersFilm struct {
	game            *numbers
	tree            tree
	ids             map[int]int // tree nodes by game node
	minimax, pruned alphabeta.Result[int]
	visited         []int // tree nodes in the order of the search, the root first
}

func watchAlphaBeta(ctx context.Context, v Values, _ func(Film)) (Film, error) {
	g := newNumbers(v["depth"], v["branches"], v["order"], rand.New(rand.NewPCG(uint64(v["seed"]), 0)))
	f := &numbersFilm{game: g, ids: map[int]int{}}
	var err error
	if f.minimax, f.pruned, err = compare(ctx, g); err != nil {
		return nil, err
	}
	var plant func(n, parent int)
	plant = func(n, parent int) {
		f.ids[n] = f.tree.add(parent)
		for _, b := range g.orders[n] {
			plant(g.branches*n+b+1, f.ids[n])
		}
	}
	plant(0, -1)
	f.tree.arrange()
	seen := map[int]bool{0: true}
	f.visited = append(f.visited, 0)
	for _, n := range g.visited {
		if !seen[n] {
			seen[n] = true
			f.visited = append(f.visited, f.ids[n])
		}
	}
	return f, nil
}

// Len implements Film.
func (f *numbersFilm) Len() int { return len(f.visited) }

// Frame implements Film.
func (f *numbersFilm) Frame(i int) Frame {
	seen := make([]bool, len(f.tree.parents))
	for _, n := range f.visited[:i+1] {
		seen[n] = true
	}
	last := i == f.Len()-1
	onLine := map[int]bool{}
	if last {
		n := 0
		for _, b := range f.pruned.Line {
			n = f.game.branches*n + b + 1
			onLine[f.ids[n]] = true
		}
	}
	d := svg.New(treeWidth, treeHeight)
	f.tree.paint(d, len(f.tree.parents), func(n int) string {
		switch {
		case onLine[n]:
			return "win"
		case seen[n]:
			return "new"
		}
		return "cut"
	})
	if len(f.game.values) <= 32 {
		for n, value := range f.game.values {
			at := f.tree.at[f.ids[n]]
			d.Text("label", svg.At(at.X, at.Y+2), 2, fmt.Sprint(value))
		}
	}
	leaves := 0
	for n := range f.game.values {
		if seen[f.ids[n]] {
			leaves++
		}
	}
	figures := []Figure{
		figure("nodes", i+1), figure("nodes by minimax", len(f.tree.parents)), figure("leaves", leaves), figure("leaves by minimax", len(f.game.values)),
	}
	frame := Frame{Said: fmt.Sprintf("Node %d.", i+1)}
	if last {
		figures = append(figures, figure("value", f.pruned.Value), figure("value by minimax", f.minimax.Value))
		frame.Said = fmt.Sprintf("Both find the value %d: minimax by %s, alpha-beta by %d. The line of best play is green.",
			f.pruned.Value, count(f.minimax.Nodes, "node"), f.pruned.Nodes)
	} else {
		d.Circle("now", f.tree.at[f.visited[i]], f.tree.radius()+0.4)
	}
	frame.Panels = []Panel{{
		Title: "The tree", Picture: d.SVG("tree", fmt.Sprintf("A tree of %s; visited: %d", count(len(seen), "position"), i+1)), Figures: figures,
	}}
	return frame
}
