package montecarlo

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/cespare/xxhash/v2"
)

// A checkpoint file is a line that says what it is, with the number of the format, a line with the label,
// the state, and the xxHash of all before it in 8 bytes.
const (
	checkpointMagic   = "ply montecarlo checkpoint "
	checkpointVersion = "1"
)

// WriteCheckpoint writes a state, see [Options], to a file, for [ReadCheckpoint]. The label, of one line,
// says of what the state is. The file is written under another name in the same folder, and takes its name
// once all of it is on the disk: whatever goes wrong, the previous file stays as it was.
func WriteCheckpoint(name, label string, state []byte) error {
	file, err := os.CreateTemp(filepath.Dir(name), filepath.Base(name)+".*.tmp")
	if err != nil {
		return fmt.Errorf("montecarlo: checkpoint: %w", err)
	}
	data := fmt.Appendf(nil, "%s%s\n%s\n", checkpointMagic, checkpointVersion, label)
	data = append(data, state...)
	data = binary.BigEndian.AppendUint64(data, xxhash.Sum64(data))
	_, err = file.Write(data)
	if err == nil {
		err = file.Sync()
	}
	if e := file.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = os.Rename(file.Name(), name)
	}
	if err != nil {
		os.Remove(file.Name())
		return fmt.Errorf("montecarlo: checkpoint: %w", err)
	}
	return nil
}

// ReadCheckpoint reads a state that [WriteCheckpoint] wrote under the same label.
func ReadCheckpoint(name, label string) ([]byte, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	state, err := parseCheckpoint(data, label)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return state, nil
}

func parseCheckpoint(data []byte, label string) ([]byte, error) {
	rest, ok := bytes.CutPrefix(data, []byte(checkpointMagic))
	if !ok {
		return nil, errors.New("no checkpoint")
	}
	version, rest, _ := bytes.Cut(rest, []byte("\n"))
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
