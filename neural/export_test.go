package neural

import "github.com/ply-search/ply/mcts/puct"

// NewBatcher returns a batcher.
func NewBatcher[G, M any](evaluate puct.Evaluator[G, M], searches int) *batcher[G, M] {
	return newBatcher(evaluate, searches)
}

// SetNoResign sets the share of games in which nobody resigns.
func SetNoResign(s *SelfPlay, share float64) { s.noResign = share }

// Counts returns the unexported counts of a generation.
func Counts(g *Generation) (resigned, doubted, evaluations int) {
	return g.resigned, g.doubted, g.evaluations
}
