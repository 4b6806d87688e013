package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/distributed"
	"github.com/ply-search/ply/examples/internal/queue"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/neural"
)

// selfPlay is the problem that train gives to a queue: the games of a generation, Part of them in each task.
var selfPlay = queue.Problem{
	Name: "zero",
	Make: func(options json.RawMessage) (distributed.Problem, error) {
		p := new(playing)
		if err := json.Unmarshal(options, &p.options); err != nil {
			return nil, fmt.Errorf("options: %w", err)
		}
		p.game = games[p.options.Game]
		switch {
		case p.game == nil:
			return nil, fmt.Errorf("unknown game %q", p.options.Game)
		case p.options.Part < 1 || len(p.options.Request.Numbers) == 0:
			return nil, errors.New("options without games")
		}
		return p, nil
	},
	Print: func(_ context.Context, out io.Writer, _ *distributed.Queue, run *distributed.Run, asJSON bool) error {
		if asJSON {
			return queue.WriteJSON(out, run)
		}
		_, err := fmt.Fprintf(out, "run %d: %s\n", run.ID, cli.Count(run.Nodes, "game"))
		return err
	},
}

// playOptions are the options of a run. The network is part of the request.
type playOptions struct {
	Game        string         `json:"game"`
	Simulations int            `json:"simulations,omitempty"`
	Part        int            `json:"part"` // games of a task
	Request     neural.Request `json:"request"`
}

type playing struct {
	game    game
	options playOptions
}

// Fingerprint returns the name of the game. A worker with another description of the game fails when it reads the network.
func (p *playing) Fingerprint(context.Context) (string, error) { return "zero " + p.options.Game, nil }

type playTask struct{ First, Count int }

func (p *playing) Start() ([]distributed.Task, error) {
	var tasks []distributed.Task
	all := len(p.options.Request.Numbers)
	for first := 0; first < all; first += p.options.Part {
		t := playTask{first, min(p.options.Part, all-first)}
		content, err := json.Marshal(t)
		if err != nil {
			return nil, err
		}
		tasks = append(tasks, distributed.Task{Content: content, Weight: float64(t.Count) / float64(all)})
	}
	return tasks, nil
}

func (p *playing) Work(ctx context.Context, content json.RawMessage, _ iter.Seq2[json.RawMessage, error]) (distributed.Outcome, error) {
	var t playTask
	if err := json.Unmarshal(content, &t); err != nil {
		return distributed.Outcome{}, fmt.Errorf("task: %w", err)
	}
	r := p.options.Request
	if all := len(r.Numbers); t.First < 0 || t.Count < 1 || t.Count > all || t.First > all-t.Count {
		return distributed.Outcome{}, fmt.Errorf("task: %d games from %d on of %d", t.Count, t.First, all)
	}
	r.Numbers = r.Numbers[t.First:][:t.Count]
	lines, err := p.game.play(ctx, p.options.Simulations, r)
	if err != nil {
		return distributed.Outcome{}, err
	}
	result, err := json.Marshal(string(lines))
	return distributed.Outcome{Result: result, Nodes: t.Count}, err
}

type sharer struct {
	queue    *distributed.Queue
	registry *distributed.Registry
	options  playOptions
	workers  int
}

// begin returns the run of a request: the latest run, if a process that was killed submitted these games with it, or a new one.
func (s *sharer) begin(ctx context.Context, r neural.Request) (int64, error) {
	options := s.options
	options.Request = r
	latest, err := s.queue.Run(ctx, 0)
	switch {
	case err == nil && latest.Problem == selfPlay.Name && latest.Status != ply.Cancelled:
		var before playOptions
		if err := s.queue.Options(ctx, latest.ID, &before); err == nil && before.covers(&options) {
			return latest.ID, nil
		}
	case err != nil && !errors.Is(err, distributed.ErrNoRun):
		return 0, err
	}
	return s.queue.Submit(ctx, s.registry, selfPlay.Name, options)
}

func (o *playOptions) covers(other *playOptions) bool {
	for _, n := range other.Request.Numbers {
		if !slices.Contains(o.Request.Numbers, n) {
			return false
		}
	}
	a, b := o.Request, other.Request
	return o.Game == other.Game && o.Simulations == other.Simulations && a.Generation == b.Generation && a.Seed == b.Seed &&
		bytes.Equal(a.Network, b.Network)
}

// play is [neural.Options].Play.
func (s *sharer) play(ctx context.Context, r neural.Request, write func([]byte) error) error {
	run, err := s.begin(ctx, r)
	if err != nil {
		return err
	}
	// Games are written as they come, so a run that is killed has them.
	collect := func(ctx context.Context) error {
		for result, err := range s.queue.Results(ctx, run) {
			var lines string
			if err == nil {
				err = json.Unmarshal(result, &lines)
			}
			if err == nil {
				err = write([]byte(lines))
			}
			if err != nil {
				return err
			}
		}
		return nil
	}
	return queue.While(ctx, s.queue, s.registry, distributed.WorkOptions{Workers: s.workers}, func(ctx context.Context) error {
		var failed error
		done := 0
		_, err := s.queue.Wait(ctx, run, func(r distributed.Run) {
			if r.Done > done && failed == nil {
				done = r.Done
				failed = collect(ctx)
			}
		})
		if err := cmp.Or(err, failed); err != nil {
			return err
		}
		return collect(ctx)
	})
}
