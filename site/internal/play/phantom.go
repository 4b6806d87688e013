package play

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/phantom/phantom"
	"github.com/ply-search/ply/mcts/infoset"
	"github.com/ply-search/ply/site/internal/svg"
)

func phantomGame() Game {
	at := func(m phantom.Move) svg.Point { return svg.At(gridMargin+float64(m%3)+0.5, float64(m/3)+0.5) }
	r := rules[*phantom.Game, phantom.Move]{
		label: "Phantom tic-tac-toe, three by three cells", width: 3 + gridMargin, height: 3 + gridMargin, hides: true,
		sides: []string{"X", "O"},
		start: func() (*phantom.Game, error) { return new(phantom.Game), nil },
		name:  func(_ *phantom.Game, m phantom.Move) string { return m.String() },
		place: func(_ *phantom.Game, m phantom.Move) (from, to svg.Point) { return at(m), at(m) },
		draw: func(d *svg.Drawing, g *phantom.Game, _ []phantom.Move, viewer int) {
			seen := g.String()
			if viewer >= 0 && len(g.Moves(nil)) > 0 {
				seen = g.Seen(viewer)
			}
			cells := []rune{}
			for _, c := range seen {
				if c != '\n' {
					cells = append(cells, c)
				}
			}
			drawMargins(d, 3, false)
			for m := range phantom.Move(phantom.Cells) {
				label := map[rune]string{'?': "unknown", '.': "empty", 'X': "X", 'O': "O"}[cells[m]]
				d.Cell(m.String(), m.String()+": "+label, func() {
					d.Rect("box", at(m).X-0.46, at(m).Y-0.46, 0.92, 0.92)
					if cells[m] != '.' {
						d.Text("label", at(m), 0.6, string(cells[m]))
					}
				})
			}
		},
	}
	r.think = imagine
	return Game{
		Name: "phantom", Title: "Phantom tic-tac-toe", Story: "phantom", Package: "mcts/infoset", Sides: r.sides, Start: r.begin,
		Knows: "It is information-set search: each simulation starts from a random position that agrees with the knowledge of the side to move.",
		About: "Tic-tac-toe with hidden stones: you do not see the stones of the other side. If you try an occupied cell, you learn that and try again. " +
			"The address contains the moves only when the game is over.",
	}
}

// imagine searches a game of hidden information.
func imagine(ctx context.Context, s *session[*phantom.Game, phantom.Move], limit time.Duration, report func(Thought)) (Thought, error) {
	thought := func(r *infoset.Result[phantom.Move]) Thought {
		t := Thought{Best: s.name(s.game, r.Move), Searched: r.Nodes, Unit: "simulations", Line: []string{s.name(s.game, r.Move)}}
		if seconds := r.Elapsed.Seconds(); seconds > 0 {
			t.Rate = float64(r.Nodes) / seconds
		}
		var all []hint
		for _, c := range r.Moves {
			o := Opinion{Move: s.name(s.game, c.Move), Visits: int(c.Share * float64(r.Nodes)), Mean: (1 + c.Value) / 2}
			if c.Move == r.Move {
				t.Value = fmt.Sprintf("%.1f %%", 50*(1+c.Value))
			}
			t.Opinions = append(t.Opinions, o)
			h := hint{share: c.Share, opinion: o}
			h.from, h.to = s.place(s.game, c.Move)
			all = append(all, h)
		}
		slices.SortStableFunc(t.Opinions, func(a, b Opinion) int { return b.Visits - a.Visits })
		slices.SortStableFunc(all, func(a, b hint) int { return b.opinion.Visits - a.opinion.Visits })
		t.Hints = s.hints(all)
		return t
	}
	r, err := infoset.Search(ctx, s.game, ply.Limits{Time: limit}, infoset.Options[phantom.Move]{
		Random: s.random, Memory: treeMemory,
		Progress: func(r infoset.Result[phantom.Move]) {
			if r.Status == ply.InProgress {
				report(thought(&r))
			}
		},
	})
	if err != nil {
		return Thought{}, err
	}
	return thought(&r), nil
}
