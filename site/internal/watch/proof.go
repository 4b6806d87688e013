package watch

import (
	"context"
	"fmt"
	"strings"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/domineering/domineering"
	"github.com/ply-search/ply/search/proof"
	"github.com/ply-search/ply/site/internal/svg"
)

func proofNumbers() Demo {
	return Demo{
		Name:  "proof-numbers",
		Title: "Proof numbers",
		Short: "Who wins? The search expands positions that promise an answer with the least work.",
		About: "Who wins Domineering: Vertical, who moves first, or Horizontal? At each step, proof-number search expands the position that promises the " +
			"quickest answer. The proof number is the least number of positions that must still be proved for the answer yes, and the disproof number " +
			"the same for no. A number of 0 answers the question. The search goes deep where there are few replies, and leaves most of the tree " +
			"unexplored. New positions are pink.",
		Paper:   "Allis, van der Meulen and van den Herik, “Proof-number search”, 1994.",
		Package: "search/proof",
		Settings: []Setting{
			{"rows", "Rows", 1, 5, 3},
			{"columns", "Columns", 1, 5, 4},
		},
		Function: "prove",
		Run:      watchProof,
	}
}

// prove determines whether the side to move wins, within a number of nodes.
func prove(ctx context.Context, game *walked, nodes int) (proof.Result[domineering.Move], error) {
	return proof.BestFirst(ctx, game, ply.Limits{Nodes: nodes}, proof.Options[domineering.Move]{})
}

// walked is a game of Domineering that records the positions of a search as lines of moves.
type walked struct {
	*domineering.Game
	tree  tree
	nodes map[string]int // by the line to the node
	path  []byte
}

func newWalked(rows, columns int) (*walked, error) {
	g, err := domineering.New(rows, columns)
	if err != nil {
		return nil, err
	}
	w := &walked{Game: g, nodes: map[string]int{}}
	w.nodes[""] = w.tree.add(-1)
	return w, nil
}

// Play plays a move and records the position.
func (w *walked) Play(m domineering.Move) {
	w.Game.Play(m)
	parent := w.nodes[string(w.path)]
	w.path = append(w.path, byte(m))
	if _, known := w.nodes[string(w.path)]; !known {
		w.nodes[string(w.path)] = w.tree.add(parent)
	}
}

func (w *walked) Undo(m domineering.Move) {
	w.Game.Undo(m)
	w.path = w.path[:len(w.path)-1]
}

// A proofFilm shows the tree after growing numbers of nodes.
type proofFilm struct {
	tree    *tree
	frames  []proofFrame
	board   string
	columns int
}

type proofFrame struct {
	result  proof.Result[domineering.Move]
	visited int
}

// mostProofs is the number of nodes at which a proof is given up.
const mostProofs = 400

func watchProof(ctx context.Context, v Values, grown func(Film)) (Film, error) {
	f := &proofFilm{columns: v["columns"]}
	for nodes := 1; nodes <= mostProofs; nodes++ {
		// The search cannot be stepped, but is reproducible. It is repeated with growing limits.
		game, err := newWalked(v["rows"], v["columns"])
		if err != nil {
			return nil, err
		}
		f.board = game.String()
		result, err := prove(ctx, game, nodes)
		if err != nil {
			return nil, err
		}
		f.tree = &game.tree
		f.frames = append(f.frames, proofFrame{result, len(game.tree.parents)})
		if result.Status.Err() == nil {
			break
		}
	}
	f.board = withNames(f.board, f.columns)
	f.tree.arrange()
	return f, nil
}

// Len implements Film.
func (f *proofFilm) Len() int { return len(f.frames) }

// Frame implements Film.
func (f *proofFilm) Frame(i int) Frame {
	frame := f.frames[i]
	before := 1
	if i > 0 {
		before = f.frames[i-1].visited
	}
	d := svg.New(treeWidth, treeHeight)
	f.tree.paint(d, frame.visited, func(n int) string {
		if n >= before && i < f.Len()-1 {
			return "fresh"
		}
		return "new"
	})
	said := fmt.Sprintf("Node %d: for a proof at least %s more, for a disproof %s.", i+1, infinite(frame.result.Proof), infinite(frame.result.Disproof))
	if i == f.Len()-1 {
		switch frame.result.Answer {
		case proof.Proved:
			said = fmt.Sprintf("Proved after %s: the side that begins wins, by %v.", count(frame.result.Nodes, "node"), frame.result.Line[0])
		case proof.Disproved:
			said = fmt.Sprintf("Disproved after %s: the side that begins does not win.", count(frame.result.Nodes, "node"))
		default:
			said = fmt.Sprintf("Given up after %d nodes, which nobody could see.", frame.result.Nodes)
		}
	}
	return Frame{Said: said, Panels: []Panel{{
		Title: "The tree", Picture: d.SVG("tree", "A tree of "+count(frame.visited, "position")), Text: f.board,
		Figures: []Figure{
			figure("nodes", frame.result.Nodes), figure("answer", frame.result.Answer),
			figure("proof number", infinite(frame.result.Proof)), figure("disproof number", infinite(frame.result.Disproof)),
		},
	}}}
}

// withNames labels the columns above a board and the rows to its left.
func withNames(board string, columns int) string {
	var b strings.Builder
	b.WriteString(" ")
	for c := range columns {
		fmt.Fprintf(&b, " %c", 'a'+c)
	}
	row := 0
	for line := range strings.Lines(board) {
		row++
		fmt.Fprintf(&b, "\n%d %s", row, strings.TrimRight(line, "\n"))
	}
	return b.String() + "\n"
}

func infinite(n int) string {
	if n >= 1<<30 {
		return "∞"
	}
	return fmt.Sprint(n)
}
