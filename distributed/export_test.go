package distributed

import (
	"database/sql"
	"encoding/json"
	"iter"
	"time"

	"github.com/ply-search/ply/search"
)

// ErrDone is the error in the report of a task that another process has done.
var ErrDone = errDone

// DB returns the connection of a queue, for tests that change stored data.
func DB(q *Queue) *sql.DB { return q.db }

// SetSilentAfter sets the time after which a queue takes a process for dead that gives no sign of life.
func SetSilentAfter(q *Queue, d time.Duration) { q.silentAfter = d }

// Estimate is the estimate of the remaining work.
func Estimate(n, amount, part, amountPart, amountSquare, partSquare, whole float64) (left, low, high float64) {
	e := estimate{n, amount, part, amountPart, amountSquare, partSquare, whole}
	return e.left()
}

// AddCounts is [CountResult] of these results.
func AddCounts(results iter.Seq2[json.RawMessage, error]) (search.Result[int], error) {
	return addCounts[int](results, nil)
}

// AddPerft is [Queue.PerftResult] of these results.
func AddPerft(results iter.Seq2[json.RawMessage, error]) error {
	_, err := addPerft(results)
	return err
}

// AddIslands is [IslandResult] of these results.
func AddIslands(results iter.Seq2[json.RawMessage, error]) error {
	_, err := bestOfIslands[int](results)
	return err
}
