package connectfour

import (
	"cmp"
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/mcts/puct"
)

// The numbers of features. A cell and its mirror image are one feature.
const (
	halfCells     = (Columns + 1) / 2 * Rows
	valueFeatures = halfCells + 19
	dropFeatures  = halfCells + 7
)

// A Model is an evaluator for package puct. It is linear in a few features of the board: the stones of both sides by cell,
// the winning cells of each side, and the lines of four that each side can still complete. Its zero value takes all positions
// for even and all moves for equal.
type Model struct {
	// Value are the weights of a position's features. The value for the side to move is 2·logistic(sum) - 1.
	Value [valueFeatures]float64 `json:"value"`

	// Drops are the weights of the features of a move. The prior is the exponential of their sum.
	Drops [dropFeatures]float64 `json:"drops"`
}

//go:embed model.json
var learned []byte

// Learned returns the model that comes with the package, which the command "connectfour learn" has learned.
func Learned() (*Model, error) {
	m := new(Model)
	if err := json.Unmarshal(learned, m); err != nil {
		return nil, fmt.Errorf("connectfour: %w", err)
	}
	return m, nil
}

// Evaluate is a [puct.Evaluator].
func (m *Model) Evaluate(_ context.Context, leaves []*puct.Leaf[*Game, Drop]) error {
	for _, leaf := range leaves {
		b := leaf.Position.look()
		leaf.Value = 2*logistic(m.sum(&b)) - 1
		var sums [Columns]float64
		greatest := math.Inf(-1)
		for i, d := range leaf.Moves {
			sums[i] = m.sumOfDrop(&b, d)
			greatest = max(greatest, sums[i])
		}
		for i := range leaf.Moves {
			leaf.Priors[i] = float32(math.Exp(sums[i] - greatest))
		}
	}
	return nil
}

func logistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

var lines = func() (lines []uint64) {
	for _, step := range []int{1, height - 1, height, height + 1} {
		for first := range Columns * height {
			if line := uint64(1)<<first | 1<<(first+step) | 1<<(first+2*step) | 1<<(first+3*step); first+3*step < Columns*height && line&^board == 0 {
				lines = append(lines, line)
			}
		}
	}
	return lines
}()

// halfCell returns the number of a cell on the left half of the board, or of its mirror image there.
func halfCell(d Drop) int {
	c := d.Column()
	return min(c, Columns-1-c)*Rows + int(d)%height
}

type sight struct {
	own, other       uint64 // stones
	threats, against uint64 // the winning cells of the side to move, and of the other side
	open             uint64
	side             int
	lines, rivals    [4]int // by the number of stones: lines of four without stones of the other side, and without own ones
}

func (g *Game) look() sight {
	b := sight{own: g.own, other: g.own ^ g.stones, open: g.open(), side: g.ToMove()}
	b.threats, b.against = g.threats(b.own), g.threats(b.other)
	for _, line := range lines {
		own, other := bits.OnesCount64(line&b.own), bits.OnesCount64(line&b.other)
		if other == 0 {
			b.lines[own&3]++
		}
		if own == 0 {
			b.rivals[other&3]++
		}
	}
	return b
}

func (m *Model) sum(b *sight) (sum float64) {
	b.features(func(i int, x float64) { sum += m.Value[i] * x })
	return sum
}

// features calls f with the number and the value of each nonzero feature of a position.
func (b *sight) features(f func(i int, x float64)) {
	for own := b.own; own != 0; own &= own - 1 {
		f(halfCell(Drop(bits.TrailingZeros64(own))), 1)
	}
	for other := b.other; other != 0; other &= other - 1 {
		f(halfCell(Drop(bits.TrailingZeros64(other))), -1)
	}
	at := halfCells
	f(at+b.side, 1)
	at += 2
	// Threats count by their rows, and differently for the two sides. Open ones count separately.
	for i, threats := range [2]uint64{b.threats, b.against} {
		lower, upper := bits.OnesCount64(threats&lowerRows&^b.open), bits.OnesCount64(threats&upperRows&^b.open)
		f(at+4*b.side+2*i, float64(lower))
		f(at+4*b.side+2*i+1, float64(upper))
	}
	at += 8
	if b.threats&b.open != 0 {
		f(at, 1)
	} else if open := b.against & b.open; open&(open-1) != 0 {
		f(at+1, 1)
	} else if open != 0 {
		f(at+2, 1)
	}
	at += 3
	for k := 1; k <= 3; k++ {
		f(at+k-1, float64(b.lines[k])/4)
		f(at+k+2, float64(b.rivals[k])/4)
	}
}

func (m *Model) sumOfDrop(b *sight, d Drop) (sum float64) {
	b.featuresOf(d, func(i int, x float64) { sum += m.Drops[i] * x })
	return sum
}

// featuresOf calls f with the number and the value of each nonzero feature of a move.
func (b *sight) featuresOf(d Drop, f func(i int, x float64)) {
	f(halfCell(d), 1)
	cell := d.cell()
	for i, is := range [4]bool{
		b.threats&cell != 0,        // wins
		b.against&cell != 0,        // prevents a win of the other side
		b.against&(cell<<1) != 0,   // allows one
		b.threats&(cell<<1) != 0} { // allows the other side to block a threat
		if is {
			f(halfCells+i, 1)
		}
	}
	after := Game{own: b.own | cell, stones: b.own | b.other | cell}
	f(halfCells+4, float64(bits.OnesCount64(after.threats(after.own)&^b.threats)))
	own, other := 0, 0
	for _, line := range lines {
		if line&cell == 0 {
			continue
		}
		if line&b.other == 0 {
			own += bits.OnesCount64(line & b.own)
		}
		if line&b.own == 0 {
			other += bits.OnesCount64(line & b.other)
		}
	}
	f(halfCells+5, float64(own)/4)
	f(halfCells+6, float64(other)/4)
}

// LearnOptions configure [Learn]. The zero value makes the model that comes with the package, in about a minute.
type LearnOptions struct {
	Rounds      int    // of games, and of learning from them; 0 means 8
	Games       int    // in a round; 0 means 1000
	Simulations int    // for a move; 0 means 64
	Seed        uint64 // of the random numbers

	// Progress, if not nil, is called after each round with the model and the mean loss of the values before it, in nats.
	Progress func(round int, m *Model, loss float64)
}

// A lesson is a position of a game, with the result of a search and of the game.
type lesson struct {
	sight  sight
	drops  []Drop
	policy []float64 // improved by the search
	result float64   // for the side to move: 0, ½ or 1
}

// Learn learns a model from games of searches against themselves (policy iteration: Silver and others 2017; with few
// simulations and Gumbel noise: Danihelka and others 2022). In each round the latest model plays, and then learns the
// policies as improved by the searches, and the results. If ctx ends, Learn returns the model so far and an error.
func Learn(ctx context.Context, opt LearnOptions) (*Model, error) {
	rounds, games, simulations := cmp.Or(opt.Rounds, 8), cmp.Or(opt.Games, 1000), cmp.Or(opt.Simulations, 64)
	if rounds < 0 || games < 0 || simulations < 0 {
		return nil, fmt.Errorf("connectfour: %d rounds of %d games with %d simulations: want positive numbers", rounds, games, simulations)
	}
	random := rand.New(rand.NewPCG(opt.Seed, 0))
	m := new(Model)
	var lessons []lesson
	for round := range rounds {
		if round > 0 {
			lessons = lessons[len(lessons)*2/3:] // games of earlier rounds
		}
		for range games {
			var err error
			if lessons, err = m.play(ctx, lessons, simulations, random); err != nil {
				return m, err
			}
		}
		loss := m.fit(lessons, random)
		if opt.Progress != nil {
			opt.Progress(round, m, loss)
		}
	}
	m.round()
	return m, nil
}

// play plays a game of the model against itself, from up to 8 random moves, and appends its lessons.
func (m *Model) play(ctx context.Context, lessons []lesson, simulations int, random *rand.Rand) ([]lesson, error) {
	g := new(Game)
	for range random.IntN(9) {
		moves := g.Moves(nil)
		if len(moves) == 0 {
			break
		}
		g.Play(moves[random.IntN(len(moves))])
	}
	tree, err := puct.New(g, m.Evaluate, puct.Options[Drop]{Selection: puct.Gumbel{}, Random: random})
	if err != nil {
		return lessons, err
	}
	before := len(lessons)
	for !g.Finished() {
		r, err := tree.Search(ctx, ply.Limits{Nodes: simulations})
		if err := cmp.Or(err, ctx.Err()); err != nil {
			return lessons, err
		}
		l := lesson{sight: g.look(), policy: r.Policy, result: math.NaN()}
		for _, s := range r.Moves {
			l.drops = append(l.drops, s.Move)
		}
		if r.Solved() {
			l.result = (1 + r.Low) / 2
		}
		lessons = append(lessons, l)
		if err := tree.Play(r.Move); err != nil {
			return lessons, err
		}
	}
	result := 0.5
	if g.Outcome() < 0 { // for the side to move, which is not the one that made the last move
		result = 1
	}
	for i := len(lessons) - 1; i >= before; i-- {
		if l := &lessons[i]; math.IsNaN(l.result) {
			l.result = result
		} else {
			result = l.result // proven
		}
		result = 1 - result
	}
	return lessons, nil
}

// fit descends the gradient of the cross entropy, lesson by lesson at random, and returns the mean loss of the values before.
func (m *Model) fit(lessons []lesson, random *rand.Rand) float64 {
	loss := 0.0
	for i := range lessons {
		l := &lessons[i]
		x := m.sum(&l.sight)
		loss += (l.result*math.Log1p(math.Exp(-x)) + (1-l.result)*math.Log1p(math.Exp(x))) / float64(len(lessons))
	}
	const passes = 4
	for pass := range passes {
		rate := 0.01 / float64(1+pass)
		random.Shuffle(len(lessons), func(i, j int) { lessons[i], lessons[j] = lessons[j], lessons[i] })
		for i := range lessons {
			l := &lessons[i]
			wrong := logistic(m.sum(&l.sight)) - l.result
			l.sight.features(func(i int, x float64) { m.Value[i] -= rate * wrong * x })
			var policy [Columns]float64
			sum := 0.0
			for i, d := range l.drops {
				policy[i] = math.Exp(m.sumOfDrop(&l.sight, d))
				sum += policy[i]
			}
			for i, d := range l.drops {
				wrong := policy[i]/sum - l.policy[i]
				l.sight.featuresOf(d, func(i int, x float64) { m.Drops[i] -= rate * wrong * x })
			}
		}
	}
	return loss
}

func (m *Model) round() {
	for _, weights := range [][]float64{m.Value[:], m.Drops[:]} {
		for i, w := range weights {
			weights[i] = math.Round(w*100) / 100
		}
	}
}
