package distributed

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"
)

// A Queue is a connection to the database of the runs. It may be used by several goroutines.
type Queue struct {
	backend
	db *sql.DB // for what needs no transaction together with River
}

// A backend is a kind of database.
type backend interface {
	// migrate makes the tables of River and those of this package, if they are missing. Processes may do so at the same
	// time.
	migrate(ctx context.Context) error

	// insert calls f in a transaction, and inserts the jobs that it returns.
	insert(ctx context.Context, f func(transaction) ([]river.InsertManyParams, error)) error

	// newClient makes a client of River that works, and a function that completes its jobs.
	newClient(cfg *river.Config) (client, completeFunc, error)

	// discarded returns the jobs of a queue that River has given up.
	discarded(ctx context.Context, queue string) ([]*rivertype.JobRow, error)

	// dialect returns the expressions of the database.
	dialect() dialect

	// permanent reports whether an error is one of the database that waiting does not mend, such as a full disk.
	permanent(err error) bool

	close()
}

// schema are the tables of this package, with types that each kind of database knows under another name as parameters.
// Times are in milliseconds since 1970, of the database's clock.
const schema = `
CREATE TABLE IF NOT EXISTS ply_run (
	id          %[1]s,
	problem     TEXT NOT NULL,
	options     TEXT NOT NULL,
	fingerprint TEXT NOT NULL,
	tasks       BIGINT NOT NULL,
	submitted   BIGINT NOT NULL,
	ended       BIGINT NOT NULL DEFAULT 0,
	ending      TEXT NOT NULL DEFAULT ''
);
CREATE TABLE IF NOT EXISTS ply_result (
	task     BIGINT NOT NULL PRIMARY KEY,
	run      BIGINT NOT NULL,
	worker   TEXT NOT NULL,
	stored   BIGINT NOT NULL,
	seconds  %[2]s NOT NULL,
	amount   BIGINT NOT NULL,
	handed   BIGINT NOT NULL,
	weight   %[2]s NOT NULL,
	content  TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS ply_result_run ON ply_result (run, stored);
CREATE TABLE IF NOT EXISTS ply_failure (
	task    BIGINT NOT NULL,
	attempt BIGINT NOT NULL,
	run     BIGINT NOT NULL,
	worker  TEXT NOT NULL,
	stored  BIGINT NOT NULL,
	last    BIGINT NOT NULL,
	message TEXT NOT NULL,
	PRIMARY KEY (task, attempt)
);
CREATE INDEX IF NOT EXISTS ply_failure_run ON ply_failure (run, stored);
CREATE TABLE IF NOT EXISTS ply_process (
	id   TEXT NOT NULL PRIMARY KEY,
	seen BIGINT NOT NULL
);
`

// Open connects to the database with the given name: a URL of PostgreSQL (postgres://USER:PASSWORD@HOST/DATABASE) or
// the name of a file for SQLite, which is made if it does not exist. It makes the tables that are missing. What a URL
// leaves open is taken from the environment variables that programs for PostgreSQL use, such as PGPASSWORD.
//
// A file of SQLite is for processes of one machine: on network file systems its locks do not work.
//
// Errors do not contain the password.
func Open(ctx context.Context, name string) (*Queue, error) {
	if name == "" {
		return nil, errors.New("distributed: no queue given: want a file or a URL of PostgreSQL")
	}
	open, shown := openSQLite, name
	if strings.HasPrefix(name, "postgres://") || strings.HasPrefix(name, "postgresql://") {
		open, shown = openPostgres, redacted(name)
	}
	q, err := open(ctx, name)
	if err == nil {
		if err = q.migrate(ctx); err != nil {
			q.Close()
		}
	}
	if err != nil {
		return nil, fmt.Errorf("distributed: queue %s: %w", shown, err)
	}
	return q, nil
}

// redacted returns a URL without its password.
func redacted(name string) string {
	u, err := url.Parse(name)
	if err != nil {
		return "postgres://…"
	}
	query := u.Query()
	for key := range query {
		if strings.Contains(strings.ToLower(key), "password") {
			query.Set(key, "xxxxx")
		}
	}
	u.RawQuery = query.Encode()
	return u.Redacted()
}

// Close closes the connections. No method may be in use.
func (q *Queue) Close() {
	_ = q.db.Close()
	q.backend.close()
}

// taskArgs are the arguments of a job.
type taskArgs struct {
	Run     int64           `json:"run"`
	Weight  float64         `json:"weight"`
	Content json.RawMessage `json:"content"`
}

// Kind is the name that River knows these jobs by.
func (taskArgs) Kind() string { return "ply_task" }

// maxAttempts is how often a task is begun before it is given up. Most attempts that fail are those of workers that
// died, for which the task need not be to blame.
const maxAttempts = 25

// jobs returns the jobs for tasks of a run. The weight of each is relative to that of the whole.
func jobs(queue string, run int64, whole float64, tasks []Task) ([]river.InsertManyParams, error) {
	params := make([]river.InsertManyParams, len(tasks))
	for i, t := range tasks {
		if err := t.check(); err != nil {
			return nil, err
		}
		params[i] = river.InsertManyParams{
			Args:       taskArgs{Run: run, Weight: whole * t.Weight, Content: t.Content},
			InsertOpts: &river.InsertOpts{Queue: queue, MaxAttempts: maxAttempts},
		}
	}
	return params, nil
}

// A wish is a run that is asked for.
type wish struct {
	problem     Problem
	name        string
	options     string
	fingerprint string
}

func newWish(ctx context.Context, r *Registry, name string, options any) (w wish, err error) {
	encoded, err := json.Marshal(options)
	if err != nil {
		return w, fmt.Errorf("distributed: options: %w", err)
	}
	if len(encoded) > MaxContent {
		return w, fmt.Errorf("distributed: options of %d bytes, want at most %d", len(encoded), MaxContent)
	}
	w.name, w.options = name, string(encoded)
	if w.problem, err = r.problem(name, encoded); err != nil {
		return w, err
	}
	if w.fingerprint, err = w.problem.Fingerprint(ctx); err != nil {
		return w, err
	}
	if len(w.fingerprint) > 200 {
		return w, fmt.Errorf("distributed: a fingerprint of %d bytes, want at most 200", len(w.fingerprint))
	}
	return w, nil
}

// Unfinished returns the status of the latest run that has not ended of a problem of the registry, in the same version
// and with equal options. It returns [ErrNoRun] if there is none.
func (q *Queue) Unfinished(ctx context.Context, r *Registry, name string, options any) (Status, error) {
	w, err := newWish(ctx, r, name, options)
	if err != nil {
		return Status{}, err
	}
	runs, err := q.Runs(ctx)
	if err != nil {
		return Status{}, err
	}
	for _, run := range runs {
		if run.Problem != name || run.fingerprint != w.fingerprint || string(run.Options) != w.options || run.Ending != "" {
			continue
		}
		if s, err := q.Status(ctx, run.ID); err != nil || !s.State.Ended() {
			return s, err
		}
	}
	return Status{}, fmt.Errorf("%w: no open one of %s with these options", ErrNoRun, name)
}

// Submit begins a run of a problem of the registry, with options that its maker understands, and returns the number of
// the run. Nothing is done for it until a process works. See [Queue.Unfinished] for one that was begun before.
func (q *Queue) Submit(ctx context.Context, r *Registry, name string, options any) (run int64, err error) {
	w, err := newWish(ctx, r, name, options)
	if err != nil {
		return 0, err
	}
	tasks, err := w.problem.Start()
	if err != nil {
		return 0, err
	}
	if len(tasks) == 0 {
		return 0, errors.New("distributed: a run without tasks")
	}
	err = q.insert(ctx, func(tx transaction) ([]river.InsertManyParams, error) {
		err := tx.scan(ctx, `INSERT INTO ply_run (problem, options, fingerprint, tasks, submitted)
			VALUES ($1, $2, $3, $4, `+q.dialect().now+`) RETURNING id`, []any{name, w.options, w.fingerprint, len(tasks)}, &run)
		if err != nil {
			return nil, err
		}
		return jobs(name, run, 1, tasks)
	})
	if err != nil {
		return 0, fmt.Errorf("distributed: submit: %w", err)
	}
	return run, nil
}

// A Run is what is known of a run but for its results.
type Run struct {
	ID        int64
	Problem   string
	Options   json.RawMessage
	Submitted time.Time

	// Ending is "cancelled" or "decided" for a run that was ended early, and empty for any other.
	Ending string

	fingerprint string
	tasks       int // at the start
}

const (
	endCancelled = "cancelled"
	endDecided   = "decided"
)

// ErrNoRun is the error for the number of a run that does not exist.
var ErrNoRun = errors.New("distributed: no such run")

// Run returns the run of this number, or the latest if it is 0.
func (q *Queue) Run(ctx context.Context, run int64) (Run, error) {
	var r Run
	var options string
	var submitted int64
	err := q.db.QueryRowContext(ctx, `SELECT id, problem, options, fingerprint, tasks, submitted, ending FROM ply_run
		WHERE id = $1 OR $2 = 0 ORDER BY id DESC LIMIT 1`, run, run).
		Scan(&r.ID, &r.Problem, &options, &r.fingerprint, &r.tasks, &submitted, &r.Ending)
	switch {
	case errors.Is(err, sql.ErrNoRows) && run == 0:
		return r, fmt.Errorf("%w: the queue has none", ErrNoRun)
	case errors.Is(err, sql.ErrNoRows):
		return r, fmt.Errorf("%w: %d", ErrNoRun, run)
	case err != nil:
		return r, fmt.Errorf("distributed: run %d: %w", run, err)
	}
	r.Options, r.Submitted = json.RawMessage(options), time.UnixMilli(submitted)
	return r, nil
}

// Options reads the options of a run.
func (q *Queue) Options(ctx context.Context, run int64, to any) error {
	r, err := q.Run(ctx, run)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(r.Options, to); err != nil {
		return fmt.Errorf("distributed: options of run %d: %w", r.ID, err)
	}
	return nil
}

// Runs returns all runs, the latest first.
func (q *Queue) Runs(ctx context.Context) ([]Run, error) {
	rows, err := q.db.QueryContext(ctx, `SELECT id FROM ply_run ORDER BY id DESC`)
	if err != nil {
		return nil, fmt.Errorf("distributed: runs: %w", err)
	}
	defer rows.Close()
	var ids []int64
	for rows.Next() {
		var id int64
		if err := rows.Scan(&id); err != nil {
			return nil, fmt.Errorf("distributed: runs: %w", err)
		}
		ids = append(ids, id)
	}
	if err := cmp.Or(rows.Err(), rows.Close()); err != nil {
		return nil, fmt.Errorf("distributed: runs: %w", err)
	}
	var runs []Run
	for _, id := range ids {
		r, err := q.Run(ctx, id)
		if err != nil {
			return nil, err
		}
		runs = append(runs, r)
	}
	return runs, nil
}

// Cancel ends a run. Workers stop its tasks within seconds; results that are stored already are kept. Cancelling a run
// that has ended changes nothing.
func (q *Queue) Cancel(ctx context.Context, run int64) error {
	r, err := q.Run(ctx, run)
	if err != nil {
		return err
	}
	_, err = q.db.ExecContext(ctx, `UPDATE ply_run SET ending = $1, ended = `+q.dialect().now+` WHERE id = $2 AND ending = ''`, endCancelled, r.ID)
	if err != nil {
		return fmt.Errorf("distributed: cancel run %d: %w", r.ID, err)
	}
	return nil
}

// Results returns access to the results of a run, complete or not.
func (q *Queue) Results(run int64) Results { return results{q, run} }

type results struct {
	queue *Queue
	run   int64
}

// resultsAtATime is the number of results that are read together. The database must not be kept waiting while they are
// worked on, since a file of SQLite has one connection in each process.
const resultsAtATime = 1000

func (r results) Each(ctx context.Context, f func(json.RawMessage) error) error {
	last := int64(-1)
	for {
		contents, next, err := r.some(ctx, last)
		if err != nil {
			return fmt.Errorf("distributed: results of run %d: %w", r.run, err)
		}
		for _, content := range contents {
			if err := f(content); err != nil {
				return err
			}
		}
		if len(contents) < resultsAtATime {
			return nil
		}
		last = next
	}
}

// some returns the next results of tasks with numbers greater than last, and the greatest of these numbers.
func (r results) some(ctx context.Context, last int64) (contents []json.RawMessage, next int64, err error) {
	rows, err := r.queue.db.QueryContext(ctx, `SELECT task, content FROM ply_result WHERE run = $1 AND task > $2
		ORDER BY task LIMIT $3`, r.run, last, resultsAtATime)
	if err != nil {
		return nil, 0, err
	}
	defer rows.Close()
	for rows.Next() {
		var content string
		if err := rows.Scan(&next, &content); err != nil {
			return nil, 0, err
		}
		contents = append(contents, json.RawMessage(content))
	}
	return contents, next, rows.Err()
}
