// Package journal keeps the games of leagues and the iterations of tunings in files.
package journal

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"maps"
	"os"
	"slices"

	"github.com/ply-search/ply/internal/lockfile"
)

// A Journal is a file of JSON objects, one a line; the first identifies the league or tuning. Each begins with the
// member crc, the checksum (CRC-32, IEEE) of the object without it. An incomplete last line is cut off.
type Journal struct {
	name string
	file *os.File
	lock *lockfile.Lock
	end  int64 // of the last line
}

const (
	beforeSum = `{"crc":"`
	afterSum  = `",`
	sumEnd    = len(beforeSum) + 8 + len(afterSum)
)

// Open opens or creates a file for further lines. It calls read for each line after the first, and refuses
// damaged lines and another first line than header. Without a name it returns nil, a Journal that keeps nothing.
func Open(name string, header any, read func(object []byte) error) (*Journal, error) {
	if name == "" {
		return nil, nil
	}
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	j := &Journal{name: name, file: file}
	if j.lock, err = lockfile.Open(file); err != nil {
		file.Close()
		return nil, err
	}
	if err := j.load(header, read); err != nil {
		j.Close()
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return j, nil
}

func (j *Journal) load(header any, read func(object []byte) error) error {
	data, err := io.ReadAll(j.file)
	if err != nil {
		return err
	}
	first, err := encodeLine(header)
	if err != nil {
		return err
	}
	whole := data[:bytes.LastIndexByte(data, '\n')+1]
	if len(whole) == 0 {
		if !bytes.HasPrefix(first, data) {
			return errors.New("line 1: no file of this kind")
		}
		whole = first
		if _, err := j.file.WriteAt(first, 0); err != nil {
			return err
		}
	}
	number := 0
	for line := range bytes.Lines(whole) {
		number++
		object, err := decodeLine(line)
		switch {
		case err != nil:
		case number == 1:
			err = compareHeaders(object, first)
		default:
			err = read(object)
		}
		if err != nil {
			return fmt.Errorf("line %d: %w", number, err)
		}
	}
	j.end = int64(len(whole))
	if err := j.file.Truncate(j.end); err != nil {
		return err
	}
	_, err = j.file.Seek(j.end, io.SeekStart)
	return err
}

// Append adds a line. If the disk is full, it removes the partial line.
func (j *Journal) Append(object any) error {
	if j == nil {
		return nil
	}
	line, err := encodeLine(object)
	if err == nil {
		if _, err = j.file.Write(line); err != nil {
			_ = j.file.Truncate(j.end)
			_, _ = j.file.Seek(j.end, io.SeekStart)
		}
	}
	if err != nil {
		return err
	}
	j.end += int64(len(line))
	return nil
}

// Close ends the use of the file.
func (j *Journal) Close() error {
	if j == nil {
		return nil
	}
	err := j.file.Sync()
	j.lock.Release()
	if err = errors.Join(err, j.file.Close()); err != nil {
		return fmt.Errorf("%s: %w", j.name, err)
	}
	return nil
}

func encodeLine(object any) ([]byte, error) {
	data, err := json.Marshal(object)
	if err != nil {
		return nil, err
	}
	line := fmt.Appendf(nil, "%s%08x%s", beforeSum, crc32.ChecksumIEEE(data), afterSum)
	return append(append(line, data[1:]...), '\n'), nil
}

func decodeLine(line []byte) ([]byte, error) {
	line = bytes.TrimSuffix(line, []byte("\n"))
	if len(line) < sumEnd || !bytes.HasPrefix(line, []byte(beforeSum)) {
		return nil, errors.New("no object with a checksum")
	}
	object := append([]byte("{"), line[sumEnd:]...)
	if !bytes.Equal(line[:sumEnd], fmt.Appendf(nil, "%s%08x%s", beforeSum, crc32.ChecksumIEEE(object), afterSum)) {
		return nil, errors.New("its checksum is wrong")
	}
	return object, nil
}

// compareHeaders returns an error that names a differing member of two first lines.
func compareHeaders(object, wanted []byte) error {
	var have, want map[string]json.RawMessage
	if err := errors.Join(json.Unmarshal(object, &have), json.Unmarshal(wanted, &want)); err != nil {
		return err
	}
	delete(want, "crc")
	for _, key := range slices.Sorted(maps.Keys(want)) {
		if !bytes.Equal(have[key], want[key]) {
			return fmt.Errorf("%s is %.200s, want %.200s", key, have[key], want[key])
		}
	}
	return nil
}
