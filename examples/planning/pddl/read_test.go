package pddl_test

import (
	"errors"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/ply-search/ply/examples/planning/pddl"
)

func TestRead(t *testing.T) {
	d, err := pddl.ParseDomain(domain)
	if err != nil {
		t.Fatal(err)
	}
	p, err := pddl.ParseProblem(d, problem)
	if err != nil {
		t.Fatal(err)
	}
	press := pddl.Action{
		Name:          "press",
		Parameters:    []pddl.Object{{Name: "?s", Type: "switch"}, {Name: "?l", Type: "lamp"}},
		Preconditions: []pddl.Literal{{Predicate: "wired", Args: []string{"?s", "?l"}}, {Predicate: "lit", Args: []string{"?l"}, Negated: true}},
		Effects:       []pddl.Literal{{Predicate: "lit", Args: []string{"?l"}}},
		Costs:         []pddl.Amount{{Function: "effort", Args: []string{"?s"}}},
	}
	if len(d.Actions) != 1 || !reflect.DeepEqual(d.Actions[0], press) {
		t.Errorf("%+v, want %+v", d.Actions, press)
	}
	want := &pddl.Problem{
		Domain:  d,
		Name:    "dark",
		Objects: []pddl.Object{{Name: "main", Type: "switch"}, {Name: "top", Type: "ceiling"}, {Name: "desk", Type: "lamp"}},
		Init:    []pddl.Literal{{Predicate: "wired", Args: []string{"main", "top"}}},
		Values:  map[string]int{"(effort main)": 2, "(total-cost)": 0},
		Goal:    []pddl.Literal{{Predicate: "lit", Args: []string{"top"}}},
		Costs:   true,
	}
	if !reflect.DeepEqual(p, want) {
		t.Errorf("%+v, want %+v", p, want)
	}
}

// TestSpelling reads the same in other words.
func TestSpelling(t *testing.T) {
	read := func(domain string) *pddl.Domain {
		d, err := pddl.ParseDomain(domain)
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	want := read(domain)
	for _, c := range [][2]string{
		{"", ""},
		{"?", " ?"},
		{"(wired ?s ?l)", "(wired?s?l)"},
		{" (", "("},
		{"\n", "\r\n"},
		{"\n", "\r"},
		{"\n", " ; a comment (\r"},
		{"(define (domain", "\ufeff(define (domain"},
		{":strips", ":adl :durative-actions"},
		{"\n", " ; a comment (\n"},
		{"(and (wired ?s ?l) (not (lit ?l)))", "(and (and) (wired ?s ?l) (and (not (lit ?l))))"},
		{"press", "PRESS"},
		{"?l", "?L"},
	} {
		if d := read(strings.ReplaceAll(domain, c[0], c[1])); !reflect.DeepEqual(d, want) {
			t.Errorf("%q: %+v, want %+v", c[1], d, want)
		}
	}
}

func TestTypes(t *testing.T) {
	d, err := pddl.ParseDomain(`(define (domain types)
		(:types truck - vehicle plane - (object) vehicle crate)
		)`)
	if err == nil {
		t.Errorf("%v, want an error", d.Types)
	}
	d, err = pddl.ParseDomain(`(define (domain types)
		(:types truck plane - vehicle vehicle crate)
		(:predicates (in ?x - (either truck crate))))`)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		kind, above string
		is          bool
	}{
		{"truck", "vehicle", true}, {"truck", "object", true}, {"vehicle", "truck", false}, {"crate", "vehicle", false},
		{"truck", "(either truck crate)", true}, {"plane", "(either truck crate)", false}, {"crate", "(either truck crate)", true},
	} {
		if is := d.Is(c.kind, c.above); is != c.is {
			t.Errorf("%s is %s: %t", c.kind, c.above, is)
		}
	}
}

// TestNumbers reads whole numbers however they are written.
func TestNumbers(t *testing.T) {
	for text, want := range map[string]int{
		"2": 2, "+2": 2, "2.": 2, "2.0": 2, "2.000": 2, "3e6": 3_000_000, "3E+6": 3_000_000, "1.5e1": 15, "1500e-2": 15, "0.5e1": 5,
		".5e1": 5, "00.0": 0, "0e99": 0, "0e-99": 0, "007": 7, "100e-2": 1, strconv.Itoa(math.MaxInt) + ".0": math.MaxInt,
	} {
		d, err := pddl.ParseDomain(strings.Replace(domain, "(effort ?s)))", text+"))", 1))
		if err != nil || d.Actions[0].Costs[0].Number != want {
			t.Errorf("%s: %+v, error %v", text, d, err)
		}
	}
	for _, text := range []string{"", ".", "e", "e5", "1e", "1e+", "-1", "1.5", "1e-1", "0x10", "1_000", "1/2", "nan", "inf", "1e19", "1e400", "9223372036854775808", "1.2.3", "1ee1"} {
		if d, err := pddl.ParseDomain(strings.Replace(domain, "(effort ?s)))", text+"))", 1)); err == nil {
			t.Errorf("%s: %+v", text, d.Actions[0].Costs)
		}
	}
}

// TestEmptyGoal: nothing may be asked for, but a goal must be there.
func TestEmptyGoal(t *testing.T) {
	d, err := pddl.ParseDomain(domain)
	if err != nil {
		t.Fatal(err)
	}
	for _, goal := range []string{"(:goal (and))", "(:goal ())"} {
		p, err := pddl.ParseProblem(d, strings.Replace(problem, "(:goal (lit top))", goal, 1))
		if err != nil || len(p.Goal) > 0 {
			t.Errorf("%s: %+v, error %v", goal, p, err)
		}
	}
}

// FuzzParse wants no panic, and errors inside the text.
func FuzzParse(f *testing.F) {
	f.Add(domain, problem)
	for _, pair := range [][2]string{{"blocks", "blocks-4"}, {"porter", "porter-3"}} {
		var texts [2]string
		for i, name := range pair {
			text, err := os.ReadFile(filepath.Join("..", "testdata", name+".pddl"))
			if err != nil {
				f.Fatal(err)
			}
			texts[i] = string(text)
		}
		f.Add(texts[0], texts[1])
	}
	f.Fuzz(func(t *testing.T, domain, problem string) {
		lines := strings.Count(pddl.Plain(domain), "\n") + strings.Count(pddl.Plain(problem), "\n") + 1
		d, err := pddl.ParseDomain(domain)
		if err == nil {
			_, err = pddl.ParseProblem(d, problem)
		}
		var at *pddl.Error
		if err != nil && (!errors.As(err, &at) || at.Line < 1 || at.Line > lines || at.Column < 1 || at.Text == "") {
			t.Errorf("%#v", err)
		}
	})
}
