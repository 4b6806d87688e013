package learn

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

var notation = Notation[*race, int]{Game: "race", New: newRace}

func TestSetFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "games.jsonl")
	r, err := playSet(context.Background(), newRace, []NamedPlayer[*race, int]{{"a", careless}, {"ü\n", careless}},
		SelfPlayOptions[int]{game: "race", Games: 30, Opening: 2, Explore: 0.2, MaxMoves: 9})
	if err != nil {
		t.Fatal(err)
	}
	words := notation
	words.Text = func(g *race, m int) string { return fmt.Sprintf("%d/%d", m, g.side) }
	for _, n := range []Notation[*race, int]{notation, words} {
		if err := n.Write(name, r); err != nil {
			t.Fatal(err)
		}
		got, err := n.Read(name)
		if err != nil || !reflect.DeepEqual(got.Records, r.Records) || got.Damaged != nil || got.truncated || got.Game != "race" || got.lines[29] != 31 {
			t.Errorf("%+v, %v", got, err)
		}
	}
	ends := map[string]int{}
	for _, record := range r.Records {
		ends[record.End]++
	}
	if ends[""] == 0 || ends[moveLimit] == 0 {
		t.Errorf("ends %v, want both kinds", ends)
	}
}

const header = `{"format":"ply games","version":1,"game":"race"}` + "\n"

// A game in which side 0 takes all twelve stones.
const wholeGame = `{"moves":["3","1","3","1","3","1","3"],"outcome":1000,"players":["a","b"]}` + "\n"

func TestDamagedLines(t *testing.T) {
	name := filepath.Join(t.TempDir(), "g")
	for _, test := range []struct{ line, want string }{
		{"{", "unexpected end of JSON input"},
		{"[]", "json: cannot unmarshal array"},
		{`{"moves":["3","1","4"]}`, `move 3, "4", is not legal`},
		{`{"moves":["3","1","3","1","3","1","3","1"],"outcome":1000}`, `move 8, "1", is not legal`},
		{`{"moves":["3"]}`, "the game is not finished"},
		{`{"moves":["3"],"end":"quit"}`, `an end of kind "quit"`},
		{`{"moves":["3"],"end":"limit","outcome":3}`, "an outcome of 3 of a game that was broken off"},
		{`{"moves":["3"],"end":"limit","opening":2}`, "an opening of 2 moves in a game of 1"},
		{`{"moves":["3"],"end":"limit","opening":-1}`, "an opening of -1 moves"},
		{`{"moves":["3"],"end":"limit","explored":[1]}`, "explored moves [1] in a game of 1 moves"},
		{`{"moves":["3"],"end":"limit","explored":[-1]}`, "explored moves [-1]"},
		{strings.Replace(strings.TrimSpace(wholeGame), "1000", "-1000", 1), "the outcome is 1000 for side 0, not -1000"},
	} {
		if err := os.WriteFile(name, []byte(header+wholeGame+"\n"+test.line+"\n"+wholeGame), 0o666); err != nil {
			t.Fatal(err)
		}
		s, err := notation.Read(name)
		if err != nil {
			t.Errorf("%s: %v", test.line, err)
			continue
		}
		want := "learn: " + name + ":4: " + test.want
		if len(s.Records) != 2 || !reflect.DeepEqual(s.lines, []int{2, 5}) || len(s.Damaged) != 1 ||
			!strings.HasPrefix(s.Damaged[0].Error(), want) {
			t.Errorf("%s: %d games, damaged %v, want %s", test.line, len(s.Records), s.Damaged, want)
		}
	}
	for data, want := range map[string]string{
		"":     "no file of games",
		"{}\n": `no file of games: its format is ""`,
		strings.Replace(header, "race", "chess", 1): `games of "chess", want "race": it belongs to another game`,
		strings.Replace(header, ":1", ":7", 1):      "a file of games of version 7, want 1",
	} {
		if err := os.WriteFile(name, []byte(data), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := notation.Read(name); err == nil || !strings.HasPrefix(err.Error(), "learn: "+name+":1: "+want) {
			t.Errorf("%q: %v, want %s", data, err, want)
		}
	}
}

// A killed process may leave any beginning of the file, to which the rest can be appended.
func TestAppendAfterAnInterruption(t *testing.T) {
	name := filepath.Join(t.TempDir(), "g")
	whole := header + wholeGame + wholeGame
	for size := range len(whole) + 1 {
		if err := os.WriteFile(name, []byte(whole[:size]), 0o666); err != nil {
			t.Fatal(err)
		}
		w, before, err := notation.append(name)
		if err != nil {
			t.Fatal(size, err)
		}
		if len(before.Damaged) > 0 {
			t.Errorf("%d bytes: damaged %v", size, before.Damaged)
		}
		record := Record[int]{Moves: []int{3, 1, 3, 1, 3, 1, 3}, Outcome: 1000, Players: [2]string{"a", "b"}}
		for range 2 - len(before.Records) {
			if err := w.append(record); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.close(); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(name); err != nil || string(got) != whole {
			t.Errorf("%d bytes: %q, %v", size, got, err)
		}
	}
}

// A file of something else is not written to.
func TestAppendKeepsOtherFiles(t *testing.T) {
	name := filepath.Join(t.TempDir(), "g")
	for _, data := range []string{"my only copy", "{}", "a\nb\n", strings.Replace(header, "race", "chess", 1)} {
		if err := os.WriteFile(name, []byte(data), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, _, err := notation.append(name); err == nil {
			t.Errorf("%q: no error", data)
		}
		if got, err := os.ReadFile(name); err != nil || string(got) != data {
			t.Errorf("%q has become %q, %v", data, got, err)
		}
	}
}

// A run that is interrupted goes on with the number of the next game, and plays the same games.
func TestSelfPlayGoesOn(t *testing.T) {
	name := filepath.Join(t.TempDir(), "g")
	options := SelfPlayOptions[int]{game: "race", Games: 20, Explore: 0.1, Opening: 1, Workers: 2}
	whole, err := playSet(context.Background(), newRace, two, options)
	if err != nil {
		t.Fatal(err)
	}
	last := 0
	options.Progress = func(games int) { last = games }
	for _, games := range []int{7, 20, 20, 15} {
		options.Games = games
		r, err := notation.SelfPlay(context.Background(), name, two, options)
		want := 20
		if games == 7 {
			want = 7
		}
		if err != nil || !reflect.DeepEqual(r.Records, whole.Records[:want]) || len(r.lines) != want || r.lines[want-1] != want+1 || last != want {
			t.Fatalf("%d games, %v, want the first %d", len(r.Records), err, want)
		}
	}
	got, err := notation.Read(name)
	if err != nil || !reflect.DeepEqual(got.Records, whole.Records) {
		t.Errorf("other games, or %v", err)
	}
}

func FuzzSetFile(f *testing.F) {
	f.Add([]byte(header + wholeGame + `{"moves":["3","1"],"opening":1,"explored":[1],"end":"limit"}` + "\n"))
	f.Add([]byte(header + "{\n" + wholeGame[:20]))
	f.Add([]byte("{"))
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := notation.parse("f", data)
		if err != nil {
			return
		}
		if lines := bytes.Count(data, []byte("\n")); len(s.Records)+len(s.Damaged) > lines {
			t.Errorf("%d games and %d damaged lines in %d", len(s.Records), len(s.Damaged), lines)
		}
		for _, r := range s.Records {
			line, err := notation.encode(r)
			if err != nil {
				t.Fatal(err)
			}
			again, err := notation.decode(bytes.TrimSpace(line))
			if err != nil || fmt.Sprintf("%#v", again) != fmt.Sprintf("%#v", r) && len(r.Explored) > 0 && len(r.Moves) > 0 {
				t.Errorf("%+v, %v after writing %+v", again, err, r)
			}
		}
	})
}
