package learn

import (
	"bytes"
	"errors"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

func TestModelFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "weights.json")
	for _, m := range []*Model{
		Linear("race", 0.1, 1./3, -math.MaxFloat64),
		someModel(t, 3, 2),
		{Game: "a <b> \u2028 ü", Inputs: 1, Shift: []float64{1e-300}, Scale: []float64{5e-324}, Weights: []float64{0, math.Copysign(0, -1)}},
	} {
		if err := m.Save(name); err != nil {
			t.Fatal(err)
		}
		got, err := Load(name, m.Game)
		if err != nil || !reflect.DeepEqual(got, m) {
			t.Errorf("%+v, %v, want %+v", got, err, m)
		}
	}
}

func TestBadModelFilesAreErrors(t *testing.T) {
	name := filepath.Join(t.TempDir(), "w.json")
	m := Linear("race", 0.5, 1, 2)
	if err := m.Save(name); err != nil {
		t.Fatal(err)
	}
	good, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		old, new, want string
	}{
		{`"ply model"`, `"ply games"`, `:2: no model: its format is "ply games", want "ply model"`},
		{`"version": 1`, `"version": 2`, ":3: a model of version 2, want 1"},
		{`"race"`, `"chess"`, `:4: a model of "chess", want "race": it belongs to another game`},
		{`"inputs": 2`, `"inputs": 3`, ":6: weights: 3 weights, want 4 for 3 features"},
		{`"inputs": 2`, `"inputs": 1000000000`, ":5: inputs: 1000000000 features"},
		{",2,", ",NaN,", ":7: no model: invalid character 'N'"},
		{",2,", ",1e999,", ":7: no model: json: cannot unmarshal number 1e999"},
		{",2,", ",2.5,", ":9: a damaged model: its checksum is"},
		{"}\n", "", ":9: no model: unexpected EOF"},
		{"}\n", "}\n{}\n", ":11: something follows the model"},
	} {
		bad := strings.Replace(string(good), test.old, test.new, 1)
		if bad == string(good) {
			t.Fatalf("no %q in %s", test.old, good)
		}
		if err := os.WriteFile(name, []byte(bad), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := Load(name, "race"); err == nil || !strings.HasPrefix(err.Error(), "learn: "+name+test.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%v, want %s", err, test.want)
		}
	}
	if _, err := parseModel(append([]byte("\ufeff"), good...), "race"); err != nil {
		t.Errorf("with a byte order mark: %v", err)
	}
	if _, err := parseModel(good, "chess"); !errors.Is(err, ErrOtherGame) {
		t.Errorf("another game: %v", err)
	}
	if _, err := Load(filepath.Join(t.TempDir(), "none"), ""); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
}

// A model that is not valid does not replace one that is.
func TestSaveKeepsTheOldFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "w.json")
	m := Linear("race", 0.5, 1, 2)
	if err := m.Save(name); err != nil {
		t.Fatal(err)
	}
	for _, bad := range []*Model{Linear("race", math.NaN(), 1, 2), {Game: "race", Inputs: 5}, Linear("race", 0, math.Inf(1), 2)} {
		if err := bad.Save(name); err == nil {
			t.Error("no error")
		}
	}
	if got, err := Load(name, "race"); err != nil || !reflect.DeepEqual(got, m) {
		t.Errorf("%+v, %v", got, err)
	}
}

func FuzzModelFile(f *testing.F) {
	for _, m := range []*Model{Linear("race", 0.5, 1, 2), {Game: "x", Inputs: 1, Hidden: []int{1}, Shift: []float64{0}, Weights: make([]float64, 4)}} {
		data, err := m.encode()
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
		f.Add(bytes.Replace(data, []byte("1"), []byte("2"), 1))
		f.Add(data[:len(data)/2])
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := parseModel(data, "")
		if err != nil {
			if strings.Count(err.Error(), "\n") > 0 {
				t.Errorf("an error of several lines: %q", err)
			}
			return
		}
		if err := m.Check(); err != nil {
			t.Fatal(err)
		}
		again, err := m.encode()
		if err != nil {
			t.Fatal(err)
		}
		if n, err := parseModel(again, m.Game); err != nil || n.checksum() != m.checksum() {
			t.Errorf("%+v, %v after writing %+v", n, err, m)
		}
	})
}

// parseModel decodes a model, which must be for the named game, if any.
func parseModel(data []byte, game string) (*Model, error) {
	m, _, err := decodeModel(data, game)
	return m, err
}
