package pddl_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/ply-search/ply/examples/planning/pddl"
)

const (
	domain = `(define (domain lamps)
  (:requirements :strips :typing)
  (:types lamp switch - object ceiling - lamp)
  (:constants main - switch)
  (:predicates (lit ?l - lamp) (wired ?s - switch ?l - lamp) (near ?x ?x))
  (:functions (total-cost) - number (effort ?s - switch) - number)
  (:action press
    :parameters (?s - switch ?l - lamp)
    :precondition (and (wired ?s ?l) (not (lit ?l)))
    :effect (and (lit ?l) (increase (total-cost) (effort ?s)))))`
	problem = `(define (problem dark)
  (:domain lamps)
  (:objects top - ceiling desk - lamp)
  (:init (wired main top) (= (effort main) 2) (= (total-cost) 0))
  (:goal (lit top))
  (:metric minimize (total-cost)))`
)

// TestErrors changes one thing in a domain or a problem, and wants an error where it stands.
func TestErrors(t *testing.T) {
	for _, c := range []struct{ old, changed, want string }{
		{"(define (domain lamps)", "", "3:3: the text goes on after its last parenthesis"},
		{"(domain lamps)", "(problem lamps)", "1:1: want (define (domain NAME) ...)"},
		{"(domain lamps)", "(domain lamps lights)", "1:1: want (define (domain NAME) ...)"},
		{"(:types", "(types", "3:3: want a section such as (:init ...)"},
		{"(:types", "types) (:types", "3:10: the text goes on after its last parenthesis"},
		{"(:types", "(:axioms", "3:3: :axioms is not supported in a domain"},
		{":strips", "strips", "2:18: strips: want a requirement such as :strips"},
		{"lamp switch -", "lamp (either lamp switch) -", "3:16: want the name of a type"},
		{"ceiling - lamp)", "ceiling -)", "3:40: want the name of a type after -"},
		{"lamp switch - object", "lamp switch - ceiling", "3:3: type ceiling is above itself"},
		{"main - switch", "main - button", "4:22: there is no type button"},
		{"main - switch", "main - (either lamp switch)", "4:22: either is not supported here: an object has one type"},
		{"main - switch", "main - (either)", "4:22: there is no type (either)"},
		{"main - switch", "main main - switch", "4:20: main is named twice"},
		{"main - switch", "?main - switch", "4:15: ?main: want an object, not a parameter"},
		{"main - switch", "main -", "4:20: want a type after -"},
		{"(lit ?l - lamp)", "lit", "5:16: want a name and parameters in parentheses"},
		{"(lit ?l - lamp)", "(lit ?l) (lit ?l)", "5:25: lit is declared twice"},
		{"(lit ?l - lamp)", "(lit l - lamp)", "5:21: l: want a parameter, which begins with a question mark"},
		{"(lit ?l - lamp)", "(lit ? - lamp)", "5:21: ?: want a parameter, which begins with a question mark"},
		{"(lit ?l - lamp)", "(lit ?l - (either lamp bulb))", "5:39: there is no type bulb"},
		{":action press", ":action", "7:3: want the name of the action"},
		{":action press", ":action press :duration 3", "7:18: :duration is not supported in an action"},
		{"(?s - switch ?l - lamp)\n    :pre", "foo\n    :pre", "8:17: foo: want a list in parentheses"},
		{"(?s - switch ?l - lamp)\n    :pre", "(?s - switch ?s - lamp)\n    :pre", "8:30: ?s is named twice"},
		{"(and (wired ?s ?l) (not (lit ?l)))", "wired", "9:19: wired: want a list in parentheses"},
		{"(wired ?s ?l) (not", "(wired ?s) (not", "9:24: wired has 1 arguments, want 2"},
		{"(wired ?s ?l) (not", "(wired ?s ?m) (not", "9:34: there is no ?m"},
		{"(wired ?s ?l) (not", "(wired ?l ?l) (not", "9:31: ?l is of type lamp, want switch"},
		{"(wired ?s ?l) (not", "(bright ?l) (not", "9:24: there is no predicate bright"},
		{"(wired ?s ?l) (not", "(or (lit ?l)) (not", "9:24: or is not supported here"},
		{"(wired ?s ?l) (not", "(forall (?x) (lit ?x)) (not", "9:24: forall is not supported here"},
		{"(wired ?s ?l) (not", "((lit ?l)) (not", "9:24: want a predicate in parentheses"},
		{"(increase (total-cost) (effort ?s))", "(increase (effort ?s) 1)", "10:27: want (increase (total-cost) ...)"},
		{"(increase (total-cost) (effort ?s))", "(increase (total-cost) (work ?s))", "10:50: there is no function work"},
		{"(increase (total-cost) (effort ?s))", "(increase (total-cost) -1)", "10:50: -1: want a whole number of 0 or more"},
		{"(increase (total-cost) (effort ?s))", "(increase (total-cost) 1.5)", "10:50: 1.5: want a whole number, not a fraction"},
		{"(increase (total-cost) (effort ?s))", "(increase (total-cost) 1e-1)", "10:50: 1e-1: want a whole number, not a fraction"},
		{"(increase (total-cost) (effort ?s))", "(increase (total-cost) 1e30)", "10:50: 1e30 is too great: want at most "},
		{"(increase (total-cost) (effort ?s))", "(increase (total-cost) 1e999999999999999999999)", "10:50: 1e999999999999999999999: want a whole"},
		{"(lit ?l) (increase", "(= ?l ?l) (increase", "10:18: = cannot be an effect"},
		{"(lit ?l) (increase", "(when (lit ?l) (lit ?l)) (increase", "10:18: when is not supported here"},
		{"(effort ?s)))))", "(effort ?s))))", "1:1: this parenthesis is not closed"},
		{"(effort ?s)))))", "(effort ?s)))))\n)", "11:1: the text goes on after its last parenthesis"},

		{"(define (problem dark)", "(define (domain dark)", "1:1: want (define (problem NAME) ...)"},
		{"(:domain lamps)", "(:domain lights)", "2:3: the domain is lamps"},
		{"top - ceiling", "top - roof", "3:19: there is no type roof"},
		{"top - ceiling", "main - ceiling", "3:3: main is also a constant of the domain"},
		{"(wired main top)", "(wired main lamp)", "4:22: there is no lamp"},
		{"(wired main top)", "(wired desk top)", "4:17: desk is of type lamp, want switch"},
		{"(= (effort main) 2)", "(= (effort main) much)", "4:44: much: want a whole number of 0 or more"},
		{"(= (effort main) 2)", "(= (light main) 2)", "4:30: there is no function light"},
		{"(:goal (lit top))", "(:goal)", "5:3: want (:goal ...)"},
		{"(:goal (lit top))", "", "1:1: there is no goal"},
		{"(:goal (lit top))", "(:goal (exists (?l) (lit ?l)))", "5:10: exists is not supported here"},
		{"(:metric minimize (total-cost))", "(:metric maximize (total-cost))", "6:3: want (:metric minimize (total-cost))"},
		{"(:metric minimize (total-cost))", "(:constraints)", "6:3: :constraints is not supported in a problem"},
	} {
		d, p := domain, problem
		switch {
		case strings.Count(d, c.old) == 1 && !strings.Contains(p, c.old):
			d = strings.Replace(d, c.old, c.changed, 1)
		case strings.Count(p, c.old) == 1 && !strings.Contains(d, c.old):
			p = strings.Replace(p, c.old, c.changed, 1)
		default:
			t.Fatalf("%q is not in one place", c.old)
		}
		err := parse(d, p)
		var at *pddl.Error
		if !errors.As(err, &at) {
			t.Errorf("%q: %v, want an Error", c.changed, err)
			continue
		}
		if !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%q: %v, want %s", c.changed, err, c.want)
		}
	}
	for _, text := range []string{"", " ; nothing\n", "lamps", "()", ")"} {
		if err := parse(text, problem); err == nil {
			t.Errorf("%q: no error", text)
		}
	}
}

func parse(domain, problem string) error {
	d, err := pddl.ParseDomain(domain)
	if err != nil {
		return err
	}
	_, err = pddl.ParseProblem(d, problem)
	return err
}
