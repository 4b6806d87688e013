package othello

import "math"

// A Counts is what was seen of a configuration of a pattern in games: how they ended for the side whose discs
// are the black ones in it.
type Counts struct {
	Wins, Draws, Games uint32
	Points             int32 // the sum of differences in discs
}

// note returns how good that is, from -1 to 1 (Mazzocchi 2013, section IV a), drawn towards 0 where it was seen
// in few positions: a search for the best move finds just those configurations that chance has made look better
// than they are.
func (c *Counts) note() float64 {
	n := float64(c.Games)
	note := 2*fitness(float64(c.Wins), float64(c.Draws), n, float64(c.Points)) - 1
	return note * n / (n + doubt)
}

// doubt is the number of positions that are as good as none.
const doubt = 100

// fitness is how well one does in games, from 0 to 1: by wins and draws, with the points of all games counting as
// much as one game that they decide.
func fitness(wins, draws, games, points float64) float64 {
	return (wins + draws/2 + 1/(1+math.Exp(-points))) / (games + 1)
}

// The phases that an evaluation tells apart, by the number of discs. Mazzocchi has two, the first ending at
// 12 discs; but what a move or a corner is worth changes all the time. The last moves are no matter of an
// evaluation: a player searches to the end.
const (
	phases    = 6
	phaseSize = 8 // discs that all phases last but the last; they begin with 4, 12, 20, 28, 36, and 44 discs
)

func phaseOf(discs int) int { return min((discs-4)/phaseSize, phases-1) }

// Weights are what the parts of an evaluation count for in a phase, in discs: first each pattern, for a note of
// 1, and then what follows.
type Weights [parts]float64

const (
	mobilityPart = patterns + iota // for a move more on a line, as far as the line alone tells
	cornerPart                     // for a corner more
	discPart                       // for a disc more
	parts
)

// An Evaluation guesses values by what was learnt of patterns (Mazzocchi 2013, section IV).
type Evaluation struct {
	Weights [phases]Weights
	counts  *knowledge
	tables  [phases]*table
}

// A table has what each configuration of each pattern adds to a value, in hundredths of a disc.
type (
	table   [patterns]entries
	entries [configurations]int16
)

// NewEvaluation returns an evaluation that has seen no games yet, and goes by mobility and corners.
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
// The value is linear in its parts, so all of them go into the tables of patterns: mobility into those of lines
// and diagonals, as Mazzocchi has it, and with the edges the corners, each of which lies on two of them, and with
// all lines the discs, which lie on two as well.
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

// features are the parts of an evaluation, but for the notes, that a configuration of a pattern accounts for.
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

// value returns the value of a position for the side with the discs own.
func (e *Evaluation) value(own, other bitboard) int {
	v := newView(own, other)
	sum := v.sum(e.tables[phaseOf((own | other).count())])
	return max(-Disc*squares+1, min(Disc*squares-1, sum))
}

// knowledge is what was learnt of all configurations of all patterns.
type knowledge [patterns][configurations]Counts

// halved returns the half of all counts.
func (k *knowledge) halved() *knowledge {
	half := new(knowledge)
	for p := range k {
		for c, counts := range k[p] {
			half[p][c] = Counts{counts.Wins / 2, counts.Draws / 2, 0, counts.Points / 2}
			losses := counts.Games - counts.Wins - counts.Draws
			half[p][c].Games = half[p][c].Wins + half[p][c].Draws + losses/2
		}
	}
	return half
}

// learn counts the patterns of the positions of a game, by how it ended: in all symmetric images, and with
// colours exchanged.
func (k *knowledge) learn(r *Record) {
	eachPosition(r, func(black, white bitboard, result int) {
		for _, symmetry := range [2]int{0, 3} { // the patterns lie on the board in the others already
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

// eachPosition calls f for the positions of a game, which is legal and finished, and its result for Black. It
// leaves out those near the end, which are searched and not evaluated.
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

// A fit finds the weights of an evaluation that tell the results of games best, by least squares.
type fit struct {
	counts *knowledge
	normal [phases][parts][parts + 1]float64 // the normal equations, with the right-hand side in the last column
}

// add adds the positions of a game.
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

// weights solves the equations, each with a little added to its diagonal: so they are positive definite, need no
// search for pivots, and give a part that was never seen the weight 0.
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

// SetEvaluation makes the game go by an evaluation, or if it is nil by mobility and corners alone.
func (g *Game) SetEvaluation(e *Evaluation) { g.evaluation = e }

// Evaluate guesses the value for the side to move. In a finished position it is the outcome.
func (g *Game) Evaluate() int { return g.evaluate(g.own, g.other) }

// BestSuccessor finds the move of best evaluation, up to one that is good enough.
func (g *Game) BestSuccessor(enough int) (best Move, value, evaluated int) {
	return g.bestReply(g.own, g.other, enough)
}

// bestReply is BestSuccessor of a position where the side to move has the discs own.
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

// evaluate is Evaluate of a position where the side to move has the discs own.
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
