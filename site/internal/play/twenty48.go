package play

import (
	"context"
	"fmt"
	"math/bits"
	"slices"
	"strings"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/2048/twenty48"
	"github.com/ply-search/ply/site/internal/svg"
)

func twenty48Game() Game {
	// An arrow at the edge chooses a slide. Nobody chooses new tiles.
	arrows := map[twenty48.Move]svg.Point{
		twenty48.Up: svg.At(2.6, 0.3), twenty48.Down: svg.At(2.6, 4.9), twenty48.Left: svg.At(0.3, 2.6), twenty48.Right: svg.At(4.9, 2.6),
	}
	slides := []twenty48.Move{twenty48.Up, twenty48.Down, twenty48.Left, twenty48.Right}
	name := func(_ *twenty48.Game, m twenty48.Move) string {
		return strings.NewReplacer(" ", "-", ",", "-").Replace(m.String())
	}
	r := rules[*twenty48.Game, twenty48.Move]{
		label: "2048, four by four cells", width: 5.2, height: 5.2, unit: 0.6,
		sides: []string{"Player"},
		start: func() (*twenty48.Game, error) { return new(twenty48.Game), nil },
		name:  name,
		place: func(_ *twenty48.Game, m twenty48.Move) (from, to svg.Point) { return arrows[m], arrows[m] },
		draw: func(d *svg.Drawing, g *twenty48.Game, _ []twenty48.Move, _ int) {
			b := g.Board()
			for i := range 4 { // chance names tiles by row and column
				d.Text("margin", svg.At(float64(i)+1.1, 0.3), 0.26, fmt.Sprint(i+1))
				d.Text("margin", svg.At(0.3, float64(i)+1.1), 0.26, fmt.Sprint(i+1))
			}
			for cell := range twenty48.Cells {
				x, y := float64(cell%4)+0.6, float64(cell/4)+0.6
				n := b.Tile(cell)
				d.Rect(fmt.Sprintf("tile2 t%d", min(11, bits.Len(uint(n))-1)), x+0.05, y+0.05, 0.9, 0.9)
				if n > 0 {
					d.Text("tiletext", svg.At(x+0.5, y+0.52), []float64{0.45, 0.4, 0.33, 0.27, 0.23, 0.2}[len(fmt.Sprint(n))-1], fmt.Sprint(n))
				}
			}
			moves := g.Moves(nil)
			for i, way := range slides {
				at := arrows[way]
				d.Cell(name(g, way), way.String(), func() {
					class := "button"
					if !slices.Contains(moves, way) {
						class = "spot"
					}
					d.Rect(class, at.X-0.28, at.Y-0.28, 0.56, 0.56)
					d.Text("inside", at, 0.4, []string{"↑", "↓", "←", "→"}[i])
				})
			}
		},
		result: func(g *twenty48.Game) string {
			return fmt.Sprintf("no move is left: %d points, the greatest tile is %d", g.Board().Points(), g.Board().Greatest())
		},
	}
	r.think = thinkOf2048
	return Game{
		Name: "2048", Title: "2048", Story: "2048", Package: "search/expectimax", Sides: r.sides, Start: r.begin,
		Knows: "It is expectimax, which averages over all tiles that chance may add.",
		About: "Slide all tiles to an edge. Equal tiles that meet merge into one with twice their number. Then chance adds a 2 or a 4. How far do you get?",
	}
}

// most2048 is the number of nodes at which the result is reliable enough.
const most2048 = 1 << 17

// thinkOf2048 searches with node limits that double, and handles messages in between.
func thinkOf2048(ctx context.Context, s *session[*twenty48.Game, twenty48.Move], limit time.Duration, report func(Thought)) (Thought, error) {
	var t Thought
	begin, all := time.Now(), 0 // all positions visited
	for nodes := 1 << 10; nodes <= most2048; nodes *= 2 {
		p, err := twenty48.NewPlayer(ply.Limits{Nodes: nodes}, 0)
		if err != nil {
			return t, err
		}
		// The first search always runs to its end, because there must be a move.
		move, err := p.Move(context.WithoutCancel(ctx), s.game)
		if err != nil {
			return t, err
		}
		spent := time.Since(begin)
		all += p.Nodes
		t = Thought{Best: s.name(s.game, move), Value: fmt.Sprintf("%d points now", s.game.Board().Points()), Searched: p.Nodes, Unit: "nodes",
			Depth: p.Depths, Line: []string{s.name(s.game, move)}}
		if seconds := spent.Seconds(); seconds > 0 {
			t.Rate = float64(all) / seconds
		}
		h := hint{share: 1, opinion: Opinion{Move: t.Best}, text: "best"}
		h.from, h.to = s.place(s.game, move)
		t.Hints = s.hints([]hint{h})
		report(t)
		if spent >= limit/2 || ctx.Err() != nil {
			break
		}
	}
	return t, nil
}

var _ ply.Stochastic[twenty48.Move] = new(twenty48.Game)
