package neural_test

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/ply-search/ply/mcts/puct"
	"github.com/ply-search/ply/neural"
)

// small is a run of a second or less.
func small() neural.Options[int] {
	return neural.Options[int]{
		Architecture:   neural.Dense{Hidden: []int{16}},
		Generations:    2,
		Games:          24,
		GamesPerWorker: 8,
		SelfPlay:       neural.SelfPlay{Simulations: 8, Opening: 2},
		Training:       neural.Training{Batch: 32},
		Random:         rand.NewPCG(7, 8),
	}
}

// files returns the contents of a folder, apart from the log, which has times.
func files(t *testing.T, dir string) map[string]string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for _, e := range entries {
		data, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		if e.Name() != "log.csv" && e.Name() != "state" { // the encoding of the state agrees with the networks
			all[e.Name()] = string(data)
		}
	}
	return all
}

func train(t *testing.T, ctx context.Context, dir string, opt neural.Options[int]) *neural.Network {
	t.Helper()
	n, err := neural.Train(ctx, dir, tictactoe, opt)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// same fails if two folders differ.
func same(t *testing.T, a, b string) {
	t.Helper()
	got, want := files(t, a), files(t, b)
	if len(got) != len(want) {
		t.Errorf("%d files, want %d", len(got), len(want))
	}
	for name := range want {
		if got[name] != want[name] {
			t.Errorf("%s differs", name)
		}
	}
}

// TestDeterminism: the same seed gives the same games and networks, by one worker or by two, with matches.
func TestDeterminism(t *testing.T) {
	for workers := 1; workers <= 2; workers++ {
		a, b := t.TempDir(), t.TempDir()
		for _, dir := range []string{a, b} {
			opt := small()
			opt.Workers = workers
			if workers == 1 {
				opt.GateGames = 4
			}
			train(t, background, dir, opt)
		}
		if workers == 1 {
			same(t, a, b)
		} else { // the order of lines depends on the workers, but learning does not
			x, y := files(t, a), files(t, b)
			if x["network-000002"] != y["network-000002"] {
				t.Error("two workers: other networks")
			}
		}
	}
}

// TestResume: a run that is repeatedly interrupted, and whose last game is cut off, has the same results as an
// uninterrupted one. Each interruption comes later, to end on the slowest machine, too.
func TestResume(t *testing.T) {
	whole, parts := t.TempDir(), t.TempDir()
	train(t, background, whole, small())
	for i := 0; ; i++ {
		ctx, cancel := context.WithCancel(background)
		opt := small()
		calls := 0
		opt.Progress = func(neural.Generation, string, int, int) {
			if calls++; calls > i/8 {
				cancel()
			}
		}
		train(t, ctx, parts, opt)
		cancel()
		if generations, err := neural.Generations(parts); err != nil {
			t.Fatal(err)
		} else if generations[len(generations)-1] == 2 {
			break
		}
		names, err := filepath.Glob(filepath.Join(parts, "games-*"))
		if err != nil {
			t.Fatal(err)
		}
		last := names[len(names)-1]
		data, err := os.ReadFile(last)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Count(data, []byte("\n")) > 1 && i%2 == 0 {
			if err := os.WriteFile(last, data[:len(data)-10], 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	log, err := neural.ReadLog(parts)
	if err != nil || len(log) != 2 || log[1].Games != 48 {
		t.Errorf("log %+v, error %v", log, err)
	}
}

// TestDamage: damaged data are refused or left out.
func TestDamage(t *testing.T) {
	dir := t.TempDir()
	train(t, background, dir, small())
	more := func() neural.Options[int] {
		opt := small()
		opt.Generations = 3
		return opt
	}
	change := func(name string, change func([]byte) []byte) (restore func()) {
		t.Helper()
		name = filepath.Join(dir, name)
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, change(bytes.Clone(data)), 0o666); err != nil {
			t.Fatal(err)
		}
		return func() {
			if err := os.WriteFile(name, data, 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	flip := func(data []byte) []byte { data[len(data)/2] ^= 4; return data }
	for _, name := range []string{"network-000002", "state", "run.json", "log.csv"} {
		restore := change(name, flip)
		if name == "log.csv" {
			restore()
			restore = change(name, func([]byte) []byte { return []byte("a,b\n1,2\n") })
		}
		if _, err := neural.Train(background, dir, tictactoe, more()); err == nil {
			t.Errorf("%s: no error", name)
		}
		restore()
	}
	other := more()
	other.Random = rand.NewPCG(9, 9)
	if _, err := neural.Train(background, dir, tictactoe, other); !errors.Is(err, neural.ErrOtherGame) {
		t.Errorf("another seed: %v", err)
	}
	// A game that is damaged is left out.
	change("games-000002", flip)
	train(t, background, dir, more())
	count := 0
	if err := neural.Positions(dir, tictactoe, func(*Board) error { count++; return nil }); err != nil || count == 0 {
		t.Errorf("%d positions, %v", count, err)
	}
	// A process may be killed before it has written a whole header.
	header, err := os.ReadFile(filepath.Join(dir, "games-000001"))
	if err != nil {
		t.Fatal(err)
	}
	for _, size := range []int{0, 1, 20} {
		if err := os.WriteFile(filepath.Join(dir, "games-000004"), header[:size], 0o666); err != nil {
			t.Fatal(err)
		}
		if err := neural.Positions(dir, tictactoe, func(*Board) error { return nil }); err != nil {
			t.Errorf("%d bytes of a header: %v", size, err)
		}
	}
	change("games-000002", func(data []byte) []byte { return bytes.Replace(data, []byte("tic-tac-toe"), []byte("checkers"), 1) })
	if err := neural.Positions(dir, tictactoe, func(*Board) error { return nil }); !errors.Is(err, neural.ErrOtherGame) {
		t.Errorf("games of checkers: %v", err)
	}
	generations, err := neural.Generations(dir)
	if n, loadErr := neural.Load(dir, tictactoe); err != nil || !slices.Equal(generations, []int{0, 1, 2, 3}) || loadErr != nil || n == nil {
		t.Errorf("generations %v, %v, %v", generations, err, loadErr)
	}
	if _, err := neural.Load(t.TempDir(), tictactoe); err == nil || !strings.Contains(err.Error(), "no network") {
		t.Errorf("an empty folder: %v", err)
	}
}

func TestOptions(t *testing.T) {
	two := 2.0
	for _, test := range []struct {
		change func(*neural.Options[int])
		want   string
	}{
		{func(o *neural.Options[int]) { o.Games = -1 }, "Games is -1"},
		{func(o *neural.Options[int]) { o.Workers = 2000 }, "Workers is 2000"},
		{func(o *neural.Options[int]) { o.GateGames = 3 }, "GateGames is 3"},
		{func(o *neural.Options[int]) { o.SelfPlay.Simulations = -1 }, "Simulations is -1"},
		{func(o *neural.Options[int]) { o.SelfPlay.Temperature = -1 }, "Temperature is -1"},
		{func(o *neural.Options[int]) { o.SelfPlay.TemperatureMoves = 3 }, "TemperatureMoves is 3"},
		{func(o *neural.Options[int]) { o.SelfPlay.Resign = 0.5 }, "Resign is 0.5"},
		{func(o *neural.Options[int]) { o.Training.Batch = -1 }, "Batch is -1"},
		{func(o *neural.Options[int]) { o.Training.Rate = -1 }, "Rate is -1"},
		{func(o *neural.Options[int]) { o.Training.Mix = &two }, "Mix is 2"},
		{func(o *neural.Options[int]) { o.Training.Discount = -1 }, "Discount is -1"},
		{func(o *neural.Options[int]) { o.SelfPlay.Selection = puct.PUCT{C: -1} }, "C is -1"},
		{func(o *neural.Options[int]) { o.Training.Rate = 1e9 }, "astray"},
	} {
		opt := small()
		test.change(&opt)
		if _, err := neural.Train(background, t.TempDir(), tictactoe, opt); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("error %v, want %q", err, test.want)
		}
	}
}

// TestOtherRules: PUCT with noise and temperature, resignation, a limit on moves, residual convolutions, a mean of images.
func TestOtherRules(t *testing.T) {
	opt := small()
	opt.Generations = 1
	opt.Architecture = neural.Residual{Blocks: 1, Filters: 2, Hidden: []int{8}}
	opt.SelfPlay = neural.SelfPlay{
		Simulations: 8, Selection: puct.PUCT{Noise: 0.25}, Temperature: 1, TemperatureMoves: 4, MaxMoves: 8,
		Resign: -0.02,
	}
	neural.SetNoResign(&opt.SelfPlay, 0.5)
	dir := t.TempDir()
	train(t, background, dir, opt)
	log, err := neural.ReadLog(dir)
	if err != nil || len(log) != 1 {
		t.Fatalf("log %+v, error %v", log, err)
	}
	if resigned, doubted, evaluations := neural.Counts(&log[0]); resigned == 0 || doubted == 0 || log[0].PolicyLoss <= 0 || evaluations == 0 {
		t.Errorf("log %+v", log)
	}
}

// TestFailure: an error in the middle of a game ends the run with an error that says which game.
func TestFailure(t *testing.T) {
	d := tictactoe
	d.Image = nil
	var made atomic.Int32 // several goroutines play
	d.New = func() (*Board, error) {
		if made.Add(1) == 15 {
			return nil, errors.New("out of boards")
		}
		return new(Board), nil
	}
	if _, err := neural.Train(background, t.TempDir(), d, small()); err == nil || !strings.Contains(err.Error(), "out of boards") {
		t.Errorf("error %v", err)
	}
}

// TestElsewhere: games played elsewhere, part by part, are the games that Train would play, and wrong ones are errors.
func TestElsewhere(t *testing.T) {
	here, there := t.TempDir(), t.TempDir()
	opt := small()
	opt.Games, opt.GamesPerWorker = 12, 1 // alone in its batch, a game does not depend on others
	train(t, background, here, opt)
	opt = small()
	opt.Games, opt.GamesPerWorker = 12, 1
	opt.Play = func(ctx context.Context, r neural.Request, write func([]byte) error) error {
		for len(r.Numbers) > 0 {
			part := r
			part.Numbers = r.Numbers[:min(5, len(r.Numbers))]
			lines, err := neural.PlayGames(ctx, tictactoe, small1(), part)
			if err != nil {
				return err
			}
			if err := write(lines); err != nil {
				return err
			}
			r.Numbers = r.Numbers[len(part.Numbers):]
		}
		return nil
	}
	train(t, background, there, opt)
	same(t, there, here)

	for want, play := range map[string]func(context.Context, neural.Request, func([]byte) error) error{
		"before all games": func(context.Context, neural.Request, func([]byte) error) error { return nil },
		"elsewhere": func(_ context.Context, _ neural.Request, write func([]byte) error) error {
			return write([]byte("{}\t0\n"))
		},
		"no machine": func(context.Context, neural.Request, func([]byte) error) error { return errors.New("no machine") },
		"no file": func(ctx context.Context, r neural.Request, write func([]byte) error) error {
			r.Network = r.Network[1:]
			_, err := neural.PlayGames(ctx, tictactoe, small1(), r)
			return err
		},
	} {
		opt := small()
		opt.Play = play
		if _, err := neural.Train(background, t.TempDir(), tictactoe, opt); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}

// small1 plays one game at a time.
func small1() neural.Options[int] {
	opt := small()
	opt.GamesPerWorker = 1
	return opt
}
