package distributed

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"time"
)

// A State tells whether a run has ended and why.
type State string

// The states of a run.
const (
	Running   State = "running"
	Complete  State = "complete"  // there is a result for every task
	Failed    State = "failed"    // some tasks have been given up or lost, and all others are complete
	Cancelled State = "cancelled" // by [Queue.Cancel]
	Decided   State = "decided"   // by a task, such as one of a match with a sequential test
)

// Ended reports whether nothing more will come.
func (s State) Ended() bool { return s != Running }

// String returns the state.
func (s State) String() string { return string(s) }

// A Status is the progress of a run.
type Status struct {
	Run     int64  `json:"run"`
	Problem string `json:"problem"`
	State   State  `json:"state"`

	// Done counts the tasks that are completed, Open those that are handed over and not completed, Failed those that
	// are given up. Working counts the tasks that are being worked on, for this problem and not only this run; for some
	// seconds, those of a process that has died are among them.
	Done    int `json:"done"`
	Open    int `json:"open"`
	Failed  int `json:"failed"`
	Working int `json:"working"`

	// Amount is the work done, such as the number of positions, and Rate how much of it was stored per second during
	// the last minute.
	Amount int     `json:"amount"`
	Rate   float64 `json:"rate"`

	// Left estimates the amount that is left, from the later half of the tasks done: the mean amount of the lineage of a
	// task, that is, of the task and all that follows from it, times the number of open tasks. LeftLow and LeftHigh are
	// a 95 % interval, as if lineages were independent and alike. They are not quite, since later tasks differ from
	// earlier ones, so the true uncertainty is larger. While tasks hand over as many tasks as are completed, lineages
	// have no mean; then the weights of tasks (see [Task]) are used, whose estimate is usually too low. Known is false
	// before two tasks are done.
	Left     float64 `json:"left"`
	LeftLow  float64 `json:"left_low"`
	LeftHigh float64 `json:"left_high"`
	Known    bool    `json:"left_known"`

	// Workers is the number of processes that have stored a result within the last minute.
	Workers int `json:"workers"`

	// Elapsed is the time since the run was submitted, up to its last result once it has ended, in seconds. Busy is the
	// time that tasks took, together.
	Elapsed float64 `json:"elapsed"`
	Busy    float64 `json:"busy"`

	// Failures are the last failures, the latest first, up to ten.
	Failures []Failure `json:"failures,omitempty"`
}

// A Failure is an attempt of a task that failed.
type Failure struct {
	Task    int64     `json:"task"`
	Attempt int       `json:"attempt"`
	Worker  string    `json:"worker"`
	Time    time.Time `json:"time"`
	Last    bool      `json:"last"` // the task is given up
	Message string    `json:"message"`
}

// Status returns how far a run is, or the latest run if it is 0. It reads one row for each result, about a million in a
// second.
func (q *Queue) Status(ctx context.Context, run int64) (Status, error) {
	r, err := q.Run(ctx, run)
	if err != nil {
		return Status{}, err
	}
	s := Status{Run: r.ID, Problem: r.Problem, State: Running}
	if err := q.readStatus(ctx, &r, &s); err != nil {
		return s, fmt.Errorf("distributed: status of run %d: %w", r.ID, err)
	}
	switch {
	case r.Ending != "":
		s.State = State(r.Ending)
	case s.Open > 0:
	case s.Failed > 0:
		s.State = Failed
	default:
		s.State = Complete
	}
	return s, nil
}

// readStatus reads what the database knows of a run.
func (q *Queue) readStatus(ctx context.Context, r *Run, s *Status) error {
	// Look for tasks that are still to come before reading results: if there are none, the results do not change any more.
	var live bool
	err := q.db.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM river_job WHERE queue = $1 AND CAST(args->>'run' AS BIGINT) = $2
		AND state IN ('available', 'pending', 'retryable', 'running', 'scheduled'))`, r.Problem, r.ID).Scan(&live)
	if err != nil {
		return err
	}
	var handed, last int64
	var weights, lineages estimate
	err = q.db.QueryRowContext(ctx, `SELECT count(*), CAST(coalesce(sum(handed), 0) AS BIGINT), CAST(coalesce(sum(amount), 0) AS BIGINT),
		coalesce(sum(seconds), 0.0), coalesce(max(stored), 0), `+sums("weight")+` FROM ply_result WHERE run = $1`, r.ID).
		Scan(append([]any{&s.Done, &handed, &s.Amount, &s.Busy, &last}, weights.scan()...)...)
	if err != nil {
		return err
	}
	err = q.db.QueryRowContext(ctx, `SELECT `+sums("(1.0 - handed)")+`
		FROM (SELECT amount, handed FROM ply_result WHERE run = $1 ORDER BY stored DESC LIMIT $2) AS later`, r.ID, (s.Done+1)/2).
		Scan(lineages.scan()...)
	if err != nil {
		return err
	}
	var end int64
	if err := q.db.QueryRowContext(ctx, `SELECT `+q.dialect().now).Scan(&end); err != nil {
		return err
	}
	var recent float64
	err = q.db.QueryRowContext(ctx, `SELECT coalesce(sum(CAST(amount AS DOUBLE PRECISION)), 0.0), count(DISTINCT worker)
		FROM ply_result WHERE run = $1 AND stored > $2`, r.ID, end-60_000).Scan(&recent, &s.Workers)
	if err != nil {
		return err
	}
	if s.Failures, s.Failed, err = q.failures(ctx, r); err != nil {
		return err
	}
	if err := q.db.QueryRowContext(ctx, `SELECT count(*) FROM river_job WHERE state = 'running' AND queue = $1`, r.Problem).Scan(&s.Working); err != nil {
		return err
	}
	s.Open = r.tasks + int(handed) - s.Done - s.Failed
	if s.Open > 0 && !live && r.Ending == "" {
		s.Failures = append(s.Failures, Failure{
			Last:    true,
			Message: fmt.Sprintf("%d tasks are neither done nor in the queue: their jobs were cancelled or deleted", s.Open),
		})
		s.Failed, s.Open = s.Failed+s.Open, 0
	}
	if s.Open == 0 || r.Ending != "" {
		end = max(last, r.Submitted.UnixMilli())
	}
	s.Elapsed = float64(end-r.Submitted.UnixMilli()) / 1000
	s.Rate = recent / min(60, max(s.Elapsed, 0.001))
	if lineages.whole = float64(s.Open); lineages.part < 0.01*lineages.n {
		weights.whole = max(0, 1-weights.part)
		lineages = weights
	}
	if s.Known = true; s.Open > 0 {
		s.Left, s.LeftLow, s.LeftHigh, s.Known = lineages.left()
	}
	return nil
}

// An estimate is sums over tasks of their amounts and of the parts of some whole that they are: what is left is the
// ratio of the two times what is left of the whole.
type estimate struct {
	n, amount, part                      float64
	amountPart, amountSquare, partSquare float64

	whole float64 // that is left
}

// sums returns the columns of an estimate, with this expression for the part that a task is.
func sums(part string) string {
	const amount = "CAST(amount AS DOUBLE PRECISION)"
	columns := "count(*) * 1.0"
	for _, c := range []string{amount, part, amount + " * " + part, amount + " * " + amount, part + " * " + part} {
		columns += ", coalesce(sum(" + c + "), 0.0)"
	}
	return columns
}

// scan returns where these columns go.
func (e *estimate) scan() []any {
	return []any{&e.n, &e.amount, &e.part, &e.amountPart, &e.amountSquare, &e.partSquare}
}

// left estimates what is left by the ratio, with an interval from its residuals: of the ratio itself and, where the
// whole is a number of lineages, of these.
func (e *estimate) left() (left, low, high float64, known bool) {
	if e.n < 2 || e.part <= 0 {
		return 0, 0, 0, false
	}
	ratio := e.amount / e.part
	residuals := max(0, e.amountSquare-2*ratio*e.amountPart+ratio*ratio*e.partSquare) / (e.n - 1)
	variance := e.whole * e.whole * e.n * residuals / (e.part * e.part)
	if e.whole > 1 {
		mean := e.part / e.n
		variance += e.whole * residuals / (mean * mean)
	}
	left = ratio * e.whole
	return left, max(0, left-1.96*math.Sqrt(variance)), left + 1.96*math.Sqrt(variance), true
}

// failures returns the last failures, and the number of tasks given up.
func (q *Queue) failures(ctx context.Context, r *Run) (last []Failure, lost int, err error) {
	const given = `FROM ply_failure f WHERE f.run = $1 AND NOT EXISTS (SELECT 1 FROM ply_result r WHERE r.task = f.task)`
	if err := q.db.QueryRowContext(ctx, `SELECT count(DISTINCT f.task) `+given+` AND f.last = 1`, r.ID).Scan(&lost); err != nil {
		return nil, 0, err
	}
	rows, err := q.db.QueryContext(ctx, `SELECT task, attempt, worker, stored, last, message FROM ply_failure
		WHERE run = $1 ORDER BY stored DESC LIMIT 10`, r.ID)
	if err != nil {
		return nil, 0, err
	}
	defer rows.Close()
	for rows.Next() {
		var f Failure
		var stored, final int64
		if err := rows.Scan(&f.Task, &f.Attempt, &f.Worker, &stored, &final, &f.Message); err != nil {
			return nil, 0, err
		}
		f.Time, f.Last = time.UnixMilli(stored).UTC(), final == 1
		last = append(last, f)
	}
	if err := errors.Join(rows.Err(), rows.Close()); err != nil {
		return nil, 0, err
	}
	// Tasks whose workers died again and again are given up by River alone.
	discarded, err := q.discarded(ctx, r.Problem)
	if err != nil {
		return nil, 0, err
	}
	for _, job := range discarded {
		var args taskArgs
		if json.Unmarshal(job.EncodedArgs, &args) != nil || args.Run != r.ID {
			continue
		}
		done := 0
		if err := q.db.QueryRowContext(ctx, `SELECT count(*) FROM ply_result WHERE task = $1`, job.ID).Scan(&done); err != nil {
			return nil, 0, err
		}
		if done == 0 {
			lost++
			last = append(last, Failure{
				Task: job.ID, Attempt: job.Attempt, Last: true,
				Message: fmt.Sprintf("its workers died %d times; task %.500s", job.Attempt, args.Content),
			})
		}
	}
	return last, lost, nil
}

// Wait waits until a run has ended, calls report, if it is not nil, with each status on the way, and returns the last
// one. A run that has failed or was cancelled is an error.
func (q *Queue) Wait(ctx context.Context, run int64, report func(Status)) (Status, error) {
	for {
		start := time.Now()
		s, err := q.Status(ctx, run)
		switch {
		case err == nil:
			run = s.Run
			if report != nil {
				report(s)
			}
			if s.State.Ended() {
				return s, s.err()
			}
		case ctx.Err() != nil || errors.Is(err, ErrNoRun) || q.permanent(err):
			return s, err
		} // otherwise the database may come back
		select {
		case <-ctx.Done():
			return s, ctx.Err()
		case <-time.After(max(200*time.Millisecond, 10*time.Since(start))):
		}
	}
}

// err returns why the results of a run that has ended are not all.
func (s *Status) err() error {
	switch s.State {
	case Cancelled:
		return fmt.Errorf("distributed: run %d was cancelled: its results are not complete", s.Run)
	case Failed:
		why := "unknown"
		if len(s.Failures) > 0 {
			why = s.Failures[0].Message
		}
		return fmt.Errorf("distributed: run %d: %d tasks failed, its results are not complete: %s", s.Run, s.Failed, why)
	}
	return nil
}
