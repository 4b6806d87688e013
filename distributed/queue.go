package distributed

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"net/url"
	"strings"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"github.com/ply-search/ply"
)

// A Queue is a connection to a database that stores runs (see [Run]). Several goroutines may use it at the same time.
type Queue struct {
	backend
	db *sql.DB // for what needs no transaction together with River

	// silentAfter is the time without a sign of life after which a process is considered dead, and its tasks are given
	// to others. storeWithin is how long a process tries to store a result while the database does not answer.
	silentAfter, storeWithin time.Duration
}

type backend interface {
	// migrate makes missing tables of River and of this package. Processes may do so at the same time.
	migrate(ctx context.Context) error

	// insert calls f in a transaction, and inserts the jobs that it returns.
	insert(ctx context.Context, f func(transaction) ([]river.InsertManyParams, error)) error

	// newClient makes a working River client, and a function that completes its jobs.
	newClient(cfg *river.Config) (client, completeFunc, error)

	// discarded returns the jobs of a queue that River has given up.
	discarded(ctx context.Context, queue string) ([]*rivertype.JobRow, error)

	dialect() dialect

	// permanent reports whether an error of the database persists, such as a full disk.
	permanent(err error) bool

	close()
}

// schema are the tables of this package, with types as parameters. Times are in milliseconds since 1970, by the database.
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

// Open connects to a database, and creates missing tables. name is a URL of PostgreSQL
// (postgres://USER:PASSWORD@HOST/DATABASE) or the name of an SQLite file. Errors do not contain the password.
//
// Parameters that are missing in a URL are read from the environment variables of PostgreSQL programs, such as
// PGPASSWORD. An SQLite file is created if it does not exist. The processes that share the file must run on the same
// machine, because SQLite cannot lock files on network file systems.
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
		q.silentAfter, q.storeWithin = 5*time.Second, 5*time.Minute
		if err = q.migrate(ctx); err != nil {
			q.Close()
		}
	}
	if err != nil {
		return nil, fmt.Errorf("distributed: queue %s: %w", shown, err)
	}
	return q, nil
}

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

// Close closes the connections. All other calls must have returned before Close is called, and no method may be called
// afterwards.
func (q *Queue) Close() {
	_ = q.db.Close()
	q.backend.close()
}

type taskArgs struct {
	Run     int64           `json:"run"`
	Weight  float64         `json:"weight"`
	Content json.RawMessage `json:"content"`
}

// Kind returns the name that tasks have in the job queue of package river.
func (taskArgs) Kind() string { return "ply_task" }

// maxAttempts is how often a task is begun before it is given up. Most attempts fail because a worker died.
const maxAttempts = 25

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

type submission struct {
	problem     Problem
	name        string
	options     string
	fingerprint string
}

func newSubmission(ctx context.Context, r *Registry, name string, options any) (s submission, err error) {
	encoded, err := json.Marshal(options)
	if err != nil {
		return s, fmt.Errorf("distributed: options: %w", err)
	}
	if len(encoded) > maxContent {
		return s, fmt.Errorf("distributed: options of %d bytes, want at most %d", len(encoded), maxContent)
	}
	s.name, s.options = name, string(encoded)
	if s.problem, err = r.problem(name, encoded); err != nil {
		return s, err
	}
	if s.fingerprint, err = s.problem.Fingerprint(ctx); err != nil {
		return s, err
	}
	if len(s.fingerprint) > 200 {
		return s, fmt.Errorf("distributed: a fingerprint of %d bytes, want at most 200", len(s.fingerprint))
	}
	return s, nil
}

// Unfinished returns the latest run of the named problem that is in progress and was submitted with the given options.
// The run must also have the fingerprint of the present version of the problem ([Problem].Fingerprint). If no such run
// exists, the error wraps [ErrNoRun].
func (q *Queue) Unfinished(ctx context.Context, r *Registry, name string, options any) (Run, error) {
	s, err := newSubmission(ctx, r, name, options)
	if err != nil {
		return Run{}, err
	}
	rows, err := q.runRows(ctx, `WHERE problem = $1 AND fingerprint = $2 AND options = $3 AND ending = '' ORDER BY id DESC`,
		name, s.fingerprint, s.options)
	if err != nil {
		return Run{}, err
	}
	for i := range rows {
		if run, err := q.progress(ctx, &rows[i]); err != nil || run.Status == ply.InProgress {
			return run, err
		}
	}
	return Run{}, fmt.Errorf("%w: no open one of %s with these options", ErrNoRun, name)
}

// Submit begins a run of the named problem of the registry with the given options, which are encoded as JSON. It
// returns the number of the run. The tasks wait until a process calls [Queue.Work]. Submit always begins a new run;
// [Queue.Unfinished] finds an earlier run with the same options.
func (q *Queue) Submit(ctx context.Context, r *Registry, name string, options any) (run int64, err error) {
	s, err := newSubmission(ctx, r, name, options)
	if err != nil {
		return 0, err
	}
	tasks, err := s.problem.Start()
	if err != nil {
		return 0, err
	}
	if len(tasks) == 0 {
		return 0, errors.New("distributed: a run without tasks")
	}
	err = q.insert(ctx, func(tx transaction) ([]river.InsertManyParams, error) {
		err := tx.scan(ctx, `INSERT INTO ply_run (problem, options, fingerprint, tasks, submitted)
			VALUES ($1, $2, $3, $4, `+q.dialect().now+`) RETURNING id`, []any{name, s.options, s.fingerprint, len(tasks)}, &run)
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

type runRow struct {
	id                            int64
	problem, options, fingerprint string
	tasks                         int // at the start
	submitted                     int64
	ending                        string // endCancelled or endDecided for a run that was ended early, and empty for any other
}

const (
	endCancelled = "cancelled"
	endDecided   = "decided"
)

// ErrNoRun is wrapped by the error of a method that is called for a run that does not exist.
var ErrNoRun = errors.New("distributed: no such run")

func (q *Queue) runRows(ctx context.Context, clause string, args ...any) (runs []runRow, err error) {
	rows, err := q.db.QueryContext(ctx, `SELECT id, problem, options, fingerprint, tasks, submitted, ending FROM ply_run `+clause, args...)
	if err != nil {
		return nil, fmt.Errorf("distributed: runs: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var r runRow
		if err := rows.Scan(&r.id, &r.problem, &r.options, &r.fingerprint, &r.tasks, &r.submitted, &r.ending); err != nil {
			return nil, fmt.Errorf("distributed: runs: %w", err)
		}
		runs = append(runs, r)
	}
	if err := cmp.Or(rows.Err(), rows.Close()); err != nil {
		return nil, fmt.Errorf("distributed: runs: %w", err)
	}
	return runs, nil
}

func (q *Queue) runRow(ctx context.Context, run int64) (runRow, error) {
	rows, err := q.runRows(ctx, `WHERE id = $1 OR $2 = 0 ORDER BY id DESC LIMIT 1`, run, run)
	switch {
	case err != nil:
		return runRow{}, err
	case len(rows) == 0 && run == 0:
		return runRow{}, fmt.Errorf("%w: the queue has none", ErrNoRun)
	case len(rows) == 0:
		return runRow{}, fmt.Errorf("%w: %d", ErrNoRun, run)
	}
	return rows[0], nil
}

// Options reads the options of a run, or of the latest run if run is 0. The parameter to must be a pointer to a
// variable, as for [json.Unmarshal]. Options stores the decoded options in this variable.
func (q *Queue) Options(ctx context.Context, run int64, to any) error {
	r, err := q.runRow(ctx, run)
	if err != nil {
		return err
	}
	if err := json.Unmarshal([]byte(r.options), to); err != nil {
		return fmt.Errorf("distributed: options of run %d: %w", r.id, err)
	}
	return nil
}

// Cancel ends a run, or the latest run if run is 0. Workers stop its tasks within seconds. Stored results are kept. If
// the run has already ended, Cancel does nothing.
func (q *Queue) Cancel(ctx context.Context, run int64) error {
	r, err := q.runRow(ctx, run)
	if err != nil {
		return err
	}
	_, err = q.db.ExecContext(ctx, `UPDATE ply_run SET ending = $1, ended = `+q.dialect().now+` WHERE id = $2 AND ending = ''`, endCancelled, r.id)
	if err != nil {
		return fmt.Errorf("distributed: cancel run %d: %w", r.id, err)
	}
	return nil
}

// resultsAtATime is the number of results read together, since processing must not block SQLite's only connection.
const resultsAtATime = 1000

// Results yields the results of the completed tasks of a run, or of the latest run if run is 0, in no particular order.
// If reading fails, Results yields the error and ends.
func (q *Queue) Results(ctx context.Context, run int64) iter.Seq2[json.RawMessage, error] {
	return func(yield func(json.RawMessage, error) bool) {
		run := run // of this loop: a later loop can have another latest run
		if run == 0 {
			latest, err := q.runRow(ctx, 0)
			if err != nil {
				yield(nil, err)
				return
			}
			run = latest.id
		}
		for last := int64(-1); ; {
			contents, next, err := q.someResults(ctx, run, last)
			if err != nil {
				yield(nil, fmt.Errorf("distributed: results of run %d: %w", run, err))
				return
			}
			for _, content := range contents {
				if !yield(content, nil) {
					return
				}
			}
			if len(contents) < resultsAtATime {
				return
			}
			last = next
		}
	}
}

func (q *Queue) someResults(ctx context.Context, run, last int64) (contents []json.RawMessage, next int64, err error) {
	rows, err := q.db.QueryContext(ctx, `SELECT task, content FROM ply_result WHERE run = $1 AND task > $2
		ORDER BY task LIMIT $3`, run, last, resultsAtATime)
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
