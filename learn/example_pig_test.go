package learn_test

import "github.com/ply-search/ply"

// Pig is a dice game for several players. A player rolls a die as often as it likes. A 1 ends the turn without points.
// Other numbers add up, and count when the player holds. Whoever first has 40 points, with the points of the turn,
// wins.
type Pig struct {
	players int
	now     pigState
	log     []pigState
}

type pigState struct {
	scores [3]int
	player int
	turn   int  // points of this turn
	rolls  bool // the die is rolling: chance moves
}

const (
	roll = 7 + iota // other moves, 1 to 6, are the numbers of the die
	hold
	goal = 40
)

func (p *Pig) Finished() bool { return p.now.scores[p.now.player]+p.now.turn >= goal }

func (p *Pig) Moves(dst []int) []int {
	switch {
	case p.Finished():
		return dst
	case p.now.rolls:
		return append(dst, 1, 2, 3, 4, 5, 6)
	case p.now.turn == 0:
		return append(dst, roll)
	}
	return append(dst, roll, hold)
}

func (p *Pig) Play(m int) {
	p.log = append(p.log, p.now)
	s := &p.now
	switch s.rolls = m == roll; m {
	case roll:
	case 1, hold:
		if m == hold {
			s.scores[s.player] += s.turn
		}
		s.turn, s.player = 0, (s.player+1)%p.players
	default:
		s.turn += m
	}
}

func (p *Pig) Undo(int) { p.now, p.log = p.log[len(p.log)-1], p.log[:len(p.log)-1] }

func (p *Pig) Players() int { return p.players }

func (p *Pig) ToMove() int {
	if p.now.rolls {
		return ply.Chance
	}
	return p.now.player
}

func (p *Pig) Probabilities(numbers []int, dst []float64) []float64 {
	for range numbers {
		dst = append(dst, 1./6)
	}
	return dst
}

// Outcomes gives 1 to the winner and -1 to the other players.
func (p *Pig) Outcomes(values []int) {
	for i := range values {
		values[i] = -1
	}
	values[p.now.player] = 1
}

func (p *Pig) Clone() *Pig { return &Pig{players: p.players, now: p.now} }

// AppendFeatures appends what a network needs to know: the scores in the order of turns, and the points of the turn.
func (p *Pig) AppendFeatures(dst []float64) []float64 {
	s := &p.now
	for i := range p.players {
		dst = append(dst, float64(s.scores[(s.player+i)%p.players])/goal)
	}
	rolls := 0.0
	if s.rolls {
		rolls = 1
	}
	return append(dst, float64(s.turn)/goal, rolls, rolls*float64(s.turn)/goal)
}

// Viewer makes the features take the view of the player who rolls.
func (p *Pig) Viewer() int { return p.now.player }
