package engine

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/ply-search/ply"
)

// Levels is the highest [Options].Level.
const Levels = 7

// The lowest level searches leastNodes nodes and chooses among levelLines lines. The best of these is
// exp(leastSharpness) times as likely as the worst. Each level multiplies both numbers.
const (
	leastNodes     = 64
	nodesRatio     = 4
	levelLines     = 4
	leastSharpness = 0.5
	sharpnessRatio = 3
)

func checkLevel(level int) error {
	if level < 0 || level > Levels {
		return fmt.Errorf("engine: Level is %d, want 1 to %d, or 0 for full strength", level, Levels)
	}
	return nil
}

// weaken returns the limits and the question for the player's level. moves is the number of legal moves.
func (p *Player[M]) weaken(q Question[M], moves int) (ply.Limits, Question[M]) {
	limits := p.opt.Limits
	if p.opt.Level == 0 {
		return limits, q
	}
	nodes := leastNodes
	for range p.opt.Level - 1 {
		nodes *= nodesRatio
	}
	nodes = max(nodes, 2*levelLines*moves) // enough to look at each move
	if limits.Nodes == 0 || limits.Nodes > nodes {
		limits.Nodes = nodes
	}
	asked, report := max(q.Lines, 1), q.Report
	q.Lines = max(asked, levelLines)
	if report != nil {
		q.Report = func(a Analysis[M]) bool {
			a.Lines = a.Lines[:min(len(a.Lines), asked)]
			return report(a)
		}
	}
	return limits, q
}

// choose moves the line that a player of this level plays to the front. Like the skill levels of Stockfish it draws one
// of the best lines, inferior ones with less probability; the unit is the worst of them. Lines with visits are compared
// by their shares, as by AlphaZero's temperature (Silver and others 2017). An immediate win is always played, and a
// move that lets the opponent win at once only if there is no other.
func (p *Player[M]) choose(ctx context.Context, lines []Line[M], moves []M) []Line[M] {
	if lines[0].Distance == 1 && lines[0].Low > 0 {
		return lines
	}
	choices := slices.DeleteFunc(slices.Clone(lines), func(l Line[M]) bool { return loses(&l) && !loses(&lines[0]) })
	choices = choices[:min(len(choices), levelLines)]
	for len(choices) > 0 {
		i := p.pick(choices)
		if !p.losesAtOnce(ctx, choices[i].Move, len(moves)) {
			return inFront(lines, choices[i])
		}
		choices = slices.Delete(choices, i, i+1)
	}
	for _, m := range moves {
		if !slices.ContainsFunc(lines, func(l Line[M]) bool { return l.Move == m }) {
			if !p.losesAtOnce(ctx, m, len(moves)) {
				return inFront(lines, unsearched(m)[0])
			}
		}
	}
	return lines
}

func inFront[M comparable](lines []Line[M], first Line[M]) []Line[M] {
	rest := slices.DeleteFunc(slices.Clone(lines), func(l Line[M]) bool { return l.Move == first.Move })
	return slices.Insert(rest, 0, first)
}

func loses[M comparable](l *Line[M]) bool { return l.Distance > 0 && l.High < 0 }

// losesAtOnce reports whether a short search finds that the opponent can win at once after a move. It returns false if
// the Searcher does not support Question.Moves.
func (p *Player[M]) losesAtOnce(ctx context.Context, m M, moves int) bool {
	a, err := p.searcher.Analyze(ctx, ply.Limits{Nodes: leastNodes + 4*moves}, Question[M]{Moves: []M{m}})
	return err == nil && len(a.Lines) > 0 && loses(&a.Lines[0]) && a.Lines[0].Distance <= 2
}

func (p *Player[M]) pick(lines []Line[M]) int {
	spread := 0.0
	for i := range lines {
		spread = max(spread, lines[0].Value-lines[i].Value)
	}
	sharpness := leastSharpness * math.Pow(sharpnessRatio, float64(p.opt.Level-1))
	weights := make([]float64, len(lines))
	sum := 0.0
	for i := range lines {
		gap := 0.0
		if most := lines[0].Visits; most > 0 {
			gap = 1 - float64(lines[i].Visits)/float64(most)
		} else if spread > 0 {
			gap = (lines[0].Value - lines[i].Value) / spread
		}
		weights[i] = math.Exp(-sharpness * max(gap, 0))
		sum += weights[i]
	}
	at := p.random.Float64() * sum
	for i, w := range weights {
		if at -= w; at < 0 {
			return i
		}
	}
	return 0
}
