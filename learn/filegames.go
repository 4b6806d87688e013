package learn

import (
	"cmp"
	"context"

	"github.com/ply-search/ply"
)

// SelfPlay plays the games that the named file lacks of those that function [SelfPlay] plays, and appends each to the file
// as soon as it has ended. A run that was interrupted, even killed, goes on when it is called again with the same options.
// Game and First of the options are ignored. The result has all games of the file; lines that are damaged count as games.
func (n Notation[G, M]) SelfPlay(ctx context.Context, name string, players []NamedPlayer[G, M], opt SelfPlayOptions[M]) (SelfPlayResult[M], error) {
	w, before, err := n.Append(name)
	if err != nil {
		return SelfPlayResult[M]{Status: ply.Failed, Set: &Set[M]{Game: n.Game}}, err
	}
	defer w.Close() // after a panic
	there := len(before.Records) + len(before.Damaged)
	r := SelfPlayResult[M]{Set: before}
	if games := cmp.Or(opt.Games, usualGames) - there; games > 0 {
		record := opt.Record
		opt.Game, opt.First, opt.Games = n.Game, there, games
		opt.Record = func(r Record[M]) error {
			if err := w.Append(r); err != nil {
				return err
			}
			before.Records, before.Lines = append(before.Records, r), append(before.Lines, w.lines)
			if record != nil {
				return record(r)
			}
			return nil
		}
		if progress := opt.Progress; progress != nil {
			opt.Progress = func(games int) { progress(there + games) }
		}
		r, err = SelfPlay(ctx, n.New, players, opt)
		r.Set = before
	}
	return r, cmp.Or(err, w.Close())
}
