package player

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/ply-search/ply/examples/ggp/game"
	"github.com/ply-search/ply/examples/ggp/gdl"
)

// TestNarrowing plays matches in which the player goes over to smaller circuits, with trees of one and of two workers.
func TestNarrowing(t *testing.T) {
	for _, name := range []string{"connectfour", "twoboards"} {
		d, err := gdl.Parse(strings.NewReader(text(t, name)))
		if err != nil {
			t.Fatal(err)
		}
		rules, err := game.Load(context.Background(), d, 0, game.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for workers := 1; workers <= 2; workers++ {
			opt := Options{MaxMemory: 1 << 24, Workers: workers}
			b, err := newBrain(rules, 0, false, opt, rand.New(rand.NewPCG(1, 1)))
			if err != nil {
				t.Fatal(err)
			}
			follow := game.NewMany(rules)
			gates := rules.Size().Gates()
			for number := 0; len(follow.Moves(nil)) > 0; number++ {
				if number%2 == 0 {
					think(t, b, follow)
				}
				joint := make([]game.Move, len(rules.Roles))
				texts := make([]string, len(rules.Roles))
				for role := range joint {
					legal := follow.Legal(role, nil)
					joint[role] = legal[number%len(legal)]
					texts[role] = rules.Text(joint[role])
				}
				if err := follow.PlayRound(joint); err != nil {
					t.Fatal(err)
				}
				if err := b.advance(turn{moves: texts}); err != nil {
					t.Fatal(err)
				}
				if want := slices.Collect(follow.Holding); !slices.Equal(b.facts(), want) {
					t.Fatalf("%s: %v, want %v", name, b.facts(), want)
				}
			}
			if left := narrowingOf(t, b).rules.Size().Gates(); left > gates*9/10 {
				t.Errorf("%s: %d of %d gates are left at the end", name, left, gates)
			}
		}
	}
}

// think lets a player search its turn, after what was begun in earlier ones is ready.
func think(t *testing.T, b brain, present *game.Many) {
	t.Helper()
	if n := narrowingOf(t, b); n.next != nil {
		later := <-n.next
		n.next <- later
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var found Decision
	err := b.think(ctx, func(d Decision) {
		if found = d; d.Simulations > 0 {
			cancel()
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	var legal []string
	for _, m := range present.Legal(0, nil) {
		legal = append(legal, present.Text(m))
	}
	if !slices.Contains(legal, found.Move) {
		t.Fatalf("%s is not one of %v", found.Move, legal)
	}
}

func narrowingOf(t *testing.T, b brain) *narrowing {
	t.Helper()
	switch b := b.(type) {
	case *treeBrain:
		return &b.narrowing
	case *jointBrain:
		return &b.narrowing
	}
	t.Fatalf("a %T has no circuit", b)
	return nil
}
