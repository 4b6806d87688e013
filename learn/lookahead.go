package learn

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/chance"
	"github.com/ply-search/ply/internal/sides"
)

// Lookahead is a method of [TrainOnline] that looks a move ahead. In each position of a game, up to four moves with the
// greatest values are tried, if there are at least two. The target for the position after such a move is the mean, over
// the outcomes of chance, of the estimate after the best reply. The differences between the values of the moves are
// learned with more weight than the values themselves, since they decide which move is best (comparison training:
// Tesauro 1989). The positions after the best replies to these moves, with the same outcome of chance, are learned in
// the same way, since a search compares such positions.
//
// Temporal differences ([OnlineOptions].Lambda) see a single outcome of chance, and only the positions after the moves
// that are played. So they need far more games, but a game takes far less time. A model that temporal differences have
// trained becomes better with Lookahead. In backgammon, a game takes a hundred times as long.
//
// [Epoch].Loss is the mean cross-entropy of values and these targets.
type Lookahead struct {
	// Margin is the greatest difference between the values of the best move and of another one that is tried, on the
	// scale of [Model].Outcomes or, without them, from -1 to 1. 0 means no limit.
	Margin float64

	// Differences is the weight of the differences: this number, times half the square of the error of each difference
	// from the mean of the moves tried, is added to the cross-entropy. It depends on the scale of the values. In
	// backgammon, 20 is good. 0 means that only the values are learned.
	Differences float64
}

// mostCandidates is the greatest number of moves that are tried in a position.
const mostCandidates = 4

func (l *Lookahead) check(lambda float64) error {
	switch {
	case l == nil:
		return nil
	case !(l.Margin >= 0) || !(l.Differences >= 0) || l.Differences-l.Differences != 0:
		return fmt.Errorf("learn: Lookahead is %+v, want two numbers from 0", *l)
	case lambda != 0:
		return fmt.Errorf("learn: Lambda is %v, want 0 with Lookahead", lambda)
	}
	return nil
}

// text describes the method in the state of a training. It is empty without lookahead, as before the method existed.
func (l *Lookahead) text() string {
	if l == nil {
		return ""
	}
	return fmt.Sprintf(" lookahead %+v", *l)
}

// A candidate is a move that is tried.
type candidate struct {
	features []Feature // of the position after the move
	view     int       // whose view the features, the estimate and the target take
	estimate []float64
	target   []float64
	error    float64 // of the estimated value for the side that moves
}

// A comparison is the scratch memory of compare.
type comparison[M comparable] struct {
	order      []int
	candidates [mostCandidates]candidate
	outcomes   []M
	odds       []float64
	replies    []M
	sum        tally // of the candidates of a game
}

// compare adds the gradients of the positions after the good moves of the present position, whose moves best has
// evaluated, and of the positions after the best replies to these moves.
func (p *onlinePlayer[G, M]) compare(finisher Finisher) error {
	good := p.goodMoves()
	if len(good) == 1 {
		return nil // nothing to compare
	}
	c, moves, side, length := &p.comparison, p.moves, p.side, len(p.line)
	p.moves = c.replies
	drawn := p.random.Float64() // so that chance has the same outcome after all moves
	for _, replied := range [...]bool{false, true} {
		tried := 0
		for _, i := range good {
			p.make(moves[i])
			if replied {
				if err := p.reply(drawn, finisher); err != nil {
					return err
				}
			}
			if !finisher.Finished() { // the value of a finished position is known
				if err := p.lookAhead(&c.candidates[tried], side, finisher); err != nil {
					return err
				}
				tried++
			}
			p.takeBackTo(length)
		}
		if err := p.learnCandidates(c.candidates[:tried], side); err != nil {
			return err
		}
	}
	p.moves, p.side, c.replies = moves, side, p.moves
	return nil
}

// reply plays an outcome of chance, if chance is to move, and the best move.
func (p *onlinePlayer[G, M]) reply(drawn float64, finisher Finisher) error {
	if p.listMoves(); p.chance() && len(p.moves) > 0 {
		if err := p.draw(drawn); err != nil {
			return err
		}
		p.listMoves()
	}
	return p.playBest(finisher)
}

// playBest plays the best of the listed moves. It plays nothing if the game is finished or chance is to move, which may
// be so after an outcome of chance.
func (p *onlinePlayer[G, M]) playBest(finisher Finisher) error {
	if p.chance() || len(p.moves) == 0 {
		return nil
	}
	best, err := p.best(finisher)
	if err != nil {
		return err
	}
	p.make(p.moves[best])
	return nil
}

// learnCandidates adds the gradients of the positions after moves of a side.
func (p *onlinePlayer[G, M]) learnCandidates(tried []candidate, side int) error {
	mean := 0.0
	for i := range tried {
		mean += tried[i].error / float64(len(tried))
	}
	for i := range tried {
		c := &tried[i]
		if err := p.estimate(c.features); err != nil {
			return err
		}
		for k, v := range c.estimate {
			p.slopes[k] = float32(v - c.target[k])
		}
		p.head.addSlopes(p.slopes, c.estimate, side, c.view, p.opt.Lookahead.Differences*(c.error-mean))
		p.gradient.add(p.slopes)
		p.comparison.sum.add(tally{1, p.head.loss(c.estimate, c.target), c.error * c.error})
	}
	return nil
}

// goodMoves returns the indices of the candidates, the best first.
func (p *onlinePlayer[G, M]) goodMoves() []int {
	order := p.comparison.order[:0]
	for i := range p.values {
		order = append(order, i)
	}
	p.comparison.order = order
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(p.values[j], p.values[i]) })
	n := min(len(order), mostCandidates)
	for p.opt.Lookahead.Margin > 0 && p.values[order[n-1]] < p.values[order[0]]-p.opt.Lookahead.Margin {
		n--
	}
	return order[:n]
}

// lookAhead sets c for the present position, to which side has moved.
func (p *onlinePlayer[G, M]) lookAhead(c *candidate, side int, finisher Finisher) error {
	c.features, c.view = p.sparse.AppendSparse(c.features[:0]), viewer(p.now)
	if err := p.estimate(c.features); err != nil {
		return err
	}
	c.estimate = append(c.estimate[:0], p.value...)
	c.target = append(c.target[:0], make([]float64, len(p.value))...)
	p.listMoves()
	if !p.chance() {
		if err := p.addReply(c, 1, finisher); err != nil {
			return err
		}
	} else if err := p.addOutcomes(c, finisher); err != nil {
		return err
	}
	c.error = p.head.valueFor(side, c.estimate, c.view) - p.head.valueFor(side, c.target, c.view)
	return nil
}

// addOutcomes adds the mean, over the outcomes of chance, of the estimates after the best replies to the target of c.
func (p *onlinePlayer[G, M]) addOutcomes(c *candidate, finisher Finisher) (err error) {
	o := &p.comparison
	if p.dealer == nil || p.side != ply.Chance {
		return sides.Error(p.now, p.side, 2)
	}
	o.outcomes = append(o.outcomes[:0], p.moves...)
	if o.odds, err = chance.Odds(p.dealer, o.outcomes, o.odds[:0]); err != nil {
		return fmt.Errorf("%T: %w", p.now, err)
	}
	length := len(p.line)
	for i, m := range o.outcomes {
		if o.odds[i] == 0 {
			continue
		}
		p.make(m)
		p.listMoves()
		if err := p.addReply(c, o.odds[i], finisher); err != nil {
			return err
		}
		p.takeBackTo(length)
	}
	return nil
}

// addReply adds the estimate after the best of the listed moves, times a weight, to the target of c.
func (p *onlinePlayer[G, M]) addReply(c *candidate, weight float64, finisher Finisher) error {
	length := len(p.line)
	if err := p.playBest(finisher); err != nil {
		return err
	}
	view, err := p.evaluate(finisher)
	if err != nil {
		return err
	}
	p.takeBackTo(length)
	p.head.turn(p.value, view, c.view)
	for k, v := range p.value {
		c.target[k] += weight * v
	}
	return nil
}

// takeBackTo takes back moves until as many as length are left.
func (p *onlinePlayer[G, M]) takeBackTo(length int) {
	for last := len(p.line) - 1; last >= length; last-- {
		p.now.Undo(p.line[last])
	}
	p.line = p.line[:length]
}
