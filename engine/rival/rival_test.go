package rival_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ply-search/ply/arena"
	"github.com/ply-search/ply/engine/gtp"
	"github.com/ply-search/ply/engine/rival"
	"github.com/ply-search/ply/engine/uci"
	"github.com/ply-search/ply/internal/testgames"
)

// A heap writes moves as takes.
type heap struct{ testgames.Heap }

func heapOf(stones int) *heap { return &heap{testgames.Heap{Stones: stones}} }

func (h *heap) AppendMove(dst []byte, n int) []byte { return fmt.Appendf(dst, "t%d", n) }
func (h *heap) ParseMove(text string) (int, error) {
	var n int
	if _, err := fmt.Sscanf(text, "t%d", &n); err != nil || n < 1 || n > min(h.Stones, 3) || text != fmt.Sprintf("t%d", n) {
		return 0, fmt.Errorf("%q with %d stones", text, h.Stones)
	}
	return n, nil
}

// TestMain makes the test program a program with a manner, if it is told one.
func TestMain(m *testing.M) {
	if protocol, manner, ok := strings.Cut(os.Getenv("PLY_RIVAL"), " "); ok {
		fake(protocol, manner)
		return
	}
	os.Exit(m.Run())
}

// fake takes one stone at a time, until its second move of a game, with which it shows its manner.
func fake(protocol, manner string) {
	if manner == "leaves" {
		return
	}
	moves := 0
	choose := func(stones int) string {
		if moves++; moves == 2 {
			switch manner {
			case "dies":
				os.Exit(3)
			case "hangs":
				time.Sleep(time.Hour)
			case "is late":
				time.Sleep(time.Second)
			case "cheats":
				return "t4"
			case "babbles":
				fmt.Print("what?\n\n")
			case "raves":
				fmt.Println(strings.Repeat("x ", 1<<20))
			case "never ends":
				for {
					fmt.Println("info string more")
				}
			case "resigns":
				return "resign"
			case "shouts":
				return "T1"
			case "says nothing":
				return ""
			}
		}
		return "t1"
	}
	stones := 0
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		words := strings.Fields(in.Text())
		switch {
		case len(words) == 0:
		case words[0] == "quit":
			if protocol == "gtp" {
				fmt.Print("=\n\n")
			}
			return
		case protocol == "gtp" && words[0] == "play":
			stones--
			fmt.Print("=\n\n")
		case protocol == "gtp" && words[0] == "genmove":
			fmt.Printf("= %s\n\n", choose(stones))
		case protocol == "gtp":
			moves = 0
			fmt.Print("=\n\n")
		case words[0] == "uci":
			fmt.Println("uciok")
		case words[0] == "isready":
			fmt.Println("readyok")
		case words[0] == "ucinewgame":
			moves = 0
		case words[0] == "go":
			fmt.Println("bestmove", choose(stones))
		}
	}
}

// first takes one stone.
func first() arena.Player[*heap, int] {
	return func(context.Context, *heap, *rand.Rand) (int, error) { return 1, nil }
}

// talk starts the test program as a program that speaks a protocol.
func talk(protocol string) (rival.Talk, error) {
	name, err := os.Executable()
	if err != nil {
		return nil, err
	}
	if protocol == "gtp" {
		c, err := gtp.Start(name)
		if err != nil {
			return nil, err
		}
		return rival.GTP(c, gtp.Black, "clear_board"), nil
	}
	c, err := uci.Start(name)
	if err != nil {
		return nil, err
	}
	return rival.UCI(c, "nodes 1"), nil
}

// TestManners plays two games of eight stones, from the side of a program that moves first in one of them. All take one stone, so
// the side that moves second takes the last.
func TestManners(t *testing.T) {
	for _, c := range []struct {
		manner, uci, gtp string // why all games are lost, or "" if they are played to the end
	}{
		{"plays", "", ""},
		{"shouts", "", ""},
		{"absent", "no such program", "no such program"},
		{"leaves", "has ended", "has ended"},
		{"dies", "has ended", "has ended"},
		{"hangs", "does not answer", "does not answer"},
		{"is late", "does not answer", "does not answer"},
		{"never ends", "does not answer", "keep to the protocol"},
		{"cheats", "illegal move", "illegal move"},
		{"says nothing", "illegal move", "illegal move"},
		{"resigns", "resigned", "resigned"},
		{"babbles", "", "keep to the protocol"},
		{"raves", "", "keep to the protocol"},
	} {
		for protocol, reason := range map[string]string{"uci": c.uci, "gtp": c.gtp} {
			t.Run(c.manner+" by "+protocol, func(t *testing.T) {
				t.Setenv("PLY_RIVAL", protocol+" "+c.manner)
				var starts atomic.Int64
				p := rival.Program[*heap, int]{Timeout: time.Minute, Start: func() (rival.Talk, error) {
					if starts.Add(1); c.manner == "absent" {
						return nil, errors.New("no such program")
					}
					return talk(protocol)
				}}
				if strings.Contains(reason, "not answer") {
					p.Timeout = 100 * time.Millisecond
				}
				defer p.Close()
				var forfeits []arena.Forfeit
				r, err := arena.Match(t.Context(), func(int, *rand.Rand) (*heap, error) { return heapOf(8), nil }, p.NewPlayer, first,
					arena.Options{Games: 2, Forfeited: func(f arena.Forfeit) { forfeits = append(forfeits, f) }})
				if err != nil {
					t.Fatal(err)
				}
				wins, count := 1, 0
				if reason != "" {
					wins, count = 0, 2
				}
				if r.Wins != wins || r.Losses != 2-wins || len(forfeits) != count {
					t.Errorf("%+v, forfeits %v", r.Score, forfeits)
				}
				for i, f := range forfeits {
					if f.Game != i || f.Player != 0 || !strings.Contains(f.Error(), reason) {
						t.Errorf("%+v, want %q", f, reason)
					}
				}
				if n := starts.Load(); reason == "" && n != 1 || reason != "" && n != 2 {
					t.Errorf("started %d times", n)
				}
			})
		}
	}
}

// TestOpenings has two programs play each other from openings, in two games at a time.
func TestOpenings(t *testing.T) {
	t.Setenv("PLY_RIVAL", "uci plays")
	position := func(h *heap) string { return fmt.Sprint(h.Stones) }
	a := rival.Program[*heap, int]{Start: func() (rival.Talk, error) { return talk("uci") }, Position: position}
	b := rival.Program[*heap, int]{Start: func() (rival.Talk, error) { return talk("uci") }, Position: position}
	defer a.Close()
	defer b.Close()
	r, err := arena.Match(t.Context(), arena.RandomOpening(2, func() (*heap, error) { return heapOf(12), nil }), a.NewPlayer, b.NewPlayer,
		arena.Options{Games: 8, Workers: 2, Forfeited: func(f arena.Forfeit) { t.Error(f) }})
	if err != nil || r.Wins != 4 {
		t.Errorf("%+v, %v", r, err)
	}
}

// A quiet Talk notes what it is told, and takes one stone.
type quiet struct{ told *[]string }

func (q quiet) NewGame(context.Context) error { *q.told = append(*q.told, "new"); return nil }
func (q quiet) Move(_ context.Context, g rival.Game) (string, error) {
	*q.told = append(*q.told, fmt.Sprintf("%s %v %v %d", g.Start, g.Moves, g.Sides, g.ToMove))
	return "t1", nil
}
func (q quiet) Close() { *q.told = append(*q.told, "close") }

// TestTold has what a program is told in two games, and that it is closed when the context ends.
func TestTold(t *testing.T) {
	var told []string
	p := rival.Program[*heap, int]{Start: func() (rival.Talk, error) { return quiet{&told}, nil }, Position: func(h *heap) string { return fmt.Sprint(h.Stones) }}
	if _, err := arena.Match(t.Context(), func(int, *rand.Rand) (*heap, error) { return heapOf(4), nil }, p.NewPlayer, first, arena.Options{Games: 2}); err != nil {
		t.Fatal(err)
	}
	p.Close()
	want := "[new 4 [] [] 0 4 [t1 t1] [0 1] 0 new 4 [t1] [0] 1 4 [t1 t1 t1] [0 1 0] 1 close]"
	if got := fmt.Sprint(told); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := p.NewPlayer()(ctx, heapOf(4), nil); !errors.Is(err, context.Canceled) && err != nil {
		t.Error(err)
	}
}
