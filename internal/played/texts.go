package played

import (
	"slices"

	"github.com/ply-search/ply"
)

// Texts returns the moves of a line from the present position of g in its notation. Each is written in its position:
// the moves are played and taken back.
func Texts[M comparable](g ply.Game[M], notation ply.Notation[M], line []M) []string {
	texts := make([]string, 0, len(line))
	for _, m := range line {
		texts = append(texts, string(notation.AppendMove(nil, m)))
		g.Play(m)
	}
	for _, m := range slices.Backward(line) {
		g.Undo(m)
	}
	return texts
}
