package strips_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/ply-search/ply/dependency/heuristic"
	"github.com/ply-search/ply/examples/planning/strips"
	"github.com/ply-search/ply/internal/long"
)

// TestTurns: plans cost what brute force finds if actions are moves in turn.
func TestTurns(t *testing.T) {
	defer strips.SplitAbove(1)()
	split, tasks := 0, long.Or(1000, 100)
	for seed := range uint64(tasks) {
		domain, problem := randomTask(rand.New(rand.NewPCG(seed, 17)), seed%2 == 1)
		p := parse(t, domain, problem)
		want, known := bruteForce(p.Domain, p)
		if !known {
			continue
		}
		task, err := strips.Ground(t.Context(), p)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if cells, err := task.Cells(t.Context()); err == nil && cells.Split() {
			split++
		}
		for _, how := range []reduction{{}, {stubborn: true}, {symmetric: true}} {
			cost, plan, _ := solve(t, p, task, heuristic.LandmarkCut, how)
			if cost != want {
				t.Fatalf("seed %d, %+v: cost %d, want %d\n%s\n%s\n%s", seed, how, cost, want, domain, problem, plan)
			}
			steps, err := strips.ParsePlan(plan)
			if err != nil {
				t.Fatal(err)
			}
			if valid, err := strips.Validate(p, steps); cost >= 0 && (err != nil || valid != cost) {
				t.Fatalf("seed %d, %+v: cost %d, found %d: %v\n%s\n%s\n%s", seed, how, valid, cost, err, domain, problem, plan)
			}
		}
	}
	if split < tasks/20 {
		t.Errorf("%d of %d tasks have actions that are moves in turn", split, tasks)
	}
}

// TestManyUnknownFacts: an action of n facts that may hold before or not takes no 2^n moves, however many they are. They are
// set one by one or all at once, and the goal wants one that is not set then.
func TestManyUnknownFacts(t *testing.T) {
	const n = 40
	var predicates, actions, all strings.Builder
	for i := range n {
		fmt.Fprintf(&predicates, " (f%d)", i)
		fmt.Fprintf(&actions, " (:action on%d :precondition (s) :effect (f%d))", i, i)
		fmt.Fprintf(&all, " (f%d)", i)
	}
	domain := fmt.Sprintf("(define (domain d) (:predicates (s) (e) (g)%s)%s (:action all :precondition (s) :effect (and (e) (not (g))%s))"+
		" (:action last :precondition (e) :effect (g)))", &predicates, &actions, &all)
	p := parse(t, domain, fmt.Sprintf("(define (problem p) (:domain d) (:init (s)) (:goal (and (g)%s)))", &all))
	task, err := strips.Ground(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	cells, err := task.Cells(t.Context())
	if err != nil || len(cells.Actions) > 10*n {
		t.Fatalf("%d moves, error %v", len(cells.Actions), err)
	}
	if cost, plan, _ := solve(t, p, task, heuristic.LandmarkCut, reduction{}); cost != 2 || plan != "(all)\n(last)" {
		t.Errorf("cost %d, plan %q", cost, plan)
	}
}

func TestPlans(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", "[]"},
		{"\ufeff(A b)\r(c)", "[[a b] [c]]"},
		{"(a)\r\n\r\n; nothing\r\n (b c) ; more\r\n", "[[a] [b c]]"},
		{"0: (a b)\n1: (c)\n", "[[a b] [c]]"},
		{"0.00100: (a b) [1.000]\n2.5 :(c)[1e3]\n", "[[a b] [c]]"},
		{"2: (b)\n1: (a)\n2: (c)", "[[a] [b] [c]]"},
		{"0: (a)\n(b)", "line 2: some actions have a time"},
		{"(a)\n0: (b)", "line 2: some actions have a time"},
		{"x: (a)", "line 1: x: want a time before the colon"},
		{"nan: (a)", "line 1: nan: want a time before the colon"},
		{"0: a", "line 1: want an action in parentheses"},
		{"0:", "line 1: want an action in parentheses"},
		{"0: (a) 1]", "line 1: want an action in parentheses"},
		{"\r(", "line 2: want an action in parentheses"},
		{"(a [1])", "line 1: want an action in parentheses"},
	} {
		plan, err := strips.ParsePlan(c.text)
		got := fmt.Sprint(plan)
		if err != nil {
			got = err.Error()
		}
		if !strings.HasPrefix(got, c.want) {
			t.Errorf("%q: %s, want %s", c.text, got, c.want)
		}
	}
}
