package rival_test

import (
	"bufio"
	"fmt"
	"io"
	"math/rand/v2"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ply-search/ply/arena"
	"github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/engine/gtp"
	"github.com/ply-search/ply/engine/rival"
	"github.com/ply-search/ply/engine/uci"
)

// hear answers each command as answer says and returns pipes to it. heard gets the commands.
func hear(heard *[]string, mu *sync.Mutex, answer func(command string) string) (io.Reader, io.WriteCloser) {
	in, to := io.Pipe()
	from, out := io.Pipe()
	go func() {
		for lines := bufio.NewScanner(in); lines.Scan(); {
			mu.Lock()
			*heard = append(*heard, lines.Text())
			mu.Unlock()
			if text := answer(lines.Text()); text != "" {
				fmt.Fprintln(out, text)
			}
		}
		out.Close()
	}()
	return from, to
}

// Programs are told their clocks.
func TestClocks(t *testing.T) {
	s, m := time.Second, time.Minute
	for _, c := range []struct {
		clock    engine.Clock
		uci, gtp []string // patterns of commands, of which each must be heard
	}{
		{engine.Clock{Left: 10 * m, Increment: 2 * s}, []string{`go wtime \d+ btime \d+ winc 2000 binc 2000`},
			[]string{"time_settings 600 0 0", `time_left black \d+ 0`}},
		{engine.Clock{Left: 10 * m, Moves: 40}, []string{`go wtime \d+ btime \d+ winc 0 binc 0 movestogo 40`, `go .* movestogo 39`},
			[]string{"time_settings 0 600 40", `time_left black \d+ 40`, `time_left black \d+ 39`}},
		{engine.Clock{Left: 10 * m, Period: 30 * s}, []string{`go movetime 630000`}, []string{"time_settings 600 30 1", `time_left black \d+ 0`}},
		{engine.Clock{Period: 30 * s}, []string{`go movetime 30000`}, []string{"time_settings 0 30 1", "time_left black 30 1"}},
	} {
		var mu sync.Mutex
		var heard [2][]string
		talks := [2]func() (rival.Talk, error){
			func() (rival.Talk, error) {
				return rival.UCI(uci.NewClient(hear(&heard[0], &mu, func(command string) string {
					switch word, _, _ := strings.Cut(command, " "); word {
					case "uci":
						return "uciok"
					case "isready":
						return "readyok"
					case "go":
						return "bestmove t1"
					}
					return ""
				})), ""), nil
			},
			func() (rival.Talk, error) {
				return rival.GTP(gtp.NewClient(hear(&heard[1], &mu, func(command string) string {
					if strings.HasPrefix(command, "genmove") {
						return "= t1\n"
					}
					return "=\n"
				})), gtp.Black), nil
			},
		}
		for i, wanted := range [][]string{c.uci, c.gtp} {
			p := rival.Program[*heap, int]{Start: talks[i]}
			opening := func(int, *rand.Rand) (*heap, error) { return heapOf(8), nil }
			r, err := arena.Match(t.Context(), opening, p.NewPlayer, first, arena.Options{Games: 2, Clock: c.clock})
			p.Close()
			mu.Lock()
			all := strings.Join(heard[i], "\n")
			mu.Unlock()
			if err != nil || r.Wins != 1 || r.Losses != 1 {
				t.Errorf("%+v, error %v, after\n%s", r.Score, err, all)
			}
			for _, pattern := range wanted {
				if !regexp.MustCompile("(?m)^" + pattern + "$").MatchString(all) {
					t.Errorf("%+v: no %q in\n%s", c.clock, pattern, all)
				}
			}
		}
	}
}
