//go:build !unix

package cli

import "time"

var begun = time.Now()

// ProcessorTime returns the time since the program began, since processor time is not available on this platform.
func ProcessorTime() time.Duration { return time.Since(begun) }
