package pddl_test

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
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
		lines := strings.Count(domain, "\n") + strings.Count(problem, "\n") + 1
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
