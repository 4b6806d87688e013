package questions

import (
	"github.com/ply-search/ply"
	"github.com/ply-search/ply/engine"
)

// Kept is the part of a Searcher that keeps a tree from move to move. Use [Keep] to make one.
type Kept[M comparable] struct {
	game       ply.Game[M]
	play, undo func(M) error
	played     []M
}

// Keep returns a Kept for a game and its tree: play plays a move on both, and undo takes back the last move.
func Keep[M comparable](game ply.Game[M], play, undo func(M) error) Kept[M] {
	return Kept[M]{game: game, play: play, undo: undo}
}

func (k *Kept[M]) Game() ply.Game[M] { return k.game }

func (k *Kept[M]) Play(m M) error {
	err := k.play(m)
	if err == nil {
		k.played = append(k.played, m)
	}
	return err
}

// Undo takes back the last move played with Play and not taken back.
func (k *Kept[M]) Undo() error {
	last := len(k.played) - 1
	if last < 0 {
		return engine.ErrNothingToUndo
	}
	m := k.played[last]
	k.played = k.played[:last]
	return k.undo(m)
}
