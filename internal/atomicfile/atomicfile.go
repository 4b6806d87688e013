// Package atomicfile replaces files atomically.
package atomicfile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
)

const suffix = ".tmp"

var files atomic.Uint64

// Write replaces the named file by the output of write. The data goes to another file in the same folder, which is
// renamed when it is complete on the disk: after any failure, the previous file is unchanged. Write also removes
// incomplete files of killed processes.
//
// A name that is no regular file, such as /dev/stdout or a pipe, is written directly. Through a symbolic link, the
// target is replaced. A file that is replaced keeps its permissions.
func Write(name string, write func(io.Writer) error) (err error) {
	if target, e := filepath.EvalSymlinks(name); e == nil {
		name = target
	}
	mode := fs.FileMode(0o666)
	existing, err := os.Stat(name)
	switch {
	case err == nil && existing.IsDir():
		return &fs.PathError{Op: "write", Path: name, Err: errors.New("is a folder")}
	case err == nil && !existing.Mode().IsRegular():
		return writeDirectly(name, write)
	case err == nil:
		mode = existing.Mode().Perm()
	}
	removeLeftovers(name)
	other := fmt.Sprintf("%s.%d-%d%s", name, os.Getpid(), files.Add(1), suffix)
	file, err := os.OpenFile(other, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, mode)
	if err != nil {
		return err
	}
	complete := false
	defer func() { // also when write panics
		if !complete {
			file.Close()
			os.Remove(other)
		}
	}()
	if err = write(file); err == nil {
		err = file.Sync()
	}
	if closed := file.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return err
	}
	if err := os.Rename(other, name); err != nil {
		return err
	}
	complete = true
	return nil
}

func writeDirectly(name string, write func(io.Writer) error) error {
	file, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	err = write(file)
	if closed := file.Close(); err == nil {
		err = closed
	}
	return err
}

func removeLeftovers(name string) {
	entries, err := os.ReadDir(filepath.Dir(name))
	if err != nil {
		return // the file can perhaps be written nevertheless
	}
	for _, entry := range entries {
		rest, ok := strings.CutPrefix(entry.Name(), filepath.Base(name)+".")
		if !ok {
			continue
		}
		if rest, ok = strings.CutSuffix(rest, suffix); !ok {
			continue
		}
		pid, number, ok := strings.Cut(rest, "-")
		if _, err := strconv.ParseUint(number, 10, 64); !ok || err != nil {
			continue
		}
		if id, err := strconv.Atoi(pid); err == nil && id > 0 && ended(id) {
			os.Remove(filepath.Join(filepath.Dir(name), entry.Name()))
		}
	}
}

// ended reports whether certainly no process has this number.
func ended(pid int) bool {
	if pid == os.Getpid() {
		return false
	}
	process, err := os.FindProcess(pid)
	if err != nil {
		return false // the system has no processes, or hides them
	}
	err = process.Signal(syscall.Signal(0))
	return errors.Is(err, os.ErrProcessDone) || errors.Is(err, syscall.ESRCH)
}
