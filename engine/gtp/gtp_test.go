package gtp_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/engine/gtp"
)

// nim is a heap of as many counters as the board is large; a move takes that many away.
type nim struct {
	size  int
	moves []int
	clock engine.Clock // at the last genmove
}

func (n *nim) BoardSize(size int) error {
	if size > 100 {
		return errors.New("unacceptable size")
	}
	n.size = size
	return n.ClearBoard()
}
func (n *nim) ClearBoard() error { n.moves = n.moves[:0]; return nil }
func (n *nim) Play(_ gtp.Colour, move string) error {
	var k int
	if _, err := fmt.Sscan(move, &k); err != nil || k < 1 || k > 3 {
		return fmt.Errorf("illegal move %q", move)
	}
	n.moves = append(n.moves, k)
	return nil
}
func (n *nim) Generate(_ context.Context, c gtp.Colour, clock engine.Clock) (string, error) {
	n.clock = clock
	return "2", n.Play(c, "2")
}
func (n *nim) Regard(context.Context, gtp.Colour, engine.Clock) (string, error) { return "3", nil }
func (n *nim) FinalScore() (string, error)                                      { return "W+1", nil }
func (n *nim) Undo() error {
	if len(n.moves) == 0 {
		return errors.New("cannot undo")
	}
	n.moves = n.moves[:len(n.moves)-1]
	return nil
}
func (n *nim) ShowBoard() string { return fmt.Sprintf("size %d\n\nmoves %v", n.size, n.moves) }
func serve(t *testing.T, in string) string {
	t.Helper()
	s := &gtp.Server{Name: "nim", Version: "1"}
	s.Add(&nim{size: 10})
	var out bytes.Buffer
	if err := s.Serve(t.Context(), strings.NewReader(in), &out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestReplies(t *testing.T) {
	for in, want := range map[string]string{
		"":                                    "",
		"\n \n# only a comment\n":             "",
		"name\n":                              "= nim\n\n",
		"7 name":                              "=7 nim\n\n",
		"protocol_version":                    "= 2\n\n",
		"known_command play":                  "= true\n\n",
		"known_command fly":                   "= false\n\n",
		"5 fly":                               "?5 unknown command\n\n",
		"5":                                   "?5 unknown command\n\n",
		"play w 2 # two\r\n":                  "=\n\n",
		"play\tw\t2":                          "=\n\n",
		"play w":                              "? 1 arguments, want 2\n\n",
		"play red 2":                          "? \"red\" is no colour: want black or white\n\n",
		"play b 9":                            "? illegal move \"9\"\n\n",
		"genmove White":                       "= 2\n\n",
		"reg_genmove b":                       "= 3\n\n",
		"undo":                                "? cannot undo\n\n",
		"genmove b\nundo\nundo":               "= 2\n\n=\n\n? cannot undo\n\n",
		"boardsize 7\nshowboard":              "=\n\n=\nsize 7\nmoves []\n\n",
		"boardsize x":                         "? \"x\" is no whole number of 0 or more\n\n",
		"boardsize 101":                       "? unacceptable size\n\n",
		"time_settings 10 0 0":                "=\n\n",
		"time_settings 10 0":                  "? 2 arguments, want 3\n\n",
		"time_left b NaN 0":                   "? \"NaN\" is no time in seconds\n\n",
		"final_score":                         "= W+1\n\n",
		"quit\nname":                          "=\n\n",
		"na\x01me":                            "= nim\n\n",
		strings.Repeat("x", 1<<17) + "\nname": "? line longer than 65536 bytes\n\n= nim\n\n",
	} {
		if got := serve(t, in); got != want {
			t.Errorf("%.40q: %q, want %q", in, got, want)
		}
	}
	if list := serve(t, "list_commands"); !strings.Contains(list, "\ngenmove\n") || !strings.Contains(list, "\nlist_commands\n") {
		t.Errorf("commands %q", list)
	}
}

type broken struct{}

func (broken) Read([]byte) (int, error)  { return 0, io.ErrUnexpectedEOF }
func (broken) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

func TestBrokenPipes(t *testing.T) {
	s := new(gtp.Server)
	if err := s.Serve(t.Context(), broken{}, io.Discard); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Error(err)
	}
	if err := s.Serve(t.Context(), strings.NewReader("name\n"), broken{}); !errors.Is(err, io.ErrClosedPipe) {
		t.Error(err)
	}
}

// FuzzServe checks that any input gets well-formed replies.
func FuzzServe(f *testing.F) {
	f.Add("1 boardsize 5\nplay w a1\n2 genmove b\nquit\n")
	f.Add("\x00\xff 1 1\r\n#\n")
	f.Add("time_settings 1e300 -1 99999999999999999999\nboardsize -1")
	f.Add("\xef\xbb\xbfkgs-time_settings byoyomi 0 3 10\ntime_left b -3 10\nloadsgf a b 1\n")
	f.Fuzz(func(t *testing.T, in string) {
		for reply := range strings.SplitSeq(strings.TrimSuffix(serve(t, in), "\n\n"), "\n\n") {
			if reply != "" && reply[0] != '=' && reply[0] != '?' {
				t.Fatalf("reply %q to %q", reply, in)
			}
		}
	})
}

func Example() {
	server := &gtp.Server{Name: "nim", Version: "1"}
	server.Add(&nim{size: 10})
	server.Handle("hello", func(_ context.Context, args []string) (string, error) {
		return "hello " + strings.Join(args, " "), nil
	})
	in := strings.NewReader("1 play black 2\n2 genmove white\n3 hello you\n4 quit\n")
	if err := server.Serve(context.Background(), in, os.Stdout); err != nil {
		fmt.Println(err)
	}
	// Output:
	// =1
	//
	// =2 2
	//
	// =3 hello you
	//
	// =4
}
