// Package queue has the commands and flags that examples share for searches by package distributed.
package queue

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"math"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/distributed"
	"github.com/ply-search/ply/distributed/metrics"
	"github.com/ply-search/ply/internal/cli"
)

// A Problem is a problem that a command gives to a queue and works on.
type Problem struct {
	Name string // in the registry
	Make func(options json.RawMessage) (distributed.Problem, error)

	// Print writes the result of a run, complete or not.
	Print func(ctx context.Context, out io.Writer, q *distributed.Queue, run *distributed.Run, asJSON bool) error
}

func registry(problems []Problem) *distributed.Registry {
	r := new(distributed.Registry)
	for _, p := range problems {
		r.Register(p.Name, p.Make)
	}
	return r
}

// A Submission holds the flags for searches by a queue.
type Submission struct {
	Queue  string // empty for a search in this process alone
	only   bool
	anew   bool
	worker worker
}

func (s *Submission) Flags(flags *flag.FlagSet) {
	flags.StringVar(&s.Queue, "queue", "", "share the work with other processes through this `database`: "+databases)
	flags.BoolVar(&s.only, "submit", false, "with -queue: leave the work to other processes, and write the number of the run")
	flags.BoolVar(&s.anew, "new", false, "with -queue: begin a new run, although one of the same search with the same options is unfinished")
	s.worker.rescueFlag(flags)
}

const databases = "a file for SQLite, or a URL postgres://USER@HOST/NAME, whose password may be in the environment variable PGPASSWORD"

// Run submits a run, or continues an unfinished one with the same options. Unless -submit leaves it to others, Run works on
// the queue until the run has ended, and writes the result.
func (s *Submission) Run(ctx context.Context, std cli.Streams, problem *Problem, options any, workers int, asJSON bool) error {
	q, err := distributed.Open(ctx, s.Queue)
	if err != nil {
		return err
	}
	defer q.Close()
	r := registry([]Problem{*problem})
	run, err := s.begin(ctx, std, q, r, problem.Name, options)
	if err != nil {
		return err
	}
	if s.only {
		return cli.Write(std.Out, asJSON, map[string]int64{"run": run}, "run %d\n", run)
	}
	progress := cli.NewProgress(1000, "")
	defer progress.Close()
	var ended distributed.Run
	work := distributed.WorkOptions{Workers: cli.Workers(workers), RescueAfter: s.worker.rescueAfter}
	err = While(ctx, q, r, work, func(ctx context.Context) (err error) {
		ended, err = q.Wait(ctx, run, func(r distributed.Run) {
			progress.Title(fmt.Sprintf("%s done, %d open", cli.Count(r.Done, "task"), r.Open))
			if total := float64(r.Nodes) + r.Left; known(&r) && total > 0 {
				progress.Set(int(1000 * float64(r.Nodes) / total))
			}
		})
		return err
	})
	progress.Close()
	if err != nil {
		return err
	}
	return problem.Print(context.WithoutCancel(ctx), std.Out, q, &ended, asJSON)
}

// While works on a queue until f returns. The context of f ends if the work fails.
func While(ctx context.Context, q *distributed.Queue, r *distributed.Registry, opt distributed.WorkOptions, f func(context.Context) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	working := make(chan error, 1)
	go func() {
		err := q.Work(ctx, r, opt)
		if err != nil {
			cancel(err)
		}
		working <- err
	}()
	err := f(ctx)
	cancel(nil)
	return cmp.Or(<-working, err)
}

func (s *Submission) begin(ctx context.Context, std cli.Streams, q *distributed.Queue, r *distributed.Registry, name string, options any) (int64, error) {
	if !s.anew {
		run, err := q.Unfinished(ctx, r, name, options)
		if err == nil {
			fmt.Fprintf(std.Err, "run %d of the same search is unfinished and goes on: %s done, %d open, amount %d (-new begins a new one)\n",
				run.ID, cli.Count(run.Done, "task"), run.Open, run.Nodes)
			return run.ID, nil
		}
		if !errors.Is(err, distributed.ErrNoRun) {
			return 0, err
		}
	}
	return q.Submit(ctx, r, name, options)
}

// Commands returns the commands that work on a queue for the problems of a game.
func Commands(std cli.Streams, game string, problems ...Problem) []*cli.Command {
	return []*cli.Command{
		workCommand(std, game, problems),
		about(game+" status", "[flags]", "Tell how far a run is, and list all runs.",
			"With -json and without -run it writes one object for each run, the latest first. Command cancel ends a run.\n"+
				"What is left is estimated from the later half of the tasks done and what they hand over, with a 95 % interval\n"+
				"as if tasks were drawn at random, which they are not.", 0,
			func(ctx context.Context, asked question, q *distributed.Queue, r *distributed.Run) (err error) {
				all := []distributed.Run{*r}
				if asked.run == 0 {
					if all, err = q.Runs(ctx); err != nil {
						return err
					}
				}
				if !asked.json {
					return printStatus(std.Out, r, all)
				}
				for i := range all {
					if err := WriteJSON(std.Out, &all[i]); err != nil {
						return err
					}
				}
				return nil
			}),
		about(game+" cancel", "-run N", "End a run before it is complete.", "", 1,
			func(ctx context.Context, asked question, q *distributed.Queue, r *distributed.Run) error {
				if r.Status != ply.InProgress {
					return fmt.Errorf("run %d is %s already", r.ID, r.Status)
				}
				if err := q.Cancel(ctx, r.ID); err != nil {
					return err
				}
				return cli.Write(std.Out, asked.json, map[string]int64{"run": r.ID}, "run %d is cancelled\n", r.ID)
			}),
		about(game+" result", "[flags]", "Write the result of a run; if it is not complete, what is known so far, and fail.", "", 0,
			func(ctx context.Context, asked question, q *distributed.Queue, r *distributed.Run) error {
				i := slices.IndexFunc(problems, func(p Problem) bool { return p.Name == r.Problem })
				if i < 0 {
					return fmt.Errorf("run %d is one of %s, not of this game", r.ID, r.Problem)
				}
				if err := problems[i].Print(ctx, std.Out, q, r, asked.json); err != nil {
					return err
				}
				if !r.Status.Conclusive() {
					return fmt.Errorf("run %d is %s: the result is not complete", r.ID, r.Status)
				}
				return nil
			}),
	}
}

type worker struct {
	queue, metrics, log, level string
	workers                    int
	rescueAfter                time.Duration
}

func (w *worker) rescueFlag(flags *flag.FlagSet) {
	cli.Number(flags, &w.rescueAfter, "rescue-after", 15*time.Minute, 5*time.Second, cli.LongTime,
		"with a queue: `time` after which a task that has not ended goes to another process; the same for all processes")
}

func queueFlag(flags *flag.FlagSet, to *string) {
	flags.StringVar(to, "queue", "", "the `database`: "+databases)
}

func workCommand(std cli.Streams, game string, problems []Problem) *cli.Command {
	var w worker
	flags := flag.NewFlagSet(game+" work", flag.ContinueOnError)
	queueFlag(flags, &w.queue)
	cli.Number(flags, &w.workers, "workers", 0, 0, cli.MaxWorkers, "`tasks` to work on at the same time (0: one for each processor)")
	w.rescueFlag(flags)
	flags.StringVar(&w.metrics, "metrics", "", "offer metrics for Prometheus at this `address`, as in localhost:9090")
	cli.Choice(flags, &w.log, "log", "text", []string{"text", "json", "none"}, "`form` of the log on standard error")
	cli.Choice(flags, &w.level, "level", "info", []string{"debug", "info", "warn", "error"}, "least `level` of what is logged; debug has a line for each task")
	return cli.Subcommand(flags, "-queue DATABASE [flags]", "Work on the tasks of a queue until interrupted.",
		"On SIGTERM or an interrupt it stores what its tasks have found, and returns the rest to the queue. A process that\n"+
			"is killed loses the tasks it works on; others take them over after five seconds.",
		func(ctx context.Context) error { return w.run(ctx, std, problems) })
}

func (w *worker) run(ctx context.Context, std cli.Streams, problems []Problem) error {
	q, err := open(ctx, w.queue)
	if err != nil {
		return err
	}
	defer q.Close()
	opt := distributed.WorkOptions{Workers: cli.Workers(w.workers), RescueAfter: w.rescueAfter, Logger: w.logger(std.Err)}
	if w.metrics != "" {
		m := metrics.New()
		if err := m.Serve(ctx, w.metrics); err != nil {
			return err
		}
		opt.Done = m.Done
	}
	return q.Work(ctx, registry(problems), opt)
}

func (w *worker) logger(to io.Writer) *slog.Logger {
	var level slog.Level
	_ = level.UnmarshalText([]byte(w.level)) // the flag allows no other
	opt := &slog.HandlerOptions{Level: level}
	switch w.log {
	case "json":
		return slog.New(slog.NewJSONHandler(to, opt))
	case "none":
		return nil
	}
	return slog.New(slog.NewTextHandler(to, opt))
}

func open(ctx context.Context, name string) (*distributed.Queue, error) {
	if name == "" {
		return nil, cli.Usagef("-queue: want a file or a URL")
	}
	return distributed.Open(ctx, name)
}

type question struct {
	queue string
	run   int
	json  bool
}

// about returns a command about an existing run, whose number is at least least; 0 is the latest run.
func about(command, usage, short, long string, least int,
	answer func(ctx context.Context, asked question, q *distributed.Queue, r *distributed.Run) error) *cli.Command {
	var asked question
	flags := flag.NewFlagSet(command, flag.ContinueOnError)
	queueFlag(flags, &asked.queue)
	cli.Number(flags, &asked.run, "run", 0, 0, cli.Many, "`number` of the run (0: the latest)")
	flags.BoolVar(&asked.json, "json", false, "write a JSON object")
	return cli.Subcommand(flags, "-queue DATABASE "+usage, short, long, func(ctx context.Context) error {
		if asked.run < least {
			return cli.Usagef("-run: want the number of a run")
		}
		if asked.queue != "" && !strings.Contains(asked.queue, "://") {
			if _, err := os.Stat(asked.queue); err != nil {
				return err
			}
		}
		q, err := open(ctx, asked.queue)
		if err != nil {
			return err
		}
		defer q.Close()
		r, err := q.Run(ctx, int64(asked.run))
		if err != nil {
			return err
		}
		return answer(ctx, asked, q, &r)
	})
}

// known reports whether the rest of a run can be estimated.
func known(r *distributed.Run) bool { return !math.IsInf(r.LeftHigh, 1) }

type Status struct {
	Run       int64                 `json:"run"`
	Problem   string                `json:"problem"`
	State     string                `json:"state"`
	Done      int                   `json:"done"`
	Open      int                   `json:"open"`
	Failed    int                   `json:"failed"`
	Working   int                   `json:"working"`
	Amount    int                   `json:"amount"`
	Rate      float64               `json:"rate"`
	Left      float64               `json:"left"`
	LeftLow   float64               `json:"left_low"`
	LeftHigh  float64               `json:"left_high"`
	LeftKnown bool                  `json:"left_known"`
	Workers   int                   `json:"workers"`
	Elapsed   float64               `json:"elapsed"`
	Busy      float64               `json:"busy"`
	Failures  []distributed.Failure `json:"failures,omitempty"`
}

func WriteJSON(out io.Writer, r *distributed.Run) error {
	s := Status{
		r.ID, r.Problem, r.Status.String(), r.Done, r.Open, r.Failed, r.Working, r.Nodes, r.Rate,
		r.Left, r.LeftLow, r.LeftHigh, known(r), r.Workers, r.Elapsed.Seconds(), r.Busy.Seconds(), r.Failures,
	}
	if !s.LeftKnown {
		s.LeftHigh = 0 // JSON has no infinity
	}
	return cli.WriteJSON(out, &s)
}

// printStatus writes the status of a run and, if there are several, a line for each.
func printStatus(out io.Writer, r *distributed.Run, all []distributed.Run) error {
	left := "unknown"
	if known(r) {
		left = fmt.Sprintf("%.3g (%.3g to %.3g)", r.Left, r.LeftLow, r.LeftHigh)
	}
	fmt.Fprintf(out, "run       %d, %s, %s\ntasks     %d done, %d open, %d being worked on, %d failed\n", r.ID, r.Problem, r.Status, r.Done, r.Open, r.Working, r.Failed)
	_, err := fmt.Fprintf(out, "amount    %d, left %s\nrate      %.3g a second by %d processes\ntime      %.1f s, %.1f s of work\n",
		r.Nodes, left, r.Rate, r.Workers, r.Elapsed.Seconds(), r.Busy.Seconds())
	for _, f := range r.Failures {
		given := ""
		if f.Last {
			given = ", given up"
		}
		fmt.Fprintf(out, "failure   task %d, attempt %d%s: %s\n", f.Task, f.Attempt, given, f.Message)
	}
	if len(all) > 1 {
		for _, a := range all {
			_, err = fmt.Fprintf(out, "run %-5d %s, %s: %s done, %d open, amount %d\n", a.ID, a.Problem, a.Status, cli.Count(a.Done, "task"), a.Open, a.Nodes)
		}
	}
	return err
}
