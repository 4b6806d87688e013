package testgames

import (
	"encoding/binary"
	"fmt"
	"iter"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/transposition"
)

// Pig is the dice game: the side to move rolls a die any number of times. A 1 ends its turn; other numbers are added
// up, and join its score when it holds. The first side with a score of Target wins.
type Pig struct {
	Target  int
	Scores  [2]int
	Turn    int // the sum of the rolls of this turn
	Side    int
	Rolling bool

	line []pigged
}

type pigged struct {
	scores     [2]int
	turn, side int
	rolling    bool
}

// The moves of the sides in Pig. Outcomes of the die are 1 to 6.
const (
	Roll = 7
	Hold = 8
)

func (g *Pig) over() bool { return g.Scores[0] >= g.Target || g.Scores[1] >= g.Target }

func (g *Pig) Moves(dst []int) []int {
	switch {
	case g.over():
		return dst
	case g.Rolling:
		return append(dst, 1, 2, 3, 4, 5, 6)
	case g.Turn == 0:
		return append(dst, Roll)
	}
	return append(dst, Roll, Hold)
}

func (g *Pig) Play(m int) {
	g.line = append(g.line, pigged{g.Scores, g.Turn, g.Side, g.Rolling})
	g.Rolling = m == Roll
	switch {
	case m == 1:
		g.Turn, g.Side = 0, 1-g.Side
	case m == Hold || m < Roll && g.Scores[g.Side]+g.Turn+m >= g.Target:
		if m != Hold {
			g.Turn += m
		}
		g.Scores[g.Side] = min(g.Scores[g.Side]+g.Turn, g.Target)
		g.Turn, g.Side = 0, 1-g.Side
	case m < Roll:
		g.Turn += m
	}
}

func (g *Pig) Undo(int) {
	last := len(g.line) - 1
	l := g.line[last]
	g.Scores, g.Turn, g.Side, g.Rolling, g.line = l.scores, l.turn, l.side, l.rolling, g.line[:last]
}

func (g *Pig) ToMove() int {
	if g.Rolling {
		return ply.Chance
	}
	return g.Side
}

// Outcome is a loss of the side to move: the other has just reached the target.
func (g *Pig) Outcome() int { return -1 }

func (g *Pig) Probabilities(moves []int, dst []float64) []float64 {
	for range moves {
		dst = append(dst, 1./6)
	}
	return dst
}

func (g *Pig) AppendBinary(b []byte) ([]byte, error) {
	rolling := byte(0)
	if g.Rolling {
		rolling = 2
	}
	for _, n := range [3]int{g.Scores[0], g.Scores[1], g.Turn} {
		b = binary.LittleEndian.AppendUint16(b, uint16(n))
	}
	return append(b, rolling|byte(g.Side)), nil
}

func (g *Pig) Hash() uint64 {
	b, _ := g.AppendBinary(make([]byte, 0, 7))
	return transposition.Hash(b)
}

func (g *Pig) Clone() *Pig {
	c := *g
	c.line = append([]pigged(nil), g.line...)
	return &c
}

func (g *Pig) String() string {
	return fmt.Sprintf("%d to %d, %d in this turn of side %d, rolling %v", g.Scores[0], g.Scores[1], g.Turn, g.Side, g.Rolling)
}

// DecisionsOfPig yields every n-th decision of Pig that matters by more than 0.04, with the best move and its value for the side to
// move. value returns the value of a position for the side to move or, for chance, side 0. ok is false if it is not known, as of
// decisions that no game reaches: these are left out.
func DecisionsOfPig(target, every int, value func(*Pig) (v float64, ok bool)) iter.Seq2[*Pig, ply.Choice[int]] {
	worth := func(g *Pig, m int) ply.Choice[int] {
		side := g.Side
		g.Play(m)
		defer g.Undo(m)
		v, ok := value(g)
		if !ok {
			panic(fmt.Sprintf("%v is not known", g))
		}
		if max(g.ToMove(), 0) != side {
			v = -v
		}
		return ply.Choice[int]{Move: m, Value: v}
	}
	return func(yield func(*Pig, ply.Choice[int]) bool) {
		number := 0
		for own := range target {
			for other := range target {
				for turn := 2; own+turn < target; turn++ {
					g := &Pig{Target: target, Scores: [2]int{own, other}, Turn: turn}
					if _, ok := value(g); !ok {
						continue
					}
					best, worst := worth(g, Roll), worth(g, Hold)
					if best.Value < worst.Value {
						best, worst = worst, best
					}
					if best.Value-worst.Value <= 0.04 {
						continue
					}
					if number++; number%every == 0 && !yield(g, best) {
						return
					}
				}
			}
		}
	}
}
