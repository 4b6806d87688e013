package block

import (
	"math"
	"time"

	"github.com/ply-search/ply"
)

// A Result is what a block search found, with its cost.
type Result[M comparable] struct {
	// Status says why the search ended: [ply.Complete], [ply.Solved] with StopAtSolution, [ply.OutOfNodes] at
	// MaxPositions, [ply.OutOfTime], [ply.Cancelled], [ply.Failed] if it returned an error, or [ply.InProgress] in
	// reports of Progress. The other fields hold what was found so far.
	Status ply.Status

	// Blocks is the number of blocks. Positions is the number of positions in them, where a position that belongs to
	// several blocks counts several times. It does not grow beyond math.MaxInt.
	Blocks, Positions int

	// MemoryHits is the number of blocks that were skipped because their root was remembered, and IncrementalCuts the
	// number of those that were skipped as incremental transpositions.
	MemoryHits, IncrementalCuts int

	// Solutions is the number of blocks that contain a solved position.
	Solutions int

	// Line is a line to the first solved position.
	Line []M

	// Found reports whether there is a solved position. If there is, Line can still be empty.
	Found bool

	// Depth is the greatest number of moves from the start to a position of a block.
	Depth int

	// Elapsed is the time that the search took.
	Elapsed time.Duration
}

// MeanBlock returns the mean number of positions in a block.
func (r Result[M]) MeanBlock() float64 { return float64(r.Positions) / float64(max(1, r.Blocks)) }

// count takes account of a block that is extended.
func (s *searcher[M]) count(b *node[M]) {
	s.result.Blocks++
	if size := b.size(); s.result.Positions > math.MaxInt-size {
		s.result.Positions = math.MaxInt
	} else {
		s.result.Positions += size
	}
	depth := len(s.line)
	for x := range b.stages {
		depth += b.length(x)
	}
	s.result.Depth = max(s.result.Depth, depth)
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
