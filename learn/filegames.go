package learn

import (
	"cmp"
	"context"
)

// SelfPlay plays games to learn from, each by two of players drawn with replacement, so a single player plays itself.
// Different players and openings teach more than one player against itself (Baxter, Tridgell and Weaver 2000).
//
// Each game is appended to the named file when it ends, or to none if name is empty. A run that was interrupted, even
// killed, can be continued with the same options: it plays the missing games, and returns all. Damaged lines count as games.
// The games are the same for any number of workers if players keep no state between games and do not look at the clock.
//
// It is an error if ctx ends before all games are played; if New or a player returns one; if a move is illegal; if the game
// breaks a law of [ply.Stochastic]; and a [*ply.GamePanic] if a game or a player panics. The set then has the games before.
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
