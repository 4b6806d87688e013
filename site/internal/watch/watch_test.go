package watch

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"testing"
)

// TestDemos runs each demo with its least, usual and greatest settings, and looks at the frames.
func TestDemos(t *testing.T) {
	for _, d := range Demos() {
		t.Run(d.Name, func(t *testing.T) {
			if d.Short == "" || d.About == "" || d.Paper == "" {
				t.Errorf("%+v says too little", d)
			}
			if code, err := d.Code(); err != nil || strings.Count(code, "\n") > 30 {
				t.Errorf("code %s, error %v", code, err)
			}
			for _, of := range []func(Setting) int{
				func(s Setting) int { return s.Least }, func(s Setting) int { return s.Used }, func(s Setting) int { return s.Most },
			} {
				v, err := d.Values(nil)
				if err != nil {
					t.Fatal(err)
				}
				for _, s := range d.Settings {
					v[s.Name] = of(s)
				}
				film, err := d.Run(t.Context(), v, nil)
				if err != nil {
					t.Fatalf("%v: %v", v, err)
				}
				n := film.Len()
				for _, i := range []int{0, n / 3, n - 1} {
					f := film.Frame(i)
					if f.Said == "" || len(f.Panels) == 0 {
						t.Errorf("%v: frame %d of %d is %+v", v, i, n, f)
					}
					for _, p := range f.Panels {
						for d := xml.NewDecoder(strings.NewReader(p.Picture)); err == nil; {
							_, err = d.Token()
						}
						if err != io.EOF {
							t.Errorf("%v: frame %d: %v in %s", v, i, err, p.Picture)
						}
						err = nil
					}
				}
			}
		})
	}
}

// TestFigures compares last frames with what is known of the problems.
func TestFigures(t *testing.T) {
	for _, test := range []struct{ name, want string }{
		{"incremental-transpositions", "nodes 512, different positions 42, visited again 470, state complete, " +
			"nodes 60, different positions 42, visited again 18, state complete"},
		{"alpha-beta", "value -30, value by minimax -30"},
		{"proof-numbers", "answer disproved, proof number ∞, disproof number 0"},
		{"dependency", "nodes 41, word ceddbbeed, breadth first 136, solution ceddbbeed ceebbeed ceeceed ceecdd cdcdd cdcc cdd cc b"},
		{"blocks", "blocks 17, moves made 74, positions in blocks 221, different positions 192, positions one by one 192"},
		{"nested-rollout-policy-adaptation", "playouts 900"},
		{"astar", "state a solution of 28 moves"},
		{"regret", "value -0.05556"}, // -1/18
	} {
		d, err := Find(test.name)
		if err != nil {
			t.Fatal(err)
		}
		v, err := d.Values(nil)
		if err != nil {
			t.Fatal(err)
		}
		film, err := d.Run(t.Context(), v, nil)
		if err != nil {
			t.Fatal(err)
		}
		frame := film.Frame(film.Len() - 1)
		var figures []string
		for _, p := range frame.Panels {
			for _, f := range p.Figures {
				figures = append(figures, f.Name+" "+f.Value)
			}
		}
		if got := strings.Join(figures, ", "); !strings.Contains(got, test.want) {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
}

// TestFrames looks at single frames and what they say.
func TestFrames(t *testing.T) {
	film := func(name string, v Values) Film {
		t.Helper()
		d, err := Find(name)
		if err != nil {
			t.Fatal(err)
		}
		v, err = d.Values(v)
		if err != nil {
			t.Fatal(err)
		}
		f, err := d.Run(t.Context(), v, nil)
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	// The rows of both players are in one order.
	regrets := film("regret", nil)
	first := regrets.Frame(0)
	if !strings.HasPrefix(first.Said, "After 1 iteration a player") {
		t.Errorf("the first frame says %q", first.Said)
	}
	for i, want := range []string{"J, J call raise, Q, Q call raise, K, K call raise", "J call, J raise, Q call, Q raise, K call, K raise"} {
		var keys []string
		for _, f := range first.Panels[i].Figures[:6] {
			keys = append(keys, f.Name)
		}
		if got := strings.Join(keys, ", "); got != want {
			t.Errorf("player %d: rows %s, want %s", i, got, want)
		}
	}
	// A* plays its solution, move by move, up to the puzzle in order.
	ways := film("astar", Values{"size": 3, "shuffles": 10}).(*slidingFilm)
	moves := len(ways.solution())
	if moves == 0 || ways.Len() != ways.nodes()+moves {
		t.Errorf("%d frames of %d nodes and a solution of %d moves", ways.Len(), ways.nodes(), moves)
	}
	puzzle := func(i int) string {
		panels := ways.Frame(i).Panels
		return panels[len(panels)-1].Picture
	}
	for i := ways.nodes(); i < ways.Len(); i++ {
		if puzzle(i) == puzzle(i-1) {
			t.Errorf("frame %d shows no move of the solution", i)
		}
	}
	done := &sliding{size: 3, cells: []uint8{0, 1, 2, 3, 4, 5, 6, 7, 8}}
	if want := done.draw(fmt.Sprintf("The puzzle after %d of %d moves", moves, moves)); puzzle(ways.Len()-1) != want {
		t.Errorf("the last frame shows %s, want %s", puzzle(ways.Len()-1), want)
	}
	// Moves are named by columns and rows, which stand beside the boards.
	for name, want := range map[string]string{"uct": "1 2 3 4 5 6 7\n", "proof-numbers": "  a b c d\n1 . . . .\n"} {
		if text := film(name, nil).Frame(0).Panels[0].Text; !strings.Contains(text, want) {
			t.Errorf("%s: no %q beside the board:\n%s", name, want, text)
		}
	}
}

// TestCounts looks for words that do not fit their numbers in all that the films of small searches say.
func TestCounts(t *testing.T) {
	wrong := regexp.MustCompile(`\b1 (nodes|moves|positions|iterations|simulations|visits|blocks|playouts)\b|\b([02-9]|\d\d+) (node|move|position|iteration|simulation|visit|block|playout)\b`)
	for _, d := range Demos() {
		v, err := d.Values(nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range d.Settings {
			v[s.Name] = s.Least
		}
		film, err := d.Run(t.Context(), v, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, i := range []int{0, film.Len() - 1} {
			f := film.Frame(i)
			texts := []string{f.Said}
			for _, p := range f.Panels {
				texts = append(texts, p.Title, p.Picture)
				for _, f := range p.Figures {
					texts = append(texts, f.Value)
				}
			}
			for _, text := range texts {
				if found := wrong.FindString(text); found != "" {
					t.Errorf("%s, frame %d: %q in %.200s", d.Name, i, found, text)
				}
			}
		}
	}
}

// TestProblems looks at the captures, which textbooks have.
func TestProblems(t *testing.T) {
	for i, want := range []string{"Captured by C4", "Not captured", "Captured by E5"} {
		film, err := watchThreats(t.Context(), Values{"problem": i + 1}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := film.Frame(film.Len() - 1).Said; !strings.HasPrefix(got, want) {
			t.Errorf("problem %d: %s, want %s", i+1, got, want)
		}
	}
}

// TestBlocks goes through deals in blocks, which have all positions that a search without blocks visits, and no others.
func TestBlocks(t *testing.T) {
	larger := 0
	for seed := range 40 {
		film, err := watchBlocks(t.Context(), Values{"seed": seed, "suits": 3, "ranks": 4}, nil)
		if err != nil {
			t.Fatal(err)
		}
		f := film.(*blockFilm)
		last := f.blocks[len(f.blocks)-1]
		if last.different != f.positions {
			t.Errorf("deal %d: the blocks have %d positions, want %d", seed, last.different, f.positions)
		}
		if last.positions > 2*last.moves {
			larger++
		}
	}
	if larger < 5 {
		t.Errorf("%d deals have many more positions in blocks than moves, want some", larger)
	}
}

func TestValues(t *testing.T) {
	d, err := Find("incremental-transpositions")
	if err != nil {
		t.Fatal(err)
	}
	if v, err := d.Values(map[string]int{"seed": 3}); err != nil || v["seed"] != 3 || v["suits"] != 3 {
		t.Errorf("%v, error %v", v, err)
	}
	if _, err := d.Values(map[string]int{"ranks": 99}); !errors.Is(err, ErrSetting) {
		t.Errorf("error %v, want %v", err, ErrSetting)
	}
	if _, err := Find("nonsense"); !errors.Is(err, ErrUnknown) {
		t.Errorf("error %v, want %v", err, ErrUnknown)
	}
}
