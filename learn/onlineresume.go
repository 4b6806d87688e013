package learn

import (
	"encoding/json"

	"github.com/ply-search/ply/internal/saved"
)

func (t *onlineTrainer) save(w *saved.Writer) {
	epochs, err := json.Marshal(t.epochs)
	if err != nil {
		w.Fail(err)
	}
	w.Uint(t.seed[0])
	w.Uint(t.seed[1])
	w.Int(t.games)
	w.Int(t.positions)
	w.Int(t.moments.steps)
	w.Int(t.sum.learned)
	w.Float(t.sum.loss)
	w.Float(t.sum.squares)
	w.Bytes(epochs)
	for _, c := range t.saved() {
		for _, part := range c.all() {
			for _, x := range part {
				w.Float(float64(x))
			}
		}
	}
}

// saved returns all weights of a state.
func (t *onlineTrainer) saved() []*columnWeights {
	return []*columnWeights{&t.weights, &t.before, &t.moments.mean, &t.moments.square}
}

func (t *onlineTrainer) load(r *saved.Reader) {
	t.seed = [2]uint64{r.Uint(), r.Uint()}
	t.games = r.Count(t.opt.Games)
	t.positions, t.moments.steps = r.Int(), r.Int()
	t.sum = tally{r.Int(), r.Float(), r.Float()}
	epochs := r.Bytes()
	for _, c := range t.saved() {
		for _, part := range c.all() {
			for i := range part {
				part[i] = float32(r.Float())
			}
		}
	}
	if r.Err() != nil {
		return
	}
	if err := json.Unmarshal(epochs, &t.epochs); err != nil {
		r.Fail("no state of a training: %w", err)
	} else if !t.weights.finite() || t.positions < 0 || t.moments.steps < 0 || t.sum.learned < 0 || len(t.epochs) > 101 {
		r.Fail("a damaged state")
	}
}
