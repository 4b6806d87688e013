package retrograde_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/search/retrograde"
)

// Random games with cycles, all ways, any number of workers. Of many games, two ways of each.
func TestRandomGames(t *testing.T) {
	games := long.Or(40_000, 2_000)
	if testing.Short() {
		games = 300
	}
	var bounds boundsCount
	for seed := range games {
		random := rand.New(rand.NewPCG(uint64(seed), 0))
		size := 40
		switch {
		case seed%200 == 0:
			size = 2000
		case seed%50 == 0:
			size = 300
		}
		r := randomRules(random, size)
		r.missing[0] = false
		workers := []int{1, 2, 5}[seed%3]
		drawn := func() bool { return seed < 2_000 || random.IntN(4) == 0 }
		b := board{rules: r}
		single := *r
		single.classes = []uint64{0}
		want := brute(&single, false)
		reachable := reachableFrom(r, 0)
		if drawn() {
			check(t, seed, "keys", &keyed{b}, retrograde.Options{Workers: workers}, want, reachable)
		}
		if drawn() {
			check(t, seed, "identities", &named{b}, retrograde.Options{Workers: workers}, want, reachable)
		}
		if drawn() {
			check(t, seed, "index", &indexed{b}, retrograde.Options{Workers: workers}, want, reachable)
		}
		if drawn() {
			check(t, seed, "index, all", &indexed{b}, retrograde.Options{Workers: workers, All: true}, want, nil)
		}
		if drawn() {
			little := uint64(16)
			for i, first := range append(r.classes[1:len(r.classes):len(r.classes)], uint64(len(r.next))) {
				little += (first - r.classes[i] + 1) / 2 * 4
			}
			check(t, seed, "index, all, without memory for moves", &classed{indexed{b}}, retrograde.Options{Workers: workers, All: true, Memory: int64(little)}, want, nil)
		}
		if drawn() {
			check(t, seed, "classes, all", &classed{indexed{b}}, retrograde.Options{Workers: workers, All: true}, want, nil)
		}
		if drawn() {
			check(t, seed, "backwards, all", &backward{classed{indexed{b}}}, retrograde.Options{Workers: workers, All: true}, want, nil)
		}
		if drawn() {
			check(t, seed, "backwards", &backward{classed{indexed{b}}}, retrograde.Options{Workers: workers}, want, reachable)
		}
		if drawn() {
			bounds.check(t, seed, &named{b}, want, reachable)
		}
		if drawn() {
			want = brute(r, true)
			check(t, seed, "conversion", &backward{classed{indexed{b}}}, retrograde.Options{Workers: workers, All: true, Conversion: true}, want, nil)
		}
		if t.Failed() {
			return
		}
	}
	if !testing.Short() && (bounds.acyclic < 100 || bounds.equal < 1000 || bounds.apart < 1000) {
		t.Errorf("value iteration: %+v", bounds)
	}
}

func reachableFrom(r *rules, start int) []bool {
	seen := make([]bool, len(r.next))
	stack := []int{start}
	seen[start] = true
	for len(stack) > 0 {
		p := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, q := range r.next[p] {
			if !seen[q] {
				seen[q] = true
				stack = append(stack, q)
			}
		}
	}
	return seen
}

// A placed is a game that can be made the position with a number.
type placed interface{ place(at int) }

func (b *board) place(at int) { b.at = at }

func check[G interface {
	ply.AdversarialGame[int]
	placed
}](t *testing.T, seed int, way string, g G, opt retrograde.Options, want []retrograde.Value, reachable []bool) {
	t.Helper()
	s, err := retrograde.Solve(context.Background(), g, ply.Limits{}, opt)
	if err != nil || s.Status != ply.Complete {
		t.Errorf("game %d, %s: %v, error %v", seed, way, s.Status, err)
		return
	}
	missing := func(int) bool { return false }
	if x, ok := any(g).(interface{ gone(int) bool }); ok {
		missing = x.gone
	}
	var positions uint64
	for p := range want {
		g.place(p)
		got, err := s.Value(g)
		if reachable != nil && !reachable[p] || reachable == nil && missing(p) {
			if err == nil {
				t.Errorf("game %d, %s: position %d is %v, want none", seed, way, p, got)
			}
			continue
		}
		positions++
		if err != nil || got != want[p] {
			t.Errorf("game %d, %s, %d workers: position %d is %v, error %v, want %v", seed, way, opt.Workers, p, got, err, want[p])
			return
		}
	}
	if s.Positions != positions || s.Wins+s.Draws+s.Losses != positions {
		t.Errorf("game %d, %s: %d positions, %d + %d + %d, want %d", seed, way, s.Positions, s.Wins, s.Draws, s.Losses, positions)
	}
	g.place(0)
}

func (x *indexed) gone(p int) bool { return x.missing[p] }

// A solution is right by its own successors, and one that is changed anywhere is not.
func TestVerify(t *testing.T) {
	for seed := range uint64(200) {
		random := rand.New(rand.NewPCG(seed, 1))
		r := randomRules(random, 60)
		r.missing[0] = false
		for _, conversion := range []bool{false, true} {
			g := &backward{classed{indexed{board{rules: r}}}}
			all := random.IntN(2) == 0
			s, err := retrograde.Solve(context.Background(), g, ply.Limits{}, retrograde.Options{All: all, Conversion: conversion})
			if err != nil {
				t.Fatal(err)
			}
			opt := retrograde.VerifyOptions{All: all, Workers: 1 + random.IntN(3)}
			v, err := retrograde.Verify(context.Background(), g, s, opt)
			if err != nil || uint64(v.Nodes) != s.Positions || v.Status != ply.Complete {
				t.Fatalf("game %d: %+v, error %v", seed, v, err)
			}
			wrong := &falsified{Solution: s}
			for {
				wrong.index = random.Uint64N(uint64(len(r.next)))
				if wrong.value, _ = s.At(wrong.index); wrong.value.Plies != retrograde.Absent {
					break
				}
			}
			switch random.IntN(3) {
			case 0:
				wrong.value.Outcome++
			case 1:
				wrong.value.Plies += 2
			default:
				wrong.value = retrograde.Value{Plies: retrograde.Absent}
				if !all && wrong.index != 0 {
					continue // perhaps no other leads there
				}
			}
			if _, err := retrograde.Verify(context.Background(), g, wrong, opt); err == nil {
				t.Fatalf("game %d: index %d as %v was taken for right", seed, wrong.index, wrong.value)
			}
		}
		k := &keyed{board{rules: r}}
		s, err := retrograde.Solve(context.Background(), k, ply.Limits{}, retrograde.Options{})
		if err != nil {
			t.Fatal(err)
		}
		v, err := retrograde.Verify(context.Background(), k, s, retrograde.VerifyOptions{Workers: 2})
		if err != nil || uint64(v.Nodes) != s.Positions {
			t.Fatalf("game %d: %+v, error %v", seed, v, err)
		}
	}
}

// A falsified table has one wrong value.
type falsified struct {
	*retrograde.Solution
	index uint64
	value retrograde.Value
}

func (f *falsified) Read(first uint64, dst []retrograde.Value) error {
	err := f.Solution.Read(first, dst)
	if f.index >= first && f.index-first < uint64(len(dst)) {
		dst[f.index-first] = f.value
	}
	return err
}
