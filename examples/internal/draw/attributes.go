package draw

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/ply-search/ply/graph"
)

// attributes reads the attributes of a part of a picture, and keeps the first error. An attribute that is not read is an
// error, since the picture would not show it.
type attributes struct {
	of   string // the name of the part, for errors
	left graph.Attributes
	err  error
}

func read(of string, all graph.Attributes) *attributes {
	return &attributes{of: of, left: maps.Clone(all)}
}

func (a *attributes) text(name, fallback string) string {
	value, set := a.left[name]
	delete(a.left, name)
	if !set {
		return fallback
	}
	return value
}

// numbers reads a number, or two numbers separated by a comma.
func (a *attributes) numbers(name string, fallback float64) (x, y float64) {
	value := a.text(name, fmt.Sprint(fallback))
	first, second, two := strings.Cut(value, ",")
	if !two {
		second = first
	}
	var errs [2]error
	x, errs[0] = strconv.ParseFloat(first, 64)
	y, errs[1] = strconv.ParseFloat(second, 64)
	if errs[0] != nil || errs[1] != nil || !(x >= 0 && x < 1e4 && y >= 0 && y < 1e4) {
		a.fail("attribute %s of %s is %q: want a number from 0 to 10000", name, a.of, value)
		return fallback, fallback
	}
	return x, y
}

func (a *attributes) number(name string, fallback float64) float64 {
	x, _ := a.numbers(name, fallback)
	return x
}

// oneOf reads an attribute with one of some values, the first of which is the default.
func (a *attributes) oneOf(name string, values ...string) string {
	value := a.text(name, values[0])
	if !slices.Contains(values, value) {
		a.fail("attribute %s of %s is %q: want one of %s", name, a.of, value, strings.Join(values, ", "))
		return values[0]
	}
	return value
}

func (a *attributes) styles(values ...string) map[string]bool {
	styles := make(map[string]bool)
	for style := range strings.SplitSeq(a.text("style", "solid"), ",") {
		if style != "solid" && !slices.Contains(values, style) {
			a.fail("attribute style of %s has %q: want some of %s", a.of, style, strings.Join(values, ", "))
		}
		styles[style] = true
	}
	return styles
}

// word reads an attribute of letters, digits and a few characters that mean nothing in SVG.
func (a *attributes) word(name, fallback string) string {
	value := a.text(name, fallback)
	if strings.Trim(value, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 -#") != "" {
		a.fail("attribute %s of %s is %q: want letters and digits", name, a.of, value)
		return fallback
	}
	return value
}

// color reads a color of SVG, or a grey by its percentage of white, as in grey60.
func (a *attributes) color(name, fallback string) string {
	value := a.word(name, fallback)
	percent, err := strconv.Atoi(strings.TrimPrefix(strings.Replace(value, "gray", "grey", 1), "grey"))
	if err != nil || percent < 0 || percent > 100 {
		return value
	}
	level := (percent*255 + 50) / 100
	return fmt.Sprintf("#%02x%02x%02x", level, level, level)
}

func (a *attributes) fail(format string, args ...any) {
	if a.err == nil {
		a.err = fmt.Errorf(format, args...)
	}
}

// close reports attributes that were not read, and returns the first error.
func (a *attributes) close() error {
	for _, name := range slices.Sorted(maps.Keys(a.left)) {
		a.fail("attribute %s of %s cannot be drawn in SVG", name, a.of)
	}
	return a.err
}
