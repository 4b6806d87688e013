package threat

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A Threat is a bound on the number of threats that the attacker may make in a line of play: a generalized threat
// (Cazenave 2002).
//
// A threat of order i is a position in which the defender is to move, and in which the attacker could reach the goal
// with i moves in a row. The first number of a Threat is the greatest number of threats of order 1 in a line, the
// second number is the greatest number of threats of order 2, and so on. With Threat{6, 3, 2}, the attacker may play,
// in any order, six moves that threaten to win at once, three moves that threaten to win with two moves in a row, and
// two moves that threaten to win with three moves in a row. A move that wins at once is no threat. The start position
// of the search is not counted as a threat.
//
// A Threat has at most 8 numbers, each from 0 to 254 or [Unlimited]. No number is greater than the number before it.
// Zeros at the end may be omitted.
type Threat []int

const (
	Unlimited = -1 // no bound, as a number of a Threat
	maxOrder  = 8  // the greatest order of a Threat
)

// Lambda returns the Threat that allows any number of threats of each order from 1 up to the given order. With this
// Threat, [Search] finds all wins that lambda search of the given order finds (Thomsen 2000). With Lambda(1), the
// search finds ladders: sequences of threats to win at once. Searches return an error for orders greater than 8. If the
// game is not acyclic, [Options.MaxDepth] must be set.
func Lambda(order int) Threat {
	return slices.Repeat(Threat{Unlimited}, min(max(order, 0), maxOrder+1))
}

func parse(text string) (Threat, error) {
	var t Threat
	for number := range strings.SplitSeq(strings.Trim(text, "()"), ",") {
		n := Unlimited
		if number = strings.TrimSpace(number); number != "*" {
			var err error
			if n, err = strconv.Atoi(number); err != nil || n < 0 {
				return nil, fmt.Errorf("threat %q: %q is not a number of threats; want numbers like 6,3,2, or * for no bound", text, number)
			}
		}
		t = append(t, n)
	}
	if err := t.check(); err != nil {
		return nil, err
	}
	return t, nil
}

// String returns the numbers, separated by commas. [Unlimited] is written as *.
func (t Threat) String() string {
	numbers := make([]string, len(t))
	for i, n := range t {
		if numbers[i] = strconv.Itoa(n); n == Unlimited {
			numbers[i] = "*"
		}
	}
	return strings.Join(numbers, ",")
}

// MarshalText returns the text that [Threat.String] returns. It never returns an error.
func (t Threat) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

// UnmarshalText parses a text in the format of [Threat.String]. The text may contain spaces and be in parentheses.
func (t *Threat) UnmarshalText(text []byte) error {
	parsed, err := parse(string(text))
	if err == nil {
		*t = parsed
	}
	return err
}

// Order returns the greatest order of threats that t allows, or 0 if it allows none.
func (t Threat) Order() int {
	for order := len(t); order > 0; order-- {
		if t[order-1] != 0 {
			return order
		}
	}
	return 0
}

func (t Threat) check() error {
	if t.Order() > maxOrder {
		return fmt.Errorf("threat %v has order %d, want at most %d", t, t.Order(), maxOrder)
	}
	for i, n := range t {
		switch {
		case n < 0 && n != Unlimited:
			return fmt.Errorf("threat %v: its number %d is negative", t, i+1)
		case n >= unbounded:
			return fmt.Errorf("threat %v: its number %d is greater than %d; * is no bound", t, i+1, unbounded-1)
		case i > 0 && t[i-1] != Unlimited && (n == Unlimited || n > t[i-1]):
			return fmt.Errorf("threat %v: its number %d is greater than the one before; a threat of order %d takes threats of order %d",
				t, i+1, i+1, i)
		}
	}
	return nil
}

// Counts are the remaining threats of a line: a byte for each order, order 1 lowest.
type counts uint64

const unbounded = 255

func countsOf(t Threat, limit int) counts {
	var c counts
	for i, n := range t[:min(limit, len(t))] {
		c |= counts(uint8(n)) << (8 * i) // Unlimited is unbounded
	}
	return c
}

func (c *counts) spend(order int) bool {
	shift := 8 * (order - 1)
	switch uint8(*c >> shift) {
	case 0:
		return false
	case unbounded:
	default:
		*c -= 1 << shift
	}
	return true
}
