package atarigo

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
)

// A Model estimates the odds that the side to move wins, from which the first numbers of a search follow. [Train] makes
// one.
type Model struct {
	numbers [modelNumbers]float64 // weights
	windows [windowCodes]float32  // weights, by code
}

// windowCodes is the number of codes of windows. A code has two bits for each of the nine cells: empty, own, the
// enemy's, and off the board.
const windowCodes = 1 << 18

// windowUnits is the number of units that a weight of 1 of a window has in a file, where it is a byte with a sign.
const windowUnits = 32

// logit returns the logarithm of the odds that the side with the stones own, which is to move, wins.
func (m *Model) logit(board uint64, size int, own, enemies uint64, moves int, forced bool) float64 {
	var buffer [MaxSize * MaxSize]uint32
	windows := float32(0)
	for _, code := range windowsOf(own, enemies, size, buffer[:0]) {
		windows += m.windows[code]
	}
	sum := float64(windows)
	for i, x := range describe(board, own, enemies, moves, forced) {
		sum += m.numbers[i] * x
	}
	return sum
}

// strengthNames are the names of the numbers that strengths returns, after "own " or "enemy ".
var strengthNames = [13]string{
	"strings of two liberties", "strings of three", "strings of four", "strings of more",
	"fewest liberties two", "fewest three", "fewest four", "strings",
	"cells beside", "cells beyond", "stones on the edge", "open diagonals", "cut diagonals",
}

// numberNames returns the names of all numbers, in their order.
func numberNames() (names [modelNumbers]string) {
	names = [modelNumbers]string{
		oneNumber: "one", sharedNumber: "cells beside both", contestedNumber: "cells beyond both", movesNumber: "moves",
		oddNumber: "odd", stonesNumber: "stones", freeNumber: "cells beside none", ownEyesNumber: "own eyes",
		enemyEyesNumber: "enemy eyes", forcedNumber: "threatened", forcedByNumber: "moves if threatened",
	}
	for i, name := range strengthNames {
		names[ownNumbers+i], names[enemyNumbers+i] = "own "+name, "enemy "+name
	}
	return names
}

// WriteNumbers writes the weights of the numbers that describe a position: a line for each, its name, a colon and the
// weight.
func (m *Model) WriteNumbers(w io.Writer) error {
	for i, name := range numberNames() {
		if _, err := fmt.Fprintf(w, "%s: %.3f\n", name, m.numbers[i]); err != nil {
			return err
		}
	}
	return nil
}

// parseNumbers reads what WriteNumbers writes.
func (m *Model) parseNumbers(text []byte) error {
	lines := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	names := numberNames()
	if len(lines) != len(names) {
		return fmt.Errorf("atarigo: weights: %d lines, want %d", len(lines), len(names))
	}
	for i, line := range lines {
		name, weight, _ := strings.Cut(line, ": ")
		if name != names[i] {
			return fmt.Errorf("atarigo: weights: line %d: %q, want %q", i+1, name, names[i])
		}
		var err error
		if m.numbers[i], err = strconv.ParseFloat(weight, 64); err != nil {
			return fmt.Errorf("atarigo: weights: line %d: %w", i+1, err)
		}
	}
	return nil
}

// WriteWindows writes the weights of windows that are not 0, in four bytes each: three for the code of the least image,
// from the low byte, and the weight in units of 1/32, from -128 to 127.
func (m *Model) WriteWindows(w io.Writer) error {
	var file bytes.Buffer
	for code, weight := range m.windows {
		if weight == 0 || leastWindow(code) != code {
			continue
		}
		units := int8(max(math.MinInt8, min(math.Round(float64(weight)*windowUnits), math.MaxInt8)))
		if units != 0 {
			file.Write([]byte{byte(code), byte(code >> 8), byte(code >> 16), byte(units)})
		}
	}
	_, err := w.Write(file.Bytes())
	return err
}

// parseWindows reads what WriteWindows writes.
func (m *Model) parseWindows(data []byte) {
	for ; len(data) >= 4; data = data[4:] {
		code := int(data[0]) | int(data[1])<<8 | int(data[2])<<16
		for s := range 8 {
			m.windows[windowUnder(s, code)&(windowCodes-1)] = float32(int8(data[3])) / windowUnits
		}
	}
}

// leastWindow returns the least code of the images of a window.
func leastWindow(code int) int {
	least := code
	for s := 1; s < 8; s++ {
		least = min(least, windowUnder(s, code))
	}
	return least
}
