package regret_test

import (
	"bytes"
	"context"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/checkpoint"
	"github.com/ply-search/ply/internal/savedtest"
	"github.com/ply-search/ply/internal/stop"
	"github.com/ply-search/ply/search/regret"
)

// tripled is Kuhn with payoffs three times as high.
type tripled struct{ Kuhn }

func (g *tripled) Outcomes(dst []int) {
	g.Kuhn.Outcomes(dst)
	for i := range dst {
		dst[i] *= 3
	}
}

// A finding is what must be the same with interruptions, bit by bit.
type finding struct {
	strategy                           []regret.Information[int]
	values                             []float64
	exploitability                     float64
	iterations, positions, information int
}

func findingOf(r regret.Result[int], err error) (any, error) {
	f := finding{nil, r.Values, r.Exploitability, r.Nodes, r.Positions, r.Information}
	if r.Strategy != nil {
		f.strategy = slices.Collect(r.Strategy.All())
	}
	return f, err
}

func TestCheckpoints(t *testing.T) {
	limits := ply.Limits{Nodes: 3000}
	plus := func(g regret.Game[int], exploitability float64) func(checkpoint.Store) (any, error) {
		return func(store checkpoint.Store) (any, error) {
			return findingOf(regret.CFRPlus(context.Background(), g, limits, exploitability, regret.Options[int]{Checkpoint: store}))
		}
	}
	sampling := func(g regret.Game[int], seed uint64) func(checkpoint.Store) (any, error) {
		return func(store checkpoint.Store) (any, error) {
			source := rand.NewPCG(seed, 1)
			return findingOf(regret.ExternalSampling(context.Background(), g, limits, source, regret.Options[int]{Checkpoint: store}))
		}
	}
	savedtest.Check(t, plus(new(Kuhn), 0), plus(new(tripled), 0))
	savedtest.Check(t, plus(new(Kuhn), 1e-5), sampling(new(Kuhn), 1))
	savedtest.Check(t, sampling(new(Kuhn), 1), sampling(new(tripled), 1))
	savedtest.Check(t, sampling(new(Kuhn), 1), sampling(new(Kuhn), 2))
}

// A source that cannot be saved is refused.
func TestCheckpointOfOtherSources(t *testing.T) {
	file := checkpoint.File{Name: t.TempDir() + "/state"}
	source := struct{ rand.Source }{rand.NewPCG(1, 1)}
	_, err := regret.ExternalSampling(context.Background(), new(Kuhn), ply.Limits{}, source, regret.Options[int]{Checkpoint: file})
	if err == nil || !strings.Contains(err.Error(), "marshaled") {
		t.Errorf("error %v", err)
	}
}

// A strategy that was saved plays as before.
func TestSavedStrategies(t *testing.T) {
	g := new(Kuhn)
	r, err := regret.CFRPlus(context.Background(), g, ply.Limits{Nodes: 100}, 0, regret.Options[int]{})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := r.Strategy.Save(&b, 1); err != nil {
		t.Fatal(err)
	}
	data := b.Bytes()
	var loaded regret.Strategy[int]
	if err := loaded.Load(bytes.NewReader(data), 2); err == nil || loaded.Len() != 0 {
		t.Errorf("another fingerprint: error %v", err)
	}
	if err := loaded.Load(bytes.NewReader(data), 1); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(slices.Collect(loaded.All()), slices.Collect(r.Strategy.All())) {
		t.Error("the strategy has changed")
	}
	again, err := regret.Evaluate(context.Background(), g, ply.Limits{}, &loaded)
	if err != nil || again.Exploitability != r.Exploitability {
		t.Errorf("exploitability %v, error %v, want %v", again.Exploitability, err, r.Exploitability)
	}
	for i := range data {
		damaged := bytes.Clone(data)
		damaged[i] ^= 1
		if err := loaded.Load(bytes.NewReader(damaged), 1); err == nil {
			t.Fatalf("damage at byte %d is not found", i)
		}
	}
	if err := new(regret.Strategy[int]).Save(&b, 1); err != nil {
		t.Errorf("an empty strategy: error %v", err)
	}
}

// A callback that panics does not leave the file locked.
func TestCheckpointAfterPanic(t *testing.T) {
	opt := regret.Options[int]{Checkpoint: checkpoint.File{Name: t.TempDir() + "/state"}}
	ctx := stop.ReportEach(context.Background(), 1) // a report at each look at the clock
	panics := opt
	panics.Progress = func(regret.Result[int]) { panic("callback") }
	for name, search := range map[string]func(regret.Options[int]) error{
		"CFRPlus": func(opt regret.Options[int]) error {
			_, err := regret.CFRPlus(ctx, new(Kuhn), ply.Limits{}, 0, opt)
			return err
		},
		"ExternalSampling": func(opt regret.Options[int]) error {
			opt.Checkpoint = checkpoint.File{Name: opt.Checkpoint.(checkpoint.File).Name + "2"}
			_, err := regret.ExternalSampling(ctx, new(Kuhn), ply.Limits{}, nil, opt)
			return err
		},
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			_ = search(panics)
		}()
		if err := search(opt); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
