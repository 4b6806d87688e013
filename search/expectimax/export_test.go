package expectimax

// Moves returns the number of moves between the positions stored.
func (s *Solution[M]) Moves() int { return len(s.to) }

// Largest returns the number of positions in the greatest component.
func (s *Solution[M]) Largest() int { return s.largest }
