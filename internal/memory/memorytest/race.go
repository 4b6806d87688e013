//go:build race

package memorytest

// raceDetector reports whether the race detector watches the program.
const raceDetector = true
