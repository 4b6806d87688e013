package othello

import "math"

// A Counts is what was seen of a configuration of a pattern in games: how they ended for Black.
type Counts struct {
	Wins, Draws, Games uint32
	Points             int32 // the sum of differences in discs
}

// note returns how good that is, from -1 to 1 (Mazzocchi 2013, section IV a).
func (c *Counts) note() float64 {
	return 2*fitness(float64(c.Wins), float64(c.Draws), float64(c.Games), float64(c.Points)) - 1
}

// fitness is how well one does in games, from 0 to 1: by wins and draws, with the points of all games counting as
// much as one game that they decide.
func fitness(wins, draws, games, points float64) float64 {
	return (wins + draws/2 + 1/(1+math.Exp(-points))) / (games + 1)
}

// The phases that an evaluation tells apart. In the third, the last 16 moves, a player searches to the end.
const (
	opening = iota // fewer than 12 discs
	middle         // from there on
	phases
	middleFrom = 12
)

// Weights are what the parts of an evaluation count for, in discs.
type Weights struct {
	Patterns [patterns]float64 // for a note of 1
	Mobility float64           // for a move more on a line, as far as the line alone tells
	Moves    float64           // for a legal move more (not in Mazzocchi 2013, who found it too slow to count)
	Corners  float64           // for a corner more
	Discs    float64           // for a disc more; not learnt, but negative in the opening
}

// An Evaluation guesses values by what was learnt of patterns (Mazzocchi 2013, section IV).
type Evaluation struct {
	Weights [phases]Weights
	counts  *[patterns][configurations]Counts
	tables  [phases]*[patterns][configurations]int16 // notes and mobility by their weights, in hundredths of a disc
}

// NewEvaluation returns an evaluation that has seen no games yet, and goes by mobility and corners.
func NewEvaluation() *Evaluation {
	e := &Evaluation{counts: new([patterns][configurations]Counts)}
	for phase := range e.Weights {
		w := &e.Weights[phase]
		for p := range w.Patterns {
			w.Patterns[p] = 4
		}
		w.Mobility, w.Moves, w.Corners = 0.5, 1, 8
	}
	e.Weights[opening].Discs, e.Weights[middle].Discs = -0.5, 0.1
	e.Prepare()
	return e
}

// Prepare makes the tables from counts and weights. It must be called when these have changed.
func (e *Evaluation) Prepare() {
	for phase := range e.tables {
		table, weights := new([patterns][configurations]int16), &e.Weights[phase]
		for p := range table {
			n := 1
			for range patternSize[p] {
				n *= 3
			}
			for c := range n {
				value := weights.Patterns[p] * e.counts[p][c].note()
				if p != cornerBlock {
					value += weights.Mobility * float64(localMobility(c, patternSize[p]))
				}
				table[p][c] = int16(max(-math.MaxInt16, min(math.MaxInt16, math.Round(Disc*value))))
			}
		}
		e.tables[phase] = table
	}
}

// value returns the value of a position for Black, who has so many legal moves more than White would have.
func (e *Evaluation) value(black, white bitboard, moves int) int {
	phase := middle
	discs := (black | white).count()
	if discs < middleFrom {
		phase = opening
	}
	table, weights := e.tables[phase], &e.Weights[phase]
	v := newView(black, white)
	sum := v.sum(table)
	sum += int(Disc * (weights.Corners*float64((black&corners).count()-(white&corners).count()) +
		weights.Moves*float64(moves) + weights.Discs*float64(black.count()-white.count())))
	return max(-Disc*squares+1, min(Disc*squares-1, sum))
}

// Learn counts the patterns of all positions of a game, given as its moves from the start, by how it ended: in
// all symmetric images, and with colours exchanged. Prepare makes use of them.
func (e *Evaluation) Learn(moves []Move) {
	g := New()
	for _, m := range moves {
		g.Play(m)
	}
	result := g.Discs(Black) - g.Discs(White)
	g = New()
	for _, m := range moves {
		g.Play(m)
		black, white := g.discsOf(Black), g.discsOf(White)
		for symmetry := range 8 {
			b, w := black.image(symmetry), white.image(symmetry)
			e.count(newView(b, w), result)
			e.count(newView(w, b), -result)
		}
	}
}

func (e *Evaluation) count(v view, result int) {
	for i := range instances {
		in := &instances[i]
		c := &e.counts[in.pattern][v.configuration(in)]
		c.Games++
		c.Points += int32(result)
		switch {
		case result > 0:
			c.Wins++
		case result == 0:
			c.Draws++
		}
	}
}

// SetEvaluation makes the game go by an evaluation, or if it is nil by mobility and corners alone.
func (g *Game) SetEvaluation(e *Evaluation) { g.evaluation = e }

// Evaluate guesses the value for the side to move. In a finished position it is the outcome.
func (g *Game) Evaluate() int {
	ownPlaces, otherPlaces := placesFor(g.own, g.other), placesFor(g.other, g.own)
	if ownPlaces|otherPlaces == 0 {
		return g.Outcome()
	}
	moves := ownPlaces.count() - otherPlaces.count()
	switch {
	case g.evaluation == nil:
		return Disc * (moves + 8*((g.own&corners).count()-(g.other&corners).count()))
	case g.side == Black:
		return g.evaluation.value(g.own, g.other, moves)
	default:
		return -g.evaluation.value(g.other, g.own, -moves)
	}
}
