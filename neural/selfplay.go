package neural

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/chance"
	"github.com/ply-search/ply/internal/guard"
	"github.com/ply-search/ply/mcts/puct"
)

// SelfPlay configures the games on which a network is trained.
type SelfPlay struct {
	// Simulations is the number of simulations of the search for each move. 0 means 48.
	Simulations int

	// Selection is the rule of the search: [puct.Gumbel], which suits few simulations, or [puct.PUCT], whose Noise
	// should be greater than 0, to vary the games. Nil means Gumbel.
	Selection puct.Selection

	// Opening is the greatest number of random moves at the start of a game. The actual number is drawn for each game
	// from 0 to Opening; it is smaller if the next random move would end the game. Outcomes of chance are included, and
	// the opening continues until a side is to move. The network is not trained on these positions.
	Opening int

	// Temperature T makes each of the first TemperatureMoves moves after the opening random: the probability of a move
	// is proportional to p^(1/T), where p is its probability in the policy that the network is trained on. If
	// Temperature is 0, the move that the search chooses is always played.
	Temperature      float64
	TemperatureMoves int

	// MaxMoves ends a game as a draw after this number of moves, including the opening. 0 means no limit. A draw has
	// the value 0 for each side or player.
	MaxMoves int

	// Repetitions ends a game as a draw in a position that [ply.Repeater] reports as repeated.
	Repetitions bool

	// Resign is a value from -1 to 0. The side to move resigns if its search returns a value that is less than Resign
	// and not proven. 0 means never. In a tenth of the games, drawn at random, neither side resigns. The log counts the
	// games of this tenth in which a side would have resigned, and how many of these games that side did not lose.
	// Games of several players need 0.
	Resign float64

	noResign float64 // the share of games in which nobody resigns; 0 means 0.1
}

func (s *SelfPlay) check() error {
	switch {
	case s.Simulations < 0:
		return fmt.Errorf("neural: Simulations is %d, want a number of simulations", s.Simulations)
	case s.Opening < 0:
		return fmt.Errorf("neural: Opening is %d, want a number of moves", s.Opening)
	case s.Temperature != 0 && !(s.Temperature >= 0.01 && s.Temperature <= 100):
		return fmt.Errorf("neural: Temperature is %v, want 0, or 0.01 to 100", s.Temperature)
	case s.TemperatureMoves < 0 || s.TemperatureMoves > 0 && s.Temperature == 0:
		return fmt.Errorf("neural: TemperatureMoves is %d, want a number of moves, and none without Temperature", s.TemperatureMoves)
	case s.MaxMoves < 0:
		return fmt.Errorf("neural: MaxMoves is %d, want a number of moves or 0 for no limit", s.MaxMoves)
	case !(s.Resign >= -1 && s.Resign <= 0):
		return fmt.Errorf("neural: Resign is %v, want -1 to 0", s.Resign)
	}
	return nil
}

type step struct {
	policy []uint16 // the policy to learn, by the order of the moves; empty in the opening and where chance moved
	value  float32  // of the position, for the side or player in record.sides
	chance bool     // chance moved, after the opening
	proven bool
}

// teaches reports whether a network learns from the position before the move.
func (s *step) teaches() bool { return len(s.policy) > 0 || s.chance }

type record[M comparable] struct {
	number   int
	moves    []M
	choices  []int // the indices of the moves among the legal ones
	steps    []step
	sides    []int16   // whose values the steps have; see view.valued
	outcome  float32   // for side 0, from -1 to 1
	outcomes []float32 // for each of several players; nil for two sides
	end      string    // "" if no moves were left, otherwise "limit", "repetition" or "resigned"
	doubted  int8      // 1 if a side would have resigned, but the game went on; 2 if it would have been wrong
}

// valued returns the side or player whose value a step has: the one to move. In a position of chance, the step has a
// value for side 0, which the search before has found. In a game of several players, it then has no value, and valued
// returns [ply.Chance].
func (v *view[G, M]) valued(g G) int16 {
	if v.shape.Players > 0 {
		return int16(g.ToMove())
	}
	return int16(max(g.ToMove(), 0))
}

// next returns the first step, at or after a step, that has a value for a side or player, or the number of steps.
func (r *record[M]) next(at, player int) int {
	for r.outcomes != nil && at < len(r.steps) && int(r.sides[at]) != player {
		at++
	}
	return at
}

// valueFor returns the value of a step for a side, or for the player whose value the step has.
func (r *record[M]) valueFor(at, player int) float64 {
	if int(r.sides[at]) != player {
		return -float64(r.steps[at].value)
	}
	return float64(r.steps[at].value)
}

// outcomeFor returns the outcome for a side or player.
func (r *record[M]) outcomeFor(player int) float64 {
	if r.outcomes != nil {
		return float64(r.outcomes[player])
	}
	return float64(r.outcome) * float64(1-2*player)
}

type gameplay[G position[M], M comparable] struct {
	view     *view[G, M]
	opt      *SelfPlay
	evaluate func() (puct.Evaluator[G, M], error) // for each worker
	seed     [2]uint64
	numbers  []int // of the games to play
	workers  int
	together int // games that a worker plays at the same time
	write    func(*record[M]) error

	mu        sync.Mutex
	thinking  time.Duration // in the evaluator, all workers together
	working   time.Duration // of all workers together
	evaluated int
}

func (p *gameplay[G, M]) play(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	failures := make([]error, p.workers)
	var group sync.WaitGroup
	for w := range p.workers {
		group.Go(func() {
			failures[w] = guard.Run(func() string { return "[]" }, func() error { return p.work(ctx, w) })
			if failures[w] != nil {
				cancel()
			}
		})
	}
	group.Wait()
	return cmp.Or(failures...)
}

func (p *gameplay[G, M]) work(ctx context.Context, worker int) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	evaluate, err := p.evaluate()
	if err != nil {
		return err
	}
	var (
		mu        sync.Mutex
		ended     []*record[M] // not yet written
		failure   error
		unwritten error // why games could not be written, which is not a fault of the evaluator
		thinking  time.Duration
		evaluated int
	)
	// Games that end between two batches are written in order.
	flush := func() error {
		mu.Lock()
		defer mu.Unlock()
		slices.SortFunc(ended, func(a, b *record[M]) int { return cmp.Compare(a.number, b.number) })
		p.mu.Lock()
		defer p.mu.Unlock()
		for len(ended) > 0 && unwritten == nil {
			if unwritten = p.write(ended[0]); unwritten == nil {
				ended = ended[1:]
			}
		}
		return unwritten
	}
	shared := func(ctx context.Context, leaves []*puct.Leaf[G, M]) error {
		if err := flush(); err != nil {
			cancel()
			return err
		}
		start := time.Now()
		err := evaluate(ctx, leaves)
		thinking += time.Since(start)
		evaluated += len(leaves)
		return err
	}
	slots := min(p.together, (len(p.numbers)-worker+p.workers-1)/p.workers)
	batcher := newBatcher(shared, slots)
	begun := time.Now()
	var group sync.WaitGroup
	for slot := range slots {
		group.Go(func() {
			fail := func(err error) {
				mu.Lock()
				defer mu.Unlock()
				if err != nil {
					failure = cmp.Or(failure, err)
					cancel()
				}
			}
			// Leaving evaluates the positions that others wait for, and may panic.
			defer func() {
				fail(guard.Run(func() string { return "[]" }, func() error {
					batcher.Leave()
					return nil
				}))
			}()
			search := batcher.Search(slot)
			for i := slot*p.workers + worker; i < len(p.numbers); i += slots * p.workers {
				r, err := p.game(ctx, p.numbers[i], search)
				if ctx.Err() != nil && err == nil {
					return
				}
				if err != nil {
					fail(err)
					return
				}
				mu.Lock()
				ended = append(ended, r)
				mu.Unlock()
			}
		})
	}
	group.Wait()
	p.mu.Lock()
	p.thinking += thinking
	p.working += time.Since(begun)
	p.evaluated += evaluated
	p.mu.Unlock()
	return cmp.Or(flush(), failure)
}

var errCut = errors.New("the search was cut short")

// game plays one game. The result is meaningless if ctx has ended.
func (p *gameplay[G, M]) game(ctx context.Context, number int, search puct.Evaluator[G, M]) (*record[M], error) {
	r := &record[M]{number: number}
	if n := p.view.shape.Players; n > 0 {
		r.outcomes = make([]float32, n)
	}
	random := rand.New(rand.NewPCG(p.seed[0], p.seed[1]+uint64(number)*0x9e3779b97f4a7c15))
	err := guard.Run(func() string { return fmt.Sprint(r.moves) }, func() error { return p.fill(ctx, r, random, search) })
	if err != nil && ctx.Err() == nil {
		return r, fmt.Errorf("neural: game %d: %w", number, err)
	}
	return r, nil
}

func (p *gameplay[G, M]) fill(ctx context.Context, r *record[M], random *rand.Rand, search puct.Evaluator[G, M]) error {
	g, err := p.view.New()
	if err != nil {
		return err
	}
	enter := func(moves []M, m M, s step) {
		r.moves, r.choices, r.steps = append(r.moves, m), append(r.choices, slices.Index(moves, m)), append(r.steps, s)
		r.sides = append(r.sides, p.view.valued(g))
	}
	// The opening goes on while chance is to move.
	for left := random.IntN(p.opt.Opening + 1); left > 0 || byChance(g); left-- {
		moves := g.Moves(nil)
		if len(moves) == 0 {
			return errors.New("a game without moves")
		}
		m, err := randomMove(g, moves, random)
		if err != nil {
			return err
		}
		g.Play(m)
		over := len(g.Moves(nil)) == 0
		g.Undo(m)
		if over {
			break
		}
		enter(moves, m, step{})
		g.Play(m)
	}
	tree, err := puct.New(g, search, puct.Options[M]{Selection: p.opt.Selection, Scale: p.view.Scale, Random: random})
	if err != nil {
		return err
	}
	opening := len(r.moves)
	check := p.opt.Resign == 0 || random.Float64() < cmp.Or(p.opt.noResign, 0.1)
	repeater, _ := any(g).(ply.Repeater)
	lost := -1             // the side that would have resigned
	expected := float32(0) // of two sides: the value of the present position for side 0, by the search before
	for {
		moves := g.Moves(nil)
		switch {
		case len(moves) == 0:
			p.finish(g, r)
			if lost >= 0 {
				r.doubted = 1
				if r.outcome*float32(1-2*lost) >= 0 {
					r.doubted = 2
				}
			}
			return nil
		case p.opt.MaxMoves > 0 && len(r.moves) >= p.opt.MaxMoves:
			r.end = "limit"
			return nil
		case p.opt.Repetitions && repeater != nil && repeater.Repeated():
			r.end = "repetition"
			return nil
		}
		if byChance(g) {
			m, err := ply.DrawOutcome[M](g, random)
			if err != nil {
				return err
			}
			enter(moves, m, step{policy: []uint16{}, value: expected, chance: true})
			if err := tree.Play(m); err != nil {
				return err
			}
			continue
		}
		result, err := tree.Search(ctx, ply.Limits{Nodes: cmp.Or(p.opt.Simulations, 48)})
		if err != nil {
			return err
		}
		if ctx.Err() != nil {
			return errCut
		}
		s, i := p.judge(&result, moves, len(r.moves)-opening, random)
		if p.opt.Resign < 0 && !s.proven && float64(s.value) < p.opt.Resign && lost < 0 {
			if lost = g.ToMove(); !check {
				r.end, r.outcome = "resigned", float32(2*lost-1)
				return nil
			}
		}
		enter(moves, moves[i], s)
		if r.outcomes == nil {
			expected = s.value
			if at := slices.IndexFunc(result.Moves, func(c ply.Choice[M]) bool { return c.Move == moves[i] }); result.Moves[at].Visits > 0 {
				expected = rounded(result.Moves[at].Value)
			}
			expected *= float32(1 - 2*g.ToMove())
		}
		if err := tree.Play(moves[i]); err != nil {
			return err
		}
	}
}

// finish records the outcome of a finished game.
func (p *gameplay[G, M]) finish(g G, r *record[M]) {
	full := cmp.Or(p.view.Scale, 1)
	share := func(outcome int) float64 { return float64(max(-full, min(full, outcome))) / float64(full) }
	if r.outcomes == nil {
		r.outcome = float32(share(any(g).(ply.Adversarial).Outcome()) * float64(1-2*g.ToMove()))
		return
	}
	outcomes := make([]int, len(r.outcomes))
	any(g).(ply.Multiplayer).Outcomes(outcomes)
	for player, outcome := range outcomes {
		r.outcomes[player] = float32(share(outcome))
	}
}

// unit represents a policy of 1 in a record.
const unit = 10000

// rounded returns a value with the precision of records.
func rounded(value float64) float32 { return float32(math.Round(value*unit) / unit) }

func (p *gameplay[G, M]) judge(result *puct.Result[M], moves []M, played int, random *rand.Rand) (step, int) {
	s := step{policy: make([]uint16, len(moves)), value: rounded(result.Value), proven: result.Solved()}
	if s.proven {
		s.value = float32(result.Low)
	}
	index := make(map[M]int, len(moves))
	for i, m := range moves {
		index[m] = i
	}
	for i, m := range result.Moves {
		s.policy[index[m.Move]] = uint16(math.Round(result.Policy[i] * unit))
	}
	if p.opt.Temperature == 0 || played >= p.opt.TemperatureMoves {
		return s, index[result.Move]
	}
	weights, total := make([]float64, len(moves)), 0.0
	for i, x := range s.policy {
		weights[i] = math.Pow(float64(x)/unit, 1/p.opt.Temperature)
		total += weights[i]
	}
	if !(total > 0) {
		return s, index[result.Move]
	}
	return s, chance.Pick(weights, random.Float64()*total)
}
