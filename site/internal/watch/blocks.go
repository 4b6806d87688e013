package watch

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/dependency/block"
	"github.com/ply-search/ply/examples/montana/montana"
	"github.com/ply-search/ply/search"
	"github.com/ply-search/ply/site/internal/svg"
	"github.com/ply-search/ply/transposition"
)

func blocks() Demo {
	return Demo{
		Name:  "blocks",
		Title: "Block search",
		Short: "A solitaire searched block by block: the work is a sum, and the number of positions a product.",
		About: "In Montana, a card may move into a gap if the next lower card of its suit is to the left of the gap. Each gap has at most one move. While " +
			"the moves of different gaps do not interact, all combinations of these moves are legal, and their positions form a block. Finding a block " +
			"takes the sum of the moves of its gaps, but the block has the product as positions. A new block starts where moves of two gaps interact. " +
			"In the tree of blocks, the size of a dot is the number of positions. The ring marks the last block.",
		Paper:   "Helmstetter, “Analyses de dépendances et méthodes de Monte-Carlo dans les jeux de réflexion”, 2007, section 3.3.",
		Package: "dependency/block",
		Settings: []Setting{
			{"seed", "Deal", 0, 999, 29},
			{"suits", "Suits", 2, 4, 4},
			{"ranks", "Ranks", 3, 6, 4},
		},
		Function: "searchBlocks",
		Run:      watchBlocks,
	}
}

// searchBlocks visits all positions of a deal by block search, and again one by one.
func searchBlocks(ctx context.Context, game montana.Sequential, look func(block.Block[montana.Move])) (search.Result[montana.Move], error) {
	opt := block.Options[montana.Move]{}
	limits := ply.Limits{Nodes: mostInBlocks}
	for b, err := range block.All(ctx, game, limits, opt) {
		if err != nil {
			return search.Result[montana.Move]{}, err
		}
		look(b)
	}
	return search.DepthFirst(ctx, search.Graph(game, nil), ply.Limits{}, search.Options[montana.Move]{})
}

// mostInBlocks is the greatest number of positions searched. No deal of the page has more.
const mostInBlocks = 1 << 20

// A blockSeen is a block of the film.
type blockSeen struct {
	board     []string // at the root, row by row; gaps have numbers
	sequences [][]string
	size      int
	moves     int // number up to this block
	positions int // positions in blocks up to this one
	different int // different positions in blocks up to this one
}

// A blockFilm shows one block in each frame.
type blockFilm struct {
	tree      tree
	columns   int
	blocks    []blockSeen
	positions int // of the search one by one
}

func watchBlocks(ctx context.Context, v Values, _ func(Film)) (Film, error) {
	deal, err := montana.RandomDeal(v["suits"], v["ranks"], rand.New(rand.NewPCG(uint64(v["seed"]), 0)))
	if err != nil {
		return nil, err
	}
	base, err := montana.New(deal, montana.Base)
	if err != nil {
		return nil, err
	}
	game, err := base.Sequential()
	if err != nil {
		return nil, err
	}
	f := &blockFilm{columns: v["ranks"] + 1}
	var seen transposition.HashSet
	all, err := searchBlocks(ctx, game, func(b block.Block[montana.Move]) {
		f.tree.add(b.Parent)
		now := blockSeen{size: b.Size(), board: strings.Fields(game.String())}
		if n := len(f.blocks); n > 0 {
			now.moves, now.positions = f.blocks[n-1].moves, f.blocks[n-1].positions
		}
		for x := range game.Subgames() {
			now.board[int(game.Watched(x, nil)[0])] = fmt.Sprint(x + 1) // cells are counted from 1
			var cards []string
			for _, m := range b.Sequence(x, nil) {
				cards = append(cards, game.Card(m).String())
			}
			now.moves += len(cards)
			now.sequences = append(now.sequences, cards)
		}
		for range b.Positions() {
			seen.Visit(game.Hash())
		}
		now.positions, now.different = now.positions+now.size, seen.Len()
		f.blocks = append(f.blocks, now)
	})
	if err != nil {
		return nil, err
	}
	f.positions = all.Nodes
	f.tree.arrange()
	return f, nil
}

// Len implements Film.
func (f *blockFilm) Len() int { return len(f.blocks) }

// Frame implements Film.
func (f *blockFilm) Frame(i int) Frame {
	b := &f.blocks[i]
	size := count(b.size, "position")
	frame := Frame{Said: fmt.Sprintf("Block %d holds %s.", i+1, size)}
	if i == f.Len()-1 {
		frame.Said = fmt.Sprintf("%s with all %s, found by %s.", count(f.Len(), "block"), count(f.positions, "position"), count(b.moves, "move"))
	}
	frame.Panels = []Panel{{
		Title: fmt.Sprintf("Block %d", i+1), Picture: f.drawBlock(b, fmt.Sprintf("Block %d: %s", i+1, size)),
		Figures: []Figure{figure("positions of the block", product(b))},
	}, {
		Title: "All blocks up to now", Picture: f.drawTree(i),
		Figures: []Figure{
			figure("blocks", i+1), figure("moves made", b.moves), figure("positions in blocks", b.positions), figure("different positions", b.different),
		},
	}}
	if i == f.Len()-1 {
		figures := &frame.Panels[1].Figures
		*figures = append(*figures, figure("positions one by one", f.positions))
	}
	return frame
}

// product writes the number of positions of a block as a product of its sequences.
func product(b *blockSeen) string {
	var factors []string
	for _, s := range b.sequences {
		factors = append(factors, fmt.Sprint(len(s)+1))
	}
	return fmt.Sprintf("%s = %d", strings.Join(factors, " × "), b.size)
}

// drawBlock draws the cards at the root of a block, and the moves of each gap below them.
func (f *blockFilm) drawBlock(b *blockSeen, label string) string {
	const row, card = 8.0, 11.0
	rows := len(b.board) / f.columns
	d := svg.New(treeWidth, row*float64(rows+len(b.sequences))+6)
	chip := func(class, inside string, x, y float64, text string) {
		d.Rect(class, x+0.5, y+0.5, card-1, row-1)
		d.Text(inside, svg.At(x+card/2, y+row/2+0.2), 4, text)
	}
	left := (treeWidth - card*float64(f.columns)) / 2
	for k, text := range b.board {
		x, y := left+card*float64(k%f.columns), 2+row*float64(k/f.columns)
		if len(text) == 1 {
			chip("gap", "label", x, y, text)
		} else {
			chip("playing", "label", x, y, text)
		}
	}
	for x, cards := range b.sequences {
		y := 4 + row*float64(rows+x)
		d.Text("label start", svg.At(3, y+row/2), 3.5, fmt.Sprintf("gap %d:", x+1))
		if len(cards) == 0 {
			d.Text("label start", svg.At(18, y+row/2), 3.5, "no move")
		}
		for k, name := range cards {
			chip("playing", "label", 17+(card+1)*float64(k), y, name)
		}
	}
	return d.SVG("tree", label)
}

// drawTree draws the blocks up to one, with areas by their numbers of positions.
func (f *blockFilm) drawTree(last int) string {
	d := svg.New(treeWidth, treeHeight)
	var arcs strings.Builder
	for n := 1; n <= last; n++ {
		from, to := f.tree.at[f.tree.parents[n]], f.tree.at[n]
		arcs.WriteString("M" + svg.Number(from.X) + " " + svg.Number(from.Y) + "L" + svg.Number(to.X) + " " + svg.Number(to.Y))
	}
	d.Path("arc", arcs.String(), 0.2)
	radius := func(n int) float64 { return f.tree.radius() * (0.4 + 0.35*math.Log2(float64(f.blocks[n].size))) }
	for n := range last + 1 {
		d.Circle("dot", f.tree.at[n], radius(n))
	}
	d.Circle("now", f.tree.at[last], radius(last)+0.4)
	return d.SVG("tree", "A tree of "+count(last+1, "block"))
}
