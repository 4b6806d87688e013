package clitest

import (
	"bytes"
	"math/rand/v2"
	"regexp"
)

var numbers = regexp.MustCompile(`\d+`)

// hostile lists the texts that damage inserts.
var hostile = []string{"999999999999999999999999999999", "-1", "NaN", "\x00", "\xff\xfe", "1e309", "(", ")", ";", "9223372036854775807",
	"2147483648", "-9223372036854775808", "0", "1e9", ""}

// damage returns a damaged copy of a text.
func damage(text []byte, r *rand.Rand) []byte {
	text = bytes.Clone(text)
	lines := func(change func([][]byte) [][]byte) []byte {
		return bytes.Join(change(bytes.Split(text, []byte("\n"))), []byte("\n"))
	}
	between := func(from, to int, what string) []byte {
		return append(append(text[:from:from], what...), text[to:]...)
	}
	anything := hostile[r.IntN(len(hostile))]
	switch r.IntN(10) {
	case 0:
		return text[:r.IntN(len(text)+1)]
	case 1:
		for range 1 + r.IntN(3) {
			text[r.IntN(len(text))] = byte(r.IntN(256))
		}
		return text
	case 2:
		at := r.IntN(len(text) + 1)
		return between(at, at, anything)
	case 3:
		if found := numbers.FindAllIndex(text, -1); len(found) > 0 {
			at := found[r.IntN(len(found))]
			return between(at[0], at[1], anything)
		}
		return text
	case 4:
		return bytes.ReplaceAll(text, []byte("\n"), [][]byte{[]byte("\r\n"), []byte("\r"), nil}[r.IntN(3)])
	case 5:
		return append([]byte("\xef\xbb\xbf"), text...)
	case 6: // duplicate a line
		return lines(func(all [][]byte) [][]byte { return append(all, all[r.IntN(len(all))]) })
	case 7: // delete a line
		return lines(func(all [][]byte) [][]byte {
			at := r.IntN(len(all))
			return append(all[:at], all[at+1:]...)
		})
	case 8:
		return lines(func(all [][]byte) [][]byte {
			r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
			return all
		})
	default:
		noise := make([]byte, r.IntN(2000))
		for i := range noise {
			noise[i] = byte(r.Uint32())
		}
		return noise
	}
}
