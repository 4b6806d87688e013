package infoset

import (
	"encoding/binary"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/sampling"
	"github.com/ply-search/ply/internal/stop"
)

// simulation makes one simulation and takes it back, or returns why the search must end.
func (s *search[M]) simulation(budget *stop.Budget) (ply.Status, error) {
	if s.draw = &s.draws[s.simulations%len(s.draws)]; s.opt.View != Determinized {
		if err := s.determinize(); err != nil {
			return ply.Failed, err
		}
	}
	s.setUnit()
	status, err := s.simulate(budget)
	for i := len(s.line) - 1; i >= 0; i-- {
		s.game.Undo(s.line[i])
	}
	s.line = s.line[:0]
	if err == nil && status == ply.Complete {
		s.simulations++
	}
	return status, err
}

// setUnit sets the count of the present simulation: its weight relative to the mean, as only this ratio has a meaning.
// In a separate tree it counts as much as the others there, and the tree has the weight.
func (s *search[M]) setUnit() {
	if s.unit = 1; s.opt.View != Determinized {
		s.mean += (s.weight - s.mean) / float64(s.simulations+1) // of which no sum overflows
		s.unit = s.weight / s.mean
	}
}

func (s *search[M]) play(m M) {
	s.line = append(s.line, m)
	s.game.Play(m)
}

// simulate makes one simulation, unless the search must end before. It leaves the game where it comes to.
func (s *search[M]) simulate(budget *stop.Budget) (ply.Status, error) {
	s.path, s.trail = s.path[:0], s.trail[:0]
	for grows := true; ; {
		if s.moves = s.game.Moves(s.moves[:0]); len(s.moves) == 0 {
			if len(s.line) == 0 {
				return ply.Failed, s.inconsistent("it led to a finished position")
			}
			s.rules.Outcomes(s.values)
			for player, value := range s.values {
				s.results[player] = sampling.Score(value, s.opt.Scale)
			}
			break
		}
		if len(s.line) >= s.length {
			for player := range s.results {
				s.results[player] = 0.5
			}
			break
		}
		if len(s.line)%sampling.Often == sampling.Often-1 {
			if status := budget.Status(); status != ply.Complete {
				return status, nil
			}
		}
		i, err := s.choose(&grows)
		if err != nil {
			return ply.Failed, err
		}
		if grows && s.opt.View == Determinized {
			s.trail = binary.AppendUvarint(s.trail, uint64(i))
		}
		s.play(s.moves[i])
	}
	for _, at := range s.path {
		n := s.nodes.At(uint32(at.node))
		a := &n.arms[at.arm]
		a.tried += s.unit
		a.sum += s.unit * s.results[n.player]
	}
	return ply.Complete, nil
}
