//go:build race

package gametest

const raceDetector = true
