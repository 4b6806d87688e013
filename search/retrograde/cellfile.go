package retrograde

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
)

// A cellFile is the cells of a class in a file, whose checksum was verified when it was opened.
type cellFile struct {
	file *os.File
	at   int64 // where the cells begin
	form cells // without words
}

func openCells(name string, at int64, form cells) (*cellFile, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	form.words = nil
	return &cellFile{file, at, form}, nil
}

func (f *cellFile) get(n uint64) (code, error) {
	var b [4]byte
	if _, err := f.file.ReadAt(b[:], f.at+int64(n>>f.form.shift)*4); err != nil {
		return absent, fmt.Errorf("%s: %w", f.file.Name(), err)
	}
	word := binary.LittleEndian.Uint32(b[:])
	return code(word >> (uint(n) & (1<<f.form.shift - 1) * f.form.width) & f.form.mask()), nil
}

// Close closes the files from which the Solution reads values that are not in memory. Only a Solution made with
// [Options].Folder has such files. After Close, the values in these files can no longer be read.
func (s *Solution) Close() error {
	var all error
	for _, c := range s.classes {
		if c.file != nil {
			all = errors.Join(all, c.file.file.Close())
		}
	}
	return all
}
