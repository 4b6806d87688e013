// Package lockfile keeps two searches from writing to the same files. The system takes a lock back when its process ends,
// however that happens, so that none is left behind.
package lockfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// A Lock is held until it is released.
type Lock struct {
	file  *os.File
	owned bool // the file is there for the lock alone
	key   string
}

// errHeld is what the files of each system return for a lock that another process has, or this one by another file.
var errHeld = errors.New("another search is writing to it")

// Folder locks a folder, which must be there, by a file in it. If another search has the lock, of this process or another
// one, the error says so and names the folder.
func Folder(name string) (*Lock, error) {
	l, err := Beside(filepath.Join(name, "lock"))
	if errors.Is(err, errHeld) {
		err = fmt.Errorf("%s: %w", name, errHeld)
	}
	return l, err
}

// Beside locks a file of that name, which it creates if need be and which stays.
func Beside(name string) (*Lock, error) {
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	l, err := Open(file)
	if err != nil {
		file.Close()
		return nil, err
	}
	l.owned = true
	return l, nil
}

// Open locks a file that is open. The lock must be released before the file is closed. A file that took the place of this
// one meanwhile is an error, as is one that is locked.
func Open(file *os.File) (*Lock, error) {
	key, err := take(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file.Name(), err)
	}
	l := &Lock{file: file, key: key}
	ours, err := file.Stat()
	if err == nil {
		var there fs.FileInfo
		if there, err = os.Stat(file.Name()); err == nil && !os.SameFile(ours, there) {
			err = fmt.Errorf("%s: %w", file.Name(), errHeld)
		}
	}
	if err != nil {
		drop(file, key)
		return nil, err
	}
	return l, nil
}

// Release gives the lock back. Further calls do nothing.
func (l *Lock) Release() {
	if l == nil || l.file == nil {
		return
	}
	drop(l.file, l.key)
	if l.owned {
		l.file.Close()
	}
	l.file = nil
}
