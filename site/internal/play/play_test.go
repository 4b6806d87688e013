package play

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/connectfour/connectfour"
	"github.com/ply-search/ply/examples/othello/othello"
	"github.com/ply-search/ply/mcts"
	"github.com/ply-search/ply/site/internal/svg"
)

// TestGames plays each game to its end by the moves that a search thinks best, and looks at what the page is told.
func TestGames(t *testing.T) {
	harmless := regexp.MustCompile(`^[\w-]{1,20}$`)
	for _, game := range Games() {
		t.Run(game.Name, func(t *testing.T) {
			s, err := game.Start()
			if err != nil {
				t.Fatal(err)
			}
			start := s.Position(-1)
			moves, most := 0, 500
			if game.Name == "2048" {
				most = 100 // a game has a thousand
			}
			limit := time.Millisecond
			for p := start; !p.Finished && moves < most; p = s.Position(-1) {
				if moves%200 == 199 { // on a busy machine a search may see nothing in that time, and pieces go to and fro
					limit *= 16
				}
				cells := drawn(t, p.Board)
				names := map[string]bool{}
				for _, m := range p.Moves {
					if names[m.Name] || !harmless.MatchString(m.Name) {
						t.Fatalf("move %d: the name %q is taken, or does not fit into an address", moves, m.Name)
					}
					names[m.Name] = true
					for _, c := range m.Path {
						if !slices.Contains(cells, c) {
							t.Fatalf("move %d: %v has cell %q, want one of %q", moves, m, c, cells)
						}
					}
				}
				thought, err := s.Think(t.Context(), limit, func(Thought) {})
				if err != nil {
					t.Fatal(err)
				}
				if !names[thought.Best] {
					t.Fatalf("move %d: the best move is %q, want one of %v", moves, thought.Best, p.Moves)
				}
				if moves == 0 {
					checkThought(t, s)
				}
				if thought.Hints != "" {
					drawn(t, thought.Hints)
				}
				if err := s.Play(thought.Best); err != nil {
					t.Fatal(err)
				}
				moves++
			}
			end := s.Position(-1)
			drawn(t, end.Board)
			if moves == 500 || len(end.Played) < moves || end.Said == "" {
				t.Errorf("after %d moves %q were played, and the page says %q", moves, end.Played, end.Said)
			}
			if err := s.Play("nonsense"); !errors.Is(err, ErrIllegal) {
				t.Errorf("a move with a wrong name: error %v", err)
			}
			for range end.Played {
				if err := s.Undo(); err != nil && !errors.Is(err, ErrIllegal) {
					t.Fatal(err)
				}
			}
			if p := s.Position(-1); p.Board != start.Board || len(p.Played) != len(start.Played) {
				t.Errorf("all taken back, %q are left and the board is %s", p.Played, p.Board)
			}
		})
	}
}

// TestTree reads a saved tree.
func TestTree(t *testing.T) {
	game, err := connectfour.New("4")
	if err != nil {
		t.Fatal(err)
	}
	tree, err := mcts.New(game, mcts.Options[connectfour.Drop]{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tree.Search(t.Context(), ply.Limits{Nodes: 500}); err != nil {
		t.Fatal(err)
	}
	var saved bytes.Buffer
	if err := tree.Save(&saved); err != nil {
		t.Fatal(err)
	}
	for _, g := range Games() {
		s, err := g.Start()
		if err != nil {
			t.Fatal(err)
		}
		if g.Name == "connectfour" {
			if err := s.Play("4"); err != nil {
				t.Fatal(err)
			}
		}
		found, err := s.Tree(bytes.NewReader(saved.Bytes()), 1, 0)
		switch {
		case g.Name != "connectfour":
			if err == nil || found != nil || !strings.Contains(err.Error(), "mcts: ") {
				t.Errorf("%s: error %v", g.Name, err)
			}
		case err != nil || len(found.Nodes) != 8 || len(found.Nodes[1].Label) < 3 || found.Nodes[1].Label[1] != '\n':
			t.Errorf("graph %+v, error %v", found, err)
		}
	}
}

// TestMargins checks that the names of the moves can be read beside each board.
func TestMargins(t *testing.T) {
	margin := regexp.MustCompile(`<text class="margin"[^>]*>([^<]+)</text>`)
	for name, want := range map[string]string{
		"connectfour": "1 2 3 4 5 6 7", "othello": "1 2 3 4 5 6 7 8 a b c d e f g h", "breakthrough": "1 2 3 4 5 6 7 8 a b c d e f g h",
		"loa": "1 2 3 4 5 6 7 8 a b c d e f g h", "go": "1 2 3 4 5 6 7 8 9 A B C D E F G H J", "phantom": "1 2 3 a b c",
		"havannah": "1 2 3 4 5 6 7 8 9 a b c d e f g h i", "2048": "1 1 2 2 3 3 4 4",
	} {
		game, err := Find(name)
		if err != nil {
			t.Fatal(err)
		}
		s, err := game.Start()
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, m := range margin.FindAllStringSubmatch(s.Position(0).Board, -1) {
			got = append(got, m[1])
		}
		slices.Sort(got)
		if text := strings.Join(got, " "); text != want {
			t.Errorf("%s: beside the board stand %q, want %q", name, text, want)
		}
	}
	for _, game := range Games() {
		if s, err := game.Start(); err != nil || !margin.MatchString(s.Position(0).Board) {
			t.Errorf("%s has no names beside its board, error %v", game.Name, err)
		}
	}
}

// checkThought looks at what a search of some length tells the page.
func checkThought(t *testing.T, s Session) {
	t.Helper()
	var thought Thought
	for limit := 200 * time.Millisecond; limit < time.Minute; limit *= 2 { // on a busy machine nothing may be done in that time
		var err error
		if thought, err = s.Think(t.Context(), limit, func(Thought) {}); err != nil {
			t.Fatal(err)
		}
		if thought.Rate > 0 && len(thought.Opinions)+len(thought.Depths) > 0 {
			break
		}
	}
	visits := func(a, b Opinion) int { return b.Visits - a.Visits }
	if len(s.Position(-1).Sides) > 1 && len(thought.Opinions)+len(thought.Depths) == 0 || !slices.IsSortedFunc(thought.Opinions, visits) {
		t.Errorf("the search thinks %+v, want something of each move, or of each depth", thought)
	}
	if thought.Rate <= 0 || thought.Searched <= 0 {
		t.Errorf("%d %s, %f a second", thought.Searched, thought.Unit, thought.Rate)
	}
}

// drawn returns the names of the cells of a picture, which must be XML.
func drawn(t *testing.T, picture string) (cells []string) {
	t.Helper()
	for d := xml.NewDecoder(strings.NewReader(picture)); ; {
		token, err := d.Token()
		if err == io.EOF {
			return cells
		}
		if err != nil {
			t.Fatalf("%v in %s", err, picture)
		}
		if e, ok := token.(xml.StartElement); ok {
			for _, a := range e.Attr {
				if a.Name.Local == "data-cell" {
					cells = append(cells, a.Value)
				}
			}
		}
	}
}

// TestReports checks that what is told of a search at work, which plays on the game, is told of the position that it began in.
func TestReports(t *testing.T) {
	started, err := othelloGame().Start()
	if err != nil {
		t.Fatal(err)
	}
	s := started.(*session[*othello.Game, othello.Move])
	want, place, reports := s.game.Hash(), s.place, 0
	s.place = func(g *othello.Game, m othello.Move) (from, to svg.Point) {
		if g.Hash() != want {
			t.Fatal("told of another position")
		}
		return place(g, m)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	if _, err := s.Think(ctx, time.Hour, func(Thought) {
		if reports++; reports == 20 {
			cancel()
		}
	}); err != nil {
		t.Fatal(err)
	}
}

// TestCancel ends a search whose time is long.
func TestCancel(t *testing.T) {
	for _, game := range Games() {
		s, err := game.Start()
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		begin := time.Now()
		if _, err := s.Think(ctx, time.Hour, func(Thought) { cancel() }); err != nil {
			t.Errorf("%s: %v", game.Name, err)
		}
		cancel()
		if took := time.Since(begin); took > 5*time.Minute {
			t.Errorf("%s: the search ended after %v", game.Name, took)
		}
	}
}

// TestHidden looks at what a side is told of a game that hides moves: nothing, until it is over.
func TestHidden(t *testing.T) {
	s, err := phantomGame().Start()
	if err != nil {
		t.Fatal(err)
	}
	for _, move := range []string{"a1", "b2", "a2", "c3", "a3"} { // X has the first column
		for viewer := range 2 {
			if p := s.Position(viewer); !p.Hidden || p.Finished {
				t.Errorf("before %s side %d sees %+v, want hidden moves", move, viewer, p)
			}
		}
		if err := s.Play(move); err != nil {
			t.Fatal(err)
		}
	}
	if p := s.Position(1); p.Hidden || !p.Finished {
		t.Errorf("at the end a side sees %+v, want all moves", p)
	}
}

func TestFind(t *testing.T) {
	if g, err := Find("connectfour"); err != nil || g.Title != "Connect Four" {
		t.Errorf("%+v, error %v", g, err)
	}
	if _, err := Find("nonsense"); !errors.Is(err, ErrUnknown) {
		t.Errorf("error %v, want %v", err, ErrUnknown)
	}
}
