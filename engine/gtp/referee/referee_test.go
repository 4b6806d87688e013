package referee_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ply-search/ply/engine/gtp"
	"github.com/ply-search/ply/engine/gtp/referee"
)

// A counting game is won by the side that says 10: sides take turns in saying a number one or two greater than the last
// one. Black begins.
type counting struct {
	last int
	turn gtp.Colour
	said []string
}

func (g *counting) Turn() (gtp.Colour, bool) { return g.turn, g.last >= 10 }

func (g *counting) Play(move string) (string, error) {
	n, err := strconv.Atoi(strings.TrimPrefix(move, "+"))
	if err != nil || n <= g.last || n > g.last+2 || n > 10 {
		return "", fmt.Errorf("%s after %d", move, g.last)
	}
	g.last, g.turn = n, 1-g.turn
	told := strconv.Itoa(n)
	g.said = append(g.said, told)
	return told, nil
}

// scripted starts an engine that says one number more, but greets its third genmove with what its manner is.
func scripted(ctx context.Context, name, manner string, starts *int) *referee.Contestant {
	return &referee.Contestant{Name: name, Start: func() (*gtp.Client, error) {
		if *starts++; manner == "absent" && *starts > 1 {
			return nil, errors.New("no such program")
		}
		last, asked := 0, 0
		s := &gtp.Server{}
		end := func() {}
		quiet := func(context.Context, []string) (string, error) {
			last = 0
			return "", nil
		}
		s.Handle("clear_board", quiet)
		s.Handle("play", func(_ context.Context, args []string) (string, error) {
			if manner == "deaf" && asked == 2 {
				return "", errors.New("unacceptable")
			}
			var err error
			last, err = strconv.Atoi(args[1])
			return "", err
		})
		s.Handle("genmove", func(ctx context.Context, _ []string) (string, error) {
			if asked++; asked == 3 {
				switch manner {
				case "dies", "absent":
					end()
				case "hangs":
					<-ctx.Done()
				case "cheats":
					return strconv.Itoa(last), nil
				case "strays":
					return "pass", nil
				case "refuses":
					return "", errors.New("no idea")
				case "resigns":
					return "Resign", nil
				}
			}
			last++
			return fmt.Sprintf("+%d", last), nil
		})
		return gtp.Local(func(in io.Reader, out io.Writer) error {
			ctx, cancel := context.WithCancel(ctx)
			defer cancel()
			end = cancel
			if manner == "babbles" {
				out = babbler{out}
			}
			return s.Serve(ctx, in, out)
		}), nil
	}}
}

// A babbler says what is no reply with the fifth number.
type babbler struct{ io.Writer }

func (b babbler) Write(p []byte) (int, error) {
	if strings.Contains(string(p), "+5") {
		return io.WriteString(b.Writer, "what?\n\n")
	}
	return b.Writer.Write(p)
}

// TestMatch plays matches between an engine that plays and one with a manner. Both add 1 each time, so that the side that
// moves second says 10.
func TestMatch(t *testing.T) {
	for manner, want := range map[string]struct {
		wins   int
		faults []int  // games lost by a fault
		reason string // of the last of them
		starts int
	}{
		"plays":   {2, nil, "", 1},
		"resigns": {3, nil, "", 1}, // the first game, in which it moves second
		"dies":    {4, []int{1, 2, 3, 4}, "has ended", 4},
		"hangs":   {4, []int{1, 2, 3, 4}, "does not answer", 4},
		"cheats":  {4, []int{1, 2, 3, 4}, "illegal move: ", 4},
		"strays":  {4, []int{1, 2, 3, 4}, "illegal move: pass after", 4},
		"refuses": {4, []int{1, 2, 3, 4}, "refused: no idea", 4},
		"deaf":    {4, []int{1, 2, 3, 4}, "refused: unacceptable", 4},
		"babbles": {2, []int{2, 4}, "keep to the protocol", 2}, // the games that it begins, in which it would say 5
		"absent":  {4, []int{1, 2, 3, 4}, "no such program", 4},
	} {
		t.Run(manner, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				var starts, others int
				a, b := scripted(ctx, "a", "plays", &others), scripted(ctx, "b", manner, &starts)
				defer a.Close()
				defer b.Close()
				if err := b.Open(); err != nil {
					t.Fatal(err)
				}
				r := referee.Referee{Timeout: time.Minute, Setup: []string{"clear_board"}}
				var done []int
				record, err := referee.Match(ctx, 4, a, b, func(first, second *referee.Contestant) (referee.Verdict, error) {
					g := &counting{}
					players := referee.Players{first, second}
					resigned, err := r.Lead(ctx, g, players)
					return referee.Judge(g, players, resigned, err, func() *referee.Contestant { return players[1-g.turn] })
				}, func(games int) { done = append(done, games) })
				if err != nil || !slices.Equal(done, []int{1, 2, 3, 4}) {
					t.Fatalf("error %v after %v", err, done)
				}
				if record.Wins != want.wins || record.Losses != 4-want.wins || record.Draws != 0 || starts != want.starts || others != 1 {
					t.Errorf("%+v, started %d times, the other %d", record, starts, others)
				}
				var faults []int
				for _, f := range record.Forfeited {
					faults = append(faults, f.Game)
					if f.Engine != "b" {
						t.Errorf("%+v", f)
					}
				}
				if !slices.Equal(faults, want.faults) {
					t.Errorf("faults in games %v", faults)
				} else if n := len(faults); n > 0 && !strings.Contains(record.Forfeited[n-1].Reason, want.reason) {
					t.Errorf("%+v, want %q", record.Forfeited, want.reason)
				}
			})
		})
	}
}

// TestMatchEnds has a match that ends with its context, in its third game, which does not count.
func TestMatchEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		a, b := scripted(ctx, "a", "plays", new(int)), scripted(ctx, "b", "plays", new(int))
		defer a.Close()
		defer b.Close()
		r := referee.Referee{Timeout: time.Minute, Setup: []string{"clear_board"}}
		games := 0
		record, err := referee.Match(ctx, 100, a, b, func(first, second *referee.Contestant) (referee.Verdict, error) {
			if games++; games == 3 {
				cancel()
			}
			g := &counting{}
			players := referee.Players{first, second}
			resigned, err := r.Lead(ctx, g, players)
			return referee.Judge(g, players, resigned, err, func() *referee.Contestant { return nil })
		}, nil)
		if err != nil || games != 3 || record.Draws != 2 || record.Wins+record.Losses != 0 {
			t.Errorf("%+v after %d games, error %v", record, games, err)
		}
	})
}
