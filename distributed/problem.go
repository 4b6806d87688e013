package distributed

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
)

// A Problem defines the tasks of a run, and is used by several goroutines. [CountProblem], [PerftProblem],
// [IslandProblem] and [MatchProblem] make problems.
type Problem interface {
	// Fingerprint returns a text of at most 200 bytes that differs, most likely, between versions of the problem.
	Fingerprint(ctx context.Context) (string, error)

	// Start returns the initial tasks of a run, at least one. The sum of their weights should be 1.
	Start() ([]Task, error)

	// Work does a task, after checking its content. If ctx ends it returns soon, with the error of ctx or with an
	// outcome that hands over the rest. After an error the task is tried again up to three times, then the run goes on
	// without it and ends as failed. results belong to completed tasks, as from [Queue.Results].
	Work(ctx context.Context, content json.RawMessage, results iter.Seq2[json.RawMessage, error]) (Outcome, error)
}

// A Task is a piece of work.
type Task struct {
	// Content describes the work, in JSON of at most 8 MiB.
	Content json.RawMessage

	// Weight is the estimated share in the run of the task and all that follow from it, from 0 to 1, for estimates of [Run].
	Weight float64
}

// An Outcome is the outcome of a task.
type Outcome struct {
	// Result is stored. It is JSON of at most 8 MiB.
	Result json.RawMessage

	// Nodes is the amount of work of the task, such as positions.
	Nodes int

	// Next are the tasks that follow, with weights relative to the weight of the task.
	Next []Task

	// Decided ends the run: open tasks are dropped.
	Decided bool
}

const maxContent = 8 << 20

func (t *Task) check() error {
	switch {
	case len(t.Content) > maxContent:
		return fmt.Errorf("distributed: a task of %d bytes, want at most %d", len(t.Content), maxContent)
	case !(t.Weight >= 0 && t.Weight <= 1):
		return fmt.Errorf("distributed: a task of weight %v, want 0 to 1", t.Weight)
	}
	return nil
}

// A Registry holds the problems that a program knows, by name. The zero value is empty.
type Registry struct {
	makers map[string]func(options json.RawMessage) (Problem, error)
}

// Register adds a problem. make returns it for the options of a run, which it must check, since they come from the database.
//
// A name consists of 1 to 64 lower-case letters, digits, hyphens and underscores. It is also the name of the River queue
// for the problem's tasks. Register panics if the name is invalid or already registered, which is a mistake in the program.
func (r *Registry) Register(name string, make func(options json.RawMessage) (Problem, error)) {
	if err := checkName(name); err != nil {
		panic(err)
	}
	if r.makers[name] != nil {
		panic(fmt.Sprintf("distributed: problem %q is registered twice", name))
	}
	if r.makers == nil {
		r.makers = map[string]func(json.RawMessage) (Problem, error){}
	}
	r.makers[name] = make
}

// Names returns the names of the problems, sorted.
func (r *Registry) Names() []string {
	var names []string
	for name := range r.makers {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

func (r *Registry) problem(name string, options json.RawMessage) (Problem, error) {
	maker := r.makers[name]
	if maker == nil {
		return nil, fmt.Errorf("distributed: unknown problem %q, want one of %s", name, strings.Join(r.Names(), ", "))
	}
	p, err := maker(options)
	if err != nil {
		return nil, fmt.Errorf("distributed: problem %q: %w", name, err)
	}
	return p, nil
}

func checkName(name string) error {
	const letters = "abcdefghijklmnopqrstuvwxyz0123456789-_"
	if name == "" || len(name) > 64 || strings.Trim(name, letters) != "" {
		return fmt.Errorf("distributed: problem %q: want a name of 1 to 64 letters a to z, digits, - and _", name)
	}
	return nil
}

// ErrVersion is the error of a worker whose version of a problem differs from the submitted run's.
var ErrVersion = errors.New("another version of the problem")
