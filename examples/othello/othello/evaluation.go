package othello

import "math"

// Counts are the results of games in which a configuration of a pattern occurred, for the side that has its black discs.
type Counts struct {
	Wins, Draws, Games uint32
	Points             int32 // the sum of differences in discs
}

// note rates the results from -1 to 1 (Mazzocchi 2013, section IV a). With few games it is drawn towards 0: a search for the
// best move finds the configurations that chance has made look better than they are.
func (c *Counts) note() float64 {
	n := float64(c.Games)
	note := 2*fitness(float64(c.Wins), float64(c.Draws), n, float64(c.Points)) - 1
	return note * n / (n + doubt)
}

// doubt is the number of games at which a note counts half.
const doubt = 100

// fitness rates results from 0 to 1, by wins and draws; the points of all games count as much as one more game.
func fitness(wins, draws, games, points float64) float64 {
	return (wins + draws/2 + 1/(1+math.Exp(-points))) / (games + 1)
}

// The phases of an evaluation, by the number of discs. Mazzocchi has two, the first up to 12 discs, but the value of a
// move or a corner changes all the time. The last moves need no phase: a player searches them to the end.
const (
	phases    = 6
	phaseSize = 8 // discs of a phase but the last; the phases begin at 4, 12, 20, 28, 36, and 44 discs
)

func phaseOf(discs int) int { return min((discs-4)/phaseSize, phases-1) }

// Weights are the values of the parts of an evaluation in a phase, in discs: first of a note of 1 for each pattern.
type Weights [parts]float64

const (
	mobilityPart = patterns + iota // a move more, counted in each line on its own
	cornerPart                     // a corner more
	discPart                       // a disc more
	parts
)

// An Evaluation estimates values from the results of patterns (Mazzocchi 2013, section IV).
type Evaluation struct {
	Weights [phases]Weights
	counts  *knowledge
	tables  [phases]*table
}

// A table has what each configuration of each pattern adds to the value, in hundredths of a disc.
type (
	table   [patterns]entries
	entries [configurations]int16
)

// NewEvaluation returns an evaluation that has learnt from no games, and counts mobility and corners.
func NewEvaluation() *Evaluation {
	e := &Evaluation{counts: new(knowledge)}
	for phase := range e.Weights {
		e.Weights[phase][mobilityPart], e.Weights[phase][cornerPart] = 1, 8
	}
	e.Prepare()
	return e
}

// Prepare makes the tables from counts and weights. It must be called when these have changed.
//
// The value is linear in its parts, so all parts go into the tables of patterns: mobility into lines and diagonals (as
// Mazzocchi does), corners into the edges, and discs into all lines. Two edges share a corner, two lines a disc.
func (e *Evaluation) Prepare() {
	for phase := range e.tables {
		e.tables[phase] = new(table)
	}
	for p, size := range patternSize {
		for c := range power[size] {
			note := e.counts[p][c].note()
			f := featuresOf(p, c)
			for phase := range e.tables {
				w := &e.Weights[phase]
				value := w[p]*note + w[mobilityPart]*f.mobility + w[cornerPart]*f.corners + w[discPart]*f.discs
				e.tables[phase][p][c] = int16(max(-math.MaxInt16, min(math.MaxInt16, math.Round(Disc*value))))
			}
		}
	}
}

// features are the parts of an evaluation, without the notes, that a configuration contributes.
type features struct{ mobility, corners, discs float64 }

func featuresOf(pattern, configuration int) (f features) {
	if pattern != cornerBlock {
		f.mobility = float64(localMobility(configuration, patternSize[pattern]))
	}
	if pattern <= fourthLine {
		for i := range size {
			disc := [3]float64{0, 0.5, -0.5}[configuration/power[i]%3]
			f.discs += disc
			if pattern == edgeLine && (i == 0 || i == size-1) {
				f.corners += disc
			}
		}
	}
	return f
}

func (e *Evaluation) value(own, other bitboard) int {
	v := newView(own, other)
	sum := v.sum(e.tables[phaseOf((own | other).count())])
	return max(-Disc*squares+1, min(Disc*squares-1, sum))
}

type knowledge [patterns][configurations]Counts

func (k *knowledge) halved() *knowledge {
	half := new(knowledge)
	for p := range k {
		for c, n := range k[p] {
			losses := n.Games - n.Wins - n.Draws
			half[p][c] = Counts{n.Wins / 2, n.Draws / 2, n.Wins/2 + n.Draws/2 + losses/2, n.Points / 2}
		}
	}
	return half
}

// learn counts the patterns in the positions of a game by its result, in all symmetric images and with colours exchanged.
func (k *knowledge) learn(r *Record) {
	eachPosition(r, func(black, white bitboard, result int) {
		for _, symmetry := range [2]int{0, 3} { // the patterns cover the other symmetries
			b, w := black.image(symmetry), white.image(symmetry)
			k.count(newView(b, w), result)
			k.count(newView(w, b), -result)
		}
	})
}

func (k *knowledge) count(v view, result int) {
	for i := range instances {
		in := &instances[i]
		c := &k[in.pattern][v.configuration(in)]
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

// eachPosition calls f with the positions of a finished game, except those near its end, which are searched, and the result for Black.
func eachPosition(r *Record, f func(black, white bitboard, result int)) {
	end, _ := r.Position(len(r.Moves))
	result := margin(end.discsOf(Black), end.discsOf(White))
	g, _ := r.Position(0)
	for _, m := range r.Moves {
		if g.Empties() <= 8 {
			break
		}
		f(g.discsOf(Black), g.discsOf(White), result)
		g.Play(m)
	}
}

// A fit finds the weights by which an evaluation predicts the results of games best, by least squares.
type fit struct {
	counts *knowledge
	normal [phases][parts][parts + 1]float64 // the normal equations, with the right-hand sides in the last column
}

func (f *fit) add(r *Record) {
	eachPosition(r, func(black, white bitboard, result int) {
		v := newView(black, white)
		var x Weights
		for i := range instances {
			in := &instances[i]
			c := v.configuration(in)
			x[in.pattern] += f.counts[in.pattern][c].note()
			more := featuresOf(in.pattern, int(c))
			x[mobilityPart] += more.mobility
			x[cornerPart] += more.corners
			x[discPart] += more.discs
		}
		f.note(phaseOf((black | white).count()), &x, float64(result))
	})
}

// note adds a position of a phase, where the parts add up to x.
func (f *fit) note(phase int, x *Weights, result float64) {
	normal := &f.normal[phase]
	for i := range x {
		for j := range x {
			normal[i][j] += x[i] * x[j]
		}
		normal[i][parts] += x[i] * result
	}
}

// weights solves the equations by elimination. A constant on the diagonal makes them positive definite: they need no pivots,
// and a part that never occurred has weight 0.
func (f *fit) weights() (weights [phases]Weights) {
	for phase := range f.normal {
		a := f.normal[phase]
		for i := range a {
			a[i][i]++
		}
		for i := range a {
			for j := range a {
				if j == i {
					continue
				}
				factor := a[j][i] / a[i][i]
				for k := i; k <= parts; k++ {
					a[j][k] -= factor * a[i][k]
				}
			}
		}
		for i := range a {
			weights[phase][i] = a[i][parts] / a[i][i]
		}
	}
	return weights
}

// SetEvaluation sets the evaluation, nil for mobility and corners alone.
func (g *Game) SetEvaluation(e *Evaluation) { g.evaluation = e }

// Evaluate estimates the value for the side to move. In a finished position it is the outcome.
func (g *Game) Evaluate() int { return g.evaluate(g.own, g.other) }

// BestSuccessor returns the move with the best evaluation, or the first whose value is at least enough.
func (g *Game) BestSuccessor(enough int) (best Move, value, evaluated int) {
	return g.bestReply(g.own, g.other, enough)
}

// bestReply is BestSuccessor for any position, with the discs own of the side to move.
func (g *Game) bestReply(own, other bitboard, enough int) (best Move, value, evaluated int) {
	places := placesFor(own, other)
	if places == 0 {
		if placesFor(other, own) == 0 {
			return 0, 0, 0
		}
		return Pass, -g.evaluate(other, own), 1
	}
	value = -Disc*squares - 1
	for ; places != 0; places &= places - 1 {
		square := places.first()
		turn := turned(own, other, square)
		evaluated++
		if v := -g.evaluate(other&^turn, own|turn|1<<square); v > value {
			if best, value = Move(square), v; v >= enough {
				break
			}
		}
	}
	return best, value, evaluated
}

// evaluate is Evaluate for any position, with the discs own of the side to move.
func (g *Game) evaluate(own, other bitboard) int {
	places := placesFor(own, other)
	if g.evaluation != nil {
		if places == 0 && placesFor(other, own) == 0 {
			return Disc * margin(own, other)
		}
		return g.evaluation.value(own, other)
	}
	otherPlaces := placesFor(other, own)
	if places|otherPlaces == 0 {
		return Disc * margin(own, other)
	}
	return Disc * (places.count() - otherPlaces.count() + 8*((own&corners).count()-(other&corners).count()))
}
