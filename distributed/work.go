package distributed

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"sync"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"
)

// WorkOptions configure [Queue.Work]. With the zero value, Work works on one task at a time.
type WorkOptions struct {
	// Workers is the number of tasks that are worked on at the same time, up to 1024. 0 means 1.
	Workers int

	// RescueAfter is the longest time for which a process may work on a task. A task that is not completed after this
	// time is given to another process. The context of the task ends after four fifths of this time. RescueAfter must
	// be at least 5 seconds, and the same in all processes. 0 means 15 minutes.
	RescueAfter time.Duration

	// Logger receives the events of tasks. Nil means no log.
	Logger *slog.Logger

	// Done, if not nil, is called after each task of this process, on the goroutine of the task.
	Done func(TaskReport)
}

// A TaskReport describes a task that this process has worked on.
type TaskReport struct {
	Problem string
	Nodes   int
	Handed  int           // the number of tasks that follow
	Working time.Duration // the time of the work
	Storing time.Duration // the time of the transaction that stores the result
	Err     error         // nil if this process has stored the result; otherwise the reason, such as a failure or a result stored by another process
}

const mostWorkers = 1 << 10

func (o *WorkOptions) check() error {
	switch {
	case o.Workers < 0 || o.Workers > mostWorkers:
		return fmt.Errorf("distributed: Workers is %d, want a number up to %d, or 0 for one", o.Workers, mostWorkers)
	case o.RescueAfter < 0 || o.RescueAfter > 0 && o.RescueAfter < 5*time.Second:
		return fmt.Errorf("distributed: RescueAfter is %v, want 5 seconds or more, or 0 for 15 minutes", o.RescueAfter)
	}
	o.Workers = max(o.Workers, 1)
	o.RescueAfter = cmp.Or(o.RescueAfter, 15*time.Minute)
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	return nil
}

// Work works on the tasks of all runs whose problems are in the registry, until ctx ends. Any number of processes may
// work on the same database. On one machine, a single process with several workers is best.
//
// When ctx ends, Work cancels the tasks in progress. A cancelled task is completed if it returns an [Outcome], whose
// Next may contain the rest of the work. A cancelled task that returns an error goes back to the queue. When all tasks
// have ended, Work returns nil. If a task has not ended after 30 seconds, Work returns an error.
//
// If Work cannot continue, it returns an error before ctx ends, and other processes get the tasks of this process. The
// error wraps [ErrVersion] if a run was submitted with another version of a problem. It is the error of the database if
// the database has failed for more than five minutes, or if it has failed permanently, for example because the disk is
// full.
func (q *Queue) Work(ctx context.Context, r *Registry, opt WorkOptions) error {
	if err := opt.check(); err != nil {
		return err
	}
	if len(r.Names()) == 0 {
		return errors.New("distributed: a registry without problems")
	}
	working, fail := context.WithCancelCause(ctx)
	defer fail(nil)
	w := &worker{
		queue:    q,
		registry: r,
		opt:      opt,
		slots:    make(chan struct{}, opt.Workers),
		fail:     fail,
		runs:     map[int64]*knownRun{},
	}
	workers := river.NewWorkers()
	river.AddWorker(workers, w)
	queues := map[string]river.QueueConfig{}
	for _, name := range r.Names() {
		queues[name] = river.QueueConfig{MaxWorkers: opt.Workers}
	}
	c, complete, err := q.newClient(&river.Config{
		Queues:                      queues,
		Workers:                     workers,
		Logger:                      opt.Logger,
		FetchCooldown:               5 * time.Millisecond,
		FetchPollInterval:           250 * time.Millisecond,
		JobTimeout:                  opt.RescueAfter / 5 * 4,
		RescueStuckJobsAfter:        never, // see observer
		RetryPolicy:                 retryPolicy{},
		MaxAttempts:                 maxAttempts,
		CompletedJobRetentionPeriod: 10 * time.Minute, // their results are in tables of their own
		CancelledJobRetentionPeriod: time.Hour,
		DiscardedJobRetentionPeriod: -1, // a run that lacks a result says why
	})
	if err != nil {
		return fmt.Errorf("distributed: work: %w", err)
	}
	w.complete, w.id = complete, c.ID()
	leave, err := w.observe(ctx)
	if err != nil {
		return err
	}
	defer leave()
	if err := start(context.WithoutCancel(ctx), c); err != nil {
		return fmt.Errorf("distributed: work: %w", err)
	}
	w.watch(working)
	// A task that ignores its context must not keep River waiting.
	stopping, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopWithin)
	defer cancel()
	err = c.StopAndCancel(stopping)
	if cause := context.Cause(working); ctx.Err() == nil {
		return cause
	}
	if err != nil {
		return fmt.Errorf("distributed: tasks that do not end are left to be rescued: %w", err)
	}
	return nil
}

// stopWithin is how long Work waits for its tasks at the end, and startWithin how long for River to begin. River must
// not rescue tasks, since it compares the clocks of machines.
const (
	never       = 100 * 365 * 24 * time.Hour
	stopWithin  = 30 * time.Second
	startWithin = 2 * time.Minute
)

// start starts a client. A very slow database can make River deadlock.
func start(ctx context.Context, c client) error {
	started := make(chan error, 1)
	go func() { started <- c.Start(ctx) }()
	select {
	case err := <-started:
		return err
	case <-time.After(startWithin):
		return fmt.Errorf("the database has not answered for %v", startWithin)
	}
}

// retryPolicy delays a failed task by a second at first, and a minute at most.
type retryPolicy struct{}

func (retryPolicy) NextRetry(job *rivertype.JobRow) time.Time {
	n := min(len(job.Errors)+1, 8)
	return time.Now().Add(min(time.Duration(n*n)*time.Second, time.Minute))
}

type worker struct {
	river.WorkerDefaults[taskArgs]
	queue    *Queue
	registry *Registry
	opt      WorkOptions
	complete completeFunc
	id       string
	slots    chan struct{}           // one for each worker, for any number of River's queues
	fail     context.CancelCauseFunc // ends Work

	mu   sync.Mutex
	runs map[int64]*knownRun
}

// A knownRun is a run whose problem has been made and checked.
type knownRun struct {
	row     runRow
	problem Problem
	ended   context.Context // of the run
	end     context.CancelFunc
}

var errUnfit = errors.New("distributed: not fit for run")

var errRunEnded = errors.New("distributed: the run has ended")

func (w *worker) Work(ctx context.Context, job *river.Job[taskArgs]) error {
	select {
	case w.slots <- struct{}{}:
		defer func() { <-w.slots }()
	case <-ctx.Done():
		return river.JobSnooze(0)
	}
	run, err := w.run(ctx, job.Args.Run)
	switch {
	case errors.Is(err, errRunEnded):
		return river.JobCancel(err)
	case errors.Is(err, errUnfit):
		w.fail(err)
		return river.JobSnooze(0)
	case err != nil: // the database does not answer, or this process is to end
		w.opt.Logger.WarnContext(ctx, "run not read", slog.Int64("run", job.Args.Run), slog.Any("error", err))
		return river.JobSnooze(0)
	}
	if job.Attempt > 1 {
		// A worker considered dead may have done it; checking only saves the work.
		done := 0
		if err := w.queue.db.QueryRowContext(ctx, `SELECT count(*) FROM ply_result WHERE task = $1`, job.ID).Scan(&done); err == nil && done > 0 {
			return nil
		}
	}
	working, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(run.ended, cancel)()

	report := TaskReport{Problem: run.row.problem}
	start := time.Now()
	outcome, err := w.do(working, run.problem, job)
	report.Working = time.Since(start)
	switch {
	case run.ended.Err() != nil:
		err = river.JobCancel(errRunEnded)
	case err != nil && errors.Is(ctx.Err(), context.Canceled): // not by the time limit of the task
		err = river.JobSnooze(0)
	case err != nil:
		err = w.failed(ctx, job, err)
	default:
		report.Nodes, report.Handed = outcome.Nodes, len(outcome.Next)
		start = time.Now()
		if err = w.store(ctx, job, run, &outcome, report.Working); errors.Is(err, errDone) {
			report.Err, err = err, nil
		}
		report.Storing = time.Since(start)
	}
	report.Err = cmp.Or(report.Err, err)
	w.opt.Logger.DebugContext(ctx, "task", slog.Int64("run", run.row.id), slog.Int64("task", job.ID), slog.Int("nodes", report.Nodes),
		slog.Int("handed", report.Handed), slog.Duration("working", report.Working), slog.Duration("storing", report.Storing), slog.Any("error", report.Err))
	if w.opt.Done != nil {
		w.opt.Done(report)
	}
	return err
}

func (w *worker) do(ctx context.Context, p Problem, job *river.Job[taskArgs]) (outcome Outcome, err error) {
	defer func() {
		if value := recover(); value != nil {
			err = fmt.Errorf("panic: %v", value)
			w.opt.Logger.ErrorContext(ctx, "panic", slog.Int64("task", job.ID), slog.Any("value", value), slog.String("stack", string(debug.Stack())))
		}
	}()
	if len(job.Args.Content) > maxContent {
		return outcome, fmt.Errorf("distributed: a task of %d bytes, want at most %d", len(job.Args.Content), maxContent)
	}
	if outcome, err = p.Work(ctx, job.Args.Content, w.queue.Results(ctx, job.Args.Run)); err != nil {
		return outcome, err
	}
	if len(outcome.Result) == 0 {
		outcome.Result = json.RawMessage("null")
	}
	if len(outcome.Result) > maxContent {
		return outcome, fmt.Errorf("distributed: a result of %d bytes, want at most %d", len(outcome.Result), maxContent)
	}
	for i := range outcome.Next {
		if err := outcome.Next[i].check(); err != nil {
			return outcome, err
		}
	}
	return outcome, nil
}

func (w *worker) run(ctx context.Context, id int64) (*knownRun, error) {
	w.mu.Lock()
	defer w.mu.Unlock() // also for the fingerprint, which takes long and is wanted once
	known := w.runs[id]
	if known == nil {
		run, err := w.queue.runRow(ctx, id)
		if err != nil {
			return nil, err
		}
		problem, err := w.registry.problem(run.problem, json.RawMessage(run.options))
		if err != nil {
			return nil, fmt.Errorf("%w %d: %w", errUnfit, id, err)
		}
		fingerprint, err := problem.Fingerprint(ctx)
		switch {
		case err != nil && ctx.Err() != nil:
			return nil, err
		case err != nil:
			return nil, fmt.Errorf("%w %d: fingerprint: %w", errUnfit, id, err)
		case fingerprint != run.fingerprint:
			return nil, fmt.Errorf("%w %d: %w: %s has fingerprint %s here and %s where it was submitted",
				errUnfit, id, ErrVersion, run.problem, fingerprint, run.fingerprint)
		}
		known = &knownRun{row: run, problem: problem}
		known.ended, known.end = context.WithCancel(context.Background())
		if run.ending != "" {
			known.end()
		}
		w.runs[id] = known
	}
	if known.ended.Err() != nil {
		return nil, errRunEnded
	}
	return known, nil
}

func (w *worker) watch(ctx context.Context) {
	ticker := time.NewTicker(time.Second)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		for _, known := range w.open() {
			if run, err := w.queue.runRow(ctx, known.row.id); err == nil && run.ending != "" {
				known.end()
			}
		}
	}
}

func (w *worker) open() (open []*knownRun) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, known := range w.runs {
		if known.ended.Err() == nil {
			open = append(open, known)
		}
	}
	return open
}

// store stores an outcome and completes its job, even if the job no longer runs because its worker was considered
// dead. The first worker with a result stores it; later ones get [errDone].
func (w *worker) store(ctx context.Context, job *river.Job[taskArgs], run *knownRun, o *Outcome, working time.Duration) error {
	handed := 0.0
	for _, t := range o.Next {
		handed += t.Weight
	}
	now := w.queue.dialect().now
	f := func(tx transaction) ([]river.InsertManyParams, error) {
		n, err := tx.exec(ctx, `INSERT INTO ply_result (task, run, worker, stored, seconds, amount, handed, weight, content)
			VALUES ($1, $2, $3, `+now+`, $4, $5, $6, $7, $8) ON CONFLICT (task) DO NOTHING`,
			job.ID, run.row.id, w.id, working.Seconds(), o.Nodes, len(o.Next), job.Args.Weight*max(0, 1-handed), string(o.Result))
		if err != nil {
			return nil, err
		}
		if n == 0 {
			return nil, errDone
		}
		if o.Decided {
			if _, err := tx.exec(ctx, `UPDATE ply_run SET ending = $1, ended = `+now+` WHERE id = $2 AND ending = ''`, endDecided, run.row.id); err != nil {
				return nil, err
			}
		}
		return jobs(run.row.problem, run.row.id, job.Args.Weight, o.Next)
	}
	ctx = context.WithoutCancel(ctx) // finished work is stored, although the context of the task has ended
	for start, wait := time.Now(), 50*time.Millisecond; ; wait = min(2*wait, 5*time.Second) {
		attempt, cancel := context.WithTimeout(ctx, 90*time.Second)
		err := w.complete(attempt, job, f)
		cancel()
		switch {
		case err == nil, errors.Is(err, errDone):
			return err
		case w.queue.permanent(err), time.Since(start) > w.queue.storeWithin:
			err = fmt.Errorf("distributed: run %d: the result of task %d could not be stored: %w", run.row.id, job.ID, err)
			w.fail(err)
			return err
		}
		w.opt.Logger.WarnContext(ctx, "the database does not answer", slog.Int64("task", job.ID), slog.Any("error", err))
		time.Sleep(wait)
	}
}

const errorsOfTask = 3

func (w *worker) failed(ctx context.Context, job *river.Job[taskArgs], cause error) error {
	last := 0
	if len(job.Errors)+1 >= errorsOfTask {
		last = 1
	}
	message := fmt.Sprintf("%.2000s; task %.500s", cause.Error(), job.Args.Content)
	_, err := w.queue.db.ExecContext(context.WithoutCancel(ctx), `INSERT INTO ply_failure (task, attempt, run, worker, stored, last, message)
		VALUES ($1, $2, $3, $4, `+w.queue.dialect().now+`, $5, $6) ON CONFLICT (task, attempt) DO NOTHING`,
		job.ID, job.Attempt, job.Args.Run, w.id, last, message)
	w.opt.Logger.ErrorContext(ctx, "task failed", slog.Int64("run", job.Args.Run), slog.Int64("task", job.ID), slog.String("error", message))
	if err == nil && last == 1 {
		return river.JobCancel(cause)
	}
	return errors.Join(cause, err)
}
