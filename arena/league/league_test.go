package league_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/arena"
	"github.com/ply-search/ply/arena/internal/contesttest"
	"github.com/ply-search/ply/arena/league"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/internal/stop"
	"github.com/ply-search/ply/internal/testgames"
)

// duellists are players of different strengths: the greater the number, the more often one is greedy.
func duellists(n int) (entries []league.Entry[*testgames.Duel, int]) {
	for i := range n {
		player := func(ctx context.Context, d *testgames.Duel, random *rand.Rand) (int, error) {
			if random.IntN(n-1) < i {
				return contesttest.Greedy(ctx, d, random)
			}
			return contesttest.Chance(ctx, d, random)
		}
		entries = append(entries, league.Entry[*testgames.Duel, int]{Name: fmt.Sprint("greedy ", i),
			New: func() arena.Player[*testgames.Duel, int] { return player }})
	}
	return entries
}

// fighters are players of a melee for several.
func fighters(n int) (entries []league.Entry[*testgames.Melee, int]) {
	for i := range n {
		player := func(_ context.Context, g *testgames.Melee, random *rand.Rand) (int, error) {
			moves := g.Moves(nil)
			return moves[min(i, random.IntN(len(moves)))], nil
		}
		entries = append(entries, league.Entry[*testgames.Melee, int]{Name: fmt.Sprint(i),
			New: func() arena.Player[*testgames.Melee, int] { return player }})
	}
	return entries
}

func melees(_ int, random *rand.Rand) (*testgames.Melee, error) {
	return &testgames.Melee{Seed: random.Uint64(), Count: 3, Depth: 9, Width: 3, Most: 2}, nil
}

// groups counts how often groups of players have met, in the order of their seats.
func groups(games []league.Game) map[string]int {
	met := map[string]int{}
	for _, g := range games {
		met[strings.Join(g.Players, "-")]++
	}
	return met
}

// Everyone who meets by the schedule has every seat equally often.
func TestSchedules(t *testing.T) {
	for _, c := range []struct {
		schedule league.Schedule
		want     string // of two, and of three players
		of3      string
	}{
		{league.RoundRobin, "0-1 0-2 0-3 1-2 1-3 2-3", "0-1-2 0-1-3 0-2-3 1-2-3"},
		{league.Gauntlet, "0-1 0-2 0-3", "0-1-2 0-1-3 0-2-3"},
		{league.Ladder, "0-1 1-2 2-3", "0-1-2 1-2-3"},
	} {
		opt := league.Options{Schedule: c.schedule, Rounds: 2}
		entries := duellists(4)
		for i := range entries {
			entries[i].Name = fmt.Sprint(i)
		}
		two, err := league.Play(t.Context(), contesttest.Duels, entries, opt)
		if err != nil {
			t.Fatal(err)
		}
		three, err := league.Play(t.Context(), melees, fighters(4), opt)
		if err != nil {
			t.Fatal(err)
		}
		for want, r := range map[string]league.Result{c.want: two, c.of3: three} {
			wanted := map[string]int{}
			for group := range strings.FieldsSeq(want) {
				names := strings.Split(group, "-")
				for range names {
					wanted[strings.Join(names, "-")] = 2
					names = append(names[1:], names[0])
				}
			}
			if met := groups(r.Games); r.Status != ply.Complete || !reflect.DeepEqual(met, wanted) || r.Nodes != len(r.Games) {
				t.Errorf("%v: %v, want %v", c.schedule, met, wanted)
			}
		}
	}
}

// A league of two is the match with the same random numbers.
func TestLeagueOfTwoIsAMatch(t *testing.T) {
	entries := duellists(2)
	opt := arena.Options{Games: 60, Random: rand.NewPCG(5, 5), MaxMoves: 12}
	m, err := arena.Match(t.Context(), contesttest.Duels, entries[0].New, entries[1].New, opt)
	if err != nil {
		t.Fatal(err)
	}
	l, err := league.Play(t.Context(), contesttest.Duels, entries, league.Options{Rounds: 30, Random: rand.NewPCG(5, 5), MaxMoves: 12})
	if err != nil {
		t.Fatal(err)
	}
	var score arena.Score
	moves := 0
	for i, g := range l.Games {
		own := slices.Index(g.Players, entries[0].Name)
		if own != i%2 {
			t.Errorf("game %d: %v", i, g.Players)
		}
		switch v := g.Values[own]; {
		case v > 0:
			score.Wins++
		case v == 0:
			score.Draws++
		default:
			score.Losses++
		}
		moves += g.Moves
	}
	score.Pairs = m.Pairs
	if score != m.Score || moves != m.Moves {
		t.Errorf("%v in %d moves, the match %v in %d", score, moves, m.Score, m.Moves)
	}
}

// A league that is interrupted again and again has the result of one that is not, for any number of workers, and so have its shares.
func TestLeagueGoesOn(t *testing.T) {
	testLeagueGoesOn(t, contesttest.Duels, duellists(4))
	testLeagueGoesOn(t, melees, fighters(4))
}

func testLeagueGoesOn[G ply.Game[int]](t *testing.T, opening func(int, *rand.Rand) (G, error), entries []league.Entry[G, int]) {
	folder := t.TempDir()
	long.Checks(t, 20, 8)
	rapid.Check(t, func(t *rapid.T) {
		file := filepath.Join(folder, fmt.Sprint(rapid.Uint64().Draw(t, "file")))
		defer os.Remove(file)
		seed := rapid.Uint64().Draw(t, "seed")
		played := func(ctx context.Context, opt league.Options) league.Result {
			opt.Rounds, opt.MaxMoves, opt.Random = 4, 20, rand.NewPCG(seed, 1)
			opt.Schedule = league.Schedule(seed % 3)
			r, err := league.Play(ctx, opening, entries, opt)
			if err != nil {
				t.Fatal(err)
			}
			r.Elapsed = 0
			return r
		}
		want := played(t.Context(), league.Options{Workers: 1})
		for part := 0; ; part++ {
			ctx, cancel := context.WithCancel(stop.ReportEach(t.Context(), 1))
			old := -1
			workers := rapid.IntRange(1, 4).Draw(t, "workers")
			stopAfter := rapid.IntRange(1, 20).Draw(t, "games")
			got := played(ctx, league.Options{Workers: workers, File: file, Progress: func(r league.Result) {
				if old < 0 {
					old = len(r.Games)
				}
				if len(r.Games) > old+stopAfter {
					cancel()
				}
			}})
			cancel()
			if got.Status == ply.Complete {
				if !reflect.DeepEqual(got, want) {
					t.Fatalf("%+v, want %+v", got, want)
				}
				break
			}
			if got.Status != ply.Cancelled || len(got.Games) >= len(want.Games) {
				t.Fatalf("%+v", got)
			}
			// A killed process leaves a part of a line.
			f, err := os.OpenFile(file, os.O_APPEND|os.O_WRONLY, 0)
			if err != nil {
				t.Fatal(err)
			}
			f.WriteString(`{"crc":"00`)
			f.Close()
		}
		shares := rapid.IntRange(1, 5).Draw(t, "shares")
		all := make([]league.Game, len(want.Games))
		for share := range shares {
			for _, g := range played(t.Context(), league.Options{Shares: shares, Share: share}).Games {
				all[g.Number] = g
			}
		}
		if !reflect.DeepEqual(all, want.Games) {
			t.Fatalf("the shares are %+v, want %+v", all, want.Games)
		}
	})
}

// A file is refused by name and line if it is damaged or of another league, and a league with more rounds continues it.
func TestLeagueFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "games.jsonl")
	play := func(change func(*league.Options), entries []league.Entry[*testgames.Duel, int]) (league.Result, error) {
		opt := league.Options{Rounds: 3, File: name, MaxMoves: 30, Game: "duel"}
		if change != nil {
			change(&opt)
		}
		return league.Play(t.Context(), contesttest.Duels, entries, opt)
	}
	first, err := play(nil, duellists(3))
	if err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(name)
	if err != nil || strings.Count(string(whole), "\n") != 1+len(first.Games) {
		t.Fatalf("error %v, the file is\n%s", err, whole)
	}
	refused := func(want string, change func(*league.Options), entries []league.Entry[*testgames.Duel, int]) {
		t.Helper()
		r, err := play(change, entries)
		if err == nil || !strings.Contains(err.Error(), name+": line ") || !strings.Contains(err.Error(), want) || r.Status != ply.Failed {
			t.Errorf("%v, error %v, want %s", r.Status, err, want)
		}
	}
	refused("line 1: names is", nil, duellists(4))
	refused("line 1: seed is", func(o *league.Options) { o.Random = rand.NewPCG(7, 7) }, duellists(3))
	refused(`line 1: schedule is "round robin", want "ladder"`, func(o *league.Options) { o.Schedule = league.Ladder }, duellists(3))
	refused("line 1: max_moves is 30, want 31", func(o *league.Options) { o.MaxMoves = 31 }, duellists(3))
	refused(`line 1: game is "duel", want "duel of 12"`, func(o *league.Options) { o.Game = "duel of 12" }, duellists(3))
	refused("line 1: repetitions is false", func(o *league.Options) { o.Repetitions = true }, duellists(3))
	lines := strings.SplitAfter(string(whole), "\n")
	for _, c := range []struct {
		want string
		text string
	}{
		{"line 4: its checksum is wrong", strings.Replace(string(whole), lines[3], strings.Replace(lines[3], `"moves":`, `"moves":1`, 1), 1)},
		{"line 20: game 0 is there twice", string(whole) + lines[1]},
		{"line 3: no object with a checksum", lines[0] + lines[1] + "\n" + lines[2]},
		{"line 1: no file of this kind", "hello"},
		{"line 1: no object", "hello\n"},
	} {
		if err := os.WriteFile(name, []byte(c.text), 0o666); err != nil {
			t.Fatal(err)
		}
		refused(c.want, nil, duellists(3))
		if now, err := os.ReadFile(name); err != nil || string(now) != c.text {
			t.Errorf("%s: the file was changed, error %v", c.want, err)
		}
	}
	// Without some lines, these games are played again.
	if err := os.WriteFile(name, []byte(lines[0]+strings.Join(lines[5:9], "")+lines[12][:9]), 0o666); err != nil {
		t.Fatal(err)
	}
	if again, err := play(nil, duellists(3)); err != nil || !reflect.DeepEqual(again.Games, first.Games) {
		t.Errorf("error %v, games %v, want %v", err, again.Games, first.Games)
	}
	more, err := play(func(o *league.Options) { o.Rounds = 5 }, duellists(3))
	if err != nil || len(more.Games) != 30 || !reflect.DeepEqual(more.Games[:18], first.Games) {
		t.Errorf("error %v, games %v", err, more.Games)
	}
	if less, err := play(nil, duellists(3)); err != nil || !reflect.DeepEqual(less.Games, first.Games) {
		t.Errorf("error %v, games %v", err, less.Games)
	}
}

func TestLeagueRefuses(t *testing.T) {
	twice := duellists(2)
	twice[1].Name = twice[0].Name
	for want, c := range map[string]struct {
		entries []league.Entry[*testgames.Duel, int]
		opt     league.Options
	}{
		"1 entries":                 {duellists(2)[:1], league.Options{}},
		"two entries have the Name": {twice, league.Options{}},
		"entry 0 has no Name":       {make([]league.Entry[*testgames.Duel, int], 2), league.Options{}},
		`"a" has no New`:            {[]league.Entry[*testgames.Duel, int]{{Name: "a"}, {Name: "b"}}, league.Options{}},
		"Rounds is -1":              {duellists(2), league.Options{Rounds: -1}},
		"too many for 3 meetings":   {duellists(3), league.Options{Rounds: math.MaxInt}},
		"Share is 2 of 2":           {duellists(2), league.Options{Shares: 2, Share: 2}},
		"Share is 1 of 0":           {duellists(2), league.Options{Share: 1}},
		"Schedule is 3":             {duellists(2), league.Options{Schedule: 3}},
		"Workers is -1":             {duellists(2), league.Options{Workers: -1}},
		"MaxMoves is -1":            {duellists(2), league.Options{MaxMoves: -1}},
		"no such file":              {duellists(2), league.Options{File: filepath.Join(t.TempDir(), "a", "b")}},
	} {
		if r, err := league.Play(t.Context(), contesttest.Duels, c.entries, c.opt); err == nil || !strings.Contains(err.Error(), want) || r.Status != ply.Failed {
			t.Errorf("error %v, want %s", err, want)
		}
	}
	if _, err := league.Play(t.Context(), melees, fighters(2), league.Options{}); err == nil || !strings.Contains(err.Error(), "2 entries for a game of 3 players") {
		t.Errorf("error %v", err)
	}
	fault := errors.New("no idea")
	broken := append(duellists(2), league.Entry[*testgames.Duel, int]{Name: "broken",
		New: func() arena.Player[*testgames.Duel, int] {
			return func(context.Context, *testgames.Duel, *rand.Rand) (int, error) { return 0, fault }
		}})
	r, err := league.Play(t.Context(), contesttest.Duels, broken, league.Options{})
	if !errors.Is(err, fault) || !strings.Contains(err.Error(), `league: game 2: player "broken" after [`) || len(r.Games) != 2 {
		t.Errorf("%d games, error %v", len(r.Games), err)
	}
}

// The ratings of a league have the order of the strengths.
func TestRateLeague(t *testing.T) {
	r, err := league.Play(t.Context(), contesttest.Duels, duellists(4), league.Options{})
	if err != nil {
		t.Fatal(err)
	}
	ratings, err := league.Rate(r.Games, 0)
	if err != nil || ratings[0].Name != "greedy 3" || ratings[3].Name != "greedy 0" || ratings[0].Games != 300 {
		t.Errorf("%v, error %v", ratings, err)
	}
}

// Hidden and chance moves are part of the game: the players see the position, and the result is reproducible.
func TestLeagueOfHiddenGame(t *testing.T) {
	opening := func(_ int, random *rand.Rand) (*testgames.Fog, error) {
		return &testgames.Fog{Seed: random.Uint64(), Depth: 8, Width: 3, Most: 3}, nil
	}
	var entries []league.Entry[*testgames.Fog, int]
	for i := range 3 {
		player := func(_ context.Context, g *testgames.Fog, random *rand.Rand) (int, error) {
			moves := g.Moves(nil)
			return moves[min(i, random.IntN(len(moves)))], nil
		}
		entries = append(entries, league.Entry[*testgames.Fog, int]{Name: fmt.Sprint(i), New: func() arena.Player[*testgames.Fog, int] { return player }})
	}
	var want league.Result
	for workers := range 3 {
		r, err := league.Play(t.Context(), opening, entries, league.Options{Rounds: 5, Workers: workers})
		if err != nil || len(r.Games) != 30 {
			t.Fatalf("%d games, error %v", len(r.Games), err)
		}
		if r.Elapsed = 0; workers == 0 {
			want = r
		} else if !reflect.DeepEqual(r, want) {
			t.Errorf("%+v with %d workers, want %+v", r, workers, want)
		}
	}
}
