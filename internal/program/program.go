// Package program runs another program for a conversation by lines.
package program

import (
	"io"
	"os/exec"
	"time"
)

// Start starts a program with its arguments. It returns its standard input, and calls read with its output on another
// goroutine.
//
// end waits for the end of the program, kills it after a time of grace, and returns at most a second later.
func Start(read func(io.Reader), name string, args ...string) (to io.WriteCloser, end func(grace time.Duration), err error) {
	cmd := exec.Command(name, args...)
	if to, err = cmd.StdinPipe(); err != nil {
		return nil, nil, err
	}
	from, err := cmd.StdoutPipe()
	if err != nil {
		return nil, nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, nil, err
	}
	ended := make(chan struct{})
	go func() {
		read(from)
		_ = cmd.Wait() // its exit status does not matter
		close(ended)
	}()
	return to, func(grace time.Duration) {
		select {
		case <-ended:
			return
		case <-time.After(grace):
		}
		_ = cmd.Process.Kill() // it may just have ended
		select {
		case <-ended:
		case <-time.After(time.Second): // a child of the program may keep its output open
		}
	}, nil
}
