package gametest

import (
	"fmt"
	"slices"
	"strings"
)

// A list describes all laws in order, independently of the type of moves.
type list struct {
	names  []string
	tries  map[string]string
	doubts map[string]bool
}

func listed(more []Law) list {
	l := list{tries: map[string]string{}, doubts: map[string]bool{}}
	for _, law := range laws(more...) {
		l.names = append(l.names, law.name)
		l.tries[law.name], l.doubts[law.name] = law.tries, law.doubt
	}
	return l
}

// exercises record, over all games of a check, which laws apply to the game and which were tried.
type exercises struct{ of map[string]bool }

func newExercises() *exercises { return &exercises{map[string]bool{}} }

func (e *exercises) met(name string, tried bool) {
	if e != nil && !e.of[name] {
		e.of[name] = tried
	}
}

// tried records that the present law was tried.
func (p *place) tried() { p.exercises.met(p.checking.name, true) }

func (e *exercises) untried(l list) string {
	var lines []string
	for _, name := range l.names {
		if tried, met := e.of[name]; met && !tried {
			lines = append(lines, fmt.Sprintf("%s: no %s", name, l.tries[name]))
		}
	}
	return under("gametest: laws that could not be tried (Options.Require demands it):\n", lines)
}

// under returns the indented lines under a title, or nothing without lines.
func under(title string, lines []string) string {
	if len(lines) == 0 {
		return ""
	}
	return title + indent(strings.Join(lines, "\n"))
}

func (e *exercises) lacking(require []string, l list) string {
	var lines []string
	for _, name := range require {
		switch tried, met := e.of[name]; {
		case !met:
			lines = append(lines, name+": the game has no such capability")
		case !tried:
			lines = append(lines, fmt.Sprintf("%s: no %s", name, l.tries[name]))
		}
	}
	return under("laws of Options.Require that could not be tried:\n", lines)
}

func (l list) methods(ignore []string) []string {
	return slices.DeleteFunc(slices.Clone(ignore), func(name string) bool { return l.doubts[name] })
}

func (l list) wrongNames(opt Options) string {
	var lines []string
	for _, name := range opt.Require {
		if !slices.Contains(l.names, name) {
			lines = append(lines, fmt.Sprintf("Options.Require names %q, which is no law", name))
		}
	}
	return strings.Join(lines, "\n")
}
