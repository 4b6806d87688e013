package sampling

import (
	"context"
	"time"

	"github.com/ply-search/ply"
)

// Measure repeats a search until limit has passed or ctx ends. It returns the number of simulations and the time in
// seconds. If limit passes before the first simulation, as on a busy machine, it is doubled.
func Measure(ctx context.Context, limit time.Duration, search func(ctx context.Context) (ply.Report, error)) (simulations int, seconds float64, err error) {
	begun := time.Now()
	for left := limit; left > 0 && ctx.Err() == nil; {
		// Unlike ply.Limits.Time, a deadline does not end the search early when the move is decided.
		within, cancel := context.WithTimeout(ctx, left)
		r, err := search(within)
		cancel()
		if err != nil {
			return 0, 0, err
		}
		simulations += r.Nodes
		if left -= max(r.Elapsed, time.Microsecond); r.Status == ply.OutOfTime && simulations == 0 {
			limit *= 2
			left = limit
		}
	}
	return simulations, time.Since(begun).Seconds(), nil
}
