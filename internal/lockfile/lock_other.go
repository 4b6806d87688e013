//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd || windows)

package lockfile

import (
	"os"
	"path/filepath"
	"sync"
)

// held are the names of the files locked by this process, on systems without file locks.
var held sync.Map

func take(file *os.File) (key string, err error) {
	if key, err = filepath.Abs(file.Name()); err != nil {
		return "", err
	}
	if _, there := held.LoadOrStore(key, true); there {
		return "", errHeld
	}
	return key, nil
}

func drop(_ *os.File, key string) { held.Delete(key) }
