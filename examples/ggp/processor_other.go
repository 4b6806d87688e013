//go:build !unix

package main

import "time"

var begun = time.Now()

// processorTime returns the time since the program began: that of the processor is not known here.
func processorTime() time.Duration { return time.Since(begun) }
