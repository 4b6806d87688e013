//go:build !race

package memorytest

const raceDetector = false
