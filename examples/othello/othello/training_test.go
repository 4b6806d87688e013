package othello

import (
	"bytes"
	"context"
	"math/rand/v2"
	"strings"
	"testing"
)

func TestTrainingGoesOn(t *testing.T) {
	opt := TrainingOptions{Population: 4, Games: 2, Depth: 1, Workers: 1}
	whole := NewTraining(rand.NewPCG(1, 2))
	step := func(t *testing.T, training *Training) {
		t.Helper()
		if err := training.Learn(context.Background(), 3, opt, nil); err != nil {
			t.Fatal(err)
		}
		if _, err := training.Evolve(context.Background(), opt); err != nil {
			t.Fatal(err)
		}
	}
	write := func(training *Training) []byte {
		var file bytes.Buffer
		if err := WriteTraining(&file, training); err != nil {
			t.Fatal(err)
		}
		return file.Bytes()
	}
	step(t, whole)
	interrupted, err := ReadTraining(bytes.NewReader(write(whole)))
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		step(t, whole)
		step(t, interrupted)
	}
	if !bytes.Equal(write(whole), write(interrupted)) {
		t.Error("a training that was saved goes on otherwise")
	}
	if whole.Learnt != 9 || whole.Generation != 3 {
		t.Errorf("%d games, %d generations", whole.Learnt, whole.Generation)
	}
}

// TestCancelledTraining must lose nothing: the generation is lived again.
func TestCancelledTraining(t *testing.T) {
	opt := TrainingOptions{Population: 4, Games: 2, Depth: 1}
	a, b := NewTraining(rand.NewPCG(1, 2)), NewTraining(rand.NewPCG(1, 2))
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := b.Evolve(cancelled, opt); err == nil {
		t.Fatal("no error")
	}
	for _, training := range []*Training{a, b} {
		if _, err := training.Evolve(context.Background(), opt); err != nil {
			t.Fatal(err)
		}
	}
	var x, y bytes.Buffer
	if err := WriteTraining(&x, a); err != nil {
		t.Fatal(err)
	}
	if err := WriteTraining(&y, b); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(x.Bytes(), y.Bytes()) {
		t.Error("a generation cut short left traces")
	}
}

func TestReadTrainingErrors(t *testing.T) {
	training := NewTraining(rand.NewPCG(1, 2))
	training.Evaluation.Learn(randomGame(rand.New(rand.NewPCG(1, 0))), 0)
	var file bytes.Buffer
	if err := WriteTraining(&file, training); err != nil {
		t.Fatal(err)
	}
	good := file.Bytes()
	change := func(i int) []byte {
		bad := bytes.Clone(good)
		bad[i] ^= 1
		return bad
	}
	for name, test := range map[string]struct {
		data  []byte
		error string
	}{
		"empty":     {nil, "not a file of an Othello training"},
		"foreign":   {[]byte(strings.Repeat("something else", 10)), "not a file of an Othello training"},
		"version":   {change(len(fileMagic) + 3), "version 3: want version 2"},
		"truncated": {good[:len(good)-9], "cut off"},
		"state":     {change(len(good) / 2), "checksum"},
		"checksum":  {change(len(good) - 1), "checksum"},
		"length":    {change(len(fileMagic) + 4), "damaged"},
	} {
		if _, err := ReadTraining(bytes.NewReader(test.data)); err == nil || !strings.Contains(err.Error(), test.error) {
			t.Errorf("%s: error %v, want %q", name, err, test.error)
		}
	}
}

func TestTrainingOptions(t *testing.T) {
	training := NewTraining(rand.NewPCG(1, 2))
	for _, opt := range []TrainingOptions{{Population: 3}, {Games: 1}, {Depth: -1}, {OpeningMoves: 31}} {
		if _, err := training.Evolve(context.Background(), opt); err == nil {
			t.Errorf("%+v was accepted", opt)
		}
	}
}

func FuzzReadTraining(f *testing.F) {
	var file bytes.Buffer
	if err := WriteTraining(&file, NewTraining(rand.NewPCG(1, 2))); err != nil {
		f.Fatal(err)
	}
	f.Add(file.Bytes())
	f.Fuzz(func(t *testing.T, data []byte) {
		training, err := ReadTraining(bytes.NewReader(data))
		if err == nil {
			g := New()
			g.SetEvaluation(training.Evaluation)
			g.Evaluate()
		}
	})
}
