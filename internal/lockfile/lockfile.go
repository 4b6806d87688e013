// Package lockfile prevents two searches from writing to the same files. The system releases a lock when its process
// ends.
package lockfile

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
)

type Lock struct {
	file  *os.File
	owned bool // the file exists only for the lock
	key   string
}

var errHeld = errors.New("another search is writing to it")

// Folder locks an existing folder by a file in it. If any other search holds the lock, the error names the folder.
func Folder(name string) (*Lock, error) {
	l, err := Beside(filepath.Join(name, "lock"))
	if errors.Is(err, errHeld) {
		err = fmt.Errorf("%s: %w", name, errHeld)
	}
	return l, err
}

// Beside creates and locks the named file. Release removes it. The file of a killed process stays, unlocked.
func Beside(name string) (*Lock, error) {
	for {
		file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o666)
		if err != nil {
			return nil, err
		}
		l, err := Open(file)
		if err == nil {
			l.owned = true
			return l, nil
		}
		file.Close()
		if !errors.Is(err, errReplaced) { // otherwise its owner has just removed it
			return nil, err
		}
	}
}

var errReplaced = errors.New("removed or replaced while it was being locked")

// Open locks an open file. The lock must be released before the file is closed. It is an error if another search holds
// the lock, or if the name now leads to another file.
func Open(file *os.File) (*Lock, error) {
	key, err := take(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file.Name(), err)
	}
	there, err := os.Stat(file.Name())
	if ours, e := file.Stat(); err != nil || e != nil || !os.SameFile(ours, there) {
		drop(file, key)
		return nil, fmt.Errorf("%s: %w", file.Name(), errReplaced)
	}
	return &Lock{file: file, key: key}, nil
}

func (l *Lock) Release() {
	if l == nil || l.file == nil {
		return
	}
	if l.owned {
		os.Remove(l.file.Name()) // before another search can lock it
	}
	drop(l.file, l.key)
	if l.owned {
		l.file.Close()
		if runtime.GOOS == "windows" {
			os.Remove(l.file.Name()) // fails if another search has it open
		}
	}
	l.file = nil
}
