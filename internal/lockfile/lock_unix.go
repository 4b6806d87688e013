//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package lockfile

import (
	"errors"
	"os"
	"syscall"
)

// take locks a file for this opening. A file system without locks is accepted.
func take(file *os.File) (key string, err error) {
	for {
		err = control(file, syscall.LOCK_EX|syscall.LOCK_NB)
		switch {
		case err == syscall.EINTR:
			continue
		case err == syscall.EWOULDBLOCK:
			return "", errHeld
		case errors.Is(err, errors.ErrUnsupported), err == syscall.ENOLCK:
			return "", nil
		}
		return "", err
	}
}

func drop(file *os.File, _ string) { _ = control(file, syscall.LOCK_UN) }

// control calls flock without making the file blocking, as File.Fd would.
func control(file *os.File, how int) error {
	conn, err := file.SyscallConn()
	if err != nil {
		return err
	}
	var fault error
	if err := conn.Control(func(fd uintptr) { fault = syscall.Flock(int(fd), how) }); err != nil {
		return err
	}
	return fault
}
