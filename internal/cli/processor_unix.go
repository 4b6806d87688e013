//go:build unix

package cli

import (
	"syscall"
	"time"
)

// ProcessorTime returns the processor time of all threads since the program began.
func ProcessorTime() time.Duration {
	var used syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &used) != nil {
		return 0
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
