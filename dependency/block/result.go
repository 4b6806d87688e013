package block

import (
	"math"
	"time"

	"github.com/ply-search/ply"
)

// A Result is what a block search found, or has found so far. Nodes is the number of positions in the blocks, where a position
// that belongs to several blocks counts several times. It does not grow beyond math.MaxInt.
type Result[M comparable] struct {
	ply.Report

	// Line is a line to the first solved position. Found tells whether there is one: a line that was found may be empty.
	Line  []M
	Found bool

	// Blocks is the number of blocks. Solutions is the number of those that contain a solved position.
	Blocks, Solutions int
}

// MeanBlock returns the mean number of positions in a block.
func (r Result[M]) MeanBlock() float64 { return float64(r.Nodes) / float64(max(1, r.Blocks)) }

// count takes account of a block that is extended.
func (s *searcher[M]) count(b *node[M]) {
	s.result.Blocks++
	if size := b.size(); s.result.Nodes > math.MaxInt-size {
		s.result.Nodes = math.MaxInt
	} else {
		s.result.Nodes += size
	}
}

// size returns the number of positions in a block, or math.MaxInt if there are more than that.
func (b *node[M]) size() int {
	size := 1
	for _, stages := range b.stages {
		if size > math.MaxInt/len(stages) {
			return math.MaxInt
		}
		size *= len(stages)
	}
	return size
}

func (s *searcher[M]) report() {
	r := s.result
	r.Status, r.Elapsed = ply.InProgress, time.Since(s.began)
	s.opt.Progress(r)
}

func (s *searcher[M]) finish(err error) Result[M] {
	s.result.Elapsed = time.Since(s.began)
	if s.opt.Progress != nil && err == nil {
		s.opt.Progress(s.result)
	}
	return s.result
}
