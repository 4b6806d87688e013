package watch

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/montana/montana"
	"github.com/ply-search/ply/search"
	"github.com/ply-search/ply/site/internal/svg"
)

func incrementalTranspositions() Demo {
	return Demo{
		Name:  "incremental-transpositions",
		Title: "Incremental transpositions",
		Short: "A solitaire searched twice: the same positions with an eighth of the work.",
		About: "In the solitaire Montana, a card may move into a gap if the next lower card of its suit is to the left of the gap. Independent moves " +
			"can be made in any order, and all orders lead to the same position. Both searches visit the same positions. The first search tries " +
			"every order, and positions visited again are red. The second search stores no positions. It skips an order if another order " +
			"leads to the same position. The ring marks the position shown below.",
		Paper:   "Helmstetter and Cazenave, “Incremental transpositions”, 2004.",
		Package: "search",
		Settings: []Setting{
			{"seed", "Deal", 0, 999, 14},
			{"suits", "Suits", 2, 4, 3},
			{"ranks", "Ranks", 3, 6, 4},
		},
		Function: "searchTwice",
		Run:      watchMontana,
	}
}

// searchTwice searches a deal depth first, without and with incremental transpositions.
func searchTwice(ctx context.Context, game *montana.Game, left, right func(depth int)) (plain, incremental search.Result[montana.Move], err error) {
	opt := search.Options[montana.Move]{Visit: left}
	limits := ply.Limits{Nodes: mostDrawn}
	if plain, err = search.DepthFirst(ctx, search.Tree(game), limits, opt); err != nil {
		return plain, incremental, err
	}
	opt.Visit = right
	incremental, err = search.DepthFirst(ctx, search.Incremental(game), limits, opt)
	return plain, incremental, err
}

// mostDrawn is the number of nodes at which a search ends; a picture can show no more.
const mostDrawn = 3000

// A montanaFilm shows both searches side by side, one node of each per frame.
type montanaFilm struct {
	sides [2]montanaSide
}

// A montanaSide is the record of one search.
type montanaSide struct {
	title    string
	complete bool
	tree     tree
	again    []bool   // whether the position was visited before
	fresh    []int    // number of different positions up to a node
	boards   []string // of the nodes
	path     []int    // nodes from the root to the last node
	seen     map[uint64]bool
}

func (s *montanaSide) visit(game *montana.Game) func(depth int) {
	s.seen = map[uint64]bool{}
	return func(depth int) {
		parent := -1
		if s.path = s.path[:depth]; depth > 0 {
			parent = s.path[depth-1]
		}
		s.path = append(s.path, s.tree.add(parent))
		s.again = append(s.again, s.seen[game.Hash()])
		s.seen[game.Hash()] = true
		s.fresh = append(s.fresh, len(s.seen))
		s.boards = append(s.boards, game.String())
	}
}

func watchMontana(ctx context.Context, v Values, _ func(Film)) (Film, error) {
	deal, err := montana.RandomDeal(v["suits"], v["ranks"], rand.New(rand.NewPCG(uint64(v["seed"]), 0)))
	if err != nil {
		return nil, err
	}
	game, err := montana.New(deal, montana.Base)
	if err != nil {
		return nil, err
	}
	f := new(montanaFilm)
	f.sides[0].title, f.sides[1].title = "Depth first", "With incremental transpositions"
	plain, incremental, err := searchTwice(ctx, game, f.sides[0].visit(game), f.sides[1].visit(game))
	if err != nil {
		return nil, err
	}
	for i, r := range []search.Result[montana.Move]{plain, incremental} {
		f.sides[i].complete = r.Status.Err() == nil
		f.sides[i].tree.arrange()
	}
	return f, nil
}

// Len implements Film.
func (f *montanaFilm) Len() int {
	return max(len(f.sides[0].again), len(f.sides[1].again))
}

// Frame implements Film.
func (f *montanaFilm) Frame(i int) Frame {
	var frame Frame
	for k := range f.sides {
		s := &f.sides[k]
		nodes := min(i+1, len(s.again))
		class := func(n int) string {
			if s.again[n] {
				return "again"
			}
			return "new"
		}
		d := svg.New(treeWidth, treeHeight)
		s.tree.paint(d, nodes, class)
		d.Circle("now", s.tree.at[nodes-1], s.tree.radius()+0.4)
		figures := []Figure{
			figure("nodes", nodes), figure("different positions", s.fresh[nodes-1]), figure("visited again", nodes-s.fresh[nodes-1]),
		}
		state := "goes on"
		if nodes == len(s.again) {
			if state = "complete"; !s.complete {
				state = "stopped after " + count(nodes, "node")
			}
		}
		frame.Panels = append(frame.Panels, Panel{
			Title:   s.title,
			Picture: d.SVG("tree", s.title+": a tree of "+count(nodes, "node")),
			Text:    s.boards[nodes-1],
			Figures: append(figures, figure("state", state)),
		})
	}
	left, right := len(f.sides[0].again), len(f.sides[1].again)
	switch {
	case i+1 < f.Len():
		frame.Said = fmt.Sprintf("Node %d.", i+1)
	case f.sides[0].complete:
		frame.Said = fmt.Sprintf("The same %s took %s, and %d with incremental transpositions.",
			count(f.sides[0].fresh[left-1], "position"), count(left, "node"), right)
	default:
		frame.Said = fmt.Sprintf("After %d nodes the first search is far from its end.", left)
	}
	return frame
}
