package learn

import (
	"cmp"
	"context"
)

// SelfPlay plays games to learn from. The two players of each game are drawn from players, with replacement, so a single
// player plays itself. Games between different players, from different openings, teach more than games of one player
// against itself (Baxter, Tridgell and Weaver 2000).
//
// Each game is appended to the named file as soon as it has ended. A run that was interrupted, even killed, goes on when
// it is called again with the same options: it plays the games that the file lacks, and returns all. Lines that are damaged
// count as games. If the name is empty, the games are in no file.
//
// The games are the same for any number of workers if players keep nothing that changes how they play later games and
// do not look at the clock.
//
// It is an error if ctx ends before all games are played; if New or a player returns one; if a move is not legal; if the
// game breaks a law of [ply.Stochastic]; and a [*ply.GamePanic] if a game or a player panics. The set then has the games
// before.
func (n Notation[G, M]) SelfPlay(ctx context.Context, name string, players []NamedPlayer[G, M], opt SelfPlayOptions[M]) (*Set[M], error) {
	opt.game = n.Game
	if name == "" {
		return playSet(ctx, n.New, players, opt)
	}
	w, set, err := n.append(name)
	if err != nil {
		return &Set[M]{Game: n.Game}, err
	}
	defer w.close() // after a panic
	before := len(set.Records) + len(set.Damaged)
	if games := cmp.Or(opt.Games, usualGames) - before; games > 0 {
		opt.first, opt.Games = before, games
		opt.record = func(r Record[M]) error {
			if err := w.append(r); err != nil {
				return err
			}
			set.Records, set.lines = append(set.Records, r), append(set.lines, w.lines)
			return nil
		}
		if progress := opt.Progress; progress != nil {
			opt.Progress = func(games int) { progress(before + games) }
		}
		_, err = playSet(ctx, n.New, players, opt)
	}
	return set, cmp.Or(err, w.close())
}
