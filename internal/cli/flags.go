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

// Bounds for flags that need none for their own sake: work that never ends, but that can be counted and
// added up without overflow.
const (
	Many     = min(1_000_000_000_000_000, math.MaxInt/2)
	LongTime = 100_000 * time.Hour
)

// State defines the flag -state, the file that keeps the state of a search.
func State(flags *flag.FlagSet, state *checkpoint.File) {
	flags.StringVar(&state.Name, "state", "", "keep the state of the search in this `file`, written every ten seconds and at the end; if it exists, go on from there")
}

// MaxWorkers is the most goroutines, or games at a time, that a command starts.
const MaxWorkers = 1024

// Workers returns a number of workers, where 0 stands for one for each processor.
func Workers(n int) int { return cmp.Or(n, min(runtime.GOMAXPROCS(0), MaxWorkers)) }

// A number is the value of a flag of [Number].
type number interface {
	int | uint64 | float64 | time.Duration
}

// A Range is the numbers that a flag takes, with both ends.
type Range[T number] struct{ Least, Most T }

// String writes the range, as in "1 to 42".
func (r Range[T]) String() string { return format(r.Least) + " to " + format(r.Most) }

// Parse reads a number of the range. Its error says what is wanted; NaN is in no range.
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

// Seed defines the flag -seed, 1 unless set, of what is random.
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
	if v.to == nil { // as package flag makes it, to know the zero value
		return ""
	}
	return v.text(*v.to)
}

// Number defines a flag for a number from least to most. Other numbers are refused, and the usage text and the
// error say what is wanted.
func Number[T number](flags *flag.FlagSet, to *T, name string, initial, least, most T, usage string) {
	*to = initial
	r := Range[T]{least, most}
	flags.Var(&ranged[T]{value[T]{to, r.Parse, format[T]}, r}, name, fmt.Sprintf("%s; %v", usage, r))
}

// A ranged value also tells its bounds, for tests that try them.
type ranged[T number] struct {
	value[T]
	bounds Range[T]
}

// Bounds returns the least and the greatest number as the flag takes them.
func (r *ranged[T]) Bounds() (least, most string) {
	return format(r.bounds.Least), format(r.bounds.Most)
}

// Choice defines a flag for one of several words. An initial value of "" is none of them.
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

// Even returns an error if the value of a flag is odd.
func Even(name string, n int) error {
	if n%2 != 0 {
		return Usagef("-%s %d: want an even number", name, n)
	}
	return nil
}
