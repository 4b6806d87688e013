// Package checkpoint stores the state of a long search of package montecarlo in a file, from which the search can be
// resumed after an interruption.
//
// [Write] goes into the options of the search as a callback, and the result of [Read] as the state to resume:
//
//	const file, label = "state", "morpion 5D"
//	unlock, err := checkpoint.Lock(file)
//	if err != nil {
//		return err
//	}
//	defer unlock()
//	state, err := checkpoint.Read(file, label)
//	if err != nil && !errors.Is(err, fs.ErrNotExist) {
//		return err
//	}
//	options := montecarlo.Options[Move]{
//		Resume:     state, // nil the first time
//		Checkpoint: func(state []byte) error { return checkpoint.Write(file, label, state) },
//	}
//
// A file is replaced as a whole or not at all, so that an interruption while it is being written does no harm. Its
// checksum shows damage, and its label keeps the state of one game from being taken for the state of another. [Lock]
// keeps two searches from writing to the same file in turn.
package checkpoint

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
	"github.com/ply-search/ply/internal/lockfile"
)

// A checkpoint file is a line with the file type and the number of the format, a line with the label, the
// state, and the xxHash of all before it in 8 bytes.
const (
	magic   = "ply montecarlo checkpoint "
	version = "2"
)

// Lock locks the named file for a search that writes to it, until unlock is called or the process ends, however it ends. If
// another search has locked it, in this process or another one, the error names the file. The lock is on a file beside it,
// with ".lock" after the name. Read and Write do not ask for the lock.
func Lock(name string) (unlock func(), err error) {
	lock, err := lockfile.Beside(name + ".lock")
	if err != nil {
		return nil, fmt.Errorf("checkpoint: %w", err)
	}
	return lock.Release, nil
}

// Write writes the state of a search to the named file, for [Read]. The label is a single line that names the owner of
// the state, such as the name of the game and its size.
//
// If Write fails, an earlier file of that name stays as it was. The exception is a name that refers to a device or a
// pipe, which is written to directly.
func Write(name, label string, state []byte) error {
	if strings.Contains(label, "\n") {
		return fmt.Errorf("checkpoint: the label %q has several lines, want one", label)
	}
	data := fmt.Appendf(nil, "%s%s\n%s\n", magic, version, label)
	data = append(data, state...)
	data = binary.BigEndian.AppendUint64(data, xxhash.Sum64(data))
	err := atomicfile.Write(name, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
	if err != nil {
		return fmt.Errorf("checkpoint: %w", err)
	}
	return nil
}

// Read reads a state that [Write] has written to the named file with the same label. Read returns the error of
// [os.Open] if the file cannot be opened, so that [errors.Is] with [io/fs.ErrNotExist] reports a missing file. It is
// also an error if the file is not a checkpoint, is damaged, or has another label.
func Read(name, label string) ([]byte, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("checkpoint: %w", err)
	}
	defer file.Close()
	state, err := read(file, label)
	if err != nil {
		return nil, fmt.Errorf("checkpoint: %s: %w", name, err)
	}
	return state, nil
}

// read reads on only if the file begins like a checkpoint: it may be without end, as a device.
func read(file io.Reader, label string) ([]byte, error) {
	data := make([]byte, len(magic))
	_, err := io.ReadFull(file, data)
	switch {
	case err == io.EOF, err == io.ErrUnexpectedEOF, err == nil && string(data) != magic:
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
	found, rest, _ := bytes.Cut(data[len(magic):], []byte("\n"))
	if string(found) != version && len(rest) > 0 {
		return nil, fmt.Errorf("a checkpoint of version %q, want %s", found, version)
	}
	body := len(data) - 8
	if len(rest) < 8 || xxhash.Sum64(data[:body]) != binary.BigEndian.Uint64(data[body:]) {
		return nil, errors.New("a damaged or truncated checkpoint: its checksum is wrong")
	}
	foundLabel, state, ok := bytes.Cut(rest[:len(rest)-8], []byte("\n"))
	if !ok || string(foundLabel) != label {
		return nil, fmt.Errorf("a checkpoint of %q, want %q", foundLabel, label)
	}
	return state, nil
}
