package strips_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/dependency/heuristic"
	"github.com/ply-search/ply/examples/planning/strips"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/search"
)

// A robot carries balls with hands of different strength from room to room, through doors that it can pass in one direction.
const carrying = `(define (domain carrying)
 (:requirements :strips :typing :action-costs)
 (:types room ball hand)
 (:predicates (here ?r - room) (door ?from ?to - room) (in ?b - ball ?r - room) (holds ?h - hand ?b - ball) (free ?h - hand) (strong ?h - hand) (heavy ?b - ball) (light ?b - ball))
 (:functions (total-cost) - number (toll ?r - room) - number)
 (:action go :parameters (?from ?to - room) :precondition (and (here ?from) (door ?from ?to))
  :effect (and (not (here ?from)) (here ?to) (increase (total-cost) (toll ?to))))
 (:action take :parameters (?b - ball ?r - room ?h - hand) :precondition (and (here ?r) (in ?b ?r) (free ?h) (light ?b))
  :effect (and (not (in ?b ?r)) (not (free ?h)) (holds ?h ?b) (increase (total-cost) 1)))
 (:action lift :parameters (?b - ball ?r - room ?h - hand) :precondition (and (here ?r) (in ?b ?r) (free ?h) (heavy ?b) (strong ?h))
  :effect (and (not (in ?b ?r)) (not (free ?h)) (holds ?h ?b) (increase (total-cost) 2)))
 (:action put :parameters (?b - ball ?r - room ?h - hand) :precondition (and (here ?r) (holds ?h ?b))
  :effect (and (in ?b ?r) (free ?h) (not (holds ?h ?b)) (increase (total-cost) 0)))
)`

// carryingProblem draws a problem.
func carryingProblem(random *rand.Rand) string {
	rooms, balls, hands := 2+random.IntN(3), 2+random.IntN(3), 1+random.IntN(2)
	var objects, init, goal []string
	add := func(list *[]string, format string, args ...any) { *list = append(*list, fmt.Sprintf(format, args...)) }
	room := func() int { return random.IntN(rooms) }
	toll := random.IntN(3)
	for i := range rooms {
		add(&objects, "r%d - room", i)
		add(&init, "(door r%d r%d) (= (toll r%d) %d)", i, (i+1)%rooms, i, toll)
		if random.IntN(2) == 0 {
			add(&init, "(door r%d r%d)", i, (i+2)%rooms)
		}
		if random.IntN(4) == 0 {
			toll = random.IntN(3)
		}
	}
	for i := range balls {
		add(&objects, "b%d - ball", i)
		add(&init, "(in b%d r%d) (%s b%d)", i, room(), []string{"light", "light", "heavy"}[random.IntN(3)], i)
		if random.IntN(4) > 0 {
			add(&goal, "(in b%d r%d)", i, min(room(), 1))
		}
	}
	for i := range hands {
		add(&objects, "h%d - hand", i)
		add(&init, "(free h%d)", i)
		if random.IntN(2) == 0 {
			add(&init, "(strong h%d)", i)
		}
	}
	add(&init, "(here r%d)", room())
	return fmt.Sprintf("(define (problem carrying) (:domain carrying) (:objects %s)\n (:init %s)\n (:goal (and (here r0) %s)) (:metric minimize (total-cost)))",
		strings.Join(objects, " "), strings.Join(init, " "), strings.Join(goal, " "))
}

// Plans cost the same whether or not interchangeable objects are told apart, and are valid.
func TestSymmetricPlans(t *testing.T) {
	all, few, solvable := 0, 0, 0
	for seed := range uint64(long.Or(1000, 150)) {
		p := parse(t, carrying, carryingProblem(rand.New(rand.NewPCG(seed, 0))))
		task, err := strips.Ground(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		cells, err := task.Cells(t.Context())
		if err != nil {
			continue
		}
		cost := func(m int) int { return cells.Cost(task, m) }
		h, err := heuristic.New(t.Context(), cells.Game, heuristic.Options[int]{Kind: heuristic.Max, Cost: cost})
		if err != nil {
			t.Fatal(err)
		}
		want, err := search.AStar(t.Context(), h, ply.Limits{}, search.PathOptions[int]{})
		if err != nil {
			t.Fatal(err)
		}
		swaps, err := cells.Swaps(t.Context(), task, p)
		if err != nil {
			t.Fatal(err)
		}
		g := strips.NewSymmetric(h, swaps)
		got, err := search.AStar(t.Context(), g, ply.Limits{}, search.PathOptions[int]{})
		if err != nil || got.Found != want.Found || got.Cost != want.Cost {
			t.Fatalf("seed %d: found %t, cost %d, error %v, want %t, %d", seed, got.Found, got.Cost, err, want.Found, want.Cost)
		}
		all, few = all+want.Nodes, few+got.Nodes
		if !got.Found {
			continue
		}
		solvable++
		plan := cells.Plan(task, g.Line(got.Line))
		steps, err := strips.ParsePlan(strings.Join(plan, "\n"))
		if err != nil {
			t.Fatal(err)
		}
		if valid, err := strips.Validate(p, steps); err != nil || valid != want.Cost {
			t.Fatalf("seed %d: cost %d, want %d, error %v, plan %q", seed, valid, want.Cost, err, plan)
		}
	}
	if solvable < 50 || few > all*9/10 {
		t.Errorf("%d solvable tasks, %d positions of %d", solvable, few, all)
	}
}
