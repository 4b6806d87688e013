package puzzle_test

import (
	"strings"
	"testing"

	"github.com/ply-search/ply/examples/planning/puzzle"
)

// TestLevels reads the same level as collections write it: its solution takes two pushes to the right.
func TestLevels(t *testing.T) {
	for _, text := range []string{
		"######\n#@$ .#\n######", "######\n#@$-.#\n######\n", "######\n#@$_.#\n######", "######\r\n#@$ .#\r\n######\r\n\r\n", "######\r#@$ .#\r######",
		"6#|#@$-.#|6#", "6#|#@$-.#|6#|", "6#\n#@$1-.#\n6#\n", "6#|#pb-o#|6#", "-6#\n_#@$ .#\n-6#",
		"; a title\n######\n#@$ .#\n######", "Level 1\n'Bob'\n\n######\n#@$ .#\n######\nAuthor: Bob\nSolution: RR\n",
		"Title: first\n:: a comment\n1\n\n######\n#@$ .#\n######\n; 2\n#####\n#@$.#\n#####\n", "######\n#@$ .#\n######\n\n#####\n#@$.#\n#####\n",
		"\n\n   ######\n   #@$ .#\n   ######\n",
	} {
		p, err := puzzle.Sokoban(text, false)
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		if cost, _ := solve(t, game(t, p)); cost != 2 {
			t.Errorf("%q: cost %d, want 2", text, cost)
		}
	}
	for text, want := range map[string]string{
		"":                                  "there is no level",
		"only words\n":                      "there is no level",
		"#####\n#@?.#\n#####":               "2:3: want one of",
		"#####\nx@$.#\n#####":               `2:1: "x@$.#" within a level`,
		"#####\n#@$.#\n####4":               "3:5: a number without a sign",
		"999999999999999999999#":            "1:3: the board has more than",
		strings.Repeat("300#|", 2) + "300#": "the board has more than",
		"300|#":                             "there is no player",
		"500|#":                             "1:3: the board has more than",
	} {
		if _, err := puzzle.Sokoban(text, false); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.50q: %v, want %s", text, err, want)
		}
	}
}
