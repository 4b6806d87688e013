package circuit

import (
	"context"
	"fmt"
	"io/fs"
	"math/bits"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ply-search/ply/examples/ggp/gdl"
	"github.com/ply-search/ply/examples/ggp/ground"
	"github.com/ply-search/ply/examples/ggp/reasoner"
	"github.com/ply-search/ply/examples/ggp/rules"
	"github.com/ply-search/ply/internal/long"
)

// TestAgreement compares the machines with the reasoner on all games of the folder PLY_GGP_GAMES, such as the public
// repository of the field: in random matches, before and after each simplification, of big games before and after one of
// them, which is another one in the next file. Games that are not grounded within the limits are listed.
func TestAgreement(t *testing.T) {
	folder := os.Getenv("PLY_GGP_GAMES")
	if folder == "" {
		t.Skip("PLY_GGP_GAMES names no folder of games")
	}
	var files []string
	if err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && strings.HasSuffix(path, ".kif") {
			files = append(files, path)
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	matches, lanes, games := 0, 0, 0
	for number, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			text, err := os.Open(file)
			if err != nil {
				t.Fatal(err)
			}
			defer text.Close()
			d, err := gdl.Parse(text)
			if err != nil {
				t.Skip(err)
			}
			patience := long.Or(20*time.Second, 2*time.Second)
			a := agreement{matches: 40, patience: patience, number: number, later: 3}
			if err := a.prepare(d, ground.Options{MaxTime: patience, MaxMemory: 1 << 30}); err != nil {
				t.Skip(err)
			}
			a.run(t)
			matches, lanes, games = matches+a.played, lanes+a.positions, games+1
		})
	}
	t.Logf("%d of %d games, %d matches with the reasoner, %d positions of lanes", games, len(files), matches, lanes)
}

// TestRules compares the machines with the reasoner on the games of this module.
func TestRules(t *testing.T) {
	for _, name := range rules.Names() {
		t.Run(name, func(t *testing.T) {
			text, _ := rules.Text(name)
			d, err := gdl.Parse(strings.NewReader(text))
			if err != nil {
				t.Fatal(err)
			}
			a := agreement{matches: long.Or(3, 1), patience: time.Hour, later: 3}
			if err := a.prepare(d, ground.Options{}); err != nil {
				t.Fatal(err)
			}
			a.run(t)
		})
	}
}

// An agreement compares all ways to play a game.
type agreement struct {
	number    int           // tells which simplification is left out if the game is big
	matches   int           // as many as that are played
	patience  time.Duration // or as many as that allows
	reasoner  *reasoner.Reasoner
	program   *ground.Program
	graph     *Graph // after all simplifications
	later     int    // the step after which a circuit is made for the rest of the match
	played    int
	positions int
}

func (a *agreement) prepare(d *gdl.Description, opt ground.Options) (err error) {
	ctx := context.Background()
	d, _ = d.Repair()
	if a.program, err = ground.Ground(ctx, d, opt); err != nil {
		return err
	}
	a.reasoner, err = reasoner.New(ctx, d, 0)
	return err
}

func (a *agreement) run(t *testing.T) {
	without := []Pass{0, AllPasses}
	big := len(a.program.Rules) >= long.Or(5000, 1000)
	passes := bits.Len(uint(passEnd)) - 1
	for i := range passes {
		if pass := Pass(1) << i; !big || i == a.number%passes {
			without = append(without, pass, AllPasses&^pass)
		}
	}
	var err error
	if a.graph, err = New(a.program); err != nil {
		t.Skip(err)
	}
	a.graph.Simplify(AllPasses)
	var machines []Walker
	for _, w := range without {
		c, err := compileWithout(a.program, w)
		if err != nil {
			t.Skip(err)
		}
		machines = append(machines, c.NewMachine())
	}
	whole := machines[0].(*Machine).Circuit
	machines = appendPropagator(t, machines, a.graph)
	source := rand.NewPCG(21, 22)
	a.positions = checkLanes(t, whole, source, 200)
	random := rand.New(source)
	for begin := time.Now(); a.played < a.matches && time.Since(begin) < a.patience; a.played++ {
		a.later = random.IntN(2 + a.match(t, slices.Clip(machines), random))
	}
}

// match plays a random match by the reasoner, and compares the machines with it in each position. In the middle of it,
// more join them, with a circuit for the rest of the match. It returns the number of steps.
func (a *agreement) match(t *testing.T, machines []Walker, random *rand.Rand) (steps int) {
	r := a.reasoner
	c := machines[0].(*Machine).Circuit
	numbers := make([]map[string]int32, len(c.Roles))
	for role, moves := range c.Moves {
		numbers[role] = make(map[string]int32)
		for i, m := range moves {
			numbers[role][m] = int32(i)
		}
	}
	check := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	state := r.Initial()
	for _, m := range machines {
		m.Reset()
	}
	for ; steps < 300; steps++ {
		if steps == a.later {
			middle := c.NewState()
			machines[0].Save(middle)
			g, err := a.graph.From(middle)
			check(err)
			g.Simplify(AllPasses)
			machines = appendPropagator(t, machines, g)
			small, err := g.Compile()
			check(err)
			machines = append(machines, small.NewMachine())
		}
		over := r.Terminal(state)
		check(r.Err())
		facts := texts(r, state)
		joint, numbered := make([]reasoner.Move, len(c.Roles)), make([]int32, len(c.Roles))
		stuck := false
		for role := range c.Roles {
			legal, goal := r.Legal(nil, state, role), r.Goal(state, role)
			check(r.Err())
			for i, m := range machines {
				if got := c.differing(m, facts); got != "" {
					t.Fatalf("machine %d: the facts differ: %s", i, got)
				}
				if m.Terminal() != over {
					t.Fatalf("machine %d: terminal is not %v in %v", i, over, facts)
				}
				if got, _ := m.Goal(role); got != goal {
					t.Fatalf("machine %d: goal %d of %s, want %d", i, got, c.Roles[role], goal)
				}
				if over {
					continue
				}
				var got []string
				for _, n := range m.Legal(role, nil) {
					got = append(got, c.Moves[role][n])
				}
				if want := texts(r, legal); !slices.Equal(sorted(got), want) {
					t.Fatalf("machine %d: %s can %v, want %v", i, c.Roles[role], got, want)
				}
			}
			if len(legal) == 0 {
				stuck = true
				continue
			}
			joint[role] = legal[random.IntN(len(legal))]
			numbered[role] = numbers[role][r.Text(joint[role])]
		}
		if over || stuck {
			return steps
		}
		next := r.Next(state, joint)
		check(r.Err())
		for i, m := range machines {
			check(m.Play(numbered))
			for role := range c.Roles {
				sees := r.Sees(nil, state, joint, role)
				check(r.Err())
				var got []string
				for _, n := range m.Sees(role, nil) {
					got = append(got, c.Percepts[role][n])
				}
				if want := texts(r, sees); !slices.Equal(sorted(got), want) {
					t.Fatalf("machine %d: %s sees %v, want %v", i, c.Roles[role], got, want)
				}
			}
		}
		state = next
	}
	return steps
}

// differing compares the facts of a machine's state with those wanted, and says what is missing or too much. A program
// need not have facts that nothing depends on.
func (s *Signature) differing(m Walker, want []string) string {
	state := s.NewState()
	m.Save(state)
	for i, f := range s.Facts {
		if _, wanted := slices.BinarySearch(want, f); wanted != state.Has(i) {
			return fmt.Sprintf("%s is %v", f, !wanted)
		}
	}
	return ""
}

func texts(r *reasoner.Reasoner, facts []reasoner.Fact) []string {
	names := make([]string, len(facts))
	for i, f := range facts {
		names[i] = r.Text(f)
	}
	return sorted(names)
}

func sorted(s []string) []string {
	slices.Sort(s)
	return s
}
