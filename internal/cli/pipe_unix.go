//go:build unix

package cli

import (
	"os/signal"
	"syscall"
)

// ignoreBrokenPipes makes a write to a pipe that nobody reads fail, instead of ending the program without a word.
func ignoreBrokenPipes() { signal.Ignore(syscall.SIGPIPE) }
