package watch

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/connectfour/connectfour"
	"github.com/ply-search/ply/mcts"
	"github.com/ply-search/ply/site/internal/svg"
)

func uct() Demo {
	return Demo{
		Name:  "uct",
		Title: "A tree of UCT",
		Short: "The search that plays Connect Four grows its tree, simulation by simulation.",
		About: "Each simulation descends in the tree by moves with good results, and sometimes by moves that were hardly tried. It adds a position and plays " +
			"at random to the end of the game. The result counts for all moves on its path. Yellow moves are good for the first player, X, and red ones " +
			"for the second, O. The size of a dot is its number of simulations. A dark or white ring marks a proven outcome, and a pink ring the position " +
			"added last. The columns of the first moves are at the top.",
		Paper:   "Kocsis and Szepesvári, “Bandit based Monte-Carlo planning”, 2006.",
		Package: "mcts",
		Settings: []Setting{
			{"seed", "Seed", 0, 999, 1},
			{"played", "Random moves before", 0, 30, 14},
			{"simulations", "Simulations", 10, 400, 200},
		},
		Function: "grow",
		Run:      watchUCT,
	}
}

// grow grows a tree simulation by simulation.
func grow(ctx context.Context, game *connectfour.Game, seed uint64, simulations int, look func(*mcts.Tree[connectfour.Drop])) (r mcts.Result[connectfour.Drop], err error) {
	tree, err := mcts.New(game, mcts.Options[connectfour.Drop]{Bandit: mcts.Hoeffding{K: 1}, Random: rand.NewPCG(seed, 0)})
	for i := 0; i < simulations && err == nil && (i == 0 || !r.Solved()); i++ {
		r, err = tree.Search(ctx, ply.Limits{Nodes: 1})
		look(tree)
	}
	return r, err
}

// An arm has the statistics of a move.
type arm struct {
	node      int
	visits    int
	mean      float64 // for side 0, from 0 to 1
	low, high float64
}

// A uctFilm shows a tree after each simulation.
type uctFilm struct {
	board  string
	first  int // side to move at the root
	tree   tree
	names  []string // moves that lead to the nodes
	frames [][]arm
	result mcts.Result[connectfour.Drop]
}

func watchUCT(ctx context.Context, v Values, _ func(Film)) (Film, error) {
	random := rand.New(rand.NewPCG(uint64(v["seed"]), 1))
	game := new(connectfour.Game)
	for range v["played"] {
		moves := game.Moves(nil)
		move := moves[random.IntN(len(moves))]
		game.Play(move)
		if game.Finished() {
			game.Undo(move) // the game must not be over
			break
		}
	}
	f := &uctFilm{board: game.String(), first: game.ToMove(), names: []string{""}}
	nodes := map[string]int{"": f.tree.add(-1)} // by line
	result, err := grow(ctx, game, uint64(v["seed"]), v["simulations"], func(t *mcts.Tree[connectfour.Drop]) {
		var frame []arm
		for line, s := range t.All(1) {
			key := fmt.Sprint(line)
			node, known := nodes[key]
			if !known {
				node = f.tree.add(nodes[fmt.Sprint(line[:len(line)-1])])
				nodes[key] = node
				f.names = append(f.names, s.Move.String())
			}
			a := arm{node, s.Visits, s.Value, s.Low, s.High}
			if (f.first+len(line)-1)%2 == 1 {
				a.mean, a.low, a.high = -s.Value, -s.High, -s.Low
			}
			a.mean = (1 + a.mean) / 2
			frame = append(frame, a)
		}
		f.frames = append(f.frames, frame)
	})
	if err != nil {
		return nil, err
	}
	f.result = result
	f.tree.arrange()
	return f, nil
}

// Len implements Film.
func (f *uctFilm) Len() int { return len(f.frames) }

// Frame implements Film.
func (f *uctFilm) Frame(i int) Frame {
	d := svg.New(treeWidth, treeHeight)
	var arcs strings.Builder
	for _, a := range f.frames[i] {
		from, to := f.tree.at[f.tree.parents[a.node]], f.tree.at[a.node]
		arcs.WriteString("M" + svg.Number(from.X) + " " + svg.Number(from.Y) + "L" + svg.Number(to.X) + " " + svg.Number(to.Y))
	}
	d.Path("arc", arcs.String(), 0.15)
	d.Circle("dot", f.tree.at[0], 1.6)
	old := map[int]bool{}
	if i > 0 {
		for _, a := range f.frames[i-1] {
			old[a.node] = true
		}
	}
	size := func(visits int) float64 { return 0.35 + 2*math.Sqrt(float64(visits)/float64(i+1)) }
	said := ""
	var best arm
	for _, a := range f.frames[i] {
		at := f.tree.at[a.node]
		d.Circle(fmt.Sprintf("dot mean%d", min(4, int(5*a.mean))), at, size(a.visits))
		if a.low == a.high {
			d.Circle("proof", at, size(a.visits)+0.35)
		}
		if !old[a.node] {
			d.Circle("now", at, size(a.visits)+0.5)
			said = fmt.Sprintf("Simulation %d adds a position at depth %d.", i+1, f.tree.depths[a.node])
		}
		if f.tree.depths[a.node] == 1 {
			d.Text("label", svg.At(at.X, at.Y-size(a.visits)-1.6), 2.6, f.names[a.node])
			if a.visits > best.visits {
				best = a
			}
		}
	}
	if said == "" {
		said = fmt.Sprintf("Simulation %d ends where the game is over.", i+1)
	}
	figures := []Figure{figure("simulations", i+1), figure("positions in the tree", len(f.frames[i])+1)}
	for _, a := range f.frames[i] {
		if f.tree.depths[a.node] == 1 {
			mean := a.mean
			if f.first == 1 {
				mean = 1 - mean
			}
			figures = append(figures, figure("column "+f.names[a.node], fmt.Sprintf("%s, mean %.3f", count(a.visits, "visit"), mean)))
		}
	}
	if i == f.Len()-1 {
		said = fmt.Sprintf("After %s the best move is column %v", count(i+1, "simulation"), f.result.Move)
		if f.result.Solved() {
			said += ", which is proven"
		}
		said += "."
	}
	return Frame{Said: said, Panels: []Panel{{
		Title: "The tree", Picture: d.SVG("tree", "A tree of "+count(len(f.frames[i])+1, "position")), Text: f.board + "1 2 3 4 5 6 7\n", Figures: figures,
	}}}
}
