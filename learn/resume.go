package learn

import (
	"encoding/json"
	"fmt"
	"math"

	"github.com/cespare/xxhash/v2"

	"github.com/ply-search/ply/internal/saved"
)

type state struct {
	Seed      [2]uint64   `json:"seed"`
	Shift     []float64   `json:"shift"`
	Scale     []float64   `json:"scale"`
	Weights   []float64   `json:"weights"`
	LeafModel *Model      `json:"leafModel"`
	Best      []float64   `json:"best"`
	BestAt    int         `json:"bestAt"`
	Least     float64     `json:"least"`
	Stepper   [][]float64 `json:"stepper"`
	Epochs    []Epoch     `json:"epochs"`
}

func (t *trainer) save(w *saved.Writer) {
	data, err := json.Marshal(state{
		t.seed, t.model.Shift, t.model.Scale, t.model.Weights, t.leafModel, t.best, t.bestAt, t.least,
		t.stepper.state(), t.epochs,
	})
	if err != nil {
		w.Fail(err)
	}
	w.Bytes(data)
}

func (t *trainer) load(r *saved.Reader) {
	data := r.Bytes()
	if r.Err() != nil {
		return
	}
	var s state
	if err := json.Unmarshal(data, &s); err != nil {
		r.Fail("no state of a training: %w", err)
		return
	}
	n := len(t.model.Weights)
	t.stepper = t.optimizer.start(n, t.steps)
	vectors := t.stepper.state()
	fits := len(s.Weights) == n && s.LeafModel != nil && s.LeafModel.Check() == nil && len(s.LeafModel.Weights) == n && len(s.Best) == n && len(s.Shift) == t.model.Inputs &&
		len(s.Scale) == t.model.Inputs && len(s.Stepper) == len(vectors) && s.BestAt >= 0 && s.BestAt <= len(s.Epochs)
	for i := 0; fits && i < len(vectors); i++ {
		fits = len(s.Stepper[i]) == len(vectors[i])
	}
	if !fits {
		r.Fail("a damaged state")
		return
	}
	for i, v := range vectors {
		copy(v, s.Stepper[i])
	}
	t.seed, t.leafModel, t.best, t.bestAt, t.least, t.epochs = s.Seed, s.LeafModel, s.Best, s.BestAt, s.Least, s.Epochs
	t.model.Shift, t.model.Scale, t.model.Weights = s.Shift, s.Scale, s.Weights
}

// fingerprint returns a hash of the data that a resumed training must share.
func fingerprint[M comparable](m *Model, set *Set[M], opt *Options[M]) uint64 {
	h := xxhash.New()
	fmt.Fprintf(h, "%q %d %v %v %T%+v %v %d %v ", m.Game, m.Inputs, m.Hidden, opt.Squared,
		opt.Optimizer, opt.Optimizer, opt.Validation, opt.Batch, opt.Target != nil)
	if td := opt.TD; td != nil {
		fmt.Fprint(h, td.Lambda, td.RefreshEvery, " ")
		if td.Leaf != nil {
			fmt.Fprint(h, td.Leaf.Depth, td.Leaf.Win, " ")
		}
	}
	for _, r := range set.Records {
		fmt.Fprint(h, r.Moves, r.Opening, r.Explored, r.Outcome)
		if opt.Target != nil {
			fmt.Fprint(h, math.Float64bits(opt.Target(r.Outcome)))
		}
	}
	return h.Sum64()
}
