package othello

import (
	"bytes"
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

func TestTrainingGoesOn(t *testing.T) {
	opt := TrainingOptions{Population: 4, Games: 2, Depth: 1, Workers: 1}
	whole := NewTraining(rand.NewPCG(1, 2))
	step := func(t *testing.T, training *Training) {
		t.Helper()
		opt.Workers++ // the results are the same whatever their number
		if err := training.Learn(context.Background(), 10, opt, nil); err != nil {
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
	if whole.Learnt != 30 || whole.Generation != 3 {
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
	if err := b.Learn(cancelled, 10, opt, nil); err == nil {
		t.Fatal("no error")
	}
	for _, training := range []*Training{a, b} {
		if err := training.Learn(context.Background(), 10, opt, nil); err != nil {
			t.Fatal(err)
		}
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

func TestLearnFrom(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 0))
	training := NewTraining(rand.NewPCG(1, 2))
	var file strings.Builder
	for range 20 {
		file.WriteString(randomGame(random).String() + "\n\n")
	}
	records, err := ReadRecords(strings.NewReader(file.String()))
	if err != nil || len(records) != 20 {
		t.Fatalf("%d games, error %v", len(records), err)
	}
	before := training.Evaluation
	if err := training.LearnFrom(records); err != nil {
		t.Fatal(err)
	}
	if training.Learnt != 20 || training.Evaluation == before || training.Evaluation.Weights == before.Weights {
		t.Error("nothing was learnt")
	}
	before = training.Evaluation
	for _, test := range []struct {
		change func(*Record)
		error  string
	}{
		{func(r *Record) { r.Moves = r.Moves[:5] }, "game 4: it is not finished"},
		{func(r *Record) { r.Moves = []Move{0} }, "game 4: move 1, A1, is illegal"},
	} {
		bad := slices.Clone(records)
		test.change(&bad[3])
		if err := training.LearnFrom(bad); err == nil || !strings.Contains(err.Error(), test.error) {
			t.Errorf("error %v, want %q", err, test.error)
		}
	}
	if err := training.LearnFrom(records[:9]); err == nil {
		t.Error("nine games were enough")
	}
	if training.Evaluation != before {
		t.Error("bad games changed the evaluation")
	}
	if _, err := ReadRecords(strings.NewReader("\nD3\nD3 D3\n")); err == nil || !strings.Contains(err.Error(), "line 3: move 2: D3 is illegal") {
		t.Errorf("error %v", err)
	}
}

// TestFit finds the weights again that results were made from.
func TestFit(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 0))
	var f fit
	var want [phases]Weights
	for phase := range want {
		for i := range parts {
			want[phase][i] = random.NormFloat64()
		}
		want[phase][phase] = 0 // never seen
		for range 1000 {
			var x Weights
			result := 0.0
			for i := range parts {
				if i != phase {
					x[i] = 10 * random.NormFloat64()
				}
				result += want[phase][i] * x[i]
			}
			f.note(phase, &x, result)
		}
	}
	for phase, weights := range f.weights() {
		for i, w := range weights {
			if math.Abs(w-want[phase][i]) > 0.01 {
				t.Errorf("phase %d: part %d has weight %v, want %v", phase, i, w, want[phase][i])
			}
		}
	}
}

// TestTrained reads the evaluation that comes with the program.
func TestTrained(t *testing.T) {
	training, err := ReadTraining(bytes.NewReader(trained))
	if err != nil || training.Learnt == 0 || len(trained) > 1<<20 {
		t.Errorf("%d bytes, error %v", len(trained), err)
	}
}

func TestReadTrainingErrors(t *testing.T) {
	training := NewTraining(rand.NewPCG(1, 2))
	training.Evaluation.counts.learn(randomGame(rand.New(rand.NewPCG(1, 0))))
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
		"version":   {change(len(fileMagic) - 2), "version 3"},
		"truncated": {good[:len(good)-9], "cut off"},
		"state":     {change(len(good) / 2), "damaged"},
		"checksum":  {change(len(good) - 1), "damaged"},
	} {
		if _, err := ReadTraining(bytes.NewReader(test.data)); err == nil || !strings.Contains(err.Error(), test.error) {
			t.Errorf("%s: error %v, want %q", name, err, test.error)
		}
	}
}

func TestTrainingOptions(t *testing.T) {
	training := NewTraining(rand.NewPCG(1, 2))
	for _, opt := range []TrainingOptions{{Population: 3}, {Games: 1}, {Depth: -1}, {OpeningMoves: 31}, {Workers: -1}, {Exact: 21}} {
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
