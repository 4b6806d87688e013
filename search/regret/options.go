package regret

import (
	"fmt"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/checkpoint"
)

// Options are the options of [CFRPlus] and [ExternalSampling]. In both, Nodes of [ply.Limits] is the number of
// iterations. If neither a limit nor an exploitability is given, a search makes 1000 iterations.
type Options[M comparable] struct {
	// Memory is the approximate limit of memory in bytes. A search that needs more memory ends with status
	// [ply.OutOfMemory]. [CFRPlus] stores all positions of the game before the first iteration, and needs 64 bytes for
	// each position. [ExternalSampling] stores information sets and needs 200 bytes for each information set. 0 means
	// memory for 10 million positions or information sets.
	Memory int64

	// Checkpoint, if not nil, stores the state of the search. A later search with the same store continues from this
	// state, and returns exactly the result of an uninterrupted search. [checkpoint.File] is the usual store. The later
	// search may have other limits, which apply to the iterations and the time of both searches together. Before [CFRPlus]
	// continues, it lists all positions of the game again. The source of [ExternalSampling] must be an
	// [encoding.BinaryMarshaler] and an [encoding.BinaryUnmarshaler].
	Checkpoint checkpoint.Store

	// Progress, if not nil, is called about ten times a second with the result so far, whose Status is [ply.InProgress].
	// Unless the search returns an error, it is called once more with the final result. It is called on the goroutine that
	// called the search. Progress must not keep the Strategy of a result whose Status is InProgress, because the search
	// changes this Strategy.
	Progress func(Result[M])
}

const (
	usualIterations = 1000
	usualPositions  = 10_000_000
	mostPositions   = 1 << 30
	positionBytes   = 64
	setBytes        = 200
)

func (o *Options[M]) most(size int64) (int, error) {
	if o.Memory < 0 {
		return 0, fmt.Errorf("regret: Memory is %d, want a number of bytes, or 0", o.Memory)
	}
	if o.Memory == 0 {
		return usualPositions, nil
	}
	return int(min(o.Memory/size, mostPositions)), nil
}

// iterations returns the limits, with the usual number of iterations if nothing else ends the search.
func iterations(l ply.Limits, exploitability float64) (ply.Limits, error) {
	if err := l.Check(); err != nil {
		return l, fmt.Errorf("regret: %w", err)
	}
	if l == (ply.Limits{}) && exploitability == 0 {
		l.Nodes = usualIterations
	}
	return l, nil
}

// A Result is the result of a search.
//
// Nodes is the number of iterations. Each iteration updates the regrets of every player once. In a result of
// [Evaluate], Nodes is the number of positions. After a search, Status is [ply.OutOfNodes] if all iterations were done,
// and [ply.Solved] if the required exploitability was reached.
type Result[M comparable] struct {
	ply.Report

	// Strategy is the average strategy of all players over the iterations. Strategy is nil if the search returned an
	// error, or if the search was cut short while it listed the positions of the game. In a result of [Evaluate], Strategy
	// contains the best response of each player to the policy of the other players.
	Strategy *Strategy[M]

	// Values are the expected values of all players if all of them play by Strategy or, in a result of [Evaluate], by the
	// policy. Values is nil in a result of [ExternalSampling].
	Values []float64

	// Best[p] is the expected value of player p if p plays a best response and the other players do not deviate from
	// Strategy or, in a result of [Evaluate], from the policy. Best[p] is at least Values[p].
	Best []float64

	// Exploitability is the mean over all players p of Best[p] - Values[p], the gain of p by a best response. It is 0 in
	// an equilibrium. In a zero-sum game of two players, Strategy guarantees each player the value of the game minus at
	// most twice Exploitability. Exploitability is negative if it is not known: in a result of [CFRPlus] before the
	// exploitability was first computed, and in every result of [ExternalSampling].
	Exploitability float64

	// Positions is the number of positions of the game, including finished positions. Information is the number of
	// information sets. After [ExternalSampling], Positions is the number of positions visited, and Information the
	// number of information sets reached.
	Positions, Information int
}
