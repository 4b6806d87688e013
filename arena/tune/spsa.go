// Package tune optimizes the parameters of a player, such as exploration constants and weights of an evaluation, from the
// results of matches. It can store its iterations in a file, from which it continues after an interruption.
//
//	parameters := []engine.Parameter{{Name: "exploration", Initial: 0.25, Least: 0, Most: 1}}
//	result, err := tune.SPSA(ctx, opening, parameters, player, tune.Options{Iterations: 500})
//	fmt.Println(result.Values, err)
package tune

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/arena"
	"github.com/ply-search/ply/arena/internal/contest"
	"github.com/ply-search/ply/arena/internal/journal"
	"github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/internal/random"
	"github.com/ply-search/ply/internal/stop"
)

// Options configure a tuning. The zero value plays 1000 iterations of 8 games.
type Options struct {
	// Iterations is the number of iterations. The size of the steps depends on it; see [SPSA]. 0 means 1000.
	Iterations int

	// Games is the number of games of an iteration, which must be even. 0 means 8. Games are played in pairs; if there are
	// more Workers than pairs, the remaining workers are idle.
	Games int

	// Gain determines how fast parameters move. If one player wins all games of the first iteration, each parameter
	// moves by Gain times its Step (a field of [engine.Parameter]). With a greater Gain, parameters move faster, but
	// chance also moves them farther. A parameter that has no effect on the games still moves at random: in all
	// iterations together, by about 0.65·Gain·√(Iterations/Games) times its Step. 0 means the lesser of
	// 1.5·√(Games/Iterations) and 1.
	Gain float64

	// MaxMoves, Repetitions, Workers and Random have the same meaning as in [arena.Options]. Two numbers are read from
	// Random.
	MaxMoves    int
	Repetitions bool
	Workers     int
	Random      rand.Source

	// File, if not empty, names a file. Each iteration is appended to it, and an interrupted tuning continues from it. The
	// file is created if it does not exist. It is an error if the file belongs to a tuning with other parameters or other
	// options. It is also an error if a line is damaged, or if another tuning is writing to the file. Changes of players
	// and openings are not detected.
	//
	// Each line is a JSON object. The first line describes the tuning, and each further line is an [Iteration].
	File string

	// Progress, if not nil, is called at the beginning and after each iteration, with the result so far. It must not
	// change the Result.
	Progress func(Result)
}

// A Result is the final result of [SPSA] or the result so far.
type Result struct {
	// Nodes is the number of games, including games of iterations read from File. The Status is [ply.Complete] after all
	// iterations, and otherwise the reason why ctx ended the tuning.
	ply.Report

	// Values are the values of the parameters after the last iteration. The value of a parameter is rounded if its
	// field Integer is true ([engine.Parameter]).
	Values []float64

	// History contains all iterations, including the iterations read from File.
	History []Iteration
}

// An Iteration is one step of a tuning.
type Iteration struct {
	// Values are the values of the parameters after the iteration, not rounded.
	Values []float64 `json:"values"`

	// Score is the score of the first player of the iteration against the second player (see [SPSA]).
	Score arena.Score `json:"score"`
}

// SPSA optimizes the parameters of a player by simultaneous perturbation (SPSA, Spall 1992, 1998; in the form of
// fishtest, the testing framework of Stockfish). In each iteration, two players with different values of the parameters
// play a match. For the first player, each parameter is changed by a step, up or down at random. For the second player,
// each parameter is changed by the same step in the opposite direction. All parameters then move towards the values of
// the winner. Since each game tests all parameters at once, the necessary number of games hardly depends on the number
// of parameters.
//
// In iteration k, counted from 1, the step is Step/k^0.101, where Step is a field of the parameter
// ([engine.Parameter]). After the match, the parameter moves by m·Gain·Step·((A+1)/(A+k))^0.602·k^0.101. m is the
// margin of the match, from 0 for an even match to 1 if the winner has won all games, and A is a tenth of the number
// of iterations. Both formulas are the gain sequences of Spall 1998, multiplied by Step. Values stay in their ranges.
// If the field Integer of a parameter is true, the players use its value rounded up or down at random, such that the
// mean is the unrounded value.
//
// newPlayer returns a function that makes players with the given values, as for [arena.Match]. It is called twice in
// each iteration. opening is called as in [arena.Match], and pairs are numbered consecutively through all iterations.
// Under the conditions stated at [arena.Match], the result depends neither on the number of workers nor on
// interruptions. If ctx ends the tuning, the result contains the complete iterations, and the error is nil.
//
// Results vary by chance. To measure the improvement, play a match, with other random numbers, between a player with
// the final values and a player with the initial values.
func SPSA[G interface {
	ply.Game[M]
	ply.Adversarial
}, M comparable](ctx context.Context, opening func(pair int, random *rand.Rand) (G, error), parameters []engine.Parameter,
	newPlayer func(values []float64) (func() arena.Player[G, M], error), opt Options) (Result, error) {
	failed := Result{Report: ply.Report{Status: ply.Failed}}
	if opening == nil || newPlayer == nil {
		return failed, errors.New("tune: a tuning needs an opening and a player")
	}
	if err := opt.prepare(parameters); err != nil {
		return failed, err
	}
	seed, err := random.Seed(opt.Random)
	if err != nil {
		return failed, fmt.Errorf("tune: %w", err)
	}
	t := &tuner[G, M]{opening: opening, newPlayer: newPlayer, opt: opt, seed: seed, start: time.Now()}
	for _, p := range parameters {
		t.scales = append(t.scales, scaleOf(p))
		t.values = append(t.values, p.Initial)
	}
	first := header{"ply tuning", 1, parameters, opt.Iterations, opt.Games, opt.Gain, seed, opt.MaxMoves, opt.Repetitions}
	if t.journal, err = journal.Open(opt.File, first, t.read); err != nil {
		return failed, fmt.Errorf("tune: %w", err)
	}
	err = func() (err error) {
		defer func() { err = cmp.Or(err, t.journal.Close()) }()
		return t.tune(ctx)
	}()
	r := t.result()
	switch {
	case err != nil:
		r.Status, err = ply.Failed, fmt.Errorf("tune: %w", err)
	case len(t.history) < opt.Iterations:
		r.Status = stop.Status(ctx, time.Time{})
	default:
		r.Status = ply.Complete
	}
	return r, err
}

func (o *Options) prepare(parameters []engine.Parameter) error {
	if len(parameters) == 0 {
		return errors.New("tune: no parameters to tune")
	}
	for i, p := range parameters {
		if err := p.Check(); err != nil {
			return fmt.Errorf("tune: %w", err)
		}
		if slices.ContainsFunc(parameters[:i], func(q engine.Parameter) bool { return q.Name == p.Name }) {
			return fmt.Errorf("tune: two parameters have the Name %s", p.Name)
		}
	}
	switch {
	case o.Games < 0 || o.Games%2 != 0:
		return fmt.Errorf("tune: Games is %d, want an even number", o.Games)
	case o.Iterations < 0:
		return fmt.Errorf("tune: Iterations is %d, want a number of iterations, or 0 for 1000", o.Iterations)
	case !(o.Gain >= 0) || math.IsInf(o.Gain, 0):
		return fmt.Errorf("tune: Gain is %v, want a positive number, or 0", o.Gain)
	}
	o.Iterations, o.Games = cmp.Or(o.Iterations, 1000), cmp.Or(o.Games, 8)
	o.Gain = cmp.Or(o.Gain, min(1, 1.5*math.Sqrt(float64(o.Games)/float64(o.Iterations))))
	return contest.Check("tune", o.MaxMoves, o.Workers)
}

type header struct {
	Format      string             `json:"format"`
	Version     int                `json:"version"`
	Parameters  []engine.Parameter `json:"parameters"`
	Iterations  int                `json:"iterations"`
	Games       int                `json:"games"`
	Gain        float64            `json:"gain"`
	Seed        [2]uint64          `json:"seed"`
	MaxMoves    int                `json:"max_moves"`
	Repetitions bool               `json:"repetitions"`
}

type tuner[G interface {
	ply.Game[M]
	ply.Adversarial
}, M comparable] struct {
	opening   func(pair int, random *rand.Rand) (G, error)
	newPlayer func(values []float64) (func() arena.Player[G, M], error)
	opt       Options
	seed      [2]uint64
	scales    []scale
	journal   *journal.Journal
	start     time.Time

	values  []float64 // at present
	history []Iteration
	games   int
}

func (t *tuner[G, M]) read(object []byte) error {
	var i Iteration
	if err := json.Unmarshal(object, &i); err != nil {
		return err
	}
	if len(t.history) == t.opt.Iterations || len(i.Values) != len(t.scales) || i.Score.Games() != t.opt.Games {
		return fmt.Errorf("%s is no iteration of the tuning", object)
	}
	for k, s := range t.scales {
		if v := i.Values[k]; !(v >= s.Least && v <= s.Most) {
			return fmt.Errorf("parameter %s is %v, want %v to %v", s.Name, v, s.Least, s.Most)
		}
	}
	t.note(i)
	return nil
}

func (t *tuner[G, M]) note(i Iteration) {
	t.values, t.history = i.Values, append(t.history, i)
	t.games += i.Score.Games()
}

func (t *tuner[G, M]) result() Result {
	r := Result{Report: ply.Report{Status: ply.InProgress, Nodes: t.games, Elapsed: time.Since(t.start)}, History: slices.Clip(t.history)}
	for k, s := range t.scales {
		v := t.values[k]
		if s.Integer {
			v = math.Round(v)
		}
		r.Values = append(r.Values, v)
	}
	return r
}

func (t *tuner[G, M]) tune(ctx context.Context) error {
	for {
		if t.opt.Progress != nil {
			t.opt.Progress(t.result())
		}
		if len(t.history) == t.opt.Iterations || stop.Err(ctx) != nil {
			return nil
		}
		i, complete, err := t.iterate(ctx)
		if err != nil {
			return fmt.Errorf("iteration %d: %w", len(t.history), err)
		}
		if !complete {
			return nil
		}
		if err := t.journal.Append(i); err != nil {
			return err
		}
		t.note(i)
	}
}

// Exponents of Spall's gains.
const (
	gainExponent = 0.602
	stepExponent = 0.101
)

func (t *tuner[G, M]) iterate(ctx context.Context) (next Iteration, complete bool, err error) {
	k := len(t.history)
	random := rand.New(rand.NewPCG(t.seed[0]+2*uint64(k), t.seed[1]))
	smaller := math.Pow(float64(k+1), stepExponent)
	signs := make([]float64, len(t.scales))
	var rivals [2]func() arena.Player[G, M]
	var values [2][]float64
	for i, s := range t.scales {
		signs[i] = float64(2*random.IntN(2) - 1)
		drawn := random.Float64()
		for rival := range values {
			v := s.moved(t.values[i], signs[i]*float64(1-2*rival)/smaller)
			values[rival] = append(values[rival], s.used(v, drawn))
		}
	}
	for rival := range rivals {
		if rivals[rival], err = t.newPlayer(values[rival]); err == nil && rivals[rival] == nil {
			err = errors.New("newPlayer returned nil")
		}
		if err != nil {
			return next, false, fmt.Errorf("a player with %v: %w", values[rival], err)
		}
	}
	opt := arena.Options{Games: t.opt.Games, MaxMoves: t.opt.MaxMoves, Repetitions: t.opt.Repetitions, Workers: t.opt.Workers,
		Random: rand.NewPCG(t.seed[0]+2*uint64(k)+1, t.seed[1])}
	opening := func(pair int, random *rand.Rand) (G, error) { return t.opening(k*(t.opt.Games/2)+pair, random) }
	r, err := arena.Match(ctx, opening, rivals[0], rivals[1], opt)
	if err != nil || r.Status != ply.Complete {
		return next, false, err
	}
	stability := float64(t.opt.Iterations) / 10
	gain := t.opt.Gain * math.Pow((stability+1)/(stability+float64(k+1)), gainExponent) * smaller
	next.Score = r.Score
	for i, s := range t.scales {
		next.Values = append(next.Values, s.moved(t.values[i], gain*(2*r.Rate()-1)*signs[i]))
	}
	return next, true, nil
}

// A scale is a parameter with its changes.
type scale struct{ engine.Parameter }

func scaleOf(p engine.Parameter) scale {
	if p.Step == 0 {
		p.Step = (p.Most - p.Least) / 20
		switch {
		case p.Logarithmic:
			p.Step = math.Log(p.Most/p.Least) / 20
		case p.Integer:
			p.Step = max(p.Step, 1)
		}
	}
	return scale{p}
}

func (s scale) moved(value, steps float64) float64 {
	if s.Logarithmic {
		value *= math.Exp(steps * s.Step)
	} else {
		value += steps * s.Step
	}
	return max(s.Least, min(value, s.Most))
}

// used returns the value for players. drawn, uniform from 0 to 1, decides between two integers.
func (s scale) used(value, drawn float64) float64 {
	if s.Integer {
		return math.Floor(value + drawn)
	}
	return value
}
