package arena_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/arena"
	"github.com/ply-search/ply/arena/internal/contest"
	"github.com/ply-search/ply/arena/internal/contesttest"
	"github.com/ply-search/ply/internal/guard/guardtest"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/internal/stop"
	"github.com/ply-search/ply/internal/testgames"
)

var (
	duels  = contesttest.Duels
	greedy = contesttest.Greedy
	chance = contesttest.Chance
)

func of(p arena.Player[*testgames.Duel, int]) func() arena.Player[*testgames.Duel, int] {
	return func() arena.Player[*testgames.Duel, int] { return p }
}

// The result of a match does not depend on the number of workers, with or without a sequential test.
func TestMatchIsReproducible(t *testing.T) {
	long.Checks(t, 100, 30)
	rapid.Check(t, func(t *rapid.T) {
		seed := rapid.Uint64().Draw(t, "seed")
		opt := arena.Options{Games: 2 * rapid.IntRange(1, 40).Draw(t, "pairs"), MaxMoves: rapid.IntRange(0, 8).Draw(t, "most moves")}
		if rapid.Bool().Draw(t, "test") {
			opt.Test = arena.SequentialTest{Elo0: 0, Elo1: 200, Alpha: 0.2, Beta: 0.2}
		}
		var want arena.Result
		for i, workers := range []int{1, 1, 2, 5} {
			var last arena.Result
			opt.Random, opt.Workers = rand.NewPCG(seed, 0), workers
			opt.Progress = func(r arena.Result) {
				if r.Games() < last.Games() || r.Games()%2 != 0 {
					t.Fatalf("%+v after %+v", r, last)
				}
				last = r
			}
			got, err := arena.Match(stop.ReportEach(context.Background(), 1), duels, of(greedy), of(chance), opt)
			if err != nil {
				t.Fatal(err)
			}
			if got != last {
				t.Fatalf("%+v, the last report %+v", got, last)
			}
			got.Elapsed = 0
			if i == 0 {
				want = got
			} else if got != want {
				t.Fatalf("%d workers: %+v, one: %+v", workers, got, want)
			}
		}
		switch {
		case want.Status == ply.Complete && want.Games() != opt.Games, want.Status == ply.Decided != (want.Verdict != 0):
			t.Fatalf("%+v of %d games", want, opt.Games)
		}
		points := 0
		for i, n := range want.Pairs {
			points += i * n
		}
		if points != 2*want.Wins+want.Draws {
			t.Fatalf("%+v: the pairs do not tell the same", want)
		}
	})
}

// Of a pair of games both begin with the same position, and players change sides.
func TestMatchExchangesSides(t *testing.T) {
	openings := map[int][]int{}
	opening := func(pair int, random *rand.Rand) (*Heap, error) {
		h := &Heap{stones: 4 * int(1+random.Uint64()%9)} // lost for who begins
		openings[pair] = append(openings[pair], h.stones)
		return h, nil
	}
	perfect := func() arena.Player[*Heap, int] { return careful }
	result, err := arena.Match(context.Background(), opening, perfect, perfect, arena.Options{Games: 40, Workers: 1})
	if err != nil || result.Wins != 20 || result.Losses != 20 || result.Pairs[2] != 20 {
		t.Errorf("%+v, error %v", result, err)
	}
	for pair, sizes := range openings {
		if len(sizes) != 2 || sizes[0] != sizes[1] {
			t.Errorf("pair %d begins with heaps of %v", pair, sizes)
		}
	}
}

func TestBetterPlayerWins(t *testing.T) {
	opt := arena.Options{Games: 10_000, Test: arena.SequentialTest{Elo0: 0, Elo1: 30}}
	result, err := arena.Match(context.Background(), duels, of(greedy), of(chance), opt)
	if err != nil || result.Status != ply.Decided || result.Verdict <= 0 || result.Games() == 10_000 {
		t.Errorf("%+v, error %v", result, err)
	}
	if low, _ := result.Interval(0.95); low < 0.5 {
		t.Errorf("%v", result.Score)
	}
	result, err = arena.Match(context.Background(), duels, of(chance), of(greedy), opt)
	if err != nil || result.Status != ply.Decided || result.Verdict >= 0 {
		t.Errorf("%+v, error %v", result, err)
	}
}

func TestMatchEndsWithErrors(t *testing.T) {
	fault := errors.New("no idea")
	gives := func(m int, err error) arena.Player[*testgames.Duel, int] {
		return func(context.Context, *testgames.Duel, *rand.Rand) (int, error) { return m, err }
	}
	panics := func(context.Context, *testgames.Duel, *rand.Rand) (int, error) { panic(fault) }
	noOpening := func(int, *rand.Rand) (*testgames.Duel, error) { return nil, fault }
	for name, c := range map[string]struct {
		opening func(int, *rand.Rand) (*testgames.Duel, error)
		first   arena.Player[*testgames.Duel, int]
		opt     arena.Options
		is      error
	}{
		"a player fails":       {duels, gives(0, fault), arena.Options{}, fault},
		"a player panics":      {duels, panics, arena.Options{}, fault},
		"a move is not legal":  {duels, gives(-1, nil), arena.Options{}, nil},
		"an opening fails":     {noOpening, chance, arena.Options{}, fault},
		"no opening":           {nil, chance, arena.Options{}, nil},
		"an odd number":        {duels, chance, arena.Options{Games: 3}, nil},
		"a negative number":    {duels, chance, arena.Options{Games: -2}, nil},
		"negative moves":       {duels, chance, arena.Options{MaxMoves: -1}, nil},
		"negative workers":     {duels, chance, arena.Options{Workers: -1}, nil},
		"a test without sense": {duels, chance, arena.Options{Test: arena.SequentialTest{Elo0: 1}}, nil},
	} {
		result, err := arena.Match(context.Background(), c.opening, of(c.first), of(chance), c.opt)
		if err == nil || c.is != nil && !errors.Is(err, c.is) || result.Status != ply.Failed {
			t.Errorf("%s: %+v, error %v", name, result, err)
		}
		if p := (*contest.Panic)(nil); name == "a player panics" && (!errors.As(err, &p) || len(p.Stack) == 0) {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

func TestMatchIsCancelled(t *testing.T) {
	for _, workers := range []int{1, 3} {
		ctx, cancel := context.WithCancel(stop.ReportEach(context.Background(), 1))
		opt := arena.Options{Games: math.MaxInt - 1, Workers: workers, Progress: func(r arena.Result) {
			if r.Games() >= 100 {
				cancel()
			}
		}}
		result, err := arena.Match(ctx, duels, of(greedy), of(chance), opt)
		if err != nil || result.Status != ply.Cancelled || result.Games() < 100 {
			t.Errorf("%+v, error %v", result, err)
		}
		result, err = arena.Match(ctx, duels, of(greedy), of(chance), opt)
		if err != nil || result.Status != ply.Cancelled || result.Games() != 0 || result.Rate() != 0.5 {
			t.Errorf("cancelled before: %+v, error %v", result, err)
		}
	}
}

// A move that is made after the context has ended may be one for which the player had too little time. Its game is left out, even if it
// was the last one.
func TestMatchIsCancelledByItsLastMove(t *testing.T) {
	for last, complete := 1, false; !complete; last++ {
		ctx, cancel := context.WithCancel(context.Background())
		calls := 0
		late := func(ctx context.Context, d *testgames.Duel, random *rand.Rand) (int, error) {
			if calls++; calls == last {
				cancel()
			}
			return greedy(ctx, d, random)
		}
		result, err := arena.Match(ctx, duels, of(late), of(late), arena.Options{Games: 2})
		complete = calls < last
		if err != nil || complete != (result.Status == ply.Complete) || complete != (result.Games() == 2) {
			t.Errorf("cancelled by move %d of %d: %+v, error %v", last, calls, result, err)
		}
		cancel()
	}
}

// A messy player is a random one that does something wrong in one of many moves.
func messy(wrong func(d *testgames.Duel, random *rand.Rand) (int, error)) arena.Player[*testgames.Duel, int] {
	return func(ctx context.Context, d *testgames.Duel, random *rand.Rand) (int, error) {
		if random.Uint64()%100 == 0 {
			return wrong(d, random)
		}
		return chance(ctx, d, random)
	}
}

// A player's fault ends the match with an error that names the player, the game and the moves so far, and with the
// games before. The error does not depend on the number of workers.
func TestMatchWithMessyPlayers(t *testing.T) {
	fault := errors.New("no idea")
	play := func(d *testgames.Duel, random *rand.Rand) int {
		m, _ := chance(t.Context(), d, random)
		d.Play(m)
		return m
	}
	for want, wrong := range map[string]func(d *testgames.Duel, random *rand.Rand) (int, error){
		"was not left as it was": func(d *testgames.Duel, random *rand.Rand) (int, error) { return play(d, random), nil },
		"is not legal":           func(*testgames.Duel, *rand.Rand) (int, error) { return 1 << 20, nil },
		"no idea":                func(*testgames.Duel, *rand.Rand) (int, error) { return 0, fault },
		"panic in game":          func(*testgames.Duel, *rand.Rand) (int, error) { panic(fault) },
	} {
		for _, second := range []bool{false, true} {
			var first string
			for _, workers := range []int{1, 1, 3} {
				a, b := of(messy(wrong)), of(chance)
				if second {
					a, b = b, a
				}
				result, err := arena.Match(context.Background(), duels, a, b, arena.Options{Games: 1000, Workers: workers})
				if err == nil || result.Status != ply.Failed || !strings.Contains(err.Error(), want) || result.Games() >= 1000 {
					t.Fatalf("%s: %+v, error %v", want, result, err)
				}
				var panicked *contest.Panic
				var game *ply.GamePanic
				if isPanic := want == "panic in game"; isPanic != errors.As(err, &panicked) || isPanic != errors.As(err, &game) {
					t.Errorf("%s: error %v", want, err)
				} else if !isPanic && (!strings.Contains(err.Error(), "arena: game ") || !strings.Contains(err.Error(), map[bool]string{false: "player 1 after [", true: "player 2 after ["}[second])) {
					t.Errorf("error %v", err)
				}
				if workers == 1 && first == "" {
					first = err.Error()
				} else if workers == 1 && err.Error() != first {
					t.Errorf("error %v, before %v", err, first)
				}
			}
		}
	}
}

// If a game has neither a hash nor an identity, a player's changes show in its moves.
func TestPlayerChangesPlainGame(t *testing.T) {
	opening := func(int, *rand.Rand) (*Heap, error) { return &Heap{stones: 3}, nil }
	player := func() arena.Player[*Heap, int] {
		return func(ctx context.Context, h *Heap, random *rand.Rand) (int, error) {
			h.stones--
			return 1, nil
		}
	}
	_, err := arena.Match(context.Background(), opening, player, player, arena.Options{Workers: 1})
	const want = "arena: game 0: player 1 after []: with move 1 the position was not left as it was: its moves were [1 2 3] and are [1 2]"
	if err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}

func TestOpenings(t *testing.T) {
	player := func() arena.Player[*Heap, int] { return careful }
	shared, calls := &Heap{stones: 5}, 0
	for want, opening := range map[string]func(int, *rand.Rand) (*Heap, error){
		"game 0: opening: the position is finished": func(int, *rand.Rand) (*Heap, error) { return &Heap{}, nil },
		"game 1: opening: the position is finished": func(int, *rand.Rand) (*Heap, error) { return shared, nil },
		"game 1: opening: the position is not the one of the first game of the pair: its moves were [1] and are [1 2]": func(int, *rand.Rand) (*Heap, error) {
			calls++
			return &Heap{stones: calls}, nil
		},
	} {
		result, err := arena.Match(context.Background(), opening, player, player, arena.Options{Workers: 1})
		if err == nil || err.Error() != "arena: "+want || result.Status != ply.Failed {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}

// Options that make no sense, or that memory does not suffice for, are refused.
func TestMatchRefuses(t *testing.T) {
	for want, opt := range map[string]arena.Options{
		"Games is 1,":        {Games: 1},
		"Games is -2":        {Games: -2},
		"MaxMoves is -1":     {MaxMoves: -1},
		"Workers is -1":      {Workers: -1},
		"Workers is 1025":    {Workers: 1025},
		"Elo0 is 0 and Elo1": {Test: arena.SequentialTest{Elo1: 4001}},
		"Elo0 is NaN":        {Test: arena.SequentialTest{Elo0: math.NaN()}},
		"Alpha is 0.5":       {Test: arena.SequentialTest{Elo1: 1, Alpha: 0.5}},
		"Beta is NaN":        {Test: arena.SequentialTest{Elo1: 1, Beta: math.NaN()}},
	} {
		if _, err := arena.Match(context.Background(), duels, of(chance), of(chance), opt); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %s", err, want)
		}
	}
	if _, err := arena.Match(context.Background(), duels, of(nil), of(chance), arena.Options{}); err == nil || !strings.Contains(err.Error(), "a player is nil") {
		t.Errorf("error %v", err)
	}
}

// Games end as draws at MaxMoves, and with players that do nothing wrong nothing is complained about, whichever way
// they play on the position before they choose.
func TestMatchesOfRandomPlayers(t *testing.T) {
	wanders := func(ctx context.Context, d *testgames.Duel, random *rand.Rand) (int, error) {
		var line []int
		for range random.Uint64() % 8 {
			if len(d.Moves(nil)) == 0 {
				break
			}
			m, _ := chance(ctx, d, random)
			d.Play(m)
			line = append(line, m)
		}
		for i := len(line) - 1; i >= 0; i-- {
			d.Undo(line[i])
		}
		return chance(ctx, d, random)
	}
	rapid.Check(t, func(t *rapid.T) {
		opt := arena.Options{
			Games: 2 * rapid.IntRange(1, 50).Draw(t, "pairs"), MaxMoves: rapid.IntRange(0, 4).Draw(t, "most moves"),
			Workers: rapid.IntRange(1, 4).Draw(t, "workers"), Random: rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0),
		}
		result, err := arena.Match(context.Background(), duels, of(wanders), of(chance), opt)
		if err != nil || result.Status != ply.Complete || result.Games() != opt.Games {
			t.Fatalf("%+v, error %v", result, err)
		}
		if opt.MaxMoves > 0 && result.Moves > opt.Games*opt.MaxMoves {
			t.Fatalf("%d moves in %d games", result.Moves, opt.Games)
		}
	})
}

// A panic in Progress and a call of Goexit reach the caller when no player plays any more, and Progress holds up no
// player.
func TestProgressOfMatch(t *testing.T) {
	fault := errors.New("broken")
	var choices atomic.Int64
	counting := func(ctx context.Context, d *testgames.Duel, random *rand.Rand) (int, error) {
		choices.Add(1)
		return chance(ctx, d, random)
	}
	exits := func(ctx context.Context, d *testgames.Duel, random *rand.Rand) (int, error) {
		if choices.Add(1) >= 1000 {
			runtime.Goexit()
		}
		return chance(ctx, d, random)
	}
	opt := arena.Options{Games: math.MaxInt - 1, Workers: 2}
	for _, test := range []struct {
		player   arena.Player[*testgames.Duel, int]
		progress func(arena.Result)
		exits    bool
	}{
		{counting, func(arena.Result) {
			for start, since := choices.Load(), time.Now(); choices.Load() < start+100; time.Sleep(100 * time.Microsecond) {
				if time.Since(since) > 2*time.Minute {
					t.Error("players wait for Progress")
					break
				}
			}
			panic(fault)
		}, false},
		{counting, func(arena.Result) { runtime.Goexit() }, true},
		{exits, nil, true},
	} {
		choices.Store(0)
		opt.Progress = test.progress
		value, exited := guardtest.Outcome(func() {
			_, err := arena.Match(stop.ReportEach(context.Background(), 1), duels, of(test.player), of(counting), opt)
			t.Errorf("error %v", err)
		})
		if exited != test.exits || !exited && value != fault {
			t.Errorf("panic %v, exited %v", value, exited)
		}
		before := choices.Load()
		time.Sleep(time.Millisecond)
		if choices.Load() != before {
			t.Error("players still play")
		}
	}
}

// chancy is a game where chance is to move at the start.
type chancy struct{ *testgames.Duel }

func (chancy) ToMove() int { return -1 }

func TestChanceIsRefused(t *testing.T) {
	opening := func(int, *rand.Rand) (chancy, error) {
		return chancy{testgames.RandomDuel(rand.New(rand.NewPCG(1, 1)), 60, 4, 2, true)}, nil
	}
	player := func() arena.Player[chancy, int] {
		return func(_ context.Context, g chancy, _ *rand.Rand) (int, error) { return g.Moves(nil)[0], nil }
	}
	if _, err := arena.Match(t.Context(), opening, player, player, arena.Options{Games: 2}); err == nil || !strings.Contains(err.Error(), "chance") {
		t.Errorf("error %v", err)
	}
}
