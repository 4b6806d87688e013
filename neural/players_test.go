package neural_test

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/cespare/xxhash/v2"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/gametest"
	"github.com/ply-search/ply/mcts/puct"
	"github.com/ply-search/ply/neural"
	"github.com/ply-search/ply/transposition"
)

// Hash lets evaluations be kept.
func (r *Runners) Hash() uint64 {
	key := uint64(r.ToMove())
	for _, square := range r.squares {
		key = 16*key + uint64(square)
	}
	return transposition.Mix(key)
}

// solve returns the values that the players can have if each plays best for itself: several where a player has a choice
// that matters to others only.
func (r *Runners) solve(known map[string][][3]float64) [][3]float64 {
	key := fmt.Sprint(r.squares, r.ToMove())
	if all, ok := known[key]; ok {
		return all
	}
	moves := r.Moves(nil)
	if len(moves) == 0 {
		var outcomes [3]int
		r.Outcomes(outcomes[:])
		return [][3]float64{{float64(outcomes[0]), float64(outcomes[1]), float64(outcomes[2])}}
	}
	player := r.ToMove()
	var after [][][3]float64
	sure := -1.0 // the value for the player, whatever the others choose
	for _, m := range moves {
		r.Play(m)
		after = append(after, r.solve(known))
		r.Undo(m)
		least := 1.0
		for _, v := range after[len(after)-1] {
			least = min(least, v[player])
		}
		sure = max(sure, least)
	}
	all, seen := [][3]float64(nil), map[[3]float64]bool{}
	for _, values := range after {
		for _, v := range values {
			if v[player] >= sure && !seen[v] {
				all, seen[v] = append(all, v), true
			}
		}
	}
	known[key] = all
	return all
}

// A network learns the value of a position for each of three players.
func TestLearnsSeveralPlayers(t *testing.T) {
	if err := runners.Check(0); err != nil {
		t.Fatal(err)
	}
	dir, known := t.TempDir(), map[string][][3]float64{}
	new(Runners).solve(known)
	gametest.Check(t, func() *Runners { return new(Runners) })
	network, err := neural.Train(t.Context(), dir, runners, race())
	if err != nil {
		t.Fatal(err)
	}
	positions, before, after := 0, [3]float64{}, [3]float64{} // the latter in the order of turns
	err = neural.Positions(dir, runners, func(r *Runners) error {
		want := r.solve(known)
		if len(want) > 1 {
			return nil
		}
		positions++
		got := valuesOf(t, network, runners, r)
		for i := range 3 {
			player := (r.ToMove() + i) % 3
			before[i] += math.Abs(want[0][player])
			after[i] += math.Abs(want[0][player] - got[player])
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for i := range 3 {
		t.Logf("%d positions, player %d: mean error %.3f, of zero %.3f", positions, i, after[i]/float64(positions), before[i]/float64(positions))
		if positions < 1000 || after[i] > 0.4*before[i] {
			t.Errorf("player %d from the one to move: error %v, of zero %v", i, after[i], before[i])
		}
	}
}

// race is a run of about a second.
func race() neural.Options[int] {
	return neural.Options[int]{
		Architecture: neural.Dense{Hidden: []int{32}},
		Generations:  12,
		Games:        60,
		SelfPlay:     neural.SelfPlay{Simulations: 24, Opening: 6},
		Training:     neural.Training{Batch: 32, Rate: 0.003},
	}
}

// valuesOf returns the values of a position by a network, which are the same from a cache.
func valuesOf[G interface {
	ply.Game[M]
	ToMove() int
}, M comparable](t *testing.T, n *neural.Network, d neural.Description[G, M], g G) []float64 {
	t.Helper()
	var opt neural.EvaluatorOptions
	if _, ok := any(g).(ply.Hasher); ok {
		opt.CacheEntries = 3
	}
	evaluate, err := neural.ForPUCT(n, d, opt)
	if err != nil {
		t.Fatal(err)
	}
	var found [2][]float64
	for i := range found {
		leaf := &puct.Leaf[G, M]{Position: g, Moves: g.Moves(nil), Values: []float64{math.NaN(), math.NaN(), math.NaN()}}
		leaf.Priors = make([]float32, len(leaf.Moves))
		if err := evaluate(t.Context(), []*puct.Leaf[G, M]{leaf}); err != nil {
			t.Fatal(err)
		}
		found[i] = leaf.Values
	}
	if !slices.Equal(found[0], found[1]) {
		t.Errorf("values %v, and from the cache %v", found[0], found[1])
	}
	return found[0]
}

// Runs of several players are reproducible by two workers, and after interruptions.
func TestReproducibleSeveralPlayers(t *testing.T) {
	short := func(workers, together int) neural.Options[int] {
		opt := race()
		opt.Generations, opt.Games, opt.Workers, opt.GamesPerWorker = 2, 24, workers, together
		opt.Training.Discount = 0.95
		return opt
	}
	var last [2]string
	for i := range last {
		dir := t.TempDir()
		if _, err := neural.Train(t.Context(), dir, runners, short(2, 8)); err != nil {
			t.Fatal(err)
		}
		last[i] = files(t, dir)["network-000002"]
	}
	if last[0] != last[1] {
		t.Error("two workers: other networks")
	}
	whole, parts := t.TempDir(), t.TempDir()
	if _, err := neural.Train(t.Context(), whole, runners, short(1, 1)); err != nil {
		t.Fatal(err)
	}
	for i := 1; ; i++ {
		ctx, cancel := context.WithCancel(t.Context())
		opt, begun := short(1, 1), 0
		opt.Play = func(ctx context.Context, r neural.Request, write func([]byte) error) error {
			for _, number := range r.Numbers {
				if begun++; begun > 7 {
					cancel()
				}
				r.Numbers = []int{number}
				lines, err := neural.PlayGames(ctx, runners, short(1, 1), r)
				if err == nil {
					err = write(lines)
				}
				if err != nil {
					return err
				}
			}
			return nil
		}
		_, err := neural.Train(ctx, parts, runners, opt)
		cancel()
		if generations, wrong := neural.Generations(parts); err != nil || wrong != nil {
			t.Fatal(err, wrong)
		} else if slices.Max(generations) == 2 {
			break
		}
		if i > 100 {
			t.Fatal("the run does not go on")
		}
	}
	same(t, parts, whole)
}

// Networks and games are those of the number of players.
func TestFilesOfSeveralPlayers(t *testing.T) {
	dir := t.TempDir()
	opt := race()
	opt.Generations, opt.Games = 1, 5
	n, err := neural.Train(t.Context(), dir, runners, opt)
	if err != nil {
		t.Fatal(err)
	}
	loaded, err := neural.Load(dir, runners)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := valuesOf(t, loaded, runners, new(Runners)), valuesOf(t, n, runners, new(Runners)); !slices.Equal(got, want) {
		t.Errorf("values %v, want %v", got, want)
	}
	if n.Weights() != (24*32+32)+(32*4+4)+(32*3+3) {
		t.Errorf("%d weights", n.Weights())
	}
	header, _, _ := bytes.Cut([]byte(files(t, dir)["network-000001"]), []byte("\n"))
	if !bytes.Contains(header, []byte(`"moves":4,"players":3,`)) {
		t.Errorf("header %s", header)
	}
	name := filepath.Join(dir, "games-000001")
	games, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(games), "\n")
	count := func(games string) (positions int) {
		if err := os.WriteFile(name, []byte(games), 0o666); err != nil {
			t.Fatal(err)
		}
		if err := neural.Positions(dir, runners, func(*Runners) error { positions++; return nil }); err != nil {
			t.Fatal(err)
		}
		return positions
	}
	all := count(string(games))
	for _, outcomes := range []string{"[1,0]", "[1,0,-1,0]", "[1,0,-2]", "[]"} { // a line with wrong outcomes is damaged
		line, _, _ := strings.Cut(lines[1], "\t")
		from := strings.Index(line, `"outcomes":`) + len(`"outcomes":`)
		to := from + strings.Index(line[from:], "]") + 1
		line = line[:from] + outcomes + line[to:]
		if got := count(lines[0] + fmt.Sprintf("%s\t%016x\n", line, xxhash.Sum64String(line)) + strings.Join(lines[2:], "")); got >= all || got == 0 {
			t.Errorf("outcomes %s: %d positions of %d", outcomes, got, all)
		}
	}
}

// The fingerprints of games of two sides are those of earlier versions.
func TestOldFingerprints(t *testing.T) {
	name := filepath.Join(t.TempDir(), "network")
	if err := newNetwork(t, neural.Dense{}).Save(name); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	const start = `{"format":"ply network","version":1,"game":"tic-tac-toe","fingerprint":"6ff06c441b673c41","planes":2,"height":3,"width":3,"moves":9,"architecture":`
	if !bytes.HasPrefix(data, []byte(start)) {
		t.Errorf("the file begins with %q", data[:len(start)])
	}
}

// more is a race of another number of players, of whom only three run.
type more struct {
	*Runners
	players int
}

func (m more) Players() int { return m.players }

func (m more) Outcomes(values []int) {
	clear(values)
	m.Runners.Outcomes(values[:3])
}

// lone is a race without outcomes.
type lone struct{ r *Runners }

func (l lone) Moves(dst []int) []int { return l.r.Moves(dst) }
func (l lone) Play(m int)            { l.r.Play(m) }
func (l lone) Undo(m int)            { l.r.Undo(m) }
func (l lone) ToMove() int           { return l.r.ToMove() }

func moreRunners(players int) neural.Description[more, int] {
	return neural.Description[more, int]{
		Name: "runners", Planes: 3, Width: finish, Moves: 4,
		New:    func() (more, error) { return more{new(Runners), players}, nil },
		Append: func(m more, dst []float32) []float32 { return runners.Append(m.Runners, dst) },
		Number: func(_ more, m int) int { return m },
	}
}

// What does not suit the number of players is refused by name.
func TestRefusesOtherPlayers(t *testing.T) {
	check := func(err error, want string) {
		t.Helper()
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
	train := func(change func(*neural.Options[int])) error {
		opt := race()
		change(&opt)
		_, err := neural.Train(t.Context(), t.TempDir(), runners, opt)
		return err
	}
	check(train(func(o *neural.Options[int]) { o.GateGames = 10 }), "GateGames is 10, want 0 for a game of 3 players")
	check(train(func(o *neural.Options[int]) { o.SelfPlay.Resign = -0.5 }), "Resign is -0.5, want 0 for a game of 3 players")
	resigning := race()
	resigning.SelfPlay.Resign = -0.5
	_, err := neural.PlayGames(t.Context(), runners, resigning, neural.Request{})
	check(err, "Resign is -0.5, want 0 for a game of 3 players")
	for _, players := range []int{0, 257} {
		check(moreRunners(players).Check(1), fmt.Sprintf("has %d players, want 1 to 256", players))
	}
	check(neural.Description[lone, int]{
		Planes: 1, Moves: 4, Append: func(lone, []float32) []float32 { return nil }, Number: func(lone, int) int { return 0 },
		New: func() (lone, error) { return lone{new(Runners)}, nil },
	}.Check(1), "neural_test.lone is neither a ply.Multiplayer nor a ply.Adversarial")
	n, err := neural.NewNetwork(moreRunners(4), neural.Dense{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	_, err = neural.ForPUCT(n, moreRunners(5), neural.EvaluatorOptions{})
	check(err, "the players of the network: 4, of the description: 5")
	evaluate, err := neural.ForPUCT(n, moreRunners(4), neural.EvaluatorOptions{})
	if err != nil {
		t.Fatal(err)
	}
	_, err = puct.Search(t.Context(), more{new(Runners), 5}, evaluate, ply.Limits{Nodes: 10}, puct.Options[int]{})
	check(err, "a position of 5 players, want 4 as in the description")
	if r, err := puct.Search(t.Context(), more{new(Runners), 4}, evaluate, ply.Limits{Nodes: 10}, puct.Options[int]{}); err != nil || len(r.Means) != 4 {
		t.Errorf("%+v, %v", r, err)
	}
}

// Limits and repetitions end games of several players with 0 for each, and a player without a search plays.
func TestOtherRulesOfSeveralPlayers(t *testing.T) {
	opt := race()
	opt.Generations, opt.Games = 1, 20
	opt.SelfPlay = neural.SelfPlay{
		Simulations: 8, Selection: puct.PUCT{Noise: 0.25}, Temperature: 1, TemperatureMoves: 4, MaxMoves: 6, Repetitions: true,
	}
	dir := t.TempDir()
	n, err := neural.Train(t.Context(), dir, runners, opt)
	if err != nil {
		t.Fatal(err)
	}
	games := files(t, dir)["games-000001"]
	if limit := strings.Count(games, `"outcome":0,"outcomes":[0,0,0],"end":"limit"`); limit < 10 {
		t.Errorf("%d games have reached the limit", limit)
	}
	r := new(Runners)
	m, err := neural.NewPlayer(n, runners, ply.Limits{}, neural.EvaluatorOptions{}, puct.Options[int]{})()(t.Context(), r, nil)
	if err != nil || !slices.Contains(r.Moves(nil), m) {
		t.Errorf("move %d, error %v", m, err)
	}
}

// lottery is a game of three players with chance: a lot decides who chooses a player, and another lot, whether this
// player or the next one wins.
type lottery struct{ drawn []int }

func (l *lottery) Moves(dst []int) []int {
	switch len(l.drawn) {
	case 0, 1:
		return append(dst, 0, 1, 2)
	case 2:
		return append(dst, 0, 1)
	}
	return dst
}

func (l *lottery) Play(m int)   { l.drawn = append(l.drawn, m) }
func (l *lottery) Undo(int)     { l.drawn = l.drawn[:len(l.drawn)-1] }
func (l *lottery) Players() int { return 3 }

func (l *lottery) ToMove() int {
	switch len(l.drawn) {
	case 1:
		return l.drawn[0]
	case 3:
		return 0
	}
	return ply.Chance
}

func (l *lottery) Probabilities(moves []int, dst []float64) []float64 {
	for range moves {
		dst = append(dst, 1/float64(len(moves)))
	}
	return dst
}

func (l *lottery) Outcomes(values []int) {
	for p := range values {
		values[p] = -1
	}
	values[(l.drawn[1]+l.drawn[2])%3] = 1
}

// Where chance is to move, the values take the view of player 0 or of another.
func TestLearnsThroughChanceOfSeveralPlayers(t *testing.T) {
	description := neural.Description[*lottery, int]{
		Name: "lottery", Planes: 4, Moves: 3,
		New: func() (*lottery, error) { return new(lottery), nil },
		Append: func(l *lottery, dst []float32) []float32 {
			dst = append(dst, 0, 0, 0, float32(len(l.drawn))-1)
			if len(l.drawn) == 2 {
				dst[len(dst)-4+l.drawn[1]] = 1
			}
			return dst
		},
		Number: func(l *lottery, m int) int { return (m - l.ToMove() + 3) % 3 },
	}
	// With a Viewer, the inputs need not show who is chosen.
	viewed := description
	viewed.Viewer = func(l *lottery) int {
		if len(l.drawn) == 2 {
			return l.drawn[1]
		}
		return 0
	}
	viewed.Append = func(l *lottery, dst []float32) []float32 { return append(dst, 0, 0, 0, float32(len(l.drawn))-1) }
	for _, d := range []neural.Description[*lottery, int]{description, viewed} {
		if err := d.Check(0); err != nil {
			t.Fatal(err)
		}
		opt := race()
		opt.SelfPlay = neural.SelfPlay{Simulations: 24, Temperature: 100, TemperatureMoves: 9} // so that all choices occur
		network, err := neural.Train(t.Context(), t.TempDir(), d, opt)
		if err != nil {
			t.Fatal(err)
		}
		for player := range 3 {
			got := valuesOf(t, network, d, &lottery{drawn: []int{0, player}})
			for i, want := range []float64{0, 0, -1} {
				if value := got[(player+i)%3]; math.Abs(value-want) > 0.4 {
					t.Errorf("with a Viewer %t, player %d is chosen: values %.2f", d.Viewer != nil, player, got)
					break
				}
			}
		}
	}
	viewed.Viewer = func(*lottery) int { return 3 }
	if err := viewed.Check(0); err == nil || !strings.Contains(err.Error(), "the inputs take the view of 3, want 0 to 2") {
		t.Errorf("error %v", err)
	}
}
