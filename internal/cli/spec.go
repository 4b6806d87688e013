package cli

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"
)

// A Spec parses the description of a player: a kind followed by settings, separated by commas, as in
// "uct,sims=1000,k=0.25". A kind with a value, as in "hold=20", is also a setting. The methods keep the first error, which
// Finish returns.
type Spec struct {
	// Kind is the first word.
	Kind string

	text   string
	values map[string]string
	err    error
}

// ParseSpec splits a description into a kind and settings.
func ParseSpec(text string) *Spec {
	fields := strings.Split(text, ",")
	kind, _, valued := strings.Cut(fields[0], "=")
	s := &Spec{Kind: kind, text: text, values: map[string]string{}}
	if !valued {
		fields = fields[1:]
	}
	for _, f := range fields {
		key, value, _ := strings.Cut(f, "=")
		if _, ok := s.values[key]; ok {
			s.Fail(fmt.Errorf("%s is there twice", key))
		}
		s.values[key] = value
	}
	return s
}

func (s *Spec) take(key string) (string, bool) {
	value, ok := s.values[key]
	delete(s.values, key)
	return value, ok
}

// Number reads a number from 0 to most.
func (s *Spec) Number(key string, usual, most float64) float64 {
	text, ok := s.take(key)
	if !ok {
		return usual
	}
	return parseSpec(s, key, text, Range[float64]{Most: most})
}

// NumberOrInf is like Number but also accepts "inf", for infinity.
func (s *Spec) NumberOrInf(key string, usual, most float64) float64 {
	if s.values[key] != "inf" {
		return s.Number(key, usual, most)
	}
	delete(s.values, key)
	return math.Inf(1)
}

// Whole reads a whole number from 0 to most.
func (s *Spec) Whole(key string, usual, most int) int {
	text, ok := s.take(key)
	if !ok {
		return usual
	}
	return parseSpec(s, key, text, Range[int]{Most: most})
}

// Word reads any text.
func (s *Spec) Word(key, usual string) string {
	if text, ok := s.take(key); ok {
		return text
	}
	return usual
}

// Duration reads a duration, 0 by default.
func (s *Spec) Duration(key string) time.Duration {
	text, ok := s.take(key)
	if !ok {
		return 0
	}
	return parseSpec(s, key, text, Range[time.Duration]{Least: time.Microsecond, Most: LongTime})
}

// Flag reports whether a setting without a value is present.
func (s *Spec) Flag(key string) bool {
	text, ok := s.take(key)
	if ok && text != "" {
		s.Fail(fmt.Errorf("%s=%s: want no value", key, text))
	}
	return ok
}

// Fail records err if it is the first error.
func (s *Spec) Fail(err error) { s.err = cmp.Or(s.err, err) }

// Finish returns the first error, or an error that names a setting that was not read. It is called last.
func (s *Spec) Finish() error {
	left := make([]string, 0, len(s.values))
	for key := range s.values {
		left = append(left, key)
	}
	if slices.Sort(left); len(left) > 0 {
		s.Fail(fmt.Errorf("unknown or out of place: %q", left[0]))
	}
	return s.Wrap(s.err)
}

// Wrap adds the description of the player to err. It returns nil if err is nil.
func (s *Spec) Wrap(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("player %q: %w", s.text, err)
}

// parseSpec parses a value in a range and records the error.
func parseSpec[T number](s *Spec, key, text string, in Range[T]) T {
	x, err := in.Parse(text)
	if err != nil {
		s.Fail(fmt.Errorf("%s=%s: %w", key, text, err))
	}
	return x
}
