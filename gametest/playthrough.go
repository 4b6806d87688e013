package gametest

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/ply-search/ply"
)

var rewrite = flag.Bool("gametest.rewrite", false, "gametest: write the files of playthroughs anew")

const playthroughMoves = 60

// Playthrough plays 60 random moves, and begins a new game whenever a game is finished. It describes each position in a
// text, and compares the text with a file in the directory testdata. file is the name of this file. Playthrough reports
// the first lines that differ as an error of t. In this way it finds changes in the behaviour of a game, even if they
// break no law.
//
// seed determines the moves. With the test flag -gametest.rewrite, Playthrough writes the file instead of comparing it.
// Use the flag the first time, and after intended changes. Games whose hashes differ from run to run, for example
// because they are made with package [hash/maphash], are not supported.
//
// The file is a text with a paragraph for each position. A paragraph states the number of moves played, the last move,
// the legal moves, and the results of the other methods of the game, such as hash and outcome. It ends with the text
// that the String method of the game returns. Identities and information keys are in hexadecimal. At the start, the
// cells that are not 0 are listed; later, the cells that have changed, with old and new values.
func Playthrough[G ply.Game[M], M comparable](t *testing.T, newGame func() G, file string, seed uint64) {
	t.Helper()
	got, err := playThrough(makerOf(newGame).newGame, seed)
	if err != nil {
		t.Fatalf("playthrough %s: %v", file, err)
	}
	path := filepath.Join("testdata", file)
	if *rewrite {
		if err := writePlaythrough(path, got); err != nil {
			t.Fatalf("playthrough: %v", err)
		}
		t.Logf("playthrough: %s is written anew", path)
		return
	}
	want, err := os.ReadFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		t.Fatalf("playthrough: there is no %s\n%s", path, howToRewrite(t.Name()))
	case err != nil:
		t.Fatalf("playthrough: %v", err)
	}
	// The checkout may have changed the line ends.
	text := strings.ReplaceAll(string(want), "\r\n", "\n")
	if difference := firstDifference(path, text, got); difference != "" {
		t.Errorf("%s%s", difference, howToRewrite(t.Name()))
	}
}

func howToRewrite(test string) string {
	var pattern []string
	for part := range strings.SplitSeq(test, "/") {
		pattern = append(pattern, "^"+regexp.QuoteMeta(part)+"$")
	}
	return fmt.Sprintf("To accept what the game does now: go test -run '%s' -gametest.rewrite", strings.Join(pattern, "/"))
}

func writePlaythrough(path, text string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	return os.WriteFile(path, []byte(text), 0o666)
}

// playThrough returns the text of a playthrough. A panic of the game is an error.
func playThrough(newGame func() *subject, seed uint64) (text string, err error) {
	var line []move
	defer func() {
		if value := recover(); value != nil {
			err = fmt.Errorf("the game panicked after %v: %v%s", line, value, origin())
		}
	}()
	var b strings.Builder
	fmt.Fprintf(&b, "# A random playthrough, made by gametest.Playthrough with seed %d.\n", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	for played := 0; played < playthroughMoves; played += len(line) {
		line = line[:0]
		g := newGame()
		now := observe(g, true)
		b.WriteString("\nmoves played: 0\n")
		describe(&b, g, now, nil)
		for len(now.moves) > 0 && played+len(line) < playthroughMoves {
			m := now.moves[random.IntN(len(now.moves))]
			line = append(line, m)
			fmt.Fprintf(&b, "\nmoves played: %d\nmove: %v\n", len(line), m)
			if c := g.Coster; c != nil {
				fmt.Fprintf(&b, "cost: %d\n", c.Cost(m))
			}
			g.Play(m)
			before := now
			now = observe(g, true)
			describe(&b, g, now, before)
		}
		if len(line) == 0 {
			break // there are no moves at the start
		}
	}
	return b.String(), nil
}

func describe(b *strings.Builder, g *subject, now, before *observation) {
	line := func(has bool, format string, value any) {
		if has {
			fmt.Fprintf(b, format+"\n", value)
		}
	}
	line(g.Turn != nil, "to move: %d", now.side)
	line(g.Simultaneous != nil, "round: %d", now.round)
	line(g.Puzzle != nil, "solved: %v", now.solved)
	line(g.Estimator != nil, "estimate: %d", now.estimate)
	line(g.Hasher != nil, "hash: %016x", now.hash)
	if len(now.images) > 0 {
		line(true, "canonical hash: %016x", slices.Min(now.images))
	}
	line(now.identity != "", "identity: %x", now.identity)
	for player, key := range now.keys {
		fmt.Fprintf(b, "information of player %d: %x\n", player, key)
	}
	switch {
	case before == nil && len(now.cells) > 0:
		b.WriteString("cells other than 0:")
		for i, value := range now.cells {
			if value != 0 {
				fmt.Fprintf(b, " %d=%d", i, value)
			}
		}
		b.WriteByte('\n')
	case len(now.cells) > 0:
		b.WriteString("changed:" + changes(before.cells, now.cells) + "\n")
	}
	fmt.Fprintf(b, "moves: %v\n", now.moves)
	answersOf(g, now.moves, func(method string, results ...any) {
		for i, r := range results {
			if floats, ok := r.([]float32); ok { // their last digits differ between processors
				results[i] = fmt.Sprintf("%.3g", floats)
			}
		}
		fmt.Fprintf(b, "%s: %s", strings.TrimSuffix(method, ","), fmt.Sprintln(results...))
	})
	if now.drawing != "" {
		b.WriteString(indent(now.drawing))
	}
}

func changes(before, now []int32) string {
	var b strings.Builder
	for i := range min(len(before), len(now)) {
		if before[i] != now[i] {
			fmt.Fprintf(&b, " cell %d from %d to %d;", i, before[i], now[i])
		}
	}
	return strings.TrimSuffix(b.String(), ";")
}

func firstDifference(path, want, got string) string {
	const shown = 3
	if want == got {
		return ""
	}
	wanted, seen := strings.Split(want, "\n"), strings.Split(got, "\n")
	from := 0
	for from < min(len(wanted), len(seen)) && wanted[from] == seen[from] {
		from++
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s:%d: the game plays otherwise now\n", path, from+1)
	for _, side := range []struct {
		name  string
		lines []string
	}{{"want:", wanted}, {"got: ", seen}} {
		rest := side.lines[from:]
		if len(rest) == 0 {
			fmt.Fprintf(&b, "%s (end)\n", side.name)
		}
		for _, line := range rest[:min(shown, len(rest))] {
			fmt.Fprintf(&b, "%s %s\n", side.name, line)
		}
	}
	return b.String()
}
