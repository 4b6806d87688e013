package uci

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"time"
)

// The greatest numbers of go; greater ones are reduced to these.
const (
	mostDepth  = 1000
	mostMillis = math.MaxInt32
	mostNodes  = math.MaxInt / 2
)

// A request holds the arguments of go: limits, and whether the search ponders until ponderhit or stop, or counts lines.
type request struct {
	Limits
	ponder bool
	perft  int   // depth of a count, or -1
	wrong  error // the first argument that was skipped
}

// A numbered word is an argument with a number.
type numbered struct {
	least, most int
	set         func(int)
}

// parseLimits reads the arguments of go. Words and numbers that cannot be read are skipped. Numbers out of range, such
// as a negative time of a clock that has run out, are replaced by the nearest in range.
func parseLimits(words []string) *request {
	l := &request{perft: -1}
	millis := func(d *time.Duration) numbered {
		return numbered{0, mostMillis, func(n int) { *d = max(time.Duration(n), 1) * time.Millisecond }}
	}
	into := func(n *int, least, most int) numbered { return numbered{least, most, func(x int) { *n = x }} }
	known := map[string]numbered{
		"depth": into(&l.Depth, 1, mostDepth), "nodes": into(&l.Nodes, 1, mostNodes), "movestogo": into(&l.Moves, 0, mostDepth),
		"mate":     {1, mostDepth, func(n int) { l.Depth = 2*n - 1 }}, // a mate in n moves has 2n-1 plies
		"movetime": millis(&l.Time),
		"wtime":    millis(&l.Left[0]), "btime": millis(&l.Left[1]),
		"winc": {0, mostMillis, func(n int) { l.Added[0] = time.Duration(n) * time.Millisecond }},
		"binc": {0, mostMillis, func(n int) { l.Added[1] = time.Duration(n) * time.Millisecond }},

		"perft": into(&l.perft, 0, mostDepth),
	}
	others := []string{"infinite", "ponder", "searchmoves"}
	isWord := func(w string) bool { return known[w].set != nil || slices.Contains(others, w) }
	var wrong []error
	for i := 0; i < len(words); {
		word := words[i]
		i++
		switch word {
		case "infinite":
			l.Infinite = true
		case "ponder":
			l.ponder = true
		case "searchmoves":
			for ; i < len(words) && !isWord(words[i]); i++ {
				l.Only = append(l.Only, words[i])
			}
		default:
			k := known[word]
			switch {
			case k.set == nil:
				wrong = append(wrong, fmt.Errorf("go: unknown word %.60q", word))
				continue
			case i == len(words) || isWord(words[i]):
				wrong = append(wrong, fmt.Errorf("go: %s without a number", word))
				continue
			}
			n, err := strconv.Atoi(words[i])
			if err != nil && !errors.Is(err, strconv.ErrRange) {
				wrong = append(wrong, fmt.Errorf("go: %s %.30q: want %d to %d", word, words[i], k.least, k.most))
			} else {
				k.set(min(max(n, k.least), k.most)) // beyond the range of int64, n is the least or greatest number
			}
			i++
		}
	}
	if len(wrong) > 0 {
		l.wrong = wrong[0]
	}
	return l
}
