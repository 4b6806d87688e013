package textfile

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// MostLedger is the size in bytes of the largest ledger.
const MostLedger = 1 << 28

// ReadLedger calls read with each line of a ledger: a file to which a command appends its results, to continue after an
// interruption. A missing file has no lines, and a last line without an end does not count. Errors name the file and the line.
func ReadLedger(name string, read func(line string) error) error {
	_, _, err := readLedger(name, read)
	return err
}

// OpenLedger reads a ledger like [ReadLedger] and opens it for further lines. It creates a missing file. A last line without an
// end, left by a killed command, is cut off; it must begin with begin, like all lines.
func OpenLedger(name, begin string, read func(line string) error) (*os.File, error) {
	end, rest, err := readLedger(name, read)
	if err == nil && len(rest) > 0 {
		if n := min(len(rest), len(begin)); string(rest[:n]) != begin[:n] {
			return nil, fmt.Errorf("%s: the last line does not begin with %s", name, begin)
		}
		err = os.Truncate(name, end)
	}
	if err != nil {
		return nil, err
	}
	return os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
}

// readLedger returns the end of the last whole line, and the bytes after it.
func readLedger(name string, read func(line string) error) (end int64, rest []byte, err error) {
	info, err := os.Stat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return 0, nil, nil
	case err != nil:
		return 0, nil, err
	case !info.Mode().IsRegular() || info.Size() > MostLedger:
		return 0, nil, fmt.Errorf("%s: want a file of at most %d bytes", name, MostLedger)
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return 0, nil, err
	}
	whole := bytes.LastIndexByte(text, '\n') + 1
	if err := Each(bytes.NewReader(text[:whole]), func(_ int, line string) error { return read(line) }); err != nil {
		return 0, nil, fmt.Errorf("%s: %w", name, err)
	}
	return int64(whole), text[whole:], nil
}
