package engine_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/engine"
)

// A heap is a game: who takes the last of its stones wins.
type heap int

func (h *heap) Moves(dst []int) []int {
	for n := 1; n <= min(int(*h), 3); n++ {
		dst = append(dst, n)
	}
	return dst
}
func (h *heap) Play(n int) { *h -= heap(n) }
func (h *heap) Undo(n int) { *h += heap(n) }

// A trial is a search that ends when it is told to, and notes what it was asked.
type trial struct {
	searches int
	status   ply.Status
	moves    []int // the best move at each report, the last of them for ever
	step     time.Duration
	ended    time.Duration
}

func (t *trial) search(ctx context.Context, h *heap, limits ply.Limits, q engine.Question[int]) (engine.Analysis[int], error) {
	t.searches++
	a := engine.Analysis[int]{}
	start := time.Now()
	for depth := 1; ; depth++ {
		m := 1
		if len(t.moves) > 0 {
			m = t.moves[min(depth, len(t.moves))-1]
		}
		a.Lines = []engine.Line[int]{{Choice: ply.Choice[int]{Move: m}, Line: []int{m}, Depth: depth}}
		a.Elapsed, a.Nodes = time.Duration(depth)*t.step, depth
		if t.step == 0 {
			a.Elapsed = time.Since(start)
		}
		t.ended = a.Elapsed
		switch {
		case ctx.Err() != nil:
			a.Status = ply.OutOfTime
		case limits.Nodes > 0 && depth >= limits.Nodes:
			a.Status = ply.OutOfNodes
		case !q.Report(a):
			a.Status = ply.Decided
		default:
			continue
		}
		t.status = a.Status
		return a, nil
	}
}

func newPlayer(t *testing.T, stones int, s *trial, opt engine.Options) *engine.Player[int] {
	t.Helper()
	h := heap(stones)
	p, err := engine.New(engine.Stateless(&h, s.search), opt)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestForcedMoveTakesNoTime(t *testing.T) {
	var s trial
	p := newPlayer(t, 1, &s, engine.Options{})
	line, err := p.Move(t.Context(), engine.Clock{Left: time.Hour})
	if err != nil || line.Move != 1 || s.searches != 0 {
		t.Errorf("%+v, error %v after %d searches, want move 1 without a search", line, err, s.searches)
	}
	if err := p.Play(1); err != nil {
		t.Fatal(err)
	}
	if _, err := p.Move(t.Context(), engine.Clock{}); !errors.Is(err, ply.ErrFinished) {
		t.Errorf("the end of the game: error %v", err)
	}
	if _, err := p.Analyze(t.Context(), ply.Limits{}, engine.Question[int]{}); !errors.Is(err, ply.ErrFinished) {
		t.Errorf("an analysis at the end of the game: error %v", err)
	}
}

func TestPlayAndUndo(t *testing.T) {
	p := newPlayer(t, 5, new(trial), engine.Options{Limits: ply.Limits{Nodes: 3}})
	for _, m := range []int{1, 3} {
		if err := p.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	if err := p.Play(2); err == nil || !slices.Equal(p.Game().Moves(nil), []int{1}) {
		t.Errorf("an illegal move: error %v, then moves %v", err, p.Game().Moves(nil))
	}
	for range 2 {
		if err := p.Undo(); err != nil {
			t.Fatal(err)
		}
	}
	if err := p.Undo(); !errors.Is(err, engine.ErrNothingToUndo) || len(p.Game().Moves(nil)) != 3 {
		t.Errorf("one too many: error %v", err)
	}
}

// TestTime compares when searches end whose best move changes or does not.
func TestTime(t *testing.T) {
	const step = time.Minute                                        // by the clock of the trial, so that the machine has time
	clock := engine.Clock{Left: 30*time.Hour + 10*time.Millisecond} // an hour for a move
	ended := map[string]time.Duration{}
	for name, moves := range map[string][]int{
		"always the same": {1},
		"one late change": slices.Concat(slices.Repeat([]int{1}, 9), []int{2}),
		"restless":        slices.Repeat([]int{1, 2}, 1000),
	} {
		s := trial{moves: moves, step: step}
		p := newPlayer(t, 100, &s, engine.Options{})
		if _, err := p.Move(t.Context(), clock); err != nil || s.status != ply.Decided {
			t.Errorf("%s: status %v, error %v", name, s.status, err)
		}
		ended[name] = s.ended
	}
	if !(ended["always the same"] < ended["one late change"] && ended["one late change"] < ended["restless"]) || ended["restless"] > 30*time.Hour/5 {
		t.Error(ended)
	}
}

func TestPeriodIsUsed(t *testing.T) {
	s := trial{step: time.Minute}
	p := newPlayer(t, 100, &s, engine.Options{Reserve: 6 * time.Minute})
	if _, err := p.Move(t.Context(), engine.Clock{Period: time.Hour}); err != nil || s.ended != 54*time.Minute {
		t.Errorf("ended after %v, error %v, want after 54 minutes", s.ended, err)
	}
}

// TestCutOff has a search that takes reports for no reason to end.
func TestCutOff(t *testing.T) {
	h := heap(100)
	deaf := engine.Stateless(&h, func(ctx context.Context, _ *heap, _ ply.Limits, _ engine.Question[int]) (engine.Analysis[int], error) {
		<-ctx.Done()
		return engine.Analysis[int]{Report: ply.Report{Status: ply.OutOfTime}}, nil
	})
	p, err := engine.New(deaf, engine.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if line, err := p.Move(t.Context(), engine.Clock{Period: 20 * time.Millisecond}); err != nil || line.Move != 1 {
		t.Errorf("%+v, error %v, want the first move", line, err)
	}
}

// TestPonder stops a search without end by each of the other methods.
func TestPonder(t *testing.T) {
	var s trial
	p := newPlayer(t, 100, &s, engine.Options{Limits: ply.Limits{Nodes: 1}})
	for i, method := range []func() error{
		func() error { return p.Play(1) },
		func() error { return p.Undo() },
		func() error { _, err := p.Move(t.Context(), engine.Clock{}); return err },
		func() error {
			_, err := p.Analyze(t.Context(), ply.Limits{Nodes: 1}, engine.Question[int]{})
			return err
		},
		func() error { return p.Ponder(t.Context()) },
		func() error { p.Game(); return nil },
		p.Close,
	} {
		if err := p.Ponder(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err := method(); err != nil {
			t.Errorf("method %d: %v", i, err)
		}
	}
	p.Close()
	if s.searches < 8 {
		t.Errorf("%d searches", s.searches)
	}
}

func TestErrorOfPondering(t *testing.T) {
	h, want := heap(100), errors.New("broken")
	p, err := engine.New(engine.Stateless(&h, func(context.Context, *heap, ply.Limits, engine.Question[int]) (engine.Analysis[int], error) {
		return engine.Analysis[int]{}, want
	}), engine.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Ponder(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := p.Play(1); !errors.Is(err, want) || h != 100 {
		t.Errorf("error %v with %d stones, want that of pondering, and no move", err, h)
	}
	if err := p.Play(1); err != nil {
		t.Errorf("the error comes twice: %v", err)
	}
}

func TestWrongQuestions(t *testing.T) {
	p := newPlayer(t, 2, new(trial), engine.Options{})
	for _, c := range []struct {
		q    engine.Question[int]
		want string
	}{
		{engine.Question[int]{Lines: -1}, "engine: Question.Lines is -1, want a number of lines, or 0 for one"},
		{engine.Question[int]{Moves: []int{}}, "engine: Question.Moves is empty, want moves, or nil for all"},
		{engine.Question[int]{Moves: []int{1, 3}}, "engine: Question.Moves has 3, which is not legal"},
		{engine.Question[int]{Moves: []int{1, 1}}, "engine: Question.Moves has 1 twice"},
	} {
		if _, err := p.Analyze(t.Context(), ply.Limits{Nodes: 1}, c.q); fmt.Sprint(err) != c.want {
			t.Errorf("%+v: %v, want %s", c.q, err, c.want)
		}
	}
	if _, err := p.Move(t.Context(), engine.Clock{Increment: -1}); fmt.Sprint(err) != "engine: Clock.Increment is -1, want 0 or more" {
		t.Error(err)
	}
	if _, err := engine.New[int](nil, engine.Options{}); err == nil {
		t.Error("no Searcher, no error")
	}
}
