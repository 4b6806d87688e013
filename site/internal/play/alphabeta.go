package play

import (
	"context"
	"slices"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/search/alphabeta"
	"github.com/ply-search/ply/transposition"
)

const tableBytes = 16 << 20

// deepen returns a Think function that searches by alpha-beta with iterative deepening. value formats a value.
func deepen[G ply.AdversarialGame[M], M comparable](opt func(g G) alphabeta.Options[M], value func(v int) string) func(context.Context, *session[G, M], time.Duration, func(Thought)) (Thought, error) {
	table := transposition.NewTable(tableBytes) // shared, because a page runs one search at a time
	return func(ctx context.Context, s *session[G, M], limit time.Duration, report func(Thought)) (Thought, error) {
		here, err := s.replica() // in the position of the search during its reports
		if err != nil {
			return Thought{}, err
		}
		o := opt(s.game)
		o.Table = table
		thought := func(r *alphabeta.Result[M]) Thought {
			best := here.game.Moves(nil)[0]
			if len(r.Line) > 0 {
				best = r.Line[0]
			}
			t := Thought{
				Best: here.name(here.game, best), Value: value(r.Value), Line: here.line(r.Line),
				Depth: r.Depth, Searched: r.Nodes, Unit: "nodes",
			}
			if seconds := r.Elapsed.Seconds(); seconds > 0 {
				t.Rate = float64(r.Nodes) / seconds
			}
			t.Hints = here.hints(here.bestByDepth(r, best, value, &t))
			return t
		}
		o.Progress = func(r alphabeta.Result[M]) {
			if r.Status == ply.InProgress {
				report(thought(&r))
			}
		}
		r, err := alphabeta.Search(ctx, s.game, ply.Limits{Time: limit}, o)
		if err != nil {
			return Thought{}, err
		}
		return thought(&r), nil
	}
}

// bestByDepth adds the best line of each depth to a thought, and returns hints about the moves that were best at some
// depth with their latest values. Alpha-beta has only bounds for other moves.
func (s *session[G, M]) bestByDepth(r *alphabeta.Result[M], best M, value func(v int) string, t *Thought) []hint {
	hints := []hint{{share: 1, opinion: Opinion{Move: t.Best}, text: value(r.Value)}}
	hints[0].from, hints[0].to = s.place(s.game, best)
	seen := map[M]bool{best: true}
	for _, d := range slices.Backward(r.Depths) {
		if len(d.Line) == 0 || d.Bound != ply.Exact {
			continue
		}
		m := d.Line[0]
		t.Depths = append(t.Depths, Depth{Depth: d.Depth, Move: s.name(s.game, m), Value: value(d.Value), Nodes: d.Nodes})
		if !seen[m] {
			seen[m] = true
			h := hint{opinion: Opinion{Move: s.name(s.game, m)}, text: value(d.Value), dim: true}
			h.from, h.to = s.place(s.game, m)
			hints = append(hints, h)
		}
	}
	return hints
}
