package regret

import (
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/ply-search/ply"
)

// Options configure [CFRPlus] and [ExternalSampling]. The nodes of their [ply.Limits] are iterations: without limits and
// without Exploitability, they make 1000.
type Options[M comparable] struct {
	// MaxPositions ends the search, or keeps it from beginning, when it would keep more than this number of positions:
	// all positions of the game in [CFRPlus], information sets in [ExternalSampling]. 0 means 10 million.
	MaxPositions int

	// Exploitability ends [CFRPlus] with status [ply.Solved] when the exploitability of the average strategy is at most
	// this. 0 means that the search goes on. [ExternalSampling] returns an error if it is set.
	Exploitability float64

	// Random is the source of randomness of [ExternalSampling]. Nil means a PCG seeded with 0. The same seed gives the
	// same result, if time and the context do not end the search. [CFRPlus] returns an error if it is set.
	Random rand.Source

	// Progress, if not nil, is called about ten times a second with the result as it is, whose Status is
	// [ply.InProgress], and once at the end of a search that does not fail, with the final result. Before the end,
	// Result.Strategy changes after the call. Progress is called on the goroutine that called the search.
	Progress func(Result[M])
}

const (
	usualIterations = 1000
	usualPositions  = 10_000_000
	mostPositions   = 1 << 30
)

// withDefaults returns the options with defaults, or an error that names the option at fault.
func (o Options[M]) withDefaults() (Options[M], error) {
	switch {
	case o.MaxPositions < 0 || o.MaxPositions > mostPositions:
		return o, fmt.Errorf("regret: MaxPositions is %d, want a number up to %d, or 0", o.MaxPositions, mostPositions)
	case !(o.Exploitability >= 0):
		return o, fmt.Errorf("regret: Exploitability is %v, want 0 or more", o.Exploitability)
	}
	if o.MaxPositions == 0 {
		o.MaxPositions = usualPositions
	}
	return o, nil
}

// iterations returns the limits with the usual number of iterations if there is no other end.
func iterations(l ply.Limits, exploitability float64) (ply.Limits, error) {
	if err := l.Check(); err != nil {
		return l, fmt.Errorf("regret: %w", err)
	}
	if l == (ply.Limits{}) && exploitability == 0 {
		l.Nodes = usualIterations
	}
	return l, nil
}

// A Result is what a search found, with its cost.
type Result[M comparable] struct {
	// Status says why the search ended: [ply.OutOfNodes] after all iterations, [ply.Solved] if Options.Exploitability is
	// reached, [ply.OutOfTime], [ply.OutOfMemory] or [ply.Cancelled] if it was cut short, [ply.Failed] if it returned an
	// error, and [ply.InProgress] in reports of Progress.
	Status ply.Status

	// Strategy is the average strategy of all players over the iterations. It is nil if the search was cut short before
	// it could begin.
	Strategy *Strategy[M]

	// Values are the expected values of all players if all play Strategy. Nil after [ExternalSampling], which does not
	// compute them; see [Evaluate].
	Values []float64

	// Exploitability is what a player gains on average by responding best to Strategy: the sum over the players of what
	// each alone could gain, divided by their number. In an equilibrium it is 0. In a zero-sum game of two players, the
	// value for a player is at most twice that less than the value of the game, whatever the other does. It is negative
	// where it was not computed: before the first check, and after ExternalSampling.
	Exploitability float64

	// Iterations is the number of iterations, in each of which every player's regrets are updated once.
	Iterations int

	// Positions is the number of positions of the game, those that are finished included, and Information the number of
	// information sets. After ExternalSampling they are the positions visited and the information sets met.
	Positions, Information int

	// Elapsed is the time that the search took.
	Elapsed time.Duration
}
