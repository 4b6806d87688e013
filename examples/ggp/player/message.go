package player

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/ply-search/ply/examples/ggp/gdl"
)

// A message is a message of a match manager.
type message struct {
	kind  string // in capital letters: INFO, START, PLAY, STOP or ABORT
	match string

	// For START:
	role        string
	rules       []gdl.Expression
	start, play int // the clocks in seconds

	// For PLAY and STOP: the last turn, nothing at the start.
	turn
	hidden bool // the turn and its number are in the form of GDL-II
	number int
}

const longest = 24 * 60 * 60

func parse(text string) (message, error) {
	all, err := gdl.ReadExpressions(strings.NewReader(text))
	if err != nil {
		return message{}, err
	}
	if len(all) != 1 || len(all[0].List) == 0 {
		return message{}, fmt.Errorf("want one message in parentheses")
	}
	parts := all[0].List
	m := message{kind: strings.ToUpper(parts[0].Symbol)}
	if m.kind == "PING" {
		m.kind = "INFO"
	}
	sizes, known := map[string][]int{"INFO": {1}, "START": {6}, "PLAY": {3, 5}, "STOP": {3, 5}, "ABORT": {2}}[m.kind]
	if !known {
		return m, fmt.Errorf("no such message: %.40q", parts[0].String())
	}
	if !slices.Contains(sizes, len(parts)) {
		return m, fmt.Errorf("%s of %d parts, want %v", m.kind, len(parts), sizes)
	}
	if m.kind == "INFO" {
		return m, nil
	}
	if m.match = parts[1].Symbol; m.match == "" || len(m.match) > 1000 {
		return m, fmt.Errorf("%s: want the name of a match", m.kind)
	}
	switch {
	case m.kind == "START":
		return m, m.readStart(parts)
	case len(parts) == 3:
		m.moves, err = terms(parts[2])
	case len(parts) == 5:
		err = m.readHidden(parts)
	}
	return m, err
}

func (m *message) readStart(parts []gdl.Expression) (err error) {
	if m.role, err = term(parts[2]); err != nil {
		return err
	}
	if m.rules = parts[3].List; len(m.rules) == 0 {
		return fmt.Errorf("START: want a list of rules")
	}
	for i, to := range []*int{&m.start, &m.play} {
		seconds, err := strconv.ParseFloat(parts[4+i].Symbol, 64)
		if err != nil || !(seconds >= 0 && seconds <= longest) {
			return fmt.Errorf("START: want a clock of 0 to %d seconds, not %.40q", longest, parts[4+i].String())
		}
		*to = int(seconds)
	}
	return nil
}

func (m *message) readHidden(parts []gdl.Expression) (err error) {
	m.hidden = true
	if m.number, err = strconv.Atoi(parts[2].Symbol); err != nil || m.number < 0 {
		return fmt.Errorf("%s: want the number of the turn, not %.40q", m.kind, parts[2].String())
	}
	if !isNil(parts[3]) {
		if m.last, err = term(parts[3]); err != nil {
			return err
		}
	}
	m.percepts, err = terms(parts[4])
	return err
}

func isNil(e gdl.Expression) bool {
	return strings.EqualFold(e.Symbol, "nil") || e.Symbol == "" && len(e.List) == 0
}

func terms(e gdl.Expression) ([]string, error) {
	if isNil(e) {
		return nil, nil
	}
	if e.Symbol != "" {
		return nil, fmt.Errorf("want a list, not %.40q", e.Symbol)
	}
	var all []string
	for _, x := range e.List {
		t, err := term(x)
		if err != nil {
			return nil, err
		}
		all = append(all, t)
	}
	return all, nil
}

func term(e gdl.Expression) (string, error) {
	t, err := gdl.TermOf(e)
	if err != nil {
		return "", err
	}
	if !t.Ground() {
		return "", fmt.Errorf("%v has variables", t)
	}
	return t.String(), nil
}
