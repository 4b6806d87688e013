package ranks_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/ply-search/ply/examples/internal/ranks"
)

func TestRanks(t *testing.T) {
	const text = "3/1x1/O2/3"
	board := []byte("............")
	if err := ranks.Parse(text, 3, 4, "Ox", "stone", func(square, letter int) { board[square] = "Ox"[letter] }); err != nil {
		t.Fatal(err)
	}
	letter := func(square int) byte { return board[square] }
	if got := ranks.Write(3, 4, letter); got != text || !bytes.Equal(board, []byte("...O...x....")) {
		t.Errorf("%s, %s", got, board)
	}
	if got := ranks.Draw(3, 4, letter, " first", "", " third"); got != "4 . . . first\n3 . x .\n2 O . . third\n1 . . .\n  a b c\n" {
		t.Error(got)
	}
	for text, want := range map[string]string{
		"3/3":        "a board of 2 ranks: want 4",
		"3/3/3/2":    "rank 1 has 2 squares: want 3",
		"3/3/3/Oxxx": "rank 1 has 4 squares",
		"3/4/3/3":    "rank 3: '4' is no stone",
		"3/3/.2/3":   "rank 2: '.' is no stone",
	} {
		err := ranks.Parse(text, 3, 4, "Ox", "stone", func(int, int) {})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}
