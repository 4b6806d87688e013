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

// A Problem defines the tasks of a run. The problems of this package are made by [CountProblem],
// [PerftProblem], [IslandProblem] and [MatchProblem].
//
// A Problem is used by several goroutines at a time.
type Problem interface {
	// Fingerprint returns a text that differs, most likely, between versions of the problem whose tasks mean different
	// things. It is at most 200 bytes.
	Fingerprint(ctx context.Context) (string, error)

	// Start returns the tasks that a run begins with, at least one. The sum of their weights should be 1.
	Start() ([]Task, error)

	// Work does a task. It checks the content of the task before use. If ctx ends it returns soon, with the error of
	// ctx or with an outcome that hands over the rest.
	//
	// An error is one of the task: it is tried again up to three times, and then the run goes on without it and ends as
	// failed.
	//
	// results are the results of the completed tasks of the run, as from [Queue.Results].
	Work(ctx context.Context, content json.RawMessage, results iter.Seq2[json.RawMessage, error]) (Outcome, error)
}

// A Task is a piece of work.
type Task struct {
	// Content describes the work, in JSON of at most 8 MiB.
	Content json.RawMessage

	// Weight is the estimated part of the task, with all tasks that follow from it, in the whole run, from 0 to 1.
	// Only the estimate of [Run] depends on it.
	Weight float64
}

// An Outcome is the outcome of a task.
type Outcome struct {
	// Result is stored. It is JSON of at most 8 MiB.
	Result json.RawMessage

	// Nodes is the amount of work that the task was, such as its number of positions.
	Nodes int

	// Next are the tasks that follow. Their weights are relative to the weight of the task: 1 is all of it.
	Next []Task

	// Decided ends the run: tasks that are still open are dropped.
	Decided bool
}

// maxContent is the greatest size of a task or of a result, in bytes.
const maxContent = 8 << 20

// check returns an error if a task cannot be stored.
func (t *Task) check() error {
	switch {
	case len(t.Content) > maxContent:
		return fmt.Errorf("distributed: a task of %d bytes, want at most %d", len(t.Content), maxContent)
	case !(t.Weight >= 0 && t.Weight <= 1):
		return fmt.Errorf("distributed: a task of weight %v, want 0 to 1", t.Weight)
	}
	return nil
}

// A Registry is the problems that a program knows, by name. The zero value knows none.
type Registry struct {
	makers map[string]func(options json.RawMessage) (Problem, error)
}

// Register adds a problem. make returns it for the options of a run, which come from the database: it must check them.
//
// A name consists of 1 to 64 lower-case letters, digits, hyphens and underscores. It is also the name of the River
// queue in which the tasks of the problem wait. Register panics if the name is invalid or already registered, since
// that is a mistake in the program and not in its data.
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

// problem makes the problem of this name with these options.
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

// ErrVersion is the error of a worker whose version of a problem differs from the one that a run was submitted with.
var ErrVersion = errors.New("another version of the problem")
