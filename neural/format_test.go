package neural_test

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/cespare/xxhash/v2"

	"github.com/ply-search/ply/neural"
)

// TestFormat writes files by the package documentation alone, with random weights, and computes the outputs that they
// define. The networks read from them give the same.
func TestFormat(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for _, a := range []neural.Architecture{neural.Dense{Hidden: []int{7, 5}}, neural.Residual{Blocks: 2, Filters: 3, Hidden: []int{6}}} {
		name := filepath.Join(t.TempDir(), "network")
		n, err := neural.NewNetwork(tictactoe, a, nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := n.Save(name); err != nil {
			t.Fatal(err)
		}
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		line, _, _ := bytes.Cut(data, []byte("\n"))
		f := foreign{values: map[string][]float64{}}
		if err := json.Unmarshal(line, &f); err != nil {
			t.Fatal(err)
		}
		data = append(line[:len(line):len(line)], '\n')
		for _, p := range f.Parameters {
			size := 1
			for _, d := range p.Shape {
				size *= d
			}
			for range size {
				x := float32(random.NormFloat64() / 2)
				f.values[p.Name] = append(f.values[p.Name], float64(x))
				data = binary.LittleEndian.AppendUint32(data, math.Float32bits(x))
			}
		}
		data = binary.LittleEndian.AppendUint64(data, xxhash.Sum64(data))
		if err := os.WriteFile(name, data, 0o666); err != nil {
			t.Fatal(err)
		}
		if n, err = neural.Load(name, tictactoe); err != nil {
			t.Fatal(err)
		}
		for _, moves := range [][]int{nil, {4}, {0, 5, 7}, {1, 2, 3, 8}} {
			value, priors := evaluate(t, n, neural.EvaluatorOptions{}, moves...)
			b := new(Board)
			for _, m := range moves {
				b.Play(m)
			}
			var inputs []float64
			for _, x := range tictactoe.Append(b, nil) {
				inputs = append(inputs, float64(x))
			}
			logits, want := f.evaluate(inputs)
			if math.Abs(value-want) > 1e-5 {
				t.Errorf("%T after %v: value %v, want %v", a, moves, value, want)
			}
			sum := 0.0
			for _, m := range b.Moves(nil) {
				sum += math.Exp(logits[m])
			}
			for i, m := range b.Moves(nil) {
				if want := math.Exp(logits[m]) / sum; math.Abs(float64(priors[i])-want) > 1e-5 {
					t.Errorf("%T after %v: prior %v of %d, want %v", a, moves, priors[i], m, want)
				}
			}
		}
	}
}

// foreign is a network as a program in another language reads it.
type foreign struct {
	Planes, Height, Width int
	Architecture          struct {
		Kind   string
		Blocks int
		Hidden []int
	}
	Parameters []struct {
		Name  string
		Shape []int
	}
	values map[string][]float64
}

func (f *foreign) evaluate(x []float64) (policy []float64, value float64) {
	if f.Architecture.Kind == "residual" {
		cells := f.Height * f.Width
		rows := make([]float64, 0, len(x))
		for cell := range cells {
			for plane := range f.Planes {
				rows = append(rows, x[plane*cells+cell])
			}
		}
		x = relu(f.convolve("first", rows))
		for i := 1; i <= f.Architecture.Blocks; i++ {
			y := relu(f.convolve(fmt.Sprintf("block%d.first", i), x))
			for j, z := range f.convolve(fmt.Sprintf("block%d.second", i), y) {
				x[j] += z
			}
			x = relu(x)
		}
	}
	for i := range f.Architecture.Hidden {
		x = relu(f.layer(fmt.Sprintf("hidden%d", i+1), x))
	}
	return f.layer("policy", x), math.Tanh(f.layer("value", x)[0])
}

func (f *foreign) layer(name string, x []float64) []float64 {
	weights, y := f.values[name+".weights"], append([]float64(nil), f.values[name+".bias"]...)
	for unit := range y {
		for i, z := range x {
			y[unit] += weights[unit*len(x)+i] * z
		}
	}
	return y
}

func (f *foreign) convolve(name string, x []float64) (y []float64) {
	channels := len(x) / (f.Height * f.Width)
	for row := range f.Height {
		for column := range f.Width {
			var around []float64
			for r := row - 1; r <= row+1; r++ {
				for c := column - 1; c <= column+1; c++ {
					if r < 0 || r >= f.Height || c < 0 || c >= f.Width {
						around = append(around, make([]float64, channels)...)
					} else {
						around = append(around, x[(r*f.Width+c)*channels:][:channels]...)
					}
				}
			}
			y = append(y, f.layer(name, around)...)
		}
	}
	return y
}

func relu(x []float64) []float64 {
	for i := range x {
		x[i] = max(x[i], 0)
	}
	return x
}
