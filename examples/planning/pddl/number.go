package pddl

import (
	"math"
	"strconv"
	"strings"
)

// number reads a whole number of 0 or more, which may be written as 2, 2.0 or 0.2e1.
func number(e *expression) int {
	mantissa, power, hasPower := strings.Cut(e.word, "e")
	whole, fraction, _ := strings.Cut(strings.TrimPrefix(mantissa, "+"), ".")
	digits := whole + fraction
	shift, err := strconv.Atoi(power)
	if !hasPower {
		shift, err = 0, nil
	}
	if err != nil || digits == "" || strings.Trim(digits, "0123456789") != "" {
		e.fail("%s: want a whole number of 0 or more", e)
	}
	// The number is that of the digits up to a point among them or behind them.
	leading := len(digits) - len(strings.TrimLeft(digits, "0"))
	digits = strings.TrimRight(digits[leading:], "0")
	const most = 40 // more digits than an int has
	switch point := len(whole) - leading + max(-1<<20, min(shift, 1<<20)); {
	case digits == "":
		return 0
	case point < len(digits):
		e.fail("%s: want a whole number, not a fraction: multiply all costs by the same number", e)
	case point <= most:
		digits += strings.Repeat("0", point-len(digits))
		if n, err := strconv.Atoi(digits); err == nil {
			return n
		}
	}
	e.fail("%s is too great: want at most %d", e, math.MaxInt)
	return 0
}
