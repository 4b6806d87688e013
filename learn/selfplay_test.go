package learn

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/arena"
	"github.com/ply-search/ply/search/alphabeta"
)

var two = []NamedPlayer[*race, int]{{"a", careless}, {"b", careless}}

func TestSelfPlayIsTheSameForAnyNumberOfWorkers(t *testing.T) {
	var first *Set[int]
	for _, workers := range []int{1, 2, 7} {
		var recorded []Record[int]
		last := 0
		r, err := playSet(context.Background(), newRace, two, SelfPlayOptions[int]{
			game: "race", Games: 40, Opening: 2, Explore: 0.25, Workers: workers,
			record:   func(r Record[int]) error { recorded = append(recorded, r); return nil },
			Progress: func(games int) { last = games },
		})
		if err != nil || last != 40 || !reflect.DeepEqual(recorded, r.Records) {
			t.Fatalf("%v, progress %d, %d games recorded", err, last, len(recorded))
		}
		if first == nil {
			first = r
		} else if !reflect.DeepEqual(r, first) {
			t.Errorf("other games with %d workers", workers)
		}
	}
	explored, moves, pairs, lines := 0, 0, map[[2]string]bool{}, map[string]bool{}
	for _, r := range first.Records {
		pairs[r.Players], lines[fmt.Sprint(r.Moves)] = true, true
		explored, moves = explored+len(r.Explored), moves+len(r.Moves)-r.Opening
		if r.Opening != 2 {
			t.Errorf("an opening of %d moves", r.Opening)
		}
	}
	if rate := float64(explored) / float64(moves); len(pairs) != 4 || len(lines) < 35 || rate < 0.15 || rate > 0.35 {
		t.Errorf("%d pairs of players, %d different games, %.2f explored, want 4, 40, 0.25", len(pairs), len(lines), rate)
	}
}

// endless is a game that comes back to where it was, and says so.
type endless struct{ at int }

func (e *endless) Moves(dst []int) []int                  { return append(dst, 1) }
func (e *endless) Play(int)                               { e.at++ }
func (e *endless) Undo(int)                               { e.at-- }
func (e *endless) ToMove() int                            { return e.at % 2 }
func (e *endless) Outcome() int                           { return 0 }
func (e *endless) Repeated() bool                         { return e.at == 6 }
func (e *endless) AppendFeatures(dst []float64) []float64 { return append(dst, 1) }

func TestSelfPlayEndsGames(t *testing.T) {
	newGame := func() (*endless, error) { return new(endless), nil }
	one := []NamedPlayer[*endless, int]{{"1", func() arena.Player[*endless, int] {
		return func(context.Context, *endless, *rand.Rand) (int, error) { return 1, nil }
	}}}
	for _, test := range []struct {
		opt   SelfPlayOptions[int]
		moves int
		end   string
	}{
		{SelfPlayOptions[int]{Repetitions: true}, 6, repetition},
		{SelfPlayOptions[int]{MaxMoves: 11}, 11, moveLimit},
		{SelfPlayOptions[int]{MaxMoves: 3, Repetitions: true}, 3, moveLimit},
		{SelfPlayOptions[int]{MaxMoves: 9, Repetitions: true, Opening: 6}, 9, moveLimit}, // a repetition in the opening does not count
	} {
		test.opt.Games = 1
		r, err := playSet(context.Background(), newGame, one, test.opt)
		if err != nil || len(r.Records[0].Moves) != test.moves || r.Records[0].End != test.end {
			t.Errorf("%+v, %v, want %d moves, %q", r.Records, err, test.moves, test.end)
		}
	}
}

// TestSelfPlayTellsPlayersTheGame checks that arena.Played tells the moves since the opening, and numbers a worker's games.
func TestSelfPlayTellsPlayersTheGame(t *testing.T) {
	lines := map[int][]int{} // the longest line of each game
	listens := func(ctx context.Context, r *race, random *rand.Rand) (int, error) {
		game, moves := arena.Played[int](ctx)
		if line := lines[game]; len(moves) < len(line) || !slices.Equal(moves[:len(line)], line) {
			t.Errorf("game %d: moves %v after %v", game, moves, line)
		}
		lines[game] = slices.Clone(moves)
		return careless()(ctx, r, random)
	}
	players := []NamedPlayer[*race, int]{{"listens", func() arena.Player[*race, int] { return listens }}}
	set, err := playSet(t.Context(), newRace, players, SelfPlayOptions[int]{Games: 9, Opening: 2, Explore: 0.25})
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range set.Records {
		if line := lines[i+1]; len(line) == 0 || !slices.Equal(line, r.Moves[r.Opening:][:len(line)]) {
			t.Errorf("game %d: told %v of %v", i+1, line, r.Moves)
		}
	}
	if len(lines) != len(set.Records) {
		t.Errorf("told of %d games, played %d", len(lines), len(set.Records))
	}
}

func TestSelfPlayReportsWhatGoesWrong(t *testing.T) {
	player := func(f arena.Player[*race, int]) []NamedPlayer[*race, int] {
		return []NamedPlayer[*race, int]{{"x", func() arena.Player[*race, int] { return f }}}
	}
	for _, test := range []struct {
		players []NamedPlayer[*race, int]
		opt     SelfPlayOptions[int]
		want    string
	}{
		{player(func(context.Context, *race, *rand.Rand) (int, error) { return 0, errors.New("oh") }), SelfPlayOptions[int]{}, `learn: game 0: after []: player "x": oh`},
		{player(func(context.Context, *race, *rand.Rand) (int, error) { return 9, nil }), SelfPlayOptions[int]{first: 4}, `learn: game 4: after []: player "x": move 9 is not legal`},
		{player(func(context.Context, *race, *rand.Rand) (int, error) { panic("oh") }), SelfPlayOptions[int]{}, "learn: game 0: ply: the game panicked after []: oh"},
		{player(nil), SelfPlayOptions[int]{}, `learn: game 0: player "x" is nil`},
		{nil, SelfPlayOptions[int]{}, "learn: self-play needs"},
		{two, SelfPlayOptions[int]{Games: -1}, "learn: Games is -1"},
		{two, SelfPlayOptions[int]{Explore: math.NaN()}, "learn: Explore is NaN"},
		{two, SelfPlayOptions[int]{Opening: 30}, "learn: game 0: opening: 30 random moves have ended the game 1000 times in a row"},
		{two, SelfPlayOptions[int]{Repetitions: true}, "learn: game 0: option Repetitions: *learn.race is not a ply.Repeater"},
		{two, SelfPlayOptions[int]{record: func(Record[int]) error { return errors.New("full") }}, "learn: Record: full"},
	} {
		r, err := playSet(context.Background(), newRace, test.players, test.opt)
		if err == nil || !strings.HasPrefix(err.Error(), test.want) || r == nil {
			t.Errorf("%v, want %s", err, test.want)
		}
	}
}

func TestSelfPlayStops(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Millisecond)
	defer cancel()
	r, err := playSet(ctx, newRace, two, SelfPlayOptions[int]{Games: 1 << 30, Workers: 2})
	if !errors.Is(err, context.DeadlineExceeded) || len(r.Records) >= 1<<30 {
		t.Errorf("%d games, %v", len(r.Records), err)
	}
}

// A game whose last move is made after the context has ended is left out: the player may have had too little time for it.
func TestSelfPlayStopsByItsLastMove(t *testing.T) {
	for last, complete := 1, false; !complete; last++ {
		ctx, cancel := context.WithCancel(context.Background())
		calls := 0
		late := []NamedPlayer[*race, int]{{"late", func() arena.Player[*race, int] {
			player := careless()
			return func(ctx context.Context, g *race, random *rand.Rand) (int, error) {
				if calls++; calls == last {
					cancel()
				}
				return player(ctx, g, random)
			}
		}}}
		r, err := playSet(ctx, newRace, late, SelfPlayOptions[int]{Games: 1})
		complete = calls < last
		if complete != (err == nil) || complete != (len(r.Records) == 1) {
			t.Errorf("cancelled by move %d of %d: %d games, error %v", last, calls, len(r.Records), err)
		}
		cancel()
	}
}

// A player that looks ahead with a sensible model beats one that plays at random, and one with a temperature in between.
func TestPlayers(t *testing.T) {
	m := Linear("race", 0, 0.3, -0.3)
	strong := NewPlayer[*race](m, ply.Limits{}, 0, alphabeta.Options[int]{Win: 1000, Depth: 3, Direct: true})
	opening := arena.RandomOpening(2, newRace)
	rates := []float64{}
	for _, weak := range []func() arena.Player[*race, int]{
		strong,
		NewPlayer[*race](m, ply.Limits{}, 0.01, alphabeta.Options[int]{Win: 1000, Depth: 1, Direct: true}),
		NewPlayer[*race](m, ply.Limits{}, 5, alphabeta.Options[int]{Win: 1000}),
		careless,
	} {
		r, err := arena.Match(context.Background(), opening, strong, weak, arena.Options{Games: 100, Workers: 2})
		if err != nil {
			t.Fatal(err)
		}
		rates = append(rates, r.Rate())
	}
	if rates[0] != 0.5 || rates[1] > 0.7 || rates[2] < 0.75 || rates[3] < 0.75 {
		t.Errorf("rates %v", rates)
	}
	for want, player := range map[string]func() arena.Player[*race, int]{
		"without a model":    NewPlayer[*race](nil, ply.Limits{}, 0, alphabeta.Options[int]{}),
		"NaN":                NewPlayer[*race](Linear("race", math.NaN(), 1, 1), ply.Limits{}, 0, alphabeta.Options[int]{}),
		"temperature":        NewPlayer[*race](m, ply.Limits{}, -1, alphabeta.Options[int]{}),
		"3 features, want 2": NewPlayer[*race](m, ply.Limits{}, 0, alphabeta.Options[int]{Win: 1000}),
		"Limits.Nodes is -1": NewPlayer[*race](m, ply.Limits{Nodes: -1}, 0, alphabeta.Options[int]{Win: 1000}),
	} {
		g, _ := newRace()
		if strings.Contains(want, "features") {
			g.fault = func(x []float64) []float64 { return append(x, 1) }
		}
		if _, err := player()(context.Background(), g, rand.New(rand.NewPCG(0, 0))); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// dice is a race in which chance says how many stones may be taken at most.
type dice struct {
	race
	thrown []int // 0 where a throw is awaited
}

func newDice() (*dice, error) { return &dice{race{piles: [2]int{9, 9}}, []int{0}}, nil }

func (d *dice) top() int { return d.thrown[len(d.thrown)-1] }
func (d *dice) ToMove() int {
	if d.top() == 0 && !d.race.Finished() {
		return ply.Chance
	}
	return d.side
}
func (d *dice) Moves(dst []int) []int {
	if d.top() == 0 {
		return d.race.Moves(dst)
	}
	for n := 1; n <= d.top(); n++ {
		dst = append(dst, n)
	}
	return dst
}
func (d *dice) Play(n int) {
	if d.top() == 0 {
		d.thrown = append(d.thrown, n)
		return
	}
	d.thrown = append(d.thrown, 0)
	d.race.Play(n)
}
func (d *dice) Undo(n int) {
	if d.thrown = d.thrown[:len(d.thrown)-1]; d.top() != 0 {
		d.race.Undo(n)
	}
}
func (d *dice) Probabilities(moves []int, dst []float64) []float64 {
	for range moves {
		dst = append(dst, 1/float64(len(moves)))
	}
	return dst
}
func (d *dice) AppendFeatures(dst []float64) []float64 {
	side := max(d.ToMove(), 0)
	turn := 1.0 // whether the side that the features are for makes the next move
	if d.side != side {
		turn = -1
	}
	return append(dst, float64(d.piles[side]-d.piles[1-side]), turn)
}

func TestGamesOfChance(t *testing.T) {
	m, err := NewModel(Model{Game: "dice", Inputs: 2}, nil)
	if err != nil {
		t.Fatal(err)
	}
	opt := alphabeta.Options[int]{Win: 1000, Depth: 2, Direct: true}
	player := NewPlayer[*dice](m, ply.Limits{}, 2, opt)
	played, err := playSet(context.Background(), newDice, []NamedPlayer[*dice, int]{{"new", player}}, SelfPlayOptions[int]{game: "dice", Games: 150, Opening: 2})
	if err != nil {
		t.Fatal(err)
	}
	r, err := Train(context.Background(), newDice, m, played, Options[int]{TD: &TD[int]{Lambda: 0.8}, Epochs: 30})
	if err != nil {
		t.Fatal(err)
	}
	if n := compile(r.Model); n.last[0] < 0.05 {
		t.Errorf("a stone more is worth %v", n.last[0])
	}
	trained := NewPlayer[*dice](r.Model, ply.Limits{}, 0, opt)
	match, err := arena.Match(context.Background(), arena.RandomOpening(2, newDice), trained, player, arena.Options{Games: 100})
	if err != nil || match.Rate() < 0.6 {
		t.Errorf("%v, %v", match.Score, err)
	}
}
