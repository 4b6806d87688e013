//go:build !unix

package main

import "time"

var begun = time.Now()

// processorTime returns the time since the program began, since processor time is not available on this platform.
func processorTime() time.Duration { return time.Since(begun) }
