package regret

import (
	"fmt"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/checkpoint"
)

// Options configure [CFRPlus] and [ExternalSampling]. Nodes of [ply.Limits] are iterations, 1000 by default.
type Options[M comparable] struct {
	// Memory ends the search with [ply.OutOfMemory], or prevents it, when it would need more than about this number of
	// bytes. [CFRPlus] stores all positions of the game, with 64 bytes each, [ExternalSampling] the information sets, with
	// 200. 0 means 10 million of them.
	Memory int64

	// Checkpoint, if not nil, keeps the state of the search. A search that goes on from there has the result of a search that
	// was not interrupted, bit by bit. [checkpoint.File] is the usual one. Limits may differ between the runs; they count the
	// iterations and the time of all. [CFRPlus] reads the game again first. The source of [ExternalSampling] must be one that
	// can be marshaled.
	Checkpoint checkpoint.Store

	// Progress, if not nil, is called about ten times a second with the result so far, whose Status is [ply.InProgress],
	// and once with the final result, unless the search fails. Before the end, Result.Strategy changes after the call.
	// Progress is called on the goroutine that called the search.
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
// Nodes is the number of iterations, each of which updates every player's regrets once. Status is [ply.OutOfNodes]
// after all of them, and [ply.Solved] if the exploitability is reached.
type Result[M comparable] struct {
	ply.Report

	// Strategy is the average strategy of all players over the iterations. It is nil if the search was cut short before it
	// could begin. From [Evaluate], it is the best response of each player to the others' policy.
	Strategy *Strategy[M]

	// Values are the expected values of all players by Strategy or the policy evaluated, nil for [ExternalSampling].
	Values []float64

	// Best are the expected values of the players if each alone responds best to the others, none less than in Values.
	Best []float64

	// Exploitability is the average gain of a player by responding best to Strategy: the sum over the players of what each
	// alone could gain, divided by their number. In an equilibrium it is 0. In a zero-sum game of two players, Strategy
	// guarantees each player the value of the game less at most twice the exploitability. It is negative before the first
	// check, and after ExternalSampling.
	Exploitability float64

	// Positions is the number of positions of the game, including finished ones, and Information the number of information
	// sets. After ExternalSampling they are the positions visited and the information sets met.
	Positions, Information int
}
