package play

import (
	"context"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/search/alphabeta"
	"github.com/ply-search/ply/transposition"
)

// tableEntries is the size of the table of alpha-beta, in entries of 16 bytes.
const tableEntries = 1 << 20

// deepen returns a way to think by alpha-beta, ever deeper. value writes the value of a position.
func deepen[G ply.AdversarialGame[M], M comparable](opt func(g G) alphabeta.Options[M], value func(v int) string) func(context.Context, *session[G, M], time.Duration, func(Thought)) (Thought, error) {
	var entries alphabeta.Transpositions // of the page, which has one search at a time
	return func(ctx context.Context, s *session[G, M], limit time.Duration, report func(Thought)) (Thought, error) {
		if entries == nil {
			table, err := transposition.NewTable[transposition.Entry](tableEntries, transposition.TwoDeep)
			if err != nil {
				return Thought{}, err
			}
			entries = table
		}
		o := opt(s.game)
		o.Deepen, o.MaxTime, o.Table.Entries, o.ProgressEvery = true, limit, entries, reportEvery
		thought := func(r *alphabeta.Result[M]) Thought {
			best := s.game.Moves(nil)[0]
			if len(r.Line) > 0 {
				best = r.Line[0]
			}
			t := Thought{
				Best: s.name(s.game, best), Value: value(r.Value), Line: s.line(r.Line),
				Depth: r.Depth, Searched: r.Nodes, Unit: "nodes",
			}
			if seconds := r.Elapsed.Seconds(); seconds > 0 {
				t.Rate = float64(r.Nodes) / seconds
			}
			h := hint{share: 1, opinion: Opinion{Move: t.Best}, text: "best"}
			h.from, h.to = s.place(s.game, best)
			t.Hints = s.hints([]hint{h})
			return t
		}
		o.Progress = func(r alphabeta.Result[M]) {
			if r.Status == ply.InProgress {
				report(thought(&r))
			}
		}
		r, err := alphabeta.PrincipalVariation(ctx, s.game, o)
		if err != nil {
			return Thought{}, err
		}
		return thought(&r), nil
	}
}
