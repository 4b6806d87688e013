package block

import (
	"slices"

	"github.com/ply-search/ply"
)

// lastPosition checks whether the last position of the block, which has no moves, is solved.
func (s *searcher[M]) lastPosition(b *node[M]) {
	line := len(s.line)
	for x := range b.stages {
		s.playTo(b, x, b.length(x))
	}
	if s.puzzle.Solved() {
		s.result.Solutions++
		if !s.result.Found {
			s.result.Line, s.result.Found = slices.Clone(s.line), true
		}
		if s.opt.StopAtSolution {
			s.stop(ply.Solved)
		}
	}
	s.undoTo(line)
}

func (s *searcher[M]) play(m M) {
	s.game.Play(m)
	s.line = append(s.line, m)
}

func (s *searcher[M]) playTo(b *node[M], x, i int) {
	for _, t := range b.stages[x][:i] {
		s.play(t.move)
	}
}

func (s *searcher[M]) playToPart(b *node[M]) {
	for y, low := range b.low {
		s.playTo(b, y, low)
	}
}

// undoTo takes back all but the first n moves of the line.
func (s *searcher[M]) undoTo(n int) {
	for i := len(s.line) - 1; i >= n; i-- {
		s.game.Undo(s.line[i])
	}
	s.line = s.line[:n]
}
