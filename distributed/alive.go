package distributed

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"time"
)

// Working processes give a sign of life every beatEvery: a time of the database's clock. The machines' clocks
// therefore do not matter, and a task of a dead process is free after some seconds, however long tasks are. A process
// wrongly considered dead changes nothing, since the number of a task is the primary key of its result.
const (
	beatEvery   = time.Second
	mendEvery   = 30 * time.Second
	beatWithin  = 10 * time.Second
	forgetAfter = 24 * time.Hour
	mostDelay   = 2 * time.Minute // longer than a task that failed waits
)

// A dialect holds the SQL expressions that differ between databases. Times are in milliseconds since 1970.
type dialect struct {
	now    string // the database's clock
	begun  string // when the last attempt at a row of river_job began
	due    string // when a row of river_job may begin
	stamp  string // now, as river_job has it
	holder string // the process of the last attempt at a row of river_job
	lock   string // ends a query that skips rows which others are about to change
}

// An observer gives a process's signs of life, and frees the tasks of silent processes.
type observer struct {
	queue  *Queue
	id     string
	queues []string
	opt    *WorkOptions

	beaten time.Time // of the last sign of life
	steady time.Time // since when there was one every beatEvery, or 0 for since the beginning
	mended time.Time
}

func (o *observer) beat(ctx context.Context) error {
	start := time.Now()
	_, err := o.queue.db.ExecContext(ctx, `INSERT INTO ply_process (id, seen) VALUES ($1, `+o.queue.dialect().now+`)
		ON CONFLICT (id) DO UPDATE SET seen = excluded.seen`, o.id)
	if err != nil {
		return err
	}
	if !o.beaten.IsZero() && start.Sub(o.beaten) > o.queue.silentAfter/2 {
		o.steady = time.Now()
	}
	o.beaten = start
	return nil
}

// run gives signs of life until ctx ends, and then a final one.
func (o *observer) run(ctx context.Context) {
	ticker := time.NewTicker(beatEvery)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			leave, cancel := context.WithTimeout(context.WithoutCancel(ctx), beatWithin)
			defer cancel()
			_, _ = o.queue.db.ExecContext(leave, `DELETE FROM ply_process WHERE id = $1`, o.id)
			return
		case <-ticker.C:
		}
		within, cancel := context.WithTimeout(ctx, beatWithin)
		if err := o.look(within); err != nil && ctx.Err() == nil {
			o.opt.Logger.WarnContext(ctx, "no sign of life given", slog.Any("error", err))
		}
		cancel()
	}
}

func (o *observer) look(ctx context.Context) error {
	if err := o.beat(ctx); err != nil {
		return err
	}
	// If the database or this process was away, the others could not give signs of life.
	if time.Since(o.steady) < o.queue.silentAfter {
		return nil
	}
	freed, err := o.free(ctx)
	if freed > 0 {
		o.opt.Logger.InfoContext(ctx, "tasks of silent processes are free", slog.Int64("tasks", freed))
	}
	if err == nil && time.Since(o.mended) > mendEvery {
		o.mended = time.Now()
		err = o.mend(ctx)
	}
	return err
}

// free frees the tasks of processes that are silent, or seem to be from the future because the clock was set back, and
// tasks begun too long ago. It gives up tasks begun too often. It returns the number of tasks.
func (o *observer) free(ctx context.Context) (int64, error) {
	d := o.queue.dialect()
	lost := fmt.Sprintf(`FROM river_job WHERE state = 'running' AND kind = '%[1]s' AND (%[2]s - %[3]s > %[4]d
		OR NOT EXISTS (SELECT 1 FROM ply_process p WHERE p.id = %[5]s AND abs(p.seen - %[2]s) <= %[6]d))`,
		taskArgs{}.Kind(), d.now, d.begun, o.opt.RescueAfter.Milliseconds(), d.holder, o.queue.silentAfter.Milliseconds())
	some := false
	if err := o.queue.db.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 `+lost+`)`).Scan(&some); err != nil || !some {
		return 0, err
	}
	// Another process may have freed a running task since.
	var freed int64
	for _, change := range []string{
		`state = 'available' WHERE attempt < max_attempts`,
		`state = 'discarded', finalized_at = ` + d.stamp + ` WHERE attempt >= max_attempts`,
	} {
		result, err := o.queue.db.ExecContext(ctx, `UPDATE river_job SET `+change+` AND state = 'running' AND id IN (SELECT id `+lost+d.lock+`)`)
		if err != nil {
			return freed, err
		}
		n, err := result.RowsAffected()
		if err != nil {
			return freed, err
		}
		freed += n
	}
	return freed, nil
}

// mend releases tasks that a process with a wrong clock has delayed, and removes processes that died long ago.
func (o *observer) mend(ctx context.Context) error {
	d := o.queue.dialect()
	for _, name := range o.queues {
		_, err := o.queue.db.ExecContext(ctx, fmt.Sprintf(`UPDATE river_job SET state = 'available', scheduled_at = %[1]s WHERE id IN (
			SELECT id FROM river_job WHERE queue = $1 AND priority = 1 AND (state = 'available' AND %[2]s > %[3]s + %[4]d
			OR state IN ('retryable', 'scheduled') AND (%[2]s > %[3]s + %[4]d OR %[2]s < %[3]s - %[4]d))%[5]s)`,
			d.stamp, d.due, d.now, mostDelay.Milliseconds(), d.lock), name)
		if err != nil {
			return err
		}
	}
	_, err := o.queue.db.ExecContext(ctx, fmt.Sprintf(`DELETE FROM ply_process WHERE seen < %s - %d`, d.now, forgetAfter.Milliseconds()))
	return err
}

// observe gives signs of life until stop is called, which returns after the last. The first precedes its return.
func (w *worker) observe(ctx context.Context) (stop func(), err error) {
	o := &observer{queue: w.queue, id: w.id, queues: slices.Clone(w.registry.Names()), opt: &w.opt}
	within, cancel := context.WithTimeout(ctx, startWithin)
	defer cancel()
	if err := o.beat(within); err != nil {
		return nil, fmt.Errorf("distributed: work: %w", err)
	}
	running, end := context.WithCancel(context.WithoutCancel(ctx))
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		o.run(running)
	}()
	return func() {
		end()
		<-ended
	}, nil
}
