package main

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// mutantsCommand measures package gametest. It plants faults in games of this repository, one at a time, and counts the
// faults with an observable effect that make a check fail.
func mutantsCommand(ctx context.Context, std streams, args []string) error {
	flags, root := newFlags(std, "mutants")
	every := flags.Int("every", 1, "try one mutant in `n` of each game")
	only := flags.String("game", "", "try the mutants of one `game`")
	verbose := flags.Bool("v", false, "name each mutant that is missed")
	if err := parseFlags(flags, args, 0); err != nil {
		return err
	}
	if *every < 1 {
		return errUsage
	}
	dir, err := findRoot(*root)
	if err != nil {
		return err
	}
	var all tally
	for _, g := range mutatedGames {
		if *only != "" && g.name != *only {
			continue
		}
		t, missed, err := g.measure(ctx, dir, *every)
		if err != nil {
			return fmt.Errorf("%s: %w", g.name, err)
		}
		fmt.Fprintf(std.out, "%-14s %v\n", g.name, t)
		if *verbose {
			for _, m := range missed {
				fmt.Fprintf(std.out, "  missed: %s\n", m)
			}
		}
		all.add(t)
	}
	if all.mutants == 0 {
		return fmt.Errorf("no game is named %q", *only)
	}
	fmt.Fprintf(std.out, "%-14s %v\n", "all", all)
	return nil
}

// A mutatedGame is a game whose source gets faults.
type mutatedGame struct {
	name  string
	dir   string   // of its package, from the root of the repository
	files []string // sources that get faults
	kind  string   // type of the game
	game  string   // expression that makes a game
	with  string   // further imports of the check
}

var mutatedGames = []mutatedGame{
	{name: "tiles", dir: "internal/testgames", files: []string{"tiles.go"}, kind: "*Tiles", game: "NewTiles(3, 1, 4, 2, 3, 0, 5)"},
	{name: "pegs", dir: "internal/testgames", files: []string{"pegs.go"}, kind: "*Pegs", game: "NewPegs()"},
	{name: "connectfour", dir: "examples/connectfour/connectfour", files: []string{"game.go"}, kind: "*Game", game: "new(Game)"},
	{name: "breakthrough", dir: "examples/breakthrough/breakthrough", files: []string{"rules.go", "knowledge.go"}, kind: "*Game", game: "made(New(4, 5))"},
	{name: "pig", dir: "examples/pig/pig", files: []string{"game.go"}, kind: "*Game", game: "made(New(20))"},
	{name: "poker", dir: "examples/poker/poker", files: []string{"rules.go"}, kind: "*Game", game: "made(New(Kuhn))"},
	{name: "goofspiel", dir: "examples/goofspiel/goofspiel", files: []string{"rules.go"}, kind: "*rounds.Serialized[*Game, Card]",
		game: "rounds.Serialize(made(New(Rules{Cards: 4, Points: true})))", with: `"github.com/ply-search/ply/rounds"`},
	{name: "liarsdice", dir: "examples/liarsdice/liarsdice", files: []string{"rules.go"}, kind: "*Game", game: "made(New(Rules{Sides: 3, Joker: 1}))"},
	{name: "teeko", dir: "examples/teeko/teeko", files: []string{"game.go", "index.go", "move.go"}, kind: "*Game", game: "New(0)"},
	{name: "montana", dir: "examples/montana/montana", files: []string{"game.go"}, kind: "*Game",
		game: "made(New(made(RandomDeal(3, 4, rand.New(rand.NewPCG(1, 1)))), Base))", with: `"math/rand/v2"`},
}

const mostMutants = 60

// A tally counts mutants. Played ones pass Check but change a playthrough: most are lawful games with other rules or
// evaluations, which no law can detect.
type tally struct{ mutants, same, caught, played int }

func (t *tally) add(other tally) {
	t.mutants, t.same, t.caught, t.played = t.mutants+other.mutants, t.same+other.same, t.caught+other.caught, t.played+other.played
}

func (t tally) String() string {
	seen := t.mutants - t.same
	share := func(n int) float64 { return 100 * float64(n) / float64(max(1, seen)) }
	return fmt.Sprintf("%3d mutants, %3d of which change something: Check catches %3d (%.0f %%), with a playthrough %3d (%.0f %%)",
		t.mutants, seen, t.caught, share(t.caught), t.caught+t.played, share(t.caught+t.played))
}

//go:embed testdata/trace.go.txt
var traceSource []byte

func (g mutatedGame) measure(ctx context.Context, root string, every int) (t tally, missed []string, err error) {
	temp, err := os.MkdirTemp("", "mutants")
	if err != nil {
		return t, nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(temp)) }()
	var sources []*source
	next := 1
	for _, file := range g.files {
		s, err := readSource(filepath.Join(root, g.dir, file), next)
		if err != nil {
			return t, nil, err
		}
		next = s.next
		sources = append(sources, s)
	}
	for _, s := range sources {
		s.thin(mostMutants / len(sources) * 3 / 2) // about a third does not compile
	}
	binary := filepath.Join(temp, "game.test")
	if err := g.build(ctx, root, temp, binary, sources); err != nil {
		return t, nil, err
	}
	usual := try(ctx, binary, 0)
	if usual.failed {
		return t, nil, fmt.Errorf("without faults: %s", usual.output)
	}
	var chosen []*mutant
	for _, s := range sources {
		s.thin(mostMutants / len(sources))
		for _, m := range s.mutants {
			if !m.dropped {
				chosen = append(chosen, m)
			}
		}
	}
	for i := range chosen {
		if i%every == 0 {
			chosen[i/every] = chosen[i]
		}
	}
	chosen = chosen[:(len(chosen)+every-1)/every]
	results := make([]verdict, len(chosen))
	var group sync.WaitGroup
	work := make(chan int)
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() {
			for i := range work {
				results[i] = try(ctx, binary, chosen[i].id)
			}
		})
	}
	for i := range chosen {
		work <- i
	}
	close(work)
	group.Wait()
	for i, r := range results {
		t.mutants++
		switch {
		case r.failed:
			t.caught++
		case r.trace == usual.trace:
			t.same++
		default:
			if r.played != usual.played {
				t.played++
			}
			missed = append(missed, chosen[i].String())
		}
	}
	return t, missed, ctx.Err()
}

// A verdict is the outcome of a run of a game.
type verdict struct {
	failed bool
	trace  string // everything observed
	played string // observations of a playthrough
	output string
}

var traced = regexp.MustCompile(`(?m)^trace ([0-9a-f]+) ([0-9a-f]+)$`)

// try checks a game with one of the faults, or none. A check that does not end fails.
func try(ctx context.Context, binary string, id int) verdict {
	const longest = 2 * time.Minute
	ctx, cancel := context.WithTimeout(ctx, longest)
	defer cancel()
	cmd := exec.CommandContext(ctx, binary, "-test.run=^TestMutant$", "-rapid.seed=1", "-rapid.nofailfile", "-rapid.shrinktime=1ms")
	cmd.Env = append(os.Environ(), "PLY_MUTANT="+strconv.Itoa(id), "GOMEMLIMIT=1GiB")
	out, err := cmd.CombinedOutput()
	v := verdict{failed: err != nil, output: string(out)}
	if found := traced.FindSubmatch(out); found != nil {
		v.trace, v.played = string(found[1]), string(found[2])
	}
	return v
}

var wrongLine = regexp.MustCompile(`(?m)([^/\s]+\.go):(\d+):(?:\d+:)? `)

// build compiles the check of a game with all its mutants, and drops those that do not compile.
func (g mutatedGame) build(ctx context.Context, root, temp, binary string, sources []*source) error {
	const rounds = 8
	dir := filepath.Join(root, g.dir)
	overlay := map[string]string{}
	put := func(name, in string, text []byte) error {
		overlay[filepath.Join(in, name)] = filepath.Join(temp, name)
		return os.WriteFile(filepath.Join(temp, name), text, 0o666)
	}
	tests, err := filepath.Glob(filepath.Join(dir, "*_test.go"))
	if err != nil {
		return err
	}
	for _, test := range tests {
		overlay[test] = ""
	}
	if err := put("mutant_trace.go", filepath.Join(root, "gametest"), traceSource); err != nil {
		return err
	}
	pkg := sources[0].file.Name.Name
	if err := put("mutant_chosen.go", dir, []byte("package "+pkg+chosenSource)); err != nil {
		return err
	}
	if err := put("mutant_test.go", dir, fmt.Appendf(nil, checkSource, pkg, g.with, g.kind, g.game)); err != nil {
		return err
	}
	var out []byte
	for range rounds {
		for _, s := range sources {
			text, err := s.mutated()
			if err != nil {
				return err
			}
			if err := put(filepath.Base(s.path), dir, text); err != nil {
				return err
			}
		}
		text, err := json.Marshal(map[string]any{"Replace": overlay})
		if err != nil {
			return err
		}
		list := filepath.Join(temp, "overlay.json")
		if err := os.WriteFile(list, text, 0o666); err != nil {
			return err
		}
		cmd := exec.CommandContext(ctx, "go", "test", "-c", "-vet=off", "-overlay", list, "-gcflags=-e", "-o", binary, ".")
		cmd.Dir = dir
		cmd.Env = slices.DeleteFunc(os.Environ(), func(s string) bool { return strings.HasPrefix(s, "GOWORK=") })
		if out, err = cmd.CombinedOutput(); err == nil {
			return nil
		}
		dropped := 0
		for _, found := range wrongLine.FindAllSubmatch(out, -1) {
			line, _ := strconv.Atoi(string(found[2]))
			for _, s := range sources {
				if filepath.Base(s.path) == string(found[1]) {
					dropped += s.drop(line)
				}
			}
		}
		if dropped == 0 {
			break
		}
	}
	return fmt.Errorf("%s", bytes.TrimSpace(out))
}

const chosenSource = `

import (
	"os"
	"strconv"
)

// mutantChosen is the fault to show.
var mutantChosen = func() int {
	n, _ := strconv.Atoi(os.Getenv("PLY_MUTANT"))
	return n
}()
`

const checkSource = `package %s

import (
	"fmt"
	"testing"

	"github.com/ply-search/ply/gametest"
	%s
)

func made[G any](g G, err error) G {
	if err != nil {
		panic(err)
	}
	return g
}

// TestMutant checks the game, and tells its trace if no fault is found.
func TestMutant(t *testing.T) {
	newGame := func() %s { return %s }
	if gametest.Check(t, newGame); !t.Failed() {
		fmt.Println("\ntrace", gametest.MutantTrace(newGame))
	}
}
`
