package learn

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"

	"github.com/cespare/xxhash/v2"

	"github.com/ply-search/ply/internal/atomicfile"
	"github.com/ply-search/ply/internal/bom"
)

// A modelFile is the JSON form of a model, with the checksum of all numbers and names. Model.check uses its tags as names.
type modelFile struct {
	Format   string    `json:"format"`
	Version  int       `json:"version"`
	Game     string    `json:"game"`
	Inputs   int       `json:"inputs"`
	Hidden   []int     `json:"hidden,omitempty"`
	Outcomes []int     `json:"outcomes,omitempty"`
	Players  int       `json:"players,omitempty"`
	Shift    []float64 `json:"shift,omitempty"`
	Scale    []float64 `json:"scale,omitempty"`
	Weights  []float64 `json:"weights"`
	Checksum string    `json:"checksum"`
}

const (
	modelFormat  = "ply model"
	modelVersion = 1
	mostBytes    = 1 << 30
)

// Save writes the model to the named file, as JSON with a checksum. An existing file is replaced atomically. It is an
// error if the model is invalid ([Model.Check]).
func (m *Model) Save(name string) error {
	data, err := m.encode()
	if err != nil {
		return err
	}
	err = atomicfile.Write(name, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
	if err != nil {
		return fmt.Errorf("learn: %w", err)
	}
	return nil
}

func (m *Model) encode() ([]byte, error) {
	if err := m.Check(); err != nil {
		return nil, err
	}
	f := modelFile{modelFormat, modelVersion, m.Game, m.Inputs, m.Hidden, m.Outcomes, m.Players, m.Shift, m.Scale, nil, m.checksum()}
	data, err := json.MarshalIndent(&f, "", " ")
	if err != nil {
		return nil, fmt.Errorf("learn: %w", err)
	}
	weights, err := m.rows()
	if err != nil {
		return nil, fmt.Errorf("learn: %w", err)
	}
	data = bytes.Replace(data, []byte(`"weights": null`), append([]byte(`"weights": `), weights...), 1)
	return append(data, '\n'), nil
}

// rows returns the weights in JSON, each unit on a line.
func (m *Model) rows() (text []byte, err error) {
	text, rest, from := []byte("["), m.Weights, m.Inputs
	for _, units := range append(slices.Clone(m.Hidden), m.outputs()) {
		for range units {
			row, err := json.Marshal(rest[:from+1])
			if err != nil {
				return nil, err
			}
			text = append(append(text, "\n  "...), row[1:len(row)-1]...)
			text = append(text, ',')
			rest = rest[from+1:]
		}
		from = units
	}
	text[len(text)-1] = '\n'
	return append(text, " ]"...), nil
}

func (m *Model) checksum() string {
	data, err := json.Marshal([]any{m.Game, m.Inputs, len(m.Hidden), m.Hidden})
	if err != nil {
		panic(err) // strings and integers can be encoded
	}
	if m.Outcomes != nil {
		data = fmt.Append(data, m.Outcomes)
	}
	if m.Players != 0 {
		data = fmt.Appendf(data, " %d players", m.Players)
	}
	for _, values := range [][]float64{m.Shift, m.Scale, m.Weights} {
		data = fmt.Appendf(data, " %d", len(values))
		for _, v := range values {
			data = fmt.Appendf(data, " %x", math.Float64bits(v))
		}
	}
	return fmt.Sprintf("%016x", xxhash.Sum64(data))
}

// Load reads a model from a file written by [Model.Save]. If game is not empty and differs from the name of the game
// in the file, the error wraps [ErrOtherGame]. If the file cannot be opened, the error wraps the error of [os.Open].
// If the content is invalid, the error contains the line number and the reason.
func Load(name, game string) (*Model, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("learn: %w", err)
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, mostBytes))
	if err != nil {
		return nil, fmt.Errorf("learn: %w", err)
	}
	m, line, err := decodeModel(data, game)
	if err != nil {
		return nil, fmt.Errorf("learn: %s:%d: %w", name, line, err)
	}
	return m, nil
}

// MarshalJSON returns the content of a file as written by [Model.Save].
func (m *Model) MarshalJSON() ([]byte, error) { return m.encode() }

// UnmarshalJSON reads the content of a file written by [Model.Save], for example an embedded file. It returns an error
// if the content is invalid.
func (m *Model) UnmarshalJSON(data []byte) error {
	read, line, err := decodeModel(data, "")
	if err != nil {
		return fmt.Errorf("learn: line %d: %w", line, err)
	}
	*m = *read
	return nil
}

// decodeModel also returns the line of the error.
func decodeModel(data []byte, game string) (m *Model, line int, err error) {
	var f modelFile
	data = bom.Trim(data)
	decoder := json.NewDecoder(bytes.NewReader(data))
	if err := decoder.Decode(&f); err != nil {
		return nil, lineOf(data, offsetOf(err, len(data))), fmt.Errorf("no model: %w", err)
	}
	field := func(name string) int { return lineOf(data, bytes.Index(data, []byte(`"`+name+`"`))) }
	if f.Format != modelFormat {
		return nil, field("format"), fmt.Errorf("no model: its format is %q, want %q", f.Format, modelFormat)
	}
	if f.Version != modelVersion {
		return nil, field("version"), fmt.Errorf("a model of version %d, want %d", f.Version, modelVersion)
	}
	if rest := bytes.TrimSpace(data[decoder.InputOffset():]); len(rest) > 0 {
		return nil, lineOf(data, bytes.LastIndex(data, rest)+1), errors.New("something follows the model")
	}
	m = &Model{f.Game, f.Inputs, f.Hidden, f.Outcomes, f.Players, f.Shift, f.Scale, f.Weights}
	if game != "" && f.Game != game {
		return nil, field("game"), fmt.Errorf("a model of %q, want %q: %w", f.Game, game, ErrOtherGame)
	}
	if name, err := m.check(); err != nil {
		return nil, field(name), fmt.Errorf("%s: %w", name, err)
	}
	if sum := m.checksum(); f.Checksum != sum {
		return nil, field("checksum"), fmt.Errorf("a damaged model: its checksum is %q, want %q", f.Checksum, sum)
	}
	return m, 0, nil
}

func offsetOf(err error, end int) int {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		return int(syntax.Offset)
	case errors.As(err, &kind):
		return int(kind.Offset)
	}
	return end
}

// lineOf returns the number of the line before an offset, from 1.
func lineOf(data []byte, offset int) int {
	offset = max(0, min(offset-1, len(data)))
	return 1 + bytes.Count(data[:offset], []byte("\n"))
}
