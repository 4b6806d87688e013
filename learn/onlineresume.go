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
	w.Int(t.sum.learned)
	w.Float(t.sum.loss)
	w.Float(t.sum.squares)
	w.Bytes(epochs)
	for _, vector := range t.vectors() {
		for _, x := range vector {
			w.Float(x)
		}
	}
}

func (t *onlineTrainer) load(r *saved.Reader) {
	t.seed = [2]uint64{r.Uint(), r.Uint()}
	t.games = r.Count(t.opt.Games)
	t.positions = r.Int()
	t.sum = tally{r.Int(), r.Float(), r.Float()}
	epochs := r.Bytes()
	for _, vector := range t.vectors() {
		for i := range vector {
			vector[i] = r.Float()
		}
	}
	if r.Err() != nil {
		return
	}
	if err := json.Unmarshal(epochs, &t.epochs); err != nil {
		r.Fail("no state of a training: %w", err)
	} else if finite(t.vector) != nil || t.positions < 0 || t.sum.learned < 0 || len(t.epochs) > 101 {
		r.Fail("a damaged state")
	}
}

// vectors returns all vectors of a state.
func (t *onlineTrainer) vectors() [][]float64 {
	return append([][]float64{t.vector, t.before}, t.stepper.state()...)
}
