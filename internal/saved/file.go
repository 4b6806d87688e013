package saved

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"

	"github.com/ply-search/ply/internal/atomicfile"
	"github.com/ply-search/ply/internal/lockfile"
)

// A File is the state of a long search in a file. A search that is given one begins by reading it, if it is there, and goes on
// from that state. It writes the file after a second, then every so often, and at its end, and leaves it there.
//
// The file is replaced as a whole or not at all: a program that is killed while it writes leaves the state before. A file that
// is damaged, or that another search has written, for another game or with other options, is an error, and stays as it is. While
// a search uses the file, no other search can: it is locked by a second file, with ".lock" behind its name, which is removed at
// the end.
type File struct {
	// Name is the name of the file. An empty name means no file.
	Name string

	// Every is the time between two writes; 0 means 10 seconds. A state that takes long to write is written less often:
	// writing takes at most a fortieth of the time.
	Every time.Duration
}

const (
	firstSave   = time.Second
	usualEvery  = 10 * time.Second
	costPart    = 40
	fileBuffers = 1 << 20
)

// A Run is the use of a [File] by one search. The methods of a nil *Run do nothing: it stands for no file.
type Run struct {
	file   File
	header Header
	lock   *lockfile.Lock
	due    time.Time
}

// Begin locks a file and has load read the state if there is one. It returns nil if the file has no name.
func (f File) Begin(h Header, load func(*Reader)) (*Run, error) {
	if f.Name == "" {
		return nil, nil
	}
	if f.Every < 0 {
		return nil, fmt.Errorf("checkpoint: Every is %v, want a positive time, or 0 for %v", f.Every, usualEvery)
	}
	lock, err := lockfile.Beside(f.Name + ".lock")
	if err != nil {
		return nil, fmt.Errorf("checkpoint: %w", err)
	}
	err = ReadFile(f.Name, func(from io.Reader) error {
		r, err := NewReader(from, h)
		if err != nil {
			return err
		}
		load(r)
		return r.Close()
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		lock.Release()
		return nil, err
	}
	return &Run{file: f, header: h, lock: lock, due: time.Now().Add(min(firstSave, cmp.Or(f.Every, usualEvery)))}, nil
}

// Due reports whether it is time to save the state. A search asks when it looks at the clock.
func (r *Run) Due(now time.Time) bool { return r != nil && !now.Before(r.due) }

// Save has write write the state to the file.
func (r *Run) Save(write func(*Writer)) error {
	if r == nil {
		return nil
	}
	begun := time.Now()
	err := WriteFile(r.file.Name, func(to io.Writer) error {
		w := NewWriter(to, r.header)
		write(w)
		return w.Close()
	})
	now := time.Now()
	r.due = now.Add(max(cmp.Or(r.file.Every, usualEvery), costPart*now.Sub(begun)))
	return err
}

// End gives the file free for other searches.
func (r *Run) End() {
	if r != nil {
		r.lock.Release()
	}
}

// WriteFile replaces a file by what save writes, as a whole or not at all.
func WriteFile(name string, save func(io.Writer) error) error {
	err := atomicfile.Write(name, func(to io.Writer) error {
		buffer := bufio.NewWriterSize(to, fileBuffers)
		if err := save(buffer); err != nil {
			return err
		}
		return buffer.Flush()
	})
	if err != nil {
		return fmt.Errorf("checkpoint: %w", err)
	}
	return nil
}

// ReadFile has load read a file. It is an error if load leaves bytes unread.
func ReadFile(name string, load func(io.Reader) error) error {
	file, err := os.Open(name)
	if err != nil {
		return fmt.Errorf("checkpoint: %w", err)
	}
	defer file.Close()
	buffer := bufio.NewReaderSize(file, fileBuffers)
	if err := load(buffer); err != nil {
		return fmt.Errorf("checkpoint: %s: %w", name, err)
	}
	if _, err := buffer.ReadByte(); err != io.EOF {
		return fmt.Errorf("checkpoint: %s: there are bytes after the end of the state", name)
	}
	return nil
}
