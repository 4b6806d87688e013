package play

import (
	"context"
	"slices"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/search/alphabeta"
	"github.com/ply-search/ply/transposition"
)

// tableBytes is the size of the table of alpha-beta.
const tableBytes = 16 << 20

// deepen returns a way to think by alpha-beta, ever deeper. value writes the value of a position.
func deepen[G ply.AdversarialGame[M], M comparable](opt func(g G) alphabeta.Options[M], value func(v int) string) func(context.Context, *session[G, M], time.Duration, func(Thought)) (Thought, error) {
	table := transposition.NewTable(tableBytes) // of the page, which has one search at a time
	return func(ctx context.Context, s *session[G, M], limit time.Duration, report func(Thought)) (Thought, error) {
		here, err := s.replica() // where the search is when it reports, it alone knows
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

// bestByDepth adds to a thought what the search found to each depth, and returns hints about the moves that were best at
// some depth, with their value at the last of these: alpha-beta finds out of other moves only that they are no better.
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
