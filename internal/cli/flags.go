package cli

import (
	"cmp"
	"flag"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/ply-search/ply/checkpoint"
)

// Upper bounds of flags that need no limit of their own. They are too large to be reached, and small enough to be added
// without overflow.
const (
	Many     = min(1_000_000_000_000_000, math.MaxInt/2)
	LongTime = 100_000 * time.Hour
)

// State defines the flag -state, the file of a search's checkpoint.
func State(flags *flag.FlagSet, state *checkpoint.File) {
	flags.StringVar(&state.Name, "state", "", "keep the state of the search in this `file`, written every ten seconds and at the end; if it exists, go on from there")
}

// MaxWorkers is the greatest number of goroutines, or of concurrent games, of a command.
const MaxWorkers = 1024

// Workers returns n or, if n is 0, the number of processors, at most MaxWorkers.
func Workers(n int) int { return cmp.Or(n, min(runtime.GOMAXPROCS(0), MaxWorkers)) }

// number lists the types of flags that [Number] defines.
type number interface {
	int | uint64 | float64 | time.Duration
}

// A Range is a closed interval of numbers.
type Range[T number] struct{ Least, Most T }

// String formats the range, as in "1 to 42".
func (r Range[T]) String() string { return format(r.Least) + " to " + format(r.Most) }

// Parse parses a number in the range. Its error states the range. NaN is in no range.
func (r Range[T]) Parse(text string) (T, error) {
	x, err := parse[T](text)
	if err != nil || !(x >= r.Least && x <= r.Most) {
		return x, fmt.Errorf("want %v", r)
	}
	return x, nil
}

func parse[T number](text string) (x T, err error) {
	switch p := any(&x).(type) {
	case *int:
		*p, err = strconv.Atoi(text)
	case *uint64:
		*p, err = strconv.ParseUint(text, 10, 64)
	case *float64:
		*p, err = strconv.ParseFloat(text, 64)
	case *time.Duration:
		*p, err = time.ParseDuration(text)
	}
	return x, err
}

func format[T number](x T) string {
	if d, ok := any(x).(time.Duration); ok {
		text := d.String()
		if short, ok := strings.CutSuffix(text, "m0s"); ok {
			text = short + "m"
		}
		if short, ok := strings.CutSuffix(text, "h0m"); ok {
			text = short + "h"
		}
		return text
	}
	return fmt.Sprint(x)
}

// Seed defines the flag -seed, the seed of a random generator, with 1 as its default. of names its use in the usage text.
func Seed(flags *flag.FlagSet, to *uint64, of string) {
	Number(flags, to, "seed", 1, 0, math.MaxUint64, "`seed` of "+of)
}

// A value is a [flag.Value] that parses and checks its text.
type value[T any] struct {
	to    *T
	parse func(string) (T, error)
	text  func(T) string
}

func (v *value[T]) Set(text string) error {
	x, err := v.parse(text)
	if err == nil {
		*v.to = x
	}
	return err
}

func (v *value[T]) String() string {
	if v.to == nil { // made by package flag, for the zero value
		return ""
	}
	return v.text(*v.to)
}

// Number defines a flag for a number from least to most. The usage text, and the error for any other value, state this
// range.
func Number[T number](flags *flag.FlagSet, to *T, name string, initial, least, most T, usage string) {
	*to = initial
	r := Range[T]{least, most}
	flags.Var(&ranged[T]{value[T]{to, r.Parse, format[T]}, r}, name, fmt.Sprintf("%s; %v", usage, r))
}

// A ranged value has bounds, which tests read.
type ranged[T number] struct {
	value[T]
	bounds Range[T]
}

// Bounds returns the least and the greatest number, formatted as values of the flag.
func (r *ranged[T]) Bounds() (least, most string) {
	return format(r.bounds.Least), format(r.bounds.Most)
}

// Choice defines a flag whose value is one of words. initial may also be "", for a flag without a default.
func Choice(flags *flag.FlagSet, to *string, name, initial string, words []string, usage string) {
	*to = initial
	last := len(words) - 1
	list := words[last]
	if last > 0 {
		list = strings.Join(words[:last], ", ") + " or " + list
	}
	check := func(text string) (string, error) {
		if !slices.Contains(words, text) {
			return "", fmt.Errorf("want %s", list)
		}
		return text, nil
	}
	flags.Var(&value[string]{to, check, func(s string) string { return s }}, name, usage+": "+list)
}

// Even returns a usage error if n, the value of the named flag, is odd.
func Even(name string, n int) error {
	if n%2 != 0 {
		return Usagef("-%s %d: want an even number", name, n)
	}
	return nil
}
