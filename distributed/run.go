package distributed

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/ply-search/ply"
)

// A Run reports the progress of a run. A run is the work on one problem, divided into tasks; [Queue.Submit] begins it.
type Run struct {
	// Status is
	//
	//   - [ply.InProgress] while there are open tasks,
	//   - [ply.Complete] if there is a result for every task,
	//   - [ply.Failed] if some tasks have been given up or lost, and all others are complete,
	//   - [ply.Cancelled] after [Queue.Cancel],
	//   - [ply.Decided] if a task has decided the run ([Outcome].Decided), as in a match with a sequential test.
	//
	// Nodes is the sum of [Outcome].Nodes over the completed tasks. Elapsed is the time since the run was submitted; if
	// the run has ended, it is the time from its submission to its last result.
	ply.Report

	ID      int64  // the number of the run
	Problem string // the name of the problem

	// Done is the number of completed tasks, Failed the number of tasks given up, and Open the number of all other
	// tasks. Working is the number of tasks in work at present, in all runs of the problem. It includes the tasks of a
	// dead process for some seconds.
	Done, Open, Failed, Working int

	// Rate is the speed of the run in nodes per second. It is the mean over the last minute, and counts the nodes of a
	// task when its result is stored.
	Rate float64

	// Left is an estimate of the nodes of the remaining work. LeftLow and LeftHigh are the bounds of a 95 % confidence
	// interval.
	//
	// The estimate is the number of open tasks times the mean nodes of a lineage: a task and all tasks that follow from
	// it. The mean is taken from the later half of the completed tasks. The interval assumes that lineages are
	// independent and have the same distribution. But later tasks differ from earlier ones, so the true uncertainty is
	// larger. While each completed task creates about one further task or more, on average, lineages have no finite
	// mean. Left is then estimated from [Task].Weight; this estimate is usually too low. Before two tasks are
	// completed, LeftHigh is infinite.
	Left, LeftLow, LeftHigh float64

	// Workers is the number of processes that have stored a result during the last minute.
	Workers int

	// Busy is the sum of the working times of all completed tasks, over all workers.
	Busy time.Duration

	// Failures contains at most ten failed attempts, the latest first. After these, it contains one Failure for each
	// task that was given up because its workers died repeatedly. If tasks were deleted from the queue, the last
	// Failure states the number of deleted tasks.
	Failures []Failure
}

// A Failure is a failed attempt at a task.
type Failure struct {
	Task    int64     `json:"task"`
	Attempt int       `json:"attempt"`
	Worker  string    `json:"worker"`
	Time    time.Time `json:"time"`
	Last    bool      `json:"last"` // whether the task was given up
	Message string    `json:"message"`
}

// Run returns the run with the given number, or the latest run if run is 0. It reads one row for each result; a million
// rows take about a second.
func (q *Queue) Run(ctx context.Context, run int64) (Run, error) {
	row, err := q.runRow(ctx, run)
	if err != nil {
		return Run{}, err
	}
	return q.progress(ctx, &row)
}

// Runs returns all runs, the latest first.
func (q *Queue) Runs(ctx context.Context) ([]Run, error) {
	rows, err := q.runRows(ctx, `ORDER BY id DESC`)
	if err != nil {
		return nil, err
	}
	runs := make([]Run, len(rows))
	for i := range rows {
		if runs[i], err = q.progress(ctx, &rows[i]); err != nil {
			return nil, err
		}
	}
	return runs, nil
}

func (q *Queue) progress(ctx context.Context, row *runRow) (Run, error) {
	r := Run{ID: row.id, Problem: row.problem}
	if err := q.readProgress(ctx, row, &r); err != nil {
		return r, fmt.Errorf("distributed: run %d: %w", r.ID, err)
	}
	switch {
	case row.ending == endCancelled:
		r.Status = ply.Cancelled
	case row.ending == endDecided:
		r.Status = ply.Decided
	case r.Open > 0:
		r.Status = ply.InProgress
	case r.Failed > 0:
		r.Status = ply.Failed
	}
	return r, nil
}

func (q *Queue) readProgress(ctx context.Context, row *runRow, r *Run) error {
	// Open tasks are counted before reading results: if there are none, the results are final.
	var live bool
	err := q.db.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM river_job WHERE queue = $1 AND CAST(args->>'run' AS BIGINT) = $2
		AND state IN ('available', 'pending', 'retryable', 'running', 'scheduled'))`, row.problem, row.id).Scan(&live)
	if err != nil {
		return err
	}
	var handed, last int64
	var busy float64
	var weights, lineages estimate
	err = q.db.QueryRowContext(ctx, `SELECT count(*), CAST(coalesce(sum(handed), 0) AS BIGINT), CAST(coalesce(sum(amount), 0) AS BIGINT),
		coalesce(sum(seconds), 0.0), coalesce(max(stored), 0), `+sums("weight")+` FROM ply_result WHERE run = $1`, row.id).
		Scan(append([]any{&r.Done, &handed, &r.Nodes, &busy, &last}, weights.scan()...)...)
	if err != nil {
		return err
	}
	err = q.db.QueryRowContext(ctx, `SELECT `+sums("(1.0 - handed)")+`
		FROM (SELECT amount, handed FROM ply_result WHERE run = $1 ORDER BY stored DESC LIMIT $2) AS later`, row.id, (r.Done+1)/2).
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
		FROM ply_result WHERE run = $1 AND stored > $2`, row.id, end-60_000).Scan(&recent, &r.Workers)
	if err != nil {
		return err
	}
	if r.Failures, r.Failed, err = q.failures(ctx, row); err != nil {
		return err
	}
	if err := q.db.QueryRowContext(ctx, `SELECT count(*) FROM river_job WHERE state = 'running' AND queue = $1`, row.problem).Scan(&r.Working); err != nil {
		return err
	}
	r.Open = row.tasks + int(handed) - r.Done - r.Failed
	if r.Open > 0 && !live && row.ending == "" {
		r.Failures = append(r.Failures, Failure{
			Last:    true,
			Message: fmt.Sprintf("%d tasks are neither done nor in the queue: their jobs were cancelled or deleted", r.Open),
		})
		r.Failed, r.Open = r.Failed+r.Open, 0
	}
	if r.Open == 0 || row.ending != "" {
		end = max(last, row.submitted)
	}
	r.Elapsed = time.Duration(end-row.submitted) * time.Millisecond
	r.Busy = time.Duration(busy * float64(time.Second))
	r.Rate = recent / min(60, max(r.Elapsed.Seconds(), 0.001))
	if lineages.whole = float64(r.Open); lineages.part < 0.01*lineages.n {
		weights.whole = max(0, 1-weights.part)
		lineages = weights
	}
	if r.Open > 0 {
		r.Left, r.LeftLow, r.LeftHigh = lineages.left()
	}
	return nil
}

// An estimate sums up tasks' amounts and parts of some whole. The amount left is their ratio times the part left.
type estimate struct {
	n, amount, part                      float64
	amountPart, amountSquare, partSquare float64

	whole float64 // that is left
}

func sums(part string) string {
	const amount = "CAST(amount AS DOUBLE PRECISION)"
	columns := "count(*) * 1.0"
	for _, c := range []string{amount, part, amount + " * " + part, amount + " * " + amount, part + " * " + part} {
		columns += ", coalesce(sum(" + c + "), 0.0)"
	}
	return columns
}

func (e *estimate) scan() []any {
	return []any{&e.n, &e.amount, &e.part, &e.amountPart, &e.amountSquare, &e.partSquare}
}

// left estimates the amount left by the ratio, with an interval from residuals: of the ratio and of a number of lineages.
func (e *estimate) left() (left, low, high float64) {
	if e.n < 2 || e.part <= 0 {
		return 0, 0, math.Inf(1)
	}
	ratio := e.amount / e.part
	residuals := max(0, e.amountSquare-2*ratio*e.amountPart+ratio*ratio*e.partSquare) / (e.n - 1)
	variance := e.whole * e.whole * e.n * residuals / (e.part * e.part)
	if e.whole > 1 {
		mean := e.part / e.n
		variance += e.whole * residuals / (mean * mean)
	}
	left = ratio * e.whole
	return left, max(0, left-1.96*math.Sqrt(variance)), left + 1.96*math.Sqrt(variance)
}

func (q *Queue) failures(ctx context.Context, run *runRow) (last []Failure, lost int, err error) {
	const given = `FROM ply_failure f WHERE f.run = $1 AND NOT EXISTS (SELECT 1 FROM ply_result r WHERE r.task = f.task)`
	if err := q.db.QueryRowContext(ctx, `SELECT count(DISTINCT f.task) `+given+` AND f.last = 1`, run.id).Scan(&lost); err != nil {
		return nil, 0, err
	}
	rows, err := q.db.QueryContext(ctx, `SELECT task, attempt, worker, stored, last, message FROM ply_failure
		WHERE run = $1 ORDER BY stored DESC LIMIT 10`, run.id)
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
	// River alone gives up tasks whose workers died repeatedly.
	discarded, err := q.discarded(ctx, run.problem)
	if err != nil {
		return nil, 0, err
	}
	for _, job := range discarded {
		var args taskArgs
		if json.Unmarshal(job.EncodedArgs, &args) != nil || args.Run != run.id {
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

// Wait waits until a run has ended, and returns it. If run is 0, Wait waits for the latest run. If report is not nil,
// Wait calls it with the progress of the run at most five times a second, and once after the end of the run. If the
// run was cancelled or has failed, Wait returns both the run and an error. While the database does not answer, Wait
// continues to wait.
func (q *Queue) Wait(ctx context.Context, run int64, report func(Run)) (Run, error) {
	for {
		start := time.Now()
		r, err := q.Run(ctx, run)
		switch {
		case err == nil:
			run = r.ID
			if report != nil {
				report(r)
			}
			if r.Status != ply.InProgress {
				return r, r.err()
			}
		case ctx.Err() != nil || errors.Is(err, ErrNoRun) || q.permanent(err):
			return r, err
		} // otherwise the database may come back
		select {
		case <-ctx.Done():
			return r, ctx.Err()
		case <-time.After(max(200*time.Millisecond, 10*time.Since(start))):
		}
	}
}

// err returns why the results of an ended run are incomplete.
func (r *Run) err() error {
	switch r.Status {
	case ply.Cancelled:
		return fmt.Errorf("distributed: run %d was cancelled: its results are not complete", r.ID)
	case ply.Failed:
		why := "unknown"
		if len(r.Failures) > 0 {
			why = r.Failures[0].Message
		}
		return fmt.Errorf("distributed: run %d: %d tasks failed, its results are not complete: %s", r.ID, r.Failed, why)
	}
	return nil
}
