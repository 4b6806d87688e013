//go:build unix

package cli

import (
	"os/signal"
	"syscall"
)

// ignoreBrokenPipes makes writes to a pipe without a reader return an error instead of ending the program silently.
func ignoreBrokenPipes() { signal.Ignore(syscall.SIGPIPE) }
