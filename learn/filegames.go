package learn

import (
	"cmp"
	"context"
)

// SelfPlay plays games to train on. For each side of each game, a player is drawn at random from the list, so one
// player may play both sides. Games between different players with different openings are better to train on than
// games of one player against itself (Baxter, Tridgell and Weaver 2000).
//
// When a game ends, it is appended to the named file. If name is empty, no file is written. An interrupted run, even
// one that was killed, can be continued with the same options: SelfPlay then plays the missing games and returns all
// games. Games on damaged lines of the file are not played again. The games are the same for any number of workers,
// if players keep no state between games and do not look at the clock.
//
// SelfPlay returns an error if ctx ends before all games are played, if n.New or a player returns an error, if a move
// is illegal, or if the game breaks a law of [ply.Stochastic]. If a game or a player panics, the error is a
// [*ply.GamePanic]. The returned set contains the games completed before the error.
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
