package distributed

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"math"
	"math/rand/v2"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/arena"
)

// MatchOptions configure a run of [MatchProblem].
type MatchOptions struct {
	// Setup describes the game and the players. It is passed to the function newMatch of [MatchProblem].
	Setup json.RawMessage `json:"setup"`

	// Games is the number of games. It must be even, and at most 2,000,000 · PairsPerTask.
	Games int `json:"games"`

	// PairsPerTask is the number of pairs of games in a task. 0 means 1.
	PairsPerTask int `json:"pairs_per_task,omitempty"`

	// Seed seeds the random numbers of the match, as if [arena.Options].Random were rand.NewPCG(Seed, 0).
	Seed uint64 `json:"seed"`

	// MaxMoves ends a game as a draw after this number of moves, including outcomes of chance, but not the moves of the
	// opening. 0 means no limit.
	MaxMoves int `json:"max_moves,omitempty"`

	// Test, if not zero, is a sequential test, which ends the match when it has decided. Games enter the test in the
	// order of their numbers, not in the order in which they end; otherwise short games would have too much weight.
	// With a Test, each task reads the results of all completed tasks.
	Test arena.SequentialTest `json:"test"`
}

type matchableGame[M comparable] interface {
	ply.Game[M]
	ply.Adversarial
}

const mostMatchTasks = 1_000_000

// MatchProblem returns a function that makes problems, for [Registry.Register]. Each problem is a match between two
// players. newMatch checks [MatchOptions].Setup. Its results opening, first and second become the arguments opening,
// newFirst and newSecond of [arena.Match]. The result equals the result of arena.Match with the same seed if the
// players keep no state between games and do not look at the clock.
func MatchProblem[G interface {
	ply.Game[M]
	ply.Adversarial
}, M comparable](newMatch func(setup json.RawMessage) (opening func(pair int, random *rand.Rand) (G, error), first, second func() arena.Player[G, M], err error)) func(json.RawMessage) (Problem, error) {
	return func(options json.RawMessage) (Problem, error) {
		p := new(matchProblem[G, M])
		if err := json.Unmarshal(options, &p.options); err != nil {
			return nil, fmt.Errorf("options: %w", err)
		}
		o := &p.options
		o.PairsPerTask = cmp.Or(o.PairsPerTask, 1)
		switch {
		case o.Games < 2 || o.Games%2 != 0:
			return nil, fmt.Errorf("option Games is %d, want an even number", o.Games)
		case o.PairsPerTask < 1 || o.Games/2/o.PairsPerTask > mostMatchTasks:
			return nil, fmt.Errorf("option PairsPerTask is %d, want at least %d", o.PairsPerTask, 1+o.Games/2/mostMatchTasks)
		case o.MaxMoves < 0:
			return nil, fmt.Errorf("option MaxMoves is %d, want a number of moves or 0 for no limit", o.MaxMoves)
		}
		if o.Test != (arena.SequentialTest{}) {
			if _, _, err := o.Test.Bounds(); err != nil {
				return nil, err
			}
		}
		var err error
		if p.opening, p.first, p.second, err = newMatch(o.Setup); err != nil {
			return nil, err
		}
		if p.opening == nil || p.first == nil || p.second == nil {
			return nil, errors.New("a match needs an opening and two players")
		}
		return p, nil
	}
}

type matchProblem[G matchableGame[M], M comparable] struct {
	options       MatchOptions
	opening       func(pair int, random *rand.Rand) (G, error)
	first, second func() arena.Player[G, M]
}

func (p *matchProblem[G, M]) Fingerprint(ctx context.Context) (string, error) {
	g, err := p.opening(0, rand.New(rand.NewPCG(p.options.Seed, 0)))
	if err != nil {
		return "", fmt.Errorf("opening: %w", err)
	}
	return Fingerprint(ctx, g)
}

type matchTask struct {
	First int `json:"first"`
	Pairs int `json:"pairs"`
}

type matchPairs struct {
	First int         `json:"first"`
	Pairs []matchPair `json:"pairs"`
}

// A matchPair is the result of a pair: the first player's results and the sum of its points, and the moves of both games.
type matchPair struct {
	Wins   int `json:"wins"`
	Draws  int `json:"draws"`
	Losses int `json:"losses"`
	Points int `json:"points"`
	Moves  int `json:"moves"`
}

func (p *matchProblem[G, M]) Start() ([]Task, error) {
	var tasks []Task
	all := p.options.Games / 2
	for first := 0; first < all; first += p.options.PairsPerTask {
		t := matchTask{first, min(p.options.PairsPerTask, all-first)}
		content, err := json.Marshal(t)
		if err != nil {
			return nil, err
		}
		tasks = append(tasks, Task{Content: content, Weight: float64(t.Pairs) / float64(all)})
	}
	return tasks, nil
}

func (p *matchProblem[G, M]) Work(ctx context.Context, content json.RawMessage, results iter.Seq2[json.RawMessage, error]) (Outcome, error) {
	var t matchTask
	if err := json.Unmarshal(content, &t); err != nil {
		return Outcome{}, fmt.Errorf("task: %w", err)
	}
	if all := p.options.Games / 2; t.First < 0 || t.Pairs < 1 || t.Pairs > all || t.First > all-t.Pairs {
		return Outcome{}, fmt.Errorf("task: %d pairs from %d on of %d", t.Pairs, t.First, all)
	}
	played := matchPairs{First: t.First}
	for i := range t.Pairs {
		pair, err := p.play(ctx, t.First+i)
		if err != nil {
			return Outcome{}, err
		}
		played.Pairs = append(played.Pairs, pair)
	}
	o := Outcome{Nodes: 2 * t.Pairs}
	var err error
	if o.Result, err = json.Marshal(played); err != nil {
		return Outcome{}, err
	}
	if p.options.Test != (arena.SequentialTest{}) {
		r, err := matchResult(results, &p.options, &played)
		if err != nil {
			return Outcome{}, err
		}
		o.Decided = r.Status == ply.Decided
	}
	return o, nil
}

func (p *matchProblem[G, M]) play(ctx context.Context, number int) (matchPair, error) {
	opening := func(_ int, random *rand.Rand) (G, error) { return p.opening(number, random) }
	r, err := arena.Match(ctx, opening, p.first, p.second, arena.Options{
		Games: 2, MaxMoves: p.options.MaxMoves, Random: &pairSource{seed: p.options.Seed, number: number},
	})
	switch {
	case err != nil:
		return matchPair{}, fmt.Errorf("pair %d: %w", number, err)
	case r.Status != ply.Complete:
		return matchPair{}, ctx.Err()
	}
	return matchPair{r.Wins, r.Draws, r.Losses, int(2 * r.Points.Mean), r.Moves}, nil
}

// A pairSource yields two numbers with which the first pair of a match equals the numbered pair of the seed's match.
type pairSource struct {
	seed   uint64
	number int
	pcg    *rand.PCG
}

func (s *pairSource) Uint64() uint64 {
	if s.pcg == nil {
		s.pcg = rand.NewPCG(s.seed, 0)
		return s.pcg.Uint64() + 8*uint64(s.number)
	}
	return s.pcg.Uint64()
}

// MatchResult returns the result of a run of [MatchProblem] so far. It counts pairs of games in the order of their
// numbers. The count stops before the first pair that is not finished, or after the pair at which [MatchOptions].Test
// has decided.
func (q *Queue) MatchResult(ctx context.Context, run int64) (arena.Result, error) {
	var options MatchOptions
	if err := q.Options(ctx, run, &options); err != nil {
		return arena.Result{}, err
	}
	progress, err := q.Run(ctx, run)
	if err != nil {
		return arena.Result{}, err
	}
	r, err := matchResult(q.Results(ctx, run), &options, nil)
	r.Elapsed = progress.Elapsed
	return r, err
}

func matchResult(results iter.Seq2[json.RawMessage, error], opt *MatchOptions, more *matchPairs) (arena.Result, error) {
	pairs := map[int]matchPair{}
	add := func(m *matchPairs) error {
		for i, p := range m.Pairs {
			if min(p.Wins, p.Draws, p.Losses, p.Moves) < 0 || p.Wins+p.Draws+p.Losses != 2 || max(p.Points, -p.Points) > 2*ply.MaxValue {
				return fmt.Errorf("distributed: pair %d of a match: %+v is no result", m.First+i, p)
			}
			pairs[m.First+i] = p
		}
		return nil
	}
	for result, err := range results {
		if err != nil {
			return arena.Result{}, err
		}
		var m matchPairs
		if err := json.Unmarshal(result, &m); err != nil {
			return arena.Result{}, fmt.Errorf("distributed: not the result of a match task: %w", err)
		}
		if err := add(&m); err != nil {
			return arena.Result{}, err
		}
	}
	var err error
	if more != nil {
		err = add(more)
	}
	r := arena.Result{Report: ply.Report{Status: ply.InProgress}}
	for number := 0; err == nil && r.Verdict == 0; number++ {
		p, ok := pairs[number]
		if !ok {
			if number == opt.Games/2 {
				r.Status = ply.Complete
			}
			break
		}
		r.Wins += p.Wins
		r.Draws += p.Draws
		r.Losses += p.Losses
		r.Pairs[2*p.Wins+p.Draws]++
		r.Points = r.Points.Add(arena.Sample{Count: 1, Mean: float64(p.Points) / 2})
		r.Moves += min(p.Moves, math.MaxInt-r.Moves)
		if opt.Test != (arena.SequentialTest{}) {
			if _, r.Verdict, err = opt.Test.Judge(r.Score); r.Verdict != 0 {
				r.Status = ply.Decided
			}
		}
	}
	r.Nodes = r.Games()
	return r, err
}
