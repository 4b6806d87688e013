package doubleletter_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/dependency"
	"github.com/ply-search/ply/examples/doubleletter/doubleletter"
	"github.com/ply-search/ply/gametest"
)

// drawPuzzle draws a word up to a length, its alphabet and the goal.
func drawPuzzle(t *rapid.T, length int) (p *doubleletter.Puzzle, word string, alphabet int, goal rune) {
	alphabet = rapid.IntRange(3, 6).Draw(t, "alphabet")
	letter := rapid.RuneFrom([]rune("abcdef"[:alphabet]))
	word = rapid.StringOfN(letter, 1, length, -1).Draw(t, "word")
	goal = doubleletter.Any
	if rapid.Bool().Draw(t, "has goal") {
		goal = letter.Draw(t, "goal")
	}
	p, err := doubleletter.New(word, alphabet, goal)
	if err != nil {
		t.Fatal(err)
	}
	return p, word, alphabet, goal
}

func newGame(t interface{ Fatal(...any) }, p *doubleletter.Puzzle) *dependency.Game[doubleletter.Move] {
	g, err := p.Game()
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// solvable goes through all words that a word can become.
func solvable(word string, alphabet int, goal rune, seen map[string]bool) bool {
	if len(word) == 1 {
		return goal == doubleletter.Any || goal == rune(word[0])
	}
	if seen[word] {
		return false
	}
	seen[word] = true
	for i := range word[1:] {
		if word[i] != word[i+1] {
			continue
		}
		for _, step := range []int{1, alphabet - 1} {
			letter := 'a' + (int(word[i]-'a')+step)%alphabet
			if solvable(word[:i]+string(rune(letter))+word[i+2:], alphabet, goal, seen) {
				return true
			}
		}
	}
	return false
}

func TestSolvable(t *testing.T) {
	solved := 0
	rapid.Check(t, func(t *rapid.T) {
		p, word, alphabet, goal := drawPuzzle(t, 9)
		want := solvable(word, alphabet, goal, make(map[string]bool))
		g := newGame(t, p)
		result, err := dependency.Search(t.Context(), g, ply.Limits{}, dependency.Options[doubleletter.Move]{StopAtSolution: true})
		if err != nil || result.Found != want {
			t.Fatalf("%s: found %v, error %v, want %v", word, result.Found, err, want)
		}
		if !want {
			return
		}
		solved++
		words := p.Words(result.Line)
		last := words[len(words)-1]
		if words[0] != word || len(last) != 1 || !solvable(last, alphabet, goal, nil) {
			t.Fatalf("%s: solution %v", word, words)
		}
		for i, m := range result.Line {
			if !slices.Contains(g.Moves(nil), m) || !follows(words[i], words[i+1], alphabet) {
				t.Fatalf("%s: solution %v is wrong at move %d, %v", word, words, i, m)
			}
			g.Play(m)
		}
		if !g.Solved() {
			t.Fatalf("%s: not solved by %v", word, words)
		}
	})
	if solved == 0 {
		t.Error("no word could be solved")
	}
}

// follows reports whether one move makes a word another.
func follows(before, after string, alphabet int) bool {
	for i := range before[1:] {
		if before[i] == before[i+1] && len(after) == len(before)-1 && before[:i] == after[:i] && before[i+2:] == after[i+1:] {
			step := (int(after[i]) - int(before[i]) + alphabet) % alphabet
			if step == 1 || step == alphabet-1 {
				return true
			}
		}
	}
	return false
}

func TestLaws(t *testing.T) {
	gametest.CheckEach(t, func(t *rapid.T) func() *dependency.Game[doubleletter.Move] {
		p, _, _, _ := drawPuzzle(t, 8)
		return func() *dependency.Game[doubleletter.Move] { return newGame(t, p) }
	})
}

// TestNeeding compares the moves that need a condition with all moves.
func TestNeeding(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, word, alphabet, _ := drawPuzzle(t, 5)
		g := newGame(t, p)
		want := make(map[ply.Condition]map[doubleletter.Move]bool)
		n := int8(len(word))
		for from := range n {
			for middle := from + 1; middle < n; middle++ {
				for to := middle + 1; to <= n; to++ {
					for letter := int8(1); int(letter) <= alphabet; letter++ {
						for _, step := range []int{1, alphabet - 1} {
							m := doubleletter.Move{From: from, Middle: middle, To: to, Letter: letter, Result: int8((int(letter)-1+step)%alphabet + 1)}
							for _, c := range p.Footprint(m, ply.Footprint{}).Preconditions {
								if want[c] == nil {
									want[c] = make(map[doubleletter.Move]bool)
								}
								want[c][m] = true
							}
						}
					}
				}
			}
		}
		for cell := range int32(g.Cells()) {
			for value := range int32(alphabet + 3) {
				c := ply.Condition{Cell: cell, Value: value}
				moves := p.Needing(c, nil)
				if len(moves) != len(want[c]) {
					t.Fatalf("%v: %d moves, want %d", c, len(moves), len(want[c]))
				}
				for _, m := range moves {
					if !want[c][m] {
						t.Fatalf("%v: %v, which does not need it", c, m)
					}
				}
			}
		}
	})
}

func TestNewRefuses(t *testing.T) {
	for _, test := range []struct {
		word     string
		alphabet int
		goal     rune
		want     string
	}{
		{"aab", 2, doubleletter.Any, "an alphabet of 2 letters"},
		{"aab", 27, doubleletter.Any, "an alphabet of 27 letters"},
		{"", 5, doubleletter.Any, "a word of 0 letters"},
		{strings.Repeat("a", 65), 5, doubleletter.Any, "a word of 65 letters"},
		{"aafb", 5, doubleletter.Any, `letter 3 of the word is 'f'`},
		{"aab", 5, 'f', "goal 'f'"},
	} {
		if _, err := doubleletter.New(test.word, test.alphabet, test.goal); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("error %v, want %s", err, test.want)
		}
	}
}

func ExamplePuzzle() {
	puzzle, err := doubleletter.New("aaccadd", 5, doubleletter.Any)
	if err != nil {
		fmt.Println(err)
		return
	}
	game, err := puzzle.Game()
	if err != nil {
		fmt.Println(err)
		return
	}
	result, err := dependency.Search(context.Background(), game, ply.Limits{}, dependency.Options[doubleletter.Move]{StopAtSolution: true})
	fmt.Println(strings.Join(puzzle.Words(result.Line), " "), err)
	// Output: aaccadd bccadd bbadd bbae aae ee d <nil>
}
