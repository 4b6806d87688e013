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

// A Problem defines the tasks of a run. Several goroutines use it at the same time. [CountProblem], [PerftProblem],
// [IslandProblem] and [MatchProblem] return functions that make problems.
type Problem interface {
	// Fingerprint returns a text of at most 200 bytes that identifies the version of the problem. [Queue.Submit] stores
	// it, and [Queue.Work] refuses a run with another fingerprint.
	Fingerprint(ctx context.Context) (string, error)

	// Start returns the first tasks of a run, at least one. The sum of their weights should be 1.
	Start() ([]Task, error)

	// Work does a task. It must check content, because content comes from the database. results yields the results of
	// the completed tasks of the run, as [Queue.Results] does. If ctx ends, Work must return soon: either the error of
	// ctx, or an Outcome whose Next contains the rest of the work.
	//
	// A task whose Work returns an error is tried again. After three errors of a task, the run continues without this
	// task, and ends with status [ply.Failed].
	Work(ctx context.Context, content json.RawMessage, results iter.Seq2[json.RawMessage, error]) (Outcome, error)
}

// A Task is a part of the work of a run.
type Task struct {
	// Content describes the work, as JSON of at most 8 MiB.
	Content json.RawMessage

	// Weight is an estimate, from 0 to 1, of the work of this task and of all tasks that follow from it. In a task of
	// [Problem].Start, Weight is a share of the work of the run. In a task of [Outcome].Next, Weight is a share of the
	// Weight of the completed task. Weights are used to estimate [Run].Left.
	Weight float64
}

// An Outcome is the result of a completed task, with the tasks that follow from it.
type Outcome struct {
	// Result is the result of the task, as JSON of at most 8 MiB. It is stored in the database.
	Result json.RawMessage

	// Nodes is the amount of work done, such as the number of positions.
	Nodes int

	// Next are the tasks that follow from the completed task. The Weight of each of them is a share of the Weight of
	// the completed task.
	Next []Task

	// Decided ends the run with status [ply.Decided]. The tasks that are not completed are discarded.
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

// A Registry contains the problems that a program knows, by name. The zero value is empty.
type Registry struct {
	makers map[string]func(options json.RawMessage) (Problem, error)
}

// Register adds a problem under a name. The function make returns the problem for the options of a run. It must check
// the options, because they come from the database.
//
// A name consists of 1 to 64 lower-case letters, digits, hyphens and underscores. Register panics if the name is
// invalid or already registered.
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

// Names returns the names of the problems, in ascending order.
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

// ErrVersion is wrapped by the error of [Queue.Work] if the fingerprint of a problem differs from the fingerprint that
// [Queue.Submit] has stored.
var ErrVersion = errors.New("another version of the problem")
