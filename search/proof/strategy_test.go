package proof_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/search/proof"
	"github.com/ply-search/ply/transposition"
)

// A hashed duel has hashes and no identities.
type hashed struct {
	ply.AdversarialGame[int]
	ply.Hasher
}

func (hashed) Acyclic() bool { return true }

// by returns a function that answers positions of g by a search with a table.
func by(g nameless, limits ply.Limits, opt proof.Options[int]) func(context.Context) (proof.Result[int], error) {
	return func(ctx context.Context) (proof.Result[int], error) { return proof.Search(ctx, g, limits, opt) }
}

// first answers any position by the move 0.
func first(context.Context) (proof.Result[int], error) {
	return proof.Result[int]{Answer: proof.Proved, Line: []int{0}}, nil
}

// of returns a function that makes the game g for any claim.
func of[G any](g G) func(proof.Claim) (G, error) {
	return func(proof.Claim) (G, error) { return g, nil }
}

// claimed proves or disproves that the value of a duel exceeds above, and returns what that claims.
func claimed(t interface{ Fatal(...any) }, g *testgames.Duel, above int) proof.Claim {
	r, err := proof.Search(background, g, ply.Limits{}, proof.Options[int]{Above: above})
	if err != nil {
		t.Fatal(err)
	}
	claim, err := r.Claim("duel")
	if err != nil {
		t.Fatal(err)
	}
	want := proof.Claim{Game: "duel", Side: g.ToMove(), Above: above}
	if g.Values()[g.At] <= above {
		want.Side, want.Above = 1-want.Side, -above-1
	}
	if claim != want {
		t.Fatal(claim, "is claimed, want", want)
	}
	return claim
}

// A strategy is written for each answer and accepted, with forgetful tables, by identities and by hashes; it is refused
// if the game ends otherwise in one of its positions.
func TestStrategiesEqualValues(t *testing.T) {
	long.Checks(t, 100, 25)
	rapid.Check(t, func(t *rapid.T) {
		g := testgames.RandomDuel(rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0)),
			rapid.IntRange(1, 60).Draw(t, "nodes"), rapid.IntRange(1, 6).Draw(t, "moves"),
			rapid.SampledFrom([]int{1, 3, 50, ply.MaxValue}).Draw(t, "most"), true)
		claim := claimed(t, g, rapid.IntRange(-4, 4).Draw(t, "above"))
		opt := proof.Options[int]{Above: claim.Above, Table: newTable(rapid.IntRange(1, 40).Draw(t, "entries"))}
		var file bytes.Buffer
		written, err := proof.WriteStrategy(background, &file, g, claim, by(g, ply.Limits{}, opt))
		if err != nil || g.At != 0 {
			t.Fatalf("error %v, in node %d", err, g.At)
		}
		if (len(written.Line) > 0) != (g.ToMove() == claim.Side && len(g.Moves(nil)) > 0) {
			t.Fatalf("%+v: a move is wanted exactly if the side that has the strategy is to move", written)
		}
		if len(written.Line) > 0 {
			if v := valueAfter(g, written.Line[0]); v <= claim.Above {
				t.Fatalf("%+v: the move is worth %d", written, v)
			}
		}
		for i, game := range []nameless{g, hashed{g, g}} {
			got, err := proof.VerifyStrategy(background, bytes.NewReader(file.Bytes()), of(game))
			got.Elapsed = written.Elapsed
			if err != nil || got.Claim != claim || fmt.Sprint(got) != fmt.Sprint(written) || g.At != 0 {
				t.Fatalf("%d: %+v, error %v, in node %d, want %+v", i, got, err, g.At, written)
			}
		}
		// Other outcomes make it wrong if, and only if, one of them is met.
		for n := range g.Nodes {
			node := &g.Nodes[n]
			if len(node.Out) > 0 {
				continue
			}
			old := node.Outcome
			if node.Outcome = claim.Above; node.Side != claim.Side {
				node.Outcome = -claim.Above
			}
			_, err := proof.VerifyStrategy(background, bytes.NewReader(file.Bytes()), of(g))
			lost := g.Values()[0]
			if g.ToMove() != claim.Side {
				lost = -lost
			}
			if err == nil && lost <= claim.Above {
				t.Fatalf("accepted, though node %d makes the claim wrong", n)
			}
			if err != nil && (!strings.Contains(err.Error(), "the game ends with the value") || !strings.Contains(err.Error(), "byte") || g.At != 0) {
				t.Fatalf("error %v, in node %d", err, g.At)
			}
			node.Outcome = old
		}
	})
}

// strategyFile returns a duel, the claim of a strategy for it, and its file.
func strategyFile(t testing.TB, seed uint64) (*testgames.Duel, proof.Claim, []byte) {
	t.Helper()
	g := testgames.Layers(rand.New(rand.NewPCG(seed, 0)), 24, 4, 2)
	claim := claimed(t, g, 0)
	var file bytes.Buffer
	answer := by(g, ply.Limits{}, proof.Options[int]{Above: claim.Above, Table: newTable(1000)})
	if _, err := proof.WriteStrategy(background, &file, g, claim, answer); err != nil {
		t.Fatal(err)
	}
	return g, claim, file.Bytes()
}

// verifyBytes verifies a file.
func verifyBytes(g *testgames.Duel, file []byte) error {
	_, err := proof.VerifyStrategy(background, bytes.NewReader(file), of(g))
	return err
}

// A file that is cut short, or damaged in any byte, is refused, as is one that does not end where it should.
func TestDamagedStrategies(t *testing.T) {
	g, _, file := strategyFile(t, 9)
	if len(file) < 70 {
		t.Fatalf("%d bytes: too small a strategy to test with", len(file))
	}
	if err := verifyBytes(g, file); err != nil {
		t.Fatal(err)
	}
	for n := range file {
		if err := verifyBytes(g, file[:n]); err == nil || !strings.Contains(err.Error(), "cut short") {
			t.Fatalf("%d bytes of %d: error %v", n, len(file), err)
		}
		for bit := range 8 {
			damaged := bytes.Clone(file)
			damaged[n] ^= 1 << bit
			if err := verifyBytes(g, damaged); err == nil {
				t.Fatalf("bit %d of byte %d is damaged: no error", bit, n)
			}
		}
	}
	if err := verifyBytes(g, append(bytes.Clone(file), 0)); err == nil || !strings.Contains(err.Error(), "something follows") {
		t.Errorf("one byte more: error %v", err)
	}
	if err := verifyBytes(g, []byte("something else")); err == nil || !strings.Contains(err.Error(), "not a file of a strategy") {
		t.Errorf("another file: error %v", err)
	}
}

// With checksums that fit, wrong answers are refused all the same.
func TestWrongStrategies(t *testing.T) {
	g, claim, file := strategyFile(t, 9)
	answers := proof.Answers(t, file)
	if err := verifyBytes(g, proof.FileOf(claim, answers)); err != nil {
		t.Fatal(err)
	}
	other := claim
	other.Side = 1 - claim.Side
	more := claim
	more.Above = ply.MaxValue - 1
	for name, test := range map[string]struct {
		claim   proof.Claim
		answers []uint64
		want    string
	}{
		"one answer less": {claim, answers[:len(answers)-1], "ends before all positions are answered"},
		"one more":        {claim, append(slices.Clone(answers), 0), "more than needed"},
		"no such move":    {claim, append([]uint64{3 * 1000}, answers[1:]...), "move 1001 of "},
		"again at first":  {claim, append([]uint64{1}, answers[1:]...), "the last move is no move"},
		"known at first":  {claim, append([]uint64{2}, answers[1:]...), "no move for the position"},
		"the other side":  {other, answers, ""},
		"more":            {more, answers, "the game ends with the value"},
		"none":            {claim, nil, "ends before all positions are answered"},
	} {
		if err := verifyBytes(g, proof.FileOf(test.claim, test.answers)); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: error %v, want %q", name, err, test.want)
		}
	}
	// Any other answers that are accepted must be right.
	random := rand.New(rand.NewPCG(5, 5))
	accepted := 0
	for range 3000 {
		changed := slices.Clone(answers)
		changed[random.IntN(len(changed))] = random.Uint64N(12)
		if verifyBytes(g, proof.FileOf(claim, changed)) == nil {
			accepted++
		}
		if verifyBytes(g, proof.FileOf(other, changed)) == nil {
			t.Fatal("a strategy for the side that loses is accepted")
		}
	}
	t.Logf("%d of 3000 changed files are strategies, too", accepted)
}

// FuzzVerifyStrategy reads any bytes. Accepted claims must be true.
func FuzzVerifyStrategy(f *testing.F) {
	games := map[uint64]*testgames.Duel{}
	for seed := range long.Or[uint64](3, 1) {
		g, claim, file := strategyFile(f, seed)
		games[seed] = g
		f.Add(file, seed)
		f.Add(proof.FileOf(claim, []uint64{0, 2, 1, 1 << 60}), seed)
	}
	f.Fuzz(func(t *testing.T, file []byte, seed uint64) {
		g := games[seed%3]
		r, err := proof.VerifyStrategy(background, bytes.NewReader(file), of(g))
		if err != nil {
			return
		}
		value := g.Values()[0]
		if g.ToMove() != r.Side {
			value = -value
		}
		if value <= r.Above {
			t.Fatalf("%+v is accepted, but the value is %d", r.Claim, value)
		}
	})
}

func (c *corridor) Hash() uint64 { return transposition.Mix(uint64(c.at)) }

// Strategies may be longer than a stack.
func TestLongStrategies(t *testing.T) {
	proof.SetFreshSearch(t, 100)
	moves := long.Or(200_000, 40_000)
	g := &corridor{moves: moves}
	for _, claim := range []proof.Claim{{Side: 0}, {Side: 1, Above: -2}} {
		var file bytes.Buffer
		r, err := proof.WriteStrategy(background, &file, g, claim, first)
		if err != nil || r.Positions+r.Endings != moves/2 || g.at != 0 {
			t.Fatalf("%+v, error %v", r, err)
		}
		if r, err := proof.VerifyStrategy(background, &file, of(g)); err != nil || r.Nodes != moves {
			t.Fatalf("%+v, error %v", r, err)
		}
	}
}

// A fullDisk takes some bytes and no more.
type fullDisk struct{ left int }

var errFull = errors.New("full")

func (d *fullDisk) Write(p []byte) (int, error) {
	if d.left -= len(p); d.left < 0 {
		return 0, errFull
	}
	return len(p), nil
}

// breaking is a corridor that panics in the middle.
type breaking struct{ corridor }

func (b *breaking) Play(m int) {
	if b.at == 5 {
		panic("broken")
	}
	b.corridor.Play(m)
}

func (b *breaking) Undo(int) { panic("broken, too") }

func TestStrategyErrors(t *testing.T) {
	g := &corridor{moves: 10}
	ended, end := context.WithCancel(background)
	end()
	for name, test := range map[string]struct {
		ctx    context.Context
		w      io.Writer
		game   *corridor
		claim  proof.Claim
		answer func(context.Context) (proof.Result[int], error)
		want   string
	}{
		"no writer":   {background, nil, g, proof.Claim{}, first, "no writer"},
		"no choice":   {background, io.Discard, g, proof.Claim{}, nil, "no function given"},
		"side 2":      {background, io.Discard, g, proof.Claim{Side: 2}, first, "side 2"},
		"above":       {background, io.Discard, g, proof.Claim{Above: ply.MaxValue}, first, "a value above"},
		"long name":   {background, io.Discard, g, proof.Claim{Game: strings.Repeat("x", 5000)}, first, "5000 bytes"},
		"cancelled":   {ended, io.Discard, g, proof.Claim{}, first, "canceled"},
		"full":        {background, &fullDisk{10}, g, proof.Claim{}, first, "full"},
		"full at end": {background, &fullDisk{30}, g, proof.Claim{}, first, "full"},
		"illegal move": {background, io.Discard, g, proof.Claim{}, func(context.Context) (proof.Result[int], error) {
			return proof.Result[int]{Answer: proof.Proved, Line: []int{7}}, nil
		}, "7 was chosen, which is no move"},
		"no move": {background, io.Discard, g, proof.Claim{}, func(ctx context.Context) (proof.Result[int], error) {
			if g.at == 4 {
				return proof.Result[int]{}, errFull
			}
			return first(ctx)
		}, "full, in the position after [0 0 0 0]"},
		"wrong claim": {background, io.Discard, g, proof.Claim{Side: 1}, first, "the game ends with the value -1 for side 1"},
	} {
		if _, err := proof.WriteStrategy(test.ctx, test.w, test.game, test.claim, test.answer); err == nil || !strings.Contains(err.Error(), test.want) || g.at != 0 {
			t.Errorf("%s: error %v, after %d moves, want %q", name, err, g.at, test.want)
		}
	}
	var fault *ply.GamePanic
	if _, err := proof.WriteStrategy(background, io.Discard, &breaking{*g}, proof.Claim{}, first); !errors.As(err, &fault) {
		t.Errorf("error %v of a game that panics", err)
	}
	if _, err := proof.WriteStrategy(background, io.Discard, &chancy{corridor{moves: 10}, 5}, proof.Claim{}, first); err == nil || !strings.Contains(err.Error(), "chance") {
		t.Errorf("error %v of a game with chance", err)
	}
	cyclic := testgames.RandomDuel(rand.New(rand.NewPCG(1, 1)), 20, 3, 1, false)
	if _, err := proof.WriteStrategy(background, io.Discard, cyclic, proof.Claim{}, first); !errors.Is(err, ply.ErrCyclic) {
		t.Errorf("error %v of a game with cycles", err)
	}
	if _, err := proof.VerifyStrategy(background, nil, of(g)); err == nil {
		t.Error("no reader")
	}
	if _, err := proof.VerifyStrategy[*corridor](background, new(bytes.Buffer), nil); err == nil {
		t.Error("no function that makes the game")
	}
	file := bytes.NewReader(proof.FileOf(proof.Claim{}, nil))
	if r, err := proof.VerifyStrategy(background, file, func(proof.Claim) (*corridor, error) { return nil, errFull }); err != errFull || r.Status != ply.Failed {
		t.Errorf("error %v of a game that cannot be made", err)
	}
	// Searches that find nothing say so.
	for name, c := range map[string]struct {
		limits ply.Limits
		opt    proof.Options[int]
	}{
		"does not prove again": {opt: proof.Options[int]{Above: 1}},
		"out of nodes":         {limits: ply.Limits{Nodes: 1}},
		"Sum":                  {opt: proof.Options[int]{Sum: 2}},
	} {
		if _, err := proof.WriteStrategy(background, io.Discard, g, proof.Claim{}, by(g, c.limits, c.opt)); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("error %v, want %q", err, name)
		}
	}
	// Claims in a head with correct checksums.
	for name, file := range map[string][]byte{
		"side 3":                      proof.FileOf(proof.Claim{Side: 3}, nil),
		"does not name a side":        proof.Blocks(nil),
		"names no value":              proof.Blocks([]byte{0}),
		"a value above 2147483647":    proof.Blocks(binary.AppendVarint([]byte{0}, 1<<31-1)),
		"a side and a value, too big": proof.Blocks(binary.AppendVarint([]byte{0}, 1<<40)),
	} {
		if _, err := proof.VerifyStrategy(background, bytes.NewReader(file), of(g)); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// BenchmarkVerifyStrategy verifies a strategy of layers of positions, in each of which four moves lead to the next layer.
func BenchmarkVerifyStrategy(b *testing.B) {
	g := testgames.Layers(rand.New(rand.NewPCG(1, 1)), 80, 4, 2)
	claim := claimed(b, g, 0)
	opt := proof.Options[int]{Above: claim.Above, Table: newTable(1 << 16)}
	var file bytes.Buffer
	if _, err := proof.WriteStrategy(background, &file, g, claim, by(g, ply.Limits{}, opt)); err != nil {
		b.Fatal(err)
	}
	played := 0
	for b.Loop() {
		r, err := proof.VerifyStrategy(background, bytes.NewReader(file.Bytes()), of(g))
		if err != nil {
			b.Fatal(err)
		}
		played += r.Nodes
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(played), "ns/move")
}
