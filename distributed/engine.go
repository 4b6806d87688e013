package distributed

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/rivertype"
)

type client interface {
	Start(ctx context.Context) error
	Stop(ctx context.Context) error
	StopAndCancel(ctx context.Context) error
	ID() string
}

// A completeFunc completes a job, calls f and inserts the jobs that f returns, in one transaction.
type completeFunc func(ctx context.Context, job *river.Job[taskArgs], f func(transaction) ([]river.InsertManyParams, error)) error

// A transaction executes statements with parameters $1, $2 and so on.
type transaction interface {
	// exec returns the number of rows changed.
	exec(ctx context.Context, query string, args ...any) (int64, error)

	// scan reads the only row of a result.
	scan(ctx context.Context, query string, args []any, to ...any) error
}

// errDone is the error of a task that another process has done because this one was considered dead.
var errDone = errors.New("distributed: another process has done the task")

// An engine is River on a kind of database, with transactions of type TTx.
type engine[TTx any] struct {
	driver riverdriver.Driver[TTx]
	begin  func(ctx context.Context, f func(TTx) error) error // commits if f returns no error
	wrap   func(TTx) transaction
}

func (e *engine[TTx]) insert(ctx context.Context, f func(transaction) ([]river.InsertManyParams, error)) error {
	c, err := e.idle()
	if err != nil {
		return err
	}
	return e.begin(ctx, func(tx TTx) error {
		jobs, err := f(e.wrap(tx))
		return e.add(ctx, tx, c, jobs, err)
	})
}

func (e *engine[TTx]) idle() (*river.Client[TTx], error) {
	return river.NewClient(e.driver, &river.Config{Logger: slog.New(slog.DiscardHandler)})
}

func (e *engine[TTx]) discarded(ctx context.Context, queue string) ([]*rivertype.JobRow, error) {
	c, err := e.idle()
	if err != nil {
		return nil, err
	}
	const most = 1000
	list, err := c.JobList(ctx, river.NewJobListParams().States(rivertype.JobStateDiscarded).Queues(queue).First(most))
	if err != nil {
		return nil, err
	}
	return list.Jobs, nil
}

func (e *engine[TTx]) newClient(cfg *river.Config) (client, completeFunc, error) {
	c, err := river.NewClient(e.driver, cfg)
	if err != nil {
		return nil, nil, err
	}
	return c, func(ctx context.Context, job *river.Job[taskArgs], f func(transaction) ([]river.InsertManyParams, error)) error {
		return e.begin(ctx, func(tx TTx) error {
			next, err := f(e.wrap(tx))
			if err != nil {
				return err
			}
			_, err = river.JobCompleteTx[riverdriver.Driver[TTx]](ctx, tx, job)
			if err != nil && !errors.Is(err, rivertype.ErrNotFound) { // a job that is not running stays as it is
				return fmt.Errorf("complete job: %w", err)
			}
			return e.add(ctx, tx, c, next, nil)
		})
	}, nil
}

func (e *engine[TTx]) add(ctx context.Context, tx TTx, c *river.Client[TTx], jobs []river.InsertManyParams, err error) error {
	if err != nil || len(jobs) == 0 {
		return err
	}
	if _, err := c.InsertManyFastTx(ctx, tx, jobs); err != nil {
		return fmt.Errorf("insert jobs: %w", err)
	}
	return nil
}
