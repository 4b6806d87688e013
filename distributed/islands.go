package distributed

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"math"
	"math/rand/v2"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/montecarlo"
)

// IslandOptions configure a run of [IslandProblem].
type IslandOptions[M comparable] struct {
	// Start is the position to search from.
	Start[M] `json:"start"`

	// Islands is the number of searches, from 1 to 10,000. Each search is called an island.
	Islands int `json:"islands"`

	// Rounds is the number of tasks of each island. The tasks of an island are done one after the other. Playouts is
	// the number of playouts of each task. Between two tasks, the database stores the state of the island.
	Rounds   int `json:"rounds"`
	Playouts int `json:"playouts"`

	// Exchange makes each task begin with the best line that any island has found so far (see
	// [montecarlo.AdaptationOptions].InitialLine). The result of the run then depends on the order in which the tasks
	// of different islands end. With Exchange, Level must not be 1.
	Exchange bool `json:"exchange,omitempty"`

	// Level, Iterations, Rate, TopRate and MaxRepetitions are the fields of [montecarlo.AdaptationOptions] with the
	// same names.
	Level          int     `json:"level,omitempty"`
	Iterations     int     `json:"iterations,omitempty"`
	Rate           float64 `json:"rate,omitempty"`
	TopRate        float64 `json:"top_rate,omitempty"`
	MaxRepetitions int     `json:"max_repetitions,omitempty"`

	// Seed seeds the random numbers. Each island has its own random numbers, which depend on Seed and the index of the
	// island.
	Seed uint64 `json:"seed"`
}

const mostIslands = 10_000

type islandResult[M comparable] struct {
	Island   int     `json:"island"`
	Round    int     `json:"round"`
	Playouts int     `json:"playouts"` // the playouts of the island in all rounds so far
	Score    float64 `json:"score"`
	Line     []M     `json:"line"`
	Found    bool    `json:"found"`
}

type numberedGame[G any, M comparable] interface {
	ply.Game[M]
	ply.Numberer[M]
	ply.Cloner[G]
}

// IslandProblem returns a function that makes problems, for [Registry.Register]. Each problem is to find a line with a
// high score. Several searches, called islands as in genetic algorithms, use
// [montecarlo.NestedRolloutPolicyAdaptation] and may exchange their best lines. newGame makes the game from
// [Start].Name. Each search keeps one or more policies, which store a weight for each move number ([ply.Numberer]).
// All policies of one search must fit into a task, whose [Task].Content has at most 8 MiB.
func IslandProblem[G interface {
	ply.Game[M]
	ply.Numberer[M]
	ply.Cloner[G]
}, M comparable](newGame func(name string) (G, error)) func(json.RawMessage) (Problem, error) {
	return func(options json.RawMessage) (Problem, error) {
		p := new(islandProblem[G, M])
		if err := json.Unmarshal(options, &p.options); err != nil {
			return nil, fmt.Errorf("options: %w", err)
		}
		switch o := &p.options; {
		case o.Islands < 1 || o.Islands > mostIslands:
			return nil, fmt.Errorf("option Islands is %d, want 1 to %d", o.Islands, mostIslands)
		case o.Rounds < 1:
			return nil, fmt.Errorf("option Rounds is %d, want 1 or more", o.Rounds)
		case o.Playouts < 1 || o.Playouts > math.MaxInt/2/o.Rounds:
			return nil, fmt.Errorf("option Playouts is %d, want 1 or more, and up to %d in all rounds", o.Playouts, math.MaxInt/2)
		case o.Exchange && o.Level == 1:
			return nil, errors.New("option Exchange needs a Level of 2 or more")
		}
		var err error
		p.start, err = position(p.options.Start, newGame)
		return p, err
	}
}

type islandProblem[G numberedGame[G, M], M comparable] struct {
	options IslandOptions[M]
	start   G // which is only cloned
}

func (p *islandProblem[G, M]) Fingerprint(ctx context.Context) (string, error) {
	return Fingerprint(ctx, p.start.Clone())
}

type islandTask struct {
	Island int    `json:"island"`
	Round  int    `json:"round"`
	State  []byte `json:"state,omitempty"` // of the search; nil at the beginning
}

func (p *islandProblem[G, M]) Start() ([]Task, error) {
	var tasks []Task
	for i := range p.options.Islands {
		content, err := json.Marshal(islandTask{Island: i})
		if err != nil {
			return nil, err
		}
		tasks = append(tasks, Task{Content: content, Weight: 1 / float64(p.options.Islands)})
	}
	return tasks, nil
}

func (p *islandProblem[G, M]) Work(ctx context.Context, content json.RawMessage, results iter.Seq2[json.RawMessage, error]) (Outcome, error) {
	var t islandTask
	if err := json.Unmarshal(content, &t); err != nil {
		return Outcome{}, fmt.Errorf("task: %w", err)
	}
	o := &p.options
	if t.Island < 0 || t.Island >= o.Islands || t.Round < 0 || t.Round >= o.Rounds || t.Round > 0 && t.State == nil {
		return Outcome{}, fmt.Errorf("task: round %d of island %d, %d bytes of state", t.Round, t.Island, len(t.State))
	}
	opt := montecarlo.AdaptationOptions[M]{
		Level: o.Level, Iterations: o.Iterations, Rate: o.Rate, TopRate: o.TopRate, MaxRepetitions: o.MaxRepetitions,
		ShareBest: o.Exchange,
	}
	kept := islandState(t.State)
	opt.Options = montecarlo.Options[M]{Random: rand.NewPCG(o.Seed, uint64(t.Island)), Checkpoint: &kept}
	if o.Exchange {
		islands, err := bestOfIslands[M](results)
		if err != nil {
			return Outcome{}, err
		}
		found := math.Inf(-1)
		for _, i := range islands {
			if i.Found && (opt.InitialLine == nil || i.Score > found) {
				opt.InitialLine, found = i.Line, i.Score
			}
		}
	}
	limits := ply.Limits{Nodes: (t.Round + 1) * o.Playouts}
	r, err := montecarlo.NestedRolloutPolicyAdaptation(ctx, p.start.Clone(), limits, opt)
	if err != nil {
		return Outcome{}, err
	}
	return p.outcome(&t, &r, kept)
}

// An islandState is the store of an island in memory. Nil is no state.
type islandState []byte

func (s *islandState) Load(read func(io.Reader) error) error {
	if *s == nil {
		return fs.ErrNotExist
	}
	return read(bytes.NewReader(*s))
}

func (s *islandState) Save(write func(io.Writer) error) error {
	var b bytes.Buffer
	if err := write(&b); err != nil {
		return err
	}
	*s = b.Bytes()
	return nil
}

func (p *islandProblem[G, M]) outcome(t *islandTask, r *montecarlo.Result[M], state []byte) (o Outcome, err error) {
	o.Result, err = json.Marshal(islandResult[M]{t.Island, t.Round, r.Nodes, r.Score, r.Line, r.Found})
	if err != nil {
		return o, err
	}
	o.Nodes = max(0, r.Nodes-t.Round*p.options.Playouts)
	next := islandTask{Island: t.Island, Round: t.Round + 1, State: state}
	switch {
	case r.Status == ply.Solved:
		return o, nil
	case r.Nodes < (t.Round+1)*p.options.Playouts:
		next.Round, o.Nodes = t.Round, 0 // counted when the round is complete
	case next.Round == p.options.Rounds:
		return o, nil
	}
	content, err := json.Marshal(next)
	o.Next = []Task{{Content: content, Weight: float64(p.options.Rounds-next.Round) / float64(p.options.Rounds-t.Round)}}
	return o, err
}

// IslandResult returns the result of each island of a run of [IslandProblem] so far, ordered by the numbers of the
// islands. Status is [ply.InProgress] until the run has ended. Elapsed is the time of the run.
func IslandResult[M comparable](ctx context.Context, q *Queue, run int64) ([]montecarlo.Result[M], error) {
	progress, err := q.Run(ctx, run)
	if err != nil {
		return nil, err
	}
	islands, err := bestOfIslands[M](q.Results(ctx, run))
	results := make([]montecarlo.Result[M], len(islands))
	for n, i := range islands {
		results[n] = montecarlo.Result[M]{
			Report: ply.Report{Status: progress.Status, Nodes: i.Playouts, Elapsed: progress.Elapsed},
			Runs:   1, Line: i.Line, Score: i.Score, Found: i.Found,
		}
	}
	return results, err
}

func bestOfIslands[M comparable](results iter.Seq2[json.RawMessage, error]) (islands []islandResult[M], err error) {
	for result, err := range results {
		if err != nil {
			return islands, err
		}
		var i islandResult[M]
		if err := json.Unmarshal(result, &i); err != nil {
			return islands, fmt.Errorf("distributed: not the result of an island: %w", err)
		}
		if i.Island < 0 || i.Island >= mostIslands || len(i.Line) > longestLine {
			return islands, fmt.Errorf("distributed: a result of island %d with a line of %d moves", i.Island, len(i.Line))
		}
		for len(islands) <= i.Island {
			islands = append(islands, islandResult[M]{Island: len(islands)})
		}
		if last := &islands[i.Island]; !last.Found || i.Playouts > last.Playouts {
			*last = i
		}
	}
	return islands, nil
}
