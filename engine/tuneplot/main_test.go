package main

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/ply-search/ply/arena"
	"github.com/ply-search/ply/arena/tune"
	"github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/internal/cli/clitest"
	"github.com/ply-search/ply/internal/testgames"
)

// tuned writes the file of a short tuning.
func tuned(t *testing.T) string {
	file := filepath.Join(t.TempDir(), "tune.jsonl")
	opening := func(int, *rand.Rand) (*testgames.Duel, error) {
		for seed := uint64(0); ; seed++ {
			if g := testgames.RandomDuel(rand.New(rand.NewPCG(seed, 1)), 30, 3, 5, true); len(g.Moves(nil)) > 1 {
				return g, nil
			}
		}
	}
	player := func(values []float64) (func() arena.Player[*testgames.Duel, int], error) {
		return func() arena.Player[*testgames.Duel, int] {
			return func(_ context.Context, g *testgames.Duel, random *rand.Rand) (int, error) {
				moves := g.Moves(nil)
				return moves[random.IntN(len(moves))], nil
			}
		}, nil
	}
	parameters := []engine.Parameter{{Name: "bold", Initial: 1, Least: 0, Most: 4}, {Name: "scale", Initial: 1, Least: 0.1, Most: 10, Logarithmic: true}}
	if _, err := tune.SPSA(t.Context(), opening, parameters, player, tune.Options{Iterations: 10, Games: 2, File: file}); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestPlot(t *testing.T) {
	file := tuned(t)
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	cut := filepath.Join(t.TempDir(), "cut")
	if err := os.WriteFile(cut, data[:len(data)-5], 0o666); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{file, cut} {
		clitest.Check(t, command, clitest.Case{Args: "-file " + name, Out: "<svg"}, clitest.Case{Args: "-file " + name, Out: "scale 1 →"})
	}
	wrong := filepath.Join(t.TempDir(), "wrong")
	if err := os.WriteFile(wrong, append(data, `{"values":[1],"score":{}}`+"\n"...), 0o666); err != nil {
		t.Fatal(err)
	}
	clitest.Misuse(t, command)
	clitest.Check(t, command,
		clitest.Case{Args: "", Status: cli.Misuse, Err: "-file"},
		clitest.Case{Args: "-file main.go", Status: cli.Failure, Err: "main.go: line 1: no tuning"},
		clitest.Case{Args: "-file " + wrong, Status: cli.Failure, Err: "line 12: 1 value, want 2 parameters"},
	)
}
