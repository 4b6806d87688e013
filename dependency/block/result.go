package block

import (
	"math"
	"time"

	"github.com/ply-search/ply"
)

// A Result is the final result of a block search or the result so far. Nodes is the number of positions in all blocks, at
// most [math.MaxInt]; a position in several blocks is counted several times.
type Result[M comparable] struct {
	ply.Report

	// Line leads to the first solved position that was found. Line is empty if the start of the search is solved. Found
	// reports whether a solved position was found.
	Line  []M
	Found bool

	// Blocks is the number of blocks, and Solutions the number of blocks that contain a solved position.
	Blocks, Solutions int
}

// MeanBlock returns the mean number of positions in a block.
func (r Result[M]) MeanBlock() float64 { return float64(r.Nodes) / float64(max(1, r.Blocks)) }

func (s *searcher[M]) count(b *node[M]) {
	s.result.Blocks++
	if size := b.size(); s.result.Nodes > math.MaxInt-size {
		s.result.Nodes = math.MaxInt
	} else {
		s.result.Nodes += size
	}
}

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
