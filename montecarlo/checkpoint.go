package montecarlo

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/cespare/xxhash/v2"

	"github.com/ply-search/ply/internal/atomicfile"
)

// A checkpoint file is a line that says what it is, with the number of the format, a line with the label,
// the state, and the xxHash of all before it in 8 bytes.
const (
	checkpointMagic   = "ply montecarlo checkpoint "
	checkpointVersion = "2"
)

// WriteCheckpoint writes a state, see [Options], to a file, for [ReadCheckpoint]. The label, of one line,
// says what the state belongs to. Whatever goes wrong, a previous file of that name stays as it was, except if the
// name leads to a device or a pipe, which is written to directly.
func WriteCheckpoint(name, label string, state []byte) error {
	if strings.Contains(label, "\n") {
		return fmt.Errorf("montecarlo: checkpoint: the label %q has several lines, want one", label)
	}
	data := fmt.Appendf(nil, "%s%s\n%s\n", checkpointMagic, checkpointVersion, label)
	data = append(data, state...)
	data = binary.BigEndian.AppendUint64(data, xxhash.Sum64(data))
	err := atomicfile.Write(name, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
	if err != nil {
		return fmt.Errorf("montecarlo: checkpoint: %w", err)
	}
	return nil
}

// ReadCheckpoint reads a state that [WriteCheckpoint] wrote under the same label.
func ReadCheckpoint(name, label string) ([]byte, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	state, err := readCheckpoint(file, label)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return state, nil
}

// readCheckpoint reads on only if the file begins like a checkpoint: it may be without end, as a device.
func readCheckpoint(file io.Reader, label string) ([]byte, error) {
	data := make([]byte, len(checkpointMagic))
	_, err := io.ReadFull(file, data)
	switch {
	case err == io.EOF, err == io.ErrUnexpectedEOF, err == nil && string(data) != checkpointMagic:
		return nil, errors.New("no checkpoint")
	case err != nil:
		return nil, err
	}
	rest, err := io.ReadAll(file)
	if err != nil {
		return nil, err
	}
	return parseCheckpoint(append(data, rest...), label)
}

// parseCheckpoint returns the state of a file that begins like a checkpoint.
func parseCheckpoint(data []byte, label string) ([]byte, error) {
	version, rest, _ := bytes.Cut(data[len(checkpointMagic):], []byte("\n"))
	if string(version) != checkpointVersion && len(rest) > 0 {
		return nil, fmt.Errorf("a checkpoint of version %q, want %s", version, checkpointVersion)
	}
	body := len(data) - 8
	if len(rest) < 8 || xxhash.Sum64(data[:body]) != binary.BigEndian.Uint64(data[body:]) {
		return nil, errors.New("a damaged or truncated checkpoint: its checksum is wrong")
	}
	found, state, ok := bytes.Cut(rest[:len(rest)-8], []byte("\n"))
	if !ok || string(found) != label {
		return nil, fmt.Errorf("a checkpoint of %q, want %q", found, label)
	}
	return state, nil
}
